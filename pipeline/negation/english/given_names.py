"""Common given names that are neither a surname, a place nor a word in many texts."""

from __future__ import annotations

MALE = tuple(
    "John William James Robert Michael Richard Thomas Peter Charles Edward Joseph Daniel Andrew"
    " Stephen Steven Patrick Matthew Anthony Kenneth Brian Kevin Eric Philip Walter Arthur Albert"
    " Frederick Harold Ralph Eugene Raymond Donald Gerald Roger Alan Adam Simon Timothy Jonathan"
    " Nicholas Christopher Benjamin Samuel Nathan Aaron Joshua Jeffrey Gregory Ronald Larry Jerry"
    " Jack Bill Tom Bob Jim Mike Steve Tony Dave Ben Sam Tim Joe Fred Ted Ernest Herbert Hugh Edwin"
    " Alfred Edmund Gilbert Julian Adrian Oliver Sebastian Dennis Jeremy Hans Karl Friedrich"
    " Wilhelm Heinrich Johann Ludwig Otto Franz Georg Klaus Wolfgang Jean Pierre Jacques Michel"
    " Claude Philippe Marcel Antoine Carlos Juan Pedro Miguel Fernando Diego Giovanni Giuseppe"
    " Carlo Paolo Antonio Marco Roberto Ivan Vladimir Sergei Nikolai Mikhail Dmitri Boris Pavel Jan"
    " Erik Lars Sven Gustav David Paul Mark George Henry Frank".split()
)
FEMALE = tuple(
    "Mary Elizabeth Anne Anna Margaret Susan Barbara Patricia Jennifer Linda Sarah Jessica Karen"
    " Nancy Helen Laura Emily Emma Julia Alice Catherine Katherine Kathleen Maria Martha Ruth"
    " Dorothy Eleanor Frances Judith Deborah Rebecca Rachel Hannah Amy Lucy Jane Joan Julie"
    " Christine Caroline Michelle Angela Melissa Stephanie Nicole Amanda Samantha Heather Lisa"
    " Sandra Diane Carol Janet Marie Louise Sophie Claire Charlotte Isabella Ellen Irene Edith"
    " Gertrude Agnes Beatrice Clara Ingrid Astrid Elena Olga Natalia Svetlana Francesca".split()
)

SEXES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(MALE, MALE),
    **dict.fromkeys(FEMALE, FEMALE),
}
"""Given name -> the names of the same sex."""

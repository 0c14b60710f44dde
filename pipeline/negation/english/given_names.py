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
    " Erik Lars Sven Gustav David Paul Mark George Henry Frank"
    " Leonard Norman Douglas Roy Russell Keith Dean Neil Ian Colin Graham Trevor Derek Malcolm"
    " Geoffrey Nigel Duncan Angus Alistair Gavin Craig Scott Bruce Glenn Wayne Randy Terry Barry"
    " Dale Phil Rick Rob Ron Ken Greg Jeff Matt Nick Pete Chris Alex Max Leo Felix Hugo Victor"
    " Vincent Theodore Franklin Benedict Cornelius Augustus Ferdinand Konrad Heinz Günter Gerhard"
    " Jürgen Werner Rudolf Rainer Dieter Manfred Ulrich Matthias Andreas Stefan Thorsten Henri"
    " Louis François André Étienne Guillaume Olivier Laurent Thierry Alain Bernard Gérard Yves"
    " José Luis Javier Alejandro Enrique Francisco Rafael Manuel Ricardo Eduardo Jorge Sergio"
    " Andrés Álvaro Gonzalo Lorenzo Luigi Francesco Pietro Stefano Alessandro Enrico Federico"
    " Massimo Aleksandr Alexei Andrei Igor Oleg Yuri Viktor Dmitry Mikołaj Andrzej Piotr Tomasz"
    " Krzysztof Johan Nils Magnus Anders Olof Jens Søren Niels Mikael".split()
)
FEMALE = tuple(
    "Mary Elizabeth Anne Anna Margaret Susan Barbara Patricia Jennifer Linda Sarah Jessica Karen"
    " Nancy Helen Laura Emily Emma Julia Alice Catherine Katherine Kathleen Maria Martha Ruth"
    " Dorothy Eleanor Frances Judith Deborah Rebecca Rachel Hannah Amy Lucy Jane Joan Julie"
    " Christine Caroline Michelle Angela Melissa Stephanie Nicole Amanda Samantha Heather Lisa"
    " Sandra Diane Carol Janet Marie Louise Sophie Claire Charlotte Isabella Ellen Irene Edith"
    " Gertrude Agnes Beatrice Clara Ingrid Astrid Elena Olga Natalia Svetlana Francesca"
    " Marilyn Sharon Donna Cynthia Kimberly Pamela Theresa Teresa Janice Judy Beverly Denise Tammy"
    " Gloria Doris Evelyn Mildred Rosemary Marjorie Hilda Winifred Mabel Ethel Bertha Henrietta"
    " Josephine Constance Harriet Matilda Eliza Georgina Philippa Fiona Gillian Yvonne"
    " Monica Veronica Valerie Vanessa Natalie Danielle Chloe Zoe Abigail Megan Erin Bridget Nora"
    " Maureen Sheila Eileen Monika Petra Ursula Brigitte Heidi Greta Annette Margarethe Simone"
    " Odette Colette Geneviève Hélène Françoise Sylvie Isabelle Valentina Giulia Chiara Lucia"
    " Giovanna Carmen Dolores Pilar Consuelo Tatiana Ekaterina Irina Ludmila Galina".split()
)

SEXES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(MALE, MALE),
    **dict.fromkeys(FEMALE, FEMALE),
}
"""Given name -> the names of the same sex."""

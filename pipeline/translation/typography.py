"""Give a paraphrase the typography of its anchor.

FSMT's tokenizer turns every quotation mark, apostrophe and dash into ASCII and never back, numbers
come back with the separators of the pivot, and a translation may begin or end differently. Without
this an encoder could recognise paraphrases by their typography alone. Pure functions of text.
"""

from __future__ import annotations

import re

# Opening and closing marks of each convention, the most specific first.
_DOUBLE = (("“", "”"), ("„", "“"), ("«", "»"), ("»", "«"), ("”", "”"))
_LETTER = "[^\\W\\d_]"
_APOSTROPHE = re.compile(rf"(?<={_LETTER})'(?={_LETTER})|(?<=s)'(?=\s)|'(?=\d\ds?\b)")
_OPENING = re.compile(rf"(?<!\w)'(?={_LETTER})")
_SPACED_HYPHEN = re.compile(r"(?<=\s)--?(?=\s)")
# The word after the dash is only looked at: it may be the one before the next dash.
_JOINED = re.compile(r"(?<!\w)(\w+)([–—])(?=(\w+))")
_FINAL = re.compile(r"(?:\s*[.!…])+$")
_FIRST_LETTER = re.compile(rf"^\W*({_LETTER}+(?:['’]{_LETTER}+)?)")
# Matches 'so' in single marks, not the apostrophes of "the dogs' and the cats' food".
_SINGLE = re.compile(r"(?:(?<=[\s(])|^)(['‘])(?=\w)[^\"'‘’]*?[\w.,!?](['’])(?!\w)")
# Matches the end of quoted words; an ellipsis stays as it is.
_STOP_INSIDE = re.compile(r"(?<=\w)([.,])([\"”“»])(?=\s|$)")
_STOP_OUTSIDE = re.compile(r"(?<=\w)([\"”“»])([.,])(?=\s|$)")
_STOP_INSIDE_SINGLE = re.compile(r"(?<=\w)([.,])(['’])(?=\s|$)")
_STOP_OUTSIDE_SINGLE = re.compile(r"(?<=\w)(['’])([.,])(?=\s|$)")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)+")
_CLOSERS = "\"'”’»)]"


def in_form_of(anchor: str, text: str) -> str:
    """Give the text the anchor's quotation marks, apostrophes, dashes, separators in numbers, end
    and first capital.

    Words stay unchanged. A question stays a question, and a statement a statement.

    >>> in_form_of("“It’s late”, she said", 'She said: "It\\'s late".')
    'She said: “It’s late”'
    """
    if not text:
        return text
    for mend in (_quotes, _stops_at_quotes, _apostrophes, _dashes, _numbers, _end, _capital):
        text = mend(anchor, text)
    return text


def _quotes(anchor: str, text: str) -> str:
    """Turn straight double quotes into the anchor's, opening and closing in turn."""
    if '"' in anchor or '"' not in text or text.count('"') % 2:
        return text
    for opening, closing in _DOUBLE:
        if opening in anchor and closing in anchor:
            return _requoted(text, opening, closing)
    single = _SINGLE.search(anchor)
    # For a quotation within another, the text has single marks inside.
    if single is None or _SINGLE.search(text):
        return text
    return _requoted(text, single[1], single[2])


def _requoted(text: str, opening: str, closing: str) -> str:
    parts = text.split('"')
    marks = (closing if i % 2 else opening for i in range(len(parts) - 1))
    return "".join(part + mark for part, mark in zip(parts, [*marks, ""], strict=True))


def _stops_at_quotes(anchor: str, text: str) -> str:
    """Put a stop or comma after a closing mark, or before it, as the anchor does."""
    within, behind = _STOP_INSIDE, _STOP_OUTSIDE
    if _SINGLE.search(anchor) and not within.search(anchor) and not behind.search(anchor):
        within, behind = _STOP_INSIDE_SINGLE, _STOP_OUTSIDE_SINGLE
    inside, outside = within.search(anchor), behind.search(anchor)
    if outside and not inside:
        return within.sub(r"\2\1", text)
    if inside and not outside:
        return behind.sub(r"\2\1", text)
    return text


def _apostrophes(anchor: str, text: str) -> str:
    if "’" not in anchor or "'" in anchor:
        return text
    if "‘" in anchor:
        return _OPENING.sub("‘", text).replace("'", "’")
    return _APOSTROPHE.sub("’", text)


def _dashes(anchor: str, text: str) -> str:
    """Restore dashes between spaces, and those that join two words which are adjacent again.

    Without dashes a model writes "verb-object" or "verb'object" for "verb–object", and "2015 16"
    for "2015–16".
    """
    for before, dash, after in _JOINED.findall(anchor):
        lost = "['’ -]" if before.isdigit() and after.isdigit() else "['’-]"
        other = rf"(?<!\w){before}{lost}(?={after}(?!\w))"
        if not re.search(other, anchor):
            text = re.sub(other, f"{before}{dash}", text)
    for dash in ("—", "–"):
        if f" {dash} " in anchor:
            return _SPACED_HYPHEN.sub(dash, text)
    return text


def _numbers(anchor: str, text: str) -> str:
    """Give a number the separators that it has in the anchor: "1.500" becomes "1,500"."""
    theirs = _NUMBER.findall(anchor)
    written = {number.replace(",", "."): number for number in theirs}

    def mended(found: re.Match[str]) -> str:
        return found[0] if found[0] in theirs else written.get(found[0].replace(",", "."), found[0])

    return _NUMBER.sub(mended, text)


def _end(anchor: str, text: str) -> str:
    """End with a full stop, an exclamation mark or nothing, as the anchor does."""
    bare, closers = _split_closers(anchor)
    found, own_closers = _split_closers(text)
    if bare.endswith("?") or found.endswith("?"):
        return text
    wanted = _FINAL.search(bare)
    body = _FINAL.sub("", found.rstrip() if wanted else found)
    if not body or closers != own_closers:
        # One of the two ends inside a quotation: only a missing stop at the very end is added.
        if body and wanted and not closers and not _FINAL.search(found):
            return text.rstrip() + wanted.group()
        return text
    return body + (wanted.group() if wanted else "") + own_closers


def _split_closers(text: str) -> tuple[str, str]:
    """Split off the quotation marks and brackets at the end of a text."""
    body = text.rstrip().rstrip(_CLOSERS)
    return body, text.rstrip()[len(body) :]


def _capital(anchor: str, text: str) -> str:
    """Give the first letter the case of the anchor's, unless the word is a name."""
    theirs, ours = _FIRST_LETTER.search(anchor), _FIRST_LETTER.search(text)
    if theirs is None or ours is None:
        return text
    word, at = ours.group(1), ours.start(1)
    if theirs.group(1)[0].isupper() and word[0].islower():
        return text[:at] + word[0].upper() + text[at + 1 :]
    lower = word[0].lower() + word[1:]
    # A name keeps its capital: only a word that the anchor writes in lower case loses it.
    common = re.search(rf"\b{re.escape(lower)}\b", anchor)
    if theirs.group(1)[0].islower() and word[0].isupper() and common:
        return text[:at] + lower[0] + text[at + 1 :]
    return text

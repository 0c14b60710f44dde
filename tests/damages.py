"""Damage to the tables of a folder, as tests do it."""

SENTENCES = {
    f"{who} {what}.": (f"{who} does not {what}.", [("de", f"{what}, {who}!", -1.0)])
    for who in ("The old man", "My sister", "A dog", "Nobody here", "Our teacher")
    for what in ("can swim", "was waiting", "had lunch", "came late")
}


def flip(path):
    """In the first pages, not in a statistic that no reader needs."""
    content = bytearray(path.read_bytes())
    for place in range(30, 70):
        content[place] ^= 4
    path.write_bytes(content)


def cut(path):
    path.write_bytes(path.read_bytes()[:-40])


def table_bytes(artifacts, stage):
    return {
        path.name: path.read_bytes()
        for path in (artifacts / stage).iterdir()
        if not path.name.startswith(".")
    }

"""The files of a model, written from their contents."""

import struct

import numpy as np

FLOAT32, INTGEMM8, TEXT = 0x0404, 0x4101, 0x0101


def integers(weight, multiplier):
    """An item of 8-bit integers with their multiplier behind them."""
    weight = np.asarray(weight, np.int8)
    return INTGEMM8, weight.shape, weight.tobytes() + struct.pack("<f", multiplier)


def floats(values, shape=None):
    values = np.asarray(values, np.float32)
    return FLOAT32, shape or values.shape, values.tobytes()


def text(words):
    data = words.encode() + b"\0"
    return TEXT, (len(data),), data


def container(items):
    """The bytes of a file with these items by name."""
    data = struct.pack("<QQ", 1, len(items))
    for name, (kind, shape, content) in items.items():
        data += struct.pack("<QQQQ", len(name) + 1, kind, len(shape), len(content))
    for name in items:
        data += name.encode() + b"\0"
    for _, shape, _ in items.values():
        data += struct.pack(f"<{len(shape)}i", *shape)
    padding = -(len(data) + 8) % 256
    data += struct.pack("<Q", padding) + bytes(padding)
    return data + b"".join(content for _, _, content in items.values())


def read_items(path):
    """The items of a file, to be changed and written again."""
    data = path.read_bytes()
    _, count = struct.unpack_from("<QQ", data)
    headers = [struct.unpack_from("<QQQQ", data, 16 + 32 * i) for i in range(count)]
    at = 16 + 32 * count
    names, shapes = [], []
    for length, *_ in headers:
        names.append(data[at : at + length - 1].decode())
        at += length
    for _, _, rank, _ in headers:
        shapes.append(struct.unpack_from(f"<{rank}i", data, at))
        at += 4 * rank
    at += 8 + struct.unpack_from("<Q", data, at)[0]
    items = {}
    for name, shape, (_, kind, _, size) in zip(names, shapes, headers, strict=True):
        items[name] = (kind, shape, data[at : at + size])
        at += size
    return items


def shortlist(lists, frequent):
    """A shortlist from the translations of each source piece."""
    offsets = np.cumsum([0, *map(len, lists)])
    pieces = [piece for row in lists for piece in row]
    header = struct.pack("<6Q", 0xF11A48D5013417F5, 0, frequent, 1, len(offsets), len(pieces))
    return header + offsets.astype("<u8").tobytes() + np.array(pieces, "<u4").tobytes()


def vocabulary(pieces, byte_fallback=False, model_type=1, charsmap=b""):
    """A SentencePiece file from (piece, score, type); as there, only unusual types are written."""
    data = b""
    for piece, score, kind in pieces:
        message = _bytes(1, piece.encode()) + b"\x15" + struct.pack("<f", score)
        data += _bytes(1, message + (b"\x18" + bytes([kind]) if kind != 1 else b""))
    trainer = b"\x18" + bytes([model_type]) + b"\x98\x02" + bytes([byte_fallback])
    return data + _bytes(2, trainer) + (_bytes(3, _bytes(2, charsmap)) if charsmap else b"")


def _bytes(field, content):
    return bytes([field << 3 | 2]) + _number(len(content)) + content


def _number(value):
    low, high = value & 0x7F, value >> 7
    return bytes([low | 0x80]) + _number(high) if high else bytes([low])

"""Reads chunks of positions. Written from docs/store.md, section Chunks, alone; it shares nothing with the server."""
import struct
import zlib

WORD = 1 << 64
NEVER_NULL, DOUBLE, REFERENCE = 1, 2, 4

PINGS = {
    0: NEVER_NULL, 1: REFERENCE, 2: NEVER_NULL | REFERENCE, 3: NEVER_NULL, 4: NEVER_NULL, 5: NEVER_NULL,
    6: NEVER_NULL, 7: NEVER_NULL | DOUBLE, 8: NEVER_NULL | DOUBLE, 9: NEVER_NULL, 10: 0, 11: NEVER_NULL,
    12: NEVER_NULL, 13: DOUBLE, 14: DOUBLE, 15: DOUBLE, 16: DOUBLE, 17: 0, 18: DOUBLE, 19: 0, 20: 0, 21: DOUBLE,
    22: REFERENCE,
}
UPLOADS = {
    0: NEVER_NULL, 1: NEVER_NULL, 2: REFERENCE, 3: 0, 4: NEVER_NULL, 5: NEVER_NULL, 6: NEVER_NULL, 7: NEVER_NULL,
    8: 0, 9: DOUBLE, 10: NEVER_NULL, 11: NEVER_NULL, 12: REFERENCE, 13: 0, 14: 0, 15: 0, 16: 0, 17: 0, 18: DOUBLE,
    19: 0, 20: DOUBLE, 21: 0, 22: REFERENCE,
}


class Damaged(Exception):
    """The bytes are no chunk."""


def check(holds, what):
    if not holds:
        raise Damaged(what)


def signed(number):
    """The number of 64 bits that stands for this one modulo 2**64."""
    number %= WORD
    return number - WORD if number >= WORD // 2 else number


def zigzag(number):
    return signed(number // 2 if number % 2 == 0 else -(number + 1) // 2)


class Reader:
    """Bytes, and bits from the lowest one of each byte on."""

    def __init__(self, data):
        self.data, self.place = data, 0  # the place in bits

    def bits(self, count):
        number = 0
        for index in range(count):
            check(self.place < 8 * len(self.data), "the end comes too early")
            number |= (self.data[self.place // 8] >> self.place % 8 & 1) << index
            self.place += 1
        return number

    def byte(self):
        return self.bits(8)

    def varint(self):
        number = count = 0
        while True:
            byte = self.byte()
            number |= (byte & 0x7F) << 7 * count
            if byte < 0x80:
                check(count == 0 or byte > 0, "a varint longer than it needs to be")
                check(number < WORD, "a varint beyond 64 bits")
                return number
            count += 1
            check(count < 10, "a varint that does not end")

    def signed_varint(self):
        return zigzag(self.varint())

    def align(self):
        check(self.bits(-self.place % 8) == 0, "the last byte is not filled with zeros")

    @property
    def at_end(self):
        return self.place == 8 * len(self.data)


class Rice:
    def __init__(self, reader, start):
        self.reader, self.mean = reader, 16 * start

    def number(self):
        low = (self.mean + 4) // 16
        ones = 0
        while ones < 20 and self.reader.bits(1):
            ones += 1
        if ones < 20:
            number = (ones * 2 ** low + self.reader.bits(low)) % WORD
        else:
            count = self.reader.bits(7)
            check(count <= 64, "a number of more than 64 bits")
            number = self.reader.bits(count)
        self.mean += number.bit_length() - (self.mean + 8) // 16
        return number


def rice(reader):
    start = reader.byte()
    check(start <= 63, "an impossible start")
    return Rice(reader, start)


def values(reader, method, count):
    if method == 0:
        return [reader.signed_varint()] * count
    if method == 1:
        first, step = reader.signed_varint(), reader.signed_varint()
        return [signed(first + index * step) for index in range(count)]
    if method == 2:
        middle = reader.signed_varint()
        code = rice(reader)
        return [signed(middle + zigzag(code.number())) for _ in range(count)]
    if method == 3:
        found = [reader.signed_varint()]
        code = rice(reader)
        while len(found) < count:
            found.append(signed(found[-1] + zigzag(code.number())))
        return found
    if method == 4:
        found, slope = [reader.signed_varint()], reader.signed_varint()
        code = rice(reader)
        while len(found) < count:
            if len(found) > 1:
                slope = signed(slope + zigzag(code.number()))
            found.append(signed(found[-1] + slope))
        return found
    check(method == 5, "an unknown method")
    return runs(reader, count)


def runs(reader, count):
    value, found = reader.signed_varint(), []
    lengths, steps = Rice(reader, 4), Rice(reader, 4)
    while True:
        length = lengths.number() + 1
        check(length <= count - len(found), "a run that is too long")
        found += [value] * length
        if len(found) == count:
            return found
        value = signed(value + zigzag((steps.number() + 1) % WORD))


def which_are_null(reader, rows):
    code, nulls, is_null, first = Rice(reader, 4), [], False, True
    while len(nulls) < rows:
        length = code.number() + (0 if first else 1)
        check(length <= rows - len(nulls), "a run of NULLs that is too long")
        nulls += [is_null] * length
        is_null, first = not is_null, False
    reader.align()
    check(any(nulls) and not all(nulls), "NULLs without need")
    return nulls


def column(data, rows, kind, reference):
    if not data:
        return list(reference) if kind & REFERENCE else [0.0 if kind & DOUBLE else 0] * rows
    reader = Reader(data)
    head = reader.byte()
    has_nulls, is_relative, has_unit = head & 8, head & 16, head & 32
    check(head < 64, "an unknown head")
    check(kind & REFERENCE or not is_relative, "relative to nothing")
    scale = reader.byte() if kind & DOUBLE else None
    check(scale is None or scale <= 22 or scale == 64, "an unknown scale")
    nulls = which_are_null(reader, rows) if has_nulls else [False] * rows
    unit, base = 1, 0
    if has_unit:
        unit, base = reader.varint(), reader.signed_varint()
        check(2 <= unit <= 2 ** 62, "an impossible unit")
    found = values(reader, head & 7, nulls.count(False))
    reader.align()
    check(reader.at_end, "bytes after the values")
    found = iter([signed(base + unit * value) for value in found])
    result = []
    for row in range(rows):
        value = None if nulls[row] else next(found)
        if value is not None and is_relative:
            value = signed(value + reference[row])
        if value is not None and scale is not None:
            value = double(value, scale)
        result.append(value)
    return result


def double(value, scale):
    if scale == 64:
        bits = value if value >= 0 else (value % WORD) ^ (2 ** 63 - 1)
        return struct.unpack("<d", struct.pack("<Q", bits))[0]
    check(abs(value) <= 2 ** 53, "more than a double holds")
    return float(value) / float(10 ** scale)


def directory(reader, kinds):
    rows = reader.varint()
    check(rows <= 4096, "too many rows")
    if rows == 0:
        return 0, {}
    present = reader.varint()
    check(present < 1 << len(kinds), "an unknown column")
    for number, kind in kinds.items():
        check(present >> number & 1 or not kind & NEVER_NULL, "a column is missing")
    return rows, {number: reader.varint() for number in kinds if present >> number & 1}


def read(data):
    """The rows of a chunk: pings and uploads, each a list of lists of values, None = NULL."""
    check(len(data) > 4, "too short")
    check(data[0] == 1, "an unknown version")
    body, checksum = data[:-4], struct.unpack("<I", data[-4:])[0]
    check(zlib.crc32(body) == checksum, "a wrong checksum")
    reader = Reader(body)
    reader.byte()
    tables = [(kinds, *directory(reader, kinds)) for kinds in (PINGS, UPLOADS)]
    place = reader.place // 8
    result = []
    for kinds, rows, lengths in tables:
        columns = []
        for number, kind in kinds.items():
            if number not in lengths:
                columns.append([None] * rows)
                continue
            end = place + lengths[number]
            check(end <= len(body), "columns beyond the end")
            columns.append(column(body[place:end], rows, kind, columns[0] if columns else None))
            check(not kind & NEVER_NULL or None not in columns[-1], "NULL where there is none")
            place = end
        result.append([list(row) for row in zip(*columns)])
    check(place == len(body), "bytes after the columns")
    return result

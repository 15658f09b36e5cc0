"""Protobuf bodies by the text of a .proto file: as much of the format as majiang.proto needs.

It shares nothing with the library that the server uses, so that what both understand is the format.
"""
import re
import struct

VARINT, FIXED64, BYTES = 0, 1, 2
NUMBERS = {"int64", "uint64", "uint32", "sint64", "bool"}
# google/protobuf/struct.proto
VALUE, STRUCT = "google.protobuf.Value", "google.protobuf.Struct"


def varint(number):
    number &= (1 << 64) - 1
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
    return bytes(out)


def read_varint(data, at):
    number = shift = 0
    while True:
        byte = data[at]
        at += 1
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return number & (1 << 64) - 1, at


def chunk(number, data):
    return varint(number << 3 | BYTES) + varint(len(data)) + data


def fields(data):
    """Number, wire type and value of each field."""
    at = 0
    while at < len(data):
        tag, at = read_varint(data, at)
        number, wire = tag >> 3, tag & 7
        if wire == VARINT:
            value, at = read_varint(data, at)
        else:
            size = 8
            if wire == BYTES:
                size, at = read_varint(data, at)
            elif wire != FIXED64:
                raise ValueError(f"wire type {wire} of field {number}")
            value, at = data[at:at + size], at + size
            if len(value) != size:
                raise ValueError(f"field {number} is cut off")
        yield number, wire, value


def encode_value(value):
    if value is None:
        return varint(1 << 3 | VARINT) + b"\0"
    if isinstance(value, bool):
        return varint(4 << 3 | VARINT) + varint(value)
    if isinstance(value, (int, float)):
        return varint(2 << 3 | FIXED64) + struct.pack("<d", value)
    if isinstance(value, str):
        return chunk(3, value.encode())
    if isinstance(value, dict):
        return chunk(5, encode_struct(value))
    return chunk(6, b"".join(chunk(1, encode_value(one)) for one in value))


def encode_struct(value):
    return b"".join(chunk(1, chunk(1, key.encode()) + chunk(2, encode_value(one))) for key, one in value.items())


def decode_value(data):
    for number, _, value in fields(data):
        if number == 1:
            return None
        if number == 2:
            real = struct.unpack("<d", value)[0]
            return int(real) if real == int(real) else real
        if number == 3:
            return value.decode()
        if number == 4:
            return bool(value)
        if number == 5:
            return decode_struct(value)
        return [decode_value(one) for _, _, one in fields(value)]


def decode_struct(data):
    out = {}
    for _, _, entry in fields(data):
        pair = {number: value for number, _, value in fields(entry)}
        out[pair[1].decode()] = decode_value(pair.get(2, b""))
    return out


class Proto:
    def __init__(self, path):
        # Full name of a message -> {field name: (number, repeated, type)}, and by protocol number.
        self.messages, self.numbers = {}, {}
        scope = []
        with open(path, encoding="utf-8") as file:
            for line in file:
                line = line.split("//")[0].strip()
                if found := re.match(r"(message|extend) ([\w.]+) \{", line):
                    scope.append(found[2])
                    self.messages[".".join(scope)] = {}
                elif line == "}":
                    scope.pop()
                elif found := re.match(r"option \(number\) = (\d+);", line):
                    self.numbers[int(found[1])] = ".".join(scope)
                elif scope and (found := re.match(r"(optional|repeated) ([\w.]+) (\w+) = (\d+)", line)):
                    self.messages[".".join(scope)][found[3]] = (int(found[4]), found[1] == "repeated", found[2])

    def _type(self, message, name):
        """The name as it is meant inside a message: its own, or that of one around it."""
        while message:
            if f"{message}.{name}" in self.messages:
                return f"{message}.{name}"
            message = message.rpartition(".")[0]
        return name

    def _encode_one(self, message, type_name, value):
        """Wire type and bytes without their length."""
        if type_name in NUMBERS:
            number = int(value)
            return VARINT, varint((number << 1) ^ (number >> 63) if type_name == "sint64" else number)
        if type_name == "string":
            return BYTES, value.encode()
        if type_name == "bytes":
            return BYTES, bytes(value)
        if type_name == VALUE:
            return BYTES, encode_value(value)
        if type_name == STRUCT:
            return BYTES, encode_struct(value)
        return BYTES, self.encode(self._type(message, type_name), value)

    def encode(self, message, value):
        out = b""
        for name, one in value.items():
            number, repeated, type_name = self.messages[message][name]
            for element in one if repeated else [one]:
                wire, data = self._encode_one(message, type_name, element)
                out += chunk(number, data) if wire == BYTES else varint(number << 3 | wire) + data
        return out

    def _decode_one(self, message, type_name, value):
        if type_name == "sint64":
            return value >> 1 ^ -(value & 1)
        if type_name == "bool":
            return bool(value)
        if type_name == "int64" and value >> 63:
            return value - (1 << 64)
        if type_name in NUMBERS or type_name == "bytes":
            return value
        if type_name == "string":
            return value.decode()
        if type_name == VALUE:
            return decode_value(value)
        if type_name == STRUCT:
            return decode_struct(value)
        return self.decode(self._type(message, type_name), value)

    def decode(self, message, data):
        known = {number: (name, repeated, type_name)
                 for name, (number, repeated, type_name) in self.messages[message].items()}
        out = {}
        for number, wire, value in fields(data):
            name, repeated, type_name = known[number]
            if not repeated:
                out[name] = self._decode_one(message, type_name, value)
                continue
            ones = [value]
            if type_name in NUMBERS and wire == BYTES:  # packed
                ones, at = [], 0
                while at < len(value):
                    one, at = read_varint(value, at)
                    ones.append(one)
            out.setdefault(name, []).extend(self._decode_one(message, type_name, one) for one in ones)
        return out

#!/usr/bin/env python3
"""Packs the Python package of a build as a wheel. Usage: make_wheel.py <folder of the package> <wheel>

The name of the wheel has version and tag (PEP 427). Equal files give equal bytes: entries are sorted, and all
have the time SOURCE_DATE_EPOCH, or 1980.
"""
import base64
import hashlib
import os
import sys
import time
import zipfile

folder, wheel = sys.argv[1:]
name, version, *tag = os.path.basename(wheel).removesuffix(".whl").split("-")
info = f"{name}-{version}.dist-info"
when = time.gmtime(max(int(os.environ.get("SOURCE_DATE_EPOCH", 0)), 315532800))[:6]

files = {}
for at, folders, names in os.walk(folder):
    folders[:] = sorted(set(folders) - {"__pycache__"})
    for one in names:
        path = os.path.join(at, one)
        with open(path, "rb") as file:
            files[f"{name}/{os.path.relpath(path, folder)}"] = file.read()
files[f"{info}/METADATA"] = (
    f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\nSummary: Regional mahjong: tables, and environments for learning\n"
    "License: Apache-2.0\nRequires-Python: >=3.11\nRequires-Dist: numpy\n").encode()
files[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: MajongLogicFlow\nRoot-Is-Purelib: false\nTag: {'-'.join(tag)}\n".encode()
record = "".join(f"{path},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()},{len(data)}\n"
                 for path, data in sorted(files.items()))
files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()

with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as out:
    for path in sorted(files, key=lambda one: (one.startswith(info), one)):
        entry = zipfile.ZipInfo(path, when)
        entry.compress_type = zipfile.ZIP_DEFLATED
        entry.external_attr = (0o755 if path.endswith(".so") else 0o644) << 16
        out.writestr(entry, files[path])

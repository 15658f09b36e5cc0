#!/usr/bin/env python3
"""Packs the Python package of a build as a wheel. Usage: make_wheel.py <folder of the package> <wheel> <README> <LICENSE>

The name of the wheel has version and tag (PEP 427). Equal files give equal bytes: entries are sorted, and all
have the time SOURCE_DATE_EPOCH, or 1980.
"""
import base64
import hashlib
import os
import re
import subprocess
import sys
import tempfile
import time
import zipfile

folder, wheel, readme, licence = sys.argv[1:]
name, version, *tag = os.path.basename(wheel).removesuffix(".whl").split("-")
info = f"{name}-{version}.dist-info"
when = time.gmtime(max(int(os.environ.get("SOURCE_DATE_EPOCH", 0)), 315532800))[:6]



def stripped(path: str) -> bytes:
    """The module without the symbols of the linker."""
    with tempfile.TemporaryDirectory() as work:
        copy = os.path.join(work, "module.so")
        subprocess.run(["strip", "--strip-unneeded", "-o", copy, path], check=True)
        with open(copy, "rb") as file:
            return file.read()


def needed(path: str) -> list[str]:
    """The shared libraries that the module needs, but for those of every system: pip cannot install them, so the wheel names them."""
    told = subprocess.run(["objdump", "-p", path], check=True, capture_output=True, text=True).stdout
    return [name for name in re.findall(r"NEEDED\s+(\S+)", told) if not re.match(r"(libc|libm|libgcc_s|ld-linux.*)\.so", name)]


files, libraries = {}, []
for at, folders, names in os.walk(folder):
    folders[:] = sorted(set(folders) - {"__pycache__"})
    for one in names:
        path = os.path.join(at, one)
        if one.endswith(".so"):
            libraries += needed(path)
            files[f"{name}/{os.path.relpath(path, folder)}"] = stripped(path)
            continue
        with open(path, "rb") as file:
            files[f"{name}/{os.path.relpath(path, folder)}"] = file.read()
with open(licence, "rb") as file:
    files[f"{info}/LICENSE"] = file.read()
with open(readme, encoding="utf-8") as file:
    description = file.read()
# One Python only: the module is built for it.
python = f"{tag[0][2]}.{tag[0][3:]}"
files[f"{info}/METADATA"] = (
    f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\nSummary: Regional mahjong: tables, and environments for learning\n"
    "Author: the authors of MajongLogicFlow\nLicense: Apache-2.0\nLicense-File: LICENSE\n"
    "Keywords: mahjong,reinforcement learning,environment\n"
    "Classifier: License :: OSI Approved :: Apache Software License\nClassifier: Operating System :: POSIX :: Linux\n"
    f"Classifier: Programming Language :: C++\nClassifier: Programming Language :: Python :: {python}\n"
    "Classifier: Topic :: Games/Entertainment :: Board Games\nClassifier: Typing :: Typed\n"
    f"Requires-Python: =={python}.*\nRequires-Dist: numpy\n" + "".join(f"Requires-External: {one}\n" for one in sorted(set(libraries))) +
    f"Description-Content-Type: text/markdown\n\n{description}").encode()
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

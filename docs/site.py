#!/usr/bin/env python3
"""Builds the site of the documents: both languages, and reference pages of every language of the engine.

Usage: site.py <build folder of a preset> <site>      (in the top folder)

The documents are staged with the paths they have here, so their links hold. Files that they link to come along; a link
to a folder leads to its README. MkDocs makes the pages. Then every link and anchor of every page is checked; a
broken one, or a warning of MkDocs, ends the program with status 1. Equal files give equal bytes when
SOURCE_DATE_EPOCH is set.
"""
import html.parser
import os
import pathlib
import re
import shutil
import subprocess
import sys
import urllib.parse

import declarations

build, site = (pathlib.Path(one).resolve() for one in sys.argv[1:])
root = pathlib.Path.cwd()
stage = build / "site-stage"
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
CODE = re.compile(r"`[^`]*`")
ITEM = re.compile(r"( *)([-*]|\d+\.) ")


def documents() -> list[pathlib.Path]:
    tracked = subprocess.run(["git", "ls-files", "*.md"], capture_output=True, text=True)
    if tracked.returncode == 0:
        return [pathlib.Path(line) for line in tracked.stdout.splitlines()]
    skip = {"build", "node_modules"}
    return sorted(one.relative_to(root) for one in root.rglob("*.md") if not skip & set(one.relative_to(root).parts))


def target(page: pathlib.Path, link: str) -> str | None:
    """The link as the site has it; None if it leads to nothing that a site can show. Linked files are staged."""
    path, _, anchor = link.partition("#")
    if "://" in link or not path:
        return link
    aim = pathlib.Path(os.path.normpath(page.parent / urllib.parse.unquote(path)))
    if aim.is_dir():
        own = "README.zh-CN.md" if "zh" in page.parts or page.name.endswith("zh-CN.md") else "README.md"
        found = [aim / name for name in (own, "README.md") if (aim / name).exists()]
        if not found:
            return None
        aim = found[0]
    if not aim.exists():
        sys.exit(f"{page}: there is no {link}")
    if aim.suffix != ".md":
        # Sources are shown as text, whatever a web server thinks of their names.
        name = aim if aim.suffix in (".svg", ".png", ".html", ".json") else aim.with_name(aim.name + ".txt")
        (stage / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(aim, stage / name)
        aim = name
    return os.path.relpath(aim, page.parent) + (f"#{anchor}" if anchor else "")


def staged(page: pathlib.Path, text: str) -> str:
    """The document as MkDocs reads it: lists begin after an empty line, and inner ones are indented by four."""
    def linked(match: re.Match) -> str:
        aim = target(page, match[3])
        return match[2] if aim is None else f"{match[1]}[{match[2]}]({aim})"

    lines, in_code, before = [], False, ""
    for line in text.splitlines():
        if line.lstrip().startswith("```"):
            in_code = not in_code
        elif not in_code:
            item = ITEM.match(line)
            if item and before.strip() and not ITEM.match(before) and not before.startswith("  "):
                lines.append("")
            indent = len(line) - len(line.lstrip(" "))
            if 2 <= indent < 4 and lines and before.strip():
                line = "  " + line
            spans = [code.span() for code in CODE.finditer(line)]
            line = LINK.sub(lambda match: match[0] if any(a <= match.start() and match.end() <= b for a, b in spans) else linked(match), line)
        lines.append(line)
        before = line
    return "\n".join(lines) + "\n"


def write(path: str, text: str) -> None:
    (stage / path).parent.mkdir(parents=True, exist_ok=True)
    (stage / path).write_text(text, encoding="utf-8")


def fenced(title: str, language: str, *texts: str) -> str:
    return f"# {title}\n\n" + "\n".join(f"````{language}\n{text.rstrip()}\n````\n" for text in texts)


def output(command: list[str], folder: str = ".", **environment: str) -> str:
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, env={**os.environ, **environment})
    if ran.returncode != 0:
        sys.exit(f"{' '.join(command)}: {ran.stderr}")
    return ran.stdout


def references() -> dict[str, str]:
    """The reference pages: title -> path."""
    read = lambda path: pathlib.Path(path).read_text(encoding="utf-8")
    write("api/c.md", fenced("C: mlf.h", "c", read("bindings/c/mlf.h")))
    write("api/node.md", declarations.reference("Node: majonglogicflow", {
        "The module": read("bindings/node/index.d.ts"), "Objects of the engine": read("bindings/node/engine.d.ts")}))
    go = shutil.which("go")
    text = output([go, "doc", "-all", "."], folder="bindings/go", GOPROXY="off", GOFLAGS="-mod=mod") if go else "There was no go when this site was built."
    write("api/go.md", fenced("Go: package mlf", "go", text))
    pages = {"C++": "api/cpp.md", "C": "api/c.md", "Go": "api/go.md", "Node": "api/node.md", "Python": "api/python.md"}
    doxygen = root / "build/docs/html"
    if doxygen.is_dir():
        shutil.copytree(doxygen, stage / "api/cpp")
    write("api/cpp.md", "# C++: public headers\n\n" +
          ("[The reference of include/mlf](cpp/index.html), by Doxygen.\n" if doxygen.is_dir() else "./dev docs was not run when this site was built.\n"))
    stub = read("bindings/python/mlf/_mlf.pyi")
    package = build / "python"
    documented = ""
    if (package / "mlf").is_dir():
        documented = output(["/usr/bin/python3", "-c", "import pydoc, mlf, mlf.env\nfor m in (mlf, mlf.env): print(pydoc.plaintext.document(m))"],
                            PYTHONPATH=str(package), PYTHONDONTWRITEBYTECODE="1")
        documented = re.sub(r"^FILE\n +.*\n", "", documented, flags=re.M)
    write("api/python.md", fenced("Python: mlf, mlf.env", "text", documented or "The Python module was not built.\n", stub))
    return pages


def navigation(language: str) -> list:
    """Sections and pages of docs/<language>/README.md, in its order."""
    page = pathlib.Path("docs", language, "README.md")
    nav: list = [str(page)]
    for line in page.read_text(encoding="utf-8").splitlines():
        row = re.match(r"\| \[[^\]]*\]\(([^)#]+)\) \|", line)
        if row:
            nav[-1][next(iter(nav[-1]))].append(os.path.normpath(page.parent / row[1]))
        elif line.startswith("| ") and not line.startswith("| ---"):
            nav.append({line.strip("| ").rstrip("| ").strip(): []})
    return nav


def as_yaml(nav: list, indent: str = "  ") -> str:
    text = ""
    for one in nav:
        if isinstance(one, str):
            text += f"{indent}- {one}\n"
        else:
            (title, inner), = one.items()
            text += f'{indent}- "{title}":' + (f" {inner}\n" if isinstance(inner, str) else "\n" + as_yaml(inner, indent + "    "))
    return text


class Page(html.parser.HTMLParser):
    def __init__(self, text: str):
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("id", "name") and value:
                self.ids.add(value)
            if name in ("href", "src") and value:
                self.links.append(value)


def broken() -> list[str]:
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in site.rglob("*.html") if site / "api/cpp" not in path.parents}
    faults = []
    for path, page in pages.items():
        if path.name == "404.html":
            continue
        for link in page.links:
            url = urllib.parse.urlsplit(link)
            if url.scheme or url.netloc:
                continue
            aim = path if not url.path else pathlib.Path(os.path.normpath(path.parent / urllib.parse.unquote(url.path)))
            if aim.is_dir():
                aim /= "index.html"
            anchor = urllib.parse.unquote(url.fragment)
            if not aim.exists() or (anchor and aim in pages and anchor not in pages[aim].ids):
                faults.append(f"{path.relative_to(site)}: {link}")
    return faults


shutil.rmtree(stage, ignore_errors=True)
for page in documents():
    write(str(page), staged(page, page.read_text(encoding="utf-8")))
api = references()
config = build / "mkdocs.yml"
nav = [{"English": navigation("en")}, {"中文": navigation("zh")}, {"API": [{title: path} for title, path in api.items()]}]
config.write_text(
    f"site_name: MajongLogicFlow\nsite_url: ''\ndocs_dir: {stage}\nsite_dir: {site}\nuse_directory_urls: false\n"
    "theme: {name: mkdocs, highlightjs: false}\nplugins: [search]\n"
    "markdown_extensions: [tables, fenced_code, sane_lists, attr_list]\nnav:\n" + as_yaml(nav), encoding="utf-8")
ran = subprocess.run(["mkdocs", "build", "--quiet", "--strict", "--clean", "-f", str(config)])
if ran.returncode != 0:
    sys.exit(ran.returncode)
faults = broken()
print("\n".join(faults[:50]) if faults else f"{len(list(site.rglob('*.html')))} pages; every link leads somewhere.")
sys.exit(1 if faults else 0)

"""The reference pages of the languages: one heading for each symbol, with its declaration and what its comment says."""
import ast
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import textwrap

import typescript
from stage import read


def output(command: list[str], folder: str = ".", **environment: str) -> str:
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, env={**os.environ, **environment})
    if ran.returncode != 0:
        sys.exit(f"{' '.join(command)}: {ran.stderr}")
    return ran.stdout


def prose(text: str) -> str:
    """A comment as Markdown: nothing in it is a mark but `code`, and documents become links."""
    parts = re.split(r"(`[^`\n]+`|docs/en/\w[\w-]*\.md)", text)
    return "".join(part if part.startswith("`") else f"[{part}](../{part})" if part.startswith("docs/en/") else
                   re.sub(r"([\\*_<>\[\]#|])", r"\\\1", part) for part in parts)


def paragraphs(text: str, language: str) -> str:
    """A comment of several paragraphs; what is indented is code of the language."""
    page = ""
    for part in re.split(r"\n\s*\n", text.strip("\n")):
        code = all(line.startswith(("    ", "\t")) for line in part.splitlines())
        page += f"````{language}\n{textwrap.dedent(part)}\n````\n\n" if code else prose(part.strip()) + "\n\n"
    return page


def symbol(level: int, name: str, language: str, code: str, comment: str = "") -> str:
    return f"{'#' * level} `{name}`\n\n````{language}\n{code.strip()}\n````\n\n" + (f"{paragraphs(comment, language)}" if comment.strip() else "")


# ---- C ----

def c_name(code: str) -> str:
    if code.startswith("#"):
        return code.split()[1]
    if code.startswith("enum"):
        names = re.findall(r"\b(MLF_\w+)", re.sub(r"/\*.*?\*/", "", code, flags=re.S))
        return names[0] if len(names) == 1 else f"{names[0]} … {names[-1]}"
    if code.startswith("typedef"):
        return re.search(r"(\w+)\s*;", code[code.rfind("}") + 1:] if "}" in code else code)[1]
    return re.search(r"(\w+)\(", code)[1]


def c_declarations(text: str):
    """The comments and declarations of a header in order: ("section" | "comment" | "code", text)."""
    token = re.compile(r"/\*(?P<comment>.*?)\*/|(?P<macro>#define MLF_ABI .*)|(?P<skip>#.*|extern \"C\" \{|\})|(?P<space>\s+)", re.S)
    line_end = re.compile(r"[ \t]*(/\*[^\n]*?\*/)?")
    at = 0
    while at < len(text):
        if text[at] == "#":  # a directive ends with its line
            end = text.index("\n", at)
            line = text[at:end]
            if re.match(r"#define MLF_ABI ", line):
                yield "code", line
            at = end
            continue
        found = token.match(text, at)
        if found and found["comment"] is not None:
            section = re.match(r"\s*---- (.*?) ----", found["comment"])
            if section:
                yield "section", section[1]
            body = re.sub(r"^\s*---- .*? ----", "", found["comment"])
            body = "\n".join(re.sub(r"^ \*? ?", "", line) for line in body.splitlines()).strip()
            if body:
                yield "comment", body
        if found:
            if found["space"] and found["space"].count("\n") > 1:
                yield "gap", ""
            at = found.end()
            continue
        end, depth = at, 0
        while depth > 0 or text[end] != ";":
            if text.startswith("/*", end):
                end = text.index("*/", end) + 2
                continue
            depth += (text[end] in "{(") - (text[end] in "})")
            end += 1
        end = line_end.match(text, end + 1).end()
        yield "code", text[at:end].strip()
        at = end


def c_reference(header: str) -> str:
    header = re.sub(r"#if defined\(__GNUC__\)\n.*?#endif\n", "", header, flags=re.S)
    header = re.sub(r"#ifdef __cplusplus\n.*?#endif\n", "", header, flags=re.S)
    page, comment, begun = "# C: mlf.h\n\n", "", False
    for kind, text in c_declarations(header):
        if kind == "section":
            page += f"## {text}\n\n"
            comment = ""
        elif kind == "comment" and not begun:
            page += paragraphs(re.sub(r"^( {2,}\S.*)$", r"  \1", text, flags=re.M), "c")
            begun = True
        elif kind == "comment":
            comment = text
        elif kind == "gap":
            page += paragraphs(comment, "c") if comment else ""
            comment = ""
        else:
            page += symbol(3, c_name(text), "c", text.replace("MLF_API ", ""), comment)
            comment = ""
    return page


# ---- Go ----

def go_reference(text: str) -> str:
    """What `go doc -all` prints, which indents comments by four."""
    head, *sections = re.split(r"^([A-Z]+)$\n", text, flags=re.M)
    page = "# Go: package mlf\n\n" + paragraphs(head.partition("\n")[2], "go")
    for name, body in zip(sections[::2], sections[1::2]):
        page += f"## {name.capitalize()}\n\n"
        for part in re.split(r"\n(?=func |type |const |var )", "\n" + body.strip("\n")):
            lines = part.strip("\n").splitlines()
            if not lines:
                continue
            end = 1
            if lines[0].endswith(("{", "(")):
                end = next(i for i, line in enumerate(lines) if line in ("}", ")")) + 1
            code = "\n".join(lines[:end])
            method = re.match(r"func \(\w+ \*?(\w+)\) (\w+)", code)
            named = re.match(r"(?:func|type) (\w+)", code)
            called = f"{method[1]}.{method[2]}" if method else named[1] if named else ", ".join(re.findall(r"^\t(\w+) ", code, re.M))
            page += symbol(4 if method or (name == "TYPES" and not code.startswith("type ")) else 3, called, "go", code,
                           textwrap.dedent("\n".join(lines[end:])))
    return page


# ---- Python ----

TOLD = """
import inspect, json, mlf, mlf.env
told = {}
for module in (mlf, mlf._mlf, mlf.env):
    for name, one in vars(module).items():
        told[name] = inspect.getdoc(one) or ""
        for inner, member in (vars(one).items() if inspect.isclass(one) else ()):
            told[f"{name}.{inner}"] = inspect.getdoc(member) or ""
print(json.dumps(told))
"""


def python_reference(package: pathlib.Path) -> str:
    """Signatures come from the type file and the sources, docstrings from the module where it is built."""
    told = {}
    if (package / "mlf").is_dir():
        told = json.loads(output(["/usr/bin/python3", "-c", TOLD], PYTHONPATH=str(package), PYTHONDONTWRITEBYTECODE="1"))
    page = "# Python: mlf, mlf.env\n\n"

    def comment(name: str, node) -> str:
        own = ast.get_docstring(node) if isinstance(node, (ast.FunctionDef, ast.ClassDef)) else ""
        lines = (own or told.get(name, "")).splitlines()
        while lines and (re.match(r"(\d+\. )?\w+\(.*\)( -> .*)?$|Overloaded function", lines[0]) or not lines[0].strip()):
            lines.pop(0)  # pybind11 writes the signature first
        lines = [line for line in lines if not re.match(r"\d+\. \w+\(", line)]
        return re.sub(r"``", "`", "\n".join(lines))

    def shown(node) -> str:
        if isinstance(node, ast.FunctionDef):
            node.body = [ast.Expr(ast.Constant(...))]
            node.decorator_list = [one for one in node.decorator_list if ast.unparse(one) != "overload"]
            return ast.unparse(node).replace(":\n    ...", "")
        if isinstance(node, ast.ClassDef):
            return f"class {node.name}" + (f"({', '.join(map(ast.unparse, node.bases))})" if node.bases else "")
        return ast.unparse(node)

    def called(node) -> str:
        return node.name if isinstance(node, (ast.FunctionDef, ast.ClassDef)) else node.target.id if isinstance(node, ast.AnnAssign) else ""

    folder = pathlib.Path("bindings/python/mlf")
    for heading, file in {"mlf": "__init__.py", "mlf: the module in C++": "_mlf.pyi", "mlf.env": "env.py"}.items():
        tree = ast.parse(read(folder / file))
        page += f"## {heading}\n\n" + paragraphs((ast.get_docstring(tree) or "").replace("``", "`"), "python")
        groups: list[tuple[str, int, list]] = []
        for node in tree.body:
            if not called(node) or (called(node).startswith("_") and called(node) != "__version__"):
                continue
            groups.append((called(node), 3, [node]))
            for member in node.body if isinstance(node, ast.ClassDef) else ():
                if not called(member) or (called(member).startswith("_") and called(member) != "__init__"):
                    continue
                name = f"{node.name}.{called(member)}"
                if groups[-1][0] == name:
                    groups[-1][2].append(member)
                else:
                    groups.append((name, 4, [member]))
        for name, level, nodes in groups:
            said = comment(name, nodes[0])
            page += symbol(level, name, "python", "\n".join(map(shown, nodes)), said)
    return page


# ---- Java ----

JAVADOC = re.compile(r"(?:/\*\*(?P<comment>(?:(?!\*/).)*)\*/\s*)?^(?P<indent> *)(?:@\w+\s+)?(?P<code>public [^{;=]*)", re.S | re.M)


def java_reference(folder: pathlib.Path) -> str:
    page = "# Java: package mlf\n\n"
    for file in sorted(folder.glob("*.java")):
        symbols: dict[str, list[tuple[str, str]]] = {}  # overloads have one heading
        text = read(file)
        if " interface " in text:  # its methods are public without the word
            text = re.sub(r"^  (?=\w[^\n]*\);$)", "  public ", text, flags=re.M)
        for found in JAVADOC.finditer(text):
            code = re.sub(r"\s+", " ", found["code"]).strip()
            if "@Override" in code:
                continue
            name = re.search(r"(?:class|record|enum|interface) (\w+)", code) or re.search(r"(\w+)\s*\(", code) or re.search(r"(\w+)$", code)
            comment = re.sub(r"^\s*\* ?", "", found["comment"] or "", flags=re.M).strip()
            comment = re.sub(r"\{@(?:link|code) #?([^}]*)\}", r"`\1`", comment)
            symbols.setdefault(name[1] if found["indent"] else "", []).append((code, comment))
        for name, overloads in symbols.items():
            (code, comment), *others = overloads
            page += symbol(3 if name else 2, f"{file.stem}.{name}".rstrip("."), "java", code, comment)
            for code, comment in others:
                page += f"````java\n{code}\n````\n\n" + paragraphs(comment, "java")
    return page


def of_doxygen(text: str) -> str:
    """A page of Doxygen with a way back to the site, tables that scroll on a phone, and without links to headings that it left out."""
    ids = set(re.findall(r'(?:id|name)="([^"]+)"', text))
    text = re.sub(r'<a href="#([\w-]+)">[^<]*</a>(?: &#124;\n)?', lambda link: link[0] if link[1] in ids else "", text)
    text = text.replace("</head>", "<style>div.contents, div.memproto { overflow-x: auto; }</style>\n</head>", 1)
    return text.replace('<div id="projectname">MajongLogicFlow', '<div id="projectname"><a href="../cpp.html">MajongLogicFlow</a>')


def add_references(stage, build: pathlib.Path, doxygen: pathlib.Path) -> dict[str, str]:
    """Adds the reference pages: title -> path."""
    if doxygen.is_dir():
        shutil.copytree(doxygen, stage.folder / "api/cpp")
        for page in (stage.folder / "api/cpp").glob("*.html"):
            page.write_text(of_doxygen(read(page)), encoding="utf-8")
        cpp = "[The reference of include/mlf](cpp/index.html), by Doxygen.\n"
    else:
        cpp = "`./dev docs` was not run when this site was built.\n"
    go = shutil.which("go")
    doc = output([go, "doc", "-all", "."], folder="bindings/go", GOPROXY="off", GOFLAGS="-mod=mod") if go else ""
    node = {"The module": read("bindings/node/index.d.ts"), "Objects of the engine": read("bindings/node/engine.d.ts")}
    pages = {
        "C++": ("cpp", "# C++: public headers\n\n" + cpp, "include/README.md"),
        "C": ("c", c_reference(read("bindings/c/mlf.h")), "bindings/c/mlf.h"),
        "Go": ("go", go_reference(doc) if doc else "# Go: package mlf\n\nThere was no go when this site was built.\n", "bindings/go/flow.go"),
        "Node": ("node", typescript.reference("Node: majonglogicflow", node), "bindings/node/index.d.ts"),
        "Python": ("python", python_reference(build / "python"), "bindings/python/mlf/_mlf.pyi"),
        "Java": ("java", java_reference(pathlib.Path("bindings/java/src/mlf")), "bindings/java/src/mlf/Flow.java"),
    }
    for name, text, source in pages.values():
        stage.add(f"api/{name}.md", text, source)
    return {title: f"api/{name}.md" for title, (name, _, _) in pages.items()}

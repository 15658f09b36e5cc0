"""The reference of a TypeScript module: its declarations as Markdown, each with what its comment says."""
import dataclasses
import re


@dataclasses.dataclass
class Declaration:
    """One statement of a module, or one member of an interface or class."""
    comment: str
    code: str
    members: list["Declaration"]

    @property
    def name(self) -> str:
        return re.match(r"(?:export )?(?:declare )?(?:readonly )?(?:(?:interface|class|type|function|const) )?(\w+)", self.code)[1]


def statements(text: str) -> list[Declaration]:
    """The statements of a declaration file, or of the inside of a block, with the comments in front of them."""
    found, comment, at = [], "", 0
    while at < len(text):
        if blank := re.compile(r"\s+|//.*").match(text, at):
            at = blank.end()
        elif stated := re.compile(r"/\*\*(.*?)\*/", re.S).match(text, at):
            comment = " ".join(line.strip().lstrip("*").strip() for line in stated[1].splitlines()).strip()
            at = stated.end()
        else:
            end, depth = at, 0
            while depth > 0 or text[end] != ";":
                depth += (text[end] in "{([") - (text[end] in "})]")
                end += 1
                if depth == 0 and text[end - 1] == "}" and re.match(r"export (interface|class)", text[at:]):
                    break
            code = text[at:end].strip()
            block = re.match(r"export (?:interface|class) [^{]*\{(.*)\}$", code, re.S)
            found.append(Declaration(comment, code[:block.start(1) - 1].strip() if block else code, statements(block[1]) if block else []))
            comment, at = "", end + (text[end:end + 1] == ";")
    return found


def cell(text: str) -> str:
    """A cell of a table: one line, with no bar but inside of code."""
    return re.sub(r"`[^`]*`|\|", lambda found: found[0] if len(found[0]) > 1 else "\\|", re.sub(r"\s+", " ", text))


def reference(title: str, modules: dict[str, str]) -> str:
    """A page with every export of `modules`, heading -> text. A function that nothing explains is an error."""
    page = f"# {title}\n"
    for heading, text in modules.items():
        page += f"\n## {heading}\n"
        for one in statements(text):
            if one.code.startswith(("import", "export *")):
                continue
            called = re.match(r"export (?:function|const)", one.code)
            for unexplained in [one] if called else [member for member in one.members if re.match(r"\w+\(", member.code)]:
                if not unexplained.comment:
                    raise ValueError(f"{heading}, {one.name}: nothing explains {unexplained.name}")
            page += f"\n### {one.name}\n\n````typescript\n{one.code}\n````\n"
            page += f"\n{one.comment}\n" if one.comment else ""
            if one.members:
                page += "\n| member | what |\n| --- | --- |\n"
                page += "".join(f"| {cell(f'`{member.code}`')} | {cell(member.comment)} |\n" for member in one.members)
    return page

"""The documents as MkDocs reads them: with links that hold on the site, and what each page is in front of its text."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import urllib.parse

import yaml

LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
PICTURE = re.compile(r'<img src="([^"]+)"')
CODE = re.compile(r"`[^`]*`")
ITEM = re.compile(r"( *)([-*]|\d+\.) ")
OTHER_LANGUAGE = re.compile(r"\[(?:中文|English)\]\([^)]*\)")
CHINESE = "[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u3000-\u303f“”]"
BROKEN = re.compile(rf"{CHINESE}$"), re.compile(rf"(?:`[^`]*`)?{CHINESE}")
SHOWN = {".svg", ".png", ".html", ".json"}  # other files are shown as text, whatever a web server thinks of their names


def read(path: pathlib.Path | str) -> str:
    return pathlib.Path(path).read_text(encoding="utf-8")


def language(page: pathlib.Path | str) -> str:
    return "zh" if "zh" in pathlib.Path(page).parts or str(page).endswith("zh-CN.md") else "en"


def title(text: str) -> str:
    """The first heading, without marks."""
    found = re.search(r"^# (.*)", text, re.M)
    return re.sub(r"[`*]", "", found[1]) if found else ""


class Stage:
    """A folder with the pages of the site. Their paths are those of the documents, so links between them hold."""

    def __init__(self, folder: pathlib.Path):
        self.folder = folder
        self.texts: dict[str, str] = {}
        shutil.rmtree(folder, ignore_errors=True)
        self.documents = documents()

    def add(self, path: str, text: str, source: str = "", other: str = "") -> None:
        """Adds a page. `source`: the file whose change changes the page. `other`: the same page in the other language."""
        self.texts[path] = text
        about = {"language": language(path), "source": source, "other": other}
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("---\n" + json.dumps(about, ensure_ascii=False) + "\n---\n" + text, encoding="utf-8")

    def add_file(self, aim: pathlib.Path) -> pathlib.Path:
        """Adds a file that a page links to, and returns its path on the site."""
        name = aim if aim.suffix in SHOWN else aim.with_name(aim.name + ".txt")
        (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(aim, self.folder / name)
        return name

    def add_documents(self, extended) -> None:
        """Adds all documents; `extended(page, text)` may add to a text."""
        for page in self.documents:
            self.add(str(page), extended(page, self.staged(page, read(page))), str(page), self.counterpart(page))

    def counterpart(self, page: pathlib.Path) -> str:
        """The same document in the other language; empty if there is none."""
        parts = list(page.parts)
        if parts[0] == "docs" and len(parts) > 2:
            parts[1] = {"en": "zh", "zh": "en"}[parts[1]]
            other = pathlib.Path(*parts)
        else:
            other = page.with_name(page.name.replace(".zh-CN.md", ".md") if language(page) == "zh" else page.stem + ".zh-CN.md")
        return str(other) if other in self.documents else ""

    def target(self, page: pathlib.Path, link: str) -> str | None:
        """The link as the site has it; None if it leads to nothing that a site can show."""
        path, _, anchor = link.partition("#")
        if "://" in link or not path:
            return link
        aim = pathlib.Path(os.path.normpath(page.parent / urllib.parse.unquote(path)))
        if aim.is_dir():
            own = "README.zh-CN.md" if language(page) == "zh" else "README.md"
            found = [aim / name for name in (own, "README.md") if (aim / name).exists()]
            if not found:
                return None
            aim = found[0]
        if not aim.exists():
            sys.exit(f"{page}: there is no {link}")
        if aim.suffix != ".md":
            aim = self.add_file(aim)
        return os.path.relpath(aim, page.parent) + (f"#{anchor}" if anchor else "")

    def staged(self, page: pathlib.Path, text: str) -> str:
        """The text as MkDocs reads it: lists begin after an empty line, inner ones are indented by four, and a line of Chinese goes on
        without a space. The link to the other language is left out, as each page of the site has one."""
        def linked(match: re.Match) -> str:
            aim = self.target(page, match[3])
            return match[2] if aim is None else f"{match[1]}[{match[2]}]({aim})"

        lines, in_code, before = [], False, ""
        for line in text.splitlines():
            if line.lstrip().startswith("```"):
                in_code = not in_code
            elif not in_code:
                if OTHER_LANGUAGE.fullmatch(line):
                    continue
                item = ITEM.match(line)
                if item and before.strip() and not ITEM.match(before) and not before.startswith("  "):
                    lines.append("")
                indent = len(line) - len(line.lstrip(" "))
                if 2 <= indent < 4 and lines and before.strip():
                    line = "  " + line
                spans = [code.span() for code in CODE.finditer(line)]
                line = LINK.sub(lambda match: match[0] if any(a <= match.start() and match.end() <= b for a, b in spans) else linked(match), line)
                line = PICTURE.sub(lambda match: f'<img src="{self.target(page, match[1])}"', line)
                if BROKEN[0].search(before) and BROKEN[1].match(line.lstrip()) and not before.startswith(("#", "|")):
                    lines[-1] += line.lstrip()
                    before = lines[-1]
                    continue
            lines.append(line)
            before = line
        return "\n".join(lines) + "\n"


def documents() -> list[pathlib.Path]:
    known = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"], capture_output=True, text=True)
    if known.returncode == 0:
        return [pathlib.Path(line) for line in known.stdout.splitlines() if pathlib.Path(line).exists()]
    skip = {"build", "node_modules"}
    root = pathlib.Path.cwd()
    return sorted(one.relative_to(root) for one in root.rglob("*.md") if not skip & set(one.relative_to(root).parts))


# ---- Variants ----

WORDS = {
    "en": {"variants": "Variants", "lead": "{count} games, each a graph in one file. A card shows its chart.", "seats": "{} seats", "chart": "Chart",
           "rules": "rules in full", "source": "variant.yaml", "whole": "whole picture"},
    "zh": {"variants": "玩法", "lead": "{count} 个玩法，各是一个文件里的一张图。卡片上是它的流程图。", "seats": "{} 家", "chart": "流程图",
           "rules": "完整规则", "source": "variant.yaml", "whole": "看大图"},
}


class Variants:
    """What variant.yaml says about each variant, as parts of pages."""

    def __init__(self, stage: Stage):
        self.stage = stage
        self.all = {}
        for file in sorted(pathlib.Path("variants").glob("*/variant.yaml")):
            head = read(file).split("\noptions:")[0]
            own = yaml.safe_load(head)
            self.all[file.parent.name] = {"seats": self.seats(own), **own}
            stage.add_file(file)
            chart = stage.add_file(pathlib.Path("graphs", file.parent.name + ".svg"))
            small = re.sub(r"<!--.*?-->|<title>.*?</title>|<text .*?</text>", "", read(chart), flags=re.S)
            small = re.sub(r'<svg width="[^"]*" height="[^"]*"', "<svg", re.sub(r"\n\s*\n+", "\n", small))
            (stage.folder / chart).with_suffix(".small.svg").write_text(small, encoding="utf-8")

    @classmethod
    def seats(cls, told: dict) -> int:
        """Seats of a variant, or of the one that it extends."""
        return told["seats"] if "seats" in told else cls.seats(yaml.safe_load(read(f"variants/{told['extends']}/variant.yaml").split("\noptions:")[0]))

    def name(self, variant: str, lang: str) -> str:
        """Without its id, which English names have in brackets."""
        return self.all[variant][lang].removesuffix(f" ({variant})")

    @staticmethod
    def readme(variant: str, lang: str) -> str:
        return f"variants/{variant}/README{'.zh-CN' if lang == 'zh' else ''}.md"

    def gallery(self, lang: str) -> str:
        words = WORDS[lang]
        regions: dict[str, list[str]] = {}
        for variant, told in self.all.items():
            regions.setdefault(told["about"]["region"][lang], []).append(variant)
        page = f"# {words['variants']}\n\n{words['lead'].format(count=len(self.all))}\n"
        for region, variants in sorted(regions.items(), key=lambda one: -len(one[1])):
            page += f'\n## {region}\n\n<div class="cards">\n'
            for variant in variants:
                told = self.all[variant]
                href = f"{variant}/{pathlib.Path(self.readme(variant, lang)).with_suffix('.html').name}".replace("README.html", "index.html")
                page += (f'<a class="card" href="{href}"><img loading="lazy" src="../graphs/{variant}.small.svg" alt="">'
                         f'<b>{self.name(variant, lang)} <code>{variant}</code></b><span>{told["about"]["line"][lang]}</span>'
                         f'<span class="tags">{self.tags(told, lang)}</span></a>\n')
            page += "</div>\n"
        return page

    @staticmethod
    def tags(told: dict, lang: str) -> str:
        # Where an option decides how many seats there are, a tag says it.
        seats = [WORDS[lang]["seats"].format(told["seats"])] if isinstance(told["seats"], int) else []
        return "".join(f"<i>{word}</i>" for word in seats + [tag[lang] for tag in told["about"]["tags"]])

    def extended(self, page: pathlib.Path, text: str) -> str:
        """The page of a variant, with what it is under its title and its chart at the end."""
        if page.parts[0] != "variants" or len(page.parts) != 3:
            return text
        variant, lang = page.parts[1], language(page)
        told, words = self.all[variant], WORDS[lang]
        head, _, rest = text.partition("\n")
        about = f'<p class="tags"><i>{told["about"]["region"][lang]}</i>{self.tags(told, lang)}</p>'
        chart = f"../../graphs/{variant}.svg"
        links = f"[{words['rules']}](../../docs/{lang}/rules/{variant}.md) · " if pathlib.Path("docs", lang, "rules", variant + ".md").exists() else ""
        return (f"{head}\n\n{about}\n{rest}\n## {words['chart']}\n\n[![{told[lang]}]({chart})]({chart})\n\n"
                f"{links}[{words['source']}](variant.yaml.txt) · [{words['whole']}]({chart})\n")

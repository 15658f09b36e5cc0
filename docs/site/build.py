#!/usr/bin/env python3
"""Builds the site of the documents: both languages, the variants, and reference pages of every language of the engine.

Usage: build.py <build folder of a preset> <site>      (in the top folder)

The documents are staged with the paths they have here, so their links hold. Files that they link to come along; a link
to a folder leads to its README. MkDocs makes the pages, with the theme of this folder. Then every link and anchor of every
page is checked; a broken one, or a warning of MkDocs, ends the program with status 1. Equal files give equal bytes when
SOURCE_DATE_EPOCH is set.

MLF_EDIT_URL, if set, is put in front of the path of a document: the address where a reader edits it.
"""
import html.parser
import json
import os
import pathlib
import re
import subprocess
import sys
import time
import urllib.parse

from references import add_references
from stage import Stage, Variants, language, read, title

build, site = (pathlib.Path(one).resolve() for one in sys.argv[1:])
root = pathlib.Path.cwd()
theme = pathlib.Path(__file__).resolve().parent / "theme"

WORDS = {
    "en": {"start": "Start", "more": "More", "languages": "Other languages", "reference": "Reference", "home": "Overview"},
    "zh": {"start": "开始", "more": "其他", "languages": "其他语言", "reference": "参考", "home": "概览"},
}


def rows(page: pathlib.Path):
    """What the tables of an index page list: a string is the heading of a table, a path a page."""
    for line in read(page).splitlines():
        row = re.match(r"\| \[[^\]]*\]\(([^)#]+)\) \|", line)
        if row:
            aim = os.path.normpath(page.parent / row[1])
            yield pathlib.Path(aim, "README.md") if row[1].endswith("/") else pathlib.Path(aim)
        elif line.startswith("| ") and not line.startswith("| ---"):
            yield line.strip("| ").rstrip("| ").strip()


def navigation(stage: Stage, variants: Variants, api: dict[str, str], lang: str) -> list[dict]:
    """The sections of the menu: {title, sources [path], pages [[title, path, path of the page]]}. Documents are in the order of docs/<lang>/README.md."""
    words, end = WORDS[lang], ".zh-CN.md" if lang == "zh" else ".md"
    entry = lambda path: [title(stage.texts[str(path)]), str(path)]
    home = pathlib.Path("docs", lang)
    menu = [{"title": words["start"], "pages": [[words["home"], "README" + end], entry(home / "README.md")]},
            {"title": title(stage.texts["variants/gallery" + end]), "pages": [entry("variants/gallery" + end)] + [
                [variants.name(one, lang), Variants.readme(one, lang)] for one in variants.all]}]
    for one in rows(home / "README.md"):
        if isinstance(one, str):
            menu.append({"title": one[:1].upper() + one[1:], "pages": []})
        elif one.parent == home:
            menu[-1]["pages"].append(entry(one))

    def folder(name: str) -> dict:
        """The pages of a folder; "Install: C" is called "C" below "Install"."""
        index = home / name / "README.md"
        called = title(stage.texts[str(index)])
        inner = [entry(one) for one in rows(index) if isinstance(one, pathlib.Path)]
        return {"title": called, "pages": [[words["home"], str(index)]] + [[re.sub(rf"^{called}(?:: |：)", "", name), path] for name, path in inner]}

    menu.insert(1, folder("install"))
    menu.append(folder("rules"))
    menu.append({"title": words["languages"], "pages": [
        [name, f"bindings/{name.lower()}/README{end}"] for name in ("C", "Python", "Go", "Node", "Java")]})
    menu.append({"title": words["reference"], "pages": [list(one) for one in api.items()]})
    menu.append({"title": words["more"], "pages": [entry("CONTRIBUTING" + end), entry("CHANGELOG.md")]})
    for section in menu:
        section["sources"] = [path for _, path in section["pages"]]
        section["pages"] = [[name, path, path.replace("README.md", "index.md").removesuffix(".md") + ".html"] for name, path in section["pages"]]
    return menu


class Page(html.parser.HTMLParser):
    """Ids and links of a page, and the text of its article by headings: [[id, heading, text]]."""

    def __init__(self, text: str):
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.sections: list[list[str]] = []
        self.in_article = self.in_heading = self.in_mark = False
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.ids.update(value for name, value in attributes if name in ("id", "name") and value)
        self.links += [value for name, value in attributes if name in ("href", "src") and value]
        if tag == "article":
            self.in_article = True
        elif self.in_article and re.fullmatch("h[1-6]", tag):
            self.sections.append([given.get("id", ""), "", ""])
            self.in_heading = True
        elif given.get("class") == "headerlink":
            self.in_mark = True

    def handle_endtag(self, tag):
        if tag == "article":
            self.in_article = False
        elif re.fullmatch("h[1-6]", tag):
            self.in_heading = False
        elif tag == "a":
            self.in_mark = False
        elif self.in_article and self.sections and tag in ("p", "li", "td", "th", "pre", "span", "strong"):
            self.sections[-1][2] += " " if tag not in ("span", "strong") else ""

    def handle_data(self, data):
        if self.in_article and self.sections and not self.in_mark:
            self.sections[-1][1 if self.in_heading else 2] += data


def broken(pages: dict[pathlib.Path, Page]) -> list[str]:
    faults = []
    exists: dict[pathlib.Path, bool] = {}
    for path, page in pages.items():
        if path.name == "404.html":
            continue
        for link in page.links:
            url = urllib.parse.urlsplit(link)
            if url.scheme or url.netloc:
                continue
            aim = path if not url.path else pathlib.Path(os.path.normpath(path.parent / urllib.parse.unquote(url.path)))
            if aim not in pages and aim not in exists:
                exists[aim] = aim.is_file()
            anchor = urllib.parse.unquote(url.fragment)
            if (aim not in pages and not exists[aim]) or (anchor and aim in pages and anchor not in pages[aim].ids):
                faults.append(f"{path.relative_to(site)}: {link}")
    return faults


def write_search(pages: dict[pathlib.Path, Page]) -> None:
    """search/<language>.js: all text. A script, because a page that is opened as a file may load nothing else."""
    (site / "search").mkdir()
    for lang in ("en", "zh"):
        found = []
        for path, page in sorted(pages.items()):
            name = path.relative_to(site)
            if path.name == "404.html" or not page.sections or language(name.with_suffix(".md")) != lang:
                continue
            found.append([str(name), page.sections[0][1].strip(), [[anchor, heading.strip(), re.sub(r"\s+", " ", text).strip()]
                                                                    for anchor, heading, text in page.sections]])
        text = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
        (site / f"search/{lang}.js").write_text(f'mlfSearch.add("{lang}", {text});\n', encoding="utf-8")


def version() -> dict[str, str]:
    number = re.search(r"project\(MajongLogicFlow VERSION ([\d.]+)", read("CMakeLists.txt"))[1]
    return {"version": number, "date": time.strftime("%Y-%m-%d", time.gmtime(int(os.environ.get("SOURCE_DATE_EPOCH", time.time()))))}


def main() -> int:
    stage = Stage(build / "site-stage")
    variants = Variants(stage)
    stage.add_documents(variants.extended)
    for lang, end, other in (("en", ".md", ".zh-CN.md"), ("zh", ".zh-CN.md", ".md")):
        stage.add("variants/gallery" + end, variants.gallery(lang), other="variants/gallery" + other)
    api = add_references(stage, build, root / "build/docs/html")
    extra = {"menu": {lang: navigation(stage, variants, api, lang) for lang in ("en", "zh")}, "edit": os.environ.get("MLF_EDIT_URL", ""), **version()}
    config = {
        "site_name": "MajongLogicFlow", "site_url": "", "docs_dir": str(stage.folder), "site_dir": str(site), "use_directory_urls": False,
        "theme": {"name": None, "custom_dir": str(theme), "static_templates": ["404.html"]}, "plugins": [], "extra": extra,
        "markdown_extensions": ["tables", "fenced_code", "sane_lists", "attr_list",
                                {"codehilite": {"css_class": "code", "guess_lang": False}}, {"toc": {"permalink": "#", "toc_depth": "2-4"}}],
    }
    # JSON is YAML, but for the name of a function.
    text = json.dumps(config, ensure_ascii=False).replace('"permalink"', '"slugify": !!python/name:markdown.extensions.toc.slugify_unicode , "permalink"')
    file = build / "mkdocs.yml"
    file.write_text(text, encoding="utf-8")
    ran = subprocess.run(["mkdocs", "build", "--quiet", "--strict", "--clean", "-f", str(file)])
    if ran.returncode != 0:
        return ran.returncode
    for sitemap in site.glob("sitemap.xml*"):  # it has addresses only where the site has one
        sitemap.unlink()
    (site / "version.json").write_text(json.dumps(version()) + "\n", encoding="utf-8")
    generated = site / "api/cpp"
    pages = {path: Page(read(path)) for path in site.rglob("*.html")}
    write_search({path: page for path, page in pages.items() if generated not in path.parents})
    faults = broken(pages)
    print("\n".join(faults[:50]) if faults else f"{len(pages)} pages; every link leads somewhere.")
    return 1 if faults else 0


sys.exit(main())

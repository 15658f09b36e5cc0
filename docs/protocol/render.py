#!/usr/bin/env python3
"""Writes docs/en/protocol.md, docs/zh/protocol.md and docs/protocol/index.html from asyncapi.json
and openapi.json, which are beside this script.

    docs/protocol/render.py            writes the three files
    docs/protocol/render.py --check    writes nothing; exit 1 and their names where any is stale
"""
import html
import json
import pathlib
import re
import sys
import textwrap

HERE = pathlib.Path(__file__).resolve().parent
DOCS = HERE.parent

WORDS = {
    "title": ("Protocol", "协议"),
    "lead": (
        "Messages between clients and `mlf-server`. This page is made from "
        "[asyncapi.json](../protocol/asyncapi.json) and [openapi.json](../protocol/openapi.json) by "
        "`docs/protocol/render.py`; tests hold the code to both files. "
        "[index.html](../protocol/index.html) is the same as one page for a browser.",
        "客户端与 `mlf-server` 之间的消息。本页由 `docs/protocol/render.py` 从 "
        "[asyncapi.json](../protocol/asyncapi.json) 和 [openapi.json](../protocol/openapi.json) "
        "生成，测试保证代码与两个文件一致。[index.html](../protocol/index.html) 是同样内容的网页。"),
    "optional": (
        "A field with `?` may be absent. Objects of the engine (View, Event, Offer) are described in "
        "[json.md](json.md).",
        "带 `?` 的字段可以没有。引擎的对象（View、Event、Offer）见 [json.md](json.md)。"),
    "requests": ("Requests", "请求"),
    "requests_lead": (
        "Beside its fields a request has `t`, its name here, and may have `re`, a number or a text "
        "of at most 64 bytes. `ok` carries `re` and the fields of the second table.",
        "除所列字段外，请求带 `t`（即此处的名字），可带 `re`（数，或至多 64 字节的文本）。"
        "`ok` 带 `re` 和第二张表的字段。"),
    "pushes": ("Pushes", "推送"),
    "objects": ("Objects", "对象"),
    "errors": ("Error codes", "错误码"),
    "errors_lead": (
        "An error is `{\"t\": \"error\", \"re\", \"code\", \"reason\", \"field\"?, \"choices\"?}`. "
        "It changes nothing.",
        "错误形如 `{\"t\": \"error\", \"re\", \"code\", \"reason\", \"field\"?, \"choices\"?}`，"
        "什么都不会改变。"),
    "refusals": ("Codes of a refused act", "拒绝动作的错误码"),
    "refusals_lead": (
        "The engine's own codes. `choices` says what the seat could do instead.",
        "引擎自己的错误码。`choices` 说明本家可做的动作。"),
    "closes": ("Close codes", "关闭码"),
    "http": ("HTTP", "HTTP"),
    "http_lead": (
        "On the same port. Errors are `application/problem+json`. Paths below `/api/v1/admin/` need "
        "`Authorization: Bearer TOKEN` and are there only with `--admin-token-file`.",
        "与 WebSocket 同一端口。错误为 `application/problem+json`。`/api/v1/admin/` 之下须带 "
        "`Authorization: Bearer TOKEN`，且仅在给了 `--admin-token-file` 时存在。"),
    "field": ("field", "字段"),
    "type": ("type", "类型"),
    "meaning": ("meaning", "含义"),
    "code": ("code", "错误码"),
    "close": ("close code", "关闭码"),
    "request": ("request", "请求"),
    "answers": ("answers", "应答"),
    "no_fields": ("No fields.", "没有字段。"),
    "ok_nothing": ("`ok` carries nothing more.", "`ok` 不带其他字段。"),
    "ok_fields": ("`ok` carries:", "`ok` 带有："),
    "text": ("text", "文本"),
    "number": ("number", "数"),
    "bool": ("bool", "布尔"),
    "object": ("object", "对象"),
    "nothing": ("null", "null"),
    "list": ("list of {}", "{} 的列表"),
    "or": (" or ", "或"),
}


class Page:
    """One language. `blocks` is the page as (kind, ...) for both output forms."""

    def __init__(self, lang, api, http):
        self.lang = lang
        self.api = api
        self.http = http
        self.blocks = []
        self.build()

    def word(self, key):
        return WORDS[key][self.lang]

    def said(self, node):
        """The sentence of a node in this language."""
        if self.lang == 1:
            return node.get("x-zh", node.get("zh", ""))
        return node.get("description", node.get("summary", node.get("en", "")))

    # ---- schemas in words ----

    def target(self, schema):
        """A reference followed: (name of the schema or None, the schema)."""
        if "allOf" in schema and len(schema["allOf"]) == 1 and "properties" not in schema:
            schema = schema["allOf"][0]
        if "$ref" not in schema:
            return None, schema
        name = schema["$ref"].rsplit("/", 1)[1]
        return name, self.api["components"]["schemas"][name]

    def type_of(self, schema):
        name, body = self.target(schema)
        kind = body.get("type")
        if kind == "object":
            return name if name and body.get("properties") else self.word("object")
        if "anyOf" in body:
            return self.word("or").join(self.type_of(one) for one in body["anyOf"])
        if isinstance(kind, list):
            return self.word("or").join(self.plain(one) for one in kind)
        if "enum" in body:
            return " ".join(f"`{word}`" for word in body["enum"])
        if kind == "array":
            return self.word("list").format(self.type_of(body["items"]))
        return self.plain(kind) + self.limits(body)

    def plain(self, kind):
        names = {"string": "text", "integer": "number", "number": "number", "boolean": "bool",
                 "null": "nothing"}
        return self.word(names.get(kind, "object"))

    @staticmethod
    def limits(body):
        if "pattern" in body:
            return f" `{body['pattern']}`"
        for low, high in (("minLength", "maxLength"), ("minimum", "maximum")):
            if low in body and high in body:
                return f", {body[low]}–{body[high]}"
            if low in body:
                return f", ≥ {body[low]}"
            if high in body:
                return f", ≤ {body[high]}"
        return ""

    def meaning(self, schema):
        return self.said(schema) or self.said(self.target(schema)[1])

    def fields(self, body, skip=()):
        """Rows of a table: the properties of an object schema, parts of allOf included."""
        properties, required = {}, set()
        for part in [*body.get("allOf", []), body]:
            part = self.target(part)[1] if "$ref" in part else part
            properties.update(part.get("properties", {}))
            required.update(part.get("required", []))
        return [[f"`{name}`" if name in required else f"`{name}?`", self.type_of(schema),
                 self.meaning(schema)]
                for name, schema in properties.items() if name not in skip]

    # ---- blocks ----

    def heading(self, level, text):
        self.blocks.append(("heading", level, text))

    def text(self, text):
        self.blocks.append(("text", text))

    def table(self, head, rows):
        self.blocks.append(("table", [self.word(key) for key in head], rows))

    def build(self):
        messages = self.api["components"]["messages"]
        operations = self.api["operations"]
        self.heading(1, self.word("title"))
        self.text(self.word("lead"))
        self.text(self.word("optional"))
        for rule in self.api["info"]["x-rules"]:
            self.heading(2, self.said(rule))
            self.blocks.append(("list", [self.said(item) for item in rule["items"]]))
        self.heading(2, self.word("requests"))
        self.text(self.word("requests_lead"))
        for name, operation in operations.items():
            if operation["action"] == "receive":
                self.request(name, messages[name], messages[name + ".ok"])
        self.heading(2, self.word("pushes"))
        for name, operation in operations.items():
            if operation["action"] != "send":
                continue
            self.heading(3, f"`{messages[name]['name']}`")
            self.text(self.said(messages[name]))
            self.table(("field", "type", "meaning"), self.fields(messages[name]["payload"], ("t",)))
        self.heading(2, self.word("objects"))
        for name, body in self.api["components"]["schemas"].items():
            if body.get("type") != "object" or not body.get("properties") or name in ("Answer", "Table"):
                continue
            self.heading(3, f"`{name}`")
            self.text(self.said(body))
            self.table(("field", "type", "meaning"), self.fields(body))
        self.codes("errors", "x-error-codes")
        self.codes("refusals", "x-refusal-codes")
        self.heading(2, self.word("closes"))
        self.table(("code", "close", "meaning"),
                   [[f"`{row['code']}`", str(row["close"]), self.said(row)]
                    for row in self.api["x-close-codes"]])
        self.heading(2, self.word("http"))
        self.text(self.word("http_lead"))
        rows = []
        for path, methods in self.http["paths"].items():
            for method, operation in methods.items():
                rows.append([f"`{method.upper()} {path}`", self.said(operation),
                             ", ".join(f"{status} {self.said(answer)}"
                                       for status, answer in operation["responses"].items())])
        self.table(("request", "meaning", "answers"), rows)

    def request(self, name, message, answer):
        self.heading(3, f"`{name}`")
        self.text(self.said(message))
        rows = self.fields(message["payload"], ("t", "re"))
        if rows:
            self.table(("field", "type", "meaning"), rows)
        else:
            self.text(self.word("no_fields"))
        rows = self.fields(answer["payload"], ("t", "re"))
        if rows:
            self.text(self.word("ok_fields"))
            self.table(("field", "type", "meaning"), rows)
        else:
            self.text(self.word("ok_nothing"))

    def codes(self, title, key):
        self.heading(2, self.word(title))
        self.text(self.word(title + "_lead"))
        self.table(("code", "meaning"), [[f"`{row['code']}`", self.said(row)] for row in self.api[key]])

    # ---- output ----

    def markdown(self):
        out = []
        for kind, *rest in self.blocks:
            if kind == "heading":
                out.append("#" * rest[0] + " " + rest[1])
            elif kind == "text":
                out.append(self.wrapped(rest[0]))
            elif kind == "list":
                out.append("\n".join(self.wrapped(item, "- ", "  ") for item in rest[0]))
            else:
                head, rows = rest
                lines = ["| " + " | ".join(head) + " |", "| " + " | ".join("---" for _ in head) + " |"]
                lines += ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
                out.append("\n".join(lines))
        return "\n\n".join(out) + "\n"

    def wrapped(self, text, first="", rest=""):
        if self.lang == 1:
            return first + text
        return textwrap.fill(text, 148, initial_indent=first, subsequent_indent=rest,
                             break_long_words=False, break_on_hyphens=False)

    def html(self):
        out, contents = [], []
        for kind, *rest in self.blocks:
            if kind == "heading":
                level, text = rest
                mark = f"{'en' if self.lang == 0 else 'zh'}-{len(contents)}"
                contents.append((level, mark, text))
                out.append(f'<h{level} id="{mark}">{self.inline(text)}</h{level}>')
            elif kind == "text":
                out.append(f"<p>{self.inline(rest[0])}</p>")
            elif kind == "list":
                out.append("<ul>" + "".join(f"<li>{self.inline(item)}</li>" for item in rest[0]) + "</ul>")
            else:
                head, rows = rest
                out.append("<table><tr>" + "".join(f"<th>{self.inline(cell)}</th>" for cell in head) + "</tr>"
                           + "".join("<tr>" + "".join(f"<td>{self.inline(cell)}</td>" for cell in row) + "</tr>"
                                     for row in rows) + "</table>")
        nav = "".join(f'<a class="l{level}" href="#{mark}">{self.inline(text)}</a>'
                      for level, mark, text in contents if level > 1)
        return nav, "\n".join(out)

    @staticmethod
    def inline(text):
        text = html.escape(text, quote=False)
        text = re.sub(r"`([^`]*)`", r"<code>\1</code>", text)
        def link(match):
            target = match[2].removeprefix("../protocol/")
            if target.endswith(".md"):
                return match[1]
            return f'<a href="{target}">{match[1]}</a>'
        return re.sub(r"\[([^\]]*)\]\(([^)]*)\)", link, text)


STYLE = """
body { margin: 0; font: 15px/1.6 system-ui, "Noto Sans CJK SC", sans-serif; color: #222; background: #fff; }
nav { position: fixed; inset: 0 auto 0 0; width: 15em; overflow: auto; padding: 1em; background: #f5f5f2; }
nav a { display: block; color: #333; text-decoration: none; padding: .1em 0; }
nav a.l3 { padding-left: 1.2em; font-size: 90%; }
main { margin-left: 18em; padding: 1em 2em 4em; max-width: 62em; }
table { display: block; overflow-x: auto; border-collapse: collapse; margin: .5em 0 1.2em; }
th, td { border: 1px solid #ccc; padding: .25em .6em; text-align: left; vertical-align: top; }
th { background: #f5f5f2; }
code { background: #f0f0ea; padding: 0 .25em; border-radius: 3px; overflow-wrap: anywhere; }
pre { overflow-x: auto; }
h2 { border-bottom: 1px solid #ccc; padding-top: .6em; }
.zh, body.chinese .en { display: none; }
body.chinese .zh { display: block; }
@media (max-width: 60em) { nav { position: static; width: auto; max-height: 12em; } main { margin: 0; padding: 1em; } }
@media (prefers-color-scheme: dark) {
  body { color: #ddd; background: #1b1b1b; } nav, th { background: #262626; } nav a { color: #ccc; }
  th, td { border-color: #444; } code { background: #2e2e2e; } a { color: #8ab4f8; }
}
"""


def document(pages):
    parts = []
    for page, lang in zip(pages, ("en", "zh")):
        nav, body = page.html()
        parts.append(f'<div class="{lang}" lang="{lang}"><nav>{nav}</nav><main>{body}</main></div>')
    return (
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
        "<meta name=\"viewport\" content=\"width=device-width\"><title>mlf-server: protocol</title>"
        f"<style>{STYLE}</style></head><body>\n"
        "<button style=\"position:fixed;top:.8em;right:1em;z-index:1\" "
        "onclick=\"document.body.classList.toggle('chinese')\">中文 / English</button>\n"
        "<script>if (navigator.language.startsWith('zh')) document.body.classList.add('chinese')</script>\n"
        + "\n".join(parts) + "\n</body></html>\n")


def main():
    api = json.loads((HERE / "asyncapi.json").read_text(encoding="utf-8"))
    http = json.loads((HERE / "openapi.json").read_text(encoding="utf-8"))
    pages = [Page(lang, api, http) for lang in (0, 1)]
    files = {DOCS / "en/protocol.md": pages[0].markdown(),
             DOCS / "zh/protocol.md": pages[1].markdown(),
             HERE / "index.html": document(pages)}
    stale = [path for path, text in files.items()
             if not path.exists() or path.read_text(encoding="utf-8") != text]
    if sys.argv[1:] == ["--check"]:
        for path in stale:
            print(f"{path.relative_to(DOCS.parent)} is stale: run docs/protocol/render.py")
        return 1 if stale else 0
    for path in stale:
        path.write_text(files[path], encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

// Pages: HTML files that need nothing beside them, no network and no server. Their templates,
// styles and scripts are the files of page/: page.html, page.css and page.js are those of all
// pages, <name>.html, <name>.css and <name>.js go into them. `{{name}}` in a template stands for
// what is put in.
#pragma once

#include <mlf/flow/json.h>
#include <mlf/flow/result.h>
#include <mlf/flow/viewer.h>

#include <map>
#include <string>
#include <string_view>

namespace mlf::tools {

using PagePlaces = std::map<std::string, std::string, std::less<>>;
// The template with its places filled; a place nobody fills is empty. What is put in is not looked
// through again.
std::string FillPage(std::string_view page, const PagePlaces& places);
// The page `name`, with the places of <name>.html filled. `title` is text, not HTML.
std::string WholePage(const std::string& name, Lang lang, std::string_view title,
                      const PagePlaces& places);

// JSON that may stand in a script element.
std::string ScriptJson(const Json& json);
// A drawing of Graphviz as part of a page: without head, and with fonts left to the page's style.
std::string PageSvg(std::string svg);

}  // namespace mlf::tools

// Pages: self-contained HTML files without network or server. The templates, styles and scripts are
// the files of page/. All pages share page.html, page.css and page.js; <name>.html, <name>.css and
// <name>.js are inserted into them. `{{name}}` in a template is a placeholder.
#pragma once

#include <mlf/flow/json.h>
#include <mlf/flow/result.h>
#include <mlf/flow/viewer.h>

#include <map>
#include <string>
#include <string_view>

namespace mlf::tools {

using PagePlaces = std::map<std::string, std::string, std::less<>>;
// The template with its placeholders replaced; unknown ones become empty. Inserted text is not
// scanned again.
std::string FillPage(std::string_view page, const PagePlaces& places);
// The page `name`, with the placeholders of <name>.html replaced. `title` is text, not HTML.
std::string WholePage(const std::string& name, Lang lang, std::string_view title,
                      const PagePlaces& places);

// JSON escaped for a script element.
std::string ScriptJson(const Json& json);
// A Graphviz drawing as part of a page: without prolog, with fonts from the page's style.
std::string PageSvg(std::string svg);

}  // namespace mlf::tools

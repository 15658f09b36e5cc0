// Pages: HTML files that need nothing beside them, no network and no server. Their templates, styles and scripts are the files of page/;
// `{{name}}` in a template stands for what is put in.
#pragma once

#include <mlf/flow/json.h>
#include <mlf/flow/result.h>

#include <map>
#include <string>
#include <string_view>

namespace mlf::tools {

// The template with its places filled; a place nobody fills is empty. What is put in is not looked through again.
std::string FillPage(std::string_view page, const std::map<std::string, std::string, std::less<>>& places);

// JSON that may stand in a script element.
std::string ScriptJson(const Json& json);
// A drawing of Graphviz as part of a page: without head, and with fonts left to the page's style.
std::string PageSvg(std::string svg);

}  // namespace mlf::tools

#include <mlf/flow/part_use.h>

#include <algorithm>

namespace mlf {

std::string PartUse::Name() const { return shared.empty() ? std::string(info.id) : "$" + shared; }

const PartParam* PartUse::Find(std::string_view name) const {
  const auto found = std::ranges::find(params, name, &PartParam::name);
  return found == params.end() ? nullptr : &*found;
}

int PartUse::Number(std::string_view name, int fallback) const {
  const PartParam* param = Find(name);
  const auto number = param == nullptr ? std::nullopt : param->value.AsInt();
  return number ? static_cast<int>(*number) : fallback;
}

std::vector<const PartUse*> PartUse::Children() const {
  std::vector<const PartUse*> children;
  for (const PartParam& param : params) {
    for (const PartUse& part : param.parts) children.push_back(&part);
  }
  return children;
}

std::string PartUse::Text() const {
  if (!shared.empty()) return Name();
  return std::string(info.id) + "@" + std::to_string(info.version) + ParamsText();
}

std::string PartUse::ParamsText() const {
  std::string text;
  for (const PartParam& param : params)
    text += (text.empty() ? "{" : ", ") + param.name + ": " + param.Text();
  return text.empty() ? "" : text + "}";
}

std::string PartParam::Text() const {
  switch (kind) {
    case Kind::kWord:
    case Kind::kNode: return value.text();
    case Kind::kValue: return value.Canonical();
    case Kind::kPart: return parts.front().Text();
    case Kind::kParts: break;
  }
  std::string text;
  for (const PartUse& part : parts) text += (text.empty() ? "" : ", ") + part.Text();
  return "[" + text + "]";
}

}  // namespace mlf

#include <mlf/flow/result.h>
#include "flow/base/words.h"

namespace mlf {

namespace {

// Keeps a fault on one line, whatever text the file contributed.
void AppendOneLine(std::string& out, std::string_view text) {
  for (const char c : text) AppendVisible(out, c);
}

}  // namespace

std::string SourcePos::Text() const {
  std::string text;
  AppendOneLine(text, file.str());
  if (line > 0) {
    if (!text.empty()) text += ':';
    text += std::to_string(line);
    if (column > 0) text += ':' + std::to_string(column);
  }
  return text;
}

std::string Fault::Text() const {
  std::string text = where.Text();
  if (!text.empty()) text += ": ";
  if (!code.empty()) text += code + ": ";
  AppendOneLine(text, message);
  return text;
}

std::string FaultText(const Faults& faults) {
  std::string text;
  for (const Fault& fault : faults) text += fault.Text() + '\n';
  return text;
}

}  // namespace mlf

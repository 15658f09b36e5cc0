// What the tests of charts share.
#pragma once

#include <mlf/flow/loader.h>
#include "tests/support/files.h"

#include <memory>
#include <string>
#include <vector>

namespace mlf::test {

// A flow that must build.
std::shared_ptr<const Flow> OpenOrFail(const std::string& name, const OptionValues& options = {});
// How often `what` stands in `text`.
int Count(const std::string& text, const std::string& what);

struct Ran {
  int status = 0;
  std::string out;
  std::string err;
};
// The command line in-process; English unless the arguments say otherwise.
Ran Flowviz(std::vector<std::string> args);

// A folder of this run's own, empty.
std::string TempFolder(const std::string& name);
// `text` with the one place where `from` stands replaced.
std::string Replaced(std::string text, const std::string& from, const std::string& to);
// The yaml of a variant of this library.
std::string VariantYaml(const std::string& id);

}  // namespace mlf::test

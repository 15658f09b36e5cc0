#include "support.h"

#include <mlf/variants/open.h>
#include "tools/flowviz/run.h"

#include <gtest/gtest.h>

#include <unistd.h>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace mlf::test {

std::shared_ptr<const Flow> OpenOrFail(const std::string& name, const OptionValues& options) {
  auto flow = OpenFlow(name, options);
  if (flow) return *flow;
  ADD_FAILURE() << name << ": " << FaultText(flow.faults());
  return nullptr;
}

int Count(const std::string& text, const std::string& what) {
  int count = 0;
  for (std::size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + what.size()))
    ++count;
  return count;
}

Ran Flowviz(std::vector<std::string> args) {
  ::setenv("LC_ALL", "C", 1);
  std::istringstream in;
  std::ostringstream out, err;
  Ran ran;
  ran.status = tools::RunFlowviz(std::move(args), in, out, err);
  ran.out = out.str();
  ran.err = err.str();
  return ran;
}

std::string TempFolder(const std::string& name) {
  const std::string path =
      ::testing::TempDir() + "flowviz_" + std::to_string(::getpid()) + "_" + name;
  std::filesystem::remove_all(path);
  std::filesystem::create_directories(path);
  return path;
}

std::string Replaced(std::string text, const std::string& from, const std::string& to) {
  // Ends the test, because later checks on another text would be meaningless.
  if (Count(text, from) != 1) throw std::runtime_error("the text does not hold once: " + from);
  return text.replace(text.find(from), from.size(), to);
}

std::string VariantYaml(const std::string& id) {
  return ReadText(std::string(MLF_SOURCE_DIR) + "/variants/" + id + "/variant.yaml");
}

}  // namespace mlf::test

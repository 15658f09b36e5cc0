#include "tools/chart/graphviz.h"

#include <dlfcn.h>

#include <string>
#include <type_traits>
#include <vector>

namespace mlf::tools {
namespace {

// The versions whose headers are compiled here (cmake/Programs.cmake).
constexpr const char* kLibraries[] = {MLF_GRAPHVIZ_FILES};

Fault Missing(const std::string& why) {
  return {"F05",
          {},
          "svg, png and pdf need Graphviz and cairo (Debian: libgvc6, libcairo2); dot, mmd and "
          "json do not: " +
              why};
}

Result<Graphviz> Load() {
  std::vector<void*> libraries;
  for (const char* file : kLibraries) {
    void* library = ::dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return Missing(::dlerror());
    libraries.push_back(library);
  }
  const char* missing = nullptr;
  const auto find = [&](auto& symbol, const char* name) {
    for (void* library : libraries) {
      if (symbol == nullptr)
        symbol =
            reinterpret_cast<std::remove_reference_t<decltype(symbol)>>(::dlsym(library, name));
    }
    if (symbol == nullptr) missing = name;
  };
  Graphviz found;
  find(found.AgMemDisc, "AgMemDisc");
#define MLF_FIND(name) find(found.name, #name);
  MLF_GRAPHVIZ(MLF_FIND)
#undef MLF_FIND
  if (missing != nullptr)
    return Missing(std::string("they are of another version, without ") + missing);
  return found;
}

}  // namespace

const Result<Graphviz>& LoadedGraphviz() {
  static const Result<Graphviz> loaded = Load();
  return loaded;
}

}  // namespace mlf::tools

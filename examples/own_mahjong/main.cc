// The example as a program with all commands of `mlf` and `flowviz`.
#include <mlf/flow/plugin.h>
#include <mlf/tool/main.h>
#include "dui_jia.h"

int main(int argc, char** argv) {
  return mlf::tool::Main(argc, argv, [](mlf::GameRegistry& registry) {
    mlf::RegisterAllGames(registry);
    RegisterDuiJia(registry);
    mlf::RegisterOwnVariants(registry);
  });
}

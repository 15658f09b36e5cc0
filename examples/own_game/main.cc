// The game as a program of its own, without mahjong: all commands of `mlf` and `flowviz`.
#include <mlf/flow/plugin.h>
#include <mlf/tool/main.h>
#include "harbour.h"

int main(int argc, char** argv) {
  return mlf::tool::Main(argc, argv, [](mlf::GameRegistry& registry) {
    mlf::RegisterFlowParts(registry);
    harbour::Register(registry);
    mlf::RegisterOwnVariants(registry);
  });
}

/// \file
/// The command lines as a function, for a program with parts of its own. CMake component `tool`,
/// target mlf::tool.
///
///   int main(int argc, char** argv) {
///     mlf::GameRegistry registry;
///     mlf::RegisterAllGames(registry);
///     registry.Add<PengOpposite>();
///     return mlf::tool::Main(argc, argv, registry);
///   }
///
/// The program then has all commands of `mlf` (check, play, sim, score, replay, ...), and those of
/// `flowviz` behind the word flowviz: `own flowviz render mine -o mine.svg`.
#pragma once

#include <mlf/flow/game_registry.h>

namespace mlf::tool {

/// Runs the command line with the parts, pieces and variants of `registry`. Returns the exit
/// status: 0 = done, 1 = bad input, 2 = wrong usage. Throws nothing.
int Main(int argc, char** argv, const GameRegistry& registry);

}  // namespace mlf::tool

/// \file
/// The command lines as a function, for a program with parts of its own. CMake component `tool`,
/// target mlf::tool.
///
///   int main(int argc, char** argv) {
///     return mlf::tool::Main(argc, argv, [](mlf::GameRegistry& registry) {
///       mlf::RegisterAllGames(registry);
///       registry.Add<PengOpposite>();
///     });
///   }
///
/// The program then has all commands of `mlf` (check, play, sim, score, replay, ...), and those of
/// `flowviz` behind the word flowviz: `own flowviz render mine -o mine.svg`.
#pragma once

#include <mlf/flow/game_registry.h>

#include <functional>

namespace mlf::tool {

/// Runs the command line with the parts, pieces and variants that `fill` adds to an empty registry.
/// Returns the exit status: 0 = done, 1 = bad input or a `fill` that throws, 2 = wrong usage.
/// Throws nothing.
int Main(int argc, char** argv, const std::function<void(GameRegistry&)>& fill);
/// The same with a registry that is filled already.
int Main(int argc, char** argv, const GameRegistry& registry);

}  // namespace mlf::tool

/// \file
/// Plug-ins: shared libraries that add parts, nodes, pieces and variants to a program.
///
///   MLF_PLUGIN(registry) {
///     registry.Add<PengOpposite>();
///     mlf::RegisterOwnVariants(registry);
///   }
///
/// `mlf_add_plugin(mine mine.cc VARIANTS variants/own)` of the CMake package builds it. Programs of
/// the package load it with --plugin FILE or the environment variable MLF_PLUGINS; own programs
/// call LoadPlugins.
///
/// A plug-in links the static library and hides it, so it carries the engine code that it uses and
/// needs no symbol of the program. Program and plug-in share the layout of classes, never a global:
/// a plug-in that calls AllParts() gets a registry without plug-ins. It is never unloaded.
#pragma once

#include <mlf/flow/game_registry.h>
#include <mlf/flow/result.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mlf {

/// Loads plug-ins, in this order, into the registry in use (AllGames). Call it before variants are
/// opened. With a fault nothing is loaded. A file that is loaded already is skipped.
///
/// Before any code of a file runs, the file must belong to root or the user of this process, must
/// not be writable by others, and must carry the ABI word of this program. Faults:
///   G01 file that cannot be read, or is no plug-in
///   G02 file of another owner, or writable by others
///   G03 built for another engine, compiler or standard library
///   G04 file that the dynamic linker refuses
///   G05 plug-in that throws while it registers, or registers an id that exists
Faults LoadPlugins(std::span<const std::string> files);
/// Loads the plug-ins that the environment variable MLF_PLUGINS names, separated by colons, and
/// then `files`, those of a command line.
Faults LoadPluginsOfRun(const std::vector<std::string>& files);
/// Adds the variants that mlf_add_plugin or mlf_add_variants got; they define this function.
void RegisterOwnVariants(GameRegistry& registry);
/// "engine 0.2.0 9f3c07aa12d4; compiler g++ 12; ...": what a plug-in and this program must share.
std::string_view AbiWord();

}  // namespace mlf

/// \cond
// What decides the layout of the classes that program and plug-in share. MLF_ENGINE is set by the
// build: version and digest of the public headers.
#define MLF_TEXT_OF(token) #token
#define MLF_TEXT(token) MLF_TEXT_OF(token)
#if defined(__clang__)
#define MLF_COMPILER "clang " MLF_TEXT(__clang_major__)
#else
#define MLF_COMPILER "g++ " MLF_TEXT(__GNUC__)
#endif
#if defined(_GLIBCXX_RELEASE)
#define MLF_STANDARD_LIBRARY \
  "libstdc++ " MLF_TEXT(_GLIBCXX_RELEASE) " strings " MLF_TEXT(_GLIBCXX_USE_CXX11_ABI)
#else
#define MLF_STANDARD_LIBRARY "unknown"
#endif
#if defined(_GLIBCXX_DEBUG)
#define MLF_CONTAINERS "checked"
#else
#define MLF_CONTAINERS "plain"
#endif
#define MLF_ABI_WORD                                                                         \
  "engine " MLF_ENGINE "; compiler " MLF_COMPILER "; standard library " MLF_STANDARD_LIBRARY \
  "; C++ ABI " MLF_TEXT(__GXX_ABI_VERSION) "; containers " MLF_CONTAINERS
/// \endcond

/// Begins the function that registers what a plug-in has. Once in each plug-in.
#define MLF_PLUGIN(registry)                                                                       \
  extern "C" [[gnu::visibility("default"), gnu::used,                                              \
               gnu::section(".mlf_plugin")]] const char mlf_plugin_abi[] = MLF_ABI_WORD;           \
  static void MlfRegisterPlugin(::mlf::GameRegistry&);                                             \
  extern "C" [[gnu::visibility("default")]] void mlf_plugin_register(::mlf::GameRegistry& games) { \
    games.AddEventTypes(::mlf::EventTypes());                                                      \
    MlfRegisterPlugin(games);                                                                      \
  }                                                                                                \
  static void MlfRegisterPlugin(::mlf::GameRegistry& registry)

// The texts of `mlf new`: a variant from a few answers, or a patch. new.cc writes the files.
#pragma once

#include <mlf/flow/flow.h>
#include <mlf/flow/result.h>

#include <string>
#include <vector>

namespace mlf::tools {

enum class Claim : std::uint8_t {
  kAll,
  kNearest,
  kNone
};  // who wins a discard: everybody, the nearest, nobody
enum class AfterWin : std::uint8_t {
  kEnds,
  kLeaves,
  kStays
};  // the hand ends; the winner leaves it; stays, locked
enum class ScoreStyle : std::uint8_t { kDoubling, kLinear };  // 2^fan, or a unit a fan

// The answers that define a new variant.
struct NewRules {
  int players = 4;
  std::string kinds = "1-9m 1-9s 1-9p";  // as tile_set reads them
  bool chi = false;
  bool peng = true;
  bool gang = true;
  bool standard = true;
  bool seven_pairs = false;
  bool thirteen_orphans = false;
  Claim claim = Claim::kAll;
  AfterWin after_win = AfterWin::kEnds;
  ScoreStyle score = ScoreStyle::kDoubling;
};

struct NewNames {
  std::string id;
  std::string zh;
  std::string en;
};

// README.md and README.zh-CN.md.
struct Readmes {
  std::string en, zh;
};

// Contradictions between the answers, as sentences in both languages.
Faults CheckRules(const NewRules& rules);
std::string RulesYaml(const NewNames& names, const NewRules& rules);
Readmes RulesReadmes(const NewNames& names, const NewRules& rules);

std::string PatchYaml(const NewNames& names, const std::string& base, const Label& base_label);
Readmes PatchReadmes(const NewNames& names, const std::string& base, const Label& base_label);

// A scenario of the opening: seed 1, timeouts of all seats, up to the third window. It expects what
// the flow does now.
std::string OpeningScenario(const Flow& flow);

}  // namespace mlf::tools

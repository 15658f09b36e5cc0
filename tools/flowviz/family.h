// The family of variants: how they derive from and resemble each other.
#pragma once

#include <mlf/flow/result.h>
#include <mlf/flow/viewer.h>
#include "tools/chart/parts.h"
#include "tools/chart/picture.h"

#include <string>
#include <vector>

namespace mlf::tools {

struct FamilyMember {
  Chart chart;
  std::string base;  // id of the variant that it extends; empty = none
};

// Two members and the number of kinds of nodes and parts that both use.
struct Kinship {
  int a = 0, b = 0;
  int common = 0;
  bool derived = false;  // b extends a
};

// Each variant beside the one that it extends, or else beside the one that it resembles most: a
// spanning tree of the largest shares of common kinds. Every edge leads away from the member that
// has most in common with all others.
std::vector<Kinship> KinshipsOf(const std::vector<FamilyMember>& family);

// A box for each variant, a line for each kinship. The more two variants have in common, the
// thicker the line.
Picture FamilyPicture(const std::vector<FamilyMember>& family, bool legend);

// The picture, and the table of variants by parts.
Result<std::string> FamilyPage(const std::vector<FamilyMember>& family, Lang lang);

}  // namespace mlf::tools

// Colours that are distinct for colour-blind readers (palette of Okabe and Ito). Line style and
// shape repeat the same information.
#pragma once

namespace mlf::tools::palette {

inline constexpr const char* kText = "#000000";
inline constexpr const char* kPlayer = "#0072B2";
inline constexpr const char* kPlayerFill = "#E3F1FA";
inline constexpr const char* kSystem = "#555555";
inline constexpr const char* kSystemFill = "#F4F4F4";
inline constexpr const char* kWindow = "#D55E00";
inline constexpr const char* kWindowFill = "#FFF6E5";
inline constexpr const char* kRare = "#CC79A7";
inline constexpr const char* kGroupLine = "#BBBBBB";
inline constexpr const char* kFaint = "#666666";
inline constexpr const char* kWhite = "#FFFFFF";
// Kinds of differences.
inline constexpr const char* kAdded = "#007A5E";
inline constexpr const char* kAddedFill = "#DDF3EA";
inline constexpr const char* kRemoved = "#C1272D";
inline constexpr const char* kRemovedFill = "#FBE3E4";
inline constexpr const char* kChanged = "#8A5A00";
inline constexpr const char* kChangedFill = "#FFF3CC";
inline constexpr const char* kMoved = "#5B3A8C";
inline constexpr const char* kMovedFill = "#EAE2F5";

}  // namespace mlf::tools::palette

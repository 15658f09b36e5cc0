// Reads `about:` and `lessons:`, what people are told of a game before and in their first hand. No
// rule depends on them. Private to the loader.
//
//   about: {region: {zh: 四川, en: Sichuan}, line: {zh: ..., en: ...}, tags: [{zh: ..., en: ...}],
//           tiles: 1m5z, unit: {zh: 番, en: han}}
//   lessons: {start: {zh: ..., en: ...}, peng: {zh: ..., en: ...}}
#pragma once

#include "flow/load/loader_reader.h"

#include <mlf/flow/loader.h>

namespace mlf::loader {

// Faults: V01 an unknown key; V02 a wrong kind of value, too many tags, or tiles that `pieces`
// (null: any) cannot read; V03 a text that lacks a language.
void CheckAbout(const Value& about, const PieceText* pieces, Faults& faults);

// A lesson is told when its node is offered first, and that of the entry before the first tile.
// Faults: V01 a key of `file`, the variant's own, that is no node of `spec` (a base may teach nodes
// that the variant takes away); V02 a wrong kind of value; V03 a text that lacks a language.
void CheckLessons(const Value& lessons, const FlowSpec& spec, const std::string& file,
                  Faults& faults);

}  // namespace mlf::loader

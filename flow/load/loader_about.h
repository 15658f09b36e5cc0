// Reads `about:`, what people are told of a game before they play it. No rule depends on it.
// Private to the loader.
//
//   about: {region: {zh: 四川, en: Sichuan}, line: {zh: ..., en: ...}, tags: [{zh: ..., en: ...}],
//           tiles: 1m5z, unit: {zh: 番, en: han}}
#pragma once

#include <mlf/flow/loader.h>

namespace mlf::loader {

// Faults: V01 an unknown key; V02 a wrong kind of value, too many tags, or tiles that `pieces`
// (null: any) cannot read; V03 a text that lacks a language.
void CheckAbout(const Value& about, const PieceText* pieces, Faults& faults);

}  // namespace mlf::loader

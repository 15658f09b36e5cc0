#include <mlf/table/readings.h>

namespace mlf::table {

std::string ReadingText(const Reading& reading) {
  const auto write = [](Tile tile, bool wild) {
    const std::string rank(1, static_cast<char>('1' + RankOf(tile)));
    return wild ? "[" + rank + "]" : rank;
  };
  std::string text;
  for (int i = 0; i < 2; ++i) text += write(reading.pair, i >= 2 - reading.pair_wild);
  text += SuitLetter(SuitOf(reading.pair));
  for (const SetReading& set : reading.Sets()) {
    text += ' ';
    // A triplet shows its natural tiles first.
    for (int i = 0; i < 3; ++i)
      text += write(set.At(i), set.IsWild(set.kind == SetReading::kTriplet ? 2 - i : i));
    text += SuitLetter(SuitOf(set.first));
  }
  return text;
}

}  // namespace mlf::table

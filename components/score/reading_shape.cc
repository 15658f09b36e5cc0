// No parts here.
#include <mlf/components/reading_shape.h>

#include <algorithm>

namespace mlf::score {

namespace {

void AddSet(ReadingShape& shape, const ReadingShape::Set& set) {
  MLF_CHECK(shape.set_count < shape.sets.size(), "a reading holds five sets at most");
  shape.sets[shape.set_count++] = set;
  if (set.triplet) {
    shape.triplets |= MaskOf(set.first);
    shape.concealed_triplets =
        static_cast<std::uint8_t>(shape.concealed_triplets + (set.concealed ? 1 : 0));
  } else {
    ++shape.sequence_count;
    shape.sequences.Add(set.first);
  }
}

// The lowest tile of a meld as it is read.
[[gnu::noinline, gnu::cold]] Tile LowestAs(const table::Face& face, const table::Meld& meld) {
  return meld.HasFace() ? std::min(meld.tile, face.Of(meld.At(2))) : face.Of(meld.tile);
}

}  // namespace

ReadingShape MakeReadingShape(const table::Reading& reading, std::span<const table::Meld> melds,
                              int placed, WinBy by, const table::Face& face) {
  ReadingShape shape;
  shape.pair = reading.pair;
  shape.placed = static_cast<std::int8_t>(placed);
  int index = 0;
  for (const table::SetReading& set : reading.Sets()) {
    // A triplet completed by another's tile is not concealed (rules/erren.md#concealed).
    const bool from_others = index == placed && by != WinBy::kSelfDraw;
    AddSet(shape, {.first = set.first,
                   .triplet = set.kind == table::SetReading::kTriplet,
                   .concealed = !from_others,
                   .laid = false});
    ++index;
  }
  for (const table::Meld& meld : melds) {
    AddSet(shape, {.first = face.Any() ? LowestAs(face, meld) : meld.tile,
                   .triplet = meld.kind != table::MeldKind::kChi,
                   .concealed = meld.kind == table::MeldKind::kAnGang,
                   .laid = true});
  }
  return shape;
}

ReadingShape MakePairsShape() {
  ReadingShape shape;
  shape.pairs = true;
  return shape;
}

ReadingShape MakeOtherShape() {
  ReadingShape shape;
  shape.other = true;
  return shape;
}

}  // namespace mlf::score

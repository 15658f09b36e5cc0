// Every variant with all chance from the caller: the records a match begins and goes on with hold
// nothing of a 64-bit seed of the match, and a journal gives back the same bytes.
#include <mlf/components/tile_set.h>
#include <mlf/flow/chance.h>
#include <mlf/flow/journal.h>
#include <mlf/flow/random.h>
#include <mlf/table/board.h>
#include <mlf/table/find_slot.h>
#include <mlf/variants/open.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace mlf {
namespace {

// The chance of `seed`: every hand from a word of its own.
class DrawnChance final : public Chance {
 public:
  DrawnChance(const Flow& flow, std::uint64_t seed) : tiles_(logic::WallTiles(flow)), seed_(seed) {}

  HandChance OfHand(std::uint32_t hand) override {
    std::uint32_t counter = 0;
    Stream words(HandSeed(seed_, hand), counter);
    HandChance chance{.wall = {tiles_.begin(), tiles_.end()}};
    words.Shuffle(std::span<Piece>(chance.wall));
    chance.seed = words.Next();
    ++asked[hand];
    return given[hand] = chance;
  }

  std::map<std::uint32_t, HandChance> given;
  std::map<std::uint32_t, int> asked;

 private:
  std::span<const Piece> tiles_;
  std::uint64_t seed_;
};

// Any offer of any seat that is asked; the default now and then, so that matches end.
Action AnyAnswer(const Records& records, const Response& response, Stream& words) {
  std::vector<Seat> asked;
  ForEachSeat(response.asked, [&](Seat seat) { asked.push_back(seat); });
  const Seat seat = asked[words.Below(static_cast<std::uint32_t>(asked.size()))];
  if (words.Below(3) == 0) return {.node = kTimeout, .seat = seat, .ask = response.ask};
  const auto ways =
      static_cast<std::uint32_t>(std::min<std::uint64_t>(response.choices.Count(seat), 1000));
  return response.choices.Nth(seat, words.Below(ways), records.flow().window.ask);
}

TEST(FairMatch, EveryVariantReplaysToTheSameBytes) {
  for (const std::string& id : VariantIds()) {
    SCOPED_TRACE(id);
    const auto flow = OpenFlow(id, {{"hands", "3"}});
    ASSERT_TRUE(flow.ok()) << FaultText(flow.faults());
    const auto board = table::FindSlot<table::Board>(**flow);
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      DrawnChance chance(**flow, seed);
      std::uint32_t counter = 0;
      Stream words(seed, counter);
      Records records = (*flow)->Blank();
      Response response;
      Recorder recorder(**flow);
      recorder.Start(records, chance, response);
      std::uint32_t hand = ~0u;
      while (response.ok() && response.status != Status::kOver) {
        const FlowState& state = records.flow();
        ASSERT_EQ(state.match_seed, chance.given[state.hand].seed);
        if (hand != state.hand) {
          hand = state.hand;
          const table::Wall& wall = (*board)(records).wall;
          // The tiles dealt lie as they were given. Behind them a throw of dice may have brought
          // one to the end, where it is turned up.
          const auto tiles = std::span(wall.tiles).first(wall.size);
          const auto& given = chance.given[hand].wall;
          EXPECT_TRUE(
              std::ranges::equal(tiles.first(wall.head), std::span(given).first(wall.head)));
          EXPECT_TRUE(std::ranges::is_permutation(tiles, given));
        }
        recorder.Process(records, AnyAnswer(records, response, words), response, nullptr, &chance);
      }
      ASSERT_TRUE(response.ok()) << response.refusal.detail;
      recorder.Finish(records);
      EXPECT_EQ(chance.asked, (std::map<std::uint32_t, int>{{0, 1}, {1, 1}, {2, 1}}));
      const Journal& journal = recorder.journal();
      EXPECT_EQ(journal.seed, 0u);
      for (const JournalForm form : {JournalForm::kText, JournalForm::kBinary}) {
        const auto read = ReadJournal(WriteJournal(journal, form), "x", true);
        ASSERT_TRUE(read.ok()) << FaultText(read.faults());
        for (const std::optional<std::uint32_t> from : {std::optional<std::uint32_t>(), {1}}) {
          const auto replayed = Replay(**flow, read->journal, {.from_hand = from});
          ASSERT_TRUE(replayed.ok()) << FaultText(replayed.faults());
          EXPECT_TRUE(replayed->complete);
          EXPECT_TRUE(replayed->records == records);
        }
      }
      for (const std::uint32_t one : {0u, 1u, 2u}) {
        const auto shown = HandJournal(**flow, journal, one);
        ASSERT_TRUE(shown.ok()) << FaultText(shown.faults());
        const auto replayed = Replay(**flow, *shown);
        ASSERT_TRUE(replayed.ok()) << FaultText(replayed.faults());
        EXPECT_EQ(replayed->records.flow().hand, one);
        const std::string bytes = WriteJournal(*shown, JournalForm::kBinary);
        for (const auto& [later, given] : chance.given) {
          if (later <= one) continue;
          const std::string word(reinterpret_cast<const char*>(&given.seed), sizeof given.seed);
          EXPECT_EQ(bytes.find(word), std::string::npos) << "the seed of hand " << later;
        }
      }
    }
  }
}

TEST(FairMatch, AWallThatIsNotTheTileSetIsRefused) {
  class Given final : public Chance {
   public:
    HandChance OfHand(std::uint32_t) override { return {.wall = wall, .seed = 1}; }
    std::vector<Piece> wall;
  };
  for (const std::string& id : VariantIds()) {
    SCOPED_TRACE(id);
    const auto flow = OpenFlow(id);
    ASSERT_TRUE(flow.ok());
    const std::span<const Piece> tiles = logic::WallTiles(**flow);
    ASSERT_FALSE(tiles.empty());
    EXPECT_TRUE(std::ranges::is_sorted(tiles));
    Records records = (*flow)->Blank();
    Response response;
    (*flow)->Start(records, 5, response);
    const Records before = records;
    const std::vector<Piece> whole(tiles.begin(), tiles.end());
    std::vector<Piece> lacks(whole.begin(), whole.end() - 1);
    std::vector<Piece> twice = whole;
    twice.front() = twice.back();
    std::vector<Piece> no_tile = whole;
    no_tile.front() = kNoPiece;
    std::vector<Piece> more = whole;
    more.push_back(whole.back());
    for (const auto& wall : {lacks, twice, no_tile, more, std::vector<Piece>()}) {
      Given given;
      given.wall = wall;
      (*flow)->Start(records, given, response);
      EXPECT_EQ(response.refusal.code, RefusalCode::kInternal);
      EXPECT_TRUE(records == before);
    }
    Given given;
    given.wall = whole;
    (*flow)->Start(records, given, response);
    EXPECT_TRUE(response.ok()) << response.refusal.detail;
  }
}

// Where a seed and a chance are equal, all named streams are: only the wall comes from elsewhere.
TEST(FairMatch, TheDiceOfTheFirstDealerComeFromTheChance) {
  const auto flow = OpenFlow(VariantIds().front());
  ASSERT_TRUE(flow.ok());
  const auto match = table::FindSlot<table::Match>(**flow);
  ASSERT_TRUE(match);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    DrawnChance chance(**flow, seed);
    Records fair = (*flow)->Blank(), seeded = fair;
    Response response;
    (*flow)->Start(fair, chance, response);
    ASSERT_TRUE(response.ok());
    (*flow)->Start(seeded, chance.given[0].seed, response);
    EXPECT_EQ((*match)(fair).dice[0], (*match)(seeded).dice[0]);
    EXPECT_EQ((*match)(fair).dice[1], (*match)(seeded).dice[1]);
    EXPECT_EQ((*match)(fair).dealer, (*match)(seeded).dealer);
  }
}

}  // namespace
}  // namespace mlf

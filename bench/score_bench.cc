// Speed of a judge with readings, yaku, fu and limits: the hands of tests/data/riichi_scoring.jsonl
// that are won with the default options, judged from the records as in play. Each hand is one call
// of Judge::Evaluate: win check, all readings, all rows of the table. `items_per_second` is hands
// per second.
#include <mlf/components/dora.h>
#include <mlf/components/judge.h>
#include <mlf/components/winds.h>
#include <mlf/table/find_slot.h>
#include <mlf/table/hand_tables.h>
#include <mlf/table/staging.h>
#include <mlf/variants/open.h>
#include "bench/clock.h"

#include <benchmark/benchmark.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

namespace {

using namespace mlf;
using nlohmann::json;
using table::MeldKind;

struct Won {
  Records records;
  score::WinCase win;
};

class Wins {
 public:
  Wins() {
    auto flow = OpenFlow("riichi");
    if (!flow) {
      std::cerr << FaultText(flow.faults());
      std::exit(1);
    }
    flow_ = *flow;
    const char* const path = MLF_SOURCE_DIR "/tests/data/riichi_scoring.jsonl";
    std::ifstream file(path);
    if (!file) {
      std::cerr << "cannot read " << path << "\n";
      std::exit(1);
    }
    for (std::string line; std::getline(file, line) && all_.size() < kHands;) {
      const json row = json::parse(line);
      const json& options = row["options"];
      if (options["open_tanyao"] == true && options["double_yakuman"] == false &&
          options["kiriage_mangan"] == false && options["kazoe"] == "yakuman" &&
          !row["expect"].contains("error"))
        Add(row);
    }
  }

  const score::Judge& judge() const { return *flow_->Shared<score::Judge>("judge"); }
  const std::vector<Won>& all() const { return all_; }

 private:
  static constexpr std::size_t kHands = 512;

  static std::uint8_t Wind(const json& letter) {
    return static_cast<std::uint8_t>(1 + std::string("ESWN").find(letter.get<std::string>()));
  }

  void Add(const json& row) {
    Won won{.records = flow_->Blank(), .win = {}};
    table::Board& board = (*table::FindSlot<table::Board>(*flow_))(won.records);
    table::PrepareBoard(board, 4);
    board.wall.tail = 60;
    const bool tsumo = row["tsumo"];
    const auto seat = static_cast<Seat>(Wind(row["seat_wind"]) - 1);
    table::SeatBoard& own = board.seats[seat];
    const std::vector<table::Tile> concealed =
        *table::ParseTiles(row["concealed"].get<std::string>());
    for (const table::Tile tile : concealed) own.hand.Add(tile);
    const table::Tile tile = *table::ParseTile(row["win_tile"].get<std::string>());
    if (tsumo) own.hand.Add(tile);
    for (const json& meld : row["melds"]) {
      const std::string kind = meld["kind"];
      const table::Tile first = table::ParseTiles(meld["tiles"].get<std::string>())->front();
      const MeldKind laid = kind == "chi"         ? MeldKind::kChi
                            : kind == "pon"       ? MeldKind::kPeng
                            : kind == "daiminkan" ? MeldKind::kMingGang
                            : kind == "ankan"     ? MeldKind::kAnGang
                                                  : MeldKind::kBuGang;
      table::AddMeld(board, seat, {.kind = laid, .tile = first, .from = seat});
    }
    own.draws = own.discards = 5;
    if (row["flags"]["riichi"] != 0) own.flags = table::kReady | table::kLocked;
    (*table::FindSlot<logic::GivenWinds>(*flow_))(won.records).round = Wind(row["round_wind"]);
    logic::Indicators& shown = (*table::FindSlot<logic::Indicators>(*flow_))(won.records);
    for (const auto& [key, list] :
         {std::pair{"dora_indicators", &shown.dora}, std::pair{"ura_indicators", &shown.ura}}) {
      for (const json& one : row[key])
        list->tiles[list->count++] = *table::ParseTile(one.get<std::string>());
    }
    won.win = {.seat = seat,
               .payer = tsumo ? kNoSeat : static_cast<Seat>((seat + 1) % 4),
               .tile = tile,
               .by = tsumo ? score::WinBy::kSelfDraw : score::WinBy::kDiscard};
    all_.push_back(std::move(won));
  }

  std::shared_ptr<const Flow> flow_;
  std::vector<Won> all_;
};

void Score(benchmark::State& state) {
  static const Wins wins;
  table::PrepareHandTables();
  const score::Judge& judge = wins.judge();  // found by its name once, as a program does
  score::Verdict verdict;
  std::int64_t sum = 0;
  for (auto _ : state) {
    for (const Won& won : wins.all()) {
      judge.Evaluate(won.records, won.win, verdict);
      sum += verdict.value;
    }
    benchmark::DoNotOptimize(sum);
  }
  state.SetItemsProcessed(
      static_cast<std::int64_t>(state.iterations() * static_cast<std::int64_t>(wins.all().size())));
}

BENCHMARK(mlf::bench::Clock);
BENCHMARK(Score);

}  // namespace

// win_ways (胡牌方式, rules/yilaidaodi.md#ways): states every way in which a hand was won, in the
// settle hook of hu and zi_mo behind win_points. The ways are the rows of the fan table `ways` that
// hold. They are worth nothing: the judge states the rows that count. The framed wire sends them as
// a mask (<mlf/table/codec/nibble_code.h>).
//
// Example: a hard self-draw on a replacement is `zi_mo`, `hei_mo` and `gang_shang_hua`, although
// table 2 of yilaidaodi counts only the best of them.
#include <mlf/components/judge.h>
#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>
#include <mlf/table/named_ids.h>

namespace mlf::score {

namespace {

const EventType kWinWay{"win_way", "{seat} {text}", "{seat}: {text}"};

class WinWays final : public ScoreEffect, public table::NamedIds {
 public:
  static constexpr PartInfo kInfo{"win_ways", 1, "说出一胡的每种方式，不计分的也说",
                                  "states every way of a win, also a way that counts nothing"};

  explicit WinWays(Params& params)
      : table_(params),
        ways_(params.Part<Judge>(
            "ways", {"胡牌方式：表里成立的各行", "the ways: the rows of the table that hold"})) {
    params.NeedsHere(logic::kWin);
    params.NeedsHere(logic::kWinningTile);
  }

  void Run(Step& step) const override {
    Verdict verdict;
    ways_->Evaluate(step.records, CaseOf(table_.board(step.records), step.seat), verdict);
    for (const FanLine& line : verdict.Lines())
      step.Emit(kWinWay, step.seat).text = ways_->Rows()[line.row].id;
  }

  std::vector<Reason> Names() const override {
    std::vector<Reason> names;
    for (const FanRow& row : ways_->Rows()) names.push_back({row.id, row.zh, row.en});
    return names;
  }

 private:
  table::TableSlots table_;
  const Judge* ways_;
};

}  // namespace

void RegisterWinWays(Registry& registry) { registry.Add<WinWays>(); }

}  // namespace mlf::score

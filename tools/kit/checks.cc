#include "tools/kit/checks.h"

#include <fmt/format.h>
#include <mlf/components/judge.h>
#include <mlf/components/settlement.h>
#include <mlf/components/tile_set.h>
#include <mlf/flow/text.h>
#include <mlf/table/find_slot.h>
#include <mlf/table/ledger.h>
#include <mlf/table/set_aside.h>
#include <mlf/table/state_text.h>
#include "flow/base/payload_fault.h"
#include "tools/kit/checks_own.h"
#include "tools/kit/proof.h"
#include "tools/kit/score_case.h"

#include <algorithm>

namespace mlf::tools {

// ---- findings ----

void Findings::Add(std::string_view check, std::string text) {
  // A part that is used several times is found each time.
  if (std::ranges::find(all_, text, &Finding::text) != all_.end()) return;
  if (++counts_[check] <= kKept) all_.push_back({check, std::move(text)});
}

int Findings::Count(std::string_view check) const {
  const auto found = counts_.find(check);
  return found == counts_.end() ? 0 : found->second;
}

std::string Findings::Text() const {
  std::string out;
  for (const Finding& finding : all_) out += fmt::format("[{}] {}\n", finding.check, finding.text);
  for (const auto& [check, count] : counts_) {
    if (count > kKept) out += fmt::format("[{}] {} more\n", check, count - kKept);
  }
  return out;
}

// ---- at a rest ----

void CheckTiles(const Flow& flow, const Records& records, Findings& findings) {
  const auto* tiles = flow.Shared<logic::TileSet>("tiles");
  const auto board = table::FindSlot<table::Board>(flow);
  if (tiles == nullptr || !board) return;
  const Counts on_table = table::AllTiles((*board)(records));
  const Counts due = table::ToCounts(tiles->Tiles());
  if (on_table == due) return;
  // A question before the wall is laid, such as that of the dice.
  if ((*board)(records).wall.size == 0 && on_table == Counts{}) return;
  std::string differs;
  for (Piece piece = 0; piece < kGroups * kGroupSize; ++piece) {
    if (on_table[piece] != due[piece])
      differs +=
          fmt::format(" {} of {}, not {};", on_table[piece], table::TileName(piece), due[piece]);
  }
  findings.Add("conservation",
               fmt::format("version {} of the match with seed {}:{}", records.flow().version,
                           records.flow().match_seed, differs));
}

std::int64_t SumOfScores(const Flow& flow, const Records& records) {
  const auto match = table::FindSlot<table::Match>(flow);
  std::int64_t sum = 0;
  if (match) {
    for (const std::int32_t score : (*match)(records).score) sum += score;
  }
  return sum;
}

void CheckOfferSet(const Prover& prover, const Records& records, Findings& findings) {
  const FlowState& state = records.flow();
  if (state.over != 0 || state.node == kNoNode) return;
  const std::string outside = prover.Outside(OffersAt(records));
  if (outside.empty()) return;
  findings.Add("proof", fmt::format("version {} of the match with seed {}: the window proof takes "
                                    "these offers to be impossible: {}",
                                    state.version, state.match_seed, outside));
}

void CheckZeroSum(const Flow& flow, const Records& records, std::int64_t match_start,
                  Findings& findings) {
  const auto say = [&](const std::string& what) {
    findings.Add("zero_sum", fmt::format("version {} of the match with seed {}: {}",
                                         records.flow().version, records.flow().match_seed, what));
  };
  if (const std::int64_t sum = SumOfScores(flow, records); sum != match_start)
    say(fmt::format("the scores sum to {}, not {}", sum, match_start));
  const auto* stakes = flow.Shared<score::StakeRule>("stakes");
  if (const auto match = table::FindSlot<table::Match>(flow);
      match && stakes != nullptr && stakes->within_holdings()) {
    for (const std::int32_t score : (*match)(records).score) {
      if (score < 0) say(fmt::format("a score is {}, and nobody pays more than it has", score));
    }
  }
  const auto slot = table::FindSlot<table::Ledger>(flow);
  if (!slot) return;
  const table::Ledger& ledger = (*slot)(records);
  std::int64_t sum = 0;
  for (const std::int32_t points : ledger.points) sum += points;
  if (sum != 0) say(fmt::format("the points of the hand sum to {}", sum));
  if (ledger.folded != 0) return;
  table::PerParty<std::int64_t> booked{};
  for (int i = 0; i < ledger.count; ++i) {
    const table::LedgerEntry& entry = ledger.entries[static_cast<std::size_t>(i)];
    booked[entry.party()] += entry.total();
    ForEachSeat(entry.payers, [&](Seat payer) { booked[payer] -= entry.each; });
  }
  for (std::size_t party = 0; party < booked.size(); ++party) {
    if (booked[party] != ledger.points[party])
      say(fmt::format("party {} has {} points, its entries say {}", party, ledger.points[party],
                      booked[party]));
  }
}

// ---- wins judged again ----

namespace {

// The state of the parts by key, in the form of a case of `mlf score`. State by seat is a list.
Value StateOf(const Flow& flow, const Records& records) {
  Value all = Value::Map();
  for (const auto& part : flow.parts()) {
    const auto* state = dynamic_cast<const table::StateText*>(part.get());
    if (state == nullptr) continue;
    if (!state->PerSeat()) {
      Value value = state->WriteState(records, kNoSeat, kNoSeat);
      if (!value.IsNull()) all.Set(state->StateKey(), std::move(value));
      continue;
    }
    Value values = Value::List();
    for (Seat seat = 0; seat < flow.seats(); ++seat)
      values.Append(state->WriteState(records, seat, kNoSeat));
    all.Set(state->StateKey(), std::move(values));
  }
  return all;
}

// The tile of a win by the own draw. The value event lacks it where the dealt hand wins; the win
// node then names it in the first event of the winner.
Tile WinningTile(std::span<const Event> before_value, const Event& value) {
  if (value.count > 0) return value.pieces[0];
  for (const Event& event : before_value) {
    if (event.seat == value.seat && event.count == 1) return event.pieces[0];
  }
  return table::kNoTile;
}

}  // namespace

int CheckJudge(const Flow& flow, const GameStep& step, Findings& findings) {
  const auto* judge = flow.Shared<score::Judge>("judge");
  const auto board = table::FindSlot<table::Board>(flow);
  if (judge == nullptr || !board) return 0;
  const std::vector<Event>& events = step.response.events;
  int judged = 0;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Event& value = events[i];
    if (value.type->id != "win_value") continue;
    ++judged;
    const table::SeatBoard& own = (*board)(step.before).seats[value.seat];
    ScoreCase win;
    win.seat = value.seat;
    win.dealer = (*board)(step.before).dealer;
    win.payer =
        value.other != kNoSeat ? value.other : static_cast<Seat>((value.seat + 1) % flow.seats());
    win.win = WinningTile({events.data(), i}, value);
    win.hand = own.HandPieces();
    if (value.other == kNoSeat) {
      win.by = score::WinBy::kSelfDraw;
      if (own.drawn != table::kNoTile && own.drawn == table::KindOf(win.win))
        win.win = own.DrawnPiece();
      // Not held yet where the step that wins also draws (a win taken at once).
      const bool held = win.hand.size() % 3 == 2;
      const auto drawn = std::ranges::find(win.hand, win.win);
      if (held && drawn != win.hand.end()) win.hand.erase(drawn);
    } else {
      const table::Board& before = (*board)(step.before);
      const bool robs =
          before.turn.focus == table::Focus::kAddedGang && !table::AsksSetAside(before);
      win.by = robs ? score::WinBy::kRob : score::WinBy::kDiscard;
      if (before.turn.focus_tile == table::KindOf(win.win)) win.win = before.FocusPiece();
    }
    win.melds.assign(own.Melds().begin(), own.Melds().end());
    for (Seat seat = 0; seat < flow.seats(); ++seat) {
      if (!(*board)(step.before).InHand(seat)) win.seats_won |= MaskOf(seat);
    }
    // What was shown only for the win, such as tiles below the indicators, is in the table after
    // it.
    win.state = StateOf(flow, step.before);
    const Value now = StateOf(flow, step.after);
    for (const Value::Entry& entry : now.entries()) {
      if (entry.key == "ura_indicators") win.state.Set(entry.key, entry.value);
    }
    std::string fans;
    for (std::size_t f = i + 1;
         f < events.size() && events[f].type->id == "fan" && events[f].seat == value.seat; ++f) {
      fans += fmt::format(" {} {}", events[f].text, events[f].value);
      if (judge->FactRow(events[f].text)) win.events.emplace_back(events[f].text);
    }
    const auto answer = JudgeCase(flow, win);
    std::string again = answer ? "" : FaultText(answer.faults());
    if (answer) {
      for (const score::FanLine& line : answer->verdict.Lines())
        again += fmt::format(" {} {}", judge->Rows()[line.row].id, line.count * line.fan);
    }
    if (answer && answer->win && answer->verdict.value == value.value && again == fans) continue;
    findings.Add("judge",
                 fmt::format("version {} of the match with seed {}: the win of seat {} was "
                             "worth {} for{}; judged again it is worth {} for{}",
                             step.after.flow().version, step.match_seed, value.seat, value.value,
                             fans, answer ? answer->verdict.value : 0, again));
  }
  return judged;
}

// ---- edges ----

void CheckEdges(const Flow& flow, const Totals& totals,
                const std::set<std::string>& walked_by_scenarios, Findings& findings) {
  const EdgeMap edges(flow);
  for (std::size_t e = 0; e < edges.edges().size(); ++e) {
    if (e < totals.edges.size() && totals.edges[e] > 0) continue;
    const std::string name = edges.Name(flow, e);
    const bool rare = edges.edges()[e].rare;
    if (rare && walked_by_scenarios.contains(name)) continue;
    findings.Add("edges",
                 fmt::format("{} was never walked in {} hands{}", name, totals.hands,
                             rare ? "; it is marked rare, but no scenario walks it either"
                                  : "; mark it `rare: true` and write a scenario that walks it"));
  }
}

// ---- events ----

std::uint64_t HashEvent(std::uint64_t hash, const Event& event) {
  const auto add = [&](std::uint64_t word, int bytes) {
    for (int i = 0; i < bytes; ++i) hash = (hash ^ ((word >> (8 * i)) & 0xFF)) * 0x100000001B3ull;
  };
  const auto text = [&](std::string_view word) {
    for (const char c : word) add(static_cast<unsigned char>(c), 1);
    add(0, 1);
  };
  text(event.type->id);
  add(static_cast<std::uint8_t>(event.seat), 1);
  add(static_cast<std::uint8_t>(event.other), 1);
  add(event.seen_by, 1);
  add(event.shown_to, 1);
  add(event.count, 1);
  for (int i = 0; i < event.count; ++i) add(event.pieces[static_cast<std::size_t>(i)], 1);
  add(static_cast<std::uint32_t>(event.value), 4);
  text(event.text);
  return hash;
}

// ---- games ----

namespace {

std::optional<std::string> ReplayFault(const Flow& flow, const Journal& journal,
                                       std::uint64_t events_hash, std::uint64_t& replayed) {
  const auto read =
      ReadJournal(WriteJournal(journal, JournalForm::kText), "journal", /*strict=*/true);
  if (!read) return FaultText(read.faults());
  std::uint64_t hash = kNoEvents;
  ReplayOptions options;
  options.on_step = [&](const Records&, const Action&, const Response& response) {
    for (const Event& event : response.events) hash = HashEvent(hash, event);
  };
  const auto report = Replay(flow, read->journal, options);
  if (!report) return FaultText(report.faults());
  ++replayed;
  if (!report->complete) return "the journal was not replayed to its end";
  if (hash != events_hash) return "the events differ, the final state does not";
  return std::nullopt;
}

}  // namespace

void CheckRemaining(const Flow& flow, const Records& records, Findings& findings) {
  for (const Node& node : flow.nodes()) {
    if (node.consumes.empty() || node.impl->Remaining(records) >= 0) continue;
    findings.Add("consumes", fmt::format("version {} of the match with seed {}: node {} has {} of "
                                         "{} left to use up; its Remaining counts "
                                         "something else",
                                         records.flow().version, records.flow().match_seed, node.id,
                                         node.impl->Remaining(records), node.consumes));
  }
}

namespace {

// Each offer is of the kind that its node names.
void CheckKinds(const Flow& flow, const Records& records, const Choices& choices,
                Findings& findings) {
  for (Seat seat = 0; seat < flow.people(); ++seat) {
    for (const Offer& offer : choices.Of(seat)) {
      const Domain::Kind says = flow.node(offer.node).impl->payload();
      if (offer.domain.kind == says) continue;
      findings.Add("payload",
                   fmt::format("version {} of the match with seed {}, seat {}: node {}: {}",
                               records.flow().version, records.flow().match_seed, seat,
                               flow.node(offer.node).id, PayloadFault(says, offer.domain.kind)));
    }
  }
}

// Seats of events exist. In a game with a ledger the party after the players is the pot of
// deposits.
void CheckEvents(const Flow& flow, const GameStep& step, Findings& findings) {
  const auto exists = [&](Seat seat) {
    return seat == kNoSeat || (seat >= 0 && seat < flow.people()) ||
           (seat == table::kPot && table::FindSlot<table::Ledger>(flow));
  };
  for (const Event& event : step.response.events) {
    if (exists(event.seat) && exists(event.other)) continue;
    findings.Add("events", fmt::format("version {} of the match with seed {}: the event {} is of a "
                                       "seat that does not exist ({}, {})",
                                       step.after.flow().version, step.match_seed, event.type->id,
                                       event.seat, event.other));
  }
}

// The default of each seat that is asked is accepted when a client sends it.
void CheckDefaults(const Flow& flow, const GameStep& step, Findings& findings) {
  ForEachSeat(step.response.asked, [&](Seat seat) {
    Records trial = step.after;
    Response answer;
    flow.ProcessActionNode(trial, step.response.defaults[static_cast<std::size_t>(seat)], answer);
    if (answer.ok()) return;
    findings.Add("default", fmt::format("version {} of the match with seed {}: the default of seat "
                                        "{} is refused: {}; Suggest must choose from the domain",
                                        step.after.flow().version, step.match_seed, seat,
                                        FormatRefusal(flow, answer, seat, Lang::kEn)));
  });
}

}  // namespace

KitReport RunKit(const Flow& flow, const KitOptions& options) {
  KitReport report;
  Player player(flow, options.bots);
  const Prover prover(flow);
  report.totals = player.Empty();
  std::int64_t match_start = 0;
  std::uint64_t match_events = kNoEvents;
  std::uint64_t match_seed = 0;
  std::uint64_t matches = 0;
  Records started;
  SecretWatch secrets(flow);
  SetterWatch setter(flow);
  PlayOptions play{.seed = options.seed,
                   .hands = options.hands,
                   .timeouts_in_100 = options.timeouts_in_100,
                   .record = options.replay_every > 0};
  const auto check_step = [&](const GameStep& step) {
    if (step.action.node == kNoNode) {
      match_start = SumOfScores(flow, step.after);
      match_events = kNoEvents;
      match_seed = step.match_seed;
      started = step.after;
    }
    for (const Event& event : step.response.events) {
      match_events = HashEvent(match_events, event);
      report.events_hash = HashEvent(report.events_hash, event);
    }
    report.wins_judged += static_cast<std::uint64_t>(CheckJudge(flow, step, report.findings));
    if (step.response.status == Status::kRests || step.response.status == Status::kOver) {
      CheckOfferSet(prover, step.after, report.findings);
      CheckTiles(flow, step.after, report.findings);
      CheckZeroSum(flow, step.after, match_start, report.findings);
    }
    setter.Note(step);
    secrets.Check(step.after, step.response, step.match_seed, report.findings);
    CheckRemaining(flow, step.after, report.findings);
    CheckKinds(flow, step.after, step.response.choices, report.findings);
    CheckEvents(flow, step, report.findings);
    if (const auto fault = flow.Validate(step.after)) {
      report.findings.Add("validate",
                          fmt::format("version {} of the match with seed {}: {}",
                                      step.after.flow().version, step.match_seed, fault->Text()));
    }
    ++report.rests;
    // Samples are taken at open windows too, where some have answered.
    const std::uint64_t sample = Mix64(step.match_seed + step.after.flow().version);
    if (options.offers_every > 0 &&
        sample % static_cast<std::uint64_t>(options.offers_every) == 0) {
      report.actions_tried += CheckOffers(flow, step.after, report.findings);
      CheckDefaults(flow, step, report.findings);
    }
    if (options.leak_every > 0 &&
        sample / 1024 % static_cast<std::uint64_t>(options.leak_every) == 0 &&
        step.after.flow().over == 0) {
      const auto viewer =
          static_cast<Seat>(sample / 65536 % static_cast<std::uint64_t>(flow.seats()));
      CheckStates(flow, started, step.after, viewer, report.findings);
      CheckView(flow, step.after, viewer, report.findings);
      if (CheckLeak(flow, step.after, viewer, sample, report.findings)) {
        ++report.leak_cases;
      } else {
        ++report.leak_dropped;
      }
    }
  };
  play.on_step = [&](const GameStep& step) {
    try {
      check_step(step);
    } catch (const std::exception& error) {
      report.findings.Add("throws",
                          fmt::format("version {} of the match with seed {}: {}",
                                      step.after.flow().version, step.match_seed, error.what()));
    }
  };
  play.on_match = [&](const Records&, const Journal* journal) {
    if (journal == nullptr || matches++ % static_cast<std::uint64_t>(options.replay_every) != 0)
      return;
    if (const auto fault = ReplayFault(flow, *journal, match_events, report.replayed)) {
      report.findings.Add("replay", fmt::format("match with seed {}: {}", match_seed, *fault));
    }
  };
  if (const auto fault = player.Play(play, report.totals)) report.findings.Add("played", *fault);
  setter.Report(report.findings);
  return report;
}

// ---- golden ----

std::string Signature(const Flow& flow, std::uint64_t hands) {
  std::uint64_t hash = kNoEvents;
  std::uint64_t played = 0;
  std::string fault;
  for (const BotKind kind : {BotKind::kRandom, BotKind::kGreedy}) {
    const std::vector<BotKind> bots(static_cast<std::size_t>(flow.seats()), kind);
    Player player(flow, bots);
    Totals totals = player.Empty();
    PlayOptions play{.seed = 200, .hands = hands / 2};
    play.on_step = [&](const GameStep& step) {
      for (const Event& event : step.response.events) hash = HashEvent(hash, event);
    };
    if (const auto text = player.Play(play, totals)) fault = "fault " + *text + "\n";
    played += totals.hands;
  }
  return fmt::format("variant {}\nfingerprint {}\nhands {}\nevents {:016x}\n{}", flow.name(),
                     flow.fingerprint_text(), played, hash, fault);
}

void CheckGolden(const std::string& noted, const std::string& now, const std::string& file,
                 Findings& findings) {
  if (noted == now) return;
  findings.Add("golden",
               fmt::format("{} does not fit any more. If the change of behaviour is meant, renew "
                           "it by running the tests once with "
                           "MLF_UPDATE_GOLDEN=1 and say in the commit why.\nnoted:\n{}now:\n{}",
                           file, noted.empty() ? "(nothing)\n" : noted, now));
}

}  // namespace mlf::tools

#include <mlf/play/events.h>

#include <array>

namespace mlf::play {

namespace {

constexpr std::array<std::string_view, 10> kEndings = {"TSUMO", "RON",  "HP",   "KSKP",  "SFRT",
                                                       "SKSR",  "SCRC", "SCHR", "NGSMG", "ABORT"};
constexpr std::array<std::string_view, std::variant_size_v<TableEvent>> kEvents = {
    "TableStarted",
    "FirstDealerChosen",
    "RoundStarted",
    "Cleaned",
    "Diced",
    "Dealt",
    "Flipped",
    "Drawn",
    "Discarded",
    "RiichiCalled",
    "RiichiEstablished",
    "Barked",
    "RoundEnded",
    "PointsChanged",
    "TableEnded",
    "PoppedUp"};

template <typename... Visitors>
struct Overloaded : Visitors... {
  using Visitors::operator()...;
};

}  // namespace

std::string_view EndingName(Ending ending) { return kEndings[static_cast<std::size_t>(ending)]; }
std::string_view EventName(const TableEvent& event) { return kEvents[event.index()]; }

void DispatchedObserver::OnEvent(const Table& table, const TableEvent& event) {
  std::visit(Overloaded{
                 [&](const TableStarted& e) { OnTableStarted(table, e.seed); },
                 [&](const FirstDealerChosen& e) { OnFirstDealerChosen(table, e.seat); },
                 [&](const RoundStarted& e) { OnRoundStarted(table, e); },
                 [&](const Cleaned&) { OnCleaned(table); },
                 [&](const Diced& e) { OnDiced(table, e.die1, e.die2); },
                 [&](const Dealt&) { OnDealt(table); },
                 [&](const Flipped&) { OnFlipped(table); },
                 [&](const Drawn& e) { OnDrawn(table, e.seat); },
                 [&](const Discarded& e) { OnDiscarded(table, e.seat, e.spin); },
                 [&](const RiichiCalled& e) { OnRiichiCalled(table, e.seat); },
                 [&](const RiichiEstablished& e) { OnRiichiEstablished(table, e.seat); },
                 [&](const Barked& e) { OnBarked(table, e.seat, e.meld, e.spin); },
                 [&](const RoundEnded& e) { OnRoundEnded(table, e); },
                 [&](const PointsChanged&) { OnPointsChanged(table); },
                 [&](const TableEnded& e) { OnTableEnded(table, e); },
                 [&](const PoppedUp& e) { OnPoppedUp(table, e.seat); },
             },
             event);
}

}  // namespace mlf::play

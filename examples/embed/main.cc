// A minimal server: it opens 血流 once, runs several tables side by side, and gives each table the
// answers of its players (here random ones and some timeouts). Every player receives what its seat
// may know. Uses only the installed package.
#include <mlf/flow/random.h>
#include <mlf/flow/text.h>
#include <mlf/table/view.h>
#include <mlf/variants/open.h>

#include <nlohmann/json.hpp>

#include <bit>
#include <iostream>
#include <vector>

namespace {

// The state of one table between two requests. Records can be stored and copied as bytes.
struct Table {
  mlf::Records records;
  mlf::Response response;
};

// The message of a client: an action of one of the seats that may answer now.
mlf::Action NextRequest(const Table& table, mlf::Stream& chance) {
  const auto seat =
      static_cast<mlf::Seat>(std::countr_zero(static_cast<unsigned>(table.response.asked)));
  if (chance.Below(10) == 0)
    return {.node = mlf::kTimeout, .seat = seat, .ask = table.response.ask};
  const auto ways = static_cast<std::uint32_t>(table.response.choices.Count(seat));
  return table.response.choices.Nth(seat, chance.Below(ways), table.response.ask);
}

}  // namespace

int main() {
  const auto opened = mlf::OpenFlow("xueliu", {{"cap", "4"}, {"hands", "2"}});
  if (!opened) {
    std::cerr << mlf::FaultText(opened.faults());
    return 1;
  }
  const mlf::Flow& flow = **opened;  // immutable: shared by all tables and threads

  std::vector<Table> tables(3);
  std::uint32_t drawn = 0;
  mlf::Stream chance(2025, drawn);
  for (std::size_t i = 0; i < tables.size(); ++i) {
    Table& table = tables[i];
    table.records = flow.Blank();
    flow.Start(table.records, 100 + i, table.response);
    int actions = 0;
    while (table.response.ok() && table.response.status != mlf::Status::kOver) {
      flow.ProcessActionNode(table.records, NextRequest(table, chance), table.response);
      if (++actions == 40)
        std::cout << mlf::table::View(flow, table.records, mlf::Viewer::Of(0)).dump() << "\n";
    }
    if (!table.response.ok()) {
      std::cerr << mlf::FormatRefusal(flow, table.response, mlf::kNoSeat, mlf::Lang::kEn) << "\n";
      return 1;
    }
    std::cout << "table " << i << ": " << actions << " actions\n";
    for (const mlf::Event& event : table.response.events) {
      const std::string line = mlf::FormatEvent(flow, event, mlf::Viewer::Of(0), mlf::Lang::kEn);
      if (!line.empty()) std::cout << "  " << line << "\n";
    }
  }
}

// Heat: how often real play walks each edge of a flow, gives or declines each answer, and how long
// its nodes take.
//
// Counts depend on flow, seed and bots alone. Times are taken by this tool with a clock of its own
// around the hooks, in every eighth block of games, so that taking them hardly slows the play.
#pragma once

#include <mlf/flow/viewer.h>
#include "tools/flowviz/chart.h"
#include "tools/flowviz/picture.h"
#include "tools/kit/games.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace mlf::tools {

struct HeatEdge {
  std::uint64_t walked = 0;
  std::uint64_t offered = 0;  // answers: to how many seats, counted when they answered
  std::uint64_t given = 0;    // answers: by how many of these
};

struct HeatNode {
  std::uint64_t timed = 0;        // runs that were timed
  std::uint64_t nanoseconds = 0;  // of these
};

struct Heat {
  std::uint64_t hands = 0;
  std::uint64_t journals = 0;      // read, and of these
  std::uint64_t journals_cut = 0;  // such as left the flow before their end
  std::vector<HeatEdge> edges;     // as Chart::edges
  std::vector<HeatNode> nodes;     // as Chart::nodes

  void Add(const Heat& other);
};

struct HeatOptions {
  std::uint64_t hands = 1000;
  std::uint64_t seed = 1;
  int threads = 1;
  std::vector<BotKind> bots{};  // one a seat
  bool times = true;
  std::function<void(std::uint64_t hands)> on_progress{};
};

// The fault of a game that stopped is told; the heat is what was played until then.
Heat PlayHeat(const Flow& flow, const Chart& chart, const HeatOptions& options,
              std::optional<std::string>& fault);
// Adds a recorded match, as far as the flow follows it.
void AddJournalHeat(const Flow& flow, const Chart& chart, const Journal& journal, Heat& heat);

struct HeatCover {
  int walked = 0;
  int all = 0;  // edges, but those that the variant calls rare and that were not walked
  std::vector<std::size_t> never;  // edges, rare ones too
  double percent() const { return all == 0 ? 100 : 100.0 * walked / all; }
};
HeatCover Cover(const Chart& chart, const Heat& heat);

// For people; as JSON: {heat: 1, variant, fingerprint, options, hands, cover, edges: [{id, walked,
// offered, given, rare}], nodes: [{id, runs, nanoseconds}], never}; and as a chart.
std::string HeatText(const Chart& chart, const Heat& heat, Lang lang);
std::string HeatJson(const Chart& chart, const Heat& heat);
Picture HeatPicture(const Chart& chart, const Heat& heat, bool legend, bool opening = true);

}  // namespace mlf::tools

// Heat: how often play takes each edge of a flow, how often it gives or declines each answer, and
// the time spent in nodes.
//
// Counts depend on flow, seed and bots only. This tool reads the clock around the hooks, in one of
// eight blocks of games, so that timing hardly slows the play.
#pragma once

#include <mlf/flow/viewer.h>
#include "tools/chart/chart.h"
#include "tools/chart/picture.h"
#include "tools/kit/games.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace mlf::tools {

struct HeatEdge {
  std::uint64_t walked = 0;
  std::uint64_t offered = 0;  // answers: number of seats offered it, counted when they answered
  std::uint64_t given = 0;    // answers: number of these seats that gave it
};

struct HeatNode {
  std::uint64_t timed = 0;        // number of timed runs
  std::uint64_t nanoseconds = 0;  // total time of the timed runs
};

struct Heat {
  std::uint64_t hands = 0;
  std::uint64_t journals = 0;      // number of journals read
  std::uint64_t journals_cut = 0;  // number of these that leave the flow before their end
  std::vector<HeatEdge> edges;     // in the order of Chart::edges
  std::vector<HeatNode> nodes;     // in the order of Chart::nodes

  void Add(const Heat& other);
};

struct HeatOptions {
  std::uint64_t hands = 1000;
  std::uint64_t seed = 1;
  int threads = 1;
  std::vector<BotKind> bots{};  // one per seat
  bool times = true;
  std::function<void(std::uint64_t hands)> on_progress{};
};

// A game that stops is reported as a fault; the heat then covers the play before it.
Heat PlayHeat(const Flow& flow, const Chart& chart, const HeatOptions& options,
              std::optional<std::string>& fault);
// Adds a recorded match, as far as the flow accepts it.
void AddJournalHeat(const Flow& flow, const Chart& chart, const Journal& journal, Heat& heat);

struct HeatCover {
  int walked = 0;
  int all = 0;                     // edges, without rare ones that were not taken
  std::vector<std::size_t> never;  // edges never taken, rare ones included
  double percent() const { return all == 0 ? 100 : 100.0 * walked / all; }
};
HeatCover Cover(const Chart& chart, const Heat& heat);

// Text for people; JSON: {heat: 1, variant, fingerprint, options, hands, cover, edges: [{id,
// walked, offered, given, rare}], nodes: [{id, runs, nanoseconds}], never}; a chart.
std::string HeatText(const Chart& chart, const Heat& heat, Lang lang);
std::string HeatJson(const Chart& chart, const Heat& heat);
Picture HeatPicture(const Chart& chart, const Heat& heat, bool legend, bool opening = true);

}  // namespace mlf::tools

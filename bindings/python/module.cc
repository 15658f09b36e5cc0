// The module mlf._mlf. mlf/_mlf.pyi has its types.
#include <mlf/components/tile_set.h>
#include <mlf/flow/random.h>
#include <mlf/flow/text.h>
#include <mlf/table/view.h>
#include <mlf/variants/open.h>
#include "bindings/python/core.h"

#include <nlohmann/json.hpp>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <exception>
#include <map>
#include <stdexcept>
#include <utility>

namespace py = pybind11;

namespace mlf::python {
namespace {

// An array over memory of `owner`, which stays alive as long as the array.
template <typename T>
py::array_t<T> ViewOf(T* data, std::vector<py::ssize_t> shape, py::handle owner) {
  return py::array_t<T>(std::move(shape), data, owner);
}

std::shared_ptr<const Rules> OpenRules(const std::string& name,
                                       const std::map<std::string, std::string>& options,
                                       const std::string& variant_dir) {
  const auto flow = OpenFlow(name, options, variant_dir);
  if (!flow) throw py::value_error(FaultText(flow.faults()));
  return std::make_shared<const Rules>(*flow);
}

// A callable (hand, wall) -> seed, which puts the wall, an array of all tiles, in order. What it
// raises is raised again by the call of the table.
class CallableChance final : public Chance {
 public:
  CallableChance(const Flow& flow, py::function decide)
      : tiles_(logic::WallTiles(flow)), decide_(std::move(decide)) {}
  HandChance OfHand(std::uint32_t hand) override {
    try {
      py::array_t<Piece> wall(static_cast<py::ssize_t>(tiles_.size()), tiles_.data());
      const auto seed = decide_(hand, wall).cast<std::uint64_t>();
      return {.wall = {wall.data(), wall.data() + wall.size()}, .seed = seed};
    } catch (...) {
      raised_ = std::current_exception();
      throw;
    }
  }
  void Rethrow() {
    if (raised_) std::rethrow_exception(std::exchange(raised_, nullptr));
  }

 private:
  const std::span<const Piece> tiles_;  // of the game, ascending
  const py::function decide_;
  std::exception_ptr raised_;
};

// A table with room for what the seat to act sees. The arrays are views of this room.
struct Single {
  explicit Single(std::shared_ptr<const Rules> rules)
      : table(rules),
        planes(Observer::kPlaneBytes),
        flat(static_cast<std::size_t>(rules->observer.flat_size())),
        mask(static_cast<std::size_t>(rules->code.size())) {}

  void Start(std::uint64_t seed) {
    table.Start(seed);
    chance = nullptr;
    Show();
  }
  void StartWith(const py::function& decide) {
    const auto own = std::make_shared<CallableChance>(*table.rules().flow, decide);
    if (!table.Start(own)) {
      own->Rethrow();
      throw py::value_error("the wall of a chance must hold the tiles it came with, in any order");
    }
    chance = own;
    Show();
  }
  // A step was not made: raises what the chance raised, if it did.
  void RaiseOfChance() const {
    if (chance) chance->Rethrow();
  }
  void Show() {
    for (const std::int32_t id : legal) mask[static_cast<std::size_t>(id)] = 0;
    table.Legal(table.seat(), legal);
    for (const std::int32_t id : legal) mask[static_cast<std::size_t>(id)] = 1;
    if (!table.over()) table.Look(table.seat(), planes.data(), flat.data());
  }
  void Act(int seat, int id) {
    const bool acted =
        seat >= 0 && seat < table.rules().flow->people() && table.Act(static_cast<Seat>(seat), id);
    if (!acted) RaiseOfChance();
    if (!acted)
      throw py::value_error("action " + std::to_string(id) + " (" + table.rules().code.Name(id) +
                            ") is not legal for seat " + std::to_string(seat) +
                            "; legal() lists the actions");
    Show();
  }
  void CheckSeat(int seat) const {
    if (seat < 0 || seat >= table.rules().flow->people())
      throw py::value_error("there is no seat " + std::to_string(seat));
  }

  Table table;
  std::shared_ptr<CallableChance> chance;  // that the table asks; null: none
  std::vector<std::uint8_t> planes;
  std::vector<std::int32_t> flat;
  std::vector<std::uint8_t> mask;
  std::vector<std::int32_t> legal;
};

// A copy in which all tiles that `seat` cannot see, in other hands and the wall, are dealt anew.
// What the seat observes must be the same: a test compares.
Single* DealtAnew(const Single& single, int looking, std::uint64_t seed) {
  single.CheckSeat(looking);
  auto anew = std::make_unique<Single>(single);
  Records records = single.table.records();
  const Flow& flow = *single.table.rules().flow;
  table::Board& board = (*table::FindSlot<table::Board>(flow))(records);
  std::vector<table::Tile> hidden(board.wall.tiles.begin() + board.wall.head,
                                  board.wall.tiles.begin() + board.wall.tail);
  const auto hides = [&](Seat s) {
    return s != looking && !board.seats[s].ShownTo(static_cast<Seat>(looking));
  };
  for (Seat s = 0; s < flow.seats(); ++s) {
    if (!hides(s)) continue;
    for (const table::Tile tile : board.seats[s].HandPieces()) hidden.push_back(tile);
  }
  std::uint32_t counter = 0;
  Stream(seed, counter).Shuffle(std::span<table::Tile>(hidden));
  std::size_t next = 0;
  for (Seat s = 0; s < flow.seats(); ++s) {
    if (!hides(s)) continue;
    table::SeatBoard& other = board.seats[s];
    const int size = other.hand.Size();
    other.hand = {};
    other.red = 0;
    for (int i = 0; i < size; ++i) {
      const table::Tile tile = hidden[next++];
      table::AddToHand(board, s, tile);
      if (other.drawn != table::kNoTile) other.drawn = table::KindOf(tile);
    }
  }
  std::copy(hidden.begin() + static_cast<std::ptrdiff_t>(next), hidden.end(),
            board.wall.tiles.begin() + board.wall.head);
  records.flow().match_seed ^= seed;
  anew->table.SetRecords(records);
  return anew.release();
}

Viewer ViewerFor(const std::optional<int>& seat) {
  return seat ? Viewer::Of(static_cast<Seat>(*seat)) : Viewer::Full();
}

}  // namespace

PYBIND11_MODULE(_mlf, m) {
  m.def(
      "variants", [](const std::string& dir) { return VariantIds(dir); },
      py::arg("variant_dir") = "");
  m.attr("ENCODING") = ActionCode::kVersion;
  m.attr("PLANES") = Observer::PlaneNames();

  py::class_<Rules, std::shared_ptr<Rules>>(m, "Rules")
      .def(py::init([](const std::string& name, const std::map<std::string, std::string>& options,
                       const std::string& dir) {
             return std::const_pointer_cast<Rules>(OpenRules(name, options, dir));
           }),
           py::arg("variant"), py::arg("options") = std::map<std::string, std::string>{},
           py::arg("variant_dir") = "")
      .def_property_readonly("variant", [](const Rules& r) { return r.flow->name(); })
      .def_property_readonly("fingerprint",
                             [](const Rules& r) { return r.flow->fingerprint_text(); })
      .def_property_readonly("seats", [](const Rules& r) { return r.flow->seats(); })
      .def_property_readonly("people", [](const Rules& r) { return r.flow->people(); })
      .def_property_readonly("actions", [](const Rules& r) { return r.code.size(); })
      .def_property_readonly("encoding", [](const Rules& r) { return r.code.Text(); })
      .def_property_readonly("flat_names", [](const Rules& r) { return r.observer.flat_names(); })
      .def_property_readonly("options",
                             [](const Rules& r) {
                               std::map<std::string, std::string> options;
                               for (const auto& [name, value] : r.flow->options())
                                 options[name] = value;
                               return options;
                             })
      .def("action_name", [](const Rules& r, int id) { return r.code.Name(id); });

  py::class_<Single>(m, "Table")
      .def(py::init([](const std::shared_ptr<Rules>& rules) { return new Single(rules); }))
      .def("start", &Single::Start, py::arg("seed"))
      .def("start", &Single::StartWith, py::arg("chance"))
      .def("act", [](Single& s, int id) { s.Act(s.table.seat(), id); })
      .def("act_for", &Single::Act, py::arg("seat"), py::arg("action"))
      .def("play",
           [](Single& s, const std::string& text) {
             const auto action = ParseAction(*s.table.rules().flow, text);
             if (!action) throw py::value_error(FaultText(action.faults()));
             Action own = *action;
             if (own.ask == 0) own.ask = s.table.response().ask;
             const bool played = s.table.Process(own);
             if (!played) s.RaiseOfChance();
             if (!played)
               throw py::value_error(
                   FormatRefusal(*s.table.rules().flow, s.table.response(), own.seat, Lang::kEn));
             s.Show();
           })
      // By number among the distinct actions of the engine.
      .def("count",
           [](const Single& s, int seat) {
             s.CheckSeat(seat);
             return s.table.response().choices.Count(static_cast<Seat>(seat));
           })
      .def("nth",
           [](const Single& s, int seat, std::uint64_t n) {
             s.CheckSeat(seat);
             const Choices& choices = s.table.response().choices;
             if (n >= choices.Count(static_cast<Seat>(seat)))
               throw py::value_error("there is no action of this number");
             return FormatAction(*s.table.rules().flow,
                                 choices.Nth(static_cast<Seat>(seat), n, s.table.response().ask));
           })
      .def_property_readonly("seat", [](const Single& s) { return int{s.table.seat()}; })
      .def_property_readonly("asked", [](const Single& s) { return int{s.table.asked()}; })
      .def_property_readonly("over", [](const Single& s) { return s.table.over(); })
      .def_property_readonly("hand_over", [](const Single& s) { return s.table.hand_over(); })
      .def_property_readonly("gained",
                             [](const Single& s) {
                               return std::vector<float>(
                                   s.table.gained().begin(),
                                   s.table.gained().begin() + s.table.rules().flow->people());
                             })
      .def_property_readonly("scores",
                             [](const Single& s) {
                               const table::Match& match = s.table.rules().match(s.table.records());
                               return std::vector<int>(
                                   match.score.begin(),
                                   match.score.begin() + s.table.rules().flow->people());
                             })
      .def_property_readonly("hash", [](const Single& s) { return s.table.records().Hash(); })
      .def_property_readonly("hand", [](const Single& s) { return s.table.records().flow().hand; })
      .def(
          "legal",
          [](const Single& s, const std::optional<int>& seat) {
            std::vector<std::int32_t> ids = s.legal;
            if (seat) {
              s.CheckSeat(*seat);
              s.table.Legal(static_cast<Seat>(*seat), ids);
            }
            return py::array_t<std::int32_t>(static_cast<py::ssize_t>(ids.size()), ids.data());
          },
          py::arg("seat") = std::nullopt)
      .def("observe",
           [](const Single& s, int seat) {
             s.CheckSeat(seat);
             py::array_t<std::uint8_t> planes({Observer::kPlanes, kGroups, kGroupSize});
             py::array_t<std::int32_t> flat(s.table.rules().observer.flat_size());
             s.table.Look(static_cast<Seat>(seat), planes.mutable_data(), flat.mutable_data());
             return py::make_tuple(planes, flat);
           })
      .def_property_readonly("planes",
                             [](py::object self) {
                               auto& s = self.cast<Single&>();
                               return ViewOf(s.planes.data(),
                                             {Observer::kPlanes, kGroups, kGroupSize}, self);
                             })
      .def_property_readonly("flat",
                             [](py::object self) {
                               auto& s = self.cast<Single&>();
                               return ViewOf(s.flat.data(),
                                             {static_cast<py::ssize_t>(s.flat.size())}, self);
                             })
      .def_property_readonly("mask",
                             [](py::object self) {
                               auto& s = self.cast<Single&>();
                               return ViewOf(s.mask.data(),
                                             {static_cast<py::ssize_t>(s.mask.size())}, self);
                             })
      .def(
          "view",
          [](const Single& s, const std::optional<int>& seat) {
            return table::View(*s.table.rules().flow, s.table.records(), ViewerFor(seat)).dump();
          },
          py::arg("seat") = std::nullopt)
      .def("dealt_anew", &DealtAnew, py::arg("seat"), py::arg("seed"))
      .def("copy", [](const Single& s) { return new Single(s); });

  py::class_<Tables>(m, "Tables")
      .def(py::init([](const std::shared_ptr<Rules>& rules, int count, std::uint64_t seed,
                       bool per_match) {
             if (count < 1) throw py::value_error("count is the number of tables, at least 1");
             return new Tables(rules, count, seed, per_match);
           }),
           py::arg("rules"), py::arg("count"), py::arg("seed") = 0, py::arg("per_match") = false)
      .def("reset", &Tables::Reset, py::arg("seed") = 0)
      .def("step",
           [](Tables& t,
              const py::array_t<std::int32_t, py::array::c_style | py::array::forcecast>& actions) {
             if (actions.size() != t.count())
               throw py::value_error("step takes " + std::to_string(t.count()) + " actions, not " +
                                     std::to_string(actions.size()));
             std::optional<int> wrong;
             {
               const std::span<const std::int32_t> ids(actions.data(),
                                                       static_cast<std::size_t>(t.count()));
               py::gil_scoped_release release;
               wrong = t.Step(ids);
             }
             if (wrong)
               throw py::value_error("action " + std::to_string(actions.data()[*wrong]) +
                                     " of table " + std::to_string(*wrong) +
                                     " is not legal; see mask. No table has moved.");
           })
      .def(
          "sample",
          [](Tables& t, std::optional<py::array_t<std::int32_t, py::array::c_style>> out) {
            py::array_t<std::int32_t, py::array::c_style> actions(t.count());
            if (out) actions = *out;
            if (actions.size() != t.count()) throw py::value_error("out has another size");
            t.Sample({actions.mutable_data(), static_cast<std::size_t>(t.count())});
            return actions;
          },
          py::arg("out") = std::nullopt)
      .def_property_readonly("count", &Tables::count)
      .def_property_readonly("planes",
                             [](py::object self) {
                               auto& t = self.cast<Tables&>();
                               return ViewOf(t.planes.data(),
                                             {t.count(), Observer::kPlanes, kGroups, kGroupSize},
                                             self);
                             })
      .def_property_readonly("flat",
                             [](py::object self) {
                               auto& t = self.cast<Tables&>();
                               return ViewOf(t.flat.data(),
                                             {t.count(), t.rules().observer.flat_size()}, self);
                             })
      .def_property_readonly("mask",
                             [](py::object self) {
                               auto& t = self.cast<Tables&>();
                               return ViewOf(t.mask.data(), {t.count(), t.rules().code.size()},
                                             self);
                             })
      .def_property_readonly("seats",
                             [](py::object self) {
                               auto& t = self.cast<Tables&>();
                               return ViewOf(t.seats.data(), {t.count()}, self);
                             })
      .def_property_readonly("rewards",
                             [](py::object self) {
                               auto& t = self.cast<Tables&>();
                               return ViewOf(t.rewards.data(),
                                             {t.count(), t.rules().flow->people()}, self);
                             })
      .def_property_readonly("done",
                             [](py::object self) {
                               auto& t = self.cast<Tables&>();
                               return ViewOf(t.done.data(), {t.count()}, self);
                             })
      .def_property_readonly("hands", [](py::object self) {
        auto& t = self.cast<Tables&>();
        return ViewOf(t.hands.data(), {t.count()}, self);
      });
}

}  // namespace mlf::python

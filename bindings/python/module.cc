// The module mlf._mlf. mlf/_mlf.pyi has its types.
#include <mlf/chart/chart.h>
#include <mlf/components/tile_set.h>
#include <mlf/flow/explain.h>
#include <mlf/flow/json.h>
#include <mlf/flow/plugin.h>
#include <mlf/flow/random.h>
#include <mlf/flow/text.h>
#include <mlf/kit/kit.h>
#include <mlf/table/staging.h>
#include <mlf/table/view.h>
#include <mlf/variants/open.h>
#include "bindings/describe.h"
#include "bindings/python/core.h"
#include "bindings/python/quick.h"
#include "bindings/saved.h"
#include "tools/kit/sim.h"

#include <nlohmann/json.hpp>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <map>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>

namespace py = pybind11;

namespace mlf::python {
namespace {

// An array over memory of `owner`, which stays alive as long as the array. It cannot be written:
// what a seat sees is an answer of the table, and NumPy gives the right to write to no view of it.
template <typename T>
py::array_t<T> ViewOf(const T* data, std::vector<py::ssize_t> shape, py::handle owner) {
  py::array_t<T> view(std::move(shape), data, owner);
  py::detail::array_proxy(view.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
  return view;
}

// A line for each fault, without the end of the last.
std::string LinesOf(const Faults& faults) {
  std::string text = FaultText(faults);
  if (text.ends_with('\n')) text.pop_back();
  return text;
}

// The kinds of errors besides ValueError for an argument: mlf.Refused, mlf.Faulty, mlf.OtherFlow.
struct RefusedError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};
struct FaultyError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
  explicit FaultyError(const Faults& faults) : std::invalid_argument(LinesOf(faults)) {}
};
struct OtherFlowError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

std::shared_ptr<const Rules> OpenRules(const std::string& name,
                                       const std::map<std::string, std::string>& options,
                                       const std::string& variant_dir) {
  const auto flow = OpenFlow(name, options, variant_dir);
  if (!flow) throw FaultyError(flow.faults());
  return std::make_shared<const Rules>(*flow, Rules::Source{name, options, variant_dir});
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
      const std::uint64_t seed = SeedOf(decide_(hand, wall));
      std::vector<Piece> ordered(wall.data(), wall.data() + wall.size());
      std::vector<Piece> sorted = ordered;
      std::ranges::sort(sorted);
      if (!std::ranges::equal(sorted, tiles_))
        throw py::value_error(
            "the wall of a chance must hold the tiles it came with, in any order");
      return {.wall = std::move(ordered), .seed = seed};
    } catch (...) {
      raised_ = std::current_exception();
      throw;
    }
  }
  // The seed that the callable returned.
  static std::uint64_t SeedOf(const py::object& answer) {
    try {
      return answer.cast<std::uint64_t>();
    } catch (const py::cast_error&) {
      throw py::type_error("a chance returns a seed of 64 bits, an int from 0, not " +
                           py::repr(answer).cast<std::string>());
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
    const InStep step(*this);
    table.Start(seed);
    chance = nullptr;
    Show();
  }
  void StartWith(const py::function& decide) {
    const InStep step(*this);
    const auto own = std::make_shared<CallableChance>(*table.rules().flow, decide);
    if (!table.Start(own)) {
      own->Rethrow();
      throw std::runtime_error("the match could not start");
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
    if (table.seat() != kNoSeat) looking = table.seat();
    if (looked_at) Look();
  }
  void Look() { table.Look(looking, planes.data(), flat.data()); }
  // From the first view of `planes` or `flat` on every step shows them; looking takes most of a
  // step.
  void LookFromNowOn() {
    CheckIdle();
    if (!std::exchange(looked_at, true)) Look();
  }
  void Act(int seat, int id) {
    const InStep step(*this);
    const bool acted =
        seat >= 0 && seat < table.rules().flow->people() && table.Act(static_cast<Seat>(seat), id);
    if (!acted) RaiseOfChance();
    if (!acted)
      throw RefusedError("action " + std::to_string(id) + " (" + table.rules().code.Name(id) +
                         ") is not legal for seat " + std::to_string(seat) +
                         "; legal() lists the actions");
    Show();
  }
  // The act of the seat to act. False if it is not legal; nothing has changed then.
  bool ActLegal(int id) {
    const InStep step(*this);
    if (table.seat() == kNoSeat || !table.Act(table.seat(), id)) return false;
    Show();
    return true;
  }
  void Play(const std::string& text) {
    const Flow& flow = *table.rules().flow;
    const InStep step(*this);
    const auto action = ParseAction(flow, text);
    if (!action) throw FaultyError(action.faults());
    Action own = *action;
    if (own.ask == 0) own.ask = table.response().ask;
    if (!table.Process(own)) {
      RaiseOfChance();
      throw RefusedError(FormatRefusal(flow, table.refused(), own.seat, Lang::kEn));
    }
    Show();
  }
  void Restore(const py::bytes& saved, const std::optional<py::function>& decide) {
    const Flow& flow = *table.rules().flow;
    const InStep step(*this);
    const auto restored = bindings::RestoreRecords(flow, std::string_view(saved));
    if (!restored) {
      if (restored.faults().front().code == "C02") throw OtherFlowError(LinesOf(restored.faults()));
      throw FaultyError(restored.faults());
    }
    chance = decide ? std::make_shared<CallableChance>(flow, *decide) : nullptr;
    table.Resume(*restored, chance);
    looking = 0;
    Show();
  }
  // A step asks the chance, which is code of the caller: it may call this table, or let another
  // thread call it, in the middle of the step. Held by the lock of the interpreter.
  struct InStep {
    explicit InStep(Single& single) : of(single) {
      of.CheckIdle();
      of.in_step = true;
    }
    ~InStep() { of.in_step = false; }
    InStep(const InStep&) = delete;
    InStep& operator=(const InStep&) = delete;
    Single& of;
  };
  void CheckIdle() const {
    if (in_step)
      throw std::runtime_error(
          "this table is in the middle of a step: neither its chance nor another thread may use it "
          "before the step has ended");
  }
  void CheckSeat(int seat) const {
    CheckIdle();
    if (seat < 0 || seat >= table.rules().flow->people())
      throw py::value_error("there is no seat " + std::to_string(seat));
  }

  Table table;
  std::shared_ptr<CallableChance> chance;  // that the table asks; null: none
  std::vector<std::uint8_t> planes;
  std::vector<std::int32_t> flat;
  std::vector<std::uint8_t> mask;
  std::vector<std::int32_t> legal;
  bool in_step = false;
  bool looked_at = false;
  Seat looking = 0;  // to act, or the last one that was; 0 before the start and at a restored end
};

// Tables that one thread at a time uses. `step` runs without the lock of the interpreter, so
// another thread could call in the middle of it.
struct Batch {
  Batch(const std::shared_ptr<Rules>& rules, int count, std::uint64_t seed, bool per_match,
        int threads)
      : tables(rules, count, seed, per_match, threads) {}
  class Use {
   public:
    explicit Use(Batch& batch) : lock_(batch.in_use_, std::try_to_lock) {
      if (!lock_)
        throw std::runtime_error(
            "another thread steps these tables; give each thread tables of its own, or a lock");
    }

   private:
    std::unique_lock<std::mutex> lock_;
  };

  Tables tables;

 private:
  std::mutex in_use_;
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
      if (other.drawn != table::kNoTile) table::NameDrawn(board, s, tile);
    }
  }
  std::copy(hidden.begin() + static_cast<std::ptrdiff_t>(next), hidden.end(),
            board.wall.tiles.begin() + board.wall.head);
  records.flow().match_seed ^= seed;
  anew->table.SetRecords(records);
  return anew.release();
}

// A dict as JSON, and JSON as a dict.
std::string Dumped(const py::object& given) {
  return py::module_::import("json").attr("dumps")(given).cast<std::string>();
}
py::object Loaded(const std::string& json) {
  return py::module_::import("json").attr("loads")(json);
}
py::object Answered(const Result<std::string>& json) {
  if (!json) throw FaultyError(json.faults());
  return Loaded(*json);
}

py::object Simulated(const Rules& rules, std::uint64_t hands, std::uint64_t seed, int threads,
                     const std::string& names) {
  if (threads < 1 || threads > 256) throw py::value_error("threads is 1 to 256");
  const Flow& flow = *rules.flow;
  auto bots = bots::ParseBots(names, flow.seats());
  if (!bots) throw FaultyError(bots.faults());
  tools::SimOptions options{
      .hands = hands, .seed = seed, .threads = threads, .bots = *std::move(bots)};
  // A signal is handled in the thread of the call, between two blocks of hands.
  std::atomic<bool> raised = false;
  options.stop = &raised;
  options.on_progress = [&, caller = std::this_thread::get_id()](std::uint64_t) {
    if (std::this_thread::get_id() != caller) return;
    const py::gil_scoped_acquire acquire;
    if (PyErr_CheckSignals() != 0) raised = true;
  };
  tools::SimReport report;
  {
    const py::gil_scoped_release release;
    report = tools::Simulate(flow, options);
  }
  if (raised) throw py::error_already_set();
  if (report.fault) throw FaultyError(*report.fault);
  return Answered(tools::SimJson(flow, options, report));
}

// ---- What a loop over one table uses ----

Single* TableOf(PyObject* self) {
  auto* own = OwnOf<Single>(self);
  if (own == nullptr) PyErr_SetString(PyExc_TypeError, "this table was not made by mlf.Table(...)");
  return own;
}

QuickProperty quick_over, quick_seat;
QuickMethod quick_legal, quick_act;

PyObject* QuickOver(PyObject* self, void*) {
  const Single* own = TableOf(self);
  return own == nullptr ? nullptr : PyBool_FromLong(own->table.over() ? 1 : 0);
}

PyObject* QuickSeat(PyObject* self, void*) {
  const Single* own = TableOf(self);
  return own == nullptr ? nullptr : PyLong_FromLong(own->table.seat());
}

PyObject* QuickLegal(PyObject* self, PyObject* const* given, Py_ssize_t count, PyObject* names) {
  const Single* own = TableOf(self);
  if (own == nullptr) return nullptr;
  if (count > 0 || names != nullptr) return quick_legal.Usual(self, given, count, names);
  return ArrayOf(own->legal);
}

PyObject* QuickAct(PyObject* self, PyObject* const* given, Py_ssize_t count, PyObject* names) {
  Single* own = TableOf(self);
  if (own == nullptr) return nullptr;
  // First the number, which may be code of the caller and change the table. A chance is code of the
  // caller too, and raises what it likes.
  const auto id = count == 1 && names == nullptr ? IntOf(given[0]) : std::nullopt;
  if (id && !own->chance && !own->in_step) {
    try {
      if (own->ActLegal(*id)) Py_RETURN_NONE;
    } catch (const std::exception& error) {
      PyErr_SetString(PyExc_RuntimeError, error.what());
      return nullptr;
    }
  }
  return quick_act.Usual(self, given, count, names);
}

chart::Language LanguageOf(const std::string& lang) {
  if (lang == "zh") return chart::Language::kZh;
  if (lang == "en") return chart::Language::kEn;
  if (lang != "both") throw py::value_error("lang is zh, en or both");
  return chart::Language::kBoth;
}

Viewer ViewerFor(const std::optional<int>& seat) {
  return seat ? Viewer::Of(static_cast<Seat>(*seat)) : Viewer::Full();
}

}  // namespace

PYBIND11_MODULE(_mlf, m) {
  m.doc() =
      "The engine in C++. An action is a number, and what a seat sees is arrays: A actions and F "
      "flat "
      "numbers, by the rules. ENCODING is the version of the action numbers, PLANES names the "
      "first "
      "axis of the planes.";
  m.def(
      "load_plugin",
      [](const std::string& file) {
        const std::string one[] = {file};
        if (const Faults faults = LoadPlugins(one); !faults.empty()) throw FaultyError(faults);
      },
      py::arg("file"),
      "Loads a plug-in (.so) with parts and variants for the rest of the process. ValueError says "
      "why nothing was loaded.");
  m.def(
      "variants", [](const std::string& dir) { return VariantIds(dir); },
      py::arg("variant_dir") = "",
      "Ids of all variants, sorted; `variant_dir`: a folder with more, searched first.");
  m.def(
      "variant_info",
      [](const std::string& dir) {
        const auto json = bindings::VariantsJson(dir);
        if (!json) throw FaultyError(json.faults());
        return Loaded((*json)["variants"].dump());
      },
      py::arg("variant_dir") = "",
      "All variants with their options and presets, as dicts: id, zh, en, options [name, type, "
      "default, values, low, high, zh, en], presets [name, zh, en, options]. `variant_dir`: a "
      "folder with more, searched first.");
  m.def(
      "hand",
      [](const py::object& row, int copies) { return Answered(kit::Hand(Dumped(row), copies)); },
      py::arg("row"), py::arg("copies") = 4,
      "How far a hand outside any variant is from complete, `row`: a dict as a line of `mlf "
      "hand`. `copies`: the most tiles of one kind, 1 to 7. The dict that it prints.");
  py::register_exception<RefusedError>(m, "Refused", PyExc_ValueError).attr("__doc__") =
      "The flow refused an action; the message has the reason. The table is as before.";
  py::register_exception<FaultyError>(m, "Faulty", PyExc_ValueError).attr("__doc__") =
      "Text or bytes from outside have faults; the message has one a line, with its code.";
  py::register_exception<OtherFlowError>(m, "OtherFlow", PyExc_ValueError).attr("__doc__") =
      "Saved records belong to other rules, options or another version.";
  // "engine 0.2.0 9f3c07aa12d4; ..."
  const std::string_view engine = AbiWord().substr(AbiWord().find(' ') + 1);
  m.attr("__version__") = std::string(engine.substr(0, engine.find(' ')));
  m.attr("ENCODING") = ActionCode::kVersion;
  m.attr("PLANES") = Observer::PlaneNames();

  py::class_<Rules, std::shared_ptr<Rules>>(
      m, "Rules",
      "A variant opened with options. It never changes, and tables and threads share it.")
      .def(py::init([](const std::string& name, const std::map<std::string, std::string>& options,
                       const std::string& dir) {
             return std::const_pointer_cast<Rules>(OpenRules(name, options, dir));
           }),
           py::arg("variant"), py::arg("options") = std::map<std::string, std::string>{},
           py::arg("variant_dir") = "",
           "ValueError has every fault with file, line, column, code and remedy. `variant`: the id "
           "of an embedded variant, a folder with a variant.yaml, or a YAML file. `options`: texts "
           "by name, switches as \"on\" and \"off\". `variant_dir`: a folder that is searched "
           "first.")
      .def_property_readonly(
          "variant", [](const Rules& r) { return r.flow->name(); }, "The id: \"xueliu\".")
      .def_property_readonly(
          "fingerprint", [](const Rules& r) { return r.flow->fingerprint_text(); },
          "Hash of the behaviour: 16 hexadecimal digits. Journals and models fit one fingerprint.")
      .def_property_readonly(
          "seats", [](const Rules& r) { return r.flow->seats(); }, "Seats of a table: 2 to 4.")
      .def_property_readonly(
          "people", [](const Rules& r) { return r.flow->people(); },
          "Persons of a match: the seats, or more where persons rotate.")
      .def_property_readonly(
          "actions", [](const Rules& r) { return r.code.size(); },
          "A, the number of actions: action numbers are 0 to A - 1.")
      .def_property_readonly(
          "encoding", [](const Rules& r) { return r.code.Text(); },
          "The blocks of action numbers, one a line: \"first size node kind\". A model is valid "
          "for one text.")
      .def_property_readonly(
          "flat_names", [](const Rules& r) { return r.observer.flat_names(); },
          "Names of the F numbers of `flat`, in order.")
      .def_property_readonly(
          "options",
          [](const Rules& r) {
            std::map<std::string, std::string> options;
            for (const auto& [name, value] : r.flow->options()) options[name] = value;
            return options;
          },
          "All options with their values, as texts.")
      .def(
          "info", [](const Rules& r) { return Loaded(bindings::FlowJson(*r.flow).dump()); },
          "Names, options, nodes in the order of their numbers, and warnings, as a dict.")
      .def(
          "replay",
          [](const Rules& r, const py::bytes& journal) {
            const auto read = ReadJournal(std::string_view(journal), "journal", true);
            if (!read) throw FaultyError(read.faults());
            const auto replayed = Replay(*r.flow, read->journal);
            if (!replayed) throw FaultyError(replayed.faults());
            py::dict told;
            told["hash"] = replayed->records.Hash();
            told["accepted"] = replayed->accepted;
            told["refused"] = replayed->refused;
            told["hands"] = replayed->hands;
            told["complete"] = replayed->complete;
            return told;
          },
          py::arg("journal"),
          "Replays a journal, `journal`: bytes in either form. A dict: `hash` of the last state, "
          "`accepted` and `refused` actions, `hands`, and whether it is `complete` with the same "
          "hash. Faulty if it is damaged, of other rules, or a step differs.")
      .def(
          "pieces_text",
          [](const Rules& r, const std::vector<std::uint8_t>& pieces) {
            const bool known =
                std::ranges::all_of(pieces, [](int piece) { return piece < kPieces; });
            if (!known) throw py::value_error("a piece is a number from 0 to 44");
            return r.flow->piece_text()->Format(pieces.data(), static_cast<int>(pieces.size()));
          },
          py::arg("pieces"), "Tiles as one word, \"123m5z\"; `pieces`: their numbers, in order.")
      .def(
          "parse_pieces",
          [](const Rules& r, const std::string& word) {
            std::vector<std::uint8_t> pieces(table::kMaxTiles);
            const auto count = r.flow->piece_text()->Parse(word, pieces.data(), table::kMaxTiles);
            if (!count)
              throw FaultyError("\"" + word + "\" is no row of tiles; they look like 123m5z");
            pieces.resize(static_cast<std::size_t>(*count));
            return std::vector<int>(pieces.begin(), pieces.end());
          },
          py::arg("word"), "The numbers of the tiles of such a word, `word`: text.")
      .def(
          "score",
          [](const Rules& r, const py::object& given) {
            return Answered(kit::Score(*r.flow, Dumped(given)));
          },
          py::arg("case"),
          "Judges a hand outside a game, `case`: a dict as a line of `mlf score`. The dict that it "
          "prints; Faulty if the hand is impossible.")
      .def("simulate", &Simulated, py::arg("hands") = 1000, py::arg("seed") = 1,
           py::arg("threads") = 1, py::arg("bots") = "greedy",
           "Bots play many `hands`, and the dict of `mlf sim --json` says what came of them. "
           "`seed`: 64 bits. `threads`: 1 to 256, which change no result. `bots`: a name, or one "
           "for each seat with commas between. Other threads run meanwhile; a signal, as of "
           "Ctrl-C, ends it.")
      .def(
          "chart",
          [](const Rules& r, const std::string& format, const std::string& lang) {
            const auto drawn = chart::Draw(*r.flow, format, {.lang = LanguageOf(lang)});
            if (!drawn) throw FaultyError(drawn.faults());
            return py::bytes(*drawn);
          },
          py::arg("format") = "svg", py::arg("lang") = "both",
          "The chart of the variant: bytes. `format`: svg, dot, json, mmd (Mermaid), png or pdf. "
          "`lang`: zh, en or both. Faulty without Graphviz, which svg, png and pdf need.")
      .def("__reduce__",
           [](const py::object& self) {
             const Rules::Source& from = self.cast<const Rules&>().source;
             return py::make_tuple(self.get_type(),
                                   py::make_tuple(from.name, from.options, from.variant_dir));
           })
      .def(
          "action_name", [](const Rules& r, int id) { return r.code.Name(id); }, py::arg("id"),
          "The words of an action number: \"discard 5p\".");

  py::class_<Single> single(
      m, "Table",
      "One table. The arrays `planes`, `flat` and `mask` are views of its memory, "
      "without a copy and read-only: they always show what the seat to act sees now.");
  single
      .def(py::init([](const std::shared_ptr<Rules>& rules) { return new Single(rules); }),
           py::arg("rules").none(false))
      .def(py::init([](const Single& other) {
             other.CheckIdle();
             return new Single(other);
           }),
           py::arg("other").none(false))
      .def("start", &Single::Start, py::arg("seed"), "Starts a match from a seed of 64 bits.")
      .def("start", &Single::StartWith, py::arg("chance"),
           "Starts a match whose chance `chance(hand, wall)` decides. `wall`: uint8 (tiles,), all "
           "tiles ascending, to be put in order, the next draw first. It returns the seed, 64 "
           "bits, of all other chance of the hand. What it raises is raised here; ValueError if "
           "the wall does not hold its tiles any more.")
      .def(
          "act", [](Single& s, int id) { s.Act(s.table.seat(), id); }, py::arg("id"),
          "Plays action number `id` for `seat`. ValueError if it is not legal; nothing has changed "
          "then.")
      .def("act_for", &Single::Act, py::arg("seat"), py::arg("action"),
           "The same for any seat that is asked, 0 to people - 1.")
      .def("play", &Single::Play, py::arg("text"),
           "Plays an action in words, as the engine writes them: \"0 discard 5p\", \"1 timeout\". "
           "ValueError with the reason if it is refused; nothing has changed then.")
      // By number among the distinct actions of the engine.
      .def(
          "count",
          [](const Single& s, int seat) {
            s.CheckSeat(seat);
            return s.table.response().choices.Count(static_cast<Seat>(seat));
          },
          py::arg("seat"),
          "The number of distinct legal actions of a seat, by the count of the engine: 0 if it is "
          "not asked.")
      .def(
          "nth",
          [](const Single& s, int seat, std::uint64_t n) {
            s.CheckSeat(seat);
            const Choices& choices = s.table.response().choices;
            if (n >= choices.Count(static_cast<Seat>(seat)))
              throw py::value_error("there is no action of this number");
            return FormatAction(*s.table.rules().flow,
                                choices.Nth(static_cast<Seat>(seat), n, s.table.response().ask));
          },
          py::arg("seat"), py::arg("n"),
          "Action number `n`, from 0, of these, in words. ValueError from `count(seat)` on.")
      .def_property_readonly(
          "seat", [](const Single& s) { return int{s.table.seat()}; },
          "The seat to act, the lowest one that is asked; -1 when the match is over.")
      .def_property_readonly(
          "asked", [](const Single& s) { return int{s.table.asked()}; },
          "The seats that may answer, as bits: 1 is seat 0.")
      .def_property_readonly(
          "over", [](const Single& s) { return s.table.over(); }, "Whether the match is over.")
      .def_property_readonly(
          "hand_over", [](const Single& s) { return s.table.hand_over(); },
          "Whether the last act ended a hand.")
      .def_property_readonly(
          "gained",
          [](const Single& s) {
            return std::vector<float>(s.table.gained().begin(),
                                      s.table.gained().begin() + s.table.rules().flow->people());
          },
          "Points of each of `people` persons in the hands that the last act ended; 0 in between.")
      .def_property_readonly(
          "scores",
          [](const Single& s) {
            const table::Match& match = s.table.rules().match(s.table.records());
            return std::vector<int>(match.score.begin(),
                                    match.score.begin() + s.table.rules().flow->people());
          },
          "Points of each of `people` persons in the match.")
      .def_property_readonly(
          "hash", [](const Single& s) { return s.table.records().Hash(); },
          "Hash of the state: 64 bits, equal on all machines and in all languages.")
      .def_property_readonly(
          "hand", [](const Single& s) { return s.table.records().flow().hand; },
          "The hand of the match, from 0.")
      .def(
          "legal",
          [](const Single& s, const std::optional<int>& seat) {
            std::vector<std::int32_t> of_seat;
            if (seat) {
              s.CheckSeat(*seat);
              s.table.Legal(static_cast<Seat>(*seat), of_seat);
            }
            const std::vector<std::int32_t>& ids = seat ? of_seat : s.legal;
            return py::array_t<std::int32_t>(static_cast<py::ssize_t>(ids.size()), ids.data());
          },
          py::arg("seat") = std::nullopt,
          "int32 (n,): the legal action numbers of a seat, of the one to act if it is not given; "
          "ascending within each block.")
      .def(
          "observe",
          [](const Single& s, int seat) {
            s.CheckSeat(seat);
            py::array_t<std::uint8_t> planes({Observer::kPlanes, kGroups, kGroupSize});
            py::array_t<std::int32_t> flat(s.table.rules().observer.flat_size());
            s.table.Look(static_cast<Seat>(seat), planes.mutable_data(), flat.mutable_data());
            return py::make_tuple(planes, flat);
          },
          py::arg("seat"),
          "What a seat sees now, as new arrays: planes uint8 (35, 5, 9) and flat int32 (F,).")
      .def_property_readonly(
          "planes",
          [](py::object self) {
            auto& s = self.cast<Single&>();
            s.LookFromNowOn();
            return ViewOf(s.planes.data(), {Observer::kPlanes, kGroups, kGroupSize}, self);
          },
          "uint8 (35, 5, 9), a view: what the seat to act sees, at the end of a match the last "
          "one. "
          "The axes are `mlf.PLANES`; suits m p s, honours, flowers; ranks from 1. Tiles are "
          "counted, places marked 0 or 1.")
      .def_property_readonly(
          "flat",
          [](py::object self) {
            auto& s = self.cast<Single&>();
            s.LookFromNowOn();
            return ViewOf(s.flat.data(), {static_cast<py::ssize_t>(s.flat.size())}, self);
          },
          "int32 (F,), a view: what is no tile. `Rules.flat_names` names the numbers; points are "
          "points, tiles are counts.")
      .def_property_readonly(
          "mask",
          [](py::object self) {
            auto& s = self.cast<Single&>();
            return ViewOf(s.mask.data(), {static_cast<py::ssize_t>(s.mask.size())}, self);
          },
          "uint8 (A,), a view: 1 for each action number that is legal for the seat to act.")
      .def(
          "view",
          [](const Single& s, const std::optional<int>& seat) {
            seat ? s.CheckSeat(*seat) : s.CheckIdle();
            return table::View(*s.table.rules().flow, s.table.records(), ViewerFor(seat)).dump();
          },
          py::arg("seat") = std::nullopt,
          "JSON of the table as a seat sees it, or with nothing hidden if none is given.")
      .def(
          "json",
          [](const Single& s, const std::optional<int>& seat) {
            seat ? s.CheckSeat(*seat) : s.CheckIdle();
            return ResponseJson(*s.table.rules().flow, s.table.response(), ViewerFor(seat)).dump();
          },
          py::arg("seat") = std::nullopt,
          "JSON of the last step for a seat, or for one who sees all: events, choices, what a "
          "timeout "
          "plays.")
      .def(
          "explain",
          [](const Single& s, const std::optional<int>& seat, const std::string& lang) {
            seat ? s.CheckSeat(*seat) : s.CheckIdle();
            if (lang != "zh" && lang != "en") throw py::value_error("lang is \"zh\" or \"en\"");
            return Explain(*s.table.rules().flow, s.table.records(),
                           lang == "zh" ? Lang::kZh : Lang::kEn, ViewerFor(seat));
          },
          py::arg("seat") = std::nullopt, py::arg("lang") = "en",
          "The state of the table and its reasons in words, `lang`: \"zh\" or \"en\", as a seat "
          "may "
          "know them, or with nothing hidden if none is given.")
      .def(
          "why_not",
          [](const Single& s, int seat, const std::string& node) -> py::object {
            s.CheckSeat(seat);
            const Flow& flow = *s.table.rules().flow;
            const NodeIndex index = flow.Find(node);
            if (index == kNoNode) throw py::value_error("there is no node \"" + node + "\"");
            const Reason* const reason =
                flow.WhyNot(s.table.records(), static_cast<Seat>(seat), index);
            if (reason == nullptr) return py::none();
            py::dict told;
            told["id"] = std::string(reason->id);
            told["zh"] = std::string(reason->zh);
            told["en"] = std::string(reason->en);
            return told;
          },
          py::arg("seat"), py::arg("node"),
          "Why a seat may not take a node now, `node`: its id. A dict with id, zh and en; None "
          "when "
          "it may.")
      .def(
          "default",
          [](const Single& s, int seat) {
            s.CheckSeat(seat);
            if ((s.table.asked() >> seat & 1) == 0)
              throw py::value_error("seat " + std::to_string(seat) + " is not asked");
            const Flow& flow = *s.table.rules().flow;
            return FormatAction(flow, flow.Default(s.table.records(), static_cast<Seat>(seat)));
          },
          py::arg("seat"), "What a timeout plays for a seat that is asked, in words.")
      .def(
          "save",
          [](const Single& s) {
            s.CheckIdle();
            return py::bytes(bindings::SaveRecords(*s.table.rules().flow, s.table.records()));
          },
          "The state with fingerprint and checksum, for a file or another process. Pickling keeps "
          "it. "
          "A subset of which only some tiles are picked begins anew.")
      .def("restore", &Single::Restore, py::arg("saved"), py::arg("chance") = std::nullopt,
           "Goes on at what `save` returned, `saved`: bytes. `chance`: as of `start`, of a match "
           "that "
           "has one. Faulty if they are damaged, OtherFlow if they are of other rules; nothing has "
           "changed then.")
      .def(
          "record", [](Single& s) { s.table.Record(); },
          "From the next start on the journal of each match is kept.")
      .def(
          "journal",
          [](const Single& s, bool binary) {
            s.CheckIdle();
            if (s.table.journal() == nullptr)
              throw py::value_error("no journal is kept; call record() before start()");
            return py::bytes(WriteJournal(*s.table.journal(),
                                          binary ? JournalForm::kBinary : JournalForm::kText));
          },
          py::arg("binary") = false,
          "The journal of the match so far, refused actions too: bytes of text, or `binary`: True.")
      .def_property_readonly(
          "rules",
          [](const Single& s) { return std::const_pointer_cast<Rules>(s.table.shared_rules()); },
          "The rules it is played by.")
      .def("dealt_anew", &DealtAnew, py::arg("seat"), py::arg("seed"),
           "A copy in which everything that `seat` cannot see, other hands and the wall, is dealt "
           "anew from `seed`. For tests: the seat must observe the same. Nothing may be played on "
           "it.")
      .def(
          "copy",
          [](const Single& s) {
            s.CheckIdle();
            return new Single(s);
          },
          "Another table in the same state.");
  quick_over.Replace(single, "over", QuickOver);
  quick_seat.Replace(single, "seat", QuickSeat);
  quick_legal.Replace(single, "legal", QuickLegal);
  quick_act.Replace(single, "act", QuickAct);

  py::class_<Batch>(
      m, "Tables",
      "N tables that one call steps. A match that is over begins anew by itself. Row i of each "
      "array belongs to table i; all arrays are views of the memory of the tables, without a copy, "
      "and read-only. One thread at a "
      "time: RuntimeError for the other.")
      .def(py::init([](const std::shared_ptr<Rules>& rules, int count, std::uint64_t seed,
                       bool per_match, int threads) {
             if (count < 1) throw py::value_error("count is the number of tables, at least 1");
             if (threads < 1 || threads > 256) throw py::value_error("threads is 1 to 256");
             return new Batch(rules, count, seed, per_match, threads);
           }),
           py::arg("rules").none(false), py::arg("count"), py::arg("seed") = 0,
           py::arg("per_match") = false, py::arg("threads") = 1,
           "`count`: N, at least 1. `seed`: 64 bits, of all matches. `per_match`: rewards at the "
           "end of a match, not of each hand. `threads`: 1 to 256, which share the tables in each "
           "step, and are not there after a fork; the matches are the same with any number.")
      .def(
          "reset",
          [](Batch& b, std::uint64_t seed) {
            const Batch::Use use(b);
            b.tables.Reset(seed);
          },
          py::arg("seed") = 0, "Begins all tables anew from a seed.")
      .def(
          "step",
          [](Batch& b,
             const py::array_t<std::int32_t, py::array::c_style | py::array::forcecast>& actions) {
            Tables& t = b.tables;
            const Batch::Use use(b);
            if (actions.size() != t.count())
              throw py::value_error("step takes " + std::to_string(t.count()) + " actions, not " +
                                    std::to_string(actions.size()));
            // Of our own: another thread may write to the array meanwhile.
            const std::vector<std::int32_t> ids(actions.data(), actions.data() + actions.size());
            std::optional<int> wrong;
            {
              py::gil_scoped_release release;
              wrong = t.Step(ids);
            }
            if (wrong)
              throw py::value_error(
                  "action " + std::to_string(ids[static_cast<std::size_t>(*wrong)]) + " of table " +
                  std::to_string(*wrong) + " is not legal; see mask. No table has moved.");
          },
          py::arg("actions"),
          "Plays one action number a table, int32 (N,), and shows what came of it in the arrays. "
          "ValueError names the first that is not legal; no table has moved then. Other threads "
          "run meanwhile.")
      .def(
          "sample",
          [](Batch& b, std::optional<py::array_t<std::int32_t, py::array::c_style>> out) {
            Tables& t = b.tables;
            const Batch::Use use(b);
            py::array_t<std::int32_t, py::array::c_style> actions(t.count());
            if (out) actions = *out;
            if (actions.size() != t.count()) throw py::value_error("out has another size");
            t.Sample({actions.mutable_data(), static_cast<std::size_t>(t.count())});
            return actions;
          },
          py::arg("out").noconvert() = std::nullopt,
          "int32 (N,): a random legal action number for each table, written to `out` if it is "
          "given.")
      .def_property_readonly(
          "count", [](const Batch& b) { return b.tables.count(); }, "N, the number of tables.")
      .def_property_readonly(
          "planes",
          [](py::object self) {
            const Tables& t = self.cast<Batch&>().tables;
            return ViewOf(t.planes.data(), {t.count(), Observer::kPlanes, kGroups, kGroupSize},
                          self);
          },
          "uint8 (N, 35, 5, 9): what the seats to act see, as in Table.")
      .def_property_readonly(
          "flat",
          [](py::object self) {
            const Tables& t = self.cast<Batch&>().tables;
            return ViewOf(t.flat.data(), {t.count(), t.rules().observer.flat_size()}, self);
          },
          "int32 (N, F): as in Table.")
      .def_property_readonly(
          "mask",
          [](py::object self) {
            const Tables& t = self.cast<Batch&>().tables;
            return ViewOf(t.mask.data(), {t.count(), t.rules().code.size()}, self);
          },
          "uint8 (N, A): 1 for each legal action number.")
      .def_property_readonly(
          "seats",
          [](py::object self) {
            const Tables& t = self.cast<Batch&>().tables;
            return ViewOf(t.seats.data(), {t.count()}, self);
          },
          "int8 (N,): the seat to act.")
      .def_property_readonly(
          "rewards",
          [](py::object self) {
            const Tables& t = self.cast<Batch&>().tables;
            return ViewOf(t.rewards.data(), {t.count(), t.rules().flow->people()}, self);
          },
          "float32 (N, people): points that each person gained, in the step that ended its hand, "
          "or match with `per_match`; 0 in between.")
      .def_property_readonly(
          "done",
          [](py::object self) {
            const Tables& t = self.cast<Batch&>().tables;
            return ViewOf(t.done.data(), {t.count()}, self);
          },
          "uint8 (N,): 1 if a match ended in this step.")
      .def_property_readonly(
          "hands",
          [](py::object self) {
            const Tables& t = self.cast<Batch&>().tables;
            return ViewOf(t.hands.data(), {t.count()}, self);
          },
          "uint8 (N,): 1 if a hand ended in this step.");
}

}  // namespace mlf::python

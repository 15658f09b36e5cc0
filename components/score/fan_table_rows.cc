// Reads the rows of a fan table and refuses rows that do not fit together.
// No parts here.
#include "components/score/fan_table.h"
#include "flow/base/words.h"

#include <algorithm>
#include <initializer_list>

namespace mlf::score {

namespace {

constexpr int kMaxRows = kMaxFanRows - 1;  // FanLine::row is a byte
constexpr int kMaxFan = 1000;
constexpr const char* kRowKeys[] = {"id",       "zh",        "en",   "kind",  "fan",   "absorbs",
                                    "pattern",  "fact",      "used", "open",  "joins", "replaces",
                                    "excludes", "self_draw", "of",   "least", "each"};

bool IsOneOf(const std::string& word, std::initializer_list<std::string_view> known) {
  return std::find(known.begin(), known.end(), word) != known.end();
}

std::string TextOf(const Value& row, std::string_view key) {
  const Value* value = row.Find(key);
  return value == nullptr ? std::string() : value->text();
}

}  // namespace

void FanTable::ReadRows(Params& params, const Value& list) {
  if (!list.IsList() || list.items().empty()) {
    params.Fault(
        "rows: a list of fan rows is needed, such as [{id: ping_hu, kind: basic, fan: 0, pattern: "
        "standard_win}]",
        list.where());
    return;
  }
  if (list.items().size() > kMaxRows)
    params.Fault("rows: at most " + std::to_string(kMaxRows) + " fit", list.where());
  for (const Value& spec : list.items()) {
    if (rows_.size() == kMaxRows) break;
    ReadRow(params, spec);
  }
  // All ids are known now, so a row may name a later one.
  CheckGroups(params);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const Value& spec = list.items()[i];
    const Value* excludes = spec.IsMap() ? spec.Find("excludes") : nullptr;
    if (excludes != nullptr) ReadExcludes(params, *excludes, i);
    if (rows_[i].joins) CheckJoins(params, i, spec);
    ReadTally(params, spec, i);
    const Value* replaces = spec.IsMap() ? spec.Find("replaces") : nullptr;
    if (replaces == nullptr) continue;
    for (const int other : RowsNamed(params, *replaces)) {
      if (rows_[i].kind == RowKind::kEvent) rows_[i].replaces.Add(other);
      if (other == static_cast<int>(i)) {
        params.Fault("row \"" + names_[i].id +
                         "\" replaces itself; name the row that it replaces, or take replaces: out",
                     replaces->where());
      } else if (rows_[i].kind == RowKind::kBasic
                     ? rows_[i].replaces.Has(other)
                     : rows_[static_cast<std::size_t>(other)].replaces.Has(static_cast<int>(i))) {
        params.Fault("rows \"" + names_[i].id + "\" and \"" +
                         names_[static_cast<std::size_t>(other)].id + "\" replace each other",
                     replaces->where());
      }
      const RowKind replaced = rows_[static_cast<std::size_t>(other)].kind;
      if (rows_[i].kind == RowKind::kBasic && replaced == RowKind::kBasic) {
        rows_[static_cast<std::size_t>(other)].replaces.Add(static_cast<int>(i));
        rows_[static_cast<std::size_t>(other)].replaced = true;
      } else if (rows_[i].kind != RowKind::kEvent || replaced != RowKind::kEvent) {
        params.Fault(
            "row \"" + names_[i].id +
                "\": an event replaces events, and a basic row basic rows; name a row of its kind",
            replaces->where());
      }
    }
  }
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const int row = static_cast<int>(i);
    if (!rows_[i].used) continue;
    if (rows_[i].kind == RowKind::kGen) sets_.gens.Add(row);
    if (rows_[i].joins) sets_.joined.Add(row);
    if (rows_[i].joins || !rows_[i].strikes.empty()) sets_.plain = false;
    used_rows_.Add(row);
    if (rows_[i].pattern != nullptr && rows_[i].pattern->OfReading()) reading_rows_.Add(row);
    if (rows_[i].kind == RowKind::kTally) reading_rows_.Add(row);
    for (std::uint32_t needs = rows_[i].needs; needs != 0; needs &= needs - 1)
      rows_that_need_[static_cast<std::size_t>(std::countr_zero(needs))].Add(row);
    features_needed_ |= rows_[i].needs;
  }
  if (!sets_.plain && std::ranges::any_of(rows_, [](const TableRow& row) {
        return row.used && row.kind == RowKind::kTally;
      }))
    params.Fault(
        "rows: a tally row has no meaning in a table whose rows join or strike sets; take one of "
        "the two out",
        list.where());
  for (const std::string& id :
       combine_ == nullptr ? std::vector<std::string>() : combine_->NamedRows()) {
    if (!Find(id))
      params.Fault("combine: there is no fan row \"" + id + "\"", params.WhereOf("combine"));
  }
  asks_single_wait_ = std::ranges::any_of(
      rows_, [](const TableRow& row) { return row.used && (row.needs & kIsSingleWait) != 0; });
  if (value_ == nullptr) return;
  for (const std::string& id : value_->FullRows()) {
    const std::vector<int> found = RowsNamed(params, Value(id));
    for (int row : found) {
      rows_[static_cast<std::size_t>(row)].full = true;
      if (rows_[static_cast<std::size_t>(row)].kind != RowKind::kBasic)
        params.Fault("row \"" + id + "\" is worth the cap, so it must be basic", list.where());
    }
  }
}

void FanTable::ReadRow(Params& params, const Value& spec) {
  if (!spec.IsMap()) {
    params.Fault("a fan row is written {id: ..., kind: ..., fan: ...}", spec.where());
    rows_.emplace_back();
    names_.emplace_back();
    return;
  }
  FanRow name{TextOf(spec, "id"), TextOf(spec, "zh"), TextOf(spec, "en")};
  const std::string about = "row \"" + name.id + "\": ";
  TableRow row;
  for (const Value::Entry& entry : spec.entries()) {
    if (std::ranges::find(kRowKeys, entry.key) != std::end(kRowKeys)) continue;
    const std::string near = Nearest(entry.key, {std::begin(kRowKeys), std::end(kRowKeys)});
    params.Fault(about + "a fan row has no \"" + entry.key + "\"" +
                     (near.empty() ? "" : " (did you mean \"" + near + "\"?)"),
                 entry.where);
  }
  if (name.id.empty()) {
    params.Fault("a fan row needs an id", spec.where());
  } else if (Find(name.id)) {
    params.Fault(about + "a row above has this id already", spec.where());
  }
  if (name.zh.empty()) name.zh = name.id;
  if (name.en.empty()) name.en = name.id;

  const std::string kind = TextOf(spec, "kind");
  const bool in_order = combine_ != nullptr && combine_->ByReading();
  if (in_order ? !kind.empty() && !IsOneOf(kind, {"item", "times", "limit", "instead", "alone",
                                                  "bonus", "tally"})
               : !IsOneOf(kind, {"basic", "event", "gen"})) {
    const Value* said = spec.Find("kind");
    params.Fault(about + "kind must be " +
                     (in_order ? "item, times, limit, instead, alone, bonus or tally"
                               : "basic, event or gen") +
                     (said == nullptr ? "" : ", not " + said->Canonical()),
                 said == nullptr ? spec.where() : said->where());
  }
  if (kind == "gen" && combine_ != nullptr && !combine_->CountsGen())
    params.Fault(about +
                     "a gen row never counts in a product; write kind: event with the pattern "
                     "fours_held",
                 spec.Find("kind")->where());
  row.kind = kind == "event" ? RowKind::kEvent : kind == "gen" ? RowKind::kGen : RowKind::kBasic;
  if (in_order) {
    row.kind = kind == "times"     ? RowKind::kTimes
               : kind == "limit"   ? RowKind::kLimit
               : kind == "instead" ? RowKind::kInstead
               : kind == "alone"   ? RowKind::kAlone
               : kind == "bonus"   ? RowKind::kBonus
               : kind == "tally"   ? RowKind::kTally
                                   : RowKind::kItem;
    CheckOrder(params, row, about, spec);
  }
  for (const char* word : {"absorbs", "replaces", "self_draw", "excludes", "open", "joins"}) {
    const Value* given = spec.Find(word);
    if (given == nullptr || in_order == IsOneOf(word, {"excludes", "open", "joins"})) continue;
    params.Fault(
        about + word + " has no meaning in a table that is " +
            (in_order ? "walked in order; write excludes" : "not walked in order (table_order)"),
        given->where());
  }

  const Value* fan = spec.Find("fan");
  const auto number = fan == nullptr ? std::nullopt : fan->AsInt();
  if (!number || *number < 0 || *number > kMaxFan) {
    params.Fault(about + "fan must be a number in 0.." + std::to_string(kMaxFan),
                 fan == nullptr ? spec.where() : fan->where());
  } else {
    row.fan = row.open = static_cast<int>(*number);
    row.self_draw = static_cast<std::int16_t>(*number);
  }
  if (const Value* drawn = spec.Find("self_draw"); drawn != nullptr) {
    const auto worth = drawn->AsInt();
    if (!worth || *worth < 0 || *worth > kMaxFan)
      params.Fault(about + "self_draw must be a number in 0.." + std::to_string(kMaxFan),
                   drawn->where());
    row.self_draw = static_cast<std::int16_t>(worth.value_or(0));
  }
  if (const Value* open = spec.Find("open"); open != nullptr) {
    const auto worth = open->AsInt();
    if (!worth || *worth < 0 || *worth > kMaxFan)
      params.Fault(about + "open must be a number in 0.." + std::to_string(kMaxFan), open->where());
    row.open = static_cast<int>(worth.value_or(0));
  }

  if (const Value* absorbs = spec.Find("absorbs"); absorbs != nullptr) {
    const auto count = absorbs->AsInt();
    if (absorbs->IsScalar() && absorbs->text() == "all") {
      row.absorbs = TableRow::kAbsorbsAll;
    } else if (count && *count >= 0 && *count < TableRow::kAbsorbsAll) {
      row.absorbs = static_cast<int>(*count);
    } else {
      params.Fault(about + "absorbs must be a number of gen, or all", absorbs->where());
    }
    if (row.kind == RowKind::kGen)
      params.Fault(about + "a gen row absorbs nothing", absorbs->where());
  }
  if (const Value* pattern = spec.Find("pattern"); pattern != nullptr)
    row.pattern = params.PartFrom<FanPattern>(*pattern);
  if (row.pattern != nullptr) row.needs = row.pattern->Needs();
  if (spec.Find("open") != nullptr && row.open == 0) row.needs |= kIsClosed;
  if (const Value* fact = spec.Find("fact"); fact != nullptr) {
    row.fact = params.PartFrom<WinFact>(*fact);
    if (row.fact != nullptr) row.needs |= row.fact->Needs();
  }
  if (const Value* used = spec.Find("used"); used != nullptr) {
    const auto on = used->AsBool();
    if (!on) params.Fault(about + "used must be on or off", used->where());
    row.used = on.value_or(true);
  }
  if (const Value* joins = spec.Find("joins"); joins != nullptr) {
    const auto on = joins->AsBool();
    if (!on) params.Fault(about + "joins must be on or off", joins->where());
    row.joins = on.value_or(false);
  }
  const bool asks = spec.Find("pattern") != nullptr || spec.Find("fact") != nullptr;
  const bool by_itself = row.kind == RowKind::kGen || row.kind == RowKind::kTally;
  if (asks == by_itself) {
    params.Fault(about + (asks ? "a " + kind + " row has no pattern and no fact"
                               : "a pattern or a fact is needed"),
                 spec.where());
  }
  rows_.push_back(std::move(row));
  names_.push_back(std::move(name));
}

// Limit rows are first, alone and bonus rows last.
void FanTable::CheckOrder(Params& params, const TableRow& row, const std::string& about,
                          const Value& spec) const {
  if (rows_.empty()) return;
  const RowKind above = rows_.back().kind;
  if (row.kind == RowKind::kLimit && above != RowKind::kLimit)
    params.Fault(about + "a limit row must be above the rows of other kinds", spec.where());
  if (above == RowKind::kBonus && row.kind != RowKind::kBonus)
    params.Fault(about + "a bonus row must be below the rows of other kinds", spec.where());
  if (above == RowKind::kAlone && row.kind != RowKind::kAlone && row.kind != RowKind::kBonus)
    params.Fault(about + "only bonus rows may be below a row of kind alone", spec.where());
}

void FanTable::ReadExcludes(Params& params, const Value& list, std::size_t row) {
  const auto exclude = [&](const Value& item) {
    const auto named = [&](const Value& name) {
      std::vector<int> found = RowsNamed(params, name);
      if (std::ranges::count(found, static_cast<int>(row)) != 0)
        params.Fault("row \"" + names_[row].id + "\" excludes itself", name.where());
      return found;
    };
    if (item.IsScalar() && !item.IsNull()) {
      for (const int other : named(item)) rows_[row].excludes.Add(other);
    }
    if (!item.IsMap()) return;
    for (const Value::Entry& part : item.entries()) {
      Value name(part.key);
      name.set_where(part.where);
      for (const int other : named(name)) {
        const std::string about = "row \"" + names_[row].id + "\": excludes " +
                                  names_[static_cast<std::size_t>(other)].id;
        const FanPattern* struck = rows_[static_cast<std::size_t>(other)].pattern;
        const FanPattern* own = rows_[row].pattern;
        const auto times = part.value.AsInt();
        if (times && *times >= 1 && *times <= 16) {
          rows_[row].strikes.push_back({other, static_cast<int>(*times)});
        } else if (part.value.IsScalar() && part.value.text() == "same_sets") {
          rows_[row].strikes.push_back({other, 0});
          if (struck == nullptr || !struck->HasPlaces() || own == nullptr || !own->HasPlaces())
            params.Fault(about + ": same_sets needs two rows whose patterns name their sets",
                         part.where);
        } else {
          params.Fault(about + ": a number of occurrences or same_sets is needed, not " +
                           part.value.Canonical(),
                       part.where);
        }
      }
    }
  };
  if (list.IsList()) {
    for (const Value& item : list.items()) exclude(item);
  } else {
    exclude(list);
  }
}

// A tally row counts other rows, in a table whose rows join and strike no sets.
void FanTable::ReadTally(Params& params, const Value& spec, std::size_t row) {
  const std::string about = "row \"" + names_[row].id + "\": ";
  const Value* of = spec.IsMap() ? spec.Find("of") : nullptr;
  if (rows_[row].kind != RowKind::kTally) {
    for (const char* word : {"of", "least", "each"}) {
      if (const Value* given = spec.IsMap() ? spec.Find(word) : nullptr)
        params.Fault(
            about + word + " is for a row of kind tally; take it out, or write kind: tally",
            given->where());
    }
    return;
  }
  if (of == nullptr) {
    params.Fault(about + "of: the rows that it counts are needed, as of: [a, b]", spec.where());
    return;
  }
  for (const int other : RowsNamed(params, *of)) {
    rows_[row].tally.Add(other);
    if (rows_[static_cast<std::size_t>(other)].kind == RowKind::kTally)
      params.Fault(about + "of: a tally row counts no tally row; name rows of other kinds",
                   of->where());
  }
  if (const Value* least = spec.Find("least")) {
    const auto number = least->AsInt();
    if (!number || *number < 1 || *number > kMaxRows)
      params.Fault(about + "least must be a number of rows, such as 2", least->where());
    rows_[row].least = static_cast<int>(number.value_or(1));
  }
  if (const Value* each = spec.Find("each")) {
    const auto on = each->AsBool();
    if (!on) params.Fault(about + "each must be on or off", each->where());
    rows_[row].each = on.value_or(false);
  }
}

// A group names rows, no other group.
void FanTable::CheckGroups(Params& params) const {
  if (!groups_.IsNull() && !groups_.IsMap())
    params.Fault("groups: lists of rows by name are needed, such as {small: [ka, kan]}",
                 groups_.where());
  if (!groups_.IsMap()) return;
  for (const Value::Entry& group : groups_.entries()) {
    if (Find(group.key))
      params.Fault("groups: \"" + group.key + "\" is a row; choose another name", group.where);
    if (!group.value.IsList())
      params.Fault("groups: \"" + group.key + "\" is no list of rows", group.value.where());
    for (const Value& member : group.value.items()) {
      if (!Find(member.text()))
        params.Fault("groups: there is no fan row \"" + member.text() + "\"", member.where());
    }
  }
}

// Two-set rows are chosen from top to bottom, so the greater ones must be above.
void FanTable::CheckJoins(Params& params, std::size_t row, const Value& spec) const {
  const std::string about = "row \"" + names_[row].id + "\": ";
  if (rows_[row].pattern == nullptr || !rows_[row].pattern->HasPlaces())
    params.Fault(about + "joins: the pattern does not name the sets it is made of", spec.where());
  if (rows_[row].kind != RowKind::kItem)
    params.Fault(about + "joins: only a row of kind item joins sets", spec.where());
  for (std::size_t above = 0; above < row; ++above) {
    if (rows_[above].joins && rows_[above].fan < rows_[row].fan)
      params.Fault(
          about + "joins: the row is below \"" + names_[above].id + "\", which is worth less",
          spec.where());
  }
}

std::vector<int> FanTable::RowsNamed(Params& params, const Value& ids) const {
  std::vector<int> found;
  const auto look = [&](const Value& id) {
    if (const auto row = Find(id.text())) {
      found.push_back(*row);
      return;
    }
    if (const Value* group = groups_.IsMap() ? groups_.Find(id.text()) : nullptr) {
      for (const Value& member : group->items()) {
        if (const auto row = Find(member.text())) found.push_back(*row);
      }
      return;
    }
    std::vector<std::string> known;
    known.reserve(names_.size());
    for (const FanRow& name : names_) known.push_back(name.id);
    const std::string near = Nearest(id.text(), known);
    params.Fault("there is no fan row \"" + id.text() + "\"" +
                     (near.empty() ? "" : " (did you mean \"" + near + "\"?)"),
                 id.where());
  };
  if (ids.IsScalar()) look(ids);
  for (const Value& id : ids.items()) look(id);
  return found;
}

}  // namespace mlf::score

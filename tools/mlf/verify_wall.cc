// verify-wall: checks that a hand was played with the committed wall. The input is a player's copy
// of the pushes `desk`, `begin` and `hand`. docs/en/fair.md describes it.
#include <mlf/components/tile_set.h>
#include <mlf/flow/json.h>
#include <mlf/flow/text.h>
#include <mlf/table/board.h>
#include <mlf/table/find_slot.h>
#include "flow/base/words.h"
#include "server/fair/wall.h"
#include "tools/mlf/commands.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <ostream>

namespace mlf::tools {

namespace {

namespace fair = server::fair;

// Tiles that a player has seen, and the place of the first of them in the wall.
struct Seen {
  std::size_t at = 0;
  std::string tiles;
};

struct WallClaim {
  std::string desk;
  std::uint32_t match = 0;
  std::uint32_t hand = 0;
  fair::Bytes32 commit{};
  fair::Bytes32 key{};
  std::vector<std::optional<fair::Bytes32>> salts;
  std::string variant;
  std::vector<std::string> set;
  std::vector<Seen> seen;
};

std::string Hex(const fair::Bytes32& bytes) { return fmt::format("{:02x}", fmt::join(bytes, "")); }

std::optional<fair::Bytes32> ReadHex(const Json& json) {
  const std::string text = json.is_string() ? json.get<std::string>() : "";
  if (text.size() != 64) return std::nullopt;
  fair::Bytes32 bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const auto byte = ParseNumber<std::uint8_t>(std::string_view(text).substr(2 * i, 2), 16);
    if (!byte) return std::nullopt;
    bytes[i] = *byte;
  }
  return bytes;
}

std::string OptionText(const Json& value) {
  if (value.is_boolean()) return value.get<bool>() ? "on" : "off";
  return value.is_string() ? value.get<std::string>() : value.dump();
}

// Removes the fields of one object as they are read, and collects the faults.
class ClaimFields {
 public:
  explicit ClaimFields(Json json) : json_(std::move(json)) {
    if (!json_.is_object()) faults_.push_back("an object is needed, such as {\"desk\": ...}");
  }

  std::string Text(const std::string& name, std::size_t most) {
    const Json value = Take(name);
    if (value.is_string() && value.get_ref<const std::string&>().size() <= most)
      return value.get<std::string>();
    return Wrong(name, fmt::format("a text of at most {} bytes is needed", most));
  }
  std::uint32_t Number(const std::string& name) {
    const Json value = Take(name);
    if (value.is_number_unsigned() && value.get<std::uint64_t>() <= UINT32_MAX)
      return value.get<std::uint32_t>();
    Wrong(name, "a number from 0 is needed");
    return 0;
  }
  fair::Bytes32 Bytes(const std::string& name) {
    const auto bytes = ReadHex(Take(name));
    if (!bytes) Wrong(name, "64 hex digits are needed");
    return bytes.value_or(fair::Bytes32{});
  }
  std::vector<std::optional<fair::Bytes32>> Salts(const std::string& name) {
    const Json list = Take(name);
    std::vector<std::optional<fair::Bytes32>> salts;
    bool right = list.is_array();
    for (const Json& one : right ? list : Json::array()) {
      salts.push_back(ReadHex(one));
      right = right && (one.is_null() || salts.back());
    }
    if (!right) Wrong(name, "a list of 64 hex digits or null for each place is needed");
    return salts;
  }
  std::vector<std::string> Options(const std::string& name) {
    std::vector<std::string> set;
    const Json options = Take(name, /*needed=*/false);
    if (!options.is_null() && !options.is_object()) Wrong(name, "an object is needed");
    for (const auto& [key, value] : options.items()) {
      if (!value.is_primitive()) Wrong(name, "each value is a word, a number, true or false");
      set.push_back(key + "=" + OptionText(value));
    }
    return set;
  }
  std::vector<Seen> SeenTiles(const std::string& name) {
    std::vector<Seen> seen;
    const Json list = Take(name, /*needed=*/false);
    bool right = list.is_null() || list.is_array();
    for (const Json& one : list.is_array() ? list : Json::array()) {
      right = right && one.is_object() && one.size() == 2 && one.contains("at") &&
              one.contains("tiles") && one["at"].is_number_unsigned() && one["tiles"].is_string();
      if (right) seen.push_back({one["at"].get<std::size_t>(), one["tiles"].get<std::string>()});
    }
    if (!right) Wrong(name, "a list of {\"at\": 0, \"tiles\": \"5m3p\"} is needed");
    return seen;
  }
  // All faults, including unread fields.
  std::vector<std::string> Finish() {
    if (json_.is_object()) {
      for (const auto& [name, value] : json_.items())
        faults_.push_back(fmt::format("{}: there is no such field", name));
    }
    return faults_;
  }

 private:
  Json Take(const std::string& name, bool needed = true) {
    if (!json_.is_object()) return {};
    const auto found = json_.find(name);
    if (found == json_.end()) {
      if (needed) missing_ = name;
      return {};
    }
    Json value = std::move(*found);
    json_.erase(found);
    return value;
  }
  std::string Wrong(const std::string& name, const std::string& what) {
    if (json_.is_object())
      faults_.push_back(
          fmt::format("{}: {}{}", name, missing_ == name ? "is missing; " : "", what));
    return {};
  }

  Json json_;
  std::string missing_;
  std::vector<std::string> faults_;
};

std::optional<WallClaim> ReadClaim(const std::string& text, const Console& console) {
  ClaimFields fields(Json::parse(text, nullptr, /*allow_exceptions=*/false));
  WallClaim claim{.desk = fields.Text("desk", 255),
                  .match = fields.Number("match"),
                  .hand = fields.Number("hand"),
                  .commit = fields.Bytes("commit"),
                  .key = fields.Bytes("key"),
                  .salts = fields.Salts("salts"),
                  .variant = fields.Text("variant", 4096),
                  .set = fields.Options("options"),
                  .seen = fields.SeenTiles("seen")};
  const std::vector<std::string> faults = fields.Finish();
  for (const std::string& fault : faults) console.Fail(fault);
  return faults.empty() ? std::optional(std::move(claim)) : std::nullopt;
}

// The first place where the wall differs from the seen tiles; nothing if there is none.
std::optional<std::string> Differs(const Flow& flow, std::span<const Piece> wall, std::size_t at,
                                   std::span<const Piece> seen) {
  if (at + seen.size() > wall.size())
    return fmt::format("the wall has {} tiles, and place {} was seen", wall.size(),
                       at + seen.size() - 1);
  for (std::size_t i = 0; i < seen.size(); ++i) {
    if (wall[at + i] != seen[i])
      return fmt::format("place {} is {}, and {} was seen there", at + i,
                         FormatPieces(flow, wall.subspan(at + i, 1)),
                         FormatPieces(flow, seen.subspan(i, 1)));
  }
  return std::nullopt;
}

// Checks the journal of the hand: its wall, its seed, and its replay.
std::optional<std::string> JournalDiffers(const Flow& flow, const JournalInput& input,
                                          std::uint32_t hand, const HandChance& chance) {
  if (input.flow->fingerprint() != flow.fingerprint())
    return fmt::format("it was played under fingerprint {}, not {}", input.flow->fingerprint_text(),
                       flow.fingerprint_text());
  const auto replayed = Replay(*input.flow, input.journal, {.from_hand = hand});
  if (!replayed) return replayed.faults().front().Text();
  const auto mark = std::ranges::find_if(input.journal.entries, [&](const JournalEntry& entry) {
    return entry.kind == JournalEntry::Kind::kHand && entry.hand == hand;
  });
  const auto board = table::FindSlot<table::Board>(flow);
  const Result<Records> records = flow.Restore(mark->state);
  if (!board || !records) return "its mark holds no wall";
  const table::Wall& wall = (*board)(*records).wall;
  if (wall.size != chance.wall.size())
    return fmt::format("its wall has {} tiles, not {}", wall.size, chance.wall.size());
  if (auto differs = Differs(flow, chance.wall, 0, std::span(wall.tiles).first(wall.size)))
    return differs;
  if (records->flow().match_seed != chance.seed)
    return fmt::format("its seed is {:016x}, not {:016x}", records->flow().match_seed, chance.seed);
  return std::nullopt;
}

}  // namespace

int RunVerifyWall(const VerifyWallCommand& options, const Console& console) {
  std::string text;
  if (options.file.empty()) {
    text.assign(std::istreambuf_iterator<char>(console.in), {});
  } else {
    std::ifstream in(options.file, std::ios::binary);
    text.assign(std::istreambuf_iterator<char>(in), {});
    if (!in) {
      return console.Fail(
          console.Format({"{}：读不了这个文件", "{}: the file cannot be read"}, options.file));
    }
  }
  const std::optional<WallClaim> claim = ReadClaim(text, console);
  if (!claim) return kBadInput;
  const std::shared_ptr<const Flow> flow =
      Open(console, {claim->variant, claim->set, options.variant_dir});
  if (flow == nullptr) return kBadInput;

  int status = kDone;
  const auto report = [&](std::string_view what, const std::optional<std::string>& differs) {
    if (!differs) {
      console.out << what << console.Format({"：相符\n", ": fits\n"});
      return;
    }
    status = console.Fail(console.Format({"{}：不符：{}", "{}: does not fit: {}"}, what, *differs));
  };
  const fair::Bytes32 commit = fair::Commit(claim->key, claim->desk, claim->match, claim->hand);
  report("commit", commit == claim->commit
                       ? std::nullopt
                       : std::optional(fmt::format("the key gives {}", Hex(commit))));
  const int places = flow->people();
  report("salts", claim->salts.size() == static_cast<std::size_t>(places)
                      ? std::nullopt
                      : std::optional(fmt::format("{} places, and the table has {}",
                                                  claim->salts.size(), places)));
  const HandChance chance =
      fair::ChanceOf(fair::WallKey(claim->key, claim->salts), logic::WallTiles(*flow));
  for (const Seen& seen : claim->seen) {
    std::vector<Piece> tiles(chance.wall.size() + 1);
    const auto count = ParsePieces(*flow, seen.tiles, tiles);
    report(fmt::format("seen {} {}", seen.at, seen.tiles),
           count ? Differs(*flow, chance.wall, seen.at, std::span(tiles).first(*count))
                 : std::optional<std::string>("these are no tiles"));
  }
  if (!options.journal.empty()) {
    const auto input = OpenJournal(
        {.file = options.journal, .variant = {}, .variant_dir = options.variant_dir}, console);
    if (!input) return kBadInput;
    report("journal", JournalDiffers(*flow, *input, claim->hand, chance));
  }
  if (status == kDone) {
    console.out << "wall: " << FormatPieces(*flow, chance.wall) << "\n"
                << fmt::format("seed: {:016x}\n", chance.seed);
  }
  return status;
}

}  // namespace mlf::tools

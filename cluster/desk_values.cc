#include "cluster/desk_values.h"

#include "cluster/cluster_keys.h"
#include "server/protocol/hex.h"

#include <mlf/flow/json.h>

#include <fmt/format.h>
#include <sodium.h>
#include <nlohmann/json.hpp>

#include <charconv>
#include <utility>

namespace mlf::server::values {
namespace {

constexpr int kBase64 = sodium_base64_VARIANT_ORIGINAL;

std::string Base64(const std::string& bytes) {
  std::string text(sodium_base64_ENCODED_LEN(bytes.size(), kBase64), '\0');
  sodium_bin2base64(text.data(), text.size(), reinterpret_cast<const unsigned char*>(bytes.data()),
                    bytes.size(), kBase64);
  text.pop_back();  // the end of a C string
  return text;
}
std::string FromBase64(const std::string& text) {
  std::string bytes(text.size(), '\0');
  std::size_t size = 0;
  if (sodium_base642bin(reinterpret_cast<unsigned char*>(bytes.data()), bytes.size(), text.data(),
                        text.size(), nullptr, &size, nullptr, kBase64) != 0)
    throw Damage("base64");
  bytes.resize(size);
  return bytes;
}

// What `read` makes of a JSON text. Throws Damage where it is another text than was written.
template <typename Read>
auto Parsed(const std::string& value, const std::string& what, Read&& read) {
  const Result<Json> json = ParseJson(value);
  if (!json) throw Damage(what + " was altered");
  try {
    return read(*json);
  } catch (const Json::exception&) {
    throw Damage(what + " was altered");
  } catch (const Damage&) {
    throw Damage(what + " was altered");
  }
}

void Check(bool right) {
  if (!right) throw Damage("sum");
}

// The number at the end of a key, in all its digits.
template <typename Number>
bool Ends(std::string_view rest, std::string_view folder, Number& number) {
  if (!rest.starts_with(folder)) return false;
  rest.remove_prefix(folder.size());
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
  return error == std::errc() && end == rest.data() + rest.size();
}

// Of a match, with the texts of its variant.
MatchHead HeadOf(const std::string& desk, std::uint32_t match, const MatchKeys& keys,
                 const Texts& texts) {
  if (keys.head == nullptr) throw Damage(fmt::format("match {}: its head is missing", match));
  MatchHead head;
  head.match = match;
  const std::string name =
      Parsed(keys.head->value, fmt::format("match {}: its head", match), [&](const Json& json) {
        head.variant = json.at("variant").get<std::string>();
        head.options = json.at("options").get<std::string>();
        head.fingerprint = json.at("fingerprint").get<std::string>();
        std::string hash = json.at("texts").get<std::string>();
        Check(SumOf(desk, head, hash) == json.at("sum").get<std::uint64_t>());
        return hash;
      });
  head.texts = texts(name);
  return head;
}

HandMark SealedMarkOf(std::uint32_t match, std::uint32_t hand, const StoredKey& key) {
  HandMark mark;
  mark.match = match;
  mark.hand = hand;
  const std::string what = fmt::format("match {}, hand {}: its mark", match, hand);
  Parsed(key.value, what, [&](const Json& json) {
    mark.number = json.at("number").get<std::uint64_t>();
    mark.salts = json.at("salts").get<std::string>();
    mark.records = FromBase64(json.at("records").get<std::string>());
    mark.host = FromBase64(json.at("host").get<std::string>());
    return 0;
  });
  return mark;
}

HandMark MarkOf(const std::string& desk, std::uint32_t match, std::uint32_t hand,
                const StoredKey& key, const Seal& seal) {
  return OpenMark(seal, desk, SealedMarkOf(match, hand, key));
}

HandEnd EndOf(const std::string& desk, std::uint32_t match, std::uint32_t hand,
              const StoredKey& key) {
  HandEnd end;
  end.match = match;
  end.hand = hand;
  Parsed(key.value, fmt::format("match {}, hand {}: its end", match, hand), [&](const Json& json) {
    end.number = json.at("number").get<std::uint64_t>();
    end.secret = json.at("secret").get<std::string>();
    Check(SumOf(desk, end) == json.at("sum").get<std::uint64_t>());
    return 0;
  });
  return end;
}

std::vector<Record> RecordsOf(std::uint32_t match, const MatchKeys& keys, std::uint64_t after,
                              std::uint64_t last) {
  RecordChain chain(match, after);
  for (auto record = keys.records.lower_bound(chain.first()); record != keys.records.end();
       ++record) {
    if (last != 0 && record->first > last) break;
    chain.Take(RecordOf(match, record->first, record->second->value));
  }
  return chain.Finish(last, std::nullopt);
}

}  // namespace

std::string Of(const std::string& desk, const DeskRow& row, Revision epoch) {
  return Json{{"text", row.text},
              {"code", row.code},
              {"ended", row.ended},
              {"sum", SumOf(desk, row)},
              {"epoch", epoch}}
      .dump();
}
std::string Of(const std::string& desk, const MatchHead& head, const std::string& texts,
               Revision epoch) {
  return Json{{"variant", head.variant},         {"texts", texts},
              {"options", head.options},         {"fingerprint", head.fingerprint},
              {"sum", SumOf(desk, head, texts)}, {"epoch", epoch}}
      .dump();
}
std::string Of(const Record& r, Revision epoch) {
  return Json::array({r.kind, r.hand, r.seq, r.seat, r.user, r.id, r.action, r.body, r.mine, r.kept,
                      r.by, r.at, r.deadline, r.extra_ms, Base64(r.salt), r.hash, r.previous, epoch,
                      ChainHash(r)})
      .dump();
}
std::string OfSealed(const HandMark& mark, Revision epoch) {
  return Json{{"number", mark.number},
              {"salts", mark.salts},
              {"records", Base64(mark.records)},
              {"host", Base64(mark.host)},
              {"epoch", epoch}}
      .dump();
}
std::string Of(const std::string& desk, const HandEnd& end, Revision epoch) {
  return Json{
      {"number", end.number}, {"secret", end.secret}, {"sum", SumOf(desk, end)}, {"epoch", epoch}}
      .dump();
}
std::string Of(const MatchEnd& end, Revision epoch) {
  return Json{{"over", end.over}, {"epoch", epoch}}.dump();
}

std::string OfActs(const std::vector<Record>& records) {
  Json acts = Json::array();
  for (const Record& r : records) {
    if (!r.id.empty())
      acts.push_back(
          {r.number, r.hand, r.seat, r.user, r.id, r.body, r.mine, r.seq, r.kept, r.hash});
  }
  return acts.dump();
}
std::vector<Record> ActsOf(std::uint32_t match, const std::string& value) {
  return Parsed(value, fmt::format("match {}: ids of its acts", match), [&](const Json& json) {
    std::vector<Record> acts;
    for (const Json& row : json) {
      Record& r = acts.emplace_back();
      r.match = match;
      std::size_t column = 0;
      const auto next = [&](auto& field) {
        field = row.at(column++).get<std::remove_reference_t<decltype(field)>>();
      };
      next(r.number);
      next(r.hand);
      next(r.seat);
      next(r.user);
      next(r.id);
      next(r.body);
      next(r.mine);
      next(r.seq);
      next(r.kept);
      next(r.hash);
    }
    return acts;
  });
}
std::string TextsOf(std::uint32_t match, const std::string& head) {
  return Parsed(head, fmt::format("match {}: its head", match),
                [](const Json& json) { return json.at("texts").get<std::string>(); });
}
std::uint64_t NumberOf(std::uint32_t match, std::uint32_t hand, const std::string& mark) {
  return Parsed(mark, fmt::format("match {}, hand {}: its mark", match, hand),
                [](const Json& json) { return json.at("number").get<std::uint64_t>(); });
}
std::string SecretOf(std::uint32_t match, std::uint32_t hand, const std::string& end) {
  return Parsed(end, fmt::format("match {}, hand {}: its end", match, hand),
                [](const Json& json) { return json.at("secret").get<std::string>(); });
}

std::string Packed(const std::vector<const StoredKey*>& keys) {
  std::string packed;
  for (const StoredKey* key : keys) {
    for (const std::string* text : {&key->key, &key->value})
      packed += fmt::format("{}:", text->size()) + *text;
  }
  return packed;
}
std::vector<StoredKey> Unpacked(std::string_view packed) {
  const auto take = [&packed] {
    std::size_t size = 0;
    const auto [end, error] = std::from_chars(packed.data(), packed.data() + packed.size(), size);
    const auto colon = static_cast<std::size_t>(end - packed.data());
    if (error != std::errc() || colon >= packed.size() || packed[colon] != ':' ||
        packed.size() - colon - 1 < size)
      throw Damage("its copy in the archive was altered");
    const std::string text(packed.substr(colon + 1, size));
    packed.remove_prefix(colon + 1 + size);
    return text;
  };
  std::vector<StoredKey> keys;
  while (!packed.empty()) {
    StoredKey& key = keys.emplace_back();
    key.key = take();
    key.value = take();
  }
  return keys;
}

Record RecordOf(std::uint32_t match, std::uint64_t number, const std::string& value) {
  Record r;
  r.match = match;
  r.number = number;
  Parsed(value, fmt::format("match {}: record {}", match, number), [&](const Json& row) {
    std::size_t column = 0;
    const auto next = [&](auto& field) {
      field = row.at(column++).get<std::remove_reference_t<decltype(field)>>();
    };
    next(r.kind);
    next(r.hand);
    next(r.seq);
    next(r.seat);
    next(r.user);
    next(r.id);
    next(r.action);
    next(r.body);
    next(r.mine);
    next(r.kept);
    next(r.by);
    next(r.at);
    next(r.deadline);
    next(r.extra_ms);
    next(r.salt);
    next(r.hash);
    next(r.previous);
    r.salt = FromBase64(r.salt);
    Check(ChainHash(r) == row.at(column + 1).get<std::uint64_t>());
    return 0;
  });
  return r;
}

std::string OverOf(const std::string& value) {
  return Parsed(value, "the end of a match",
                [](const Json& json) { return json.at("over").get<std::string>(); });
}

DeskKeys Sorted(const std::string& desk, const std::vector<StoredKey>& keys) {
  DeskKeys sorted;
  const std::string prefix = keys::Desk(desk);
  constexpr std::string_view kMatches = "matches/";
  for (const StoredKey& key : keys) {
    if (!key.key.starts_with(prefix)) continue;
    std::string_view rest = std::string_view(key.key).substr(prefix.size());
    if (rest == "row") sorted.row = &key;
    std::uint32_t match = 0;
    if (Ends(rest.substr(0, rest.rfind('/')), "acts/", match)) sorted.acts[match].push_back(&key);
    const std::size_t slash = rest.find('/', kMatches.size());
    if (slash == std::string_view::npos || !Ends(rest.substr(0, slash), kMatches, match)) continue;
    MatchKeys& of = sorted.matches[match];
    rest.remove_prefix(slash + 1);
    std::uint64_t number = 0;
    std::uint32_t hand = 0;
    if (rest == "head") of.head = &key;
    if (rest == "over") of.over = &key;
    if (Ends(rest, "records/", number)) of.records[number] = &key;
    if (Ends(rest, "marks/", hand)) of.marks[hand] = &key;
    if (Ends(rest, "keys/", hand)) of.keys[hand] = &key;
    if (Ends(rest, "ends/", hand)) of.ends[hand] = &key;
    if (Ends(rest, "archived/", hand)) of.archived[hand] = &key;
  }
  return sorted;
}

DeskRow RowOf(const std::string& desk, const std::string& value) {
  return Parsed(value, "its row", [&](const Json& json) {
    DeskRow row{json.at("text").get<std::string>(), json.at("code").get<std::string>(),
                json.at("ended").get<bool>()};
    Check(SumOf(desk, row) == json.at("sum").get<std::uint64_t>());
    return row;
  });
}

StoredDesk DeskOf(const std::string& desk, const DeskKeys& keys, const Seal& seal,
                  const Texts& texts) {
  StoredDesk stored;
  stored.desk = desk;
  stored.row = RowOf(desk, keys.row->value);
  for (const auto& [match, of] : keys.matches) {
    if (of.over != nullptr) continue;
    // Also the first key of a match that has not begun.
    for (const auto& [hand, key] : of.keys) {
      if (!of.ends.contains(hand) || (!of.marks.empty() && hand == of.marks.rbegin()->first))
        stored.keys.push_back(OpenKey(seal, desk, match, hand, key->value));
    }
    if (of.head == nullptr && of.records.empty()) continue;
    if (stored.head) throw Damage(fmt::format("match {}: its end is missing", stored.head->match));
    stored.head = HeadOf(desk, match, of, texts);
    // A match is stored with the mark of its first hand.
    if (of.marks.empty()) throw Damage(fmt::format("match {}: it has no mark", match));
    const auto& [newest, mark] = *of.marks.rbegin();
    stored.mark = MarkOf(desk, match, newest, *mark, seal);
    stored.records = RecordsOf(match, of, stored.mark->number, 0);
    for (const Record& record : stored.records) {
      if (record.hand > newest)
        throw Damage(fmt::format("match {}, hand {}: its mark is missing", match, record.hand));
    }
    for (const auto& [hand, end] : of.ends)
      stored.hand_ends.push_back(EndOf(desk, match, hand, *end));
  }
  return stored;
}

std::optional<StoredHand> HandOf(const std::string& desk, std::uint32_t match, std::uint32_t hand,
                                 const MatchKeys& keys, const Seal& seal, const Texts& texts,
                                 bool whole) {
  const auto end = keys.ends.find(hand);
  if (end == keys.ends.end()) return std::nullopt;
  const auto mark = keys.marks.find(hand);
  if (mark == keys.marks.end())
    throw Damage(fmt::format("match {}, hand {}: its mark is missing", match, hand));
  const auto key = keys.keys.find(hand);
  if (key == keys.keys.end())
    throw Damage(fmt::format("match {}, hand {}: its key is missing", match, hand));
  StoredHand stored;
  stored.end = EndOf(desk, match, hand, *end->second);
  stored.head = HeadOf(desk, match, keys, texts);
  stored.mark = MarkOf(desk, match, hand, *mark->second, seal);
  stored.key = OpenKey(seal, desk, match, hand, key->second->value);
  // The answers between the hands are in front of the next mark.
  std::uint64_t last = stored.end.number;
  if (const auto next = keys.marks.find(hand + 1); next != keys.marks.end())
    last = MarkOf(desk, match, hand + 1, *next->second, seal).number;
  if (whole && !keys.records.empty()) last = keys.records.rbegin()->first;
  stored.records = RecordsOf(match, keys, stored.mark.number, last);
  return stored;
}

WholeDesk WholeOf(const std::string& desk, const DeskKeys& keys, const Texts& texts) {
  WholeDesk whole;
  whole.desk = desk;
  whole.row = RowOf(desk, keys.row->value);
  for (const auto& [match, of] : keys.matches) {
    WholeMatch& to = whole.matches[match];
    if (of.head != nullptr) to.head = HeadOf(desk, match, of, texts);
    if (of.over != nullptr) to.over = OverOf(of.over->value);
    to.records = RecordsOf(match, of, 0, of.records.empty() ? 0 : of.records.rbegin()->first);
    for (const auto& [hand, mark] : of.marks) to.marks.push_back(SealedMarkOf(match, hand, *mark));
    for (const auto& [hand, key] : of.keys) to.keys[hand] = key->value;
    for (const auto& [hand, end] : of.ends) to.ends.push_back(EndOf(desk, match, hand, *end));
  }
  return whole;
}

std::vector<StoredKey> KeysOf(const WholeDesk& whole) {
  const std::string& desk = whole.desk;
  std::vector<StoredKey> all;
  const auto put = [&all](std::string key, std::string value) {
    StoredKey& one = all.emplace_back();
    one.key = std::move(key);
    one.value = std::move(value);
  };
  put(keys::Row(desk), Of(desk, whole.row, 0));
  for (const auto& [match, of] : whole.matches) {
    if (of.head) {
      const std::string hash = ContentHash(of.head->texts);
      const std::string name =
          Hex({reinterpret_cast<const std::uint8_t*>(hash.data()), hash.size()});
      put(keys::Texts(name), of.head->texts);
      put(keys::Head(desk, match), Of(desk, *of.head, name, 0));
    }
    for (const Record& record : of.records)
      put(keys::Record(desk, match, record.number), Of(record, 0));
    for (const HandMark& mark : of.marks)
      put(keys::Mark(desk, match, mark.hand), OfSealed(mark, 0));
    for (const auto& [hand, key] : of.keys) put(keys::Key(desk, match, hand), key);
    for (const HandEnd& end : of.ends) {
      put(keys::End(desk, match, end.hand), Of(desk, end, 0));
      put(keys::Secret(end.secret), fmt::format("{}/{}/{}", desk, match, end.hand));
    }
    if (!of.over.empty()) {
      MatchEnd end;
      end.match = match;
      end.over = of.over;
      put(keys::Over(desk, match), Of(end, 0));
    }
    for (const HandMark& mark : of.marks) {
      if (!of.over.empty() || mark.hand != of.marks.back().hand)
        put(keys::Waiting(desk, match, mark.hand), "");
    }
  }
  return all;
}

}  // namespace mlf::server::values

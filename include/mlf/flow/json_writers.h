/// \file
/// The objects of <mlf/flow/json.h>, written once for both forms: `Out` makes a tree or a text. It
/// has Object and List, which call the writers of their content, Key for the next value of an
/// object, and Value.
#pragma once

#include <mlf/flow/flow.h>
#include <mlf/flow/json.h>
#include <mlf/flow/json_text.h>
#include <mlf/flow/text.h>
#include <mlf/flow/viewer.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace mlf {

// Builds a tree from the written values.
class TreeOut {
 public:
  Json Take() { return std::move(root_); }

  template <typename Content>
  void Object(Content&& content) {
    Enclose(Json::object(), content);
  }
  template <typename Content>
  void List(Content&& content) {
    Enclose(Json::array(), content);
  }
  void Key(std::string_view key) { key_ = key; }
  template <typename T>
  void Value(const T& value) {
    Put(Json(value));
  }

 private:
  // The value at its place. Later values may move it.
  Json& Put(Json value) {
    if (open_ == nullptr) return root_ = std::move(value);
    if (open_->is_object()) return (*open_)[key_] = std::move(value);
    open_->push_back(std::move(value));
    return open_->back();
  }
  template <typename Content>
  void Enclose(Json empty, Content&& content) {
    Json* const outer = open_;
    open_ = &Put(std::move(empty));
    content();
    open_ = outer;
  }

  Json root_;
  Json* open_ = nullptr;  // the open object or list
  std::string key_;
};

// ASCII that needs no escape in JSON.
inline bool IsPlainJson(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x20 && byte < 0x7F && c != '"' && c != '\\';
}

// Appends a text of what is written. Small pieces are gathered first: a string grows slowly by
// single bytes.
class TextOut {
 public:
  explicit TextOut(std::string& out) : out_(out) {}
  ~TextOut() { Flush(); }
  TextOut(const TextOut&) = delete;
  TextOut& operator=(const TextOut&) = delete;

  template <typename Content>
  void Object(Content&& content) {
    Enclose('{', '}', content);
  }
  template <typename Content>
  void List(Content&& content) {
    Enclose('[', ']', content);
  }
  void Key(std::string_view key) {
    Next();
    Add('"');
    Add(key);
    Add("\":");
    first_ = true;
  }
  template <typename T>
  void Value(const T& value) {
    Next();
    if constexpr (std::is_same_v<T, bool>) {
      Add(value ? std::string_view("true") : std::string_view("false"));
    } else if constexpr (std::is_same_v<T, std::nullptr_t>) {
      Add(std::string_view("null"));
    } else if constexpr (std::is_integral_v<T>) {
      std::array<char, 24> digits;
      // A seat is a number, although its type is a character type.
      const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), +value).ptr;
      Add(std::string_view(digits.data(), end));
    } else {
      Quoted(value);
    }
  }

 private:
  void Add(char c) {
    if (used_ == gathered_.size()) Flush();
    gathered_[used_++] = c;
  }
  void Add(std::string_view text) {
    if (text.size() > gathered_.size() - used_) {
      Flush();
      if (text.size() > gathered_.size()) {
        out_ += text;
        return;
      }
    }
    std::copy(text.begin(), text.end(), gathered_.begin() + used_);
    used_ += text.size();
  }
  void Quoted(std::string_view text) {
    if (!std::ranges::all_of(text, IsPlainJson)) {
      Flush();
      return AppendQuoted(out_, text);
    }
    Add('"');
    Add(text);
    Add('"');
  }
  void Flush() {
    out_.append(gathered_.data(), used_);
    used_ = 0;
  }
  void Next() {
    if (!first_) Add(',');
    first_ = false;
  }
  template <typename Content>
  void Enclose(char open, char close, Content&& content) {
    Next();
    Add(open);
    first_ = true;
    content();
    Add(close);
    first_ = false;
  }

  std::string& out_;
  std::array<char, 512> gathered_;
  std::size_t used_ = 0;
  bool first_ = true;  // no comma before the next value
};

// The tree of what `write` writes; null where that is nothing.
template <typename Write>
Json Tree(Write&& write) {
  TreeOut out;
  write(out);
  return out.Take();
}

inline std::string_view NodeId(const Flow& flow, NodeIndex node) {
  if (node == kTimeout) return "timeout";
  return node < flow.nodes().size() ? std::string_view(flow.node(node).id) : "?";
}

template <typename Out, typename T>
void WriteField(Out& out, std::string_view key, const T& value) {
  out.Key(key);
  out.Value(value);
}

template <typename Out>
void WritePieces(Out& out, const Flow& flow, std::span<const Piece> pieces) {
  out.List([&] {
    for (const Piece piece : pieces) out.Value(FormatPieces(flow, {&piece, 1}));
  });
}

template <typename Out>
void WriteAction(Out& out, const Flow& flow, const Action& action) {
  out.Object([&] {
    WriteField(out, "seat", action.seat);
    WriteField(out, "node", NodeId(flow, action.node));
    WriteField(out, "ask", action.ask);
    if (action.count > 0) {
      out.Key("pieces");
      WritePieces(out, flow,
                  {action.pieces.data(),
                   static_cast<std::size_t>(std::min<int>(action.count, kMaxActionPieces))});
    }
    const Domain::Kind kind = action.node < flow.nodes().size()
                                  ? flow.node(action.node).impl->payload()
                                  : Domain::kNothing;
    if (action.value != 0 || kind == Domain::kValue || kind == Domain::kRange ||
        kind == Domain::kBits)
      WriteField(out, "value", action.value);
  });
}

template <typename Out>
void WriteDomain(Out& out, const Flow& flow, const Offer& offer) {
  const Domain& domain = offer.domain;
  switch (domain.kind) {
    case Domain::kNone:
    case Domain::kNothing: WriteField(out, "kind", "nothing"); break;
    case Domain::kPiece:
      WriteField(out, "kind", "piece");
      out.Key("pieces");
      out.List(
          [&] { ForEach(domain.mask, [&](Piece p) { out.Value(FormatPieces(flow, {&p, 1})); }); });
      break;
    case Domain::kCombo:
      WriteField(out, "kind", "combo");
      out.Key("combos");
      out.List([&] {
        for (int i = 0; i < domain.combo_count; ++i) {
          std::size_t length = 0;
          while (length < kMaxActionPieces && domain.combos[i][length] != kNoPiece) ++length;
          WritePieces(out, flow, {domain.combos[i].data(), length});
        }
      });
      break;
    case Domain::kSubset:
      WriteField(out, "kind", "subset");
      WriteField(out, "take", domain.take);
      WriteField(out, "same_group", domain.same_group);
      out.Key("pool");
      out.List([&] {
        for (int p = 0; p < kGroups * kGroupSize; ++p) {
          const Piece piece = static_cast<Piece>(p);
          for (int n = 0; n < domain.pool[piece]; ++n) out.Value(FormatPieces(flow, {&piece, 1}));
        }
      });
      break;
    case Domain::kValue: {
      const auto for_each = [&](auto&& visit) {
        for (int v = 0; v < 64; ++v) {
          if (((domain.mask >> v) & 1) != 0) visit(v);
        }
      };
      WriteField(out, "kind", "value");
      out.Key("values");
      out.List([&] { for_each([&](int v) { out.Value(v); }); });
      out.Key("names");
      out.List([&] {
        for_each([&](int v) {
          const std::string_view name =
              offer.node < flow.nodes().size() ? flow.node(offer.node).impl->ValueName(v) : "";
          out.Value(name.empty() ? std::to_string(v) : std::string(name));
        });
      });
      break;
    }
    case Domain::kRange:
      WriteField(out, "kind", "range");
      WriteField(out, "low", domain.low);
      WriteField(out, "high", domain.high);
      break;
    case Domain::kBits:
      WriteField(out, "kind", "bits");
      WriteField(out, "mask", domain.mask);
      if (domain.high != 0) WriteField(out, "one_of_run", domain.high);
      if (domain.low != 0) WriteField(out, "needed", domain.low);
      break;
  }
}

template <typename Out>
void WriteOffer(Out& out, const Flow& flow, const Offer& offer) {
  out.Object([&] {
    WriteField(out, "node", NodeId(flow, offer.node));
    WriteDomain(out, flow, offer);
  });
}

template <typename Out>
void WriteChoices(Out& out, const Flow& flow, const Choices& choices, Viewer viewer) {
  out.List([&] {
    for (int s = 0; s < flow.people(); ++s) {
      const Seat seat = static_cast<Seat>(s);
      if (!viewer.Knows(seat) || choices.Of(seat).empty()) continue;
      out.Object([&] {
        WriteField(out, "seat", s);
        out.Key("offers");
        out.List([&] {
          for (const Offer& offer : choices.Of(seat)) WriteOffer(out, flow, offer);
        });
      });
    }
  });
}

// Nothing if the viewer does not see the event.
template <typename Out>
void WriteEvent(Out& out, const Flow& flow, const Event& event, Viewer viewer) {
  const std::optional<Event> seen = Seen(event, viewer, flow.seats());
  if (!seen || seen->type == nullptr) return;
  out.Object([&] {
    WriteField(out, "type", seen->type->id);
    if (seen->seat != kNoSeat) WriteField(out, "seat", seen->seat);
    if (seen->other != kNoSeat) WriteField(out, "other", seen->other);
    if (seen->count > 0 && seen->type->names_seats) {
      out.Key("seats");
      out.List([&] {
        for (int i = 0; i < seen->count; ++i) out.Value(seen->pieces[i]);
      });
    } else if (seen->count > 0) {
      out.Key("pieces");
      WritePieces(out, flow, {seen->pieces.data(), seen->count});
    }
    if (!viewer.In(event.shown_to, flow.seats())) {
      WriteField(out, "hidden", true);
    } else {
      WriteField(out, "value", seen->value);
    }
    if (!seen->text.empty()) WriteField(out, "text", seen->text);
  });
}

}  // namespace mlf

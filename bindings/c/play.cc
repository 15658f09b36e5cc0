// Records, actions and responses.
#include <mlf/flow/text.h>
#include "bindings/c/inside.h"
#include "bindings/saved.h"
#include "flow/record/describe.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <span>
#include <stdexcept>

namespace mlf::c {
namespace {

void PutOffer(const Offer& offer, mlf_offer* out) {
  *out = {};
  const Domain& domain = offer.domain;
  out->seat = offer.seat;
  out->node = offer.node;
  out->kind = domain.kind;
  out->mask = domain.mask;
  if (domain.kind == Domain::kRange) {
    out->low = domain.low;
    out->high = domain.high;
  }
  if (domain.kind == Domain::kSubset) {
    out->take = domain.take;
    out->same_group = domain.same_group ? 1 : 0;
    for (Piece piece = 0; piece < MLF_PIECES; ++piece)
      out->pool[piece] = static_cast<std::uint8_t>(domain.pool[piece]);
  }
  std::memset(out->combos, MLF_NO_PIECE, sizeof out->combos);
  if (domain.kind == Domain::kCombo) {
    out->combo_count = domain.combo_count;
    for (std::size_t i = 0; i < domain.combo_count; ++i)
      std::ranges::copy(domain.combos[i], out->combos[i]);
  }
}
static_assert(int{MLF_NOTHING} == int{Domain::kNothing} && int{MLF_BITS} == int{Domain::kBits});
static_assert(Domain::kMaxCombos == std::extent_v<decltype(mlf_offer::combos)>);
static_assert(MLF_RESTS == static_cast<int>(Status::kRests) &&
              MLF_STATUS_REFUSED == static_cast<int>(Status::kRefused));
static_assert(MLF_TIMEOUT == kTimeout && MLF_NO_NODE == kNoNode && MLF_NO_PIECE == kNoPiece);
static_assert(MLF_PEOPLE == kMaxSeats && Event::kMaxPieces == sizeof mlf_event::pieces);

mlf_code Answered(const Response& response) { return response.ok() ? MLF_OK : MLF_REFUSED; }

// One step; without a chance of the caller the hand is drawn from the seed of the match.
mlf_code Process(const mlf_flow* flow, mlf_records* records, const mlf_action* action,
                 Chance* chance, mlf_response* response) {
  if (flow == nullptr || records == nullptr || action == nullptr || response == nullptr)
    return MLF_ARGUMENT;
  Held held(records);
  if (!Belongs(flow, held)) return MLF_OTHER_FLOW;
  flow->flow->ProcessActionNode(*held, ActionOf(*action), response->response, nullptr, chance);
  if (response->response.ok()) held.PutBack(records);
  return Answered(response->response);
}

}  // namespace

HandChance HostChance::OfHand(std::uint32_t hand) {
  mlf_hand_chance given{};
  static_assert(sizeof given.wall == table::kMaxTiles);
  given.count = static_cast<std::uint32_t>(tiles_.size());
  std::ranges::copy(tiles_, given.wall);
  if (const std::int32_t code = host_.of_hand(host_.context, hand, &given); code != 0)
    throw std::runtime_error("the callback of mlf_chance returned " + std::to_string(code));
  if (given.count > MLF_WALL)
    throw std::runtime_error("the callback of mlf_chance gave " + std::to_string(given.count) +
                             " tiles; a wall has " + std::to_string(tiles_.size()));
  return {.wall = {given.wall, given.wall + given.count}, .seed = given.seed};
}

mlf_code GiveOffers(const Choices& choices, Viewer viewer, mlf_offer* out, std::size_t room,
                    std::size_t* count) {
  if (count == nullptr || (out == nullptr && room > 0)) return MLF_ARGUMENT;
  *count = 0;
  for (const Offer& offer : choices.All()) {
    if (!viewer.Knows(offer.seat)) continue;
    if (*count < room) PutOffer(offer, out + *count);
    ++*count;
  }
  return *count > room ? MLF_ROOM : MLF_OK;
}

}  // namespace mlf::c

using namespace mlf;
using mlf::c::Belongs;
using mlf::c::Give;
using mlf::c::Guarded;
using mlf::c::Held;
using mlf::c::StringOf;

extern "C" {

mlf_code mlf_sizes_of(const mlf_flow* flow, mlf_sizes* sizes) {
  if (flow == nullptr || sizes == nullptr) return MLF_ARGUMENT;
  const Flow& own = *flow->flow;
  *sizes = {.seats = own.seats(),
            .people = own.people(),
            .nodes = static_cast<std::int32_t>(own.nodes().size()),
            .records_used = own.layout().size(),
            .saved = own.layout().size() + static_cast<std::int32_t>(sizeof(bindings::SavedHead)),
            .records = sizeof(mlf_records)};
  return MLF_OK;
}

// ---- Records ----

mlf_code mlf_blank(const mlf_flow* flow, mlf_records* records) {
  return Guarded([&]() -> mlf_code {
    if (flow == nullptr || records == nullptr) return MLF_ARGUMENT;
    const Records blank = flow->flow->Blank();
    std::memcpy(records, blank.bytes.data(), sizeof blank);
    return MLF_OK;
  });
}

uint64_t mlf_hash(const mlf_records* records) {
  return records == nullptr ? 0 : Held(records)->Hash();
}

mlf_code mlf_save(const mlf_flow* flow, const mlf_records* records, void* out, size_t room,
                  size_t* size) {
  return Guarded([&]() -> mlf_code {
    if (flow == nullptr || records == nullptr || size == nullptr || (out == nullptr && room > 0))
      return MLF_ARGUMENT;
    Held held(records);
    if (!Belongs(flow, held)) return MLF_OTHER_FLOW;
    const std::string saved = bindings::SaveRecords(*flow->flow, *held);
    *size = saved.size();
    if (room < *size) return MLF_ROOM;
    std::memcpy(out, saved.data(), saved.size());
    return MLF_OK;
  });
}

mlf_code mlf_restore(const mlf_flow* flow, const void* bytes, size_t size, mlf_records* records,
                     mlf_faults* faults) {
  return Guarded([&]() -> mlf_code {
    if (flow == nullptr || records == nullptr || (bytes == nullptr && size > 0))
      return MLF_ARGUMENT;
    const auto restored =
        bindings::RestoreRecords(*flow->flow, {static_cast<const char*>(bytes), size});
    if (!restored) {
      Give(restored.faults(), faults);
      return restored.faults().front().code == "C02" ? MLF_OTHER_FLOW : MLF_FAULTY;
    }
    std::memcpy(records, restored->bytes.data(), sizeof(Records));
    return MLF_OK;
  });
}

mlf_code mlf_validate(const mlf_flow* flow, const mlf_records* records, mlf_faults* faults) {
  return Guarded([&]() -> mlf_code {
    if (flow == nullptr || records == nullptr) return MLF_ARGUMENT;
    Held held(records);
    const auto damage = flow->flow->Validate(*held);
    if (!damage) return MLF_OK;
    Give({*damage}, faults);
    return Belongs(flow, held) ? MLF_FAULTY : MLF_OTHER_FLOW;
  });
}

// ---- Pieces ----

mlf_code mlf_pieces_text(const mlf_flow* flow, const uint8_t* pieces, size_t count, mlf_text* out) {
  return Guarded([&]() -> mlf_code {
    if (flow == nullptr || (pieces == nullptr && count > 0) || count > MLF_WALL)
      return MLF_ARGUMENT;
    const PieceText* const text = flow->flow->piece_text();
    const std::span own(pieces, count);
    if (text == nullptr ||
        std::ranges::any_of(own, [](Piece piece) { return piece >= MLF_PIECES; }))
      return MLF_ARGUMENT;
    return Give(text->Format(pieces, static_cast<int>(count)), out);
  });
}

mlf_code mlf_pieces_from_text(const mlf_flow* flow, const char* text, uint8_t* pieces, size_t room,
                              size_t* count) {
  return Guarded([&]() -> mlf_code {
    if (flow == nullptr || text == nullptr || count == nullptr || (pieces == nullptr && room > 0) ||
        flow->flow->piece_text() == nullptr)
      return MLF_ARGUMENT;
    std::array<Piece, MLF_WALL> read{};
    const auto found = flow->flow->piece_text()->Parse(text, read.data(), MLF_WALL);
    *count = static_cast<std::size_t>(found.value_or(0));
    if (!found) return MLF_FAULTY;
    if (*count > room) return MLF_ROOM;
    std::copy_n(read.begin(), *count, pieces);
    return MLF_OK;
  });
}

// ---- Actions ----

mlf_code mlf_action_text(const mlf_flow* flow, const mlf_action* action, mlf_text* out) {
  return Guarded([&]() -> mlf_code {
    if (flow == nullptr || action == nullptr) return MLF_ARGUMENT;
    return Give(FormatAction(*flow->flow, c::ActionOf(*action)), out);
  });
}

mlf_code mlf_action_from_text(const mlf_flow* flow, const char* text, mlf_action* action,
                              mlf_faults* faults) {
  return Guarded([&]() -> mlf_code {
    if (flow == nullptr || text == nullptr || action == nullptr) return MLF_ARGUMENT;
    const auto read = ParseAction(*flow->flow, text);
    if (!read) return Give(read.faults(), faults);
    c::PutAction(*read, action);
    return MLF_OK;
  });
}

mlf_code mlf_action_json(const mlf_flow* flow, const mlf_action* action, mlf_text* out) {
  return Guarded([&]() -> mlf_code {
    if (flow == nullptr || action == nullptr || action->count > kMaxActionPieces)
      return MLF_ARGUMENT;
    return Give(ActionJson(*flow->flow, c::ActionOf(*action)).dump(), out);
  });
}

mlf_code mlf_action_from_json(const mlf_flow* flow, const char* json, size_t size,
                              mlf_action* action, mlf_faults* faults) {
  return Guarded([&]() -> mlf_code {
    if (flow == nullptr || json == nullptr || action == nullptr) return MLF_ARGUMENT;
    const auto tree = ParseJson({json, size});
    if (!tree) return Give(tree.faults(), faults);
    const auto read = ActionFromJson(*flow->flow, *tree);
    if (!read) return Give(read.faults(), faults);
    c::PutAction(*read, action);
    return MLF_OK;
  });
}

// ---- Responses ----

mlf_code mlf_response_new(mlf_response** response) {
  return Guarded([&]() -> mlf_code {
    if (response == nullptr) return MLF_ARGUMENT;
    *response = nullptr;
    *response = new mlf_response;
    return MLF_OK;
  });
}

void mlf_response_free(mlf_response* response) { delete response; }

mlf_code mlf_start(const mlf_flow* flow, mlf_records* records, uint64_t seed,
                   mlf_response* response) {
  return Guarded([&] {
    return c::Started(flow, records, response, [&](Records& started) {
      flow->flow->Start(started, seed, response->response);
    });
  });
}

mlf_code mlf_start_with(const mlf_flow* flow, mlf_records* records, const mlf_chance* chance,
                        mlf_response* response) {
  return Guarded([&]() -> mlf_code {
    if (flow == nullptr || chance == nullptr || chance->of_hand == nullptr) return MLF_ARGUMENT;
    c::HostChance host(*flow->flow, *chance);
    return c::Started(flow, records, response, [&](Records& started) {
      flow->flow->Start(started, host, response->response);
    });
  });
}

mlf_code mlf_process(const mlf_flow* flow, mlf_records* records, const mlf_action* action,
                     mlf_response* response) {
  return Guarded([&] { return c::Process(flow, records, action, nullptr, response); });
}

mlf_code mlf_process_with(const mlf_flow* flow, mlf_records* records, const mlf_action* action,
                          const mlf_chance* chance, mlf_response* response) {
  return Guarded([&]() -> mlf_code {
    if (flow == nullptr || chance == nullptr || chance->of_hand == nullptr) return MLF_ARGUMENT;
    c::HostChance host(*flow->flow, *chance);
    return c::Process(flow, records, action, &host, response);
  });
}

mlf_code mlf_response_at(const mlf_flow* flow, const mlf_records* records, mlf_response* response) {
  return Guarded([&]() -> mlf_code {
    if (flow == nullptr || records == nullptr || response == nullptr) return MLF_ARGUMENT;
    Held held(records);
    if (!Belongs(flow, held)) return MLF_OTHER_FLOW;
    if (held->flow().node >= flow->flow->nodes().size()) return MLF_ARGUMENT;
    Describe(*flow->flow, *held, response->response);
    return MLF_OK;
  });
}

mlf_code mlf_default(const mlf_flow* flow, const mlf_records* records, int32_t seat,
                     mlf_action* action) {
  return Guarded([&]() -> mlf_code {
    if (flow == nullptr || records == nullptr || action == nullptr) return MLF_ARGUMENT;
    Held held(records);
    if (!Belongs(flow, held)) return MLF_OTHER_FLOW;
    const FlowState& state = held->flow();
    if (seat < 0 || seat >= flow->flow->people() || state.over != 0 ||
        (state.window.active & MaskOf(static_cast<Seat>(seat))) == 0)
      return MLF_ARGUMENT;
    c::PutAction(flow->flow->Default(*held, static_cast<Seat>(seat)), action);
    return MLF_OK;
  });
}

mlf_code mlf_response_head_of(const mlf_response* response, mlf_response_head* head) {
  if (response == nullptr || head == nullptr) return MLF_ARGUMENT;
  const Response& own = response->response;
  *head = {};
  head->status = static_cast<std::int32_t>(own.status);
  head->deadline_ms = own.deadline_ms;
  head->ask = own.ask;
  head->version = own.version;
  head->event_count = static_cast<std::uint32_t>(own.events.size());
  head->offer_count = static_cast<std::uint32_t>(own.choices.All().size());
  head->node = own.node;
  head->asked = own.asked;
  head->refusal = static_cast<std::uint8_t>(own.refusal.code);
  return MLF_OK;
}

mlf_code mlf_response_refusal(const mlf_response* response, mlf_refusal* refusal) {
  if (response == nullptr || refusal == nullptr) return MLF_ARGUMENT;
  *refusal = {{"", 0}, {"", 0}, {"", 0}, {"", 0}};
  const Refusal& own = response->response.refusal;
  if (own.code == RefusalCode::kNone) return MLF_OK;
  refusal->code = StringOf(CodeName(own.code));
  if (own.reason != nullptr) {
    refusal->reason = StringOf(own.reason->id);
    refusal->zh = StringOf(own.reason->zh);
    refusal->en = StringOf(own.reason->en);
  }
  return MLF_OK;
}

mlf_code mlf_response_events(const mlf_flow* flow, const mlf_response* response, int32_t viewer,
                             mlf_event* out, size_t room, size_t* count) {
  return Guarded([&]() -> mlf_code {
    if (flow == nullptr || response == nullptr || count == nullptr || (out == nullptr && room > 0))
      return MLF_ARGUMENT;
    const auto who = c::ViewerOf(*flow->flow, viewer);
    if (!who) return MLF_ARGUMENT;
    *count = 0;
    for (const Event& event : response->response.events) {
      const auto seen = Seen(event, *who, flow->flow->seats());
      if (!seen) continue;
      if (*count < room) {
        mlf_event& one = out[*count];
        one = {};
        one.type = StringOf(seen->type->id);
        one.text = StringOf(seen->text);
        one.value = seen->value;
        one.seat = seen->seat;
        one.other = seen->other;
        one.count = seen->count;
        std::ranges::copy(std::span(seen->pieces).first(seen->count), one.pieces);
      }
      ++*count;
    }
    return *count > room ? MLF_ROOM : MLF_OK;
  });
}

mlf_code mlf_response_offers(const mlf_response* response, int32_t viewer, mlf_offer* out,
                             size_t room, size_t* count) {
  return Guarded([&]() -> mlf_code {
    if (response == nullptr || viewer < MLF_FULL || viewer >= MLF_PEOPLE) return MLF_ARGUMENT;
    const Viewer who = viewer == MLF_FULL        ? Viewer::Full()
                       : viewer == MLF_SPECTATOR ? Viewer::Spectator()
                                                 : Viewer::Of(static_cast<Seat>(viewer));
    return c::GiveOffers(response->response.choices, who, out, room, count);
  });
}

uint64_t mlf_response_action_count(const mlf_response* response, int32_t seat) {
  if (response == nullptr || seat < 0 || seat >= MLF_PEOPLE) return 0;
  return response->response.choices.Count(static_cast<Seat>(seat));
}

mlf_code mlf_response_action(const mlf_response* response, int32_t seat, uint64_t n,
                             mlf_action* action) {
  return Guarded([&]() -> mlf_code {
    if (action == nullptr || n >= mlf_response_action_count(response, seat)) return MLF_ARGUMENT;
    c::PutAction(response->response.choices.Nth(static_cast<Seat>(seat), n, response->response.ask),
                 action);
    return MLF_OK;
  });
}

mlf_code mlf_response_json(const mlf_flow* flow, const mlf_response* response, int32_t viewer,
                           mlf_text* out) {
  return Guarded([&]() -> mlf_code {
    if (flow == nullptr || response == nullptr) return MLF_ARGUMENT;
    const auto who = c::ViewerOf(*flow->flow, viewer);
    if (!who) return MLF_ARGUMENT;
    return Give(ResponseJson(*flow->flow, response->response, *who).dump(), out);
  });
}

}  // extern "C"

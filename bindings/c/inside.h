// What the sources of libmlf_c share: handles, codes of errors, text into buffers of the caller.
#pragma once

#include <mlf/components/tile_set.h>
#include <mlf/flow/chance.h>
#include <mlf/flow/flow.h>
#include <mlf/flow/json.h>
#include <mlf/flow/response.h>
#include <mlf/flow/viewer.h>
#include <mlf/table/find_slot.h>
#include <mlf/table/ledger.h>
#include <mlf/table/sight.h>
#include "bindings/c/mlf.h"

#include <cstring>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>

struct mlf_flow {
  explicit mlf_flow(std::shared_ptr<const mlf::Flow> opened)
      : flow(std::move(opened)),
        sight(*flow),
        board(mlf::table::FindSlot<mlf::table::Board>(*flow)),
        match(mlf::table::FindSlot<mlf::table::Match>(*flow)),
        ledger(mlf::table::FindSlot<mlf::table::Ledger>(*flow)) {}

  const std::shared_ptr<const mlf::Flow> flow;
  const mlf::table::Sight sight;
  const std::optional<mlf::Slot<mlf::table::Board>> board;
  const std::optional<mlf::Slot<mlf::table::Match>> match;
  const std::optional<mlf::Slot<mlf::table::Ledger>> ledger;
};

struct mlf_response {
  mlf::Response response;
};

namespace mlf::c {

// Runs `body`, from which no exception leaves.
template <typename Body>
mlf_code Guarded(Body&& body) noexcept {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return MLF_MEMORY;
  } catch (...) {
    return MLF_INTERNAL;
  }
}

// The text as a whole, or only its size.
mlf_code Give(std::string_view text, mlf_text* out);
// The faults as text and the first of them in parts. Returns MLF_FAULTY.
mlf_code Give(const Faults& faults, mlf_faults* out);
inline mlf_string StringOf(std::string_view text) { return {text.data(), text.size()}; }

// The records of a caller, which may lie at any address, at an aligned one. Engines may change
// them; PutBack writes them to the caller.
class Held {
 public:
  explicit Held(const mlf_records* records) {
    if (reinterpret_cast<std::uintptr_t>(records) % alignof(Records) == 0) {
      // Records are this array of bytes, and the caller's memory may be written where PutBack is.
      at_ = const_cast<Records*>(reinterpret_cast<const Records*>(records));
    } else {
      std::memcpy(copy_.emplace().bytes.data(), records, sizeof(Records));
      at_ = &*copy_;
    }
  }
  Records& operator*() { return *at_; }
  Records* operator->() { return at_; }
  void PutBack(mlf_records* records) const {
    if (copy_) std::memcpy(records, copy_->bytes.data(), sizeof(Records));
  }

 private:
  std::optional<Records> copy_;
  Records* at_;
};

// Records of another flow must not be read: their slots lie elsewhere.
inline bool Belongs(const mlf_flow* flow, Held& records) {
  return records->flow().fingerprint == flow->flow->fingerprint();
}

// Nothing if there is no such viewer.
std::optional<Viewer> ViewerOf(const Flow& flow, std::int32_t viewer);

static_assert(sizeof(mlf_records) == sizeof(Records));
static_assert(sizeof(mlf_action) == sizeof(Action) &&
              offsetof(mlf_action, ask) == offsetof(Action, ask) &&
              offsetof(mlf_action, value) == offsetof(Action, value) &&
              offsetof(mlf_action, pieces) == offsetof(Action, pieces));
inline Action ActionOf(const mlf_action& action) {
  Action own;
  std::memcpy(static_cast<void*>(&own), &action, sizeof own);
  own.reserved = 0;
  return own;
}
inline void PutAction(const Action& action, mlf_action* out) {
  std::memcpy(out, &action, sizeof action);
}

// The chance of a caller, as the engine asks for it.
class HostChance final : public Chance {
 public:
  HostChance(const Flow& flow, const mlf_chance& host)
      : tiles_(logic::WallTiles(flow)), host_(host) {}
  HandChance OfHand(std::uint32_t hand) override;

 private:
  const std::span<const Piece> tiles_;  // of the game, ascending
  const mlf_chance host_;
};

// Records of a new match, which `start` begins. A refusal leaves the caller's unchanged.
template <typename Start>
mlf_code Started(const mlf_flow* flow, mlf_records* records, const mlf_response* response,
                 Start&& start) {
  if (flow == nullptr || records == nullptr || response == nullptr) return MLF_ARGUMENT;
  Records started = flow->flow->Blank();
  start(started);
  if (!response->response.ok()) return MLF_REFUSED;
  std::memcpy(records, started.bytes.data(), sizeof started);
  return MLF_OK;
}

// The choices that the viewer may know.
mlf_code GiveOffers(const Choices& choices, Viewer viewer, mlf_offer* out, std::size_t room,
                    std::size_t* count);

}  // namespace mlf::c

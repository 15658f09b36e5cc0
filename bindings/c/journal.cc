// Journals: recorded while a match runs, and replayed.
#include <mlf/flow/journal.h>
#include "bindings/c/inside.h"

struct mlf_recorder {
  explicit mlf_recorder(const mlf_flow* of) : flow(of), recorder(*of->flow) {}

  const mlf_flow* const flow;
  mlf::Recorder recorder;
  bool runs = false;
  bool ended = false;
};

using namespace mlf;
using mlf::c::Belongs;
using mlf::c::Give;
using mlf::c::Guarded;
using mlf::c::Held;

namespace {

template <typename Start>
mlf_code Started(mlf_recorder* recorder, mlf_records* records, mlf_response* response,
                 Start&& start) {
  if (recorder == nullptr || recorder->runs) return MLF_ARGUMENT;
  const mlf_code code = c::Started(recorder->flow, records, response, start);
  recorder->runs = code == MLF_OK;
  return code;
}

mlf_code Process(mlf_recorder* recorder, mlf_records* records, const mlf_action* action,
                 Chance* chance, mlf_response* response) {
  if (recorder == nullptr || records == nullptr || action == nullptr || response == nullptr ||
      !recorder->runs || recorder->ended)
    return MLF_ARGUMENT;
  Held held(records);
  if (!Belongs(recorder->flow, held)) return MLF_OTHER_FLOW;
  recorder->recorder.Process(*held, c::ActionOf(*action), response->response, nullptr, chance);
  if (!response->response.ok()) return MLF_REFUSED;
  held.PutBack(records);
  return MLF_OK;
}

}  // namespace

extern "C" {

mlf_code mlf_recorder_new(const mlf_flow* flow, mlf_recorder** recorder) {
  return Guarded([&]() -> mlf_code {
    if (recorder == nullptr) return MLF_ARGUMENT;
    *recorder = nullptr;
    if (flow == nullptr) return MLF_ARGUMENT;
    *recorder = new mlf_recorder(flow);
    return MLF_OK;
  });
}

void mlf_recorder_free(mlf_recorder* recorder) { delete recorder; }

mlf_code mlf_recorder_start(mlf_recorder* recorder, mlf_records* records, uint64_t seed,
                            mlf_response* response) {
  return Guarded([&] {
    return Started(recorder, records, response, [&](Records& started) {
      recorder->recorder.Start(started, seed, response->response);
    });
  });
}

mlf_code mlf_recorder_start_with(mlf_recorder* recorder, mlf_records* records,
                                 const mlf_chance* chance, mlf_response* response) {
  return Guarded([&]() -> mlf_code {
    if (recorder == nullptr || chance == nullptr || chance->of_hand == nullptr) return MLF_ARGUMENT;
    c::HostChance host(*recorder->flow->flow, *chance);
    return Started(recorder, records, response, [&](Records& started) {
      recorder->recorder.Start(started, host, response->response);
    });
  });
}

mlf_code mlf_recorder_process(mlf_recorder* recorder, mlf_records* records,
                              const mlf_action* action, mlf_response* response) {
  return Guarded([&] { return Process(recorder, records, action, nullptr, response); });
}

mlf_code mlf_recorder_process_with(mlf_recorder* recorder, mlf_records* records,
                                   const mlf_action* action, const mlf_chance* chance,
                                   mlf_response* response) {
  return Guarded([&]() -> mlf_code {
    if (recorder == nullptr || chance == nullptr || chance->of_hand == nullptr) return MLF_ARGUMENT;
    c::HostChance host(*recorder->flow->flow, *chance);
    return Process(recorder, records, action, &host, response);
  });
}

mlf_code mlf_recorder_end(mlf_recorder* recorder, const mlf_records* records) {
  return Guarded([&]() -> mlf_code {
    if (recorder == nullptr || records == nullptr || !recorder->runs || recorder->ended)
      return MLF_ARGUMENT;
    Held held(records);
    if (!Belongs(recorder->flow, held)) return MLF_OTHER_FLOW;
    recorder->recorder.Finish(*held);
    recorder->ended = true;
    return MLF_OK;
  });
}

mlf_code mlf_recorder_journal(const mlf_recorder* recorder, int32_t binary, mlf_text* out) {
  return Guarded([&]() -> mlf_code {
    if (recorder == nullptr) return MLF_ARGUMENT;
    return Give(WriteJournal(recorder->recorder.journal(),
                             binary != 0 ? JournalForm::kBinary : JournalForm::kText),
                out);
  });
}

mlf_code mlf_replay(const mlf_flow* flow, const void* journal, size_t size, mlf_records* records,
                    mlf_replay_report* report, mlf_faults* faults) {
  return Guarded([&]() -> mlf_code {
    if (flow == nullptr || (journal == nullptr && size > 0)) return MLF_ARGUMENT;
    const auto read = ReadJournal({static_cast<const char*>(journal), size}, "journal", true);
    if (!read) return Give(read.faults(), faults);
    const auto replayed = Replay(*flow->flow, read->journal);
    if (!replayed) return Give(replayed.faults(), faults);
    if (records != nullptr) std::memcpy(records, replayed->records.bytes.data(), sizeof(Records));
    if (report != nullptr) {
      *report = {.hash = replayed->records.Hash(),
                 .accepted = replayed->accepted,
                 .refused = replayed->refused,
                 .hands = replayed->hands,
                 .complete = replayed->complete ? 1 : 0};
    }
    return MLF_OK;
  });
}

}  // extern "C"

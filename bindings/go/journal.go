package mlf

/*
#include "bridge.h"
*/
import "C"

import (
	"runtime"
	"unsafe"
)

// Recorder plays a match and keeps its journal, which holds refused actions too.
type Recorder struct {
	flow   *Flow
	handle *C.mlf_recorder
	inStep bool // a chance must not use the recorder of its own step
}

// NewRecorder makes a recorder for one match.
func (f *Flow) NewRecorder() (*Recorder, error) {
	defer runtime.KeepAlive(f)
	recorder := &Recorder{flow: f}
	if code := C.mlf_recorder_new(f.c(), &recorder.handle); code != C.MLF_OK {
		return nil, failure(code)
	}
	runtime.SetFinalizer(recorder, func(r *Recorder) { C.mlf_recorder_free(r.handle) })
	return recorder, nil
}

// NULL when its flow is closed: the library refuses it.
func (r *Recorder) c() *C.mlf_recorder {
	if r == nil || r.flow.c() == nil {
		return nil
	}
	return r.handle
}

// step makes one step that the journal holds.
func (r *Recorder) step(run func(response *Response) error) (Response, error) {
	defer runtime.KeepAlive(r)
	if r.c() == nil {
		return Response{}, failure(C.MLF_ARGUMENT)
	}
	if r.inStep {
		return Response{}, &Error{Code: Argument, Text: "the recorder is in the middle of a step: its chance must not use it"}
	}
	r.inStep = true
	defer func() { r.inStep = false }()
	return made(run)
}

// Start starts the match from a seed.
func (r *Recorder) Start(records *Records, seed uint64) (Response, error) {
	return r.step(func(response *Response) error {
		return r.flow.into(response, func(own *C.go_answer) C.mlf_code {
			return C.go_start(r.flow.c(), r.c(), records.c(), C.uint64_t(seed), nil, own)
		})
	})
}

// StartWith starts the match with the chance of the caller, which the journal then holds.
func (r *Recorder) StartWith(records *Records, chance Chance) (Response, error) {
	return r.step(func(response *Response) error {
		return withChance(chance, records, func(records *Records, context unsafe.Pointer) error {
			return r.flow.into(response, func(own *C.go_answer) C.mlf_code {
				return C.go_start(r.flow.c(), r.c(), records.c(), 0, context, own)
			})
		})
	})
}

// ProcessActionNode makes one step.
func (r *Recorder) ProcessActionNode(records *Records, action Action) (Response, error) {
	return r.step(func(response *Response) error {
		return r.flow.into(response, func(own *C.go_answer) C.mlf_code {
			return C.go_process(r.flow.c(), r.c(), records.c(), action.c, nil, own)
		})
	})
}

// ProcessActionNodeWith makes one step of a match started with StartWith.
func (r *Recorder) ProcessActionNodeWith(records *Records, action Action, chance Chance) (Response, error) {
	return r.step(func(response *Response) error {
		return withChance(chance, records, func(records *Records, context unsafe.Pointer) error {
			return r.flow.into(response, func(own *C.go_answer) C.mlf_code {
				return C.go_process(r.flow.c(), r.c(), records.c(), action.c, context, own)
			})
		})
	})
}

// End ends the journal with the hash of the records.
func (r *Recorder) End(records *Records) error {
	defer runtime.KeepAlive(r)
	if code := C.mlf_recorder_end(r.c(), records.c()); code != C.MLF_OK {
		return failure(code)
	}
	return nil
}

// Journal so far: text, or binary.
func (r *Recorder) Journal(binary bool) ([]byte, error) {
	defer runtime.KeepAlive(r)
	form := C.int32_t(0)
	if binary {
		form = 1
	}
	return asBytes(func(out *C.mlf_text) C.mlf_code { return C.mlf_recorder_journal(r.handle, form, out) })
}

// Replayed is a journal played to its end.
type Replayed struct {
	Records  Records // the last state
	Hash     uint64  // of it
	Accepted int     // actions
	Refused  int
	Hands    int  // marks passed
	Complete bool // the end was reached and its hash is the same
}

// Replay replays a journal in either form.
func (f *Flow) Replay(journal []byte) (replayed Replayed, err error) {
	defer runtime.KeepAlive(f)
	bytes := C.CBytes(journal)
	defer C.free(bytes)
	var report C.mlf_replay_report
	if err = withFaults(func(faults *C.mlf_faults) C.mlf_code {
		return C.mlf_replay(f.c(), bytes, C.size_t(len(journal)), replayed.Records.c(), &report, faults)
	}); err != nil {
		return Replayed{}, err
	}
	replayed.Hash, replayed.Complete = uint64(report.hash), report.complete != 0
	replayed.Accepted, replayed.Refused, replayed.Hands = int(report.accepted), int(report.refused), int(report.hands)
	return replayed, nil
}

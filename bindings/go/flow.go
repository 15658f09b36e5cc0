// Package mlf runs tables of regional mahjong.
//
//	flow, err := mlf.Open("xueliu", map[string]string{"cap": "4"})
//	var records mlf.Records
//	response, err := flow.Start(ctx, &records, 42)
//	response, err = flow.ProcessActionNode(ctx, &records, action)
//
// A Flow is immutable: any number of goroutines use it at once. One table's Records belong to one
// goroutine at a time. Memory of the C library is freed when the garbage collector finds its owner
// unused; Close frees that of a Flow at once.
package mlf

/*
#cgo CFLAGS: -I${SRCDIR}/../c
#cgo LDFLAGS: -lmlf_c
#include <stdlib.h>
#include "mlf.h"

extern int32_t mlfGoOfHand(void* context, uint32_t hand, mlf_hand_chance* out);
static mlf_code startWith(const mlf_flow* flow, mlf_records* records, void* context, mlf_response* response) {
	const mlf_chance chance = {mlfGoOfHand, context};
	return mlf_start_with(flow, records, &chance, response);
}
static mlf_code processWith(const mlf_flow* flow, mlf_records* records, const mlf_action* action, void* context,
                            mlf_response* response) {
	const mlf_chance chance = {mlfGoOfHand, context};
	return mlf_process_with(flow, records, action, &chance, response);
}
*/
import "C"

import (
	"context"
	"fmt"
	"math/bits"
	"runtime"
	"unsafe"
)

// Code says what kind of error it is. errors.Is compares codes: errors.Is(err, mlf.Refused).
type Code int

const (
	Refused   Code = C.MLF_REFUSED    // the flow refused the action
	Argument  Code = C.MLF_ARGUMENT   // a seat, node or number out of range
	Faulty    Code = C.MLF_FAULTY     // text or bytes from outside have faults
	OtherFlow Code = C.MLF_OTHER_FLOW // the records belong to another flow, or were never started
	Internal  Code = C.MLF_INTERNAL   // a fault of the library
)

func (c Code) Error() string { return C.GoString(C.mlf_code_name(C.mlf_code(c))) }

// Error is what every function here returns besides errors of the context.
type Error struct {
	Code   Code
	Reason string // id: "not_offered", "stale_ask"; or the code of the first fault, "O02"
	Text   string // for people; of faults one line each: "file:line:column: code: message"
	Zh     string // of refusals
	File   string // of faults; line and column from 1, 0 = unknown
	Line   int
	Column int
}

func (e *Error) Error() string { return fmt.Sprintf("%s: %s", e.Code.Error(), e.Text) }
func (e *Error) Unwrap() error { return e.Code }

func failure(code C.mlf_code) error {
	return &Error{Code: Code(code), Text: C.GoString(C.mlf_code_name(code))}
}

// withFaults calls `call` with room for faults, in memory of C.
func withFaults(call func(faults *C.mlf_faults) C.mlf_code) error {
	const room = 1 << 16
	faults := (*C.mlf_faults)(C.calloc(1, C.sizeof_mlf_faults))
	defer C.free(unsafe.Pointer(faults))
	faults.text.data = (*C.char)(C.calloc(1, room))
	defer C.free(unsafe.Pointer(faults.text.data))
	faults.text.room = room
	code := call(faults)
	if code == C.MLF_OK {
		return nil
	}
	if faults.count == 0 {
		return failure(code)
	}
	return &Error{Code: Code(code), Reason: C.GoString(&faults.code[0]), Text: C.GoString(faults.text.data),
		File: C.GoString(&faults.file[0]), Line: int(faults.line), Column: int(faults.column)}
}

// asText returns the text that `write` writes.
func asText(write func(out *C.mlf_text) C.mlf_code) (string, error) {
	out := (*C.mlf_text)(C.calloc(1, C.sizeof_mlf_text))
	defer C.free(unsafe.Pointer(out))
	for {
		code := write(out)
		if code == C.MLF_OK {
			text := C.GoStringN(out.data, C.int(out.size))
			C.free(unsafe.Pointer(out.data))
			return text, nil
		}
		C.free(unsafe.Pointer(out.data))
		if code != C.MLF_ROOM {
			return "", failure(code)
		}
		out.room = out.size + 1
		out.data = (*C.char)(C.malloc(out.room))
	}
}

// Viewers besides the seats 0..People-1.
const (
	Spectator = C.MLF_SPECTATOR
	Full      = C.MLF_FULL
)

// Records is the state of a table. A copy of the value is a copy of the table.
type Records [2048]byte

func (r *Records) c() *C.mlf_records { return (*C.mlf_records)(unsafe.Pointer(r)) }

// Hash of all bytes, equal on all machines.
func (r *Records) Hash() uint64 { return uint64(C.mlf_hash(r.c())) }

// Flow is an opened variant.
type Flow struct {
	handle *C.mlf_flow
	Seats  int
	People int // possible actors: seats, or more with persons without a seat
}

// LoadPlugin loads a plug-in, a shared library with parts and variants, for the rest of the process.
// With an error nothing is loaded.
func LoadPlugin(file string) error {
	name := C.CString(file)
	defer C.free(unsafe.Pointer(name))
	return withFaults(func(faults *C.mlf_faults) C.mlf_code { return C.mlf_load_plugin(name, faults) })
}

// Open opens a variant with options; the others have their defaults. Opening again reads changed
// files again: tables keep the flow that they began with.
func Open(variant string, options map[string]string) (*Flow, error) {
	name := C.CString(variant)
	defer C.free(unsafe.Pointer(name))
	list := (*C.mlf_option)(C.calloc(C.size_t(len(options)+1), C.sizeof_mlf_option))
	defer C.free(unsafe.Pointer(list))
	entries := unsafe.Slice(list, len(options)+1)
	n := 0
	for key, value := range options {
		entries[n].name, entries[n].value = C.CString(key), C.CString(value)
		defer C.free(unsafe.Pointer(entries[n].name))
		defer C.free(unsafe.Pointer(entries[n].value))
		n++
	}
	flow := &Flow{}
	if err := withFaults(func(faults *C.mlf_faults) C.mlf_code {
		return C.mlf_open(name, list, C.size_t(n), nil, &flow.handle, faults)
	}); err != nil {
		return nil, err
	}
	runtime.SetFinalizer(flow, (*Flow).Close)
	var sizes C.mlf_sizes
	C.mlf_sizes_of(flow.handle, &sizes)
	flow.Seats, flow.People = int(sizes.seats), int(sizes.people)
	return flow, nil
}

// Close frees the flow, which must not be used any more.
func (f *Flow) Close() {
	runtime.SetFinalizer(f, nil)
	C.mlf_close(f.handle)
	f.handle = nil
}

// Fingerprint is the hash of the behaviour.
func (f *Flow) Fingerprint() uint64 {
	defer runtime.KeepAlive(f)
	return uint64(C.mlf_fingerprint(f.handle))
}

// Action is one move of a seat.
type Action struct{ c C.mlf_action }

// Timeout plays the default of the seat in the window `ask`.
func Timeout(seat int, ask uint32) Action {
	return Action{C.mlf_action{node: C.MLF_TIMEOUT, seat: C.int8_t(seat), ask: C.uint32_t(ask)}}
}

// Seat that acts.
func (a Action) Seat() int { return int(a.c.seat) }

// ActionFromJSON reads the action object of docs/en/json.md.
func (f *Flow) ActionFromJSON(json string) (Action, error) {
	defer runtime.KeepAlive(f)
	text := C.CString(json)
	defer C.free(unsafe.Pointer(text))
	var action Action
	err := withFaults(func(faults *C.mlf_faults) C.mlf_code {
		return C.mlf_action_from_json(f.handle, text, C.size_t(len(json)), &action.c, faults)
	})
	return action, err
}

// ActionJSON writes it.
func (f *Flow) ActionJSON(action Action) (string, error) {
	defer runtime.KeepAlive(f)
	return asText(func(out *C.mlf_text) C.mlf_code { return C.mlf_action_json(f.handle, &action.c, out) })
}

// Status of a response.
type Status int

const (
	Rests Status = C.MLF_RESTS // a window is open
	Waits Status = C.MLF_WAITS // the answer is stored; the window waits for others
	Over  Status = C.MLF_OVER  // the match is over
)

// Response to an action.
type Response struct {
	Status     Status
	Ask        uint32 // number of the window
	Asked      uint8  // bit s = seat s may answer now
	DeadlineMs int32  // 0 = none
	Version    uint32 // actions accepted so far
	flow       *Flow
	handle     *handle
}

type handle struct{ c *C.mlf_response }

func (f *Flow) respond(ctx context.Context, step func(*C.mlf_response) C.mlf_code) (Response, error) {
	defer runtime.KeepAlive(f)
	if err := ctx.Err(); err != nil {
		return Response{}, err
	}
	own := &handle{}
	if code := C.mlf_response_new(&own.c); code != C.MLF_OK {
		return Response{}, failure(code)
	}
	runtime.SetFinalizer(own, func(h *handle) { C.mlf_response_free(h.c) })
	code := step(own.c)
	if code != C.MLF_OK && code != C.MLF_REFUSED {
		return Response{}, failure(code)
	}
	var head C.mlf_response_head
	C.mlf_response_head_of(own.c, &head)
	response := Response{Status(head.status), uint32(head.ask), uint8(head.asked), int32(head.deadline_ms),
		uint32(head.version), f, own}
	if code == C.MLF_REFUSED {
		var refusal C.mlf_refusal
		C.mlf_response_refusal(own.c, &refusal)
		return response, &Error{Code: Refused, Reason: text(refusal.reason), Text: text(refusal.en), Zh: text(refusal.zh)}
	}
	return response, nil
}

func text(s C.mlf_string) string { return C.GoStringN(s.data, C.int(s.size)) }

// Start starts a match.
func (f *Flow) Start(ctx context.Context, records *Records, seed uint64) (Response, error) {
	return f.respond(ctx, func(r *C.mlf_response) C.mlf_code {
		return C.mlf_start(f.handle, records.c(), C.uint64_t(seed), r)
	})
}

// ProcessActionNode makes one step. A context that is done stops it before it begins. After an error
// the records are as before; of a refusal the response has the alternatives of the seat.
func (f *Flow) ProcessActionNode(ctx context.Context, records *Records, action Action) (Response, error) {
	return f.respond(ctx, func(r *C.mlf_response) C.mlf_code {
		return C.mlf_process(f.handle, records.c(), &action.c, r)
	})
}

// StartWith starts a match with the chance of the caller.
func (f *Flow) StartWith(ctx context.Context, records *Records, chance Chance) (Response, error) {
	return f.withChance(ctx, chance, func(handle unsafe.Pointer, r *C.mlf_response) C.mlf_code {
		return C.startWith(f.handle, records.c(), handle, r)
	})
}

// ProcessActionNodeWith makes one step of a match started with StartWith: every step that may begin
// a hand needs the chance.
func (f *Flow) ProcessActionNodeWith(ctx context.Context, records *Records, action Action, chance Chance) (Response, error) {
	return f.withChance(ctx, chance, func(handle unsafe.Pointer, r *C.mlf_response) C.mlf_code {
		return C.processWith(f.handle, records.c(), &action.c, handle, r)
	})
}

// Seat is the lowest seat asked, or -1.
func (r Response) Seat() int {
	if r.Asked == 0 {
		return -1
	}
	return bits.TrailingZeros8(r.Asked)
}

// Count is the number of distinct legal actions of a seat.
func (r Response) Count(seat int) uint64 {
	defer runtime.KeepAlive(r.handle)
	return uint64(C.mlf_response_action_count(r.handle.c, C.int32_t(seat)))
}

// Action is number n (from 0) of them.
func (r Response) Action(seat int, n uint64) (Action, error) {
	defer runtime.KeepAlive(r.handle)
	var action Action
	if code := C.mlf_response_action(r.handle.c, C.int32_t(seat), C.uint64_t(n), &action.c); code != C.MLF_OK {
		return action, failure(code)
	}
	return action, nil
}

// JSON of the response for a viewer: events, choices, what a timeout plays.
func (r Response) JSON(viewer int) (string, error) {
	defer runtime.KeepAlive(r.handle)
	return asText(func(out *C.mlf_text) C.mlf_code {
		return C.mlf_response_json(r.flow.handle, r.handle.c, C.int32_t(viewer), out)
	})
}

// View is the table as JSON, as a viewer may see it.
func (f *Flow) View(records *Records, viewer int) (string, error) {
	defer runtime.KeepAlive(f)
	return asText(func(out *C.mlf_text) C.mlf_code {
		return C.mlf_view_json(f.handle, records.c(), C.int32_t(viewer), out)
	})
}

// Save writes the records with fingerprint and checksum.
func (f *Flow) Save(records *Records) ([]byte, error) {
	defer runtime.KeepAlive(f)
	var size C.size_t
	saved := make([]byte, 4096)
	if code := C.mlf_save(f.handle, records.c(), unsafe.Pointer(&saved[0]), C.size_t(len(saved)), &size); code != C.MLF_OK {
		return nil, failure(code)
	}
	return saved[:size], nil
}

// Restore reads what Save wrote. Damaged bytes are Faulty, whole ones of another flow OtherFlow.
func (f *Flow) Restore(saved []byte) (records Records, err error) {
	defer runtime.KeepAlive(f)
	bytes := C.CBytes(saved)
	defer C.free(bytes)
	err = withFaults(func(faults *C.mlf_faults) C.mlf_code {
		return C.mlf_restore(f.handle, bytes, C.size_t(len(saved)), records.c(), faults)
	})
	return records, err
}

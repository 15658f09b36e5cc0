package mlf

/*
#include "bridge.h"
*/
import "C"

import (
	"math/bits"
	"runtime"
	"unsafe"
)

// Action is one move of a seat.
type Action struct{ c C.mlf_action }

// Timeout plays the default of the seat in the window `ask`.
func Timeout(seat int, ask uint32) Action {
	return Action{C.mlf_action{node: C.MLF_TIMEOUT, seat: C.int8_t(seat), ask: C.uint32_t(ask)}}
}

// Seat that acts.
func (a Action) Seat() int { return int(a.c.seat) }

// Node is the number of its node, whose id is Flow.NodeID; 254 of a timeout.
func (a Action) Node() int { return int(a.c.node) }

// Pieces are the tiles that it uses, as numbers of mlf.h.
func (a Action) Pieces() []uint8 {
	pieces := make([]uint8, int(a.c.count))
	for i := range pieces {
		pieces[i] = uint8(a.c.pieces[i])
	}
	return pieces
}

// Value is the number that it carries, where it has one.
func (a Action) Value() int { return int(a.c.value) }

// Ask is the number of the window that it answers.
func (a Action) Ask() uint32 { return uint32(a.c.ask) }

// ActionFromJSON reads the action object of docs/en/json.md.
func (f *Flow) ActionFromJSON(json string) (Action, error) {
	defer runtime.KeepAlive(f)
	written := C.CString(json)
	defer C.free(unsafe.Pointer(written))
	var action Action
	err := withFaults(func(faults *C.mlf_faults) C.mlf_code {
		return C.mlf_action_from_json(f.c(), written, C.size_t(len(json)), &action.c, faults)
	})
	return action, err
}

// ActionJSON writes it.
func (f *Flow) ActionJSON(action Action) (string, error) {
	defer runtime.KeepAlive(f)
	return asText(func(out *C.mlf_text) C.mlf_code { return C.mlf_action_json(f.c(), &action.c, out) })
}

// ParseAction reads an action in words: "2 peng 5p".
func (f *Flow) ParseAction(line string) (Action, error) {
	defer runtime.KeepAlive(f)
	written := C.CString(line)
	defer C.free(unsafe.Pointer(written))
	var action Action
	err := withFaults(func(faults *C.mlf_faults) C.mlf_code {
		return C.mlf_action_from_text(f.c(), written, &action.c, faults)
	})
	return action, err
}

// ActionText writes it.
func (f *Flow) ActionText(action Action) (string, error) {
	defer runtime.KeepAlive(f)
	return asText(func(out *C.mlf_text) C.mlf_code { return C.mlf_action_text(f.c(), &action.c, out) })
}

// Status of a response.
type Status int

const (
	Rests         Status = C.MLF_RESTS          // a window is open
	Waits         Status = C.MLF_WAITS          // the answer is stored; the window waits for others
	Over          Status = C.MLF_OVER           // the match is over
	StatusRefused Status = C.MLF_STATUS_REFUSED // the action was refused
)

// Response to an action. The zero value is one to no action; StartInto and ProcessInto use it again
// and again. Copies share what they show.
type Response struct {
	Status     Status
	Ask        uint32 // number of the window
	Asked      uint8  // bit s = seat s may answer now
	DeadlineMs int32  // 0 = none
	Version    uint32 // actions accepted so far
	flow       *Flow
	own        *answer
}

// answer frees the response of the library.
type answer struct {
	c      *C.go_answer
	inStep bool // a chance must not use the response of its own step
}

func (r *Response) c() *C.go_answer {
	if r == nil || r.own == nil {
		return nil
	}
	return r.own.c
}

func (r *Response) mlf() *C.mlf_response {
	if own := r.c(); own != nil {
		return own.response
	}
	return nil
}

// into makes a step whose answer `response` becomes. After other errors than Refused it is as before.
func (f *Flow) into(response *Response, step func(own *C.go_answer) C.mlf_code) error {
	defer runtime.KeepAlive(f)
	if response == nil {
		return &Error{Code: Argument, Text: "the response is nil"}
	}
	if response.own == nil {
		own := &answer{c: C.go_answer_new()}
		if own.c == nil {
			return failure(C.MLF_MEMORY)
		}
		runtime.SetFinalizer(own, func(a *answer) { C.go_answer_free(a.c) })
		response.own = own
	}
	own := response.own
	defer runtime.KeepAlive(own)
	if own.inStep {
		return &Error{Code: Argument, Text: "the response belongs to a step that is not over: its chance must not use it"}
	}
	own.inStep = true
	code := step(own.c)
	own.inStep = false
	if code != C.MLF_OK && code != C.MLF_REFUSED {
		return failure(code)
	}
	head := &own.c.head
	response.flow = f
	response.Status, response.Ask, response.Asked = Status(head.status), uint32(head.ask), uint8(head.asked)
	response.DeadlineMs, response.Version = int32(head.deadline_ms), uint32(head.version)
	if code == C.MLF_OK {
		return nil
	}
	var refusal C.mlf_refusal
	C.mlf_response_refusal(own.c.response, &refusal)
	return &Error{Code: Refused, Refusal: text(refusal.code), Reason: text(refusal.reason), Text: text(refusal.en), Zh: text(refusal.zh)}
}

// made returns a new response, and none after an error that is no refusal.
func made(step func(response *Response) error) (Response, error) {
	var response Response
	err := step(&response)
	if err != nil && response.flow == nil {
		return Response{}, err
	}
	return response, err
}

// Start starts a match.
func (f *Flow) Start(records *Records, seed uint64) (Response, error) {
	return made(func(response *Response) error { return f.StartInto(response, records, seed) })
}

// StartInto starts a match and takes a response again, which saves most of the time of a step.
func (f *Flow) StartInto(response *Response, records *Records, seed uint64) error {
	return f.into(response, func(own *C.go_answer) C.mlf_code {
		return C.go_start(f.c(), nil, records.c(), C.uint64_t(seed), nil, own)
	})
}

// ProcessActionNode makes one step. After an error the records are as before; of a refusal the response
// has the alternatives of the seat.
func (f *Flow) ProcessActionNode(records *Records, action Action) (Response, error) {
	return made(func(response *Response) error { return f.ProcessInto(response, records, action) })
}

// ProcessInto makes one step and takes a response again, which saves most of the time of a step.
func (f *Flow) ProcessInto(response *Response, records *Records, action Action) error {
	return f.into(response, func(own *C.go_answer) C.mlf_code {
		return C.go_process(f.c(), nil, records.c(), action.c, nil, own)
	})
}

// StartWith starts a match with the chance of the caller.
func (f *Flow) StartWith(records *Records, chance Chance) (Response, error) {
	return made(func(response *Response) error { return f.StartIntoWith(response, records, chance) })
}

// StartIntoWith is StartInto with the chance of the caller.
func (f *Flow) StartIntoWith(response *Response, records *Records, chance Chance) error {
	return withChance(chance, records, func(records *Records, context unsafe.Pointer) error {
		return f.into(response, func(own *C.go_answer) C.mlf_code {
			return C.go_start(f.c(), nil, records.c(), 0, context, own)
		})
	})
}

// ProcessActionNodeWith makes one step of a match started with StartWith: every step that may begin
// a hand needs the chance.
func (f *Flow) ProcessActionNodeWith(records *Records, action Action, chance Chance) (Response, error) {
	return made(func(response *Response) error { return f.ProcessIntoWith(response, records, action, chance) })
}

// ProcessIntoWith is ProcessInto with the chance of the caller.
func (f *Flow) ProcessIntoWith(response *Response, records *Records, action Action, chance Chance) error {
	return withChance(chance, records, func(records *Records, context unsafe.Pointer) error {
		return f.into(response, func(own *C.go_answer) C.mlf_code {
			return C.go_process(f.c(), nil, records.c(), action.c, context, own)
		})
	})
}

// Default is the action that a timeout plays for a seat that is asked.
func (f *Flow) Default(records *Records, seat int) (Action, error) {
	defer runtime.KeepAlive(f)
	found := C.go_default(f.c(), records.c(), C.int32_t(seat))
	if found.code != C.MLF_OK {
		return Action{}, failure(found.code)
	}
	return Action{found.action}, nil
}

// Seat is the lowest seat asked, or -1.
func (r Response) Seat() int {
	if r.Asked == 0 {
		return -1
	}
	return bits.TrailingZeros8(r.Asked)
}

// Count is the number of distinct legal actions of a seat; 0 of a response to no action.
func (r Response) Count(seat int) uint64 {
	defer runtime.KeepAlive(r.own)
	return uint64(C.go_count(r.c(), C.int32_t(seat)))
}

// Action is number n (from 0) of them.
func (r Response) Action(seat int, n uint64) (Action, error) {
	defer runtime.KeepAlive(r.own)
	found := C.go_nth(r.c(), C.int32_t(seat), C.uint64_t(n))
	if found.code != C.MLF_OK {
		return Action{}, failure(found.code)
	}
	return Action{found.action}, nil
}

// Actions calls `yield` with each distinct legal action of a seat until it returns false. From Go 1.23
// on: for action := range response.Actions(seat).
func (r Response) Actions(seat int) func(yield func(Action) bool) {
	return func(yield func(Action) bool) {
		for n, count := uint64(0), r.Count(seat); n < count; n++ {
			action, err := r.Action(seat, n)
			if err != nil || !yield(action) {
				return
			}
		}
	}
}

// Offer is what a seat may do: a node with its legal payloads. Kind is a number of mlf.h: MLF_NOTHING ...
type Offer struct {
	Seat      int
	Node      string
	Kind      int
	Take      int // pieces of a subset
	SameGroup bool
	Mask      uint64
	Low, High int
	Pool      [45]uint8
	Combos    [][4]uint8 // padded with 63
}

// Offers are the choices of the seats that may answer now, as a viewer may know them.
func (r Response) Offers(viewer int) ([]Offer, error) {
	defer runtime.KeepAlive(r.own)
	if r.own != nil && r.flow.c() == nil {
		return nil, failure(C.MLF_ARGUMENT) // it would not know the nodes
	}
	var count C.size_t
	code := C.mlf_response_offers(r.mlf(), C.int32_t(viewer), nil, 0, &count)
	if code != C.MLF_OK && code != C.MLF_ROOM {
		return nil, failure(code)
	}
	found := make([]C.mlf_offer, count+1)
	if code = C.mlf_response_offers(r.mlf(), C.int32_t(viewer), &found[0], count, &count); code != C.MLF_OK {
		return nil, failure(code)
	}
	offers := make([]Offer, count)
	for i := range offers {
		own := &found[i]
		offers[i] = Offer{Seat: int(own.seat), Node: r.flow.NodeID(int(own.node)), Kind: int(own.kind), Take: int(own.take),
			SameGroup: own.same_group != 0, Mask: uint64(own.mask), Low: int(own.low), High: int(own.high)}
		for piece := range offers[i].Pool {
			offers[i].Pool[piece] = uint8(own.pool[piece])
		}
		for n := 0; n < int(own.combo_count); n++ {
			var combo [4]uint8
			for at := range combo {
				combo[at] = uint8(own.combos[n][at])
			}
			offers[i].Combos = append(offers[i].Combos, combo)
		}
	}
	return offers, nil
}

// Event is something that happened.
type Event struct {
	Type   string // id of the kind of event
	Text   string // a related id: a fan, the reason of a payment
	Value  int    // 0 where hidden
	Seat   int
	Other  int
	Pieces []uint8 // 63 where hidden
}

// Events of the step as a viewer sees them, in order.
func (r Response) Events(viewer int) ([]Event, error) {
	defer runtime.KeepAlive(r.own)
	defer runtime.KeepAlive(r.flow)
	var count C.size_t
	code := C.mlf_response_events(r.flow.c(), r.mlf(), C.int32_t(viewer), nil, 0, &count)
	if code != C.MLF_OK && code != C.MLF_ROOM {
		return nil, failure(code)
	}
	room := (*C.mlf_event)(C.calloc(count+1, C.sizeof_mlf_event))
	defer C.free(unsafe.Pointer(room))
	if code = C.mlf_response_events(r.flow.c(), r.mlf(), C.int32_t(viewer), room, count, &count); code != C.MLF_OK {
		return nil, failure(code)
	}
	events := make([]Event, count)
	for i, own := range unsafe.Slice(room, count) {
		events[i] = Event{Type: text(own._type), Text: text(own.text), Value: int(own.value), Seat: int(own.seat), Other: int(own.other)}
		for n := 0; n < int(own.count); n++ {
			events[i].Pieces = append(events[i].Pieces, uint8(own.pieces[n]))
		}
	}
	return events, nil
}

// JSON of the response for a viewer: events, choices, what a timeout plays.
func (r Response) JSON(viewer int) (string, error) {
	defer runtime.KeepAlive(r.own)
	defer runtime.KeepAlive(r.flow)
	return asText(func(out *C.mlf_text) C.mlf_code {
		return C.mlf_response_json(r.flow.c(), r.mlf(), C.int32_t(viewer), out)
	})
}

// ResponseAt is the response as if a step had led to the records, for restored ones: there are no events.
func (f *Flow) ResponseAt(records *Records) (Response, error) {
	return made(func(response *Response) error {
		return f.into(response, func(own *C.go_answer) C.mlf_code { return C.go_at(f.c(), records.c(), own) })
	})
}

// Table is a match in play: records with the response to the last step that was accepted. It takes no
// memory for a step.
type Table struct {
	Response
	refused Response
	records Records
	flow    *Flow
	chance  Chance
}

// NewTable makes a table for any number of matches, one after the other.
func (f *Flow) NewTable() *Table { return &Table{flow: f} }

// Only a step that was accepted changes what the table shows.
func (t *Table) stepped(err error) error {
	if err == nil {
		t.Response, t.refused = t.refused, t.Response
	}
	return err
}

// Start starts a match from a seed.
func (t *Table) Start(seed uint64) error {
	err := t.stepped(t.flow.StartInto(&t.refused, &t.records, seed))
	if err == nil {
		t.chance = nil
	}
	return err
}

// StartWith starts a match with the chance of the caller, which later steps ask too.
func (t *Table) StartWith(chance Chance) error {
	err := t.stepped(t.flow.StartIntoWith(&t.refused, &t.records, chance))
	if err == nil {
		t.chance = chance
	}
	return err
}

// ProcessActionNode makes one step. After an error the table is as before; Refused tells more.
func (t *Table) ProcessActionNode(action Action) error {
	if t.chance != nil {
		return t.stepped(t.flow.ProcessIntoWith(&t.refused, &t.records, action, t.chance))
	}
	return t.stepped(t.flow.ProcessInto(&t.refused, &t.records, action))
}

// Refused is the response to a step that was just refused: what the seat may do instead. The next step
// takes it again.
func (t *Table) Refused() Response { return t.refused }

// Records of the table; a copy.
func (t *Table) Records() Records { return t.records }

// Hash of the records.
func (t *Table) Hash() uint64 { return t.records.Hash() }

// View is the table as JSON, as a viewer may see it.
func (t *Table) View(viewer int) (string, error) { return t.flow.View(&t.records, viewer) }

// Explain says the state of the table and its reasons in words.
func (t *Table) Explain(viewer int, lang Lang) (string, error) {
	return t.flow.Explain(&t.records, viewer, lang)
}

// WhyNot says why a seat may not take a node now.
func (t *Table) WhyNot(seat int, node string) (Reason, error) {
	return t.flow.WhyNot(&t.records, seat, node)
}

// Default is what a timeout plays for a seat that is asked.
func (t *Table) Default(seat int) (Action, error) { return t.flow.Default(&t.records, seat) }

// Save writes the records with fingerprint and checksum.
func (t *Table) Save() ([]byte, error) { return t.flow.Save(&t.records) }

// Restore goes on at what Save wrote, and validates it. There are no events. `chance` is that of the
// match, or nil.
func (t *Table) Restore(saved []byte, chance Chance) error {
	records, err := t.flow.Restore(saved)
	if err != nil {
		return err
	}
	if err = t.stepped(t.flow.into(&t.refused, func(own *C.go_answer) C.mlf_code {
		return C.go_at(t.flow.c(), records.c(), own)
	})); err == nil {
		t.records, t.chance = records, chance
	}
	return err
}

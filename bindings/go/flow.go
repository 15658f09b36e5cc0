// Package mlf runs tables of regional mahjong.
//
//	flow, err := mlf.Open("xueliu", map[string]string{"cap": "4"})
//	table := flow.NewTable()
//	err = table.Start(42)
//	for table.Status != mlf.Over {
//		action, err := table.Action(table.Seat(), 0)
//		err = table.ProcessActionNode(action)
//	}
//
// A Flow is immutable: any number of goroutines use it at once. A Table, and Records with their
// Response, belong to one goroutine at a time. No function waits, so none takes a context. Memory of
// the C library is freed when the garbage collector finds its owner unused; Close frees that of a Flow
// at once.
package mlf

/*
#cgo CFLAGS: -I${SRCDIR}/../c
#cgo LDFLAGS: -lmlf_c
#include "bridge.h"
*/
import "C"

import (
	"encoding/json"
	"fmt"
	"runtime"
	"unsafe"
)

// Viewers besides the seats 0..People-1.
const (
	Spectator = C.MLF_SPECTATOR
	Full      = C.MLF_FULL
)

// Lang is the language of texts.
type Lang int32

const (
	Zh Lang = C.MLF_ZH
	En Lang = C.MLF_EN
)

// Version of the library: "0.2.0".
func Version() string { return C.GoString(C.mlf_version()) }

// LoadPlugin loads a plug-in, a shared library with parts and variants, for the rest of the process.
// With an error nothing is loaded.
func LoadPlugin(file string) error {
	name := C.CString(file)
	defer C.free(unsafe.Pointer(name))
	return withFaults(func(faults *C.mlf_faults) C.mlf_code { return C.mlf_load_plugin(name, faults) })
}

// VariantInfo is what a variant has to choose from.
type VariantInfo struct {
	ID      string   `json:"id"`
	Zh      string   `json:"zh"`
	En      string   `json:"en"`
	Options []Option `json:"options"`
	Presets []Preset `json:"presets"`
}

// Option of a variant: Type is "bool", "int" or "choice".
type Option struct {
	Name    string   `json:"name"`
	Type    string   `json:"type"`
	Default string   `json:"default"`
	Values  []string `json:"values"`
	Low     int      `json:"low"`
	High    int      `json:"high"`
	Zh      string   `json:"zh"`
	En      string   `json:"en"`
}

// Preset of a variant: the option "preset" names one.
type Preset struct {
	Name    string            `json:"name"`
	Zh      string            `json:"zh"`
	En      string            `json:"en"`
	Options map[string]string `json:"options"`
}

// Variants lists all variants with their options and presets. `folder` is searched first; it may be "".
func Variants(folder string) ([]VariantInfo, error) {
	dir := folderOf(folder)
	defer C.free(unsafe.Pointer(dir))
	written, err := faultyBytes(func(out *C.mlf_text, faults *C.mlf_faults) C.mlf_code {
		return C.mlf_variants_json(dir, out, faults)
	})
	if err != nil {
		return nil, err
	}
	var list struct{ Variants []VariantInfo }
	err = json.Unmarshal(written, &list)
	return list.Variants, err
}

// NULL for "".
func folderOf(folder string) *C.char {
	if folder == "" {
		return nil
	}
	return C.CString(folder)
}

// Flow is an opened variant.
type Flow struct {
	handle *C.mlf_flow
	Seats  int
	People int // possible actors: seats, or more with persons without a seat
}

// Open opens a variant with options; the others have their defaults. `variant`: the id of an embedded
// variant, a folder with a variant.yaml, or a YAML file. Opening again reads changed files again:
// tables keep the flow that they began with.
func Open(variant string, options map[string]string) (*Flow, error) {
	return OpenIn("", variant, options)
}

// OpenIn opens a variant as Open does, and searches `folder` for variants first.
func OpenIn(folder, variant string, options map[string]string) (*Flow, error) {
	name, dir := C.CString(variant), folderOf(folder)
	defer C.free(unsafe.Pointer(name))
	defer C.free(unsafe.Pointer(dir))
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
		return C.mlf_open(name, list, C.size_t(n), dir, &flow.handle, faults)
	}); err != nil {
		return nil, err
	}
	runtime.SetFinalizer(flow, (*Flow).Close)
	var sizes C.mlf_sizes
	C.mlf_sizes_of(flow.handle, &sizes)
	flow.Seats, flow.People = int(sizes.seats), int(sizes.people)
	return flow, nil
}

// Close frees the flow, which no other goroutine may use at this time. Everything that uses it later
// returns an error with the code Argument. A nil or closed flow is left alone.
func (f *Flow) Close() {
	if f == nil || f.handle == nil {
		return
	}
	runtime.SetFinalizer(f, nil)
	C.mlf_close(f.handle)
	f.handle = nil
}

// NULL of a nil or closed flow: the library refuses it.
func (f *Flow) c() *C.mlf_flow {
	if f == nil {
		return nil
	}
	return f.handle
}

// Fingerprint is the hash of the behaviour; 0 of a closed flow.
func (f *Flow) Fingerprint() uint64 {
	defer runtime.KeepAlive(f)
	return uint64(C.mlf_fingerprint(f.c()))
}

// FlowInfo is what a flow is: its options, and its nodes in the order of their numbers.
type FlowInfo struct {
	Variant     string            `json:"variant"`
	Zh          string            `json:"zh"`
	En          string            `json:"en"`
	Fingerprint string            `json:"fingerprint"`
	Seats       int               `json:"seats"`
	People      int               `json:"people"`
	Options     map[string]string `json:"options"`
	Nodes       []NodeInfo        `json:"nodes"`
	Warnings    []string          `json:"warnings"`
}

// NodeInfo is a node of the graph; Payload is what an action of a player carries.
type NodeInfo struct {
	ID      string `json:"id"`
	Zh      string `json:"zh"`
	En      string `json:"en"`
	Player  bool   `json:"player"`
	Payload string `json:"payload"`
}

// Info returns the names, options and nodes of the flow.
func (f *Flow) Info() (info FlowInfo, err error) {
	defer runtime.KeepAlive(f)
	written, err := asBytes(func(out *C.mlf_text) C.mlf_code { return C.mlf_flow_json(f.c(), out) })
	if err == nil {
		err = json.Unmarshal(written, &info)
	}
	return info, err
}

// NodeID is the id of a node ("peng"); "" if there is none.
func (f *Flow) NodeID(node int) string {
	defer runtime.KeepAlive(f)
	return text(C.mlf_node_id(f.c(), C.int32_t(node)))
}

// PiecesText writes tiles in the given order as one word: "123m5z".
func (f *Flow) PiecesText(pieces []uint8) (string, error) {
	defer runtime.KeepAlive(f)
	first := (*C.uint8_t)(C.CBytes(pieces))
	defer C.free(unsafe.Pointer(first))
	return asText(func(out *C.mlf_text) C.mlf_code {
		return C.mlf_pieces_text(f.c(), first, C.size_t(len(pieces)), out)
	})
}

// ParsePieces reads such a word.
func (f *Flow) ParsePieces(word string) ([]uint8, error) {
	defer runtime.KeepAlive(f)
	own := C.CString(word)
	defer C.free(unsafe.Pointer(own))
	var room [C.MLF_WALL]uint8
	var count C.size_t
	if code := C.mlf_pieces_from_text(f.c(), own, (*C.uint8_t)(&room[0]), C.size_t(len(room)), &count); code != C.MLF_OK {
		err := failure(code).(*Error)
		if err.Code == Faulty {
			err.Text = fmt.Sprintf("%q is no row of tiles; they look like 123m5z", word)
		}
		return nil, err
	}
	return append([]uint8{}, room[:count]...), nil
}

// Records is the state of a table. A copy of the value is a copy of the table. Only the library makes
// their bytes; Restore checks bytes from outside.
type Records struct{ bytes [2048]byte }

func (r *Records) c() *C.mlf_records { return (*C.mlf_records)(unsafe.Pointer(r)) }

// UnsafeBytes are the bytes themselves. A write to them can crash the next call, or let it run
// forever; use Save and Restore instead.
func (r *Records) UnsafeBytes() *[2048]byte { return &r.bytes }

// Hash of all bytes, equal on all machines.
func (r *Records) Hash() uint64 { return uint64(C.mlf_hash(r.c())) }

// Blank returns records before the start of a match.
func (f *Flow) Blank() (records Records, err error) {
	defer runtime.KeepAlive(f)
	if code := C.mlf_blank(f.c(), records.c()); code != C.MLF_OK {
		return Records{}, failure(code)
	}
	return records, nil
}

// Validate checks records. Results of Restore and of steps always pass.
func (f *Flow) Validate(records *Records) error {
	defer runtime.KeepAlive(f)
	return withFaults(func(faults *C.mlf_faults) C.mlf_code { return C.mlf_validate(f.c(), records.c(), faults) })
}

// Save writes the records with fingerprint and checksum.
func (f *Flow) Save(records *Records) ([]byte, error) {
	defer runtime.KeepAlive(f)
	var size C.size_t
	saved := make([]byte, 4096)
	if code := C.mlf_save(f.c(), records.c(), unsafe.Pointer(&saved[0]), C.size_t(len(saved)), &size); code != C.MLF_OK {
		return nil, failure(code)
	}
	return saved[:size], nil
}

// Restore reads what Save wrote, and validates it. Damaged bytes are Faulty, whole ones of another flow
// OtherFlow.
func (f *Flow) Restore(saved []byte) (records Records, err error) {
	defer runtime.KeepAlive(f)
	bytes := C.CBytes(saved)
	defer C.free(bytes)
	err = withFaults(func(faults *C.mlf_faults) C.mlf_code {
		return C.mlf_restore(f.c(), bytes, C.size_t(len(saved)), records.c(), faults)
	})
	return records, err
}

// Progress of a match: points of each person's place.
type Progress struct {
	Version uint32 // actions accepted
	Hand    uint32 // number of the hand, from 0
	Ask     uint32 // number of the open window
	Over    bool
	Asked   uint8   // bit s = seat s may answer now
	Scores  []int32 // of the match, before this hand
	Points  []int32 // of this hand so far
}

// Progress reads it from the records.
func (f *Flow) Progress(records *Records) (Progress, error) {
	defer runtime.KeepAlive(f)
	var own C.mlf_progress
	if code := C.mlf_progress_of(f.c(), records.c(), &own); code != C.MLF_OK {
		return Progress{}, failure(code)
	}
	progress := Progress{Version: uint32(own.version), Hand: uint32(own.hand), Ask: uint32(own.ask), Over: own.over != 0,
		Asked: uint8(own.asked)}
	for person := 0; person < f.People; person++ {
		progress.Scores = append(progress.Scores, int32(own.scores[person]))
		progress.Points = append(progress.Points, int32(own.points[person]))
	}
	return progress, nil
}

// View is the table as JSON, as a viewer may see it.
func (f *Flow) View(records *Records, viewer int) (string, error) {
	defer runtime.KeepAlive(f)
	return asText(func(out *C.mlf_text) C.mlf_code {
		return C.mlf_view_json(f.c(), records.c(), C.int32_t(viewer), out)
	})
}

// Choices are the choices at the rest of the records as JSON, as a viewer may know them.
func (f *Flow) Choices(records *Records, viewer int) (string, error) {
	defer runtime.KeepAlive(f)
	return asText(func(out *C.mlf_text) C.mlf_code {
		return C.mlf_choices_json(f.c(), records.c(), C.int32_t(viewer), out)
	})
}

// Explain says the state of the table and its reasons in words.
func (f *Flow) Explain(records *Records, viewer int, lang Lang) (string, error) {
	defer runtime.KeepAlive(f)
	return asText(func(out *C.mlf_text) C.mlf_code {
		return C.mlf_explain(f.c(), records.c(), C.int32_t(viewer), C.int32_t(lang), out)
	})
}

// Reason why something is not allowed; the zero value where it is.
type Reason struct{ ID, Zh, En string }

// WhyNot says why a seat may not take a node now.
func (f *Flow) WhyNot(records *Records, seat int, node string) (Reason, error) {
	defer runtime.KeepAlive(f)
	name := C.CString(node)
	defer C.free(unsafe.Pointer(name))
	var refusal C.mlf_refusal
	if code := C.mlf_why_not(f.c(), records.c(), C.int32_t(seat), C.mlf_node(f.c(), name), &refusal); code != C.MLF_OK {
		return Reason{}, failure(code)
	}
	return Reason{text(refusal.reason), text(refusal.zh), text(refusal.en)}, nil
}

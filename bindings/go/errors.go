package mlf

/*
#include "bridge.h"
*/
import "C"

import (
	"fmt"
	"strings"
	"unsafe"
)

// Code says what kind of error it is. errors.Is compares codes: errors.Is(err, mlf.Refused).
type Code int

const (
	Refused   Code = C.MLF_REFUSED    // the flow refused the action
	Argument  Code = C.MLF_ARGUMENT   // a seat, node or number out of range, or a closed flow
	Faulty    Code = C.MLF_FAULTY     // text or bytes from outside have faults
	OtherFlow Code = C.MLF_OTHER_FLOW // the records belong to another flow, or were never started
	Memory    Code = C.MLF_MEMORY     // out of memory
	Internal  Code = C.MLF_INTERNAL   // a fault of the library
)

func (c Code) Error() string { return C.GoString(C.mlf_code_name(C.mlf_code(c))) }

// Error is what every function here returns, besides the error of a Chance.
type Error struct {
	Code    Code
	Refusal string // of refusals: what kind, "not_asked", "stale_ask"
	Reason  string // id of the reason of a refusal; or the code of the first fault, "O02"
	Text    string // for people; of faults one line each: "file:line:column: code: message"
	Zh      string // of refusals
	File    string // of faults; line and column from 1, 0 = unknown
	Line    int
	Column  int
}

func (e *Error) Error() string { return fmt.Sprintf("%s: %s", e.Code.Error(), e.Text) }
func (e *Error) Unwrap() error { return e.Code }

// What went wrong most often behind a code that comes without a text.
func failure(code C.mlf_code) error {
	text := C.GoString(C.mlf_code_name(code))
	switch Code(code) {
	case Argument:
		text = "a seat, node, viewer or number is out of range, or the flow is nil or closed"
	case OtherFlow:
		text = "the records belong to another flow, or no match was started in them"
	}
	return &Error{Code: Code(code), Text: text}
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
	return &Error{Code: Code(code), Reason: C.GoString(&faults.code[0]), Text: strings.TrimSuffix(C.GoString(faults.text.data), "\n"),
		File: C.GoString(&faults.file[0]), Line: int(faults.line), Column: int(faults.column)}
}

// asBytes returns what `write` writes.
func asBytes(write func(out *C.mlf_text) C.mlf_code) ([]byte, error) {
	out := (*C.mlf_text)(C.calloc(1, C.sizeof_mlf_text))
	defer C.free(unsafe.Pointer(out))
	for {
		code := write(out)
		if code == C.MLF_OK {
			bytes := C.GoBytes(unsafe.Pointer(out.data), C.int(out.size))
			C.free(unsafe.Pointer(out.data))
			return bytes, nil
		}
		C.free(unsafe.Pointer(out.data))
		if code != C.MLF_ROOM {
			return nil, failure(code)
		}
		out.room = out.size + 1
		out.data = (*C.char)(C.malloc(out.room))
	}
}

// faultyBytes returns what `write` writes, or its faults.
func faultyBytes(write func(out *C.mlf_text, faults *C.mlf_faults) C.mlf_code) (written []byte, err error) {
	err = withFaults(func(faults *C.mlf_faults) (code C.mlf_code) {
		written, _ = asBytes(func(out *C.mlf_text) C.mlf_code {
			code = write(out, faults)
			return code
		})
		return code
	})
	return written, err
}

func asText(write func(out *C.mlf_text) C.mlf_code) (string, error) {
	bytes, err := asBytes(write)
	return string(bytes), err
}

func text(s C.mlf_string) string { return C.GoStringN(s.data, C.int(s.size)) }

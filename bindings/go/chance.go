package mlf

/*
#include "bridge.h"
*/
import "C"

import (
	"runtime/cgo"
	"unsafe"
)

// Chance decides all random choices of hand `hand`, from 0, in place of a seed (docs/en/fair.md).
// `wall` has all tiles of the game in ascending order, as numbers of mlf.h. Put them in another
// order, the next draw first, and return the seed of all other random choices. An error stops the
// step, which returns it; the records are as before.
type Chance func(hand uint32, wall []byte) (seed uint64, err error)

type ofHand struct {
	decide   Chance
	err      error
	panicked any
}

//export mlfGoOfHand
func mlfGoOfHand(context unsafe.Pointer, hand C.uint32_t, out *C.mlf_hand_chance) (code C.int32_t) {
	own := (*(*cgo.Handle)(context)).Value().(*ofHand)
	// A panic must not pass through the library, whose step would never end. It goes on after it.
	defer func() {
		if own.panicked = recover(); own.panicked != nil {
			code = 1
		}
	}()
	wall := unsafe.Slice((*byte)(unsafe.Pointer(&out.wall[0])), int(out.count))
	before := tilesOf(wall)
	seed, err := own.decide(uint32(hand), wall)
	if err == nil && tilesOf(wall) != before {
		err = &Error{Code: Argument, Text: "the wall of a chance must hold the tiles it came with, in any order"}
	}
	if err != nil {
		own.err = err
		return 1
	}
	out.seed = C.uint64_t(seed)
	return 0
}

// How many of each tile a wall has.
func tilesOf(wall []byte) (counts [256]uint8) {
	for _, piece := range wall {
		counts[piece]++
	}
	return counts
}

// withChance runs `step`, whose callback reaches `chance` by its argument. It works on records of its
// own, because the chance is code of the caller and may change the others meanwhile.
func withChance(chance Chance, records *Records, step func(records *Records, context unsafe.Pointer) error) error {
	if chance == nil {
		return &Error{Code: Argument, Text: "the chance is nil: pass a function, or start the match from a seed"}
	}
	if records == nil {
		return failure(C.MLF_ARGUMENT)
	}
	own, changed := &ofHand{decide: chance}, *records
	handle := cgo.NewHandle(own)
	defer handle.Delete()
	err := step(&changed, unsafe.Pointer(&handle))
	if own.panicked != nil {
		panic(own.panicked)
	}
	if own.err != nil {
		return own.err
	}
	if err == nil {
		*records = changed
	}
	return err
}

package mlf

/*
#include "mlf.h"
*/
import "C"

import (
	"context"
	"runtime/cgo"
	"unsafe"
)

// Chance decides all random choices of hand `hand`, from 0, in place of a seed (docs/en/fair.md).
// `wall` has all tiles of the game in ascending order, as numbers of mlf.h. Put them in another
// order, the next draw first, and return the seed of all other random choices. An error stops the
// step, which returns it.
type Chance func(hand uint32, wall []byte) (seed uint64, err error)

type ofHand struct {
	decide Chance
	err    error
}

//export mlfGoOfHand
func mlfGoOfHand(context unsafe.Pointer, hand C.uint32_t, out *C.mlf_hand_chance) C.int32_t {
	own := (*(*cgo.Handle)(context)).Value().(*ofHand)
	wall := unsafe.Slice((*byte)(unsafe.Pointer(&out.wall[0])), int(out.count))
	seed, err := own.decide(uint32(hand), wall)
	if err != nil {
		own.err = err
		return 1
	}
	out.seed = C.uint64_t(seed)
	return 0
}

// withChance runs `step`, whose callback reaches `chance` by the handle.
func (f *Flow) withChance(ctx context.Context, chance Chance, step func(handle unsafe.Pointer, r *C.mlf_response) C.mlf_code) (Response, error) {
	own := &ofHand{decide: chance}
	handle := cgo.NewHandle(own)
	defer handle.Delete()
	response, err := f.respond(ctx, func(r *C.mlf_response) C.mlf_code { return step(unsafe.Pointer(&handle), r) })
	if own.err != nil {
		return Response{}, own.err
	}
	return response, err
}

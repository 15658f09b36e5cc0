package mlf

/*
#include "bridge.h"
*/
import "C"

import (
	"encoding/json"
	"runtime"
	"unsafe"
)

// ZhEn is both languages, in charts only.
const ZhEn Lang = C.MLF_ZH_EN

// Case is a hand to judge, as a line of `mlf score`. What is nil or empty has its default.
type Case struct {
	Hand     string         `json:"hand"`            // concealed tiles without the winning one: "123m456m789m12p55p"
	Melds    []string       `json:"melds,omitempty"` // "chi(123m)", "peng(2m)", "an_gang(5m)"
	Win      string         `json:"win,omitempty"`   // the winning tile
	By       string         `json:"by"`              // "self_draw", "discard", "rob", or "none"
	Events   []string       `json:"events,omitempty"`
	Seat     *int           `json:"seat,omitempty"`
	Dealer   *int           `json:"dealer,omitempty"`
	Payer    *int           `json:"payer,omitempty"`
	SeatsWon []int          `json:"seats_won,omitempty"`
	State    map[string]any `json:"state,omitempty"` // what the parts of the variant keep, by name
}

// Verdict is what a Case is worth. A number is nil where the variant has none.
type Verdict struct {
	Win       bool      `json:"win"`
	Why       *NoWin    `json:"why"` // nil of a win
	Fans      []FanLine `json:"fans"`
	Fan       *int      `json:"fan"`        // total, before the cap
	FanPoints *int      `json:"fan_points"` // the fan that count towards the minimum, if some do not
	Han       *int      `json:"han"`
	Fu        *int      `json:"fu"`
	Yakuman   *int      `json:"yakuman"`
	Level     string    `json:"level"`
	Times     *int      `json:"times"`
	Value     *int      `json:"value"`  // what one payer pays
	Points    []int     `json:"points"` // of every seat
	Reading   Reading   `json:"reading"`
}

// NoWin says why a hand does not win.
type NoWin struct {
	Code string `json:"code"`
	Zh   string `json:"zh"`
	En   string `json:"en"`
}

// FanLine is a row of the variant's fan table that counts.
type FanLine struct {
	ID    string `json:"id"`
	Zh    string `json:"zh"`
	Fan   int    `json:"fan"`
	Count int    `json:"count"`
}

// Reading of a hand: a pair and sets, or pairs; wildcards stand in square brackets.
type Reading struct {
	Pair    string   `json:"pair"`
	Sets    []string `json:"sets"`
	Knitted string   `json:"knitted"`
	Pairs   []string `json:"pairs"`
}

// Score judges a hand outside a game. An impossible one is Faulty.
func (f *Flow) Score(given Case) (verdict Verdict, err error) {
	defer runtime.KeepAlive(f)
	err = exchange(given, &verdict, func(text *C.char, size C.size_t, out *C.mlf_text, faults *C.mlf_faults) C.mlf_code {
		return C.mlf_score(f.c(), text, size, out, faults)
	})
	return verdict, err
}

// HandRow is a hand outside any variant.
type HandRow struct {
	Tiles     string `json:"tiles"` // the concealed ones
	MeldCount int    `json:"meld_count"`
	Copies    int    `json:"-"` // the most tiles of one kind, 1 to 7; 0 = 4
}

// HandReport has the distances of a hand: 0 = ready, -1 = complete. What does not apply is nil or "".
type HandReport struct {
	Standard           int    `json:"standard"`
	StandardStructural int    `json:"standard_structural"` // with more than Copies of a tile, too
	SevenPairs         *int   `json:"seven_pairs"`
	ThirteenOrphans    *int   `json:"thirteen_orphans"`
	Riichi             *int   `json:"riichi"`    // the least of all shapes
	Improving          string `json:"improving"` // tiles that lower it, of a hand with one tile to come
	IsWin              *bool  `json:"is_win"`    // of a hand with no tile to come
}

// Hand says how far a hand is from complete.
func Hand(row HandRow) (report HandReport, err error) {
	err = hand(row, row.Copies, &report)
	return report, err
}

// WildRow is a hand with wildcards, which Tiles does not name.
type WildRow struct {
	HandRow
	Wild      string `json:"wild"` // the tile that is wild
	WildCount int    `json:"wild_count"`
	TileSet   string `json:"tile_set,omitempty"` // "suits108", "suits108+red", "all136"
}

// WildReport says what completes a hand with wildcards. What does not apply is nil.
type WildReport struct {
	Standard         *bool   `json:"standard"`
	SevenPairs       *bool   `json:"seven_pairs"`
	HardStandard     *bool   `json:"hard_standard"` // complete without wildcards
	WinsOnStandard   *string `json:"wins_on_standard"`
	WinsOnSevenPairs *string `json:"wins_on_seven_pairs"`
	WinsOnExtraWild  *bool   `json:"wins_on_extra_wild"`
	AnyTile          *bool   `json:"any_tile"`
}

// WildHand says what completes a hand with wildcards.
func WildHand(row WildRow) (report WildReport, err error) {
	err = hand(row, row.Copies, &report)
	return report, err
}

func hand(row any, copies int, report any) error {
	if copies == 0 {
		copies = 4
	}
	return exchange(row, report, func(text *C.char, size C.size_t, out *C.mlf_text, faults *C.mlf_faults) C.mlf_code {
		return C.mlf_hand(text, size, C.int32_t(copies), out, faults)
	})
}

// Simulation is what bots play.
type Simulation struct {
	Hands   uint64 // 0 = 1000
	Seed    uint64
	Threads int    // they change no result; 0 = 1
	Bots    string // a name, or one for each seat with commas between; "" = "greedy"
}

// SimReport is what came of a simulation, as of `mlf sim --json`.
type SimReport struct {
	Variant          string            `json:"variant"`
	Fingerprint      string            `json:"fingerprint"`
	Options          map[string]string `json:"options"`
	Bots             []string          `json:"bots"`
	Seed             uint64            `json:"seed"`
	Hands            uint64            `json:"hands"`
	HandsWithoutWin  uint64            `json:"hands_without_winner"`
	Wins             uint64            `json:"wins"`
	SelfDraws        uint64            `json:"self_draws"`
	Fan              map[string]uint64 `json:"fan"`      // wins by their fan
	FanRows          map[string]uint64 `json:"fan_rows"` // wins by row of the fan table
	Seats            []SimSeat         `json:"seats"`
	Length           SimLength         `json:"length"`
	Edges            map[string]uint64 `json:"edges"` // how often each was walked
	EdgesNeverWalked []string          `json:"edges_never_walked"`
}

// SimSeat is one seat of a SimReport.
type SimSeat struct {
	Seat        int     `json:"seat"`
	Bot         string  `json:"bot"`
	HandsWon    uint64  `json:"hands_won"`
	Wins        uint64  `json:"wins"`
	Points      int64   `json:"points"`
	PointsMean  float64 `json:"points_mean"`  // of a hand
	PointsError float64 `json:"points_error"` // its standard error
}

// SimLength counts the actions of all hands.
type SimLength struct {
	Actions  uint64 `json:"actions"`
	Discards uint64 `json:"discards"`
	Shortest uint64 `json:"shortest"` // hand, in actions
	Longest  uint64 `json:"longest"`
}

// Simulate lets bots play many hands.
func (f *Flow) Simulate(simulation Simulation) (report SimReport, err error) {
	defer runtime.KeepAlive(f)
	var bots *C.char
	if simulation.Bots != "" {
		bots = C.CString(simulation.Bots)
		defer C.free(unsafe.Pointer(bots))
	}
	if simulation.Hands == 0 {
		simulation.Hands = 1000
	}
	if simulation.Threads == 0 {
		simulation.Threads = 1
	}
	written, err := faultyBytes(func(out *C.mlf_text, faults *C.mlf_faults) C.mlf_code {
		return C.mlf_simulate(f.c(), C.uint64_t(simulation.Hands), C.uint64_t(simulation.Seed), C.int32_t(simulation.Threads), bots, out, faults)
	})
	if err == nil {
		err = json.Unmarshal(written, &report)
	}
	return report, err
}

// Chart draws the variant: format is "dot", "svg", "json", "mmd" (Mermaid), "png" or "pdf". Without Graphviz
// svg, png and pdf are Faulty.
func (f *Flow) Chart(format string, lang Lang) ([]byte, error) {
	defer runtime.KeepAlive(f)
	own := C.CString(format)
	defer C.free(unsafe.Pointer(own))
	return faultyBytes(func(out *C.mlf_text, faults *C.mlf_faults) C.mlf_code {
		return C.mlf_chart(f.c(), own, C.int32_t(lang), out, faults)
	})
}

// exchange gives `call` a value as JSON, and reads its answer into `answer`.
func exchange(given, answer any, call func(text *C.char, size C.size_t, out *C.mlf_text, faults *C.mlf_faults) C.mlf_code) error {
	text, err := json.Marshal(given)
	if err != nil {
		return err
	}
	own := C.CBytes(text)
	defer C.free(own)
	written, err := faultyBytes(func(out *C.mlf_text, faults *C.mlf_faults) C.mlf_code {
		return call((*C.char)(own), C.size_t(len(text)), out, faults)
	})
	if err != nil {
		return err
	}
	return json.Unmarshal(written, answer)
}

package mlf

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
)

var ctx = context.Background()

func word(seed, n uint64) uint64 {
	z := seed + 0x9E3779B97F4A7C15*n
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// play plays a match by the rule of bindings/README.md.
func play(flow *Flow, seed uint64, chance Chance) (actions, hash uint64, err error) {
	var records Records
	var response Response
	if chance == nil {
		response, err = flow.Start(ctx, &records, seed)
	} else {
		response, err = flow.StartWith(ctx, &records, chance)
	}
	for err == nil && response.Status != Over {
		actions++
		w, seat := word(seed, actions), response.Seat()
		action := Timeout(seat, response.Ask)
		if w%8 != 7 {
			if action, err = response.Action(seat, (w>>8)%response.Count(seat)); err != nil {
				break
			}
		}
		if chance == nil {
			response, err = flow.ProcessActionNode(ctx, &records, action)
		} else {
			response, err = flow.ProcessActionNodeWith(ctx, &records, action, chance)
		}
	}
	return actions, records.Hash(), err
}

// shuffled is Fisher-Yates by words of SplitMix64.
func shuffled(seed uint64) Chance {
	return func(hand uint32, wall []byte) (uint64, error) {
		own, n := seed+uint64(hand), uint64(0)
		for i := len(wall); i > 1; i-- {
			n++
			other := word(own, n) % uint64(i)
			wall[i-1], wall[other] = wall[other], wall[i-1]
		}
		return word(own, n+1), nil
	}
}

func sameAsNoted(t *testing.T, file string, chanceOf func(seed uint64) Chance) {
	golden, err := os.ReadFile("../../tests/golden/" + file)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(golden)), "\n") {
		var variant string
		var seed uint64
		fmt.Sscan(line, &variant, &seed)
		flow, err := Open(variant, nil)
		if err != nil {
			t.Fatal(err)
		}
		actions, hash, err := play(flow, seed, chanceOf(seed))
		if now := fmt.Sprintf("%s %d %d %016x", variant, seed, actions, hash); err != nil || now != line {
			t.Errorf("%s, not %s (%v)", now, line, err)
		}
	}
}

func TestMatchesOfEveryVariantAreTheNotedOnes(t *testing.T) {
	sameAsNoted(t, "bindings.txt", func(uint64) Chance { return nil })
}

func TestWallsOfTheCallerArePlayed(t *testing.T) {
	sameAsNoted(t, "bindings_chance.txt", shuffled)
	flow, err := Open("xueliu", nil)
	if err != nil {
		t.Fatal(err)
	}
	var records, before Records
	broken := errors.New("no randomness left")
	if _, err = flow.StartWith(ctx, &records, func(uint32, []byte) (uint64, error) { return 0, broken }); err != broken {
		t.Error(err)
	}
	if _, err = flow.StartWith(ctx, &records, func(_ uint32, wall []byte) (uint64, error) {
		wall[0] = 26
		return 0, nil
	}); !errors.Is(err, Refused) {
		t.Error(err)
	}
	if records != before {
		t.Error("the records have changed")
	}
}

func TestErrorsHaveCodes(t *testing.T) {
	_, err := Open("xueliu", map[string]string{"cap": "banana"})
	var own *Error
	if !errors.Is(err, Faulty) || !errors.As(err, &own) || own.Reason != "O02" || !strings.Contains(own.Text, "banana") {
		t.Fatal(err)
	}
	flow, err := Open("xueliu", map[string]string{"cap": "4", "hands": "1"})
	if err != nil {
		t.Fatal(err)
	}
	var records Records
	if _, err = flow.ProcessActionNode(ctx, &records, Timeout(0, 1)); !errors.Is(err, OtherFlow) {
		t.Error(err)
	}
	response, err := flow.Start(ctx, &records, 1)
	if err != nil {
		t.Fatal(err)
	}
	before := records
	if _, err = flow.ProcessActionNode(ctx, &records, Timeout(0, 99)); !errors.Is(err, Refused) || records != before {
		t.Error(err)
	}
	stopped, stop := context.WithCancel(ctx)
	stop()
	if _, err = flow.ProcessActionNode(stopped, &records, Timeout(response.Seat(), response.Ask)); !errors.Is(err, context.Canceled) || records != before {
		t.Error(err)
	}
	action, _ := response.Action(response.Seat(), 0)
	json, err := flow.ActionJSON(action)
	again, err2 := flow.ActionFromJSON(json)
	if err != nil || err2 != nil || again != action {
		t.Error(json, err, err2)
	}
	if _, err = flow.ActionFromJSON("{"); !errors.Is(err, Faulty) {
		t.Error(err)
	}
	view, err := flow.View(&records, 0)
	if err != nil || !strings.Contains(view, `"viewer":"seat"`) || strings.Contains(view, `"wall":`) {
		t.Error(view, err)
	}
	if _, err = flow.View(&records, 9); !errors.Is(err, Argument) {
		t.Error(err)
	}
	if json, err = response.JSON(Full); err != nil || !strings.Contains(json, `"status":"rests"`) {
		t.Error(json, err)
	}
	saved, err := flow.Save(&records)
	if err != nil {
		t.Fatal(err)
	}
	if restored, err := flow.Restore(saved); err != nil || restored != records {
		t.Error(err)
	}
	saved[100] ^= 1
	if _, err = flow.Restore(saved); !errors.Is(err, Faulty) {
		t.Error(err)
	}
}

func TestGoroutinesShareAFlow(t *testing.T) {
	flow, err := Open("erren", nil)
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	hashes := make([]uint64, 4)
	for i := range hashes {
		group.Add(1)
		go func(i int) {
			defer group.Done()
			_, hashes[i], _ = play(flow, 5, nil)
		}(i)
	}
	group.Wait()
	for _, hash := range hashes {
		if hash != hashes[0] || hash == 0 {
			t.Error(hashes)
		}
	}
}

func resident() (kilobytes int) {
	status, _ := os.ReadFile("/proc/self/status")
	fmt.Sscan(strings.SplitN(strings.SplitN(string(status), "VmRSS:", 2)[1], "\n", 2)[0], &kilobytes)
	return
}

func TestNothingLeaks(t *testing.T) {
	round := func() {
		for i := 0; i < 10; i++ {
			flow, err := Open("erren", nil)
			if err != nil {
				t.Fatal(err)
			}
			if _, _, err := play(flow, 5, nil); err != nil {
				t.Fatal(err)
			}
			runtime.GC()
		}
	}
	round()
	before := resident()
	for i := 0; i < 3; i++ {
		round()
	}
	// 30 flows and 11000 responses would take more.
	if after := resident(); after > before+20000 {
		t.Errorf("%d kB before, %d kB after", before, after)
	}
}

// MLF_PLUGINS_OF_TEST: the folder of the plug-ins of tests/plugin.
func TestLoadPlugin(t *testing.T) {
	folder := os.Getenv("MLF_PLUGINS_OF_TEST")
	if _, err := Open("dui_jia", nil); err == nil {
		t.Fatal("dui_jia is known without its plug-in")
	}
	for name, text := range map[string]string{"other_engine": "is built for engine 0.1.0", "throws": "the licence is missing", "nowhere": "cannot be read"} {
		if err := LoadPlugin(folder + "/" + name + ".so"); !errors.Is(err, Faulty) || !strings.Contains(err.Error(), text) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := LoadPlugin(folder + "/dui_jia.so"); err != nil {
		t.Fatal(err)
	}
	flow, err := Open("dui_jia", nil)
	if err != nil {
		t.Fatal(err)
	}
	if actions, _, err := play(flow, 1, nil); err != nil || actions < 50 {
		t.Errorf("%d actions: %v", actions, err)
	}
}

package mlf

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
)

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
		response, err = flow.Start(&records, seed)
	} else {
		response, err = flow.StartWith(&records, chance)
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
			response, err = flow.ProcessActionNode(&records, action)
		} else {
			response, err = flow.ProcessActionNodeWith(&records, action, chance)
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
	if _, err = flow.StartWith(&records, func(uint32, []byte) (uint64, error) { return 0, broken }); err != broken {
		t.Error(err)
	}
	if _, err = flow.StartWith(&records, func(_ uint32, wall []byte) (uint64, error) {
		wall[0] = 26
		return 0, nil
	}); !errors.Is(err, Argument) || !strings.Contains(err.Error(), "must hold the tiles it came with") {
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
	if !strings.HasSuffix(err.Error(), " or none") {
		t.Errorf("%q", err)
	}
	flow, err := Open("xueliu", map[string]string{"cap": "4", "hands": "1"})
	if err != nil {
		t.Fatal(err)
	}
	var records Records
	if _, err = flow.ProcessActionNode(&records, Timeout(0, 1)); !errors.Is(err, OtherFlow) {
		t.Error(err)
	}
	response, err := flow.Start(&records, 1)
	if err != nil {
		t.Fatal(err)
	}
	before := records
	if _, err = flow.ProcessActionNode(&records, Timeout(0, 99)); !errors.Is(err, Refused) || records != before {
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

// state is all that a caller can ask.
func state(flow *Flow, records *Records, response Response) string {
	view, err := flow.View(records, Full)
	json, err2 := response.JSON(Full)
	return fmt.Sprint(records.Hash(), response.Status, response.Ask, response.Asked, view, err, json, err2)
}

func TestNilAndClosedObjectsAreRefused(t *testing.T) {
	(*Flow)(nil).Close()
	closed, err := Open("erren", nil)
	if err != nil {
		t.Fatal(err)
	}
	records, err := closed.Blank()
	if err != nil {
		t.Fatal(err)
	}
	recorder, err := closed.NewRecorder()
	if err != nil {
		t.Fatal(err)
	}
	kept, err := closed.Start(&records, 1)
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	closed.Close()
	if kept.Count(kept.Seat()) == 0 {
		t.Error("a response forgets its choices when its flow is closed")
	}
	for _, flow := range []*Flow{nil, closed} {
		calls := map[string]func() error{
			"Start":             func() error { _, err := flow.Start(&records, 1); return err },
			"StartWith":         func() error { _, err := flow.StartWith(&records, shuffled(1)); return err },
			"ProcessActionNode": func() error { _, err := flow.ProcessActionNode(&records, Timeout(0, 1)); return err },
			"View":              func() error { _, err := flow.View(&records, 0); return err },
			"Choices":           func() error { _, err := flow.Choices(&records, 0); return err },
			"Explain":           func() error { _, err := flow.Explain(&records, 0, En); return err },
			"WhyNot":            func() error { _, err := flow.WhyNot(&records, 0, "peng"); return err },
			"Default":           func() error { _, err := flow.Default(&records, 0); return err },
			"Progress":          func() error { _, err := flow.Progress(&records); return err },
			"Blank":             func() error { _, err := flow.Blank(); return err },
			"Validate":          func() error { return flow.Validate(&records) },
			"Save":              func() error { _, err := flow.Save(&records); return err },
			"Restore":           func() error { _, err := flow.Restore(nil); return err },
			"Replay":            func() error { _, err := flow.Replay(nil); return err },
			"Info":              func() error { _, err := flow.Info(); return err },
			"NewRecorder":       func() error { _, err := flow.NewRecorder(); return err },
			"ActionJSON":        func() error { _, err := flow.ActionJSON(Timeout(0, 1)); return err },
			"ActionFromJSON":    func() error { _, err := flow.ActionFromJSON("{}"); return err },
			"ActionText":        func() error { _, err := flow.ActionText(Timeout(0, 1)); return err },
			"ParseAction":       func() error { _, err := flow.ParseAction("0 timeout"); return err },
			"PiecesText":        func() error { _, err := flow.PiecesText([]byte{1}); return err },
			"ParsePieces":       func() error { _, err := flow.ParsePieces("1m"); return err },
			"Score":             func() error { _, err := flow.Score(Case{}); return err },
			"Simulate":          func() error { _, err := flow.Simulate(Simulation{}); return err },
			"Chart":             func() error { _, err := flow.Chart("dot", ZhEn); return err },
			"Table.Start":       func() error { return flow.NewTable().Start(1) },
		}
		for name, call := range calls {
			if err := call(); !errors.Is(err, Argument) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if flow.Fingerprint() != 0 || flow.NodeID(0) != "" {
			t.Error("a closed flow has a fingerprint or a node")
		}
	}
	for name, err := range map[string]error{
		"Recorder.Start": func() error { _, err := recorder.Start(&records, 1); return err }(),
		"Recorder.End":   recorder.End(&records),
		"JSON":           func() error { _, err := kept.JSON(Full); return err }(),
		"Events":         func() error { _, err := kept.Events(Full); return err }(),
		"Offers":         func() error { _, err := kept.Offers(Full); return err }(),
	} {
		if !errors.Is(err, Argument) {
			t.Errorf("%s of a closed flow: %v", name, err)
		}
	}
}

func TestAResponseToNoActionIsEmpty(t *testing.T) {
	flow, err := Open("erren", nil)
	if err != nil {
		t.Fatal(err)
	}
	var records Records
	// As after any error: records that no match was started in.
	response, err := flow.ProcessActionNode(&records, Timeout(0, 1))
	if !errors.Is(err, OtherFlow) {
		t.Fatal(err)
	}
	for _, one := range []Response{response, {}} {
		if one.Count(0) != 0 || one.Seat() != -1 {
			t.Error("it has actions")
		}
		if _, err = one.Action(0, 0); !errors.Is(err, Argument) {
			t.Error(err)
		}
		if _, err = one.JSON(Full); !errors.Is(err, Argument) {
			t.Error(err)
		}
		if _, err = one.Offers(Full); !errors.Is(err, Argument) {
			t.Error(err)
		}
		if _, err = one.Events(Full); !errors.Is(err, Argument) {
			t.Error(err)
		}
		one.Actions(0)(func(Action) bool { t.Error("an action"); return false })
	}
	for name, call := range map[string]func() error{
		"response": func() error { return flow.StartInto(nil, &records, 1) },
		"records":  func() error { _, err := flow.Start(nil, 1); return err },
		"chance":   func() error { _, err := flow.StartWith(&records, nil); return err },
		"view":     func() error { _, err := flow.View(nil, 0); return err },
		"save":     func() error { _, err := flow.Save(nil); return err },
	} {
		if err := call(); !errors.Is(err, Argument) {
			t.Errorf("a nil %s: %v", name, err)
		}
	}
}

func TestAPanicOfAChancePassesThroughTheStep(t *testing.T) {
	flow, err := Open("xueliu", nil)
	if err != nil {
		t.Fatal(err)
	}
	var records, before Records
	func() {
		defer func() {
			if recover() != "no randomness left" {
				t.Error("the panic is lost")
			}
		}()
		flow.StartWith(&records, func(uint32, []byte) (uint64, error) { panic("no randomness left") })
	}()
	if records != before {
		t.Error("the records have changed")
	}
	if _, err = flow.Start(&records, 1); err != nil {
		t.Error(err)
	}
}

func TestARefusalOrAFailedChanceChangesNothing(t *testing.T) {
	flow, err := Open("xueliu", map[string]string{"hands": "2"})
	if err != nil {
		t.Fatal(err)
	}
	broken, fails := errors.New("no randomness left"), false
	chance := func(hand uint32, wall []byte) (uint64, error) {
		if fails {
			return 0, broken
		}
		return uint64(hand), nil
	}
	table := flow.NewTable()
	if err = table.StartWith(chance); err != nil {
		t.Fatal(err)
	}
	failed := 0
	for table.Status != Over {
		action, err := table.Action(table.Seat(), 0)
		if err != nil {
			t.Fatal(err)
		}
		before := table.Records()
		fails = true
		err = table.ProcessActionNode(action)
		fails = false
		if err == broken {
			failed++
			if table.Records() != before {
				t.Fatal("the records have changed")
			}
			err = table.ProcessActionNode(action)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if failed != 1 {
		t.Errorf("%d hands began", failed+1)
	}
}

func TestAChanceCannotHarmItsOwnStep(t *testing.T) {
	flow, err := Open("xueliu", nil)
	if err != nil {
		t.Fatal(err)
	}
	table := flow.NewTable()
	refused := 0
	if err = table.StartWith(func(hand uint32, wall []byte) (uint64, error) {
		if err := table.Start(1); errors.Is(err, Argument) {
			refused++
		}
		return 7, nil
	}); err != nil {
		t.Fatal(err)
	}
	var records Records
	if _, err = flow.StartWith(&records, func(uint32, []byte) (uint64, error) {
		for i := range records.UnsafeBytes() {
			records.UnsafeBytes()[i] = 255
		}
		return 7, nil
	}); err != nil || records != table.Records() {
		t.Error("the step took the bytes of its caller", err)
	}
	recorder, err := flow.NewRecorder()
	if err != nil {
		t.Fatal(err)
	}
	if _, err = recorder.StartWith(&records, func(uint32, []byte) (uint64, error) {
		var other Records
		if _, err := recorder.Start(&other, 1); err != nil {
			refused++
		}
		return 7, nil
	}); err != nil || records != table.Records() {
		t.Error(err)
	}
	if refused != 2 {
		t.Errorf("%d of 2 are refused", refused)
	}
}

func TestARestoredTableGoesOn(t *testing.T) {
	flow, err := Open("riichi", nil)
	if err != nil {
		t.Fatal(err)
	}
	table, twin := flow.NewTable(), flow.NewTable()
	if err = table.Start(4); err != nil {
		t.Fatal(err)
	}
	for n := 0; n < 300 && table.Status != Over; n++ {
		saved, err := table.Save()
		if err != nil {
			t.Fatal(err)
		}
		if err = twin.Restore(saved, nil); err != nil {
			t.Fatal(err)
		}
		if twin.Asked != table.Asked || twin.Ask != table.Ask || twin.Hash() != table.Hash() ||
			twin.Count(twin.Seat()) != table.Count(table.Seat()) {
			t.Fatal("they differ")
		}
		action, _ := twin.Action(twin.Seat(), 0)
		if err = twin.ProcessActionNode(Timeout(0, 99999)); !errors.Is(err, Refused) || twin.Asked != table.Asked {
			t.Fatal(err)
		}
		if err = twin.ProcessActionNode(action); err != nil {
			t.Fatal(err)
		}
		if err = table.ProcessActionNode(action); err != nil || table.Hash() != twin.Hash() {
			t.Fatal(err)
		}
		saved[60] ^= 1
		if err = twin.Restore(saved, nil); !errors.Is(err, Faulty) || twin.Hash() != table.Hash() {
			t.Fatal(err)
		}
	}
}

func TestDamagedRecordsAreFound(t *testing.T) {
	flow, err := Open("xueliu", nil)
	if err != nil {
		t.Fatal(err)
	}
	var records Records
	if _, err = flow.Start(&records, 1); err != nil {
		t.Fatal(err)
	}
	if err = flow.Validate(&records); err != nil {
		t.Fatal(err)
	}
	found := 0
	for i := uint64(1); i <= 500; i++ {
		damaged, w := records, word(7, i)
		damaged.UnsafeBytes()[8+w%400] ^= byte(1 + w>>32%255)
		if err := flow.Validate(&damaged); errors.Is(err, Faulty) {
			found++
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if found < 100 {
		t.Errorf("%d of 500 are found", found)
	}
	other, _ := Open("erren", nil)
	if err = other.Validate(&records); !errors.Is(err, OtherFlow) {
		t.Error(err)
	}
}

func TestATableTellsAllThatTheRecordsTell(t *testing.T) {
	flow, err := Open("riichi", map[string]string{"preset": "mleague"})
	if err != nil {
		t.Fatal(err)
	}
	table := flow.NewTable()
	if err = table.Start(3); err != nil {
		t.Fatal(err)
	}
	offers, err := table.Offers(Full)
	if err != nil || len(offers) == 0 || offers[0].Node == "" {
		t.Fatal(offers, err)
	}
	events, err := table.Events(Full)
	if err != nil || len(events) == 0 || events[0].Type == "" {
		t.Fatal(events, err)
	}
	count := uint64(0)
	table.Actions(table.Seat())(func(action Action) bool {
		line, err := flow.ActionText(action)
		if words := strings.Fields(line); err != nil || flow.NodeID(action.Node()) != words[1] || len(words) > 2 != (len(action.Pieces()) > 0) {
			t.Error(line, action.Node(), action.Pieces(), err)
		}
		again, err2 := flow.ParseAction(line)
		again.c.ask = action.c.ask
		if err != nil || err2 != nil || again != action {
			t.Error(line, err, err2)
		}
		count++
		return true
	})
	if count != table.Count(table.Seat()) || count == 0 {
		t.Error(count)
	}
	records := table.Records()
	normal, err := flow.Default(&records, table.Seat())
	if err != nil || normal.Seat() != table.Seat() {
		t.Error(normal, err)
	}
	progress, err := flow.Progress(&records)
	if err != nil || progress.Asked != table.Asked || len(progress.Scores) != 4 || progress.Scores[0] != 25000 {
		t.Error(progress, err)
	}
	if why, err := flow.WhyNot(&records, table.Seat(), "peng"); err != nil || why.En == "" {
		t.Error(why, err)
	}
	if _, err := flow.WhyNot(&records, 0, "no_such_node"); !errors.Is(err, Argument) {
		t.Error(err)
	}
	if text, err := flow.Explain(&records, Full, Zh); err != nil || text == "" {
		t.Error(text, err)
	}
	if choices, err := flow.Choices(&records, table.Seat()); err != nil || !strings.Contains(choices, `"choices"`) {
		t.Error(choices, err)
	}
	if info, err := flow.Info(); err != nil || info.Variant != "riichi" || len(info.Nodes) == 0 || info.Options["hands"] == "" {
		t.Error(info, err)
	}
	if word, err := flow.PiecesText([]uint8{0, 1, 2, 44, 27}); err != nil || word != "123m0s1z" {
		t.Error(word, err)
	}
	if pieces, err := flow.ParsePieces("123m0s1z"); err != nil || string(pieces) != string([]byte{0, 1, 2, 44, 27}) {
		t.Error(pieces, err)
	}
	if _, err := flow.ParsePieces("12x"); !errors.Is(err, Faulty) {
		t.Error(err)
	}
	variants, err := Variants("")
	if err != nil || len(variants) < 5 || variants[0].ID == "" || len(variants[0].Options) == 0 {
		t.Error(variants, err)
	}
}

func TestAJournalReplays(t *testing.T) {
	flow, err := Open("erren", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, chance := range []Chance{nil, shuffled(4)} {
		recorder, err := flow.NewRecorder()
		if err != nil {
			t.Fatal(err)
		}
		var records Records
		var response Response
		if chance == nil {
			response, err = recorder.Start(&records, 4)
		} else {
			response, err = recorder.StartWith(&records, chance)
		}
		accepted := 0
		for err == nil && response.Status != Over {
			var action Action
			if action, err = response.Action(response.Seat(), 0); err != nil {
				break
			}
			if chance == nil {
				response, err = recorder.ProcessActionNode(&records, action)
			} else {
				response, err = recorder.ProcessActionNodeWith(&records, action, chance)
			}
			accepted++
		}
		if err != nil {
			t.Fatal(err)
		}
		if err = recorder.End(&records); err != nil {
			t.Fatal(err)
		}
		for _, binary := range []bool{false, true} {
			journal, err := recorder.Journal(binary)
			if err != nil {
				t.Fatal(err)
			}
			replayed, err := flow.Replay(journal)
			if err != nil || !replayed.Complete || replayed.Accepted != accepted || replayed.Records != records {
				t.Error(replayed.Accepted, accepted, err)
			}
			journal[len(journal)/2] ^= 4
			if _, err = flow.Replay(journal); !errors.Is(err, Faulty) {
				t.Error(err)
			}
		}
	}
}

func TestAResponseTakenAgainIsAsANewOne(t *testing.T) {
	flow, err := Open("xueliu", nil)
	if err != nil {
		t.Fatal(err)
	}
	var records, own Records
	var again Response
	response, err := flow.Start(&records, 9)
	if err2 := flow.StartInto(&again, &own, 9); err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	for n := uint64(1); response.Status != Over; n++ {
		if state(flow, &records, response) != state(flow, &own, again) {
			t.Fatal("they differ")
		}
		if err = flow.ProcessInto(&again, &own, Timeout(0, 9999)); !errors.Is(err, Refused) || again.Status != StatusRefused {
			t.Fatal(err)
		}
		action, err := response.Action(response.Seat(), word(1, n)%response.Count(response.Seat()))
		if err != nil {
			t.Fatal(err)
		}
		if response, err = flow.ProcessActionNode(&records, action); err != nil {
			t.Fatal(err)
		}
		if err = flow.ProcessInto(&again, &own, action); err != nil {
			t.Fatal(err)
		}
	}
}

func BenchmarkTable(b *testing.B) {
	flow, err := Open("xueliu", nil)
	if err != nil {
		b.Fatal(err)
	}
	table, seed := flow.NewTable(), uint64(0)
	b.ReportAllocs()
	for i := 0; i < b.N; i++ {
		if table.Status == Over || seed == 0 {
			seed++
			if err = table.Start(seed); err != nil {
				b.Fatal(err)
			}
		}
		seat := table.Seat()
		action, err := table.Action(seat, word(seed, uint64(i))%table.Count(seat))
		if err == nil {
			err = table.ProcessActionNode(action)
		}
		if err != nil {
			b.Fatal(err)
		}
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

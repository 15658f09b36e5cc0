package mlf

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"
)

// sameJSON says whether `own`, as JSON, has every key of `noted` with its value.
func sameJSON(t *testing.T, own any, noted string) {
	t.Helper()
	var has, wanted map[string]any
	text, err := json.Marshal(own)
	if err != nil || json.Unmarshal(text, &has) != nil || json.Unmarshal([]byte(noted), &wanted) != nil {
		t.Fatal(err, noted)
	}
	for key, value := range wanted {
		if key == "id" {
			continue
		}
		if part, ok := value.(map[string]any); ok {
			for name, inner := range part {
				if !reflect.DeepEqual(has[key].(map[string]any)[name], inner) {
					t.Errorf("%s.%s: %v, not %v", key, name, has[key], inner)
				}
			}
			continue
		}
		if !reflect.DeepEqual(has[key], value) {
			t.Errorf("%s: %v, not %v", key, has[key], value)
		}
	}
}

func answered(t *testing.T, flow *Flow, call, given, noted string) {
	t.Helper()
	var own any
	var err error
	switch call {
	case "score":
		var hand Case
		if err := json.Unmarshal([]byte(given), &hand); err != nil {
			t.Fatal(err)
		}
		own, err = flow.Score(hand)
	case "hand":
		var row WildRow
		if err := json.Unmarshal([]byte(given), &row); err != nil {
			t.Fatal(err)
		}
		if row.Wild == "" {
			own, err = Hand(row.HandRow)
		} else {
			own, err = WildHand(row)
		}
	case "simulate":
		simulation := Simulation{Threads: 2}
		fmt.Sscan(given, &simulation.Hands, &simulation.Seed, &simulation.Bots)
		report, err := flow.Simulate(simulation)
		if now := fmt.Sprint(report.Length.Actions, report.Length.Discards); err != nil || now != noted {
			t.Errorf("%s, not %s (%v)", now, noted, err)
		}
		return
	default:
		drawn, err := flow.Chart(given, ZhEn)
		file, missing := os.ReadFile("../../" + noted)
		if err != nil || missing != nil || !bytes.Equal(drawn, file) {
			t.Error("not the chart of ", noted, err, missing)
		}
		return
	}
	if err != nil {
		t.Fatal(given, err)
	}
	sameJSON(t, own, noted)
}

func TestAnswersOutsideAGameAreTheNotedOnes(t *testing.T) {
	golden, err := os.ReadFile("../../tests/golden/bindings_outside.txt")
	if err != nil {
		t.Fatal(err)
	}
	flow, err := Open("xueliu", nil)
	if err != nil {
		t.Fatal(err)
	}
	rows := strings.Split(strings.TrimSpace(string(golden)), "\n")
	if len(rows) != 6 {
		t.Error(len(rows))
	}
	for _, row := range rows {
		parts := strings.Split(row, "\t")
		answered(t, flow, parts[0], parts[1], parts[2])
	}
	if drawn, err := flow.Chart("svg", ZhEn); err != nil || !bytes.Contains(drawn, []byte("<svg")) {
		t.Error(err)
	}
	closed, _ := Open("xueliu", nil)
	closed.Close()
	for _, err := range []error{
		second(flow.Score(Case{Hand: "11111m", Win: "1m", By: "discard"})),
		second(Hand(HandRow{Tiles: "1m", Copies: 8})),
		second(flow.Simulate(Simulation{Bots: "no_such"})),
		second(flow.Chart("gif", En)),
	} {
		if !errors.Is(err, Faulty) {
			t.Error(err)
		}
	}
	for _, err := range []error{
		second(flow.Simulate(Simulation{Threads: 257})),
		second(flow.Chart("svg", 9)),
		second(closed.Score(Case{})),
		second((*Flow)(nil).Chart("svg", En)),
		second((*Flow)(nil).Simulate(Simulation{})),
	} {
		if !errors.Is(err, Argument) {
			t.Error(err)
		}
	}
}

func second[T any](_ T, err error) error { return err }

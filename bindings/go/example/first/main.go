// A first program: a match by the first legal action, what a seat may do, and a hand judged.
package main

import (
	"errors"
	"fmt"
	"log"

	"majonglogicflow/mlf"
)

func main() {
	flow, err := mlf.Open("erren", map[string]string{"hands": "2"})
	if err != nil {
		log.Fatal(err)
	}
	table := flow.NewTable()
	err = table.Start(42)
	actions := 0
	for ; err == nil && table.Status != mlf.Over; actions++ {
		if actions == 5 {
			said, _ := table.Explain(table.Seat(), mlf.En) // what this seat sees and may do, in words
			fmt.Println(said)
		}
		var action mlf.Action
		if action, err = table.Action(table.Seat(), 0); err == nil {
			err = table.ProcessActionNode(action)
		}
	}
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("erren: %d actions, hash %016x\n", actions, table.Hash())
	if err = table.ProcessActionNode(mlf.Timeout(0, table.Ask)); errors.Is(err, mlf.Refused) {
		fmt.Println("after the end:", err)
	}
	xueliu, err := mlf.Open("xueliu", nil)
	if err != nil {
		log.Fatal(err)
	}
	verdict, err := xueliu.Score(mlf.Case{Hand: "123m456m789m12p55p", Win: "3p", By: "self_draw"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("worth %d: %v\n", *verdict.Value, verdict.Fans)
}

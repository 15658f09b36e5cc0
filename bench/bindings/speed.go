// Actions a second of one core: speed VARIANT SECONDS.
package main

import (
	"fmt"
	"os"
	"strconv"
	"syscall"

	"majonglogicflow/mlf"
)

func now() float64 {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic(err)
	}
	return float64(used.Utime.Sec+used.Stime.Sec) + 1e-6*float64(used.Utime.Usec+used.Stime.Usec)
}

func main() {
	seconds, _ := strconv.ParseFloat(os.Args[2], 64)
	flow, err := mlf.Open(os.Args[1], nil)
	if err != nil {
		panic(err)
	}
	table, seed, n, best := flow.NewTable(), uint64(0), uint64(0), 0.0
	for round := 0; round < 5; round++ {
		start, first := now(), n
		for n&1023 != 0 || now() < start+seconds {
			n++
			if seed == 0 || table.Status == mlf.Over {
				seed++
				err = table.Start(seed)
			} else {
				seat := table.Seat()
				var action mlf.Action
				if action, err = table.Action(seat, n*7919%table.Count(seat)); err == nil {
					err = table.ProcessActionNode(action)
				}
			}
			if err != nil {
				panic(err)
			}
		}
		if speed := float64(n-first) / (now() - start); speed > best {
			best = speed
		}
	}
	fmt.Printf("%.0f\n", best)
}

// A game server's tables: each has a goroutine that asks the seats, waits for their answers, and lets
// time run out.
//
//	go run ./example [variant] [tables]
//
// The players here are goroutines that answer at random, or sleep. A server has connections in their
// place.
package main

import (
	"context"
	cryptorand "crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"math/big"
	"math/rand"
	"os"
	"strconv"
	"sync"
	"time"

	"majonglogicflow/mlf"
)

// fair shuffles a wall so that nobody can guess it, and the seed of a hand reveals no other one.
func fair(_ uint32, wall []byte) (uint64, error) {
	for i := len(wall) - 1; i > 0; i-- {
		other, err := cryptorand.Int(cryptorand.Reader, big.NewInt(int64(i+1)))
		if err != nil {
			return 0, err
		}
		j := other.Int64()
		wall[i], wall[j] = wall[j], wall[i]
	}
	var seed [8]byte
	_, err := cryptorand.Read(seed[:])
	return binary.LittleEndian.Uint64(seed[:]), err
}

// answer of a player, and where it learns whether it was accepted.
type answer struct {
	action mlf.Action
	result chan<- error
}

type table struct {
	flow    *mlf.Flow
	answers chan answer
	// ask tells a seat that it may answer; it must not block.
	ask func(seat int, response mlf.Response)
	// limit is how long a window stays open.
	limit func(response mlf.Response) time.Duration
}

// run plays a match to its end, or until ctx is done.
func (t *table) run(ctx context.Context) (records mlf.Records, actions int, err error) {
	response, err := t.flow.StartWith(&records, fair)
	for err == nil && response.Status != mlf.Over {
		window := response.Ask
		for seat := 0; seat < t.flow.People; seat++ {
			if response.Asked>>seat&1 != 0 {
				t.ask(seat, response)
			}
		}
		timer := time.NewTimer(t.limit(response))
		for err == nil && response.Status != mlf.Over && response.Ask == window {
			var next mlf.Response
			select {
			case <-ctx.Done():
				err = ctx.Err()
				continue
			case given := <-t.answers:
				next, err = t.flow.ProcessActionNodeWith(&records, given.action, fair)
				given.result <- err
				if errors.Is(err, mlf.Refused) { // too late, or not allowed: the table is as before
					err = nil
					continue
				}
			case <-timer.C:
				timer.Reset(0) // the other seats of the window too
				next, err = t.flow.ProcessActionNodeWith(&records, mlf.Timeout(response.Seat(), window), fair)
			}
			response = next
			actions++
		}
		timer.Stop()
	}
	return records, actions, err
}

func main() {
	variant, count := "xueliu", 4
	if len(os.Args) > 1 {
		variant = os.Args[1]
	}
	if len(os.Args) > 2 {
		if n, err := strconv.Atoi(os.Args[2]); err == nil {
			count = n
		}
	}
	flow, err := mlf.Open(variant, nil)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	ctx, stop := context.WithTimeout(context.Background(), time.Minute)
	defer stop()
	var group sync.WaitGroup
	for number := 0; number < count; number++ {
		group.Add(1)
		go func(number int) {
			defer group.Done()
			t := &table{flow: flow, answers: make(chan answer),
				limit: func(mlf.Response) time.Duration { return 20 * time.Millisecond }}
			over, cancel := context.WithCancel(ctx)
			defer cancel()
			t.ask = func(seat int, response mlf.Response) {
				if rand.Intn(50) == 0 {
					return // asleep
				}
				action, err := response.Action(seat, rand.Uint64()%response.Count(seat))
				if err != nil {
					return
				}
				go func() {
					select {
					case t.answers <- answer{action, make(chan error, 1)}:
					case <-over.Done():
					}
				}()
			}
			records, actions, err := t.run(over)
			if err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
			saved, err := flow.Save(&records)
			fmt.Printf("table %d is over after %d actions: %d bytes to keep (%v)\n", number, actions, len(saved), err)
		}(number)
	}
	group.Wait()
}

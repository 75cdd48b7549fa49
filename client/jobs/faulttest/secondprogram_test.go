package faulttest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"viviscope/db"
)

// runSecond is the main function of a second program that opens a library and prints the result.
func runSecond(setting string) error {
	var dir string
	if err := json.Unmarshal([]byte(setting), &dir); err != nil {
		return err
	}
	lib, err := db.Open(context.Background(), dir, db.Options{})
	switch {
	case err == nil:
		fmt.Println("opened")
		return lib.Close()
	case errors.Is(err, db.ErrLocked):
		fmt.Println("locked")
		return nil
	}
	return err
}

// The second program gets an error and changes nothing, and the first one continues.
func TestSecondProgramIsRefused(t *testing.T) {
	onOneWire(t, func(t *testing.T, p *program) {
		running, loading := p.stuck(p.profile(""))
		said, err := self(t, secondEnv, p.dir).Output()
		must(t, err)
		if string(said) != "locked\n" {
			t.Errorf("the second program printed %q", said)
		}
		p.svc.mend()
		p.want(running, savedClip)
		p.want(loading, savedClip)
		p.goesOn()

		p.stop()
		p.shut()
		if said, err = self(t, secondEnv, p.dir).Output(); err != nil || string(said) != "opened\n" {
			t.Errorf("after the first one ended it printed %q, %v", said, err)
		}
		p.open()
		p.start()
	})
}

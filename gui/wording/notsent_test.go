package wording

import (
	"errors"
	"fmt"
	"testing"

	"viviscope/client/jobs"
	"viviscope/db/folder"
)

func TestNotSent(t *testing.T) {
	for want, err := range map[string]error{
		"Not sent, nothing was charged: the library disk is full. Free some space.": fmt.Errorf("submit: insert 1 jobs: %w (database or disk is full)", folder.ErrDiskFull),
		"Not sent, nothing was charged: the address of a picture expires before the job’s turn. Use one that stays valid longer.": fmt.Errorf("submit: %w",
			&jobs.FrameExpiredError{Frames: []jobs.ExpiringFrame{{}}}),
		"Not sent, nothing was charged: light.png: The file is gone.": errors.New("light.png: The file is gone."),
	} {
		if got := NotSent(err); got != want {
			t.Errorf("%v: %q, want %q", err, got, want)
		}
	}
}

package guard

import (
	"errors"
	"testing"
	"time"
)

// Only errors of a file in use are retried, and only a limited number of times.
func TestRetryInUse(t *testing.T) {
	inUse, gone := errors.New("in use"), errors.New("gone")
	for _, c := range []struct {
		name   string
		errs   []error // one for each attempt; the last one is repeated
		tries  int
		result error
	}{
		{"free", []error{nil}, 1, nil},
		{"in use briefly", []error{inUse, inUse, nil}, 3, nil},
		{"in use permanently", []error{inUse}, 7, inUse},
		{"another error", []error{gone}, 1, gone},
		{"another error after the first", []error{inUse, gone}, 2, gone},
	} {
		tries, waited := 0, time.Duration(0)
		err := retry(func() error { tries++; return c.errs[min(tries, len(c.errs))-1] },
			func(err error) bool { return errors.Is(err, inUse) }, func(d time.Duration) { waited += d })
		if tries != c.tries || !errors.Is(err, c.result) || waited > time.Second {
			t.Errorf("%s: %d tries, %v, waited %v; want %d tries and %v", c.name, tries, err, waited, c.tries, c.result)
		}
	}
}

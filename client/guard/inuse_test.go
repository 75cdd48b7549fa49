package guard

import (
	"errors"
	"testing"
	"time"
)

// A file that another program holds for a moment is tried again, one that it keeps is given up, and no other error is
// tried again.
func TestFilesInUseAreTriedAgain(t *testing.T) {
	inUse, gone := errors.New("in use"), errors.New("gone")
	for _, c := range []struct {
		name   string
		errs   []error // of the tries; the last one is repeated
		tries  int
		result error
	}{
		{"free", []error{nil}, 1, nil},
		{"held for a moment", []error{inUse, inUse, nil}, 3, nil},
		{"held for good", []error{inUse}, 7, inUse},
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

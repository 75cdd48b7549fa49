package guard

import "time"

// RetryInUse calls op again while another program, such as a virus scanner or a sync client, holds a file that op
// renames or removes. Windows refuses that, mostly for a moment. It gives up after about half a second. Not on the
// window's goroutine.
func RetryInUse(op func() error) error { return retry(op, isInUse, time.Sleep) }

func retry(op func() error, again func(error) bool, pause func(time.Duration)) error {
	for wait := 10 * time.Millisecond; ; wait *= 2 {
		err := op()
		if err == nil || !again(err) || wait > 320*time.Millisecond {
			return err
		}
		pause(wait)
	}
}

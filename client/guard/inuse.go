package guard

import "time"

// RetryInUse calls op, which renames or removes a file, and retries it while another program has the file open. On
// Windows a virus scanner or a sync client often does so briefly. RetryInUse gives up after about 0.6 seconds, and
// returns the last error. It must not run on the window's goroutine.
func RetryInUse(op func() error) error { return retry(op, isInUse, time.Sleep) }

func retry(op func() error, isRetryable func(error) bool, sleep func(time.Duration)) error {
	for wait := 10 * time.Millisecond; ; wait *= 2 {
		err := op()
		if err == nil || !isRetryable(err) || wait > 320*time.Millisecond {
			return err
		}
		sleep(wait)
	}
}

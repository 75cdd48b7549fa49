package mpv

import (
	"math"
	"time"
)

// Frames gives how many pictures a clip of a length has; -1 where the length or the rate is not known (0).
func Frames(length time.Duration, fps float64) int {
	if fps <= 0 || length <= 0 {
		return -1
	}
	return max(1, int(math.Round(length.Seconds()*fps)))
}

// FrameStart gives the beginning of the picture that is shown at a time, of the last one past the end: an exact seek goes to the first
// picture that begins at its place or later. Where the rate is not known that is the time itself.
func FrameStart(at, length time.Duration, fps float64) time.Duration {
	at = max(0, at)
	if fps <= 0 {
		return at
	}
	const rounding = 0.01 // of a picture: times are rounded to whole units on their way here
	n := math.Floor(at.Seconds()*fps + rounding)
	if frames := Frames(length, fps); frames > 0 {
		n = min(n, float64(frames-1))
	}
	return Duration(n / fps)
}

// Duration makes a time of seconds, as libmpv counts them.
func Duration(seconds float64) time.Duration {
	return time.Duration(math.Round(seconds * float64(time.Second)))
}

package client

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Limits hold how a model of a profile differs from the model of the catalogue that it works like. The zero value is
// no difference. A request carries them, so that every check of it is by the same rules; they are never sent.
type Limits struct {
	Form    Form   `json:"form,omitempty"`    // of its requests
	Seconds string `json:"seconds,omitempty"` // the durations that it makes: "4, 8, 12" or "3-10"; "": those of the other model
	Sizes   string `json:"sizes,omitempty"`   // the sizes that it makes: "1280x720, 720x1280"; "": those of the other model
}

// Durations returns the durations of Seconds, ascending; nil for none. It fails on anything else than whole seconds.
func (l Limits) Durations() ([]int, error) {
	var all []int
	for _, part := range splitList(l.Seconds) {
		from, to, isRange := strings.Cut(strings.ReplaceAll(part, "–", "-"), "-")
		least, err := strconv.Atoi(strings.TrimSpace(from))
		most := least
		if isRange && err == nil {
			most, err = strconv.Atoi(strings.TrimSpace(to))
		}
		if err != nil || least < 1 || most < least || most > longestClip {
			return nil, fmt.Errorf("parse durations %q: not whole seconds such as 4, 8, 12 or 3-10", l.Seconds)
		}
		for n := least; n <= most; n++ {
			all = append(all, n)
		}
	}
	slices.Sort(all)
	return slices.Compact(all), nil
}

// longestClip bounds the durations that a user can enter, seconds.
const longestClip = 300

// SizeList returns the sizes of Sizes as they stand there; nil for none. It fails on a text that is no size of a clip.
func (l Limits) SizeList() ([]string, error) {
	all := splitList(strings.ToLower(l.Sizes))
	for _, size := range all {
		if !videoSizeOK(size) {
			return nil, fmt.Errorf("parse sizes %q: %s", l.Sizes, MsgVideoSize)
		}
	}
	return all, nil
}

// splitList returns the parts of a list; nil for none.
func splitList(text string) []string {
	parts := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ';' || r == ' ' })
	if len(parts) == 0 {
		return nil
	}
	return parts
}

// JoinDurations returns durations as text: "4, 8, 12", "3-10".
func JoinDurations(seconds []int) string {
	if n := len(seconds); n > 2 && seconds[n-1]-seconds[0] == n-1 {
		return fmt.Sprintf("%d-%d", seconds[0], seconds[n-1])
	}
	words := make([]string, len(seconds))
	for i, n := range seconds {
		words[i] = strconv.Itoa(n)
	}
	return strings.Join(words, ", ")
}

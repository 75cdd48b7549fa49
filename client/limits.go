package client

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Limits are the request format of a model, and its differences from the catalogue model with the same rules. The zero
// value means no difference. A request contains its limits, so that every check uses the same rules. They are never
// sent.
type Limits struct {
	Format RequestFormat `json:"form,omitempty"` // request format
	// supported durations: "4, 8, 12" or "3-10"; "": those of the catalogue model
	Seconds string `json:"seconds,omitempty"`
	// supported sizes: "1280x720, 720x1280"; "": those of the catalogue model
	Sizes string `json:"sizes,omitempty"`
}

// Durations parses Seconds. It returns the durations in ascending order; nil for none. It fails if they are not whole
// seconds.
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

// longestClip is the maximum duration that a user can enter, in seconds.
const longestClip = 300

// SizeList parses Sizes. It returns the sizes in their order; nil for none. It fails if one is not a valid clip size.
func (l Limits) SizeList() ([]string, error) {
	all := splitList(strings.ToLower(l.Sizes))
	for _, size := range all {
		if !isVideoSize(size) {
			return nil, fmt.Errorf("parse sizes %q: %s", l.Sizes, MsgVideoSize)
		}
	}
	return all, nil
}

// splitList splits a text at commas, semicolons and blanks. It returns nil for an empty list.
func splitList(text string) []string {
	parts := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ';' || r == ' ' })
	if len(parts) == 0 {
		return nil
	}
	return parts
}

// JoinDurations formats durations: "4, 8, 12", "3-10".
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

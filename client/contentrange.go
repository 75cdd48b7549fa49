package client

import (
	"strconv"
	"strings"
)

// contentRange reads "bytes 100-199/200"; total is -1 for "*".
func contentRange(s string) (from, total int64, ok bool) {
	s, ok = strings.CutPrefix(strings.TrimSpace(s), "bytes ")
	span, all, ok2 := strings.Cut(s, "/")
	first, last, ok3 := strings.Cut(span, "-")
	if !ok || !ok2 || !ok3 {
		return 0, 0, false
	}
	from, err := strconv.ParseInt(first, 10, 64)
	to, err2 := strconv.ParseInt(last, 10, 64)
	if err != nil || err2 != nil || from < 0 || to < from {
		return 0, 0, false
	}
	if all == "*" {
		return from, -1, true
	}
	total, err = strconv.ParseInt(all, 10, 64)
	// The rest must reach the end: a server may answer with less, which would be another round for nothing.
	if err != nil || total != to+1 {
		return 0, 0, false
	}
	return from, total, true
}

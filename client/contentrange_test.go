package client

import (
	"testing"
)

func TestContentRange(t *testing.T) {
	for _, tc := range []struct {
		in          string
		from, total int64
		ok          bool
	}{
		{"bytes 100-199/200", 100, 200, true},
		{" bytes 100-199/* ", 100, -1, true},
		{"bytes 100-150/200", 0, 0, false},
		{"bytes 199-100/200", 0, 0, false},
		{"bytes */200", 0, 0, false},
		{"items 0-1/2", 0, 0, false},
		{"", 0, 0, false},
		{"bytes 0-9223372036854775807/9223372036854775807", 0, 0, false},
	} {
		from, total, ok := contentRange(tc.in)
		if ok != tc.ok || ok && (from != tc.from || total != tc.total) {
			t.Errorf("%q: %d %d %v", tc.in, from, total, ok)
		}
	}
}

func FuzzContentRange(f *testing.F) {
	f.Add("bytes 100-199/200")
	f.Add("bytes 0-0/*")
	f.Fuzz(func(t *testing.T, s string) {
		if from, total, ok := contentRange(s); ok && (from < 0 || total >= 0 && from >= total) {
			t.Errorf("%q: %d of %d", s, from, total)
		}
	})
}

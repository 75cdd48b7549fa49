package automation

import (
	"bufio"
	"strings"
	"testing"
)

func TestDeepLinesAreRefused(t *testing.T) {
	for _, open := range []string{"[", `{"a":`, `{"args":`} {
		var q Call
		line := strings.Repeat(open, 100_000) + "\n"
		if err := readLine(bufio.NewReader(strings.NewReader(line)), MaxCall, &q); err == nil {
			t.Errorf("%.20q was read", line)
		}
		whole := `{"viviscope":2,"call":"price","args":` + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000) +
			"}\n"
		if err := readLine(bufio.NewReader(strings.NewReader(whole)), MaxCall, &q); err == nil {
			t.Errorf("%.60q was read", whole)
		}
	}
}

package automation

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

// Any input is read as a call or an error. No more of a line is kept than its limit, and no secret is logged.
func FuzzReadCall(f *testing.F) {
	for _, line := range []string{"", "\n", "{}\n",
		`{"viviscope":2,"call":"make","key":"sk-secret","token":"t","args":{"rows":[]}}` + "\n", `{"call":7}` + "\n",
		strings.Repeat("x", 5000), `{"call":"` + strings.Repeat("x", 5000) + "\"}\n", "null\n[]\n", "\xff\xfe\n"} {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		const limit = 4096
		var call Call
		err := readLine(bufio.NewReaderSize(bytes.NewReader(data), 16), limit, &call)
		end := bytes.IndexByte(data, '\n')
		switch {
		case (end < 0 && len(data) > limit || end >= limit) && !errors.Is(err, errTooLong):
			t.Fatalf("a line of %d bytes: %v", max(end, len(data)), err)
		case err == nil && (end < 0 || !json.Valid(data[:end])):
			t.Fatalf("%q is a call", data)
		}
		if key := call.Key; len(key) > 8 && strings.Contains(call.String(), key) &&
			!strings.Contains(call.Call+call.Program+call.Client, key) {
			t.Fatalf("%s contains the key", call)
		}
	})
}

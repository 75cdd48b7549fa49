package sandboxtest

import (
	"encoding/json"
	"net/http"
	"testing"
)

// FuzzFault verifies that a valid fault affects the matching requests, and that they end.
func FuzzFault(f *testing.F) {
	f.Add([]byte(`{"kind":"cut","path":"/v1/videos/*","after":7,"times":2}`), "/v1/videos/x")
	f.Add([]byte(`{"kind":"answer","status":299,"times":-1,"skip":1,"header":{"X\n":"y"}}`), "/")
	f.Add([]byte(`{"kind":"gone","path":"[a-"}`), "\xff")
	f.Fuzz(func(t *testing.T, order []byte, path string) {
		var one Fault
		if json.Unmarshal(order, &one) != nil || one.Check() != nil {
			return
		}
		var list Faults
		list.Add(one)
		hits := 0
		for range min(max(one.Times, 1)+one.Skip, 100) + 1 {
			if _, hit := list.take(http.MethodGet, path); hit {
				hits++
			}
		}
		if hits != list.Hits() || one.Times >= 0 && hits > max(one.Times, 1) {
			t.Errorf("%s hit %d times", order, hits)
		}
	})
}

package search

import (
	"strings"
	"testing"
)

// Queries have no nesting, whatever brackets they contain.
func TestDeepQueriesAreBounded(t *testing.T) {
	for _, part := range []string{"(", "-", `"`, "[", "-(", "tag:"} {
		if q := ParseQuery(strings.Repeat(part, 100_000)); len(q.Terms) > maxQueryTerms {
			t.Errorf("%q: %d terms", part, len(q.Terms))
		}
	}
}

package client

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"unicode"

	"viviscope/client/guard"
)

// maxModels is the maximum number of models to read.
const maxModels = 2000

// ListModels returns the sorted IDs of the models that the service offers for this key (GET /v1/models). The call is
// free. It is not part of the interface, but gateways support it. Errors: *Error; ErrUnreadable if the response has no
// list.
func (c *Client) ListModels(ctx context.Context) ([]string, error) {
	const op = "list models"
	ctx, cancel := c.withTimeout(ctx, statusTimeout)
	defer cancel()
	a, err := c.getRead(ctx, op, c.endpoint("models"), maxStatusBody)
	if err != nil {
		return nil, err
	}
	f := object(a.body)
	items := list(a.body)
	if f != nil {
		for _, name := range []string{"data", "models"} {
			if f.has(name) {
				items = list(f[name])
				break
			}
		}
	}
	if items == nil {
		return nil, c.unusableError(op, a, ErrUnreadable)
	}
	var ids []string
	for _, item := range items[:min(len(items), maxModels)] {
		if id := modelID(item); id != "" && (len(c.key) < guard.MinKeyLen || maskKey(id, c.key) == id) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids), nil
}

// modelID returns the ID of an item in a list of models. The item is an object or a string. It returns "" for an
// invalid ID.
func modelID(item json.RawMessage) string {
	id := text(item)
	if f := object(item); f != nil {
		id = f.stringOf("id", "name", "model")
	}
	if len(id) > 200 || strings.ContainsFunc(id, func(r rune) bool {
		return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)
	}) {
		return ""
	}
	return strings.TrimSpace(id)
}

// ClosestModel returns the ID in a list with the smallest edit distance to a mistyped ID; "" if none is close.
func ClosestModel(id string, ids []string) string {
	best, least := "", max(len(id)/3, 2)+1
	for _, other := range ids[:min(len(ids), maxModels)] {
		if d := editDistance(strings.ToLower(id), strings.ToLower(other), least); d < least {
			best, least = other, d
		}
	}
	return best
}

// editDistance returns the Levenshtein distance of two texts in bytes, at most limit.
func editDistance(a, b string, limit int) int {
	if max(len(a)-len(b), len(b)-len(a)) >= limit {
		return limit
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return min(row[len(b)], limit)
}

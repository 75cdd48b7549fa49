package compose

import (
	"encoding/json"
	"fmt"
	"slices"

	"viviscope/client"
	"viviscope/client/order"
)

// requestText returns the requests of an order as JSON, one alone or a list.
func requestText(o order.Order) (string, error) {
	requests := slices.Clone(o.Requests)
	for i, r := range requests {
		if clip, ok := r.(client.VideoRequest); ok {
			clip.Limits = client.Limits{} // of the profile
			requests[i] = clip
		}
	}
	var what any = requests
	if len(requests) == 1 {
		what = requests[0]
	}
	text, err := json.MarshalIndent(what, "", "  ")
	if err != nil {
		return "", fmt.Errorf("encode requests: %w", err)
	}
	return string(text), nil
}

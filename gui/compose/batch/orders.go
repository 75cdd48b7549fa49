package batch

import (
	"slices"

	"viviscope/client"
)

// Requests returns the requests that a row makes, one for each of its clips; a seed counts up.
func (r Row) Requests() []client.Request {
	all := make([]client.Request, r.Clips)
	for i := range all {
		switch one := r.Request.(type) {
		case client.VideoRequest:
			one.InputReference = slices.Clone(one.InputReference)
			if one.Seed != nil {
				one.Seed = new(*one.Seed + int64(i))
			}
			all[i] = one
		case client.EditRequest:
			one.ImageURLs = slices.Clone(one.ImageURLs)
			all[i] = one
		default:
			all[i] = one
		}
	}
	return all
}

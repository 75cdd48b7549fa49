package batch

import (
	"slices"

	"viviscope/client"
)

// Videos returns the requests that a row of clips makes, one for each of its clips; a seed counts up. Nil for other rows.
func (r Row) Videos() []client.VideoRequest {
	if r.Video == nil {
		return nil
	}
	all := make([]client.VideoRequest, r.Clips)
	for i := range all {
		all[i] = *r.Video
		all[i].InputReference = slices.Clone(r.Video.InputReference)
		if r.Video.Seed != nil {
			seed := *r.Video.Seed + int64(i)
			all[i].Seed = &seed
		}
	}
	return all
}

// Images returns the requests that a row of pictures from text makes; nil for other rows.
func (r Row) Images() []client.ImageRequest {
	if r.Image == nil {
		return nil
	}
	return slices.Repeat([]client.ImageRequest{*r.Image}, r.Clips)
}

// Edits returns the requests that a row of edits makes; nil for other rows.
func (r Row) Edits() []client.EditRequest {
	if r.Edit == nil {
		return nil
	}
	all := slices.Repeat([]client.EditRequest{*r.Edit}, r.Clips)
	for i := range all {
		all[i].ImageURLs = slices.Clone(r.Edit.ImageURLs)
	}
	return all
}

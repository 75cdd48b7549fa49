package feed

import (
	"encoding/json"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
)

// wishOf is what a picture was asked to be, without the model that was to make it: the same text for two jobs that differ
// in the model alone. "" for what makes no picture and for a request that cannot be read.
func wishOf(job db.Job) string {
	request, err := jobs.RequestOf(job)
	if err != nil {
		return ""
	}
	switch r := request.(type) { // whose rules a gateway's own name follows goes with the model
	case client.VideoRequest:
		return ""
	case client.ImageRequest:
		r.Model, r.Like = "", ""
		request = r
	case client.EditRequest:
		r.Model, r.Like = "", ""
		request = r
	}
	wish, err := json.Marshal(request)
	if err != nil {
		return ""
	}
	// The picture of an edit is kept under the hash of its content.
	return string(job.Kind) + "\n" + string(wish) + "\n" + job.InputPath
}

// pairTwins gives each picture its twin: the newest that another model made of the same wish. items are newest first.
func pairTwins(items []Item) {
	type pair struct{ newest, other int } // places in items: of the newest, and of the newest by another model, -1: none
	wishes := make(map[string]*pair)
	each := func(do func(i int, p *pair)) {
		for i := range items {
			if items[i].wish != "" && items[i].Asset.ID != 0 {
				do(i, wishes[items[i].wish])
			}
		}
	}
	each(func(i int, p *pair) {
		if p == nil {
			wishes[items[i].wish] = &pair{i, -1}
		} else if p.other < 0 && items[i].Job.Model != items[p.newest].Job.Model {
			p.other = i
		}
	})
	each(func(i int, p *pair) {
		items[i].Twin = db.Asset{}
		twin := p.newest
		if items[i].Job.Model == items[p.newest].Job.Model {
			twin = p.other
		}
		if twin >= 0 {
			items[i].Twin = items[twin].Asset
		}
	})
}

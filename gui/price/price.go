// Package price prices what is in the library by the prices of today, for the places that offer to send it again.
package price

import (
	"encoding/json"

	"viviscope/client"
	"viviscope/db"
)

// Of returns what the exact request of a job would cost now. It is not known where the table has no price for it, or the request
// cannot be read.
func Of(table client.PriceTable, job db.Job) client.Estimate {
	switch job.Kind {
	case db.TextToVideo, db.FramesToVideo:
		var r client.VideoRequest
		if json.Unmarshal(job.Request, &r) == nil {
			return table.EstimateVideo(r)
		}
	case db.TextToImage:
		var r client.ImageRequest
		if json.Unmarshal(job.Request, &r) == nil {
			return table.EstimateImage(r)
		}
	case db.EditImage:
		var r client.EditRequest
		if json.Unmarshal(job.Request, &r) == nil {
			return table.EstimateEdit(r, 0, 0)
		}
	}
	return client.Estimate{}
}

// Package price prices what is in the library by the prices of today, for the places that offer to send it again.
package price

import (
	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
)

// Of returns what the exact request of a job would cost now. It is not known where the table has no price for it, or the request
// cannot be read.
func Of(table client.PriceTable, job db.Job) client.Estimate {
	r, err := jobs.RequestOf(job)
	if err != nil {
		return client.Estimate{}
	}
	return r.Estimate(table)
}

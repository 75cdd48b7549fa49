package jobs

import (
	"encoding/json"
	"time"

	"viviscope/db"
)

// Sidecar is what made a file, the "made" part of the sidecar beside it: enough to file it again in a new database.
// Times are UTC; amounts are millionths.
type Sidecar struct {
	JobRef    string          `json:"job_ref"`
	Click     string          `json:"click,omitempty"`
	Index     int             `json:"index"` // place in the answer
	Kind      db.JobKind      `json:"kind"`
	Profile   string          `json:"profile"`
	Model     string          `json:"model"`
	Prompt    string          `json:"prompt"`
	Request   json.RawMessage `json:"request"`
	InputPath string          `json:"input_path,omitempty"`
	TaskID    string          `json:"task_id,omitempty"`
	Usage     json.RawMessage `json:"usage,omitempty"`
	Costs     []SidecarCost   `json:"costs,omitempty"`
	Clicked   time.Time       `json:"clicked"`
	Accepted  time.Time       `json:"accepted"`
	Finished  time.Time       `json:"finished"`
}

// SidecarCost is one ledger entry of the job. A nil amount means that no price was known.
type SidecarCost struct {
	Kind         db.EntryKind    `json:"kind"`
	Quantity     json.RawMessage `json:"quantity,omitempty"`
	AmountMicros *int64          `json:"amount_micros"`
	Currency     string          `json:"currency"`
	At           time.Time       `json:"at"`
}

// land moves a whole file from incoming/ into the library, with its sidecar. It is not in the gallery before the
// caller commits its row.
func (e *Engine) land(job db.Job, name, ref string, index int, ext string) (db.Landed, error) {
	side := Sidecar{
		JobRef: job.Ref, Click: job.Click, Index: index, Kind: job.Kind,
		Model: job.Model, Prompt: job.Prompt, Request: job.Request, InputPath: job.InputPath,
		TaskID: job.TaskID, Usage: job.Usage,
		Clicked: job.CreatedAt, Accepted: job.AcceptedAt, Finished: job.FinishedAt,
	}
	if p, err := e.lib.Profile(e.committing(), job.ProfileID); err == nil {
		side.Profile = p.Name
	}
	entries, err := e.lib.Entries(e.committing(), db.EntryFilter{JobID: job.ID})
	if err != nil {
		return db.Landed{}, err
	}
	for _, en := range entries {
		side.Costs = append(side.Costs, SidecarCost{en.Kind, en.Quantity, en.AmountMicros, en.Currency, en.At})
	}
	return e.lib.Land(e.committing(), name, db.Landing{
		Ref: ref, At: job.CreatedAt.Local(), Words: job.Prompt, Ext: ext, Sidecar: side,
	})
}

package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"

	"viviscope/db"
)

// land moves a whole file from incoming/ into the library, with its sidecar. The file is not in the gallery before the caller commits its
// row.
func (e *Engine) land(job db.Job, name, ref, ext string, file fileFacts) (db.Landed, error) {
	made, err := MadeOf(e.committing(), e.lib, job, file.index, file.media)
	if err != nil {
		return db.Landed{}, err
	}
	made.Trouble = file.trouble
	return e.lib.Land(e.committing(), name, db.Landing{
		Ref: ref, At: job.CreatedAt.Local(), Words: job.Prompt, Ext: ext, Sidecar: made,
	})
}

// Rows are where [MadeOf] reads. *db.Library is one.
type Rows interface {
	Profile(ctx context.Context, id int64) (db.Profile, error)
	Job(ctx context.Context, id int64) (db.Job, error)
	Entries(ctx context.Context, jobID int64) ([]db.Entry, error)
	ClickOf(ctx context.Context, click string) (db.Click, error)
}

// MadeOf is what the sidecar of a file says of the job that made it: all that a new database needs to know. index is its place in the
// answer. A signed link is not among it: sidecars are copied and shared, and it opens the picture to anybody for a day.
func MadeOf(ctx context.Context, lib Rows, job db.Job, index int, media db.Media) (db.Made, error) {
	made := db.Made{
		JobRef: job.Ref, Click: job.Click, ClickIndex: job.ClickIndex, Index: index, Kind: job.Kind,
		Model: job.Model, Prompt: job.Prompt, Template: job.Template, Request: WithoutSignatures(job.Request), InputPath: job.InputPath,
		Inputs: plainInputs(job), Board: job.Board, Shot: job.Shot,
		Client: job.Client,
		TaskID: job.TaskID, Usage: job.Usage, Note: job.Note, Currency: job.Currency, Estimate: job.EstimateMicros,
		Media:   media,
		Clicked: job.CreatedAt, Sent: job.SentAt, Accepted: job.AcceptedAt, Finished: job.FinishedAt, Expires: job.ExpiresAt,
	}
	if p, err := lib.Profile(ctx, job.ProfileID); err == nil { // a profile may be gone
		made.Profile, made.Service = p.Name, p.Service()
	}
	switch click, err := lib.ClickOf(ctx, job.Click); {
	case err == nil:
		made.ClickID, made.ClickSum = click.ID, click.Fingerprint
	case !errors.Is(err, db.ErrNotFound): // without it a script that repeats its click would pay twice after a rebuild
		return made, err
	}
	if job.ResendOf != 0 {
		if old, err := lib.Job(ctx, job.ResendOf); err == nil {
			made.ResendOf = old.Ref
		}
	}
	entries, err := lib.Entries(ctx, job.ID)
	for _, en := range entries {
		made.Costs = append(made.Costs, db.MadeCost{
			Kind: en.Kind, Quantity: en.Quantity, UnitMicros: en.UnitMicros, AmountMicros: en.AmountMicros,
			Currency: en.Currency, At: en.At, Note: en.Note,
		})
	}
	return made, err
}

// fileFacts is what the sidecar of a file says beyond its job.
type fileFacts struct {
	index   int // place in the answer
	media   db.Media
	trouble string // code of what is wrong with it; "" where nothing is
}

// WithoutSignatures returns a request as a sidecar may hold it: the links of its pictures without what opens them. A
// signed link lets anybody who finds it fetch the picture while it lives; the host and the path still tell which it was.
func WithoutSignatures(request json.RawMessage) json.RawMessage {
	var fields map[string]json.RawMessage
	if json.Unmarshal(request, &fields) != nil {
		return request
	}
	cut := false
	for _, name := range []string{"input_reference", "image_urls"} {
		var links []string
		if json.Unmarshal(fields[name], &links) != nil || len(links) == 0 {
			continue
		}
		for i, link := range links {
			links[i] = bareLink(link)
		}
		raw, err := json.Marshal(links)
		if err != nil {
			continue
		}
		fields[name], cut = raw, true
	}
	if !cut {
		return request
	}
	raw, err := json.Marshal(fields)
	if err != nil {
		return request
	}
	return raw
}

func bareLink(link string) string {
	u, err := url.Parse(link)
	if err != nil {
		return ""
	}
	u.User, u.RawQuery, u.ForceQuery, u.Fragment, u.RawFragment = nil, "", false, "", ""
	return u.String()
}

// plainInputs returns what stood in a job's places, without the links of a person's host.
func plainInputs(job db.Job) []db.Input {
	inputs, err := InputsOf(job)
	if err != nil {
		return nil
	}
	for i, in := range inputs {
		inputs[i] = db.Input{Place: in.Place, Asset: in.Asset, Width: in.Width, Height: in.Height, File: in.File, MIME: in.MIME,
			Drawing: in.Drawing, Part: in.Part}
	}
	return inputs
}

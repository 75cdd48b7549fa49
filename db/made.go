package db

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
)

// Rows are where [MadeOf] reads. A [Library] is one.
type Rows interface {
	Profile(ctx context.Context, id int64) (Profile, error)
	Job(ctx context.Context, id int64) (Job, error)
	Entries(ctx context.Context, jobID int64) ([]Entry, error)
	ClickOf(ctx context.Context, click string) (Click, error)
}

// MadeOf returns the facts of a job for its sidecars and records, from which a new database is built. index is the
// position of the file in the answer. It leaves out signed links: these files are copied and shared, and such a link
// lets anyone download its picture for a day.
func MadeOf(ctx context.Context, lib Rows, job Job, index int, media Media) (Made, error) {
	made := Made{
		JobRef: job.Ref, Click: job.Click, ClickIndex: job.ClickIndex, Index: index, Kind: job.Kind,
		Model: job.Model, Prompt: job.Prompt, Template: job.Template, Request: WithoutSignatures(job.Request), InputPath: job.InputPath,
		Inputs: job.plainInputs(), Board: job.Board, Shot: job.Shot, Client: job.Client,
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
	case !errors.Is(err, ErrNotFound): // without it a script that repeats its click would pay twice after a rebuild
		return made, err
	}
	if job.ResendOf != 0 {
		if old, err := lib.Job(ctx, job.ResendOf); err == nil {
			made.ResendOf = old.Ref
		}
	}
	entries, err := lib.Entries(ctx, job.ID)
	for _, en := range entries {
		made.Costs = append(made.Costs, MadeCost{
			Kind: en.Kind, Quantity: en.Quantity, UnitMicros: en.UnitMicros, AmountMicros: en.AmountMicros,
			Currency: en.Currency, At: en.At, Note: en.Note,
		})
	}
	return made, err
}

// WithoutSignatures returns a request whose picture links are cut to scheme, host and path, which still identify the
// picture. A whole signed link would let anyone who reads it download the picture until it expires.
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

// plainInputs returns what stood in a job's places, without the links of the user's host.
func (j Job) plainInputs() []Input {
	var inputs []Input
	if len(j.Inputs) == 0 || json.Unmarshal(j.Inputs, &inputs) != nil {
		return nil
	}
	for i, in := range inputs {
		inputs[i] = Input{Place: in.Place, Asset: in.Asset, Width: in.Width, Height: in.Height, File: in.File, MIME: in.MIME,
			Drawing: in.Drawing, Part: in.Part}
	}
	return inputs
}

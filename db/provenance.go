package db

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"slices"
	"time"

	"viviscope/db/cast"
)

// Provenance describes how a file was made: the job with its exact request, its profile, its costs, and the metadata of
// the file. It is the "made" part of a [Sidecar], from which a new database restores job and asset. It never contains a
// key. Times are UTC; amounts are micro-units. Fields may be added; missing ones are the zero value.
type Provenance struct {
	JobRef     string            `json:"job_ref"`
	Click      string            `json:"click,omitempty"`
	ClickIndex int               `json:"click_index,omitempty"` // 0-based index in that click
	Client     string            `json:"client,omitempty"`      // name of the client; "": the user
	ClickID    string            `json:"click_id,omitempty"`    // [Click].ID, if a caller set one
	ClickSum   string            `json:"click_sum,omitempty"`   // [Click].Fingerprint
	ResendOf   string            `json:"resend_of,omitempty"`   // ref of the job that this one repeats
	Board      string            `json:"board,omitempty"`       // ref of the board
	Shot       string            `json:"shot,omitempty"`        // ID of the shot or keyframe in that board
	FinalOf    string            `json:"final_of,omitempty"`    // ref of the job of the draft
	Index      int               `json:"index"`                 // index in the answer
	Kind       JobKind           `json:"kind"`
	Model      string            `json:"model"`
	Prompt     string            `json:"prompt"`
	Template   string            `json:"template,omitempty"` // see [Job]
	Request    json.RawMessage   `json:"request"`
	InputPath  string            `json:"input_path,omitempty"`
	Inputs     cappedList[Input] `json:"inputs,omitempty"` // without links
	TaskID     string            `json:"task_id,omitempty"`
	Usage      json.RawMessage   `json:"usage,omitempty"`
	Note       string            `json:"note,omitempty"`
	// the entries of the cast that the prompt mentioned, as they were when the job was ordered
	Cast cappedList[cast.Used] `json:"cast,omitempty"`

	Profile  string                     `json:"profile"` // name
	Service  ServiceRef                 `json:"service"`
	Currency string                     `json:"currency,omitempty"`        // ISO 4217, of the estimate
	Estimate *int64                     `json:"estimate_micros,omitempty"` // nil: no price was known
	Costs    cappedList[ProvenanceCost] `json:"costs,omitempty"`           // newest first

	Media     Media  `json:"media,omitzero"`
	ErrorCode string `json:"trouble,omitempty"` // of a problem with the file, as in the job's row

	Clicked  time.Time `json:"clicked"`
	Sent     time.Time `json:"sent,omitzero"`
	Accepted time.Time `json:"accepted"`
	Finished time.Time `json:"finished"`
	Expires  time.Time `json:"expires,omitzero"` // when the service deletes its copy
}

// ProvenanceCost is a ledger entry of the job. A nil amount means that no price was known.
type ProvenanceCost struct {
	Kind         EntryKind       `json:"kind"`
	Quantity     json.RawMessage `json:"quantity,omitempty"`
	UnitMicros   *int64          `json:"unit_micros,omitempty"`
	AmountMicros *int64          `json:"amount_micros"`
	Currency     string          `json:"currency"`
	At           time.Time       `json:"at"`
	Note         string          `json:"note,omitempty"`
}

// parseProvenance parses the untrusted "made" part of a sidecar. Invalid values are dropped. ok is false if it does not
// identify a job.
func parseProvenance(raw json.RawMessage) (m Provenance, ok bool) {
	if len(raw) == 0 || json.Unmarshal(raw, &m) != nil || !validRef.MatchString(m.JobRef) {
		return Provenance{}, false
	}
	known := slices.Contains([]JobKind{TextToVideo, FramesToVideo, TextToImage, EditImage}, m.Kind)
	if !known || m.Index < 0 || m.Index > maxItem {
		return Provenance{}, false
	}
	m.sanitize()
	return m, true
}

// sanitize drops invalid values.
func (m *Provenance) sanitize() {
	zeroUnless(&m.Click, validRef.MatchString(m.Click))
	zeroUnless(&m.ClickIndex, m.ClickIndex >= 0 && m.ClickIndex <= maxItem)
	zeroUnless(&m.Client, IsClientName(m.Client))
	zeroUnless(&m.ClickID, m.Click != "" && validClickID.MatchString(m.ClickID))
	zeroUnless(&m.ClickSum, m.ClickID != "" && validSum.MatchString(m.ClickSum))
	zeroUnless(&m.ResendOf, validRef.MatchString(m.ResendOf) && m.ResendOf != m.JobRef)
	zeroUnless(&m.Board, validRef.MatchString(m.Board))
	zeroUnless(&m.Shot, m.Board != "" && validShot.MatchString(m.Shot))
	zeroUnless(&m.FinalOf, m.Shot != "" && validRef.MatchString(m.FinalOf) && m.FinalOf != m.JobRef)
	zeroUnless(&m.InputPath, validInput.MatchString(m.InputPath))
	m.Inputs = cleanInputs(m.Inputs)
	m.Cast = cleanUsedCast(m.Cast)
	zeroUnless(&m.TaskID, isTask(m.TaskID))
	zeroUnless(&m.Currency, validCurrency.MatchString(m.Currency))
	zeroUnless(&m.Estimate, isAmount(m.Estimate))
	m.Model, m.Profile, m.Note = cleanLine(m.Model, maxName), cleanLine(m.Profile, maxName), cleanLine(m.Note, maxName)
	m.Prompt, m.Template = cleanText(m.Prompt, maxPrompt), cleanText(m.Template, maxPrompt)
	m.Request, m.Usage = compactJSON(m.Request), compactJSON(m.Usage)
	for _, t := range []*time.Time{&m.Clicked, &m.Sent, &m.Accepted, &m.Finished, &m.Expires, &m.Service.KeySince} {
		zeroUnless(t, IsPlausibleTime(*t))
	}
	zeroUnless(&m.Service.BaseURL, IsWebURL(m.Service.BaseURL))
	zeroUnless(&m.Service.ProfileID, m.Service.ProfileID > 0 && m.Service.ProfileID < 1<<31)
	m.Media.sanitize()
	m.ErrorCode = cleanLine(m.ErrorCode, 40)
	m.Costs = m.Costs[:min(len(m.Costs), maxCosts)]
	for i := range m.Costs {
		m.Costs[i].sanitize()
	}
}

// cleanInputs returns the valid parts of a sidecar's inputs. It drops links, because a foreign sidecar could contain
// any.
func cleanInputs(all []Input) []Input {
	var kept []Input
	for _, in := range all[:min(len(all), maxInputs)] {
		in = Input{Place: in.Place, Asset: in.Asset, Width: in.Width, Height: in.Height, File: in.File,
			MIME:    cleanLine(in.MIME, 40),
			Drawing: compactJSON(in.Drawing), Part: in.Part}
		zeroUnless(&in.Drawing, len(in.Drawing) <= MaxDrawing)
		zeroUnless(&in.Asset, validRef.MatchString(in.Asset))
		sized := in.Width > 0 && in.Width <= maxSide && in.Height > 0 && in.Height <= maxSide
		zeroUnless(&in.Width, sized)
		zeroUnless(&in.Height, sized)
		zeroUnless(&in.File, validInput.MatchString(in.File))
		if in.Place >= 0 && in.Place < maxInputs &&
			(in.Asset != "" || in.File != "" || in.Drawing != nil || in.Width > 0) {
			kept = append(kept, in)
		}
	}
	return kept
}

func (c *ProvenanceCost) sanitize() {
	zeroUnless(&c.UnitMicros, isAmount(c.UnitMicros))
	zeroUnless(&c.AmountMicros, isAmount(c.AmountMicros))
	zeroUnless(&c.Currency, validCurrency.MatchString(c.Currency))
	zeroUnless(&c.At, IsPlausibleTime(c.At))
	c.Note = cleanLine(c.Note, maxName)
	c.Quantity = compactJSON(c.Quantity)
}

// profileName returns the profile's name, or else the host of its base URL.
func (m Provenance) profileName() string {
	if m.Profile != "" {
		return m.Profile
	}
	if u, err := url.Parse(m.Service.BaseURL); err == nil && u.Host != "" {
		return u.Host
	}
	return "Unknown service"
}

// ProvenanceSource is the part of a [Library] that [NewProvenance] reads.
type ProvenanceSource interface {
	Profile(ctx context.Context, id int64) (Profile, error)
	Job(ctx context.Context, id int64) (Job, error)
	Entries(ctx context.Context, jobID int64) ([]Entry, error)
	ClickOf(ctx context.Context, click string) (Click, error)
}

// NewProvenance returns the provenance of a job's file, for its sidecar and its record. index is the position of the
// file in the answer. Links are cut before their signature: sidecars are copied and shared, and a signed link grants
// access to its picture for a day.
func NewProvenance(ctx context.Context, lib ProvenanceSource, job Job, index int, media Media) (Provenance, error) {
	made := Provenance{
		JobRef: job.Ref, Click: job.Click, ClickIndex: job.ClickIndex, Index: index, Kind: job.Kind,
		Model: job.Model, Prompt: job.Prompt, Template: job.Template, Request: WithoutSignatures(job.Request),
		InputPath: job.InputPath,
		Inputs:    job.inputsWithoutLinks(), Board: job.Board, Shot: job.Shot, Client: job.Client,
		TaskID: job.TaskID, Usage: job.Usage, Note: job.Note, Cast: job.UsedCast(),
		Currency: job.Currency, Estimate: job.EstimateMicros,
		Media:   media,
		Clicked: job.CreatedAt, Sent: job.SentAt, Accepted: job.AcceptedAt, Finished: job.FinishedAt,
		Expires: job.ExpiresAt,
	}
	if p, err := lib.Profile(ctx, job.ProfileID); err == nil { // the profile may be missing
		made.Profile, made.Service = p.Name, p.Service()
	}
	switch click, err := lib.ClickOf(ctx, job.Click); {
	case err == nil:
		made.ClickID, made.ClickSum = click.ID, click.Fingerprint
	case !errors.Is(err, ErrNotFound):
		// without the click ID, a script that repeats its click would pay twice after a rebuild
		return made, err
	}
	for id, ref := range map[int64]*string{job.ResendOf: &made.ResendOf, job.FinalOf: &made.FinalOf} {
		if id == 0 {
			continue
		}
		if old, err := lib.Job(ctx, id); err == nil {
			*ref = old.Ref
		}
	}
	entries, err := lib.Entries(ctx, job.ID)
	for _, en := range entries {
		made.Costs = append(made.Costs, ProvenanceCost{
			Kind: en.Kind, Quantity: en.Quantity, UnitMicros: en.UnitMicros, AmountMicros: en.AmountMicros,
			Currency: en.Currency, At: en.At, Note: en.Note,
		})
	}
	return made, err
}

// cleanRecipe reduces a foreign [Provenance] to the parts needed to make the file again; nil if it has none. It removes
// client, account and prices, which must not get into another library.
func cleanRecipe(raw json.RawMessage) json.RawMessage {
	m, ok := parseProvenance(raw)
	if !ok {
		return nil
	}
	m.TaskID = ""
	m.Profile = ""
	m.Service = ServiceRef{}
	m.InputPath = ""
	m.Note = ""
	m.Template = ""
	m.Board = ""
	m.Shot = ""
	m.FinalOf = ""
	m.Client, m.ClickID, m.ClickSum = "", "", ""
	zeroUnless(&m.Request, len(m.Request) <= maxRecipe)
	m.Costs = nil
	m.Estimate = nil
	m.Currency = ""
	m.Usage = nil
	m.Click = ""
	m.ClickIndex = 0
	m.ResendOf = ""
	data, err := json.Marshal(m)
	if err != nil {
		return nil
	}
	return data
}

package db

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"
)

const (
	recordsName = "jobs.jsonl"
	// recordsVersion is the current format of the lines.
	recordsVersion = 1
	// maxRecord is the maximum length of a line, in bytes. Longer lines are skipped.
	maxRecord = 4 << 20
	// compactAbove is the size of the file above which obsolete lines are removed, in bytes.
	compactAbove = 8 << 20
)

// recordReader reads the rows for a line of jobs.jsonl.
type recordReader struct {
	profileRows
	jobRows
	clickRows
	entryRows
}

func newRecordReader(d *database) recordReader {
	return recordReader{profileRows{d}, jobRows{d}, clickRows{d}, entryRows{d}}
}

// jobRecord is one line of jobs.jsonl: a job with its click and its ledger entries. Only the last line of a job counts.
// The file contains what no sidecar has: jobs that failed, were discarded, or have no file yet.
type jobRecord struct {
	Version int `json:"viviscope"`
	Provenance
	State     JobState `json:"state,omitempty"`
	Discarded bool     `json:"discarded,omitempty"` // only ref and click of the job are known
	// Request lacks a picture link, so it must not be sent
	Incomplete bool         `json:"incomplete,omitempty"`
	Hold       HoldReason   `json:"hold,omitempty"`
	Code       string       `json:"code,omitempty"`
	Message    string       `json:"message,omitempty"`
	RawStatus  string       `json:"raw_status,omitempty"`
	Progress   int          `json:"progress,omitempty"`
	Incoming   []ResultItem `json:"results,omitempty"` // of a picture request, without links
	Ended      time.Time    `json:"ended,omitzero"`
	Account    string       `json:"account,omitempty"` // see [Job]; "" once the job has ended
}

// dueRecord is a job with a row that changed since its last line.
type dueRecord struct {
	ref, click string
	version    int64
}

func (f recordReader) lineOf(ctx context.Context, d dueRecord) ([]byte, error) {
	r, err := f.recordOf(ctx, d)
	if err != nil {
		return nil, err
	}
	line, err := json.Marshal(r)
	if err == nil && len(line) >= maxRecord {
		err = errLongRecord
	}
	return line, err
}

// errLongRecord reports that a line would exceed maxRecord.
var errLongRecord = errors.New("it is too long")

func (f recordReader) recordOf(ctx context.Context, d dueRecord) (jobRecord, error) {
	j, err := f.JobByRef(ctx, d.ref)
	if err == nil {
		return f.newRecord(ctx, j)
	}
	if !errors.Is(err, ErrNotFound) {
		return jobRecord{}, err
	}
	r := jobRecord{Version: recordsVersion, Discarded: true, Provenance: Provenance{JobRef: d.ref, Click: d.click}}
	click, err := f.ClickOf(ctx, d.click)
	if errors.Is(err, ErrNotFound) {
		return r, nil
	}
	if err != nil {
		return jobRecord{}, err
	}
	r.ClickID, r.ClickSum, r.Clicked = click.ID, click.Fingerprint, click.CreatedAt
	if p, err := f.Profile(ctx, click.ProfileID); err == nil {
		r.Profile, r.Service, r.Currency = p.Name, p.Service(), p.Currency
	}
	return r, nil
}

// newRecord returns the line of a job.
func (f recordReader) newRecord(ctx context.Context, j Job) (jobRecord, error) {
	made, err := NewProvenance(ctx, f, j, 0, Media{})
	if err != nil {
		return jobRecord{}, err
	}
	for i := range made.Inputs {
		made.Inputs[i].Drawing = nil // as large as the picture itself, and in the composer's draft
	}
	if j.State == Saved { // contained in the sidecars
		made.Request, made.Template, made.Inputs = nil, "", nil
	}
	r := jobRecord{Version: recordsVersion, Provenance: made, State: j.State, Hold: j.Hold, Code: j.ErrorCode,
		Message:   j.ErrorMessage,
		RawStatus: j.RawStatus, Progress: j.Progress, Ended: j.EndedAt, Incomplete: j.needsLostLink()}
	if !j.State.Ended() {
		r.Account = j.Account
	}
	if j.State == Saving {
		var items []ResultItem
		_ = json.Unmarshal(j.ResultItems, &items) // unreadable items are ignored
		for _, it := range items {
			it.URL = ""
			r.Incoming = append(r.Incoming, it)
		}
	}
	return r, nil
}

// parseRecord parses an untrusted line of jobs.jsonl and cleans its values. ok is false if it is not a valid job.
func parseRecord(line []byte) (r jobRecord, ok bool) {
	if json.Unmarshal(line, &r) != nil || r.Version != recordsVersion {
		return jobRecord{}, false
	}
	if r.Discarded {
		r.Provenance.sanitize()
		return r, validRef.MatchString(r.JobRef)
	}
	made, ok := parseProvenance(line)
	if !ok || !slices.Contains(JobStates, r.State) {
		return jobRecord{}, false
	}
	r.Provenance = made
	r.Account = cleanLine(r.Account, maxName)
	r.Hold = HoldReason(cleanLine(string(r.Hold), 40))
	r.Code, r.RawStatus, r.Message = cleanLine(r.Code, 80), cleanLine(r.RawStatus, maxName),
		cleanText(r.Message, maxPrompt)
	r.Progress = min(max(r.Progress, 0), 100)
	zeroUnless(&r.Ended, IsPlausibleTime(r.Ended))
	items := r.Incoming[:min(len(r.Incoming), maxItem)]
	r.Incoming = nil
	for _, it := range items {
		r.Incoming = append(r.Incoming,
			ResultItem{Incoming: cleanLine(it.Incoming, maxName), Saved: it.Saved, Damaged: it.Damaged})
	}
	return r, true
}

// codeLinkDead is the error code of a job with an expired result link.
const codeLinkDead = "link_dead"

// stage orders states by progress, so that a record never moves a job back.
func (s JobState) stage() int {
	switch {
	case s == Waiting || s == Held:
		return 0
	case s == Sending:
		return 1
	case s == Unconfirmed:
		return 2
	case s.Ended():
		return 4
	}
	return 3
}

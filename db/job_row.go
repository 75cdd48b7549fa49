package db

import (
	"encoding/json"
	"strconv"
	"strings"
)

// The columns of a job that are written once, at the insert. A job belongs to its profile and its click for ever.
const jobFixed = "ref, profile_id, kind, created_at, click, click_index"

// The columns of a job that a change may write, in the order of jobValues.
const jobMutable = `state, model, prompt, request, input_path, seconds, resolution, task_id, progress, raw_status, hold,
	not_before, error_code, error_message, raw_answer, estimate_micros, currency, result_items, usage, sent_at,
	accepted_at, finished_at, ended_at, expires_at, last_check_at, resend_of, note, inputs`

// jobColumns is what scanJob reads.
const jobColumns = "id, " + jobFixed + `, state, model, prompt, request, input_path, task_id, progress, raw_status, hold,
	not_before, error_code, error_message, raw_answer, estimate_micros, currency, result_items, usage, sent_at,
	accepted_at, finished_at, ended_at, expires_at, last_check_at, resend_of, note, inputs`

func scanJob(row scanner) (Job, error) {
	var j Job
	err := row.Scan(&j.ID, &j.Ref, &j.ProfileID, &j.Kind, moment{&j.CreatedAt}, &j.Click, &j.ClickIndex,
		&j.State, &j.Model, &j.Prompt, raw{&j.Request}, &j.InputPath, &j.TaskID, &j.Progress, &j.RawStatus, &j.Hold,
		moment{&j.NotBefore}, &j.ErrorCode, &j.ErrorMessage, &j.RawAnswer, &j.EstimateMicros, &j.Currency,
		raw{&j.ResultItems}, raw{&j.Usage}, moment{&j.SentAt}, moment{&j.AcceptedAt}, moment{&j.FinishedAt},
		moment{&j.EndedAt}, moment{&j.ExpiresAt}, moment{&j.LastCheckAt}, id{&j.ResendOf}, &j.Note, raw{&j.Inputs})
	return j, err
}

func jobFixedValues(j Job) []any {
	return []any{j.Ref, j.ProfileID, j.Kind, millis(j.CreatedAt), j.Click, j.ClickIndex}
}

func jobMutableValues(j Job) []any {
	seconds, resolution := clipShape(j)
	return []any{j.State, j.Model, j.Prompt, string(j.Request), j.InputPath, seconds, resolution, j.TaskID, j.Progress,
		j.RawStatus, j.Hold, millis(j.NotBefore), j.ErrorCode, j.ErrorMessage, j.RawAnswer, j.EstimateMicros, j.Currency,
		text(j.ResultItems), text(j.Usage), millis(j.SentAt), millis(j.AcceptedAt), millis(j.FinishedAt),
		millis(j.EndedAt), millis(j.ExpiresAt), millis(j.LastCheckAt), idOrNull(j.ResendOf), j.Note, text(j.Inputs)}
}

// marks returns the placeholders for the columns of a list, "?, ?, ?".
func marks(columns string) string {
	return strings.TrimSuffix(strings.Repeat("?, ", strings.Count(columns, ",")+1), ", ")
}

// assignments returns "a = ?, b = ?" for the columns of a list.
func assignments(columns string) string {
	names := strings.Split(columns, ",")
	for i, n := range names {
		names[i] = strings.TrimSpace(n) + " = ?"
	}
	return strings.Join(names, ", ")
}

// clipShape reads out of the request of a clip what its duration at the service depends on: its seconds (5 where not
// given, interface 2.2) and its resolution tier (720P where not given; a free size belongs to 720P while its shorter side
// has at most 720 pixels). NULL and "" for a picture.
func clipShape(j Job) (seconds any, resolution string) {
	if !j.Kind.IsVideo() {
		return nil, ""
	}
	var r struct {
		Seconds    any    `json:"seconds"` // a number, or a string as some clients send it
		Resolution string `json:"resolution"`
		Size       string `json:"size"`
	}
	_ = json.Unmarshal(j.Request, &r) // what cannot be read keeps its default
	n := 5
	switch v := r.Seconds.(type) {
	case float64:
		if v != 0 {
			n = int(v)
		}
	case string:
		if s, err := strconv.Atoi(v); err == nil {
			n = s
		}
	}
	if tier := tierOfSize(r.Size); tier != "" {
		return n, tier
	}
	if r.Resolution == "" {
		return n, "720P"
	}
	return n, r.Resolution
}

// tierOfSize returns the tier of a size like "1280x720", "" where it is none.
func tierOfSize(size string) string {
	w, h, ok := strings.Cut(size, "x")
	width, err1 := strconv.Atoi(w)
	height, err2 := strconv.Atoi(h)
	switch {
	case !ok || err1 != nil || err2 != nil:
		return ""
	case min(width, height) <= 720:
		return "720P"
	}
	return "1080P"
}

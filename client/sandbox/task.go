package sandbox

import (
	"fmt"
	"strings"
	"time"

	"viviscope/client"
)

// Task is one video task of the service.
type Task struct {
	ID        string              `json:"id"`
	Request   client.VideoRequest `json:"request"` // as accepted
	Status    string              `json:"status"`  // queued, in_progress, completed, failed
	Progress  int                 `json:"progress,omitempty"`
	CreatedAt time.Time           `json:"created_at"`
	Takes     time.Duration       `json:"takes"` // duration, fixed when the task is accepted
	// pixels; 0: unknown until the first frame is fetched
	Width  int   `json:"width,omitempty"`
	Height int   `json:"height,omitempty"` // pixels
	Take   int64 `json:"take,omitempty"`   // replaces the seed: number of earlier requests with the same promptKey

	BegunAt     time.Time `json:"begun_at,omitzero"`     // rendering started
	RenderedAt  time.Time `json:"rendered_at,omitzero"`  // the clip is on disk
	FailsAt     time.Time `json:"fails_at,omitzero"`     // when it will fail
	CompletedAt time.Time `json:"completed_at,omitzero"` // when it ended, completed or failed
	ETag        string    `json:"etag,omitempty"`        // of the clip, quoted
	Bytes       int64     `json:"bytes,omitempty"`       // of the clip

	Error *client.TaskError `json:"error,omitempty"` // set with FailsAt, shown when Status is failed

	// IdempotencyKey is the header of the request. It is stored for tests and has no effect: a second POST with the
	// same value makes a second task, as at the service.
	IdempotencyKey string `json:"idempotency_key,omitempty"`
}

func (t *Task) promptKey() promptKey {
	return promptKey{model: t.Request.Model, prompt: t.Request.Prompt}
}

// seed returns the seed of the request, or else its take number.
func (t *Task) seed() int64 {
	if t.Request.Seed != nil {
		return *t.Request.Seed
	}
	return t.Take
}

// ExpiresAt returns when the clip is deleted.
func (t *Task) ExpiresAt() time.Time { return t.CreatedAt.Add(ClipLifetime) }

func (t *Task) hasEnded() bool {
	return t.Status == client.StatusCompleted || t.Status == client.StatusFailed
}

// updateProgress sets status and progress for a time. Neither ever goes back, even if the clock does. Progress runs
// from the end of the queue time to the end of the task's duration. If rendering started late, it takes at least half
// of the duration. It stays at 99 until the clip exists.
func (t *Task) updateProgress(now time.Time) {
	if t.hasEnded() {
		t.Progress = 100
		return
	}
	from, to := t.CreatedAt.Add(time.Duration(queueShare*float64(t.Takes))), t.CreatedAt.Add(t.Takes)
	if t.BegunAt.After(from) {
		from = t.BegunAt
	}
	if t.BegunAt.IsZero() || now.Before(from) {
		return
	}
	if late := from.Add(t.Takes / 2); late.After(to) {
		to = late
	}
	p := 99
	if now.Before(to) {
		p = 1 + int(98*float64(now.Sub(from))/float64(to.Sub(from)))
	}
	t.Status, t.Progress = client.StatusInProgress, max(t.Progress, p)
}

// completionTime returns when a rendered task is completed.
func (t *Task) completionTime() time.Time {
	due := t.CreatedAt.Add(t.Takes)
	if t.RenderedAt.After(due) {
		return t.RenderedAt
	}
	return due
}

// settle ends a task that is due, and returns its ledger entry. It returns nil if the task still runs.
func (t *Task) settle(now time.Time) *Entry {
	var e Entry
	switch {
	case t.hasEnded():
		return nil
	case !t.FailsAt.IsZero() && !now.Before(t.FailsAt):
		t.Status, t.CompletedAt = client.StatusFailed, t.FailsAt
		e = taskEntry(Refund, t, t.CompletedAt)
	case t.FailsAt.IsZero() && !t.RenderedAt.IsZero() && !now.Before(t.completionTime()):
		t.Status, t.CompletedAt = client.StatusCompleted, t.completionTime()
		e = taskEntry(Charge, t, t.CompletedAt)
	default:
		return nil
	}
	t.Progress = 100
	return &e
}

// videoAnswer is the video task object (interface 2.1). Fields that the interface does not list are those of the SDKs'
// type.
type videoAnswer struct {
	ID          string            `json:"id"`
	Object      string            `json:"object"`
	Model       string            `json:"model"`
	Status      string            `json:"status"`
	Progress    int               `json:"progress"`
	Prompt      *string           `json:"prompt"`
	Seconds     string            `json:"seconds"`
	Size        *string           `json:"size"`
	CreatedAt   int64             `json:"created_at"`
	CompletedAt *int64            `json:"completed_at"`
	ExpiresAt   int64             `json:"expires_at"`
	RemixedFrom *string           `json:"remixed_from_video_id"`
	Error       *client.TaskError `json:"error,omitempty"` // the interface: present only when failed
}

func (t *Task) answer() videoAnswer {
	a := videoAnswer{
		ID: t.ID, Object: "video", Model: t.Request.Model, Status: t.Status, Progress: t.Progress,
		Seconds: fmt.Sprint(t.Request.Duration()), CreatedAt: t.CreatedAt.Unix(), ExpiresAt: t.ExpiresAt().Unix(),
	}
	if t.Request.Prompt != "" {
		a.Prompt = &t.Request.Prompt
	}
	if t.Width > 0 {
		size := fmt.Sprintf("%dx%d", t.Width, t.Height)
		a.Size = &size
	}
	if t.Status == client.StatusCompleted {
		at := t.CompletedAt.Unix()
		a.CompletedAt = &at
	}
	if t.Status == client.StatusFailed {
		a.Error = t.Error
	}
	return a
}

// Keywords in a prompt that trigger behaviour.
const (
	keywordFail = "[fail]"
	keywordSlow = "[slow]"

	slowFactor  = 5
	msgRejected = "the prompt was rejected by the content check"
)

func hasKeyword(prompt, word string) bool { return strings.Contains(strings.ToLower(prompt), word) }

const clipExt = ".mp4"

func clipName(id string) string { return clipDir + "/" + id + clipExt }

// taskEntry returns an entry for a task. Its reserve, charge and refund always have the same amount.
func taskEntry(kind string, t *Task, at time.Time) Entry {
	e := t.Request.Estimate(Prices())
	return Entry{
		Kind: kind, TaskID: t.ID, Model: t.Request.Model, Quantity: e.Quantity,
		UnitMicros: int64(e.Unit), AmountMicros: int64(e.Amount), Currency: currency, At: at,
	}
}

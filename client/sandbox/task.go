package sandbox

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"io"
	"strings"
	"time"

	"viviscope/client"
	"viviscope/client/guard"
	"viviscope/client/sandbox/render"
)

// Task is one video task as the service knows it.
type Task struct {
	ID        string              `json:"id"`
	Request   client.VideoRequest `json:"request"` // as accepted
	Status    string              `json:"status"`  // queued, in_progress, completed, failed
	Progress  int                 `json:"progress,omitempty"`
	CreatedAt time.Time           `json:"created_at"`
	Takes     time.Duration       `json:"takes"`            // fixed when the task is accepted
	Width     int                 `json:"width,omitempty"`  // pixels; 0 while a first frame that decides has not been fetched
	Height    int                 `json:"height,omitempty"` // pixels

	BegunAt     time.Time `json:"begun_at,omitzero"`     // the renderer took it up
	RenderedAt  time.Time `json:"rendered_at,omitzero"`  // the clip is on disk
	FailsAt     time.Time `json:"fails_at,omitzero"`     // a failure is on its way
	CompletedAt time.Time `json:"completed_at,omitzero"` // it ended, well or badly
	ETag        string    `json:"etag,omitempty"`        // of the clip, quoted
	Bytes       int64     `json:"bytes,omitempty"`       // of the clip

	Error *client.TaskError `json:"error,omitempty"` // set with FailsAt, shown when Status is failed

	// IdempotencyKey is what the client sent in that header. It is kept for tests and means nothing: a second POST with the
	// same value makes a second task, as at the service.
	IdempotencyKey string `json:"idempotency_key,omitempty"`
}

// ExpiresAt is when the clip is deleted.
func (t *Task) ExpiresAt() time.Time { return t.CreatedAt.Add(ClipLife) }

func (t *Task) ended() bool {
	return t.Status == client.StatusCompleted || t.Status == client.StatusFailed
}

// queueShare is the part of its time that a task spends waiting, as a real service has other customers too.
const queueShare = 0.08

// look computes status and progress at a moment and remembers them: neither ever goes back, also when the clock does.
// Progress runs from the end of the wait to the end of the task's time. A task that had to wait longer for the renderer
// still takes half of its time to get there, and one whose clip is late stays at 99.
func (t *Task) look(now time.Time) {
	if t.ended() {
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

// due is when a task whose clip is there is completed.
func (t *Task) due() time.Time {
	due := t.CreatedAt.Add(t.Takes)
	if t.RenderedAt.After(due) {
		return t.RenderedAt
	}
	return due
}

// end settles a task whose time has come and returns the ledger entry of that, or nil where it still runs.
func (t *Task) end(now time.Time) *Entry {
	var e Entry
	switch {
	case t.ended():
		return nil
	case !t.FailsAt.IsZero() && !now.Before(t.FailsAt):
		t.Status, t.CompletedAt = client.StatusFailed, t.FailsAt
		e = taskEntry(Refund, t, t.CompletedAt)
	case t.FailsAt.IsZero() && !t.RenderedAt.IsZero() && !now.Before(t.due()):
		t.Status, t.CompletedAt = client.StatusCompleted, t.due()
		e = taskEntry(Charge, t, t.CompletedAt)
	default:
		return nil
	}
	t.Progress = 100
	return &e
}

// videoAnswer is the video task object (interface 2.1). The fields beyond the document are those of the SDKs' type.
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

// The words in a prompt that order something.
const (
	wordFail = "[fail]"
	wordSlow = "[slow]"

	slowFactor  = 5
	msgRejected = "the prompt was rejected by the content check"
)

func orders(prompt, word string) bool { return strings.Contains(strings.ToLower(prompt), word) }

// workers is how many tasks are prepared at once. Only one of them renders at a time, with every core; the others may
// wait for a slow link meanwhile.
const workers = 4

const clipExt = ".mp4"

func clipName(id string) string { return clipDir + "/" + id + clipExt }

// runWorker takes tasks from the queue until the server closes.
func (s *Server) runWorker() {
	for {
		id, ok := s.nextTask()
		if !ok {
			return
		}
		if err := guard.Run("sandbox clip", func() { s.makeClip(id) }); err != nil {
			_ = guard.Run("sandbox clip", func() { s.FailTask(id, client.TaskError{Code: codeTaskFailed, Message: err.Error()}) })
		}
		s.mu.Lock()
		s.working--
		s.work.Broadcast()
		s.mu.Unlock()
	}
}

func (s *Server) nextTask() (string, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.pending) == 0 && s.ctx.Err() == nil {
		s.work.Wait()
	}
	if s.ctx.Err() != nil {
		return "", false
	}
	id := s.pending[0]
	s.pending = s.pending[1:]
	s.working++
	return id, true
}

// makeClip brings a task to its clip or to its failure. A task that the closing server interrupts stays as it is and is
// taken up by the next process.
func (s *Server) makeClip(id string) {
	err := s.tryClip(id)
	switch {
	case err == nil:
	case s.ctx.Err() != nil:
		s.log.Info("sandbox task interrupted", "task", id)
	default:
		s.log.Warn("sandbox task fails", "task", id, "err", err)
		s.FailTask(id, client.TaskError{Code: codeTaskFailed, Message: err.Error()})
	}
}

func (s *Server) tryClip(id string) error {
	t, ok := s.task(id)
	if !ok || t.ended() || !t.FailsAt.IsZero() {
		return nil
	}
	req := render.Request{Prompt: t.Request.Prompt, NegativePrompt: t.Request.NegativePrompt, Model: t.Request.Model,
		Seconds: t.Request.Duration(), Audio: t.Request.Audio}
	if t.Request.Seed != nil {
		req.Seed = *t.Request.Seed
	}
	var err error
	if req.First, req.Last, err = s.frames(t.Request); err != nil {
		return err
	}
	var fw, fh int
	if req.First != nil {
		fw, fh = req.First.Bounds().Dx(), req.First.Bounds().Dy()
	}
	req.Width, req.Height = t.Request.ClipSize(fw, fh)
	if err := s.acquire(s.clips); err != nil {
		return err
	}
	defer func() { <-s.clips }()
	err = s.change(id, func(t *Task) {
		t.Width, t.Height = req.Width, req.Height
		if t.BegunAt.IsZero() {
			t.BegunAt = s.opts.Now()
		}
	})
	if err != nil {
		return err
	}
	made, err := s.store.writeFile(clipName(id), func(w io.Writer) error { return s.renderClip(req, w) })
	if err != nil {
		return fmt.Errorf("the clip could not be rendered: %w", err)
	}
	return s.change(id, func(t *Task) {
		t.RenderedAt, t.ETag, t.Bytes = s.opts.Now(), made.etag, made.bytes
	})
}

// renderClip turns a panic of the renderer into a failed task: the sandbox runs inside a program that holds other work.
func (s *Server) renderClip(req render.Request, w io.Writer) error {
	return contained(func() error { return s.opts.Renderer.Clip(s.ctx, req, w) })
}

// contained calls fn, which uses the renderer, and returns its error, or that of its panic.
func contained(fn func() error) error {
	err := guard.Do("sandbox renderer", fn)
	if _, ok := errors.AsType[*guard.Panic](err); ok {
		return fmt.Errorf("the renderer broke down: %w", err)
	}
	return err
}

// frames fetches the first and the last frame, where there are any.
func (s *Server) frames(r client.VideoRequest) (first, last image.Image, err error) {
	if u := r.FirstFrame(); u != "" {
		if first, err = s.picture(u); err != nil {
			return nil, nil, fmt.Errorf("the first frame %w", err)
		}
	}
	if u := r.LastFrame(); u != "" {
		if last, err = s.picture(u); err != nil {
			return nil, nil, fmt.Errorf("the last frame %w", err)
		}
	}
	return first, last, nil
}

// FailTask lets a task fail that has not ended. The next request for it gets the failure, and it is refunded.
func (s *Server) FailTask(id string, why client.TaskError) {
	err := s.change(id, func(t *Task) { t.Error, t.FailsAt = &why, s.opts.Now() })
	if err != nil {
		s.log.Error("the failure of a sandbox task could not be written", "task", id, "err", err)
	}
}

// acquire waits for a place in a semaphore; it fails when the server closes.
func (s *Server) acquire(sem chan struct{}) error {
	select {
	case sem <- struct{}{}:
		return nil
	case <-s.ctx.Done():
		return errClosed
	}
}

// enqueueLocked gives an accepted task to the workers.
func (s *Server) enqueueLocked(id string) {
	s.pending = append(s.pending, id)
	s.work.Broadcast()
}

// isClosing reports whether an error only says that the server closes.
func isClosing(err error) bool { return errors.Is(err, errClosed) || errors.Is(err, context.Canceled) }

// Renderer makes what the service generates. The same request gives the same result. Its methods are called from several
// goroutines, but only one Clip runs at a time.
type Renderer interface {
	Clip(ctx context.Context, r render.Request, w io.Writer) error // writes an MP4
	Still(ctx context.Context, r render.StillRequest) (image.Image, error)
	Edit(ctx context.Context, r render.EditRequest) (image.Image, error)
}

// encode writes a picture in one of the formats of interface 2.4.
func encode(w io.Writer, img image.Image, format string) error {
	if format == "jpeg" {
		return jpeg.Encode(w, img, &jpeg.Options{Quality: 92}) // nothing can be seen of it
	}
	return (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(w, img)
}

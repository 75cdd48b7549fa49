package sandbox

import (
	"fmt"
	"image"
	"io"

	"viviscope/client"
	"viviscope/client/guard"
	"viviscope/client/sandbox/render"
)

// workers is the number of tasks that are processed concurrently. Only one of them renders at a time, with every core;
// the others may wait for slow links.
const workers = 4

// runWorker processes queued tasks until the server closes.
func (s *Server) runWorker() {
	for {
		id, ok := s.nextTask()
		if !ok {
			return
		}
		if err := guard.Run("sandbox clip", func() { s.makeClip(id) }); err != nil {
			_ = guard.Run("sandbox clip", func() {
				s.FailTask(id, client.TaskError{Code: codeTaskFailed, Message: err.Error()})
			})
		}
		s.mu.Lock()
		s.runningCount--
		s.workChanged.Broadcast()
		s.mu.Unlock()
	}
}

func (s *Server) nextTask() (string, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.pending) == 0 && s.ctx.Err() == nil {
		s.workChanged.Wait()
	}
	if s.ctx.Err() != nil {
		return "", false
	}
	id := s.pending[0]
	s.pending = s.pending[1:]
	s.runningCount++
	return id, true
}

// makeClip renders the clip of a task, or fails the task. An interrupted task stays unchanged and is resumed by the
// next process.
func (s *Server) makeClip(id string) {
	err := s.tryClip(id)
	switch {
	case err == nil:
	case s.ctx.Err() != nil:
		s.log.Info("sandbox task interrupted", "task", id)
	default:
		s.log.Warn("make sandbox clip", "task", id, "err", err)
		s.FailTask(id, client.TaskError{Code: codeTaskFailed, Message: err.Error()})
	}
}

func (s *Server) tryClip(id string) error {
	t, ok := s.task(id)
	if !ok || t.hasEnded() || !t.FailsAt.IsZero() {
		return nil
	}
	req := render.Request{Prompt: t.Request.Prompt, NegativePrompt: t.Request.NegativePrompt, Model: t.Request.Model,
		Seed: t.seed(), Seconds: t.Request.Duration(), Audio: t.Request.Audio}
	var err error
	if req.First, req.Last, err = s.frames(t.Request); err != nil {
		return err
	}
	var fw, fh int
	if req.First != nil {
		fw, fh = req.First.Bounds().Dx(), req.First.Bounds().Dy()
	}
	req.Width, req.Height = t.Request.ClipSize(fw, fh)
	if err := s.acquire(s.clipSlot); err != nil {
		return err
	}
	defer func() { <-s.clipSlot }()
	err = s.updateTask(id, func(t *Task) {
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
	return s.updateTask(id, func(t *Task) {
		t.RenderedAt, t.ETag, t.Bytes = s.opts.Now(), made.etag, made.bytes
	})
}

// renderClip converts a panic of the renderer into an error, because the sandbox runs inside the program.
func (s *Server) renderClip(req render.Request, w io.Writer) error {
	return recoverPanic(func() error { return s.opts.Renderer.Clip(s.ctx, req, w) })
}

// frames fetches the first and the last frame, if there are any.
func (s *Server) frames(r client.VideoRequest) (first, last image.Image, err error) {
	if u := r.FirstFrame(); u != "" {
		if first, err = s.fetchPicture(u); err != nil {
			return nil, nil, fmt.Errorf("the first frame %w", err)
		}
	}
	if u := r.LastFrame(); u != "" {
		if last, err = s.fetchPicture(u); err != nil {
			return nil, nil, fmt.Errorf("the last frame %w", err)
		}
	}
	return first, last, nil
}

// FailTask fails a task that has not ended. The next read reports the failure and refunds it.
func (s *Server) FailTask(id string, why client.TaskError) {
	err := s.updateTask(id, func(t *Task) { t.Error, t.FailsAt = &why, s.opts.Now() })
	if err != nil {
		s.log.Error("store failure of sandbox task", "task", id, "err", err)
	}
}

package sandbox

import (
	"net/http"
	"path"
	"strings"
	"time"

	"viviscope/client"
)

// postVideo accepts a task (interface 4.1): it is on disk with its reserve before the answer goes out.
func (s *Server) postVideo(w http.ResponseWriter, r *http.Request) {
	req, bad := readVideoRequest(w, r)
	if bad != nil {
		s.refuse(w, bad)
		return
	}
	t := s.newTask(req)
	t.IdempotencyKey = r.Header.Get("Idempotency-Key")
	if err := s.accept(t); err != nil {
		s.refuse(w, internal("the task could not be stored"))
		return
	}
	s.log.Info("sandbox task accepted", "task", t.ID, "model", req.Model, "seconds", req.Duration())
	s.answer(w, http.StatusOK, t.answer())
}

func (s *Server) newTask(req client.VideoRequest) *Task {
	t := &Task{
		ID: "task_" + randomID(32), Request: req, Status: client.StatusQueued,
		CreatedAt: s.opts.Now().UTC().Round(0), Takes: s.takes(req.Prompt, 1),
	}
	t.Width, t.Height = req.ClipSize(0, 0)
	if orders(req.Prompt, wordFail) {
		// Late enough that people see it run.
		t.BegunAt, t.FailsAt = t.CreatedAt, t.CreatedAt.Add(t.Takes*3/5)
		t.Error = &client.TaskError{Code: codeTaskFailed, Message: msgRejected}
	}
	return t
}

// takes is a share of the time that a task takes; a prompt can order more.
func (s *Server) takes(prompt string, share float64) time.Duration {
	if orders(prompt, wordSlow) {
		share *= slowFactor
	}
	return time.Duration(s.opts.Seconds * share * float64(time.Second))
}

// accept stores a task with its reserve and gives it to the workers.
func (s *Server) accept(t *Task) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.settleLocked()
	kept := *t
	err := s.commitLocked(record{Task: &kept, Entries: []Entry{taskEntry(Reserve, t, t.CreatedAt)}})
	if err == nil && t.FailsAt.IsZero() {
		s.enqueueLocked(t.ID)
	}
	return err
}

// getVideo says how a task stands (interface 4.2).
func (s *Server) getVideo(w http.ResponseWriter, r *http.Request) {
	t, ok := s.task(r.PathValue("id"))
	if !ok {
		s.refuse(w, noTask())
		return
	}
	s.answer(w, http.StatusOK, t.answer())
}

func noTask() *refusal {
	return &refusal{http.StatusNotFound, typeInvalid, codeNoTask, "task not found"}
}

// Where signed links live.
const (
	clipPath    = "/v1/sandbox/clips/"
	picturePath = "/v1/sandbox/pictures/"
)

// clipLinkLife is how long the target of a redirect lives: long enough to begin, short enough that nobody keeps it.
const clipLinkLife = 10 * time.Minute

// getContent hands out a clip (interface 4.3) by a redirect to a signed link.
func (s *Server) getContent(w http.ResponseWriter, r *http.Request) {
	t, bad := s.finished(r.PathValue("id"))
	if v := r.URL.Query().Get("variant"); bad == nil && v != "" && v != "video" {
		bad = invalid("variant must be video")
	}
	if bad != nil {
		s.refuse(w, bad)
		return
	}
	w.Header().Set("Location", s.sign(clipPath+t.ID+clipExt, s.opts.Now().Add(clipLinkLife)))
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusFound)
}

// finished returns a task whose clip can be fetched now.
func (s *Server) finished(id string) (Task, *refusal) {
	t, ok := s.task(id)
	switch {
	case !ok:
		return t, noTask()
	case t.Status != client.StatusCompleted:
		return t, invalid("Task is not completed yet, current status: %s", t.Status)
	case !s.opts.Now().Before(t.ExpiresAt()):
		return t, gone("the video is no longer available: it is kept for 7 days")
	}
	return t, nil
}

// getClip is the target of a redirect: the signature stands for the key.
func (s *Server) getClip(w http.ResponseWriter, r *http.Request) {
	if bad := s.linkRefusal(r); bad != nil {
		s.refuse(w, bad)
		return
	}
	t, bad := s.finished(strings.TrimSuffix(r.PathValue("name"), clipExt))
	if bad != nil {
		s.refuse(w, bad)
		return
	}
	s.serveClip(w, r, t)
}

// linkRefusal refuses a link that was forged or has died. A dead link is no proof that the clip is gone: whoever asks
// for the content again gets a new one.
func (s *Server) linkRefusal(r *http.Request) *refusal {
	switch s.checkLink(r.URL) {
	case linkForged:
		return &refusal{http.StatusForbidden, typeForbidden, codeForbidden, "the signature of the link is wrong"}
	case linkDead:
		return &refusal{http.StatusForbidden, typeForbidden, "link_expired", "the link has expired"}
	}
	return nil
}

// getPicture hands out a picture by its signed link, until it dies after 24 hours.
func (s *Server) getPicture(w http.ResponseWriter, r *http.Request) {
	switch s.checkLink(r.URL) {
	case linkForged:
		s.refuse(w, s.linkRefusal(r))
		return
	case linkDead:
		s.refuse(w, gone("the link has expired: pictures are kept for 24 hours"))
		return
	}
	name := r.PathValue("name")
	s.mu.Lock()
	p, ok := s.state.pictures[strings.TrimSuffix(name, path.Ext(name))]
	s.mu.Unlock()
	if !ok || p.file() != name {
		s.refuse(w, gone("the picture is no longer available"))
		return
	}
	s.serveFile(w, r, p.name(), "image/"+p.Format, p.ETag, p.CreatedAt)
}

func (s *Server) serveClip(w http.ResponseWriter, r *http.Request, t Task) {
	s.serveFile(w, r, clipName(t.ID), "video/mp4", t.ETag, t.CompletedAt)
}

// serveFile answers GET and HEAD with Range, If-Range and conditions (RFC 9110 13 and 14).
func (s *Server) serveFile(w http.ResponseWriter, r *http.Request, name, kind, etag string, at time.Time) {
	f, err := s.store.openFile(name)
	if err != nil {
		s.log.Warn("a file of the sandbox is missing", "name", name, "err", err)
		s.refuse(w, gone("the file is no longer available"))
		return
	}
	defer f.Close()
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Set("ETag", etag)
	h.Set("Cache-Control", "private, no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	http.ServeContent(w, r, "", at, f)
}

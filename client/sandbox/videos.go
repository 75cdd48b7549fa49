package sandbox

import (
	"net/http"
	"path"
	"strings"

	"viviscope/client"
)

// postVideo accepts a task (interface 4.1). The task and its reserve are on disk before the response.
func (s *Server) postVideo(w http.ResponseWriter, r *http.Request) {
	req, bad := readVideoRequest(w, r)
	if bad != nil {
		s.refuse(w, bad)
		return
	}
	t := s.newTask(req)
	t.IdempotencyKey = r.Header.Get("Idempotency-Key")
	if err := s.insertTask(t); err != nil {
		s.refuse(w, internal("the task could not be stored"))
		return
	}
	s.log.Info("sandbox task accepted", "task", t.ID, "model", req.Model, "seconds", req.Duration())
	s.writeJSON(w, http.StatusOK, t.answer())
}

func (s *Server) newTask(req client.VideoRequest) *Task {
	t := &Task{
		ID: "task_" + randomID(32), Request: req, Status: client.StatusQueued,
		CreatedAt: s.opts.Now().UTC().Round(0), Takes: s.taskDuration(req.Prompt, 1),
	}
	if req.Seed == nil {
		t.Take = s.nextTake(t.promptKey())
	}
	t.Width, t.Height = req.ClipSize(0, 0)
	if hasKeyword(req.Prompt, keywordFail) {
		// Late enough that users see it run.
		t.BegunAt, t.FailsAt = t.CreatedAt, t.CreatedAt.Add(t.Takes*3/5)
		t.Error = &client.TaskError{Code: codeTaskFailed, Message: msgRejected}
	}
	return t
}

// insertTask commits a task with its reserve and queues it for the workers.
func (s *Server) insertTask(t *Task) error {
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

// getVideo returns the state of a task (interface 4.2).
func (s *Server) getVideo(w http.ResponseWriter, r *http.Request) {
	t, ok := s.task(r.PathValue("id"))
	if !ok {
		s.refuse(w, noTask())
		return
	}
	s.writeJSON(w, http.StatusOK, t.answer())
}

// getContent serves a clip by a redirect to a signed link (interface 4.3).
func (s *Server) getContent(w http.ResponseWriter, r *http.Request) {
	t, bad := s.completedTask(r.PathValue("id"))
	if v := r.URL.Query().Get("variant"); bad == nil && v != "" && v != "video" {
		bad = invalid("variant must be video")
	}
	if bad != nil {
		s.refuse(w, bad)
		return
	}
	w.Header().Set("Location", s.sign(clipPath+t.ID+clipExt, s.opts.Now().Add(clipLinkLifetime)))
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusFound)
}

// completedTask returns a task with an available clip, or the error for the client.
func (s *Server) completedTask(id string) (Task, *refusal) {
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

// getClip serves the target of a redirect. The signature replaces the key.
func (s *Server) getClip(w http.ResponseWriter, r *http.Request) {
	if bad := s.linkRefusal(r); bad != nil {
		s.refuse(w, bad)
		return
	}
	t, bad := s.completedTask(strings.TrimSuffix(r.PathValue("name"), clipExt))
	if bad != nil {
		s.refuse(w, bad)
		return
	}
	s.serveClip(w, r, t)
}

// getPicture serves a picture by its signed link until it expires.
func (s *Server) getPicture(w http.ResponseWriter, r *http.Request) {
	switch s.checkLink(r.URL) {
	case linkForged:
		s.refuse(w, s.linkRefusal(r))
		return
	case linkExpired:
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

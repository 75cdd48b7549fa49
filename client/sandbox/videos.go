package sandbox

import (
	"net/http"
	"time"

	"viviscope/client"
)

// postVideo accepts a task (interface 4.1): it is on disk with its reserve before the answer goes out.
func (s *Server) postVideo(w http.ResponseWriter, r *http.Request) {
	req, bad := readVideoRequest(w, r, s.opts.Form)
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
	t.Width, t.Height = clipSize(req, 0, 0)
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

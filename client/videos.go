package client

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"strings"
)

// SubmitVideo submits a video task (interface 4.1). It costs money, and is sent at most once. Errors: a
// *ValidationError if nothing was sent; else an *Error. Error.Outcome returns what is known about the charge. A 2xx
// response without a valid task ID is ErrNoTaskID with Accepted: it was probably charged.
func (c *Client) SubmitVideo(ctx context.Context, r VideoRequest) (*VideoTask, error) {
	r.Limits = LimitsOf(c.format, c.models, r.Model)
	if err := r.Validate(); err != nil {
		return nil, fmt.Errorf("%s: %w", opSubmit, err)
	}
	body, err := videoBody(r)
	if err != nil {
		return nil, &Error{Op: opSubmit, NotSent: true, Err: err}
	}
	ctx, cancel := c.withTimeout(ctx, submitTimeout)
	defer cancel()
	a, err := c.postRead(ctx, opSubmit, c.endpoint("videos"), "application/json", body, maxStatusBody)
	if err != nil {
		return nil, err
	}
	t := c.parseTask(a.body)
	if c.checkTaskID(t.ID) != nil {
		e := c.unusableError(opSubmit, a, ErrNoTaskID)
		if t.ID != "" { // the user can still find the task at the service with it
			e.Message = c.displayText(fmt.Sprintf("the service gave the task ID %q", truncateBytes(t.ID, 600)))
		}
		return nil, e
	}
	return t, nil
}

// GetVideo returns the state of a task (interface 4.2). It is free and may be repeated. An error does not mean that the
// task failed; even ErrNotFound may be a mistake of the service.
//
// Errors: ErrBadTaskID, *Error. ErrNoState is a 2xx response that has no state, or a final state of another task:
// gateways respond to their own errors with 200. ErrUnreadable is any other 2xx response that is not a task.
func (c *Client) GetVideo(ctx context.Context, id string) (*VideoTask, error) {
	if err := c.checkTaskID(id); err != nil {
		return nil, fmt.Errorf("%s: %w", opGet, err)
	}
	ctx, cancel := c.withTimeout(ctx, statusTimeout)
	defer cancel()
	a, err := c.getRead(ctx, opGet, c.endpoint(taskPath(id)...), maxStatusBody)
	if err != nil {
		return nil, err
	}
	t := c.parseTask(a.body)
	if t.RawStatus == "" || t.Done() && t.ID != id {
		e := c.unusableError(opGet, a, ErrNoState)
		if t.RawStatus == "" && t.ID != id && (object(a.body) == nil || e.Code == "" && e.Message == "") {
			e.Err = ErrUnreadable
		}
		return nil, e
	}
	if t.ID == "" {
		t.ID = id
	}
	return t, nil
}

// ContentState determines the state of a task by a request for its content, for services where GetVideo does not work.
// It reads only the first bytes. The task is completed if there is content. It has failed or ended if the content is
// refused for that reason. The call is free and may be repeated. Errors: ErrBadTaskID, *Error.
func (c *Client) ContentState(ctx context.Context, id string) (*VideoTask, error) {
	if err := c.checkTaskID(id); err != nil {
		return nil, fmt.Errorf("%s: %w", opGet, err)
	}
	ctx, cancel := c.withTimeout(ctx, statusTimeout)
	defer cancel()
	d := &download{c: c, link: c.endpoint(taskPath(id, "content")...).String()}
	resp, err := d.open(ctx, partState{}, 0, false)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		e := c.statusError("content", resp)
		state := e.refusedState()
		if state == "" {
			return nil, e
		}
		why := &TaskError{Code: cmp.Or(e.Code, "task_failed"), Message: e.Message}
		return &VideoTask{ID: id, Status: state, RawStatus: state, Progress: 100, Error: why, Raw: e.Raw}, nil
	}
	head := make([]byte, 512)
	n, _ := io.ReadFull(resp.Body, head)
	if isText(bytes.NewReader(head[:n]), int64(n)) {
		return nil, d.notVideo(head[:n], resp.Body)
	}
	return &VideoTask{ID: id, Status: StatusCompleted, RawStatus: StatusCompleted, Progress: 100}, nil
}

// parseTask parses a task in every known form: plain, or wrapped as {"code":"success","data":{…}}. A missing ID or
// status is "".
func (c *Client) parseTask(body []byte) *VideoTask {
	f := object(body)
	if inner := object(f["data"]); f.textOf("id", "task_id") == "" &&
		inner.textOf("id", "task_id", "status", "task_status") != "" {
		f = inner
	}
	t := &VideoTask{
		ID:        parseTaskID(f),
		RawStatus: c.displayText(f.stringOf("status", "task_status")),
		Seconds:   c.displayText(f.textOf("seconds", "duration")),
		Model:     c.displayText(f.textOf("model")),
		Size:      c.displayText(f.textOf("size")),
		CreatedAt: f.timeOf("created_at", "created", "submit_time"),
		ExpiresAt: f.timeOf("expires_at"),
		Raw:       c.rawExcerpt(body),
	}
	t.Status = StatusOf(t.RawStatus)
	if p, ok := f.number("progress"); ok {
		t.Progress = int(min(max(p, 0), 100))
	}
	if m := object(f["metadata"]); m != nil {
		t.URL = m.textOf("url", "video_url")
	}
	_, known := stateOfWord[normalizeState(t.RawStatus)]
	t.Unclear = !t.Done() && t.RawStatus != "" && (hasError(f) || !known && t.Progress == 100)
	if IsEnd(t.Status) || t.Unclear {
		t.Error = c.taskError(f, t.RawStatus)
	}
	return t
}

// parseTaskID returns the ID of a task. Some relays return a database row as a numeric id, and the public ID as
// task_id. A numeric id is therefore used only if there is no task_id.
func parseTaskID(f fields) string {
	if id := strings.TrimSpace(text(f["id"])); id != "" && strings.HasPrefix(strings.TrimSpace(string(f["id"])), `"`) {
		return id
	}
	return strings.TrimSpace(f.textOf("task_id", "id"))
}

// hasError reports whether the response about a task contains an error with a message or a code.
func hasError(f fields) bool {
	b, err := encode(fields{"error": f["error"]})
	if err != nil || object(f["error"]) == nil && list(f["error"]) == nil && f.stringOf("error") == "" {
		return false
	}
	env := readErrorBody(b, false)
	return env.message != "" && env.message != "{}" || env.code != "" && env.code != "0"
}

// taskError returns the reason why a task failed or ended. It is never nil. Without a reason in the response, it
// contains the status.
func (c *Client) taskError(f fields, rawStatus string) *TaskError {
	reasons := maps.Clone(f)
	for _, name := range []string{"code", "type"} { // these belong to the response, not to the task
		delete(reasons, name)
	}
	var env envelope
	if b, err := encode(reasons); err == nil {
		env = readErrorBody(b, false)
	}
	e := &TaskError{Code: c.displayText(env.code), Message: c.displayText(env.message)}
	word := normalizeState(rawStatus)
	state, known := stateOfWord[word]
	own := state == StatusEnded || !known // the status adds information to the reason
	switch {
	case e.Code != "":
	case own:
		e.Code = word
	default:
		e.Code = "task_failed"
	}
	switch {
	case own && e.Message == "":
		e.Message = rawStatus
	case own && !strings.Contains(normalizeState(e.Message), word):
		e.Message = rawStatus + ": " + e.Message
	case e.Message == "":
		e.Message = "the service gave no reason"
	}
	return e
}

package client

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// DownloadVideo downloads the clip of a task to path (interface 4.3). It writes the data to path+".part" and the state
// of the download to path+".part.json". It renames the file to path only if its length and structure are correct, so
// there is never an incomplete file at path.
//
// A call makes one attempt. It resumes a partial file if the service proves that the content is the same, and otherwise
// starts over. It always requests the content from the service, because the links of redirects expire. progress may be
// nil. It is called on the goroutine of the caller after each block; total is -1 if the length is unknown.
//
// Errors:
//
//	ErrGone                  deleted (410); Code is artifact_gone only if the service itself reports it
//	ErrTooEarly              the task has no content yet (400, 404, 409, 425)
//	ErrTaskFailed            the task failed, so it has no content
//	ErrDamaged               the file is truncated or not a clip
//	ErrDeliveredDamaged      the service delivered the same damaged file twice; it is kept at path+RefusedExt
//	ErrStalled, ErrNoAnswer  the connection stalled or broke; the partial file stays if the download can be resumed
//	ErrTooLarge, ErrBusy, ErrBadTaskID, any other *Error, or a disk error
func (c *Client) DownloadVideo(ctx context.Context, id, path string, progress func(done, total int64)) error {
	if err := c.checkTaskID(id); err != nil {
		return fmt.Errorf("%s: %w", opDownload, err)
	}
	release, err := c.lockPath(path)
	if err != nil {
		return fmt.Errorf("%s %s: %w", opDownload, id, err)
	}
	defer release()
	if progress == nil {
		progress = func(int64, int64) {}
	}
	d := &download{c: c, path: path, link: c.endpoint(taskPath(id, "content")...).String(), progress: progress}
	err = d.run(ctx)
	if errors.Is(err, errStartOver) {
		// The content has changed. The partial file is deleted now, so this can happen only once.
		err = d.run(ctx)
	}
	if err != nil {
		return fmt.Errorf("%s %s: %w", opDownload, id, err)
	}
	return nil
}

// errStartOver reports that the partial file was deleted, and that the download must start over.
var errStartOver = errors.New("the content has changed")

// download is the state of one DownloadVideo call.
type download struct {
	c        *Client
	path     string
	link     string
	progress func(done, total int64)
}

// run sends one request, receives the content, and commits the file.
func (d *download) run(ctx context.Context) error {
	part, offset, resume := readPartState(d.path, d.link)
	if resume && part.Total == offset {
		// The file is complete: the program ended before it was renamed.
		f, err := os.OpenFile(partPath(d.path), os.O_RDWR, 0o600)
		if err != nil {
			return err
		}
		defer f.Close()
		if err := f.Truncate(offset); err != nil {
			return err
		}
		return d.checkAndCommit(d.newPartFile(f, part, offset), offset)
	}
	ctx, watch := d.c.watchStall(ctx)
	defer watch.stop()
	resp, err := d.open(ctx, part, offset, resume)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	watch.reset()
	state, offset, err := d.readHead(resp, part, offset, resume)
	if err != nil {
		return err
	}
	return d.receive(ctx, resp.Body, watch, state, offset)
}

// open requests the content, or with resume the rest of it from offset.
func (d *download) open(ctx context.Context, part partState, offset int64, resume bool) (*http.Response, error) {
	var gotConn atomic.Bool
	trace := &httptrace.ClientTrace{GotConn: func(httptrace.GotConnInfo) { gotConn.Store(true) }}
	req, err := http.NewRequestWithContext(httptrace.WithClientTrace(ctx, trace), http.MethodGet, d.link, nil)
	if err != nil {
		return nil, d.c.transportErr("content", err, false)
	}
	d.c.setHeaders(req)
	req.Header.Set("Accept", "video/mp4, */*")
	req.Header.Set("Accept-Encoding", "identity") // ranges and lengths must refer to the file
	if resume {
		req.Header.Set("Range", "bytes="+strconv.FormatInt(offset, 10)+"-")
		req.Header.Set("If-Range", part.validator())
	}
	resp, err := d.c.get.Do(req)
	if err != nil {
		return nil, d.c.transportErr("content", causeOr(ctx, err), gotConn.Load())
	}
	return resp, nil
}

// readHead checks the head of the response. It returns the new state, and the offset of the content that follows: 0 for
// the whole content.
func (d *download) readHead(resp *http.Response, part partState, offset int64, resume bool) (partState, int64, error) {
	switch resp.StatusCode {
	case http.StatusPartialContent:
		from, total, ok := contentRange(resp.Header.Get("Content-Range"))
		if !resume { // a range that was not requested
			return partState{}, 0, d.newError(resp, ErrDamaged)
		}
		if !ok || from != offset || part.Total >= 0 && total >= 0 && total != part.Total ||
			!part.isSameContent(resp.Header) {
			return partState{}, 0, d.discardPart()
		}
		if part.Total < 0 {
			part.Total = total
		}
	case http.StatusRequestedRangeNotSatisfiable:
		if resume {
			return partState{}, 0, d.discardPart()
		}
		return partState{}, 0, d.c.statusError("content", resp)
	case http.StatusOK:
		offset = 0
		part = partState{URL: d.link, ETag: resp.Header.Get("ETag"), LastModified: resp.Header.Get("Last-Modified"),
			Total: resp.ContentLength}
		if resp.Uncompressed {
			part.Total = -1
		}
	case http.StatusBadRequest, http.StatusNotFound, http.StatusConflict, http.StatusTooEarly:
		e := d.c.statusError("content", resp)
		if !e.Is(ErrGone) {
			e.Err = ErrTooEarly
		}
		return partState{}, 0, e
	default:
		e := d.c.statusError("content", resp)
		if OriginOf(resp.Request.URL) != d.c.origin {
			e.Code = "" // the code is from the target of a redirect, not from the service
		}
		if e.hasCode("artifact_gone") { // the partial file is useless now
			return partState{}, 0, errors.Join(e, removePart(d.path))
		}
		if e.Accepted() { // for example 204
			e.Err = ErrDamaged
		}
		return partState{}, 0, e
	}
	if enc := resp.Header.Get("Content-Encoding"); enc != "" && !strings.EqualFold(enc, "identity") {
		return partState{}, 0, d.newError(resp, ErrUnreadable)
	}
	if part.Total > d.c.maxVideo {
		return partState{}, 0, d.newError(resp, ErrTooLarge)
	}
	return part, offset, nil
}

func (d *download) newError(resp *http.Response, why error) *Error {
	e := d.c.errorFromHeader("content", resp)
	e.Err = why
	return e
}

func (d *download) discardPart() error {
	if err := removePart(d.path); err != nil {
		return err
	}
	return errStartOver
}

// receive writes the content from offset to the partial file, and commits it when it is complete.
func (d *download) receive(
	ctx context.Context, body io.Reader, watch *stallWatch, state partState, offset int64,
) error {
	if offset == 0 {
		// Delete the old state durably first. Even after a power cut, it must not exist beside other content.
		if err := errors.Join(removePart(d.path), syncDir(filepath.Dir(d.path))); err != nil {
			return err
		}
	}
	f, err := os.OpenFile(partPath(d.path), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := f.Truncate(offset); err != nil {
		return err
	}
	if _, err := f.Seek(offset, io.SeekStart); err != nil {
		return err
	}
	state.Synced = offset
	if state.validator() != "" {
		if err := saveState(d.path, state); err != nil {
			return err
		}
	}
	part := d.newPartFile(f, state, offset)
	done, err := d.copy(part, body, watch, offset)
	if err == nil && state.Total >= 0 && done < state.Total {
		err = io.ErrUnexpectedEOF
	}
	var disk *diskError
	var refused *Error
	switch {
	case err == nil:
		if err := part.wait(); err != nil {
			return &diskError{err}
		}
		return d.checkAndCommit(part, done)
	case errors.As(err, &disk): // the network is fine: keep the partial file
		part.saveFinal(done)
		return err
	case errors.As(err, &refused):
		_ = part.wait() // no state may be written afterwards
		_ = f.Close()   // Windows cannot remove an open file
		return errors.Join(refused, removePart(d.path))
	}
	part.saveFinal(done)
	broken := d.c.transportErr("content", causeOr(ctx, err), true)
	if state.validator() == "" { // it cannot be resumed
		_ = f.Close()
		return errors.Join(broken, removePart(d.path))
	}
	return broken
}

// copy copies the body to the partial file. It resets the stall timer, and enforces the size limit and the announced
// length. done is the length of the file so far.
func (d *download) copy(part *partFile, body io.Reader, watch *stallWatch, done int64) (int64, error) {
	total := part.state.Total
	buf := make([]byte, 128<<10)
	var head []byte
	for {
		n, err := body.Read(buf)
		if n > 0 {
			watch.reset()
			if done < sniffLen { // detect a web page early
				head = append(head, buf[:min(n, maxErrorBody-len(head))]...)
			}
			if _, werr := part.f.Write(buf[:n]); werr != nil {
				return done, &diskError{werr}
			}
			done += int64(n)
			if werr := part.advance(done); werr != nil {
				return done, &diskError{werr}
			}
			if int64(len(head)) == done && done >= sniffLen && isText(bytes.NewReader(head), done) {
				return done, d.notVideo(head, body)
			}
			if total >= 0 && done > total {
				return done, &Error{Op: "content", Status: http.StatusOK, Message: "more came than was announced",
					Err: ErrDamaged}
			}
			if done > d.c.maxVideo {
				return done, &Error{Op: "content", Status: http.StatusOK, Err: ErrTooLarge}
			}
			d.progress(done, total)
		}
		if err == io.EOF {
			if int64(len(head)) == done && isText(bytes.NewReader(head), done) {
				return done, d.notVideo(head, body)
			}
			return done, nil
		}
		if err != nil {
			return done, err
		}
	}
}

func (d *download) newPartFile(f *os.File, state partState, offset int64) *partFile {
	return &partFile{path: d.path, f: f, state: state, saveInterval: d.c.syncInterval, savedLen: offset}
}

// checkAndCommit checks a complete partial file and renames it to its final path. It keeps a file that is not a clip at
// path+RefusedExt.
func (d *download) checkAndCommit(part *partFile, size int64) error {
	f := part.f
	err := d.c.clipCheck(f, size)
	switch {
	case err == nil:
		return commitFile(f, d.path)
	case !isFileFault(err):
		part.saveFinal(size) // a disk error; the file may be complete
		return err
	}
	e := &Error{Op: "content", Status: http.StatusOK, Message: d.c.displayText(err.Error()), Err: ErrDamaged}
	again, err := keepRefused(f, d.path, size)
	if again {
		e.Err = errSameDamage
	}
	if err != nil {
		return &diskError{err}
	}
	return e
}

// errSameDamage reports that the service delivered the same damaged file twice.
var errSameDamage = fmt.Errorf("%w: %w", ErrDeliveredDamaged, ErrDamaged)

// sniffLen is the number of bytes needed to detect a web page or a text. Any other content is received completely, even
// in an unknown container, because the user paid for it.
const sniffLen = 12

// notVideo returns the error for a 200 response with a web page or a text instead of a clip.
func (d *download) notVideo(head []byte, rest io.Reader) *Error {
	more, _ := io.ReadAll(io.LimitReader(rest, 64<<10))
	head = append(head, more...)
	env := readErrorBody(head, isHTML(nil, head))
	e := &Error{Op: "content", Status: http.StatusOK, Message: "it is not a clip", Raw: d.c.rawExcerpt(head),
		Err: ErrDamaged}
	if (env.json || isHTML(nil, head)) && env.message != "" {
		e.Code, e.Message = d.c.displayText(env.code), d.c.displayText(env.message)
	}
	return e
}

// diskError marks a disk error, to distinguish it from a network error.
type diskError struct{ err error }

func (e *diskError) Error() string { return e.err.Error() }

func (e *diskError) Unwrap() error { return e.err }

// stallWatch cancels a transfer if no data arrives within the stall timeout. The total time is not limited.
type stallWatch struct {
	timer  Timer
	after  time.Duration
	cancel context.CancelCauseFunc
}

// watchStall starts a stallWatch. It cancels the returned context with the cause ErrStalled.
func (c *Client) watchStall(ctx context.Context) (context.Context, *stallWatch) {
	ctx, cancel := context.WithCancelCause(ctx)
	w := &stallWatch{after: c.stallTimeout, cancel: cancel}
	w.timer = c.afterFunc(w.after, func() { cancel(ErrStalled) })
	return ctx, w
}

func (w *stallWatch) reset() { w.timer.Reset(w.after) }

func (w *stallWatch) stop() {
	w.timer.Stop()
	w.cancel(nil)
}

// contentRange parses a Content-Range header: "bytes 100-199/200". total is -1 for "*". The range must extend to the
// end of the file.
func contentRange(s string) (from, total int64, ok bool) {
	s, ok = strings.CutPrefix(strings.TrimSpace(s), "bytes ")
	span, all, ok2 := strings.Cut(s, "/")
	first, last, ok3 := strings.Cut(span, "-")
	if !ok || !ok2 || !ok3 {
		return 0, 0, false
	}
	from, err := strconv.ParseInt(first, 10, 64)
	to, err2 := strconv.ParseInt(last, 10, 64)
	if err != nil || err2 != nil || from < 0 || to < from {
		return 0, 0, false
	}
	if all == "*" {
		return from, -1, true
	}
	total, err = strconv.ParseInt(all, 10, 64)
	// A shorter range would require another request.
	if err != nil || total != to+1 {
		return 0, 0, false
	}
	return from, total, true
}

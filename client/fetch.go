package client

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"os"
	"strings"
	"sync/atomic"
)

const opFetch = "fetch image"

// FetchImage stores a picture of a result at path: from its bytes, or else from its link, which expires after about 24
// hours. The key is sent only if the link is on the origin of the service. The file is checked before it is renamed to
// path, so there is never an incomplete file at path.
//
// A complete file that is not a supported picture is kept at path+RefusedExt, unless it is a text. The error is
// ErrDeliveredDamaged if the item contained the bytes, or if the link delivered the same file before. Otherwise it is
// ErrDamaged.
//
// Errors: ErrGone if the link has expired (401, 403, 404, 410), ErrDamaged, ErrDeliveredDamaged, ErrTooLarge,
// ErrNoImage, ErrStalled, ErrBusy, any other *Error, or a disk error.
func (c *Client) FetchImage(ctx context.Context, item ImageItem, path string) error {
	release, err := c.lockPath(path)
	if err != nil {
		return fmt.Errorf("%s: %w", opFetch, err)
	}
	defer release()
	switch {
	case item.File != "":
		err = c.moveTempFile(item, path)
	case item.tail != "":
		err = c.writePicture(strings.NewReader(item.tail), nil, path, true)
	case item.B64JSON != "":
		err = c.writePicture(base64Reader(item.B64JSON), nil, path, true)
	case hasScheme(item.URL, "data"):
		err = c.writePicture(base64Reader(item.URL), nil, path, true)
	case item.URL != "":
		err = c.fetchLink(ctx, item.URL, path)
	default:
		err = ErrNoImage
	}
	if err != nil {
		return fmt.Errorf("%s: %w", opFetch, err)
	}
	return nil
}

func (c *Client) fetchLink(ctx context.Context, link, path string) error {
	u, err := url.Parse(strings.ReplaceAll(link, keyPlaceholder, url.QueryEscape(c.key)))
	if err != nil { // err contains the link
		return &Error{Op: "link", NotSent: true, Message: "the link cannot be read", Err: ErrNoImage}
	}
	u = c.base.JoinPath("/").ResolveReference(u) // some services return only a path
	if u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return &Error{Op: "link", NotSent: true, Message: "the link is not http or https", Err: ErrNoImage}
	}
	u.User = nil
	ctx, watch := c.watchStall(ctx)
	defer watch.stop()
	var gotConn atomic.Bool
	trace := &httptrace.ClientTrace{GotConn: func(httptrace.GotConnInfo) { gotConn.Store(true) }}
	req, err := http.NewRequestWithContext(httptrace.WithClientTrace(ctx, trace), http.MethodGet, u.String(), nil)
	if err != nil {
		return c.transportErr("link", err, false)
	}
	c.setHeaders(req)
	req.Header.Set("Accept", "image/png, image/jpeg, image/webp, */*;q=0.5")
	req.Header.Set("Accept-Encoding", "identity")
	resp, err := c.get.Do(req)
	if err != nil {
		return c.transportErr("link", causeOr(ctx, err), gotConn.Load())
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		e := c.statusError("link", resp)
		switch e.Status {
		case http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusGone:
			e.Err = ErrGone
		}
		if e.Accepted() {
			e.Err = ErrDamaged
		}
		return e
	}
	if resp.ContentLength > c.maxPicture {
		return &Error{Op: "link", Status: resp.StatusCode, Err: ErrTooLarge}
	}
	err = c.writePicture(resp.Body, watch, path, false)
	var disk *diskError
	var e *Error
	if err != nil && !errors.As(err, &disk) && !errors.As(err, &e) {
		return c.transportErr("link", causeOr(ctx, err), true)
	}
	return err
}

// writePicture writes a picture to path+".part", checks it and commits it. After an error it removes the partial file:
// pictures are small, so their downloads are not resumed. only is whether these bytes exist nowhere else.
func (c *Client) writePicture(r io.Reader, watch *stallWatch, path string, only bool) (err error) {
	f, err := os.OpenFile(partPath(path), os.O_CREATE|os.O_TRUNC|os.O_RDWR, 0o600)
	if err != nil {
		return &diskError{err}
	}
	defer func() {
		if err != nil {
			f.Close()
			err = errors.Join(err, removePart(path))
		}
	}()
	if watch != nil {
		r = &stallReader{r, watch}
	}
	n, err := io.Copy(diskWriter{f}, io.LimitReader(r, c.maxPicture+1))
	if err != nil && !(only && n > 0 && errors.Is(err, ErrDamaged)) { // truncated base64: check the decoded part
		return err
	}
	if n > c.maxPicture {
		return &Error{Op: "picture", Err: ErrTooLarge}
	}
	return c.commitPicture(f, path, n, only)
}

// moveTempFile commits a picture from the temporary file to which its bytes were spilled. If the disk is full, the
// temporary file stays.
func (c *Client) moveTempFile(item ImageItem, path string) error {
	f, err := os.OpenFile(item.File, os.O_RDWR, 0)
	if errors.Is(err, os.ErrNotExist) {
		if _, err := os.Stat(path); err == nil { // moved by the previous call
			return nil
		}
		if _, err := os.Stat(path + RefusedExt); err == nil { // or kept as refused
			return &Error{Op: "picture", Err: errSameDamage}
		}
		return &Error{Op: "picture", Message: "its file is gone", Err: ErrNoImage}
	}
	if err != nil {
		return &diskError{err}
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return &diskError{err}
	}
	if _, err = f.WriteAt([]byte(item.tail), st.Size()); err != nil {
		err = &diskError{err}
	} else {
		err = c.commitPicture(f, path, st.Size()+int64(len(item.tail)), true)
	}
	var disk *diskError
	switch {
	case errors.As(err, &disk):
		_ = os.Truncate(item.File, st.Size()) // the next call writes the tail again
	case err != nil:
		_ = f.Close() // Windows cannot remove an open file
		_ = removeFile(item.File)
	}
	return err
}

// commitPicture checks a picture of n bytes and renames it to path. It keeps a file that is not a supported picture at
// path+RefusedExt.
func (c *Client) commitPicture(f *os.File, path string, n int64, only bool) error {
	info, err := ProbeFile(context.Background(), f.Name())
	if err == nil && info.Clip {
		err = fmt.Errorf("%w: a clip came in the place of a picture", ErrDamaged)
	}
	switch {
	case err == nil:
		if err := commitFile(f, path); err != nil {
			return &diskError{err}
		}
		return nil
	case !errors.Is(err, ErrDamaged): // a read error
		return &diskError{err}
	case isText(f, n):
		return &Error{Op: "picture", Err: err}
	}
	again, asideErr := keepRefused(f, path, n)
	if asideErr != nil {
		return &diskError{asideErr}
	}
	if again || only {
		err = fmt.Errorf("%w: %w", ErrDeliveredDamaged, err)
	}
	return &Error{Op: "picture", Err: err}
}

// base64Reader decodes base64 in the standard or URL alphabet. A data: prefix, padding and white space are optional.
func base64Reader(s string) io.Reader {
	if hasScheme(s, "data") {
		if i := strings.IndexByte(s, ','); i >= 0 {
			s = s[i+1:]
		}
	}
	return &base64ErrorReader{base64.NewDecoder(base64.RawStdEncoding, &base64Normalizer{r: strings.NewReader(s)})}
}

// base64Normalizer converts base64 to the standard alphabet without padding and white space.
type base64Normalizer struct{ r io.Reader }

func (b *base64Normalizer) Read(p []byte) (int, error) {
	for {
		n, err := b.r.Read(p)
		kept := p[:0]
		for _, c := range p[:n] {
			switch c {
			case '=', ' ', '\t', '\r', '\n':
				continue
			case '-':
				c = '+'
			case '_':
				c = '/'
			}
			kept = append(kept, c)
		}
		if len(kept) > 0 || err != nil || len(p) == 0 {
			return len(kept), err
		}
	}
}

// base64ErrorReader converts an error of the decoder to an *Error.
type base64ErrorReader struct{ r io.Reader }

func (b *base64ErrorReader) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	if err != nil && err != io.EOF {
		err = &Error{Op: "picture", Message: "it is not base64", Err: ErrDamaged}
	}
	return n, err
}

// stallReader resets the stall timer on every read.
type stallReader struct {
	r io.Reader
	w *stallWatch
}

func (f *stallReader) Read(p []byte) (int, error) {
	n, err := f.r.Read(p)
	if n > 0 {
		f.w.reset()
	}
	return n, err
}

// diskWriter marks write errors as diskError.
type diskWriter struct{ w io.Writer }

func (d diskWriter) Write(p []byte) (int, error) {
	n, err := d.w.Write(p)
	if err != nil {
		err = &diskError{err}
	}
	return n, err
}

func hasScheme(s, scheme string) bool {
	return len(s) > len(scheme) && strings.EqualFold(s[:len(scheme)], scheme) && s[len(scheme)] == ':'
}

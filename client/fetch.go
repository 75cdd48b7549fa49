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

// FetchImage brings a picture of an answer to path: from the bytes in it, or from its link, which dies after about 24
// hours. Where both are filled the bytes are taken: they cannot die. The key goes along only when the link is on the
// service's own origin. The file lands whole or not at all, after CheckImage. Errors: ErrGone when the link is dead
// (401, 403, 404, 410), ErrDamaged, ErrTooLarge, ErrNoImage, ErrStalled, ErrBusy, any other *Error, or one of the disk.
func (c *Client) FetchImage(ctx context.Context, item ImageItem, path string) error {
	release, err := c.claim(path)
	if err != nil {
		return fmt.Errorf("%s: %w", opFetch, err)
	}
	defer release()
	switch {
	case item.B64JSON != "":
		err = c.keepPicture(base64Reader(item.B64JSON), nil, path)
	case hasScheme(item.URL, "data"):
		err = c.keepPicture(base64Reader(item.URL), nil, path)
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
	u, err := url.Parse(link)
	if err != nil { // its text quotes the link
		return &Error{Op: "link", NotSent: true, Message: "the link cannot be read", Err: ErrNoImage}
	}
	u = c.base.JoinPath("/").ResolveReference(u) // some services give a path alone
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
	c.headers(req)
	req.Header.Set("Accept", "image/png, image/jpeg, image/webp, */*;q=0.5")
	req.Header.Set("Accept-Encoding", "identity")
	resp, err := c.get.Do(req)
	if err != nil {
		return c.transportErr("link", stallOr(ctx, err), gotConn.Load())
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		e := c.refusal("link", resp)
		switch e.Status {
		case http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusGone:
			e.Err = ErrGone
		}
		if e.Accepted() {
			e.Err = ErrDamaged
		}
		return e
	}
	if resp.ContentLength > maxImageBody {
		return &Error{Op: "link", Status: resp.StatusCode, Err: ErrTooLarge}
	}
	err = c.keepPicture(resp.Body, watch, path)
	var disk *diskError
	var e *Error
	if err != nil && !errors.As(err, &disk) && !errors.As(err, &e) {
		return c.transportErr("link", stallOr(ctx, err), true)
	}
	return err
}

// keepPicture writes a picture to path+".part", checks it and lands it. A picture is small, so nothing is resumed and
// no part stays behind.
func (c *Client) keepPicture(r io.Reader, watch *stallWatch, path string) (err error) {
	f, err := os.OpenFile(partPath(path), os.O_CREATE|os.O_TRUNC|os.O_RDWR, 0o600)
	if err != nil {
		return &diskError{err}
	}
	defer func() {
		if err != nil {
			f.Close()
			err = errors.Join(err, dropPart(path))
		}
	}()
	if watch != nil {
		r = &fedReader{r, watch}
	}
	n, err := io.Copy(diskWriter{f}, io.LimitReader(r, maxImageBody+1))
	if err != nil {
		return err
	}
	if n > maxImageBody {
		return &Error{Op: "picture", Err: ErrTooLarge}
	}
	if _, err := CheckImage(f, n); err != nil {
		return &Error{Op: "picture", Err: err}
	}
	if err := land(f, path); err != nil {
		return &diskError{err}
	}
	return nil
}

// base64Reader decodes base64 with or without a data: head, padding and line breaks, in either alphabet.
func base64Reader(s string) io.Reader {
	if hasScheme(s, "data") {
		if i := strings.IndexByte(s, ','); i >= 0 {
			s = s[i+1:]
		}
	}
	s = strings.TrimRight(strings.TrimSpace(s), "=")
	enc := base64.RawStdEncoding
	if strings.ContainsAny(s, "-_") {
		enc = base64.RawURLEncoding
	}
	return &base64Err{base64.NewDecoder(enc, strings.NewReader(s))}
}

// base64Err turns the decoder's complaint into one about the picture.
type base64Err struct{ r io.Reader }

func (b *base64Err) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	if err != nil && err != io.EOF {
		err = &Error{Op: "picture", Message: "it is not base64", Err: ErrDamaged}
	}
	return n, err
}

// fedReader tells the stall watch about every byte.
type fedReader struct {
	r io.Reader
	w *stallWatch
}

func (f *fedReader) Read(p []byte) (int, error) {
	n, err := f.r.Read(p)
	if n > 0 {
		f.w.fed()
	}
	return n, err
}

// diskWriter marks errors of the disk.
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

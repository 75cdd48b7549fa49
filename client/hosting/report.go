package hosting

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"viviscope/client"
)

// The steps of Host.Test, in their order.
const (
	StepReach  = client.StepReach // the host answers, and its certificate is valid
	StepWrite  = "write"          // a picture can be put there
	StepRead   = "read"           // its public link gives it back to anyone
	StepDelete = "delete"         // and it can be taken away again
)

// Report is what Host.Test found.
type Report struct {
	Host  string        // of the endpoint
	Steps []client.Step // always the four steps, in order; their words hold no link and no secret
	Took  time.Duration
}

// OK reports whether every step succeeded.
func (r Report) OK() bool { return client.Report{Steps: r.Steps}.OK() }

// testTimeout bounds a whole Test.
const testTimeout = 90 * time.Second

// test runs the steps on a host. at is its address.
func (b *base) test(ctx context.Context, h Host, at *url.URL) (Report, error) {
	ctx, cancel := context.WithTimeout(ctx, testTimeout)
	defer cancel()
	start := b.now()
	r := Report{Host: at.Hostname(), Steps: []client.Step{{Name: StepReach}, {Name: StepWrite}, {Name: StepRead}, {Name: StepDelete}}}
	var first error
	run := func(n int, f func() (words string, err error)) bool {
		from := b.now()
		words, err := f()
		s := &r.Steps[n]
		s.Ran, s.OK, s.Took, s.Words = true, err == nil, b.now().Sub(from), words
		if err != nil {
			s.Words, s.Err = sentence(err), err
			if first == nil {
				first = err
			}
		}
		return err == nil
	}
	picture := testPicture()
	var hosted Hosted
	if run(0, func() (string, error) { return b.reach(ctx, at) }) && run(1, func() (words string, err error) {
		hosted, err = h.Put(ctx, "test picture", bytes.NewReader(picture), int64(len(picture)), "image/png", nil, nil)
		return "A picture can be put there.", err
	}) {
		run(2, func() (string, error) { return b.readBack(ctx, hosted.URL, picture) })
		run(3, func() (string, error) { return "It can be taken away again.", h.Delete(ctx, hosted.Object) })
	}
	r.Took = b.now().Sub(start)
	return r, first
}

// testPicture is a PNG of one pixel: some folders take nothing but pictures.
func testPicture() []byte {
	b, _ := base64.StdEncoding.DecodeString("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==")
	return b
}

// reach finds out whether anything answers at an address. It sends no credentials, and any answer will do.
func (b *base) reach(ctx context.Context, at *url.URL) (string, error) {
	err := b.again(ctx, "reach host", func(ctx context.Context) error {
		req, err := http.NewRequestWithContext(ctx, http.MethodOptions, at.JoinPath("/").String(), nil)
		if err != nil {
			return &Error{Kind: ErrBadConfig}
		}
		req.Header.Set("User-Agent", "viviscope")
		resp, err := b.transport.RoundTrip(req)
		if err != nil {
			return transportErr(ctx, err)
		}
		return resp.Body.Close()
	})
	switch {
	case err != nil:
		return "", err
	case at.Scheme == "https":
		return "The address answers, and its certificate is valid.", nil
	}
	return "The address answers. Nothing on the way there is encrypted.", nil
}

// sentence makes an error fit for a line of a report.
func sentence(err error) string {
	var e *Error
	if !errors.As(err, &e) {
		return "It was called off, or took too long."
	}
	bare := *e
	bare.Op = ""
	s := strings.TrimPrefix(bare.Error(), ": ")
	first, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[n:] + "."
}

package sandbox

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"net/http"
	"net/url"
	"path"
	"strings"
	"time"
)

// How patient the sandbox is with a link.
const (
	fetchTimeout   = 30 * time.Second
	fetchRedirects = 5
)

// fetcher gets pictures by link, as the service does: the client sends links, never files.
type fetcher struct {
	client *http.Client
	// own opens a link of this sandbox without going over the network; false for every other link.
	own func(*url.URL) (io.ReadCloser, bool, error)
}

func newFetcher(own func(*url.URL) (io.ReadCloser, bool, error), proxy func(*http.Request) (*url.URL, error)) *fetcher {
	if proxy == nil {
		proxy = http.ProxyFromEnvironment
	}
	return &fetcher{own: own, client: &http.Client{
		Transport: &http.Transport{
			Proxy:                  proxy,
			TLSHandshakeTimeout:    10 * time.Second,
			ResponseHeaderTimeout:  20 * time.Second,
			MaxResponseHeaderBytes: 64 << 10,
			DisableKeepAlives:      true, // a handful of different hosts, seconds apart
		},
		CheckRedirect: func(_ *http.Request, via []*http.Request) error {
			if len(via) > fetchRedirects {
				return errors.New("too many redirects")
			}
			return nil
		},
	}}
}

// picture fetches and decodes a picture. Errors read on after "the first frame" and hold the host but never the link,
// which may carry a signature.
func (f *fetcher) picture(ctx context.Context, link string) (image.Image, error) {
	ctx, cancel := context.WithTimeout(ctx, fetchTimeout)
	defer cancel()
	u, err := url.Parse(link)
	if err != nil {
		return nil, errors.New("could not be fetched: the link cannot be read")
	}
	body, err := f.open(ctx, u)
	if err != nil {
		return nil, fmt.Errorf("could not be fetched from %s: %w", u.Host, bare(err))
	}
	defer body.Close()
	b, err := readPicture(body)
	if err != nil {
		return nil, fmt.Errorf("could not be fetched from %s: %w", u.Host, bare(err))
	}
	img, err := decodePicture(b)
	if err != nil {
		return nil, fmt.Errorf("cannot be used: what %s sent %w", u.Host, err)
	}
	return img, nil
}

func (f *fetcher) open(ctx context.Context, u *url.URL) (io.ReadCloser, error) {
	if body, ok, err := f.own(u); ok {
		return body, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "image/png, image/jpeg, image/webp, image/gif")
	req.Header.Set("User-Agent", "viviscope-sandbox")
	resp, err := f.client.Do(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		_ = resp.Body.Close()
		return nil, fmt.Errorf("the server answered %d %s", resp.StatusCode, http.StatusText(resp.StatusCode))
	}
	return resp.Body, nil
}

// bare takes the link out of an error of net/http.
func bare(err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return errors.New("no answer in time")
	}
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}

// openOwn opens a link of this sandbox from its folder. A link is ours when it points to this computer and bears our
// signature: the port is not looked at, because another process may have had it when the link was made.
func (s *Server) openOwn(u *url.URL) (io.ReadCloser, bool, error) {
	if !isLoopback(u.Hostname()) || !strings.HasPrefix(u.Path, picturePath) {
		return nil, false, nil
	}
	switch s.checkLink(u) {
	case linkForged:
		return nil, false, nil
	case linkDead:
		return nil, true, errors.New("the link has expired")
	}
	f, err := s.store.openFile(pictureDir + "/" + path.Base(u.Path))
	if err != nil {
		return nil, true, errors.New("the picture is gone")
	}
	return f, true, nil
}

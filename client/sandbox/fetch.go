package sandbox

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"net/url"
	"path"
	"time"

	"viviscope/client/linkcheck"
)

// fetchTimeout limits the request for a link.
const fetchTimeout = 30 * time.Second

// fetchPicture fetches and decodes the picture behind a link. Links of this sandbox are read from its folder, all
// others with the restrictions of package linkcheck. Error texts continue "the first frame …". They contain the host
// but never the link, which may contain a signature.
func (s *Server) fetchPicture(link string) (image.Image, error) {
	ctx, cancel := context.WithTimeout(s.ctx, fetchTimeout)
	defer cancel()
	u, err := url.Parse(link)
	if err != nil {
		return nil, errors.New("could not be fetched: the link cannot be read")
	}
	b, err := s.fetch(ctx, u)
	if err != nil {
		return nil, fmt.Errorf("could not be fetched from %s: %w", u.Host, err)
	}
	img, err := decodePicture(b)
	if err != nil {
		return nil, fmt.Errorf("cannot be used: what %s sent %w", u.Host, err)
	}
	return img, nil
}

func (s *Server) fetch(ctx context.Context, u *url.URL) ([]byte, error) {
	if f, ok, err := s.openOwn(u); ok {
		if err != nil {
			return nil, err
		}
		defer f.Close() // it was only read
		return io.ReadAll(f)
	}
	found, err := s.links.Check(ctx, u.String())
	var refused *linkcheck.Error
	switch {
	case errors.As(err, &refused):
		return nil, errors.New(refused.Reason())
	case errors.Is(err, context.DeadlineExceeded):
		return nil, errors.New("no answer in time")
	}
	return found.Data, err
}

// openOwn opens a link of this sandbox from its folder. A link is our own if it points to this computer and has our
// signature or the name of a hosted picture. The port is ignored, because the sandbox may have had another one when the
// link was made.
func (s *Server) openOwn(u *url.URL) (io.ReadCloser, bool, error) {
	dir, name := path.Split(u.Path)
	from := pictureDir
	switch {
	case isLoopback(u.Hostname()) && dir == hostedPath && hostedName.MatchString(name):
		from = hostedDir
	case !isLoopback(u.Hostname()) || dir != picturePath || s.checkLink(u) == linkForged:
		return nil, false, nil
	case s.checkLink(u) == linkExpired:
		return nil, true, errors.New("the link has expired")
	}
	f, err := s.store.openFile(from + "/" + name)
	if err != nil {
		return nil, true, errors.New("the picture is gone")
	}
	return f, true, nil
}

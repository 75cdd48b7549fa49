package sandbox

import (
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"image"
	_ "image/gif"  // formats that people send
	_ "image/jpeg" // formats that people send
	_ "image/png"  // formats that people send
	"io"
	"net/http"
	"net/url"
	"path"
	"time"

	_ "golang.org/x/image/webp" // formats that people send

	"viviscope/client"
	"viviscope/client/linkcheck"
	"viviscope/client/sandbox/render"
)

// stills is how many pictures are drawn at once.
const stills = 2

// postGeneration makes a picture from text (interface 4.4).
func (s *Server) postGeneration(w http.ResponseWriter, r *http.Request) {
	p, bad := readGeneration(w, r)
	s.servePicture(w, r, p, bad)
}

// postEdit changes a picture (interface 4.5).
func (s *Server) postEdit(w http.ResponseWriter, r *http.Request) {
	p, bad := readEdit(w, r)
	s.servePicture(w, r, p, bad)
}

// imageAnswer is the image response object (interface 2.5). url and b64_json are both there, and one of them is empty.
type imageAnswer struct {
	Created int64       `json:"created"`
	Data    []imageItem `json:"data"`
	Usage   usage       `json:"usage"`
}

type imageItem struct {
	URL     string `json:"url"`
	B64JSON string `json:"b64_json"`
}

// servePicture makes the picture and answers. The work does not end when the client goes away: the service makes and
// charges what it has begun, which is why a call that timed out may have been charged.
func (s *Server) servePicture(w http.ResponseWriter, r *http.Request, p pictureRequest, bad *refusal) {
	var made *Picture
	var used usage
	if bad == nil {
		made, used, bad = s.makePicture(p)
	}
	if bad != nil {
		s.refuse(w, bad)
		return
	}
	item := imageItem{URL: scheme(r) + "://" + r.Host + s.sign(picturePath+made.file(), made.ExpiresAt())}
	if p.wantsB64 {
		b, err := s.readFile(made.name())
		if err != nil {
			s.refuse(w, internal("the picture could not be read"))
			return
		}
		item = imageItem{B64JSON: base64.StdEncoding.EncodeToString(b)}
	}
	s.answer(w, http.StatusOK, imageAnswer{Created: made.CreatedAt.Unix(), Data: []imageItem{item}, Usage: used})
}

// makePicture draws, waits until its time has passed, and charges in the same moment in which the picture counts.
func (s *Server) makePicture(p pictureRequest) (*Picture, usage, *refusal) {
	begun := s.opts.Now()
	if orders(p.Prompt, wordFail) {
		return nil, usage{}, &refusal{http.StatusBadRequest, typeInvalid, codeContent, msgRejected}
	}
	for i, link := range p.links {
		img, err := s.picture(link)
		if err != nil {
			return nil, usage{}, invalid("image %d %s", i+1, err)
		}
		if bad := p.add(img); bad != nil {
			return nil, usage{}, bad
		}
	}
	w, h := p.dimensions()
	made := &Picture{ID: "img_" + randomID(32), Model: p.Model, Prompt: p.Prompt, Format: p.format(), Width: w, Height: h, Edited: p.edit, Life: s.opts.PictureLife}
	if err := s.draw(made, p); err != nil {
		return nil, usage{}, s.drawRefusal(err)
	}
	takes := s.takes(p.Prompt, p.share())
	if err := s.opts.Sleep(s.ctx, takes-s.opts.Now().Sub(begun)); err != nil {
		return nil, usage{}, s.drawRefusal(err)
	}
	made.CreatedAt = s.opts.Now().UTC().Round(0)
	used := p.usage()
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.commitLocked(record{Picture: made, Entries: []Entry{pictureEntry(made, used)}}); err != nil {
		return nil, usage{}, internal("the picture could not be stored")
	}
	s.log.Info("sandbox picture made", "picture", made.ID, "model", made.Model, "size", fmt.Sprintf("%dx%d", w, h))
	return made, used, nil
}

// draw renders a picture into its file.
func (s *Server) draw(made *Picture, p pictureRequest) (err error) {
	if err := s.acquire(s.stills); err != nil {
		return err
	}
	defer func() { <-s.stills }()
	img, err := s.render(made, p)
	if err != nil {
		return err
	}
	if b := img.Bounds(); b.Dx() != made.Width || b.Dy() != made.Height {
		return fmt.Errorf("the renderer made %d x %d pixels", b.Dx(), b.Dy())
	}
	file, err := s.store.writeFile(made.name(), func(w io.Writer) error { return encode(w, img, made.Format) })
	made.Bytes, made.ETag = file.bytes, file.etag
	return err
}

func (s *Server) render(made *Picture, p pictureRequest) (img image.Image, err error) {
	still := render.StillRequest{Prompt: p.Prompt, Model: p.Model, Width: made.Width, Height: made.Height, Quality: p.Quality}
	err = contained(func() (err error) {
		if p.edit {
			img, err = s.opts.Renderer.Edit(s.ctx, render.EditRequest{StillRequest: still, Images: p.inputs})
		} else {
			img, err = s.opts.Renderer.Still(s.ctx, still)
		}
		return err
	})
	return img, err
}

func (s *Server) drawRefusal(err error) *refusal {
	if isClosing(err) {
		return &refusal{http.StatusServiceUnavailable, typeServer, codeInternal, "the service is shutting down; nothing was charged"}
	}
	s.log.Error("the sandbox could not make a picture", "err", err)
	return internal("the picture could not be made")
}

func (s *Server) readFile(name string) ([]byte, error) {
	f, err := s.store.openFile(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var b bytes.Buffer
	_, err = b.ReadFrom(f)
	return b.Bytes(), err
}

// Limits on pictures from outside. A file of 200 bytes can claim a size that costs gigabytes to decode, so the claim is
// read first.
const (
	maxPictureBytes  = 32 << 20
	maxPictureSide   = 8192
	maxPicturePixels = 40_000_000
	maxPictures      = 16 // in one edit
)

var errNotPicture = errors.New("is not a PNG, JPEG, WebP or GIF picture")

// Picture is one picture that the service made.
type Picture struct {
	ID        string        `json:"id"`
	Model     string        `json:"model"`
	Prompt    string        `json:"prompt"`
	Format    string        `json:"format"` // png or jpeg
	Width     int           `json:"width"`  // pixels
	Height    int           `json:"height"` // pixels
	Bytes     int64         `json:"bytes"`
	ETag      string        `json:"etag"` // quoted
	Edited    bool          `json:"edited,omitempty"`
	CreatedAt time.Time     `json:"created_at"`
	Life      time.Duration `json:"life,omitempty"` // of the file and its link; 0: PictureLife
}

// ExpiresAt is when the picture is deleted and its link dies.
func (p *Picture) ExpiresAt() time.Time { return p.CreatedAt.Add(cmp.Or(p.Life, PictureLife)) }

func (p *Picture) file() string { return p.ID + "." + p.Format }
func (p *Picture) name() string { return pictureDir + "/" + p.file() }

// Pictures returns every picture whose link lives, in no order. The caller owns the slice.
func (s *Server) Pictures() []Picture {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.settleLocked()
	var out []Picture
	for _, p := range s.state.pictures {
		out = append(out, *p)
	}
	return out
}

// decodePicture reads a picture from outside, measured before it is decoded. Errors read on after "the picture".
func decodePicture(b []byte) (image.Image, error) {
	c, format, err := image.DecodeConfig(bytes.NewReader(b))
	if err != nil {
		return nil, errNotPicture
	}
	if c.Width < 1 || c.Height < 1 || c.Width > maxPictureSide || c.Height > maxPictureSide || c.Width*c.Height > maxPicturePixels {
		return nil, fmt.Errorf("is too large: %d x %d pixels", c.Width, c.Height)
	}
	if format == "webp" && client.CheckWebPSize(bytes.NewReader(b), c.Width, c.Height) != nil {
		return nil, errors.New("is damaged")
	}
	if n := client.JPEGMemory(bytes.NewReader(b)); n > client.MaxJPEGMemory {
		return nil, fmt.Errorf("is too large: %d MB to decode it", n>>20)
	}
	img, _, err := image.Decode(bytes.NewReader(b))
	if err != nil {
		return nil, errors.New("is damaged")
	}
	return img, nil
}

// fetchTimeout is how patient the sandbox is with a link.
const fetchTimeout = 30 * time.Second

// picture fetches and decodes a picture by its link, as the service does: the client sends links, never files. Links of this
// sandbox are opened in its folder, all others as guarded as when they are looked at. Errors read on after "the first frame"
// and hold the host but never the link, which may carry a signature.
func (s *Server) picture(link string) (image.Image, error) {
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
	found, err := s.links.Look(ctx, u.String())
	var refused *linkcheck.Error
	switch {
	case errors.As(err, &refused):
		return nil, errors.New(refused.Found())
	case errors.Is(err, context.DeadlineExceeded):
		return nil, errors.New("no answer in time")
	}
	return found.Data, err
}

// openOwn opens a link of this sandbox from its folder. A link is ours when it points to this computer and bears our
// signature, or the name of a picture that was put here: the port is not looked at, because another process may have had it when the link was made.
func (s *Server) openOwn(u *url.URL) (io.ReadCloser, bool, error) {
	dir, name := path.Split(u.Path)
	from := pictureDir
	switch {
	case isLoopback(u.Hostname()) && dir == hostedPath && hostedName.MatchString(name):
		from = hostedDir
	case !isLoopback(u.Hostname()) || dir != picturePath || s.checkLink(u) == linkForged:
		return nil, false, nil
	case s.checkLink(u) == linkDead:
		return nil, true, errors.New("the link has expired")
	}
	f, err := s.store.openFile(from + "/" + name)
	if err != nil {
		return nil, true, errors.New("the picture is gone")
	}
	return f, true, nil
}

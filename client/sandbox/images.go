package sandbox

import (
	"encoding/base64"
	"fmt"
	"image"
	"io"
	"net/http"

	"viviscope/client/sandbox/render"
)

import _ "image/gif"

import _ "image/jpeg"

import _ "image/png"

import _ "golang.org/x/image/webp"

// postGeneration serves a picture from text (interface 4.4).
func (s *Server) postGeneration(w http.ResponseWriter, r *http.Request) {
	p, bad := readGeneration(w, r)
	s.servePicture(w, r, p, bad)
}

// postEdit serves an edit of a picture (interface 4.5).
func (s *Server) postEdit(w http.ResponseWriter, r *http.Request) {
	p, bad := readEdit(w, r)
	s.servePicture(w, r, p, bad)
}

// imageAnswer is the image response object (interface 2.5). It always has url and b64_json, of which one is empty.
type imageAnswer struct {
	Created int64       `json:"created"`
	Data    []imageItem `json:"data"`
	Usage   usage       `json:"usage"`
}

type imageItem struct {
	URL     string `json:"url"`
	B64JSON string `json:"b64_json"`
}

// servePicture makes the picture and responds. The work continues after the client disconnects, because the service
// finishes and charges every call that it began. A call that timed out may therefore have been charged.
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
	s.writeJSON(w, http.StatusOK, imageAnswer{Created: made.CreatedAt.Unix(), Data: []imageItem{item}, Usage: used})
}

// makePicture renders a picture, waits for its simulated duration, and commits the picture and its charge together.
func (s *Server) makePicture(p pictureRequest) (*Picture, usage, *refusal) {
	begun := s.opts.Now()
	if hasKeyword(p.Prompt, keywordFail) {
		return nil, usage{}, &refusal{http.StatusBadRequest, typeInvalid, codeContent, msgRejected}
	}
	for i, link := range p.links {
		img, err := s.fetchPicture(link)
		if err != nil {
			return nil, usage{}, invalid("image %d %s", i+1, err)
		}
		if bad := p.add(img); bad != nil {
			return nil, usage{}, bad
		}
	}
	w, h := p.dimensions()
	made := &Picture{ID: "img_" + randomID(32), Model: p.Model, Prompt: p.Prompt, Format: p.format(), Width: w,
		Height: h, Edited: p.edit, Life: s.opts.PictureLifetime}
	made.Take = s.nextTake(made.promptKey())
	if err := s.draw(made, p); err != nil {
		return nil, usage{}, s.renderRefusal(err)
	}
	takes := s.taskDuration(p.Prompt, p.share())
	if err := s.opts.Sleep(s.ctx, takes-s.opts.Now().Sub(begun)); err != nil {
		return nil, usage{}, s.renderRefusal(err)
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

// nextTake returns the number of earlier requests with the same key and no seed, and counts this one. As with the real
// service, the same prompt gives a different result each time.
func (s *Server) nextTake(w promptKey) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	take := s.state.takes[w]
	s.state.takes[w]++
	return take
}

// draw renders a picture into its file.
func (s *Server) draw(made *Picture, p pictureRequest) (err error) {
	if err := s.acquire(s.stillSlots); err != nil {
		return err
	}
	defer func() { <-s.stillSlots }()
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
	still := render.StillRequest{Prompt: p.Prompt, Model: p.Model, Seed: made.Take, Width: made.Width,
		Height: made.Height, Quality: p.Quality}
	err = recoverPanic(func() (err error) {
		if p.edit {
			img, err = s.opts.Renderer.Edit(s.ctx, render.EditRequest{StillRequest: still, Images: p.inputs})
		} else {
			img, err = s.opts.Renderer.Still(s.ctx, still)
		}
		return err
	})
	return img, err
}

func (s *Server) renderRefusal(err error) *refusal {
	if isClosing(err) {
		return &refusal{http.StatusServiceUnavailable, typeServer, codeInternal,
			"the service is shutting down; nothing was charged"}
	}
	s.log.Error("make sandbox picture", "err", err)
	return internal("the picture could not be made")
}

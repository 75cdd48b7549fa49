package compose

import (
	"bytes"
	"context"
	"image"
	"slices"
	"strings"
	"time"

	"viviscope/client"
	"viviscope/client/linkcheck"
	"viviscope/client/order"
	"viviscope/client/order/upload"
	"viviscope/client/picturefile"
	"viviscope/gui/action"
)

const (
	lookPause = 300 * time.Millisecond // before a link is fetched, in case the slot changes again
	lookPx    = 768                    // longer side of a kept picture: twice the widest slot
)

// preview is the result of loading a picture.
type preview struct {
	picture       image.Image // at most lookPx on its longer side; nil: none
	width, height int         // pixels of the whole
	dies          time.Time   // when its link expires; zero: not known
	err           error       // why it could not be loaded
	done          bool

	ends []func() // end the loading
}

func (s *preview) stop() {
	for _, end := range s.ends {
		end()
	}
	s.ends = nil
}

// previewLoader loads the pictures of the current slots in the background, each once, and only while it is in a current
// slot. A loaded picture is kept while a draft has it. It belongs to the window's goroutine.
type previewLoader struct {
	host    action.Host
	library Library
	landed  func() // a picture was loaded
	all     context.Context
	close   context.CancelFunc      // may be called from any goroutine
	known   map[order.Slot]*preview // by what a slot holds, bare
}

func newPreviewLoader(d Deps, landed func()) *previewLoader {
	l := &previewLoader{host: d.Host, library: d.Library, landed: landed, known: map[order.Slot]*preview{}}
	l.all, l.close = context.WithCancel(context.Background())
	return l
}

// want sets the drafts. It loads the pictures of the first draft and stops loading others.
func (l *previewLoader) want(drafts []order.Form) {
	inDrafts := map[order.Slot]bool{}
	for _, f := range drafts {
		for _, f.Kind = range order.Kinds() {
			for _, s := range slotsOf(&f) {
				inDrafts[s.WithoutMeasurements()] = true
			}
		}
	}
	front := slotsOf(&drafts[0])
	for key, seen := range l.known {
		inFront := slices.ContainsFunc(front, func(s *order.Slot) bool { return s.WithoutMeasurements() == key })
		if !inDrafts[key] || !seen.done && !inFront {
			seen.stop()
			delete(l.known, key)
		}
	}
	for _, s := range front {
		if !s.Empty() {
			l.begin(*s)
		}
	}
}

// of returns the preview of the picture in a slot; nil if it is not loaded or being loaded.
func (l *previewLoader) of(s order.Slot) *preview { return l.known[s.WithoutMeasurements()] }

// again loads the picture of a slot once more.
func (l *previewLoader) again(s order.Slot) {
	key := s.WithoutMeasurements()
	if seen := l.known[key]; seen != nil && seen.done {
		delete(l.known, key)
		l.begin(s)
	}
}

func (l *previewLoader) begin(s order.Slot) {
	key := s.WithoutMeasurements()
	if l.known[key] != nil {
		return
	}
	ctx, cancel := context.WithCancel(l.all)
	seen := &preview{ends: []func(){cancel}}
	if key.URL != "" {
		seen.dies, _ = linkcheck.Expiry(key.URL, l.host.Now())
	}
	l.known[key] = seen
	tell := func(found preview) {
		l.host.Post(func() {
			if l.known[key] != seen || ctx.Err() != nil {
				return // the slot holds something else by now
			}
			found.done = true
			if found.dies.IsZero() {
				found.dies = seen.dies
			}
			*seen = found // its ends go with what it was
			cancel()
			l.landed()
		})
	}
	dead := s.Expired(l.host.Now()) || (!seen.dies.IsZero() && !l.host.Now().Before(seen.dies))
	look := func() {
		switch {
		case key.File != "":
			l.host.Go(func(context.Context) { tell(l.file(ctx, s)) })
		case dead, !client.IsHTTPURL(key.URL):
			tell(preview{})
		default:
			stop := l.host.After(lookPause, func() { tell(l.link(ctx, key.URL)) })
			seen.ends = append(seen.ends, func() { stop() })
		}
	}
	if key.Asset == "" {
		look()
		return
	}
	l.host.Go(func(context.Context) {
		a, err := l.library.AssetByRef(ctx, key.Asset)
		l.host.Post(func() {
			switch {
			case ctx.Err() != nil:
			case err != nil:
				look() // the library does not have it any more
			default:
				known := preview{width: a.Width, height: a.Height}
				if a.Link != "" && a.Link == key.URL {
					known.dies = a.LinkExpires
				}
				seen.ends = append(seen.ends, l.library.Thumb(a, lookPx, func(picture image.Image) {
					known.picture = picture
					tell(known)
				}))
			}
		})
	})
}

// link loads a link. It blocks on the network.
func (l *previewLoader) link(ctx context.Context, url string) preview {
	if ctx.Err() != nil {
		return preview{}
	}
	p, err := l.library.LookAt(ctx, url)
	if err != nil {
		return preview{err: err}
	}
	picture, _, err := decode(p.Data, lookPx)
	if err != nil {
		return preview{err: linkcheck.ErrNotPicture}
	}
	return preview{picture: picture, width: p.Width, height: p.Height}
}

// file loads a picture of this computer. It blocks on the disk.
func (l *previewLoader) file(ctx context.Context, s order.Slot) preview {
	data, err := l.library.ReadPicture(ctx, order.Upload{File: s.File, Asset: s.Asset})
	if err != nil {
		return preview{err: err}
	}
	picture, size, err := decode(data, lookPx)
	return preview{picture: picture, width: size.X, height: size.Y, err: err}
}

// measured returns the form with the sizes and expiries of the loaded pictures. It is not a change by the user.
func (l *previewLoader) measured(f order.Form) order.Form {
	for _, s := range slotsOf(&f) {
		seen := l.of(*s)
		if seen == nil {
			continue
		}
		if s.Width == 0 && seen.done && seen.width > 0 && seen.height > 0 {
			s.Width, s.Height = seen.width, seen.height
		}
		if s.Dies == 0 && strings.TrimSpace(s.URL) != "" && !seen.dies.IsZero() {
			s.Dies = seen.dies.UnixMilli()
		}
	}
	return f
}

// decode returns a picture with at most px on its longer side, in the one form that the window draws without converting
// it, and the pixels of the whole.
func decode(data []byte, px int) (image.Image, image.Point, error) {
	whole, err := upload.Measure(data)
	if err != nil {
		return nil, whole, err
	}
	p, err := picturefile.Read(bytes.NewReader(data))
	if err != nil {
		return nil, whole, err
	}
	return picturefile.ScaleDown(p.Image, px), whole, nil
}

package db

import (
	"cmp"
	"context"
	"path/filepath"
	"strings"

	"viviscope/client/decode"
	"viviscope/db/folder"
)

// Media is the metadata of a file; zero values are unknown.
type Media struct {
	MIME     string  `json:"mime,omitempty"`
	Width    int     `json:"width,omitempty"` // pixels
	Height   int     `json:"height,omitempty"`
	Seconds  float64 `json:"seconds,omitempty"`
	FPS      float64 `json:"fps,omitempty"`
	HasAudio bool    `json:"has_audio,omitempty"`
}

func (m *Media) sanitize() {
	zeroUnless(m, m.Width >= 0 && m.Width <= maxSide && m.Height >= 0 && m.Height <= maxSide &&
		m.Seconds >= 0 && m.Seconds <= maxSeconds && m.FPS >= 0 && m.FPS <= 1000)
	m.MIME = cleanLine(m.MIME, 40)
}

// prober determines type and metadata of files.
type prober struct {
	folder *folder.Folder
	// probe is [Options].Probe; nil: only headers are read.
	probe func(ctx context.Context, kind AssetKind, path string) (Media, error)
}

func newProber(h *home, o Options) prober { return prober{h.Folder, o.Probe} }

// mediaKind determines whether a file is a clip or a picture, by its first bytes. Pictures are also probed.
func (p prober) mediaKind(ctx context.Context, rel string) (kind AssetKind, m Media, err error) {
	f, err := p.folder.Root.Open(rel)
	if err != nil {
		return "", Media{}, err
	}
	defer f.Close()
	m.MIME, m.Width, m.Height, err = folder.Measure(f)
	if decode.IsClip(m.MIME) {
		return Clip, m, err
	}
	if m.MIME == "" || p.probe == nil {
		return Picture, m, err
	}
	// The header contains neither rotation nor animation, and headers of rare formats are not parsed.
	seen, probeErr := p.probe(ctx, Picture, filepath.Join(p.folder.Dir(), filepath.FromSlash(rel)))
	switch {
	case probeErr == nil && seen.Seconds > 0:
		return Clip, seen, nil
	case probeErr == nil:
		m.Width, m.Height, err = seen.Width, seen.Height, nil
	case err != nil:
		err = &unsupportedError{probeErr}
	}
	return Picture, m, err
}

// probed returns type and metadata of a file, by its first bytes and by the probe function.
func (p prober) probed(ctx context.Context, rel string) (AssetKind, Media, error) {
	kind, media, err := p.mediaKind(ctx, rel)
	if err != nil || p.probe == nil || kind == Picture || media.Seconds > 0 {
		return kind, media, err
	}
	probed, err := p.probe(ctx, kind, filepath.Join(p.folder.Dir(), filepath.FromSlash(rel)))
	if err != nil {
		return "", Media{}, &unsupportedError{err}
	}
	probed.MIME = media.MIME
	probed.sanitize()
	return kind, probed, nil
}

// unsupportedError is a [folder.ErrNoMedia] with the cause as its whole message.
type unsupportedError struct{ why error }

func (e *unsupportedError) Error() string { return e.why.Error() }

func (e *unsupportedError) Unwrap() []error { return []error{folder.ErrNoMedia, e.why} }

// extensionOf returns the file extension for a MIME type.
func extensionOf(mime string) string {
	return cmp.Or(decode.Extension(mime), strings.TrimPrefix(mime, "image/"))
}

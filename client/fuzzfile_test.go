package client

import (
	"bytes"
	"encoding/base64"
	"image"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// FuzzPartState checks that for any stored state, only a partial file of the same content is resumed, with a valid
// header.
func FuzzPartState(f *testing.F) {
	const link = "https://api.example.com/v1/videos/t/content"
	f.Add([]byte(`{"url":"`+link+`","etag":"\"v1\"","total":2000}`), uint16(1000))
	f.Add([]byte(`{"url":"`+link+`","etag":"W/\"v1\"","last_modified":"x\r\nHost: evil","total":-1}`), uint16(1))
	f.Add([]byte(`{"url":"`+link+`","etag":"\"v1\"","total":-7}`), uint16(0))
	dir := f.TempDir()
	path := filepath.Join(dir, "a.mp4")
	f.Fuzz(func(t *testing.T, state []byte, size uint16) {
		if err := os.WriteFile(statePath(path), state, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(partPath(path), make([]byte, size), 0o600); err != nil {
			t.Fatal(err)
		}
		p, n, ok := readPartState(path, link)
		if !ok {
			return
		}
		v := p.validator()
		if n != int64(size) || n == 0 || p.URL != link || p.Total >= 0 && p.Total < n ||
			strings.ContainsAny(v, "\r\n\x00") || strings.HasPrefix(v, "W/") && p.ETag != "" && p.LastModified == "" {
			t.Errorf("%q with %d bytes is continued at %d by %q", state, size, n, v)
		}
	})
}

// FuzzMeasure: what CheckImage lets through is decoded to the size that it measured, or not at all, in memory that goes
// with that size.
func FuzzMeasure(f *testing.F) {
	webp, _ := base64.StdEncoding.DecodeString(tinyWebP)
	for _, b := range [][]byte{picture(f, "png", 5, 5), picture(f, "jpeg", 9, 5), webp, extendedWebP(1, 1, webp[12:]),
		extendedWebP(1, 1, vp8lHeader(16384, 16384))} {
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		info, err := CheckImage(bytes.NewReader(b), int64(len(b)))
		if err != nil || info.Width*info.Height > 1<<20 {
			return
		}
		var img image.Image
		n := allocated(func() { img, _, err = image.Decode(bytes.NewReader(b)) })
		if n > 64<<20+uint64(256*len(b)) {
			t.Fatalf("%s of %d by %d takes %d bytes", info.Format, info.Width, info.Height, n)
		}
		if err == nil && img.Bounds().Size() != image.Pt(info.Width, info.Height) {
			t.Errorf("measured %+v, decoded %v", info, img.Bounds())
		}
	})
}

// FuzzInline: base64 of an answer decodes to what was encoded, in each of its spellings, and never to more.
func FuzzInline(f *testing.F) {
	f.Add("AAEC", []byte{0, 1, 2})
	f.Add("data:image/png;base64,_-8=", []byte("\xff\xef"))
	f.Add("====", []byte{})
	f.Fuzz(func(t *testing.T, s string, data []byte) {
		if got, err := io.ReadAll(base64Reader(s)); len(got) > len(s) || err != nil &&
			asError(t, err).Err != ErrDamaged {
			t.Errorf("%q: %d bytes, %v", s, len(got), err)
		}
		for _, enc := range []*base64.Encoding{base64.StdEncoding, base64.RawStdEncoding, base64.URLEncoding,
			base64.RawURLEncoding} {
			for _, head := range []string{"", "data:image/png;base64,"} {
				if got, err := io.ReadAll(base64Reader(head + enc.EncodeToString(data))); err != nil ||
					!bytes.Equal(got, data) {
					t.Fatalf("%q came back as %q, %v", data, got, err)
				}
			}
		}
	})
}

// FuzzClipCheck: a file that passes for a clip is no text.
func FuzzClipCheck(f *testing.F) {
	f.Add([]byte("\x00\x00\x00\x10ftypisom\x00\x00\x00\x00\x00\x00\x00\x08moof"))
	f.Add([]byte("\x00\x00\x00\x01mdat\x00\x00\x00\x00\x00\x00\x00\x12ab"))
	f.Fuzz(func(t *testing.T, b []byte) {
		size := int64(len(b))
		if checkClip(bytes.NewReader(b), size) == nil && isText(bytes.NewReader(b), size) {
			t.Errorf("%q is no clip", b[:min(len(b), 16)])
		}
	})
}

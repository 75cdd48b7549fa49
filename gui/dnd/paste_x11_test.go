//go:build linux || freebsd || netbsd || openbsd || dragonfly

package dnd

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os/exec"
	"slices"
	"testing"
	"time"

	"github.com/jezek/xgb/xproto"
)

// clip copies data with xclip, which stays running and serves it.
func (p *paster) clip(flavour string, data []byte) {
	t := p.t
	t.Helper()
	before := p.owner()
	if _, err := exec.LookPath("xclip"); err != nil {
		t.Skip("xclip is not installed (make deps installs it)")
	}
	c := exec.Command("xclip", "-selection", "clipboard", "-t", flavour)
	c.Stdin = bytes.NewReader(data)
	if err := c.Run(); err != nil {
		t.Fatalf("xclip %s: %v", flavour, err)
	}
	(&desk{t: t}).wait("the new owner of the clipboard", func() bool {
		now := p.owner()
		return now != before && now != 0
	})
}

func (p *paster) owner() xproto.Window {
	p.t.Helper()
	reply, err := xproto.GetSelectionOwner(p.conn, p.atom("CLIPBOARD")).Reply()
	if err != nil {
		p.t.Fatal(err)
	}
	return reply.Owner
}

// Content of other programs is pasted, including pictures above the property size (INCR).
func TestPasteFromOtherPrograms(t *testing.T) {
	display := startScreen(t)
	t.Setenv("DISPLAY", display)
	p := newPaster(t, display)
	c := NewFileClipboard(quiet())
	large := []byte(onePNG)
	random := rand.NewChaCha8([32]byte{})
	large = append(large, make([]byte, 5<<20)...)
	_, _ = random.Read(large[len(onePNG):]) // it returns no error
	for _, tc := range []struct {
		name, flavour string
		data          []byte
		want          Drop
		picture       bool
	}{
		{"picture", "image/png", []byte(onePNG), Drop{Files: []string{"/kept"}}, true},
		{"large picture", "image/png", large, Drop{Files: []string{"/kept"}}, true},
		{"link", "UTF8_STRING", []byte(signed), Drop{Links: []string{signed}}, false},
		{"file", "text/uri-list", []byte("file:///a/b%20c.png\r\n"), Drop{Files: []string{"/a/b c.png"}}, false},
		{"copied file", copiedFiles, []byte("copy\nfile:///a/b.png"), Drop{Files: []string{"/a/b.png"}}, false},
		{"words", "UTF8_STRING", []byte("a boat ⛵"), Drop{Text: "a boat ⛵"}, false},
		{"sound", "audio/x-wav", []byte("RIFF"), Drop{}, false},
	} {
		p.clip(tc.flavour, tc.data)
		var kept []byte
		got, err := c.Paste(limited(t), true, func(picture []byte) (string, error) {
			kept = picture
			return "/kept", nil
		})
		if err != nil || !slices.Equal(got.Files, tc.want.Files) || !slices.Equal(got.Links, tc.want.Links) ||
			got.Text != tc.want.Text {
			t.Errorf("%s: %+v, %v; want %+v", tc.name, got, err, tc.want)
		}
		if tc.picture && !bytes.Equal(kept, tc.data) {
			t.Errorf("%s: %d bytes were kept of %d, or others", tc.name, len(kept), len(tc.data))
		}
	}
}

// The clipboard is empty, or its owner does not respond.
func TestPasteOfEmptyClipboard(t *testing.T) {
	display := startScreen(t)
	t.Setenv("DISPLAY", display)
	p := newPaster(t, display)
	c := NewFileClipboard(quiet())
	if got, err := c.Paste(limited(t), false, nil); err != nil || len(got.Files)+len(got.Links) > 0 || got.Text != "" {
		t.Errorf("an empty clipboard: %+v, %v", got, err)
	}
	if err := xproto.SetSelectionOwnerChecked(p.conn, p.window, p.atom("CLIPBOARD"),
		xproto.TimeCurrentTime).Check(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if _, err := c.Paste(ctx, false, nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("an owner that is silent: %v", err)
	}
}

// A picture copied here can be pasted as a picture, as a file and as text.
func TestCopiedPictureHasItsBytes(t *testing.T) {
	display := startScreen(t)
	t.Setenv("DISPLAY", display)
	c := NewFileClipboard(quiet())
	t.Cleanup(c.Close)
	picture := append([]byte(onePNG), make([]byte, 1<<20)...)
	if err := c.Copy([]string{"/a/boat.png"}, map[string][]byte{"image/png": picture}); err != nil {
		t.Fatal(err)
	}
	p := newPaster(t, display)
	for flavour, want := range map[string][]byte{"image/png": picture,
		"text/uri-list": []byte("file:///a/boat.png\r\n"), "UTF8_STRING": []byte("/a/boat.png")} {
		if got, ok := p.paste(flavour); !ok || !bytes.Equal(got, want) {
			t.Errorf("%s: %d bytes, %v; want %d", flavour, len(got), ok, len(want))
		}
	}
}

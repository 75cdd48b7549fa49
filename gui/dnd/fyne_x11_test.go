//go:build linux || freebsd || netbsd || openbsd || dragonfly

package dnd

import (
	"bufio"
	"encoding/json"
	"fmt"
	"image"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"viviscope/gui/dnd/dragtest"
)

// program is a real window in its own process, with a source that drags onto it.
type program struct {
	t       *testing.T
	display string
	dir     string // its working directory
	window  uint32
	source  *dragtest.Source
	scale   float32
	direct  bool // drags ignore the proxy
	said    chan heard
}

func startProgram(t *testing.T, display string, scale float32) *program {
	t.Helper()
	p := &program{t: t, display: display, dir: t.TempDir(), scale: scale, said: make(chan heard, 1024)}
	var err error
	if p.source, err = dragtest.Open(display); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.source.Close)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(self)
	c.Dir = p.dir
	c.Env = append(os.Environ(), asWindow+"=1", "DISPLAY="+display, "FYNE_PLATFORM=x11", "WAYLAND_DISPLAY=",
		"LANG=C.UTF-8",
		fmt.Sprintf("FYNE_SCALE=%v", scale), "XDG_CONFIG_HOME="+t.TempDir(), "XDG_DATA_HOME="+t.TempDir())
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	c.Stderr = &log
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		end(c)
		if t.Failed() {
			t.Logf("the window's program wrote:\n%s", log.String())
		}
	})
	go p.listen(out)
	if p.window, err = p.source.Find(limited(t), windowTitle); err != nil {
		t.Fatal(err)
	}
	k := &desk{t: t}
	k.wait("a proxy", func() bool { return p.proxy() != p.window })
	return p
}

func (p *program) listen(out io.Reader) {
	defer close(p.said)
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 4<<20)
	for lines.Scan() {
		var h heard
		if json.Unmarshal(lines.Bytes(), &h) == nil {
			p.said <- h
		}
	}
}

func (p *program) proxy() uint32 { return p.source.Proxy(p.window) }

// px converts canvas coordinates to px of the window.
func (p *program) px(x, y float32) image.Point { return image.Pt(int(x*p.scale), int(y*p.scale)) }

func (p *program) drag(d dragtest.Drag) dragtest.Result {
	p.t.Helper()
	d.Window = p.window
	result, err := p.source.Drag(limited(p.t), d)
	if err != nil {
		p.t.Fatalf("drag: %v (%+v)", err, result)
	}
	return result
}

// until collects the window's output until ok returns true.
func (p *program) until(what string, holds func(heard) bool) []heard {
	p.t.Helper()
	ctx := limited(p.t)
	var all []heard
	for {
		select {
		case h, ok := <-p.said:
			if !ok {
				p.t.Fatalf("the window's program ended while waiting for %s", what)
			}
			all = append(all, h)
			if holds(h) {
				return all
			}
		case <-ctx.Done():
			p.t.Fatalf("waited in vain for %s; heard %+v", what, all)
		}
	}
}

func (p *program) dropped() heard {
	p.t.Helper()
	all := p.until("a drop", func(h heard) bool { return h.Drop != nil })
	return all[len(all)-1]
}

// The ten drags arrive with exact bytes at the right slot of a real window, at two scales. Content that a slot does not
// accept is rejected while hovering.
func TestTenDragsInARealWindow(t *testing.T) {
	for _, scale := range []float32{1, 1.5} {
		t.Run(fmt.Sprintf("scale %v", scale), func(t *testing.T) {
			p := startProgram(t, startScreen(t), scale)
			for _, c := range tenCases() {
				t.Run(c.name, func(t *testing.T) {
					p.t = t
					p.try(c)
				})
			}
		})
	}
}

// XWayland sends drags of Wayland programs to the window itself. They arrive like the others, and the toolkit does not
// receive them.
func TestTenDragsThatIgnoreTheProxy(t *testing.T) {
	p := startProgram(t, startScreen(t), 1)
	for _, c := range tenCases() {
		t.Run(c.name, func(t *testing.T) {
			p.t = t
			p.direct = true
			p.try(c)
		})
	}
}

func (p *program) try(c dragCase) {
	p.t.Helper()
	d := dragtest.Drag{Direct: p.direct, Offers: c.offers, Path: []image.Point{p.px(5, 5), p.px(lastLeft-2, slotTop+20),
		p.px(lastLeft+1, slotTop+20), p.px(lastLeft+80, slotTop+70)}}
	wanted, slot := []bool{false, false, true, true}, "last"
	switch {
	case c.want.Kind == KindText:
		d.Path = append(d.Path, p.px(firstLeft+10, promptTop+10))
		wanted, slot = []bool{false, false, false, false, true}, "prompt"
	case c.want.Kind == KindUnknown:
		wanted = []bool{false, false, false, false}
	}
	if c.leaves {
		d.End = dragtest.Leave
	}
	result := p.drag(d)
	if result.Proxy == p.direct || !slices.Equal(result.Statuses, wanted) {
		p.t.Errorf("source was answered %+v, want %v", result, wanted)
	}
	if c.want.Kind == KindUnknown { // nothing was said at all: the next case would hear it
		if result.Dropped {
			p.t.Error("dropped, though nothing could be taken")
		}
		return
	}
	all := p.until("the end of the hover", func(h heard) bool { return h.Leave })
	for _, h := range all {
		if h.Drop != nil {
			p.t.Errorf("arrived before the hover's end: %+v", h.Drop)
		}
		if h.Offer != nil && (h.Offer.Kind != c.want.Kind || !slices.Equal(h.Offer.Links, c.want.Links) ||
			h.Offer.Text != c.want.Text) {
			p.t.Errorf("hovered %+v, want %+v", *h.Offer, c.want)
		}
	}
	if c.leaves {
		return
	}
	got := p.dropped()
	if !slices.Equal(got.Drop.Links, c.want.Links) || !slices.Equal(got.Drop.Files, c.want.Files) ||
		got.Drop.Text != c.want.Text || got.Drop.Damaged {
		p.t.Errorf("arrived %+v, want %+v", *got.Drop, c.want)
	}
	if got.Slot != slot || !got.Drop.Placed || !result.Accepted {
		p.t.Errorf("arrived at %s (%v), source was told %v; want %s", got.Slot, got.Drop.At, result.Accepted, slot)
	}
}

// A dialog blocks drops and hovers.
func TestDialogBlocksDrops(t *testing.T) {
	p := startProgram(t, startScreen(t), 1)
	p.drag(dragtest.Drag{Path: []image.Point{p.px(firstLeft+10, promptTop+10)},
		Offers: []dragtest.Flavour{dragtest.Text("UTF8_STRING", "dialog")}})
	p.dropped()
	result := p.drag(dragtest.Drag{Path: []image.Point{p.px(firstLeft+10, slotTop+10)},
		Offers: dragtest.Link(signed, "x"), Force: true})
	if slices.Contains(result.Statuses, true) || result.Accepted {
		t.Errorf("under a dialog: %+v", result)
	}
}

func TestDetachInARealWindow(t *testing.T) {
	p := startProgram(t, startScreen(t), 1)
	p.drag(dragtest.Drag{Path: []image.Point{p.px(firstLeft+10, promptTop+10)},
		Offers: []dragtest.Flavour{dragtest.Text("UTF8_STRING", "detach")}})
	p.dropped()
	(&desk{t: t}).wait("the end of the proxy", func() bool { return p.proxy() == p.window })
}

// If our proxy is lost the toolkit delivers drops: files are correct, a link is reported as damaged, a link file is
// read.
func TestToolkitIsFallback(t *testing.T) {
	p := startProgram(t, startScreen(t), 1)
	if err := p.source.Kill(p.proxy()); err != nil {
		t.Fatal(err)
	}
	(&desk{t: t}).wait("the end of the proxy", func() bool { return p.proxy() == p.window })
	picture, link := filepath.Join(p.dir, "pic ä#1%.png"), filepath.Join(p.dir, "x.url")
	for path, data := range map[string][]byte{picture: []byte("picture"), link: linkFile(".url", signed)} {
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	at := p.px(firstLeft+30, slotTop+40)
	for _, c := range []struct {
		name string
		uris []string
		want Drop
	}{
		{"files", []string{"file://" + strings.NewReplacer(" ", "%20", "#", "%23", "%", "%25").Replace(picture)},
			Drop{Files: []string{picture}}},
		{"a link", []string{signed}, Drop{Damaged: true}},
		{"a link file and a link", []string{"file://" + link, "http://a.example/"},
			Drop{Links: []string{signed}, Damaged: true}},
	} {
		result := p.drag(dragtest.Drag{Path: []image.Point{at}, Offers: dragtest.Files(c.uris...), Force: true})
		if result.Proxy {
			t.Fatalf("%s: the proxy is back: %+v", c.name, result)
		}
		got := p.dropped().Drop
		if !slices.Equal(got.Links, c.want.Links) || !slices.Equal(got.Files, c.want.Files) ||
			got.Damaged != c.want.Damaged {
			t.Errorf("%s: arrived %+v, want %+v", c.name, *got, c.want)
		}
		if !got.Placed || got.At != fyne.NewPos(firstLeft+30, slotTop+40) {
			t.Errorf("%s: arrived at %v, placed %v", c.name, got.At, got.Placed)
		}
	}
}

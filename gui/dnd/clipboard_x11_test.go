//go:build linux || freebsd || netbsd || openbsd || dragonfly

package dnd

import (
	"encoding/binary"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// paster is another program that reads the clipboard.
type paster struct {
	t      *testing.T
	conn   *xgb.Conn
	window xproto.Window
}

func newPaster(t *testing.T, display string) *paster {
	t.Helper()
	conn, err := xgb.NewConnDisplay(display)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	p := &paster{t: t, conn: conn}
	if p.window, err = xproto.NewWindowId(conn); err != nil {
		t.Fatal(err)
	}
	root := xproto.Setup(conn).DefaultScreen(conn).Root
	if err := xproto.CreateWindowChecked(conn, 0, p.window, root, 0, 0, 1, 1, 0, xproto.WindowClassInputOnly, 0, 0,
		nil).Check(); err != nil {
		t.Fatal(err)
	}
	return p
}

func (p *paster) atom(name string) xproto.Atom {
	p.t.Helper()
	reply, err := xproto.InternAtom(p.conn, false, uint16(len(name)), name).Reply()
	if err != nil {
		p.t.Fatal(err)
	}
	return reply.Atom
}

// paste requests a flavour; ok is false if it is refused.
func (p *paster) paste(flavour string) (content []byte, ok bool) {
	p.t.Helper()
	to := p.atom("PASTED")
	xproto.ConvertSelection(p.conn, p.window, p.atom("CLIPBOARD"), p.atom(flavour), to, xproto.TimeCurrentTime)
	for {
		event, failure := p.conn.WaitForEvent()
		if failure != nil || event == nil {
			p.t.Fatalf("waiting for %s: %v", flavour, failure)
		}
		e, is := event.(xproto.SelectionNotifyEvent)
		if !is {
			continue
		}
		if e.Property == xproto.AtomNone {
			return nil, false
		}
		reply, err := xproto.GetProperty(p.conn, true, p.window, to, xproto.GetPropertyTypeAny, 0, 1<<24).Reply()
		if err != nil {
			p.t.Fatal(err)
		}
		return reply.Value, true
	}
}

func TestFilesAreOnTheClipboard(t *testing.T) {
	display := startScreen(t)
	t.Setenv("DISPLAY", display)
	c := NewFileClipboard(slog.New(slog.DiscardHandler))
	t.Cleanup(c.Close)
	p := newPaster(t, display)
	if _, ok := p.paste("text/uri-list"); ok {
		t.Fatal("something is there before anything was copied")
	}
	if err := c.Copy([]string{"/a library/1 % done.png", "/雪.mp4"}, nil); err != nil {
		t.Fatal(err)
	}
	for flavour, want := range map[string]string{
		"text/uri-list": "file:///a%20library/1%20%25%20done.png\r\nfile:///%E9%9B%AA.mp4\r\n",
		copiedFiles:     "copy\nfile:///a%20library/1%20%25%20done.png\nfile:///%E9%9B%AA.mp4",
		"UTF8_STRING":   "/a library/1 % done.png\n/雪.mp4",
	} {
		if got, ok := p.paste(flavour); !ok || string(got) != want {
			t.Errorf("%s: %q, %v", flavour, got, ok)
		}
	}
	if _, ok := p.paste("image/png"); ok {
		t.Error("a flavour that is not there was given")
	}
	list, _ := p.paste("TARGETS")
	var targets []xproto.Atom
	for ; len(list) >= 4; list = list[4:] {
		targets = append(targets, xproto.Atom(binary.NativeEndian.Uint32(list)))
	}
	for _, flavour := range []string{"TARGETS", "TIMESTAMP", "text/uri-list", copiedFiles, "text/plain"} {
		if !slices.Contains(targets, p.atom(flavour)) {
			t.Errorf("%s is not offered", flavour)
		}
	}

	var many []string // more than one request carries
	for i := range 1000 {
		many = append(many, fmt.Sprintf("/%s/%d.png", strings.Repeat("folder", 60), i))
	}
	if err := c.Copy(many, nil); err != nil {
		t.Fatal(err)
	}
	if got, _ := p.paste("UTF8_STRING"); string(got) != strings.Join(many, "\n") {
		t.Errorf("of 1000 paths came %d bytes", len(got))
	}

	if err := xproto.SetSelectionOwnerChecked(p.conn, p.window, p.atom("CLIPBOARD"),
		xproto.TimeCurrentTime).Check(); err != nil {
		t.Fatal(err)
	}
	if err := c.Copy([]string{"/again.png"}, nil); err != nil {
		t.Fatal("after another program copied:", err)
	}
	if got, _ := p.paste("text/plain"); string(got) != "/again.png" {
		t.Errorf("then it holds %q", got)
	}
	c.Close()
	if _, ok := p.paste("text/plain"); ok {
		t.Error("a closed clipboard still gives")
	}
}

func TestNoFileClipboardWithoutDisplay(t *testing.T) {
	t.Setenv("DISPLAY", "")
	if NewFileClipboard(slog.New(slog.DiscardHandler)) != nil {
		t.Error("there is one")
	}
}

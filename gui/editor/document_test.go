package editor

import (
	"context"
	"errors"
	"image"
	"testing"
	"time"

	"viviscope/gui/action/actiontest"
	"viviscope/gui/editor/drawing"
)

func TestWhatCannotBeWrittenIsWrittenTheNextTime(t *testing.T) {
	n := newFakeLibrary()
	n.full = true
	var timers []func()
	host := &actiontest.Host{Timer: func(_ time.Duration, f func()) func() bool {
		timers = append(timers, f)
		return func() bool { return false }
	}}
	s := newCanvasStore(&Deps{Host: host, Library: n})
	h := drawing.NewHistory(drawing.Drawing{Source: drawing.Source{Asset: "a", Size: image.Pt(100, 80)}}, historyMemory)
	h.Do("box", h.Now().Add(drawing.Mark{Kind: drawing.Box, Points: []drawing.Point{{X: 1, Y: 1}, {X: 9, Y: 9}}}))
	s.saver.Put(canvasPrefix+"a", snapshot{"vase", h.Snapshot(), noon})
	s.saver.Put(sessionName, session{Open: "a", Settings: newToolSettings()})
	if len(timers) != 1 {
		t.Fatalf("%d timers for two changes", len(timers))
	}
	timers[0]()
	if err := s.saver.Flush(context.Background()); !errors.Is(err, errFull) {
		t.Fatalf("%v", err)
	}
	h.Do("ellipse", h.Now().Add(drawing.Mark{Kind: drawing.Ellipse,
		Points: []drawing.Point{{X: 1, Y: 1}, {X: 9, Y: 9}}}))
	if read, err := s.load(context.Background(), "a"); err != nil || read.history == nil ||
		len(read.history.Now().Marks) != 1 {
		t.Fatalf("what is not yet written cannot be read, or is not what it was: %v", err)
	}
	n.full = false
	if err := s.saver.Flush(context.Background()); err != nil || n.wrote != 2 {
		t.Fatalf("wrote %d, %v", n.wrote, err)
	}
	read, err := s.load(context.Background(), "a")
	if err != nil || read.title != "vase" || !read.changed.Equal(noon) || !read.history.CanUndo() ||
		len(read.history.Now().Marks) != 1 {
		t.Fatalf("%+v, %v", read, err)
	}
	if err := s.saver.Flush(context.Background()); err != nil || n.wrote != 2 {
		t.Errorf("wrote %d again, %v", n.wrote, err)
	}
}

func TestToolsOfAnOlderProgramAreMended(t *testing.T) {
	n := newFakeLibrary()
	n.settings[sessionName] = []byte(`{"hand":{"tool":"lasso","styles":{"brush":{"width":3,"opacity":1}}}}`)
	s := newCanvasStore(&Deps{Library: n})
	d, err := s.loadSession(context.Background())
	if err != nil || d.Settings.Tool != "brush" || d.Settings.Styles["brush"].Width != 3 ||
		d.Settings.Styles["arrow"].Width == 0 || d.Settings.Fill.A == 0 {
		t.Errorf("%+v, %v", d.Settings, err)
	}
	n.settings[sessionName] = []byte(`[]`)
	if d, err := s.loadSession(context.Background()); err == nil || d.Settings.Styles["arrow"].Width == 0 {
		t.Errorf("what is no session: %v", err)
	}
}

package editor

import (
	"context"
	"errors"
	"image"
	"log/slog"
	"testing"
	"time"

	"viviscope/gui/editor/drawing"
)

// forgetful is a notebook that cannot be written to for a while.
type forgetful struct {
	*notebook
	fails bool
	wrote int
}

var errFull = errors.New("disk full")

func (f *forgetful) SetSetting(ctx context.Context, name string, value any) error {
	if f.fails {
		return errFull
	}
	f.wrote++
	return f.notebook.SetSetting(ctx, name, value)
}

func TestWhatCannotBeWrittenIsWrittenTheNextTime(t *testing.T) {
	n := &forgetful{notebook: newNotebook(), fails: true}
	var timers []func()
	s := &sessions{drafts: n, log: slog.New(slog.DiscardHandler), after: func(_ time.Duration, f func()) func() bool {
		timers = append(timers, f)
		return func() bool { return false }
	}}
	h := drawing.NewHistory(drawing.Drawing{Source: drawing.Source{Asset: "a", Size: image.Pt(100, 80)}}, historyMemory)
	h.Do("box", h.Now().Add(drawing.Mark{Kind: drawing.Box, Points: []drawing.Point{{X: 1, Y: 1}, {X: 9, Y: 9}}}))
	s.keep(canvasPrefix+"a", frozen{"vase", h.Frozen()})
	s.keep(deskName, desk{Open: "a", Hand: newHand()})
	if len(timers) != 1 {
		t.Fatalf("%d timers for two changes", len(timers))
	}
	timers[0]()
	if err := s.flush(context.Background()); !errors.Is(err, errFull) {
		t.Fatalf("%v", err)
	}
	h.Do("ellipse", h.Now().Add(drawing.Mark{Kind: drawing.Ellipse, Points: []drawing.Point{{X: 1, Y: 1}, {X: 9, Y: 9}}}))
	if _, read, err := s.load(context.Background(), "a"); err != nil || read == nil || len(read.Now().Marks) != 1 {
		t.Fatalf("what is not yet written cannot be read, or is not what it was: %v", err)
	}
	n.fails = false
	if err := s.flush(context.Background()); err != nil || n.wrote != 2 {
		t.Fatalf("wrote %d, %v", n.wrote, err)
	}
	title, read, err := s.load(context.Background(), "a")
	if err != nil || title != "vase" || !read.CanUndo() || len(read.Now().Marks) != 1 {
		t.Fatalf("%q, %v", title, err)
	}
	if err := s.flush(context.Background()); err != nil || n.wrote != 2 {
		t.Errorf("wrote %d again, %v", n.wrote, err)
	}
}

func TestToolsOfAnOlderProgramAreMended(t *testing.T) {
	n := newNotebook()
	n.values[deskName] = []byte(`{"hand":{"tool":"lasso","styles":{"brush":{"width":3,"opacity":1}}}}`)
	s := &sessions{drafts: n, log: slog.New(slog.DiscardHandler)}
	d, err := s.desk(context.Background())
	if err != nil || d.Hand.Tool != "brush" || d.Hand.Styles["brush"].Width != 3 || d.Hand.Styles["arrow"].Width == 0 || d.Hand.Fill.A == 0 {
		t.Errorf("%+v, %v", d.Hand, err)
	}
	n.values[deskName] = []byte(`[]`)
	if d, err := s.desk(context.Background()); err == nil || d.Hand.Styles["arrow"].Width == 0 {
		t.Errorf("what is no desk: %v", err)
	}
}

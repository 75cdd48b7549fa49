package compose

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"viviscope/client"
	"viviscope/client/linkcheck"
	"viviscope/client/order"
	"viviscope/client/order/ordertest"
	"viviscope/client/order/upload"
	"viviscope/db"
	"viviscope/db/folder"
	"viviscope/gui/kit"
)

func TestALinkIsLookedAtOnceAndItsSizeDecidesTheRatio(t *testing.T) {
	b := newSlotFixture(t, db.FramesToVideo)
	test.Type(b.s.fields.prompt.entry, "boats")
	if b.s.fields.ratio.Disabled() {
		t.Error("the ratio is off without a frame")
	}
	if refused := b.slot(0).OnText("  " + lighthouse + "\n"); refused != "" {
		t.Fatal(refused)
	}
	if got := b.s.fields.ratioNote.Text(); got != "Set by the first frame" || !b.s.fields.ratio.Disabled() {
		t.Errorf("before the look: %q", got)
	}
	if len(b.looked) != 0 {
		t.Error("looked without a pause")
	}
	b.s.swapFrames()
	b.s.swapFrames()
	b.settle()
	b.slot(1).OnText(lighthouse)
	b.settle()
	if diff := cmp.Diff([]string{lighthouse}, b.looked); diff != "" {
		t.Error("looks", diff)
	}
	if got := b.s.fields.ratioNote.Text(); got != "16:9 (like the picture)" || b.s.fields.ratio.Selected() != 0 {
		t.Errorf("after it: %q, %d", got, b.s.fields.ratio.Selected())
	}
	if f := b.s.Form().Frames; f.First.Width != 1344 || f.Last.Height != 756 || f.First.URL != lighthouse {
		t.Errorf("form %+v", f)
	}
	b.s.Generate()
	b.finish()
	if len(b.clicks) != 1 {
		t.Fatalf("%d clicks: %v", len(b.clicks), b.s.problems)
	}
	if diff := cmp.Diff([]string{lighthouse, lighthouse},
		ordertest.Videos(b.clicks[0].Requests)[0].InputReference); diff != "" {
		t.Error("sent", diff)
	}
}

func TestALookEndsWithItsPicture(t *testing.T) {
	b := newSlotFixture(t, db.FramesToVideo)
	b.slot(0).OnText(lighthouse)
	b.slot(0).OnClear()
	b.settle()
	if len(b.looked) != 0 || len(b.s.previews.known) != 0 {
		t.Errorf("looked at %v after it was cleared", b.looked)
	}
	// A look that ends after its slot was emptied says nothing.
	b.slot(0).OnText(lighthouse)
	var late []func()
	b.host.Poster = func(f func()) { late = append(late, f) }
	b.clock.fire()
	b.slot(0).OnClear()
	for _, f := range late {
		f()
	}
	if len(b.s.previews.known) != 0 {
		t.Error("a late look is kept")
	}
	b.wants(0, emptySlot)
}

func TestLookAgain(t *testing.T) {
	b := newSlotFixture(t, db.FramesToVideo)
	b.links[lighthouse] = &linkcheck.Error{Kind: linkcheck.ErrUnreachable}
	b.slot(0).OnText(lighthouse)
	b.settle()
	b.links[lighthouse] = nil
	b.follow(0, "Check again")
	b.settle()
	b.wants(0, kit.SlotValue{State: kit.SlotFilled, Caption: "img.gateway.net", Note: "1344 × 756"})
	b.s.SetKind(db.TextToVideo)
	b.s.SetKind(db.FramesToVideo)
	b.settle()
	if len(b.looked) != 2 {
		t.Errorf("looked %d times", len(b.looked))
	}
}

// What was seen is kept as long as a draft has it, so that the memory it takes is bounded by the slots.
func TestWhatWasSeenIsKeptWithItsSlot(t *testing.T) {
	b := newSlotFixture(t, db.FramesToVideo)
	for i := range 5 {
		b.s.putPictures(0, order.Slot{URL: fmt.Sprintf("https://cdn.example.com/%d.png", i)})
		b.settle()
	}
	b.s.SetKind(db.TextToVideo)
	if len(b.s.previews.known) != 1 || b.s.previews.of(b.s.form.Frames.First) == nil {
		t.Errorf("%d pictures are kept", len(b.s.previews.known))
	}
}

func TestALifeRunsOutByItself(t *testing.T) {
	b := newSlotFixture(t, db.FramesToVideo)
	test.Type(b.s.fields.prompt.entry, "boats")
	b.assets["aa11"] = asset(2*time.Hour + 30*time.Second)
	b.s.UseAsset(b.assets["aa11"], 0)
	b.settle()
	tick := func(by time.Duration) kit.SlotValue {
		b.now = b.now.Add(by)
		b.clock.fire()
		return b.state(0)
	}
	if v := b.state(0); v.State != kit.SlotFilled || v.Life != "2 h left" || b.s.foot.button.Disabled() {
		t.Errorf("at the start %+v", v)
	}
	if v := tick(time.Minute); v.State != kit.SlotDying || v.Life != "119 min left, send soon" {
		t.Errorf("a minute later %+v", v)
	}
	if v := tick(2 * time.Hour); v.State != kit.SlotDead || !b.s.foot.button.Disabled() {
		t.Errorf("at the end %+v", v)
	}
	if got := b.s.foot.why.Text(); got != "Link expired" {
		t.Errorf("the foot says %q", got)
	}
	if n := len(b.clock.due); tick(time.Hour).State != kit.SlotDead || len(b.clock.due) > n {
		t.Error("a dead link is watched on")
	}
	b.follow(0, "Replace…")
	if diff := cmp.Diff([]string{"choose asset Choose a picture for the first frame"}, b.nav.Told); diff != "" {
		t.Error(diff)
	}
}

func TestReadPicture(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.png")
	if err := os.WriteFile(path, painted(30, 20), 0o600); err != nil {
		t.Fatal(err)
	}
	if data, err := (upload.Library{}).ReadPicture(t.Context(), order.Upload{File: path}); err != nil ||
		len(data) == 0 {
		t.Error(err)
	}
	text := filepath.Join(dir, "b.png")
	if err := os.WriteFile(text, []byte("no picture"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]error{text: client.ErrDamaged, dir: folder.ErrNotRegular,
		filepath.Join(dir, "no"): fs.ErrNotExist} {
		if _, err := (upload.Library{}).ReadPicture(t.Context(), order.Upload{File: name}); !errors.Is(err, want) {
			t.Errorf("%s: %v", filepath.Base(name), err)
		}
	}
}

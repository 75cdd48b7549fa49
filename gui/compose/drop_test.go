package compose

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"github.com/google/go-cmp/cmp"

	"viviscope/client/order"
	"viviscope/db"
	"viviscope/gui/apptest"
	"viviscope/gui/dnd"
	"viviscope/gui/kit"
	"viviscope/gui/wording"
	"viviscope/resources"
)

func TestHoverSaysWhatADropWouldDo(t *testing.T) {
	signed := "https://img.gateway.net/light-evening.png?Expires=1800082900&Signature=x"
	for name, tc := range map[string]struct {
		kind    db.JobKind
		place   int
		hosting bool
		offer   dnd.Offer
		takes   bool
		lit     int // the slot that says so, -1: none
		want    kit.SlotValue
	}{
		"a link that lives": {db.FramesToVideo, 1, false, dnd.Offer{Kind: dnd.KindLink, Links: []string{signed}}, true,
			1,
			kit.SlotValue{State: kit.SlotAccepts, Words: "Drop to use as last frame", Detail: "light-evening.png"}},
		"a link": {db.FramesToVideo, 0, false, dnd.Offer{Kind: dnd.KindLink, Links: []string{lighthouse}}, true, 0,
			kit.SlotValue{State: kit.SlotAccepts, Words: "Drop to use as first frame", Detail: "light-evening.png"}},
		"two links": {db.FramesToVideo, 0, false, dnd.Offer{Kind: dnd.KindLink, Links: []string{lighthouse, signed}},
			true, 0,
			kit.SlotValue{State: kit.SlotAccepts, Words: "Drop to fill both frames", Detail: "2 addresses"}},
		"a file": {db.FramesToVideo, 0, false, dnd.Offer{Kind: dnd.KindFile, Files: []string{"/a/lake.png"}}, true, 0,
			kit.SlotValue{State: kit.SlotRefuses, Words: "A frame needs a web address."}},
		"a file, hosted": {db.FramesToVideo, 0, true, dnd.Offer{Kind: dnd.KindFile, Files: []string{"/a/lake.png"}},
			true, 0,
			kit.SlotValue{State: kit.SlotAccepts, Words: "Drop to use as first frame", Detail: "lake.png"}},
		"a link file": {db.FramesToVideo, 0, false, dnd.Offer{Kind: dnd.KindFile, Files: []string{"/a/lake.url"}}, true,
			0,
			kit.SlotValue{State: kit.SlotAccepts, Words: "Drop to use as first frame", Detail: "lake.url"}},
		"not known yet": {db.FramesToVideo, 0, false, dnd.Offer{}, true, 0,
			kit.SlotValue{State: kit.SlotAccepts, Words: "Drop to use as first frame"}},
		"text": {db.FramesToVideo, 0, false, dnd.Offer{Kind: dnd.KindText, Text: "boats"}, true, -1,
			kit.SlotValue{}},
		"a program": {db.FramesToVideo, 0, false, dnd.Offer{Kind: dnd.KindFile, Files: []string{"/a/b.exe"}}, false,
			-1, kit.SlotValue{}},
		"a list": {db.FramesToVideo, 0, false, dnd.Offer{Kind: dnd.KindFile, Files: []string{"/a/b.csv"}}, true,
			-1, kit.SlotValue{}},
	} {
		t.Run(name, func(t *testing.T) {
			b := newSlotFixture(t, tc.kind)
			if tc.kind == db.FramesToVideo {
				b.s.putPictures(0, order.Slot{URL: lighthouse})
			}
			if tc.hosting {
				b.acct.Hosting = []byte(`{"kind":"s3"}`)
				b.update()
			}
			target := b.s
			if got, _ := target.Over(b.at(tc.place), tc.offer); got != tc.takes {
				t.Errorf("accepted %v", got)
			}
			for place := range 2 {
				if b.s.viewAt(place) != nil && b.slot(place).Over() != (place == tc.lit) {
					t.Errorf("slot %d lit: %v", place, b.slot(place).Over())
				}
			}
			if tc.lit >= 0 {
				what, _ := b.s.classed(tc.offer)
				if diff := cmp.Diff(tc.want, b.s.hoverValue(tc.place, what)); diff != "" {
					t.Error(diff)
				}
			}
			target.Leave()
			for place := range 2 {
				if b.s.viewAt(place) != nil && b.slot(place).Over() {
					t.Error("the light is still on")
				}
			}
		})
	}
}

// Along the edge of the form a drag scrolls to the slots that are out of sight.
func TestADragScrollsTheForm(t *testing.T) {
	b := newSlotFixture(t, db.FramesToVideo)
	b.w.Resize(fyne.NewSize(600, 360))
	b.s.Refit()
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(b.s.scroll)
	for _, c := range []struct{ y, scrolled float32 }{{b.s.scroll.Size().Height - 10, 24},
		{b.s.scroll.Size().Height / 2, 24}, {10, 0}} {
		b.s.Over(at.AddXY(20, c.y), dnd.Offer{Kind: dnd.KindText})
		if got := b.s.scroll.Offset.Y; got != c.scrolled {
			t.Errorf("at %v the form is scrolled by %v, want %v", c.y, got, c.scrolled)
		}
	}
}

// A picture of the library goes by its link where that lives, and says at the slot, or at the pointer, why it does not.
func TestAPictureOfTheLibraryIsDropped(t *testing.T) {
	lives, expired, clip := asset(21*time.Hour), asset(-time.Hour),
		db.Asset{ID: 4, Ref: "cc33", Kind: db.Clip, Path: "2026/11/boat.mp4"}
	trashed := asset(21 * time.Hour)
	trashed.TrashedAt = trashed.LinkExpires
	const elsewhere, feed = -1, -2 // no slot: elsewhere in the form, and beside it
	for name, tc := range map[string]struct {
		kind     db.JobKind
		place    int
		assets   []db.Asset
		accepted bool
		words    string // at the pointer
		slot     string // in the slot below
		front    db.JobKind
	}{
		"on a frame": {db.FramesToVideo, 1, []db.Asset{lives}, true, "", "Drop to use as last frame",
			db.FramesToVideo},
		"two": {db.FramesToVideo, 0, []db.Asset{lives, lives}, true, "", "Drop to fill both frames",
			db.FramesToVideo},
		"one of both kinds": {db.FramesToVideo, 1, []db.Asset{clip, lives}, true, "", "Drop to use as last frame",
			db.FramesToVideo},
		"its link expired": {db.FramesToVideo, 1, []db.Asset{expired}, false, "",
			wording.FrameUseOf(expired, time.Unix(1_800_000_000, 0), false).Note, db.FramesToVideo},
		"a clip": {db.FramesToVideo, 1, []db.Asset{clip}, false,
			"Frames and edits need a picture. This is a clip.", "", db.FramesToVideo},
		"trashed": {db.FramesToVideo, 1, []db.Asset{trashed}, false,
			"It is in the trash. Restore it to use it.", "", db.FramesToVideo},
		"elsewhere in the form": {db.FramesToVideo, elsewhere, []db.Asset{lives}, true, "", "", db.FramesToVideo},
		"where there is none": {db.TextToVideo, elsewhere, []db.Asset{lives}, true, "Drop to use as first frame", "",
			db.FramesToVideo},
		"expired, of no slot": {db.TextToVideo, elsewhere, []db.Asset{expired}, true, "Drop to open on the canvas",
			"", db.EditImage},
		"of a picture": {db.TextToImage, elsewhere, []db.Asset{lives}, true, "Drop to open on the canvas", "",
			db.EditImage},
		"beside the form": {db.FramesToVideo, feed, []db.Asset{lives}, false, "", "", db.FramesToVideo},
		"on the canvas": {db.EditImage, feed, []db.Asset{lives}, true, "Drop to open on the canvas", "",
			db.EditImage},
	} {
		t.Run(name, func(t *testing.T) {
			b := newSlotFixture(t, tc.kind)
			if tc.kind == db.FramesToVideo {
				b.s.putPictures(0, order.Slot{URL: lighthouse})
			}
			at := fyne.CurrentApp().Driver().AbsolutePositionForObject(b.s.scroll).AddXY(4, 4)
			switch {
			case tc.place == feed:
				at = at.AddXY(b.s.scroll.Size().Width+4, 0)
			case tc.place >= 0:
				at = b.at(tc.place)
			}
			accepted, words := b.s.Over(at, dnd.Offer{Kind: dnd.KindAssets, Assets: tc.assets})
			if accepted != tc.accepted || words != tc.words {
				t.Errorf("accepted %v, says %q", accepted, words)
			}
			if tc.place >= 0 && tc.slot != "" &&
				!strings.Contains(strings.Join(apptest.Texts(b.slot(tc.place)), "\n"), tc.slot) {
				t.Errorf("the slot says %q", apptest.Texts(b.slot(tc.place)))
			}
			if !accepted {
				return
			}
			b.s.Dropped(dnd.Drop{At: at, Placed: true, Assets: tc.assets})
			f := b.s.Form()
			if f.Kind != tc.front {
				t.Errorf("%s is in front", f.Kind)
			}
			if f.Kind == db.FramesToVideo && tc.place >= 0 && f.Frames.Slot(tc.place).Asset != lives.Ref {
				t.Errorf("%+v", f.Frames)
			}
			if f.Kind == db.EditImage && len(b.canvas.opened) != 1 {
				t.Errorf("on the canvas: %v", b.canvas.opened)
			}
		})
	}
}

func TestWhatIsScrolledAwayTakesNoDrop(t *testing.T) {
	b := newSlotFixture(t, db.FramesToVideo)
	b.w.Resize(fyne.NewSize(usualWidth, 420))
	at := b.at(0)
	b.s.scroll.ScrollToBottom()
	if got := b.s.placeAt(at); got == 0 {
		t.Error("the slot is not there any more")
	}
	if now := b.at(0); now.Y >= at.Y {
		t.Fatalf("it did not scroll: %v, %v", at, now)
	} else if got := b.s.placeAt(now); got >= 0 {
		t.Errorf("a slot above the view takes a drop at %v", now)
	}
}

func TestAComposerOutOfSightTakesNoDropByPlace(t *testing.T) {
	b := newSlotFixture(t, db.FramesToVideo)
	b.s.putPictures(0, order.Slot{URL: lighthouse})
	b.w.SetContent(kit.NewGround(resources.BgPanel))
	if got := b.s.placeAt(fyne.NewPos(10, 60)); got >= 0 {
		t.Errorf("slot %d takes a drop on another place", got)
	}
	b.s.Dropped(dnd.Drop{At: fyne.NewPos(10, 60), Placed: true, Links: []string{lighthouse}})
	if f := b.s.Form().Frames; f.Last.URL != lighthouse {
		t.Errorf("%+v", f.Last)
	}
}

func TestDropsElsewhere(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	note, big, latin := write("note.txt", "\ufeffa boat\r\nat dusk\n"),
		write("big.txt", strings.Repeat("x", maxPromptFile+1)), write("old.txt", "caf\xe9")
	away := fyne.NewPos(3, 3)
	for name, tc := range map[string]struct {
		kind db.JobKind
		drop dnd.Drop
		want func(order.Form) bool
		says string
	}{
		"pictures go to the edit": {db.TextToVideo,
			dnd.Drop{At: away, Placed: true, Files: []string{"/a/1.png", "/a/2.jpg"}},
			func(f order.Form) bool { return f.Kind == db.EditImage && len(f.Edit.Inputs()) == 0 }, ""},
		"also from the frames": {db.FramesToVideo, dnd.Drop{At: away, Placed: true, Files: []string{"/a/1.png"}},
			func(f order.Form) bool { return f.Kind == db.EditImage && f.Frames.First.Empty() }, ""},
		"a link goes to the frames": {db.TextToVideo, dnd.Drop{At: away, Placed: true, Links: []string{lighthouse}},
			func(f order.Form) bool {
				return f.Kind == db.FramesToVideo && f.Frames.First.URL == lighthouse
			}, "Used as a frame."},
		"of a picture to the edit": {db.TextToImage, dnd.Drop{Links: []string{lighthouse}},
			func(f order.Form) bool { return f.Kind == db.EditImage && len(f.Edit.Inputs()) == 0 }, ""},
		"text": {db.TextToVideo, dnd.Drop{At: away, Placed: true, Text: "a boat "},
			func(f order.Form) bool { return f.Text.Prompt == "mine\na boat" }, ""},
		"a text file": {db.TextToVideo, dnd.Drop{Files: []string{note}},
			func(f order.Form) bool { return f.Text.Prompt == "mine\na boat\nat dusk" }, ""},
		"too much text": {db.TextToVideo, dnd.Drop{Files: []string{big}}, func(f order.Form) bool {
			return f.Text.Prompt == "mine"
		}, "big.txt is larger than 65.5 kB."},
		"no UTF-8": {db.TextToVideo, dnd.Drop{Files: []string{latin}}, func(f order.Form) bool {
			return f.Text.Prompt == "mine"
		}, "old.txt is not UTF-8 text."},
		"gone": {db.TextToVideo, dnd.Drop{Files: []string{filepath.Join(dir, "no.txt")}}, func(f order.Form) bool {
			return f.Text.Prompt == "mine"
		}, "no.txt cannot be read."},
		"a program": {db.TextToVideo, dnd.Drop{Files: []string{"/a/b.exe"}}, func(f order.Form) bool {
			return f.Kind == db.TextToVideo
		}, "b.exe is not a picture (PNG, JPEG, WebP), text, .csv or .jsonl file."},
		"damaged": {db.TextToVideo, dnd.Drop{Damaged: true}, func(f order.Form) bool {
			return f.Kind == db.TextToVideo
		}, "The desktop passed on a damaged link. Copy the link and paste it here."},
	} {
		t.Run(name, func(t *testing.T) {
			b := newSlotFixture(t, tc.kind)
			b.s.Edit(func(f *order.Form) { f.Text.Prompt = "mine" })
			b.s.Dropped(tc.drop)
			b.finish()
			if f := b.s.Form(); !tc.want(f) {
				t.Errorf("%v %+v", f.Kind, f.Text.Prompt)
			}
			if n := b.s.notices; n.box.Visible() != (tc.says != "") || (tc.says != "" && n.text.Text() != tc.says) {
				t.Errorf("said %v %q", n.box.Visible(), n.text.Text())
			}
		})
	}
}

func TestFilesOfListsByTheirEndings(t *testing.T) {
	for _, name := range []string{"a.csv", "a.tsv", "a.jsonl", "a.NDJSON"} {
		if kindOf(name) != listFile {
			t.Errorf("%s is no list", name)
		}
	}
}

func TestFilePath(t *testing.T) {
	for text, want := range map[string]string{"/home/me/a.png\n": "/home/me/a.png", "file:///a%20b.png": "/a b.png"} {
		if got, ok := dnd.FilePath(text); !ok || got != want {
			t.Errorf("%q: %q %v", text, got, ok)
		}
	}
	for _, text := range []string{"", "a.png", lighthouse} {
		if got, ok := dnd.FilePath(text); ok {
			t.Errorf("%q: %q", text, got)
		}
	}
}

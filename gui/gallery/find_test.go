package gallery

import (
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"viviscope/db/search"
	"viviscope/gui/apptest"
	"viviscope/gui/kit"
)

func TestSearch(t *testing.T) {
	d := newDesk(t, pile(t, 10))
	d.say("misty")
	d.wants("misty", 9, 7, 5, 3, 1)
	if got := d.head.count.Text(); got != "5 of 10" {
		t.Errorf("counts %q", got)
	}
	d.say("-misty kind:picture")
	d.wants("a query", 8, 6, 2)
	d.say("a word of nobody")
	if d.empty.stack.Objects[0].Visible() || len(d.empty.stack.Objects) != 2 {
		t.Error("nothing found is not said")
	}
	d.clearQuery()
	if len(d.ids()) != 10 || !d.empty.stack.Objects[0].Visible() || d.head.search.Text != "" {
		t.Errorf("after clearing: %v, %q", d.ids(), d.head.search.Text)
	}
}

func TestASearchSaysThatTheLibraryIsStillRead(t *testing.T) {
	d := newDesk(t, pile(t, 10))
	d.hold, d.lib.loading = true, true
	d.say("misty")
	if got := d.head.count.Text(); got != "Loading…" {
		t.Errorf("while the library is read it counts %q", got)
	}
	d.release()
	if got := d.head.count.Text(); got != "5 of 10" {
		t.Errorf("afterwards it counts %q", got)
	}
}

func TestChipsAndBoxAgree(t *testing.T) {
	d := newDesk(t, pile(t, 10))
	for _, tc := range []struct{ text, chips string }{
		{"kind:clip", "Clips"},
		{"model:clip-2.6 star:on misty", "clip-2.6, Starred"},
		{"date:2026-11-01.. size:720p", "Since 1 Nov, 720p"},
		{"date:2026-10 ratio:landscape seconds:5..10 sound:on", "October 2026, Landscape, 5 to 10 s, With sound"},
		{"seed:4800 -tag:draft link:living cost:1..", "Seed 4800, Not: draft, Link still valid, Cost from 1"},
		{"status:imported profile:Studio", "Imported, Studio"},
		{"only words", ""},
	} {
		d.say(tc.text)
		if got := d.chipWords(); got != tc.chips {
			t.Errorf("%s: chips %q, want %q", tc.text, got, tc.chips)
		}
	}
	d.say("misty kind:clip seconds:5..10")
	kind := d.chips.keys[0]
	kind.TypedKey(&fyne.KeyEvent{Name: fyne.KeyBackspace})
	if d.head.search.Text != "misty seconds:5..10 " || kind.On() {
		t.Errorf("after Backspace on the chip the box says %q", d.head.search.Text)
	}
	test.Tap(d.chips.keys[4])
	if d.head.search.Text != "misty seconds:5..10 star:on " {
		t.Errorf("after the star chip the box says %q", d.head.search.Text)
	}
	d.chips.dateMenu()[0].Do()
	if d.head.search.Text != "misty seconds:5..10 star:on date:today " {
		t.Errorf("after the date's menu the box says %q", d.head.search.Text)
	}
}

func TestATermThatCannotBeIsSaid(t *testing.T) {
	d := newDesk(t, pile(t, 3))
	d.say("album:nowhere")
	if !slices.Contains(d.model.unusable, search.Term{Key: search.KeyAlbum, Text: "nowhere"}) {
		t.Errorf("wrong terms %v", d.model.unusable)
	}
	d.wants("nothing is in it")
	if words := apptest.Texts(d.empty.stack.Objects[1]); !slices.Contains(words, "album:nowhere: no such album") {
		t.Errorf("says %q", words)
	}
	d.say("-album:nowhere")
	d.wants("nothing is left out", 3, 2, 1)
}

// What is typed after a filter that a chip wrote is a term of its own. A filter with an unknown value finds nothing and
// lights no chip.
func TestTypingAfterAChip(t *testing.T) {
	d := newDesk(t, pile(t, 4))
	_, err := d.lib.TrashAll(t.Context(), []int64{3})
	check(t, err)
	d.Refresh()
	d.drain()
	enter := func(text string) {
		d.window.Canvas().Focus(d.head.search)
		test.Type(d.head.search, text)
		d.drain()
	}
	test.Tap(d.chips.trash)
	d.drain()
	enter("misty")
	d.wants("what is in the trash", 3)
	if got := d.head.search.Text; got != "status:trashed misty" {
		t.Errorf("the box says %q", got)
	}
	d.say("status:trashedlight")
	d.wants("an unknown value")
	chips := func() []string { return apptest.Texts(d.chips.object) }
	if d.chips.trash.On() || !slices.Contains(chips(), "status:trashedlight: unknown value") {
		t.Errorf("the chip of the trash is lit: %v; chips %q", d.chips.trash.On(), chips())
	}
	d.say("kind:picturelight")
	d.wants("an unknown kind")
	if d.chips.keys[0].On() || !slices.Contains(chips(), "kind:picturelight: unknown value") {
		t.Errorf("the chip of the kind is lit: %v; chips %q", d.chips.keys[0].On(), chips())
	}
}

func TestNothingFoundSaysWhichChipToTakeAway(t *testing.T) {
	d := newDesk(t, pile(t, 4))
	d.say("misty seconds:90..")
	if d.empty.stack.Objects[0].Visible() {
		t.Fatal("something was found")
	}
	words := apptest.Texts(d.empty.stack.Objects[1])
	if !slices.Contains(words, "From 90 s") || !slices.Contains(words, "“misty”") {
		t.Fatalf("offers %q", words)
	}
	apptest.Press(t, d.empty.stack.Objects[1], "From 90 s")
	d.wants("without it", 3, 1)
}

func TestSuggestions(t *testing.T) {
	l := pile(t, 6)
	_, err := l.AddTag(t.Context(), "misty coast", 1, 2, 3)
	check(t, err)
	d := newDesk(t, l)
	d.window.Canvas().Focus(d.head.search)
	d.say("kind:clip mis")
	if !d.suggest.menu.Shown() || d.suggest.offers[0].Term != (search.Term{Key: search.KeyTag, Text: "misty coast"}) {
		t.Fatalf("offers %v", d.suggest.offers)
	}
	key := func(name fyne.KeyName) { d.head.search.TypedKey(&fyne.KeyEvent{Name: name}) }
	key(fyne.KeyDown)
	key(fyne.KeyReturn)
	if got := d.head.search.Text; got != `kind:clip tag:"misty coast" ` || d.suggest.menu.Shown() {
		t.Errorf("took %q", got)
	}
	d.wants("what was taken is looked for", 3)
	d.say("mod")
	key(fyne.KeyDown)
	key(fyne.KeyReturn)
	if got := d.head.search.Text; got != "model:" || !d.suggest.menu.Shown() {
		t.Errorf("a key gives %q and offers %v", got, d.suggest.offers)
	}
	key(fyne.KeyEscape)
	if d.suggest.menu.Shown() || d.head.search.Text != "model:" {
		t.Errorf("Esc leaves %q", d.head.search.Text)
	}
}

func TestCompleted(t *testing.T) {
	tag := search.Term{Key: search.KeyTag, Text: "coast"}
	for _, tc := range []struct {
		text string
		term search.Term
		want string
	}{
		{"", tag, "tag:coast"},
		{"co", tag, "tag:coast"},
		{"misty co", tag, "misty tag:coast"},
		{"misty ", tag, "misty tag:coast"},
		{"tag:", tag, "tag:coast"},
		{"misty tag:c", tag, "misty tag:coast"},
		{"misty tag:", tag, "misty tag:coast"},
		{"mod", search.Term{Key: search.KeyModel}, "model:"},
		{`"golden ho`, search.Term{Text: "hour"}, "hour"},
	} {
		if got := completed(tc.text, tc.term); got != tc.want {
			t.Errorf("%q with %v: %q, want %q", tc.text, tc.term, got, tc.want)
		}
	}
}

func TestOrders(t *testing.T) {
	d := newDesk(t, pile(t, 5))
	for order, first := range map[search.Order]int64{search.Oldest: 1, search.Longest: 5, search.ByName: 4,
		search.Newest: 5} {
		d.remember(func(s *State) { s.Order = order })
		if got := d.ids()[0]; got != first {
			t.Errorf("%q: first is %d, want %d", order, got, first)
		}
		if dated := order == search.Newest || order == search.Oldest; dated != (d.dateAt(0) != "") || dated &&
			d.dateAt(1) != "21 Nov 2026" {
			t.Errorf("%q: the label of the scroll bar is %q, then %q", order, d.dateAt(0), d.dateAt(1))
		}
		if d.chips.order.Text() != orderWord(order) {
			t.Errorf("%q: the chip says %q", order, d.chips.order.Text())
		}
	}
}

func TestTermWords(t *testing.T) {
	for text, want := range map[string]string{
		"date:today": "Today", "date:2025-03-02": "2 Mar 2025", "date:..2026-11-03": "Until 3 Nov",
		"date:2026-11-01..2026-11-03": "1 Nov to 3 Nov",
		"date:2025":                   "2025", "-kind:clip": "Not: Clips", "star:off": "Not starred",
		"status:untagged": "Without tags",
		"seconds:..5":     "Up to 5 s",
		"cost:2.80":       "Cost 2.80", "sound:off": "Without sound", "ratio:16:9": "16:9",
	} {
		if got := termWords(search.ParseQuery(text).Terms[0], now()); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

func TestDuplicates(t *testing.T) {
	l := pile(t, 4)
	for i := range 2 {
		twin := nth(2)
		twin.CreatedAt = now().Add(time.Duration(i) * time.Minute)
		l.add(t, twin)
	}
	d := newDesk(t, l)
	d.showDuplicates()
	d.wants("duplicates", 2, 5, 6)
	test.Tap(d.mode.action)
	if got := d.chosen(); !slices.Equal(got, []int64{5, 6}) {
		t.Errorf("all but the oldest: %v", got)
	}
	d.typed(fyne.KeyDelete)
	if len(d.ids()) != 0 || !strings.Contains(strings.Join(apptest.Texts(d.empty.stack.Objects[1]), " "),
		"No duplicates") {
		t.Errorf("left %v", d.ids())
	}
	d.leaveDuplicates()
	d.wants("everything", 4, 3, 2, 1)
}

// Files are imported from the gallery itself, also while it is empty, and imported ones can be filtered.
func TestTheGalleryImports(t *testing.T) {
	d := newDesk(t, empty(t))
	for where, o := range map[string]fyne.CanvasObject{"head": d.head.object,
		"empty gallery": d.empty.stack.Objects[1]} {
		apptest.Press(t, o, "Import…")
		menu, open := d.window.Canvas().Overlays().Top().(*kit.Popover)
		if !open {
			t.Fatalf("%s: no menu", where)
		}
		menu.Hide()
	}
	d.choose(importActions(d.wall), "Import files…")
	d.leads("the first entry", "import files")
	d.choose(importActions(d.wall), "Import a folder…")
	d.leads("the second entry", "import a folder")
	d.choose(d.chips.kindMenu(), "Imported")
	if got := d.head.search.Text; got != "status:imported " || d.chipWords() != "Imported" {
		t.Errorf("the box has %q, the chips %q", got, d.chipWords())
	}
}

package gallery

import (
	"slices"
	"strings"
	"testing"

	"viviscope/db"
	"viviscope/gui/action"
)

// choose does what a menu's item of that name does.
func (d *desk) choose(items []action.Action, word string) {
	d.t.Helper()
	at := slices.IndexFunc(items, func(i action.Action) bool { return i.Label == word })
	if at < 0 {
		var words []string
		for _, i := range items {
			words = append(words, i.Label)
		}
		d.t.Fatalf("%q is not among %q", word, words)
	}
	items[at].Do()
	d.drain()
}

// A tag can be renamed or removed on all assets. The gallery continues to show these assets, and both changes can be
// undone.
func TestATagIsRenamedEverywhere(t *testing.T) {
	l := pile(t, 4)
	for tag, ids := range map[string][]int64{"coast": {1, 3}, "shore": {3, 4}} {
		_, err := l.AddTag(t.Context(), tag, ids...)
		check(t, err)
	}
	d := newDesk(t, l)
	if items := d.tagMenu(); items != nil {
		t.Errorf("without a tag %d items are offered", len(items))
	}
	d.say("misty tag:coast")
	d.choose(d.tagMenu(), "Rename “coast”…")
	entry := d.window.Canvas().Focused().(interface{ SetText(string) })
	entry.SetText("shore ")
	d.tapWord("Rename")
	for id, want := range map[int64]string{1: "shore", 3: "shore", 4: "shore"} {
		if got := strings.Join(d.row(id).Tags, ","); got != want {
			t.Errorf("asset %d has %q, want %q", id, got, want)
		}
	}
	if got := d.head.search.Text; got != "misty tag:shore " {
		t.Errorf("the box says %q", got)
	}
	d.Undo()
	if got := strings.Join(d.row(1).Tags, ","); got != "coast" {
		t.Errorf("after undoing asset 1 has %q", got)
	}
	d.say("tag:shore")
	d.choose(d.tagMenu(), "Remove tag “shore” everywhere")
	if got := strings.Join(d.row(3).Tags, ","); got != "coast" || len(d.row(4).Tags) != 0 || d.head.search.Text != "" {
		t.Errorf("asset 3 has %q, asset 4 %q, the box says %q", got, d.row(4).Tags, d.head.search.Text)
	}
}

func TestAlbumsArePutInOrder(t *testing.T) {
	l := pile(t, 2)
	refs := map[string]string{}
	for _, name := range []string{"A", "B", "C"} {
		refs[name] = l.album(t, name, 1).Ref
	}
	d := newDesk(t, l)
	names := func() (all string) {
		albums, err := l.Albums(t.Context())
		check(t, err)
		for _, a := range albums {
			all += a.Name
		}
		return all
	}
	items := func(name string) []action.Action {
		albums, err := l.Albums(t.Context())
		check(t, err)
		return d.orderActions(albums, refs[name])
	}
	d.choose(items("C"), "Move “C” up in this list")
	if got := names(); got != "ACB" {
		t.Errorf("the order is %s", got)
	}
	d.choose(items("A"), "Move “A” down in this list")
	if got := names(); got != "CAB" {
		t.Errorf("the order is %s", got)
	}
	if first, last := items("C"), items("B"); len(first) != 1 || len(last) != 1 {
		t.Errorf("the first album has %d ways, the last %d", len(first), len(last))
	}
	if d.orderActions(nil, db.Album{}.Ref) != nil {
		t.Error("no album can be moved")
	}
}

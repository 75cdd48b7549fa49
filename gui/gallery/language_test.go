package gallery

import (
	"errors"
	"testing"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/apptest"
	"viviscope/gui/lang"
	"viviscope/gui/lang/langtest"
)

// sameEverywhere are names that the tests give, units and keys: no language has other words for them.
const sameEverywhere = `paper boats misty mountains coast reel clip genimage flare Studio Sandbox SHA PNG est mp4 png px s kB B fps 720P 720p 1080p 4k h d
	Esc Ctrl Z Delete A N S Nov Oct Jan Feb October November kind clip picture tag seconds date ratio landscape star off cost seed album status trashed nowhere find assets no room summer link living`

func TestEveryTextIsTranslatedAndEveryControlIsNamed(t *testing.T) {
	langtest.Use(t, lang.Pseudo)
	l := pile(t, 12)
	ctx := t.Context()
	_, err := l.AddTag(ctx, "coast", 12, 11)
	check(t, err)
	_, err = l.StarAll(ctx, []int64{11}, true)
	check(t, err)
	_, err = l.TrashAll(ctx, []int64{1})
	check(t, err)
	_, err = l.SaveAlbum(ctx, db.Album{Name: "summer"})
	check(t, err)
	album := l.album(t, "reel", 2, 3)
	for _, row := range []struct {
		name string
		show func(d *desk)
	}{
		{"rows", func(d *desk) { d.rows.Select(0) }},
		{"a picture in the pane", func(d *desk) { d.rows.Select(1) }},
		{"list", func(d *desk) { d.remember(func(s *State) { s.List = true }) }},
		{"several", func(d *desk) { d.rows.SelectThese([]int{0, 1, 2}) }},
		{"undo", func(d *desk) { d.rows.Select(3); d.does("gallery/star"); d.Undo() }},
		{"found", func(d *desk) {
			d.say("kind:clip -tag:coast seconds:5..10 date:2026-11-01.. ratio:landscape star:off cost:1.. seed:4800")
		}},
		{"nothing found", func(d *desk) { d.say("date:2026-11 nowhere") }},
		{"unusable", func(d *desk) { d.say("album:nowhere date:nowhere") }},
		{"trash", func(d *desk) { d.say("status:trashed"); d.rows.Select(0) }},
		{"empty trash", func(d *desk) { d.say("status:trashed"); d.rows.Select(0); d.emptyTrash() }},
		{"duplicates", func(d *desk) { d.showDuplicates() }},
		{"album", func(d *desk) { d.showAlbum(album); d.rows.Select(0) }},
		{"error", func(d *desk) { d.lib.fail = errors.New("no room"); d.Refresh() }},
		{"failed", func(d *desk) { d.rows.Select(0); d.lib.fail = errors.New("no room"); d.does("gallery/trash") }},
		{"choosing", func(d *desk) {
			d.Choose(Choice{Words: lang.L("Choose a picture for the first frame"), Frame: true,
				Picked: func([]db.Asset) {}, Back: func() {}})
		}},
		{"tags", func(d *desk) { d.Tag(12, 11, 10) }},
		{"put into an album", func(d *desk) { d.showAlbum(album); d.Album(2) }},
		{"new album", func(d *desk) { d.newAlbum() }},
		{"save a search", func(d *desk) { d.say("kind:clip"); d.saveSearch() }},
		{"delete an album", func(d *desk) { d.deleteAlbum(album) }},
		{"suggestions", func(d *desk) {
			d.before.add("paper boats")
			d.window.Canvas().Focus(d.head.search)
			d.say("a")
		}},
		{"menu", func(d *desk) { d.rows.Select(0); d.showMenu(0, fyne.Position{}) }},
		{"menu of an order", func(d *desk) { d.chips.order.Tapped(nil) }},
		{"menu of a picture", func(d *desk) { d.rows.Select(1); d.showMenu(1, fyne.Position{}) }},
	} {
		t.Run(row.name, func(t *testing.T) {
			d := unread(t, l)
			defer func() { d.lib.fail = nil }()
			d.Update(ctx)
			d.drain()
			d.remember(func(s *State) { *s = usual() })
			row.show(d)
			d.drain()
			apptest.CheckAccessibleNames(t, d.window.Canvas())
			for _, text := range langtest.Untranslated(d.window.Canvas(), sameEverywhere) {
				t.Errorf("not translated: %q", text)
			}
		})
	}
	d := newDesk(t, l)
	for _, list := range [][]action.Action{d.chips.dateMenu(), d.chips.moreMenu()} {
		for _, text := range langtest.UntranslatedItems(action.Menu(list, d.post), sameEverywhere) {
			t.Errorf("not translated in a menu: %q", text)
		}
	}
	for _, a := range d.Actions() {
		if langtest.UntranslatedWords(a.Label) != "" {
			t.Errorf("not translated: %q", a.Label)
		}
	}
}

// album makes an album with some assets.
func (l *library) album(t *testing.T, name string, ids ...int64) db.Album {
	t.Helper()
	a, err := l.SaveAlbum(t.Context(), db.Album{Name: name})
	check(t, err)
	_, err = l.AddToAlbum(t.Context(), a.Ref, ids...)
	check(t, err)
	return a
}

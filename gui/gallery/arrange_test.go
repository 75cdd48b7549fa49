package gallery

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"viviscope/db/search"
)

func TestAnAlbumIsArrangedByHand(t *testing.T) {
	l := pile(t, 6)
	a := l.album(t, "reel", 1, 2, 3, 4)
	d := newDesk(t, l)
	d.showAlbum(a)
	d.drain()
	alt := func(key fyne.KeyName) {
		d.rows.TypedShortcut(&desktop.CustomShortcut{KeyName: key, Modifier: fyne.KeyModifierAlt})
		d.drain()
	}
	d.rows.Select(0)
	alt(fyne.KeyRight)
	if got := d.ids(); !slices.Equal(got, []int64{4, 3, 2, 1}) {
		t.Fatalf("by date it was moved: %v", got)
	}
	d.remember(func(s *State) { s.Order = search.AlbumOrder })
	d.drain()
	for _, step := range []struct {
		name   string
		choose []int
		key    fyne.KeyName
		want   []int64
	}{
		{"later", []int{0}, fyne.KeyRight, []int64{2, 1, 3, 4}},
		{"two of them later", []int{0, 1}, fyne.KeyRight, []int64{3, 2, 1, 4}},
		{"to the end", []int{1, 2}, fyne.KeyRight, []int64{3, 4, 2, 1}},
		{"not beyond the end", []int{3}, fyne.KeyRight, []int64{3, 4, 2, 1}},
		{"earlier", []int{2}, fyne.KeyLeft, []int64{3, 2, 4, 1}},
		{"not before the start", []int{0}, fyne.KeyLeft, []int64{3, 2, 4, 1}},
		{"what lies apart comes together", []int{1, 3}, fyne.KeyLeft, []int64{2, 1, 3, 4}},
	} {
		d.rows.SelectThese(step.choose)
		chosen := d.chosen()
		alt(step.key)
		if got := d.ids(); !slices.Equal(got, step.want) {
			t.Fatalf("%s: %v, want %v", step.name, got, step.want)
		}
		if got := d.chosen(); len(got) != len(chosen) || !slices.Contains(got, chosen[0]) {
			t.Errorf("%s: selected are %v, were %v", step.name, got, chosen)
		}
	}
}

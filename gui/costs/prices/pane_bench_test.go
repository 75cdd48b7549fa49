package prices

import (
	"strconv"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"viviscope/client/sandbox"
	"viviscope/db"
	"viviscope/gui/action/actiontest"
	"viviscope/resources"
)

// BenchmarkKey is one key typed into a price: the rows are read, planned and drawn anew.
func BenchmarkKey(b *testing.B) {
	test.NewTempApp(b).Settings().SetTheme(resources.Theme(resources.Dark))
	p := New(Deps{Host: &actiontest.Host{Clock: noonClock}})
	p.take(viewState{profile: db.Profile{ID: 1, Name: "My gateway", Currency: "CNY"},
		versions: []version{{noon, sandbox.Prices()}}})
	w := test.NewTempWindow(b, p.Content())
	w.Resize(fyne.NewSize(Width, 812))
	n := 0
	for b.Loop() {
		n++
		p.view.fields.lines[p.rows.at(clip("clip-3.0", "720P"))].price.SetText("0." + strconv.Itoa(n%1000))
	}
}

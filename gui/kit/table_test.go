package kit

import (
	"strconv"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"viviscope/resources"
)

// A table makes cells for what is in sight only, whatever the number of its rows; keys choose and open a row.
func TestATableHasCellsForTheRowsInSightAndTakesKeys(t *testing.T) {
	app := test.NewTempApp(t)
	app.Settings().SetTheme(resources.Theme(resources.Dark))
	asked, opened := map[int]bool{}, -1
	table := NewTable(26, 26, []TableColumn[int]{{Head: "Number", Width: 80, Words: strconv.Itoa},
		{Head: "Half", Width: 80, Grow: true, Words: func(i int) string { return strconv.Itoa(i / 2) }}})
	table.OnShown = func(i int) { asked[i] = true }
	table.OnOpen = func(i int) { opened = table.Rows[i] }
	w := test.NewTempWindow(t, table.Object())
	w.Resize(fyne.NewSize(400, 300))
	rows := make([]int, 100_000)
	for i := range rows {
		rows[i] = i
	}
	table.Set(rows)
	if len(asked) == 0 || len(asked) > 20 {
		t.Errorf("%d rows were asked for, some ten are in sight", len(asked))
	}
	w.Canvas().Focus(table.List)
	for _, key := range []fyne.KeyName{fyne.KeyEnd, fyne.KeyUp, fyne.KeyReturn} {
		table.TypedKey(&fyne.KeyEvent{Name: key})
	}
	if opened != 99_998 || !asked[99_999] {
		t.Errorf("opened row %d; the end was shown: %v", opened, asked[99_999])
	}
}

// Of words that are too long their own end is cut, not what is to be read behind them.
func TestAColumnKeepsWhatStandsBehindItsWords(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(resources.Theme(resources.Dark))
	long := strings.Repeat("Curtains of light ", 9)
	table := NewTable(26, 26, []TableColumn[string]{{Head: "Job", Width: 80, Grow: true, Words: func(s string) string {
		return s
	},
		Rest: func(string) string { return "· clip-3.0 · 5 s" }}})
	w := test.NewTempWindow(t, table.Object())
	w.Resize(fyne.NewSize(300, 200))
	table.Set([]string{long, "Mist"})
	cell := table.newRow().(*tableRow)
	for i, words := range table.Rows {
		table.bind(i, cell)
		cell.kept[0].Resize(fyne.NewSize(250, 20))
		a, b := cell.kept[0].Objects[0].(*Text), cell.kept[0].Objects[1].(*Text)
		if b.Size().Width < b.NaturalWidth() || b.Position().X+b.Size().Width > 250 || b.Position().X < a.Size().Width {
			t.Errorf("%.10s: the rest has %v of %v px from %v on", words, b.Size().Width, b.NaturalWidth(),
				b.Position().X)
		}
	}
}

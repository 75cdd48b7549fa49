package costs

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/ledger"
	"viviscope/gui/apptest"
	"viviscope/gui/costs/prices"
	"viviscope/gui/lang"
	"viviscope/gui/lang/langtest"
	"viviscope/resources"
)

// sameEverywhere are names and notes that the tests give, months in English, units and keys: no language has other
// words for them.
const sameEverywhere = `My gateway Sandbox CNY USD s Sat Nov November October Oct Aug August
	Curtains of light sway over the ridge Mist lifts off the lake The lamp turns once over calm water Crowd running through a neon street
	Fog moves between the ridges Paper lanterns rise over the river Rough white tea bowl Sun touches the horizon never nothing tea
	genimage flare sunburst clip turbo invoice read sums disk is gone Jan Mar May Jul Sep Sun Mon Tue Wed Thu Fri Sa Su Mo Tu We Th Fr`

// state is something that the place can show.
type state struct {
	name string
	show func(p *place)
}

func states(t *testing.T) (*db.Library, []state) {
	l := monthLibrary(t)
	keep(t, l, made{at: noon.Add(-time.Hour), model: "clip-2.6", prompt: "never", seconds: 5, unit: -1,
		ends: db.Charge})
	keep(t, l, made{at: noon.Add(-time.Hour), model: "clip-2.6", prompt: "tea", seconds: 5, unit: 80_000,
		ends: db.Charge, coin: "USD"})
	if _, err := l.Correct(ctx(), db.Correction{ProfileID: 1, Currency: "CNY", AmountMicros: -1_000_000,
		At: noon.AddDate(0, 0, -1), Note: "invoice"}); err != nil {
		t.Fatal(err)
	}
	addPrices(t, l, noon.AddDate(0, 0, -1),
		`{"currency":"CNY","video":[{"model":"clip-2.6","resolution":"720P","per_second":900000}]}`)
	tagged := func(p *place) {
		p.filter(func(f *filter) {
			f.model, f.jobKind, f.tag, f.album, f.min, f.max, f.unpriced, f.open, f.text = "clip-2.6", db.TextToVideo,
				"tea", "gone", micros(1), micros(2), true, true, "nothing"
		})
	}
	return l, []state{
		{"month", func(p *place) { p.FocusLedger() }},
		{"hovered bar", func(p *place) { p.window.Canvas().Focus(p.view.chart.chart) }},
		{"three months", func(p *place) { p.SetPeriod(on(2026, 9, 1), on(2026, 12, 1)) }},
		{"months", func(p *place) {
			p.SetPeriod(on(2025, 1, 1), on(2026, 12, 1))
			p.window.Canvas().Focus(p.view.chart.chart)
		}},
		{"days of a month", func(p *place) { p.SetPeriod(on(2026, 11, 3), on(2026, 11, 19)); p.view.chart.openBar(4) }},
		{"by model", func(p *place) { p.group(byModel) }},
		{"by profile", func(p *place) { p.group(byProfile) }},
		{"by board", func(p *place) { p.group(byBoard) }},
		{"by program", func(p *place) { p.group(byProgram) }},
		{"narrowed", tagged},
		{"between amounts", func(p *place) { p.filter(func(f *filter) { f.min = micros(1) }) }},
		{"voids", func(p *place) { p.filter(func(f *filter) { f.kind = db.Void }) }},
		{"empty month", func(p *place) { p.Step(-3) }},
		{"sandbox", func(p *place) { p.SetProfile(2) }},
		{"times", func(p *place) { p.ShowPeriods() }},
		{"filter", func(p *place) { p.ShowFilter() }},
		{"correction", func(p *place) {
			p.choose(t, func(r row) bool { return r.kind == db.Charge && !r.unpriced })
			p.ShowCorrect()
		}},
		{"correction typed", func(p *place) {
			p.choose(t, func(r row) bool { return r.kind == db.Charge && !r.unpriced })
			p.ShowCorrect()
			p.correct("1000", "invoice")
		}},
		{"no note", func(p *place) {
			p.choose(t, func(r row) bool { return r.correction })
			p.ShowCorrect()
			p.correct("1000", "")
		}},
		{"no amount", func(p *place) {
			p.choose(t, func(r row) bool { return r.kind == db.Charge })
			p.ShowCorrect()
			p.correct("x", "")
		}},
		{"a price", func(p *place) {
			p.choose(t, func(r row) bool { return r.unpriced })
			p.ShowCorrect()
		}},
	}
}

// On a screen of 1024 x 600 every button can be got at, in the place and in its sheets: German at the largest text
// needs the most.
func TestEveryButtonIsOnASmallScreen(t *testing.T) {
	langtest.Use(t, "de")
	l, all := states(t)
	for _, st := range all {
		t.Run(st.name, func(t *testing.T) {
			p := newPlace(t, l, dark)
			fyne.CurrentApp().Settings().SetTheme(resources.Theme(resources.Dark).WithTextScale(resources.TextScaleMax))
			p.window.Resize(fyne.NewSize(939, 530))
			st.show(p)
			p.settle()
			for _, button := range apptest.ClippedButtons(p.window.Canvas()) {
				t.Error(button)
			}
		})
	}
}

// The notes that the program stores in English are shown in the language of the window; those of the user are not
// changed.
func TestNotesOfTheProgramAreTranslated(t *testing.T) {
	langtest.Use(t, lang.Pseudo)
	for _, note := range []string{jobs.NoteNotCharged, jobs.NoteWasCharged, jobs.NoteAdopted, jobs.NoteCorrected,
		prices.LaterNote + " by its tokens"} {
		e := db.Entry{Kind: db.Void, Note: note}
		if r := rowOf(db.LedgerRow{Row: ledger.Row{Entry: e}}, noon); langtest.UntranslatedWords(r.what) != "" ||
			r.what == "" {
			t.Errorf("%q is shown as %q", note, r.what)
		}
	}
	if got := noteText("November invoice"); got != "November invoice" {
		t.Errorf("the note of the user is shown as %q", got)
	}
}

func TestEveryTextIsTranslatedAndEveryControlIsNamed(t *testing.T) {
	langtest.Use(t, lang.Pseudo)
	l, all := states(t)
	for _, c := range all {
		t.Run(c.name, func(t *testing.T) {
			p := newPlace(t, l, dark)
			c.show(p)
			p.settle()
			for _, text := range langtest.Untranslated(p.window.Canvas(), sameEverywhere) {
				t.Errorf("%q", text)
			}
			apptest.CheckAccessibleNames(t, p.window.Canvas())
		})
	}
	p := newPlace(t, broken{l}, dark)
	for _, text := range langtest.Untranslated(p.window.Canvas(), sameEverywhere) {
		t.Errorf("unread: %q", text)
	}
	for _, c := range p.Actions() {
		if langtest.UntranslatedWords(c.Label) != "" || langtest.UntranslatedWords(c.Group) != "" {
			t.Errorf("command %q in %q", c.Label, c.Group)
		}
	}
}

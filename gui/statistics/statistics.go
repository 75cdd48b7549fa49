// Package statistics is the place that shows what the models came to that the profile in front sent something to: how many requests, how
// long they took, what a second or a picture cost, and how many failed. It reads rows only, and so works offline.
package statistics

import (
	"context"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/lang"
	"viviscope/gui/price"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// Library is what the place reads. *db.Library is one.
type Library interface {
	ModelStats(ctx context.Context, profileID int64) ([]db.ModelStats, error)
}

// Window is what the place needs of the window around it, beside its Host.
type Window interface {
	Refresh() // asks for an Update soon; any goroutine
}

// Deps is what the place needs from the rest of the program.
type Deps struct {
	action.Host
	Window  Window
	Library Library
}

// Screen is the place. Its methods except Update and Handle belong to the window's goroutine.
type Screen struct {
	deps    Deps
	profile db.Profile // whose models are shown
	table   *widgets.Table[db.ModelStats]
	copy    *widgets.Button
	sandbox *widgets.Tag // the amounts are play money
	problem *widgets.Banner
	instead *fyne.Container // what is shown where there are no rows
	content fyne.CanvasObject
}

// New makes the place; nothing is read before Update.
func New(d Deps) *Screen {
	s := &Screen{deps: d}
	s.table = widgets.NewTable(32, 36, columns())
	s.copy = widgets.NewButton(lang.L("Copy the table"), resources.IconCopy, widgets.Plain, s.copyTable)
	s.problem = widgets.NewBanner(resources.IconErrorCircle, widgets.ToneErr, "",
		widgets.NewButton(lang.L("Reload"), nil, widgets.Plain, d.Window.Refresh).Small())
	s.problem.Hide()
	reading := widgets.NewText(lang.L("Reading the library"), resources.SizeSM, resources.Text2, false).Centered()
	s.instead = container.NewStack(container.NewCenter(reading))
	body := container.NewStack(s.table.Object(), s.instead)
	s.sandbox = widgets.NewTag(widgets.ToneInverted, nil, lang.L("PLAY MONEY"))
	s.sandbox.Hide()
	header := widgets.NewScreenHeader(lang.X("place", "Statistics"), []fyne.CanvasObject{s.sandbox}, []fyne.CanvasObject{s.copy})
	s.content = widgets.NewFilled(0, body, header, s.problem, body)
	s.render(nil)
	return s
}

func (s *Screen) Content() fyne.CanvasObject { return s.content }

func (s *Screen) First() fyne.Focusable { return s.table }

// Update reads the rows of the profile in front. It belongs to a goroutine that is not the window's.
func (s *Screen) Update(ctx context.Context) {
	profile := s.deps.Profile()
	rows, err := s.deps.Library.ModelStats(ctx, profile.ID)
	if ctx.Err() != nil {
		return
	}
	s.deps.Post(func() {
		if profile.ID == s.deps.Profile().ID {
			s.show(profile, rows, err)
		}
	})
}

// Handle asks for an Update where what is shown may have changed. Any goroutine.
func (s *Screen) Handle(ev jobs.Event) {
	_, charged := ev.(jobs.LedgerChanged)
	if charged || price.Spends(ev) {
		s.deps.Window.Refresh()
	}
}

// show swaps in what was read. After a failed reading what was shown stays, unless it is another profile's.
func (s *Screen) show(profile db.Profile, rows []db.ModelStats, err error) {
	if err != nil {
		s.problem.SetText(lang.L("The statistics could not be read."), wording.Fault(err))
	}
	widgets.Show(s.problem, err != nil)
	if err == nil || profile.ID != s.profile.ID {
		s.profile = profile
		widgets.Show(s.sandbox, profile.Sandbox)
		s.instead.Objects = []fyne.CanvasObject{widgets.NewEmpty(resources.IconStatistics, lang.L("No statistics yet"),
			lang.L("Counts requests by model."), nil)}
		s.render(rows)
	}
	s.content.Refresh()
}

func (s *Screen) render(rows []db.ModelStats) {
	s.table.Set(rows)
	widgets.Show(s.table.Object(), len(rows) > 0)
	widgets.Show(s.instead, len(rows) == 0)
	widgets.Enable(s.copy, len(rows) > 0)
}

func columns() []widgets.TableColumn[db.ModelStats] {
	type model = db.ModelStats
	return []widgets.TableColumn[model]{
		{Head: lang.X("column", "Model"), Width: 130, Words: func(m model) string { return m.Model }, Grow: true, Bold: true},
		{Head: lang.X("column", "Sent"), Width: 56, Number: true, Words: func(m model) string { return lang.Number(m.Sent) }},
		{Head: lang.X("column", "Saved"), Width: 56, Number: true, Words: func(m model) string { return lang.Number(m.Saved) }},
		{Head: lang.X("column", "Failed"), Width: 84, Number: true, Words: func(m model) string {
			if m.Failed == 0 {
				return "0"
			}
			return lang.L("%[1]s (%[2]s %%)", lang.Number(m.Failed), lang.Decimal(100*float64(m.Failed)/float64(m.Sent), 1))
		}},
		{Head: lang.L("Typical time"), Width: 80, Number: true, Words: func(m model) string {
			if m.Median == 0 {
				return lang.L("not known")
			}
			return wording.Elapsed(m.Median)
		}},
		{Head: lang.L("Charged"), Width: 84, Number: true, Words: func(m model) string { return wording.Money(m.Charged, m.Currency) }},
		{Head: lang.L("On average"), Width: 112, Number: true, Words: func(m model) string {
			switch {
			case m.Made == 0:
				return lang.L("not known")
			case m.Pictures:
				return lang.L("%s per picture", wording.Money(m.PerUnit(), m.Currency))
			}
			return lang.L("%s per second", wording.Money(m.PerUnit(), m.Currency))
		}},
	}
}

// Actions are what can be done here.
func (s *Screen) Actions() []action.Action {
	a := action.Action{ID: "statistics/copy", Group: lang.L("Statistics"), Label: lang.L("Copy the table"), Icon: resources.IconCopy,
		Keys: action.KeysWith(fyne.KeyModifierAlt, fyne.KeyC), Scope: action.Scope{In: "statistics"}, Do: s.copyTable}
	if len(s.table.Rows) == 0 {
		a.Disabled = lang.L("There is nothing to copy yet.")
	}
	return []action.Action{a}
}

// copyTable puts the table on the clipboard.
func (s *Screen) copyTable() {
	s.deps.Copy(s.table.TSV())
	s.deps.Say(widgets.ToneOK, lang.L("Table copied."), "")
}

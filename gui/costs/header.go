package costs

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// header is the row at the top: the time, whose money, and what can be done with all of it.
type header struct {
	s        *Screen
	period   *widgets.Button
	next     *widgets.Button
	profiles *fyne.Container
	free     *widgets.Tag // shown in the sandbox
	listed   []db.Profile
	compare  *widgets.Button
	export   *widgets.Button
	object   fyne.CanvasObject
}

func newHeader(s *Screen, prices *widgets.Button) *header {
	h := &header{s: s, profiles: widgets.NewRow(8)}
	previous := widgets.NewIconButton(resources.IconArrowLeft(), lang.L("Earlier"), func() { s.Step(-1) })
	h.next = widgets.NewIconButton(resources.IconArrowRight(), lang.L("Later"), func() { s.Step(1) })
	h.period = widgets.NewButton("", nil, widgets.Plain, s.ShowPeriods)
	previous.SetKind(widgets.Quiet)
	h.next.SetKind(widgets.Quiet)
	h.compare = widgets.NewButton(lang.L("Compare with the console…"), nil, widgets.Plain, s.ShowReconcile)
	h.export = widgets.NewButton(lang.L("Export CSV…"), resources.IconExport(), widgets.Plain, s.ExportCSV)
	h.free = widgets.NewTag(widgets.ToneInverted, nil, lang.L("SANDBOX"))
	h.free.Hide()
	compare := widgets.NewIconButton(resources.IconCompare(), lang.L("Compare with the console…"), s.ShowReconcile)
	export := widgets.NewIconButton(resources.IconExport(), lang.L("Export CSV…"), s.ExportCSV)
	h.object = widgets.NewScreenHeader(lang.L("Costs"), []fyne.CanvasObject{widgets.NewRow(4, previous, h.period, h.next), h.profiles, h.free},
		[]fyne.CanvasObject{prices, h.compare, compare, h.export, export}, widgets.Swap{Words: h.compare, Sign: compare}, widgets.Swap{Words: h.export, Sign: export})
	return h
}

// set shows an answer to what is asked.
func (h *header) set(a answer, q question) {
	if words := q.period.words(); words != h.period.Text() {
		h.period.SetText(words)
		h.object.Refresh()
	}
	if q.period.to.After(h.s.deps.Now()) {
		h.next.Disable()
	} else {
		h.next.Enable()
	}
	if sandbox := a.profile.Sandbox && a.profile.ID == q.profile; sandbox != h.free.Visible() {
		widgets.Show(h.free, sandbox)
		h.object.Refresh()
	}
	shown := shownProfiles(a.profiles, q.profile)
	if !sameProfiles(shown, h.listed) {
		h.listed = shown
		h.profiles.RemoveAll()
		for _, p := range shown {
			h.profiles.Add(widgets.NewChip(p.Name, func() { h.s.SetProfile(p.ID) }))
		}
		h.object.Refresh() // the row beside them has another room now
	}
	for i, o := range h.profiles.Objects {
		o.(*widgets.Chip).SetOn(shown[i].ID == q.profile)
	}
}

// sameProfiles reports whether two lists look the same in the header.
func sameProfiles(a, b []db.Profile) bool {
	return slices.EqualFunc(a, b, func(p, q db.Profile) bool { return p.ID == q.ID && p.Name == q.Name })
}

// ShowPeriods opens the choice of the time: by name, or by two days that are typed or picked.
func (s *Screen) ShowPeriods() {
	c := s.deps.Canvas()
	q := s.asked.get()
	var panel *widgets.Popover
	take := func(p period) {
		panel.Hide()
		s.SetPeriod(p.from, p.to)
	}
	names := widgets.NewColumn(2)
	for _, p := range presets(s.deps.Now()) {
		b := widgets.NewButton(p.word, nil, widgets.Quiet, func() { take(p.period) }).Leading().Small()
		b.SetOn(p.period.same(q.period))
		names.Add(b)
	}
	first, last := widgets.NewEntry(), widgets.NewEntry()
	first.SetText(q.period.from.Format("2006-01-02"))
	last.SetText(q.period.to.AddDate(0, 0, -1).Format("2006-01-02"))
	problem := widgets.NewText("", resources.SizeSM, resources.Err, false).Wrap(true)
	say(problem, "")
	apply := widgets.NewButton(lang.X("verb", "Show"), nil, widgets.Primary, nil)
	read := func() (period, bool) {
		from, err := parseDay(first.Text, s.deps.Now())
		first.SetFailed(err != nil)
		to, err2 := parseDay(last.Text, s.deps.Now())
		last.SetFailed(err2 != nil)
		if err == nil {
			err = err2
		}
		var p period
		if err == nil {
			p, err = between(from, to)
		}
		say(problem, mistake(err))
		panel.Refresh()
		if err != nil {
			apply.Disable()
			return p, false
		}
		apply.Enable()
		return p, true
	}
	submit := func() {
		if p, ok := read(); ok {
			take(p)
		}
	}
	apply.OnTapped = submit
	into := first
	for _, e := range []*widgets.Entry{first, last} {
		e.OnChanged = func(string) { read() }
		e.OnSubmitted = func(string) { submit() }
		e.OnEscape = func() { panel.Hide() }
		e.OnFocus = func(on bool) {
			if on {
				into = e
			}
		}
	}
	days := newCalendar(q.period.from, func(t time.Time) {
		into.SetText(t.Format("2006-01-02"))
		if into == first {
			into = last
		} else {
			into = first
		}
	})
	label := func(words string, o fyne.CanvasObject) fyne.CanvasObject {
		return widgets.NewColumn(4, widgets.NewText(words, resources.SizeSM, resources.Text2, false), o)
	}
	dates := widgets.NewColumn(8, widgets.NewRow(8, widgets.NewFixed(132, 0, label(lang.L("First day"), first)), widgets.NewFixed(132, 0, label(lang.L("Last day"), last))),
		days.object, widgets.NewFixed(272, 0, problem), widgets.NewRow(8, widgets.NewSpring(), apply))
	panel = widgets.ShowPopover(c, widgets.NewFrame(nil, widgets.NewInset(0, 16, 0, 0, names), nil, dates), below(s.head.period), nil)
	c.Focus(first)
}

// say shows words, and nothing where there are none.
func say(t *widgets.Text, words string) {
	t.SetText(words)
	widgets.Show(t, words != "")
}

// below returns the place under an object, in its window.
func below(o fyne.CanvasObject) fyne.Position {
	return fyne.CurrentApp().Driver().AbsolutePositionForObject(o).AddXY(0, o.Size().Height+4)
}

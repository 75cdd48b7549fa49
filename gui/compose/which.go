package compose

import (
	"slices"

	"viviscope/db"
	"viviscope/gui/compose/form"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// ShowWhich lists the models with what each says to the wish that stands in the form, and its price, to choose from.
func (s *Screen) ShowWhich() {
	c := s.sheetCanvas()
	if c == nil {
		return
	}
	fits := form.Which(s.form, s.env(), s.tariff)
	list := widgets.NewChoiceList(s.choices(fits), best(fits))
	var sheet *widgets.Sheet
	use := widgets.NewButton("", nil, widgets.Primary, nil)
	keeps := widgets.NewText("", resources.SizeSM, resources.Text2, false)
	name := func(i int) {
		if i < 0 {
			return
		}
		word, rest := lang.L("Use %s", fits[i].Model.ID), lang.L("the form keeps everything else")
		if fits[i].Current {
			word, rest = lang.L("Stay with %s", fits[i].Model.ID), lang.L("it is the one in the form")
		}
		use.SetText(word)
		keeps.SetText(rest)
	}
	take := func(i int) {
		if i < 0 {
			return
		}
		sheet.Hide()
		s.useModel(fits[i].Model)
		s.focus(s.fields.field(form.FieldModel))
	}
	use.OnTapped = func() { take(list.Selected()) }
	list.OnChanged, list.OnSubmit = name, take
	name(list.Selected())
	leave := widgets.NewButton(lang.L("Close"), nil, widgets.Quiet, func() { sheet.Hide() })
	if list.Selected() < 0 {
		use.Hide()
		keeps.SetText(lang.L("No model can do all of this. Change what is said at the right of each."))
	}
	sheet = widgets.ShowWideSheet(c, whichWidth, widgets.NewColumn(12,
		widgets.NewRow(12, widgets.NewText(lang.L("Which model can do this?"), resources.SizeH2, resources.Text1, true), widgets.NewSpring(),
			widgets.NewText(wish(s.form)+several(fits), resources.SizeSM, resources.Text2, false)),
		widgets.NewInset(0, -choiceInset, 0, -choiceInset, list),
		widgets.NewRow(8, use, keeps, widgets.NewSpring(), leave),
	), nil)
	if list.Selected() < 0 {
		c.Focus(leave)
		return
	}
	c.Focus(list)
}

// The measures of the sheet, px.
const (
	whichWidth  = 560
	choiceInset = 8 // room of a row beside its icon: without it the icons line up with the title
)

// useModel puts a model into the form, and says what that changed.
func (s *Screen) useModel(m form.Model) {
	if s.form.Picture() != nil {
		s.edit(func(f *form.Form) { f.Picture().SetModel(m) })
	} else {
		s.correct(func(d *form.VideoDraft) []form.Correction { return d.SetModel(m) })
	}
}

// best is the row to begin with: the cheapest that fits, of several the one that is in the form; else any that fits; -1
// where none does.
func best(fits []form.Fit) int {
	for _, good := range []func(form.Fit) bool{
		func(f form.Fit) bool { return f.Cheapest && f.Current },
		func(f form.Fit) bool { return f.Cheapest },
		func(f form.Fit) bool { return f.Fits && f.Current },
		func(f form.Fit) bool { return f.Fits },
	} {
		if i := slices.IndexFunc(fits, good); i >= 0 {
			return i
		}
	}
	return -1
}

// choices words the answers of the models. The cheapest is only told where another one costs more.
func (s *Screen) choices(fits []form.Fit) []widgets.Choice {
	dearer := slices.ContainsFunc(fits, func(f form.Fit) bool { return f.Fits && !f.Cheapest })
	rows := make([]widgets.Choice, len(fits))
	for i, f := range fits {
		row := widgets.Choice{Title: f.Model.ID, Words: lang.L("fits"), Trailing: "—"}
		switch {
		case !f.Fits:
			row.Words, row.Off = form.Words(f.Why[0].Message), true
		case f.Cheapest && dearer:
			row.Words = lang.L("cheapest that fits")
		}
		if f.Fits && f.Quote.Known {
			row.Trailing = wording.Money(int64(f.Quote.Total), s.tariff.Currency)
		}
		if f.Fits && f.Model.Like != "" {
			row.Words = lang.L("%s, works like %s", row.Words, f.Model.Like)
		}
		if f.Fits && f.Current {
			row.Words = lang.L("%s, in the form now", row.Words)
		}
		rows[i] = row
	}
	return rows
}

// several says that the prices are those of more than one job.
func several(fits []form.Fit) string {
	for _, f := range fits {
		if f.Fits && f.Quote.Jobs > 1 {
			return " · " + jobCount(f.Quote.Jobs)
		}
	}
	return ""
}

// wish words what is looked for, with the pictures that a clip or an edit is made of.
func wish(f form.Form) string {
	words := form.Wish(f)
	switch f.Kind {
	case db.FramesToVideo:
		frames := 0
		for _, slot := range []form.Slot{f.Frames.First, f.Frames.Last} {
			if !slot.Empty() {
				frames++
			}
		}
		if frames > 0 {
			words += " · " + lang.N("%s frame", "%s frames", frames, lang.Number(frames))
		}
	case db.EditImage:
		if n := len(f.Edit.Inputs()); n > 0 {
			words += " · " + lang.N("%s picture", "%s pictures", n, lang.Number(n))
		}
	}
	return words
}

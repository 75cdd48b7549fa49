package compose

import (
	"slices"

	"viviscope/client/order"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/form"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"

	"fyne.io/fyne/v2"
)

// showWhich lists the models, with whether each can make the form that is shown and its price. use gets the one that is
// chosen, and picker the keyboard.
func showWhich(host action.Host, x form.Shown, picker fyne.Focusable, use func(order.Model)) {
	c := sheetCanvas(host)
	if c == nil {
		return
	}
	fits := order.CompareModels(x.Form, x.Env, x.Tariff.Table)
	list := kit.NewChoiceList(choices(fits, x.Tariff), best(fits))
	words := wish(x.Form)
	if n := x.Order.Jobs(); n > 1 { // so the prices are those of all
		words += " · " + jobCount(n)
	}
	var sheet *kit.Sheet
	button := kit.NewButton("", nil, kit.Primary, nil)
	keeps := kit.NewText("", resources.SizeSM, resources.Text2, false)
	name := func(i int) {
		if i < 0 {
			return
		}
		word, rest := lang.L("Use %s", fits[i].Model.ID), lang.L("Other settings stay the same.")
		if fits[i].Current {
			word, rest = lang.L("Keep %s", fits[i].Model.ID), lang.L("current")
		}
		button.SetText(word)
		keeps.SetText(rest)
	}
	take := func(i int) {
		if i < 0 {
			return
		}
		sheet.Hide()
		use(fits[i].Model)
		c.Focus(picker)
	}
	button.OnTapped = func() { take(list.Selected()) }
	list.OnChanged, list.OnSubmit = name, take
	name(list.Selected())
	leave := kit.NewButton(lang.L("Close"), nil, kit.Plain, func() { sheet.Hide() })
	if list.Selected() < 0 {
		button.Hide()
		keeps.SetText(lang.L("No model can do all of this. Make the change shown beside a model."))
	}
	sheet = kit.ShowWideSheet(c, whichWidth, kit.NewColumn(12,
		kit.NewRow(12, kit.NewText(lang.L("Which model can do this?"), resources.SizeH2, resources.Text1, true),
			kit.NewSpring(),
			kit.NewText(words, resources.SizeSM, resources.Text2, false)),
		kit.NewInset(0, -choiceInset, 0, -choiceInset, list),
		kit.NewAnswers(leave, button, keeps),
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

// best is the row to begin with: the cheapest that fits, of several the one that is in the form; else any that fits; -1
// where none does.
func best(fits []order.ModelFit) int {
	for _, good := range []func(order.ModelFit) bool{
		func(f order.ModelFit) bool { return f.Cheapest && f.Current },
		func(f order.ModelFit) bool { return f.Cheapest },
		func(f order.ModelFit) bool { return f.Fits && f.Current },
		func(f order.ModelFit) bool { return f.Fits },
	} {
		if i := slices.IndexFunc(fits, good); i >= 0 {
			return i
		}
	}
	return -1
}

// choices returns the rows of the models. The cheapest is marked only if another one costs more.
func choices(fits []order.ModelFit, t wording.Tariff) []kit.Choice {
	dearer := slices.ContainsFunc(fits, func(f order.ModelFit) bool { return f.Fits && !f.Cheapest })
	rows := make([]kit.Choice, len(fits))
	for i, f := range fits {
		row := kit.Choice{Title: f.Model.ID, Words: lang.L("fits"), Trailing: "—"}
		switch {
		case !f.Fits:
			row.Words, row.Off = wording.Rule(f.Problems[0].Message), true
		case f.Cheapest && dearer:
			row.Words = lang.L("cheapest that fits")
		}
		if f.Fits && f.Quote.Known {
			row.Trailing = t.Price(f.Quote)
		}
		if f.Fits && f.Model.Like != "" {
			row.Words = lang.L("%s, works like %s", row.Words, f.Model.Like)
		}
		if f.Fits && f.Current {
			row.Words = lang.L("%s (current)", row.Words)
		}
		rows[i] = row
	}
	return rows
}

// wish returns the wanted parameters in one line, with the number of pictures.
func wish(f order.Form) string {
	words := wording.RequirementsText(f)
	n := len(slices.DeleteFunc(slotsOf(&f), func(slot *order.Slot) bool { return slot.Empty() }))
	switch {
	case n == 0:
		return words
	case f.Kind == db.FramesToVideo:
		return words + " · " + lang.N("%s frame", "%s frames", n, lang.Number(n))
	}
	return words + " · " + lang.N("%s picture", "%s pictures", n, lang.Number(n))
}

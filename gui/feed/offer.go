package feed

import (
	"encoding/json"
	"slices"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/db"
	"viviscope/gui/compose/form"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
)

// offered are the actions of a card that lead somewhere.
func (s *Screen) offered(it Item) []Action {
	frame := wording.FrameUseOf(it.Asset, s.d.Now(), s.d.Hosting != nil && s.d.Hosting()).Frame
	return slices.DeleteFunc(it.Actions(), func(a Action) bool {
		switch a {
		case OtherForm:
			return s.d.SetForm == nil
		case EditHeld:
			return s.d.OnEditHeld == nil
		case UseFirst, UseLast:
			return s.d.OnFrame == nil || !frame
		case EditPicture:
			return s.d.OnEdit == nil
		case Compare:
			return s.d.OnCompare == nil
		case More:
			return len(s.more(it)) == 0
		}
		return false
	})
}

// Link says how long a picture can be used as a frame; "" where that is no question.
func (it Item) Link(now time.Time) (words string, warn bool) {
	a := it.Asset
	if it.Job.State != db.Saved || a.Kind != db.Picture || a.LinkDies.IsZero() {
		return "", false
	}
	use := wording.FrameUseOf(a, now, false)
	return use.Note, use.Frame && use.Warn
}

// more are the items of a card's menu.
func (s *Screen) more(it Item) []*fyne.MenuItem {
	var items []*fyne.MenuItem
	if s.d.OnReuseHow != nil {
		for _, how := range form.Hows(it.Job.Kind) {
			items = append(items, fyne.NewMenuItem(how.Word(), func() { s.d.OnReuseHow(it.Job, how) }))
		}
	}
	if s.d.OnSister != nil && it.Sister != "" {
		if len(items) > 0 {
			items = append(items, fyne.NewMenuItemSeparator())
		}
		items = append(items, fyne.NewMenuItem(lang.L("The same again on %[1]s · %[2]s", it.Sister, it.SisterPrice), func() { s.d.OnSister(it.Job) }))
	}
	return items
}

// showMore opens the menu of a card at its button.
func (s *Screen) showMore(it Item) {
	c, ok := s.view.list.Cell(it.Job.ID).(*jobCard)
	canvas := s.canvas()
	if !ok || canvas == nil {
		return
	}
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(c)
	if b := c.button(More); b != nil {
		at = fyne.CurrentApp().Driver().AbsolutePositionForObject(b).AddXY(0, b.Size().Height+4)
	}
	widgets.ShowMenu(canvas, fyne.NewMenu("", s.more(it)...), at)
}

// sister prices the picture of a job with the other picture model.
func (it *Item) sister(table client.PriceTable) {
	it.Sister, it.SisterPrice = "", ""
	if it.Job.State != db.Saved || it.Job.Kind.IsVideo() {
		return
	}
	var env form.Env
	if len(it.Profile.Models) > 0 {
		var own []client.Alias
		if json.Unmarshal(it.Profile.Models, &own) == nil { // what cannot be read is said in Settings
			env.Models = own
		}
	}
	o, err := form.SisterOrder(it.Job, env)
	if err != nil {
		return
	}
	t := form.Tariff{Table: table, Currency: it.Profile.Currency, Sandbox: it.Profile.Sandbox}
	it.Sister = o.Requests[0].ModelName()
	it.SisterPrice = t.Price(t.Quote(o))
}

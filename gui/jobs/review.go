package jobs

import (
	"cmp"
	"context"
	"errors"

	"fyne.io/fyne/v2"

	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/media"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// Limits of the list of requests in a sheet.
const (
	requestsHeight = 280     // px; a higher list scrolls
	requestsRunes  = 100_000 // of all texts together: laying out more takes seconds
	framePixels    = 144     // width of a source picture in device pixels
)

// requests lists the requests of jobs. A long list scrolls.
func (s *sheets) requests(list []*item) (shown fyne.CanvasObject, scroll *kit.Scroll) {
	rows := kit.NewColumn(12)
	for _, it := range list {
		rows.Add(s.request(it, requestsRunes/len(list)))
	}
	scroll = kit.NewVScroll(kit.NewInset(0, 14, 0, 0, rows)) // clear of the scroll bar
	if kit.HeightFor(rows, resources.Scaled(reviewWidth)-2*16) > requestsHeight {
		return kit.NewFixed(0, requestsHeight, scroll), scroll
	}
	return rows, scroll
}

// request shows the request of one job: its pictures, its texts of at most maxRunes characters each, and its price.
func (s *sheets) request(it *item, maxRunes int) fyne.CanvasObject {
	text := func(words string, size fyne.ThemeSizeName, color fyne.ThemeColorName) *kit.Text {
		return kit.NewText(shortened(wording.Plain(words), maxRunes), size, color, false).Wrap(true)
	}
	asked := wording.AskedOf(it.Job)
	price := kit.NewText(it.againPrice(), resources.SizeSM, resources.Text1, true)
	pictures, texts := kit.NewRow(12), kit.NewColumn(2,
		text(cmp.Or(it.Prompt, wording.Title(it.Job)), resources.SizeBody, resources.Text1),
		kit.NewRow(12, text(wording.JobLine(it.Job), resources.SizeSM, resources.Text2), kit.NewSpring(), price))
	if further := wording.RequestTexts(asked.VideoRequest); further != "" {
		texts.Add(text(further, resources.SizeSM, resources.Text2))
	}
	for place, a := range it.frames {
		picture := kit.NewPicture(fyne.NewSize(72, 41)).Contain()
		picture.SetIcon(resources.IconLink)
		if a.ID != 0 {
			var preview *media.Preview
			preview = media.NewPreview(s.Posters, func() { picture.SetImage(preview.Image) })
			preview.Load(a, framePixels)
			picture.SetImage(preview.Image)
		} else if place < len(asked.InputReference) {
			texts.Add(text(asked.InputReference[place], resources.SizeSM, resources.Text2))
		}
		pictures.Add(picture)
	}
	if len(pictures.Objects) == 0 {
		return texts
	}
	// A column keeps the pictures at the top of a long prompt.
	return kit.NewFrame(nil, kit.NewInset(0, 12, 0, 0, kit.NewColumn(0, pictures)), nil, texts)
}

// shortened cuts a text to its first runes, with a note about how many were cut.
func shortened(text string, maxRunes int) string {
	runes := []rune(text)
	cut := len(runes) - maxRunes
	if cut <= 0 {
		return text
	}
	return string(runes[:maxRunes]) + "… " +
		lang.N("(%s more character)", "(%s more characters)", cut, lang.Number(cut))
}

// review lists jobs with their prices, and sends them after a second click.
func (s *sheets) review(title string, list []*item, sendLabel, keepLabel string, send func()) {
	shown, scroll := s.requests(list)
	note := lang.L("Each is sent once and charged.")
	switch len(filter(list, sandboxed)) {
	case len(list):
		note = lang.L("The sandbox is free: these amounts are play money.")
	case 0:
	default:
		note = lang.L("Each is sent once. Sandbox jobs are free: their amounts are play money.")
	}
	keep := s.closeButton(keepLabel, kit.Plain)
	goes := kit.NewButton(sendLabel, nil, kit.Plain, func() { s.close(); send() }).Spends()
	sheet := s.open(reviewWidth, kit.NewColumn(12, heading(title), shown, kit.NewRule(),
		paragraph(kit.Span{Text: note}), kit.NewAnswers(keep, goes)), keep)
	sheet.OnKey = func(e *fyne.KeyEvent) { kit.ScrollBy(scroll, e.Name) }
}

// sendAll sends one held job at once. Several are reviewed before, because that click costs more than one price.
func (s *sheets) sendAll(held []*item) {
	send := func() { s.release(held) }
	n := len(held)
	if n <= 1 {
		send()
		return
	}
	title := lang.N("Send %s job?", "Send %s jobs?", n, lang.Number(n))
	s.review(title, held, sendLabel(held, false), lang.L("Keep them held"), send)
}

// discardAll asks before it removes jobs, because that cannot be undone. It does nothing if something was sent of one
// of them.
func (s *sheets) discardAll(list []*item) {
	n := len(list)
	if n == 0 || !unsent(list) {
		return
	}
	id := int64(noJob)
	if n == 1 {
		id = list[0].ID // its buttons are disabled meanwhile
		if s.busy[id] {
			return
		}
	}
	do := func(ctx context.Context) (err error) {
		for _, it := range list {
			err = errors.Join(err, s.Engine.Discard(ctx, it.ID))
		}
		return err
	}
	kit.Ask(s.Canvas(), lang.N("Remove %s job?", "Remove %s jobs?", n, lang.Number(n)),
		unsentNote(list)+" "+lang.L("This cannot be undone."), nil,
		kit.Answer{Word: lang.L("Cancel"), Kind: kit.Plain, Enter: true},
		kit.Answer{Word: lang.X("verb", "Remove"), Kind: kit.Danger, Do: func() { s.runFree(id, do) }})
}

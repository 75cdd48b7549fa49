package prices

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// The columns of the table, px at 100 % text.
const (
	inset      = 16
	cellGap    = 8
	dayWidth   = 88
	priceWidth = 72
)

// line is the objects of one row of the table.
type line struct {
	seen      *kit.Text // recent costs of such pictures
	from      *kit.Entry
	price     *kit.AmountEntry
	complaint *kit.Text
}

// fields is the table of prices: a section of clips, one of pictures and one of tokens.
type fields struct {
	now     func() time.Time
	changed func(Rows) // the user typed

	rows     Rows // that are shown
	lines    []line
	pictures *kit.Text // heading of the pictures
	sections [ofTokens + 1]*fyne.Container
	quiet    bool // the program fills the fields
}

func newFields(now func() time.Time, changed func(Rows)) *fields {
	f := &fields{now: now, changed: changed}
	for i := range f.sections {
		f.sections[i] = kit.NewColumn(2)
	}
	return f
}

// setRows takes over rows. It makes new lines if the items differ from those that are shown.
func (f *fields) setRows(r Rows) {
	same := func(a, b Row) bool { return a.Item == b.Item && a.like == b.like && a.planned == b.planned }
	keep := f.lines != nil && slices.EqualFunc(f.rows.List, r.List, same)
	f.rows = r
	if keep {
		return
	}
	f.lines = make([]line, len(r.List))
	f.pictures = caption("")
	f.sections[ofClips].Objects = []fyne.CanvasObject{heading(caption(lang.L("Clips")), lang.L("per second"))}
	f.sections[ofPictures].Objects = []fyne.CanvasObject{heading(f.pictures, lang.L("per picture"))}
	f.sections[ofTokens].Objects = []fyne.CanvasObject{heading(caption(lang.L("Picture tokens")),
		lang.L("per million tokens"))}
	for i, row := range r.List {
		f.lines[i] = f.newLine(i, row)
	}
	for _, s := range f.sections {
		s.Refresh()
	}
}

// newLine adds the line of a row to its section.
func (f *fields) newLine(i int, row Row) line {
	l := line{seen: note(""), from: kit.NewEntry(), price: kit.NewAmountEntry(),
		complaint: kit.NewText("", resources.SizeXS, resources.Err, false).Wrap(true)}
	l.complaint.Hide()
	l.seen.Hide()
	name := kit.NewText(row.Name(), resources.SizeSM, resources.Text1, false).Wrap(true)
	if row.planned {
		name.SetColor(resources.Text2)
	}
	words := kit.NewColumn(0, name, l.seen)
	if row.like != "" {
		words.Add(note(lang.L("same as %s", row.like)))
	}
	l.from.SetPlaceHolder(lang.L("today"))
	l.from.SetName(kit.NewText(lang.X("price", "%s, from", row.Name()), resources.SizeSM, resources.Text2, false))
	l.price.SetName(name)
	l.from.OnChanged = func(text string) {
		if !f.quiet {
			f.changed(f.rows.SetFrom(i, text))
		}
	}
	l.price.OnChanged = func(text string) {
		if !f.quiet {
			f.changed(f.rows.SetPrice(i, text, f.now()))
		}
	}
	l.from.OnKey = func(k *fyne.KeyEvent) bool {
		return f.moveFocus(i, k, func(l line) fyne.CanvasObject { return l.from })
	}
	l.price.OnKey = func(k *fyne.KeyEvent) bool {
		return f.moveFocus(i, k, func(l line) fyne.CanvasObject { return l.price })
	}
	cells := kit.NewRow(cellGap, words, kit.NewColumnCell(dayWidth, l.from), kit.NewColumnCell(priceWidth, l.price))
	s := f.sections[row.section()]
	s.Objects = append(s.Objects, cells, l.complaint)
	return l
}

// moveFocus moves the keyboard to the field above or below, and reports whether it did.
func (f *fields) moveFocus(i int, k *fyne.KeyEvent, field func(line) fyne.CanvasObject) bool {
	switch k.Name {
	case fyne.KeyUp:
		i--
	case fyne.KeyDown, fyne.KeyReturn, fyne.KeyEnter:
		i++
	default:
		return false
	}
	if i < 0 || i >= len(f.lines) {
		return false
	}
	focus(field(f.lines[i]))
	return true
}

// focusFirst moves the keyboard to the first price.
func (f *fields) focusFirst() { focus(f.lines[0].price) }

func focus(o fyne.CanvasObject) { kit.CanvasOf(o).Focus(o.(fyne.Focusable)) }

// show shows rows with their problems by row, and samples of recent costs of pictures. It refreshes only what changed,
// because it runs at every key.
func (f *fields) show(r Rows, problems map[int]string, samples []db.PictureSample) {
	f.setRows(r)
	table := r.inForce(f.now())
	f.quiet = true
	for i, row := range r.List {
		l, hint := f.lines[i], r.inherited(row)
		if row.section() == ofPictures {
			hint = byTokens(row.Image, table)
			kit.ShowText(l.seen, seen(row.Image, samples, r.Currency))
		}
		if l.from.Text != row.From {
			l.from.SetText(row.From)
		}
		if l.price.Text != row.Price {
			l.price.SetText(row.Price)
		}
		if l.price.PlaceHolder != hint {
			l.price.SetPlaceHolder(hint)
		}
		problem := problems[i]
		_, _, unreadable := wording.ParseAmount(row.Price, r.Currency)
		_, day := begin(row, f.now())
		l.from.SetFailed(problem != "" && row.edited() && day != nil)
		l.price.SetFailed(problem != "" && (unreadable != nil || day == nil))
		kit.ShowText(l.complaint, problem)
	}
	f.quiet = false
	words := lang.L("Pictures")
	if r.Reference {
		words = lang.L("Pictures, reference prices")
	}
	f.pictures.SetText(words)
}

// heading returns the head of a section: its name, and the unit of its prices above them.
func heading(words *kit.Text, per string) fyne.CanvasObject {
	price := note(per).Trailing()
	return kit.NewInset(4, 0, 2, 0, kit.NewRow(cellGap, words,
		kit.NewColumnCell(dayWidth, note(lang.X("price", "From"))), kit.NewColumnCell(priceWidth, price)))
}

func caption(words string) *kit.Text {
	return kit.NewText(words, resources.SizeSM, resources.Text2, true).Wrap(true)
}

func note(words string) *kit.Text {
	return kit.NewText(words, resources.SizeXS, resources.Text3, false).Wrap(true)
}

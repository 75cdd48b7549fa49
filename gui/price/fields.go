package price

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// The columns of the fields, px.
const (
	inset     = 16
	cellWidth = 60
	cellGap   = 4
)

// line is one line of fields, with what is wrong with them below it.
type line struct {
	of        []Of          // from the left
	seen      *widgets.Text // what such pictures cost lately
	complaint *widgets.Text
}

// fields are the prices to enter: a table of clips, and below it lists of pictures and of tokens.
type fields struct {
	p        *Pane
	shown    []Field // that the objects are of
	entries  map[Of]*widgets.AmountEntry
	lines    []line
	pictures *widgets.Text // the heading of the pictures
	sections [ofTokens + 1]*fyne.Container
	quiet    bool // the program fills the fields
}

func newFields(p *Pane) *fields {
	f := &fields{p: p}
	for i := range f.sections {
		f.sections[i] = widgets.NewColumn(2)
	}
	return f
}

// build makes the lines anew where a draft has others than are shown.
func (f *fields) build(d Draft) {
	if f.entries != nil && slices.EqualFunc(f.shown, d.Fields, func(a, b Field) bool { return a.Of == b.Of && a.like == b.like }) {
		return
	}
	f.shown, f.entries, f.lines = d.Fields, map[Of]*widgets.AmountEntry{}, nil
	f.pictures = caption("")
	f.sections[ofClips].Objects = []fyne.CanvasObject{clipsHead()}
	f.sections[ofPictures].Objects = []fyne.CanvasObject{heading(f.pictures, lang.L("per picture"))}
	f.sections[ofTokens].Objects = []fyne.CanvasObject{heading(caption(lang.L("Picture tokens")), lang.L("per million tokens"))}
	for i, field := range d.Fields {
		switch {
		case field.section() != ofClips:
			f.addLine(field)
		case i == 0 || d.Fields[i-1].Video.Model != field.Video.Model || d.Fields[i-1].Video.PerClip != field.Video.PerClip:
			f.addModel(field, d)
		}
	}
	for _, s := range f.sections {
		s.Refresh()
	}
}

func (f *fields) add(l line, in section, row fyne.CanvasObject) {
	l.complaint = widgets.NewText("", resources.SizeXS, resources.Err, false).Wrap(true)
	l.complaint.Hide()
	f.lines = append(f.lines, l)
	f.sections[in].Objects = append(f.sections[in].Objects, row, l.complaint)
}

// addModel adds the row of a video model.
func (f *fields) addModel(first Field, d Draft) {
	name := fyne.CanvasObject(widgets.NewText(first.Video.Model, resources.SizeBody, resources.Text1, false).Ellipsis())
	switch {
	case first.Video.PerClip:
		name = widgets.NewText(lang.L("%s, per clip", first.Video.Model), resources.SizeSM, resources.Text2, false).Ellipsis()
	case first.like != "":
		name = widgets.NewColumn(0, name, widgets.NewText(lang.L("same as %s", first.like), resources.SizeXS, resources.Text3, false).Ellipsis())
	}
	l, row := line{}, clipsRow(32, name)
	for _, of := range tiers() {
		of.Model, of.PerClip = first.Video.Model, first.Video.PerClip
		if d.at(Of{Video: of}) < 0 {
			none := widgets.NewText(lang.X("price", "none"), resources.SizeSM, resources.Text3, false).Ellipsis().Trailing()
			row.Add(widgets.NewInset(0, 8, 0, 0, none))
			continue
		}
		l.of = append(l.of, Of{Video: of})
		row.Add(f.entry(Of{Video: of}))
	}
	f.add(l, ofClips, row)
}

// addLine adds a picture or a kind of tokens.
func (f *fields) addLine(field Field) {
	l := line{of: []Of{field.Of}, seen: widgets.NewText("", resources.SizeSM, resources.Text2, false)}
	width := float32(cellWidth)
	if field.section() == ofTokens {
		width = 2*cellWidth + cellGap
	}
	name := widgets.NewText(field.Name(), resources.SizeBody, resources.Text1, false).Wrap(true)
	f.add(l, field.section(), widgets.NewRow(8, name, widgets.NewSpring(), l.seen, widgets.NewFixed(width, 0, f.entry(field.Of))))
}

// entry makes the field of a price. Up, Down and Enter go to the one above or below.
func (f *fields) entry(of Of) *widgets.AmountEntry {
	e := widgets.NewAmountEntry()
	f.entries[of] = e
	e.SetName(widgets.NewText(of.Name(), resources.SizeSM, resources.Text2, false))
	e.OnChanged = func(text string) {
		if !f.quiet {
			f.p.edit(f.p.draft.With(of, text))
		}
	}
	e.OnKey = func(k *fyne.KeyEvent) bool {
		switch k.Name {
		case fyne.KeyUp:
			return f.move(of, -1)
		case fyne.KeyDown, fyne.KeyReturn, fyne.KeyEnter:
			return f.move(of, 1)
		}
		return false
	}
	return e
}

// move brings the keyboard to the next field of a column, and reports whether there is one.
func (f *fields) move(from Of, by int) bool {
	var column []Of
	for _, field := range f.shown {
		if field.section() == from.section() && field.tier() == from.tier() {
			column = append(column, field.Of)
		}
	}
	to := slices.Index(column, from) + by
	if to < 0 || to >= len(column) {
		return false
	}
	f.p.d.Canvas().Focus(f.entries[column[to]])
	return true
}

// show shows a draft. What did not change is left alone, because this runs at every key.
func (f *fields) show(d Draft, problems map[Of]string) {
	f.build(d)
	table, _ := d.Table()
	f.quiet = true
	for _, field := range d.Fields {
		e, hint := f.entries[field.Of], d.Inherited(field)
		if field.Video.PerClip {
			hint = "" // the inherited price is of a second
		}
		if field.section() == ofPictures {
			hint = byTokens(field.Image, table)
		}
		if e.Text != field.Text {
			e.SetText(field.Text)
		}
		if e.PlaceHolder != hint {
			e.SetPlaceHolder(hint)
		}
		e.SetFailed(problems[field.Of] != "")
	}
	f.quiet = false
	words := lang.L("Picture")
	if d.Reference {
		words = lang.L("Picture, reference prices")
	}
	f.pictures.SetText(words)
	for _, l := range f.lines {
		f.showLine(l, d, problems)
	}
}

func (f *fields) showLine(l line, d Draft, problems map[Of]string) {
	var wrong []string
	for _, of := range l.of {
		switch words := problems[of]; {
		case words == "":
		case of.section() == ofClips:
			wrong = append(wrong, lang.X("field and problem", "%s: %s", of.tierName(), words))
		default:
			wrong = append(wrong, words)
		}
	}
	if l.of[0].section() == ofPictures {
		l.seen.SetText(seen(l.of[0].Image, f.p.state.samples, d.Currency))
	}
	widgets.ShowText(l.complaint, strings.Join(wrong, ". "))
}

// clipsRow is a row of the table of clips, whose first column takes what the fields leave.
func clipsRow(height float32, name fyne.CanvasObject) *fyne.Container {
	c := &widgets.Columns{Gap: cellGap, Height: height, Columns: []widgets.Column{{Width: 60, Grow: true}}}
	for range tiers() {
		c.Columns = append(c.Columns, widgets.Column{Width: cellWidth})
	}
	return &fyne.Container{Layout: c, Objects: []fyne.CanvasObject{name}}
}

// clipsHead is what stands over the columns: the resolution, and under it that the clip has sound.
func clipsHead() fyne.CanvasObject {
	head := clipsRow(36, caption(lang.L("Video model")).Wrap(false))
	text := func(words string) fyne.CanvasObject { return caption(words).Wrap(false).Ellipsis().Trailing() }
	for _, t := range tiers() {
		if t.Audio {
			head.Add(widgets.NewColumn(0, text(t.Resolution), text("+ "+lang.L("audio"))))
		} else {
			head.Add(text(t.Resolution))
		}
	}
	return head
}

func heading(words *widgets.Text, per string) fyne.CanvasObject {
	return widgets.NewFixed(0, 24, widgets.NewRow(8, words, widgets.NewSpring(), note(per).Wrap(false)))
}

func caption(words string) *widgets.Text {
	return widgets.NewText(words, resources.SizeSM, resources.Text2, false).Wrap(true)
}

func note(words string) *widgets.Text {
	return widgets.NewText(words, resources.SizeXS, resources.Text3, false).Wrap(true)
}

// NewAmountField is a field for an amount; none stands in it while it is empty.
func NewAmountField(v *int64, currency, none string) *widgets.AmountEntry {
	e := widgets.NewAmountEntry()
	e.SetPlaceHolder(none)
	if v != nil {
		e.SetText(wording.FormatAmount(client.Micros(*v), currency))
	}
	return e
}

// ReadAmount reads a field, nil where it is empty, and outlines it where it cannot be read.
func ReadAmount(e *widgets.AmountEntry, currency string) (*int64, error) {
	amount, given, err := wording.ParseAmount(e.Text, currency)
	e.SetFailed(err != nil)
	if err != nil || !given {
		return nil, err
	}
	return new(int64(amount)), nil
}

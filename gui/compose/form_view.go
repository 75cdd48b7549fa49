package compose

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/client/order"
	"viviscope/db"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// formView shows the draft in front as one list of fields. Each control changes the draft, and with that the form is shown again.
type formView struct {
	*Fields
	s   *Screen
	box *fyne.Container

	frames    *framesView
	hints     *fyne.Container // words for the prompt of an edit, to be put in by a click
	hintWords []string
	pictures  *picturesView
	ratio     *kit.Segmented
	ratioNote *kit.Text
	size      *kit.Picker // of a picture
	sides     *sidesView
	sizeBad   *complaint
	format    *kit.Segmented
	count     *kit.Stepper
}

func isClip(f order.Form) bool   { return f.Clip() != nil }
func isFrames(f order.Form) bool { return f.Kind == db.FramesToVideo }
func isEdit(f order.Form) bool   { return f.Kind == db.EditImage }
func isStill(f order.Form) bool  { return f.Picture() != nil }

func newFormView(s *Screen) *formView {
	v := &formView{Fields: NewFields(s.Host, s, false), s: s, frames: newFramesView(s), pictures: newPicturesView(s), hints: kit.NewFlow(6)}
	v.box = kit.NewColumn(10, v.Model)
	v.add(v.frames.box, isFrames, func(x Shown) { v.frames.show(x.Form.Frames, x.Problems, x.Asked) })
	v.box.Add(kit.NewColumn(6, v.Prompt, v.hints))
	v.field(v.hints, func(f order.Form) bool { return isEdit(f) && len(v.hintWords) > 0 }, func(Shown) {})
	v.add(v.pictures.box, isEdit, func(x Shown) { v.pictures.fit(x.Form.Edit) })
	v.prompt.preview.OnTapped, v.negative.preview.OnTapped = s.PreviewVariations, s.PreviewVariations
	v.which.OnTapped = s.ShowWhich
	for _, o := range []fyne.CanvasObject{v.Negative, kit.NewRule(), v.Duration, v.Resolution} {
		v.box.Add(o)
	}
	v.sizeFields()
	for _, o := range []fyne.CanvasObject{v.Audio, v.Seed, v.Quality} {
		v.box.Add(o)
	}
	v.pictureFields()
	v.add(newCallNote(), func(f order.Form) bool { return isEdit(f) && !f.Edited }, func(Shown) {})
	return v
}

func (v *formView) add(o fyne.CanvasObject, has func(order.Form) bool, show func(Shown)) {
	v.addTo(v.box, o, has, show)
}

func (v *formView) addTo(column *fyne.Container, o fyne.CanvasObject, has func(order.Form) bool, show func(Shown)) {
	column.Add(v.field(o, has, show))
}

// sizeFields are the ratio of a clip's tier, or the size of a picture, and the sides of a free size.
func (v *formView) sizeFields() {
	column := kit.NewColumn(4)
	v.box.Add(column)
	v.ratio = kit.NewSegmented(client.Ratios(), func(i int) {
		v.editClip(func(d *order.VideoDraft) { d.Ratio = client.Ratios()[i] })
	})
	tiered := func(f order.Form) bool { return isClip(f) && !f.Clip().FreeSize }
	v.addTo(column, kit.NewField(lang.L("Ratio"), v.ratio), tiered, func(x Shown) {
		ratio := x.Form.Clip().Ratio
		if nearest := x.Form.Frames.NearestRatio(); isFrames(x.Form) && nearest != "" {
			ratio = nearest
		}
		for i, r := range client.Ratios() {
			v.ratio.SetOff(i, x.Form.Clip().RatioOff(r))
		}
		v.ratio.SetSelected(slices.Index(client.Ratios(), ratio))
		kit.Enable(v.ratio, ratioNote(x.Form) == "")
	})

	v.size = kit.NewPicker(nil, func(i int) { v.s.Edit(func(f *order.Form) { f.SetPreset(i) }) })
	v.addTo(column, kit.NewField(lang.L("Size"), v.size), isStill, v.showSize)

	v.sides = newSidesView(func(w, h string) {
		if isClip(v.s.form) {
			v.correct(func(d *order.VideoDraft) []order.Correction { return d.SetSides(w, h) })
			return
		}
		v.editPicture(func(d *order.ImageDraft) { d.SetSides(w, h) })
	}, v.s.Generate)
	v.sizeBad = newComplaint(true, v.sides.width, v.sides.height)
	v.addTo(column, v.sides.row, nil, v.showSides)
	column.Add(v.sizeBad.box)
	column.Add(v.sides.offer)
	v.ratioNote = kit.NewText("", resources.SizeXS, resources.Text3, false).Wrap(true)
	hinted := func(f order.Form) bool { return tiered(f) && ratioHint(f) != "" }
	v.addTo(column, kit.NewUnderField(v.ratioNote), hinted, func(x Shown) {
		v.ratioNote.SetText(ratioHint(x.Form))
	})
}

// ratioNote says why the ratio of a clip cannot be chosen; "" where it can.
func ratioNote(f order.Form) string {
	if isFrames(f) {
		return wording.RatioNote(f.Frames)
	}
	return ""
}

// ratioHint returns the line below the ratio: why it cannot be chosen, or that it has no effect; "" for none.
func ratioHint(f order.Form) string {
	if note := ratioNote(f); note != "" {
		return note
	}
	return wording.Ignored(*f.Clip(), order.FieldRatio)
}

// showSize shows the sizes of a picture.
func (v *formView) showSize(x Shown) {
	presets, d := x.Form.Presets(), x.Form.Picture()
	options, selected := make([]kit.Choice, len(presets)+1), len(presets)
	for i, size := range presets {
		with := x.Form
		with.SetPreset(i)
		options[i] = kit.Choice{Title: wording.Preset(size), Trailing: wording.Size(with.Size())} // none while nobody has seen the picture
		if !d.FreeSize && d.Preset == size {
			selected = i
		}
	}
	options[len(presets)].Title = lang.L("Custom")
	setOptions(v.size, options)
	v.size.SetSelected(selected)
}

func (v *formView) showSides(x Shown) {
	v.sizeBad.show(x.only(order.FieldSize))
	if d := x.Form.Clip(); d != nil {
		v.sides.show(lang.L("Size"), d.FreeSize, d.Width, d.Height, d.Offer)
		return
	}
	d := x.Form.Picture()
	v.sides.show("", d.FreeSize, d.Width, d.Height, d.Offer) // the size above has the word
}

// sidesView is the pair of fields of a free size, with the nearest one that is allowed.
type sidesView struct {
	width, height *editor
	name          *kit.Text
	row           *fyne.Container
	use           *kit.Link
	nearest       order.Offer
	offer         *fyne.Container // stands below what is wrong with the size
}

func newSidesView(onChanged func(width, height string), onSend func()) *sidesView {
	v := &sidesView{}
	changed := func(string) { onChanged(strings.TrimSpace(v.width.Text), strings.TrimSpace(v.height.Text)) }
	v.width, v.height = newEditor(changed, onSend), newEditor(changed, onSend)
	v.width.SetPlaceHolder(lang.L("width"))
	v.height.SetPlaceHolder(lang.L("height"))
	small := func(s string) *kit.Text { return kit.NewText(s, resources.SizeBody, resources.Text2, false) }
	v.use = kit.NewLink("", func() { onChanged(v.nearest.Width, v.nearest.Height) })
	v.offer = kit.NewUnderField(kit.NewRow(0, v.use))
	sides := kit.NewRow(8, kit.NewFixed(96, 0, v.width), small("×"), kit.NewFixed(96, 0, v.height), small("px"))
	v.row = kit.NewField(lang.L("Size"), sides)
	v.name = v.row.Objects[0].(*kit.Text)
	return v
}

// show shows the two, and the nearest size that is allowed where offer has one.
func (v *sidesView) show(name string, on bool, width, height string, offer func() (order.Offer, bool)) {
	kit.Show(v.row, on)
	v.name.SetText(name)
	v.width.show(width)
	v.height.show(height)
	o, ok := offer()
	v.nearest = o
	if ok {
		v.use.SetText(lang.L("Use %s × %s", o.Width, o.Height))
	}
	kit.Show(v.offer, ok)
}

// pictureFields are format and number of pictures.
func (v *formView) pictureFields() {
	var formats []string
	for _, name := range client.Formats() {
		formats = append(formats, strings.ToUpper(name))
	}
	v.format = kit.NewSegmented(formats, func(i int) {
		v.editPicture(func(d *order.ImageDraft) { d.Format = client.Formats()[i] })
	})
	v.add(kit.NewField(lang.L("Format"), v.format), isStill, func(x Shown) {
		v.format.SetSelected(slices.Index(client.Formats(), x.Form.Picture().Format))
	})
	v.count = kit.NewStepper(1, order.MaxClips, 1, func(n int) {
		v.editPicture(func(d *order.ImageDraft) { d.Clips = n })
	})
	row := kit.NewField(lang.L("Pictures"), kit.NewRow(8, v.count))
	v.add(row, isStill, func(x Shown) {
		v.count.SetValue(x.Form.Picture().Clips)
		name := lang.L("Pictures")
		if isEdit(x.Form) {
			name = lang.L("Versions")
		}
		row.Objects[0].(*kit.Text).SetText(name)
	})
}

// newCallNote says what a picture call is, where the answer may be lost: before the first edit.
func newCallNote() *kit.Card {
	before, after := around(lang.L("Picture calls have no task ID, so they cannot be resumed. If the answer is lost, the job "+
		"becomes %s.", hole))
	return kit.NewCard(kit.NewRow(8, kit.NewIcon(resources.IconInfo, 14, resources.Text2),
		kit.NewRichText(resources.SizeSM, resources.Text2,
			kit.Span{Text: before}, kit.Span{Text: lang.L("unconfirmed"), Bold: true, Color: resources.Warn},
			kit.Span{Text: after}).Wrap(true)))
}

// control returns the control of a field, to bring the focus to what is wrong.
func (v *formView) control(name string) fyne.Focusable {
	switch name {
	case order.FieldFrames:
		return v.frames.slots[order.FirstFrame].Frame()
	case order.FieldImage, order.FieldImages:
		return v.pictures.first()
	case order.FieldSeconds:
		return v.seconds
	case order.FieldSize:
		return v.sides.width
	case order.FieldSeed:
		return v.seed.entry
	case order.FieldModel:
		return v.picker
	}
	return v.prompt.entry
}

package compose

import (
	"cmp"
	"slices"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/client/order"
	"viviscope/gui/action"
	"viviscope/gui/casting"
	"viviscope/gui/form"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// formView shows the draft in front as one list of fields. Each control changes the draft, and with that the form is
// shown again.
type formView struct {
	*Fields
	box *fyne.Container

	frames    *framesView
	hints     *hints
	sent      *casting.Sent // what is sent for the mentions in the prompt
	pictures  *picturesView
	ratio     *kit.Segmented
	ratioNote *kit.Text
	size      *kit.Picker // of a picture
	sides     *sidesView
	sizeBad   *complaint
	format    *kit.Segmented
	count     *kit.Stepper
}

func newFormView(host action.Host, owner form.Owner, of *casting.Cast, frames *framesView,
	pictures *picturesView) *formView {
	v := &formView{Fields: NewFields(host, owner, of, false), sent: casting.NewSent(of),
		frames: frames, pictures: pictures}
	v.hints = newHints(host, v.prompt.entry)
	v.box = kit.NewColumn(10, v.Model)
	v.add(v.frames.box, isFrames, func(x form.Shown) { v.frames.show(x.Form.Frames) })
	v.box.Add(kit.NewColumn(10, v.Prompt, v.sent.Box(), v.hints.box))
	v.field(v.hints.box, func(f order.Form) bool { return isEdit(f) && len(v.hints.words) > 0 }, func(form.Shown) {})
	v.add(v.pictures.box, isEdit, func(x form.Shown) { v.pictures.fit(x.Form.Edit) })
	for _, o := range []fyne.CanvasObject{v.Negative, kit.NewRule(), v.Duration, v.Resolution} {
		v.box.Add(o)
	}
	v.sizeFields()
	for _, o := range []fyne.CanvasObject{v.Audio, v.Seed, v.Quality} {
		v.box.Add(o)
	}
	v.pictureFields()
	return v
}

func (v *formView) add(o fyne.CanvasObject, has func(order.Form) bool, show func(form.Shown)) {
	v.box.Add(v.field(o, has, show))
}

// sizeFields are the ratio of a clip's tier, or the size of a picture, and the sides of a free size.
func (v *formView) sizeFields() {
	v.ratio = kit.NewSegmented(client.Ratios(), func(i int) {
		v.editClip(func(d *order.VideoDraft) { d.Ratio = client.Ratios()[i] })
	})
	v.ratioNote = kit.NewText("", resources.SizeXS, resources.Text3, false).Ellipsis()
	ratio := withLine(kit.NewField(lang.L("Ratio"), v.ratio), kit.NewUnderField(v.ratioNote))
	v.add(ratio, func(f order.Form) bool { return isClip(f) && !f.Clip().FreeSize }, v.showRatio)

	v.size = kit.NewPicker(nil, func(i int) { v.owner.Edit(func(f *order.Form) { f.SetPreset(i) }) })
	v.add(kit.NewField(lang.L("Size"), v.size), isStill, v.showSize)

	v.sides = newSidesView(func(w, h string) {
		if isClip(v.shown.Form) {
			v.correct(func(d *order.VideoDraft) []order.Correction { return d.SetSides(w, h) })
			return
		}
		v.editPicture(func(d *order.ImageDraft) { d.SetSides(w, h) })
	}, v.owner.Generate)
	v.sizeBad = newComplaint(v.sides.width, v.sides.height)
	free := func(f order.Form) bool {
		if d := f.Clip(); d != nil {
			return d.FreeSize
		}
		return f.Picture().FreeSize
	}
	v.add(withLine(v.sides.row, kit.NewRow(8, v.sizeBad.box, kit.NewSpring(), v.sides.offer)), free, v.showSides)
}

// showRatio shows the ratio of a clip, or that of its first frame, which cannot be changed.
func (v *formView) showRatio(x form.Shown) {
	d := *x.Form.Clip()
	note, warn := "", false
	selected := d.Ratio
	if isFrames(x.Form) {
		note, warn = wording.RatioNote(d)
		selected = d.SentRatio()
	}
	for i, r := range client.Ratios() {
		v.ratio.SetOff(i, d.IsRatioUnsupported(r))
	}
	v.ratio.SetSelected(slices.Index(client.Ratios(), selected))
	kit.Enable(v.ratio, note == "")
	color := resources.Text3
	if warn {
		color = resources.Warn
	}
	v.ratioNote.SetColor(color)
	v.ratioNote.SetText(cmp.Or(note, wording.Ignored(d, order.FieldRatio)))
}

// showSize shows the sizes of a picture.
func (v *formView) showSize(x form.Shown) {
	presets, d := x.Form.Presets(), x.Form.Picture()
	options, selected := make([]kit.Choice, len(presets)+1), len(presets)
	for i, size := range presets {
		with := x.Form
		with.SetPreset(i)
		// none while nobody has seen the picture
		options[i] = kit.Choice{Title: wording.Preset(size), Trailing: wording.Size(with.Size())}
		if !d.FreeSize && d.Preset == size {
			selected = i
		}
	}
	options[len(presets)].Title = lang.L("Custom")
	setOptions(v.size, options)
	v.size.SetSelected(selected)
}

func (v *formView) showSides(x form.Shown) {
	v.sizeBad.show(x.Only(order.FieldSize))
	if d := x.Form.Clip(); d != nil {
		v.sides.show(lang.L("Size"), d.Width, d.Height, d.SuggestSize)
		return
	}
	d := x.Form.Picture()
	v.sides.show("", d.Width, d.Height, d.SuggestSize) // the size above has the word
}

// pictureFields are format and number of pictures.
func (v *formView) pictureFields() {
	v.format = kit.NewSegmented(wording.FileFormats(), func(i int) {
		v.editPicture(func(d *order.ImageDraft) { d.Format = client.Formats()[i] })
	})
	v.add(kit.NewField(lang.L("Format"), v.format), isStill, func(x form.Shown) {
		v.format.SetSelected(slices.Index(client.Formats(), x.Form.Picture().Format))
	})
	v.count = kit.NewStepper(1, order.MaxClips, 1, func(n int) {
		v.editPicture(func(d *order.ImageDraft) { d.Clips = n })
	})
	row := kit.NewField(lang.L("Pictures"), kit.NewRow(8, v.count))
	v.add(row, isStill, func(x form.Shown) {
		v.count.SetValue(x.Form.Picture().Clips)
		kit.Enable(v.count, !x.SingleJob || x.Form.Picture().Clips > 1)
		name := lang.L("Pictures")
		if isEdit(x.Form) {
			name = lang.L("Versions")
		}
		row.Objects[0].(*kit.Text).SetText(name)
	})
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

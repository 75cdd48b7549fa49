package compose

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/db"
	"viviscope/gui/compose/form"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// imageView shows an ImageDraft.
type imageView struct {
	model               *modelView
	prompt              *promptView
	pictures            *picturesView // of an edit
	hints               *hintsView    // of an edit
	note                *widgets.Card // of an edit
	size                *widgets.Segmented
	sizeRow             *fyne.Container
	sizes               *widgets.Picker // of an edit, in place of size: it has one more, which needs room for its words
	sizesRow            *fyne.Container
	pixels              *widgets.Text
	sides               *sidesView
	pixelsRow, sidesRow *fyne.Container
	sizeBad             *complaint
	quality             *widgets.Segmented
	effect              *widgets.Text // of the quality on price and time
	format              *widgets.Segmented
	count               *widgets.Stepper
	versions            *widgets.Stepper // of an edit, in place of count
	countRow            *fyne.Container
	versionsRow         *fyne.Container
	box                 *fyne.Container
}

func newImageView(on edits, pictures *picturesView, hints *hintsView) *imageView {
	v := &imageView{pictures: pictures, hints: hints, note: newCallNote()}
	v.model = newModelView(func(m form.Model) {
		on.picture(func(d *form.ImageDraft) { d.SetModel(m) })
	})
	v.prompt = newPromptView(lang.L("What the picture shows"), func(text string) {
		on.picture(func(d *form.ImageDraft) { d.Prompt = text })
	}, on.send)

	var names []string
	for _, p := range form.Presets() {
		names = append(names, p.Name)
	}
	v.size = widgets.NewSegmented(append(names, lang.X("size", "Free")), func(i int) {
		on.picture(func(d *form.ImageDraft) {
			if i < len(form.Presets()) {
				d.SetPreset(form.Presets()[i].Size)
			} else {
				d.SetFreeSize()
			}
		})
	}).Tight()
	v.sizes = widgets.NewPicker(nil, func(i int) {
		on.edit(func(f *form.Form) {
			if i < len(form.EditPresets()) {
				f.Edit.SetPreset(form.EditPresets()[i].Size)
			} else {
				f.Edit.SetFreeSize()
			}
		})
	})
	v.sizeRow, v.sizesRow = widgets.NewField(lang.L("Size"), v.size), widgets.NewField(lang.L("Size"), v.sizes)
	v.pixels = widgets.NewText("", resources.SizeSM, resources.Text3, false)
	v.sides = newSidesView(func(w, h string) {
		on.picture(func(d *form.ImageDraft) { d.SetSides(w, h) })
	}, on.send)
	v.sizeBad = newComplaint(v.sides.width, v.sides.height).indented()
	v.pixelsRow, v.sidesRow = indented(v.pixels), indented(v.sides.box)
	v.quality = widgets.NewSegmented(client.Qualities(), func(i int) {
		on.picture(func(d *form.ImageDraft) { d.Quality = client.Qualities()[i] })
	}).Tight()
	v.effect = widgets.NewText("", resources.SizeXS, resources.Text3, false).Wrap(true)
	var formats []string
	for _, name := range client.Formats() {
		formats = append(formats, strings.ToUpper(name))
	}
	v.format = widgets.NewSegmented(formats, func(i int) {
		on.picture(func(d *form.ImageDraft) { d.Format = client.Formats()[i] })
	})
	stepper := func() *widgets.Stepper {
		return widgets.NewStepper(1, form.MaxClips, 1, func(n int) {
			on.picture(func(d *form.ImageDraft) { d.Clips = n })
		})
	}
	v.count, v.versions = stepper(), stepper()
	v.countRow = widgets.NewField(lang.L("Pictures"), widgets.NewRow(8, v.count))
	v.versionsRow = widgets.NewField(lang.L("Versions"), widgets.NewRow(8, v.versions))
	words := widgets.NewColumn(6, v.prompt.box, v.hints.box)
	asked := []fyne.CanvasObject{v.pictures.box, words}
	if pictures.further { // the first picture is on the canvas beside the form
		slices.Reverse(asked)
	}
	v.box = widgets.NewColumn(12,
		v.model.box,
		asked[0],
		asked[1],
		widgets.NewRule(),
		widgets.NewColumn(4,
			v.sizeRow,
			v.sizesRow,
			v.pixelsRow,
			v.sidesRow,
			v.sizeBad.box,
			v.sides.offer),
		widgets.NewColumn(4, widgets.NewField(lang.L("Quality"), v.quality), indented(v.effect)),
		widgets.NewField(lang.L("Format"), v.format),
		v.countRow,
		v.versionsRow,
		v.note,
	)
	return v
}

// show shows the picture in front, which f has.
func (v *imageView) show(f form.Form, env form.Env, problems []client.ValidationError, tariff form.Tariff, asked bool) {
	d := *f.Picture()
	v.model.show(imageOptions(f, env, tariff), env.ImageModels(), d.Model)
	v.prompt.show(d.Prompt, form.Only(problems, form.FieldPrompt), asked)
	i := slices.IndexFunc(form.Presets(), func(p form.Preset) bool { return p.Size == d.Preset })
	if d.FreeSize {
		i = len(form.Presets())
	}
	v.size.SetSelected(i)
	edit := f.Kind == db.EditImage
	if !edit {
		v.pixels.SetText(wording.Size(d.Preset) + " px")
	}
	setShown(v.sizeRow, !edit)
	setShown(v.sizesRow, edit)
	if edit {
		v.showSizes(f.Edit)
	}
	setShown(v.pixelsRow, !d.FreeSize && !edit)
	v.sides.show(d.Width, d.Height)
	setShown(v.sidesRow, d.FreeSize)
	v.sizeBad.show(form.Only(problems, form.FieldSize))
	v.sides.showOffer(d.Offer())
	v.effect.SetText(qualityEffect(f, env, tariff))
	v.quality.SetSelected(slices.Index(client.Qualities(), d.Quality))
	v.format.SetSelected(slices.Index(client.Formats(), d.Format))
	v.count.SetValue(d.Clips)
	v.versions.SetValue(d.Clips)
	setShown(v.countRow, !edit)
	setShown(v.versionsRow, edit)
	setShown(v.note, edit)
	setShown(v.hints.box, edit && len(v.hints.words) > 0)
}

// field returns the control of a field, to bring the focus to what is wrong.
func (v *imageView) field(name string) fyne.Focusable {
	switch name {
	case form.FieldImage, form.FieldImages:
		return v.pictures.first()
	case form.FieldSize:
		return v.sides.width
	case form.FieldModel:
		return v.model.picker
	}
	return v.prompt.entry
}

// showPictures shows what an edit has more than a picture from text.
func (v *imageView) showPictures(on bool, d form.EditDraft) {
	setShown(v.pictures.box, on)
	words, label := lang.L("What the picture shows"), lang.L("Prompt")
	if on {
		words, label = lang.L("What is to change, and what is to stay as it is"), lang.L("What should change")
		v.pictures.fitTo(d)
	}
	v.prompt.name(label)
	if v.prompt.entry.PlaceHolder != words {
		v.prompt.entry.SetPlaceHolder(words)
	}
}

// newCallNote says what a picture call is, where the answer may be lost.
func newCallNote() *widgets.Card {
	before, after := around(lang.L("A picture call cannot be picked up again: it has no task ID. If the answer is lost, the job turns %s.", hole))
	return widgets.NewCard(widgets.NewRow(8, widgets.NewIcon(resources.IconInfo(), 14, resources.Text2),
		widgets.NewRichText(resources.SizeSM, resources.Text2,
			widgets.Span{Text: before}, widgets.Span{Text: lang.L("unconfirmed"), Bold: true, Color: resources.Warn}, widgets.Span{Text: after}).Wrap(true)))
}

// showSizes shows the sizes of an edit.
func (v *imageView) showSizes(d form.EditDraft) {
	var options []widgets.PickerOption
	selected := len(form.EditPresets())
	for i, p := range form.EditPresets() {
		o := widgets.PickerOption{Title: p.Name, Trailing: wording.Size(p.Size)}
		if p.Size == form.AsPicture {
			as := d
			as.SetPreset(form.AsPicture)
			o.Trailing = wording.Size(as.Size()) // none while nobody has seen the picture
		}
		options = append(options, o)
		if !d.FreeSize && d.Preset == p.Size {
			selected = i
		}
	}
	options = append(options, widgets.PickerOption{Title: lang.L("Free size")})
	if !slices.Equal(v.sizes.Options(), options) {
		v.sizes.SetOptions(options)
	}
	v.sizes.SetSelected(selected)
}

package compose

import (
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client"
	"viviscope/db"
	"viviscope/gui/compose/form"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// formView shows the draft in front: the fields that all kinds have, and those of its own kind. Each control changes the draft,
// and with that the form is shown again.
type formView struct {
	s *Screen

	// What all kinds have.
	model     *modelView
	prompt    *promptView
	sidesRow  *fyne.Container
	sidesName *widgets.Text
	sides     *sidesView // of a free size
	sizeBad   *complaint

	// A clip.
	frames     *framesView
	negative   *negativeView
	slider     *widgets.Slider
	least      *widgets.Text
	most       *widgets.Text
	seconds    *editor
	secondsBad *complaint
	resolution *widgets.Segmented
	ratio      *widgets.Segmented
	ratioRow   *fyne.Container
	ratioNote  *widgets.Text
	noteRow    *fyne.Container
	audio      *widgets.Toggle
	audioOff   *fyne.Container
	audioWhy   *widgets.Text
	seed       *seedView

	// A picture.
	pictures  *picturesView // of an edit
	hints     *hintsView    // of an edit
	size      *widgets.Segmented
	sizeRow   *fyne.Container
	sizes     *widgets.Picker // of an edit, in place of size: it has one more, which needs room for its words
	sizesRow  *fyne.Container
	pixels    *widgets.Text
	pixelsRow *fyne.Container
	quality   *widgets.Segmented
	effect    *widgets.Text // of the quality on price and time
	format    *widgets.Segmented
	countName *widgets.Text
	count     *widgets.Stepper
	note      *widgets.Card // of an edit

	ofClips    []fyne.CanvasObject // shown for a clip alone
	ofPictures []fyne.CanvasObject // shown for a picture alone
	clip       bool                // a clip is shown
	box        *fyne.Container
}

func newFormView(s *Screen) *formView {
	v := &formView{s: s, clip: true, frames: newFramesView(s.slots), note: newCallNote()}
	v.pictures, v.hints = newPicturesView(s.slots), newHintsView(s.insertHint)
	v.model = newModelView(s.useModel, s.notices)
	v.model.which.OnTapped = s.ShowWhich
	v.prompt = newPromptView(func(text string) {
		s.edit(func(f *form.Form) { f.SetPrompt(text) })
	}, s.Generate, s.refit)
	v.negative = newNegativeView(func(text string) {
		s.editClip(func(d *form.VideoDraft) { d.Negative = text })
	}, s.Generate, s.refit)
	v.negative.opened = func() { s.focus(v.negative.entry) }
	for _, line := range []*variationLine{v.prompt.variations, v.negative.variations} {
		line.preview.OnTapped = s.PreviewVariations
	}
	asked := widgets.NewColumn(6, v.prompt.box, v.hints.box)
	duration, resolution, audio, seed := v.durationField(), v.resolutionField(), v.audioField(), v.seedField()
	sizes, quality, format, count := v.sizeFields(), v.qualityField(), v.formatField(), v.countField()
	v.box = widgets.NewColumn(12, v.model.box, v.frames.box, asked, v.pictures.box, v.negative.box, widgets.NewRule(),
		duration, resolution, sizes, audio, seed, quality, format, count, v.note)
	v.ofClips = []fyne.CanvasObject{v.negative.box, duration, resolution, audio, seed}
	v.ofPictures = []fyne.CanvasObject{quality, format, count}
	return v
}

func (v *formView) durationField() fyne.CanvasObject {
	small := func() *widgets.Text { return widgets.NewText("", resources.SizeSM, resources.Text3, false) }
	v.least, v.most = small(), small()
	v.slider = widgets.NewSlider(client.MinSeconds, client.MaxSeconds)
	v.slider.OnChanged = func(n float64) {
		v.s.editClip(func(d *form.VideoDraft) { d.SetSeconds(strconv.Itoa(int(n))) })
	}
	v.seconds = newEditor(func(text string) {
		v.s.editClip(func(d *form.VideoDraft) { d.SetSeconds(text) })
	}, v.s.Generate)
	v.secondsBad = newComplaint(v.seconds).indented()
	unit := widgets.NewText("s", resources.SizeBody, resources.Text2, false)
	row := container.NewBorder(nil, nil, v.least, widgets.NewRow(8, v.most, widgets.NewFixed(52, 0, v.seconds), unit), v.slider)
	return widgets.NewColumn(4, widgets.NewField(lang.L("Duration"), row), v.secondsBad.box)
}

func (v *formView) resolutionField() fyne.CanvasObject {
	v.resolution = widgets.NewSegmented(append(client.Resolutions(), lang.L("Free size")), func(i int) {
		v.s.correct(func(d *form.VideoDraft) []form.Correction {
			if tiers := d.Rules().Resolutions; i < len(tiers) {
				return d.SetResolution(tiers[i])
			}
			return d.SetFreeSize()
		})
	})
	if v.resolution.MinSize().Width > leastWidth-2*inset-labelWidth {
		v.resolution.Tight() // a language with longer words
	}
	return widgets.NewField(lang.L("Resolution"), v.resolution)
}

// sizeFields are the ratio of a clip's tier, or the size of a picture, and the sides of a free size.
func (v *formView) sizeFields() fyne.CanvasObject {
	v.ratio = widgets.NewSegmented(client.Ratios(), func(i int) {
		v.s.editClip(func(d *form.VideoDraft) { d.Ratio = client.Ratios()[i] })
	})
	v.ratioRow = widgets.NewField(lang.L("Ratio"), v.ratio)
	v.ratioNote = widgets.NewText("", resources.SizeXS, resources.Text3, false).Wrap(true)
	v.noteRow = indented(v.ratioNote)
	var names []string
	for _, p := range form.Presets() {
		names = append(names, p.Name)
	}
	v.size = widgets.NewSegmented(append(names, lang.X("size", "Free")), func(i int) {
		v.s.editPicture(func(d *form.ImageDraft) {
			if i < len(form.Presets()) {
				d.SetPreset(form.Presets()[i].Size)
			} else {
				d.SetFreeSize()
			}
		})
	}).Tight()
	v.sizes = widgets.NewPicker(nil, func(i int) {
		v.s.edit(func(f *form.Form) {
			if i < len(form.EditPresets()) {
				f.Edit.SetPreset(form.EditPresets()[i].Size)
			} else {
				f.Edit.SetFreeSize()
			}
		})
	})
	v.sizeRow, v.sizesRow = widgets.NewField(lang.L("Size"), v.size), widgets.NewField(lang.L("Size"), v.sizes)
	v.pixels = widgets.NewText("", resources.SizeSM, resources.Text3, false)
	v.pixelsRow = indented(v.pixels)
	v.sides = newSidesView(func(w, h string) {
		if v.s.form.Clip() != nil {
			v.s.correct(func(d *form.VideoDraft) []form.Correction { return d.SetSides(w, h) })
			return
		}
		v.s.editPicture(func(d *form.ImageDraft) { d.SetSides(w, h) })
	}, v.s.Generate)
	v.sidesRow = widgets.NewField(lang.L("Size"), v.sides.box)
	v.sidesName = v.sidesRow.Objects[0].(*widgets.Text)
	v.sizeBad = newComplaint(v.sides.width, v.sides.height).indented()
	return widgets.NewColumn(4, v.ratioRow, v.sizeRow, v.sizesRow, v.pixelsRow, v.sidesRow, v.sizeBad.box, v.sides.offer, v.noteRow)
}

func (v *formView) audioField() fyne.CanvasObject {
	v.audio = widgets.NewToggle(false, func(wish bool) {
		v.s.correct(func(d *form.VideoDraft) []form.Correction { return d.SetAudio(wish) })
	})
	v.audioWhy = widgets.NewText("", resources.SizeSM, resources.Text2, false)
	v.audioOff = widgets.NewRow(6, widgets.NewIcon(resources.IconInfo(), 14, resources.Text3), v.audioWhy)
	return widgets.NewField(lang.L("Audio"), widgets.NewRow(8, v.audio, v.audioOff))
}

func (v *formView) seedField() fyne.CanvasObject {
	v.seed = newSeedView(func(change func(*form.SeedDraft)) {
		v.s.editClip(func(d *form.VideoDraft) { change(&d.Seed) })
	}, func(n int) {
		v.s.editClip(func(d *form.VideoDraft) { d.Clips = n })
	}, v.s.Generate, v.s.roll)
	return widgets.NewColumn(4, widgets.NewField(lang.L("Seed"), v.seed.row), v.seed.complaint.box)
}

func (v *formView) qualityField() fyne.CanvasObject {
	v.quality = widgets.NewSegmented(client.Qualities(), func(i int) {
		v.s.editPicture(func(d *form.ImageDraft) { d.Quality = client.Qualities()[i] })
	}).Tight()
	v.effect = widgets.NewText("", resources.SizeXS, resources.Text3, false).Wrap(true)
	return widgets.NewColumn(4, widgets.NewField(lang.L("Quality"), v.quality), indented(v.effect))
}

func (v *formView) formatField() fyne.CanvasObject {
	var formats []string
	for _, name := range client.Formats() {
		formats = append(formats, strings.ToUpper(name))
	}
	v.format = widgets.NewSegmented(formats, func(i int) {
		v.s.editPicture(func(d *form.ImageDraft) { d.Format = client.Formats()[i] })
	})
	return widgets.NewField(lang.L("Format"), v.format)
}

func (v *formView) countField() fyne.CanvasObject {
	v.count = widgets.NewStepper(1, form.MaxClips, 1, func(n int) {
		v.s.editPicture(func(d *form.ImageDraft) { d.Clips = n })
	})
	row := widgets.NewField(lang.L("Pictures"), widgets.NewRow(8, v.count))
	v.countName = row.Objects[0].(*widgets.Text)
	return row
}

// newCallNote says what a picture call is, where the answer may be lost.
func newCallNote() *widgets.Card {
	before, after := around(lang.L("A picture call cannot be picked up again: it has no task ID. If the answer is lost, the job turns %s.", hole))
	return widgets.NewCard(widgets.NewRow(8, widgets.NewIcon(resources.IconInfo(), 14, resources.Text2),
		widgets.NewRichText(resources.SizeSM, resources.Text2,
			widgets.Span{Text: before}, widgets.Span{Text: lang.L("unconfirmed"), Bold: true, Color: resources.Warn}, widgets.Span{Text: after}).Wrap(true)))
}

// show shows the draft in front with its problems. asked says that a person wanted to send it.
func (v *formView) show(f form.Form, env form.Env, problems []client.ValidationError, tariff form.Tariff, asked bool) {
	clip, edit := f.Clip(), f.Kind == db.EditImage
	if v.clip != (clip != nil) {
		v.clip = clip != nil
		v.prompt.begin()
	}
	for _, o := range v.ofClips {
		setShown(o, v.clip)
	}
	for _, o := range v.ofPictures {
		setShown(o, !v.clip)
	}
	switch {
	case v.clip:
		v.prompt.name(lang.L("Prompt"), lang.L("What is to be seen, and how it moves"))
	case edit:
		v.prompt.name(lang.L("What should change"), lang.L("What is to change, and what is to stay as it is"))
	default:
		v.prompt.name(lang.L("Prompt"), lang.L("What the picture shows"))
	}
	v.prompt.show(f.Prompt(), form.Only(problems, form.FieldPrompt), asked)
	v.sizeBad.show(form.Only(problems, form.FieldSize))
	if v.clip {
		v.showClip(*clip, env, problems, tariff)
	} else {
		v.showPicture(f, env, tariff)
	}
	v.showFrames(f.Kind == db.FramesToVideo, f.Frames, problems, asked)
	setShown(v.pictures.box, edit)
	if edit {
		v.pictures.fit(f.Edit)
		v.showSizes(f.Edit)
	}
	setShown(v.note, edit)
	setShown(v.hints.box, edit && len(v.hints.words) > 0)
}

func (v *formView) showClip(d form.VideoDraft, env form.Env, problems []client.ValidationError, tariff form.Tariff) {
	v.model.show(videoOptions(d, env, tariff), env.VideoModels(), d.Model)
	v.negative.show(d.Negative)

	m := d.Rules()
	v.least.SetText(strconv.Itoa(m.Seconds[0]))
	v.most.SetText(strconv.Itoa(m.Seconds[len(m.Seconds)-1]))
	v.seconds.show(d.Seconds)
	showSlider(v.slider, m.Seconds, d.SecondsNumber())
	v.secondsBad.show(form.Only(problems, form.FieldSeconds))

	tier := slices.Index(m.Resolutions, d.Resolution())
	if d.FreeSize {
		tier = len(m.Resolutions)
	}
	v.resolution.SetSelected(tier)
	v.ratio.SetSelected(slices.Index(client.Ratios(), d.Ratio))
	setShown(v.ratioRow, !d.FreeSize)
	for _, o := range []fyne.CanvasObject{v.sizeRow, v.sizesRow, v.pixelsRow} {
		setShown(o, false)
	}
	v.sidesName.SetText(lang.L("Size"))
	v.showSides(d.FreeSize, d.Width, d.Height)
	v.sides.showOffer(d.Offer())

	why := d.AudioOff()
	v.audio.SetOn(d.Audio())
	setOn(v.audio, why == "")
	v.audioWhy.SetText(form.Words(why))
	setShown(v.audioOff, why != "")

	v.seed.show(d.Seed, d.Clips, form.Only(problems, form.FieldSeed))
}

func (v *formView) showPicture(f form.Form, env form.Env, tariff form.Tariff) {
	d, edit := *f.Picture(), f.Kind == db.EditImage
	v.model.show(imageOptions(f, env, tariff), env.ImageModels(), d.Model)
	i := slices.IndexFunc(form.Presets(), func(p form.Preset) bool { return p.Size == d.Preset })
	if d.FreeSize {
		i = len(form.Presets())
	}
	v.size.SetSelected(i)
	if !edit {
		v.pixels.SetText(wording.Size(d.Preset) + " px")
	}
	setShown(v.ratioRow, false)
	setShown(v.sizeRow, !edit)
	setShown(v.sizesRow, edit)
	setShown(v.pixelsRow, !d.FreeSize && !edit)
	v.sidesName.SetText("") // the size above has the word
	v.showSides(d.FreeSize, d.Width, d.Height)
	v.sides.showOffer(d.Offer())
	v.effect.SetText(qualityEffect(f, env, tariff))
	v.quality.SetSelected(slices.Index(client.Qualities(), d.Quality))
	v.format.SetSelected(slices.Index(client.Formats(), d.Format))
	v.count.SetValue(d.Clips)
	v.countName.SetText(lang.L("Pictures"))
	if edit {
		v.countName.SetText(lang.L("Versions"))
	}
}

func (v *formView) showSides(on bool, width, height string) {
	setShown(v.sidesRow, on)
	v.sides.width.show(width)
	v.sides.height.show(height)
}

// showFrames shows the slots of a clip from frames, and what they leave of the ratio. That there is no first frame is said once a
// person wanted to send without it; all else that is wrong with them the slots say themselves.
func (v *formView) showFrames(on bool, d form.VideoDraft, problems []client.ValidationError, asked bool) {
	setShown(v.frames.box, on)
	note := ""
	if on {
		note = d.RatioNote()
		if nearest := d.NearestRatio(); nearest != "" {
			v.ratio.SetSelected(slices.Index(client.Ratios(), nearest))
		}
		setOn(v.frames.swap, !d.First.Empty() || !d.Last.Empty())
	}
	missing := form.Only(problems, form.FieldFrames)
	if !asked || !problemIs(missing, form.MsgFirstFrame) {
		missing = nil
	}
	v.frames.complaint.show(missing)
	v.ratioNote.SetText(note)
	setShown(v.noteRow, note != "" && !d.FreeSize)
	setOn(v.ratio, note == "")
}

// showSizes shows the sizes of an edit.
func (v *formView) showSizes(d form.EditDraft) {
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

// field returns the control of a field, to bring the focus to what is wrong.
func (v *formView) field(name string) fyne.Focusable {
	switch name {
	case form.FieldFrames:
		return v.frames.slots[form.FirstFrame].Frame()
	case form.FieldImage, form.FieldImages:
		return v.pictures.first()
	case form.FieldSeconds:
		return v.seconds
	case form.FieldSize:
		return v.sides.width
	case form.FieldSeed:
		return v.seed.entry
	case form.FieldModel:
		return v.model.picker
	}
	return v.prompt.entry
}

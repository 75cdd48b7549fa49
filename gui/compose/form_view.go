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

// formView shows the draft in front as one list of fields. Each control changes the draft, and with that the form is shown again.
type formView struct {
	s      *Screen
	fields []field
	clip   bool // a clip is shown
	box    *fyne.Container

	picker     *widgets.Picker // of the model
	which      *widgets.Link
	models     []form.Model // its options
	frames     *framesView
	prompt     *promptView
	hints      *fyne.Container // words for the prompt of an edit, to be put in by a click
	hintWords  []string
	pictures   *picturesView
	negative   *negativeView
	slider     *widgets.Slider
	seconds    *editor
	secondsBad *complaint
	resolution *widgets.Segmented
	ratio      *widgets.Segmented
	ratioNote  *widgets.Text
	size       *widgets.Picker // of a picture
	sides      *sidesView
	sizeBad    *complaint
	audio      *widgets.Toggle
	audioOff   *fyne.Container // why there can be none
	audioWhy   *widgets.Text
	seed       *seedView
	quality    *widgets.Segmented
	effect     *widgets.Text // of the quality on price and time
	format     *widgets.Segmented
	count      *widgets.Stepper
}

// field is a part of the form that some drafts have.
type field struct {
	o    fyne.CanvasObject
	has  func(f form.Form) bool // nil: all of them
	show func(x shown)
}

// shown is what the fields show. asked says that a person wanted to send it.
type shown struct {
	form     form.Form
	env      form.Env
	problems []client.ValidationError
	tariff   form.Tariff
	asked    bool
}

func (x shown) only(fields ...string) []client.ValidationError {
	return form.Only(x.problems, fields...)
}

func isClip(f form.Form) bool   { return f.Clip() != nil }
func isFrames(f form.Form) bool { return f.Kind == db.FramesToVideo }
func isEdit(f form.Form) bool   { return f.Kind == db.EditImage }
func isStill(f form.Form) bool  { return f.Picture() != nil }

func newFormView(s *Screen) *formView {
	v := &formView{s: s, clip: true, box: widgets.NewColumn(10), frames: newFramesView(s), pictures: newPicturesView(s)}
	v.add(v.modelField(), nil, v.showModel)
	v.add(v.frames.box, isFrames, func(x shown) { v.frames.show(x.form.Frames, x.problems, x.asked) })
	v.add(v.promptField(), nil, v.showPrompt)
	v.add(v.pictures.box, isEdit, func(x shown) { v.pictures.fit(x.form.Edit) })
	v.negative = newNegativeView(v.clipText(func(d *form.VideoDraft) *string { return &d.Negative }), s.Generate, s.refit,
		func() { s.focus(v.negative.entry) })
	v.add(widgets.NewInset(-linkRoom, 0, -linkRoom, 0, v.negative.box), isClip, func(x shown) { v.negative.show(x.form.Clip().Negative) })
	v.prompt.preview.OnTapped, v.negative.preview.OnTapped = s.PreviewVariations, s.PreviewVariations
	v.box.Add(widgets.NewRule())
	v.durationField()
	v.resolutionField()
	v.sizeFields()
	v.audioField()
	v.seedField()
	v.pictureFields()
	v.add(newCallNote(), func(f form.Form) bool { return isEdit(f) && !f.Edited }, func(shown) {})
	return v
}

func (v *formView) add(o fyne.CanvasObject, has func(form.Form) bool, show func(shown)) {
	v.addTo(v.box, o, has, show)
}

func (v *formView) addTo(column *fyne.Container, o fyne.CanvasObject, has func(form.Form) bool, show func(shown)) {
	column.Add(o)
	v.fields = append(v.fields, field{o, has, show})
}

// clipText takes what is typed into a text of the clip in front.
func (v *formView) clipText(of func(d *form.VideoDraft) *string) func(string) {
	return func(text string) { v.s.editClip(func(d *form.VideoDraft) { *of(d) = text }) }
}

// show shows the draft in front.
func (v *formView) show(x shown) {
	if clip := isClip(x.form); v.clip != clip {
		v.clip = clip
		v.prompt.begin()
	}
	for _, f := range v.fields {
		has := f.has == nil || f.has(x.form)
		if f.has != nil {
			widgets.Show(f.o, has)
		}
		if has {
			f.show(x)
		}
	}
}

// modelField is the model with its rules and its price, over the line that says what a change of it brought along.
func (v *formView) modelField() fyne.CanvasObject {
	v.picker = widgets.NewPicker(nil, func(i int) { v.s.useModel(v.models[i]) })
	v.which = widgets.NewLink(lang.L("Which model can do this?"), v.s.ShowWhich)
	name := widgets.NewText(lang.L("Model"), resources.SizeSM, resources.Text2, false)
	v.picker.SetName(name)
	head := widgets.NewRow(8, name, widgets.NewSpring(), v.which)
	return widgets.NewColumn(4, head, v.picker, v.s.notices.box)
}

func (v *formView) showModel(x shown) {
	var options []widgets.Choice
	id := ""
	if d := x.form.Clip(); d != nil {
		v.models, id = x.env.VideoModels(), d.Model
		for _, m := range v.models {
			with := *d
			if m.ID != d.Model {
				with.SetModel(m)
			}
			options = append(options, widgets.Choice{
				Title: m.ID, Words: works(m, form.Rules(with.Rules())), Trailing: x.tariff.PerSecond(m, with.Tier(), with.Audio()),
			})
		}
	} else {
		v.models, id = x.env.ImageModels(), x.form.Picture().Model
		for _, m := range v.models {
			price := x.tariff.Price(x.tariff.PerPicture(x.form, x.env, m))
			options = append(options, widgets.Choice{Title: m.ID, Words: works(m, form.ImageRules()), Trailing: price})
		}
	}
	setOptions(v.picker, options)
	v.picker.SetSelected(slices.IndexFunc(v.models, func(m form.Model) bool { return m.ID == id }))
}

// works words what a model can do: its rules, or the model of the catalogue whose rules a gateway's own name follows.
func works(m form.Model, rules string) string {
	if m.Rules() != m.ID {
		return lang.L("works like %s", m.Rules())
	}
	return rules
}

func setOptions(p *widgets.Picker, options []widgets.Choice) {
	if !slices.Equal(p.Options(), options) {
		p.SetOptions(options)
	}
}

func (v *formView) promptField() fyne.CanvasObject {
	v.prompt = newPromptView(func(text string) { v.s.edit(func(f *form.Form) { f.SetPrompt(text) }) }, v.s.Generate)
	v.hints = widgets.NewFlow(6)
	return widgets.NewInset(-linkRoom, 0, 0, 0, widgets.NewColumn(6, v.prompt.box, v.hints))
}

func (v *formView) showPrompt(x shown) {
	switch {
	case isClip(x.form):
		v.prompt.name(lang.L("Prompt"), lang.L("Describe the scene and how it moves"))
	case isEdit(x.form):
		v.prompt.name(lang.L("What should change"), lang.L("What should change, and what should stay the same"))
	default:
		v.prompt.name(lang.L("Prompt"), lang.L("Describe the picture"))
	}
	v.prompt.show(x.form.Prompt(), x.only(form.FieldPrompt), x.asked)
	widgets.Show(v.hints, isEdit(x.form) && len(v.hintWords) > 0)
}

func (v *formView) durationField() {
	small := func() *widgets.Text { return widgets.NewText("", resources.SizeSM, resources.Text3, false) }
	least, most := small(), small()
	set := func(text string) { v.s.editClip(func(d *form.VideoDraft) { d.SetSeconds(text) }) }
	v.slider = widgets.NewSlider(client.MinSeconds, client.MaxSeconds)
	v.slider.OnChanged = func(n float64) { set(strconv.Itoa(int(n))) }
	v.seconds = newEditor(set, v.s.Generate)
	v.secondsBad = newComplaint(true, v.seconds)
	unit := widgets.NewText("s", resources.SizeBody, resources.Text2, false)
	row := container.NewBorder(nil, nil, least, widgets.NewRow(8, most, widgets.NewFixed(52, 0, v.seconds), unit), v.slider)
	v.add(widgets.NewColumn(4, widgets.NewField(lang.L("Duration"), row), v.secondsBad.box), isClip, func(x shown) {
		d := x.form.Clip()
		seconds := d.Rules().Seconds
		least.SetText(strconv.Itoa(seconds[0]))
		most.SetText(strconv.Itoa(seconds[len(seconds)-1]))
		v.seconds.show(d.Seconds)
		showSlider(v.slider, seconds, d.SecondsNumber())
		v.secondsBad.show(x.only(form.FieldSeconds))
	})
}

// showSlider puts the slider to a duration that the model makes; it stays where it was for one that it does not.
// It is set without its OnChanged: the draft is what is shown, not what is asked.
func showSlider(s *widgets.Slider, seconds []int, n int) {
	least, most := float64(seconds[0]), float64(seconds[len(seconds)-1])
	step := (most - least) / float64(len(seconds)-1)
	value := s.Value
	if slices.Contains(seconds, n) {
		value = float64(n)
	}
	value = min(max(value, least), most)
	if s.Min == least && s.Max == most && s.Step == step && s.Value == value {
		return
	}
	s.Min, s.Max, s.Step, s.Value = least, most, step, value
	s.Refresh()
}

func (v *formView) resolutionField() {
	tiers := client.Resolutions()
	v.resolution = widgets.NewSegmented(append(client.Resolutions(), lang.L("Custom")), func(i int) {
		v.s.correct(func(d *form.VideoDraft) []form.Correction {
			if i < len(tiers) {
				return d.SetResolution(tiers[i])
			}
			return d.SetFreeSize()
		})
	})
	if v.resolution.MinSize().Width > leastWidth-2*inset-labelWidth {
		v.resolution.Tight() // a language with longer words
	}
	v.add(widgets.NewField(lang.L("Resolution"), v.resolution), isClip, func(x shown) {
		d := x.form.Clip()
		tier := slices.Index(tiers, d.Resolution())
		if d.FreeSize {
			tier = len(tiers)
		}
		v.resolution.SetSelected(tier)
	})
}

// sizeFields are the ratio of a clip's tier, or the size of a picture, and the sides of a free size.
func (v *formView) sizeFields() {
	column := widgets.NewColumn(4)
	v.box.Add(column)
	v.ratio = widgets.NewSegmented(client.Ratios(), func(i int) {
		v.s.editClip(func(d *form.VideoDraft) { d.Ratio = client.Ratios()[i] })
	})
	tiered := func(f form.Form) bool { return isClip(f) && !f.Clip().FreeSize }
	v.addTo(column, widgets.NewField(lang.L("Ratio"), v.ratio), tiered, func(x shown) {
		ratio := x.form.Clip().Ratio
		if nearest := x.form.Frames.NearestRatio(); isFrames(x.form) && nearest != "" {
			ratio = nearest
		}
		v.ratio.SetSelected(slices.Index(client.Ratios(), ratio))
		widgets.Enable(v.ratio, ratioNote(x.form) == "")
	})

	v.size = widgets.NewPicker(nil, func(i int) { v.s.edit(func(f *form.Form) { f.SetPreset(i) }) })
	v.addTo(column, widgets.NewField(lang.L("Size"), v.size), isStill, v.showSize)

	v.sides = newSidesView(func(w, h string) {
		if isClip(v.s.form) {
			v.s.correct(func(d *form.VideoDraft) []form.Correction { return d.SetSides(w, h) })
			return
		}
		v.s.editPicture(func(d *form.ImageDraft) { d.SetSides(w, h) })
	}, v.s.Generate)
	v.sizeBad = newComplaint(true, v.sides.width, v.sides.height)
	v.addTo(column, v.sides.row, nil, v.showSides)
	column.Add(v.sizeBad.box)
	column.Add(v.sides.offer)
	v.ratioNote = widgets.NewText("", resources.SizeXS, resources.Text3, false).Wrap(true)
	v.addTo(column, widgets.NewUnderField(v.ratioNote), func(f form.Form) bool { return tiered(f) && ratioNote(f) != "" }, func(x shown) {
		v.ratioNote.SetText(ratioNote(x.form))
	})
}

// ratioNote says why the ratio of a clip cannot be chosen; "" where it can.
func ratioNote(f form.Form) string {
	if isFrames(f) {
		return f.Frames.RatioNote()
	}
	return ""
}

// showSize shows the sizes of a picture.
func (v *formView) showSize(x shown) {
	presets, d := x.form.Presets(), x.form.Picture()
	options, selected := make([]widgets.Choice, len(presets)+1), len(presets)
	for i, p := range presets {
		with := x.form
		with.SetPreset(i)
		options[i] = widgets.Choice{Title: p.Name, Trailing: wording.Size(with.Size())} // none while nobody has seen the picture
		if !d.FreeSize && d.Preset == p.Size {
			selected = i
		}
	}
	options[len(presets)].Title = lang.L("Custom")
	setOptions(v.size, options)
	v.size.SetSelected(selected)
}

func (v *formView) showSides(x shown) {
	v.sizeBad.show(x.only(form.FieldSize))
	if d := x.form.Clip(); d != nil {
		v.sides.show(lang.L("Size"), d.FreeSize, d.Width, d.Height, d.Offer)
		return
	}
	d := x.form.Picture()
	v.sides.show("", d.FreeSize, d.Width, d.Height, d.Offer) // the size above has the word
}

// sidesView is the pair of fields of a free size, with the nearest one that is allowed.
type sidesView struct {
	width, height *editor
	name          *widgets.Text
	row           *fyne.Container
	use           *widgets.Link
	nearest       form.Offer
	offer         *fyne.Container // stands below what is wrong with the size
}

func newSidesView(onChanged func(width, height string), onSend func()) *sidesView {
	v := &sidesView{}
	changed := func(string) { onChanged(strings.TrimSpace(v.width.Text), strings.TrimSpace(v.height.Text)) }
	v.width, v.height = newEditor(changed, onSend), newEditor(changed, onSend)
	v.width.SetPlaceHolder(lang.L("width"))
	v.height.SetPlaceHolder(lang.L("height"))
	small := func(s string) *widgets.Text { return widgets.NewText(s, resources.SizeBody, resources.Text2, false) }
	v.use = widgets.NewLink("", func() { onChanged(v.nearest.Width, v.nearest.Height) })
	v.offer = widgets.NewUnderField(widgets.NewRow(0, v.use))
	sides := widgets.NewRow(8, widgets.NewFixed(96, 0, v.width), small("×"), widgets.NewFixed(96, 0, v.height), small("px"))
	v.row = widgets.NewField(lang.L("Size"), sides)
	v.name = v.row.Objects[0].(*widgets.Text)
	return v
}

// show shows the two, and the nearest size that is allowed where offer has one.
func (v *sidesView) show(name string, on bool, width, height string, offer func() (form.Offer, bool)) {
	widgets.Show(v.row, on)
	v.name.SetText(name)
	v.width.show(width)
	v.height.show(height)
	o, ok := offer()
	v.nearest = o
	if ok {
		v.use.SetText(lang.L("Use %s × %s", o.Width, o.Height))
	}
	widgets.Show(v.offer, ok)
}

func (v *formView) audioField() {
	v.audio = widgets.NewToggle(false, func(wish bool) {
		v.s.correct(func(d *form.VideoDraft) []form.Correction { return d.SetAudio(wish) })
	})
	v.audioWhy = widgets.NewText("", resources.SizeSM, resources.Text2, false)
	v.audioOff = widgets.NewRow(6, widgets.NewIcon(resources.IconInfo, 14, resources.Text3), v.audioWhy)
	v.add(widgets.NewField(lang.L("Audio"), widgets.NewRow(8, v.audio, v.audioOff)), isClip, func(x shown) {
		why := x.form.Clip().AudioOff()
		v.audio.SetOn(x.form.Clip().Audio())
		widgets.Enable(v.audio, why == "")
		v.audioWhy.SetText(form.Words(why))
		widgets.Show(v.audioOff, why != "")
	})
}

// seedView is the seed with its dice and its lock, and how many clips a click makes.
type seedView struct {
	entry     *editor
	dice      *widgets.Button
	lock      *widgets.Button
	clips     *widgets.Stepper
	complaint *complaint
}

func (v *formView) seedField() {
	s := &seedView{}
	v.seed = s
	edit := func(change func(*form.SeedDraft)) { v.s.editClip(func(d *form.VideoDraft) { change(&d.Seed) }) }
	s.entry = newEditor(v.clipText(func(d *form.VideoDraft) *string { return &d.Seed.Text }), v.s.Generate)
	s.entry.SetPlaceHolder(lang.X("seed", "any"))
	s.complaint = newComplaint(true, s.entry)
	s.dice = widgets.NewIconButton(resources.IconDice, lang.L("New seed"), func() {
		edit(func(d *form.SeedDraft) { d.Text = form.SeedText(v.s.roll()) })
	})
	s.lock = widgets.NewIconButton(resources.IconLockOpen, lang.L("Keep the seed"), func() {
		edit(func(d *form.SeedDraft) {
			d.Locked = !d.Locked
			if d.Locked && strings.TrimSpace(d.Text) == "" {
				d.Text = form.SeedText(v.s.roll()) // an empty field has nothing to keep
			}
		})
	})
	s.clips = widgets.NewStepper(1, form.MaxClips, 1, func(n int) { v.s.editClip(func(d *form.VideoDraft) { d.Clips = n }) })
	clips := widgets.NewText(lang.L("Clips"), resources.SizeBody, resources.Text2, false)
	s.clips.SetName(clips)
	buttons := widgets.NewRow(8, s.dice, s.lock, clips, s.clips)
	row := widgets.NewField(lang.L("Seed"), container.NewBorder(nil, nil, nil, buttons, s.entry))
	v.add(widgets.NewColumn(4, row, s.complaint.box), isClip, func(x shown) {
		d := x.form.Clip()
		s.entry.show(d.Seed.Text)
		s.lock.SetOn(d.Seed.Locked)
		icon, word := resources.IconLockOpen, lang.L("Not locked: new seed after each click")
		if d.Seed.Locked {
			icon, word = resources.IconLock, lang.L("Locked: the seed stays; several clips count up")
		}
		s.lock.SetIcon(icon)
		s.lock.SetWord(word)
		s.clips.SetValue(d.Clips)
		s.complaint.show(x.only(form.FieldSeed))
	})
}

// pictureFields are quality, format and number of pictures.
func (v *formView) pictureFields() {
	v.quality = widgets.NewSegmented(client.Qualities(), func(i int) {
		v.s.editPicture(func(d *form.ImageDraft) { d.Quality = client.Qualities()[i] })
	}).Tight()
	v.effect = widgets.NewText("", resources.SizeXS, resources.Text3, false).Wrap(true)
	v.add(widgets.NewColumn(4, widgets.NewField(lang.L("Quality"), v.quality), widgets.NewUnderField(v.effect)), isStill, func(x shown) {
		v.effect.SetText(x.tariff.QualityEffect(x.form, x.env))
		v.quality.SetSelected(slices.Index(client.Qualities(), x.form.Picture().Quality))
	})
	var formats []string
	for _, name := range client.Formats() {
		formats = append(formats, strings.ToUpper(name))
	}
	v.format = widgets.NewSegmented(formats, func(i int) {
		v.s.editPicture(func(d *form.ImageDraft) { d.Format = client.Formats()[i] })
	})
	v.add(widgets.NewField(lang.L("Format"), v.format), isStill, func(x shown) {
		v.format.SetSelected(slices.Index(client.Formats(), x.form.Picture().Format))
	})
	v.count = widgets.NewStepper(1, form.MaxClips, 1, func(n int) {
		v.s.editPicture(func(d *form.ImageDraft) { d.Clips = n })
	})
	row := widgets.NewField(lang.L("Pictures"), widgets.NewRow(8, v.count))
	v.add(row, isStill, func(x shown) {
		v.count.SetValue(x.form.Picture().Clips)
		name := lang.L("Pictures")
		if isEdit(x.form) {
			name = lang.L("Versions")
		}
		row.Objects[0].(*widgets.Text).SetText(name)
	})
}

// newCallNote says what a picture call is, where the answer may be lost: before the first edit.
func newCallNote() *widgets.Card {
	before, after := around(lang.L("Picture calls have no task ID, so they cannot be resumed. If the answer is lost, the job "+
		"becomes %s.", hole))
	return widgets.NewCard(widgets.NewRow(8, widgets.NewIcon(resources.IconInfo, 14, resources.Text2),
		widgets.NewRichText(resources.SizeSM, resources.Text2,
			widgets.Span{Text: before}, widgets.Span{Text: lang.L("unconfirmed"), Bold: true, Color: resources.Warn},
			widgets.Span{Text: after}).Wrap(true)))
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
		return v.picker
	}
	return v.prompt.entry
}

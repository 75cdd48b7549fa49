package compose

import (
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client"
	"viviscope/client/order"
	"viviscope/gui/action"
	"viviscope/gui/form"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// Fields are the controls of a form that every place has where requests are made. Each changes the form, and with that
// all are shown again. Their owner lays out those that it has use for.
type Fields struct {
	form.Controls

	host    action.Host
	owner   form.Owner
	shot    bool // see NewFields
	fields  []field
	shown   form.Shown
	notices *notices // what the form changed by itself

	picker     *kit.Picker // of the model
	modelName  *kit.Text
	which      *kit.Link
	models     []order.Model // its options
	prompt     *promptView
	negative   *negativeView
	slider     *kit.Slider
	seconds    *editor
	secondsBad *complaint
	resolution *kit.Segmented
	audio      *kit.Toggle
	audioOff   *closedNote // why there can be none
	seed       *seedView
	quality    *kit.Segmented
	effect     *kit.Text // of the quality on price and time
}

// field is a part of the form that some drafts have.
type field struct {
	o    fyne.CanvasObject
	has  func(f order.Form) bool // nil: all of them
	show func(x form.Shown)
}

// NewFields makes the fields of a form, whose prompt mentions a cast. Those of a shot make one clip, whose shape
// follows from others.
func NewFields(host action.Host, owner form.Owner, of Cast, shot bool) *Fields {
	v := &Fields{host: host, owner: owner, shot: shot, notices: newNotices(host, owner.Refit)}
	v.Notice = v.notices.box
	v.Model = v.field(v.modelField(), nil, v.showModel)
	rows := 4
	if shot {
		rows = 3
	}
	v.prompt = newPromptView(host, of, rows, func(text string) {
		owner.Edit(func(f *order.Form) { f.SetPrompt(text) })
	}, owner.Generate)
	v.prompt.plain = shot
	v.Names = v.prompt.mentions.menu.Layer
	v.Prompt = v.field(kit.NewInset(-linkRoom, 0, 0, 0, v.prompt.box), nil, v.showPrompt)
	v.negative = newNegativeView(v.clipText(func(d *order.VideoDraft) *string {
		return &d.Negative
	}), owner.Generate, owner.Refit,
		func() { host.Canvas().Focus(v.negative.entry) })
	v.negative.plain = shot
	v.Negative = v.field(kit.NewInset(-linkRoom, 0, -linkRoom, 0, v.negative.box), isClip,
		func(x form.Shown) {
			v.negative.show(x.Form.Clip().Negative, x.Form.Clip().NoNegativeReason())
			v.negative.off.explain(wording.Ignored(*x.Form.Clip(), order.FieldNegative))
		})
	v.durationField()
	v.resolutionField()
	v.audioField()
	v.seedField()
	v.qualityField()
	return v
}

// field has an object shown for the forms that have it.
func (v *Fields) field(o fyne.CanvasObject, has func(order.Form) bool, show func(form.Shown)) fyne.CanvasObject {
	v.fields = append(v.fields, field{o, has, show})
	return o
}

// All implements [form.Fields].
func (v *Fields) All() form.Controls { return v.Controls }

// Show implements [form.Fields].
func (v *Fields) Show(x form.Shown) {
	if isClip(v.shown.Form) != isClip(x.Form) {
		v.prompt.walk, v.prompt.cleared = nil, false // that was done to the prompt of another draft
	}
	v.shown = x
	for _, f := range v.fields {
		has := f.has == nil || f.has(x.Form)
		if f.has != nil {
			kit.Show(f.o, has)
		}
		if has {
			f.show(x)
		}
	}
}

// First returns the control that gets the keyboard first: the prompt.
func (v *Fields) First() fyne.Focusable { return v.prompt.entry }

// editClip changes the clip in front.
func (v *Fields) editClip(change func(*order.VideoDraft)) {
	v.owner.Edit(func(f *order.Form) {
		if d := f.Clip(); d != nil {
			change(d)
		}
	})
}

// editPicture changes the picture in front.
func (v *Fields) editPicture(change func(*order.ImageDraft)) {
	v.owner.Edit(func(f *order.Form) {
		if d := f.Picture(); d != nil {
			change(d)
		}
	})
}

// correct changes the clip in front as the user asked. It shows what had to change with it and offers to undo that.
func (v *Fields) correct(change func(*order.VideoDraft) []order.Correction) {
	var was order.VideoDraft
	var said []order.Correction
	v.editClip(func(d *order.VideoDraft) {
		was = *d
		said = change(d)
	})
	if len(said) > 0 {
		v.notices.undoable(wording.Corrections(said), correctionShown, func() {
			// the notice goes when another kind comes to the front
			v.editClip(func(d *order.VideoDraft) { d.Restore(was) })
		})
	}
}

// clipText returns a callback that stores a text of the current clip.
func (v *Fields) clipText(of func(d *order.VideoDraft) *string) func(string) {
	return func(text string) { v.editClip(func(d *order.VideoDraft) { *of(d) = text }) }
}

// modelField is the model with its rules and its price.
func (v *Fields) modelField() fyne.CanvasObject {
	v.picker = kit.NewPicker(nil, func(i int) { v.useModel(v.models[i]) })
	v.which = kit.NewLink(lang.L("Which model can do this?"), v.ShowWhich)
	v.modelName = kit.NewText(lang.L("Model"), resources.SizeSM, resources.Text2, false)
	v.picker.SetName(v.modelName)
	head := kit.NewBeside(8, 0, v.modelName, v.which)
	return kit.NewColumn(4, head, v.picker)
}

// ShowWhich lists the models, with whether each can make the form, to choose from.
func (v *Fields) ShowWhich() { showWhich(v.host, v.shown, v.picker, v.useModel) }

// NameModel sets the label of the model, for a page with several.
func (v *Fields) NameModel(words string) { v.modelName.SetText(words) }

func (v *Fields) showModel(x form.Shown) {
	var options []kit.Choice
	id := ""
	if d := x.Form.Clip(); d != nil {
		v.models, id = x.Env.VideoModels(), d.Model
		for _, m := range v.models {
			with := *d
			if m.ID != d.Model {
				with.SetModel(m)
			}
			options = append(options, kit.Choice{
				Title: m.ID, Words: works(m, wording.ModelRules(with.Rules())),
				Trailing: x.Tariff.PerSecond(m, with.Tier(), with.Audio()),
			})
		}
	} else {
		v.models, id = x.Env.ImageModels(), x.Form.Picture().Model
		for _, m := range v.models {
			quote := order.QuotePicture(x.Tariff.Table, x.Form, x.Env, m)
			price := x.Tariff.Price(quote)
			if v.shot && quote.Known {
				price = lang.L("about %s", price) // as on the buttons of a board
			}
			words := works(m, wording.ImageRules())
			if first := client.ImageModels()[0].ID; m.Like == "" && m.ID != first {
				words = lang.L("works like %s", first) // all of the catalogue are alike
			}
			options = append(options, kit.Choice{Title: m.ID, Words: words, Trailing: price})
		}
	}
	at := slices.IndexFunc(v.models, func(m order.Model) bool { return m.ID == id })
	if at >= 0 && x.Note != "" {
		options[at].Words = x.Note
	}
	setOptions(v.picker, options)
	v.picker.SetSelected(at)
}

// useModel puts a model into the form and shows what that changed.
func (v *Fields) useModel(m order.Model) {
	if v.shown.Form.Picture() != nil {
		v.editPicture(func(d *order.ImageDraft) { d.SetModel(m) })
	} else {
		v.correct(func(d *order.VideoDraft) []order.Correction { return d.SetModel(m) })
	}
}

// works words what a model can do: its rules, or the model of the catalogue whose rules a gateway's own name follows
// unchanged.
func works(m order.Model, rules string) string {
	if m.Rules() != m.ID && m.Limits.Seconds+m.Limits.Sizes == "" {
		return lang.L("works like %s", m.Rules())
	}
	return rules
}

func setOptions(p *kit.Picker, options []kit.Choice) {
	if !slices.Equal(p.Options(), options) {
		p.SetOptions(options)
	}
}

func (v *Fields) durationField() {
	small := func() *kit.Text { return kit.NewText("", resources.SizeSM, resources.Text3, false) }
	least, most := small(), small()
	set := func(text string) { v.editClip(func(d *order.VideoDraft) { d.SetSeconds(text) }) }
	v.slider = kit.NewSlider(client.MinSeconds, client.MaxSeconds)
	v.slider.OnChanged = func(n float64) { set(strconv.Itoa(int(n))) }
	v.seconds = newEditor(set, v.owner.Generate)
	v.secondsBad = newComplaint(v.seconds)
	unit := kit.NewText("s", resources.SizeBody, resources.Text2, false)
	row := container.NewBorder(nil, nil, least, kit.NewRow(8, most, kit.NewFixed(52, 0, v.seconds), unit), v.slider)
	field := withLine(kit.NewField(lang.L("Duration"), row), kit.NewUnderField(v.secondsBad.box))
	v.Duration = v.field(field, isClip, func(x form.Shown) {
		d := x.Form.Clip()
		seconds := d.Rules().Seconds
		least.SetText(strconv.Itoa(seconds[0]))
		most.SetText(strconv.Itoa(seconds[len(seconds)-1]))
		v.seconds.show(d.Seconds)
		showSlider(v.slider, seconds, d.SecondsNumber())
		v.secondsBad.show(x.Only(order.FieldSeconds))
	})
}

// showSlider puts the slider to a duration that the model makes; it stays where it was for one that it does not.
// OnChanged is not called: the draft is shown, not changed.
func showSlider(s *kit.Slider, seconds []int, n int) {
	least, most := float64(seconds[0]), float64(seconds[len(seconds)-1])
	step := 1.0
	if len(seconds) > 1 {
		step = (most - least) / float64(len(seconds)-1)
	}
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

func (v *Fields) resolutionField() {
	tiers := client.Resolutions()
	words := client.Resolutions()
	if !v.shot {
		words = append(words, lang.L("Custom"))
	}
	v.resolution = kit.NewSegmented(words, func(i int) {
		v.correct(func(d *order.VideoDraft) []order.Correction {
			if i < len(tiers) {
				return d.SetResolution(tiers[i])
			}
			return d.SetFreeSize()
		})
	})
	if v.resolution.MinSize().Width > leastWidth-2*inset-labelWidth {
		v.resolution.Tight() // a language with longer words
	}
	ignored := newClosedNote()
	field := withLine(kit.NewField(lang.L("Resolution"), v.resolution), kit.NewUnderField(ignored.box))
	v.Resolution = v.field(field, isClip, func(x form.Shown) {
		d := x.Form.Clip()
		tier := slices.Index(tiers, d.Resolution())
		if d.FreeSize {
			tier = len(tiers)
		}
		for i, tier := range tiers {
			v.resolution.SetOff(i, !slices.Contains(d.Rules().Resolutions, tier))
		}
		v.resolution.SetSelected(tier)
		ignored.show("")
		ignored.explain(wording.Ignored(*d, order.FieldTier))
	})
}

func (v *Fields) audioField() {
	v.audio = kit.NewToggle(false, func(wish bool) {
		v.correct(func(d *order.VideoDraft) []order.Correction { return d.SetAudio(wish) })
	})
	v.audioOff = newClosedNote()
	v.Audio = v.field(kit.NewField(lang.L("Audio"), kit.NewRow(8, v.audio, v.audioOff.box)), isClip,
		func(x form.Shown) {
			v.audio.SetOn(x.Form.Clip().Audio())
			v.audioOff.show(x.Form.Clip().NoAudioReason(), v.audio)
			v.audioOff.explain(wording.Ignored(*x.Form.Clip(), order.FieldAudio))
		})
}

// seedView is the seed with its dice and its lock, and how many clips a click makes.
type seedView struct {
	entry     *editor
	dice      *kit.Button
	lock      *kit.Button
	off       *closedNote
	clips     *kit.Stepper
	complaint *complaint
}

func (v *Fields) seedField() {
	s := &seedView{}
	v.seed = s
	edit := func(change func(*order.SeedDraft)) { v.editClip(func(d *order.VideoDraft) { change(&d.Seed) }) }
	s.entry = newEditor(v.clipText(func(d *order.VideoDraft) *string { return &d.Seed.Text }), v.owner.Generate)
	s.entry.SetPlaceHolder(lang.X("seed", "any"))
	s.complaint = newComplaint(s.entry)
	s.dice = kit.NewIconButton(resources.IconDice, lang.L("New seed"), func() {
		edit(func(d *order.SeedDraft) { d.Text = order.SeedText(v.owner.Roll()) })
	})
	s.lock = kit.NewIconButton(resources.IconLockOpen, lang.L("Keep the seed"), func() {
		edit(func(d *order.SeedDraft) {
			d.Locked = !d.Locked
			if d.Locked && strings.TrimSpace(d.Text) == "" {
				d.Text = order.SeedText(v.owner.Roll()) // an empty field has nothing to keep
			}
		})
	})
	s.clips = kit.NewStepper(1, order.MaxClips, 1, func(n int) {
		v.editClip(func(d *order.VideoDraft) { d.Clips = n })
	})
	clips := kit.NewText(lang.L("Clips"), resources.SizeBody, resources.Text2, false)
	s.clips.SetName(clips)
	buttons := kit.NewRow(8, s.dice, s.lock, clips, s.clips)
	if v.shot {
		buttons = kit.NewRow(8, s.dice)
	}
	row := kit.NewField(lang.L("Seed"), container.NewBorder(nil, nil, nil, buttons, s.entry))
	s.off = newClosedNote()
	field := withLine(row, kit.NewUnderField(s.complaint.box), kit.NewUnderField(s.off.box))
	v.Seed = v.field(field, isClip, func(x form.Shown) {
		d := x.Form.Clip()
		s.entry.show(d.Seed.Text)
		s.off.show(d.NoSeedReason(), s.entry, s.dice, s.lock)
		s.off.explain(wording.Ignored(*d, order.FieldSeed))
		s.lock.SetOn(d.Seed.Locked)
		icon, word := resources.IconLockOpen, lang.L("Not locked: new seed after each click")
		if d.Seed.Locked {
			icon, word = resources.IconLock, lang.L("Locked: the seed stays; several clips count up")
		}
		s.lock.SetIcon(icon)
		s.lock.SetWord(word)
		s.clips.SetValue(d.Clips)
		kit.Enable(s.clips, !x.SingleJob || d.Clips > 1)
		s.complaint.show(x.Only(order.FieldSeed))
	})
}

func (v *Fields) qualityField() {
	v.quality = kit.NewSegmented(wording.Qualities(), func(i int) {
		v.editPicture(func(d *order.ImageDraft) { d.Quality = client.Qualities()[i] })
	}).Tight()
	v.effect = kit.NewText("", resources.SizeXS, resources.Text3, false).Wrap(true)
	name := kit.NewText(lang.L("Quality"), resources.SizeSM, resources.Text2, false)
	v.quality.SetName(name)
	column := kit.NewColumn(4, name, v.quality, v.effect) // as wide as a narrow pane
	if v.shot {
		v.quality.Halved()
	} else {
		column = kit.NewColumn(4, kit.NewField(lang.L("Quality"), v.quality), kit.NewUnderField(v.effect))
	}
	v.Quality = v.field(column, isStill,
		func(x form.Shown) {
			v.effect.SetText(x.Tariff.QualityEffect(x.Form, x.Env))
			v.quality.SetSelected(slices.Index(client.Qualities(), x.Form.Picture().Quality))
		})
}

func (v *Fields) showPrompt(x form.Shown) {
	switch {
	case isClip(x.Form):
		v.prompt.name(lang.L("Prompt"), lang.L("Describe the scene and how it moves"))
	case isEdit(x.Form) && !x.Describes:
		v.prompt.name(lang.L("What should change"), lang.L("What should change, and what should stay the same"))
	default:
		v.prompt.name(lang.L("Prompt"), lang.L("Describe the picture"))
	}
	// in a narrow pane there is no room beside the label
	kit.Show(v.prompt.snippets, !v.shot || !isEdit(x.Form) || x.Describes)
	kit.Show(v.prompt.count, !v.shot || resources.Scaled(1) <= 1.25)
	v.prompt.show(x.Form.Prompt(), x.Only(order.FieldPrompt), x.ShowMissing)
}

// target returns the field that snippets are taken from and inserted into: the focused one, or else the prompt.
func (v *Fields) target() *editor {
	if v.host.Canvas().Focused() == fyne.Focusable(v.negative.entry) {
		return v.negative.entry
	}
	return v.prompt.entry
}

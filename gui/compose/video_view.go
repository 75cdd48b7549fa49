package compose

import (
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client"
	"viviscope/gui/compose/form"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// videoView shows a VideoDraft. Each control changes the draft through edit, which shows the form again.
type videoView struct {
	model      *modelView
	prompt     *promptView
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
	frames     *framesView
	sides      *sidesView
	sizeRow    *fyne.Container
	sizeBad    *complaint
	audio      *widgets.Toggle
	audioOff   *fyne.Container
	audioWhy   *widgets.Text
	seed       *seedView
	box        *fyne.Container
}

// edits is how a view changes the form. correct is for changes that may bring others with them.
type edits struct {
	edit    func(change func(*form.Form))
	correct func(change func(*form.VideoDraft) []form.Correction) // of the clip in front
	send    func()
	refold  func() // parts of the form were shown or hidden
}

// clip changes the clip in front.
func (e edits) clip(change func(*form.VideoDraft)) {
	e.edit(func(f *form.Form) {
		if d := f.Clip(); d != nil {
			change(d)
		}
	})
}

// picture changes the picture in front.
func (e edits) picture(change func(*form.ImageDraft)) {
	e.edit(func(f *form.Form) {
		if d := f.Picture(); d != nil {
			change(d)
		}
	})
}

func newVideoView(on edits, roll func() int64, frames *framesView) *videoView {
	v := &videoView{frames: frames}
	v.model = newModelView(func(m form.Model) {
		on.correct(func(d *form.VideoDraft) []form.Correction { return d.SetModel(m) })
	})
	v.prompt = newPromptView(lang.L("What is to be seen, and how it moves"), func(text string) {
		on.clip(func(d *form.VideoDraft) { d.Prompt = text })
	}, on.send)
	v.negative = newNegativeView(func(text string) {
		on.clip(func(d *form.VideoDraft) { d.Negative = text })
	}, on.send, on.refold)
	v.box = widgets.NewColumn(12,
		v.model.box,
		v.frames.box,
		v.prompt.box,
		v.negative.box,
		widgets.NewRule(),
		v.durationRow(on),
		widgets.NewField(lang.L("Resolution"), v.resolutionRow(on)),
		v.frameRows(on),
		v.audioRow(on),
		v.seedRow(on, roll),
	)
	return v
}

func (v *videoView) durationRow(on edits) fyne.CanvasObject {
	small := func() *widgets.Text { return widgets.NewText("", resources.SizeSM, resources.Text3, false) }
	v.least, v.most = small(), small()
	v.slider = widgets.NewSlider(client.MinSeconds, client.MaxSeconds)
	v.slider.OnChanged = func(n float64) {
		on.clip(func(d *form.VideoDraft) { d.SetSeconds(strconv.Itoa(int(n))) })
	}
	v.seconds = newEditor(func(text string) {
		on.clip(func(d *form.VideoDraft) { d.SetSeconds(text) })
	}, on.send)
	v.secondsBad = newComplaint(v.seconds).indented()
	unit := widgets.NewText("s", resources.SizeBody, resources.Text2, false)
	row := container.NewBorder(nil, nil, v.least, widgets.NewRow(8, v.most, widgets.NewFixed(52, 0, v.seconds), unit), v.slider)
	return widgets.NewColumn(4, widgets.NewField(lang.L("Duration"), row), v.secondsBad.box)
}

func (v *videoView) resolutionRow(on edits) fyne.CanvasObject {
	v.resolution = widgets.NewSegmented(append(client.Resolutions(), lang.L("Free size")), func(i int) {
		on.correct(func(d *form.VideoDraft) []form.Correction {
			if tiers := d.Rules().Resolutions; i < len(tiers) {
				return d.SetResolution(tiers[i])
			}
			return d.SetFreeSize()
		})
	})
	if v.resolution.MinSize().Width > leastWidth-2*inset-labelWidth {
		v.resolution.Tight() // a language with longer words
	}
	return v.resolution
}

// frameRows are the ratio of a tier, or the sides of a free size in its place.
func (v *videoView) frameRows(on edits) fyne.CanvasObject {
	v.ratio = widgets.NewSegmented(client.Ratios(), func(i int) {
		on.clip(func(d *form.VideoDraft) { d.Ratio = client.Ratios()[i] })
	})
	v.ratioRow = widgets.NewField(lang.L("Ratio"), v.ratio)
	v.sides = newSidesView(func(w, h string) {
		on.correct(func(d *form.VideoDraft) []form.Correction { return d.SetSides(w, h) })
	}, on.send)
	v.sizeBad = newComplaint(v.sides.width, v.sides.height).indented()
	v.sizeRow = widgets.NewColumn(4, widgets.NewField(lang.L("Size"), v.sides.box), v.sizeBad.box, v.sides.offer)
	v.ratioNote = widgets.NewText("", resources.SizeXS, resources.Text3, false).Wrap(true)
	v.noteRow = indented(v.ratioNote)
	return widgets.NewColumn(4, v.ratioRow, v.sizeRow, v.noteRow)
}

func (v *videoView) audioRow(on edits) fyne.CanvasObject {
	v.audio = widgets.NewToggle(false, func(wish bool) {
		on.correct(func(d *form.VideoDraft) []form.Correction { return d.SetAudio(wish) })
	})
	v.audioWhy = widgets.NewText("", resources.SizeSM, resources.Text2, false)
	v.audioOff = widgets.NewRow(6, widgets.NewIcon(resources.IconInfo(), 14, resources.Text3), v.audioWhy)
	return widgets.NewField(lang.L("Audio"), widgets.NewRow(8, v.audio, v.audioOff))
}

func (v *videoView) seedRow(on edits, roll func() int64) fyne.CanvasObject {
	v.seed = newSeedView(func(change func(*form.SeedDraft)) {
		on.clip(func(d *form.VideoDraft) { change(&d.Seed) })
	}, func(n int) {
		on.clip(func(d *form.VideoDraft) { d.Clips = n })
	}, on.send, roll)
	return widgets.NewColumn(4, widgets.NewField(lang.L("Seed"), v.seed.row), v.seed.complaint.box)
}

// show shows a draft with its problems. asked says that a person wanted to send it.
func (v *videoView) show(d form.VideoDraft, env form.Env, problems []client.ValidationError, tariff form.Tariff, asked bool) {
	v.model.show(videoOptions(d, env, tariff), env.VideoModels(), d.Model)
	v.prompt.show(d.Prompt, form.Only(problems, form.FieldPrompt), asked)
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
	setShown(v.sizeRow, d.FreeSize)
	v.sides.show(d.Width, d.Height)
	v.sizeBad.show(form.Only(problems, form.FieldSize))
	v.sides.showOffer(d.Offer())
	v.frames.complaint.show(framesMissing(problems, asked))

	why := d.AudioOff()
	v.audio.SetOn(d.Audio())
	if why == "" {
		v.audio.Enable()
	} else {
		v.audio.Disable()
	}
	v.audioWhy.SetText(form.Words(why))
	setShown(v.audioOff, why != "")

	v.seed.show(d.Seed, d.Clips, form.Only(problems, form.FieldSeed))
}

// framesMissing are the problems of the frames that no slot shows itself: that there is no first one, once a person wanted to
// send without it.
func framesMissing(problems []client.ValidationError, asked bool) []client.ValidationError {
	missing := form.Only(problems, form.FieldFrames)
	if !asked || len(missing) == 0 || missing[0].Message != form.MsgFirstFrame {
		return nil
	}
	return missing
}

// showFrames shows the slots of a clip from frames, and what they leave of the ratio.
func (v *videoView) showFrames(on bool, d form.VideoDraft) {
	setShown(v.frames.box, on)
	note := ""
	if on {
		note = d.RatioNote()
		if nearest := d.NearestRatio(); nearest != "" {
			v.ratio.SetSelected(slices.Index(client.Ratios(), nearest))
		}
		setOn(v.frames.swap, !d.First.Empty() || !d.Last.Empty())
	}
	v.ratioNote.SetText(note)
	setShown(v.noteRow, note != "" && !d.FreeSize)
	if off := note != ""; off != v.ratio.Disabled() {
		if off {
			v.ratio.Disable()
		} else {
			v.ratio.Enable()
		}
	}
}

// field returns the control of a field, to bring the focus to what is wrong.
func (v *videoView) field(name string) fyne.Focusable {
	switch name {
	case form.FieldFrames:
		return v.frames.slots[form.FirstFrame].Frame()
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

// sidesView is the pair of fields of a free size, with the nearest one that is allowed.
type sidesView struct {
	width, height *editor
	box           *fyne.Container
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
	v.offer = indented(widgets.NewRow(0, v.use))
	v.offer.Hide()
	v.box = widgets.NewRow(8, widgets.NewFixed(96, 0, v.width), small("×"), widgets.NewFixed(96, 0, v.height), small("px"))
	return v
}

// showOffer offers the nearest size that is allowed.
func (v *sidesView) showOffer(o form.Offer, ok bool) {
	v.nearest = o
	if ok {
		v.use.SetText(lang.L("Use %s × %s", o.Width, o.Height))
	}
	setShown(v.offer, ok)
}

func (v *sidesView) show(width, height string) {
	v.width.show(width)
	v.height.show(height)
}

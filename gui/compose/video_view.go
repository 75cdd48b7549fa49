package compose

import (
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"viviscope/client"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// freeSize is the word of the segment that opens the fields for a size in pixels.
const freeSize = "Free size"

// videoView shows a VideoDraft. Each control changes the draft through edit, which shows the form again.
type videoView struct {
	model      *modelView
	prompt     *promptView
	negative   *negativeView
	slider     *widget.Slider
	least      *widgets.Text
	most       *widgets.Text
	seconds    *editor
	secondsBad *complaint
	resolution *widgets.Segmented
	ratio      *widgets.Segmented
	ratioRow   *fyne.Container
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
	edit    func(change func(*Form))
	correct func(change func(*Form) []string)
	send    func()
	refold  func() // parts of the form were shown or hidden
}

func newVideoView(on edits, roll func() int64) *videoView {
	v := &videoView{}
	v.model = newModelView(func(id string) {
		on.correct(func(f *Form) []string { return f.Video.SetModel(id) })
	})
	v.prompt = newPromptView("What is to be seen, and how it moves", func(text string) {
		on.edit(func(f *Form) { f.Video.Prompt = text })
	}, on.send)
	v.negative = newNegativeView(func(text string) {
		on.edit(func(f *Form) { f.Video.Negative = text })
	}, on.send, on.refold)
	v.box = widgets.NewColumn(12,
		v.model.box,
		v.prompt.box,
		v.negative.box,
		widgets.NewRule(),
		v.durationRow(on),
		widgets.NewField("Resolution", v.resolutionRow(on)),
		v.frameRows(on),
		v.audioRow(on),
		v.seedRow(on, roll),
	)
	return v
}

func (v *videoView) durationRow(on edits) fyne.CanvasObject {
	small := func() *widgets.Text { return widgets.NewText("", resources.SizeSM, resources.Text3, false) }
	v.least, v.most = small(), small()
	v.slider = widget.NewSlider(client.MinSeconds, client.MaxSeconds)
	v.slider.OnChanged = func(n float64) {
		on.edit(func(f *Form) { f.Video.SetSeconds(strconv.Itoa(int(n))) })
	}
	v.seconds = newEditor(func(text string) {
		on.edit(func(f *Form) { f.Video.SetSeconds(text) })
	}, on.send)
	v.secondsBad = newComplaint(v.seconds).indented()
	unit := widgets.NewText("s", resources.SizeBody, resources.Text2, false)
	row := container.NewBorder(nil, nil, v.least, widgets.NewRow(8, v.most, widgets.NewFixed(52, 0, v.seconds), unit), widgets.NewStyledSlider(v.slider))
	return widgets.NewColumn(4, widgets.NewField("Duration", row), v.secondsBad.box)
}

func (v *videoView) resolutionRow(on edits) fyne.CanvasObject {
	v.resolution = widgets.NewSegmented(append(client.Resolutions(), freeSize), func(i int) {
		on.correct(func(f *Form) []string {
			if tiers := f.Video.model().Resolutions; i < len(tiers) {
				return f.Video.SetResolution(tiers[i])
			}
			return f.Video.SetFreeSize()
		})
	})
	return v.resolution
}

// frameRows are the ratio of a tier, or the sides of a free size in its place.
func (v *videoView) frameRows(on edits) fyne.CanvasObject {
	v.ratio = widgets.NewSegmented(client.Ratios(), func(i int) {
		on.edit(func(f *Form) { f.Video.Ratio = client.Ratios()[i] })
	})
	v.ratioRow = widgets.NewField("Ratio", v.ratio)
	v.sides = newSidesView(func(w, h string) {
		on.correct(func(f *Form) []string { return f.Video.SetSides(w, h) })
	}, on.send)
	v.sizeBad = newComplaint(v.sides.width, v.sides.height).indented()
	v.sizeRow = widgets.NewColumn(4, widgets.NewField("Size", v.sides.box), v.sizeBad.box)
	return widgets.NewColumn(0, v.ratioRow, v.sizeRow)
}

func (v *videoView) audioRow(on edits) fyne.CanvasObject {
	v.audio = widgets.NewToggle(false, func(wish bool) {
		on.edit(func(f *Form) { f.Video.WishAudio = wish })
	})
	v.audioWhy = widgets.NewText("", resources.SizeSM, resources.Text2, false)
	v.audioOff = widgets.NewRow(6, widgets.NewIcon(resources.IconInfo(), 14, resources.Text3), v.audioWhy)
	return widgets.NewField("Audio", widgets.NewRow(8, v.audio, v.audioOff))
}

func (v *videoView) seedRow(on edits, roll func() int64) fyne.CanvasObject {
	v.seed = newSeedView(func(change func(*SeedDraft)) {
		on.edit(func(f *Form) { change(&f.Video.Seed) })
	}, func(n int) {
		on.edit(func(f *Form) { f.Video.Clips = n })
	}, on.send, roll)
	return widgets.NewColumn(4, widgets.NewField("Seed", v.seed.row), v.seed.complaint.box)
}

// show shows a draft with its problems. asked says that a person wanted to send it.
func (v *videoView) show(d VideoDraft, problems []client.ValidationError, tariff Tariff, asked bool) {
	v.model.show(videoOptions(d, tariff), d.model().ID)
	v.prompt.show(d.Prompt, only(problems, fieldPrompt), asked)
	v.negative.show(d.Negative)

	m := d.model()
	v.least.SetText(strconv.Itoa(m.Seconds[0]))
	v.most.SetText(strconv.Itoa(m.Seconds[len(m.Seconds)-1]))
	v.seconds.show(d.Seconds)
	showSlider(v.slider, m.Seconds, d.secondsNumber())
	v.secondsBad.show(only(problems, fieldSeconds))

	tier := slices.Index(m.Resolutions, d.Resolution())
	if d.FreeSize {
		tier = len(m.Resolutions)
	}
	v.resolution.SetSelected(tier)
	v.ratio.SetSelected(slices.Index(client.Ratios(), d.Ratio))
	setShown(v.ratioRow, !d.FreeSize)
	setShown(v.sizeRow, d.FreeSize)
	v.sides.show(d.Width, d.Height)
	v.sizeBad.show(only(problems, fieldSize))

	why := d.AudioOff()
	v.audio.SetOn(d.Audio())
	if why == "" {
		v.audio.Enable()
	} else {
		v.audio.Disable()
	}
	v.audioWhy.SetText(why)
	setShown(v.audioOff, why != "")

	v.seed.show(d.Seed, d.Clips, only(problems, fieldSeed))
}

// field returns the control of a field, to bring the focus to what is wrong.
func (v *videoView) field(name string) fyne.Focusable {
	switch name {
	case fieldSeconds:
		return v.seconds
	case fieldSize:
		return v.sides.width
	case fieldSeed:
		return v.seed.entry
	case fieldModel:
		return v.model.picker
	}
	return v.prompt.entry
}

// sidesView is the pair of fields of a free size.
type sidesView struct {
	width, height *editor
	box           *fyne.Container
}

func newSidesView(onChanged func(width, height string), onSend func()) *sidesView {
	v := &sidesView{}
	changed := func(string) { onChanged(strings.TrimSpace(v.width.Text), strings.TrimSpace(v.height.Text)) }
	v.width, v.height = newEditor(changed, onSend), newEditor(changed, onSend)
	v.width.SetPlaceHolder("width")
	v.height.SetPlaceHolder("height")
	small := func(s string) *widgets.Text { return widgets.NewText(s, resources.SizeBody, resources.Text2, false) }
	v.box = widgets.NewRow(8, widgets.NewFixed(96, 0, v.width), small("×"), widgets.NewFixed(96, 0, v.height), small("px"))
	return v
}

func (v *sidesView) show(width, height string) {
	v.width.show(width)
	v.height.show(height)
}

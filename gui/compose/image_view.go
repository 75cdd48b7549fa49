package compose

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// imageView shows an ImageDraft.
type imageView struct {
	model               *modelView
	prompt              *promptView
	size                *widgets.Segmented
	pixels              *widgets.Text
	sides               *sidesView
	pixelsRow, sidesRow *fyne.Container
	sizeBad             *complaint
	quality             *widgets.Segmented
	format              *widgets.Segmented
	count               *widgets.Stepper
	box                 *fyne.Container
}

func newImageView(on edits) *imageView {
	v := &imageView{}
	v.model = newModelView(func(id string) {
		on.edit(func(f *Form) { f.Image.Model = id })
	})
	v.prompt = newPromptView("What the picture shows", func(text string) {
		on.edit(func(f *Form) { f.Image.Prompt = text })
	}, on.send)

	var names []string
	for _, p := range Presets() {
		names = append(names, p.Name)
	}
	v.size = widgets.NewSegmented(append(names, "Free"), func(i int) {
		on.edit(func(f *Form) {
			if i < len(Presets()) {
				f.Image.Preset, f.Image.FreeSize = Presets()[i].Size, false
			} else {
				f.Image.SetFreeSize()
			}
		})
	}).Tight()
	v.pixels = widgets.NewText("", resources.SizeSM, resources.Text3, false)
	v.sides = newSidesView(func(w, h string) {
		on.edit(func(f *Form) { f.Image.Width, f.Image.Height = w, h })
	}, on.send)
	v.sizeBad = newComplaint(v.sides.width, v.sides.height).indented()
	v.pixelsRow, v.sidesRow = indented(v.pixels), indented(v.sides.box)
	v.quality = widgets.NewSegmented(client.Qualities(), func(i int) {
		on.edit(func(f *Form) { f.Image.Quality = client.Qualities()[i] })
	}).Tight()
	var formats []string
	for _, f := range client.Formats() {
		formats = append(formats, strings.ToUpper(f))
	}
	v.format = widgets.NewSegmented(formats, func(i int) {
		on.edit(func(f *Form) { f.Image.Format = client.Formats()[i] })
	})
	v.count = widgets.NewStepper(1, MaxClips, 1, func(n int) {
		on.edit(func(f *Form) { f.Image.Clips = n })
	})
	v.box = widgets.NewColumn(12,
		v.model.box,
		v.prompt.box,
		widgets.NewRule(),
		widgets.NewColumn(4,
			widgets.NewField("Size", v.size),
			v.pixelsRow,
			v.sidesRow,
			v.sizeBad.box),
		widgets.NewField("Quality", v.quality),
		widgets.NewField("Format", v.format),
		widgets.NewField("Pictures", widgets.NewRow(8, v.count)),
	)
	return v
}

func (v *imageView) show(d ImageDraft, problems []client.ValidationError, tariff Tariff, asked bool) {
	v.model.show(imageOptions(d, tariff), d.Model)
	v.prompt.show(d.Prompt, only(problems, fieldPrompt), asked)
	i := slices.IndexFunc(Presets(), func(p Preset) bool { return p.Size == d.Preset })
	if d.FreeSize {
		i = len(Presets())
	}
	v.size.SetSelected(i)
	v.pixels.SetText(wording.Size(d.Preset) + " px")
	setShown(v.pixelsRow, !d.FreeSize)
	v.sides.show(d.Width, d.Height)
	setShown(v.sidesRow, d.FreeSize)
	v.sizeBad.show(only(problems, fieldSize))
	v.quality.SetSelected(slices.Index(client.Qualities(), d.Quality))
	v.format.SetSelected(slices.Index(client.Formats(), d.Format))
	v.count.SetValue(d.clips())
}

// field returns the control of a field, to bring the focus to what is wrong.
func (v *imageView) field(name string) fyne.Focusable {
	switch name {
	case fieldSize:
		return v.sides.width
	case fieldModel:
		return v.model.picker
	}
	return v.prompt.entry
}

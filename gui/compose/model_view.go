package compose

import (
	"slices"

	"fyne.io/fyne/v2"

	"viviscope/gui/compose/form"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// modelView is the model with its rules and its price, over the line that says what a change of it brought along.
type modelView struct {
	picker *widgets.Picker
	which  *widgets.Link
	models []form.Model
	box    *fyne.Container
}

func newModelView(onChanged func(form.Model), notices *notices) *modelView {
	v := &modelView{}
	v.picker = widgets.NewPicker(nil, func(i int) { onChanged(v.models[i]) })
	v.which = widgets.NewLink(lang.L("Which model can do this?"), nil)
	head := widgets.NewRow(8, widgets.NewText(lang.L("Model"), resources.SizeSM, resources.Text2, false), widgets.NewSpring(), v.which)
	v.box = widgets.NewColumn(4, head, v.picker, notices.box)
	return v
}

// show shows the models, each with its option, and which of them the form has.
func (v *modelView) show(options []widgets.PickerOption, models []form.Model, id string) {
	v.models = models
	if !slices.Equal(v.picker.Options(), options) {
		v.picker.SetOptions(options)
	}
	v.picker.SetSelected(slices.IndexFunc(models, func(m form.Model) bool { return m.ID == id }))
}

// videoOptions are the video models, each with its rules and the price of a second of what it would make of the draft.
func videoOptions(d form.VideoDraft, env form.Env, tariff form.Tariff) []widgets.PickerOption {
	var options []widgets.PickerOption
	for _, m := range env.VideoModels() {
		with := d
		if m.ID != d.Model {
			with.SetModel(m)
		}
		options = append(options, widgets.PickerOption{
			Title: m.ID, Subtitle: works(m, form.Rules(with.Rules())), Trailing: tariff.PerSecond(m, with.Tier(), with.Audio()),
		})
	}
	return options
}

// imageOptions are the picture models, each with the price of one picture that the form asks for.
func imageOptions(f form.Form, env form.Env, tariff form.Tariff) []widgets.PickerOption {
	var options []widgets.PickerOption
	for _, m := range env.ImageModels() {
		options = append(options, widgets.PickerOption{
			Title: m.ID, Subtitle: works(m, form.ImageRules()), Trailing: tariff.Price(tariff.PerPicture(f, env, m)),
		})
	}
	return options
}

// works words what a model can do: its rules, or the model of the catalogue whose rules a gateway's own name follows.
func works(m form.Model, rules string) string {
	if m.Rules() != m.ID {
		return lang.L("works like %s", m.Rules())
	}
	return rules
}

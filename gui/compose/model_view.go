package compose

import (
	"slices"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// modelView is the model with its rules and its price, and the line that says what a change of it brought along.
type modelView struct {
	picker *widgets.Picker
	ids    []string
	notice *notice
	box    *fyne.Container
}

func newModelView(onChanged func(id string)) *modelView {
	v := &modelView{notice: newNotice()}
	v.picker = widgets.NewPicker(nil, func(i int) { onChanged(v.ids[i]) })
	v.box = widgets.NewColumn(4, widgets.NewText("Model", resources.SizeSM, resources.Text2, false), v.picker, v.notice.box)
	return v
}

// show shows the catalogue with the prices of what the form asks for. The option's title is the model's ID.
func (v *modelView) show(options []widgets.PickerOption, id string) {
	if !slices.Equal(v.picker.Options(), options) {
		v.ids = v.ids[:0]
		for _, o := range options {
			v.ids = append(v.ids, o.Title)
		}
		v.picker.SetOptions(options)
	}
	v.picker.SetSelected(slices.Index(v.ids, id))
}

// videoOptions are the video models, each with its rules and the price of a second of what the draft asks for. Where a
// model cannot make the sound that is wished for, the price is the one without.
func videoOptions(d VideoDraft, tariff Tariff) []widgets.PickerOption {
	var options []widgets.PickerOption
	for _, m := range client.VideoModels() {
		with := d
		with.Model = m.ID
		r := with.base()
		r.Audio = with.Audio()
		options = append(options, widgets.PickerOption{
			Title: m.ID, Subtitle: Rules(m), Trailing: tariff.PerSecond(m.ID, r.Tier(), r.Audio),
		})
	}
	return options
}

// imageOptions are the picture models, each with the price of the picture that the draft asks for.
func imageOptions(d ImageDraft, tariff Tariff) []widgets.PickerOption {
	var options []widgets.PickerOption
	for _, m := range client.ImageModels() {
		with := d
		with.Model, with.Clips = m.ID, 1
		r, _ := with.request()
		options = append(options, widgets.PickerOption{
			Title:    m.ID,
			Subtitle: "up to 3840 px · low to max · PNG, JPEG",
			Trailing: tariff.price(tariff.Quote(Order{Images: []client.ImageRequest{r}})),
		})
	}
	return options
}

package program

import (
	"fyne.io/fyne/v2"

	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// lastFrameChoices are the ways from the last frame of a clip to the first frame of the next one.
type lastFrameChoices struct {
	use                       func() // put it on the person's image host with the request; nil: there is none
	save, edit, paste, cancel func()
}

// content words the choices, each with what it costs.
func (c lastFrameChoices) content() fyne.CanvasObject {
	way := func(word, says string, do func()) fyne.CanvasObject {
		return widgets.NewChoiceCard(word, widgets.NewColumn(2,
			widgets.NewText(word, resources.SizeBody, resources.Text1, true),
			widgets.NewText(says, resources.SizeSM, resources.Text2, false).Wrap(true)), do)
	}
	column := widgets.NewColumn(8,
		widgets.NewText(lang.L("The last frame of this clip"), resources.SizeH1, resources.Text1, true),
		widgets.NewText(lang.L("The service takes frames by their web address only, and this one is a picture on this computer."), resources.SizeBody, resources.Text2, false).Wrap(true))
	if c.use != nil {
		column.Add(way(lang.L("Use it as the first frame"), lang.L("It is put on your image host when the clip is sent, and taken down afterwards."), c.use))
	}
	column.Add(way(lang.L("Save it as a picture"), lang.L("Free. It is kept in the library, in the full size of the clip."), c.save))
	column.Add(way(lang.L("Edit it, and use the result"), lang.L("An edit’s result has an address for 24 h. The edit costs what its button says, and may change the picture."), c.edit))
	column.Add(way(lang.L("Paste an address"), lang.L("Save the frame first and put it where the service can fetch it."), c.paste))
	column.Add(widgets.NewRow(8, widgets.NewSpring(), widgets.NewButton(lang.L("Close"), nil, widgets.Plain, c.cancel)))
	return column
}

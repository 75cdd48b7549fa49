package compose

import (
	"fmt"

	"fyne.io/fyne/v2"

	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// showWhy says why a slot takes no file, and what can be done.
func (s *slots) showWhy(place int) {
	c := s.window.canvas()
	if c == nil {
		return
	}
	text := func(words string) *widgets.Text {
		return widgets.NewText(words, resources.SizeBody, resources.Text1, false).Wrap(true)
	}
	var sheet *widgets.Sheet
	leave := func(then func()) func() {
		return func() {
			sheet.Hide()
			if then != nil {
				then()
			}
		}
	}
	close := widgets.NewButton(lang.L("Close"), nil, widgets.Plain, leave(nil))
	buttons := widgets.NewFlow(8, close, widgets.NewButton(wayEdit.word(), nil, widgets.Plain, leave(func() { s.editFirst(place) })))
	if s.OnHost != nil {
		buttons.Add(widgets.NewButton(lang.L("Set up image hosting…"), nil, widgets.Plain, leave(s.OnHost)))
	}
	sheet = widgets.ShowSheet(c, widgets.NewColumn(12,
		widgets.NewText(lang.L("Why a frame needs a web address"), resources.SizeH1, resources.Text1, true),
		text(lang.L("The service fetches the frames of a clip itself, from the internet. It has no way to take a file for them. A picture gets an address in one of these ways:")),
		text(lang.L("Take one from the gallery whose link still lives.")),
		text(lang.L("Edit it first: an edit takes the file, and its result has an address for 24 h. The edit costs its own price and may change the picture.")),
		text(lang.L("Put it where you host pictures and paste the address. Viviscope does that by itself once image hosting is set up for the profile.")),
		buttons,
	), nil)
	sheet.Default = leave(nil)
}

// lookLarge shows the picture of a slot larger.
func (s *slots) lookLarge(place int) {
	slot, c := s.slotAt(place), s.window.canvas()
	if slot == nil || c == nil {
		return
	}
	if slot.Asset != "" && s.OnAsset != nil {
		s.OnAsset(slot.Asset)
		return
	}
	seen := s.looks.of(*slot)
	if seen == nil || seen.picture == nil {
		return
	}
	const most = 640
	size := fyne.NewSize(most, most*float32(seen.picture.Bounds().Dy())/float32(seen.picture.Bounds().Dx()))
	if most := c.Size().Height - 200; size.Height > most && most > 0 {
		size = fyne.NewSize(size.Width*most/size.Height, most)
	}
	picture := widgets.NewPicture(size).Contain()
	picture.SetImage(seen.picture)
	caption := host(*slot)
	if seen.width > 0 {
		caption += fmt.Sprintf(", %d × %d", seen.width, seen.height)
	}
	var sheet *widgets.Sheet
	close := widgets.NewButton(lang.L("Close"), nil, widgets.Plain, func() { sheet.Hide() })
	sheet = widgets.ShowWideSheet(c, max(size.Width, 240)+32, widgets.NewColumn(12, picture,
		widgets.NewRow(8, widgets.NewText(caption, resources.SizeSM, resources.Text2, false).Ellipsis(), widgets.NewSpring(), close)), nil)
	sheet.Default = func() { sheet.Hide() }
}

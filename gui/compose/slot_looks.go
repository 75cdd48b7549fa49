package compose

import (
	"fmt"
	"strings"

	"viviscope/client/order"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"

	"fyne.io/fyne/v2"
)

// showWhy shows why a slot accepts no file, and what can be done.
func showWhy(c fyne.Canvas, editFirst, showHosting func()) {
	words := strings.Join([]string{
		lang.L("The service downloads frames from the internet and does not accept files for them. A picture gets a web address in " +
			"one of these ways:"),
		lang.L("Choose a gallery picture whose link is still valid."),
		lang.L("Edit it first: an edit accepts the file, and its result has a web address for 24 h. The edit is charged separately " +
			"and may change the picture."),
		lang.L("Upload it to your image host and paste its address. Set up image hosting, and Viviscope does this for you."),
	}, "\n\n")
	kit.Ask(c, lang.L("Why a frame needs a web address"), words, nil,
		kit.Answer{Word: lang.L("Close"), Kind: kit.Plain, Enter: true},
		kit.Answer{Word: actionLabel(actionEdit), Kind: kit.Plain, Do: editFirst},
		kit.Answer{Word: actionLabel(actionHosting), Kind: kit.Plain, Do: showHosting})
}

// lookLarge shows the picture of a slot larger.
func lookLarge(c fyne.Canvas, slot order.Slot, seen *preview) {
	const most = 640
	size := fyne.NewSize(most, most*float32(seen.picture.Bounds().Dy())/float32(seen.picture.Bounds().Dx()))
	if most := c.Size().Height - 200; size.Height > most && most > 0 {
		size = fyne.NewSize(size.Width*most/size.Height, most)
	}
	picture := kit.NewPicture(size).Contain()
	picture.SetImage(seen.picture)
	caption := sourceName(slot)
	if seen.width > 0 {
		caption += fmt.Sprintf(", %d × %d", seen.width, seen.height)
	}
	var sheet *kit.Sheet
	close := kit.NewButton(lang.L("Close"), nil, kit.Plain, func() { sheet.Hide() })
	sheet = kit.ShowWideSheet(c, max(size.Width, 240)+32, kit.NewColumn(12, picture,
		kit.NewText(caption, resources.SizeSM, resources.Text2, false).Ellipsis(), kit.NewAnswers(close, nil)), nil)
	sheet.Default = func() { sheet.Hide() }
}

package boards

import (
	"strings"

	"viviscope/client"
	"viviscope/db/boards"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// askAddress asks for an address from which the picture of a keyframe can be downloaded.
func askAddress(doc *document, frame string) {
	name := lang.L("Address of %s", doc.cardName(frame))
	address := kit.NewEntry()
	address.SetName(kit.NewText(lang.L("Address"), resources.SizeSM, resources.Text2, false))
	address.SetPlaceHolder("https://")
	check := func() bool {
		ok := client.IsHTTPURL(strings.TrimSpace(address.Text))
		address.SetFailed(!ok)
		return ok
	}
	use := func() {
		doc.edit(name, func(b *boards.Board) {
			if i := b.FrameByID(frame); i >= 0 {
				b.Frames[i].Link = strings.TrimSpace(address.Text)
			}
		})
	}
	kit.Ask(doc.Canvas(), name, lang.L("Put the picture where the service can download it, and paste its address here."), address,
		kit.Answer{Word: lang.L("Cancel"), Kind: kit.Plain},
		kit.Answer{Word: lang.L("Use this address"), Kind: kit.Primary, Check: check, Do: use})
	doc.Canvas().Focus(address)
}

package settings

import (
	"fyne.io/fyne/v2"

	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
)

// aboutPage is the page of the program.
type aboutPage struct {
	playback *kit.Text // the program that makes the posters of clips; "" until it is known
	content  fyne.CanvasObject
}

func newAboutPage(h *host, buttons *action.Buttons) *aboutPage {
	text := func(t string) *kit.Text { return bodyText(t).Wrap(true) }
	a := &aboutPage{playback: text("")}
	a.content = kit.NewColumn(12, heading(lang.L("About")),
		field(lang.L("Version"), text("Viviscope "+h.Program.Version())),
		field(lang.L("Previews of clips"), a.playback),
		explained(lang.L("Log"), buttons.Label("help.log", kit.Plain),
			lang.L("contains no keys or signed links and never leaves this computer")),
		explained(lang.L("Diagnostics"), buttons.Label("help.diagnostics", kit.Plain),
			lang.L("versions, player, fonts, keychain and library as text for a bug report, without keys or links")),
		field(lang.L("Privacy"), text(lang.L("Keys are sent to their own service only and never written to a log or database. Local pictures are sent to your image host if you set one up. Nothing else leaves this computer."))))
	return a
}

package settings

import (
	"net/url"
	"strings"

	"viviscope/client/proxy"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// inTheClear reports whether a key travels unencrypted to an address: over http, to another computer.
func inTheClear(address string) bool {
	u, err := url.Parse(strings.TrimSpace(address))
	return err == nil && u.Scheme == "http" && u.Hostname() != "" && !proxy.OnThisComputer(u.Hostname())
}

func inTheClearWords() string { return lang.L("Not encrypted: the key can be read on its way") }

// noteAddress says beside the address where the key goes, and warns where others can read it.
func (f *profileForm) noteAddress() {
	words, color := lang.L("the key goes to this address only"), resources.Text2
	switch {
	case f.card.profile.Sandbox:
		words = lang.L("built in, on this computer only; free, works offline")
	case inTheClear(f.base.Text):
		words, color = inTheClearWords(), resources.Warn
	}
	if f.baseNote.Text() == words {
		return
	}
	f.baseNote.SetText(words)
	f.baseNote.SetColor(color)
	f.content.Refresh() // the note may stand below its field now
}

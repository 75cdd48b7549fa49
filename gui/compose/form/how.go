package form

import (
	"viviscope/db"
	"viviscope/gui/lang"
)

// Hows returns the ways to recall a job of a kind, the usual one first. Pictures have no seed that could be left out.
func Hows(kind db.JobKind) []How {
	if kind.IsVideo() {
		return []How{RecallAll, RecallPrompt, RecallAllButSeed}
	}
	return []How{RecallAll, RecallPrompt}
}

// Word is what a menu says of a way to recall.
func (h How) Word() string {
	switch h {
	case RecallPrompt:
		return lang.L("Reuse the prompt only")
	case RecallAllButSeed:
		return lang.L("Reuse all but the seed")
	}
	return lang.L("Reuse settings")
}

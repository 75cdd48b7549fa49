package boards

import (
	"viviscope/db/boards"
	"viviscope/db/findings"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// found holds the facts about a clip that its check and the clip before it give.
type found struct {
	tag string   // the most serious fact; "" if there is none
	all []string // with times
}

// sentence returns all facts in one line.
func (f found) sentence() string { return wording.Dotted(f.all...) }

// found returns the facts about the chosen clip of a shot. They are the findings of its check, and whether it begins
// with less contrast or sharpness than the shot before ends with. The looks are compared here, because the shot before
// may change. At a hard cut another scene begins, so they are not compared.
func (m *boardModel) found(shot int) (f found) {
	clip, _ := m.view.Chosen(m.view.Shots[shot].ID)
	if clip.Asset.ID == 0 || clip.Asset.Checks == nil {
		return f
	}
	f.tag, f.all = wording.CheckTag(clip.Asset), wording.Checks(clip.Asset)
	if shot == 0 || m.view.Seam(shot-1) == boards.Cut {
		return f
	}
	before, _ := m.view.Chosen(m.view.Shots[shot-1].ID)
	if before.Asset.ID == 0 || before.Asset.Checks == nil || m.view.Shots[shot-1].Skipped {
		return f
	}
	add := func(on bool, tag, words string) {
		if on {
			f.all = append(f.all, words)
			if f.tag == "" {
				f.tag = tag
			}
		}
	}
	contrast, sharpness := findings.Loss(*before.Asset.Checks, *clip.Asset.Checks)
	add(contrast, lang.L("less contrast"), lang.L("less contrast than shot %d", shot))
	add(sharpness, lang.L("less sharp"), lang.L("less sharp than shot %d", shot))
	return f
}

// foundMark returns the tag on the picture of a card; an empty one if nothing was found.
func foundMark(f found) kit.Mark {
	if f.tag == "" {
		return kit.Mark{}
	}
	tone := kit.ToneWarn
	return kit.Mark{Text: f.tag, Icon: resources.IconWarning, Tone: &tone}
}

// newFoundText returns the text below the takes.
func newFoundText() *kit.Text {
	t := smallText().Wrap(true)
	t.SetColor(resources.Warn)
	return t
}

// showFound shows the tag of a take.
func showFound(t *kit.Tag, words string) {
	t.Set(kit.ToneWarn, resources.IconWarning, words)
	kit.Show(t, words != "")
}

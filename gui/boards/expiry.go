package boards

import (
	"fyne.io/fyne/v2"

	"viviscope/gui/kit"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// expiryLabel shows how long the picture of a keyframe is reachable.
type expiryLabel struct {
	m    *boardModel
	ring *expiryRing
	text *kit.Text
	row  *fyne.Container
}

func newExpiryLabel(m *boardModel, size fyne.ThemeSizeName) *expiryLabel {
	l := &expiryLabel{m: m, ring: newExpiryRing(), text: kit.NewText("", size, resources.Text3, false)}
	l.row = kit.NewRow(4, l.ring, l.text)
	return l
}

// show shows the expiry of a keyframe by its ID; "" shows nothing.
func (l *expiryLabel) show(id string, long bool) {
	words, part, tone := "", float32(-1), kit.ToneNeutral
	if i := l.m.view.FrameByID(id); i >= 0 {
		s := l.m.view.State(id, l.m.Now())
		words, part, tone = l.m.frameState(l.m.view.Frames[i], s)
		if long && part >= 0 {
			words = wording.Left(s.Expires.Sub(l.m.Now()))
		}
	}
	l.ring.set(part, tone)
	kit.Show(l.ring, part >= 0)
	l.text.SetText(words)
	color := tone.Color()
	if tone == kit.ToneNeutral {
		color = resources.Text3
	}
	l.text.SetColor(color)
}

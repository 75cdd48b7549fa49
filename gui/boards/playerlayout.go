package boards

import (
	"fyne.io/fyne/v2"

	"viviscope/gui/kit"
)

// Sizes of the player, px.
const (
	barHeight     = 72
	barLow        = 60  // in little height
	roomyPlayer   = 230 // the height from which the player shows its summary and a high bar
	playerPadding = 12
	playerHeight  = 263 // of the player at first, without its line
	playerLow     = 200 // the least; with large text, or in a low window
)

// playerLayout lays out the picture, and beside it the modes, the summary, the bar and the buttons, in this order.
type playerLayout struct {
	bar   *kit.Filmstrip
	ratio func() float32 // width by height of the picture
}

func (*playerLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(480, playerLow) }

func (l *playerLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	const side, gap = 16, 16
	picture, modes, summary, buttons := o[0], o[1], o[2], o[4]
	high, ratio := s.Height-2*playerPadding, l.ratio()
	room := s.Width - 2*side - gap - max(modes.MinSize().Width, buttons.MinSize().Width)
	wide := max(min(high*ratio, (s.Width-2*side)*0.48, room), 0)
	picHigh := min(high, wide/ratio)
	kit.Place(picture, side, playerPadding+(high-picHigh)/2, wide, picHigh)
	x, roomy := side+wide+gap, s.Height >= roomyPlayer
	w := s.Width - x - side
	l.bar.High = barLow
	if roomy {
		l.bar.High = barHeight
	}
	kit.Show(summary, roomy)
	foot := buttons.MinSize().Height
	kit.Place(buttons, x, s.Height-playerPadding-foot, w, foot)
	y := float32(playerPadding)
	for _, part := range o[1:4] {
		if part.Visible() {
			kit.Place(part, x, y, w, part.MinSize().Height)
			y += part.MinSize().Height + 8
		}
	}
}

package viewer

import (
	"image"

	"viviscope/gui/media/player"
)

// InStep lets two clips in step be compared here.
func InStep(p *player.Pair) Clips { return inStep{p} }

type inStep struct{ *player.Pair }

// Panel sets the size of the pictures of both, in device pixels.
func (c inStep) Panel(width, height int) {
	c.A.Panel(width, height)
	c.B.Panel(width, height)
}

// OnFrames sets who gets the pictures.
func (c inStep) OnFrames(a, b func(*image.RGBA)) {
	c.A.OnFrame(a)
	c.B.OnFrame(b)
}

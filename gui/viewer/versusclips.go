package viewer

import (
	"context"
	"image"
	"time"

	"viviscope/db"
	"viviscope/gui/media/player"
)

// playBoth opens both clips in step, in new players that live as long as the comparison.
func (v *versus) playBoth(ctx context.Context) {
	s := v.s
	a, b := v.other, s.asset
	p := s.d.NewClips(func(st player.PairState) {
		if ctx.Err() == nil {
			v.stepped(a, b, st)
		}
	})
	v.play = p
	p.OnFrames(func(im *image.RGBA) { v.come(ctx, 0, im) }, func(im *image.RGBA) { v.come(ctx, 1, im) })
	p.SetSpeed(s.memory.Speed)
	p.SetVolume(s.memory.Volume)
	p.SetMuted(s.memory.Muted)
	p.SetLoop(true)
	v.pair.SetWords(v.label(a), v.label(b))
	v.panel()
	s.d.Go(func() {
		one, errA := s.d.AbsPath(a.Path)
		two, errB := s.d.AbsPath(b.Path)
		s.d.Post(func() {
			if ctx.Err() != nil {
				return
			}
			v.failed(a, errA)
			v.failed(b, errB)
			if errA == nil && errB == nil {
				p.Load(one, two)
			}
			v.show()
		})
	})
}

// panel asks for pictures of the size at which they are shown at most, in device pixels.
func (v *versus) panel() {
	size, scale := v.pair.Size(), v.s.scale()
	if size.Width < 1 || size.Height < 1 { // not laid out yet
		v.play.Panel(1280, 720)
		return
	}
	v.play.Panel(int(size.Width*scale), int(size.Height*scale))
}

// come shows a new picture of one of the two.
func (v *versus) come(ctx context.Context, i int, im *image.RGBA) {
	if ctx.Err() != nil || v.play == nil {
		return
	}
	v.frame[i] = im
	if v.frame[0] != nil && v.frame[1] != nil {
		v.pair.SetFrames(v.frame[0], v.frame[1], v.state.A.Size, v.state.B.Size)
	}
}

// stepped takes a new state of both.
func (v *versus) stepped(a, b db.Asset, st player.PairState) {
	before := v.state
	v.state = st
	if st.Err != nil && before.Err == nil {
		if st.A.Err != nil {
			v.failed(a, st.A.Err)
		} else {
			v.failed(b, st.Err)
		}
		v.show()
		return
	}
	v.showTime()
}

// toggle plays both, or pauses them.
func (v *versus) toggle() {
	if v.play != nil {
		v.play.Toggle()
	}
}

// frames goes on by a number of pictures in both.
func (v *versus) frames(n int) {
	if v.play != nil {
		v.play.Step(n)
	}
}

// dropClips ends the players.
func (v *versus) dropClips() {
	if p := v.play; p != nil {
		v.play = nil
		v.s.d.Go(p.Close)
	}
	v.frame, v.state = [2]*image.RGBA{}, player.PairState{}
}

// seek goes on by a time in both clips.
func (v *versus) seek(by time.Duration) {
	if v.play != nil {
		v.play.SeekExact(min(max(v.state.Position+by, 0), v.state.Duration))
	}
}

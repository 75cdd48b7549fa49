package viewer

import (
	"time"

	"viviscope/gui/lang"
	"viviscope/gui/media/player"
)

// setRange loops a part of the clip; the whole of it where the part is that.
func (c *clipPanel) setRange(from, to time.Duration) {
	if !c.usable() {
		return
	}
	if from <= 0 && to >= c.state.Duration {
		from, to = 0, 0
	}
	c.s.d.Player.SetLoop(from, to)
	c.rememberLoop(true)
}

// toggleLoop loops, or stops looping.
func (c *clipPanel) toggleLoop() {
	on := !c.s.memory.Loop
	if c.usable() {
		on = !c.state.Loop.On
		if on {
			c.s.d.Player.SetLoop(0, 0)
		} else {
			c.s.d.Player.NoLoop()
		}
	}
	c.rememberLoop(on)
}

// markLoop sets the beginning of what is looped to the place that is shown, or its end. The other edge moves out of the way.
func (c *clipPanel) markLoop(end bool) {
	if !c.usable() {
		return
	}
	from, to := rangeOf(c.state)
	at := c.state.Position
	if end {
		to = max(at, leastLoop)
		if from > to-leastLoop {
			from = 0
		}
	} else {
		from = min(at, c.state.Duration-leastLoop)
		if to < from+leastLoop {
			to = c.state.Duration
		}
	}
	c.setRange(from, to)
}

func (c *clipPanel) rememberLoop(on bool) {
	if c.s.memory.Loop != on {
		c.s.memory.Loop = on
		c.s.keeper.keep(c.s.memory)
	}
	c.bar.show()
}

// rangeOf gives what is looped, or would be.
func rangeOf(st player.State) (from, to time.Duration) {
	if st.Loop.On && st.Loop.To > st.Loop.From {
		return st.Loop.From, st.Loop.To
	}
	return 0, st.Duration
}

// loopWords words what is looped: "Loop 0:01.2 – 0:08.0", or "Loop" where that is all of the clip.
func loopWords(st player.State) string {
	if st.Loop.On && st.Loop.To > st.Loop.From {
		return lang.L("Loop %s – %s", shortClock(st.Loop.From), shortClock(st.Loop.To))
	}
	return lang.X("verb", "Loop")
}

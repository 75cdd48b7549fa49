package viewer

import (
	"context"
	"fmt"
	"log/slog"
	"math"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/media/player"
	"viviscope/gui/viewer/facts"
	"viviscope/resources"
)

// transport is the row of controls under a filmstrip.
type transport struct {
	c      *clipPanel
	first  *kit.Button
	play   *kit.Button
	last   *kit.Button
	at     *kit.Text
	frame  *kit.Text
	loop   *kit.Button
	speed  *kit.Picker
	words  *kit.Button
	sound  *kit.Button
	volume *kit.Slider
	slider fyne.CanvasObject
	silent *kit.Text
	save   *kit.Button
	object fyne.CanvasObject
	quiet  bool   // a control is being set, not used
	shape  string // what the row was laid out for last
}

// volumeWidth is that of the slider, px.
const volumeWidth = 96

func newTransport(c *clipPanel) *transport {
	t := &transport{c: c}
	s := c.s
	t.first = s.icon(resources.IconFirstFrame, lang.L("First frame"), func() { c.toEnd(false) })
	t.play = kit.NewIconButton(resources.IconPlay, lang.X("verb", "Play"), func() { c.toggle(); s.Focus() })
	t.last = s.icon(resources.IconLastFrame, lang.L("Last frame"), func() { c.toEnd(true) })
	t.at = kit.NewText("", resources.SizeBody, resources.Text1, false)
	t.frame = kit.NewText("", resources.SizeSM, resources.Text2, false).Ellipsis()
	t.loop = kit.NewButton(lang.X("verb", "Loop"), resources.IconLoop, kit.Plain, func() { c.toggleLoop(); s.Focus() })
	t.speed = kit.NewSimplePicker(speedWords(), func(i int) { c.setSpeed(speeds[i]); s.Focus() })
	t.speed.SetName(kit.NewText(lang.L("Speed"), resources.SizeSM, resources.Text2, false))
	t.words = s.icon(resources.IconText, lang.L("Subtitles"), c.toggleWords)
	t.sound = s.icon(resources.IconSound, lang.X("verb", "Mute"), c.toggleMute)
	t.volume = kit.NewSlider(0, 100)
	t.volume.SetName(kit.NewText(lang.L("Volume"), resources.SizeSM, resources.Text2, false))
	t.volume.OnChanged = func(v float64) {
		if !t.quiet {
			c.setVolume(v)
		}
	}
	t.slider = kit.NewFixed(volumeWidth, 0, t.volume)
	t.silent = kit.NewText(lang.L("No sound in this clip"), resources.SizeSM, resources.Text3, false)
	t.save = kit.NewButton(lang.L("Save this frame"), resources.IconCamera, kit.Plain, func() { c.saveFrame(); s.Focus() })
	t.object = kit.NewColumn(0, kit.NewRule(), newBar([]fyne.CanvasObject{t.first, t.play, t.last, t.at, t.frame},
		[]fyne.CanvasObject{t.loop, t.speed, t.words, t.sound, t.slider, t.silent, t.save}))
	return t
}

func (t *transport) show() {
	st, m := t.c.state, t.c.s.memory
	showPlace(t.play, t.at, !st.Paused && !st.Ended && st.Loaded, st.Position, st.Duration)
	t.frame.SetText(frameWords(st))
	t.loop.SetText(loopWords(st))
	t.loop.SetOn(st.Loop.On)
	t.quiet = true
	t.speed.SetSelected(speedIndex(m.Speed))
	t.volume.SetValue(m.Volume)
	t.quiet = false
	icon, word := resources.IconSound, lang.X("verb", "Mute")
	if m.Muted || m.Volume == 0 {
		icon, word = resources.IconSoundOff, lang.L("Sound on")
	}
	face(t.sound, icon, word)
	silent := st.Loaded && !st.HasAudio
	kit.Show(t.words, st.HasWords)
	t.words.SetOn(m.Words)
	kit.Show(t.sound, !silent)
	kit.Show(t.slider, !silent)
	kit.Show(t.silent, silent)
	for _, b := range []*kit.Button{t.first, t.play, t.last, t.loop, t.save} {
		kit.Enable(b, t.c.usable())
	}
	// Digits are equally wide: the row is laid out anew only where a word is longer or something came or went.
	if shape := fmt.Sprint(len(kit.Clock(st.Duration, 2)), len(t.frame.Text()), len(t.loop.Text()), silent, st.HasWords); shape != t.shape {
		t.shape = shape
		t.object.Refresh()
		t.c.s.fitFoot()
	}
}

// showPlace says where what is played is, and with its button whether it goes on.
func showPlace(button *kit.Button, text *kit.Text, plays bool, at, length time.Duration) {
	icon, word := resources.IconPlay, lang.X("verb", "Play")
	if plays {
		icon, word = resources.IconPause, lang.X("verb", "Pause")
	}
	face(button, icon, word)
	text.SetSpans(kit.Span{Text: kit.Clock(at, 2), Bold: true, Color: resources.Text1},
		kit.Span{Text: " / " + kit.Clock(length, 2), Color: resources.Text2})
}

// face changes what a button shows and says, where that is something else.
func face(b *kit.Button, icon fyne.Resource, word string) {
	if b.AccessibilityLabel() != word {
		b.SetIcon(icon)
		b.SetWord(word)
	}
}

// setVolume sets and remembers how loud it is, 0 to 100. What is made louder is to be heard.
func (c *clipPanel) setVolume(to float64) {
	to = min(max(to, 0), 100)
	if m := c.s.memory; to > m.Volume && m.Muted {
		c.toggleMute()
	}
	c.s.memory.Volume = to
	c.s.d.Player.SetVolume(to)
	c.remember()
}

func (c *clipPanel) toggleMute() {
	c.s.memory.Muted = !c.s.memory.Muted
	c.s.d.Player.SetMuted(c.s.memory.Muted)
	c.remember()
}

// toggleWords shows subtitles, or none.
func (c *clipPanel) toggleWords() {
	c.s.memory.Words = !c.s.memory.Words
	c.s.d.Player.SetWords(c.s.memory.Words)
	c.remember()
}

func (c *clipPanel) setSpeed(to float64) {
	c.s.memory.Speed = to
	c.s.d.Player.SetSpeed(to)
	c.remember()
}

// remember stores how clips are played, and shows it.
func (c *clipPanel) remember() {
	c.s.saver.Put(settingName, c.s.memory)
	c.bar.show()
}

// stepSpeed goes to the next faster speed, or the next slower.
func (c *clipPanel) stepSpeed(by int) {
	i := min(max(speedIndex(c.s.memory.Speed)+by, 0), len(speeds)-1)
	c.setSpeed(speeds[i])
}

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
	at := c.at()
	if end {
		to = max(at, kit.LeastLoop)
		if from > to-kit.LeastLoop {
			from = 0
		}
	} else {
		from = min(at, c.state.Duration-kit.LeastLoop)
		if to < from+kit.LeastLoop {
			to = c.state.Duration
		}
	}
	c.setRange(from, to)
}

func (c *clipPanel) rememberLoop(on bool) {
	if c.s.memory.Loop != on {
		c.s.memory.Loop = on
		c.s.saver.Put(settingName, c.s.memory)
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
		return lang.L("Loop %s – %s", kit.Clock(st.Loop.From, 1), kit.Clock(st.Loop.To, 1))
	}
	return lang.X("verb", "Loop")
}

// speeds are those that a clip can be played at, in their order.
var speeds = [...]float64{0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 4}

// speedWords words them: "0.5×".
func speedWords() (out []string) {
	for _, s := range speeds {
		out = append(out, facts.Short(s)+"×")
	}
	return out
}

// speedIndex gives the place of the speed that is nearest to one.
func speedIndex(to float64) int {
	best := 0
	for i, s := range speeds {
		if math.Abs(s-to) < math.Abs(speeds[best]-to) {
			best = i
		}
	}
	return best
}

// frameWords words which picture of a clip is shown: "frame 108 of 241 · 24 fps"; "" where the clip does not say.
func frameWords(s player.State) string {
	n, of := s.Frame(), s.Frames()
	if n < 0 || of < 0 {
		return ""
	}
	return lang.L("frame %s of %s", lang.Number(min(n+1, of)), lang.Number(of)) + " · " + facts.Short(s.FPS) + " fps"
}

// settingName is the setting that holds what is remembered.
const settingName = "viewer"

// remembered is what the viewer keeps from one clip, and one start, to the next.
type remembered struct {
	Volume    float64 `json:"volume"` // 0 to 100
	Muted     bool    `json:"muted,omitempty"`
	Words     bool    `json:"words,omitempty"` // subtitles
	Speed     float64 `json:"speed"`
	Loop      bool    `json:"loop,omitempty"`
	NoDetails bool    `json:"no_details,omitempty"` // the pane was put away in a wide window
}

func usual() remembered { return remembered{Volume: 80, Speed: 1} }

// prime reads what is remembered, once.
func (s *Screen) prime() {
	if s.primed {
		return
	}
	s.primed = true
	s.run(func() {
		r := recall(context.Background(), s.d.Library, s.d.Log())
		s.d.Post(func() {
			s.memory = r
			s.clip.apply()
			s.refresh()
		})
	})
}

// recall reads what is remembered. Off the window's goroutine.
func recall(ctx context.Context, settings action.Settings, log *slog.Logger) remembered {
	r := usual()
	if _, err := settings.Setting(ctx, settingName, &r); err != nil {
		log.Warn("read how clips are played", "err", err)
		r = usual()
	}
	r.Volume, r.Speed = min(max(r.Volume, 0), 100), min(max(r.Speed, 0.25), 4)
	return r
}

// SoundOf is how loud clips are played, for what plays them elsewhere. Off the window's goroutine.
func SoundOf(ctx context.Context, settings action.Settings, log *slog.Logger) (volume float64, muted bool) {
	r := recall(ctx, settings, log)
	return r.Volume, r.Muted
}

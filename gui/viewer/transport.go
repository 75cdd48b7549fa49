package viewer

import (
	"fmt"

	"fyne.io/fyne/v2"

	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// transport is the row of controls under a filmstrip.
type transport struct {
	c      *clipPanel
	first  *widgets.Button
	play   *widgets.Button
	last   *widgets.Button
	at     *widgets.Text
	frame  *widgets.Text
	loop   *widgets.Button
	speed  *widgets.Picker
	sound  *widgets.Button
	volume *widgets.Slider
	slider fyne.CanvasObject
	silent *widgets.Text
	save   *widgets.Button
	object fyne.CanvasObject
	quiet  bool   // a control is being set, not used
	shape  string // what the row was laid out for last
}

// volumeWidth is that of the slider, px.
const volumeWidth = 96

func newTransport(c *clipPanel) *transport {
	t := &transport{c: c}
	s := c.s
	icon := func(res fyne.Resource, word string, do func()) *widgets.Button {
		return widgets.NewIconButton(res, word, func() { do(); s.Focus() }).SetKind(widgets.Quiet)
	}
	t.first = icon(resources.IconFirstFrame(), lang.L("First frame"), func() { c.toEnd(false) })
	t.play = widgets.NewIconButton(resources.IconPlay(), lang.X("verb", "Play"), func() { c.toggle(); s.Focus() })
	t.last = icon(resources.IconLastFrame(), lang.L("Last frame"), func() { c.toEnd(true) })
	t.at = widgets.NewText("", resources.SizeBody, resources.Text1, false)
	t.frame = widgets.NewText("", resources.SizeSM, resources.Text2, false).Ellipsis()
	t.loop = widgets.NewButton(lang.X("verb", "Loop"), resources.IconLoop(), widgets.Plain, func() { c.toggleLoop(); s.Focus() })
	t.speed = widgets.NewSimplePicker(speedWords(), func(i int) { c.setSpeed(speeds()[i]); s.Focus() })
	t.sound = icon(resources.IconSound(), lang.X("verb", "Mute"), c.toggleMute)
	t.volume = widgets.NewSlider(0, 100)
	t.volume.OnChanged = func(v float64) {
		if !t.quiet {
			c.setVolume(v)
		}
	}
	t.slider = widgets.NewFixed(volumeWidth, 0, t.volume)
	t.silent = widgets.NewText(lang.L("No sound in this clip"), resources.SizeSM, resources.Text3, false)
	t.save = widgets.NewButton(lang.L("Save this frame"), resources.IconCamera(), widgets.Plain, func() { c.saveFrame(); s.Focus() })
	t.object = widgets.NewColumn(0, widgets.NewRule(), newBar([]fyne.CanvasObject{t.first, t.play, t.last, t.at, t.frame},
		[]fyne.CanvasObject{t.loop, t.speed, t.sound, t.slider, t.silent, t.save}))
	return t
}

// show writes how the clip stands.
func (t *transport) show() {
	st, m := t.c.state, t.c.s.memory
	icon, word := resources.IconPlay(), lang.X("verb", "Play")
	if !st.Paused && !st.Ended && st.Loaded {
		icon, word = resources.IconPause(), lang.X("verb", "Pause")
	}
	face(t.play, icon, word)
	t.at.SetSpans(
		widgets.Span{Text: clock(st.Position), Bold: true, Color: resources.Text1},
		widgets.Span{Text: " / " + clock(st.Duration), Color: resources.Text2})
	t.frame.SetText(frameWords(st))
	t.loop.SetText(loopWords(st))
	t.loop.SetOn(st.Loop.On)
	t.quiet = true
	t.speed.SetSelected(speedIndex(m.Speed))
	t.volume.SetValue(m.Volume)
	t.quiet = false
	icon, word = resources.IconSound(), lang.X("verb", "Mute")
	if m.Muted || m.Volume == 0 {
		icon, word = resources.IconSoundOff(), lang.L("Sound on")
	}
	face(t.sound, icon, word)
	silent := st.Loaded && !st.HasAudio
	show(t.sound, !silent)
	show(t.slider, !silent)
	show(t.silent, silent)
	for _, b := range []*widgets.Button{t.first, t.play, t.last, t.loop, t.save} {
		enable(b, t.c.usable())
	}
	// Digits are equally wide: the row is laid out anew only where a word is longer or something came or went.
	if shape := fmt.Sprint(len(clock(st.Duration)), len(t.frame.Text()), len(t.loop.Text()), silent); shape != t.shape {
		t.shape = shape
		t.object.Refresh()
		t.c.s.fitFoot()
	}
}

// face changes what a button shows and says, where that is something else.
func face(b *widgets.Button, icon fyne.Resource, word string) {
	if b.AccessibilityLabel() != word {
		b.SetIcon(icon)
		b.SetWord(word)
	}
}

func enable(b *widgets.Button, on bool) {
	switch {
	case on == !b.Disabled():
	case on:
		b.Enable()
	default:
		b.Disable()
	}
}

// setVolume sets and remembers how loud it is, 0 to 100. What is made louder is to be heard.
func (c *clipPanel) setVolume(to float64) {
	m := &c.s.memory
	to = min(max(to, 0), 100)
	if to > m.Volume && m.Muted {
		m.Muted = false
		c.s.d.Player.SetMuted(false)
	}
	m.Volume = to
	c.s.d.Player.SetVolume(to)
	c.s.keeper.keep(*m)
	c.bar.show()
}

func (c *clipPanel) toggleMute() {
	m := &c.s.memory
	m.Muted = !m.Muted
	c.s.d.Player.SetMuted(m.Muted)
	c.s.keeper.keep(*m)
	c.bar.show()
}

func (c *clipPanel) setSpeed(to float64) {
	m := &c.s.memory
	m.Speed = to
	c.s.d.Player.SetSpeed(to)
	c.s.keeper.keep(*m)
	c.bar.show()
}

// stepSpeed goes to the next faster speed, or the next slower.
func (c *clipPanel) stepSpeed(by int) {
	i := min(max(speedIndex(c.s.memory.Speed)+by, 0), len(speeds())-1)
	c.setSpeed(speeds()[i])
}

package viewer

import (
	"fmt"

	"fyne.io/fyne/v2"

	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/media/player"
	"viviscope/resources"
)

// transport is the row of controls under a filmstrip.
type transport struct {
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
	shape  string // of the last layout

	onResized func() // the row may need another height
}

// playback is what the controls of a clip do.
type playback interface {
	toEnd(last bool)
	toggle()
	toggleLoop()
	toggleMute()
	toggleWords()
	setSpeed(to float64)
	setVolume(to float64)
	saveFrame()
}

// volumeWidth is the width of the slider, px.
const volumeWidth = 96

func newTransport(c playback, focus focuser, onResized func()) *transport {
	t := &transport{onResized: onResized}
	t.first = focus.icon(resources.IconFirstFrame, lang.L("First frame"), func() { c.toEnd(false) })
	t.play = kit.NewIconButton(resources.IconPlay, lang.X("verb", "Play"), focus.wrap(c.toggle))
	t.last = focus.icon(resources.IconLastFrame, lang.L("Last frame"), func() { c.toEnd(true) })
	t.at = kit.NewText("", resources.SizeBody, resources.Text1, false)
	t.frame = kit.NewText("", resources.SizeSM, resources.Text2, false).Ellipsis()
	t.loop = kit.NewButton(lang.X("verb", "Loop"), resources.IconLoop, kit.Plain, focus.wrap(c.toggleLoop))
	t.speed = kit.NewSimplePicker(speedLabels(), func(i int) { focus(func() { c.setSpeed(speeds[i]) }) })
	t.speed.SetName(kit.NewText(lang.L("Speed"), resources.SizeSM, resources.Text2, false))
	t.words = focus.icon(resources.IconText, lang.L("Subtitles"), c.toggleWords)
	t.sound = focus.icon(resources.IconSound, lang.X("verb", "Mute"), c.toggleMute)
	t.volume = kit.NewSlider(0, 100)
	t.volume.SetName(kit.NewText(lang.L("Volume"), resources.SizeSM, resources.Text2, false))
	t.volume.OnChanged = func(v float64) {
		if !t.quiet {
			c.setVolume(v)
		}
	}
	t.slider = kit.NewFixed(volumeWidth, 0, t.volume)
	t.silent = kit.NewText(lang.L("No sound in this clip"), resources.SizeSM, resources.Text3, false)
	t.save = kit.NewButton(lang.L("Save this frame"), resources.IconCamera, kit.Plain, focus.wrap(c.saveFrame))
	t.object = kit.NewColumn(0, kit.NewRule(),
		newControlRow([]fyne.CanvasObject{t.first, t.play, t.last, t.at, t.frame},
			[]fyne.CanvasObject{t.loop, t.speed, t.words, t.sound, t.slider, t.silent, t.save}))
	return t
}

// update shows the state of the player and the preferences. usable: the clip can be played.
func (t *transport) update(st player.State, m preferenceValues, usable bool) {
	showPosition(t.play, t.at, !st.Paused && !st.Ended && st.Loaded, st.Position, st.Duration)
	t.frame.SetText(frameText(st))
	t.loop.SetText(loopText(st))
	t.loop.SetOn(st.Loop.On)
	t.quiet = true
	t.speed.SetSelected(speedIndex(m.Speed))
	t.volume.SetValue(m.Volume)
	t.quiet = false
	icon, label := resources.IconSound, lang.X("verb", "Mute")
	if m.Muted || m.Volume == 0 {
		icon, label = resources.IconSoundOff, lang.L("Sound on")
	}
	relabel(t.sound, icon, label)
	silent := st.Loaded && !st.HasAudio
	kit.Show(t.words, st.HasSubtitles)
	t.words.SetOn(m.Words)
	kit.Show(t.sound, !silent)
	kit.Show(t.slider, !silent)
	kit.Show(t.silent, silent)
	for _, b := range []*kit.Button{t.first, t.play, t.last, t.loop, t.save} {
		kit.Enable(b, usable)
	}
	// Digits have equal widths: a new layout is needed only if a text is longer or a control came or went.
	shape := fmt.Sprint(len(kit.Clock(st.Duration, 2)), len(t.frame.Text()), len(t.loop.Text()), silent,
		st.HasSubtitles)
	if shape != t.shape {
		t.shape = shape
		t.object.Refresh()
		t.onResized()
	}
}

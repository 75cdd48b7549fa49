package boards

import (
	"fyne.io/fyne/v2"

	"viviscope/client"
	planning "viviscope/client/boards"
	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// settingsFields are the fields of the settings of a board, for the inspector and the page that creates a board.
type settingsFields struct {
	picture, clip *draft
	style         *kit.Entry
	shown         boards.Settings
	ofPictures    *fyne.Container
	ofClips       *fyne.Container
}

// newSettingsFields makes the fields. write gets the changed settings, send is called for Ctrl+Enter, and refit is
// called if the size of a field changed.
func newSettingsFields(d *Deps, write func(boards.Settings), send, refit func()) *settingsFields {
	c := &settingsFields{picture: newDraft(d, db.TextToImage), clip: newDraft(d, db.TextToVideo), style: kit.NewEntry()}
	c.picture.fields.NameModel(lang.L("Image model"))
	for _, form := range []*draft{c.picture, c.clip} {
		form.write, form.send, form.refit = func() { write(c.settings()) }, send, refit
	}
	c.style.MultiLine, c.style.Wrapping, c.style.Scroll = true, fyne.TextWrapWord, fyne.ScrollBoth
	c.style.SetMinRowsVisible(2)
	c.style.SetPlaceHolder(lang.L("for example: paper cut, warm light, soft grain"))
	c.style.OnChanged = func(text string) {
		if text != c.shown.Style {
			write(c.settings())
		}
	}
	heading := func(words string) fyne.CanvasObject {
		return kit.NewText(words, resources.SizeBody, resources.Text1, true)
	}
	hint := kit.NewText(lang.L("Added to every keyframe’s prompt, always shown there."), resources.SizeXS,
		resources.Text3, false).Wrap(true)
	c.ofPictures = kit.NewColumn(10, heading(lang.L("Picture")), c.picture.Model, c.picture.Quality,
		kit.NewColumn(2, kit.NewField(lang.L("Style words"), c.style), kit.NewUnderField(hint)))
	c.ofClips = kit.NewColumn(10, heading(lang.L("Clip")), c.clip.Model, c.clip.Duration, c.clip.Resolution,
		c.clip.Audio, c.clip.Seed, c.clip.Negative)
	return c
}

func (c *settingsFields) show(w planning.Context, s boards.Settings, other bool) {
	c.shown = s
	c.picture.show(w, planning.PictureForm(s), "", other)
	c.clip.show(w, planning.ClipForm(s), "", other)
	if c.style.Text != s.Style {
		c.style.SetText(s.Style)
	}
}

// settings returns the settings of the board from the fields. Audio stays as it was if the request format lacks it.
func (c *settingsFields) settings() boards.Settings {
	s, clip, picture := c.shown, c.clip.form.Clip(), c.picture.form.Picture()
	s.Model, s.Seconds, s.Resolution = clip.Model, c.clip.length(), clip.Resolution()
	if !clip.Limits.Format.LacksAudio() {
		s.Audio = clip.Audio()
	}
	s.Negative, s.Seed = clip.Negative, c.clip.seed()
	s.PictureModel, s.Quality, s.Style = picture.Model, picture.Quality, c.style.Text
	return s
}

// settingsPage shows and changes the settings of the board.
type settingsPage struct {
	*settingsFields
	m      *boardModel
	size   *kit.Text
	finals *finalFields
	box    *fyne.Container
}

func newSettingsPage(m *boardModel, to pageRoutes) *settingsPage {
	p := &settingsPage{m: m, size: smallText().Wrap(true)}
	write := func(change func(*boards.Settings)) {
		m.typed(lang.L("board settings"), func(x *boards.Board) { change(&x.Settings) })
	}
	p.settingsFields = newSettingsFields(m.Deps, func(now boards.Settings) {
		write(func(s *boards.Settings) {
			now.Final = s.Final
			*s = now
		})
	}, to.send, to.refit)
	p.finals = newFinalFields(m.Deps, func(now *boards.FinalSettings) {
		write(func(s *boards.Settings) { s.Final = now })
		to.refresh()
	}, to.send, to.refit)
	p.box = kit.NewColumn(12, p.size, p.ofPictures, kit.NewRule(), p.ofClips, kit.NewRule(), p.finals.box)
	return p
}

func (p *settingsPage) show(other bool) {
	s := p.m.view.Settings
	p.size.SetText(lang.L("Keyframes are %s. The size is fixed when a board is created.", wording.Size(s.Size)))
	p.settingsFields.show(p.m.prices.context(), s, other)
	p.finals.show(p.m.prices.context(), s, other)
}

// finalFields are the fields of the settings with which takes are made final.
type finalFields struct {
	clip   *draft
	on     *kit.Toggle
	shown  boards.Settings
	write  func(*boards.FinalSettings) // gets the changed settings; nil: none
	fields *fyne.Container
	box    *fyne.Container
}

func newFinalFields(d *Deps, write func(*boards.FinalSettings), send, refit func()) *finalFields {
	f := &finalFields{clip: newDraft(d, db.TextToVideo), write: write}
	f.clip.fields.NameModel(lang.L("Model of finals"))
	f.clip.write = func() { write(f.settings()) }
	f.clip.send, f.clip.refit = send, refit
	f.on = kit.NewCheck(func(on bool) {
		if !on {
			write(nil)
			return
		}
		write(defaultFinal(f.shown))
	})
	name := kit.NewText(lang.L("Final settings"), resources.SizeBody, resources.Text1, true)
	f.on.SetName(name)
	hint := kit.NewText(lang.L("The settings above make drafts. The chosen takes can then be made again with these, from "+
		"the same prompts and pictures."), resources.SizeXS, resources.Text3, false).Wrap(true)
	f.fields = kit.NewColumn(10, f.clip.Model, f.clip.Resolution, f.clip.Audio)
	f.box = kit.NewColumn(10, kit.NewRow(8, f.on, name), hint, f.fields)
	return f
}

// defaultFinal returns the final settings to begin with: those of the drafts, in the largest resolution of the model.
func defaultFinal(s boards.Settings) *boards.FinalSettings {
	d := planning.ClipForm(s).Text
	d.SetResolution(client.Resolution1080P)
	return &boards.FinalSettings{Model: s.Model, Resolution: d.Resolution(), Audio: s.Audio}
}

func (f *finalFields) show(w planning.Context, s boards.Settings, other bool) {
	f.shown = s
	f.on.SetOn(s.Final != nil)
	kit.Show(f.fields, s.Final != nil)
	if s.Final != nil {
		s.Model, s.Resolution, s.Audio = s.Final.Model, s.Final.Resolution, s.Final.Audio
		f.clip.show(w, planning.ClipForm(s), "", other)
	}
}

// settings returns the final settings from the fields. Audio stays as it was if the request format lacks it.
func (f *finalFields) settings() *boards.FinalSettings {
	clip := f.clip.form.Clip()
	final := &boards.FinalSettings{Model: clip.Model, Resolution: clip.Resolution(), Audio: clip.Audio()}
	if was := f.shown.Final; was != nil && clip.Limits.Format.LacksAudio() {
		final.Audio = was.Audio
	}
	return final
}

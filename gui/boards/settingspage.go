package boards

import (
	"fyne.io/fyne/v2"

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
	m    *boardModel
	size *kit.Text
	box  *fyne.Container
}

func newSettingsPage(m *boardModel, to pageRoutes) *settingsPage {
	p := &settingsPage{m: m, size: smallText().Wrap(true)}
	p.settingsFields = newSettingsFields(m.Deps, func(now boards.Settings) {
		m.typed(lang.L("board settings"), func(x *boards.Board) { x.Settings = now })
	}, to.send, to.refit)
	p.box = kit.NewColumn(12, p.size, p.ofPictures, kit.NewRule(), p.ofClips)
	return p
}

func (p *settingsPage) show(other bool) {
	s := p.m.view.Settings
	p.size.SetText(lang.L("Keyframes are %s. The size is fixed when a board is created.", wording.Size(s.Size)))
	p.settingsFields.show(p.m.prices.context(), s, other)
}

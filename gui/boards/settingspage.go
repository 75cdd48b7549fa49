package boards

import (
	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// common are the fields of what the shots and keyframes of a board have in common. They stand in the inspector and on the page of a new
// board.
type common struct {
	picture, clip *draft
	style         *widgets.Entry
	ofPictures    *fyne.Container
	ofClips       *fyne.Container
}

func newCommon(s *Screen) *common {
	c := &common{picture: newDraft(s, db.TextToImage), clip: newDraft(s, db.TextToVideo), style: widgets.NewEntry()}
	c.style.SetPlaceHolder(lang.L("for example: paper cut, warm light, soft grain"))
	c.style.OnChanged = c.picture.write
	heading := func(words string) fyne.CanvasObject {
		return widgets.NewText(words, resources.SizeBody, resources.Text1, true)
	}
	hint := widgets.NewText(lang.L("Added to every keyframe’s prompt, always shown there."), resources.SizeXS, resources.Text3, false).Wrap(true)
	c.ofPictures = widgets.NewColumn(10, heading(lang.L("Picture")), c.picture.Model, c.picture.Quality,
		widgets.NewColumn(2, widgets.NewField(lang.L("Style words"), c.style), widgets.NewUnderField(hint)))
	c.ofClips = widgets.NewColumn(10, heading(lang.L("Clip")), c.clip.Model, c.clip.Duration, c.clip.Resolution, c.clip.Audio, c.clip.Seed, c.clip.Negative)
	return c
}

// on says who is told of changes, who sends, and who lays out anew.
func (c *common) on(changed, send, refit func()) {
	for _, d := range []*draft{c.picture, c.clip} {
		d.changed, d.send, d.refit = changed, send, refit
	}
}

// read takes the settings of a board; begins: they are of another board than before.
func (c *common) read(s boards.Settings, begins bool) {
	picture, clip := typed{pictureForm(s), s.Style}, typed{form: clipForm(s)}
	if begins {
		c.picture.begin(picture)
		c.clip.begin(clip)
	}
	c.picture.read(picture)
	c.clip.read(clip)
}

func (c *common) show(w world) {
	c.picture.show(w, "")
	c.clip.show(w, "")
	showLine(c.style, c.picture.now.line)
}

// settings are what the fields say, of which what cannot be sent is as it was.
func (c *common) settings(s boards.Settings) boards.Settings {
	clip, p := settled(c.clip.now.form.Text, c.clip.kept.form.Text), c.picture.now
	s.Model, s.Seconds, s.Resolution, s.Audio = clip.Model, clip.SecondsNumber(), clip.Resolution(), clip.Audio()
	s.Negative, s.Seed = clip.Negative, clip.Seed.Kept()
	s.PictureModel, s.Quality, s.Style = p.form.Image.Model, p.form.Image.Quality, p.line
	return s
}

// settingsPage shows and changes the settings of the board.
type settingsPage struct {
	*common
	n *inspector

	ref  string // of the board
	size *widgets.Text
	box  *fyne.Container
}

func newSettingsPage(n *inspector) *settingsPage {
	p := &settingsPage{n: n, common: newCommon(n.b.Screen)}
	p.on(n.typing, n.b.foot.stageKey, n.refit)
	p.picture.WhenLeft(n.flush)
	p.clip.WhenLeft(n.flush)
	p.style.OnFocus = n.left
	p.size = widgets.NewText("", resources.SizeSM, resources.Text2, false).Wrap(true)
	p.box = widgets.NewColumn(12, p.size, p.ofPictures, widgets.NewRule(), p.ofClips)
	return p
}

func (p *settingsPage) object() fyne.CanvasObject { return p.box }
func (p *settingsPage) first() fyne.Focusable     { return p.style }

func (p *settingsPage) show(_ string, other bool) {
	v := p.n.b.view
	p.read(v.Settings, other || p.ref != v.Ref)
	p.ref = v.Ref
	p.size.SetText(lang.L("Keyframes are %s. The size is fixed when a board is created.", wording.Size(v.Settings.Size)))
	p.common.show(p.n.b.foot.world())
}

// commit puts what is typed into the board.
func (p *settingsPage) commit() {
	set := p.settings(p.n.b.view.Settings)
	p.clip.kept.form.Text = settled(p.clip.now.form.Text, p.clip.kept.form.Text)
	p.picture.kept = p.picture.now
	p.n.b.edit(lang.L("board settings"), func(x *boards.Board) { x.Settings = set })
}

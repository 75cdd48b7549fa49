package boards

import (
	"slices"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// keyframePage shows and changes a keyframe.
type keyframePage struct {
	*draft
	n       *inspector
	id      string
	stuck   *note // why there is no take
	hint    *note // what may come out otherwise
	picture *widgets.Picture
	asset   string
	cancel  func()
	uses    *widgets.Text
	left    *widgets.Text
	source  *widgets.Segmented
	from    *widgets.Picker // whose edit it is
	froms   []string
	edited  *fyne.Container
	gallery *fyne.Container
	words   *fyne.Container // what a picture is made with
	style   *widgets.Toggle
	styled  *widgets.Text
	styles  *fyne.Container
	takes   *takes
	box     *fyne.Container
}

// sources are the ways to a picture, in the order in which they are shown.
func sources() []boards.Source {
	return []boards.Source{boards.Describe, boards.FromKeyframe, boards.Gallery}
}

func newKeyframePage(n *inspector) *keyframePage {
	b := n.b
	p := &keyframePage{n: n, draft: newDraft(b.Screen, db.TextToImage), stuck: newNote(n), hint: newNote(n), takes: newTakes(n), cancel: func() {}}
	p.changed, p.send, p.refit = n.typing, b.foot.stageKey, n.refit
	p.WhenLeft(n.flush)
	p.picture = widgets.NewPicture(fyne.NewSize(272, 153))
	p.picture.OnTapped = p.takes.open
	p.picture.SetIcon(resources.IconPicture)
	p.uses = widgets.NewText("", resources.SizeSM, resources.Text2, false).Ellipsis()
	p.left = widgets.NewText("", resources.SizeSM, resources.Text2, false)
	p.source = widgets.NewSegmented([]string{lang.X("source", "Describe"), lang.X("source", "Keyframe"), lang.X("source", "Gallery")}, p.setSource).Tight()
	p.from = widgets.NewSimplePicker(nil, func(i int) {
		p.change(lang.L("change %s", b.cardName(p.id)), func(f *boards.Frame) { f.From = p.froms[i] })
	})
	p.edited = widgets.NewField(lang.L("Edit of"), p.from)
	p.gallery = widgets.NewRow(8, widgets.NewButton(lang.L("Choose a picture…"), resources.IconGallery, widgets.Plain, p.choose))
	p.style = widgets.NewToggle(true, func(on bool) {
		p.change(lang.L("change %s", b.cardName(p.id)), func(f *boards.Frame) { f.Plain = !on })
	})
	name := widgets.NewText(lang.L("Style words"), resources.SizeSM, resources.Text1, false)
	p.style.SetName(name)
	p.styled = widgets.NewText("", resources.SizeSM, resources.Text2, false).Wrap(true)
	edit := widgets.NewLink(lang.L("Edit for the board"), n.showSettings)
	p.styles = widgets.NewColumn(2, widgets.NewBeside(8, 120, widgets.NewRow(8, p.style, name), edit), p.styled)
	p.words = widgets.NewColumn(10, p.Prompt, p.styles, p.Model)
	p.box = widgets.NewColumn(10, p.picture, widgets.NewRow(8, p.uses, widgets.NewSpring(), p.left), p.stuck.box, p.source, p.edited, p.gallery, p.words,
		p.takes.box, p.hint.box)
	return p
}

// first is where the keyboard goes.
func (p *keyframePage) first() fyne.Focusable {
	if p.words.Visible() {
		return p.First()
	}
	return p.source
}

func (p *keyframePage) object() fyne.CanvasObject { return p.box }

func (p *keyframePage) show(id string, begins bool) {
	b := p.n.b
	f, set := b.view.Frames[b.view.FrameByID(id)], b.view.Settings
	o := b.foot.another(id)
	t := typed{form: pictureForm(set)}
	if n := len(o.items); n > 0 {
		t.form = o.items[n-1].form
	}
	t.form.SetPrompt(f.Prompt)
	if p.id = id; begins {
		p.begin(t)
	}
	p.read(t)
	p.now.form.Kind = t.form.Kind // the source may be another one while something is typed
	note := wording.Size(set.Size) + " · " + set.Quality
	if f.Model == "" {
		note = lang.L("board’s") + " · " + note
	}
	p.draft.show(o.world, note)
	chosen, list := b.view.State(id, b.Now()).Chosen, b.view.Takes(id)
	take, size := "", ""
	if i := slices.IndexFunc(list, func(t boards.Take) bool { return t.Asset.ID != 0 && t.Asset.ID == chosen.Asset.ID }); i >= 0 {
		take = lang.L("take %[1]s of %[2]s", lang.Number(i+1), lang.Number(len(list)))
		size = lang.L("%[1]d × %[2]d", chosen.Asset.Width, chosen.Asset.Height)
	}
	p.picture.SetCorner(widgets.TopLeft, take, nil)
	p.picture.SetCorner(widgets.TopRight, size, nil)
	b.paint(p.picture, &p.asset, &p.cancel, chosen.Asset)
	p.uses.SetText(b.uses(id))
	b.life(p.left, id, true)
	p.source.SetSelected(slices.Index(sources(), f.Source))
	p.showFrom(f)
	made := f.Source == boards.Describe || f.Source == boards.FromKeyframe
	widgets.Show(p.edited, f.Source == boards.FromKeyframe)
	widgets.Show(p.gallery, f.Source == boards.Gallery)
	widgets.Show(p.words, made)
	widgets.Show(p.styles, set.Style != "")
	p.style.SetOn(!f.Plain)
	p.styled.SetText(lang.L("“%s”", set.Style))
	p.stuck.showStuck(id, p.First())
	p.takes.show(id)
	shot := ""
	if i := slices.IndexFunc(b.view.Shots, func(s boards.Shot) bool { return s.First == id }); i >= 0 {
		shot = b.view.Shots[i].ID
	}
	p.hint.showHint(shot)
}

// showFrom offers the keyframes that this one can be an edit of.
func (p *keyframePage) showFrom(f boards.Frame) {
	b := p.n.b
	p.froms = slices.DeleteFunc(b.ids(false), func(id string) bool {
		_, made := b.view.Chosen(id)
		return id == p.id || !made && id != f.From
	})
	var names []widgets.Choice
	for _, id := range p.froms {
		names = append(names, widgets.Choice{Title: b.frameName(id)})
	}
	if !slices.Equal(p.from.Options(), names) {
		p.from.SetOptions(names)
	}
	p.from.SetSelected(slices.Index(p.froms, f.From))
}

// uses words which shots a keyframe begins and ends: "Ends shot 6, begins shot 7".
func (b *board) uses(id string) string {
	var ends, begins []string
	for i, s := range b.view.Shots {
		if s.Last == id {
			ends = append(ends, lang.Number(i+1))
		}
		if s.First == id {
			begins = append(begins, lang.Number(i+1))
		}
	}
	switch e, s := wording.List(ends), wording.List(begins); {
	case e != "" && s != "":
		return lang.L("Ends shot %[1]s, begins shot %[2]s", e, s)
	case e != "":
		return lang.L("Ends shot %s", e)
	case s != "":
		return lang.L("Begins shot %s", s)
	}
	return lang.L("No shot uses it")
}

// setSource changes where the picture comes from. Takes stay.
func (p *keyframePage) setSource(i int) {
	to := sources()[i]
	p.change(lang.L("change %s", p.n.b.cardName(p.id)), func(f *boards.Frame) {
		if f.Source = to; to == boards.FromKeyframe && f.From == "" && len(p.froms) > 0 {
			f.From = p.froms[0]
			for _, id := range p.n.b.ids(false) { // the one before it
				if id == p.id {
					break
				} else if slices.Contains(p.froms, id) {
					f.From = id
				}
			}
		}
	})
}

// choose lets a person choose a picture of the gallery.
func (p *keyframePage) choose() {
	id, name := p.id, p.n.b.frameName(p.id)
	p.n.b.choosePicture(lang.L("Choose a picture for %s", name), lang.L("change %s", name), func(*boards.Board) string { return id })
}

// change changes the keyframe.
func (p *keyframePage) change(what string, how func(*boards.Frame)) {
	p.n.flush()
	id := p.id
	p.n.b.edit(what, func(x *boards.Board) {
		if i := x.FrameByID(id); i >= 0 {
			how(&x.Frames[i])
		}
	})
}

// commit puts what is typed into the board.
func (p *keyframePage) commit() {
	now, was := p.now.form, p.kept.form
	was.Kind = now.Kind
	if p.kept = p.now; now == was {
		return
	}
	model := p.n.b.view.Settings.PictureModel
	p.change(lang.L("change %s", p.n.b.cardName(p.id)), func(f *boards.Frame) {
		f.Prompt = now.Prompt()
		f.Model = unless(now.Picture().Model, model)
	})
}

package boards

import (
	"image"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/db/boards"
	"viviscope/gui/action"
	"viviscope/gui/facts"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// frameFields are the fields that only keyframes have.
type frameFields struct {
	*cardEditor
	prompt  fyne.CanvasObject
	picture *facts.Picture
	uses    *kit.Text
	expiry  *expiryLabel
	head    *fyne.Container
	sources *kit.Segmented
	from    *kit.Picker // the keyframe that it is an edit of
	froms   []string
	of      *facts.Picture // the picture that is edited
	sent    *expiryLabel   // of that one
	edited  *fyne.Container
	bring   *kit.Button // chooses a picture, or draws it
	brought *fyne.Container
	source  *fyne.Container
	style   *kit.Toggle
	styled  *kit.Text
	styles  *fyne.Container
}

// sources are the sources of a picture in the order of the control.
var sources = []boards.Source{boards.Describe, boards.FromKeyframe, boards.Gallery, boards.Canvas}

// newFrameFields makes the fields. open shows the chosen take, and settings shows the settings of the board.
func newFrameFields(e *cardEditor, prompt fyne.CanvasObject, open, settings func()) *frameFields {
	f := &frameFields{cardEditor: e, prompt: prompt, picture: facts.NewPicture(e.m, e.m.Pictures, fyne.NewSize(272, 153)),
		uses: smallText().Ellipsis(), expiry: newExpiryLabel(e.m, resources.SizeSM), styled: smallText().Wrap(true)}
	f.picture.OnTapped = open
	f.picture.SetIcon(resources.IconPicture)
	f.head = kit.NewColumn(10, f.picture, kit.NewRow(8, f.uses, kit.NewSpring(), f.expiry.row))
	f.sources = kit.NewSegmented([]string{lang.X("source", "Describe"), lang.X("source", "Keyframe"),
		lang.X("source", "Gallery"),
		lang.X("source", "Canvas")}, f.setSource).Halved()
	f.from = kit.NewSimplePicker(nil, func(i int) {
		f.edit(nil, func(k *boards.Frame) { k.From = f.froms[i] })
	})
	f.from.SetName(kit.NewText(lang.L("Edit of"), resources.SizeSM, resources.Text2, false))
	f.of, f.sent = facts.NewPicture(e.m, e.m.Pictures, fyne.NewSize(88, 50)), newExpiryLabel(e.m, resources.SizeXS)
	f.edited = container.NewBorder(nil, nil, f.of, nil, kit.NewInset(0, 0, 0, 8, kit.NewColumn(2, f.from, f.sent.row)))
	f.bring = kit.NewButton("", nil, kit.Plain, f.choose)
	f.brought = kit.NewRow(8, f.bring)
	f.source = kit.NewColumn(10, f.sources, f.edited, f.brought)
	f.style = kit.NewToggle(true, func(on bool) { f.edit(nil, func(k *boards.Frame) { k.Plain = !on }) })
	name := kit.NewText(lang.L("Style words"), resources.SizeSM, resources.Text1, false)
	f.style.SetName(name)
	edit := kit.NewLink(lang.L("Edit for the board"), settings)
	f.styles = kit.NewColumn(2, kit.NewBeside(8, 120, kit.NewRow(8, f.style, name), edit), f.styled)
	return f
}

// show shows a keyframe by its index; -1 hides the fields.
func (f *frameFields) show(at int) {
	m := f.m
	style := m.view.Settings.Style
	kit.Show(f.head, at >= 0)
	kit.Show(f.source, at >= 0)
	kit.Show(f.styles, at >= 0 && style != "" && f.prompt.Visible())
	if at < 0 {
		return
	}
	k := m.view.Frames[at]
	chosen, list := m.view.State(k.ID, m.Now()).Chosen, m.view.Takes(k.ID)
	take, size := "", ""
	isChosen := func(t boards.Take) bool { return t.Asset.ID != 0 && t.Asset.ID == chosen.Asset.ID }
	if i := slices.IndexFunc(list, isChosen); i >= 0 {
		take = lang.L("take %[1]s of %[2]s", lang.Number(i+1), lang.Number(len(list)))
		size = lang.L("%[1]d × %[2]d", chosen.Asset.Width, chosen.Asset.Height)
	}
	f.picture.SetCorner(kit.TopLeft, take, nil)
	f.picture.SetCorner(kit.TopRight, size, nil)
	f.picture.SetAsset(chosen.Asset)
	f.uses.SetText(m.uses(k.ID))
	f.expiry.show(k.ID, true)
	f.sources.SetSelected(slices.Index(sources, k.Source))
	f.froms = slices.DeleteFunc(m.ids(false), func(id string) bool { // it can be an edit of the others
		_, made := m.view.Chosen(id)
		return id == k.ID || !made && id != k.From
	})
	var names []kit.Choice
	for _, id := range f.froms {
		names = append(names, kit.Choice{Title: m.cardName(id)})
	}
	if !slices.Equal(f.from.Options(), names) {
		f.from.SetOptions(names)
	}
	f.from.SetSelected(slices.Index(f.froms, k.From))
	f.from.SetPlaceholder(lang.L("Choose a keyframe"))
	kit.Enable(f.from, len(f.froms) > 0)
	if len(f.froms) == 0 {
		f.from.SetPlaceholder(lang.L("No other picture yet"))
	}
	f.of.SetAsset(m.picture(k.From))
	f.sent.show(k.From, true)
	kit.Show(f.edited, k.Source == boards.FromKeyframe)
	kit.Show(f.brought, k.Source == boards.Gallery || k.Source == boards.Canvas)
	f.bring.SetText(lang.L("Choose a picture…"))
	if k.Source == boards.Canvas {
		f.bring.SetText(lang.L("Draw on the canvas…"))
	}
	f.style.SetOn(!k.Plain)
	f.styled.SetText(lang.L("“%s”", style))
}

// setSource changes the source of the picture. Takes stay. An edit is first based on the keyframe before it.
func (f *frameFields) setSource(i int) {
	from, all := "", f.m.ids(false)
	for n, id := range all {
		if slices.Contains(f.froms, id) && (from == "" || n < slices.Index(all, f.id)) {
			from = id
		}
	}
	f.edit(nil, func(k *boards.Frame) {
		k.Source = sources[i]
		if k.Source == boards.FromKeyframe && k.From == "" {
			k.From = from
		}
	})
}

// choose lets the user choose a picture of the gallery, or draw on the canvas, which opens with the present picture.
func (f *frameFields) choose() {
	m, id := f.m, f.id
	k := m.view.Frames[m.view.FrameByID(id)]
	if k.Source == boards.Gallery {
		m.Chooser.ChooseAsset(lang.L("Choose a picture for %s", m.cardName(id)), false,
			m.bringer(k.Source, f.step(), func(*boards.Board) string { return id }))
		return
	}
	w, h := pictureSize(m.view.Settings)
	m.Creator.Draw(action.Keyframe{Board: m.view.Ref, ID: id}, keyframeName(m.cardName(id), m.view.Name),
		m.picture(id), image.Pt(w, h))
}

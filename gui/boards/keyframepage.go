package boards

import (
	"context"
	"fmt"
	"image"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// frameFields are the fields that only keyframes have.
type frameFields struct {
	p       *cardPage
	picture *assetPicture
	uses    *kit.Text
	left    *life
	head    *fyne.Container
	sources *kit.Segmented
	from    *kit.Picker // whose edit it is
	froms   []string
	of      *assetPicture // that is edited
	sent    *life
	edited  *fyne.Container
	bring   *kit.Button // a picture that is not made here
	brought *fyne.Container
	source  *fyne.Container
	style   *kit.Toggle
	styled  *kit.Text
	styles  *fyne.Container
}

// sources are the ways to a picture, in the order in which they are shown.
var sources = []boards.Source{boards.Describe, boards.FromKeyframe, boards.Gallery, boards.Canvas}

func newFrameFields(p *cardPage) *frameFields {
	f := &frameFields{p: p, picture: newAssetPicture(p.n.b.Deps, fyne.NewSize(272, 153)), uses: smallText().Ellipsis(), left: newLife(p.n.b, resources.SizeSM), styled: smallText().Wrap(true)}
	f.picture.OnTapped = p.takes.open
	f.picture.SetIcon(resources.IconPicture)
	f.head = kit.NewColumn(10, f.picture, kit.NewRow(8, f.uses, kit.NewSpring(), f.left.row))
	f.sources = kit.NewSegmented([]string{lang.X("source", "Describe"), lang.X("source", "Keyframe"), lang.X("source", "Gallery"),
		lang.X("source", "Canvas")}, f.setSource).Halved()
	f.from = kit.NewSimplePicker(nil, func(i int) {
		p.edit(nil, func(k *boards.Frame) { k.From = f.froms[i] })
	})
	f.from.SetName(kit.NewText(lang.L("Edit of"), resources.SizeSM, resources.Text2, false))
	f.of, f.sent = newAssetPicture(p.n.b.Deps, fyne.NewSize(88, 50)), newLife(p.n.b, resources.SizeXS)
	f.edited = container.NewBorder(nil, nil, f.of, nil, kit.NewInset(0, 0, 0, 8, kit.NewColumn(2, f.from, f.sent.row)))
	f.bring = kit.NewButton("", nil, kit.Plain, f.choose)
	f.brought = kit.NewRow(8, f.bring)
	f.source = kit.NewColumn(10, f.sources, f.edited, f.brought)
	f.style = kit.NewToggle(true, func(on bool) { p.edit(nil, func(k *boards.Frame) { k.Plain = !on }) })
	name := kit.NewText(lang.L("Style words"), resources.SizeSM, resources.Text1, false)
	f.style.SetName(name)
	edit := kit.NewLink(lang.L("Edit for the board"), p.n.showSettings)
	f.styles = kit.NewColumn(2, kit.NewBeside(8, 120, kit.NewRow(8, f.style, name), edit), f.styled)
	return f
}

// show shows a keyframe by its index; -1: none.
func (f *frameFields) show(at int) {
	b := f.p.n.b
	style := b.view.Settings.Style
	kit.Show(f.head, at >= 0)
	kit.Show(f.source, at >= 0)
	kit.Show(f.styles, at >= 0 && style != "" && f.p.Prompt.Visible())
	if at < 0 {
		return
	}
	k := b.view.Frames[at]
	chosen, list := b.view.State(k.ID, b.Now()).Chosen, b.view.Takes(k.ID)
	take, size := "", ""
	if i := slices.IndexFunc(list, func(t boards.Take) bool { return t.Asset.ID != 0 && t.Asset.ID == chosen.Asset.ID }); i >= 0 {
		take = lang.L("take %[1]s of %[2]s", lang.Number(i+1), lang.Number(len(list)))
		size = lang.L("%[1]d × %[2]d", chosen.Asset.Width, chosen.Asset.Height)
	}
	f.picture.SetCorner(kit.TopLeft, take, nil)
	f.picture.SetCorner(kit.TopRight, size, nil)
	f.picture.show(chosen.Asset)
	f.uses.SetText(b.uses(k.ID))
	f.left.show(k.ID, true)
	f.sources.SetSelected(slices.Index(sources, k.Source))
	f.froms = slices.DeleteFunc(b.ids(false), func(id string) bool { // those that it can be an edit of
		_, made := b.view.Chosen(id)
		return id == k.ID || !made && id != k.From
	})
	var names []kit.Choice
	for _, id := range f.froms {
		names = append(names, kit.Choice{Title: b.cardName(id)})
	}
	if !slices.Equal(f.from.Options(), names) {
		f.from.SetOptions(names)
	}
	f.from.SetSelected(slices.Index(f.froms, k.From))
	f.from.SetPlaceholder(lang.L("Choose a keyframe"))
	if kit.Enable(f.from, len(f.froms) > 0); len(f.froms) == 0 {
		f.from.SetPlaceholder(lang.L("No other picture yet"))
	}
	f.of.show(b.picture(k.From))
	f.sent.show(k.From, true)
	kit.Show(f.edited, k.Source == boards.FromKeyframe)
	kit.Show(f.brought, k.Source == boards.Gallery || k.Source == boards.Canvas)
	if f.bring.SetText(lang.L("Choose a picture…")); k.Source == boards.Canvas {
		f.bring.SetText(lang.L("Draw on the canvas…"))
	}
	f.style.SetOn(!k.Plain)
	f.styled.SetText(lang.L("“%s”", style))
}

// setSource changes where the picture comes from. Takes stay. An edit is at first one of the keyframe before it.
func (f *frameFields) setSource(i int) {
	from, all := "", f.p.n.b.ids(false)
	for n, id := range all {
		if slices.Contains(f.froms, id) && (from == "" || n < slices.Index(all, f.p.id)) {
			from = id
		}
	}
	f.p.edit(nil, func(k *boards.Frame) {
		if k.Source = sources[i]; k.Source == boards.FromKeyframe && k.From == "" {
			k.From = from
		}
	})
}

// choose lets the user bring a picture: of the gallery, or from the canvas, which begins with the one that is there.
func (f *frameFields) choose() {
	b, id := f.p.n.b, f.p.id
	k := b.view.Frames[b.view.FrameByID(id)]
	if k.Source == boards.Gallery {
		b.Chooser.ChooseAsset(lang.L("Choose a picture for %s", b.cardName(id)), false,
			b.bringer(k.Source, f.p.changes(), func(*boards.Board) string { return id }))
		return
	}
	w, h := sides(b.view.Settings)
	b.Creator.Draw(action.Keyframe{Board: b.view.Ref, ID: id}, keyframeWords(b.cardName(id), b.view.Name), b.picture(id), image.Pt(w, h))
}

func keyframeWords(frame, board string) string {
	return lang.L("The picture of %[1]s on the board “%[2]s”.", frame, board)
}

// readKeyframe reads the board of a keyframe, and what the keyframe is called. The error is [db.ErrNotFound] where one
// of both is gone, or the board is in the trash.
func (s *Screen) readKeyframe(ctx context.Context, k action.Keyframe) (v boards.View, name string, err error) {
	if v, err = s.Store.Read(ctx, k.Board); err != nil {
		return v, "", err
	}
	at := v.FrameByID(k.ID)
	if at < 0 || !v.TrashedAt.IsZero() {
		return v, "", fmt.Errorf("read keyframe %.8s of board %.8s: %w", k.ID, k.Board, db.ErrNotFound)
	}
	for _, c := range v.Strip() {
		if c.ID == k.ID {
			name = frameName(c.Number)
		}
	}
	return v, name, nil
}

// KeyframeWords names a keyframe and its board in a sentence. Errors: as readKeyframe. Off the window's goroutine.
func (s *Screen) KeyframeWords(ctx context.Context, k action.Keyframe) (string, error) {
	v, name, err := s.readKeyframe(ctx, k)
	return keyframeWords(name, v.Name), err
}

// TakeDrawing makes a picture from the canvas that of a keyframe, and shows its board. A board that is not the open one
// is changed in the library.
func (s *Screen) TakeDrawing(k action.Keyframe, a db.Asset) {
	b := s.board
	if b.view.Ref == k.Board && b.view.FrameByID(k.ID) >= 0 && b.locked() == "" {
		b.bringer(boards.Canvas, lang.L("change %s", b.cardName(k.ID)), func(*boards.Board) string { return k.ID })(a)
		s.Open(k.Board)
		return
	}
	s.Do(lang.L("The picture is in the gallery, but could not be put on the board."), func(ctx context.Context) error {
		v, name, err := s.readKeyframe(ctx, k)
		if err != nil {
			return err
		}
		known := slices.ContainsFunc(v.Takes(k.ID), func(t boards.Take) bool { return t.Asset.Ref == a.Ref })
		_, err = s.Store.Edit(ctx, k.Board, v.Version, lang.L("change %s", name), func(x *boards.Board) error {
			f := &x.Frames[x.FrameByID(k.ID)]
			if f.Source, f.Chosen = boards.Canvas, a.Ref; !known {
				f.Brought = append(f.Brought, a.Ref)
			}
			return nil
		})
		if err == nil {
			s.Post(func() { s.Open(k.Board) })
		}
		return err
	})
}

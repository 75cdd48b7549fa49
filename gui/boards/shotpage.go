package boards

import (
	"context"
	"image"
	"log/slog"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// shotFields are the fields that only shots have.
type shotFields struct {
	p       *cardPage
	slots   [2]*frameSlot
	frames  *fyne.Container
	caption *kit.Entry
	fold    *kit.Button // shows what usually is as the board has it
	asBoard *kit.Text
	folded  *fyne.Container
	own     *fyne.Container // rows of what is not as the board has it
	trim    *kit.Stepper
	both    *kit.Text // of what is trimmed
	box     *fyne.Container
}

// override is a thing that a shot may have otherwise than the board.
type override struct {
	own   bool   // it has
	words string // what it has
	reset func(*boards.Shot)
}

func overrides(s boards.Shot) []override {
	return []override{
		{s.Model != "", lang.L("Model") + " " + s.Model, func(s *boards.Shot) { s.Model = "" }},
		{s.Seconds != 0, lang.L("Duration") + " " + lang.L("%s s", lang.Number(s.Seconds)), func(s *boards.Shot) { s.Seconds = 0 }},
		{s.Resolution != "", lang.L("Resolution") + " " + s.Resolution, func(s *boards.Shot) { s.Resolution = "" }},
		{s.Audio != nil, lang.L("Audio") + ": " + soundWord(s.Audio != nil && *s.Audio), func(s *boards.Shot) { s.Audio = nil }},
		{s.Negative != nil, lang.L("Negative prompt"), func(s *boards.Shot) { s.Negative = nil }},
		{s.Seed != nil, lang.L("Seed"), func(s *boards.Shot) { s.Seed = nil }},
	}
}

func newShotFields(p *cardPage) *shotFields {
	f := &shotFields{p: p, caption: kit.NewEntry(), asBoard: smallText().Wrap(true), both: smallText().Wrap(true)}
	f.slots = [2]*frameSlot{newFrameSlot(p, false, lang.L("First frame")), newFrameSlot(p, true, lang.L("Last frame"))}
	f.frames = kit.NewGrid(16, 2, 0, f.slots[0].box, f.slots[1].box)
	f.caption.OnChanged = func(text string) {
		if b := p.n.b; text != b.view.Shots[b.view.ShotByID(p.id)].Caption {
			p.typed(func(s *boards.Shot) { s.Caption = text }, nil)
		}
	}
	f.folded = kit.NewColumn(10, p.Resolution, p.Audio, p.Seed, p.Negative)
	f.folded.Hide()
	f.fold = kit.NewIconButton(resources.IconChevronRight, lang.L("Negative prompt, seed, sound"), func() {
		kit.Show(f.folded, !f.folded.Visible())
		p.n.show()
	}).SetKind(kit.Quiet).Small()
	f.own = kit.NewColumn(2)
	for _, o := range overrides(boards.Shot{}) {
		f.own.Add(kit.NewRow(8, kit.NewText("", resources.SizeSM, resources.Text1, true).Ellipsis(), kit.NewSpring(),
			kit.NewLink(lang.L("Reset"), func() { p.edit(o.reset, nil) })))
	}
	f.trim = kit.NewStepper(0, 999, 0, f.setTrim)
	f.box = kit.NewColumn(10, kit.NewField(lang.L("Caption"), f.caption), kit.NewInset(0, 0, 0, -8, kit.NewRow(4, f.fold, f.asBoard)),
		f.folded, f.own, kit.NewField(lang.L("End trim"), kit.NewBeside(8, 64, f.trim, f.both)))
	return f
}

// show shows a shot by its index; -1: none.
func (f *shotFields) show(i int) {
	kit.Show(f.frames, i >= 0)
	kit.Show(f.box, i >= 0)
	if i < 0 {
		return
	}
	b := f.p.n.b
	s := b.view.Shots[i]
	if f.caption.Text != s.Caption {
		f.caption.SetText(s.Caption)
	}
	for _, slot := range f.slots {
		slot.show(s)
	}
	some := false
	for i, o := range overrides(s) {
		row := f.own.Objects[i].(*fyne.Container)
		row.Objects[0].(*kit.Text).SetText(o.words)
		kit.Show(row, o.own)
		some = some || o.own
	}
	kit.Show(f.own, some)
	words, icon := lang.L("Negative prompt, seed, sound: as the board"), resources.IconChevronRight
	if d := f.p.form.Clip(); d.NegativeOff() != "" && d.SeedOff() != "" && d.Own.Form.LacksAudio() {
		words = lang.L("Negative prompt, seed, sound: not in this request format")
	} else if s.Negative != nil || s.Seed != nil || s.Audio != nil || s.Resolution != "" {
		words = lang.L("Negative prompt, seed, sound")
	}
	if f.folded.Visible() {
		icon = resources.IconChevronDown
	}
	f.asBoard.SetText(words)
	f.fold.SetIcon(icon)
	f.trim.SetValue(s.Trim)
	words = lang.N("frame", "frames", s.Trim)
	if s.Last != "" && i+1 < len(b.view.Shots) && b.view.Seam(i) == boards.Shared {
		words = lang.N("frame: %s is in both", "frames: %s is in both", s.Trim, b.cardName(s.Last))
	}
	f.both.SetText(words)
}

// setTrim leaves so many frames out, or as many as the clip can be cut by.
func (f *shotFields) setTrim(n int) {
	b, id := f.p.n.b, f.p.id
	chosen, _ := b.view.Chosen(id)
	was := b.view.Shots[b.view.ShotByID(id)].Trim
	b.Go(func(ctx context.Context) {
		to := n
		if path, err := b.Library.AbsPath(chosen.Asset.Path); err == nil && chosen.Asset.ID != 0 {
			if clip, err := client.OpenClip(ctx, path); err == nil {
				to = clip.SnapFrom(was, n)
			} else {
				b.Log().Warn("cannot read where a clip can be cut", slog.Any("err", err))
			}
		}
		b.Post(func() {
			if f.trim.SetValue(to); to != was {
				b.edit(lang.L("change %s", b.cardName(id)), ofCard(id, func(s *boards.Shot) { s.Trim = to }, nil))
			}
		})
	})
}

// frameSlot shows with which keyframe a shot begins or ends, and changes it.
type frameSlot struct {
	p       *cardPage
	last    bool
	name    *kit.Text
	picture *assetPicture
	seam    *kit.Text
	left    *life
	box     *fyne.Container
}

func newFrameSlot(p *cardPage, last bool, title string) *frameSlot {
	f := &frameSlot{p: p, last: last, name: smallText(), seam: kit.NewText("", resources.SizeXS, resources.Text2, false).Ellipsis(),
		left: newLife(p.n.b, resources.SizeXS), picture: newAssetPicture(p.n.b.Deps, fyne.NewSize(138, 78))}
	label := kit.NewText(title, resources.SizeSM, resources.Text1, true)
	f.picture.SetName(label)
	f.picture.OnTapped = f.open
	f.box = kit.NewColumn(4, kit.NewRow(4, label, kit.NewSpring(), f.name), f.picture, kit.NewRow(4, f.seam, kit.NewSpring(), f.left.row))
	return f
}

// id is the keyframe of a shot in this place.
func (f *frameSlot) id(s boards.Shot) string {
	if f.last {
		return s.Last
	}
	return s.First
}

func (f *frameSlot) show(s boards.Shot) {
	b := f.p.n.b
	v, id, i := b.view, f.id(s), b.view.ShotByID(s.ID)
	var a db.Asset
	var ends image.Image // the delivered frame
	name, seam, corner := "", "", lang.L("none")
	if id != "" {
		chosen, _ := v.Chosen(id)
		a, name, corner = chosen.Asset, b.cardName(id), ""
	}
	switch {
	case !f.last && s.Continue:
		corner = lang.L("last frame of shot %s", lang.Number(i))
		if before, ok := v.Chosen(v.Shots[max(i-1, 0)].ID); ok {
			ends, corner, seam = b.frames.of(before.Asset), "", corner
		}
	case !f.last && i > 0 && v.Seam(i-1) == boards.Shared:
		seam = lang.L("Shared with %s", lang.Number(i))
	case !f.last && i > 0:
		seam = lang.L("after a Cut")
	case f.last && i+1 < len(v.Shots) && v.Seam(i) == boards.Shared:
		seam = lang.L("Shared with %s", lang.Number(i+2))
	}
	f.name.SetText(name)
	f.seam.SetText(seam)
	f.left.show(id, false)
	f.picture.SetCorner(kit.TopLeft, corner, nil)
	if f.picture.show(a); ends != nil {
		f.picture.SetImage(ends)
	}
	f.box.Refresh()
}

// open offers what the frame can be instead.
func (f *frameSlot) open() {
	b := f.p.n.b
	s := b.view.Shots[b.view.ShotByID(f.p.id)]
	now, what := f.id(s), f.p.changes()
	use := func(frame func(*boards.Board) string) func() {
		return func() { b.edit(what, func(x *boards.Board) { x.SetFrame(s.ID, f.last, frame(x)) }) }
	}
	one := func(id string) func(*boards.Board) string { return func(*boards.Board) string { return id } }
	added := func(x *boards.Board) string { return x.AddFrame("") }
	var others []action.Action
	for _, id := range b.ids(false) {
		if id != now {
			others = append(others, action.Action{Label: b.cardName(id), Do: use(one(id))})
		}
	}
	openMenu(b, f.picture, action.Action{Label: lang.L("Show %s", b.cardName(now)), Hidden: now == "", Do: func() { b.choose(now) }},
		action.Action{Label: lang.L("Picture from the gallery…"), Do: func() {
			question := lang.L("Choose a picture for shot %s", lang.Number(b.view.ShotByID(s.ID)+1))
			b.Chooser.ChooseAsset(question, false, b.bringer(boards.Gallery, what, func(x *boards.Board) string { return f.own(x, s.ID) }))
		}},
		action.Action{Label: lang.L("New keyframe"), Do: use(added)},
		action.Action{Label: lang.L("Another keyframe"), Menu: others},
		action.Action{Label: lang.X("frame", "None"), Hidden: now == "" || !f.last && s.Last != "", Do: use(one(""))})
}

// own gives the keyframe that a shot has here, an empty one where it has none; "" where the shot was taken away meanwhile.
func (f *frameSlot) own(x *boards.Board, shot string) string {
	i := x.ShotByID(shot)
	if i < 0 {
		return ""
	}
	if f.id(x.Shots[i]) == "" {
		x.SetFrame(shot, f.last, x.AddFrame(""))
	}
	return f.id(x.Shots[i])
}

// life says how long a keyframe's picture can be fetched.
type life struct {
	b    *board
	ring *ring
	text *kit.Text
	row  *fyne.Container
}

func newLife(b *board, size fyne.ThemeSizeName) *life {
	l := &life{b: b, ring: newRing(), text: kit.NewText("", size, resources.Text3, false)}
	l.row = kit.NewRow(4, l.ring, l.text)
	return l
}

// show shows it of a keyframe by its ID; "": nothing.
func (l *life) show(id string, long bool) {
	words, part, tone := "", float32(-1), kit.ToneNeutral
	if i := l.b.view.FrameByID(id); i >= 0 {
		s := l.b.view.State(id, l.b.Now())
		if words, part, tone = l.b.frameState(l.b.view.Frames[i], s); long && part >= 0 {
			words = wording.Left(s.Dies.Sub(l.b.Now()))
		}
	}
	l.ring.set(part, tone)
	kit.Show(l.ring, part >= 0)
	l.text.SetText(words)
	if l.text.SetColor(tone.Color()); tone == kit.ToneNeutral {
		l.text.SetColor(resources.Text3)
	}
}

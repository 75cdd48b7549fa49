package boards

import (
	"context"
	"log/slog"

	"fyne.io/fyne/v2"

	"viviscope/client/mp4"
	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/action"
	"viviscope/gui/compose/form"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// shotPage shows and changes a shot.
type shotPage struct {
	*draft
	n       *inspector
	id      string
	stuck   *note // why there is no take
	hint    *note // what may come out otherwise
	frames  [2]*frameSlot
	caption *widgets.Entry
	fold    *widgets.Button // shows what usually is as the board has it
	asBoard *widgets.Text
	folded  *fyne.Container
	own     *fyne.Container // what is not as the board has it
	trim    *widgets.Stepper
	both    *widgets.Text // of what is trimmed
	takes   *takes
	box     *fyne.Container

	clip   *mp4.Clip // the chosen take; nil: it is not read
	clipOf string    // its ref
}

func newShotPage(n *inspector) *shotPage {
	p := &shotPage{n: n, draft: newDraft(n.b.Screen, db.TextToVideo), stuck: newNote(n), hint: newNote(n), takes: newTakes(n)}
	p.changed, p.send, p.refit = n.typing, n.b.foot.stageKey, n.refit
	p.WhenLeft(n.flush)
	p.frames = [2]*frameSlot{newFrameSlot(p, form.FirstFrame, lang.L("First frame")), newFrameSlot(p, form.LastFrame, lang.L("Last frame"))}
	p.caption = widgets.NewEntry()
	p.caption.OnChanged, p.caption.OnFocus = p.write, n.left
	p.folded = widgets.NewColumn(10, p.Resolution, p.Audio, p.Seed, p.Negative)
	p.folded.Hide()
	p.fold = widgets.NewIconButton(resources.IconChevronRight, lang.L("Negative prompt, seed, sound"), func() {
		widgets.Show(p.folded, !p.folded.Visible())
		n.show()
	}).SetKind(widgets.Quiet).Small()
	p.asBoard = widgets.NewText("", resources.SizeSM, resources.Text2, false).Wrap(true)
	p.own = widgets.NewColumn(2)
	p.trim = widgets.NewStepper(0, 999, 0, p.setTrim)
	p.both = widgets.NewText("", resources.SizeSM, resources.Text2, false).Wrap(true)
	p.box = widgets.NewColumn(10, p.stuck.box, p.Prompt, widgets.NewGrid(16, 2, 0, p.frames[0].box, p.frames[1].box), p.Model, p.Duration,
		widgets.NewField(lang.L("Caption"), p.caption), widgets.NewInset(0, 0, 0, -8, widgets.NewRow(4, p.fold, p.asBoard)), p.folded, p.own,
		widgets.NewField(lang.L("End trim"), widgets.NewBeside(8, 64, p.trim, p.both)), p.takes.box, p.hint.box)
	return p
}

// showLine shows a text in a field without telling that it changed.
func showLine(e *widgets.Entry, text string) {
	if e.Text != text {
		tell := e.OnChanged
		e.OnChanged = func(string) {}
		e.SetText(text)
		e.OnChanged = tell
	}
}

func (p *shotPage) object() fyne.CanvasObject { return p.box }
func (p *shotPage) first() fyne.Focusable     { return p.First() }

func (p *shotPage) show(id string, begins bool) {
	b := p.n.b
	s := b.view.Shots[b.view.ShotByID(id)]
	o := b.foot.another(id)
	t := typed{o.items[len(o.items)-1].form, s.Caption}
	want := b.view.Want(id)
	t.form.SetPrompt(s.Prompt)
	t.form.Clip().Negative, t.form.Clip().Seed = want.Negative, seedDraft(want.Seed)
	if p.id = id; begins {
		p.begin(t)
	}
	p.read(t)
	showLine(p.caption, p.now.line)
	set := b.view.Settings
	note := want.Resolution + " · " + soundWord(want.Audio)
	if want.Model == set.Model {
		note = lang.L("board’s") + " · " + note
	}
	p.draft.show(o.world, note)
	p.showOwn(s, set)
	for _, f := range p.frames {
		f.show(s)
	}
	p.showTrim(s)
	p.stuck.showStuck(id, p.First())
	p.takes.show(id)
	p.hint.showHint(id)
}

func soundWord(on bool) string {
	if on {
		return lang.L("sound")
	}
	return lang.L("no sound")
}

// showOwn lists what the shot has otherwise than the board, with the way back.
func (p *shotPage) showOwn(s boards.Shot, set boards.Settings) {
	shown := p.own.Objects
	p.own.Objects = nil
	add := func(differs bool, words string, reset func(*boards.Shot)) {
		switch i := len(p.own.Objects); {
		case !differs:
		case i < len(shown) && shown[i].(*fyne.Container).Objects[0].(*widgets.Text).Text() == words:
			p.own.Add(shown[i]) // the keyboard stays on it
		default:
			p.own.Add(widgets.NewRow(8, widgets.NewText(words, resources.SizeSM, resources.Text1, true).Ellipsis(), widgets.NewSpring(),
				widgets.NewLink(lang.L("Reset"), func() { p.change(lang.L("change %s", p.n.b.cardName(p.id)), reset) })))
		}
	}
	add(s.Model != "", lang.L("Model")+" "+s.Model, func(s *boards.Shot) { s.Model = "" })
	add(s.Seconds != 0, lang.L("Duration")+" "+lang.L("%s s", lang.Number(s.Seconds)), func(s *boards.Shot) { s.Seconds = 0 })
	add(s.Resolution != "", lang.L("Resolution")+" "+s.Resolution, func(s *boards.Shot) { s.Resolution = "" })
	add(s.Audio != nil, lang.L("Audio")+": "+soundWord(s.Audio != nil && *s.Audio), func(s *boards.Shot) { s.Audio = nil })
	add(s.Negative != nil, lang.L("Negative prompt"), func(s *boards.Shot) { s.Negative = nil })
	add(s.Seed != nil, lang.L("Seed"), func(s *boards.Shot) { s.Seed = nil })
	p.own.Refresh()
	widgets.Show(p.own, len(p.own.Objects) > 0)
	words := lang.L("Negative prompt, seed, sound: as the board")
	if s.Negative != nil || s.Seed != nil || s.Audio != nil || s.Resolution != "" {
		words = lang.L("Negative prompt, seed, sound")
	}
	p.asBoard.SetText(words)
	icon := resources.IconChevronRight
	if p.folded.Visible() {
		icon = resources.IconChevronDown
	}
	p.fold.SetIcon(icon)
}

func (p *shotPage) number() string { return lang.Number(p.n.b.view.ShotByID(p.id) + 1) }

// change changes the shot.
func (p *shotPage) change(what string, how func(*boards.Shot)) {
	p.n.flush()
	id := p.id
	p.n.b.edit(what, func(x *boards.Board) {
		if i := x.ShotByID(id); i >= 0 {
			how(&x.Shots[i])
		}
	})
}

// commit puts what is typed into the board. What cannot be sent stays in its field.
func (p *shotPage) commit() {
	now, was := p.now, p.kept
	w := *was.form.Clip()
	d := settled(*now.form.Clip(), w)
	if *now.form.Clip() = d; now == was {
		return
	}
	p.kept = now
	p.change(lang.L("change %s", p.n.b.cardName(p.id)), func(s *boards.Shot) {
		set := p.n.b.view.Settings
		s.Caption = now.line
		if d.Prompt != w.Prompt {
			s.Prompt = d.Prompt
		}
		if d.Model != w.Model {
			s.Model = unless(d.Model, set.Model)
		}
		if d.SecondsNumber() != w.SecondsNumber() {
			s.Seconds = unless(d.SecondsNumber(), set.Seconds)
		}
		if d.Resolution() != w.Resolution() {
			s.Resolution = unless(d.Resolution(), set.Resolution)
		}
		if on := d.Audio(); on != w.Audio() {
			if s.Audio = &on; on == set.Audio {
				s.Audio = nil
			}
		}
		if d.Negative != w.Negative {
			if s.Negative = &d.Negative; d.Negative == set.Negative {
				s.Negative = nil
			}
		}
		if d.Seed != w.Seed {
			s.Seed = d.Seed.Kept()
		}
	})
}

// unless is a value of a shot's own: none where it is that of the board.
func unless[T comparable](value, board T) (own T) {
	if value == board {
		return own
	}
	return value
}

// showTrim shows how much of the end the film leaves out.
func (p *shotPage) showTrim(s boards.Shot) {
	b := p.n.b
	chosen, _ := b.view.Chosen(p.id)
	if a := chosen.Asset; a.Ref != p.clipOf {
		p.clipOf, p.clip = a.Ref, nil
		if a.ID != 0 && a.Kind == db.Clip {
			b.Go(func(context.Context) {
				path, err := b.Library.AbsPath(a.Path)
				var clip *mp4.Clip
				if err == nil {
					clip, err = mp4.Open(path)
				}
				if err != nil {
					b.Log().Warn("cannot read where a clip can be cut", slog.Any("err", err))
				}
				b.Post(func() {
					if p.clipOf == a.Ref {
						p.clip = clip
					}
				})
			})
		}
	}
	p.trim.SetValue(s.Trim)
	i, words := b.view.ShotByID(p.id), lang.N("frame", "frames", s.Trim)
	if s.Last != "" && i+1 < len(b.view.Shots) && b.view.Seam(i) == boards.Shared {
		words = lang.N("frame: %s is in both", "frames: %s is in both", s.Trim, b.frameName(s.Last))
	}
	p.both.SetText(words)
}

// trimMost is how far the next place is looked for where a clip can be cut, in frames.
const trimMost = 300

// setTrim leaves so many frames out, or as many as the clip can be cut by.
func (p *shotPage) setTrim(n int) {
	was := p.n.b.view.Shots[p.n.b.view.ShotByID(p.id)].Trim
	if p.clip != nil {
		to := p.clip.Snap(n)
		for m := n; to <= was && n > was && m <= was+trimMost; m++ {
			to = p.clip.Snap(m)
		}
		n = to
	}
	p.trim.SetValue(n)
	if n != was {
		p.change(lang.L("change %s", p.n.b.cardName(p.id)), func(s *boards.Shot) { s.Trim = n })
	}
}

// frameSlot shows with which keyframe a shot begins or ends, and changes it.
type frameSlot struct {
	p       *shotPage
	last    bool
	name    *widgets.Text
	picture *widgets.Picture
	seam    *widgets.Text
	left    *widgets.Text
	asset   string
	cancel  func()
	box     *fyne.Container
}

func newFrameSlot(p *shotPage, place int, title string) *frameSlot {
	small := func(size fyne.ThemeSizeName) *widgets.Text { return widgets.NewText("", size, resources.Text2, false) }
	f := &frameSlot{p: p, last: place == form.LastFrame, name: small(resources.SizeSM), seam: small(resources.SizeXS).Ellipsis(), left: small(resources.SizeXS),
		picture: widgets.NewPicture(fyne.NewSize(138, 78)), cancel: func() {}}
	label := widgets.NewText(title, resources.SizeSM, resources.Text1, true)
	f.picture.SetName(label)
	f.picture.OnTapped = f.open
	f.box = widgets.NewColumn(4, widgets.NewRow(4, label, widgets.NewSpring(), f.name), f.picture, widgets.NewRow(4, f.seam, widgets.NewSpring(), f.left))
	return f
}

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
	name, seam, corner := "", "", lang.L("none")
	if v.FrameByID(id) >= 0 {
		chosen, _ := v.Chosen(id)
		a, name, corner = chosen.Asset, b.frameName(id), ""
	}
	switch {
	case !f.last && s.Continue:
		corner = lang.L("last frame of shot %s", lang.Number(i))
		if before, ok := v.Chosen(v.Shots[max(i-1, 0)].ID); ok {
			corner, seam = "", lang.L("last frame of shot %s", lang.Number(i))
			a = before.Asset
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
	b.life(f.left, id, false)
	f.picture.SetCorner(widgets.TopLeft, corner, nil)
	b.paint(f.picture, &f.asset, &f.cancel, a)
	f.box.Refresh()
}

// open offers what the frame can be instead.
func (f *frameSlot) open() {
	b, p := f.p.n.b, f.p
	s := b.view.Shots[b.view.ShotByID(p.id)]
	now := f.id(s)
	what := lang.L("change %s", b.cardName(p.id))
	use := func(id string) func() {
		return func() {
			p.n.flush()
			b.edit(what, func(x *boards.Board) { x.SetFrame(s.ID, f.last, id) })
		}
	}
	var others []action.Action
	for _, id := range b.ids(false) {
		if id != now {
			others = append(others, action.Action{Label: b.frameName(id), Do: use(id)})
		}
	}
	p.n.openMenu(f.picture, action.Action{Label: lang.L("Show %s", b.frameName(now)), Hidden: now == "", Do: func() { b.choose(now) }},
		action.Action{Label: lang.L("Picture from the gallery…"), Do: func() {
			b.choosePicture(lang.L("Choose a picture for shot %s", p.number()), what, func(x *boards.Board) string {
				i := x.ShotByID(s.ID)
				if i < 0 {
					return ""
				}
				if f.id(x.Shots[i]) == "" {
					x.SetFrame(s.ID, f.last, x.AddFrame(""))
				}
				return f.id(x.Shots[i])
			})
		}},
		action.Action{Label: lang.L("New keyframe"), Do: func() {
			p.n.flush()
			b.edit(what, func(x *boards.Board) { x.SetFrame(s.ID, f.last, x.AddFrame("")) })
		}},
		action.Action{Label: lang.L("Another keyframe"), Menu: others},
		action.Action{Label: lang.L("None"), Hidden: now == "" || !f.last && s.Last != "", Do: use("")})
}

// choosePicture lets a person choose a picture of the gallery, which becomes the chosen take of the keyframe that frame gives.
func (b *board) choosePicture(question, what string, frame func(*boards.Board) string) {
	b.inspector.flush()
	ref := b.view.Ref
	b.Nav.ChooseAsset(question, false, func(a db.Asset) {
		if b.view.Ref != ref {
			return
		}
		b.view.Assets[a.Ref] = a // until the board is read again
		b.edit(what, func(x *boards.Board) {
			if i := x.FrameByID(frame(x)); i >= 0 {
				k := &x.Frames[i]
				k.Source, k.Chosen, k.Brought = boards.Gallery, a.Ref, append(k.Brought, a.Ref)
			}
		})
	})
}

// likeness says how much the chosen clip's ends are like its keyframes; "" where nobody has compared them.
func (b *board) likeness(s boards.State) string {
	f, ok := b.view.Fidelity[s.Chosen.Asset.Ref]
	if !ok {
		return ""
	}
	percent := func(x float64) string { return lang.Number(int(x*100 + 0.5)) }
	return lang.L("begins %[1]s %%, ends %[2]s %% like its frames", percent(f.First), percent(f.Last))
}

// life says how long a keyframe's picture can be fetched.
func (b *board) life(t *widgets.Text, id string, long bool) {
	words, tone := "", widgets.ToneNeutral
	if i := b.view.FrameByID(id); i >= 0 {
		s, part := b.view.State(id, b.Now()), float32(0)
		if words, part, tone = b.inFrame(b.view.Frames[i], s); long && part >= 0 {
			words = wording.Left(s.Dies.Sub(b.Now()))
		}
	}
	t.SetText(words)
	t.SetColor(map[widgets.Tone]fyne.ThemeColorName{widgets.ToneOK: resources.OK, widgets.ToneWarn: resources.Warn, widgets.ToneErr: resources.Err,
		widgets.ToneNeutral: resources.Text3}[tone])
}

package boards

import (
	"slices"

	"fyne.io/fyne/v2"

	planning "viviscope/client/boards"
	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// cardPage shows and changes the shot or the keyframe that is selected. What only one of them has is in its [shotFields] or [frameFields].
type cardPage struct {
	*draft
	n     *inspector
	id    string
	click offer // one more take
	stuck *note // why there is no take
	shot  *shotFields
	frame *frameFields
	takes *takes
	hint  *note // what may come out otherwise
	box   *fyne.Container
}

func newCardPage(n *inspector) *cardPage {
	p := &cardPage{n: n, draft: newDraft(n.b.Deps, db.TextToVideo), stuck: newNote(n), takes: newTakes(n), hint: newNote(n)}
	p.write, p.send, p.refit = p.typedForm, func() { n.b.foot.stageKey() }, n.refit
	p.shot, p.frame = newShotFields(p), newFrameFields(p)
	p.box = kit.NewColumn(10, p.frame.head, p.stuck.box, p.frame.source, p.Prompt, p.frame.styles, p.shot.frames, p.Model, p.Duration, p.shot.box,
		p.takes.box, p.hint.box)
	return p
}

// first is where the keyboard goes.
func (p *cardPage) first() fyne.Focusable {
	if p.Prompt.Visible() {
		return p.First()
	}
	return p.frame.sources
}

func (p *cardPage) show(id string, other bool) {
	b := p.n.b
	want, set, shot, w := b.view.Want(id), b.view.Settings, b.view.ShotByID(id), b.foot.orderContext()
	p.id, p.click = id, b.foot.another(id)
	f, note, made := planning.PictureForm(set), wording.Size(set.Size)+" · "+set.Quality, want.Kind != ""
	if n := len(p.click.Items); n > 0 {
		f = p.click.Items[n-1].Form
	}
	if shot >= 0 {
		f.SetPrompt(b.view.Shots[shot].Prompt)
		f.Clip().Negative, f.Clip().Seed = want.Negative, planning.SeedDraft(want.Seed)
		note = want.Resolution + " · " + soundWord(want.Audio && !w.Env.Limits(want.Model).Form.LacksAudio())
	} else {
		f.SetPrompt(b.view.Frames[b.view.FrameByID(id)].Prompt)
	}
	if want.Model == set.Model || want.Model == set.PictureModel {
		note = lang.L("board’s") + " · " + note
	}
	p.draft.show(w, f, note, other)
	kit.Show(p.Prompt, made)
	kit.Show(p.Model, made)
	p.shot.show(shot)
	p.frame.show(b.view.FrameByID(id))
	p.stuck.showStuck(id, p.First())
	p.takes.show(id)
	if shot < 0 { // of what begins with the keyframe
		shot = slices.IndexFunc(b.view.Shots, func(s boards.Shot) bool { return s.First == id })
	}
	p.hint.showHint(shot)
}

// edit changes the card.
func (p *cardPage) edit(shot func(*boards.Shot), frame func(*boards.Frame)) {
	p.n.b.edit(p.changes(), ofCard(p.id, shot, frame))
}

// typed changes it as a person types.
func (p *cardPage) typed(shot func(*boards.Shot), frame func(*boards.Frame)) {
	p.n.b.typed(p.changes(), ofCard(p.id, shot, frame))
}

// changes names a change of the card.
func (p *cardPage) changes() string { return lang.L("change %s", p.n.b.cardName(p.id)) }

// typedForm puts what differs in the form into the card. What no model makes stays in its field.
func (p *cardPage) typedForm() {
	now, was, set := p.form, p.board, p.n.b.view.Settings
	clip, before := now.Clip(), was.Clip()
	p.typed(func(s *boards.Shot) {
		s.Prompt = clip.Prompt
		own(&s.Model, clip.Model, before.Model, set.Model)
		own(&s.Seconds, p.length(), before.SecondsNumber(), set.Seconds)
		own(&s.Resolution, clip.Resolution(), before.Resolution(), set.Resolution)
		if on := clip.Audio(); on != before.Audio() {
			if s.Audio = &on; on == set.Audio {
				s.Audio = nil
			}
		}
		if clip.Negative != before.Negative {
			if s.Negative = &clip.Negative; clip.Negative == set.Negative {
				s.Negative = nil
			}
		}
		if clip.Seed != before.Seed {
			s.Seed = p.seed()
		}
	}, func(f *boards.Frame) {
		f.Prompt = now.Prompt()
		own(&f.Model, now.Picture().Model, was.Picture().Model, set.PictureModel)
	})
}

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

// cardPage shows and changes the selected shot or keyframe. Fields that only one of them has are in [shotFields] and
// [frameFields].
type cardPage struct {
	*cardEditor
	fields *draft
	sent   *castSent
	offer  offer     // one more take
	stuck  *cardNote // why there is no take
	shots  *shotFields
	frames *frameFields
	takes  *takeList
	hint   *cardNote
	box    *fyne.Container
}

func newCardPage(m *boardModel, to pageRoutes) *cardPage {
	p := &cardPage{cardEditor: &cardEditor{m: m}, fields: newDraft(m.Deps, db.TextToVideo),
		stuck: newCardNote(m, to.refit), takes: newTakeList(m), hint: newCardNote(m, to.refit)}
	p.fields.write, p.fields.send, p.fields.refit = p.typedForm, to.send, to.refit
	p.shots = newShotFields(p.cardEditor, p.fields, to.refresh)
	p.frames = newFrameFields(p.cardEditor, p.fields.Prompt, p.takes.open, to.settings)
	p.sent = newCastSent(m, to.refit)
	p.box = kit.NewColumn(10, p.frames.head, p.stuck.box, p.frames.source,
		kit.NewColumn(12, p.fields.Prompt, p.sent.box), p.frames.styles,
		p.shots.frames,
		p.fields.Model, p.fields.Duration, p.shots.box, p.takes.box, p.hint.box)
	return p
}

// first returns the first field for the keyboard focus.
func (p *cardPage) first() fyne.Focusable {
	if p.fields.Prompt.Visible() {
		return p.fields.First()
	}
	return p.frames.sources
}

// show shows a card. other: it is not the card that was shown before.
func (p *cardPage) show(id string, other bool) {
	m := p.m
	want, set, shot, w := m.view.Want(id), m.view.Settings, m.view.ShotByID(id), m.prices.context()
	p.id, p.offer = id, m.offers.another(id)
	f, note, made := planning.PictureForm(set), wording.Size(set.Size)+" · "+wording.Quality(set.Quality),
		want.Kind != ""
	if n := len(p.offer.Items); n > 0 {
		f = p.offer.Items[n-1].Form
	}
	if shot >= 0 {
		f.SetPrompt(m.view.Shots[shot].Prompt)
		f.Clip().Negative, f.Clip().Seed = want.Negative, planning.SeedDraft(want.Seed)
		note = want.Resolution + " · " + soundWord(want.Audio && !w.Env.Limits(want.Model).Format.LacksAudio())
	} else {
		f.SetPrompt(m.view.Frames[m.view.FrameByID(id)].Prompt)
	}
	if want.Model == set.Model || want.Model == set.PictureModel {
		note = lang.L("board’s") + " · " + note
	}
	p.fields.problems = castProblems(p.offer.Click)
	p.fields.describes = shot < 0 && want.From == (boards.Picture{})
	p.fields.show(w, f, note, other)
	p.sent.show(want, p.offer, shot < 0 && made)
	kit.Show(p.fields.Prompt, made)
	kit.Show(p.fields.Model, made)
	p.shots.show(shot)
	p.frames.show(m.view.FrameByID(id))
	p.stuck.showStuck(id, p.fields.First(), m.problems.addresses)
	p.takes.show(id)
	if shot < 0 { // that begins with the keyframe
		shot = slices.IndexFunc(m.view.Shots, func(s boards.Shot) bool { return s.First == id })
	}
	p.hint.showHint(shot)
}

// typedForm writes what the user changed in the form to the card. Values that no model accepts stay in their fields.
func (p *cardPage) typedForm() {
	now, was, set := p.fields.form, p.fields.board, p.m.view.Settings
	clip, before := now.Clip(), was.Clip()
	p.typed(func(s *boards.Shot) {
		s.Prompt = clip.Prompt
		setOwn(&s.Model, clip.Model, before.Model, set.Model)
		setOwn(&s.Seconds, p.fields.length(), before.SecondsNumber(), set.Seconds)
		setOwn(&s.Resolution, clip.Resolution(), before.Resolution(), set.Resolution)
		if on := clip.Audio(); on != before.Audio() {
			s.Audio = &on
			if on == set.Audio {
				s.Audio = nil
			}
		}
		if clip.Negative != before.Negative {
			s.Negative = &clip.Negative
			if clip.Negative == set.Negative {
				s.Negative = nil
			}
		}
		if clip.Seed != before.Seed {
			s.Seed = p.fields.seed()
		}
	}, func(f *boards.Frame) {
		f.Prompt = now.Prompt()
		setOwn(&f.Model, now.Picture().Model, was.Picture().Model, set.PictureModel)
	})
}

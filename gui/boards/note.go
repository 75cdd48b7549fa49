package boards

import (
	"context"
	"log/slog"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/action"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// note says one thing of a card, with what can be done about it.
type note struct {
	n       *inspector
	banner  *widgets.Banner
	buttons *fyne.Container
	box     *fyne.Container
	shown   noted
}

// noted is what the buttons follow from: they are kept while it stays, so that the keyboard stays on them.
type noted struct {
	words, card string
	job         int64
	state       db.JobState
}

func newNote(n *inspector) *note {
	t := &note{n: n, banner: widgets.NewBanner(nil, widgets.ToneNeutral, ""), buttons: widgets.NewFlow(6)}
	t.box = widgets.NewColumn(6, t.banner, t.buttons)
	return t
}

// show says something of a card and a job of it, of which what the queue offers is offered as well; zero: of none.
func (t *note) show(icon fyne.Resource, tone widgets.Tone, words, card string, job db.Job, list ...action.Action) {
	b := t.n.b
	widgets.Show(t.box, words != "" && b.locked() == "")
	t.banner.SetTone(icon, tone)
	t.banner.SetText("", words)
	at := noted{words, card, job.ID, job.State}
	if at == t.shown {
		return
	}
	t.shown, t.buttons.Objects = at, nil
	t.add(list)
	if job.ID != 0 {
		b.Go(func(ctx context.Context) {
			list, err := b.Jobs.OnJob(ctx, job)
			if err != nil {
				b.Log().Warn("cannot read what can be done with a job", slog.Int64("id", job.ID), slog.Any("err", err))
			}
			b.Post(func() {
				if t.shown == at {
					t.add(list)
				}
			})
		})
	}
}

func (t *note) add(list []action.Action) {
	for _, a := range list {
		t.buttons.Add(widgets.NewButton(a.Label, a.Icon, widgets.Plain, a.Do).Small())
	}
	t.n.refit()
}

// showStuck says why a take did not come, or cannot be used; prompt is what is typed into to send it otherwise.
func (t *note) showStuck(card string, prompt fyne.Focusable) {
	b := t.n.b
	s := b.view.State(card, b.Now())
	icon, tone, words := resources.IconWarning, widgets.ToneWarn, wording.Trouble(s.Job, b.Now())
	switch s.Tag {
	case boards.Failed:
		t.show(resources.IconErrorCircle, widgets.ToneErr, words, card, s.Job,
			action.Action{Label: lang.L("Edit and send…"), Do: func() { b.Canvas().Focus(prompt) }})
	case boards.Unconfirmed:
		t.show(icon, tone, words, card, s.Job)
	case boards.Held, boards.Waiting, boards.Unwatched:
		t.show(resources.IconInfo, widgets.ToneNeutral, words, card, s.Job)
	case boards.InTrash:
		t.show(icon, tone, lang.L("The chosen take is in the trash."), card, db.Job{},
			action.Action{Label: lang.X("verb", "Restore"), Do: func() { b.Organizer.Restore(s.Chosen.Asset.ID) }})
	case boards.FileMissing:
		t.show(icon, tone, lang.L("The file of the chosen take is missing."), card, db.Job{})
	case boards.Expired:
		renewal := b.foot.renewal(card)
		label := b.foot.label(renewal)
		t.show(resources.IconInfo, widgets.ToneNeutral, lang.L("Its address expired, so no clip can use it. The picture is safe."), card, db.Job{},
			action.Action{Label: lang.L("Set up image hosting…"), Do: b.Nav.ShowHosting},
			action.Action{Label: label, Do: func() { b.foot.press(label, renewal) }},
			action.Action{Label: lang.L("Paste an address"), Do: func() { b.foot.paste(card) }})
	default:
		t.show(icon, tone, "", card, db.Job{})
	}
}

// showHint says what of a shot may come out otherwise than it was meant.
func (t *note) showHint(shot string) {
	b := t.n.b
	var words string
	var cures []action.Action
	if i, apart := b.view.ShotByID(shot), false; i >= 0 {
		if words, apart = b.hint(i); apart {
			change := lang.L("change %s", b.cardName(shot))
			cures = []action.Action{
				{Label: lang.L("Make it a Cut"), Do: func() { b.edit(change, func(x *boards.Board) { x.SetFrame(shot, true, "") }) }},
				{Label: lang.L("Picture in between"), Do: func() {
					frame := ""
					b.edit(change, func(x *boards.Board) { frame = x.PictureBetween(shot) })
					b.choose(frame)
				}},
			}
		}
	}
	t.show(resources.IconInfo, widgets.ToneNeutral, words, shot, db.Job{}, cures...)
}

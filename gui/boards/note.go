package boards

import (
	"context"
	"fmt"
	"log/slog"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/status"
	"viviscope/resources"
)

// note says one thing of a card, with what can be done about it.
type note struct {
	n       *inspector
	banner  *kit.Banner
	buttons *fyne.Container
	box     *fyne.Container
	shown   string // what the buttons follow from: they are kept while it stays, so that the keyboard stays on them
}

func newNote(n *inspector) *note {
	t := &note{n: n, banner: kit.NewBanner(nil, kit.ToneNeutral, ""), buttons: kit.NewFlow(6)}
	t.box = kit.NewColumn(6, t.banner, t.buttons)
	return t
}

// show says something of a card and a job of it, of which what the queue offers is offered as well; zero: of none.
func (t *note) show(icon fyne.Resource, tone kit.Tone, words, card string, job db.Job, list ...action.Action) {
	b := t.n.b
	kit.Show(t.box, words != "" && b.locked() == "")
	t.banner.SetTone(icon, tone)
	t.banner.SetText("", words)
	at := fmt.Sprint(words, card, job.ID, job.State)
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
					t.n.refit()
				}
			})
		})
	}
}

func (t *note) add(list []action.Action) {
	for _, a := range list {
		t.buttons.Add(kit.NewButton(a.Label, a.Icon, kit.Plain, a.Do).Small())
	}
}

// showStuck says why a take did not come, or cannot be used; prompt is what is typed into to send it otherwise.
func (t *note) showStuck(card string, prompt fyne.Focusable) {
	b := t.n.b
	s := b.view.State(card, b.Now())
	icon, tone, words, job := resources.IconInfo, kit.ToneNeutral, status.Of(s.Job, status.Context{Now: b.Now()}).Reason, s.Job
	var list []action.Action
	switch s.Tag {
	case boards.Failed:
		icon, tone = resources.IconErrorCircle, kit.ToneErr
		list = append(list, action.Action{Label: lang.L("Edit and send…"), Do: func() { b.Canvas().Focus(prompt) }})
	case boards.Unconfirmed:
		icon, tone = resources.IconWarning, kit.ToneWarn
	case boards.Held, boards.Waiting, boards.Unwatched:
	case boards.InTrash:
		icon, tone, words = resources.IconWarning, kit.ToneWarn, lang.L("The chosen take is in the trash.")
		list = append(list, action.Action{Label: lang.X("verb", "Restore"), Do: func() { b.Organizer.Restore(s.Chosen.Asset.ID) }})
	case boards.FileMissing:
		icon, tone, words = resources.IconWarning, kit.ToneWarn, lang.L("The file of the chosen take is missing.")
		for i, take := range b.view.Takes(card) {
			if a := take.Asset; a.ID != 0 && a.Ref != s.Chosen.Asset.Ref && a.TrashedAt.IsZero() {
				list = append(list, action.Action{Label: lang.L("Choose take %s", lang.Number(i+1)), Do: func() { b.chooseTake(card, i) }})
			}
		}
	case boards.Expired:
		words = lang.L("Its address expired, so no clip can use it. The picture is safe.")
		list = append(list, b.foot.addresses(card)...)
	default:
		words, job = "", db.Job{}
	}
	t.show(icon, tone, words, card, job, list...)
}

// showHint says what of a shot, by its index, may come out otherwise than it was meant.
func (t *note) showHint(i int) {
	words, shot, cures := "", "", []action.Action(nil)
	if i >= 0 {
		shot = t.n.b.view.Shots[i].ID
		words, cures = t.n.b.hint(i)
	}
	t.show(resources.IconInfo, kit.ToneNeutral, words, shot, db.Job{}, cures...)
}

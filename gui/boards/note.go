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

// cardNote shows one message about a card, with buttons for what can be done.
type cardNote struct {
	m       *boardModel
	refit   func() // lays the page out again
	banner  *kit.Banner
	buttons *fyne.Container
	box     *fyne.Container
	shown   string // what the buttons depend on; they are kept while it stays the same, with the keyboard focus
}

func newCardNote(m *boardModel, refit func()) *cardNote {
	t := &cardNote{m: m, refit: refit, banner: kit.NewBanner(nil, kit.ToneNeutral, ""), buttons: kit.NewFlow(6)}
	t.box = kit.NewColumn(6, t.banner, t.buttons)
	return t
}

// show shows a message about a card, with buttons for list and for the actions of its job in the queue. A zero job has
// no actions. Empty words hide the note.
func (t *cardNote) show(icon fyne.Resource, tone kit.Tone, words, card string, job db.Job, list ...action.Action) {
	m := t.m
	kit.Show(t.box, words != "" && m.locked() == "")
	t.banner.SetTone(icon, tone)
	t.banner.SetText("", words)
	at := fmt.Sprint(words, card, job.ID, job.State)
	if at == t.shown {
		return
	}
	t.shown, t.buttons.Objects = at, nil
	t.add(list)
	if job.ID != 0 {
		m.Go(func(ctx context.Context) {
			list, err := m.Jobs.OnJob(ctx, job)
			if err != nil {
				m.Log().Warn("cannot read what can be done with a job", slog.Int64("id", job.ID), slog.Any("err", err))
			}
			m.Post(func() {
				if t.shown == at {
					t.add(list)
					t.refit()
				}
			})
		})
	}
}

func (t *cardNote) add(list []action.Action) {
	for _, a := range list {
		t.buttons.Add(kit.NewButton(a.Label, a.Icon, kit.Plain, a.Do).Small())
	}
}

// showStuck shows why a card has no usable take. prompt is the field that changes the card. addresses returns the
// actions that give its picture an address.
func (t *cardNote) showStuck(card string, prompt fyne.Focusable, addresses func(card string) []action.Action) {
	m := t.m
	s := m.view.State(card, m.Now())
	icon, tone, words, job := resources.IconInfo, kit.ToneNeutral,
		status.Of(s.Job, status.Context{Now: m.Now()}).Reason, s.Job
	var list []action.Action
	switch s.Tag {
	case boards.Failed:
		icon, tone = resources.IconErrorCircle, kit.ToneErr
		list = append(list, action.Action{Label: lang.L("Edit and send…"), Do: func() { m.Canvas().Focus(prompt) }})
	case boards.Unconfirmed:
		icon, tone = resources.IconWarning, kit.ToneWarn
	case boards.Held, boards.Waiting, boards.Unwatched:
	case boards.InTrash:
		icon, tone, words = resources.IconWarning, kit.ToneWarn, lang.L("The chosen take is in the trash.")
		list = append(list, action.Action{Label: lang.X("verb", "Restore"),
			Do: func() { m.Organizer.Restore(s.Chosen.Asset.ID) }})
	case boards.FileMissing:
		icon, tone, words = resources.IconWarning, kit.ToneWarn, lang.L("The file of the chosen take is missing.")
		for i, take := range m.view.Takes(card) {
			if a := take.Asset; a.ID != 0 && a.Ref != s.Chosen.Asset.Ref && a.TrashedAt.IsZero() {
				list = append(list, action.Action{Label: lang.L("Choose take %s", lang.Number(i+1)),
					Do: func() { m.chooseTake(card, i) }})
			}
		}
	case boards.Expired:
		words = lang.L("Its address expired, so no clip can use it. The picture is safe.")
		list = append(list, addresses(card)...)
	default:
		words, job = "", db.Job{}
	}
	t.show(icon, tone, words, card, job, list...)
}

// showHint shows the hint about a shot, by its index; -1 hides the note.
func (t *cardNote) showHint(i int) {
	words, shot, cures := "", "", []action.Action(nil)
	if i >= 0 {
		shot = t.m.view.Shots[i].ID
		words, cures = t.m.hint(i)
	}
	t.show(resources.IconInfo, kit.ToneNeutral, words, shot, db.Job{}, cures...)
}

// Package jobs shows jobs: in cards beside the composer (Recent), and in rows in a place of their own (Queue). Both are
// the same list with two layouts. A reader makes items off the window's goroutine, which are swapped in at once. What
// changes while a job runs reaches the cells in sight through the bindings of package live, without reading.
//
// The layers, from top to bottom; each file uses those below it only:
//
//	jobs                        both lists, made together
//	queue, recent               the screens: head, notices and foot around a list
//	banners, foot, list         what was read, in cells; the chips over it
//	cell, card, row, grid, tile one cell with two layouts, and its pictures; film plays a clip
//	model, chips                which jobs a list shows, in which order and groups, and which are selected
//	buttons, offers, actions    what can be done with a job, and what of it has buttons and menus
//	approval, review, sheets    questions before something is sent; question is the sheet itself
//	commands, read              runs commands; reads items
//	click, amount, item, group  a job and what it costs, in words; deps is the rest of the program
package jobs

import (
	"context"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/lang"
)

// Lists is both lists, and what the rest of the program asks about jobs.
type Lists struct {
	*approvals
	Recent *Recent
	Queue  *Queue
}

// New makes both lists, empty. Their Updates fill them.
func New(d Deps) *Lists {
	c := &commands{Deps: &d, busy: map[int64]bool{}}
	v := &Lists{approvals: &approvals{sheets: &sheets{commands: c}, announced: map[string]bool{}}}
	film := newFilm(&d)
	v.Recent, v.Queue = newRecent(v.approvals, film), newQueue(v.approvals, film)
	c.changed = func(id int64) {
		v.Recent.update(id)
		v.Queue.update(id)
	}
	return v
}

// OnJob reads what can be done with a job that needs the user or failed, in the order of its card. It is called off the
// window's goroutine; the list belongs to that goroutine.
func (v *Lists) OnJob(ctx context.Context, job db.Job) ([]action.Action, error) {
	items, err := (&reader{Deps: v.Deps}).items(ctx, []db.Job{job})
	if err != nil {
		return nil, err
	}
	return without(v.Recent.ofJob(items[0]), actReuse, actResolve, actOpen, actReveal, actCopyTask, actOneMore, actSame,
		actAskSame, actCompare, actEdit), nil
}

// Forecast returns how many jobs wait to be sent, how long that takes and what it costs: "27 waiting, about 9 min, ¥1.62
// est."; "" for fewer than two jobs. It is called off the window's goroutine.
func (v *Lists) Forecast(ctx context.Context) (string, error) {
	rows, err := v.Library.Jobs(ctx, db.JobFilter{States: []db.JobState{db.Waiting}})
	if err != nil || len(rows) < 2 {
		return "", err
	}
	items, err := (&reader{Deps: v.Deps}).items(ctx, rows)
	if err != nil {
		return "", err
	}
	n := len(items)
	return lang.N("%[1]s waiting, %[2]s", "%[1]s waiting, %[2]s", n, lang.Number(n), forecast(items)), nil
}

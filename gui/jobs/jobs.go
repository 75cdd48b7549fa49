// Package jobs shows jobs: in cards beside the composer (Recent), and in rows in a place of their own (Queue). Both are
// the same list with two layouts. A reader makes items off the window's goroutine, which are swapped in at once. What
// changes while a job runs reaches the cells in sight through the bindings of package live, without reading.
//
// The layers, from top to bottom; each file uses those below it only:
//
//	jobs                       both lists, for the rest of the program
//	queue, recent              the screens: head, banners and foot around a list; bars
//	list                       the visible cells of the jobs that were read, with the chips
//	card, row, cell            a line of a list: one cell with two layouts
//	grid, tile, film           the pictures of a card; a click on a tile opens the viewer; film plays a clip
//	offers, actions            the actions on a job; offers chooses which have a button and which are in a menu
//	approval, sheets, review   questions to the user; question is a sheet that runs a command
//	chips, model, sort         which jobs a list shows, in which order, and which are selected
//	commands, read             runs commands on jobs; reads jobs as items
//	progress, click, amount,   one job, or those of one click, and what they cost, in words
//	item, group
//	deps                       the parts of the program that are used
package jobs

import (
	"context"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/lang"
)

// Lists holds both lists and answers questions about jobs for the rest of the program.
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

// OnJob reads the actions on a job that needs the user or failed, in the order of its card. It is called off the
// window's goroutine. The list belongs to the window's goroutine.
func (v *Lists) OnJob(ctx context.Context, job db.Job) ([]action.Action, error) {
	items, err := (&reader{Deps: v.Deps}).items(ctx, []db.Job{job})
	if err != nil {
		return nil, err
	}
	return without(v.Recent.ofJob(items[0]), actReuse, actResolve, actOpen, actReveal, actCopyTask, actOneMore, actSame,
		actAskSame, actCompare, actEdit), nil
}

// Forecast returns how many jobs wait to be sent, how long that takes and what it costs: "27 waiting, about 9 min,
// ¥1.62 est."; "" for fewer than two jobs. It is called off the window's goroutine.
func (v *Lists) Forecast(ctx context.Context) (string, error) {
	rows, err := v.Library.Jobs(ctx, db.JobFilter{States: []db.JobState{db.Waiting}})
	if err != nil || len(rows) < 2 {
		return "", err
	}
	items, err := (&reader{Deps: v.Deps}).waiting(ctx, rows)
	if err != nil {
		return "", err
	}
	n := len(items)
	return lang.N("%[1]s waiting, %[2]s", "%[1]s waiting, %[2]s", n, lang.Number(n), forecast(items)), nil
}

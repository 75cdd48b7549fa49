package program

import (
	"context"
	"log/slog"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/single"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// second is the window's content of a second start on a library that another program has open. It offers to bring that one's
// window to the front, and then ends.
type second struct {
	ask  func(context.Context) error // the other program; off the window's goroutine
	run  func(func(context.Context)) // off the window's goroutine; its context ends with the window
	post func(func())
	done func() // the other window comes: this program ends as if all had gone well
	log  *slog.Logger

	content fyne.CanvasObject
	show    *widgets.Button
	status  *widgets.Text
}

func (p *program) newSecond(dir string) *second {
	s := &second{
		ask: func(ctx context.Context) error {
			if len(p.options.Open) > 0 {
				return single.Open(ctx, dir, p.options.Open)
			}
			return single.Show(ctx, dir)
		},
		run:  func(f func(context.Context)) { p.opening.Go(func() { f(p.life) }) },
		post: p.post, log: p.options.Log,
		done: func() {
			p.failure = nil // it did what the person wanted
			p.over.Store(true)
			p.app.Quit()
		},
	}
	s.build(dir, p.app.Quit)
	return s
}

func (s *second) build(dir string, leave func()) {
	s.status = widgets.NewText("", resources.SizeBody, resources.Warn, false).Wrap(true)
	s.status.Hide()
	s.show = widgets.NewButton(lang.L("Show the running window"), nil, widgets.Primary, s.reach)
	quit := widgets.NewButton(lang.L("Quit"), nil, widgets.Quiet, leave)
	s.content = problemFrame(append(problemRows(db.ErrLocked, dir), widgets.NewRow(8, s.show, quit), s.status)...)
}

// reach asks the other program for its window, once at a time. Window's goroutine.
func (s *second) reach() {
	s.show.Disable()
	s.status.Hide()
	s.run(func(ctx context.Context) {
		err := s.ask(ctx)
		if ctx.Err() != nil {
			return
		}
		s.post(func() {
			if err == nil {
				s.done()
				return
			}
			s.log.Warn("show the running window", "err", err)
			s.status.SetText(lang.L("It does not answer. It may be starting, ending or mending the library: try again in a moment, or look for its window."))
			s.status.Show()
			s.show.Enable()
		})
	})
}

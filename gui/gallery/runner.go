package gallery

import (
	"context"
	"sync"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"

	"fyne.io/fyne/v2"
)

// runner does work off the window's goroutine, passes the result back to it, and shows errors. Its methods are called
// on the window's goroutine, unless noted otherwise.
type runner struct {
	d       Deps
	ctx     context.Context // ends when the gallery is closed
	stop    context.CancelFunc
	work    sync.WaitGroup
	changed <-chan struct{} // closed when the last change has finished; nil: there was none

	refresh func() // reads the gallery again
	undo    func() // undoes the last change
	repaint func() // redraws the window and lays it out again, after an object was shown again
}

// run runs work off the window's goroutine. Close waits for it.
func (r *runner) run(fn func()) {
	r.work.Add(1)
	r.d.Go(func(context.Context) {
		defer r.work.Done()
		fn()
	})
}

// post runs a function on the window's goroutine, unless the screen was closed meanwhile.
func (r *runner) post(fn func()) {
	r.d.Post(func() {
		if r.ctx.Err() == nil {
			fn()
		}
	})
}

// focus gives a part of the gallery the focus. Fyne forgets the canvas of an object that was not painted for a minute,
// so it asks the window.
func (r *runner) focus(f fyne.Focusable) { r.d.Canvas().Focus(f) }

// notify shows a notice about a change. undo adds a link that undoes it.
func (r *runner) notify(words string, undo bool) {
	var links []action.Action
	if undo {
		links = []action.Action{{Label: lang.L("Undo") + "  " +
			action.KeyWords(action.KeysWith(fyne.KeyModifierShortcutDefault, fyne.KeyZ), action.OnMac), Do: r.undo}}
	}
	r.d.Say(kit.ToneNeutral, words, "", links...)
}

// failed shows a sentence with the error, and logs it.
func (r *runner) failed(what string, err error) {
	r.d.Log().Error("gallery", "err", err)
	r.d.Say(kit.ToneErr, what, wording.Fault(err))
}

// keep stores a setting, also while the gallery is being closed.
func (r *runner) keep(name string, value any) {
	ctx := context.WithoutCancel(r.ctx)
	r.run(func() {
		if err := r.d.Library.SetSetting(ctx, name, value); err != nil {
			r.d.Log().Warn("keep a setting", "name", name, "err", err)
		}
	})
}

// setting reads a setting and reports whether it is stored. It is called off the window's goroutine.
func (r *runner) setting(ctx context.Context, name string, into any) (known bool) {
	known, err := r.d.Library.Setting(ctx, name, into)
	if err != nil {
		r.d.Log().Warn("read a setting", "name", name, "err", err)
	}
	return known && err == nil
}

// ask reads something off the window's goroutine and shows it. failed is the sentence for an error.
func ask[T any](r *runner, failed string, read func(ctx context.Context) (T, error), show func(T)) {
	r.run(func() {
		got, err := read(r.ctx)
		r.post(func() {
			if err != nil {
				r.failed(failed, err)
				return
			}
			show(got)
		})
	})
}

// change is ask for work that changes the library. Changes run one after the other. Afterwards the gallery is read
// again, also after an error.
func change[T any](r *runner, failed string, work func(ctx context.Context) (T, error), after func(T)) {
	before, ended := r.changed, make(chan struct{})
	r.changed = ended
	r.run(func() {
		defer close(ended)
		if before != nil {
			<-before
		}
		got, err := work(r.ctx)
		r.post(func() {
			if err != nil {
				r.failed(failed, err)
			} else {
				after(got)
			}
			r.refresh()
		})
	})
}

// notRead returns the sentence for rows that could not be read.
func notRead() string { return lang.L("The library could not be read.") }

// below returns the position under an object, in the window.
func below(o fyne.CanvasObject) fyne.Position {
	return fyne.CurrentApp().Driver().AbsolutePositionForObject(o).AddXY(0, o.Size().Height+2)
}

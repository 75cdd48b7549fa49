package program

import (
	"context"
	"math/rand/v2"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/gui"
	"viviscope/gui/compare"
	"viviscope/gui/compose"
	"viviscope/gui/gallery"
	"viviscope/gui/jobview"
)

// wires are the places while they are made, and the ways between them: what one place calls is made when it is called for, so
// that places which lead to one another can be made in any order. All of it belongs to the window's goroutine.
type wires struct {
	p       *program
	s       *gui.Shell
	sources *slotSources

	composer *compose.Screen
	pair     *compare.Screen
	jobs     *jobview.Jobs
	grid     *gallery.Gallery
	ledger   *costsPlace
	place    *create // nil while what stands in it is made
}

func (w *wires) run(f func())         { w.s.Go(func(context.Context) { f() }) }
func (w *wires) copyText(text string) { w.p.app.Clipboard().SetContent(text) }
func (w *wires) canvas() fyne.Canvas  { return w.s.Window().Canvas() }

func after(d time.Duration, f func()) func() bool { return time.AfterFunc(d, f).Stop }

// random is a seed: services take 31 bits.
func random() int64 { return rand.Int64N(1 << 31) }

func (w *wires) toSettings() { w.s.Show(gui.Settings) }

func (w *wires) toPrices() {
	w.s.Show(gui.Costs)
	w.ledger.ShowPrices()
}

func (w *wires) newPair() *compare.Screen {
	return compare.New(compare.Deps{
		Rows: w.p.lib, Pictures: w.p.thumbs, Post: w.s.Post, Go: w.run, Now: time.Now, Log: w.p.options.Log,
		Canvas: w.canvas,
		Nav:    nav{w.p},
	})
}

// screens are the places for the shell, and what can be done in them.
func (w *wires) screens() gui.Screens {
	return gui.Screens{
		Places: map[gui.Place]gui.Screen{
			gui.Create: w.place,
			gui.Queue:  w.jobs.Queue,
			gui.Gallery: &galleryPlace{Gallery: w.grid, refresh: func() { w.s.Refresh(gui.Gallery) }, failed: func(err error) {
				w.p.options.Log.Warn("update gallery", "err", err)
			}},
			gui.Costs:    w.ledger,
			gui.Settings: w.p.places.settings,
		},
		Actions:     w.p.actions,
		KeysChanged: w.p.keysChanged,
	}
}

package app

import (
	"sync/atomic"
	"time"
	_ "unsafe" // for go:linkname

	"viviscope/client/guard"
	"viviscope/gui/shell"
)

// noticeWork is the notice of a panic. A panic in it is logged only.
const noticeWork = "notice of a panic"

// panicked logs a panic and shows it in the window. Any goroutine.
func (p *program) panicked(x *guard.Panic) {
	p.options.Log.Error("panic", "work", x.Task, "value", x.Value, "stack", x.Stack)
	if x.Task == noticeWork {
		return
	}
	p.post(func() {
		if p.shell != nil && p.state.Load() == running {
			_ = guard.Run(noticeWork, func() { p.shell.Panicked(x) })
		}
	})
}

// screenPackages are the packages of the screens, with the places that show them.
var screenPackages = map[string][]shell.Place{
	"viviscope/gui/compose":        {shell.Create},
	"viviscope/gui/editor":         {shell.Create},
	"viviscope/gui/editor/drawing": {shell.Create},
	"viviscope/gui/editor/paint":   {shell.Create},
	"viviscope/gui/editor/tool":    {shell.Create},
	"viviscope/gui/boards":         {shell.Boards},
	"viviscope/gui/jobs":           {shell.Queue, shell.Create, shell.Boards},
	"viviscope/gui/gallery":        {shell.Gallery},
	"viviscope/gui/costs":          {shell.Costs},
	"viviscope/gui/settings":       {shell.Settings},
}

// toolkitRunning is the toolkit's flag for a running event loop. Fyne 2.8 has no hook for a panic of a widget, a layout
// or a drawing. It calls all of them from its loop. After a panic left the loop, it can be entered again, but it
// refuses to while this flag is set. The test TestTheLoopGoesOnAfterAPanic fails if another version of Fyne works
// differently.
//
//go:linkname toolkitRunning fyne.io/fyne/v2/internal/driver/glfw.running
var toolkitRunning atomic.Bool

// If more than mostPanics reach the loop within panicSpan, notices and closed places do not help: the program shuts
// down in order.
const (
	mostPanics = 20
	panicSpan  = 10 * time.Second
)

// runWindow shows the window and runs the toolkit's loop until the program ends. A panic that nothing else recovers is
// reported, and the loop continues.
func (p *program) runWindow() {
	err := guard.Run(guard.Window, p.window.ShowAndRun)
	for count, since := 1, time.Now(); err != nil && p.state.Load() != ending; count++ {
		if time.Since(since) > panicSpan {
			count, since = 1, time.Now()
		}
		if count > mostPanics {
			p.options.Log.Error("the window panics again and again: the program ends", "err", err)
			return
		}
		toolkitRunning.Store(false)
		err = guard.Run(guard.Window, p.app.Driver().Run)
	}
}

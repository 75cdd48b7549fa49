package program

import (
	"context"
	"os"
	"time"

	"fyne.io/fyne/v2"
)

// endPatience is how long the window may take to end once the system asked for it.
const endPatience = 12 * time.Second

// endWith ends the program when ctx ends. Told so in its first second, Fyne 2.8 can wait for ever for an event of its own that it
// dropped; the jobs and the library are then taken down without it, because a library that stays locked locks out the next start.
func (p *program) endWith(ctx context.Context, ended <-chan struct{}) {
	select {
	case <-ctx.Done():
	case <-ended:
		return
	}
	p.over.Store(true)
	fyne.Do(p.app.Quit)
	patience := time.NewTimer(endPatience)
	defer patience.Stop()
	select {
	case <-ended:
	case <-patience.C:
		p.opening.Wait()
		var err error
		if p.stage == filled {
			err = p.takeDown()
		} else {
			err = p.closeLibrary()
		}
		p.options.Log.Error("the window did not end in time", "err", err)
		os.Exit(1)
	}
}

package transfer

import (
	"context"
	"testing"
	"time"

	"fyne.io/fyne/v2/test"

	"viviscope/gui/action/actiontest"
	"viviscope/gui/apptest"
	"viviscope/gui/kit"
	"viviscope/resources"
)

// Work continues after its sheet is closed, and its progress is shown. The sheet can be opened again, with its Cancel
// button.
func TestClosedWorkIsShownAndComesBack(t *testing.T) {
	apptest.New(t, resources.Theme(resources.Dark))
	w := test.NewTempWindow(t, nil)
	var works []func(context.Context)
	host := &actiontest.Host{On: w.Canvas(), Clock: func() time.Time {
		return time.Time{}
	}, Worker: func(f func(context.Context)) { works = append(works, f) }}
	p := newPane(Deps{Host: host})
	bar, _ := p.working("Joining 3 clips", "", "", "Cancel")
	ended := false
	p.work(func(ctx context.Context) { ended = ctx.Err() != nil })
	p.advance(bar, 0.4)
	p.hide()
	if len(host.Works) != 1 || host.Works[0].Title != "Joining 3 clips" || host.Works[0].Progress != "40 %" ||
		host.Works[0].Ended {
		t.Fatalf("shown as %+v", host.Works)
	}
	host.Works[0].Open()
	host.Works[0].Open() // it is there
	top := w.Canvas().Overlays().List()
	if len(top) != 1 || !p.sheet.Shown() || len(apptest.Find[*kit.Meter](top[0])) != 1 {
		t.Fatalf("%d sheets came back", len(top))
	}
	apptest.Press(t, top[0], "Cancel")
	works[0](t.Context())
	if !ended {
		t.Error("the work was not cancelled")
	}
	p.finish(false, "Film:", "cancelled", func() {})
	if !host.Works[0].Ended {
		t.Error("it is shown after its end")
	}
}

package app

import (
	"context"
	"log/slog"
	"testing"

	"fyne.io/fyne/v2/test"
)

// The toolkit writes no preferences when the program ends.
func TestNoPreferencesAreWrittenAtTheEnd(t *testing.T) {
	a := test.NewTempApp(t)
	l := a.Lifecycle().(interface {
		SetOnStoppedHookExecuted(f func())
		OnStopped() func()
	})
	l.SetOnStoppedHookExecuted(func() { t.Error("the preferences are written") })
	keepPreferences(a)
	if stopped := l.OnStopped(); stopped != nil {
		stopped()
	}
}

// A toolkit that does not end keeps no restart back that the user asked for.
func TestRestartDespiteAToolkitThatHangs(t *testing.T) {
	for _, restart := range []bool{false, true} {
		var again *Options
		exits := 0
		p := &program{window: test.NewTempWindow(t, nil), again: restart}
		p.options = Options{ProfileName: "Mine", Language: "de", Log: slog.New(slog.DiscardHandler),
			Exit: func(o *Options, err error) {
				again, exits = o, exits+1
				if err != nil {
					t.Error(err)
				}
			}}
		p.endHung(t.Context())
		switch {
		case exits != 1:
			t.Errorf("the process was ended %d times", exits)
		case !restart && again != nil:
			t.Error("it starts again, though nobody asked for that")
		case restart && (again == nil || again.ProfileName != "Mine" || again.Language != ""):
			t.Errorf("it starts again with %+v", again)
		}
	}
	ended, end := context.WithCancel(t.Context())
	end()
	p := &program{again: true}
	if p.nextStart(ended) != nil {
		t.Error("a signal that ends the program restarts it")
	}
}

package app

import (
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

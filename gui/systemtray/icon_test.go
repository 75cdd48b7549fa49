package systemtray

import "testing"

// What stood in a line does not happen because the line is taken away.
func TestALineThatGoesDoesNothing(t *testing.T) {
	i := New("Viviscope", nil, func(do func()) { do() })
	if i.Shown() {
		t.Error("nobody asked for it")
	}
	i.items = []Item{{Word: "Quit", Do: func() { t.Fatal("the program ended") }}}
	taken := make(chan struct{})
	close(taken)
	i.listen(0, taken, make(chan struct{}))
}

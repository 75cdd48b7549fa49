package program

import (
	"testing"

	"fyne.io/fyne/v2/test"
)

// A library that is open only when the program ends already must start no workers.
func TestNothingIsHandedOverAtTheEnd(t *testing.T) {
	test.NewTempApp(t)
	p := &program{}
	ran := 0
	p.handOver(func() { ran++ })
	p.over.Store(true)
	p.handOver(func() { ran++ })
	if ran != 1 {
		t.Errorf("handed over %d times", ran)
	}
}

package shell

import (
	"fyne.io/fyne/v2/data/binding"
)

// listen calls f with the value of a binding now and after each change, on the window's goroutine.
func listen[T any](item binding.Item[T], f func(T)) {
	item.AddListener(binding.NewDataListener(func() {
		if v, err := item.Get(); err == nil {
			f(v)
		}
	}))
}

// put sets a binding on the window's goroutine. Setting the same value again notifies no listener.
func put[T any](item binding.Item[T], v T) { _ = item.Set(v) } // in-memory bindings do not fail

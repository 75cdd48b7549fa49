package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/data/binding"
)

// Binder connects one data binding at a time to what shows it. The toolkit's own is not enough for cells that are used again:
// AddListener and RemoveListener take effect in a later turn of the window's goroutine, so a cell would show the row before it until
// then; and a change that was queued before RemoveListener calls the listener all the same. So Bind reads the value at once, and a
// change of another binding than the present one is dropped. Its methods belong to the window's goroutine.
type Binder[T comparable] struct {
	item     binding.Item[T]
	listener binding.DataListener
	shown    T
}

// Bind calls show with the value now, and whenever it is another one. then is called after each of those changes, but not now.
func (b *Binder[T]) Bind(item binding.Item[T], show func(T), then ...func()) {
	if b.item != item {
		b.Unbind()
		b.item = item
		b.listener = binding.NewDataListener(func() {
			v, err := item.Get()
			if err != nil || b.item != item || b.shown == v {
				return
			}
			b.shown = v
			show(v)
			for _, f := range then {
				f()
			}
		})
		item.AddListener(b.listener)
	}
	if v, err := item.Get(); err == nil {
		b.shown = v
		show(v)
	}
}

// Unbind leaves what is shown as it is.
func (b *Binder[T]) Unbind() {
	if b.item != nil {
		b.item.RemoveListener(b.listener)
		b.item, b.listener = nil, nil
	}
}

// unbind tells a cell that it leaves the sight, so that what it was bound to is not kept for it.
func unbind(cell fyne.CanvasObject) {
	if c, ok := cell.(interface{ Unbind() }); ok {
		c.Unbind()
	}
}

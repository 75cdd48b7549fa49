package gallery

import "time"

// follower shows the selected asset in the pane. It belongs to the window's goroutine.
type follower struct {
	*wall
	cache  *rowCache
	detail *detail
	at     time.Time   // when the pane last followed the selection
	wait   func() bool // cancels a later update of the pane
}

func newFollower(cache *rowCache, d *detail) *follower {
	return &follower{wall: cache.wall, cache: cache, detail: d, wait: func() bool { return true }}
}

// detailRest is the debounce of the pane: a user who holds an arrow key passes many assets.
const detailRest = 150 * time.Millisecond

// show shows the current asset: at once if the pane has not changed for a while, else once the selection has not
// changed for detailRest.
func (f *follower) show() {
	f.wait()
	now := f.d.Now()
	if f.currentID() == f.detail.asset.ID || now.Sub(f.at) > detailRest {
		f.at = now
		f.showNow()
		return
	}
	f.wait = f.d.After(detailRest, func() {
		f.post(func() {
			f.at = f.d.Now()
			f.showNow()
		})
	})
}

// showNow shows the current asset as soon as its row is read.
func (f *follower) showNow() {
	id := f.currentID()
	if id == 0 {
		f.detail.showNothing()
		return
	}
	if a, ok := f.cache.asset(id); ok {
		f.detail.show(a)
		return
	}
	if !f.cache.busy {
		f.cache.readRows([]int64{id}, func() {})
	} else {
		f.cache.again = true
	}
}

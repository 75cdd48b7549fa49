package viewer

import (
	"context"
	"log/slog"
	"sync"
)

// settingName is the setting that holds what is remembered.
const settingName = "viewer"

// remembered is what the viewer keeps from one clip, and one start, to the next.
type remembered struct {
	Volume    float64 `json:"volume"` // 0 to 100
	Muted     bool    `json:"muted,omitempty"`
	Speed     float64 `json:"speed"`
	Loop      bool    `json:"loop,omitempty"`
	NoDetails bool    `json:"no_details,omitempty"` // the pane was put away in a wide window
}

func usual() remembered { return remembered{Volume: 80, Speed: 1} }

// keeper writes the newest of what is remembered, one write at a time. A slider that is dragged writes a few times and
// not at every pixel.
type keeper struct {
	library Library
	run     func(func())
	log     *slog.Logger

	mu      sync.Mutex
	newest  remembered // guarded by mu
	dirty   bool       // guarded by mu
	writing bool       // guarded by mu
}

// keep notes a value to be written.
func (k *keeper) keep(r remembered) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.newest, k.dirty = r, true
	if !k.writing {
		k.writing = true
		k.run(k.write)
	}
}

func (k *keeper) write() {
	for {
		k.mu.Lock()
		r := k.newest
		if !k.dirty {
			k.writing = false
			k.mu.Unlock()
			return
		}
		k.dirty = false
		k.mu.Unlock()
		if err := k.library.SetSetting(context.Background(), settingName, r); err != nil {
			k.log.Warn("remember how clips are played", slog.Any("err", err))
		}
	}
}

// read gets what was remembered; the usual where nothing was or it cannot be read.
func (k *keeper) read(ctx context.Context) remembered {
	r := usual()
	if _, err := k.library.Setting(ctx, settingName, &r); err != nil {
		k.log.Warn("read how clips are played", slog.Any("err", err))
		return usual()
	}
	r.Volume, r.Speed = min(max(r.Volume, 0), 100), min(max(r.Speed, 0.25), 4)
	return r
}

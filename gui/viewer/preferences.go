package viewer

import (
	"context"
	"log/slog"

	"viviscope/gui/action"
)

// settingName is the setting of the preferences.
const settingName = "viewer"

// preferenceValues are the preferences that stay from one clip to the next, and after a restart.
type preferenceValues struct {
	Volume    float64 `json:"volume"` // 0 to 100
	Muted     bool    `json:"muted,omitempty"`
	Words     bool    `json:"words,omitempty"` // subtitles
	Speed     float64 `json:"speed"`
	Loop      bool    `json:"loop,omitempty"`
	NoDetails bool    `json:"no_details,omitempty"` // the pane was closed in a wide window
}

// defaultPreferences returns the preferences of a first start.
func defaultPreferences() preferenceValues { return preferenceValues{Volume: 80, Speed: 1} }

// preferences reads and stores the preferences. It belongs to the window's goroutine.
type preferences struct {
	preferenceValues
	d      *Deps
	primed bool // they were read
	saver  action.Saver
}

func newPreferences(d *Deps) *preferences {
	return &preferences{preferenceValues: defaultPreferences(), d: d,
		saver: action.Saver{Host: d.Host, Settings: d.Library}}
}

// save stores the preferences soon.
func (p *preferences) save() { p.saver.Put(settingName, p.preferenceValues) }

// prime reads the preferences the first time, and calls then once they are known.
func (p *preferences) prime(then func()) {
	if p.primed {
		return
	}
	p.primed = true
	p.d.Go(func(context.Context) {
		r := readPreferences(context.Background(), p.d.Library, p.d.Log())
		p.d.Post(func() {
			p.preferenceValues = r
			then()
		})
	})
}

// readPreferences reads the preferences. It blocks on the library.
func readPreferences(ctx context.Context, settings action.Settings, log *slog.Logger) preferenceValues {
	r := defaultPreferences()
	if _, err := settings.Setting(ctx, settingName, &r); err != nil {
		log.Warn("read how clips are played", "err", err)
		r = defaultPreferences()
	}
	r.Volume, r.Speed = min(max(r.Volume, 0), 100), min(max(r.Speed, 0.25), 4)
	return r
}

// SoundOf returns the volume of clips, for other players. It blocks on the library.
func SoundOf(ctx context.Context, settings action.Settings, log *slog.Logger) (volume float64, muted bool) {
	r := readPreferences(ctx, settings, log)
	return r.Volume, r.Muted
}

package gui

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"fyne.io/fyne/v2"

	"viviscope/gui/action"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// What is remembered of the commands that were used.
const (
	mostRecent       = 8    // that many commands are remembered
	mostRecentStored = 4096 // bytes; more is no list of ours
)

// storedPersonal is how the person's choices are kept, as JSON.
type storedPersonal struct {
	Keys   json.RawMessage `json:"keys,omitempty"`       // action.Bindings
	Split  bool            `json:"split,omitempty"`      // Last frame and Delete for ever have keys of their own since it is written
	Text   float64         `json:"text_scale,omitempty"` // 1: 100 %
	Still  bool            `json:"reduced_motion,omitempty"`
	Recent json.RawMessage `json:"recent_commands,omitempty"` // IDs, the last one first
}

// personal is what a person needs to read and to reach everything. Safe for concurrent use.
type personal struct {
	keep    func(json.RawMessage) error
	writing sync.Mutex // held while keep works, so that the last value is the one that stays

	mu  sync.Mutex
	now choices // guarded by mu
}

// choices are what the person chose. What they hold is replaced and never changed.
type choices struct {
	keys   action.Bindings
	scale  float32 // of texts, 1: 100 %
	still  bool    // nothing moves by itself
	recent []string
}

// readPersonal reads what keep was given last; nil: nothing yet. What cannot be used has its first value.
func readPersonal(kept json.RawMessage, keep func(json.RawMessage) error) *personal {
	stored := storedPersonal{Text: 1}
	_ = json.Unmarshal(kept, &stored) // a value of another kind is left as it is, and the others are read
	keys := action.ReadBindings(string(stored.Keys))
	if !stored.Split {
		for one, other := range map[string]string{"gallery/last": "gallery/lastFrame", "gallery/trash": "gallery/forever"} {
			if c, chosen := keys[one]; chosen {
				keys[other] = c
			}
		}
	}
	p := &personal{keep: keep, now: choices{keys: keys, still: stored.Still, scale: holdScale(float32(stored.Text))}}
	if len(stored.Recent) <= mostRecentStored {
		if json.Unmarshal(stored.Recent, &p.now.recent) != nil {
			p.now.recent = nil
		}
		p.now.recent = p.now.recent[:min(len(p.now.recent), mostRecent)]
	}
	return p
}

// holdScale holds a text scale in the bounds that the texts are drawn for; what is no number is 100 %.
func holdScale(v float32) float32 {
	if v != v {
		return 1
	}
	return min(max(v, resources.TextScaleMin), resources.TextScaleMax)
}

// get returns the choices as they are now.
func (p *personal) get() choices {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.now
}

// change changes a choice; write must follow.
func (p *personal) change(f func(*choices)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f(&p.now)
}

// write keeps the values as they are now. It may wait for the disk.
func (p *personal) write() error {
	p.writing.Lock()
	defer p.writing.Unlock()
	now := p.get()
	stored := storedPersonal{Split: true, Keys: json.RawMessage(now.keys.Encode()), Text: float64(now.scale), Still: now.still}
	var err error
	if stored.Recent, err = json.Marshal(now.recent); err != nil {
		return fmt.Errorf("write the recent commands: %w", err)
	}
	kept, err := json.Marshal(stored)
	if err != nil {
		return fmt.Errorf("write the choices of the person: %w", err)
	}
	return p.keep(kept)
}

// textScales are the sizes of text that a person steps through, 1: 100 %.
var textScales = [...]float32{0.85, 1, 1.15, 1.3, 1.5}

// TextScales returns the sizes of text that are offered, 1: 100 %.
func TextScales() []float32 { return append([]float32{}, textScales[:]...) }

// theme is the look with the text as large as the person wants it.
func (s *Shell) theme() fyne.Theme {
	return resources.Theme(s.look).WithTextScale(s.personal.get().scale)
}

// TextScale returns how large the text is, 1: 100 %. Any goroutine.
func (s *Shell) TextScale() float32 { return s.personal.get().scale }

// SetTextScale changes the size of all text at once and keeps it; it is held between 0.85 and 1.5.
func (s *Shell) SetTextScale(v float32) {
	s.changePersonal(func(p *choices) { p.scale = holdScale(v) })
	s.app.Settings().SetTheme(s.theme())
	if o := s.root.stage.Objects; len(o) == 1 {
		s.root.looks[o[0]] = appearanceNow()
	}
	s.menu.remake() // the bar has another height, and the content begins under it
	s.root.reflow()
}

// stepText makes the text one size larger (1) or smaller (-1).
func (s *Shell) stepText(by int) {
	at, now := 0, s.TextScale()
	for i, v := range textScales {
		if v <= now+0.001 {
			at = i
		}
	}
	s.SetTextScale(textScales[min(max(at+by, 0), len(textScales)-1)])
}

// ReduceMotion reports whether the person wants nothing to move by itself. Any goroutine.
func (s *Shell) ReduceMotion() bool { return s.personal.get().still }

// SetReduceMotion changes that and keeps it.
func (s *Shell) SetReduceMotion(on bool) {
	s.changePersonal(func(p *choices) { p.still = on })
	canvas := s.window.Canvas()
	field := canvas.Focused()
	// The toolkit asks whether a caret may blink when its field gets the keyboard.
	if _, text := field.(interface{ SelectedText() string }); text {
		canvas.Unfocus()
		canvas.Focus(field)
	}
	s.menu.refresh()
}

// changePersonal changes what belongs to the person at once, and keeps it off the window's goroutine.
func (s *Shell) changePersonal(f func(*choices)) {
	s.personal.change(f)
	s.Do(lang.L("Could not keep the settings of this computer."), func(context.Context) error { return s.personal.write() })
	s.Refresh(Settings) // its page shows them
}

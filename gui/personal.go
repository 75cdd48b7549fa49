package gui

import (
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"viviscope/gui/keymap"
	"viviscope/resources"
)

// What is remembered of the commands that were used.
const (
	mostRecent       = 8    // that many commands are remembered
	mostRecentStored = 4096 // bytes; more is no list of ours
)

// storedPersonal is how the person's choices are kept, as JSON.
type storedPersonal struct {
	Keys   json.RawMessage `json:"keys,omitempty"`       // keymap.Bindings
	Text   float64         `json:"text_scale,omitempty"` // 1: 100 %
	Still  bool            `json:"reduced_motion,omitempty"`
	Recent json.RawMessage `json:"recent_commands,omitempty"` // IDs, the last one first
}

// personal is what a person needs to read and to reach everything. Safe for concurrent use.
type personal struct {
	keep    func(json.RawMessage) error
	writing sync.Mutex // held while keep works, so that the last value is the one that stays

	mu     sync.Mutex
	keys   keymap.Bindings
	scale  float32
	still  bool
	recent []string
}

// readPersonal reads what keep was given last; nil: nothing yet. What cannot be used has its first value.
func readPersonal(kept json.RawMessage, keep func(json.RawMessage) error) *personal {
	if keep == nil {
		keep = func(json.RawMessage) error { return nil }
	}
	stored := storedPersonal{Text: 1}
	_ = json.Unmarshal(kept, &stored) // a value of another kind is left as it is, and the others are read
	p := &personal{keep: keep, keys: keymap.Read(string(stored.Keys)), still: stored.Still, scale: holdScale(float32(stored.Text))}
	if len(stored.Recent) <= mostRecentStored {
		if json.Unmarshal(stored.Recent, &p.recent) != nil {
			p.recent = nil
		}
		p.recent = p.recent[:min(len(p.recent), mostRecent)]
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

func (p *personal) bindings() keymap.Bindings {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.keys
}

func (p *personal) textScale() float32 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.scale
}

func (p *personal) reduced() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.still
}

func (p *personal) lately() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.recent)
}

// change changes a value; write must follow.
func (p *personal) change(f func(*personal)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f(p)
}

// write keeps the values as they are now. It may wait for the disk.
func (p *personal) write() error {
	p.writing.Lock()
	defer p.writing.Unlock()
	p.mu.Lock()
	stored := storedPersonal{Keys: json.RawMessage(p.keys.Encode()), Text: float64(p.scale), Still: p.still}
	recent := slices.Clone(p.recent)
	p.mu.Unlock()
	var err error
	if stored.Recent, err = json.Marshal(recent); err != nil {
		return fmt.Errorf("write the recent commands: %w", err)
	}
	kept, err := json.Marshal(stored)
	if err != nil {
		return fmt.Errorf("write the choices of the person: %w", err)
	}
	return p.keep(kept)
}

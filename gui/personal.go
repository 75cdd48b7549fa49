package gui

import (
	"encoding/json"
	"slices"
	"sync"

	"fyne.io/fyne/v2"

	"viviscope/gui/keymap"
	"viviscope/resources"
)

// The preferences of the person at this computer. They are kept with the settings of the account and not in a library, which is
// copied and shared.
const (
	preferenceKeys   = "keys"            // keymap.Bindings
	preferenceText   = "text.scale"      // 1: 100 %
	preferenceStill  = "motion.reduced"  // bool
	preferenceRecent = "commands.recent" // IDs of commands, the last one first
	mostRecent       = 8                 // that many commands are remembered
	mostRecentStored = 4096              // bytes; more is no list of ours
)

// personal is what a person needs to read and to reach everything. Safe for concurrent use.
type personal struct {
	kept    fyne.Preferences
	writing sync.Mutex // held while kept is written, so that the last value is the one that stays

	mu     sync.Mutex
	keys   keymap.Bindings
	scale  float32
	still  bool
	recent []string
}

// readPersonal reads the preferences. What cannot be used has its first value.
func readPersonal(kept fyne.Preferences) *personal {
	p := &personal{kept: kept, keys: keymap.Read(kept.String(preferenceKeys)), still: kept.Bool(preferenceStill)}
	p.scale = holdScale(float32(kept.FloatWithFallback(preferenceText, 1)))
	if stored := kept.String(preferenceRecent); len(stored) <= mostRecentStored {
		if json.Unmarshal([]byte(stored), &p.recent) != nil {
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
func (p *personal) write() {
	p.writing.Lock()
	defer p.writing.Unlock()
	p.mu.Lock()
	keys, scale, still, recent := p.keys.Encode(), p.scale, p.still, slices.Clone(p.recent)
	p.mu.Unlock()
	p.kept.SetString(preferenceKeys, keys)
	p.kept.SetFloat(preferenceText, float64(scale))
	p.kept.SetBool(preferenceStill, still)
	if list, err := json.Marshal(recent); err == nil { // a list of words always can be written
		p.kept.SetString(preferenceRecent, string(list))
	}
}

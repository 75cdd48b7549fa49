package shell

import (
	"encoding/json"
	"slices"

	"viviscope/resources"
)

// mostRecent is how many commands are remembered that were used.
const mostRecent = 8

// Personal holds the user's choices for this computer, for all libraries. Its contents are replaced and never changed.
type Personal struct {
	// chosen in an older version: not used, and left in the file
	Keys   json.RawMessage `json:"keys,omitempty"`
	Text   float32         `json:"text_scale,omitempty"`      // 1: 100 %; 0 is that too
	Still  bool            `json:"reduced_motion,omitempty"`  // no animations
	Recent []string        `json:"recent_commands,omitempty"` // IDs of the commands that were used, the last one first
}

// UnmarshalJSON reads the valid values; the others keep their defaults.
func (p *Personal) UnmarshalJSON(data []byte) error {
	type plain Personal
	_ = json.Unmarshal(data, (*plain)(p)) // a value of another kind is left out, and the others are read
	recent := slices.DeleteFunc(p.Recent, func(id string) bool { return id == "" })
	p.Recent = recent[:min(len(recent), mostRecent)]
	return nil
}

// scale is how large texts are, 1: 100 %, in the bounds that they are drawn for.
func (p Personal) scale() float32 {
	if !(p.Text > 0) {
		return 1
	}
	return min(max(p.Text, resources.TextScaleMin), resources.TextScaleMax)
}

// textScales are the text sizes that the user can choose, 1: 100 %.
var textScales = [...]float32{0.85, 1, 1.15, 1.3, 1.5}

// TextScales returns the sizes of text that are offered, 1: 100 %.
func TextScales() []float32 { return append([]float32{}, textScales[:]...) }

package form

import (
	"slices"
	"strconv"
	"strings"

	"viviscope/client"
	"viviscope/gui/lang"
)

// Correction is something that the form changed by itself because of what a person changed, to be said beside the field.
type Correction struct {
	Field string // by its name on the wire
	Text  string // a whole sentence, in the language of the window
}

// Say puts corrections into one text; "" for none.
func Say(corrections []Correction) string {
	texts := make([]string, len(corrections))
	for i, c := range corrections {
		texts[i] = c.Text
	}
	return strings.Join(texts, " ")
}

// SetModel changes the model and what it rules out, and returns what became different. Where the new model can make the
// sound that is wished for at 1080P alone, it will be 1080P: who wanted sound wants it more than the smaller picture; the
// resolution goes back with the model.
func (d *VideoDraft) SetModel(m Model) []Correction {
	before := *d
	if n := d.SecondsNumber(); n > 0 && !d.Rules().AllowsSeconds(n) {
		d.WishSeconds = n // typed and refused: still what the person wants
	}
	if m.ID != d.Model {
		d.Raised = d.WishAudio
	}
	d.Model, d.Like = m.ID, m.Like
	d.Seconds = strconv.Itoa(nearest(d.WishSeconds, d.Rules().Seconds))
	return d.corrections(before)
}

// SetResolution changes the tier, leaves a free size, and returns what became different by that.
func (d *VideoDraft) SetResolution(tier string) []Correction {
	before := *d
	d.WishResolution, d.FreeSize, d.Raised = tier, false, false
	return besides(FieldTier, d.corrections(before))
}

// SetAudio changes the wish for sound and returns what became different by that.
func (d *VideoDraft) SetAudio(wish bool) []Correction {
	before := *d
	d.WishAudio = wish
	return besides(FieldAudio, d.corrections(before))
}

// SetFreeSize asks for a size in pixels instead of a tier and a ratio; it starts at the size that these stand for.
func (d *VideoDraft) SetFreeSize() []Correction {
	before := *d
	if strings.TrimSpace(d.Width) == "" && strings.TrimSpace(d.Height) == "" {
		w, h := pixels(d.Resolution(), d.Ratio)
		d.Width, d.Height = strconv.Itoa(w), strconv.Itoa(h)
	}
	d.FreeSize = true
	return d.corrections(before)
}

// SetSides takes the texts of the free size.
func (d *VideoDraft) SetSides(width, height string) []Correction {
	before := *d
	d.Width, d.Height = width, height
	return d.corrections(before)
}

// Restore takes back what SetModel, SetResolution, SetAudio, SetFreeSize or SetSides did since before. Texts, pictures and
// the seed stay.
func (d *VideoDraft) Restore(before VideoDraft) {
	d.Model, d.Like, d.Seconds, d.WishSeconds = before.Model, before.Like, before.Seconds, before.WishSeconds
	d.WishResolution, d.Raised, d.WishAudio = before.WishResolution, before.Raised, before.WishAudio
	d.FreeSize, d.Width, d.Height = before.FreeSize, before.Width, before.Height
}

// besides leaves out what a person changed at a field: nobody needs to be told of that.
func besides(field string, all []Correction) []Correction {
	return slices.DeleteFunc(all, func(c Correction) bool { return c.Field == field })
}

// corrections words what is different from before.
func (d *VideoDraft) corrections(before VideoDraft) []Correction {
	var said []Correction
	say := func(field, text string) { said = append(said, Correction{Field: field, Text: text}) }
	m := d.Rules()
	if a, b := before.SecondsNumber(), d.SecondsNumber(); a != b && a > 0 {
		if !m.AllowsSeconds(a) {
			say(FieldSeconds, lang.L("%d s became %d s: %s makes %s.", a, b, d.Model, Durations(m)))
		} else {
			say(FieldSeconds, lang.L("Back to %d s.", b))
		}
	}
	if a, b := before.Resolution(), d.Resolution(); a != b && !d.FreeSize {
		switch {
		case b == d.WishResolution:
			say(FieldTier, lang.L("Back to %s.", b))
		case d.Raised && b == client.Resolution1080P:
			say(FieldTier, lang.L("%s became %s: %s.", a, b, Words(client.MsgAudio1080P)))
		default:
			say(FieldTier, lang.L("%s became %s: %s makes %s.", a, b, d.Model, anyOf(m.Resolutions)))
		}
	}
	switch a, b := before.Audio(), d.Audio(); {
	case a && !b:
		say(FieldAudio, lang.L("Audio went off: %s.", Words(d.AudioOff())))
	case b && !a:
		say(FieldAudio, lang.L("Audio is on again."))
	}
	return said
}

// nearest returns the allowed duration that is closest to a wish; the shorter one, which costs less, when two are.
func nearest(wish int, allowed []int) int {
	best := allowed[0]
	for _, n := range allowed {
		if abs(n-wish) < abs(best-wish) {
			best = n
		}
	}
	return best
}

func abs(n int) int { return max(n, -n) }

package compose

import (
	"fmt"
	"strconv"
	"strings"

	"viviscope/client"
)

// VideoDraft is the draft of a clip. The duration is kept as it was typed, because a refused text must stay to be
// mended. Resolution and sound are kept as they were wished for: what a model makes of a wish is computed, so that
// going back to a model that can do more brings the wish back.
type VideoDraft struct {
	Model    string `json:"model"`
	Prompt   string `json:"prompt"`
	Negative string `json:"negative_prompt"`

	Seconds     string `json:"seconds"`      // what the box holds
	WishSeconds int    `json:"wish_seconds"` // the last duration that a person chose and that its model could make

	WishResolution string `json:"resolution"`
	Ratio          string `json:"aspect_ratio"`
	FreeSize       bool   `json:"free_size"` // Width and Height instead of resolution and ratio
	Width          string `json:"width"`     // pixels, as typed
	Height         string `json:"height"`

	WishAudio bool      `json:"audio"`
	Seed      SeedDraft `json:"seed"`
	Clips     int       `json:"clips"`
}

func newVideoDraft() VideoDraft {
	return VideoDraft{
		Model:          client.VideoModels()[0].ID,
		Seconds:        strconv.Itoa(client.DefaultSeconds),
		WishSeconds:    client.DefaultSeconds,
		WishResolution: client.DefaultResolution,
		Ratio:          client.Ratios()[0],
		Clips:          1,
	}
}

// model returns the catalogue's row. A draft always names a model of the catalogue; mend sees to that.
func (d VideoDraft) model() client.VideoModel {
	if m, ok := client.VideoModelByID(d.Model); ok {
		return m
	}
	return client.VideoModels()[0]
}

// Resolution returns the tier that will be asked for: the wish where the model has it.
func (d VideoDraft) Resolution() string { return oneOf(d.WishResolution, d.model().Resolutions) }

// Audio reports whether sound will be asked for: wished for, and possible.
func (d VideoDraft) Audio() bool { return d.WishAudio && d.AudioOff() == "" }

// AudioOff says in the service's words why there can be no sound with this model at this size; "" where there can.
func (d VideoDraft) AudioOff() string {
	r := d.base()
	r.Audio = true
	if why := only(r.Problems(), fieldAudio); len(why) > 0 {
		return why[0].Message
	}
	return ""
}

// SetModel changes the model and what it rules out, and says what became different.
func (d *VideoDraft) SetModel(id string) []string {
	before := *d
	if n := d.secondsNumber(); n > 0 && !d.model().AllowsSeconds(n) {
		d.WishSeconds = n // typed and refused: still what the person wants
	}
	d.Model = id
	d.Seconds = strconv.Itoa(nearest(d.WishSeconds, d.model().Seconds))
	return d.corrections(before)
}

// SetSeconds takes the text of the duration box. A duration that the model cannot make stays to be seen and is refused.
func (d *VideoDraft) SetSeconds(text string) {
	d.Seconds = text
	if n := d.secondsNumber(); d.model().AllowsSeconds(n) {
		d.WishSeconds = n
	}
}

// SetResolution changes the tier, leaves a free size, and says what became different by that.
func (d *VideoDraft) SetResolution(tier string) []string {
	before := *d
	d.WishResolution, d.FreeSize = tier, false
	return d.corrections(before)
}

// SetFreeSize asks for a size in pixels instead of a tier and a ratio; it starts at the size that these stand for.
func (d *VideoDraft) SetFreeSize() []string {
	before := *d
	if strings.TrimSpace(d.Width) == "" && strings.TrimSpace(d.Height) == "" {
		w, h := pixels(d.Resolution(), d.Ratio)
		d.Width, d.Height = strconv.Itoa(w), strconv.Itoa(h)
	}
	d.FreeSize = true
	return d.corrections(before)
}

// SetSides takes the texts of the free size.
func (d *VideoDraft) SetSides(width, height string) []string {
	before := *d
	d.Width, d.Height = width, height
	return d.corrections(before)
}

// Restore takes back what SetModel, SetResolution, SetFreeSize or SetSides did since before. Texts and the seed stay.
func (d *VideoDraft) Restore(before VideoDraft) {
	d.Model, d.Seconds, d.WishSeconds = before.Model, before.Seconds, before.WishSeconds
	d.WishResolution, d.FreeSize, d.Width, d.Height = before.WishResolution, before.FreeSize, before.Width, before.Height
}

// corrections words what changed beside the field that a person touched.
func (d *VideoDraft) corrections(before VideoDraft) []string {
	var said []string
	m := d.model()
	if a, b := before.secondsNumber(), d.secondsNumber(); a != b && a > 0 {
		if !m.AllowsSeconds(a) {
			said = append(said, fmt.Sprintf("%d s became %d s: %s makes %s.", a, b, m.ID, durations(m)))
		} else {
			said = append(said, fmt.Sprintf("Back to %d s.", b))
		}
	}
	if a, b := before.Resolution(), d.Resolution(); a != b && before.WishResolution == d.WishResolution {
		said = append(said, fmt.Sprintf("%s became %s: %s makes %s.", a, b, m.ID, strings.Join(m.Resolutions, " or ")))
	}
	switch a, b := before.Audio(), d.Audio(); {
	case a && !b:
		said = append(said, "Audio went off: "+d.AudioOff()+".")
	case b && !a:
		said = append(said, "Audio is on again.")
	}
	return said
}

// base is the part of the request that decides about rules and price: everything but the texts and the seed.
func (d VideoDraft) base() client.VideoRequest {
	r := client.VideoRequest{Model: d.Model, Prompt: strings.TrimSpace(d.Prompt), Seconds: d.secondsNumber()}
	if d.FreeSize {
		r.Size = sizeText(d.Width, d.Height)
	} else {
		r.Resolution, r.AspectRatio = d.Resolution(), d.Ratio
	}
	return r
}

// requests makes one request per clip, with the problems of the form.
func (d VideoDraft) requests() ([]client.VideoRequest, []client.ValidationError) {
	r := d.base()
	r.NegativePrompt = strings.TrimSpace(d.Negative)
	r.Audio = d.Audio()
	problems := r.Problems()

	seeds, ok := d.Seed.seeds(clampClips(d.Clips))
	if !ok {
		problems = append(problems, client.ValidationError{Field: fieldSeed, Message: msgSeed})
	}
	requests := make([]client.VideoRequest, len(seeds))
	for i, seed := range seeds {
		requests[i] = r
		requests[i].Seed = seed
	}
	return requests, problems
}

// secondsNumber reads the duration box: -1, which no model makes, where it holds no whole number above 0.
func (d VideoDraft) secondsNumber() int {
	text := strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(d.Seconds), "s"))
	n, err := strconv.Atoi(text)
	if err != nil || n <= 0 {
		return -1
	}
	return n
}

func (d VideoDraft) mend() VideoDraft {
	if _, ok := client.VideoModelByID(d.Model); !ok {
		d.SetModel(client.VideoModels()[0].ID)
	}
	if d.WishSeconds <= 0 {
		d.WishSeconds = client.DefaultSeconds
	}
	d.WishResolution = oneOf(d.WishResolution, client.Resolutions())
	d.Ratio = oneOf(d.Ratio, client.Ratios())
	d.Clips = clampClips(d.Clips)
	return d
}

// durations words what a model makes: "5 or 10 s", "3 to 15 s".
func durations(m client.VideoModel) string {
	first, last := m.Seconds[0], m.Seconds[len(m.Seconds)-1]
	if len(m.Seconds) == last-first+1 && len(m.Seconds) > 2 {
		return fmt.Sprintf("%d to %d s", first, last)
	}
	words := make([]string, len(m.Seconds))
	for i, n := range m.Seconds {
		words[i] = strconv.Itoa(n)
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1] + " s"
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

// pixels returns the size that a tier and a ratio stand for.
func pixels(tier, ratio string) (width, height int) {
	short, long := 720, 1280
	if tier == client.Resolution1080P {
		short, long = 1080, 1920
	}
	switch ratio {
	case "9:16":
		return short, long
	case "1:1":
		return short, short
	}
	return long, short
}

// sizeText is the wire form of a free size. What is not a number stays in it, to be refused by the rule for sizes.
func sizeText(width, height string) string {
	return strings.TrimSpace(width) + "x" + strings.TrimSpace(height)
}

func abs(n int) int { return max(n, -n) }

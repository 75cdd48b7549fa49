package form

import (
	"slices"
	"strconv"
	"strings"

	"viviscope/client"
)

// The slots of a clip.
const (
	FirstFrame = 0
	LastFrame  = 1
)

// VideoDraft is the draft of a clip. The duration is kept as it was typed, because a refused text must stay to be
// mended. Resolution and sound are kept as they were wished for: what a model makes of a wish is computed, so that
// going back to a model that can do more brings the wish back.
type VideoDraft struct {
	Model    string `json:"model"`
	Like     string `json:"like,omitempty"` // the model of the catalogue that Model stands for; "" for Model itself
	Prompt   string `json:"prompt"`
	Negative string `json:"negative_prompt"`

	Seconds     string `json:"seconds"`      // what the box holds
	WishSeconds int    `json:"wish_seconds"` // the last duration that a person chose and that its model could make

	WishResolution string `json:"resolution"`
	Raised         bool   `json:"raised,omitempty"` // where a model needs 1080P for sound, the wish for sound counts more than WishResolution
	Ratio          string `json:"aspect_ratio"`
	FreeSize       bool   `json:"free_size"` // Width and Height instead of resolution and ratio
	Width          string `json:"width"`     // pixels, as typed
	Height         string `json:"height"`

	WishAudio bool      `json:"audio"`
	Seed      SeedDraft `json:"seed"`
	Clips     int       `json:"clips"`

	First Slot `json:"first,omitzero"` // used by frames to video alone
	Last  Slot `json:"last,omitzero"`
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

// Rules returns the catalogue's row that the draft's model follows. A draft always names one; Mended sees to that.
func (d VideoDraft) Rules() client.VideoModel {
	if m, ok := client.VideoModelByID(Model{d.Model, d.Like}.Rules()); ok {
		return m
	}
	return client.VideoModels()[0]
}

// Resolution returns the tier that will be asked for: the wish where the model has it, and 1080P where the draft has been
// raised for the sake of sound. It means nothing with a free size. A wish that no model has stays to be refused.
func (d VideoDraft) Resolution() string {
	m := d.Rules()
	switch {
	case d.Raised && d.WishAudio && m.Audio == client.AudioAt1080P:
		return client.Resolution1080P
	case !slices.Contains(client.Resolutions(), d.WishResolution):
		return d.WishResolution
	}
	return oneOf(d.WishResolution, m.Resolutions)
}

// Tier returns the tier that decides about the price, also with a free size.
func (d VideoDraft) Tier() string { return d.base().Tier() }

// Audio reports whether sound will be asked for: wished for, and possible.
func (d VideoDraft) Audio() bool { return d.WishAudio && d.AudioOff() == "" }

// AudioOff says in the service's words why there can be no sound with this model at this size; "" where there can.
func (d VideoDraft) AudioOff() string {
	d.WishAudio = true
	r := d.base()
	r.Audio = true
	if why := Only(r.Problems(), FieldAudio); len(why) > 0 {
		return why[0].Message
	}
	return ""
}

// SecondsNumber reads the duration box: -1, which no model makes, where it holds no whole number above 0.
func (d VideoDraft) SecondsNumber() int {
	text := strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(d.Seconds), "s"))
	n, err := strconv.Atoi(text)
	if err != nil || n <= 0 {
		return -1
	}
	return n
}

// SetSeconds takes the text of the duration box. A duration that the model cannot make stays to be seen and is refused.
func (d *VideoDraft) SetSeconds(text string) {
	d.Seconds = text
	if n := d.SecondsNumber(); d.Rules().AllowsSeconds(n) {
		d.WishSeconds = n
	}
}

// wishedSeconds returns the duration that a person wants, which the model may not make: what is typed, unless it is a
// correction of an earlier wish.
func (d VideoDraft) wishedSeconds() int {
	if n := d.SecondsNumber(); !d.Rules().AllowsSeconds(n) {
		return n
	}
	return d.WishSeconds
}

// base is the part of the request that decides about rules and price: everything but the negative prompt, the pictures
// and the seed.
func (d VideoDraft) base() client.VideoRequest {
	r := client.VideoRequest{Model: d.Model, Like: d.Like, Prompt: strings.TrimSpace(d.Prompt), Seconds: d.SecondsNumber()}
	if d.FreeSize {
		r.Size = sizeText(d.Width, d.Height)
	} else {
		r.Resolution, r.AspectRatio = d.Resolution(), d.Ratio
	}
	return r
}

func (d VideoDraft) mended() VideoDraft {
	if _, ok := client.VideoModelByID(Model{d.Model, d.Like}.Rules()); !ok {
		d.SetModel(Model{ID: client.VideoModels()[0].ID})
	}
	if d.WishSeconds <= 0 {
		d.WishSeconds = client.DefaultSeconds
	}
	d.WishResolution = oneOf(d.WishResolution, client.Resolutions())
	d.Ratio = oneOf(d.Ratio, client.Ratios())
	d.Clips = clampClips(d.Clips)
	return d
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

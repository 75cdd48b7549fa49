package order

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
	Model string `json:"model"`
	Like  string `json:"like,omitempty"` // the model of the catalogue that Model stands for; "" for Model itself

	Own      client.Limits `json:"own,omitzero"` // of Model at the profile in front, see Form.Under
	Prompt   string        `json:"prompt"`
	Negative string        `json:"negative_prompt"`

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
	m, ok := client.VideoModelByID(Model{ID: d.Model, Like: d.Like}.Rules())
	if !ok {
		m = client.VideoModels()[0]
	}
	return m.Limited(d.Own)
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

// Size returns the free size in the form of the wire; "" where the clip has a tier and a ratio.
func (d VideoDraft) Size() string {
	if !d.FreeSize {
		return ""
	}
	return sizeText(d.Width, d.Height)
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
	return messageAt(r.Problems(), FieldAudio)
}

// NegativeOff returns why the format of the requests carries no negative prompt; "" where it does.
func (d VideoDraft) NegativeOff() string {
	r := d.base()
	r.NegativePrompt = "."
	return messageAt(r.LimitProblems(), FieldNegative)
}

// SeedOff returns why the format of the requests carries no seed; "" where it does.
func (d VideoDraft) SeedOff() string {
	r := d.base()
	r.Seed = new(int64)
	return messageAt(r.LimitProblems(), FieldSeed)
}

// IgnoredBy returns the channel of a new-api gateway that does not read a field of the request; "" where the field is
// read, or where the channel is not known.
func (d VideoDraft) IgnoredBy(field string) string { return d.Own.Form.IgnoredBy(d.Model, field) }

// RatioOff reports whether the model makes no clip of a ratio at the present tier.
func (d VideoDraft) RatioOff(ratio string) bool {
	m := d.Rules()
	return m.Sizes != nil && !slices.Contains(m.Sizes, client.SizeOf(d.Resolution(), ratio))
}

func messageAt(problems []client.ValidationError, field string) string {
	if at := Only(problems, field); len(at) > 0 {
		return at[0].Message
	}
	return ""
}

// SecondsNumber reads the duration box: -1, which no model makes, where it holds no whole number above 0.
func (d VideoDraft) SecondsNumber() int { return readSeconds(d.Seconds) }

func readSeconds(text string) int {
	n, err := strconv.Atoi(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(text), "s")))
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

// WishedSeconds returns the duration that the user wants, which the model may not make: what is typed, unless it is a
// correction of an earlier wish.
func (d VideoDraft) WishedSeconds() int {
	if n := d.SecondsNumber(); !d.Rules().AllowsSeconds(n) {
		return n
	}
	return d.WishSeconds
}

// base is the part of the request that decides about rules and price: everything but the negative prompt, the pictures
// and the seed.
func (d VideoDraft) base() (r client.VideoRequest) {
	for _, f := range fields {
		if f.clip != nil {
			f.clip(d, &r)
		}
	}
	return r
}

func (d VideoDraft) mended() VideoDraft {
	if _, ok := client.VideoModelByID(Model{ID: d.Model, Like: d.Like}.Rules()); !ok {
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

// Correction is a change of a field that followed from a change of another one.
type Correction struct {
	Field   string // by its name on the wire
	Was, Is string // seconds, or a resolution tier; "" for audio, which was switched
	Back    bool   // it is as the user wished again
	Why     string // the rule that required it, as a message; "": what Model can make

	Model string
	Rules client.VideoModel
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
	d.Model, d.Like, d.Own = m.ID, m.Like, m.Own
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
		d.Width, d.Height, _ = strings.Cut(client.SizeOf(d.Resolution(), d.Ratio), "x")
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
	d.Model, d.Like, d.Own = before.Model, before.Like, before.Own
	d.Seconds, d.WishSeconds = before.Seconds, before.WishSeconds
	d.WishResolution, d.Raised, d.WishAudio = before.WishResolution, before.Raised, before.WishAudio
	d.FreeSize, d.Width, d.Height = before.FreeSize, before.Width, before.Height
}

// besides leaves out what a person changed at a field: nobody needs to be told of that.
func besides(field string, all []Correction) []Correction {
	return slices.DeleteFunc(all, func(c Correction) bool { return c.Field == field })
}

// corrections returns what became different from an earlier draft.
func (d VideoDraft) corrections(before VideoDraft) (all []Correction) {
	m := d.Rules()
	correct := func(c Correction) {
		c.Model, c.Rules = d.Model, m
		all = append(all, c)
	}
	if was, is := before.SecondsNumber(), d.SecondsNumber(); was != is && was > 0 {
		correct(Correction{Field: FieldSeconds, Was: strconv.Itoa(was), Is: strconv.Itoa(is), Back: m.AllowsSeconds(was)})
	}
	if was, is := before.Resolution(), d.Resolution(); was != is && !d.FreeSize {
		c := Correction{Field: FieldTier, Was: was, Is: is, Back: is == d.WishResolution}
		if !c.Back && d.Raised && is == client.Resolution1080P {
			c.Why = client.MsgAudio1080P
		}
		correct(c)
	}
	if was, is := before.Audio(), d.Audio(); was != is {
		c := Correction{Field: FieldAudio, Back: is}
		if !is {
			c.Why = d.AudioOff()
		}
		correct(c)
	}
	return all
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

// somewhere stands for a link that is not known yet, or that breaks a rule which is told at its slot, while the other
// rules are checked.
const somewhere = "https://example.com/"

// order makes one request per variation and clip, with the problems of the draft. The slots count for frames to video
// alone.
func (d VideoDraft) order(env Env, frames bool) (Order, []client.ValidationError) {
	var o Order
	d.Own = env.Limits(d.Model)
	r := d.base()
	r.Audio = d.Audio()
	var problems []client.ValidationError
	if frames {
		problems = d.frames(env, &r, &o)
	}
	if d.NegativeOff() != "" {
		d.Negative = ""
	}
	if d.SeedOff() != "" {
		d.Seed = SeedDraft{}
	}
	all, tooMany := expand(d.Prompt, d.Negative, clampClips(d.Clips))
	problems = append(problems, tooMany...)

	if frames && r.Own.Form.Sized() {
		r = d.framed(r)
	}
	check := r.Fit(0, 0)
	check.Prompt, check.InputReference = blankest(all), slices.Clone(r.InputReference)
	for i := range check.InputReference {
		if i > FirstFrame || !d.First.Empty() {
			check.InputReference[i] = somewhere
		}
	}
	problems = append(problems, check.Problems()...)
	problems = append(problems, unknown(env.VideoModels, d.Model, isVideoModel)...)

	seeds, ok := d.Seed.seeds(len(all), clampClips(d.Clips))
	if !ok {
		problems = append(problems, client.ValidationError{Field: FieldSeed, Message: MsgSeed})
	}
	for i, words := range all {
		r.Prompt, r.NegativePrompt, r.Seed = words.prompt, words.negative, seeds[i]
		r.InputReference = slices.Clone(r.InputReference)
		o.Requests = append(o.Requests, r.Fit(0, 0))
	}
	return o, problems
}

// unknown says that a profile has no model of that name. The rules of a draft are those of the model that it stood for, so
// that the draft is whole again under a profile that has it.
func unknown(models func() []Model, id string, inCatalogue func(string) bool) []client.ValidationError {
	if inCatalogue(id) {
		return nil
	}
	all := models()
	if _, ok := find(id, all); ok {
		return nil
	}
	ids := make([]string, len(all))
	for i, m := range all {
		ids[i] = m.ID
	}
	return []client.ValidationError{{Field: FieldModel, Message: "model must be one of " + strings.Join(ids, ", ")}}
}

// Slot returns the slot FirstFrame or LastFrame.
func (d *VideoDraft) Slot(place int) *Slot {
	if place == LastFrame {
		return &d.Last
	}
	return &d.First
}

// Swap exchanges the two frames.
func (d *VideoDraft) Swap() { d.First, d.Last = d.Last, d.First }

// Fill puts pictures into the slots, beginning with the one that they came to. Two fill both, and more than that do not
// fit. It returns how many were taken.
func (d *VideoDraft) Fill(place int, pictures ...Slot) int {
	if len(pictures) > 1 {
		place = FirstFrame
	}
	pictures = pictures[:min(len(pictures), client.MaxReferences-place)]
	for i, p := range pictures {
		*d.Slot(place + i) = p
	}
	return len(pictures)
}

// LastOff says why nothing can be put into the last slot; "" where something can. What is in it stays and can be moved.
func (d VideoDraft) LastOff(env Env) string {
	switch {
	case env.Limits(d.Model).Form.OneFrame():
		return MsgFirstOnly
	case d.First.Empty() && d.Last.Empty():
		return MsgLastOff
	}
	return ""
}

// framed gives a request the ratio of its first frame, for a format that carries a size in pixels. Where the size of the
// frame is not known the ratio is the one in the form.
func (d VideoDraft) framed(r client.VideoRequest) client.VideoRequest {
	if r.Size == "" {
		r.AspectRatio = d.Ratio
		if nearest := d.NearestRatio(); nearest != "" {
			r.AspectRatio = nearest
		}
	}
	return r
}

// RatioFollows reports whether the ratio is that of the first frame (interface 2.2), so that it cannot be chosen.
func (d VideoDraft) RatioFollows() bool {
	return !d.First.Empty() && !(d.Own.Form.Sized() && d.NearestRatio() == "")
}

// NearestRatio returns the ratio of the catalogue that is closest to the first frame's; "" where its size is not known.
func (d VideoDraft) NearestRatio() string {
	if d.First.Empty() || d.First.Width <= 0 || d.First.Height <= 0 {
		return ""
	}
	return client.NearestRatio(d.First.Width, d.First.Height)
}

// FrameProblem says what is wrong with the picture in a slot; "" where nothing is, and for an empty one.
func (d VideoDraft) FrameProblem(place int, env Env) string {
	s := *d.Slot(place)
	switch {
	case s.Empty():
		return ""
	case place == LastFrame && env.Limits(d.Model).Form.OneFrame():
		return client.MsgOneImage
	}
	return s.linkProblem(env, client.MsgReferenceURL, client.MsgReferenceURL, MsgNotPublic)
}

// frames puts the slots into a request and an order, and says what is wrong with them. A place whose link is not known yet
// holds "".
func (d VideoDraft) frames(env Env, r *client.VideoRequest, o *Order) []client.ValidationError {
	var problems []client.ValidationError
	r.AspectRatio = "" // the ratio follows the picture
	if d.First.Empty() && d.Last.Empty() {
		return []client.ValidationError{{Field: FieldFrames, Message: MsgFirstFrame}}
	}
	slots := []Slot{d.First}
	if !d.Last.Empty() {
		slots = append(slots, d.Last)
	}
	for place, s := range slots {
		r.InputReference = append(r.InputReference, o.take(s, place, env))
		if why := d.FrameProblem(place, env); why != "" {
			problems = append(problems, client.ValidationError{Field: FieldFrames, Message: why})
		}
	}
	return slices.Compact(problems)
}

// Offer returns the nearest allowed size where the free size is refused.
func (d VideoDraft) Offer() (Offer, bool) {
	if !d.FreeSize {
		return Offer{}, false
	}
	return clipLimits.offer(d.Width, d.Height)
}

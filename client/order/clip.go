package order

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"viviscope/client"
)

// The indexes of the slots of a clip.
const (
	FirstFrame = 0
	LastFrame  = 1
)

// VideoDraft is the draft of a clip. It stores the duration as typed, so that the user can correct a refused text. It
// stores the resolution and audio that the user chose, even if the model does not support them: the supported values
// are computed. Switching back to a better model therefore restores the choice.
type VideoDraft struct {
	Model string `json:"model"`
	Like  string `json:"like,omitempty"` // catalogue model with the same rules, if Model is an alias; "": Model itself

	Limits   client.Limits `json:"own,omitzero"` // of Model in the current profile; see Form.ForProfile
	Prompt   string        `json:"prompt"`
	Negative string        `json:"negative_prompt"`

	Seconds       string `json:"seconds"`      // duration, as typed
	WantedSeconds int    `json:"wish_seconds"` // last duration that the user chose and the model supported

	WantedResolution string `json:"resolution"`
	RaisedForAudio   bool   `json:"raised,omitempty"` // use 1080P instead of WantedResolution if audio requires it
	Ratio            string `json:"aspect_ratio"`
	FreeSize         bool   `json:"free_size"` // Width and Height instead of resolution and ratio
	Width            string `json:"width"`     // pixels, as typed
	Height           string `json:"height"`

	WantedAudio bool      `json:"audio"`
	Seed        SeedDraft `json:"seed"`
	Clips       int       `json:"clips"`

	First Slot `json:"first,omitzero"` // used only by frames to video
	Last  Slot `json:"last,omitzero"`
}

func newVideoDraft() VideoDraft {
	return VideoDraft{
		Model:            client.VideoModels()[0].ID,
		Seconds:          strconv.Itoa(client.DefaultSeconds),
		WantedSeconds:    client.DefaultSeconds,
		WantedResolution: client.DefaultResolution,
		Ratio:            client.Ratios()[0],
		Clips:            1,
	}
}

// Rules returns the catalogue model with the rules of the draft's model, including the limits of the profile. For an
// unknown model it returns the first of the catalogue.
func (d VideoDraft) Rules() client.VideoModel {
	m, ok := client.VideoModelByID(Model{ID: d.Model, Like: d.Like}.Rules())
	if !ok {
		m = client.VideoModels()[0]
	}
	return m.WithLimits(d.Limits)
}

// Resolution returns the tier to request: the user's choice if the model supports it, or 1080P if RaisedForAudio is set
// and the model requires 1080P for audio. It is not used with a free size. It returns an unknown tier unchanged, and
// the rules refuse it.
func (d VideoDraft) Resolution() string {
	m := d.Rules()
	switch {
	case d.RaisedForAudio && d.WantedAudio && m.Audio == client.AudioAt1080P:
		return client.Resolution1080P
	case !slices.Contains(client.Resolutions(), d.WantedResolution):
		return d.WantedResolution
	}
	return oneOf(d.WantedResolution, m.Resolutions)
}

// Size returns the free size in wire format; "" if the clip has a tier and a ratio.
func (d VideoDraft) Size() string {
	if !d.FreeSize {
		return ""
	}
	return sizeText(d.Width, d.Height)
}

// Tier returns the tier that determines the price, also with a free size.
func (d VideoDraft) Tier() string { return d.base().Tier() }

// Audio reports whether audio is requested: the user wants it, and the model supports it at this size.
func (d VideoDraft) Audio() bool { return d.WantedAudio && d.NoAudioReason() == "" }

// NoAudioReason returns the service's message why the model does not support audio at this size; "" if it does.
func (d VideoDraft) NoAudioReason() string {
	d.WantedAudio = true
	r := d.base()
	r.Audio = true
	return firstMessage(r.Problems(), FieldAudio)
}

// NoNegativeReason returns the message why the request format has no negative prompt; "" if it has one.
func (d VideoDraft) NoNegativeReason() string {
	r := d.base()
	r.NegativePrompt = "."
	return firstMessage(r.LimitProblems(), FieldNegative)
}

// NoSeedReason returns the message why the request format has no seed; "" if it has one.
func (d VideoDraft) NoSeedReason() string {
	r := d.base()
	r.Seed = new(int64)
	return firstMessage(r.LimitProblems(), FieldSeed)
}

// IgnoredBy returns the channel of a new-api gateway that ignores a field of the request; "" if the field is used or
// the channel is unknown.
func (d VideoDraft) IgnoredBy(field string) string { return d.Limits.Format.IgnoredBy(d.Model, field) }

// IsRatioUnsupported reports whether the model does not support a ratio at the current tier.
func (d VideoDraft) IsRatioUnsupported(ratio string) bool {
	m := d.Rules()
	return m.Sizes != nil && !slices.Contains(m.Sizes, client.SizeOf(d.Resolution(), ratio))
}

// firstMessage returns the message of the first problem of a field; "" if there is none.
func firstMessage(problems []client.ValidationError, field string) string {
	if at := ProblemsOf(problems, field); len(at) > 0 {
		return at[0].Message
	}
	return ""
}

// SecondsNumber returns the typed duration in seconds. It returns -1, which no model supports, if the text is not a
// positive integer.
func (d VideoDraft) SecondsNumber() int { return readSeconds(d.Seconds) }

func readSeconds(text string) int {
	n, err := strconv.Atoi(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(text), "s")))
	if err != nil || n <= 0 {
		return -1
	}
	return n
}

// SetSeconds sets the text of the duration. An unsupported duration stays in the draft, and the rules refuse it.
func (d *VideoDraft) SetSeconds(text string) {
	d.Seconds = text
	if n := d.SecondsNumber(); d.Rules().AllowsSeconds(n) {
		d.WantedSeconds = n
	}
}

// RequestedSeconds returns the duration that the user wants, even if the model does not support it. It returns
// WantedSeconds if the text is supported, because the text may be a correction of that choice.
func (d VideoDraft) RequestedSeconds() int {
	if n := d.SecondsNumber(); !d.Rules().AllowsSeconds(n) {
		return n
	}
	return d.WantedSeconds
}

// base returns the part of the request that determines rules and price: everything except the negative prompt, the
// pictures and the seed.
func (d VideoDraft) base() (r client.VideoRequest) {
	for _, f := range fields {
		if f.clip != nil {
			f.clip(d, &r)
		}
	}
	return r
}

// normalized replaces values that are not in the catalogue by defaults.
func (d VideoDraft) normalized() VideoDraft {
	if _, ok := client.VideoModelByID(Model{ID: d.Model, Like: d.Like}.Rules()); !ok {
		d.SetModel(Model{ID: client.VideoModels()[0].ID})
	}
	if d.WantedSeconds <= 0 {
		d.WantedSeconds = client.DefaultSeconds
	}
	d.WantedResolution = oneOf(d.WantedResolution, client.Resolutions())
	d.Ratio = oneOf(d.Ratio, client.Ratios())
	d.Clips = clampCount(d.Clips)
	return d
}

// Correction is an automatic change of one field, caused by a change of another field.
type Correction struct {
	Field    string // wire name
	From, To string // seconds, or a resolution tier; "" for audio
	Restored bool   // the field has the user's choice again; for audio: it is on again
	Reason   string // message of the rule that required the change; "": the limits of Model

	Model string
	Rules client.VideoModel
}

// SetModel changes the model, adapts the fields that it does not support, and returns the corrections. If the user
// wants audio and the new model supports it only at 1080P, the tier becomes 1080P. Switching back to the old model
// restores the resolution.
func (d *VideoDraft) SetModel(m Model) []Correction {
	before := *d
	if n := d.SecondsNumber(); n > 0 && !d.Rules().AllowsSeconds(n) {
		d.WantedSeconds = n // refused by the old model, but maybe supported by the new one
	}
	if m.ID != d.Model {
		d.RaisedForAudio = d.WantedAudio
	}
	d.Model, d.Like, d.Limits = m.ID, m.Like, m.Limits
	d.Seconds = strconv.Itoa(nearest(d.WantedSeconds, d.Rules().Seconds))
	return d.corrections(before)
}

// SetResolution changes the tier, disables a free size, and returns the other corrections.
func (d *VideoDraft) SetResolution(tier string) []Correction {
	before := *d
	d.WantedResolution, d.FreeSize, d.RaisedForAudio = tier, false, false
	return exceptField(FieldTier, d.corrections(before))
}

// SetAudio changes whether the user wants audio, and returns the other corrections.
func (d *VideoDraft) SetAudio(wish bool) []Correction {
	before := *d
	d.WantedAudio = wish
	return exceptField(FieldAudio, d.corrections(before))
}

// SetFreeSize enables a size in pixels instead of a tier and a ratio. It starts with the size of the current tier and
// ratio.
func (d *VideoDraft) SetFreeSize() []Correction {
	before := *d
	if strings.TrimSpace(d.Width) == "" && strings.TrimSpace(d.Height) == "" {
		d.Width, d.Height, _ = strings.Cut(client.SizeOf(d.Resolution(), d.Ratio), "x")
	}
	d.FreeSize = true
	return d.corrections(before)
}

// SetSides sets the width and height of the free size, as typed.
func (d *VideoDraft) SetSides(width, height string) []Correction {
	before := *d
	d.Width, d.Height = width, height
	return d.corrections(before)
}

// Restore undoes the changes of SetModel, SetResolution, SetAudio, SetFreeSize or SetSides since before. Texts,
// pictures and the seed stay.
func (d *VideoDraft) Restore(before VideoDraft) {
	d.Model, d.Like, d.Limits = before.Model, before.Like, before.Limits
	d.Seconds, d.WantedSeconds = before.Seconds, before.WantedSeconds
	d.WantedResolution, d.RaisedForAudio, d.WantedAudio = before.WantedResolution, before.RaisedForAudio,
		before.WantedAudio
	d.FreeSize, d.Width, d.Height = before.FreeSize, before.Width, before.Height
}

// exceptField removes the corrections of the field that the user changed.
func exceptField(field string, all []Correction) []Correction {
	return slices.DeleteFunc(all, func(c Correction) bool { return c.Field == field })
}

// corrections returns the differences from an earlier draft.
func (d VideoDraft) corrections(before VideoDraft) (all []Correction) {
	m := d.Rules()
	correct := func(c Correction) {
		c.Model, c.Rules = d.Model, m
		all = append(all, c)
	}
	if was, is := before.SecondsNumber(), d.SecondsNumber(); was != is && was > 0 {
		correct(Correction{Field: FieldSeconds, From: strconv.Itoa(was), To: strconv.Itoa(is),
			Restored: m.AllowsSeconds(was)})
	}
	if was, is := before.Resolution(), d.Resolution(); was != is && !d.FreeSize {
		c := Correction{Field: FieldTier, From: was, To: is, Restored: is == d.WantedResolution}
		if !c.Restored && d.RaisedForAudio && is == client.Resolution1080P {
			c.Reason = client.MsgAudio1080P
		}
		correct(c)
	}
	if was, is := before.Audio(), d.Audio(); was != is {
		c := Correction{Field: FieldAudio, Restored: is}
		if !is {
			c.Reason = d.NoAudioReason()
		}
		correct(c)
	}
	return all
}

// nearest returns the allowed duration closest to the wanted one. Of two equally close durations it returns the
// shorter, which is cheaper.
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

// placeholderURL replaces the links of a request while its rules are checked. A link may still be unknown, and its
// problems are reported separately.
const placeholderURL = "https://example.com/"

// build returns one request for each variation and clip, and the problems of the draft. It uses the slots only if
// frames is set.
func (d VideoDraft) build(env Env, frames bool) (Order, []client.ValidationError) {
	var o Order
	d.Limits = env.Limits(d.Model)
	r := d.base()
	r.Audio = d.Audio()
	var problems []client.ValidationError
	if frames {
		problems = d.addFrames(env, &r, &o)
	}
	if d.NoNegativeReason() != "" {
		d.Negative = ""
	}
	if d.NoSeedReason() != "" {
		d.Seed = SeedDraft{}
	}
	all, tooMany := expandTexts(d.Prompt, d.Negative, clampCount(d.Clips))
	problems = append(problems, tooMany...)
	ofCast, castProblems := env.mention(all, 0, false)
	problems = append(problems, castProblems...)
	all, o.Cast = ofCast.texts, ofCast.used

	if frames && r.Limits.Format.HasPixelSize() {
		r = d.withFrameRatio(r)
	}
	check := r.WithPixelSize(0, 0)
	check.Prompt, check.InputReference = emptyOrFirst(all), slices.Clone(r.InputReference)
	for i := range check.InputReference {
		if i > FirstFrame || !d.First.Empty() {
			check.InputReference[i] = placeholderURL
		}
	}
	problems = append(problems, check.Problems()...)
	problems = append(problems, unknownModelProblem(env.VideoModels, d.Model, isVideoModel)...)

	seeds, ok := d.Seed.seeds(len(all), clampCount(d.Clips))
	if !ok {
		problems = append(problems, client.ValidationError{Field: FieldSeed, Message: MsgSeed})
	}
	for i, words := range all {
		r.Prompt, r.NegativePrompt, r.Seed = words.prompt, words.negative, seeds[i]
		r.InputReference = slices.Clone(r.InputReference)
		o.Requests = append(o.Requests, r.WithPixelSize(0, 0))
	}
	return o, problems
}

// unknownModelProblem returns a problem if neither the catalogue nor the profile has a model with the ID. The draft
// keeps the ID and its rules, so that it is valid again in a profile with the model.
func unknownModelProblem(models func() []Model, id string, inCatalogue func(string) bool) []client.ValidationError {
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

// Slot returns the slot with the index FirstFrame or LastFrame.
func (d *VideoDraft) Slot(place int) *Slot {
	if place == LastFrame {
		return &d.Last
	}
	return &d.First
}

// Swap exchanges the two frames.
func (d *VideoDraft) Swap() { d.First, d.Last = d.Last, d.First }

// Fill puts pictures into the slots, starting at the given index. Two pictures fill both slots; more are ignored. It
// returns the number of pictures used.
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

// NoLastFrameReason returns why the last slot accepts no picture; "" if it does. A picture already in the slot stays.
func (d VideoDraft) NoLastFrameReason(env Env) string {
	switch {
	case env.Limits(d.Model).Format.FirstFrameOnly():
		return MsgFirstOnly
	case d.First.Empty() && d.Last.Empty():
		return MsgLastOff
	}
	return ""
}

// withFrameRatio returns the request with the ratio of the first frame, for a format with a size in pixels. If the size
// of the frame is unknown, it uses the ratio of the form.
func (d VideoDraft) withFrameRatio(r client.VideoRequest) client.VideoRequest {
	if r.Size == "" {
		r.AspectRatio = d.Ratio
		if nearest := d.NearestRatio(); nearest != "" {
			r.AspectRatio = nearest
		}
	}
	return r
}

// RatioFollows reports whether the ratio is that of the first frame (interface 2.2), so that the user cannot choose it.
func (d VideoDraft) RatioFollows() bool {
	return !d.First.Empty() && !(d.Limits.Format.HasPixelSize() && d.NearestRatio() == "")
}

// SentRatio returns the catalogue ratio that the clip will have. It returns "" if the clip has the ratio of its first
// frame, and that ratio is unknown or not in the catalogue.
func (d VideoDraft) SentRatio() string {
	nearest := d.NearestRatio()
	switch {
	case !d.RatioFollows():
		return d.Ratio
	case d.Limits.Format.HasPixelSize() || nearest == "":
		return nearest
	}
	var shape Slot
	_, _ = fmt.Sscanf(nearest, "%d:%d", &shape.Width, &shape.Height)
	if !d.First.SameShape(shape) {
		return ""
	}
	return nearest
}

// NearestRatio returns the catalogue ratio closest to that of the first frame; "" if the size of the frame is unknown.
func (d VideoDraft) NearestRatio() string {
	if d.First.Empty() || d.First.Width <= 0 || d.First.Height <= 0 {
		return ""
	}
	return client.NearestRatio(d.First.Width, d.First.Height)
}

// FrameProblem returns the problem of the picture in a slot; "" if it has none, or if the slot is empty.
func (d VideoDraft) FrameProblem(place int, env Env) string {
	s := *d.Slot(place)
	switch {
	case s.Empty():
		return ""
	case place == LastFrame && env.Limits(d.Model).Format.FirstFrameOnly():
		return client.MsgOneImage
	}
	return s.linkProblem(env, client.MsgReferenceURL, client.MsgReferenceURL, MsgNotPublic)
}

// addFrames adds the pictures in the slots to a request and an order, and returns their problems. A link that is not
// known yet is "".
func (d VideoDraft) addFrames(env Env, r *client.VideoRequest, o *Order) []client.ValidationError {
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
		r.InputReference = append(r.InputReference, o.addLinked(s, place, env))
		if why := d.FrameProblem(place, env); why != "" {
			problems = append(problems, client.ValidationError{Field: FieldFrames, Message: why})
		}
	}
	return slices.Compact(problems)
}

// SuggestSize returns the closest allowed size if the free size is refused; false otherwise.
func (d VideoDraft) SuggestSize() (SizeSuggestion, bool) {
	if !d.FreeSize {
		return SizeSuggestion{}, false
	}
	return clipLimits.suggest(d.Width, d.Height)
}

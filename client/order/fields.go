package order

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"viviscope/client"
	"viviscope/client/jobs"
)

// The fields of the form by their names on the wire, as client.ValidationError uses them.
const (
	FieldModel    = "model"
	FieldFrames   = "input_reference" // both slots of a clip
	FieldImage    = "image"           // the picture of an edit: there is none
	FieldImages   = "images"          // the pictures of an edit: one of them cannot be used
	FieldPrompt   = "prompt"
	FieldNegative = "negative_prompt"
	FieldSeconds  = "seconds"
	FieldTier     = "resolution"
	FieldRatio    = "aspect_ratio"
	FieldSize     = "size"
	FieldQuality  = "quality"
	FieldFormat   = "output_format"
	FieldAudio    = "audio"
	FieldSeed     = "seed"
)

// Messages of the form, for rules that the service states without a message, and for what only this side can know. They name
// problems; package wording has their words in the language of the window.
const (
	MsgSeed       = "seed must be an integer"                        // interface 2.2
	MsgFirstFrame = "input_reference is required for image to video" // interface 2.2
	MsgLinkDead   = "Link expired"                                   // the service would not be able to fetch it
	MsgNotPublic  = "input_reference must be a public URL: the service cannot reach this computer or its network"
	MsgEditPublic = "images must be public URLs: the service cannot reach this computer or its network"
	MsgEditMixed  = "image and images exclude each other: send one local picture, or links only"

	// MsgTooMany is what an edit of more than MaxEditPictures says.
	MsgTooMany = "an edit uses at most 16 pictures, including the one on the canvas"

	// What stands against further pictures beside the one on the canvas, where that can go as a file only.
	MsgCanvasDrawn = "image and images exclude each other: what you drew is sent as the one file that the service accepts"
	MsgCanvasFile  = "image and images exclude each other: the picture on the canvas has no valid web address, so it is sent as " +
		"the one file that the service accepts"

	// MsgTooManyJobs is the problem of a prompt that stands for more jobs than can be counted.
	MsgTooManyJobs = "this makes too many jobs: " + limitAtOnce
	limitAtOnce    = "the limit is 100 at once"

	// MsgLocalFile is what a slot says of a local file that cannot be hosted, in plainer words than the rule that it breaks.
	MsgLocalFile = "A frame needs a web address. Set up image hosting, or edit this picture first."
	// MsgLastOff is what the second slot says while the first one is empty.
	MsgLastOff = "Choose a first frame first"
	// MsgFirstOnly is what it says where the requests of the profile have no place for it.
	MsgFirstOnly = "This service accepts a first frame only."
)

// rank is the place of a field in the window, in the order of reading.
func rank(field string) int {
	return slices.Index([]string{
		FieldModel, FieldFrames, FieldImage, FieldImages, FieldPrompt, FieldNegative, FieldSeconds, FieldTier, FieldRatio,
		FieldSize, FieldQuality, FieldFormat, FieldAudio, FieldSeed,
	}, field)
}

// sorted puts problems in the order of the fields; those of one field stay as they are.
func sorted(problems []client.ValidationError) []client.ValidationError {
	slices.SortStableFunc(problems, func(a, b client.ValidationError) int { return rank(a.Field) - rank(b.Field) })
	return problems
}

// Only returns the problems of one field, or of several that share a control.
func Only(problems []client.ValidationError, fields ...string) []client.ValidationError {
	var of []client.ValidationError
	for _, p := range problems {
		if slices.Contains(fields, p.Field) {
			of = append(of, p)
		}
	}
	return of
}

// Priceable reports whether an order with these problems has a price all the same: nothing that decides about it is wrong,
// only a prompt or a picture is missing or cannot be used.
func Priceable(problems []client.ValidationError) bool {
	return !slices.ContainsFunc(problems, func(p client.ValidationError) bool {
		switch p.Field {
		case FieldFrames, FieldImage, FieldImages:
			return false
		case FieldPrompt:
			return p.Message != client.MsgPromptRequired && p.Message != client.MsgImagePrompt
		}
		return true
	})
}

// words are the texts of one job.
type words struct{ prompt, negative string }

// expand makes the texts of every job: each variation of the prompt with each of the negative prompt, and each of these
// once per clip. Where that is more than one click may make, it is said at the prompt, and the texts as they were typed
// stand for all.
func expand(prompt, negative string, clips int) ([]words, []client.ValidationError) {
	count := 1
	for _, text := range []string{prompt, negative} {
		count = min(count*Variations(text), 1<<30)
	}
	if count > MaxOrder/clips {
		problem := fmt.Sprintf("this makes %d jobs: %s", count*clips, limitAtOnce)
		if count == 1<<30 {
			problem = MsgTooManyJobs
		}
		return []words{{strings.TrimSpace(prompt), strings.TrimSpace(negative)}}, []client.ValidationError{{Field: FieldPrompt, Message: problem}}
	}
	all := make([]words, 0, count*clips)
	for _, p := range Expand(prompt) {
		for _, n := range Expand(negative) {
			for range clips {
				all = append(all, words{strings.TrimSpace(p), strings.TrimSpace(n)})
			}
		}
	}
	return all, nil
}

// blankest returns a prompt that breaks the rule about prompts where one of them does.
func blankest(all []words) string {
	for _, w := range all {
		if w.prompt == "" {
			return ""
		}
	}
	return all[0].prompt
}

// SeedDraft is the seed field. An empty text leaves the choice to the service. A locked seed stays after a click and
// counts up over the clips of one click; one that is not locked is different for each job and moves on after a click.
type SeedDraft struct {
	Text   string `json:"text"`
	Locked bool   `json:"locked"`
}

// seeds returns the seeds of jobs, of which each clips in a row have the same words; nil for "the service chooses". It is
// a pure function of what the field shows: the estimate, Copy request and the click get the same ones. Variations of a
// prompt share the seeds of a locked field, so that nothing but the words differs between them. It is not ok where the
// text is no integer, or where counting up would leave the range of integers.
func (s SeedDraft) seeds(jobs, clips int) (seeds []*int64, ok bool) {
	seeds = make([]*int64, jobs)
	if strings.TrimSpace(s.Text) == "" {
		return seeds, true
	}
	first, err := readSeed(s.Text)
	if err != nil || (s.Locked && first > math.MaxInt64-int64(clips-1)) {
		return seeds, false
	}
	for i := range seeds {
		seed := first
		switch {
		case s.Locked:
			seed += int64(i % clips)
		case i > 0:
			seed = scatter(first, i)
		}
		seeds[i] = &seed
	}
	return seeds, true
}

// readSeed reads an integer, also with blanks in it: people group digits.
func readSeed(text string) (int64, error) {
	return strconv.ParseInt(strings.Join(strings.Fields(text), ""), 10, 64)
}

// Kept is the seed of a locked field; nil: none is.
func (s SeedDraft) Kept() *int64 {
	if seed, err := readSeed(s.Text); s.Locked && err == nil {
		return &seed
	}
	return nil
}

// moved returns the field as it stands after a click.
func (s SeedDraft) moved(next func() int64) SeedDraft {
	if !s.Locked && strings.TrimSpace(s.Text) != "" {
		s.Text = SeedText(next())
	}
	return s
}

// scatter picks the seed of a further clip of one click: far from the first, and always the same one for the same
// first. It is the finaliser of splitmix64.
func scatter(first int64, i int) int64 {
	z := uint64(first) + uint64(i)*0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	hi, _ := bits.Mul64(z^z>>31, jobs.MaxRolledSeed+1)
	return int64(hi)
}

// SeedText writes a seed as the field holds it.
func SeedText(seed int64) string { return strconv.FormatInt(seed, 10) }

// limits are what a free size may be, in pixels.
type limits struct{ least, long, short int }

// The limits that the rules about sizes hold: interface 2.4 and 8 for pictures, and for clips the tiers of 2.2.
var (
	pictureLimits = limits{client.MinSide, client.MaxSide, client.MaxSide}
	clipLimits    = limits{client.MinSide, 1920, 1080}
)

// nearest returns the allowed size that is closest to w by h in shape and then in size, in the form of the wire. Only a
// shape so narrow that its short side would vanish is changed.
func (l limits) nearest(w, h int) string {
	scale := min(1, float64(l.long)/float64(max(w, h)), float64(l.short)/float64(min(w, h)))
	side := func(n, most int) int { return min(max(int(math.Round(float64(n)*scale)), l.least), most) }
	if w >= h {
		w, h = side(w, l.long), side(h, l.short)
	} else {
		w, h = side(w, l.short), side(h, l.long)
	}
	return fmt.Sprintf("%dx%d", w, h)
}

// Offer is a size that is allowed, for one that is not.
type Offer struct {
	Width, Height string // for SetSides
}

// offer returns the nearest allowed size for a refused one; false where the size is allowed, or where there is nothing to
// be near to because one of the sides is no number of pixels.
func (l limits) offer(width, height string) (Offer, bool) {
	w, okW := readSide(width)
	h, okH := readSide(height)
	if !okW || !okH {
		return Offer{}, false
	}
	size := l.nearest(w, h)
	if size == sizeText(width, height) {
		return Offer{}, false
	}
	var o Offer
	o.Width, o.Height, _ = strings.Cut(size, "x")
	return o, true
}

// readSide reads what people type: also with the unit, and with zeros in front.
func readSide(text string) (int, bool) {
	n, err := strconv.Atoi(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(text), "px")))
	return n, err == nil && n > 0 && n <= math.MaxInt32
}

// Offer returns the nearest allowed size where the free size is refused.
func (d VideoDraft) Offer() (Offer, bool) {
	if !d.FreeSize {
		return Offer{}, false
	}
	return clipLimits.offer(d.Width, d.Height)
}

// Offer returns the nearest allowed size where the free size is refused.
func (d ImageDraft) Offer() (Offer, bool) {
	if !d.FreeSize {
		return Offer{}, false
	}
	return pictureLimits.offer(d.Width, d.Height)
}

// sizeText is the wire form of a free size. What is not a number stays in it, to be refused by the rule for sizes.
func sizeText(width, height string) string {
	return strings.TrimSpace(width) + "x" + strings.TrimSpace(height)
}

package boards

import (
	"cmp"
	"slices"
	"time"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/client/order"
	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/db/cast"
)

// linkMargin is how long a picture's link must still work after the expected time of its request.
const linkMargin = 30 * time.Minute

// placeholderLink replaces the link of a picture that another job will deliver, so that the request can be validated.
const placeholderLink = "https://example.com/"

// Item is one job of a click.
type Item struct {
	Card     string      // the card that gets the take
	Form     order.Form  // the form that the order is made from
	Order    order.Order // one request, with its pictures
	After    jobs.After
	FinalOf  int64         // ID of the job of the draft that it makes final; 0: it is no final
	Replaces []int64       // jobs of the card that cannot deliver anything
	Price    *int64        // micro-units; nil: not known
	Ends     time.Duration // when the job is expected to end, from the click

	clip   db.Asset      // a clip that the user added; the item begins with its last frame. Zero: none
	waits  bool          // its picture is neither made nor ordered here
	begins time.Duration // when the job is expected to be sent, from the click
}

// Click is the order of one press of a button: a job for each of some cards, in the order of the strip, and the
// problems that prevent them.
type Click struct {
	Context
	View     boards.View
	Cards    []string
	Purpose  Purpose
	Items    []Item
	Problems []Problem

	skipsWaiting bool              // skips cards that wait for a picture that is neither made nor ordered here
	asked        map[string]bool   // the cards
	makes        map[string]int    // by card: the 1-based position of the item that makes its take
	sizes        map[string][2]int // by card: width and height of the result of that item; 0 if unknown
}

// Purpose selects the request that a click sends for each of its cards.
type Purpose int

const (
	Make      Purpose = iota // a take with the present request of the card
	Renew                    // a copy of the picture with a new link; the click has one card
	MakeFinal                // the request of the chosen take again, with the final settings
	Remake                   // as Make; other cards of the click deliver its pictures, although these have a take
)

// NewClick returns the click that makes cards of a board. It reads no file.
func NewClick(v boards.View, w Context, cards ...string) *Click { return newClick(v, w, Make, cards) }

func newClick(v boards.View, w Context, p Purpose, cards []string) *Click {
	c := &Click{Context: w, View: v, Cards: cards, Purpose: p}
	c.plan()
	return c
}

// Again returns a click with the same purpose, for cards of a board as it is now.
func (c *Click) Again(v boards.View, w Context, cards ...string) *Click {
	switch {
	case c.Purpose == Renew && len(cards) > 0:
		return Renewal(v, w, cards[0])
	case c.Purpose == MakeFinal:
		cards = slices.DeleteFunc(slices.Clone(cards), func(card string) bool { return !canMakeFinal(v, w, card) })
	case c.Purpose == Remake && len(cards) > 0:
		return Remakes(v, w, cards...)
	}
	return newClick(v, w, c.Purpose, cards)
}

// Renewal returns the click for an unchanged copy of a keyframe's picture, to get a new link. The copy is another take
// and may differ slightly.
func Renewal(v boards.View, w Context, frame string) *Click {
	c := newClick(v, w, Renew, nil)
	c.Cards = []string{frame}
	chosen, _ := v.Chosen(frame)
	it := c.copied(frame)
	it.Form.Edit.Pictures[0] = c.slot(&it, boards.Picture{Frame: frame, Asset: chosen.Asset.Ref}, 0)
	c.put(it, boards.Want{})
	return c
}

// WithMakers removes the cards that wait for a picture that is neither made, nor ordered, nor made by another of the
// given cards. Makers are planned first, so one pass finds all of them. It changes the slice.
func (c *Click) WithMakers(v boards.View, w Context, cards []string) []string {
	trial := &Click{Context: w, View: v, Cards: cards, Purpose: c.Purpose, skipsWaiting: true}
	trial.plan()
	return slices.DeleteFunc(cards, func(card string) bool { return trial.makes[card] == 0 })
}

// plan adds an item for each card, after the items of the cards that it is made from. A keyframe that is made from
// itself, directly or not, is found again while its makers are planned; then it waits. plan uses an explicit stack,
// because a chain can be as long as the board.
func (c *Click) plan() {
	c.makes, c.sizes, c.Ahead = map[string]int{}, map[string][2]int{}, c.Ahead.Clone()
	type step struct {
		want   boards.Want
		makers bool // have been planned
	}
	seen := map[string]bool{}
	c.asked = map[string]bool{}
	for _, card := range c.Cards {
		c.asked[card] = true
	}
	for _, card := range c.Cards {
		stack := []step{{want: c.Want(card)}}
		for len(stack) > 0 {
			s := &stack[len(stack)-1]
			switch {
			case s.makers:
				c.add(s.want)
			case s.want.Kind != "" && !seen[s.want.Card]:
				s.makers, seen[s.want.Card] = true, true
				// the first frame is planned first
				for _, p := range []boards.Picture{s.want.From, s.want.Last, s.want.First} {
					if maker := c.maker(p); c.asked[maker] && !seen[maker] {
						stack = append(stack, step{want: c.Want(maker)})
					}
				}
				continue
			}
			stack = stack[:len(stack)-1]
		}
	}
}

// Want returns the request that the click makes for a card.
func (c *Click) Want(card string) boards.Want {
	if c.Purpose == MakeFinal {
		w, _ := finalWant(c.View, card)
		return w
	}
	return c.View.Want(card)
}

// maker returns the card that delivers a picture; "" if the picture exists and is not remade here.
func (c *Click) maker(p boards.Picture) string {
	isRemade := c.Purpose == Remake && c.asked[p.Frame]
	if p.Frame != "" && (isRemade || p.Asset == "" && p.Link == "") {
		return p.Frame
	}
	return p.After
}

// add orders a take of a card.
func (c *Click) add(w boards.Want) {
	it := Item{Card: w.Card, Form: wantedForm(w, c.View.Settings.Size)}
	if c.Purpose == MakeFinal {
		chosen, _ := c.View.Chosen(w.Card)
		it.FinalOf = chosen.Job.ID
	}
	for _, j := range c.View.Jobs[w.Card] {
		if cannotDeliver(j) {
			it.Replaces = append(it.Replaces, j.ID)
		}
	}
	if d := it.Form.Clip(); d == nil {
		c.addPictures(&it, w)
	} else {
		d.First, d.Last = c.slot(&it, w.First, order.FirstFrame), c.slot(&it, w.Last, order.LastFrame)
		if w.First.After == "" && !IsSameShape(c.View.Settings.Size, d.First) {
			c.reject(w.Card, Problem{Kind: OtherRatio, Frame: w.First.Frame})
		}
		// A job waits for one other job only. This one would wait for the edit of the clip's frame and for the last
		// frame.
		if it.clip.ID != 0 && it.After != (jobs.After{}) && !c.Hosting {
			it.waits = true
			c.reject(w.Card, Problem{Kind: Waits, Frame: w.Last.Frame})
		}
		if w.First.After != "" && !c.Hosting && !it.waits { // a clip's frame has no link, so only an edit accepts it
			edit := c.copied(w.Card)
			edit.After, edit.clip, edit.Form.Edit.Pictures[0] = it.After, it.clip, d.First
			c.put(edit, boards.Want{})
			it.After, it.clip = jobs.After{Order: len(c.Items)}, db.Asset{}
			d.First = c.pendingSlot(w.Card)
		}
	}
	if it.waits && c.skipsWaiting {
		return
	}
	c.put(it, w)
}

// addPictures fills the pictures of a keyframe's order: the one that it is an edit of, then those of the cast. While
// the first one is not made, the others must have addresses: what another job will deliver cannot be laid on a sheet.
func (c *Click) addPictures(it *Item, w boards.Want) {
	d := &it.Form.Edit
	n := 0
	if w.From != (boards.Picture{}) || len(w.Cast) == 0 {
		d.Pictures[0] = c.slot(it, w.From, 0)
		n = 1
	}
	for _, u := range w.Cast {
		for _, ref := range u.Pictures {
			if n == len(d.Pictures) {
				c.reject(w.Card, Problem{Kind: Broken, Rule: order.MsgCastTooMany})
				return
			}
			a := c.View.Assets[ref]
			if !isPicture(a) {
				c.reject(w.Card, Problem{Kind: Broken, Rule: order.CastGone(u.Name)})
			}
			d.Pictures[n] = c.assetSlot(a, a.JobID != 0)
			d.OnSheet = true
			n++
		}
	}
	if it.After == (jobs.After{}) {
		return
	}
	for place := 1; place < n; place++ {
		if d.PictureProblem(place, c.Env) != "" {
			it.waits = true
			c.reject(w.Card, Problem{Kind: Waits, Frame: w.From.Frame})
			return
		}
	}
}

// isPicture reports whether an asset is a picture of the library that can be sent.
func isPicture(a db.Asset) bool { return a.ID != 0 && a.TrashedAt.IsZero() && a.Kind == db.Picture }

// copied returns an edit that leaves a picture unchanged.
func (c *Click) copied(card string) Item {
	s := c.View.Settings
	return Item{Card: card, Form: wantedForm(boards.Want{Kind: db.EditImage, Prompt: boards.CopyPrompt,
		Model: s.PictureModel, Quality: s.Quality}, s.Size)}
}

// pendingSlot returns a slot for a picture that a card will deliver, with its expected size. The price of an edit
// depends on the input pixels.
func (c *Click) pendingSlot(card string) order.Slot {
	w, h := c.resultSize(card)
	return order.Slot{URL: placeholderLink, Width: w, Height: h}
}

// resultSize returns the width and height of a card's result: of the item that makes it in this click, or of its chosen
// take, or of its running job. If none of these is known, it returns the size of the board's pictures.
func (c *Click) resultSize(card string) (w, h int) {
	if size := c.sizes[card]; size[0] > 0 {
		return size[0], size[1]
	}
	if chosen, ok := c.View.Chosen(card); ok && chosen.Asset.Width > 0 && c.makes[card] == 0 {
		return chosen.Asset.Width, chosen.Asset.Height
	}
	w, h, _ = client.ParseSize(c.View.Settings.Size) // an invalid size is reported as a broken rule
	if j := c.View.State(card, c.Now).Job; j.Kind.IsVideo() && c.makes[card] == 0 {
		r := j.RequestFields()
		request := client.VideoRequest{Resolution: r.Resolution, Size: r.Size,
			AspectRatio: RatioOf(c.View.Settings.Size), InputReference: r.Frames}
		if jw, jh := request.ClipSize(w, h); jw > 0 {
			return jw, jh
		}
	}
	return w, h
}

// slot returns a picture as a slot of a form. If another job delivers the picture, slot sets it.After. A job can come
// after only one other job.
func (c *Click) slot(it *Item, p boards.Picture, place int) order.Slot {
	clip, made := c.View.Chosen(p.After)
	lost := made && !c.View.Available(clip.Asset)
	if made && !lost && clip.Job.ID == 0 {
		it.clip = clip.Asset
		return c.pendingSlot(p.After)
	}
	if from := c.maker(p); from != "" {
		after := jobs.After{Order: c.makes[from], Place: place}
		if after.Order == 0 {
			after.Job = c.makerJob(from)
		}
		switch {
		case after.Order == 0 && after.Job == 0 && lost:
			c.reject(it.Card, Problem{Kind: Gone})
		case after.Order == 0 && after.Job == 0 || it.After != (jobs.After{}):
			it.waits = true
			c.reject(it.Card, Problem{Kind: Waits, Frame: p.Frame})
		default:
			it.After = after
		}
		return c.pendingSlot(from)
	}
	s, a := order.Slot{URL: p.Link, Asset: p.Asset}, c.View.Assets[p.Asset]
	if p.Asset == "" {
		return s
	}
	if a.ID == 0 || !a.TrashedAt.IsZero() || a.Kind == db.Clip {
		c.reject(it.Card, Problem{Kind: Gone, Frame: p.Frame})
	}
	chosen, _ := c.View.Chosen(p.Frame)
	found := c.assetSlot(a, chosen.Job.ID != 0)
	if s.URL != "" {
		found.URL, found.Dies = s.URL, 0
	}
	found.Asset = p.Asset
	return found
}

// assetSlot returns an asset as a slot of a form. made reports that a job of the service made it. The sandbox needs no
// address for other pictures, because it takes them from this computer.
func (c *Click) assetSlot(a db.Asset, made bool) order.Slot {
	s := order.Slot{Asset: a.Ref, File: a.Path, Width: a.Width, Height: a.Height}
	uploads := c.Sandbox && c.Hosting && !made
	if a.Link != "" && !uploads {
		s.URL = a.Link
		if !a.LinkExpires.IsZero() {
			s.Dies = a.LinkExpires.UnixMilli()
		}
	}
	return s
}

// makerJob returns the job that made a card's result, or is making it; 0 if there is none. A made result must still
// exist.
func (c *Click) makerJob(card string) int64 {
	chosen, ok := c.View.Chosen(card)
	if c.Purpose == MakeFinal && ok && chosen.Job.ID != 0 && chosen.Job.FinalOf == 0 {
		saved, open := c.View.FinalOf(chosen.Job)
		if saved.Job.ID == 0 && jobs.CanFollow(open) && !cannotDeliver(open) {
			return open.ID
		}
	}
	if ok && c.View.Available(chosen.Asset) {
		return chosen.Job.ID
	}
	if j := c.View.State(card, c.Now).Job; !j.State.Ended() && jobs.CanFollow(j) && !cannotDeliver(j) {
		return j.ID
	}
	return 0
}

// cannotDeliver reports whether an unsent job cannot deliver anything: its predecessor failed, or the link of its
// picture expired.
func cannotDeliver(j db.Job) bool {
	return j.State == db.Held && (j.Hold == db.HeldFrameGone || !j.WaitsForJob() && !jobs.CanRelease(j))
}

// reject adds a problem of a card, unless the user accepted it.
func (c *Click) reject(card string, p Problem) {
	if c.Accepted[Accepted{p.Kind, card}] {
		return
	}
	p.Cards = []string{card}
	c.Problems = withProblem(c.Problems, p)
}

// put adds an item to the click, and its problems. It validates the form as of the time when the job would be sent.
func (c *Click) put(it Item, w boards.Want) {
	took, after, env := jobs.UsualPicture, c.Ahead.Ends(it.After.Job), c.Env
	if it.Form.Kind.IsVideo() {
		took = cmp.Or(c.Times[it.Card], jobs.UsualClip)
		if it.FinalOf != 0 {
			took = cmp.Or(c.FinalTimes[it.Card], jobs.UsualClip)
		}
	}
	if it.After.Order > 0 {
		after = c.Items[it.After.Order-1].Ends
	}
	it.begins = c.Ahead.Begin(it.Form.Kind, took, after)
	it.Ends = it.begins + took
	env.Now = env.Now.Add(it.begins + linkMargin)
	o, rules := it.Form.Build(env)
	var size [2]int // of the result
	switch r := o.Requests[0].(type) {
	case client.VideoRequest:
		// The form drops what a model does not support. On a board it was requested, so put restores it to report the
		// problem. The card disables what the request format lacks.
		if !r.Limits.Format.LacksAudio() {
			r.Audio = w.Audio
		}
		if r.Size == "" {
			r.Resolution = w.Resolution
		}
		rules = append(rules, order.ProblemsOf(r.Problems(), order.FieldAudio, order.FieldTier)...)
		first := it.Form.Clip().First
		size[0], size[1] = r.ClipSize(first.Width, first.Height)
		if it.After != (jobs.After{}) {
			r.InputReference[it.After.Place] = ""
		}
		o.Requests[0] = r
		c.frames(it, w, env)
	case client.EditRequest:
		switch {
		case it.After != (jobs.After{}) && len(r.ImageURLs) > 1:
			r.ImageURLs[it.After.Place] = "" // filled when the picture is delivered
			o.Requests[0] = r
		case it.After != (jobs.After{}):
			r.ImageURLs = nil // the delivered picture is sent along as a file
			o.Requests[0] = r
		}
		size[0], size[1] = r.Dimensions()
	case client.ImageRequest:
		size[0], size[1] = r.Dimensions()
	}
	if len(w.Cast) > 0 {
		o.Cast = [][]cast.Used{w.Cast}
	}
	it.Order = o
	// c.frames reports the other problems of frames, with their keyframes
	rules = slices.DeleteFunc(rules, func(r client.ValidationError) bool {
		return r.Field == order.FieldFrames && r.Message != client.MsgLastWithoutFirst
	})
	for _, r := range rules {
		c.reject(it.Card, Problem{Kind: Broken, Rule: r.Message})
	}
	if e := o.Requests[0].Estimate(c.Quote.Table); e.Known {
		it.Price = new(int64(e.Amount))
	} else if len(rules) == 0 {
		c.reject(it.Card, Problem{Kind: Unpriced})
	}
	c.Items = append(c.Items, it)
	c.makes[it.Card], c.sizes[it.Card] = len(c.Items), size
}

// frames adds the problems of a clip's frames.
func (c *Click) frames(it Item, w boards.Want, env order.Env) {
	d := it.Form.Clip()
	for place, of := range []boards.Picture{w.First, w.Last} {
		switch rule, dies := d.FrameProblem(place, env), d.Slot(place).Dies; {
		case rule == "":
		case rule == order.MsgLinkDead && dies > c.Now.UnixMilli():
			c.reject(it.Card, Problem{Kind: Dying, Frame: of.Frame, Dies: time.UnixMilli(dies),
				Begins: c.Now.Add(it.begins)})
		case rule == order.MsgLinkDead, rule == client.MsgReferenceURL:
			c.reject(it.Card, Problem{Kind: Unreachable, Frame: of.Frame})
		default:
			c.reject(it.Card, Problem{Kind: Broken, Rule: rule})
		}
	}
}

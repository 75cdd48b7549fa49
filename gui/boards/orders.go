package boards

import (
	"cmp"
	"context"
	"slices"
	"time"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/client/order"
	"viviscope/client/order/upload"
	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/compose"
)

// margin is how much longer an address must live than its request is expected to wait.
const margin = 30 * time.Minute

// asItIs asks a picture model for the picture that it is given: the result has an address.
const asItIs = "Return this picture exactly as it is: same content, composition, colours and size."

// somewhere stands for the address of a picture that another job delivers, while the rules of the request are checked.
const somewhere = "https://example.com/"

// orderContext is what orders follow from besides the board.
type orderContext struct {
	order.Env
	account  compose.Account          // in front
	owner    string                   // name of the profile of the board, where that is another one
	quote    jobs.Quote               // of the account, before the click
	ahead    jobs.Ahead               // what stands before it
	times    map[string]time.Duration // by card: how long its clip takes, as far as that was read
	hold     bool                     // what is ordered waits for a person
	accepted map[accepts]bool
}

// item is one job of a click.
type item struct {
	card    string      // whose take it will be
	form    order.Form  // that it is made of
	order   order.Order // its one request, with its pictures
	after   jobs.After
	clip    db.Asset // that a person brought, and whose last frame it begins with; zero: none
	instead []int64  // jobs of the card of which nothing can come
	price   *int64   // micro-units; nil: nobody knows
	waits   bool     // for what is neither made nor ordered here
	begins  time.Duration
	ends    time.Duration
}

// problem is one thing that stands against jobs of a click: they have it in common.
type problem struct {
	kind   problemKind
	cards  []string
	frame  string    // ID of the keyframe that it is about; "": the one card itself
	rule   string    // that is broken, as package client words it
	err    error     // why a picture cannot be read; nil for other kinds
	dies   time.Time // the address
	begins time.Time // when the first of the jobs would be sent
}

// text returns the broken rule, or why a picture cannot be read, in English.
func (p problem) text() string {
	if p.err != nil {
		return p.err.Error()
	}
	return p.rule
}

type problemKind string

const (
	unreachable problemKind = "unreachable" // the picture has no address, or one that is dead
	dying       problemKind = "dying"       // its address is dead before the turn of the job
	gone        problemKind = "gone"        // the picture is in the trash, or not in the library
	otherRatio  problemKind = "other_ratio" // the clip would be of another ratio than the board
	unpriced    problemKind = "unpriced"
	waits       problemKind = "waits"   // for what is neither made nor ordered here
	broken      problemKind = "broken"  // a rule of the service
	damaged     problemKind = "damaged" // the file of the picture, or of the clip before, cannot be read
)

// accepts is a problem of a card that a person takes as it is.
type accepts struct {
	kind problemKind
	card string
}

// click is what one press of a button orders: a job for each of some cards, in the order of the strip, and what stands against it.
type click struct {
	orderContext
	view      boards.View
	word      string // of the button, without a price
	cards     []string
	renews    bool // it gives a picture an address again
	leavesOut bool // cards that wait for what is neither made nor ordered here get no item
	items     []item
	problems  []problem
	makes     map[string]int    // by card: the place, from 1, of the item that is its take
	sizes     map[string][2]int // by card: width and height of what that item delivers; 0 where they are not known
}

// newClick is the click that makes these cards. It is pure.
func newClick(v boards.View, w orderContext, word string, cards ...string) *click {
	c := &click{orderContext: w, view: v, word: word, cards: cards}
	c.plan()
	return c
}

// plan adds an item for each card, those that deliver what others are made from first. A keyframe that is made from
// itself, directly or not, is met again while its makers are planned; then it waits. It uses a stack of its own: a
// chain is as long as the board.
func (c *click) plan() {
	c.makes, c.sizes, c.ahead = map[string]int{}, map[string][2]int{}, c.orderContext.ahead.Clone()
	type step struct {
		want   boards.Want
		makers bool // have been planned
	}
	asked, seen := map[string]bool{}, map[string]bool{}
	for _, card := range c.cards {
		asked[card] = true
	}
	for _, card := range c.cards {
		stack := []step{{want: c.view.Want(card)}}
		for len(stack) > 0 {
			s := &stack[len(stack)-1]
			switch {
			case s.makers:
				c.add(s.want)
			case s.want.Kind != "" && !seen[s.want.Card]:
				s.makers, seen[s.want.Card] = true, true
				for _, p := range []boards.Picture{s.want.From, s.want.Last, s.want.First} { // the first frame is planned first
					if maker := maker(p); asked[maker] && !seen[maker] {
						stack = append(stack, step{want: c.view.Want(maker)})
					}
				}
				continue
			}
			stack = stack[:len(stack)-1]
		}
	}
}

// missing is the click that makes the keyframes without a picture, or the shots without a clip. What failed counts again, and what waits in
// vain; what is ordered, unconfirmed or skipped does not, nor what is made from one of these, nor what only no longer matches.
func missing(v boards.View, w orderContext, stage int) *click {
	var cards []string
	seen := map[string]bool{} // a keyframe may stand twice
	for _, c := range v.Strip() {
		card := c.ID
		if (c.Frame >= 0) != (stage == pictures) || seen[card] || v.Want(card).Kind == "" {
			continue
		}
		seen[card] = true
		switch s := v.State(card, w.Now); s.Tag {
		case boards.Described, boards.Ready, boards.Failed:
			cards = append(cards, card)
		case boards.WaitsFor, boards.Held:
			if s.Job.ID == 0 || inVain(s.Job) {
				cards = append(cards, card)
			}
		}
	}
	cards = withMakers(v, w, cards)
	return newClick(v, w, stageWord(stage, len(cards), w.hold), cards...)
}

// withMakers returns the cards without those that wait for something that is neither made nor ordered, nor among the
// cards. Makers are planned first, so one pass finds all of them.
func withMakers(v boards.View, w orderContext, cards []string) []string {
	trial := &click{orderContext: w, view: v, cards: cards, leavesOut: true}
	trial.plan()
	return slices.DeleteFunc(cards, func(card string) bool { return trial.makes[card] == 0 })
}

// maker is the card that delivers a picture; "": it is there.
func maker(p boards.Picture) string {
	if p.Frame != "" && p.Asset == "" && p.Link == "" {
		return p.Frame
	}
	return p.After
}

// add orders a take of a card.
func (c *click) add(w boards.Want) {
	it := item{card: w.Card, form: wanted(w, c.view.Settings.Size)}
	for _, j := range c.view.Jobs[w.Card] {
		if inVain(j) {
			it.instead = append(it.instead, j.ID)
		}
	}
	if d := it.form.Clip(); d == nil {
		it.form.Edit.Pictures[0] = c.slot(&it, w.From, 0)
	} else {
		d.First, d.Last = c.slot(&it, w.First, order.FirstFrame), c.slot(&it, w.Last, order.LastFrame)
		if w.First.After == "" && !sameShape(c.view.Settings.Size, d.First) {
			c.problem(w.Card, problem{kind: otherRatio, frame: w.First.Frame})
		}
		if w.First.After != "" && !c.Hosting && !it.waits { // only an edit takes a frame of a clip, which has no address
			edit := c.copied(w.Card)
			edit.after, edit.clip, edit.form.Edit.Pictures[0] = it.after, it.clip, d.First
			c.put(edit, boards.Want{})
			it.after, it.clip = jobs.After{Order: len(c.items)}, db.Asset{}
			d.First = c.owed(w.Card)
		}
	}
	if it.waits && c.leavesOut {
		return
	}
	c.put(it, w)
}

// wanted is the form of what a card wants, without its pictures. size is that of the board's pictures.
func wanted(w boards.Want, size string) order.Form {
	set := boards.Settings{Size: cmp.Or(w.Size, size), PictureModel: w.Model, Quality: w.Quality, Model: w.Model, Resolution: w.Resolution,
		Seconds: w.Seconds, Audio: w.Audio, Negative: order.Escape(w.Negative), Seed: w.Seed}
	f := pictureForm(set)
	f.Kind = w.Kind
	if d := f.Clip(); d != nil {
		*d = clipForm(set).Text
	}
	f.SetPrompt(order.Escape(w.Prompt))
	return f
}

// copied is an edit that leaves a picture as it is.
func (c *click) copied(card string) item {
	s := c.view.Settings
	return item{card: card, form: wanted(boards.Want{Kind: db.EditImage, Prompt: asItIs, Model: s.PictureModel, Quality: s.Quality}, s.Size)}
}

// owed is a picture that a card delivers, as large as it will be: an edit is priced by the pixels that go in.
func (c *click) owed(card string) order.Slot {
	w, h := c.delivers(card)
	return order.Slot{URL: somewhere, Width: w, Height: h}
}

// delivers returns the width and height of what a card delivers: of the item that makes it in this click, else of its
// chosen take or of the job under way, and, where none of these is known, of the board's pictures.
func (c *click) delivers(card string) (w, h int) {
	if size := c.sizes[card]; size[0] > 0 {
		return size[0], size[1]
	}
	if chosen, ok := c.view.Chosen(card); ok && chosen.Asset.Width > 0 && c.makes[card] == 0 {
		return chosen.Asset.Width, chosen.Asset.Height
	}
	w, h, _ = client.ParseSize(c.view.Settings.Size) // one that cannot be read breaks a rule
	if j := c.view.State(card, c.Now).Job; j.Kind.IsVideo() && c.makes[card] == 0 {
		r := j.RequestFields()
		request := client.VideoRequest{Resolution: r.Resolution, Size: r.Size, AspectRatio: ratioOf(c.view.Settings.Size), InputReference: r.Frames}
		if jw, jh := request.ClipSize(w, h); jw > 0 {
			return jw, jh
		}
	}
	return w, h
}

// slot is a picture as a form holds it. What another job delivers has its place in the item's after: a job goes on from one other.
func (c *click) slot(it *item, p boards.Picture, place int) order.Slot {
	clip, made := c.view.Chosen(p.After)
	lost := made && !c.view.There(clip.Asset)
	if made && !lost && clip.Job.ID == 0 {
		it.clip = clip.Asset
		return c.owed(p.After)
	}
	if from := maker(p); from != "" {
		after := jobs.After{Order: c.makes[from], Place: place}
		if after.Order == 0 {
			after.Job = c.brings(from)
		}
		switch {
		case after.Order == 0 && after.Job == 0 && lost:
			c.problem(it.card, problem{kind: gone})
		case after.Order == 0 && after.Job == 0 || it.after != (jobs.After{}):
			it.waits = true
			c.problem(it.card, problem{kind: waits, frame: p.Frame})
		default:
			it.after = after
		}
		return c.owed(from)
	}
	s, a := order.Slot{URL: p.Link, Asset: p.Asset}, c.view.Assets[p.Asset]
	if p.Asset == "" {
		return s
	}
	if a.ID == 0 || !a.TrashedAt.IsZero() || a.Kind == db.Clip {
		c.problem(it.card, problem{kind: gone, frame: p.Frame})
	}
	s.File, s.Width, s.Height = a.Path, a.Width, a.Height
	chosen, _ := c.view.Chosen(p.Frame)
	elsewhere := c.account.Sandbox && c.Hosting && chosen.Job.ID == 0 // a rehearsal needs no network, which its address is fetched by
	if s.URL == "" && a.Link != "" && !elsewhere {
		if s.URL = a.Link; !a.LinkDies.IsZero() {
			s.Dies = a.LinkDies.UnixMilli()
		}
	}
	return s
}

// brings is the job of a card that made what others are made from, or makes it just now; 0: there is none. What it made
// must be there still.
func (c *click) brings(card string) int64 {
	if chosen, ok := c.view.Chosen(card); ok && c.view.There(chosen.Asset) {
		return chosen.Job.ID
	}
	if j := c.view.State(card, c.Now).Job; !j.State.Ended() && jobs.CanFollow(j) && !inVain(j) {
		return j.ID
	}
	return 0
}

// inVain reports whether nothing can come of a job that was not sent: what it waits for is not made, or its picture is out of reach.
func inVain(j db.Job) bool {
	return j.State == db.Held && (j.Hold == db.HeldFrameGone || !j.GoesOn() && !jobs.CanRelease(j))
}

// problem notes what stands against a job, but for what a person takes as it is. What is about a keyframe stands once for all its shots.
func (c *click) problem(card string, p problem) {
	if c.accepted[accepts{p.kind, card}] {
		return
	}
	i := slices.IndexFunc(c.problems, func(q problem) bool {
		return q.kind == p.kind && q.frame == p.frame && q.text() == p.text() && (p.frame != "" || q.cards[0] == card)
	})
	if i < 0 {
		i, c.problems = len(c.problems), append(c.problems, p)
	}
	if all := &c.problems[i].cards; !slices.Contains(*all, card) {
		*all = append(*all, card)
	}
}

// put adds a job to the click, and says what is wrong with it. The rules are those of the form, at the time at which it would be sent.
func (c *click) put(it item, w boards.Want) {
	took, after, env := jobs.UsualPicture, c.ahead.Ends(it.after.Job), c.Env
	if it.form.Kind.IsVideo() {
		took = cmp.Or(c.times[it.card], jobs.UsualClip)
	}
	if it.after.Order > 0 {
		after = c.items[it.after.Order-1].ends
	}
	it.begins = c.ahead.Begin(it.form.Kind, took, after)
	it.ends = it.begins + took
	env.Now = env.Now.Add(it.begins + margin)
	o, rules := it.form.Build(env)
	var size [2]int // of what it delivers
	switch r := o.Requests[0].(type) {
	case client.VideoRequest:
		// The form turns off what a model cannot do; here it was asked for. What the request format lacks is closed in the card.
		if !r.Own.Form.LacksAudio() {
			r.Audio = w.Audio
		}
		if r.Size == "" {
			r.Resolution = w.Resolution
		}
		rules = append(rules, order.Only(r.Problems(), order.FieldAudio, order.FieldTier)...)
		first := it.form.Clip().First
		size[0], size[1] = r.ClipSize(first.Width, first.Height)
		if it.after != (jobs.After{}) {
			r.InputReference[it.after.Place] = ""
		}
		o.Requests[0] = r
		c.frames(it, w, env)
	case client.EditRequest:
		if it.after != (jobs.After{}) {
			r.ImageURLs = nil // what is delivered goes along as a file
			o.Requests[0] = r
		}
		size[0], size[1] = r.Dimensions()
	case client.ImageRequest:
		size[0], size[1] = r.Dimensions()
	}
	it.order = o
	rules = slices.DeleteFunc(rules, func(r client.ValidationError) bool { // the others are told with their keyframes
		return r.Field == order.FieldFrames && r.Message != client.MsgLastWithoutFirst
	})
	for _, r := range rules {
		c.problem(it.card, problem{kind: broken, rule: r.Message})
	}
	if e := o.Requests[0].Estimate(c.quote.Table); e.Known {
		it.price = new(int64(e.Amount))
	} else if len(rules) == 0 {
		c.problem(it.card, problem{kind: unpriced})
	}
	c.items = append(c.items, it)
	c.makes[it.card], c.sizes[it.card] = len(c.items), size
}

// frames says what is wrong with the frames of a clip.
func (c *click) frames(it item, w boards.Want, env order.Env) {
	d := it.form.Clip()
	for place, of := range []boards.Picture{w.First, w.Last} {
		switch rule, dies := d.FrameProblem(place, env), d.Slot(place).Dies; {
		case rule == "":
		case rule == order.MsgLinkDead && dies > c.Now.UnixMilli():
			c.problem(it.card, problem{kind: dying, frame: of.Frame, dies: time.UnixMilli(dies), begins: c.Now.Add(it.begins)})
		case rule == order.MsgLinkDead, rule == client.MsgReferenceURL:
			c.problem(it.card, problem{kind: unreachable, frame: of.Frame})
		default:
			c.problem(it.card, problem{kind: broken, rule: rule})
		}
	}
}

// quoted is what the engine says of the click while prices and use stay what they are.
func (c *click) quoted() jobs.Quote {
	q := c.quote
	q.Each, q.Total, q.Known = nil, 0, true
	for _, it := range c.items {
		q.Each = append(q.Each, it.price)
		if it.price == nil {
			q.Known = false
		} else {
			q.Total = db.Sum(q.Total, *it.price)
		}
	}
	return q
}

// cut replaces clips that the user added by their last frames. A clip that cannot be read is a problem of its card, and
// the first such error is returned. It must not run on the window's goroutine.
func (c *click) cut(frame func(clip db.Asset) (db.Asset, error)) (failed error) {
	for i := range c.items {
		it := &c.items[i]
		if it.clip.ID == 0 {
			continue
		}
		a, err := frame(it.clip)
		if err != nil {
			c.problem(it.card, problem{kind: damaged, err: err})
			if failed == nil {
				failed = err
			}
			continue
		}
		place := &it.form.Edit.Pictures[0]
		if d := it.form.Clip(); d != nil {
			place = &d.First
		}
		*place = order.Slot{File: a.Path, Asset: a.Ref, Width: a.Width, Height: a.Height}
		it.order, _ = it.form.Build(c.Env)
	}
	return failed
}

// orders returns the jobs of the click, with their pictures. A picture that cannot be read is a problem of its cards, and the first such
// error is returned. It must not run on the window's goroutine.
func (c *click) orders(ctx context.Context, from upload.Reader) (all []jobs.Order, failed error) {
	for _, it := range c.items {
		made, err := upload.Orders(ctx, from, it.order, nil, nil)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			c.problem(it.card, problem{kind: damaged, frame: c.unreadable(ctx, from, it.card), err: err})
			if failed == nil {
				failed = err
			}
			continue
		}
		made[0].Board, made[0].Shot, made[0].After, made[0].Replaces = c.view.Ref, it.card, it.after, it.instead
		all = append(all, made[0])
	}
	if failed != nil {
		return nil, failed
	}
	return all, nil
}

// unreadable returns the keyframe of a card whose picture cannot be read; "" for none.
func (c *click) unreadable(ctx context.Context, from upload.Reader, card string) string {
	w := c.view.Want(card)
	for _, p := range []boards.Picture{w.First, w.Last, w.From} {
		if p.Asset == "" {
			continue
		}
		if _, err := upload.Read(ctx, from, order.Upload{File: c.view.Assets[p.Asset].Path, Asset: p.Asset}); err != nil {
			return p.Frame
		}
	}
	return ""
}

// ratioOf is the ratio of clips whose frames have a size.
func ratioOf(size string) string {
	switch w, h, err := client.ParseSize(size); {
	case err == nil && w == h:
		return "1:1"
	case err == nil && w < h:
		return "9:16"
	}
	return "16:9"
}

// sameShape reports whether a picture is as wide for its height as a size, or nobody knows.
func sameShape(size string, s order.Slot) bool {
	w, h, err := client.ParseSize(size)
	if err != nil || s.Width*s.Height == 0 {
		return true
	}
	off := float64(s.Width*h) / float64(s.Height*w)
	return off > 0.97 && off < 1.03
}

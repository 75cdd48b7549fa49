package boards

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/compose"
	"viviscope/gui/compose/form"
)

// margin is how much longer an address must live than its request is expected to wait.
const margin = 30 * time.Minute

// asItIs asks a picture model for the picture that it is given: the result has an address.
const asItIs = "Return this picture exactly as it is: same content, composition, colours and size."

// somewhere stands for the address of a picture that another job delivers, while the rules of the request are checked.
const somewhere = "https://example.com/"

// world is what orders follow from beside the board.
type world struct {
	form.Env
	quote jobs.Quote                           // of the profile that pays, before the click
	took  func(r client.Request) time.Duration // how long such jobs take
	hold  bool                                 // what is ordered waits for a person
	sent  map[string]int64                     // the jobs that were made a moment ago, by card: the board may not have been read since
}

// item is one job of a click.
type item struct {
	card  string     // whose take it will be
	form  form.Form  // that it is made of
	order form.Order // its one request, with its pictures
	after jobs.After
	// Jobs of the card of which nothing can come: they are discarded when this one is made.
	instead []int64
	price   *int64 // micro-units; nil: nobody knows
	begins  time.Duration
	ends    time.Duration
}

// problem is what stands against a job of a click.
type problem struct {
	kind   problemKind
	card   string
	frame  string    // ID of the keyframe that it is about; "": the card itself
	rule   string    // that is broken, as package client words it
	dies   time.Time // the address
	begins time.Time // when the job would be sent
}

type problemKind int

const (
	unreachable problemKind = iota // the picture has no address, or one that is dead
	dying                          // its address is dead before the turn of the job
	gone                           // the picture is in the trash, or not in the library
	otherRatio                     // the clip would be of another ratio than the board
	unpriced
	waits  // for what is neither made nor ordered here
	broken // a rule of the service
)

// click is what one press orders: a job for each card in the order of the strip, and what stands against it.
type click struct {
	world
	view     boards.View
	renews   bool // it gives a picture an address again
	items    []item
	problems []problem
	makes    map[string]int // by card: the place, from 1, of the item that is its take
	clips    jobs.Places
	pictures jobs.Places
}

// newClick is the click that makes these cards. It is pure.
func newClick(v boards.View, w world, cards ...string) *click {
	p := w.quote.Profile
	c := &click{world: w, view: v, makes: map[string]int{}, clips: jobs.NewPlaces(p.MaxTasks), pictures: jobs.NewPlaces(p.MaxImages)}
	seen := map[string]bool{}
	var add func(card string)
	add = func(card string) {
		if seen[card] || v.Want(card).Kind == "" {
			return
		}
		seen[card] = true
		if maker := makerOf(v, card); slices.Contains(cards, maker) { // which may stand behind it
			add(maker)
		}
		c.add(card)
	}
	for _, card := range cards {
		add(card)
	}
	return c
}

// makerOf is the card that delivers what another one is made from; "": it is there.
func makerOf(v boards.View, card string) string {
	w := v.Want(card)
	if w.First.After != "" {
		return w.First.After
	}
	for _, p := range []boards.Picture{w.First, w.Last, w.From} {
		if p.Frame != "" && p.Asset == "" && p.Link == "" {
			return p.Frame
		}
	}
	return ""
}

// newRenewal is the click for an edit that leaves a keyframe's picture as it is.
func newRenewal(v boards.View, w world, frame string) *click {
	c := newClick(v, w)
	c.renews = true
	chosen, _ := v.Chosen(frame)
	it := c.copied(frame)
	it.form.Edit.Pictures[0] = c.slot(&it, boards.Picture{Frame: frame, Asset: chosen.Asset.Ref}, 0)
	c.put(it, boards.Want{})
	return c
}

// add orders a take of a card.
func (c *click) add(card string) {
	w := c.view.Want(card)
	it := item{card: card, form: form.New()}
	it.form.Kind = w.Kind
	for _, j := range c.view.Jobs[card] {
		if inVain(j) {
			it.instead = append(it.instead, j.ID)
		}
	}
	if d := it.form.Clip(); d != nil {
		*d = form.VideoDraft{Model: w.Model, Prompt: form.Escape(w.Prompt), Negative: form.Escape(w.Negative), Seconds: strconv.Itoa(w.Seconds),
			WishSeconds: w.Seconds, WishResolution: w.Resolution, Ratio: ratioOf(c.view.Settings.Size), WishAudio: w.Audio, Clips: 1}
		if w.Seed != nil {
			d.Seed = form.SeedDraft{Text: form.SeedText(*w.Seed), Locked: true}
		}
		d.First, d.Last = c.slot(&it, w.First, form.FirstFrame), c.slot(&it, w.Last, form.LastFrame)
		if !sameShape(c.view.Settings.Size, d.First) {
			c.problem(problem{kind: otherRatio, card: card, frame: w.First.Frame})
		}
		if it.after != (jobs.After{}) && !c.Hosting { // only an edit takes a picture without an address
			edit := c.copied(card)
			edit.after, edit.form.Edit.Pictures[0] = it.after, c.owed()
			c.put(edit, boards.Want{})
			it.after = jobs.After{Order: len(c.items)}
		}
	} else {
		it.form.Edit.Pictures[0] = c.slot(&it, w.From, 0)
		pictureOf(it.form.Picture(), w)
	}
	c.put(it, w)
}

// copied is an edit that leaves a picture as it is.
func (c *click) copied(card string) item {
	it, s := item{card: card, form: form.New()}, c.view.Settings
	it.form.Kind = db.EditImage
	pictureOf(it.form.Picture(), boards.Want{Prompt: asItIs, Model: s.PictureModel, Quality: s.Quality, Size: s.Size})
	return it
}

// pictureOf puts what is wanted of a picture into a draft.
func pictureOf(d *form.ImageDraft, w boards.Want) {
	d.SetModel(form.Model{ID: w.Model})
	d.Prompt, d.Quality, d.FreeSize = form.Escape(w.Prompt), cmp.Or(w.Quality, d.Quality), true
	d.Width, d.Height, _ = strings.Cut(w.Size, "x")
}

// owed is a picture that another job delivers, as large as the board's.
func (c *click) owed() form.Slot {
	w, h, _ := client.ParseSize(c.view.Settings.Size) // one that cannot be read breaks a rule
	return form.Slot{URL: somewhere, Width: w, Height: h}
}

// slot is a picture as a form holds it. What another job delivers has its place in the item's after.
func (c *click) slot(it *item, p boards.Picture, place int) form.Slot {
	maker := p.After
	if p.Frame != "" && p.Asset == "" && p.Link == "" {
		maker = p.Frame
	}
	if maker != "" {
		if it.after != (jobs.After{}) { // a job goes on from one other
			c.problem(problem{kind: waits, card: it.card, frame: p.Frame})
		} else if it.after = c.delivered(it.card, maker, p.Frame); it.after != (jobs.After{}) {
			it.after.Place = place
		}
		return c.owed()
	}
	s, a := form.Slot{URL: p.Link, Asset: p.Asset}, c.view.Assets[p.Asset]
	if p.Asset == "" {
		return s
	}
	if a.ID == 0 || !a.TrashedAt.IsZero() {
		c.problem(problem{kind: gone, card: it.card, frame: p.Frame})
	}
	s.File, s.Width, s.Height = a.Path, a.Width, a.Height
	if s.URL == "" && a.Link != "" {
		if s.URL = a.Link; !a.LinkDies.IsZero() {
			s.Dies = a.LinkDies.UnixMilli()
		}
	}
	return s
}

// delivered says after which job a card is made that is made from what another card delivers.
func (c *click) delivered(card, maker, frame string) (after jobs.After) {
	if after.Order = c.makes[maker]; after.Order == 0 {
		if after.Job = c.brings(c.view, maker); after.Job == 0 {
			c.problem(problem{kind: waits, card: card, frame: frame})
		}
	}
	return after
}

// brings is the job of a card that made what others are made from, or makes it just now; 0: there is none.
func (w world) brings(v boards.View, card string) int64 {
	if chosen, ok := v.Chosen(card); ok {
		return chosen.Job.ID
	}
	j := v.State(card, w.Now).Job
	if w.sent[card] == 0 && !j.State.Ended() && jobs.CanFollow(j) && !inVain(j) {
		return j.ID
	}
	return w.sent[card]
}

// inVain reports whether nothing can come of a job that was not sent: what it waits for is not made, or its picture is out of reach.
func inVain(j db.Job) bool {
	return j.State == db.Held && (j.Hold == db.HeldFrameGone || !j.GoesOn() && !jobs.CanRelease(j))
}

func (c *click) problem(p problem) {
	if !slices.Contains(c.problems, p) {
		c.problems = append(c.problems, p)
	}
}

// put adds a job to the click, and says what is wrong with it. The rules are those of the form, at the time at which it would be sent.
func (c *click) put(it item, w boards.Want) {
	env, places := c.Env, c.pictures
	if it.form.Kind.IsVideo() {
		places = c.clips
	}
	draft, _ := it.form.Build(env)
	took := c.took(draft.Requests[0])
	if it.begins = places.Take(took); it.after.Order > 0 {
		it.begins = max(it.begins, c.items[it.after.Order-1].ends)
	}
	it.ends = it.begins + took
	env.Now = env.Now.Add(it.begins + margin)
	order, rules := it.form.Build(env)
	switch r := order.Requests[0].(type) {
	case client.VideoRequest:
		r.Audio, r.Resolution = w.Audio, w.Resolution // the form turns off what a model cannot do; here it was asked for
		rules = append(rules, form.Only(r.Problems(), form.FieldAudio, form.FieldTier)...)
		if it.after != (jobs.After{}) {
			r.InputReference[it.after.Place] = ""
		}
		order.Requests[0] = r
		c.frames(it, w, env)
	case client.EditRequest:
		if it.after != (jobs.After{}) {
			r.ImageURLs = nil // what is delivered goes along as a file
			order.Requests[0] = r
		}
	}
	it.order = order
	rules = slices.DeleteFunc(rules, func(r client.ValidationError) bool { // the others are told with their keyframes
		return r.Field == form.FieldFrames && r.Message != client.MsgLastWithoutFirst
	})
	for _, r := range rules {
		c.problem(problem{kind: broken, card: it.card, rule: r.Message})
	}
	if e := order.Requests[0].Estimate(c.quote.Table); e.Known {
		it.price = new(int64(e.Amount))
	} else if len(rules) == 0 {
		c.problem(problem{kind: unpriced, card: it.card})
	}
	c.items = append(c.items, it)
	c.makes[it.card] = len(c.items)
}

// frames says what is wrong with the frames of a clip.
func (c *click) frames(it item, w boards.Want, env form.Env) {
	d := it.form.Clip()
	for place, of := range []boards.Picture{w.First, w.Last} {
		p := problem{kind: unreachable, card: it.card, frame: of.Frame}
		switch rule, dies := d.FrameProblem(place, env), d.Slot(place).Dies; rule {
		case "":
			continue
		case form.MsgLinkDead:
			if dies > c.Now.UnixMilli() {
				p.kind, p.dies, p.begins = dying, time.UnixMilli(dies), c.Now.Add(it.begins)
			}
		case client.MsgReferenceURL:
		default:
			p.kind, p.frame, p.rule = broken, "", rule
		}
		c.problem(p)
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

// orders are the jobs of the click, with their pictures. It belongs to a goroutine that is not the window's.
func (c *click) orders(ctx context.Context, from compose.Pictures) (all []jobs.Order, err error) {
	for _, it := range c.items {
		made, err := compose.Orders(ctx, from, it.order, nil, nil)
		if err != nil {
			return nil, err
		}
		made[0].Board, made[0].Shot, made[0].After = c.view.Ref, it.card, it.after
		all = append(all, made[0])
	}
	return all, nil
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
func sameShape(size string, s form.Slot) bool {
	w, h, err := client.ParseSize(size)
	if err != nil || s.Width*s.Height == 0 {
		return true
	}
	off := float64(s.Width*h) / float64(s.Height*w)
	return off > 0.97 && off < 1.03
}

// missing are the cards that a stage makes: the keyframes without a picture, or the shots without a clip. What failed counts again, and
// what waits in vain; what is ordered, unconfirmed or skipped does not, nor what is made from one of these, nor what only no longer matches.
func missing(v boards.View, w world, stage int) (cards []string) {
	for _, c := range v.Strip() {
		card := cardID(v.Board, c)
		if (c.Frame >= 0) != (stage == pictures) || slices.Contains(cards, card) || w.sent[card] != 0 || v.Want(card).Kind == "" {
			continue
		}
		switch s := v.State(card, w.Now); s.Tag {
		case boards.Described, boards.Ready, boards.Unpriced, boards.Failed:
			cards = append(cards, card)
		case boards.WaitsFor, boards.Held:
			if s.Job.ID == 0 || inVain(s.Job) {
				cards = append(cards, card)
			}
		}
	}
	for n := -1; n != len(cards); { // one that goes takes those along that are made from it
		n = len(cards)
		cards = slices.DeleteFunc(cards, func(card string) bool {
			maker := makerOf(v, card)
			_, there := v.Chosen(maker)
			return maker != "" && !there && !slices.Contains(cards, maker) && w.brings(v, maker) == 0
		})
	}
	return cards
}

func cardID(b boards.Board, c boards.Card) string {
	if c.Shot >= 0 {
		return b.Shots[c.Shot].ID
	}
	return b.Frames[c.Frame].ID
}

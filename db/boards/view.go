package boards

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"

	"viviscope/db"
	"viviscope/db/cast"
)

// View is a board with its jobs, assets and costs. The caller may change the board in place; everything else needs a
// new [NewView].
type View struct {
	Board
	Jobs map[string][]db.Job // by the ID of the shot or keyframe, oldest first
	// by ref, including trashed ones: takes, assets that the user added, and inputs of requests
	Assets  map[string]db.Asset
	Entries map[int64][]db.Entry // of the ledger, by job
	// by the ID of the shot or keyframe, "" for the whole board; one element for each currency
	Costs map[string][]Cost

	Cast    []cast.Entry // the cast of the library, for the mentions in prompts
	Hosting bool         // the profile can upload pictures, so that none needs a link

	// Facts that the caller adds for State; nil: not known.
	Missing  map[string]bool     // refs of assets with a missing file
	Fidelity map[string]Fidelity // by the ref of a clip

	madeTakes   map[takeKey][]Take   // oldest first
	jobIndexes  map[int64]jobIndex   // by the ID of a job
	cardIndexes map[string]cardIndex // by the ID of a card, as of NewView; outdated if the board was changed since
}

// place is the index of a card in Board.Frames or in Board.Shots.
type cardIndex struct {
	shot  bool
	index int
}

// ShotByID is [Board.ShotByID] in constant time, unless the board was changed since NewView.
func (v View) ShotByID(id string) int {
	if id == "" { // never an ID
		return -1
	}
	if p, ok := v.lookup(id); ok {
		if p.shot {
			return p.index
		}
		return -1
	}
	return v.Board.ShotByID(id)
}

// FrameByID is [Board.FrameByID] in constant time, unless the board was changed since NewView.
func (v View) FrameByID(id string) int {
	if id == "" {
		return -1
	}
	if p, ok := v.lookup(id); ok {
		if !p.shot {
			return p.index
		}
		return -1
	}
	return v.Board.FrameByID(id)
}

// WithBoard returns the view with a changed board.
func (v View) WithBoard(b Board) View {
	v.Board, v.cardIndexes = b, indexCards(b)
	return v
}

// indexCards maps the IDs of a board's cards to their indexes. An ID that appears twice, as in a damaged library, is
// left out.
func indexCards(b Board) map[string]cardIndex {
	all, twice := map[string]cardIndex{}, map[string]bool{}
	add := func(id string, p cardIndex) {
		_, known := all[id]
		twice[id] = twice[id] || known
		all[id] = p
	}
	for i, f := range b.Frames {
		add(f.ID, cardIndex{false, i})
	}
	for i, s := range b.Shots {
		add(s.ID, cardIndex{true, i})
	}
	maps.DeleteFunc(all, func(id string, _ cardIndex) bool { return twice[id] })
	return all
}

// lookup returns the index of a card if it is still valid.
func (v View) lookup(id string) (p cardIndex, ok bool) {
	if p, ok = v.cardIndexes[id]; !ok {
		return p, false
	}
	if p.shot {
		return p, p.index < len(v.Shots) && v.Shots[p.index].ID == id
	}
	return p, p.index < len(v.Frames) && v.Frames[p.index].ID == id
}

// jobIndex is the index of a job among the jobs of its card in View.Jobs.
type jobIndex struct {
	card  string
	index int
}

// takeKey distinguishes the clips of a shot from the edits that produce their first frames.
type takeKey struct {
	card string
	clip bool
}

// Available reports whether the file of an asset can be displayed, played and joined: it is not missing and not in the
// trash.
func (v View) Available(a db.Asset) bool {
	return a.ID != 0 && a.TrashedAt.IsZero() && !v.Missing[a.Ref]
}

// NewView combines a board with its jobs, oldest first, their ledger entries, and the assets of its takes and requests.
func NewView(b Board, jobs []db.Job, entries []db.Entry, assets []db.Asset) View {
	v := View{Board: b, Jobs: map[string][]db.Job{}, Assets: map[string]db.Asset{}, Entries: map[int64][]db.Entry{},
		Costs:     map[string][]Cost{},
		madeTakes: map[takeKey][]Take{}, jobIndexes: map[int64]jobIndex{}}
	v.cardIndexes = indexCards(b)
	of := map[int64][]db.Asset{}
	for _, a := range assets {
		v.Assets[a.Ref] = a
		of[a.JobID] = append(of[a.JobID], a)
	}
	for _, e := range entries {
		v.Entries[e.JobID] = append(v.Entries[e.JobID], e)
	}
	for _, j := range jobs {
		v.jobIndexes[j.ID] = jobIndex{j.Shot, len(v.Jobs[j.Shot])}
		v.Jobs[j.Shot] = append(v.Jobs[j.Shot], j)
		key := takeKey{j.Shot, j.Kind.IsVideo()}
		for _, a := range append(of[j.ID], db.Asset{})[:max(1, len(of[j.ID]))] {
			v.madeTakes[key] = append(v.madeTakes[key], Take{j, a})
		}
		kind, micros, currency := AmountOf(j, v.Entries[j.ID])
		for _, card := range []string{j.Shot, ""} {
			v.Costs[card] = addCost(v.Costs[card], kind, micros, currency)
		}
	}
	return v
}

// Fidelity is the similarity of a clip's first and last frame to its keyframes, 0 to 1; 1 if there is no keyframe.
type Fidelity struct{ First, Last float64 }

// Take is one attempt at a card: a job and its result, or an asset that the user added.
type Take struct {
	Job   db.Job   // zero: the user added the asset
	Asset db.Asset // zero: not saved yet
}

// Takes returns the takes of a card, oldest first: the results of its jobs, including pending ones, and the assets that
// the user added.
func (v View) Takes(card string) []Take {
	takes, _ := v.takes(card)
	return takes
}

// takes returns the takes of a card, and the user's choice.
func (v View) takes(card string) (takes []Take, c choice) {
	var brought []string
	next, shot := "", v.ShotByID(card)
	if shot >= 0 {
		s := &v.Shots[shot]
		brought, next, c = s.Added, s.Next, choice{s.Chosen, s.Draft}
	} else if i := v.FrameByID(card); i >= 0 {
		f := &v.Frames[i]
		brought, next, c = f.Added, f.Next, choice{f.Chosen, false}
	}
	if next != "" && v.asset(next, shot >= 0).ID != 0 {
		c = choice{next, false}
	}
	made := v.madeTakes[takeKey{card, shot >= 0}]
	if len(brought) == 0 {
		return made, c // not copied: each refresh reads all takes of a board
	}
	for _, ref := range brought {
		takes = append(takes, Take{Asset: v.asset(ref, shot >= 0)})
	}
	takes = append(takes, made...)
	slices.SortStableFunc(takes, func(a, b Take) int { return a.createdAt().Compare(b.createdAt()) })
	return takes, c
}

// choice is the user's choice among the takes of a card.
type choice struct {
	ref   string // "": the newest saved take
	draft bool   // a final does not replace its draft
}

// createdAt returns when a take was ordered, or its file was added to the library.
func (t Take) createdAt() time.Time {
	if t.Job.ID != 0 {
		return t.Job.CreatedAt
	}
	return t.Asset.CreatedAt
}

// asset returns the asset of a take. It has only its ref if it no longer exists, or has the wrong kind for the card: a
// file of boards/ may contain any ref.
func (v View) asset(ref string, ofShot bool) db.Asset {
	a := v.Assets[ref]
	if ofShot && a.Kind == db.Picture || !ofShot && a.Kind == db.Clip {
		a = db.Asset{}
	}
	a.Ref = ref
	return a
}

// Chosen returns the take that a card displays: the user's choice, or else the newest saved one. An available final
// replaces its draft, unless the user chose the draft. The asset may be in the trash. A deleted asset has no ID.
func (v View) Chosen(card string) (Take, bool) {
	takes, c := v.takes(card)
	t, ok := c.pick(takes, v.Available)
	switch {
	case !ok && c.ref == "":
		return Take{}, false
	case !ok:
		return Take{Asset: v.asset(c.ref, v.ShotByID(card) >= 0)}, true
	case t.Job.ID == 0 || c.draft:
		return t, true
	}
	for _, final := range slices.Backward(takes) {
		if final.Job.FinalOf == t.Job.ID && v.Available(final.Asset) {
			return final, true
		}
	}
	return t, true
}

// pick returns the chosen take of a card. Without a choice it is the newest one. A final that is not available does not
// count, because its draft is used instead.
func (c choice) pick(takes []Take, available func(db.Asset) bool) (t Take, ok bool) {
	for _, next := range slices.Backward(takes) {
		switch {
		case next.Asset.Ref == "" || c.ref != "" && c.ref != next.Asset.Ref:
		case c.ref == "" && next.Job.FinalOf != 0 && (c.draft || !available(next.Asset)):
			if !ok { // without its draft, it is still the newest take
				t, ok = next, true
			}
		default:
			return next, true
		}
	}
	return t, ok
}

// Choose changes a board so that it uses a take of a card, given the ref of its asset.
func (v View) Choose(b *Board, card, ref string) {
	draft := false
	for _, t := range v.Takes(card) {
		if t.Asset.Ref == ref && t.Job.ID != 0 {
			final, _ := v.FinalOf(t.Job)
			draft = final.Asset.ID != 0
		}
	}
	if i := b.ShotByID(card); i >= 0 {
		s := &b.Shots[i]
		s.Chosen, s.Next, s.Draft = ref, "", draft
	} else if i := b.FrameByID(card); i >= 0 {
		b.Frames[i].Chosen, b.Frames[i].Next = ref, ""
	}
}

// FinalOf returns the newest final of a draft that is outside the trash, and the newest job that still makes one. Both
// are zero if there is none.
func (v View) FinalOf(draft db.Job) (saved Take, open db.Job) {
	for _, t := range v.madeTakes[takeKey{draft.Shot, true}] {
		switch {
		case t.Job.FinalOf != draft.ID || draft.ID == 0:
		case t.Asset.ID != 0 && t.Asset.TrashedAt.IsZero():
			saved = t
		case t.Job.State == db.Unconfirmed && !v.isRepeated(t.Job),
			t.Job.State != db.Unconfirmed && !t.Job.State.Ended():
			open = t.Job
		}
	}
	return saved, open
}

// isRepeated reports whether another job of the card repeats a job.
func (v View) isRepeated(j db.Job) bool {
	return slices.ContainsFunc(v.Jobs[j.Shot], func(k db.Job) bool { return k.ResendOf == j.ID })
}

// Want is a request in the terms of a board.
type Want struct {
	Card       string
	Kind       db.JobKind // "": no request, because the picture is not generated
	Model      string
	Prompt     string // with the descriptions of the cast; of a picture also with the style text
	Negative   string
	Size       string // of a picture
	Quality    string
	Resolution string
	Seconds    int
	Audio      bool
	Seed       *int64
	Cast       []cast.Used // the entries that the prompt mentions, with their pictures if the request takes any

	noExtras bool // the request format has no audio, negative prompt and seed

	First, Last Picture // of a clip
	From        Picture // the picture to edit
}

// Picture is an input picture of a request. The zero value means none.
type Picture struct {
	Frame string // ID of its keyframe
	Asset string // ref; "" if the keyframe has no picture yet
	Link  string // URL, given by the user
	After string // ID of the shot with this picture as its last frame
	Clip  string // ref of that shot's chosen clip; "": none yet
}

// Want returns the request that a card would send now.
func (v View) Want(card string) Want {
	set := v.Settings
	if i := v.ShotByID(card); i >= 0 {
		s := v.Shots[i]
		w := Want{Card: card, Kind: db.TextToVideo, Model: cmp.Or(s.Model, set.Model),
			Prompt:     strings.TrimSpace(s.Prompt),
			Negative:   strings.TrimSpace(valueOr(s.Negative, set.Negative)),
			Resolution: cmp.Or(s.Resolution, set.Resolution),
			Seconds:    cmp.Or(s.Seconds, set.Seconds), Audio: valueOr(s.Audio, set.Audio),
			Seed:  cmp.Or(s.Seed, set.Seed),
			First: v.picture(s.First), Last: v.picture(s.Last)}
		if before := v.before(i); s.Continue && before >= 0 {
			w.First = Picture{After: v.Shots[before].ID}
			if t, ok := v.Chosen(w.First.After); ok {
				w.First.Clip = t.Asset.Ref
			}
		}
		if w.First != (Picture{}) || w.Last != (Picture{}) {
			w.Kind = db.FramesToVideo
		}
		w.mention(v.Cast, 0)
		return w
	}
	i := v.FrameByID(card)
	if i < 0 {
		return Want{}
	}
	f := v.Frames[i]
	w := Want{Card: card, Model: cmp.Or(f.Model, set.PictureModel), Prompt: v.styled(f), Size: set.Size,
		Quality: set.Quality}
	switch f.Source {
	case Describe:
		w.Kind = db.TextToImage
	case FromKeyframe:
		w.Kind, w.From = db.EditImage, v.picture(f.From)
	default:
		return w
	}
	if w.From == (Picture{}) {
		w.mention(v.Cast, 0)
	} else {
		w.mention(v.Cast, 1)
	}
	return w
}

// mention replaces the mentions in the prompt by what is sent for them. before is the number of pictures that precede
// those of the cast. A picture that mentions entries with pictures is an edit of these. Clips take no such pictures.
func (w *Want) mention(all []cast.Entry, before int) {
	if len(all) == 0 || !strings.Contains(w.Prompt, "@") {
		return // nearly all prompts: each refresh computes the requests of all cards
	}
	e := cast.Expand(w.Prompt, all, before, !w.Kind.IsVideo())
	w.Prompt, w.Cast = e.Text, e.Used
	if len(e.Pictures()) > 0 {
		w.Kind = db.EditImage
	}
}

// CastPictures returns the refs of the pictures that the request takes from the cast, in the order of sending.
func (w Want) CastPictures() []string { return cast.Expansion{Used: w.Cast}.Pictures() }

// styled returns the prompt of a keyframe followed by the board's style text.
func (b Board) styled(f Frame) string {
	prompt, style := strings.TrimSpace(f.Prompt), strings.TrimSpace(b.Settings.Style)
	if f.Plain || style == "" || prompt == "" {
		return prompt
	}
	return strings.TrimRight(prompt, ".,; ") + ", " + style
}

// before returns the index of the previous shot that is not skipped; -1 for none.
func (b Board) before(shot int) int {
	for i := shot - 1; i >= 0; i-- {
		if !b.Shots[i].Skipped {
			return i
		}
	}
	return -1
}

// picture returns the picture of a keyframe as an input.
func (v View) picture(frame string) Picture {
	i := v.FrameByID(frame)
	if i < 0 {
		return Picture{}
	}
	p := Picture{Frame: frame, Link: v.Frames[i].Link}
	if t, ok := v.Chosen(frame); ok {
		p.Asset = t.Asset.Ref
	}
	return p
}

// Sent returns the request of a job of this board as a [Want], with only the fields that Want.changed compares. If the
// shot continued a clip, it finds that clip by the origin of the first frame.
func (v View) Sent(j db.Job) Want {
	r := j.RequestFields()
	w := Want{Card: j.Shot, Kind: j.Kind, Prompt: strings.TrimSpace(j.Prompt), Negative: strings.TrimSpace(r.Negative),
		Audio: r.Audio, Seconds: r.Seconds, noExtras: r.LacksExtras()}
	w.Cast = j.UsedCast()
	places := sentPictures(j)
	if !j.Kind.IsVideo() {
		w.From = places[0]
		if ofCast := len(w.CastPictures()); ofCast > 0 {
			w.From = sentBase(j, ofCast)
		}
		return w
	}
	w.First, w.Last = places[0], places[1]
	if i := v.ShotByID(j.Shot); i >= 0 && v.Shots[i].Continue && v.before(i) >= 0 {
		if clip := v.clipOf(j.Shot, w.First.Asset); clip != "" {
			w.First = Picture{After: v.Shots[v.before(i)].ID, Clip: clip}
		}
	}
	return w
}

// sentPictures returns the first two input pictures of a job's request.
func sentPictures(j db.Job) (places [2]Picture) {
	r := j.RequestFields()
	for i, link := range slices.Concat(r.Frames, r.Images) {
		if i < len(places) {
			places[i].Link = link
		}
	}
	var inputs []db.Input
	_ = json.Unmarshal(j.Inputs, &inputs) // unreadable inputs are ignored
	for _, in := range inputs {
		if in.Place >= 0 && in.Place < len(places) && !in.Part && places[in.Place].Asset == "" {
			places[in.Place].Asset = in.Asset
		}
	}
	return places
}

// sentBase returns the picture that a request with pictures of the cast was an edit of; zero: none. ofCast is the
// number of pictures of the cast, which follow it, on a sheet too.
func sentBase(j db.Job, ofCast int) Picture {
	var inputs []db.Input
	_ = json.Unmarshal(j.Inputs, &inputs) // unreadable inputs are ignored
	var onSheet []string
	for _, in := range inputs {
		if in.Part && in.Place == 0 {
			onSheet = append(onSheet, in.Asset)
		}
	}
	switch places := sentPictures(j); {
	case len(onSheet) > ofCast:
		return Picture{Asset: onSheet[0]}
	case len(onSheet) == 0 && len(j.RequestFields().Images) > ofCast:
		return places[0]
	}
	return Picture{}
}

// clipOf returns the ref of the clip that a picture is a frame of, directly or through one edit for the same card; ""
// for none. An edit of an edit counts as a picture of its own.
func (v View) clipOf(card, picture string) string {
	a := v.Assets[picture]
	if a.JobID == 0 {
		return a.Parent
	}
	at, ok := v.jobIndexes[a.JobID]
	if !ok || at.card != card || v.Jobs[card][at.index].Kind.IsVideo() {
		return ""
	}
	return v.Assets[sentPictures(v.Jobs[card][at.index])[0].Asset].Parent
}

// changed returns the first difference between the planned request w and the sent one; "" if there is none. cause is
// the keyframe that causes it, or the name of the entry of the cast. It compares prompts, seconds, pictures and sound.
// Fields that the model or the request format decides are ignored.
func (w Want) changed(sent Want) (what Changed, cause string) {
	changedEntry := w.changedEntry(sent)
	switch {
	case !w.First.Equal(sent.First) && w.First.After != "" && sent.First.After != "":
		return ChangedBefore, ""
	case !w.First.Equal(sent.First):
		return ChangedFirst, w.First.Frame
	case !w.Last.Equal(sent.Last):
		return ChangedLast, w.Last.Frame
	case !w.From.Equal(sent.From):
		return ChangedPicture, w.From.Frame
	case changedEntry != "":
		return ChangedCast, changedEntry
	case w.Prompt != sent.Prompt:
		return ChangedPrompt, ""
	case w.Negative != sent.Negative && !sent.noExtras:
		return ChangedNegative, ""
	case w.Kind.IsVideo() && cmp.Or(w.Seconds, db.DefaultSeconds) != sent.Seconds:
		return ChangedSeconds, ""
	case w.Audio != sent.Audio && !sent.noExtras:
		return ChangedSound, ""
	}
	return "", ""
}

// changedEntry returns the name of a mentioned entry of the cast that was changed, added or removed since the request
// was sent; "" for none.
func (w Want) changedEntry(sent Want) string {
	mentions := func(prompt, name string) bool {
		return slices.ContainsFunc(cast.Mentions(prompt, nil), func(m cast.Mention) bool {
			return strings.EqualFold(m.Name, name)
		})
	}
	for _, was := range sent.Cast {
		i := slices.IndexFunc(w.Cast, func(u cast.Used) bool { return strings.EqualFold(u.Name, was.Name) })
		switch {
		case i >= 0 && !w.Cast[i].Equal(was):
			return w.Cast[i].Name
		case i < 0 && mentions(w.Prompt, was.Name):
			return was.Name
		}
	}
	for _, u := range w.Cast {
		if mentions(sent.Prompt, u.Name) {
			return u.Name
		}
	}
	return ""
}

// Equal reports whether two inputs are the same picture. Assets are compared by ref and links without their signature.
func (p Picture) Equal(q Picture) bool {
	switch {
	case p.After != "" || q.After != "":
		return p.After != "" && q.After != "" && p.Clip == q.Clip
	case p.Asset != "" || q.Asset != "":
		return p.Asset == q.Asset
	}
	return withoutQuery(p.Link) == withoutQuery(q.Link)
}

// withoutQuery returns a link without its query, which may be a signature.
func withoutQuery(link string) string {
	bare, _, _ := strings.Cut(link, "?")
	return bare
}

// Changed is the part of a request that differs from the sent one.
type Changed string

// The parts of a request.
const (
	ChangedFirst    Changed = "first"    // the first frame: another keyframe, or [State].Frame has a new picture
	ChangedLast     Changed = "last"     // the last frame
	ChangedBefore   Changed = "before"   // the previous clip, which provides the first frame
	ChangedPicture  Changed = "picture"  // the picture to edit
	ChangedCast     Changed = "cast"     // the entry [State].Cast of the cast has other words or pictures
	ChangedPrompt   Changed = "words"    // the prompt
	ChangedNegative Changed = "negative" // the negative prompt
	ChangedSeconds  Changed = "seconds"  // the length
	ChangedSound    Changed = "sound"    // whether it has sound
)

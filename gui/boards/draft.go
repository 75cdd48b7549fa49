package boards

import (
	"math/rand/v2"
	"strconv"
	"strings"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/client/order"
	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/compose"
	"viviscope/gui/wording"
)

// draft is the fields of a form that follows from a board. What a person changes goes into the board at once.
type draft struct {
	*compose.Fields
	form  order.Form // as it is shown
	board order.Form // as it follows from the board
	write func()     // a person changed the form
	send  func()     // Ctrl+Enter in a field
	refit func()     // a field came, went or grew
}

func newDraft(deps *Deps, kind db.JobKind) *draft {
	d := &draft{form: order.New()}
	d.form.Kind = kind
	d.board = d.form
	d.Fields = compose.NewFields(deps.Host, d, true)
	deps.Composer.Connect(d.Fields)
	return d
}

func (d *draft) Edit(change func(*order.Form)) {
	f := d.form
	if change(&f); f != d.form {
		d.form = f
		d.write()
	}
}

func (d *draft) Generate()   { d.send() }
func (d *draft) Refit()      { d.refit() }
func (d *draft) Roll() int64 { return rand.Int64N(jobs.MaxRolledSeed + 1) }

// show shows the form f of a card, with note beside the model. Text that is not a valid value yet, such as half a
// number, stays in its field until the board changes that value or another card is shown (other). Fields that the
// request format of the profile lacks are disabled.
func (d *draft) show(w orderContext, f order.Form, note string, other bool) {
	f = f.Under(w.Env)
	board, typed := d.board, d.form
	d.board = f
	if now, was := f.Clip(), board.Clip(); !other && now != nil && was != nil {
		if now.Seconds == was.Seconds {
			now.Seconds = typed.Clip().Seconds
		}
		if now.Seed == was.Seed {
			now.Seed = typed.Clip().Seed
		}
	}
	d.form = f
	o, problems := buildOrder(f, w)
	d.Show(compose.Shown{Form: f, Env: w.Env, Order: o, Problems: problems, Tariff: w.tariff(), Note: note})
}

// tariff is what a form needs to know of prices.
func (w orderContext) tariff() wording.Tariff {
	p := w.quote.Profile
	return wording.Tariff{Table: w.quote.Table, Currency: w.quote.Currency, Profile: p.Name, Play: p.Sandbox}
}

// buildOrder returns the order of a form. Braces are text on a board, because a shot is one clip.
func buildOrder(f order.Form, w orderContext) (order.Order, []client.ValidationError) {
	f.SetPrompt(order.Escape(f.Prompt()))
	if c := f.Clip(); c != nil {
		c.Negative = order.Escape(c.Negative)
	}
	return f.Build(w.Env)
}

// length is that of the clip, unless its model makes no such one: then it is as it was.
func (d *draft) length() int {
	if now := d.form.Clip(); now.Rules().AllowsSeconds(now.SecondsNumber()) {
		return now.SecondsNumber()
	}
	return d.board.Clip().SecondsNumber()
}

// seed is that of the clip; what is typed and is no number counts as it was.
func (d *draft) seed() *int64 {
	if now := d.form.Clip().Seed; strings.TrimSpace(now.Text) == "" || now.Kept() != nil {
		return now.Kept()
	}
	return d.board.Clip().Seed.Kept()
}

// own puts a value that a person changed into a card: none where it is that of the board.
func own[T comparable](of *T, now, was, board T) {
	if now == was {
		return
	}
	if *of = now; now == board {
		*of = *new(T)
	}
}

// seedDraft is a seed as the field of a form has it; nil: it is left to the service.
func seedDraft(seed *int64) order.SeedDraft {
	d := order.SeedDraft{Locked: true}
	if seed != nil {
		d.Text = order.SeedText(*seed)
	}
	return d
}

// clipForm is the form of a clip.
func clipForm(s boards.Settings) order.Form {
	f := order.New()
	f.Text = order.VideoDraft{Model: s.Model, Negative: s.Negative, Seconds: strconv.Itoa(s.Seconds), WishSeconds: s.Seconds,
		WishResolution: s.Resolution, Ratio: ratioOf(s.Size), WishAudio: s.Audio, Seed: seedDraft(s.Seed), Clips: 1}
	return f
}

// pictureForm is the form of a picture.
func pictureForm(s boards.Settings) order.Form {
	f := order.New()
	f.Kind = db.TextToImage
	for _, d := range []*order.ImageDraft{&f.Image, &f.Edit.ImageDraft} {
		d.SetModel(order.Model{ID: s.PictureModel})
		d.FreeSize, d.Quality = true, s.Quality
		d.Width, d.Height, _ = strings.Cut(s.Size, "x")
	}
	return f
}

package boards

import (
	"math/rand/v2"
	"strconv"
	"strings"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/compose"
	"viviscope/gui/compose/form"
)

// typed is what a person has before him: a form, and the one line that the form has no field for.
type typed struct {
	form form.Form
	line string // the caption of a shot, or the style words of a board
}

// draft is what fields show while a person changes it. It stays as it was typed, whatever the board says by then, until it is committed.
type draft struct {
	*compose.Fields
	now, kept typed  // as it is typed, and as it was read from the board
	changed   func() // by a person
	send      func() // Ctrl+Enter in a field
	refit     func() // a field came, went or grew
}

func newDraft(s *Screen, kind db.JobKind) *draft {
	d := &draft{}
	d.now.form = form.New()
	d.now.form.Kind = kind
	d.kept = d.now
	d.Fields = compose.NewFields(s.Host, d, true)
	s.Composer.Connect(d.Fields)
	return d
}

func (d *draft) Edit(change func(*form.Form)) {
	f := d.now.form
	if change(&f); f != d.now.form {
		d.now.form = f
		d.changed()
	}
}

func (d *draft) Generate()   { d.send() }
func (d *draft) Refit()      { d.refit() }
func (d *draft) Roll() int64 { return rand.Int64N(jobs.MaxRolledSeed + 1) }

// write takes the other text.
func (d *draft) write(line string) {
	if d.now.line != line {
		d.now.line = line
		d.changed()
	}
}

// read takes what the board says, unless something is typed that is not in it yet.
func (d *draft) read(t typed) {
	if d.now == d.kept {
		d.now, d.kept = t, t
	}
}

// begin takes what the board says of something else.
func (d *draft) begin(t typed) { d.now, d.kept = t, t }

// show shows the draft; note stands beside its model.
func (d *draft) show(w world, note string) {
	order, problems := d.order(w)
	d.Show(compose.Shown{Form: d.now.form, Env: w.Env, Order: order, Problems: problems, Tariff: w.tariff(), Note: note})
}

// tariff is what a form needs to know of prices.
func (w world) tariff() form.Tariff {
	return form.Tariff{Table: w.quote.Table, Currency: w.quote.Currency, Profile: w.quote.Profile.Name}
}

// order is what the form asks for. Braces mean nothing on a board: a shot is one clip.
func (d *draft) order(w world) (form.Order, []client.ValidationError) {
	f := d.now.form
	f.SetPrompt(form.Escape(f.Prompt()))
	if c := f.Clip(); c != nil {
		c.Negative = form.Escape(c.Negative)
	}
	return f.Build(w.Env)
}

// settled is the clip of a form in which what cannot be sent is as it was: it stays in its field, and out of the board.
func settled(now, was form.VideoDraft) form.VideoDraft {
	if !now.Rules().AllowsSeconds(now.SecondsNumber()) {
		now.Seconds, now.WishSeconds = was.Seconds, was.WishSeconds
	}
	if strings.TrimSpace(now.Seed.Text) != "" && now.Seed.Kept() == nil {
		now.Seed = was.Seed
	}
	return now
}

// seedDraft is a seed as the field of a form has it; nil: it is left to the service.
func seedDraft(seed *int64) form.SeedDraft {
	d := form.SeedDraft{Locked: true}
	if seed != nil {
		d.Text = form.SeedText(*seed)
	}
	return d
}

// clipForm is the form of a clip.
func clipForm(s boards.Settings) form.Form {
	f := form.New()
	f.Text = form.VideoDraft{Model: s.Model, Negative: s.Negative, Seconds: strconv.Itoa(s.Seconds), WishSeconds: s.Seconds,
		WishResolution: s.Resolution, Ratio: ratioOf(s.Size), WishAudio: s.Audio, Seed: seedDraft(s.Seed), Clips: 1}
	return f
}

// pictureForm is the form of a picture.
func pictureForm(s boards.Settings) form.Form {
	f := form.New()
	f.Kind = db.TextToImage
	for _, d := range []*form.ImageDraft{&f.Image, &f.Edit.ImageDraft} {
		d.SetModel(form.Model{ID: s.PictureModel})
		d.FreeSize, d.Quality = true, s.Quality
		d.Width, d.Height, _ = strings.Cut(s.Size, "x")
	}
	return f
}

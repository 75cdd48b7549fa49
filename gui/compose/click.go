package compose

import (
	"context"
	"fmt"
	"log/slog"
	"slices"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/compose/form"
)

// click is what one press of a button asks for. Its orders are the very ones whose price was shown: they are handed on as
// they are, from the button over the questions to the rows.
type click struct {
	account Account
	orders  []form.Order // each of one kind; more than one for a list
	quote   form.Quote   // of all of them
	hold    bool         // nothing goes out, so nothing is asked
	canvas  form.Canvas  // what lay on the canvas at the press
	tariff  form.Tariff  // by which the quote was made
	over    []bool       // of each job whether it is held because it goes over a budget; none: nothing is held for that

	// part sends what fits a budget and holds the rest, job by job; nil where the jobs are not made by this click.
	part func(over []bool)

	// settled is called on the window's goroutine when the rows are committed, or not; never where the person decided
	// against sending.
	settled func(o outcome)
}

// outcome is what a click came to.
type outcome struct {
	made   []db.Job
	failed []int // places in click.orders of which no job was made
	err    error // why, for the first of them
	bare   bool  // what was drawn is too much to be kept with the jobs
}

// sum prices several orders as one.
func sum(t form.Tariff, orders []form.Order) form.Quote {
	total := form.Quote{Known: len(orders) > 0}
	for i, o := range orders {
		q := t.Quote(o)
		if i == 0 {
			total.Each, total.Unit = q.Each, q.Unit
		}
		total.Jobs += q.Jobs
		total.Reference = total.Reference || q.Reference
		total.Known = total.Known && q.Known && total.Total <= 1<<62-q.Total
		if total.Known {
			total.Total += q.Total
		}
	}
	return total
}

// press asks what must be asked and hands the orders over. The buttons that send are off until both is done, which the
// form does not wait for: it can be changed and read meanwhile.
func (s *Screen) press(c click) {
	if s.busy || c.account.ID == 0 || len(c.orders) == 0 || (c.account.NoKey && !c.hold) {
		return
	}
	s.setBusy(true)
	goes := func(over []bool) {
		c.over = over
		s.d.Go(func() {
			o := s.commit(context.Background(), c)
			s.d.Post(func() {
				s.setBusy(false)
				c.settled(o)
			})
		})
	}
	c.part, c.tariff = goes, s.tariff
	s.review(c, func() { goes(nil) }, func() { s.setBusy(false) })
}

// prices are the estimates of the jobs of a click, in their order; nil for one that nobody knows.
func (c click) prices() []*int64 {
	var all []*int64
	for _, o := range c.orders {
		for _, e := range c.tariff.Each(o) {
			if e.Known {
				all = append(all, new(int64(e.Amount)))
			} else {
				all = append(all, nil)
			}
		}
	}
	return all
}

func (s *Screen) setBusy(on bool) {
	s.busy, s.failure = on, ""
	s.render()
	s.renderBatch()
}

// commit makes the rows. What a local picture holds is read now; a picture that cannot be read makes no job.
func (s *Screen) commit(ctx context.Context, c click) outcome {
	var all outcome
	over := c.over
	for i, o := range c.orders {
		c.over = over[:min(o.Jobs(), len(over))]
		over = over[len(c.over):]
		made, bare, err := s.commitOne(ctx, c, o)
		all.made, all.bare = append(all.made, made...), all.bare || bare
		if err != nil {
			all.failed = append(all.failed, i)
			if all.err == nil {
				all.err = err
			}
		}
	}
	return all
}

func (s *Screen) commitOne(ctx context.Context, c click, o form.Order) (made []db.Job, bare bool, err error) {
	var drawn []jobs.Input
	if o.Baked {
		if o, drawn, bare, err = s.baked(ctx, c.canvas, o); err != nil {
			return nil, false, err
		}
	}
	o, inputs, err := s.pictures(ctx, o, drawn)
	if err != nil {
		return nil, false, err
	}
	how := jobs.SubmitOptions{Hold: c.hold, Inputs: inputs, OverBudget: c.over}
	switch {
	case len(o.Images) > 0:
		made, err = s.d.Submitter.SubmitImages(ctx, c.account.ID, o.Images, how)
	case len(o.Edits) > 0:
		made, err = s.d.Submitter.SubmitEdits(ctx, c.account.ID, o.Edits, how)
	default:
		made, err = s.d.Submitter.SubmitVideos(ctx, c.account.ID, o.Videos, how)
	}
	return made, bare, err
}

// pictures reads the pictures of an order that are on this computer, and names those that are in the library, behind those
// that are known already. The order that was shown stays as it is.
func (s *Screen) pictures(ctx context.Context, o form.Order, inputs []jobs.Input) (form.Order, []jobs.Input, error) {
	for _, u := range o.Linked {
		inputs = append(inputs, jobs.Input{Place: u.Slot, Asset: u.Asset})
	}
	for _, u := range o.Uploads {
		data, err := s.read(ctx, u)
		if err != nil {
			return o, nil, err
		}
		inputs = append(inputs, jobs.Input{Place: u.Slot, Asset: u.Asset, Data: data})
	}
	if o.Picture != (form.Upload{}) {
		data, err := s.read(ctx, o.Picture)
		if err != nil {
			return o, nil, err
		}
		o.Edits = slices.Clone(o.Edits)
		for i := range o.Edits {
			o.Edits[i].Image = data
		}
		inputs = append(inputs, jobs.Input{Place: 0, Asset: o.Picture.Asset})
	}
	inputs = withKept(inputs, o.Kept)
	if len(o.Edits) > 0 && o.Width > 0 {
		i := slices.IndexFunc(inputs, func(in jobs.Input) bool { return in.Place == 0 && !in.Part })
		if i < 0 {
			i, inputs = len(inputs), append(inputs, jobs.Input{})
		}
		inputs[i].Width, inputs[i].Height = o.Width, o.Height // the estimate of the row is that of the button
	}
	return o, inputs, nil
}

func (s *Screen) read(ctx context.Context, u form.Upload) ([]byte, error) {
	if s.d.File == nil {
		return nil, fmt.Errorf("read picture %d: local pictures cannot be read here", u.Slot)
	}
	data, err := s.d.File(ctx, u)
	if err != nil {
		s.d.Log.Warn("cannot read a picture", slog.Any("err", err))
		return nil, &pictureError{u.File, err}
	}
	return data, nil
}

package compose

import (
	"fmt"
	"strings"

	"viviscope/client"
	"viviscope/db"
	"viviscope/gui/compose/batch"
	"viviscope/gui/compose/form"
)

// listName is the setting that holds the list of a batch until it is sent.
const listName = "compose.batch"

// list is the text of a batch, as it was pasted, or read from a file.
type list struct {
	Name string `json:"name,omitempty"` // of the file; "" for what was typed or pasted
	Text string `json:"text,omitempty"`
}

// checked is a list that was read, with what it would send and what that costs. It is a value: what is shown of it is what
// is sent.
type checked struct {
	rows    []pricedRow
	unknown []string // columns that nobody knows
	rest    string   // the list of the rows that are wrong
	account Account
	tariff  form.Tariff
}

// pricedRow is a row with its price.
type pricedRow struct {
	batch.Row
	order form.Order
	quote form.Quote
}

func (r pricedRow) right() bool { return len(r.Problems) == 0 }

// orderOf makes the order of one row.
func orderOf(r batch.Row) form.Order {
	o := form.Order{Requests: r.Requests()}
	for _, q := range o.Requests {
		o.Prompts = append(o.Prompts, q.PromptText())
	}
	return o
}

// right counts the rows that can be sent.
func (c checked) right() int {
	n := 0
	for _, r := range c.rows {
		if r.right() {
			n++
		}
	}
	return n
}

// order is the right rows as one click.
func (c checked) order() form.Order {
	var o form.Order
	for _, r := range c.rows {
		if r.right() {
			o.Requests = append(o.Requests, r.order.Requests...)
			o.Prompts = append(o.Prompts, r.order.Prompts...)
		}
	}
	return o
}

// check reads a list and prices it. It takes its time with a long one: off the window's goroutine.
func check(l list, d batch.Defaults, a Account, t form.Tariff) (checked, error) {
	b, err := batch.Parse(strings.NewReader(l.Text), l.Name, d)
	if err != nil {
		return checked{}, fmt.Errorf("check list: %w", err)
	}
	c := checked{unknown: b.Unknown, rest: b.Rest(), account: a, tariff: t}
	for _, r := range b.Rows {
		o := orderOf(r)
		c.rows = append(c.rows, pricedRow{Row: r, order: o, quote: t.Quote(o)})
	}
	return c, nil
}

// listDefaults is what the drafts give to rows that do not say everything. A seed is taken only where it is locked, because
// the same one for all rows must be meant.
func (s *editing) listDefaults() batch.Defaults {
	f := s.form
	if s.held != nil {
		f = s.held.before
	}
	d := batch.Defaults{Kind: f.Kind, Models: s.models, Form: s.env().Form, Clips: 1}
	first := func(kind db.JobKind) client.Request {
		f.Kind = kind
		o, _ := f.Build(s.env())
		return o.Requests[0]
	}
	seed := func(q client.Request, of form.VideoDraft) client.VideoRequest {
		r := q.(client.VideoRequest)
		if !of.Seed.Locked {
			r.Seed = nil
		}
		return r
	}
	for _, kind := range form.Kinds() {
		switch r := first(kind); kind {
		case db.TextToVideo:
			d.Text = seed(r, f.Text)
		case db.FramesToVideo:
			d.Frames = seed(r, f.Frames)
		case db.TextToImage:
			d.Image = r.(client.ImageRequest)
		case db.EditImage:
			d.Edit = r.(client.EditRequest)
		}
	}
	return d
}

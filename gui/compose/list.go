package compose

import (
	"bytes"
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
	o := form.Order{Videos: r.Videos(), Images: r.Images(), Edits: r.Edits()}
	for _, v := range o.Videos {
		o.Prompts = append(o.Prompts, v.Prompt)
	}
	for _, i := range o.Images {
		o.Prompts = append(o.Prompts, i.Prompt)
	}
	for _, e := range o.Edits {
		o.Prompts = append(o.Prompts, e.Prompt)
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

// orders are the right rows as clicks: one for each kind, in the order of the form's switch. rows says which rows are in which.
func (c checked) orders() (orders []form.Order, rows [][]int) {
	for _, kind := range form.Kinds() {
		var o form.Order
		var in []int
		for i, r := range c.rows {
			if !r.right() || r.Kind != kind {
				continue
			}
			o.Videos, o.Images, o.Edits = append(o.Videos, r.order.Videos...), append(o.Images, r.order.Images...), append(o.Edits, r.order.Edits...)
			o.Prompts = append(o.Prompts, r.order.Prompts...)
			in = append(in, i)
		}
		if len(in) > 0 {
			orders, rows = append(orders, o), append(rows, in)
		}
	}
	return orders, rows
}

// check reads a list and prices it. It takes its time with a long one: off the window's goroutine.
func check(l list, d batch.Defaults, a Account, t form.Tariff) (checked, error) {
	b, err := batch.Parse(strings.NewReader(l.Text), l.Name, d)
	if err != nil {
		return checked{}, fmt.Errorf("check list: %w", err)
	}
	c := checked{unknown: b.Unknown, account: a, tariff: t}
	for _, r := range b.Rows {
		o := orderOf(r)
		c.rows = append(c.rows, pricedRow{Row: r, order: o, quote: t.Quote(o)})
	}
	return c, nil
}

// rest is the list of what was not sent: the rows that are wrong, and those of failed clicks.
func (c checked) rest(l list, rows [][]int, o outcome) (list, error) {
	keep := map[int]bool{}
	for i, r := range c.rows {
		keep[i] = !r.right()
	}
	for _, failed := range o.failed {
		for _, i := range rows[failed] {
			keep[i] = true
		}
	}
	var left []batch.Row
	for i, r := range c.rows {
		if keep[i] {
			left = append(left, r.Row)
		}
	}
	switch len(left) {
	case 0:
		return list{}, nil
	case len(c.rows):
		return l, nil // as it was typed
	}
	var text bytes.Buffer
	if err := batch.Write(&text, left); err != nil {
		return l, err
	}
	return list{Text: strings.TrimPrefix(text.String(), "\ufeff")}, nil
}

// listDefaults is what the drafts give to rows that do not say everything. A seed is taken only where it is locked, because
// the same one for all rows must be meant.
func (s *editing) listDefaults() batch.Defaults {
	f := s.form
	if s.held != nil {
		f = s.held.before
	}
	d := batch.Defaults{Kind: f.Kind, Models: s.models, Clips: 1}
	first := func(kind db.JobKind) form.Order {
		f.Kind = kind
		o, _ := f.Build(s.env())
		return o
	}
	seed := func(r client.VideoRequest, of form.VideoDraft) client.VideoRequest {
		if !of.Seed.Locked {
			r.Seed = nil
		}
		return r
	}
	for _, kind := range form.Kinds() {
		switch o := first(kind); kind {
		case db.TextToVideo:
			d.Text = seed(o.Videos[0], f.Text)
		case db.FramesToVideo:
			d.Frames = seed(o.Videos[0], f.Frames)
		case db.TextToImage:
			d.Image = o.Images[0]
		case db.EditImage:
			d.Edit = o.Edits[0]
		}
	}
	return d
}

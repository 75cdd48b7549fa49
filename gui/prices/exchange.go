package prices

import (
	"fmt"
	"io"

	"viviscope/client"
	"viviscope/gui/lang"
)

// Export writes the prices that are in force as CSV. It may be called on any goroutine with what [Pane.InForce] returned.
func Export(w io.Writer, table client.PriceTable) error { return table.WriteCSV(w) }

// InForce returns the table that is kept, and whether there is one. Window's goroutine.
func (p *Pane) InForce() (client.PriceTable, bool) {
	return p.answer.kept(), p.ready && len(p.answer.versions) > 0
}

// Profile is the name of the profile whose prices are shown, for the name of a file. Window's goroutine.
func (p *Pane) Profile() string { return p.answer.profile.Name }

// Read reads a file of prices. Its error says which line is wrong, and with which column.
func Read(r io.Reader) (client.PriceTable, error) {
	table, err := client.ReadPriceCSV(r)
	if err != nil {
		return client.PriceTable{}, fmt.Errorf("read prices: %w", err)
	}
	return table, nil
}

// Import puts the prices of a file into the fields, where they can be looked at: they hold once they are saved. What the file
// does not price becomes unknown. err is what went wrong with the reading; it is shown, and nothing changes. Window's goroutine.
func (p *Pane) Import(table client.PriceTable, err error) {
	switch {
	case err != nil:
		p.refuse(lang.L("Not imported: %s", err))
		return
	case table.Currency != p.draft.Currency:
		p.refuse(lang.L("Not imported: its prices are in another currency, %[1]s, and this profile counts in %[2]s.", table.Currency, p.draft.Currency))
		return
	}
	p.edit(func(d *Draft) { *d = d.AdoptWhole(table, p.answer.models) })
}

func (p *Pane) refuse(words string) {
	p.said, p.failed = words, true
	p.render()
}

// UseReference puts the reference figures of pictures into the fields that are empty. Window's goroutine.
func (p *Pane) UseReference() {
	p.edit(func(d *Draft) {
		reference := NewDraft(client.ReferenceTable(d.Currency), d.Currency, nil)
		for _, r := range reference.Pictures {
			if i := d.picture(r.Rate); i >= 0 && d.Pictures[i].Text == "" {
				d.Pictures[i].Text = r.Text
			}
		}
		if d.Tokens == [tokens]string{} {
			d.Tokens = reference.Tokens
		}
		d.Reference = true
	})
}

// AdoptWhole is [Draft.Adopt] for a table that may have prices of models that have no row yet.
func (d Draft) AdoptWhole(table client.PriceTable, models []client.Alias) Draft {
	next := NewDraft(table, d.Currency, models)
	next.base = d.base
	for _, r := range d.Rows { // a row that is shown does not go
		if next.row(r.Model) < 0 {
			r.Text = [tiers]string{}
			next.Rows = append(next.Rows, r)
		}
	}
	return next
}

package prices

import (
	"slices"

	"viviscope/client"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// tier is one column of the table: a resolution, with or without sound.
type tier struct {
	resolution string
	audio      bool
}

const tiers = 4

// columns returns the columns of the table.
func columns() [tiers]tier {
	return [tiers]tier{
		{client.Resolution720P, false},
		{client.Resolution1080P, false},
		{client.Resolution720P, true},
		{client.Resolution1080P, true},
	}
}

// name words a column: "1080P", "1080P with audio".
func (t tier) name() string {
	if t.audio {
		return lang.L("%s with audio", t.resolution)
	}
	return t.resolution
}

// Row is one video model.
type Row struct {
	Model   string
	Like    string        // the model whose prices hold where the row has none; "" for a model of the catalogue
	Offered [tiers]bool   // false: the model does not make that, so there is no price to enter
	Text    [tiers]string // as typed; "" where no price is known
}

// The token prices by their place in Draft.Tokens.
const (
	tokenText = iota
	tokenImage
	tokenOutput
	tokens
)

// Draft is what the fields hold, over the table that is kept. Copies share nothing after Clone.
type Draft struct {
	Currency  string // of the profile, ISO 4217
	Rows      []Row
	Tokens    [tokens]string // prices of a million tokens, as typed
	Pictures  []PictureRow   // prices of one picture
	Reference bool           // reference figures, not the account's own prices

	base client.PriceTable  // as it is kept
	rest []client.VideoRate // rates of base that no field shows; they are kept as they are
}

// Problem is what is wrong with one field. Row is that of a video model, or -1 for the token price of Column, or -2 for the
// picture price of Column.
type Problem struct {
	Row, Column int
	Words       string
}

// NewDraft shows a table: one row for each model of the catalogue, for each further video model of the profile, and for
// each other model that the table has a price of.
func NewDraft(table client.PriceTable, currency string, models []client.Alias) Draft {
	d := Draft{Currency: currency, base: table}
	for _, m := range client.VideoModels() {
		d.Rows = append(d.Rows, newRow(m.ID, "", m))
	}
	for _, a := range models {
		if m, ok := client.VideoModelByID(a.Like); ok && d.row(a.ID) < 0 {
			d.Rows = append(d.Rows, newRow(a.ID, a.Like, m))
		}
	}
	for _, r := range table.Video {
		if d.row(r.Model) < 0 {
			d.Rows = append(d.Rows, Row{Model: r.Model, Offered: [tiers]bool{true, true, true, true}})
		}
	}
	d.Pictures = pictureRows(table)
	d.fill(table)
	return d
}

func newRow(id, like string, m client.VideoModel) Row {
	r := Row{Model: id, Like: like}
	for i, t := range columns() {
		r.Offered[i] = slices.Contains(m.Resolutions, t.resolution) && (!t.audio || m.AllowsAudio(t.resolution))
	}
	return r
}

func (d Draft) row(model string) int {
	return slices.IndexFunc(d.Rows, func(r Row) bool { return r.Model == model })
}

// fill puts the prices of a table into the fields. What no field shows is kept beside them.
func (d *Draft) fill(table client.PriceTable) {
	d.Rows = slices.Clone(d.Rows)
	for i := range d.Rows {
		d.Rows[i].Text = [tiers]string{}
	}
	d.rest, d.Tokens, d.Reference = nil, [tokens]string{}, table.Reference
	for _, rate := range table.Video {
		i := d.row(rate.Model)
		c := slices.IndexFunc(tierList(), func(t tier) bool { return t.resolution == rate.Resolution && t.audio == rate.Audio })
		switch {
		case i < 0 || c < 0 || !d.Rows[i].Offered[c]:
			d.rest = append(d.rest, rate)
		case d.Rows[i].Text[c] == "": // the first one counts, as it does for an estimate
			d.Rows[i].Text[c] = wording.FormatAmount(rate.PerSecond, d.Currency)
		}
	}
	d.fillPictures(table)
	if t := table.Tokens; t != nil {
		for i, m := range [tokens]client.Micros{t.InputTextPerMillion, t.InputImagePerMillion, t.OutputPerMillion} {
			d.Tokens[i] = wording.FormatAmount(m, d.Currency)
		}
	}
}

func tierList() []tier { c := columns(); return c[:] }

// Clone returns a draft that shares nothing with this one that either changes.
func (d Draft) Clone() Draft {
	d.Rows, d.Pictures = slices.Clone(d.Rows), slices.Clone(d.Pictures)
	return d
}

// Adopt puts the prices of another version into the fields; what is kept stays what it is.
func (d Draft) Adopt(table client.PriceTable) Draft {
	d.fill(table)
	return d
}

// Rebase keeps what was typed over a table that is now the one that is kept.
func (d Draft) Rebase(table client.PriceTable) Draft {
	d.base = table
	return d
}

// Carry takes over what was typed into another draft of the same profile, whose rows may be others.
func (d Draft) Carry(typed Draft) Draft {
	d = d.Clone()
	for _, r := range typed.Rows {
		if i := d.row(r.Model); i >= 0 {
			d.Rows[i].Text = r.Text
		}
	}
	d.Tokens, d.Reference = typed.Tokens, typed.Reference
	for _, r := range typed.Pictures {
		if i := d.picture(r.Rate); i >= 0 {
			d.Pictures[i].Text = r.Text
		} else if r.Text != "" {
			d.Pictures = append(d.Pictures, r)
		}
	}
	return d
}

// Reset shows what is kept.
func (d Draft) Reset() Draft { return d.Adopt(d.base) }

// Table makes the table of the fields, and says what is wrong with them. With a problem it holds what can be read, and
// must not be kept.
func (d Draft) Table() (client.PriceTable, []Problem) {
	table := client.PriceTable{Currency: d.Currency, Reference: d.Reference}
	var problems []Problem
	for i, r := range d.Rows {
		for c, t := range columns() {
			if !r.Offered[c] {
				continue
			}
			amount, given, err := wording.ParseAmount(r.Text[c], d.Currency)
			switch {
			case err != nil:
				problems = append(problems, Problem{i, c, err.Error()})
			case given:
				table.Video = append(table.Video, client.VideoRate{Model: r.Model, Resolution: t.resolution, Audio: t.audio, PerSecond: amount})
			}
		}
	}
	table.Video = append(table.Video, d.rest...)
	prices, wrong := d.tokenPrices()
	table.Tokens = prices
	images, wrongToo := d.picturePrices()
	table.Images = images
	return table, slices.Concat(problems, wrong, wrongToo)
}

// tokenPrices reads the three token prices: all of them, or none.
func (d Draft) tokenPrices() (*client.TokenPrices, []Problem) {
	var amounts [tokens]client.Micros
	var missing, problems []Problem
	any := false
	for i, text := range d.Tokens {
		amount, given, err := wording.ParseAmount(text, d.Currency)
		switch {
		case err != nil:
			any = true
			problems = append(problems, Problem{-1, i, err.Error()})
		case given:
			any = true
			amounts[i] = amount
		default:
			missing = append(missing, Problem{-1, i, lang.L("a picture is priced by all three: 0 where this one is free")})
		}
	}
	if !any {
		return nil, nil
	}
	if problems = append(problems, missing...); len(problems) > 0 {
		return nil, problems
	}
	return &client.TokenPrices{InputTextPerMillion: amounts[tokenText], InputImagePerMillion: amounts[tokenImage], OutputPerMillion: amounts[tokenOutput]}, nil
}

// Inherited returns the price that holds where a field of a further model is empty: that of the model it stands for, as
// far as it can be read; "" for none.
func (d Draft) Inherited(row, column int) string {
	r := d.Rows[row]
	if i := d.row(r.Like); r.Like != "" && i >= 0 && d.Rows[i].Offered[column] {
		if amount, given, err := wording.ParseAmount(d.Rows[i].Text[column], d.Currency); given && err == nil {
			return wording.FormatAmount(amount, d.Currency)
		}
	}
	return ""
}

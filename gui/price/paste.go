package price

import (
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strings"

	"viviscope/client"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// pasted are the prices of a text, as people copy them from a spreadsheet or a list: a row each, with the model, what it makes, the
// resolution or size and quality, and in the last cell the price. wrong says of each row that was not understood why.
type pasted struct {
	prices []Field
	wrong  []string
}

// readPasted reads a text. Cells are parted by tabs, semicolons or commas. A first row whose last cell is no price is the head.
func readPasted(text string, d Draft) (p pasted) {
	in := csv.NewReader(strings.NewReader(text))
	in.FieldsPerRecord, in.LazyQuotes, in.TrimLeadingSpace = -1, true, true
	for _, separator := range ",;\t" {
		if strings.ContainsRune(text, separator) {
			in.Comma = separator
		}
	}
	for n := 0; ; n++ {
		cells, err := in.Read()
		if errors.Is(err, io.EOF) {
			return p
		}
		line, of, price := n+1, Of{}, ""
		if err == nil {
			line, _ = in.FieldPos(0)
			for len(cells) > 1 && strings.TrimSpace(cells[len(cells)-1]) == "" {
				cells = cells[:len(cells)-1]
			}
			price = strings.TrimSpace(cells[len(cells)-1])
			var given bool
			if _, given, err = wording.ParseAmount(price, d.Currency); err == nil && !given {
				err = wording.ErrNoNumber
			}
			if n == 0 && errors.Is(err, wording.ErrNoNumber) {
				continue
			}
		}
		why := ""
		if err != nil {
			why = err.Error()
		} else {
			of, why = ofCells(cells[:len(cells)-1], d)
		}
		if why == "" && slices.ContainsFunc(p.prices, func(f Field) bool { return f.Of == of }) {
			why = lang.L("this price is already listed above")
		}
		if why != "" {
			p.wrong = append(p.wrong, lang.L("Row %[1]d: %[2]s", line, why))
			continue
		}
		p.prices = append(p.prices, Field{Of: of, Text: price})
	}
}

// ofCells says what the price of a row is of, or why that is not understood.
func ofCells(cells []string, d Draft) (of Of, why string) {
	words := func(cells []string) []string {
		return strings.Fields(strings.ToLower(strings.NewReplacer("/", " ", ",", " ", "+", " ").Replace(strings.Join(cells, " "))))
	}
	all := words(cells)
	has := func(words ...string) bool {
		return slices.ContainsFunc(all, func(word string) bool { return slices.Contains(words, word) })
	}
	model := ""
	if len(cells) > 0 {
		model = strings.TrimSpace(cells[0])
		for _, word := range words(cells[1:]) { // a number may make the price that of something else: of 5 s, of 1000 tokens
			if strings.ContainsAny(word[:1], "0123456789") && !slices.Contains([]string{"720p", "1080p", "1024", "2k", "4k", "1", "1m"}, word) {
				return of, lang.L("“%s” is not understood", word)
			}
		}
	}
	resolution := ""
	for _, r := range []string{client.Resolution720P, client.Resolution1080P} {
		if has(strings.ToLower(r)) {
			resolution = r
		}
	}
	switch {
	case has("token", "tokens"):
		if i := slices.IndexFunc(d.models, func(a client.Alias) bool { return strings.EqualFold(a.ID, model) }); i >= 0 {
			of.Model, all = d.models[i].ID, words(cells[1:]) // the ID is no kind of tokens
			if d.at(Of{Token: OutputToken, Model: of.Model}) < 0 {
				return of, lang.L("no picture model is called %s", model)
			}
		}
		switch {
		case has("output"):
			of.Token = OutputToken
		case has("picture", "pictures", "image", "images"):
			of.Token = ImageToken
		case has("text"):
			of.Token = TextToken
		default:
			return of, lang.L("add the kind of tokens: input text, input pictures or output")
		}
		return of, ""
	case resolution != "":
		of.Video = client.VideoRate{Model: model, Resolution: resolution, Audio: has("audio", "sound") && !has("no", "without")}
		if d.at(of) < 0 {
			return of, lang.L("no video model %[1]s makes %[2]s", model, of.tierName())
		}
		return of, ""
	}
	of.Image.Edit = has("edit", "edits")
	for _, size := range []string{client.Size1024, client.Size2K, client.Size4K} {
		if has(strings.ToLower(size)) {
			of.Image.Size = size
		}
	}
	for _, quality := range client.Qualities() {
		if has(quality) {
			of.Image.Quality = quality
		}
	}
	if of.Image.Size == "" || of.Image.Quality == "" {
		return of, lang.L("a resolution, a size with a quality, or a kind of tokens is missing")
	}
	known := func(id string) bool { return strings.EqualFold(id, model) }
	for _, m := range client.ImageModels() {
		if known(m.ID) {
			of.Image.Model = m.ID
		}
	}
	for _, a := range d.models {
		if known(a.ID) {
			of.Image.Model = a.ID
		}
	}
	if of.Image.Model == "" && model != "" && !slices.Contains([]string{"picture", "pictures", "image", "images", "edit"}, strings.ToLower(model)) {
		return of, lang.L("no picture model is called %s", model)
	}
	return of, ""
}

// withPasted puts prices into their fields, and adds fields that are not there. All others stay.
func (d Draft) withPasted(prices []Field) Draft {
	d.Fields = slices.Clone(d.Fields)
	for _, f := range prices {
		if d.at(f.Of) < 0 {
			d.Fields = append(d.Fields, Field{Of: f.Of})
		}
		d = d.With(f.Of, f.Text)
	}
	return d
}

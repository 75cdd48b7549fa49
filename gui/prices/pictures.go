package prices

import (
	"slices"

	"viviscope/client"
	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// PictureRow is the price of one picture of a size and a quality.
type PictureRow struct {
	Rate client.ImageRate // what it is the price of; its PerPicture means nothing
	Text string           // as typed; "" where no price by picture is known
}

// Name words a row: "1024, low", "Edit, 1024, low", "4K, max, genimage-2.5-flare".
func (r PictureRow) Name() string {
	name := lang.X("list", "%s, %s", r.Rate.Size, r.Rate.Quality)
	if r.Rate.Edit {
		name = lang.L("Edit, %s", name)
	}
	if r.Rate.Model != "" {
		name = lang.X("list", "%s, %s", name, r.Rate.Model)
	}
	return name
}

// pictureRows are the sizes and qualities of which reference figures are known, and those of which a table has a price.
func pictureRows(table client.PriceTable) []PictureRow {
	var rows []PictureRow
	for _, rate := range slices.Concat(client.ReferenceTable("").Images, table.Images) {
		rate.PerPicture = 0
		if !slices.ContainsFunc(rows, func(r PictureRow) bool { return r.Rate == rate }) {
			rows = append(rows, PictureRow{Rate: rate})
		}
	}
	return rows
}

// picture returns the place of a row by what it is the price of; -1 where there is none.
func (d Draft) picture(rate client.ImageRate) int {
	rate.PerPicture = 0
	return slices.IndexFunc(d.Pictures, func(r PictureRow) bool { return r.Rate == rate })
}

// fillPictures puts the picture prices of a table into the fields.
func (d *Draft) fillPictures(table client.PriceTable) {
	d.Pictures = slices.Clone(d.Pictures)
	for i := range d.Pictures {
		d.Pictures[i].Text = ""
	}
	for _, rate := range table.Images {
		text := wording.FormatAmount(rate.PerPicture, d.Currency)
		if i := d.picture(rate); i < 0 {
			rate.PerPicture = 0
			d.Pictures = append(d.Pictures, PictureRow{rate, text})
		} else if d.Pictures[i].Text == "" { // the first one counts, as it does for an estimate
			d.Pictures[i].Text = text
		}
	}
}

// picturePrices reads the fields of pictures.
func (d Draft) picturePrices() (rates []client.ImageRate, problems []Problem) {
	for i, r := range d.Pictures {
		amount, given, err := wording.ParseAmount(r.Text, d.Currency)
		switch {
		case err != nil:
			problems = append(problems, Problem{-2, i, err.Error()})
		case given:
			rate := r.Rate
			rate.PerPicture = amount
			rates = append(rates, rate)
		}
	}
	return rates, problems
}

// pictureChanges words what saving would change of the picture prices.
func (d Draft) pictureChanges() (said []string) {
	for _, r := range d.Pictures {
		var was client.Micros
		i := slices.IndexFunc(d.base.Images, func(rate client.ImageRate) bool { rate.PerPicture = 0; return rate == r.Rate })
		if i >= 0 {
			was = d.base.Images[i].PerPicture
		}
		said = append(said, d.change(r.Name(), was, i >= 0, r.Text)...)
	}
	return said
}

// byTokens is what a picture of a row costs by the prices of tokens, "" where these are not known: it holds where the row has no
// price of its own.
func (r PictureRow) byTokens(t client.PriceTable) string {
	t.Images = nil
	const prompt = "a prompt of some forty characters, or more"
	asked := client.ImageRequest{Prompt: prompt, Quality: r.Rate.Quality, Size: sizeOf(r.Rate.Size)}
	e := asked.Estimate(t)
	if r.Rate.Edit {
		e = client.EditRequest{ImageRequest: asked, Image: []byte{0}}.Estimate(t)
	}
	if !e.Known {
		return ""
	}
	return wording.PlainMoney(int64(e.Amount), t.Currency)
}

// sizeOf is the size that stands for a class.
func sizeOf(class string) string {
	switch class {
	case client.Size4K:
		return "3840x2160"
	case client.Size2K:
		return "2048x2048"
	}
	return "1024x1024"
}

// seen says what the pictures of a row cost lately: "seen 0.05 to 0.07"; "" where there were none. calls is how many it rests on.
func (r PictureRow) seen(samples []db.PictureSample, currency string) (words string, calls int) {
	var amounts []client.Micros
	for _, s := range samples {
		w, h := client.ImageRequest{Size: s.Size}.Dimensions()
		quality := s.Quality
		if quality == "" {
			quality = "medium"
		}
		if (s.Kind == db.EditImage) == r.Rate.Edit && client.SizeClass(w, h) == r.Rate.Size && quality == r.Rate.Quality && (r.Rate.Model == "" || s.Model == r.Rate.Model) {
			amounts = append(amounts, client.Micros(s.ChargedMicros))
		}
	}
	own := client.RangeOf(amounts)
	if own.Calls == 0 {
		return "", 0
	}
	least, most := wording.PlainMoney(int64(own.Least), currency), wording.PlainMoney(int64(own.Most), currency)
	if least == most {
		return lang.L("seen %s", least), own.Calls
	}
	return lang.L("seen %[1]s to %[2]s", least, most), own.Calls
}

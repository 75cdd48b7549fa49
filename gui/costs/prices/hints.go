package prices

import (
	"viviscope/client"
	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// inherited returns the price that applies while the row of a further model is empty. A video model inherits from the
// model that it is like, tokens from the tokens of all models. "" if there is no such price or it cannot be read.
func (r Rows) inherited(row Row) string {
	from := row.Item
	from.Video.Model, from.Video.PerClip, from.Model = row.like, false, ""
	i := r.at(from)
	if row.like == "" && row.Model == "" || row.Video.PerClip || i < 0 {
		return ""
	}
	amount, given, err := wording.ParseAmount(r.List[i].Price, r.Currency)
	if !given || err != nil {
		return ""
	}
	return wording.FormatAmount(amount, r.Currency)
}

// byTokens returns the cost of a picture by the prices of tokens, which applies while the picture has no price of its
// own; "" if the prices of tokens are not known.
func byTokens(rate client.ImageRate, t client.PriceTable) string {
	if rate.Size == "" {
		return "" // the cost depends on the size
	}
	t.Images = nil
	const prompt = "a prompt of some forty characters, or more"
	sizes := map[string]string{client.Size4K: "3840x2160", client.Size2K: "2048x2048", client.Size1024: "1024x1024"}
	asked := client.ImageRequest{Model: rate.Model, Prompt: prompt, Quality: rate.Quality, Size: sizes[rate.Size]}
	e := asked.Estimate(t)
	if rate.Edit {
		e = client.EditRequest{ImageRequest: asked, Image: []byte{0}}.Estimate(t)
	}
	if !e.Known {
		return ""
	}
	return wording.PlainMoney(int64(e.Amount), t.Currency)
}

// seen returns the recent costs of such pictures: "seen 0.05 to 0.07"; "" if there were none.
func seen(rate client.ImageRate, samples []db.PictureSample, currency string) string {
	var amounts []client.Micros
	for _, s := range samples {
		w, h := client.ImageRequest{Size: s.Size}.Dimensions()
		quality := s.Quality
		if quality == "" {
			quality = "medium"
		}
		made := client.ImageRate{Edit: s.Kind == db.EditImage, Size: client.SizeClass(w, h), Quality: quality}
		if rate.Model != "" {
			made.Model = s.Model
		}
		if made == rate {
			amounts = append(amounts, client.Micros(s.ChargedMicros))
		}
	}
	own := client.RangeOf(amounts)
	if own.Calls == 0 {
		return ""
	}
	least, most := wording.PlainMoney(int64(own.Min), currency), wording.PlainMoney(int64(own.Max), currency)
	words := lang.L("seen %[1]s to %[2]s", least, most)
	if least == most {
		words = lang.L("seen %s", least)
	}
	if own.Calls < client.MinSamples {
		words = lang.N("%[1]s (%[2]d call)", "%[1]s (%[2]d calls)", own.Calls, words, own.Calls)
	}
	return words
}

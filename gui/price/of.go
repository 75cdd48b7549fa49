package price

import (
	"slices"

	"viviscope/client"
	"viviscope/gui/lang"
)

// Of is the subject of one price: a second of a clip, one picture, or a million tokens. The amounts in it are 0.
type Of struct {
	Video client.VideoRate
	Image client.ImageRate
	Token Token
	Model string // of Token: the only model that has the price; "" for every model without one of its own
}

// Token is a kind of the tokens of pictures; 0: the price is of none.
type Token int

// The kinds of tokens.
const (
	TextToken Token = iota + 1
	ImageToken
	OutputToken
)

// section is the part of the table that shows a price.
type section int

const (
	ofClips section = iota
	ofPictures
	ofTokens
)

func (o Of) section() section {
	switch {
	case o.Token != 0:
		return ofTokens
	case o.Image != (client.ImageRate{}):
		return ofPictures
	}
	return ofClips
}

// tiers returns the prices that a video model can have: one for each resolution, with or without sound.
func tiers() []client.VideoRate {
	return []client.VideoRate{{Resolution: client.Resolution720P}, {Resolution: client.Resolution1080P},
		{Resolution: client.Resolution720P, Audio: true}, {Resolution: client.Resolution1080P, Audio: true}}
}

func (o Of) tierName() string {
	name := o.Video.Resolution
	if o.Video.Audio {
		name = lang.L("%s with audio", o.Video.Resolution)
	}
	if o.Video.PerClip {
		name = lang.L("%s per clip", name)
	}
	return name
}

// Name returns the label of a price: "clip-2.6 1080P with audio", "Edit, 1024, low", "4K, max, genimage-2.5-flare",
// "Output", "Output, house-image".
func (o Of) Name() string {
	switch {
	case o.Token != 0 && o.Model != "":
		return lang.X("list", "%s, %s", tokenName(o.Token), o.Model)
	case o.Token != 0:
		return tokenName(o.Token)
	case o.section() == ofClips:
		return o.Video.Model + " " + o.tierName()
	}
	name := lang.X("list", "%s, %s", o.Image.Size, o.Image.Quality)
	if o.Image.Size == "" {
		name = lang.L("any picture")
	}
	if o.Image.Edit {
		name = lang.L("Edit, %s", name)
	}
	if o.Image.Model != "" {
		name = lang.X("list", "%s, %s", name, o.Image.Model)
	}
	return name
}

func tokenName(kind Token) string {
	switch kind {
	case TextToken:
		return lang.L("Input text")
	case ImageToken:
		return lang.L("Input pictures")
	}
	return lang.L("Output")
}

// known is a price of a table.
type known struct {
	Of
	amount client.Micros
}

// pricesOf lists the prices of a table. Where it has two of the same, the first one counts, as it does for an estimate.
func pricesOf(t client.PriceTable) (all []known) {
	for _, r := range t.Video {
		amount := r.PerSecond
		r.PerSecond = 0
		all = append(all, known{Of{Video: r}, amount})
	}
	for _, r := range t.Images {
		amount := r.PerPicture
		r.PerPicture = 0
		all = append(all, known{Of{Image: r}, amount})
	}
	tokens := t.ModelTokens
	if t.Tokens != nil {
		tokens = slices.Insert(slices.Clone(tokens), 0, client.ModelTokens{TokenPrices: *t.Tokens})
	}
	for _, m := range tokens {
		for kind := TextToken; kind <= OutputToken; kind++ {
			all = append(all, known{Of{Token: kind, Model: m.Model}, *ofToken(&m.TokenPrices, kind)})
		}
	}
	return all
}

// ofToken is the price of a kind of tokens.
func ofToken(t *client.TokenPrices, kind Token) *client.Micros {
	return []*client.Micros{&t.InputTextPerMillion, &t.InputImagePerMillion, &t.OutputPerMillion}[kind-TextToken]
}

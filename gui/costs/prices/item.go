package prices

import (
	"viviscope/client"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// Item identifies a price: of a second of a clip, a picture, or a million tokens. The amounts in it are 0.
type Item struct {
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

func (i Item) section() section {
	switch {
	case i.Token != 0:
		return ofTokens
	case i.Image != (client.ImageRate{}):
		return ofPictures
	}
	return ofClips
}

// tiers returns the prices that a video model can have: one for each resolution, with or without sound.
func tiers() []client.VideoRate {
	return []client.VideoRate{{Resolution: client.Resolution720P}, {Resolution: client.Resolution1080P},
		{Resolution: client.Resolution720P, Audio: true}, {Resolution: client.Resolution1080P, Audio: true}}
}

func (i Item) tierName() string {
	name := i.Video.Resolution
	if i.Video.Audio {
		name = lang.L("%s with audio", i.Video.Resolution)
	}
	if i.Video.PerClip {
		name = lang.L("%s per clip", name)
	}
	return name
}

// Name returns the label of a price: "clip-2.6 1080P with audio", "Edit, 1024, low", "4K, max, genimage-2.5-flare",
// "Output", "Output, house-image".
func (i Item) Name() string {
	switch {
	case i.Token != 0 && i.Model != "":
		return lang.X("list", "%s, %s", tokenName(i.Token), i.Model)
	case i.Token != 0:
		return tokenName(i.Token)
	case i.section() == ofClips:
		return i.Video.Model + " " + i.tierName()
	}
	name := lang.X("list", "%s, %s", i.Image.Size, wording.Quality(i.Image.Quality))
	if i.Image.Size == "" {
		name = lang.L("any picture")
	}
	if i.Image.Edit {
		name = lang.L("Edit, %s", name)
	}
	if i.Image.Model != "" {
		name = lang.X("list", "%s, %s", name, i.Image.Model)
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

package boards

import (
	"cmp"
	"strconv"
	"strings"

	"viviscope/client"
	"viviscope/client/order"
	"viviscope/db"
	"viviscope/db/boards"
)

// ClipForm returns the form of a clip with the settings of a board.
func ClipForm(s boards.Settings) order.Form {
	f := order.New()
	f.Text = order.VideoDraft{Model: s.Model, Negative: s.Negative, Seconds: strconv.Itoa(s.Seconds),
		WantedSeconds:    s.Seconds,
		WantedResolution: s.Resolution, Ratio: RatioOf(s.Size), WantedAudio: s.Audio, Seed: SeedDraft(s.Seed), Clips: 1}
	return f
}

// PictureForm returns the form of a picture with the settings of a board.
func PictureForm(s boards.Settings) order.Form {
	f := order.New()
	f.Kind = db.TextToImage
	for _, d := range []*order.ImageDraft{&f.Image, &f.Edit.ImageDraft} {
		d.SetModel(order.Model{ID: s.PictureModel})
		d.FreeSize, d.Quality = true, s.Quality
		d.Width, d.Height, _ = strings.Cut(s.Size, "x")
	}
	return f
}

// SeedDraft returns the seed field for a seed; nil: the service chooses.
func SeedDraft(seed *int64) order.SeedDraft {
	d := order.SeedDraft{Locked: true}
	if seed != nil {
		d.Text = order.SeedText(*seed)
	}
	return d
}

// BuildOrder returns the order of a form. Braces are text on a board, because a shot is one clip.
func BuildOrder(f order.Form, env order.Env) (order.Order, []client.ValidationError) {
	f.SetPrompt(order.Escape(f.Prompt()))
	if c := f.Clip(); c != nil {
		c.Negative = order.Escape(c.Negative)
	}
	return f.Build(env)
}

// wantedForm returns the form of a card's order, without its pictures. size is the size of the board's pictures.
func wantedForm(w boards.Want, size string) order.Form {
	set := boards.Settings{Size: cmp.Or(w.Size, size), PictureModel: w.Model, Quality: w.Quality, Model: w.Model,
		Resolution: w.Resolution, Seconds: w.Seconds, Audio: w.Audio, Negative: order.Escape(w.Negative), Seed: w.Seed}
	f := PictureForm(set)
	f.Kind = w.Kind
	if d := f.Clip(); d != nil {
		*d = ClipForm(set).Text
	}
	f.SetPrompt(order.Escape(w.Prompt))
	return f
}

// RatioOf returns the ratio of clips with frames of a size, "<width>x<height>".
func RatioOf(size string) string {
	switch w, h, err := client.ParseSize(size); {
	case err == nil && w == h:
		return "1:1"
	case err == nil && w < h:
		return "9:16"
	}
	return "16:9"
}

// IsSameShape reports whether a picture has the ratio of a size, within 3 %. It returns true if one of them is unknown.
func IsSameShape(size string, s order.Slot) bool {
	w, h, err := client.ParseSize(size)
	return err != nil || s.SameShape(order.Slot{Width: w, Height: h})
}

package batch

import (
	"slices"
	"strings"

	"viviscope/client"
	"viviscope/db"
)

func kinds() []db.JobKind {
	return []db.JobKind{db.TextToVideo, db.FramesToVideo, db.TextToImage, db.EditImage}
}

// kind finds out what the row asks for.
func (b *builder) kind() {
	form := b.d.Kind
	if !slices.Contains(kinds(), form) {
		form = db.TextToVideo
	}
	if text := b.given(colKind); text != "" {
		b.row.Kind = db.JobKind(strings.NewReplacer(" ", "_", "-", "_").Replace(strings.ToLower(text)))
		if !slices.Contains(kinds(), b.row.Kind) {
			b.row.Kind = form
			b.problem(string(colKind), MsgKind)
			b.keep(colKind)
		}
		return
	}
	b.row.Kind = b.infer(form)
}

// infer returns the form's kind, unless the model or the links of the row say otherwise.
func (b *builder) infer(form db.JobKind) db.JobKind {
	frames := b.given(colFirst) != "" || b.given(colLast) != ""
	images := b.given(colImages) != ""
	clip := form.IsVideo()
	switch of := b.d.maker(b.given(colModel)); {
	case of == ofClips:
		clip = true
	case of == ofPictures:
		clip = false
	case frames != images:
		clip = frames
	}
	switch {
	case clip && frames:
		return db.FramesToVideo
	case !clip && images:
		return db.EditImage
	case clip == form.IsVideo():
		return form
	case clip:
		return db.TextToVideo
	}
	return db.TextToImage
}

// maker is what a model makes.
type maker int

const (
	ofNothing maker = iota // nobody knows the model
	ofClips
	ofPictures
)

func (d Defaults) maker(model string) maker {
	if i := d.alias(model); i >= 0 {
		model = d.Models[i].Like
	}
	if _, ok := client.VideoModelByID(model); ok {
		return ofClips
	}
	if _, ok := client.ImageModelByID(model); ok {
		return ofPictures
	}
	return ofNothing
}

func (d Defaults) alias(model string) int {
	return slices.IndexFunc(d.Models, func(a client.Alias) bool { return a.ID == model })
}

// model returns the model of the row and the one whose rules it follows, or those of the form.
func (b *builder) model(form, formLike string) (model, like string) {
	form = strings.TrimSpace(newlines(form))
	if model = b.given(colModel); model == "" {
		model = form
	}
	if i := b.d.alias(model); i >= 0 {
		return model, b.d.Models[i].Like
	}
	if model == form {
		return model, formLike
	}
	return model, ""
}

package batch

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"viviscope/client"
	"viviscope/db"
	"viviscope/gui/compose/form"
	"viviscope/gui/lang"
)

// Messages about what stands in a list. They name problems, the same in every language; Words says them to people. The rules
// of the service have its own messages.
const (
	MsgKind       = "kind must be one of text_to_video, frames_to_video, text_to_image, edit_image"
	MsgAudio      = "audio must be yes or no"
	MsgNoFrames   = "text_to_video takes no frames: the kind for them is frames_to_video"
	MsgFirstFrame = "frames_to_video needs a first frame"
	MsgNoImages   = "text_to_image takes no pictures: the kind for them is edit_image"
	MsgSizeAlone  = "size stands instead of resolution and aspect_ratio"
	MsgExtra      = "the row has more cells than there are columns"
	NoteRatio     = "the clip follows the first frame, so the ratio is left out"
)

// builder makes a row of its cells.
type builder struct {
	d   Defaults
	c   cells
	row Row
}

// row makes the request of one row, with everything that is wrong with it.
func (d Defaults) row(c cells) Row {
	b := &builder{d: d, c: c, row: Row{Line: c.line, Clips: 1, text: c.raw}}
	b.kind()
	for _, col := range columns() {
		b.misplaced(col)
	}
	b.clips()
	if b.row.Kind.IsVideo() {
		b.video()
	} else {
		b.picture()
	}
	if c.extra {
		b.problem("", MsgExtra)
	}
	return b.row
}

// given returns what stands in a column; "" where it is empty or missing.
func (b *builder) given(col column) string { return b.c.text[col] }

// value returns what stands in a column, or where there is no such column what the form holds.
func (b *builder) value(col column, form string) string {
	if text, ok := b.c.text[col]; ok {
		return text
	}
	return strings.TrimSpace(newlines(form))
}

func (b *builder) problem(field, message string) {
	b.row.Problems = append(b.row.Problems, client.ValidationError{Field: field, Message: message})
}

// leaveOut leaves a cell out of the request.
func (b *builder) leaveOut(col column) {
	if b.given(col) != "" {
		b.c.text[col] = ""
	}
}

// misplaced refuses a cell that the kind of the row has no use for.
func (b *builder) misplaced(col column) {
	if b.given(col) == "" {
		return
	}
	kind := b.row.Kind
	frame := col == colFirst || col == colLast
	switch {
	case kind == db.TextToVideo && frame:
		if !b.said(MsgNoFrames) {
			b.problem(col.field(), MsgNoFrames)
		}
	case kind == db.TextToImage && col == colImages:
		b.problem(col.field(), MsgNoImages)
	case kind.IsVideo() && col.picturesOnly():
		b.problem(col.field(), lang.L("%s is for pictures only", string(col)))
	case !kind.IsVideo() && col.clipsOnly():
		b.problem(col.field(), lang.L("%s is for clips only", string(col)))
	default:
		return
	}
	b.leaveOut(col)
}

func (b *builder) said(message string) bool {
	return slices.ContainsFunc(b.row.Problems, func(p client.ValidationError) bool { return p.Message == message })
}

func (b *builder) clips() {
	b.row.Clips = max(b.d.Clips, 1)
	text, ok := b.c.text[colClips]
	if !ok {
		return
	}
	b.row.Clips = 1
	if text == "" {
		return
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > MaxClips {
		b.problem(string(colClips), lang.L("clips must be an integer between 1 and %d", MaxClips))
		b.leaveOut(colClips)
		return
	}
	b.row.Clips = n
}

func (b *builder) video() {
	def := b.d.Text
	if b.row.Kind == db.FramesToVideo {
		def = b.d.Frames
	}
	r := client.VideoRequest{
		Prompt:         b.value(colPrompt, def.Prompt),
		NegativePrompt: b.value(colNegative, def.NegativePrompt),
		Seconds:        b.seconds(def.Seconds),
	}
	r.Model, r.Like = b.model(def.Model, def.Like)
	b.frames(&r, def)
	b.shape(&r, def)
	b.audio(&r, def.Audio)
	b.seed(&r, def.Seed)
	b.row.Request = r
	b.row.Problems = append(b.row.Problems, r.Problems()...)
	if r.LastFrame() != "" && b.d.Form.OneFrame() {
		b.problem("input_reference", client.MsgOneImage)
	}
	if b.row.Kind == db.FramesToVideo && len(r.InputReference) == 0 {
		b.problem("input_reference", MsgFirstFrame)
	}
}

// seconds reads the duration: 0 where none is given, -1, which no model makes, where it is no number above 0.
func (b *builder) seconds(form int) int {
	text, ok := b.c.text[colSeconds]
	switch {
	case !ok:
		return max(form, -1)
	case text == "":
		return 0
	}
	n, err := strconv.Atoi(strings.TrimSpace(strings.TrimSuffix(text, "s")))
	if err != nil || n <= 0 {
		return -1
	}
	return n
}

func (b *builder) frames(r *client.VideoRequest, def client.VideoRequest) {
	if b.row.Kind != db.FramesToVideo {
		return
	}
	first, last := b.value(colFirst, def.FirstFrame()), b.value(colLast, def.LastFrame())
	switch {
	case last != "":
		r.InputReference = []string{first, last}
	case first != "":
		r.InputReference = []string{first}
	}
}

// shape reads resolution, ratio and size. A size and a resolution that both stand in the row contradict each other; of a
// row and the form the row wins.
func (b *builder) shape(r *client.VideoRequest, def client.VideoRequest) {
	size := b.given(colSize)
	tier := b.given(colResolution) != "" || b.given(colRatio) != ""
	if size != "" && tier {
		b.problem(string(colSize), MsgSizeAlone)
	}
	if size != "" {
		b.leaveOut(colResolution)
		b.leaveOut(colRatio)
	}
	if r.FirstFrame() != "" && b.given(colRatio) != "" {
		b.row.Notes = append(b.row.Notes, Note{string(colRatio), NoteRatio})
		b.leaveOut(colRatio)
	}
	if !tier {
		if r.Size = sizeText(b.value(colSize, def.Size)); r.Size != "" {
			return
		}
	} else if size != "" {
		r.Size = sizeText(size)
		return
	}
	r.Resolution = strings.ToUpper(b.value(colResolution, def.Resolution))
	if r.FirstFrame() == "" {
		r.AspectRatio = b.value(colRatio, def.AspectRatio)
	}
}

func (b *builder) audio(r *client.VideoRequest, form bool) {
	text, ok := b.c.text[colAudio]
	if !ok {
		r.Audio = form
		return
	}
	switch strings.ToLower(text) {
	case "yes", "true", "on", "1", "y":
		r.Audio = true
	case "", "no", "false", "off", "0", "n":
	default:
		b.problem(string(colAudio), MsgAudio)
		b.leaveOut(colAudio)
	}
}

func (b *builder) seed(r *client.VideoRequest, usual *int64) {
	text, ok := b.c.text[colSeed]
	if !ok && usual != nil {
		seed := *usual
		r.Seed = &seed
	} else if text != "" {
		seed, err := strconv.ParseInt(strings.Join(strings.Fields(text), ""), 10, 64)
		if err != nil {
			b.problem(string(colSeed), form.MsgSeed)
			b.leaveOut(colSeed)
			return
		}
		r.Seed = &seed
	}
	if r.Seed != nil && *r.Seed > math.MaxInt64-int64(b.row.Clips-1) {
		b.problem(string(colSeed), form.MsgSeed) // counting up would leave the integers
	}
}

func (b *builder) picture() {
	def := b.d.Image
	if b.row.Kind == db.EditImage {
		def = b.d.Edit.ImageRequest
	}
	r := client.ImageRequest{
		Prompt:       b.value(colPrompt, def.Prompt),
		Size:         sizeText(b.value(colSize, def.Size)),
		Quality:      strings.ToLower(b.value(colQuality, def.Quality)),
		OutputFormat: strings.ToLower(b.value(colFormat, def.OutputFormat)),
	}
	if r.OutputFormat == "jpg" {
		r.OutputFormat = "jpeg"
	}
	r.Model, r.Like = b.model(def.Model, def.Like)
	if b.row.Kind == db.TextToImage {
		b.row.Request = r
		b.row.Problems = append(b.row.Problems, r.Problems()...)
		return
	}
	edit := client.EditRequest{ImageRequest: r}
	if links := strings.Fields(b.value(colImages, strings.Join(b.d.Edit.ImageURLs, " "))); len(links) > 0 {
		edit.ImageURLs = links
	}
	b.row.Request = edit
	b.row.Problems = append(b.row.Problems, edit.Problems()...)
}

// sizeText mends how people write a size: "1280 × 720" is 1280x720.
func sizeText(s string) string {
	return strings.Join(strings.Fields(strings.NewReplacer("×", "x", "X", "x").Replace(s)), "")
}

// kind finds out what the row asks for.
func (b *builder) kind() {
	usual := b.d.Kind
	if !slices.Contains(form.Kinds(), usual) {
		usual = db.TextToVideo
	}
	if text := b.given(colKind); text != "" {
		b.row.Kind = db.JobKind(strings.NewReplacer(" ", "_", "-", "_").Replace(strings.ToLower(text)))
		if !slices.Contains(form.Kinds(), b.row.Kind) {
			b.row.Kind = usual
			b.problem(string(colKind), MsgKind)
			b.leaveOut(colKind)
		}
		return
	}
	b.row.Kind = b.infer(usual)
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

// Requests returns the requests that a row makes, one for each of its clips; a seed counts up.
func (r Row) Requests() []client.Request {
	all := make([]client.Request, r.Clips)
	for i := range all {
		switch one := r.Request.(type) {
		case client.VideoRequest:
			one.InputReference = slices.Clone(one.InputReference)
			if one.Seed != nil {
				one.Seed = new(*one.Seed + int64(i))
			}
			all[i] = one
		case client.EditRequest:
			one.ImageURLs = slices.Clone(one.ImageURLs)
			all[i] = one
		default:
			all[i] = one
		}
	}
	return all
}

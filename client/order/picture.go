package order

import (
	"cmp"
	"slices"
	"strings"

	"viviscope/client"
)

// ImageDraft is the draft of a picture.
type ImageDraft struct {
	Model string `json:"model"`
	// catalogue model with the same rules, if Model is an alias; "": Model itself
	Like     string `json:"like,omitempty"`
	Prompt   string `json:"prompt"`
	Preset   string `json:"preset"`    // "<width>x<height>" of a preset; for an edit also AsPicture
	FreeSize bool   `json:"free_size"` // Width and Height instead of Preset
	Width    string `json:"width"`     // pixels, as typed
	Height   string `json:"height"`
	Quality  string `json:"quality"`
	Format   string `json:"output_format"`
	Clips    int    `json:"clips"` // pictures with the same texts
}

// Presets returns the preset sizes of pictures as "<width>x<height>": the 1024 class (interface 2.4) in common ratios,
// and the largest size. The first one is the default.
func Presets() []string {
	return []string{"1024x1024", "1536x864", "864x1536", "1536x1024", "1024x1536", "3840x2160"}
}

func newImageDraft() ImageDraft {
	return ImageDraft{
		Model:   client.ImageModels()[0].ID,
		Preset:  Presets()[0],
		Quality: "medium",
		Format:  client.Formats()[0],
		Clips:   1,
	}
}

// SetModel changes the model. All picture models have the same rules.
func (d *ImageDraft) SetModel(m Model) { d.Model, d.Like = m.ID, m.Like }

// SetPreset selects the size of a preset.
func (d *ImageDraft) SetPreset(size string) { d.Preset, d.FreeSize = size, false }

// SetFreeSize enables a size in pixels instead of a preset. It starts with the preset's size.
func (d *ImageDraft) SetFreeSize() { d.setFreeSize(d.Preset) }

func (d *ImageDraft) setFreeSize(size string) {
	if strings.TrimSpace(d.Width) == "" && strings.TrimSpace(d.Height) == "" {
		d.Width, d.Height, _ = strings.Cut(cmp.Or(size, Presets()[0]), "x")
	}
	d.FreeSize = true
}

// SetSides sets the width and height of the free size, as typed.
func (d *ImageDraft) SetSides(width, height string) { d.Width, d.Height = width, height }

// Size returns the size to request, in wire format.
func (d ImageDraft) Size() string {
	if d.FreeSize {
		return sizeText(d.Width, d.Height)
	}
	return d.Preset
}

// base returns the request without its prompt.
func (d ImageDraft) base(size string) client.ImageRequest {
	r := client.ImageRequest{Size: size}
	for _, f := range fields {
		if f.picture != nil {
			f.picture(d, &r)
		}
	}
	return r
}

// build returns one request for each variation and picture, and the problems of the draft.
func (d ImageDraft) build(env Env) (Order, []client.ValidationError) {
	var o Order
	all, problems := expandTexts(d.Prompt, "", clampCount(d.Clips))
	ofCast, castProblems := env.mention(all, 0, false)
	problems = append(problems, castProblems...)
	all, o.Cast = ofCast.texts, ofCast.used
	check := d.base(d.Size())
	check.Prompt = emptyOrFirst(all)
	problems = append(problems, check.Problems()...)
	problems = append(problems, unknownModelProblem(env.ImageModels, d.Model, isImageModel)...)
	for _, words := range all {
		check.Prompt = words.prompt
		o.Requests = append(o.Requests, check)
	}
	return o, problems
}

// normalized replaces values that are not in the catalogue by defaults.
func (d ImageDraft) normalized(presets []string) ImageDraft {
	if _, ok := client.ImageModelByID(Model{ID: d.Model, Like: d.Like}.Rules()); !ok {
		d.SetModel(Model{ID: client.ImageModels()[0].ID})
	}
	d.Preset = oneOf(d.Preset, presets)
	d.Quality = oneOf(d.Quality, client.Qualities())
	d.Format = oneOf(d.Format, client.Formats())
	d.Clips = clampCount(d.Clips)
	return d
}

// MaxEditPictures is the maximum number of pictures of an edit. The interface defines no limit; this is the limit of
// common models.
const MaxEditPictures = 16

// AsPicture is the preset for the size of the first picture, or the closest allowed size.
const AsPicture = "as_picture"

// EditDraft is the draft of an edit: the draft of a picture, and the input pictures. The picture on the canvas comes
// first, then those in the slots. Any slot may be empty.
type EditDraft struct {
	ImageDraft
	Pictures [MaxEditPictures]Slot `json:"pictures,omitzero"`
	// Canvas.Key of the canvas that the prompt belongs to, or NextCanvas; "": none yet
	PromptOf string `json:"prompt_of,omitempty"`

	Canvas       Canvas `json:"-"`
	WithoutMarks bool   `json:"-"` // send the canvas without its marks; for one click
	OnSheet      bool   `json:"-"` // pictures without a valid link may be laid on one sheet, see [Order.Sheet]
}

// NextCanvas is a value of EditDraft.PromptOf: the prompt belongs to the next picture that is put on the canvas.
const NextCanvas = "next"

// EditPresets returns the preset sizes of edits. The first one is AsPicture, the default.
func EditPresets() []string { return append([]string{AsPicture}, Presets()...) }

func newEditDraft() EditDraft {
	d := EditDraft{ImageDraft: newImageDraft()}
	d.Preset = AsPicture
	return d
}

// Inputs returns the pictures in the slots, without empty slots. In an Order they follow the picture on the canvas.
func (d EditDraft) Inputs() []Slot {
	return slices.DeleteFunc(slices.Clone(d.Pictures[:]), Slot.Empty)
}

// Add puts pictures into empty slots, and returns the number of pictures added.
func (d *EditDraft) Add(pictures ...Slot) int {
	taken := 0
	for i := range d.Pictures {
		if taken < len(pictures) && d.Pictures[i].Empty() {
			d.Pictures[i] = pictures[taken]
			taken++
		}
	}
	return taken
}

// Remove removes the picture of a slot, and moves the following pictures up.
func (d *EditDraft) Remove(place int) {
	rest := slices.Delete(slices.Clone(d.Pictures[:]), place, place+1)
	d.Pictures = [MaxEditPictures]Slot{}
	copy(d.Pictures[:], rest)
}

// SetFreeSize enables a size in pixels instead of a preset. It starts with the current size.
func (d *EditDraft) SetFreeSize() { d.setFreeSize(d.Size()) }

// Size returns the size to request, in wire format. It returns "" for the size of a picture whose pixels are unknown;
// the service then chooses the size.
func (d EditDraft) Size() string {
	if d.FreeSize || d.Preset != AsPicture {
		return d.ImageDraft.Size()
	}
	w, h := d.inputSize()
	if w == 0 {
		return ""
	}
	return pictureLimits.nearest(w, h)
}

// inputSize returns the pixels of the first picture; 0, 0 if they are unknown.
func (d EditDraft) inputSize() (w, h int) {
	switch {
	case d.Drawn():
		return d.Canvas.Width, d.Canvas.Height
	case d.Canvas.Open:
		s := d.Canvas.slot()
		return s.Width, s.Height
	}
	for _, s := range d.Pictures {
		if !s.Empty() {
			if s.Width <= 0 || s.Height <= 0 {
				return 0, 0
			}
			return s.Width, s.Height
		}
	}
	return 0, 0
}

// PictureProblem returns the problem of the picture in a slot; "" if it has none, or if the slot is empty.
func (d EditDraft) PictureProblem(place int, env Env) string {
	if s := d.Pictures[place]; !s.Empty() {
		return d.problem(s, env)
	}
	return ""
}

func (d EditDraft) problem(s Slot, env Env) string {
	if d.hasSinglePicture() && s.Local() {
		return ""
	}
	return s.linkProblem(env, MsgEditMixed, client.MsgEditImageURL, MsgEditPublic)
}

// hasSinglePicture reports whether there is exactly one picture, in a slot.
func (d EditDraft) hasSinglePicture() bool { return !d.Canvas.Open && len(d.Inputs()) == 1 }

// SendsFile reports whether the only picture is a local one in a slot, which is sent as a file.
func (d EditDraft) SendsFile() bool { return d.hasSinglePicture() && d.Inputs()[0].Local() }

// addPictures adds the pictures to a request and an order, and returns their problems. A single local picture is sent
// as a file even if it has a link, because a file cannot expire.
func (d EditDraft) addPictures(env Env, r *client.EditRequest, o *Order) []client.ValidationError {
	inputs := d.Inputs()
	w, h := d.inputSize()
	r.SetInputSize(0, w, h)
	if d.SendsFile() {
		o.Picture, r.ImageName = inputs[0].upload(0), inputs[0].name()
		return nil
	}
	if d.needsSheet(env) {
		d.addSheet(r, o)
		return nil
	}
	alone, problems := d.addCanvas(env, r, o)
	if alone {
		return problems
	}
	for _, s := range inputs {
		r.ImageURLs = append(r.ImageURLs, o.addLinked(s, len(r.ImageURLs), env))
		r.SetInputSize(len(r.ImageURLs)-1, s.Width, s.Height)
		problem := client.ValidationError{Field: FieldImages, Message: d.problem(s, env)}
		if problem.Message != "" && !slices.Contains(problems, problem) {
			problems = append(problems, problem)
		}
	}
	if len(r.ImageURLs) > MaxEditPictures {
		problems = append(problems, client.ValidationError{Field: FieldImages, Message: MsgTooMany})
	}
	return problems
}

// build returns one request for each variation and picture, and the problems of the draft.
func (d EditDraft) build(env Env) (Order, []client.ValidationError) {
	var o Order
	all, problems := expandTexts(d.Prompt, "", clampCount(d.Clips))
	ofCast, castProblems := env.mention(all, d.ownPictures(), true)
	problems = append(problems, castProblems...)
	all, o.Cast = ofCast.texts, ofCast.used
	d = d.withCast(ofCast.pictures)
	r := client.EditRequest{ImageRequest: d.base(d.Size())}
	problems = append(problems, d.addPictures(env, &r, &o)...)

	check := r
	check.Prompt, check.ImageURLs = emptyOrFirst(all), nil
	if o.Picture != (Upload{}) || len(o.Sheet) > 0 || (o.Baked && len(r.ImageURLs) == 0) {
		check.Image = []byte{0} // the content of the file is checked when the file is read
	}
	for range r.ImageURLs {
		check.ImageURLs = append(check.ImageURLs, placeholderURL)
	}
	problems = append(problems, check.Problems()...)
	problems = append(problems, unknownModelProblem(env.ImageModels, d.Model, isImageModel)...)

	for _, words := range all {
		r.Prompt, r.ImageURLs = words.prompt, slices.Clone(r.ImageURLs)
		o.Requests = append(o.Requests, r)
	}
	return o, problems
}

// Drawn reports whether the drawing on the canvas is sent, instead of the unchanged bottom picture.
func (d EditDraft) Drawn() bool {
	c := d.Canvas
	return c.Open && (c.Asset == "" || c.Shaped || c.Changed && !d.WithoutMarks)
}

// DiffersWithoutMarks reports whether WithoutMarks would change the request.
func (d EditDraft) DiffersWithoutMarks() bool {
	return d.Canvas.Open && d.Canvas.Asset != "" && d.Canvas.Marks > 0
}

// CanvasDelivery returns how the picture on the canvas is sent.
func (d EditDraft) CanvasDelivery(env Env) CanvasDelivery {
	if !d.Canvas.Open {
		return CanvasEmpty
	}
	beside := len(d.Inputs()) > 0
	if d.Drawn() {
		if beside && env.Hosting {
			return CanvasDrawnHosted
		}
		return CanvasDrawn
	}
	s := d.Canvas.slot()
	lives := s.link() != "" && client.IsHTTPURL(s.link()) && env.canReach(s.link()) && !s.Expired(env.Now)
	left, dies := s.Remaining(env.Now)
	switch {
	case lives && (beside || !dies || left >= minLinkLife):
		return CanvasLink
	case beside && env.Hosting:
		return CanvasHosted
	}
	return CanvasFile
}

// addCanvas adds the picture on the canvas to a request and an order, at the first place, and returns its problems.
// alone reports that the request cannot contain other pictures.
func (d EditDraft) addCanvas(env Env, r *client.EditRequest, o *Order) (alone bool, problems []client.ValidationError) {
	way, s := d.CanvasDelivery(env), d.Canvas.slot()
	switch way {
	case CanvasLink:
		r.ImageURLs = append(r.ImageURLs, o.addLinked(s, 0, env))
	case CanvasHosted:
		o.Uploads = append(o.Uploads, s.upload(0))
		r.ImageURLs = append(r.ImageURLs, "")
	case CanvasDrawnHosted:
		o.Baked, o.WithoutMarks = true, d.WithoutMarks
		r.ImageURLs = append(r.ImageURLs, "")
	case CanvasDrawn, CanvasFile:
		o.Baked = way == CanvasDrawn
		o.WithoutMarks = o.Baked && d.WithoutMarks
		if !o.Baked {
			o.Picture = s.upload(0)
		}
		if len(d.Inputs()) > 0 {
			message := MsgCanvasFile
			if o.Baked {
				message = MsgCanvasDrawn
			}
			problems = []client.ValidationError{{Field: FieldImages, Message: message}}
		}
		return true, problems
	}
	return false, nil
}

// SuggestSize returns the closest allowed size if the free size is refused; false otherwise.
func (d ImageDraft) SuggestSize() (SizeSuggestion, bool) {
	if !d.FreeSize {
		return SizeSuggestion{}, false
	}
	return pictureLimits.suggest(d.Width, d.Height)
}

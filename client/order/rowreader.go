package order

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"viviscope/client"
	"viviscope/db"
)

// rowReader parses the cells of one row. It starts with the values of the form.
type rowReader struct {
	ListRow
	cells   map[string]string
	env     Env
	clip    client.VideoRequest
	frames  [client.MaxReferences]string
	picture client.ImageRequest
	links   []string // links of an edit
}

// Columns of a list that are not fields of a request.
const (
	columnKind  = "kind"
	columnClips = "clips"
)

var wireNames = strings.NewReplacer(" ", "_", "-", "_")

// wireName converts a name to wire format: "Text to video" becomes text_to_video.
func wireName(name string) string {
	return wireNames.Replace(strings.ToLower(name))
}

// Messages of rows.
const (
	MsgNoFrames     = "text_to_video uses no frames: use frames_to_video"
	MsgNoPictures   = "text_to_image uses no pictures: use edit_image"
	MsgRowFrame     = "frames_to_video needs a first frame"
	MsgMoreCells    = "the row has more cells than there are columns"
	MsgSizeReplaces = "size replaces resolution and aspect_ratio"
	MsgFrameRatio   = "the first frame sets the ratio, so leave it out"
	MsgYesOrNo      = "audio must be yes or no"
	MsgRowClips     = "clips must be an integer between 1 and 100"
	MsgKind         = "kind must be one of text_to_video, frames_to_video, text_to_image, edit_image"
)

func (r *rowReader) problem(field, message string) {
	r.Problems = append(r.Problems, client.ValidationError{Field: field, Message: message})
}

// finishClip sets the request of a clip: it adds the frames, and chooses between size and tier with ratio. Values of
// the row take precedence over those of the form. A row with both is a problem.
func (r *rowReader) finishClip() {
	size, tier := r.cells[FieldSize] != "", r.cells[FieldTier] != "" || r.cells[FieldRatio] != ""
	switch {
	case size && tier:
		r.problem(FieldSize, MsgSizeReplaces)
	case tier:
		r.clip.Size = ""
	}
	if r.clip.Size != "" {
		r.clip.Resolution, r.clip.AspectRatio = "", ""
	}
	r.clip.InputReference, r.clip.Limits = nil, r.env.Limits(r.clip.Model)
	switch {
	case r.Kind != db.FramesToVideo:
	case r.frames[LastFrame] != "":
		r.clip.InputReference = r.frames[:]
	case r.frames[FirstFrame] != "":
		r.clip.InputReference = r.frames[:1]
	}
	if r.clip.FirstFrame() != "" {
		if r.cells[FieldRatio] != "" && !size {
			r.Note = MsgFrameRatio
		}
		if !r.clip.Limits.Format.HasPixelSize() {
			r.clip.AspectRatio = ""
		}
	}
	if s := r.clip.Seed; s != nil && *s > math.MaxInt64-int64(r.Clips-1) {
		r.problem(FieldSeed, MsgSeed) // incrementing it would overflow
	}
	r.Request = r.clip.WithPixelSize(0, 0)
}

func (r *rowReader) setModel(id string) {
	if id == "" {
		return // a request must have a model
	}
	m, ok := r.env.model(id)
	if !ok && (id == r.clip.Model || id == r.picture.Model) {
		return // the model of the form, even if the profile no longer has it
	}
	r.clip.Model, r.clip.Like, r.picture.Model, r.picture.Like = id, m.Like, id, m.Like
}

func (r *rowReader) setAudio(text string) {
	r.clip.Audio = false
	switch strings.ToLower(text) {
	case "yes", "true", "on", "1", "y":
		r.clip.Audio = true
	case "", "no", "false", "off", "0", "n":
	default:
		r.problem(FieldAudio, MsgYesOrNo)
	}
}

func (r *rowReader) setSeed(text string) {
	r.clip.Seed = nil
	if text == "" {
		return
	}
	seed, err := readSeed(text)
	if err != nil {
		r.problem(FieldSeed, MsgSeed)
		return
	}
	r.clip.Seed = &seed
}

func (r *rowReader) setClips(text string) {
	if text == "" {
		return
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > maxRowClips {
		r.problem(columnClips, MsgRowClips)
		return
	}
	r.Clips = n
}

// kind returns the kind of the row. It is the kind of the form, unless the kind, model or pictures of the row imply
// another one.
func (r *rowReader) kind(form db.JobKind) db.JobKind {
	if text := r.cells[columnKind]; text != "" {
		if kind := db.JobKind(wireName(text)); slices.Contains(Kinds(), kind) {
			return kind
		}
		r.problem(columnKind, MsgKind)
		return form
	}
	frames, images := r.cells["first_frame"] != "" || r.cells["last_frame"] != "", r.cells[FieldImages] != ""
	clip := form.IsVideo()
	switch m, known := r.env.model(r.cells[FieldModel]); {
	case known:
		clip = isVideoModel(m.Rules())
	case frames != images:
		clip = frames
	case r.cells[FieldModel] != "": // unknown model: the other columns determine the models in the message
		ofClip := r.cells[FieldSeconds]+r.cells[FieldTier]+r.cells[FieldRatio]+r.cells[FieldAudio]+r.cells[FieldSeed]+r.cells[FieldNegative] != ""
		ofPicture := r.cells[FieldQuality]+r.cells[FieldFormat] != ""
		if ofClip != ofPicture {
			clip = ofClip
		}
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

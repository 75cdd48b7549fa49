package order

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"viviscope/client"
	"viviscope/db"
)

// The limits of a list.
const (
	MaxListBytes = 4 << 20
	MaxListRows  = 1000
	MaxListJobs  = 1000
	maxRowClips  = 100
)

// List is a list of jobs that was read. resources/FORMATS.md says what may stand in one.
type List struct {
	Rows    []ListRow
	Unknown []string // columns that nobody knows, in the order of the text; what stands in them is not used

	head string // of a CSV: what stands before the first row, with what separates the cells
}

// ListRow is one row of a list.
type ListRow struct {
	Line     int // 1-based, where the row begins
	Kind     db.JobKind
	Request  client.Request
	Clips    int                      // jobs that the row makes, at least 1
	Problems []client.ValidationError // empty for a row that the service accepts
	Note     string                   // what was left out of the row, as a message; ""

	text string // as it came
}

// Order returns the jobs of a row; a seed counts up.
func (r ListRow) Order() (o Order) {
	for i := range r.Clips {
		one := r.Request
		if clip, ok := one.(client.VideoRequest); ok && clip.Seed != nil {
			clip.Seed = new(*clip.Seed + int64(i))
			one = clip
		}
		o.Requests = append(o.Requests, one)
	}
	return o
}

// Right returns the rows that can be sent.
func (l List) Right() []ListRow {
	return slices.DeleteFunc(slices.Clone(l.Rows), func(r ListRow) bool { return len(r.Problems) > 0 })
}

// Rest is the list of the rows with problems, as they came; "" where there are none.
func (l List) Rest() string {
	rest := ""
	for _, r := range l.Rows {
		if len(r.Problems) > 0 {
			rest += r.text + "\n"
		}
	}
	if rest == "" {
		return ""
	}
	return l.head + rest
}

// ListError is the reason why a text is no list. Its messages are Msg… constants, or formed by a function beside them.
type ListError struct {
	Line    int      // 1-based; 0: the whole text
	Reasons []string // at least one
}

func (e *ListError) Error() string {
	reason := strings.Join(e.Reasons, "; ")
	if e.Line == 0 {
		return "The list cannot be used: " + reason + "."
	}
	return fmt.Sprintf("Line %d: %s.", e.Line, reason)
}

// unusable returns the error of a whole text.
func unusable(reason string) error { return &ListError{Reasons: []string{reason}} }

// Reasons for which a whole text is no list.
const (
	MsgListTooLarge = "it is larger than 4 MiB"
	MsgListEncoding = "it is not UTF-8 text. Save it as CSV UTF-8"
	MsgListRows     = "it has more than 1000 rows"
	MsgListJobs     = "it makes more than 1000 jobs"
	MsgListEmpty    = "it has no rows"
	MsgListColumns  = "its first line has no known column, such as prompt"
)

// CheckList returns a [ListError] for a text that cannot be read as a list; nil where that can be tried.
func CheckList(text string) error {
	switch {
	case len(text) > MaxListBytes:
		return unusable(MsgListTooLarge)
	case !utf8.ValidString(text), strings.Contains(text, "\x00"): // UTF-16 may lack its mark
		return unusable(MsgListEncoding)
	}
	return nil
}

// ReadList reads a list. The name is that of the file, "" for a text that was pasted. Columns that are missing take what the form holds:
// a seed only where it is locked, because the same one for all rows must be meant, and no local picture. A text that is no list is a
// [ListError]; rows that cannot be sent are no error.
func (f Form) ReadList(text, name string, env Env) (l List, err error) {
	if err := CheckList(text); err != nil {
		return l, err
	}
	text = newlines(strings.ReplaceAll(text, "\ufeff", "")) // files that were put together have several
	base, count := f.rowDefaults(env), 0
	err = l.read(name, text, func(c cells) error {
		if len(l.Rows) == MaxListRows {
			return unusable(MsgListRows)
		}
		row := readRow(c, f.Kind, base, env)
		l.Rows = append(l.Rows, row)
		count += row.Clips
		return nil
	})
	switch {
	case err != nil:
		return List{}, err
	case len(l.Rows) == 0:
		return List{}, unusable(MsgListEmpty)
	case count > MaxListJobs:
		return List{}, unusable(MsgListJobs)
	}
	return l, nil
}

// rowDefaults are the requests that rows begin with, by kind.
func (f Form) rowDefaults(env Env) map[db.JobKind]client.Request {
	base := map[db.JobKind]client.Request{}
	for _, f.Kind = range Kinds() {
		o, _ := f.Build(env)
		base[f.Kind] = o.Requests[0]
		if r, ok := o.Requests[0].(client.VideoRequest); ok && !f.Clip().Seed.Locked {
			r.Seed = nil
			base[f.Kind] = r
		}
		if r, ok := base[f.Kind].(client.VideoRequest); ok {
			base[f.Kind] = r.Unfit()
		}
	}
	return base
}

// rowReader makes a row of its cells, beginning with what the form holds.
type rowReader struct {
	ListRow
	cells  map[string]string
	env    Env
	clip   client.VideoRequest
	frames [client.MaxReferences]string
	still  client.ImageRequest
	links  []string // of an edit
}

// Columns of a list that are no fields of a request.
const (
	columnKind  = "kind"
	columnClips = "clips"
)

// columnNames are the columns by all their names.
var columnNames = func() map[string]string {
	names := map[string]string{columnKind: columnKind, columnClips: columnClips, "count": columnClips}
	for _, f := range fields {
		for _, name := range append(f.Also, f.Name) {
			names[name] = f.Name
		}
	}
	return names
}()

// columnOf returns the name of the column that a name in a header or a key of an object means; "" for none.
func columnOf(name string) string { return columnNames[wireName(strings.TrimSpace(visible(name)))] }

var wireNames = strings.NewReplacer(" ", "_", "-", "_")

// wireName writes a name as the wire does: "Text to video" is text_to_video.
func wireName(name string) string {
	return wireNames.Replace(strings.ToLower(name))
}

// Messages of rows. Those with a name are formed where they are reported.
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

// readRow makes the request of one row, with everything that is wrong with it.
func readRow(c cells, kind db.JobKind, base map[db.JobKind]client.Request, env Env) ListRow {
	r := &rowReader{ListRow: ListRow{Line: c.line, Clips: 1, text: c.raw}, cells: c.text, env: env}
	r.Kind = r.kind(kind)
	switch b := base[r.Kind].(type) {
	case client.VideoRequest:
		r.clip, r.frames = b, [...]string{b.FirstFrame(), b.LastFrame()}
	case client.ImageRequest:
		r.still = b
	case client.EditRequest:
		r.still, r.links = b.ImageRequest, strings.Fields(strings.Join(b.ImageURLs, " "))
	}
	for _, f := range fields {
		text, given := c.text[f.Name]
		why := f.misplaced(r.Kind)
		switch {
		case given && text != "" && why != "":
			r.problem(f.problemField(), why)
		case given:
			f.cell(r, text)
		}
	}
	r.setClips(c.text[columnClips])
	r.Problems = slices.Compact(r.Problems) // both frames are told once
	switch r.Kind {
	case db.TextToImage:
		r.Request = r.still
	case db.EditImage:
		r.Request = client.EditRequest{ImageRequest: r.still, ImageURLs: r.links}
	default:
		r.finishClip()
	}
	r.Problems = append(r.Problems, r.Request.Problems()...)
	if r.Kind == db.FramesToVideo {
		switch {
		case r.frames == [client.MaxReferences]string{}:
			r.problem(FieldFrames, MsgRowFrame)
		}
	}
	if c.extra {
		r.problem("", MsgMoreCells)
	}
	return r.ListRow
}

func (r *rowReader) problem(field, message string) {
	r.Problems = append(r.Problems, client.ValidationError{Field: field, Message: message})
}

// finishClip puts the frames in and decides between resolution, ratio and size. A size and a resolution that both stand in the row
// contradict each other; of a row and the form the row wins.
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
	r.clip.InputReference, r.clip.Own = nil, r.env.Limits(r.clip.Model)
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
		if !r.clip.Own.Form.Sized() {
			r.clip.AspectRatio = ""
		}
	}
	if s := r.clip.Seed; s != nil && *s > math.MaxInt64-int64(r.Clips-1) {
		r.problem(FieldSeed, MsgSeed) // counting up would leave the integers
	}
	r.Request = r.clip.Fit(0, 0)
}

func (r *rowReader) setModel(id string) {
	if id == "" {
		return // there is no request without one
	}
	m, ok := r.env.model(id)
	if !ok && (id == r.clip.Model || id == r.still.Model) {
		return // the form's own, also where the profile does not have it any more
	}
	r.clip.Model, r.clip.Like, r.still.Model, r.still.Like = id, m.Like, id, m.Like
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

// kind finds out what the row asks for: the form's kind, unless its own kind, its model or its links say otherwise.
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
	case r.cells[FieldModel] != "": // unknown: the other columns decide which models the refusal names
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

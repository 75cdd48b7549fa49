package order

import (
	"slices"
	"strings"
	"unicode/utf8"

	"viviscope/client"
	"viviscope/db"
)

// CheckList returns a [*ListError] for a text that is too large or not UTF-8.
func CheckList(text string) error {
	switch {
	case len(text) > MaxListBytes:
		return listError(MsgListTooLarge)
	case !utf8.ValidString(text), strings.Contains(text, "\x00"): // UTF-16 may have no byte order mark
		return listError(MsgListEncoding)
	}
	return nil
}

// ReadList reads a list of orders. name is the file name; "" for pasted text. Missing columns have the values of the
// form, except for local pictures and unlocked seeds. Problems of rows are in [ListRow.Problems]; a text that is not a
// list is a [*ListError].
func (f Form) ReadList(text, name string, env Env) (l List, err error) {
	if err := CheckList(text); err != nil {
		return l, err
	}
	text = newlines(strings.ReplaceAll(text, "\ufeff", "")) // concatenated files contain several byte order marks
	base, count := f.rowDefaults(env), 0
	err = l.read(name, text, func(c cells) error {
		if len(l.Rows) == MaxListRows {
			return listError(MsgListRows)
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
		return List{}, listError(MsgListEmpty)
	case count > MaxListJobs:
		return List{}, listError(MsgListJobs)
	}
	return l, nil
}

// rowDefaults returns the default requests of rows, by kind.
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
			base[f.Kind] = r.WithTierAndRatio()
		}
	}
	return base
}

// readRow returns one row with its request and all its problems.
func readRow(c cells, kind db.JobKind, base map[db.JobKind]client.Request, env Env) ListRow {
	r := &rowReader{ListRow: ListRow{Line: c.line, Clips: 1, text: c.raw}, cells: c.text, env: env}
	r.Kind = r.kind(kind)
	switch b := base[r.Kind].(type) {
	case client.VideoRequest:
		r.clip, r.frames = b, [...]string{b.FirstFrame(), b.LastFrame()}
	case client.ImageRequest:
		r.picture = b
	case client.EditRequest:
		r.picture, r.links = b.ImageRequest, strings.Fields(strings.Join(b.ImageURLs, " "))
	}
	for _, f := range fields {
		text, given := c.text[f.Name]
		why := f.unusedReason(r.Kind)
		switch {
		case given && text != "" && why != "":
			r.problem(f.problemField(), why)
		case given:
			f.cell(r, text)
		}
	}
	r.setClips(c.text[columnClips])
	r.Problems = slices.Compact(r.Problems) // both frames may report the same problem
	switch r.Kind {
	case db.TextToImage:
		r.Request = r.picture
	case db.EditImage:
		r.Request = client.EditRequest{ImageRequest: r.picture, ImageURLs: r.links}
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

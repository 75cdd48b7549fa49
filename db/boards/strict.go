package boards

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"viviscope/db"
	"viviscope/db/cast"
)

// DocumentError reports an error in a document and its location. It matches [ErrDocument].
type DocumentError struct {
	Card   string // ID of the keyframe or shot; "": the board itself, or Entry
	Entry  string // name of the entry of the cast; "": none
	Field  string // JSON name; "": the whole card or entry
	Reason string
}

// Error implements error.
func (e *DocumentError) Error() string {
	words := []string{ErrDocument.Error()}
	if e.Card != "" {
		words = append(words, fmt.Sprintf("card %.20s", e.Card))
	}
	if e.Entry != "" {
		words = append(words, fmt.Sprintf("cast %.40s", e.Entry))
	}
	if e.Field != "" {
		words = append(words, fmt.Sprintf("%.40s", e.Field))
	}
	return strings.Join(append(words, e.Reason), ": ")
}

// Is reports whether target is [ErrDocument].
func (e *DocumentError) Is(target error) bool { return target == ErrDocument }

// maxReported is the maximum number of errors reported for a document.
const maxReported = 20

// readDocument parses the document of a client. Unlike [parseFile] it is strict: an unknown field or an invalid value
// is an error. Errors: joined *[DocumentError].
func readDocument(document []byte) (Board, error) {
	var parts struct {
		Format int `json:"viviscope_board"`
		db.BoardHead
		Profile  string            `json:"profile"`
		Service  json.RawMessage   `json:"service"`
		Name     string            `json:"name"`
		Settings json.RawMessage   `json:"settings"`
		Frames   []json.RawMessage `json:"frames"`
		Shots    []json.RawMessage `json:"shots"`
		Films    []string          `json:"films"`
		Cast     json.RawMessage   `json:"cast"` // see ReadCast
	}
	if err := decodeStrictly(document, &parts, "", ""); err != nil {
		return Board{}, err
	}
	if parts.Format < 0 || parts.Format > fileVersion {
		return Board{}, &DocumentError{Field: "viviscope_board", Reason: fmt.Sprintf("its format is %d", parts.Format)}
	}
	if len(parts.Shots) > maxCards || len(parts.Frames) > maxCards {
		return Board{}, &DocumentError{Reason: fmt.Sprintf("more than %d shots or keyframes", maxCards)}
	}
	b := Board{Name: parts.Name, Frames: make([]Frame, len(parts.Frames)), Shots: make([]Shot, len(parts.Shots))}
	errs := []error{decodeStrictly(parts.Settings, &b.Settings, "", "settings.")}
	for i, frame := range parts.Frames {
		errs = append(errs, decodeStrictly(frame, &b.Frames[i], idOf(frame), ""))
	}
	for i, shot := range parts.Shots {
		errs = append(errs, decodeStrictly(shot, &b.Shots[i], idOf(shot), ""))
	}
	return b, joinErrors(errs)
}

// ReadCast returns the entries of the cast that a document of [Store.Apply] states; nil if it states none. The caller
// checks their pictures, which may be prefixes of refs, and stores them: a board has no cast of its own. Errors: joined
// *[DocumentError], [ErrDocument].
func ReadCast(document []byte) (entries []cast.Entry, err error) {
	document, err = unwrapDocument(document, false)
	if err != nil {
		return nil, err
	}
	var parts struct {
		Cast []json.RawMessage `json:"cast"`
	}
	if json.Unmarshal(document, &parts) != nil {
		return nil, &DocumentError{Field: "cast", Reason: "not a list of entries"}
	}
	if len(parts.Cast) > db.MaxCast {
		return nil, &DocumentError{Field: "cast", Reason: fmt.Sprintf("more than %d entries", db.MaxCast)}
	}
	var errs []error
	for i, part := range parts.Cast {
		var e cast.Entry
		err := decodeStrictly(part, &e, "", "")
		e.Name = strings.TrimPrefix(e.Name, "@")
		name := cmp.Or(e.Name, fmt.Sprint("entry ", i+1))
		_, twice := cast.Find(entries, e.Name)
		var mistake *DocumentError
		switch check := e.Check(); {
		case errors.As(err, &mistake):
			mistake.Entry = name
			errs = append(errs, mistake)
		case check != nil:
			errs = append(errs, &DocumentError{Entry: name, Field: castFields[check], Reason: check.Error()})
		case strings.ContainsFunc(e.Words, isControl):
			errs = append(errs, &DocumentError{Entry: name, Field: "words", Reason: "it has control characters"})
		case twice:
			errs = append(errs, &DocumentError{Entry: name, Field: "name", Reason: "another entry has the same name"})
		}
		entries = append(entries, e)
	}
	return entries, joinErrors(errs)
}

// castFields are the fields of the errors of [cast.Entry.Check].
var castFields = map[error]string{cast.ErrName: "name", cast.ErrKind: "kind", cast.ErrWords: "words",
	cast.ErrPictures: "pictures"}

// isControl reports whether a character is a control character other than those of line breaks and tabs.
func isControl(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' && r != '\r' }

func joinErrors(errs []error) error {
	errs = slices.DeleteFunc(errs, func(err error) bool { return err == nil })
	return errors.Join(errs[:min(len(errs), maxReported)]...)
}

// idOf returns the ID of a card, also if other fields are invalid.
func idOf(card json.RawMessage) string {
	var c struct {
		ID json.RawMessage `json:"id"`
	}
	_ = json.Unmarshal(card, &c) // the caller reports errors of the card
	return strings.Trim(string(c.ID), `"`)
}

// decodeStrictly decodes a part of a document, which may be missing. under is the prefix of field names in errors.
func decodeStrictly(part []byte, into any, card, under string) error {
	if len(part) == 0 {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(part))
	d.DisallowUnknownFields()
	err := d.Decode(into)
	mistake := func(field, reason string) error { return &DocumentError{Card: card, Field: field, Reason: reason} }
	var kind *json.UnmarshalTypeError
	const unknown = `json: unknown field "`
	switch {
	case err == nil:
		return nil
	case errors.As(err, &kind):
		field := kind.Field
		if under == "" { // the field of an embedded struct
			field = field[strings.LastIndexByte(field, '.')+1:]
		}
		return mistake(under+field, fmt.Sprintf("%s is not a valid value", kind.Value))
	case strings.HasPrefix(err.Error(), unknown):
		field := strings.TrimSuffix(strings.TrimPrefix(err.Error(), unknown), `"`)
		return mistake(under+field, "there is no such field")
	}
	return mistake(strings.TrimSuffix(under, "."), strings.TrimPrefix(err.Error(), "json: "))
}

// validate returns an error for contradictory fields and for references to missing cards.
func (b *Board) validate() error {
	var errs []error
	at := func(card, field string, ok bool, format string, args ...any) {
		if !ok {
			errs = append(errs, &DocumentError{Card: card, Field: field, Reason: fmt.Sprintf(format, args...)})
		}
	}
	length := func(card, field string, seconds int) {
		at(card, field, seconds >= 0 && seconds <= maxSeconds, "%d is not between 0 and %d", seconds, maxSeconds)
	}
	frame := func(card, field, id string) {
		at(card, field, id == "" || b.FrameByID(id) >= 0, "there is no keyframe %.20q", id)
	}
	at("", "name", len(strings.Join(strings.Fields(b.Name), " ")) <= maxName, "longer than %d bytes", maxName)
	length("", "settings.seconds", b.Settings.Seconds)
	if final := b.Settings.Final; final != nil {
		at("", "settings.final.model", final.Model != "", "name the model of finals")
		at("", "settings.final.resolution", final.Resolution != "", "name the resolution of finals")
	}
	ordered := func(card, ref string) {
		at(card, "next", ref == "" || isRef.MatchString(ref), "%.40q is no ref of a file", ref)
	}
	sources := []Source{"", Describe, FromKeyframe, Gallery, Canvas}
	for _, f := range b.Frames {
		at(f.ID, "source", slices.Contains(sources, f.Source), "%.20q is none of describe, keyframe, gallery, canvas",
			f.Source)
		at(f.ID, "from", f.From != f.ID, "a keyframe cannot be made from itself")
		frame(f.ID, "from", f.From)
		at(f.ID, "before", f.Before == "" || b.ShotByID(f.Before) >= 0, "there is no shot %.20q", f.Before)
		at(f.ID, "before", f.Before == "" || !b.uses(f.ID), "a shot uses the keyframe, so it has its place")
		ordered(f.ID, f.Next)
		at(f.ID, "link", f.Link == "" || db.IsWebURL(f.Link), "not an http or https address")
	}
	for _, s := range b.Shots {
		at(s.ID, "first", !s.Continue || s.First == "",
			"the shot continues the one before: leave out one of first and continue")
		frame(s.ID, "first", s.First)
		frame(s.ID, "last", s.Last)
		length(s.ID, "seconds", s.Seconds)
		ordered(s.ID, s.Next)
		at(s.ID, "trim", s.Trim >= 0, "%d is below 0", s.Trim)
	}
	return joinErrors(errs)
}

// checkLimits returns an error if a document exceeds a limit. It also returns the refs of all assets in the document.
func (b *Board) checkLimits() (refs []string, err error) {
	set := b.Settings
	check := func(card string, texts ...string) {
		for _, text := range texts {
			if err == nil && (len(text) > maxText || strings.ContainsFunc(text, isControl)) {
				err = &DocumentError{Card: card,
					Reason: fmt.Sprintf("a text is longer than %d bytes, or has control characters: %.40q", maxText,
						text)}
			}
		}
	}
	check("", b.Name, set.Size, set.PictureModel, set.Quality, set.Model, set.Resolution, set.Negative, set.Style)
	if set.Final != nil {
		check("", set.Final.Model, set.Final.Resolution)
	}
	ids := map[string]bool{}
	b.eachCard(func(id string, chosen *string, brought *[]string, texts ...string) {
		if err == nil && (ids[id] || !isID.MatchString(id)) {
			err = &DocumentError{Card: id, Field: "id",
				Reason: fmt.Sprintf("%.20q is no id of a shot or a keyframe: 8 digits of 0-9 and a-f that no other has",
					id)}
		}
		ids[id] = true
		check(id, texts...)
		refs = append(append(refs, *chosen), *brought...)
	})
	if err == nil && len(refs) > maxRefs {
		err = &DocumentError{Reason: fmt.Sprintf("more than %d pictures and clips", maxRefs)}
	}
	if data, errBytes := b.encode(); err == nil && (errBytes != nil || len(data) > maxDocument) {
		err = &DocumentError{Reason: fmt.Sprintf("larger than %d MiB as it is written", maxDocument>>20)}
	}
	return refs, err
}

// checkAssets returns an error for takes that are not in the library or have the wrong kind. Takes that the card
// already has in the board before are accepted: their files may be missing, and earlier versions accepted the wrong
// kind.
func (b *Board) checkAssets(assets []db.Asset, before Board) error {
	kinds := map[string]db.AssetKind{}
	for _, a := range assets {
		kinds[a.Ref] = a.Kind
	}
	kept := map[[2]string]bool{} // card and ref
	before.eachCard(func(id string, chosen *string, brought *[]string, _ ...string) {
		for _, ref := range append([]string{*chosen}, *brought...) {
			kept[[2]string{id, ref}] = true
		}
	})
	var errs []error
	b.eachCard(func(id string, chosen *string, brought *[]string, _ ...string) {
		want, words := db.Picture, "a picture, as a keyframe needs"
		if b.ShotByID(id) >= 0 {
			want, words = db.Clip, "a clip, as a shot needs"
		}
		mistake := func(field, reason string, args ...any) {
			errs = append(errs, &DocumentError{Card: id, Field: field, Reason: fmt.Sprintf(reason, args...)})
		}
		check := func(field, ref string) {
			kind, known := kinds[ref]
			switch {
			case field == "chosen" && ref == "", ref != "" && kept[[2]string{id, ref}]:
			case !known:
				mistake(field, "the library has no file %.40q", ref)
			case kind != want:
				mistake(field, "%.8s is not %s", ref, words)
			}
		}
		check("chosen", *chosen)
		for _, ref := range *brought {
			check("brought", ref)
		}
	})
	return joinErrors(errs)
}

// Limits of a document from another program.
const (
	maxCards = 500      // shots; also of keyframes
	maxText  = 32 << 10 // bytes of each text
	maxRefs  = 5000     // refs of assets

	// maxDocument is the maximum size of a document, in bytes.
	maxDocument = 3 << 20
)

// ErrDocument reports that a document is not a valid board.
var ErrDocument = errors.New("not a board")

// eachCard calls fn for each keyframe and each shot, with its texts. fn may change the takes through the pointers.
func (b *Board) eachCard(fn func(id string, chosen *string, brought *[]string, texts ...string)) {
	for i := range b.Frames {
		f := &b.Frames[i]
		fn(f.ID, &f.Chosen, &f.Added, f.Prompt, f.Model, f.Link)
	}
	for i := range b.Shots {
		s := &b.Shots[i]
		fn(s.ID, &s.Chosen, &s.Added, s.Prompt, s.Model, s.Resolution, s.Caption, valueOr(s.Negative, ""))
	}
}

package boards

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"viviscope/db"
)

// Bounds of a document from another program.
const (
	maxCards = 500      // shots, and keyframes too
	maxWords = 32 << 10 // bytes, of each text
	maxRefs  = 5000     // of assets, in all of it
)

// ErrDocument says that a document is no board that is taken.
var ErrDocument = errors.New("not a board")

// Document is the board as a file of it says.
func (b Board) Document() (json.RawMessage, error) { return b.bytes() }

// boardOfAnswer returns the document of a board, which may be the member "board" of an answer of the command line. An
// object without any field of a board is refused, and so is one that replaces a board and has only the version of the
// format: it would empty that board.
func boardOfAnswer(document []byte, replaces bool) ([]byte, error) {
	fields := []string{"name", "settings", "frames", "shots"}
	if !replaces {
		fields = append(fields, "viviscope_board")
	}
	document = bytes.TrimPrefix(document, []byte("\ufeff"))
	for range 2 {
		var members map[string]json.RawMessage
		if err := json.Unmarshal(document, &members); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrDocument, err)
		}
		for name, value := range members {
			isField := func(field string) bool { return strings.EqualFold(name, field) }
			if string(value) != "null" && slices.ContainsFunc(fields, isField) {
				return document, nil
			}
		}
		if members["board"] == nil {
			break
		}
		document = members["board"]
	}
	return nil, fmt.Errorf("%w: it has none of %s", ErrDocument, strings.Join(fields, ", "))
}

// Apply makes a board of a document of a client, or of the user for "", for a profile; or it replaces the board with a
// ref, which must be at a version, as one step. The document is a file of boards/ or an answer of the command line that
// contains one. What cannot be is dropped, as are refs of assets that are not in the library. A replaced board keeps
// its films, and the addresses that documents leave out. Errors: [ErrDocument], [*db.ChangedBoardError],
// [db.ErrNotFound]; then nothing is written.
func (s *Store) Apply(ctx context.Context, client, ref string, version int, profile int64, document []byte) (Board, error) {
	document, err := boardOfAnswer(document, ref != "")
	if err != nil {
		return Board{}, err
	}
	var f file
	if err := json.Unmarshal(document, &f); err != nil {
		return Board{}, fmt.Errorf("%w: %w", ErrDocument, err)
	}
	b := f.Board
	why, refs := b.refused()
	if f.Format < 0 || f.Format > fileVersion {
		why = fmt.Sprintf("its format is %d", f.Format)
	}
	if why != "" {
		return Board{}, fmt.Errorf("%w: %s", ErrDocument, why)
	}
	_, _, assets, err := s.lib.TakesOf(ctx, "", refs)
	if err != nil {
		return Board{}, err
	}
	known := map[string]bool{}
	for _, a := range assets {
		known[a.Ref] = true
	}
	b.cards(func(_ string, chosen *string, brought *[]string, _ ...string) {
		if !known[*chosen] {
			*chosen = ""
		}
		*brought = slices.DeleteFunc(*brought, func(ref string) bool { return !known[ref] })
	})
	if ref == "" {
		b.BoardHead, b.Films = db.BoardHead{ProfileID: profile}, nil
		return s.New(ctx, b)
	}
	step := strings.TrimSuffix(FromProgram+client, ":") // FromFile of a person
	return s.Edit(ctx, ref, version, step, func(now *Board) error {
		if !now.TrashedAt.IsZero() {
			return fmt.Errorf("apply board %.8s: it is in the trash: %w", ref, db.ErrNotFound)
		}
		b.keepLinks(*now)
		now.Name, now.Settings, now.Frames, now.Shots = b.Name, b.Settings, b.Frames, b.Shots
		return nil
	})
}

// cards calls fn for each keyframe and each shot, with its words.
func (b *Board) cards(fn func(id string, chosen *string, brought *[]string, texts ...string)) {
	for i := range b.Frames {
		f := &b.Frames[i]
		fn(f.ID, &f.Chosen, &f.Brought, f.Prompt, f.Model, f.Link)
	}
	for i := range b.Shots {
		s := &b.Shots[i]
		fn(s.ID, &s.Chosen, &s.Brought, s.Prompt, s.Model, s.Resolution, s.Caption, orElse(s.Negative, ""))
	}
}

// refused says why a board is not taken from another program, or returns the refs of the assets that it names.
func (b *Board) refused() (why string, refs []string) {
	if len(b.Shots) > maxCards || len(b.Frames) > maxCards {
		return fmt.Sprintf("more than %d shots or keyframes", maxCards), nil
	}
	set := b.Settings
	words := []string{b.Name, set.Size, set.PictureModel, set.Quality, set.Model, set.Resolution, set.Negative, set.Style}
	ids := map[string]bool{}
	b.cards(func(id string, chosen *string, brought *[]string, texts ...string) {
		if words, refs = append(words, texts...), append(append(refs, *chosen), *brought...); ids[id] || !isID.MatchString(id) { // none is dropped silently
			why = fmt.Sprintf("%.20q is no id of a shot or a keyframe: 8 digits of 0-9 and a-f that no other has", id)
		}
		ids[id] = true
	})
	if len(refs) > maxRefs {
		why = fmt.Sprintf("more than %d pictures and clips", maxRefs)
	}
	control := func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' && r != '\r' }
	for _, text := range words {
		if len(text) > maxWords || strings.ContainsFunc(text, control) {
			why = fmt.Sprintf("a text is longer than %d bytes, or has control characters: %.40q", maxWords, text)
		}
	}
	return why, refs
}

// keepLinks takes over the addresses that a document leaves out.
func (b *Board) keepLinks(old Board) {
	for i, frame := range b.Frames {
		if j := old.FrameByID(frame.ID); j >= 0 && frame.Link == "" {
			b.Frames[i].Link = old.Frames[j].Link
		}
	}
}

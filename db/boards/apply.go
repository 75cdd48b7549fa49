package boards

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"viviscope/db"
)

// Bounds of a document from another program.
const (
	maxCards = 500      // shots, and keyframes too
	maxWords = 32 << 10 // bytes, of each text
	maxRefs  = 5000     // of assets, in all of it

	// maxDocument is the size, in bytes as it is written, up to which an answer can contain a document.
	maxDocument = 3 << 20
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

// Head returns the ref and the version that a document has; "" and 0 where it has none, or is no board.
func Head(document []byte) (ref string, version int) {
	document, err := boardOfAnswer(document, false)
	var head db.BoardHead
	if err != nil || json.Unmarshal(document, &head) != nil || !isRef.MatchString(head.Ref) {
		return "", 0
	}
	return head.Ref, max(head.Version, 0)
}

// Apply makes a board of a document of a client, or of the user for "", for a profile; or it replaces the board with a
// ref, which must be at a version, as one step. The document is a file of boards/ or an answer of the command line that
// contains one. Nothing of it is dropped or changed: what a board cannot have is an error. The exceptions are its head
// and its films, which are those of the board, and the addresses that documents leave out, which are kept. Errors:
// *[DocumentError], [ErrDocument], [*db.ChangedBoardError], [db.ErrNotFound]; then nothing is written.
func (s *Store) Apply(ctx context.Context, client, ref string, version int, profile int64, document []byte) (Board, error) {
	document, err := boardOfAnswer(document, ref != "")
	if err != nil {
		return Board{}, err
	}
	b, err := readDocument(document)
	if err != nil {
		return Board{}, err
	}
	refs, err := b.limits()
	if err == nil {
		err = b.mistakes()
	}
	if err != nil {
		return Board{}, err
	}
	_, _, assets, err := s.lib.TakesOf(ctx, "", refs)
	if err != nil {
		return Board{}, err
	}
	if ref == "" {
		if err := b.checkAssets(assets, Board{}); err != nil {
			return Board{}, err
		}
		b.BoardHead = db.BoardHead{ProfileID: profile}
		return s.New(ctx, b)
	}
	step := strings.TrimSuffix(FromProgram+client, ":") // FromFile of a person
	return s.Edit(ctx, ref, version, step, func(now *Board) error {
		if !now.TrashedAt.IsZero() {
			return fmt.Errorf("apply board %.8s: it is in the trash: %w", ref, db.ErrNotFound)
		}
		if err := b.checkAssets(assets, *now); err != nil {
			return err
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

// keepLinks takes over the addresses that a document leaves out.
func (b *Board) keepLinks(old Board) {
	for i, frame := range b.Frames {
		if j := old.FrameByID(frame.ID); j >= 0 && frame.Link == "" {
			b.Frames[i].Link = old.Frames[j].Link
		}
	}
}

package boards

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"viviscope/db"
)

// unwrapDocument returns the document of a board, also if it is the member "board" of a command-line answer. It returns
// an error for an object without any field of a board. If the document replaces a board, the format version alone is
// not enough: it would empty that board.
func unwrapDocument(document []byte, replaces bool) ([]byte, error) {
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

// Head returns the ref and the version of a document; "" and 0 if it has none or is not a board.
func Head(document []byte) (ref string, version int) {
	document, err := unwrapDocument(document, false)
	var head db.BoardHead
	if err != nil || json.Unmarshal(document, &head) != nil || !isRef.MatchString(head.Ref) {
		return "", 0
	}
	return head.Ref, max(head.Version, 0)
}

// Apply stores a document that a client sent, or the user if client is "". The document is a file of boards/ or a
// command-line answer that contains one. With ref "" it makes a new board for the profile. Otherwise it replaces that
// board, which must have the given version, as one step.
//
// Invalid content is an error: nothing is dropped or changed. Head and films stay those of the board, and links that
// documents leave out are kept. Nothing is written after an error. Errors: *[DocumentError], [ErrDocument],
// [*db.ChangedBoardError], [db.ErrNotFound].
func (s *Store) Apply(
	ctx context.Context, client, ref string, version int, profile int64, document []byte,
) (Board, error) {
	document, err := unwrapDocument(document, ref != "")
	if err != nil {
		return Board{}, err
	}
	b, err := readDocument(document)
	if err != nil {
		return Board{}, err
	}
	refs, err := b.checkLimits()
	if err == nil {
		err = b.validate()
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
	step := strings.TrimSuffix(StepFromClient+client, ":") // StepFromFile for the user
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

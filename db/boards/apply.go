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

// boardOfAnswer returns the document of a board, which may be the member "board" of an answer of the command line. An
// object without any field of a board is refused, and so is one that replaces a board and has only the version of the
// format: it would empty that board.
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

// Head returns the ref and the version of a document; "" and 0 if it has none, or is no board.
func Head(document []byte) (ref string, version int) {
	document, err := unwrapDocument(document, false)
	var head db.BoardHead
	if err != nil || json.Unmarshal(document, &head) != nil || !isRef.MatchString(head.Ref) {
		return "", 0
	}
	return head.Ref, max(head.Version, 0)
}

// Apply makes a board from a document of a client, or of the user for "", for a profile. With a ref it replaces that
// board instead, which must have the given version, as one step. The document is a file of boards/ or an answer of the
// command line that contains one. Nothing of it is dropped or changed: invalid content is an error. The exceptions are
// its head and its films, which stay those of the board, and addresses that documents leave out, which are kept.
// Errors: *[DocumentError], [ErrDocument], [*db.ChangedBoardError], [db.ErrNotFound]; then nothing is written.
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
	step := strings.TrimSuffix(StepFromClient+client, ":") // FromFile for the user
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

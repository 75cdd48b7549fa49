package boards

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path"
	"strings"
	"time"

	"viviscope/db"
	"viviscope/db/folder"
)

// document returns the board in the format of its row.
func (b Board) document() (json.RawMessage, error) {
	b.normalize()
	return json.Marshal(b)
}

// parseRow parses the board of a row; an empty board if the row is not stored yet.
func parseRow(row db.BoardRow) (b Board, err error) {
	if row.ID != 0 {
		err = json.Unmarshal(row.Doc, &b)
	}
	b.BoardHead = row.BoardHead
	if err != nil {
		return b, fmt.Errorf("read board %.4s: %w", row.Ref, err)
	}
	return b, nil
}

const (
	fileVersion = 1        // current format of the files
	maxFile     = 16 << 20 // bytes
)

// file is the content of a file in boards/.
type file struct {
	Format int `json:"viviscope_board"`
	db.BoardHead
	Board
}

// fileName returns the path of a board's file in the library.
func fileName(name, ref string) string {
	return path.Join(folder.Boards, strings.TrimSpace(folder.SafeTitle(name)+" ["+shortRef(ref)+"]")+".json")
}

// shortRef returns the first eight digits of a ref. A damaged row may have any text as its ref, so other characters are
// dropped: they must not get into a path.
func shortRef(ref string) string {
	digits := strings.Map(func(r rune) rune {
		if strings.ContainsRune("0123456789abcdef", r) {
			return r
		}
		return -1
	}, ref)
	return digits[:min(8, len(digits))]
}

// encode returns the content of the board's file. It leaves out links with a query or fragment, because they may grant
// access to more than the picture.
func (b Board) encode() ([]byte, error) {
	b.normalize()
	for i, f := range b.Frames {
		if strings.ContainsAny(f.Link, "?#") {
			b.Frames[i].Link = ""
		}
	}
	var data bytes.Buffer
	e := json.NewEncoder(&data)
	e.SetEscapeHTML(false) // escaping would turn < into six bytes
	e.SetIndent("", "\t")
	err := e.Encode(file{fileVersion, b.BoardHead, b})
	return data.Bytes(), err
}

// parseFile parses the untrusted file of a board. Invalid parts are dropped.
func parseFile(data []byte) (Board, error) {
	var f file
	if err := json.Unmarshal(bytes.TrimPrefix(data, []byte("\ufeff")), &f); err != nil {
		return Board{}, fmt.Errorf("not a board: %w", err)
	}
	if f.Format > fileVersion {
		return Board{}, fmt.Errorf("a newer version of this program wrote it: its format is %d", f.Format)
	}
	const maxVersion = 1 << 40 // far above the number of real edits, without risk of overflow
	b := f.Board
	b.BoardHead = f.BoardHead
	for _, at := range []*time.Time{&b.CreatedAt, &b.ChangedAt, &b.TrashedAt} {
		*at = at.UTC().Truncate(time.Millisecond)
		if !db.IsPlausibleTime(*at) { // the precision of rows
			*at = time.Time{}
		}
	}
	if f.Format < 1 || !isRef.MatchString(b.Ref) || b.Version < 1 || b.Version > maxVersion ||
		b.CreatedAt.IsZero() || b.ChangedAt.IsZero() {
		return Board{}, fmt.Errorf("not a board: format %d, ref %.40q, version %d", f.Format, f.Ref, f.Version)
	}
	b.normalize()
	return b, nil
}

// Document returns the board in the format of its file.
func (b Board) Document() (json.RawMessage, error) { return b.encode() }

// keepLinks copies the links that a document leaves out from the old board.
func (b *Board) keepLinks(old Board) {
	for i, frame := range b.Frames {
		if j := old.FrameByID(frame.ID); j >= 0 && frame.Link == "" {
			b.Frames[i].Link = old.Frames[j].Link
		}
	}
}

// isFileOf reports whether a path ends as [fileName] ends for the ref.
func isFileOf(path, ref string) bool {
	return len(ref) >= 8 && strings.HasSuffix(path, "["+ref[:8]+"].json")
}

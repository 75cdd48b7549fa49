package boards

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"path"
	"strings"
	"time"

	"viviscope/db"
	"viviscope/db/folder"
)

// document is a board as its row holds it.
func (b Board) document() (json.RawMessage, error) {
	b.whole()
	return json.Marshal(b)
}

// whole makes empty lists of those that are absent: a board is written in one way.
func (b *Board) whole() {
	if b.Frames == nil {
		b.Frames = []Frame{}
	}
	if b.Shots == nil {
		b.Shots = []Shot{}
	}
}

// boardOf reads a board out of its row.
func boardOf(row db.BoardRow) (b Board, err error) {
	if len(row.Doc) > 0 {
		if err := json.Unmarshal(row.Doc, &b); err != nil {
			return Board{}, fmt.Errorf("read board %.4s: %w", row.Ref, err)
		}
	}
	b.header(Board{Ref: row.Ref, Version: row.Version, ProfileID: row.ProfileID, CreatedAt: row.CreatedAt, ChangedAt: row.ChangedAt, TrashedAt: row.TrashedAt})
	return b, nil
}

// elements are the parts of a board that a step speaks of: each keyframe and each shot by itself, and their order.
func elements(b Board) map[string]json.RawMessage {
	all := map[string]json.RawMessage{}
	put := func(name string, v any) { all[name], _ = json.Marshal(v) } // plain strings and numbers
	var frames, shots []string
	for _, f := range b.Frames {
		frames = append(frames, f.ID)
		put("frame "+f.ID, f)
	}
	for _, s := range b.Shots {
		shots = append(shots, s.ID)
		put("shot "+s.ID, s)
	}
	put("name", b.Name)
	put("settings", b.Settings)
	put("films", b.Films)
	put("frames", frames)
	put("shots", shots)
	return all
}

// difference is a step: of each element that is not the same, what it was and what it is; nil where all are.
func difference(before, after map[string]json.RawMessage) (json.RawMessage, error) {
	change := map[string][2]json.RawMessage{}
	for name, was := range before {
		if now := after[name]; !bytes.Equal(was, now) {
			change[name] = [2]json.RawMessage{was, now}
		}
	}
	for name, now := range after {
		if before[name] == nil {
			change[name] = [2]json.RawMessage{nil, now}
		}
	}
	if len(change) == 0 {
		return nil, nil
	}
	return json.Marshal(change)
}

// apply takes a step back, or does it again.
func (b *Board) apply(change json.RawMessage, again bool) error {
	var parts map[string][2]json.RawMessage
	if err := json.Unmarshal(change, &parts); err != nil {
		return fmt.Errorf("read step: %w", err)
	}
	all := elements(*b)
	for name, sides := range parts {
		all[name] = sides[0]
		if again {
			all[name] = sides[1]
		}
	}
	var frames, shots []string
	next := Board{}
	next.header(*b)
	err := errors.Join(json.Unmarshal(all["name"], &next.Name), json.Unmarshal(all["settings"], &next.Settings),
		json.Unmarshal(all["films"], &next.Films), json.Unmarshal(all["frames"], &frames), json.Unmarshal(all["shots"], &shots))
	next.Frames, next.Shots = make([]Frame, len(frames)), make([]Shot, len(shots))
	for i, id := range frames {
		err = errors.Join(err, json.Unmarshal(all["frame "+id], &next.Frames[i]))
	}
	for i, id := range shots {
		err = errors.Join(err, json.Unmarshal(all["shot "+id], &next.Shots[i]))
	}
	if err != nil {
		return fmt.Errorf("read step: %w", err)
	}
	*b = next
	return nil
}

const (
	fileVersion = 1        // the format that this program writes
	maxFile     = 16 << 20 // bytes
)

// file is what stands in boards/.
type file struct {
	Format  int       `json:"viviscope_board"`
	Ref     string    `json:"ref"`
	Version int       `json:"version"`
	Created time.Time `json:"created"`
	Changed time.Time `json:"changed"`
	Trashed time.Time `json:"trashed,omitzero"`
	Board
}

// fileName is where a board stands in the library.
func fileName(name, ref string) string {
	return path.Join(folder.Boards, strings.TrimSpace(folder.Words(name)+" ["+ref[:8]+"]")+".json")
}

// bytes is what the file of a board says. An address that may open more than its picture is left out.
func (b Board) bytes() ([]byte, error) {
	b.whole()
	b.Frames = append([]Frame{}, b.Frames...)
	for i, f := range b.Frames {
		if u, err := url.Parse(f.Link); err != nil || u.RawQuery != "" || u.Fragment != "" {
			b.Frames[i].Link = ""
		}
	}
	data, err := json.MarshalIndent(file{fileVersion, b.Ref, b.Version, b.CreatedAt, b.ChangedAt, b.TrashedAt, b}, "", "\t")
	return append(data, '\n'), err
}

// errNoBoard says that a file is none of ours.
var errNoBoard = errors.New("not a board")

// parse reads the file of a board, which may come from anybody: what cannot be is dropped.
func parse(data []byte) (Board, error) {
	var f file
	if err := json.Unmarshal(bytes.TrimPrefix(data, []byte("\ufeff")), &f); err != nil {
		return Board{}, fmt.Errorf("%w: %w", errNoBoard, err)
	}
	if f.Format < 1 || f.Format > fileVersion || !isRef.MatchString(f.Ref) || f.Version < 1 || f.Version > maxVersion ||
		moment(f.Created).IsZero() || moment(f.Changed).IsZero() {
		return Board{}, fmt.Errorf("%w: format %d, ref %.40q, version %d", errNoBoard, f.Format, f.Ref, f.Version)
	}
	b := f.Board
	b.Ref, b.Version = f.Ref, f.Version
	b.CreatedAt, b.ChangedAt, b.TrashedAt = moment(f.Created), moment(f.Changed), moment(f.Trashed)
	b.tidy()
	b.whole()
	return b, nil
}

// maxVersion is far above what edits come to, and leaves room for more.
const maxVersion = 1 << 40

// moment is a time as a row holds it; zero where it cannot be one of ours.
func moment(t time.Time) time.Time {
	if t.Year() < 2000 || t.Year() >= 2200 {
		return time.Time{}
	}
	return t.UTC().Truncate(time.Millisecond)
}

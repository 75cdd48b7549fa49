package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"viviscope/db/cast"
)

// ErrCastName reports that another entry of the cast has the name already.
var ErrCastName = errors.New("another entry of the cast has this name")

// ErrCastFull reports that the cast has [MaxCast] entries.
var ErrCastFull = fmt.Errorf("the cast has at most %d entries", MaxCast)

// castList manages the cast and cast.json.
type castList struct {
	*database
	mu sync.Mutex // held while cast.json is written
}

// MaxCast is the maximum number of entries of the cast.
const MaxCast = 500

const (
	// castName is the file from which a rebuild restores the cast.
	castName    = "cast.json"
	castVersion = 1
	maxCastFile = 4 << 20 // bytes
)

// castFile is the content of cast.json.
type castFile struct {
	Version int       `json:"viviscope_cast"`
	Cast    []castRow `json:"cast"` // in the user's order
}

// castRow is an entry of cast.json.
type castRow struct {
	Name     string             `json:"name"`
	Kind     cast.Kind          `json:"kind"`
	Words    string             `json:"words,omitempty"`
	Pictures cappedList[string] `json:"pictures,omitempty"` // refs of assets, in the order of sending
}

const castColumns = "name, kind, words, pictures"

func scanCast(row scanner) (e cast.Entry, err error) {
	err = row.Scan(&e.Name, &e.Kind, &e.Words, namesColumn{&e.Pictures})
	return e, err
}

// Cast returns the cast in the user's order.
func (c *castList) Cast(ctx context.Context) ([]cast.Entry, error) {
	all, err := listLenient(ctx, c.database, c.reader, scanCast,
		"SELECT "+castColumns+" FROM cast_entries ORDER BY place, name")
	return all, wrap(err, "read cast")
}

// SaveCast writes an entry of the cast. old is its present name, ignoring case; "" adds a new entry at the end. The undo
// writes the entry as it was before. Errors: those of [cast.Entry.Check], [ErrCastName], and [ErrNotFound] for an
// unknown old name.
func (c *castList) SaveCast(ctx context.Context, old string, e cast.Entry) (u Undo, err error) {
	defer wrapTo(&err, "save cast %.40q", e.Name)
	cleanEntry(&e)
	if err := e.Check(); err != nil {
		return Undo{}, err
	}
	var was cast.Entry
	err = c.changeCast(ctx, func(tx *sql.Tx, all []cast.Entry) error {
		known := false
		if was, known = cast.Find(all, old); old != "" && !known {
			return ErrNotFound
		}
		if twin, taken := cast.Find(all, e.Name); taken && twin.Name != was.Name {
			return ErrCastName
		}
		if old != "" {
			_, err := tx.ExecContext(ctx,
				"UPDATE cast_entries SET name = ?, kind = ?, words = ?, pictures = ? WHERE name = ?",
				e.Name, e.Kind, e.Words, namesJSON(e.Pictures), was.Name)
			return err
		}
		if len(all) >= MaxCast {
			return ErrCastFull
		}
		return insertCast(ctx, tx, e)
	})
	back := func(ctx context.Context) (Undo, error) {
		if old == "" {
			return c.RemoveCast(ctx, e.Name)
		}
		return c.SaveCast(ctx, e.Name, was)
	}
	return Undo{1, back}, err
}

// RemoveCast removes an entry from the cast, ignoring case. Its pictures and everything that was made with it stay. The
// undo puts it back in its place. It returns [ErrNotFound] for an unknown name.
func (c *castList) RemoveCast(ctx context.Context, name string) (u Undo, err error) {
	defer wrapTo(&err, "remove cast %.40q", name)
	var was cast.Entry
	var place float64
	err = c.changeCast(ctx, func(tx *sql.Tx, all []cast.Entry) error {
		known := false
		if was, known = cast.Find(all, name); !known {
			return ErrNotFound
		}
		return tx.QueryRowContext(ctx, "DELETE FROM cast_entries WHERE name = ? RETURNING place", was.Name).Scan(&place)
	})
	back := func(ctx context.Context) (Undo, error) {
		u, err := c.SaveCast(ctx, "", was)
		if err == nil {
			err = c.changeCast(ctx, func(tx *sql.Tx, _ []cast.Entry) error {
				_, err := tx.ExecContext(ctx, "UPDATE cast_entries SET place = ? WHERE name = ?", place, was.Name)
				return err
			})
		}
		return u, err
	}
	return Undo{1, back}, err
}

// changeCast changes the cast in one transaction and writes cast.json. all is the cast before.
func (c *castList) changeCast(ctx context.Context, change func(tx *sql.Tx, all []cast.Entry) error) error {
	err := c.write(ctx, func(tx *sql.Tx) error {
		all, err := list(ctx, tx, scanCast, "SELECT "+castColumns+" FROM cast_entries")
		if err != nil {
			return err
		}
		return change(tx, all)
	})
	if err != nil {
		return err
	}
	return c.writeCast(ctx)
}

func insertCast(ctx context.Context, tx *sql.Tx, e cast.Entry) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO cast_entries (`+castColumns+`, place)
		VALUES (?, ?, ?, ?, (SELECT coalesce(max(place), 0) + 1 FROM cast_entries))`,
		e.Name, e.Kind, e.Words, namesJSON(e.Pictures))
	return err
}

// cleanEntry cleans an entry from the user or from a file. Line breaks in the words become spaces, because the words
// become a sentence of a prompt.
func cleanEntry(e *cast.Entry) {
	e.Name = strings.TrimPrefix(cleanLine(strings.ToValidUTF8(e.Name, ""), maxName), "@")
	e.Words = strings.Join(strings.Fields(cleanText(e.Words, maxPrompt)), " ")
	e.Pictures = slices.DeleteFunc(slices.Clone(e.Pictures), func(ref string) bool {
		return !validRef.MatchString(ref)
	})
}

// writeCast writes cast.json if it differs from the database.
func (c *castList) writeCast(ctx context.Context) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	all, err := c.Cast(ctx)
	if err != nil {
		return err
	}
	f := castFile{Version: castVersion, Cast: []castRow{}}
	for _, e := range all {
		f.Cast = append(f.Cast, castRow{e.Name, e.Kind, e.Words, e.Pictures})
	}
	return writeList(c.Folder, castName, maxCastFile, f, len(all) == 0)
}

// parseCastList parses an untrusted cast.json. Invalid entries are dropped.
func parseCastList(data []byte) ([]cast.Entry, error) {
	var f castFile
	if err := json.Unmarshal(data, &f); err != nil {
		return nil, fmt.Errorf("parse cast: %w", err)
	}
	if f.Version != castVersion {
		return nil, fmt.Errorf("parse cast: unknown format %d", f.Version)
	}
	var all []cast.Entry
	for _, row := range f.Cast[:min(len(f.Cast), MaxCast)] {
		e := cast.Entry{Name: row.Name, Kind: row.Kind, Words: row.Words, Pictures: row.Pictures}
		cleanEntry(&e)
		if _, twice := cast.Find(all, e.Name); !twice && e.Check() == nil {
			all = append(all, e)
		}
	}
	return all, nil
}

// fillCast restores the cast from cast.json. Entries of a restored backup stay.
func (f *filler) fillCast() error {
	all, err := readList(f.Folder, castName, maxCastFile, parseCastList)
	if err != nil {
		f.report.problem(castName, "it contains nothing that can be used; the cast is lost")
	}
	known, err := list(f.ctx, f.tx, scanCast, "SELECT "+castColumns+" FROM cast_entries")
	for _, e := range all {
		if _, there := cast.Find(known, e.Name); there || err != nil {
			continue
		}
		err = insertCast(f.ctx, f.tx, e)
	}
	return err
}

// UsedCast returns the entries of the cast that the job's prompt mentioned, as they were when it was ordered.
func (j Job) UsedCast() []cast.Used { return readUsedCast(j.Cast) }

// PromptBody returns the prompt without the descriptions of the cast that it begins with.
func (j Job) PromptBody() string { return cast.Body(j.Prompt, j.UsedCast()) }

// PromptBody returns the prompt without the descriptions of the cast that it begins with.
func (a Asset) PromptBody() string { return cast.Body(a.Prompt, readUsedCast(a.Cast)) }

func readUsedCast(data json.RawMessage) (used []cast.Used) {
	if len(data) > 0 {
		_ = json.Unmarshal(data, &used) // an unreadable list is empty
	}
	return used
}

// usedCastJSON encodes the entries that a prompt mentioned; nil for none.
func usedCastJSON(used []cast.Used) json.RawMessage {
	if len(used) == 0 {
		return nil
	}
	data, _ := json.Marshal(used) // strings cannot fail
	return data
}

// SetUsedCast sets the entries of the cast that the job's prompt mentioned.
func (j *Job) SetUsedCast(used []cast.Used) { j.Cast = usedCastJSON(used) }

// cleanUsedCast returns the valid parts of the cast in a sidecar.
func cleanUsedCast(all []cast.Used) (kept []cast.Used) {
	for _, u := range all {
		e := cast.Entry{Name: u.Name, Kind: cast.Person, Words: u.Words, Pictures: u.Pictures}
		cleanEntry(&e)
		if err := e.Check(); err == nil || errors.Is(err, cast.ErrEmpty) {
			kept = append(kept, cast.Used{Name: e.Name, Words: e.Words, Pictures: e.Pictures})
		}
	}
	return kept
}

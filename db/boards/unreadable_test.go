package boards

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"viviscope/db"
	"viviscope/db/folder"
)

// damage replaces the document of a board with invalid text.
func (l library) damage(t testing.TB, ref, doc string) {
	t.Helper()
	_, err := l.writeRow(t.Context(), ref, db.AnyVersion, func(tx *db.BoardTx) error {
		tx.Row.Doc = json.RawMessage(doc)
		return nil
	}, namedStep("damage"))
	if !errors.As(err, new(*UnreadableError)) {
		t.Fatal(err)
	}
}

// An unreadable board is listed with its reason beside the others. It can be trashed, restored and deleted, and the
// step that damaged it can be undone.
func TestUnreadableBoardIsListed(t *testing.T) {
	for _, doc := range []string{`{"name":"x","settings":[]}`, `{"name":"x","shots":7}`, `{"name":3}`} {
		l := newStore(t)
		good, bad := l.newBoard(t), l.newBoard(t)
		file := files(t, l.Dir())[filepath.Base(fileName(bad.Name, bad.Ref))]
		l.damage(t, bad.Ref, doc)

		all, err := l.List(t.Context())
		if err != nil || len(all) != 2 {
			t.Fatalf("%s: %d boards, %v", doc, len(all), err)
		}
		for _, s := range all {
			if (s.Ref == bad.Ref) != (s.Unreadable != nil) || s.Name != good.Name || s.Version == 0 {
				t.Errorf("%s: %+v", doc, s)
			}
			if s.Unreadable != nil && (s.Unreadable.Err == nil || s.Unreadable.Path != fileName(bad.Name, bad.Ref)) {
				t.Errorf("%s: %+v", doc, s.Unreadable)
			}
		}
		_, err = l.Read(t.Context(), bad.Ref)
		if got, ok := errors.AsType[*UnreadableError](err); !ok || got.Ref != bad.Ref {
			t.Errorf("%s: %v", doc, err)
		}
		if _, err := l.Edit(t.Context(), bad.Ref, db.AnyVersion, "edit", func(*Board) error {
			return nil
		}); err == nil {
			t.Errorf("%s: it was edited", doc)
		}
		if err := l.SetTrashed(t.Context(), bad.Ref, now); err != nil {
			t.Errorf("%s: trash: %v", doc, err)
		}
		if all, err = l.List(t.Context()); err != nil || len(all) != 2 ||
			all[0].TrashedAt.IsZero() == all[1].TrashedAt.IsZero() {
			t.Errorf("%s: %+v, %v", doc, all, err)
		}
		if err := l.SetTrashed(t.Context(), bad.Ref, time.Time{}); err != nil {
			t.Errorf("%s: restore: %v", doc, err)
		}
		if got := files(t, l.Dir())[filepath.Base(fileName(bad.Name, bad.Ref))]; got != file {
			t.Errorf("%s: its file was changed: %s", doc, got)
		}
		row, err := l.BoardRow(t.Context(), bad.Ref)
		if err != nil {
			t.Fatal(err)
		}
		back, what, err := l.Store.Undo(t.Context(), bad.Ref, row.Version)
		if err != nil || what != "damage" || len(back.Shots) != 3 {
			t.Errorf("%s: %+v, %q, %v", doc, back, what, err)
		}
		l.damage(t, bad.Ref, doc)
		if err := l.SetTrashed(t.Context(), bad.Ref, now); err != nil {
			t.Error(err)
		}
		if err := l.Delete(t.Context(), bad.Ref); err != nil || len(files(t, l.Dir())) != 1 {
			t.Errorf("%s: delete: %v, %d files", doc, err, len(files(t, l.Dir())))
		}
	}
}

// Open replaces an unreadable row by its file.
func TestOpenRepairsRowFromFile(t *testing.T) {
	l := newStore(t)
	b := l.newBoard(t)
	l.damage(t, b.Ref, `{"name":"x","frames":{}}`)
	l = l.reopen(t, func(string) {})
	if v := l.read(t, b.Ref); len(v.Shots) != 3 || v.Name != b.Name {
		t.Errorf("%+v", v.Board)
	}
}

// A file of boards/ that is not a board, or has a newer format, is listed with its reason and does not change.
func TestInvalidFileIsListed(t *testing.T) {
	l := newStore(t)
	b := l.newBoard(t)
	text := files(t, l.Dir())[filepath.Base(fileName(b.Name, b.Ref))]
	newer := strings.NewReplacer(b.Ref, strings.Repeat("ab", 16), `"viviscope_board": 1`,
		`"viviscope_board": 2`).Replace(text)
	l = l.reopen(t, func(dir string) {
		for name, text := range map[string]string{"Newer [abababab].json": newer, "garbage.json": "{"} {
			if err := os.WriteFile(filepath.Join(dir, folder.Boards, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	})
	reasons := map[string]string{}
	all, err := l.List(t.Context())
	for _, s := range all {
		if s.Unreadable != nil {
			reasons[s.Name] = s.Unreadable.Error()
		}
	}
	if err != nil || len(all) != 3 || !strings.Contains(reasons["Newer"], "newer version") ||
		!strings.Contains(reasons["garbage"], "not a board") {
		t.Errorf("%d boards, %v, %q", len(all), err, reasons)
	}
	if got := files(t, l.Dir())["Newer [abababab].json"]; got != newer {
		t.Errorf("the file was changed: %s", got)
	}
	if err := os.Remove(filepath.Join(l.Dir(), folder.Boards, "garbage.json")); err != nil {
		t.Fatal(err)
	}
	if all, err = l.List(t.Context()); err != nil || len(all) != 2 {
		t.Errorf("%d boards, %v", len(all), err)
	}
}

// A panic while a board is computed becomes its error.
func TestPanicBecomesUnreadableError(t *testing.T) {
	l := newStore(t)
	err := l.asUnreadable(t.Context(), db.BoardHead{Ref: "feedbeef"}, "", func() error {
		return []error{}[len(l.Dir())]
	})
	if bad, ok := errors.AsType[*UnreadableError](err); !ok || bad.Ref != "feedbeef" ||
		!strings.Contains(bad.Stack, "unreadable_test") || !strings.Contains(err.Error(), "index out of range") {
		t.Error(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := l.asUnreadable(ended, db.BoardHead{}, "", ended.Err); !errors.Is(err, context.Canceled) ||
		errors.As(err, new(*UnreadableError)) {
		t.Error(err)
	}
}

// A damaged row may have any text as its ref. The path stays inside boards/.
func TestFileNameOfDamagedRef(t *testing.T) {
	for ref, want := range map[string]string{
		"0123456789abcdef0123456789abcdef": "boards/Harbour [01234567].json",
		"null":                             "boards/Harbour [].json",
		"":                                 "boards/Harbour [].json",
		"../../a/b":                        "boards/Harbour [ab].json",
	} {
		if got := fileName("Harbour", ref); got != want {
			t.Errorf("%q is kept in %s, want %s", ref, got, want)
		}
	}
}

package boards

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"viviscope/db"
)

// A document that another program writes becomes a board, and the one that it reads is the one that it may change, as one step.
func TestADocumentIsApplied(t *testing.T) {
	l := newStore(t)
	doc := `{"name":"Harbour","settings":{"size":"1536x864","picture_model":"genimage-2.5-flare","model":"clip-2.6","resolution":"720P","seconds":5},
		"frames":[{"id":"e1a00001","prompt":"the quay"},{"id":"e1a00002","source":"keyframe","from":"e1a00001","prompt":"later"}],
		"shots":[{"id":"e1b00001","first":"e1a00001","last":"e1a00002","prompt":"dusk"},{"id":"e1b00002","continue":true}],"films":["` + strings.Repeat("a", 32) + `"]}`
	b, err := l.Store.Apply(t.Context(), "", "", 0, l.profile.ID, []byte(doc))
	if err != nil || b.Version != 1 || b.ProfileID != l.profile.ID || len(b.Shots) != 2 || len(b.Frames) != 2 || b.Frames[0].Source != Describe || b.Films != nil {
		t.Fatalf("%+v, %v", b, err)
	}
	if b, err = l.Store.Edit(t.Context(), b.Ref, 1, "x", func(b *Board) error {
		b.Frames[0].Link, b.Films = "https://x.example/a.png?key=1", []string{strings.Repeat("b", 32)}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	read, err := b.Document()
	if err != nil || strings.Contains(string(read), "x.example") {
		t.Fatalf("%s, %v", read, err)
	}
	changed := strings.Replace(string(read), `"dusk"`, `"dawn"`, 1)
	after, err := l.Store.Apply(t.Context(), "", b.Ref, b.Version, 0, []byte(changed))
	want := b
	want.Shots[0].Prompt, want.BoardHead = "dawn", after.BoardHead
	if err != nil || !reflect.DeepEqual(after, want) || after.Version != 3 || after.Undo != FromFile {
		t.Errorf("%+v\n%+v, %v", after, want, err)
	}
	var elsewhere *db.ChangedBoardError
	if _, err := l.Store.Apply(t.Context(), "", b.Ref, b.Version, 0, []byte(changed)); !errors.As(err, &elsewhere) || elsewhere.Version != 3 {
		t.Error(err)
	}
	if after, err = l.Store.Apply(t.Context(), "editor", b.Ref, 3, 0, []byte(read)); err != nil || after.Undo != FromProgram+"editor" {
		t.Errorf("of a program: %+v, %v", after, err)
	}
	if _, err := l.Store.Edit(t.Context(), b.Ref, 3, "late", func(b *Board) error { return nil }); !errors.As(err, &elsewhere) || elsewhere.Step != after.Undo {
		t.Error(err)
	}
	if err := l.Store.SetTrashed(t.Context(), b.Ref, now); err != nil {
		t.Fatal(err)
	}
	for _, ref := range []string{b.Ref, strings.Repeat("0", 32)} {
		if _, err := l.Store.Apply(t.Context(), "", ref, db.AnyVersion, 0, []byte(changed)); !errors.Is(err, db.ErrNotFound) {
			t.Error(err)
		}
	}
}

// What a document may not say is refused whole; assets that are not in the library are left out.
func TestADocumentOfAnybody(t *testing.T) {
	l := newStore(t)
	kept, err := l.Store.Apply(t.Context(), "", "", 0, l.profile.ID, []byte(`{"name":"x","frames":[{"id":"e1a00001","prompt":"a"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	a := l.save(t, kept, "e1a00001")
	there, gone := a.Ref, strings.Repeat("d", 32)
	b, err := l.Store.Apply(t.Context(), "", "", 0, l.profile.ID, fmt.Appendf(nil,
		`{"frames":[{"id":"e1a00001","brought":[%q,%q,"../x"],"chosen":%q,"link":"file:///etc/passwd"}],"shots":[{"id":"e1b00001","brought":[%q],"chosen":%q,"first":"e1a00009","seconds":99999}]}`,
		gone, there, there, gone, gone))
	if err != nil || !reflect.DeepEqual(b.Frames[0].Brought, []string{there}) || b.Frames[0].Chosen != there || b.Frames[0].Link != "" ||
		b.Shots[0].Chosen != "" || b.Shots[0].Brought != nil || b.Shots[0].First != "" || b.Shots[0].Seconds > 3600 {
		t.Errorf("%+v, %v", b, err)
	}
	many := func(n int) string {
		var shots []string
		for i := range n {
			shots = append(shots, fmt.Sprintf(`{"id":"%08x"}`, i))
		}
		return `{"shots":[` + strings.Join(shots, ",") + `]}`
	}
	for doc, ok := range map[string]bool{many(500): true, many(501): false, `[]`: false, `{`: false, `{"viviscope_board":2}`: false, `{"viviscope_board":1}`: true,
		`{"shots":[{"id":"s1"}]}`: false, `{"shots":[{"id":"00000001"}],"frames":[{"id":"00000001"}]}`: false,
		`{"shots":[{"id":"00000001","prompt":"a\u0000"}]}`: false, `{"shots":[{"id":"00000001","prompt":"a\n\tb"}]}`: true,
		`{"shots":[{"id":"00000001","prompt":"` + strings.Repeat("a", 32<<10+1) + `"}]}`: false} {
		_, err := l.Store.Apply(t.Context(), "", "", 0, l.profile.ID, []byte(doc))
		if ok != (err == nil) || !ok && !errors.Is(err, ErrDocument) {
			t.Errorf("%.60s: %v", doc, err)
		}
	}
}

// What a board is shown as can be applied again, alone or within the answer of a command; what names no field of a
// board is refused, and the board stays as it was.
func TestADocumentNeedsAFieldOfABoard(t *testing.T) {
	l := newStore(t)
	b := l.made(t)
	whole, err := b.Document()
	if err != nil {
		t.Fatal(err)
	}
	answer := []byte(`{"viviscope":2,"boards":[],"ref":"` + b.Ref + `","version":1,"cards":[],"board":` + string(whole) + `}`)
	for _, doc := range [][]byte{whole, answer, append([]byte("\ufeff"), answer...)} {
		if _, err := l.Apply(t.Context(), "", b.Ref, db.AnyVersion, b.ProfileID, doc); err != nil {
			t.Fatal(err)
		}
		made, err := l.Apply(t.Context(), "", "", db.AnyVersion, b.ProfileID, doc)
		if err != nil {
			t.Fatal(err)
		}
		for _, got := range []Board{l.read(t, b.Ref).Board, made} {
			if got.Name != b.Name || len(got.Shots) != 3 || len(got.Frames) != 4 {
				t.Errorf("%.30s: %+v", doc, got)
			}
		}
	}
	boards, err := l.BoardRows(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, doc := range []string{`null`, `{}`, `{"board":null}`, `{"board":{}}`, `{"board":{"board":{"name":"x"}}}`, `[]`, `"name"`, `7`, ``,
		`{"boards":[],"cards":[],"viviscope":2}`, `{"films":[]}`} {
		for _, ref := range []string{"", b.Ref} {
			if _, err := l.Apply(t.Context(), "", ref, db.AnyVersion, b.ProfileID, []byte(doc)); !errors.Is(err, ErrDocument) {
				t.Errorf("%s: %v", doc, err)
			}
		}
	}
	for _, doc := range []string{`{"viviscope_board":1}`, `{"board":{"viviscope_board":1}}`, `{"Viviscope_Board":1,"films":[]}`,
		`{"viviscope_board":1,"name":null,"shots":null}`} {
		if _, err := l.Apply(t.Context(), "", b.Ref, db.AnyVersion, b.ProfileID, []byte(doc)); !errors.Is(err, ErrDocument) {
			t.Errorf("%s in place of a board: %v", doc, err)
		}
	}
	after, err := l.BoardRows(t.Context())
	if err != nil || len(after) != len(boards) || l.read(t, b.Ref).Version != b.Version {
		t.Errorf("%d boards of %d, version %d, %v", len(after), len(boards), l.read(t, b.Ref).Version, err)
	}
}

package boards

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"viviscope/db"
)

// A document of another program becomes a board. The same program can read it, change it, and apply the change as one
// step.
func TestApplyMakesAndReplacesBoard(t *testing.T) {
	l := newStore(t)
	doc := `{"name":"Harbour","settings":{"size":"1536x864","picture_model":"genimage-2.5-flare","model":"clip-2.6","resolution":"720P","seconds":5,
			"final":{"model":"clip-3.0","resolution":"1080P","audio":true}},
		"frames":[{"id":"e1a00001","prompt":"the quay"},{"id":"e1a00002","source":"keyframe","from":"e1a00001","prompt":"later"}],
		"shots":[{"id":"e1b00001","first":"e1a00001","last":"e1a00002","prompt":"dusk","draft":true},{"id":"e1b00002","continue":true}],"films":["` + strings.Repeat("a", 32) + `"]}`
	b, err := l.Store.Apply(t.Context(), "", "", 0, l.profile.ID, []byte(doc))
	if err != nil || b.Version != 1 || b.ProfileID != l.profile.ID || len(b.Shots) != 2 || len(b.Frames) != 2 ||
		b.Frames[0].Source != Describe || b.Films != nil || !b.Shots[0].Draft ||
		*b.Settings.Final != (FinalSettings{"clip-3.0", "1080P", true}) {
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
	want.Shots[0].Prompt, want.BoardHead, want.Undo = "dawn", after.BoardHead, StepFromFile
	if err != nil || !reflect.DeepEqual(after, want) || after.Version != 3 {
		t.Errorf("%+v\n%+v, %v", after, want, err)
	}
	var elsewhere *db.ChangedBoardError
	if _, err := l.Store.Apply(t.Context(), "", b.Ref, b.Version, 0, []byte(changed)); !errors.As(err, &elsewhere) ||
		elsewhere.Version != 3 {
		t.Error(err)
	}
	if after, err = l.Store.Apply(t.Context(), "editor", b.Ref, 3, 0, []byte(read)); err != nil ||
		after.Undo != StepFromClient+"editor" {
		t.Errorf("of a program: %+v, %v", after, err)
	}
	if _, err := l.Store.Edit(t.Context(), b.Ref, 3, "late", func(b *Board) error {
		return nil
	}); !errors.As(err, &elsewhere) || elsewhere.Step != after.Undo {
		t.Error(err)
	}
	if err := l.Store.SetTrashed(t.Context(), b.Ref, now); err != nil {
		t.Fatal(err)
	}
	for _, ref := range []string{b.Ref, strings.Repeat("0", 32)} {
		if _, err := l.Store.Apply(t.Context(), "", ref, db.AnyVersion, 0, []byte(changed)); !errors.Is(err,
			db.ErrNotFound) {
			t.Error(err)
		}
	}
}

// An invalid document is refused with the card and field of each error. Nothing is dropped or changed.
func TestApplyReportsEveryMistake(t *testing.T) {
	l := newStore(t)
	kept, err := l.Store.Apply(t.Context(), "", "", 0, l.profile.ID,
		[]byte(`{"name":"x","frames":[{"id":"e1a00001","prompt":"a"}],"shots":[{"id":"e1b00001"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	picture := l.save(t, kept, "e1a00001").Ref
	unknown := strings.Repeat("d", 32)
	doc := func(settings, frame, shot string) string {
		return `{"name":"x","settings":{` + settings + `},"frames":[{"id":"e1a00001"` + frame +
			`},{"id":"e1a00002"}],"shots":[{"id":"e1b00001"` + shot + `}]}`
	}
	for _, c := range []struct{ doc, card, field string }{
		{doc("", "", `,"first":"e1a00009"`), "e1b00001", "first"},
		{doc("", "", `,"last":"e1b00001"`), "e1b00001", "last"},
		{doc("", "", `,"first":"e1a00001","continue":true`), "e1b00001", "first"},
		{doc("", "", `,"seconds":-5`), "e1b00001", "seconds"},
		{doc("", "", `,"seconds":1000000000`), "e1b00001", "seconds"},
		{doc("", "", `,"seconds":"5"`), "e1b00001", "seconds"},
		{doc("", "", `,"secnds":5`), "e1b00001", "secnds"}, {doc("", "", `,"trim":-1`), "e1b00001", "trim"},
		{doc(`"seconds":-1`, "", ""), "", "settings.seconds"}, {doc(`"second":1`, "", ""), "", "settings.second"},
		{doc(`"final":{"resolution":"1080P"}`, "", ""), "", "settings.final.model"},
		{doc(`"final":{"model":"clip-3.0"}`, "", ""), "", "settings.final.resolution"},
		{doc(`"final":{"model":"clip-3.0","resolution":1080}`, "", ""), "", "settings.final.resolution"},
		{doc("", "", `,"next":"../x"`), "e1b00001", "next"}, {doc("", "", `,"draft":"no"`), "e1b00001", "draft"},
		{doc("", `,"draft":true`, ""), "e1a00001", "draft"},
		{doc("", `,"promt":"a"`, ""), "e1a00001", "promt"}, {doc("", `,"from":"e1a00001"`, ""), "e1a00001", "from"},
		{doc("", `,"from":"e1a00003"`, ""), "e1a00001", "from"},
		{doc("", `,"before":"e1a00002"`, ""), "e1a00001", "before"},
		{doc("", `,"before":"e1b00001"`, `,"first":"e1a00001"`), "e1a00001", "before"},
		{doc("", `,"source":"galery"`, ""), "e1a00001", "source"},
		{doc("", `,"link":"file:///etc/passwd"`, ""), "e1a00001", "link"},
		{doc("", `,"brought":["../x"]`, ""), "e1a00001", "brought"},
		{doc("", `,"brought":["`+unknown+`"]`, ""), "e1a00001", "brought"},
		{doc("", `,"chosen":"`+unknown+`"`, ""), "e1a00001", "chosen"},
		{doc("", `,"brought":["`+picture+`","`+unknown+`"]`, ""), "e1a00001", "brought"},
		{doc("", "", `,"chosen":"`+picture+`"`), "e1b00001", "chosen"},
		{doc("", "", `,"brought":["`+picture+`"]`), "e1b00001", "brought"},
		{`{"name":"` + strings.Repeat("a", 201) + `"}`, "", "name"}, {`{"name":"x","shot":[]}`, "", "shot"},
		{`{"shots":[{"id":"x"}]}`, "x", "id"},
		{`{"shots":{}}`, "", "shots"},
	} {
		for _, ref := range []string{"", kept.Ref} {
			_, err := l.Store.Apply(t.Context(), "", ref, db.AnyVersion, l.profile.ID, []byte(c.doc))
			var mistake *DocumentError
			if !errors.Is(err, ErrDocument) || !errors.As(err, &mistake) || mistake.Card != c.card ||
				mistake.Field != c.field {
				t.Errorf("%s: %v", c.doc, err)
			}
			if err != nil && (!strings.Contains(err.Error(), c.card) || !strings.Contains(err.Error(), c.field)) {
				t.Errorf("%s: %v", c.doc, err)
			}
		}
	}
	b, err := l.Store.Apply(t.Context(), "", "", 0, l.profile.ID,
		[]byte(doc("", `,"chosen":"`+picture+`","brought":["`+picture+`"]`, "")))
	if err != nil || b.Frames[0].Chosen != picture || len(b.Frames[0].Added) != 1 {
		t.Errorf("%+v, %v", b, err)
	}
	if b, err = l.Store.Edit(t.Context(), b.Ref, b.Version, "x", func(b *Board) error {
		b.Shots[0].Added = []string{unknown}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	whole, err := b.Document() // takes that the board has are accepted, also if their files are missing
	if err != nil {
		t.Fatal(err)
	}
	if again, err := l.Store.Apply(t.Context(), "", b.Ref, b.Version, 0, whole); err != nil ||
		again.Version != b.Version || len(again.Shots[0].Added) != 1 {
		t.Errorf("%+v, %v", again, err)
	}
	if ref, version := Head(whole); ref != b.Ref || version != b.Version {
		t.Errorf("head %s at %d", ref, version)
	}
	many := func(n int) string {
		var shots []string
		for i := range n {
			shots = append(shots, fmt.Sprintf(`{"id":"%08x"}`, i))
		}
		return `{"shots":[` + strings.Join(shots, ",") + `]}`
	}
	for doc, ok := range map[string]bool{many(500): true, many(501): false, `[]`: false, `{`: false,
		`{"viviscope_board":2}`: false, `{"viviscope_board":1}`: true,
		`{"shots":[{"id":"s1"}]}`: false, `{"shots":[{"id":"00000001"}],"frames":[{"id":"00000001"}]}`: false,
		`{"shots":[{"id":"00000001","prompt":"a\u0000"}]}`:                               false,
		`{"shots":[{"id":"00000001","prompt":"a\n\tb"}]}`:                                true,
		`{"shots":[{"id":"00000001","prompt":"` + strings.Repeat("a", 32<<10+1) + `"}]}`: false} {
		_, err := l.Store.Apply(t.Context(), "", "", 0, l.profile.ID, []byte(doc))
		if ok != (err == nil) || !ok && !errors.Is(err, ErrDocument) {
			t.Errorf("%.60s: %v", doc, err)
		}
	}
}

// The output of a read can be applied again, alone or within a command's answer. A document without any field of a
// board is refused, and the board does not change.
func TestApplyRefusesDocumentWithoutFields(t *testing.T) {
	l := newStore(t)
	b := l.newBoard(t)
	whole, err := b.Document()
	if err != nil {
		t.Fatal(err)
	}
	answer := []byte(`{"viviscope":2,"boards":[],"ref":"` + b.Ref + `","version":1,"cards":[],"board":` +
		string(whole) + `}`)
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
	for _, doc := range []string{`null`, `{}`, `{"board":null}`, `{"board":{}}`, `{"board":{"board":{"name":"x"}}}`,
		`[]`, `"name"`, `7`, ``,
		`{"boards":[],"cards":[],"viviscope":2}`, `{"films":[]}`} {
		for _, ref := range []string{"", b.Ref} {
			if _, err := l.Apply(t.Context(), "", ref, db.AnyVersion, b.ProfileID, []byte(doc)); !errors.Is(err,
				ErrDocument) {
				t.Errorf("%s: %v", doc, err)
			}
		}
	}
	for _, doc := range []string{`{"viviscope_board":1}`, `{"board":{"viviscope_board":1}}`,
		`{"Viviscope_Board":1,"films":[]}`,
		`{"viviscope_board":1,"name":null,"shots":null}`} {
		if _, err := l.Apply(t.Context(), "", b.Ref, db.AnyVersion, b.ProfileID, []byte(doc)); !errors.Is(err,
			ErrDocument) {
			t.Errorf("%s in place of a board: %v", doc, err)
		}
	}
	after, err := l.BoardRows(t.Context())
	if err != nil || len(after) != len(boards) || l.read(t, b.Ref).Version != b.Version {
		t.Errorf("%d boards of %d, version %d, %v", len(after), len(boards), l.read(t, b.Ref).Version, err)
	}
}

// If a file of boards/ names a take of the wrong kind, the take is shown as missing, and shots that depend on it wait.
func TestTakeOfWrongKindIsMissing(t *testing.T) {
	b := Board{Frames: []Frame{{ID: "e1a00001", Chosen: "clip"}},
		Shots: []Shot{{ID: "e1b00001", Added: []string{"picture"}}, {ID: "e1b00002", Continue: true}}}
	assets := []db.Asset{{ID: 1, Ref: "clip", Kind: db.Clip}, {ID: 2, Ref: "picture", Kind: db.Picture}}
	var mistake *DocumentError
	if err := b.checkAssets(assets, Board{}); !errors.As(err, &mistake) || mistake.Card != "e1a00001" ||
		!strings.Contains(err.Error(), "card e1b00001: brought") {
		t.Error(err)
	}
	if err := b.checkAssets(assets, b); err != nil {
		t.Error(err)
	}
	v := NewView(b, nil, nil, assets)
	for card, want := range map[string]Tag{"e1a00001": FileMissing, "e1b00001": FileMissing, "e1b00002": WaitsFor} {
		if s := v.State(card, now); s.Tag != want {
			t.Errorf("%s is %s", card, s.Tag)
		}
	}
}

// Characters that JSON could escape are written unescaped, so that a document within the limit can be read again.
func TestDocumentDoesNotGrowByEscaping(t *testing.T) {
	l := newStore(t)
	var shots []string
	for i := range 30 {
		shots = append(shots, fmt.Sprintf(`{"id":"%08x","prompt":"%s"}`, i, strings.Repeat("<", 32_000)))
	}
	b, err := l.Store.Apply(t.Context(), "", "", 0, l.profile.ID, []byte(`{"shots":[`+strings.Join(shots, ",")+`]}`))
	if err != nil {
		t.Fatal(err)
	}
	whole, err := b.Document()
	if err != nil || len(whole) > 1<<20 {
		t.Fatalf("%d bytes, %v", len(whole), err)
	}
	if again, err := l.Store.Apply(t.Context(), "", b.Ref, b.Version, 0, whole); err != nil ||
		again.Version != b.Version {
		t.Error(again.Version, err)
	}
	_, err = l.Store.Apply(t.Context(), "", "", 0, l.profile.ID,
		fmt.Appendf(nil, `{"shots":[%s]}`, strings.Join(manyWords(110), ",")))
	if !errors.Is(err, ErrDocument) || !strings.Contains(err.Error(), "larger than 3 MiB") {
		t.Error(err)
	}
}

func manyWords(n int) (shots []string) {
	for i := range n {
		shots = append(shots, fmt.Sprintf(`{"id":"%08x","prompt":"%s"}`, i, strings.Repeat("a", 32_000)))
	}
	return shots
}

// A view finds cards after any edit of its board.
func TestCardLookupAfterEdits(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	var b Board
	b.AddLines([]string{"a", "b", "c", "d"})
	v := NewView(b, nil, nil, nil)
	for range 300 {
		var ids []string
		for _, c := range v.Strip() {
			ids = append(ids, c.ID)
		}
		switch id := ids[r.IntN(len(ids))]; r.IntN(5) {
		case 0:
			v.Board.AddShot(r.IntN(len(v.Shots)+1), "", "")
		case 1:
			v.Board.AddFrame("")
		case 2:
			if len(v.Shots) > 2 {
				v.Board.Delete(id)
			}
		case 3:
			v.Board.Move(id, r.IntN(7)-3)
		default:
			v = v.WithBoard(v.Board)
		}
		for _, id := range append(ids, "", "ffffffff") {
			if v.ShotByID(id) != v.Board.ShotByID(id) || v.FrameByID(id) != v.Board.FrameByID(id) {
				t.Fatalf("%q is at %d and %d, found at %d and %d", id, v.Board.ShotByID(id), v.Board.FrameByID(id),
					v.ShotByID(id), v.FrameByID(id))
			}
		}
	}
}

// Each random document is either refused or becomes a board with exactly its content.
func TestApplyTakesAllOrNothing(t *testing.T) {
	l := newStore(t)
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	frames, shots := []string{"e1a00001", "e1a00002"}, []string{"e1b00001", "e1b00002"}
	ids := []any{"e1a00001", "e1a00002", "e1b00001", "e1b00002", "e1a0000f", ""}
	lengths := []any{0, 3, 5, 15, 3600, -5, 4000}
	values := map[string][]any{"source": {"describe", "keyframe", "gallery", "canvas", "", "other"},
		"prompt": {"a prompt\n", ""}, "from": ids, "before": ids,
		"first": ids, "last": ids, "link": {"https://a.example/b.png", "file:///x"}, "plain": {true, false},
		"continue": {true, false},
		"seconds":  lengths, "trim": {0, 2, -1}, "skipped": {true}}
	card := func(id string, fields ...string) map[string]any {
		c := map[string]any{"id": id}
		for range r.IntN(3) {
			field := fields[r.IntN(len(fields))]
			c[field] = values[field][r.IntN(len(values[field]))]
		}
		return c
	}
	taken, refused := 0, 0
	for range 1500 {
		doc := map[string]any{"name": "x", "settings": map[string]any{"seconds": lengths[r.IntN(6)]}}
		var all [2][]any
		for i, id := range frames {
			all[0] = append(all[0], card(id, "source", "prompt", "from", "before", "link", "plain"))
			all[1] = append(all[1], card(shots[i], "prompt", "first", "last", "continue", "seconds", "trim", "skipped"))
		}
		doc["frames"], doc["shots"] = all[0], all[1]
		written, err := json.Marshal(doc)
		if err != nil {
			t.Fatal(err)
		}
		b, err := l.Store.Apply(t.Context(), "", "", 0, l.profile.ID, written)
		if err != nil {
			refused++
			if !errors.Is(err, ErrDocument) {
				t.Fatalf("%s: %v", written, err)
			}
			continue
		}
		taken++
		var want Board
		if err := json.Unmarshal(written, &want); err != nil {
			t.Fatalf("%s: %v", written, err)
		}
		for i := range want.Frames {
			if want.Frames[i].Source == "" {
				want.Frames[i].Source = Describe
			}
		}
		if !reflect.DeepEqual(b.Frames, want.Frames) || !reflect.DeepEqual(b.Shots, want.Shots) ||
			b.Settings != want.Settings {
			t.Fatalf("%s\nbecomes %+v", written, b)
		}
	}
	if taken < 30 || refused < 30 {
		t.Errorf("%d taken, %d refused", taken, refused)
	}
}

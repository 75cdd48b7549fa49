package backend

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/png"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/adrg/xdg"

	"viviscope/client/automation"
	"viviscope/client/keys"
	"viviscope/client/linkcheck"
	"viviscope/client/mp4"
	"viviscope/db"
)

// desk is a library without a window, with calls of the user and of a client with a grant for the sandbox.
type desk struct {
	*testing.T
	h              *headless
	person, editor *automation.Conn
	documents      string

	mu    sync.Mutex
	edits []edit // that reached the sandbox; guarded by mu
}

func newDesk(t *testing.T) *desk {
	config, documents := xdg.ConfigHome, xdg.UserDirs.Documents
	xdg.ConfigHome, xdg.UserDirs.Documents = t.TempDir(), t.TempDir()
	t.Cleanup(func() { xdg.ConfigHome, xdg.UserDirs.Documents = config, documents })
	target := automation.Target{Library: filepath.Join(t.TempDir(), "library"), SandboxSeconds: 0.1, MakeLibrary: true,
		Log: slog.New(slog.DiscardHandler)}
	d := &desk{T: t, documents: xdg.UserDirs.Documents}
	var err error
	d.h, err = openHeadless(t.Context(), target, keys.NewSession(), "")
	d.must(err)
	d.h.Profiles.sandbox.options.Middleware = d.recordEdits
	d.person = Connect("test", target)
	target.Client = "editor"
	d.editor = Connect("test", target)
	t.Cleanup(func() {
		if err := errors.Join(d.person.Close(), d.editor.Close(), d.h.Close(context.Background())); err != nil {
			t.Error(err)
		}
	})
	sandbox, err := d.h.Profiles.Sandbox(t.Context())
	d.must(err)
	hash, err := automation.OpenTokens().New(t.Context(), target.Library, "editor")
	d.must(err)
	d.must(d.h.Library.SetSetting(t.Context(), db.SettingAutomation, db.Automation{On: true}))
	d.must(d.h.Library.SaveClient(t.Context(), db.Client{Name: "editor", Token: hash},
		[]db.Grant{{ProfileID: sandbox, Approve: db.ApproveNever, Since: time.Now()}}))
	return d
}

func (d *desk) must(err error) {
	d.Helper()
	if err != nil {
		d.Fatal(err)
	}
}

// refused makes a call that must fail with a code.
func (d *desk) refused(c *automation.Conn, code, call string, args any) {
	d.Helper()
	var f *automation.Failure
	if err := c.Do(d.Context(), call, args, new(json.RawMessage), nil); !errors.As(err, &f) || f.Code != code {
		d.Errorf("%s: %v, wanted %s", call, err, code)
	}
}

const harbour = `{"name":"Harbour","settings":{"size":"1536x864","picture_model":"genimage-2.5-flare","quality":"medium","model":"clip-2.6","resolution":"720P","seconds":5},
	"frames":[{"id":"e1a00001","prompt":"the quay"},{"id":"e1a00002","prompt":"later"}],
	"shots":[{"id":"e1b00001","first":"e1a00001","last":"e1a00002","prompt":"dusk"},{"id":"e1b00002","first":"e1a00002","prompt":"night"}]}`

// A program creates a board, gets its price, generates its keyframes once however often it requests them, and sees
// them.
func TestAProgramMakesABoard(t *testing.T) {
	d := newDesk(t)
	var b automation.BoardAnswer
	d.must(d.editor.Do(t.Context(), "board_apply", automation.BoardArgs{Board: json.RawMessage(harbour)}, &b, nil))
	if b.Version != 1 || len(b.Cards) != 4 || b.Cards[0].Is != "keyframe" || b.Cards[1].State != "needs_frame" {
		t.Fatalf("%+v", b)
	}
	d.refused(d.editor, automation.CodeUsage, "board_apply", automation.BoardArgs{Board: b.Board, Ref: b.Ref})
	d.refused(d.editor, automation.CodeChanged, "board_apply",
		automation.BoardArgs{Board: b.Board, Ref: b.Ref, Version: 7})
	d.refused(d.editor, automation.CodeInvalid, "board_apply",
		automation.BoardArgs{Board: json.RawMessage(`{"shots":[{"id":"s1"}]}`)})
	var list automation.BoardAnswer
	d.must(d.editor.Do(t.Context(), "board_show", automation.BoardArgs{}, &list, nil))
	if len(list.Boards) != 1 ||
		list.Boards[0].Ref != b.Ref {
		t.Errorf("%+v", list)
	}
	args := automation.BoardArgs{Ref: b.Ref[:8], Stage: "keyframes", Version: 1, RequestID: "keyframes-1", MaxCost: "9"}
	var price automation.PriceAnswer
	d.must(d.editor.Do(t.Context(), "board_price", args, &price, nil))
	if price.Exit != 0 || len(price.Problems) != 0 || len(price.Quote.Each) != 2 || price.Quote.Total.Micros == nil {
		t.Errorf("%+v", price)
	}
	d.refused(d.editor, automation.CodeUsage, "board_make", automation.BoardArgs{Ref: b.Ref, RequestID: "x"})
	d.refused(d.editor, automation.CodeUsage, "board_make", automation.BoardArgs{Ref: b.Ref, Version: 1})
	d.refused(d.editor, automation.CodeChanged, "board_make",
		automation.BoardArgs{Ref: b.Ref, RequestID: "x", Version: 2})
	d.refused(d.editor, automation.CodeUsage, "board_make",
		automation.BoardArgs{Ref: b.Ref, RequestID: "x", Version: 1, Cards: []string{"12345678"}})
	d.refused(d.editor, automation.CodeInvalid, "board_make",
		automation.BoardArgs{Ref: b.Ref, RequestID: "x", Version: 1, Cards: []string{"e1b00001"}})
	var made, again automation.JobsAnswer
	d.must(d.editor.Do(t.Context(), "board_make", args, &made, nil))
	d.must(d.editor.Do(t.Context(), "board_make", args, &again, nil))
	if len(made.Jobs) != 2 || len(again.Jobs) != 2 || again.Jobs[0].Ref != made.Jobs[0].Ref || !again.Repeated ||
		made.Jobs[0].Client != "editor" {
		t.Fatalf("%+v\n%+v", made, again)
	}
	d.must(d.editor.Do(t.Context(), "wait", automation.WaitArgs{Refs: []string{made.Jobs[0].Ref, made.Jobs[1].Ref}},
		&again, nil))
	d.must(d.editor.Do(t.Context(), "board_show", automation.BoardArgs{Ref: b.Ref}, &b, nil))
	if again.Exit != 0 || b.Cards[0].State != "saved" || b.Cards[0].Amount.Kind != automation.Charged ||
		b.Cards[0].Take == "" {
		t.Fatalf("%+v\n%+v", again, b.Cards)
	}
	d.must(d.editor.Do(t.Context(), "board_price", automation.BoardArgs{Ref: b.Ref}, &price, nil))
	if len(price.Quote.Each) != 2 || len(price.Problems) != 0 {
		t.Errorf("%+v", price)
	}
	d.looks(b.Cards[0].Take)
	linked := strings.Replace(string(b.Board), `"id":"e1a00001",`, `"id":"e1a00001","link":"http://127.0.0.1:1/a.png",`,
		1)
	d.must(d.editor.Do(t.Context(), "board_apply",
		automation.BoardArgs{Ref: b.Ref, Version: 1, Board: json.RawMessage(linked)}, &b, nil))
	d.must(d.editor.Do(t.Context(), "board_price", automation.BoardArgs{Ref: b.Ref}, &price, nil))
	if price.Exit != automation.ExitInvalid || len(price.Problems) != 1 || price.Problems[0].Card != "e1b00001" ||
		price.Problems[0].Kind != "unreachable" {
		t.Errorf("a link within this computer: %+v", price)
	}
	d.refused(d.editor, automation.CodeNotFound, "board_show", automation.BoardArgs{Ref: "0000"})
	d.must(d.h.Boards.SetTrashed(t.Context(), b.Ref, time.Now()))
	d.must(d.editor.Do(t.Context(), "board_make", args, &again, nil)) // that was done
	args.RequestID = "keyframes-2"
	d.refused(d.editor, automation.CodeNotFound, "board_make", args)
}

// A board with a document near the line limit is written and reported.
func TestLongBoardIsWritten(t *testing.T) {
	d := newDesk(t)
	var shots []string
	for i := range 75 {
		shots = append(shots, fmt.Sprintf(`{"id":"%08x","prompt":"%s"}`, i+1, strings.Repeat("x", 30<<10)))
	}
	var b automation.BoardAnswer
	d.must(d.editor.Do(t.Context(), "board_apply",
		automation.BoardArgs{Board: json.RawMessage(`{"name":"Long","shots":[` + strings.Join(shots, ",") + `]}`)}, &b,
		nil))
	if b.Version != 1 || len(b.Cards) != 75 || len(b.Board) != 0 {
		t.Errorf("version %d, %d cards, %d bytes", b.Version, len(b.Cards), len(b.Board))
	}
}

// Many or slow links of programs do not delay the user's link checks.
func TestProgramDoesNotBlockLinkChecksOfUser(t *testing.T) {
	d := newDesk(t)
	came := make(chan string)
	service := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		came <- r.URL.Path
		<-r.Context().Done()
	}))
	defer service.Close()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	for range linkcheck.MaxConcurrent + 1 {
		go func() {
			_, _ = callServices{d.h.Backend}.LookAt(ctx, db.Profile{BaseURL: service.URL}, service.URL+"/call")
		}()
	}
	for range linkcheck.MaxConcurrent {
		<-came
	}
	go func() { _, _ = d.h.LookAt(ctx, service.URL, service.URL+"/person", false) }()
	if path := <-came; path != "/person" {
		t.Error(path)
	}
	cancel()
}

// looks requests a thumbnail.
func (d *desk) looks(ref string) {
	d.Helper()
	var seen automation.LookAnswer
	d.must(d.editor.Do(d.Context(), "look", automation.LookArgs{Ref: ref}, &seen, nil))
	im, format, err := image.DecodeConfig(bytes.NewReader(seen.JPEG))
	if err != nil || format != "jpeg" || max(im.Width, im.Height) != 512 || seen.Asset.Ref != ref {
		d.Errorf("%s of %d × %d, %v", format, im.Width, im.Height, err)
	}
}

// A base URL from a program gives no access to this computer, and no stored profile gets its key.
func TestProgramCannotReachLocalAddressesOrKeys(t *testing.T) {
	d := newDesk(t)
	asked := make(chan string, 10)
	inside := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { asked <- r.URL.Path }))
	defer inside.Close()
	studio := NewProfile("Studio", d.h.Library.Now())
	studio.BaseURL = "https://studio.example"
	studio, err := d.h.Profiles.SaveProfile(t.Context(), studio)
	d.must(err)
	of := func(client, baseURL, profile string) *automation.Conn {
		c := Connect("test", automation.Target{Library: d.h.Library.Dir(), Client: client, BaseURL: baseURL,
			Profile: profile, Key: "sk-of-the-program", Log: d.h.Library.Log()})
		t.Cleanup(func() { d.must(c.Close()) })
		return c
	}
	row := automation.Row{Kind: "frames_to_video", First: inside.URL + "/frame.png",
		Request: json.RawMessage(`{"model":"clip-3.0","prompt":"boats"}`)}
	for client, looks := range map[string]int{"editor": 0, "": 1} {
		var price automation.PriceAnswer
		d.must(of(client, inside.URL, "").Do(t.Context(), "price", automation.MakeArgs{Rows: []automation.Row{row}},
			&price, nil))
		if len(price.Problems) != 1 || len(asked) != looks {
			t.Errorf("%q: %+v, %d requests", client, price.Problems, len(asked))
		}
		for range looks {
			<-asked
		}
		d.must(of(client, "", "Studio").Do(t.Context(), "models", automation.ModelsArgs{}, new(json.RawMessage), nil))
		if key, err := d.h.Keys.Key(t.Context(), studio); (key != "") != (client == "") {
			t.Errorf("%q: the key of Studio is %q, %v", client, key, err)
		}
		d.must(d.h.Keys.environment.Delete(t.Context(), owner(studio), "https://studio.example:443"))
	}
}

// Only the user imports files. A program exports below one folder under a plain name. Joined clips become a film in the
// library.
func TestAProgramHandlesFiles(t *testing.T) {
	d := newDesk(t)
	from := t.TempDir()
	for i, name := range []string{"a.mp4", "b.mp4"} {
		data, err := os.ReadFile("../../client/mp4/testdata/own.mp4")
		d.must(err)
		var tagged bytes.Buffer
		d.must(mp4.SetTag(&tagged, bytes.NewReader(data), int64(len(data)), mp4.TagComment, strings.Repeat("x", i+1)))
		d.must(os.WriteFile(filepath.Join(from, name), tagged.Bytes(), 0o600))
	}
	var picture bytes.Buffer
	d.must(png.Encode(&picture, image.NewNRGBA(image.Rect(0, 0, 2000, 1000))))
	d.must(os.WriteFile(filepath.Join(from, "c.png"), picture.Bytes(), 0o600))
	d.must(os.WriteFile(filepath.Join(from, "d.txt"), []byte("words"), 0o600))

	d.refused(d.editor, automation.CodeForbidden, "import", automation.ImportArgs{Paths: []string{from}})
	d.refused(d.person, automation.CodeUsage, "import", automation.ImportArgs{Paths: []string{"a.mp4"}})
	var in automation.FilesAnswer
	d.must(d.person.Do(t.Context(), "import", automation.ImportArgs{Paths: []string{from}}, &in, nil))
	if in.Files != 3 || len(in.Refs) != 3 || len(in.Problems) != 1 || filepath.Base(in.Problems[0].Path) != "d.txt" ||
		in.Exit != automation.ExitDone {
		t.Fatalf("%+v", in)
	}
	d.must(d.person.Do(t.Context(), "import", automation.ImportArgs{Paths: []string{filepath.Join(from, "c.png")}}, &in,
		nil))
	if in.Files != 0 || in.Known != 1 || len(in.Refs) != 1 {
		t.Errorf("%+v", in)
	}
	d.looks(in.Refs[0])
	for _, bad := range []string{"no.png", "d.txt"} { // what was named and cannot be taken does not keep the rest
		in = automation.FilesAnswer{}
		d.must(d.person.Do(t.Context(), "import",
			automation.ImportArgs{Paths: []string{filepath.Join(from, bad), filepath.Join(from, "a.mp4")}}, &in, nil))
		if in.Known != 1 || len(in.Problems) != 1 || in.Exit != automation.ExitOther {
			t.Errorf("%s: %+v", bad, in)
		}
	}

	var clips []string
	var found automation.FindAnswer
	d.must(d.editor.Do(t.Context(), "find", automation.FindArgs{}, &found, nil))
	for _, a := range found.Assets {
		if a.Kind == string(db.Clip) {
			clips = append(clips, a.Ref)
		}
	}
	slices.Sort(clips)
	var film automation.JoinAnswer
	steps := 0
	d.must(d.editor.Do(t.Context(), "join", automation.JoinArgs{Refs: clips, Cut: 1}, &film, func(json.RawMessage) {
		steps++
	}))
	if info, err := mp4.CheckFile(film.Path); err != nil || info.Frames != 47 || film.Frames != 47 ||
		film.How != "copied" || steps == 0 {
		t.Errorf("%+v, %+v, %v", film, info, err)
	}
	d.refused(d.editor, automation.CodeUsage, "join", automation.JoinArgs{Refs: clips[:1]})
	d.refused(d.editor, automation.CodeUsage, "join", automation.JoinArgs{})

	var b automation.BoardAnswer
	doc := `{"name":"Film/of: two","shots":[{"id":"e1b00001","brought":["` + clips[0] +
		`"]},{"id":"e1b00002","brought":["` + clips[1] + `"]}]}`
	d.must(d.editor.Do(t.Context(), "board_apply", automation.BoardArgs{Board: json.RawMessage(doc)}, &b, nil))
	d.must(d.editor.Do(t.Context(), "board_join", automation.JoinArgs{Board: b.Ref}, &film, nil))
	d.must(d.editor.Do(t.Context(), "board_show", automation.BoardArgs{Ref: b.Ref}, &b, nil))
	if film.Frames != 48 || b.Film != film.Ref {
		t.Errorf("%+v, the board has %q", film, b.Film)
	}

	below := filepath.Join(d.documents, "Viviscope exports")
	var out automation.FilesAnswer
	for _, name := range []string{"../x", "a/b", `a\b`, "C:x", ".x", "a\x00", "a\x7f", "a\u202egnp.exe",
		strings.Repeat("a", 101)} {
		d.refused(d.editor, automation.CodeUsage, "export", automation.ExportArgs{Refs: clips, Name: name})
	}
	d.refused(d.editor, automation.CodeForbidden, "export", automation.ExportArgs{Refs: clips, Folder: from})
	d.refused(d.person, automation.CodeUsage, "export", automation.ExportArgs{Refs: clips, Folder: d.h.Library.Dir()})
	d.refused(d.person, automation.CodeUsage, "export",
		automation.ExportArgs{Refs: clips, Folder: filepath.Join(from, "d.txt")})
	d.refused(d.editor, automation.CodeUsage, "export", automation.ExportArgs{Refs: clips, Formats: []string{"otio"}})
	d.must(d.editor.Do(t.Context(), "export", automation.ExportArgs{Refs: clips, Name: "two", Sidecars: true}, &out,
		nil))
	if out.Path != filepath.Join(below, "two") || out.Files != 2 || names(t, out.Path) != 4 {
		t.Errorf("%+v", out)
	}
	d.must(d.editor.Do(t.Context(), "export", automation.ExportArgs{Refs: clips, Name: "two", Zip: true}, &out, nil))
	if out.Path != filepath.Join(below, "two.zip") {
		t.Errorf("%+v", out)
	}
	d.must(d.editor.Do(t.Context(), "board_export",
		automation.ExportArgs{Board: b.Ref, Formats: []string{"otio", "SRT", "film"}}, &out, nil))
	if filepath.Dir(out.Path) != below || names(t, out.Path) != 3 ||
		strings.ContainsAny(filepath.Base(out.Path), `/:`) {
		t.Errorf("%+v", out)
	}
	lists := names(t, below)
	var other automation.BoardAnswer
	d.must(d.person.Do(t.Context(), "board_apply", automation.BoardArgs{Board: json.RawMessage(harbour)}, &other, nil))
	d.must(d.editor.Do(t.Context(), "board_export", automation.ExportArgs{Board: other.Ref, Formats: []string{"film"}},
		&out, nil))
	if out.Exit != automation.ExitOther || out.Files != 0 || len(out.Problems) != 1 ||
		!strings.Contains(out.Problems[0].Message, "no film") || names(t, below) != lists {
		t.Errorf("an export of a film that is not there: %+v", out)
	}
}

func names(t *testing.T, dir string) int {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	return len(list)
}

// The answer of board_show can be written back. Unknown fields are rejected without a change. The user can undo and
// redo the last change, even if it made the board unreadable; then it is listed with the reason.
func TestABoardIsGivenBackAndUndone(t *testing.T) {
	d := newDesk(t)
	var b, shown, list automation.BoardAnswer
	d.must(d.person.Do(t.Context(), "board_apply", automation.BoardArgs{Board: json.RawMessage(harbour)}, &b, nil))
	var whole json.RawMessage
	d.must(d.person.Do(t.Context(), "board_show", automation.BoardArgs{Ref: b.Ref}, &whole, nil))
	d.must(d.person.Do(t.Context(), "board_apply", automation.BoardArgs{Ref: b.Ref, Version: 1, Board: whole}, &shown,
		nil))
	if shown.Version != 1 || len(shown.Cards) != 4 {
		t.Errorf("%+v", shown)
	}
	// Without a ref argument the document's ref names the board, at the version that was read. The user omits it to
	// create a second board.
	d.must(d.person.Do(t.Context(), "board_apply", automation.BoardArgs{Board: whole}, &shown, nil))
	d.must(d.person.Do(t.Context(), "board_show", automation.BoardArgs{}, &list, nil))
	if shown.Ref != b.Ref || shown.Version != 1 || len(list.Boards) != 1 {
		t.Errorf("a document without -ref: %+v, %d boards", shown, len(list.Boards))
	}
	stale := json.RawMessage(strings.Replace(string(whole), `"version":1`, `"version":7`, -1))
	d.refused(d.person, automation.CodeChanged, "board_apply",
		automation.BoardArgs{Board: json.RawMessage(strings.ReplaceAll(string(stale), `"version": 1`, `"version": 7`))})
	for _, doc := range []string{`{}`, `null`, `{"board":{}}`, `{"boards":[],"cards":[]}`} {
		for _, c := range []*automation.Conn{d.person, d.editor} {
			d.refused(c, automation.CodeInvalid, "board_apply",
				automation.BoardArgs{Ref: b.Ref, Version: 1, Board: json.RawMessage(doc)})
			d.refused(c, automation.CodeInvalid, "board_apply", automation.BoardArgs{Board: json.RawMessage(doc)})
		}
	}
	d.refused(d.person, automation.CodeInvalid, "board_undo", automation.BoardArgs{Ref: b.Ref}) // there is no step
	d.must(d.person.Do(t.Context(), "board_apply",
		automation.BoardArgs{Ref: b.Ref, Version: 1, Board: json.RawMessage(`{"name":"Empty"}`)}, &shown, nil))
	if len(shown.Cards) != 0 {
		t.Errorf("%+v", shown)
	}
	d.refused(d.editor, automation.CodeForbidden, "board_undo", automation.BoardArgs{Ref: b.Ref})
	d.refused(d.person, automation.CodeChanged, "board_undo", automation.BoardArgs{Ref: b.Ref, Version: 1})
	d.must(d.person.Do(t.Context(), "board_undo", automation.BoardArgs{Ref: b.Ref[:8]}, &shown, nil))
	if len(shown.Cards) != 4 || shown.Step == "" {
		t.Errorf("%+v", shown)
	}
	d.must(d.person.Do(t.Context(), "board_undo", automation.BoardArgs{Ref: b.Ref, Redo: true}, &shown, nil))
	d.must(d.person.Do(t.Context(), "board_undo", automation.BoardArgs{Ref: b.Ref}, &shown, nil))

	_, err := d.h.Library.WriteBoard(t.Context(), b.Ref, db.AnyVersion, func(tx *db.BoardTx) error {
		tx.Row.Doc = json.RawMessage(`{"name":"x","shots":7}`)
		return nil
	})
	d.must(err)
	d.refused(d.editor, automation.CodeUnreadable, "board_show", automation.BoardArgs{Ref: b.Ref})
	d.refused(d.person, automation.CodeUnreadable, "board_price", automation.BoardArgs{Ref: b.Ref})
	d.must(d.person.Do(t.Context(), "board_show", automation.BoardArgs{}, &list, nil))
	if len(list.Boards) != 1 || list.Boards[0].Problem == "" || list.Boards[0].Ref != b.Ref {
		t.Errorf("%+v", list.Boards)
	}
	d.refused(d.person, automation.CodeInvalid, "board_undo", automation.BoardArgs{Ref: b.Ref}) // somebody else wrote
}

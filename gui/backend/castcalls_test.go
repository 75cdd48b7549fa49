package backend

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"viviscope/client/automation"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/command/mcp"
)

// still writes a picture of one colour, and returns its path.
func (d *desk) still(name string, c color.Color) string {
	d.Helper()
	picture := image.NewNRGBA(image.Rect(0, 0, 96, 64))
	draw.Draw(picture, picture.Rect, image.NewUniform(c), image.Point{}, draw.Src)
	path := filepath.Join(d.TempDir(), name)
	f, err := os.Create(path)
	d.must(err)
	d.must(errors.Join(png.Encode(f, picture), f.Close()))
	return path
}

// imported imports a picture of one colour, and returns its ref.
func (d *desk) imported(name string, c color.Color) string {
	d.Helper()
	var in automation.FilesAnswer
	d.must(d.person.Do(d.Context(), "import", automation.ImportArgs{Paths: []string{d.still(name, c)}}, &in, nil))
	return in.Refs[0]
}

func (d *desk) cast(c *automation.Conn, call string, args any) automation.CastAnswer {
	d.Helper()
	var answer automation.CastAnswer
	d.must(c.Do(d.Context(), call, args, &answer, nil))
	return answer
}

func (d *desk) apply(document string) (answer automation.BoardAnswer) {
	d.Helper()
	d.must(d.editor.Do(d.Context(), "board_apply", automation.BoardArgs{Board: json.RawMessage(document)}, &answer, nil))
	return answer
}

// The user adds entries with pictures of the library and files, replaces and removes them. A program only reads them.
func TestUserChangesTheCast(t *testing.T) {
	d := newDesk(t)
	portrait := d.imported("portrait.png", color.Black)
	mara := automation.CastArgs{Name: "@Mara", Kind: "person", Words: "a woman\n of forty",
		Pictures: []string{portrait[:8], d.still("mara.png", colours["red"])}}
	d.refused(d.editor, automation.CodeForbidden, "cast_add", mara)
	d.refused(d.editor, automation.CodeForbidden, "cast_remove", mara)
	got := d.cast(d.person, "cast_add", mara)
	if e := got.Cast[0]; len(got.Cast) != 1 || e.Name != "Mara" || e.Words != "a woman of forty" || len(e.Pictures) != 2 ||
		e.Pictures[0] != portrait || e.Missing != nil {
		t.Fatalf("%+v", got)
	}
	second := got.Cast[0].Pictures[1]
	trashed, err := d.h.Library.AssetByRef(t.Context(), d.imported("old.png", color.White))
	d.must(err)
	_, err = d.h.Library.TrashAll(t.Context(), []int64{trashed.ID})
	d.must(err)
	for _, c := range []struct {
		args automation.CastArgs
		code string
	}{
		{automation.CastArgs{Name: "mara", Kind: "person", Words: "other"}, automation.CodeInvalid},
		{automation.CastArgs{Name: "two words", Kind: "person", Words: "x"}, automation.CodeInvalid},
		{automation.CastArgs{Name: "Tom", Words: "x"}, automation.CodeInvalid},
		{automation.CastArgs{Name: "Tom", Kind: "person"}, automation.CodeInvalid},
		{automation.CastArgs{Name: "Tom", Kind: "person", Pictures: []string{portrait, portrait[:6]}}, automation.CodeInvalid},
		{automation.CastArgs{Name: "Tom", Kind: "person", Pictures: []string{"ffffffff"}}, automation.CodeNotFound},
		{automation.CastArgs{Name: "Tom", Kind: "person", Pictures: []string{trashed.Ref}}, automation.CodeNotFound},
		{automation.CastArgs{Name: "Tom", Kind: "person", Pictures: []string{"https://a.example/x.png"}},
			automation.CodeInvalid},
		{automation.CastArgs{Name: "Tom", Kind: "person", Pictures: []string{filepath.Join(t.TempDir(), "no.png")}},
			automation.CodeInvalid},
		{automation.CastArgs{Name: "Tom", Kind: "person", Pictures: []string{"tom.png"}}, automation.CodeInvalid},
	} {
		d.refused(d.person, c.code, "cast_add", c.args)
	}
	again := mara
	again.Pictures = []string{portrait, second}
	d.cast(d.person, "cast_add", again) // the same content
	again.Words, again.Replace = "a woman of fifty", true
	if got = d.cast(d.person, "cast_add", again); got.Cast[0].Words != "a woman of fifty" {
		t.Errorf("%+v", got)
	}
	d.apply(strings.Replace(harbour, "the quay", "@mara at the quay", 1))
	d.apply(strings.Replace(harbour, `"quality"`, `"style":"as @Mara sees it","quality"`, 1))
	got = d.cast(d.editor, "cast", struct{}{})
	if len(got.Cast) != 1 || len(got.Cast[0].Boards) != 2 ||
		fmt.Sprint(got.Cast[0].Boards[1].Cards, got.Cast[0].Boards[0].Cards) != "[e1a00001] [e1a00001 e1a00002]" {
		t.Errorf("%+v", got)
	}
	a, err := d.h.Library.AssetByRef(t.Context(), second)
	d.must(err)
	_, err = d.h.Library.TrashAll(t.Context(), []int64{a.ID})
	d.must(err)
	if got = d.cast(d.person, "cast_remove", automation.CastArgs{Name: "MARA"}); len(got.Cast) != 1 ||
		!slices.Equal(got.Cast[0].Missing, []string{second}) {
		t.Errorf("%+v", got)
	}
	d.refused(d.person, automation.CodeNotFound, "cast_remove", automation.CastArgs{Name: "Mara"})
	if a, err := d.h.Library.AssetByRef(t.Context(), portrait); err != nil || !a.TrashedAt.IsZero() {
		t.Error("the pictures do not stay", err)
	}
	if got = d.cast(d.person, "cast", struct{}{}); got.Cast == nil || len(got.Cast) != 0 {
		t.Errorf("%+v", got)
	}
}

// withCast returns the document of the harbour with a cast.
func withCast(list string) string { return strings.Replace(harbour, `{`, `{"cast":`+list+`,`, 1) }

// The document of a board adds and changes entries of the cast. A mistake in one of them changes nothing.
func TestDocumentsStateTheCast(t *testing.T) {
	d := newDesk(t)
	portrait := d.imported("portrait.png", color.Black)
	b := d.apply(withCast(`[{"name":"Mara","kind":"person","words":"a woman","pictures":["` + portrait[:6] +
		`"]},{"name":"@Harbour","kind":"place","words":"one crane"}]`))
	if !slices.Equal(b.CastAdded, []string{"Mara", "Harbour"}) || b.CastUpdated != nil || b.Cast != nil ||
		strings.Contains(string(b.Board), "cast") {
		t.Fatalf("%+v %s", b, b.Board)
	}
	before := d.cast(d.person, "cast", struct{}{})
	if len(before.Cast) != 2 || before.Cast[0].Pictures[0] != portrait || before.Cast[1].Pictures == nil {
		t.Fatalf("%+v", before)
	}
	clip, err := os.ReadFile("../../client/mp4/testdata/own.mp4")
	d.must(err)
	film := filepath.Join(t.TempDir(), "film.mp4")
	d.must(os.WriteFile(film, clip, 0o600))
	var in automation.FilesAnswer
	d.must(d.person.Do(t.Context(), "import", automation.ImportArgs{Paths: []string{film}}, &in, nil))
	for list, words := range map[string][]string{
		`[{"name":"Mara","kind":"person","words":"x","pictures":["ffffffff"]}]`:                    {"Mara", "ffffffff"},
		`[{"name":"Mara","kind":"person","pictures":["` + in.Refs[0] + `"]}]`:                      {"Mara", "clip"},
		`[{"name":"Mara","kind":"person","pictures":["/etc/passwd"]}]`:                             {"Mara", "/etc/passwd"},
		`[{"name":"Mara","kind":"person","pictures":["` + portrait + `","` + portrait[:5] + `"]}]`: {"Mara", "pictures"},
		`[{"name":"Mara","kind":"hero","words":"x"}]`:                                              {"Mara", "kind"},
		`[{"name":"Mara","kind":"person"}]`:                                                        {"Mara", "words or a picture"},
		`[{"name":"Tom","kind":"person","words":"x"},{"name":"tom","kind":"look","words":"y"}]`:    {"tom", "same name"},
		`[{"name":"Tom","kind":"person","words":"x","wrds":"y"}]`:                                  {"Tom", "wrds"},
		`[{"name":"Tom","kind":"person","words":["x"]}]`:                                           {"Tom", "words"},
		`[{"name":"a b","kind":"person","words":"x"}]`:                                             {"a b", "name"},
		`[{"name":"Tom","kind":"person","words":"x\u0000"}]`:                                       {"Tom", "control"},
		`{"name":"Tom"}`: {"cast"}, `["Tom"]`: {"entry 1"},
		`[{"name":"Tom","kind":"person","words":"` + strings.Repeat("x", 1001) + `"}]`: {"Tom", "1,000"},
	} {
		var f *automation.Failure
		err := d.editor.Do(t.Context(), "board_apply", automation.BoardArgs{Board: json.RawMessage(withCast(list)),
			Ref: b.Ref, Version: b.Version}, new(json.RawMessage), nil)
		if !errors.As(err, &f) || f.Exit != automation.ExitInvalid {
			t.Errorf("%s: %v", list, err)
			continue
		}
		for _, w := range words {
			if !strings.Contains(f.Message, w) {
				t.Errorf("%s: %s does not name %s", list, f.Message, w)
			}
		}
	}
	d.refused(d.editor, automation.CodeChanged, "board_apply", automation.BoardArgs{Ref: b.Ref, Version: 7,
		Board: json.RawMessage(withCast(`[{"name":"Mara","kind":"person","words":"x"}]`))})
	if after := d.cast(d.person, "cast", struct{}{}); fmt.Sprint(after) != fmt.Sprint(before) {
		t.Errorf("the cast became %+v", after)
	}
	same := d.apply(withCast(`[{"name":"mara","kind":"person","words":"a woman\nof fifty"},
		{"name":"Harbour","kind":"place","words":"one crane"}]`))
	if !slices.Equal(same.CastUpdated, []string{"mara"}) || same.CastAdded != nil {
		t.Errorf("%+v", same)
	}
	shown := d.apply(strings.Replace(harbour, "dusk", "@Mara leaves", 1))
	if len(shown.Cast) != 1 || shown.Cast[0].Words != "a woman of fifty" || len(shown.Cast[0].Pictures) != 0 {
		t.Errorf("%+v", shown.Cast)
	}
}

// connected returns an assistant that uses the library as the editor, by MCP.
func (d *desk) connected() *sdk.ClientSession {
	d.Helper()
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	served := make(chan error, 1)
	go func() { served <- mcp.Serve(context.Background(), d.editor, fromClient, toClient, "1") }()
	s, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(d.Context(),
		&sdk.IOTransport{Reader: fromServer, Writer: toServer}, nil)
	d.must(err)
	d.Cleanup(func() {
		if err := errors.Join(toServer.Close(), <-served); err != nil {
			d.Error(err)
		}
	})
	return s
}

// tool calls a tool of an assistant, which must not fail.
func (d *desk) tool(s *sdk.ClientSession, name string, args, into any) {
	d.Helper()
	r, err := s.CallTool(d.Context(), &sdk.CallToolParams{Name: name, Arguments: args})
	d.must(err)
	text := r.Content[0].(*sdk.TextContent).Text
	if r.IsError {
		d.Fatalf("%s: %s", name, text)
	}
	d.must(json.Unmarshal([]byte(text), into))
}

// An assistant states two people and a place in a board and orders its keyframes. After the approval, each keyframe is
// sent with the pictures of those that it mentions, in the order of mention, and is found by their names.
func TestAnAssistantMakesABoardWithACast(t *testing.T) {
	d := newDesk(t)
	sandbox, err := d.h.Profiles.Sandbox(t.Context())
	d.must(err)
	clients, err := d.h.Library.Clients(t.Context())
	d.must(err)
	d.must(d.h.Library.SaveClient(t.Context(), clients[0],
		[]db.Grant{{ProfileID: sandbox, Approve: db.ApproveAlways, Since: time.Now()}}))
	mara, coat := d.imported("mara.png", colours["red"]), d.imported("coat.png", colours["green"])
	tom, quay := d.imported("tom.png", colours["blue"]), d.imported("quay.png", colours["grey"])

	s := d.connected()
	var b automation.BoardAnswer
	d.tool(s, "board_apply", map[string]any{"board": map[string]any{
		"name":     "Harbour",
		"settings": map[string]any{"size": "768x512", "picture_model": "genimage-2.5-flare", "quality": "low", "model": "clip-2.6"},
		"cast": []any{
			map[string]any{"name": "Mara", "kind": "person", "words": "a woman of forty", "pictures": []any{mara, coat}},
			map[string]any{"name": "Tom", "kind": "person", "words": "her son", "pictures": []any{tom}},
			map[string]any{"name": "Quay", "kind": "place", "words": "stone, one crane", "pictures": []any{quay}},
		},
		"frames": []any{
			map[string]any{"id": "e1a00001", "prompt": "@Quay at dawn, @Mara waits"},
			map[string]any{"id": "e1a00002", "prompt": "@Tom and @Mara"},
			map[string]any{"id": "e1a00003", "prompt": "gulls"},
			map[string]any{"id": "e1a00004", "prompt": "@Mara turns. @Mara smiles"},
		},
		"shots": []any{
			map[string]any{"id": "e1b00001", "first": "e1a00001", "last": "e1a00002", "prompt": "@Mara walks"},
			map[string]any{"id": "e1b00002", "first": "e1a00003", "last": "e1a00004", "prompt": "wind"},
		},
	}}, &b)
	if !slices.Equal(b.CastAdded, []string{"Mara", "Tom", "Quay"}) || len(b.Cast) != 3 {
		t.Fatalf("%+v", b)
	}
	var price automation.PriceAnswer
	d.tool(s, "price", map[string]any{"ref": b.Ref, "stage": "keyframes"}, &price)
	if len(price.Problems) != 0 || len(price.Quote.Each) != 4 || price.Quote.Total.Micros == nil {
		t.Fatalf("%+v", price)
	}
	// pictures of the cast are paid: 0 < gulls < Tom and Mara (3 pictures)
	costs := map[string]int64{}
	for i, card := range []string{"e1a00001", "e1a00002", "e1a00003", "e1a00004"} {
		costs[card] = *price.Quote.Each[i].Micros
	}
	if !(costs["e1a00003"] < costs["e1a00004"] && costs["e1a00004"] < costs["e1a00002"]) {
		t.Errorf("the prices are %v", costs)
	}
	var made automation.JobsAnswer
	d.tool(s, "board_make", map[string]any{"request_id": "film-1", "ref": b.Ref, "version": b.Version,
		"stage": "keyframes"}, &made)
	if len(made.Jobs) != 4 || made.Jobs[0].Hold != string(db.HeldApproval) || len(d.edits) != 0 {
		t.Fatalf("%+v", made)
	}
	var rows []db.Job
	var ids []int64
	for _, j := range made.Jobs {
		row, err := d.h.Library.JobByRef(t.Context(), j.Ref)
		d.must(err)
		rows, ids = append(rows, row), append(ids, row.ID)
	}
	d.h.Engine.StopSending(false)
	quote, err := d.h.Engine.PriceJobs(t.Context(), sandbox, rows...)
	d.must(err)
	if quote.Total != *price.Quote.Total.Micros {
		t.Errorf("the approval is for %d, not for %d", quote.Total, *price.Quote.Total.Micros)
	}
	d.must(d.h.Engine.Release(t.Context(), jobs.Terms{Agreed: quote.Agreement()}, ids...))
	var refs []string
	for _, j := range made.Jobs {
		refs = append(refs, j.Ref)
	}
	for done := false; !done; {
		d.tool(s, "wait", map[string]any{"refs": refs, "seconds": 20}, &made)
		done = made.Exit != automation.ExitRunning
	}
	if made.Exit != 0 {
		t.Fatalf("%+v", made)
	}
	var got []string
	d.mu.Lock()
	for _, e := range d.edits {
		got = append(got, e.prompt+" = "+strings.Join(e.colours, " "))
	}
	d.mu.Unlock()
	slices.Sort(got)
	want := []string{
		"Mara (pictures 1 and 2): a woman of forty. Mara turns. Mara smiles = red green",
		"Quay (picture 1): stone, one crane. Mara (pictures 2 and 3): a woman of forty. Quay at dawn, Mara waits = grey red green",
		"Tom (picture 1): her son. Mara (pictures 2 and 3): a woman of forty. Tom and Mara = blue red green",
	}
	if !slices.Equal(got, want) {
		t.Errorf("the sandbox got\n%s\nnot\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	var found automation.FindAnswer
	d.tool(s, "find", map[string]any{"query": "cast:mara"}, &found)
	list := automation.CastAnswer{}
	d.tool(s, "cast", map[string]any{}, &list)
	if len(found.Assets) != 3 || list.Cast[0].Files != 3 || list.Cast[1].Files != 1 ||
		fmt.Sprint(list.Cast[0].Boards[0].Cards) != "[e1a00001 e1a00002 e1a00004 e1b00001]" {
		t.Errorf("%+v\n%+v", found.Assets, list)
	}
}

// edit is an edit of linked pictures as it was sent.
type edit struct {
	prompt  string
	colours []string // of its pictures
}

// recordEdits is the middleware of the sandbox. It looks at the pictures of an edit before the sandbox does, because
// they are no longer hosted afterwards.
func (d *desk) recordEdits(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/v1/images/edits" {
			body, err := io.ReadAll(r.Body)
			r.Body = io.NopCloser(bytes.NewReader(body))
			var sent struct {
				Prompt string
				Images []struct {
					URL string `json:"image_url"`
				}
			}
			if err = errors.Join(err, json.Unmarshal(body, &sent)); err != nil {
				d.Error(err)
			}
			e := edit{prompt: sent.Prompt}
			for _, picture := range sent.Images {
				e.colours = append(e.colours, colourOf(picture.URL))
			}
			d.mu.Lock()
			d.edits = append(d.edits, e)
			d.mu.Unlock()
		}
		next.ServeHTTP(w, r)
	})
}

// colourOf returns the colour of the picture behind a link, or why it cannot be read.
func colourOf(link string) string {
	answer, err := http.Get(link)
	if err != nil {
		return err.Error()
	}
	defer answer.Body.Close()
	picture, _, err := image.Decode(answer.Body)
	if err != nil {
		return answer.Status + ": " + err.Error()
	}
	c := color.NRGBAModel.Convert(picture.At(picture.Bounds().Dx()/2, picture.Bounds().Dy()/2)).(color.NRGBA)
	for name, want := range colours {
		if c == want {
			return name
		}
	}
	return fmt.Sprint(c)
}

// colours are those of the pictures of a cast.
var colours = map[string]color.NRGBA{"red": {255, 0, 0, 255}, "green": {0, 255, 0, 255}, "blue": {0, 0, 255, 255},
	"grey": {128, 128, 128, 255}}

package smoke

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"viviscope/client/automation"
	"viviscope/client/keys"
	"viviscope/db"
)

// assistant is a program that speaks to `viviscope mcp` in a process of its own, by the SDK's client. All that goes
// over the wire is kept.
type assistant struct {
	*mcp.ClientSession
	t       testing.TB
	traffic *bytes.Buffer
	stderr  *bytes.Buffer
}

// startAssistant runs `viviscope mcp` with these arguments. It ends when the test does, by the end of its stdin.
func startAssistant(t testing.TB, env []string, version string, args ...string) *assistant {
	t.Helper()
	path, err := built()
	if err != nil {
		t.Fatal(err)
	}
	a := &assistant{t: t, traffic: &bytes.Buffer{}, stderr: &bytes.Buffer{}}
	command := exec.Command(path, append([]string{"mcp"}, args...)...)
	command.Env, command.Stderr = env, a.stderr
	a.ClientSession, err = mcp.NewClient(&mcp.Implementation{Name: "smoke", Version: "1"},
		nil).Connect(context.Background(),
		&mcp.LoggingTransport{Transport: &mcp.CommandTransport{Command: command}, Writer: a.traffic},
		&mcp.ClientSessionOptions{ProtocolVersion: version})
	if err != nil {
		t.Fatalf("viviscope mcp %v: %v\n%s", args, err, a.stderr)
	}
	t.Cleanup(a.end)
	return a
}

// end closes the server's stdin and waits for its end. A second one does nothing.
func (a *assistant) end() {
	if a.ClientSession == nil {
		return
	}
	begun := time.Now()
	err := a.Close()
	a.ClientSession = nil
	if err != nil || time.Since(begun) > 4*time.Second { // after five the SDK sends a signal
		a.t.Errorf("viviscope mcp ended after %v: %v\n%s", time.Since(begun), err, a.stderr)
	}
}

// ask calls a tool and reads its answer. Error: a *automation.Failure where the tool says that it failed.
func (a *assistant) ask(tool string, args, into any) error {
	a.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	r, err := a.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: args})
	if err != nil {
		a.t.Fatalf("%s: %v\n%s", tool, err, a.stderr)
	}
	text := r.Content[len(r.Content)-1].(*mcp.TextContent).Text
	if !r.IsError {
		return json.Unmarshal([]byte(text), into)
	}
	var failed automation.ErrorAnswer
	if err := json.Unmarshal([]byte(text), &failed); err != nil || failed.Error == nil {
		a.t.Fatalf("%s failed with %s: %v", tool, text, err)
	}
	return failed.Error
}

// must is ask where no failure is expected.
func (a *assistant) must(tool string, args, into any) {
	a.t.Helper()
	if err := a.ask(tool, args, into); err != nil {
		a.t.Fatalf("%s: %v", tool, err)
	}
}

// grant lets a client use a library that no program has open, with its profile of this name: every click waits for
// approval. The token is written where the program looks for it.
func grant(t testing.TB, dir, config, client, profile string) (token string) {
	t.Helper()
	ctx := context.Background()
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	token = "token-of-the-smoke-test-4711"
	if err := keys.NewFile(filepath.Join(config, "viviscope", "clients")).Set(ctx, client, real, token); err != nil {
		t.Fatal(err)
	}
	lib, err := db.Open(ctx, dir, db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := lib.Close(); err != nil {
			t.Error(err)
		}
	}()
	profiles, err := lib.Profiles(ctx)
	if err != nil {
		t.Fatal(err)
	}
	var grants []db.Grant
	for _, p := range profiles {
		if profile == "" || p.Name == profile {
			grants = append(grants, db.Grant{ProfileID: p.ID, Approve: db.ApproveAlways})
		}
	}
	if len(grants) != 1 {
		t.Fatalf("profiles of the library: %+v", profiles)
	}
	if err := errors.Join(lib.SaveClient(ctx, db.Client{Name: client, Token: automation.HashToken(token)}, grants),
		lib.SetSetting(ctx, db.SettingAutomation, db.Automation{On: true})); err != nil {
		t.Fatal(err)
	}
	return token
}

// The built program, without a window and without a display, speaks each version of the protocol; the key of the
// service and the token of the client are nowhere: not in the traffic, not in its words, not in a file.
func TestAssistantsOfEveryProtocol(t *testing.T) {
	t.Parallel()
	shots(t)
	at := startService(t, 1)
	config := t.TempDir()
	lib := library{t: t, dir: filepath.Join(t.TempDir(), "library")}
	env := []string{"XDG_CONFIG_HOME=" + config, "XDG_STATE_HOME=" + filepath.Join(config, "state"),
		"HOME=" + t.TempDir(), "VIVISCOPE_API_KEY=" + at.key}
	args := []string{"-library", lib.dir, "-base-url", at.base, "-client", "editor"}

	first := startAssistant(t, env, "", args...)
	make1 := map[string]any{"request_id": "one", "rows": []any{map[string]any{"kind": "text_to_image",
		"request": map[string]any{"model": "genimage-2.5-flare", "prompt": "boats"}}}}
	var jobs automation.JobsAnswer
	var f *automation.Failure
	for tool, args := range map[string]any{"make": make1, "find": map[string]any{"query": ""}} {
		if err := first.ask(tool, args, &jobs); !errors.As(err, &f) || f.Code != automation.CodeOff ||
			!strings.Contains(f.Message, "Settings, Automation") {
			t.Errorf("without a token %s says %v", tool, err)
		}
	}
	first.end()
	path, err := built()
	if err != nil {
		t.Fatal(err)
	}
	person := exec.Command(path, "models", "-library", lib.dir, "-base-url", at.base)
	person.Env = env
	if person.Run() != nil { // the profile of the service is in the library now
		t.Fatal(person.ProcessState)
	}
	token := grant(t, lib.dir, config, "editor", "")

	traffic := []string{first.traffic.String(), first.stderr.String()}
	for i, version := range []string{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"} {
		a := startAssistant(t, env, version, args...)
		list, err := a.ListTools(t.Context(), nil)
		if err != nil || len(list.Tools) != 15 {
			t.Fatalf("%s: %d tools, %v", version, len(list.Tools), err)
		}
		if r := a.InitializeResult(); r != nil && r.ProtocolVersion != version {
			t.Errorf("%s: the server speaks %s", version, r.ProtocolVersion)
		}
		var models automation.ModelsAnswer
		a.must("models", map[string]any{}, &models)
		if len(models.Models) == 0 {
			t.Errorf("%s: no models", version)
		}
		var price automation.PriceAnswer
		a.must("price", map[string]any{"rows": make1["rows"]}, &price)
		if price.Quote.Total.Kind != automation.Unknown || price.Quote.Approval == "" ||
			price.Exit != automation.ExitOver {
			t.Errorf("%s: price %+v", version, price)
		}
		a.must("make", make1, &jobs)
		if len(jobs.Jobs) != 1 || jobs.Jobs[0].Hold != "approval" ||
			jobs.Exit != automation.ExitOver || jobs.Repeated != (i > 0) {
			t.Errorf("%s: make %+v", version, jobs)
		}
		if _, err := a.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "viviscope://budget"}); err != nil {
			t.Errorf("%s: budget: %v", version, err)
		}
		a.end()
		traffic = append(traffic, a.traffic.String(), a.stderr.String())
	}
	if n := len(lib.states()); n != 1 {
		t.Errorf("the same click five times made %d jobs", n)
	}
	if n := len(at.ledger()); n != 0 {
		t.Errorf("the service was asked for %d things that nobody approved", n)
	}
	for _, text := range traffic {
		if strings.Contains(text, at.key) || strings.Contains(text, token) {
			t.Error("the key or the token is in what was said")
		}
	}
	if n := search(t, lib.dir, func(string) []string { return []string{at.key, token} }); n == 0 {
		t.Error("no files were looked through")
	}
	search(t, config, func(path string) []string {
		if strings.Contains(path, "clients") {
			return []string{at.key}
		}
		return []string{at.key, token}
	})
}

// A scripted assistant writes a board of six shots through MCP. Its keyframes mention a person of the cast, and a place
// that the board adds. The user approves pictures and clips in the window, and the assistant joins them to a film.
func TestAnAssistantMakesAFilm(t *testing.T) {
	t.Parallel()
	s := startScreen(t, 1440, 900, shots(t))
	lib := library{t: t, dir: filepath.Join(t.TempDir(), "library")}
	args := []string{"-library", lib.dir, "-sandbox-seconds", "3"}
	p := start(t, s.env(), args...)
	s.window(title)
	welcome := s.shot("assistant-welcome")
	s.keys("Return") // the sandbox
	s.shotOther(welcome, "assistant-create")
	p.quit()
	token := grant(t, lib.dir, s.config, "assistant", "")
	p = start(t, s.env(), args...)
	s.window(title)
	s.moveAway()
	s.keys("ctrl+2") // where no prompt is being typed
	s.shot("assistant-begins")
	portrait, err := filepath.Abs(filepath.Join("..", "..", "resources", "icon.png"))
	if err != nil {
		t.Fatal(err)
	}
	add := start(t, s.env(), "cast", "add", "Mara", "-kind", "person", "-words", "a woman of forty", "-picture", portrait,
		"-library", lib.dir, "-json")
	add.ended()
	if add.cmd.ProcessState.ExitCode() != 0 || !strings.Contains(add.output(), `"name":"Mara"`) {
		t.Fatalf("cast add: %s", add.output())
	}

	a := startAssistant(t, s.env(), "", "-library", lib.dir)
	prompt, err := a.GetPrompt(t.Context(), &mcp.GetPromptParams{Name: "storyboard",
		Arguments: map[string]string{"brief": "a day at the harbour", "seconds": "3"}})
	if err != nil || len(prompt.Messages) != 1 {
		t.Fatalf("storyboard: %v", err)
	}
	var frames, shots []any
	for i := range 7 {
		who := "@Harbour"
		if i%2 == 0 {
			who = "@Mara at @Harbour"
		}
		frames = append(frames, map[string]any{"id": fmt.Sprintf("0a00000%d", i), "source": "describe",
			"prompt": fmt.Sprintf("%s, %d o'clock", who, 6+2*i)})
		if i > 0 {
			shots = append(shots, map[string]any{"id": fmt.Sprintf("0b00000%d", i),
				"prompt": fmt.Sprintf("Boats pass, hour %d", i),
				"first":  fmt.Sprintf("0a00000%d", i-1), "last": fmt.Sprintf("0a00000%d", i)})
		}
	}
	var board automation.BoardAnswer
	a.must("board_apply", map[string]any{"board": map[string]any{"name": "A day at the harbour", "frames": frames,
		"cast":  []any{map[string]any{"name": "Harbour", "kind": "place", "words": "a small stone harbour"}},
		"shots": shots, "settings": map[string]any{
			"size": "1536x864", "picture_model": "genimage-2.5-flare", "quality": "low", "model": "clip-3.0",
			"resolution": "720P", "seconds": 3}}}, &board)
	ref := board.Ref
	if len(board.CastAdded) != 1 || len(board.Cast) != 2 {
		t.Errorf("the board mentions %+v, %q were added", board.Cast, board.CastAdded)
	}
	for i, stage := range []string{"keyframes", "clips"} {
		a.must("board", map[string]any{"ref": ref}, &board)
		var jobs automation.JobsAnswer
		a.must("board_make", map[string]any{"request_id": "film-" + stage, "ref": ref, "version": board.Version,
			"stage": stage}, &jobs)
		if want := 7 - i; len(jobs.Jobs) != want || jobs.Exit != automation.ExitOver ||
			jobs.Jobs[0].Hold != "approval" {
			t.Fatalf("%s: %d jobs of %d, exit %d: %+v", stage, len(jobs.Jobs), want, jobs.Exit, jobs.Jobs)
		}
		s.approve("assistant-" + stage)
		var refs []string
		for _, j := range jobs.Jobs {
			refs = append(refs, j.Ref)
		}
		for jobs.Exit != automation.ExitDone {
			a.must("wait", map[string]any{"refs": refs, "seconds": 10},
				&jobs)
			if jobs.Exit != automation.ExitRunning && jobs.Exit != automation.ExitDone {
				t.Fatalf("%s: exit %d: %+v", stage, jobs.Exit, jobs.Jobs)
			}
		}
		if stage == "keyframes" { // those with Mara are edits of her picture
			for _, j := range jobs.Jobs {
				mentions := strings.Contains(j.Prompt, "Mara (picture 1): a woman of forty.")
				if mentions != (j.Kind == "edit_image") || !strings.Contains(j.Prompt, "a small stone harbour") {
					t.Errorf("a keyframe was %s: %s", j.Kind, j.Prompt)
				}
			}
			var found automation.FindAnswer
			if a.must("find", map[string]any{"query": "cast:mara"}, &found); len(found.Assets) != 4 {
				t.Errorf("%d keyframes with Mara are found", len(found.Assets))
			}
		}
		var look automation.LookAnswer
		a.must("look", map[string]any{"ref": jobs.Jobs[0].Files[0].Ref}, &look)
	}
	var film automation.JoinAnswer
	a.must("join", map[string]any{"board": ref}, &film)
	if info := clip(t, film.Path); info.Seconds < 17 || info.Width != 1280 {
		t.Errorf("the film is %v s, %d wide", info.Seconds, info.Width)
	}
	s.keys("ctrl+2")
	s.rest("assistant-film")
	a.end()
	p.quit()
	for _, text := range []string{a.traffic.String(), a.stderr.String(), p.output()} {
		if strings.Contains(text, token) {
			t.Error("the token is in what was said")
		}
	}
	search(t, lib.dir, func(string) []string { return []string{token} })
}

// approve sends what waits for approval, in the sheet that the window shows by itself.
func (s *screen) approve(name string) {
	s.t.Helper()
	s.rest(name)
	s.keys("Escape", "ctrl+3", "Down", "Right") // later, from where it waits
	s.rest(name + "-queue")
	s.keys("ctrl+shift+a")
	s.rest(name + "-again")
	s.afterOpening()
	s.keys("Tab", "Tab", "Return") // from "Do not send" over "Decide later"
	s.rest(name + "-sent")
}

package mcp

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/adrg/xdg"
	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"viviscope/client/automation"
	"viviscope/client/sandbox"
	"viviscope/db"
	"viviscope/gui/backend"
)

// A hostile assistant calls the owner of a real library, with a token and a grant that requires approval for
// everything: 10,000 calls with VIVISCOPE_LONG, else 1,000. Nothing panics, files are written only in the library and
// below the export folder, no job is sent, answers match their schemas, and no output contains the key or the token.
func TestAHostileAssistantOfALibrary(t *testing.T) {
	home := t.TempDir()
	for _, name := range []string{"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR", "XDG_PICTURES_DIR",
		"XDG_DOCUMENTS_DIR"} {
		t.Setenv(name, filepath.Join(home, strings.ToLower(name)))
	}
	t.Setenv("HOME", home)
	xdg.Reload()
	t.Cleanup(xdg.Reload)
	const key = "a-key-that-nobody-may-read"
	library := filepath.Join(home, "library")
	var log written
	target := automation.Target{Library: library, Client: "editor", BaseURL: "http://127.0.0.1:9/v1", Key: key,
		MakeLibrary: true,
		Log:         slog.New(slog.NewTextHandler(&log, nil))}
	clipPath, err := filepath.Abs(filepath.Join("..", "..", "..", "client", "mp4", "testdata", "x264.mp4"))
	if err != nil {
		t.Fatal(err)
	}
	person := target
	person.Client = ""
	c := backend.Connect("app.viviscope.test", person)
	var imported automation.FilesAnswer
	if err := errors.Join(c.Do(t.Context(), "models", automation.ModelsArgs{}, new(automation.ModelsAnswer), nil),
		c.Do(t.Context(), "import", automation.ImportArgs{Paths: []string{clipPath}}, &imported, nil),
		c.Close()); err != nil {
		t.Fatal(err)
	}
	token := admit(t, library)

	n := *seed
	if n == 0 {
		n = rand.Uint64()
	}
	t.Logf("-seed %d", n)
	h, calls := hostile{Rand: rand.New(rand.NewPCG(n, 2)), refs: map[string][]string{"asset": imported.Refs},
		board: map[string]any{
			"name": "Harbour",
			"settings": map[string]any{"size": "1536x864", "picture_model": "genimage-2.5-flare", "model": "clip-3.0",
				"resolution": "720P", "seconds": 3},
			"frames": []any{map[string]any{"id": "0a000001", "source": "describe", "prompt": "dawn"}},
			"shots": []any{map[string]any{"id": "0b000001", "prompt": "boats", "first": "0a000001"},
				map[string]any{"id": "0b000002", "prompt": "gulls"}},
		}}, 1000
	if os.Getenv("VIVISCOPE_LONG") != "" {
		calls = 10_000
	}
	c = backend.Connect("app.viviscope.test", target)
	var traffic written
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	served := make(chan error, 1)
	go func() {
		served <- errors.Join(Serve(context.Background(), c, fromClient, toClient, "1"), fromClient.Close(),
			toClient.Close())
	}()
	s, err := sdk.NewClient(&sdk.Implementation{Name: "hostile", Version: "1"}, nil).Connect(t.Context(),
		&sdk.LoggingTransport{
			Transport: &sdk.IOTransport{Reader: fromServer, Writer: toServer}, Writer: &traffic}, nil)
	if err != nil {
		t.Fatal(err, <-served)
	}
	list, err := s.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	shapes := map[string]*jsonschema.Resolved{}
	for _, tool := range list.Tools {
		shapes[tool.Name] = schemaOf(t, tool.OutputSchema)
	}
	answered := map[string]int{}
	for range calls {
		name, args := h.call()
		if all, is := args.(map[string]any); is && name == "wait" {
			all["seconds"] = 1
			if answered[name] > 1 {
				continue // nobody approves
			}
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		r, err := s.CallTool(ctx, &sdk.CallToolParams{Name: name, Arguments: args})
		cancel()
		if errors.Is(err, context.DeadlineExceeded) {
			t.Fatalf("%s is never answered", name)
		}
		if err == nil && !r.IsError {
			answered[name]++
			if err := shapes[name].Validate(r.StructuredContent); err != nil {
				t.Errorf("%s answers %v, which is not its schema: %v", name, r.StructuredContent, err)
			}
			kind := kinds[name]
			if found := isRef.FindStringSubmatch(r.Content[len(r.Content)-1].(*sdk.TextContent).Text); found != nil &&
				len(h.refs[kind]) < 30 {
				h.refs[kind] = append(h.refs[kind], found[1])
			}
		} else if err == nil && testing.Verbose() {
			t.Logf("%s: %.200s", name, r.Content[0].(*sdk.TextContent).Text)
		}
	}
	t.Logf("answered: %v", answered)
	for name := range right {
		if answered[name] == 0 {
			t.Errorf("no call of %s was good: nothing was tried", name)
		}
	}
	if err := toServer.Close(); err != nil {
		t.Error(err)
	}
	if err := errors.Join(<-served, c.Close()); err != nil {
		t.Error(err)
	}
	lib, err := db.Open(t.Context(), library, db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	jobs, err := lib.Jobs(t.Context(), db.JobFilter{})
	if err = errors.Join(err, lib.Close()); err != nil {
		t.Fatal(err)
	}
	for _, j := range jobs {
		if j.State != db.Held || j.Hold != db.HeldApproval || j.Client != "editor" {
			t.Errorf("job %s is %s, %s, of %q: nobody approved it", j.Ref, j.State, j.Hold, j.Client)
		}
	}
	for _, secret := range []string{key, token} {
		for what, text := range map[string]string{"traffic": traffic.String(), "log": log.String()} {
			if strings.Contains(text, secret) {
				t.Errorf("a secret is in the %s", what)
			}
		}
		below(t, home, func(path string, data []byte) {
			if bytes.Contains(data, []byte(secret)) && (secret == key || !strings.Contains(path, "clients")) {
				t.Errorf("a secret is in %s", path)
			}
		})
	}
	outside := 0
	below(t, home, func(path string, data []byte) {
		slashed := filepath.ToSlash(path)
		first, _, _ := strings.Cut(slashed, "/")
		if !slices.Contains([]string{"library", "xdg_config_home", "xdg_state_home"}, first) &&
			!strings.HasPrefix(slashed, "xdg_documents_dir/Viviscope exports/") {
			t.Errorf("%s was written", path)
		}
		outside++
	})
	if outside == 0 {
		t.Error("no files were looked at")
	}
}

var isRef = regexp.MustCompile(`"ref":"([0-9a-f]{8,})"`)

// admit lets the client editor use a closed library.
func admit(t *testing.T, library string) (token string) {
	t.Helper()
	ctx := t.Context()
	lib, err := db.Open(ctx, library, db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	hash, err := automation.OpenTokens().New(ctx, library, "editor")
	if err != nil {
		t.Fatal(err)
	}
	if token, err = automation.OpenTokens().Get(ctx, library, "editor"); err != nil || token == "" ||
		len(hash) != 2*sha256.Size {
		t.Fatal(token, err)
	}
	profiles, err := lib.Profiles(ctx)
	if err != nil || len(profiles) == 0 {
		t.Fatal(profiles, err)
	}
	table, err := json.Marshal(sandbox.Prices())
	if err != nil {
		t.Fatal(err)
	}
	var grants []db.Grant
	for _, p := range profiles {
		if _, err := lib.AddPrices(ctx, db.Prices{ProfileID: p.ID, Table: table}); err != nil {
			t.Fatal(err)
		}
		grants = append(grants, db.Grant{ProfileID: p.ID, Approve: db.ApproveAlways})
	}
	if err := errors.Join(lib.SaveClient(ctx, db.Client{Name: "editor", Token: hash}, grants),
		lib.SetSetting(ctx, db.SettingAutomation, db.Automation{On: true}), lib.Close()); err != nil {
		t.Fatal(err)
	}
	return token
}

// written collects output of goroutines that may outlive a session: the SDK reads on briefly after closing.
type written struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (w *written) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.Write(p)
}

func (w *written) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.String()
}

// below reads every file below a folder, by relative path.
func below(t *testing.T, dir string, look func(path string, data []byte)) {
	t.Helper()
	if err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return fmt.Errorf("read %s: %w", path, err)
		}
		path, err = filepath.Rel(dir, path)
		look(path, data)
		return err
	}); err != nil {
		t.Error(err)
	}
}

package smoke

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"image/png"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"viviscope/client/jobs"
	"viviscope/client/sandbox"
	"viviscope/client/sandbox/render"
	"viviscope/client/sandbox/sandboxtest"
	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/db/cast"
	"viviscope/db/dbtest"
)

const (
	monkeyProfile = "Service" // the profile whose requests the test counts
	monkeyKey     = "monkey-key-4711"
	noService     = "http://127.0.0.1:1" // its address in the library that is copied
)

// everyState is a library that holds every state, made once: jobs of all states and holds, boards whose cards have
// takes of all states, one that cannot be read, rotated and broken files. Each run works on a copy of the folder.
var everyState = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "viviscope-monkey")
	if err != nil {
		return "", err
	}
	dir = filepath.Join(dir, "library")
	return dir, makeEveryState(context.Background(), dir)
})

// copyEveryState copies that library for one run, whose profile [monkeyProfile] leads to the service at base.
func copyEveryState(t testing.TB, base string) library {
	t.Helper()
	from, err := everyState()
	if err != nil {
		t.Fatalf("make library: %v", err)
	}
	lib := library{t: t, dir: filepath.Join(t.TempDir(), "library")}
	if out, err := exec.Command("cp", "-a", from, lib.dir).CombinedOutput(); err != nil {
		t.Fatalf("copy library: %v\n%s", err, out)
	}
	handle, err := sql.Open("sqlite3", "file:"+filepath.Join(lib.dir, "viviscope.db"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = handle.Exec(`UPDATE profiles SET base_url = ? WHERE base_url = ?`, base, noService)
	if err == nil {
		_, err = handle.Exec(`UPDATE boards SET doc = replace(doc, ?, ?)`, noService, base)
	}
	if err := errors.Join(err, handle.Close()); err != nil {
		t.Fatalf("set base URL: %v", err)
	}
	files, err := filepath.Glob(filepath.Join(lib.dir, "boards", "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d boards: %v", len(files), err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err == nil {
			err = os.WriteFile(file, bytes.ReplaceAll(data, []byte(noService), []byte(base)), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return lib
}

func makeEveryState(ctx context.Context, dir string) (err error) {
	if err := dbtest.Files(ctx, dir, 24, dbtest.Options{Seed: 7}); err != nil {
		return err
	}
	lib, err := db.Open(ctx, dir, db.Options{Probe: jobs.Probe})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lib.Close()) }()
	table, err := json.Marshal(sandbox.Prices())
	if err != nil {
		return err
	}
	profile, err := lib.SaveProfile(ctx, db.Profile{Name: monkeyProfile, BaseURL: noService, Saved: true,
		Currency: sandbox.Prices().Currency, MaxTasks: 2, MaxImages: 2, CreatedAt: time.Now().Add(-time.Hour)})
	if err != nil {
		return err
	}
	if _, err := lib.AddPrices(ctx,
		db.Prices{ProfileID: profile.ID, ValidFrom: time.Now().Add(-time.Hour), Table: table}); err != nil {
		return err
	}
	if err := lib.SetSetting(ctx, db.SettingProfile, profile.ID); err != nil {
		return err
	}
	clips, pictures, err := importMedia(ctx, lib)
	if err != nil {
		return err
	}
	made, err := makeBoards(ctx, lib, profile, clips, pictures)
	if err != nil {
		return err
	}
	if err := addJobs(ctx, lib, profile, made); err != nil {
		return err
	}
	if err := addResults(ctx, lib, profile, made); err != nil {
		return err
	}
	return breakFiles(ctx, lib, clips[5])
}

// addResults adds jobs that were saved with their files: takes of the first three shots of the board, and a clip and a
// picture, which the gallery shows first and which can be ordered once more.
func addResults(ctx context.Context, lib *db.Library, profile db.Profile, b boards.Board) error {
	renderer := &sandboxtest.Renderer{}
	j := db.Job{ProfileID: profile.ID, Kind: db.TextToImage, Model: "genimage-2.5-flare", State: db.Saved,
		Prompt:   "picture result",
		Currency: profile.Currency}
	j.Request, _ = json.Marshal(map[string]any{"model": j.Model, "prompt": j.Prompt, "size": "1536x864",
		"quality": "low"})
	still, err := renderer.Still(ctx, render.StillRequest{Prompt: j.Prompt, Width: 320, Height: 180})
	if err != nil {
		return err
	}
	var picture bytes.Buffer
	if err := png.Encode(&picture, still); err != nil {
		return err
	}
	a := db.Asset{Ref: fmt.Sprintf("%032x", 0xabd0), Kind: db.Picture, Prompt: j.Prompt, Model: j.Model, Width: 320,
		Height: 180, MIME: "image/png",
		CreatedAt: time.Now()}
	if err := addResult(ctx, lib, j, a, "png", picture.Bytes()); err != nil {
		return fmt.Errorf("add picture: %w", err)
	}
	for i := range 4 {
		j := db.Job{ProfileID: profile.ID, Kind: db.TextToVideo, Model: "clip-2.6", State: db.Saved,
			Prompt:   fmt.Sprint("result ", i),
			Currency: profile.Currency, Progress: 100, TaskID: fmt.Sprint("result-", i)}
		request := map[string]any{"model": j.Model, "prompt": j.Prompt, "seconds": 3, "resolution": "720P",
			"aspect_ratio": "16:9"}
		if i < 3 {
			j.Kind, j.Board, j.Shot, j.Prompt = db.FramesToVideo, b.Ref, b.Shots[i].ID, b.Shots[i].Prompt
			j.Inputs, _ = json.Marshal([]db.Input{{Place: 0, Asset: a.Ref, Width: a.Width, Height: a.Height}})
			request["prompt"], request["input_reference"] = j.Prompt,
				[]string{"https://example.com/1.png", "https://example.com/2.png"}
		}
		j.Request, _ = json.Marshal(request)
		clipAsset := db.Asset{Ref: fmt.Sprintf("%032x", 0xabc0+i), Kind: db.Clip, Prompt: j.Prompt, Model: j.Model,
			Width: 320, Height: 180, Seconds: 3,
			FPS: 24, MIME: "video/mp4", CreatedAt: time.Now()}
		var clip bytes.Buffer
		if err := renderer.Clip(ctx, render.Request{Prompt: j.Prompt, Width: 320, Height: 180, Seconds: 3},
			&clip); err != nil {
			return err
		}
		if err := addResult(ctx, lib, j, clipAsset, "mp4", clip.Bytes()); err != nil {
			return fmt.Errorf("add result %d: %w", i, err)
		}
	}
	return nil
}

// addResult adds a saved job with its only file.
func addResult(ctx context.Context, lib *db.Library, j db.Job, a db.Asset, ext string, data []byte) error {
	now := time.Now()
	j.CreatedAt, j.SentAt, j.AcceptedAt, j.FinishedAt, j.EndedAt = now, now, now, now, now
	amount := int64(350_000)
	j, err := lib.InsertWith(ctx, j, func(c *db.Change) error {
		c.Append(db.Entry{Kind: db.Charge, AmountMicros: &amount, Currency: j.Currency})
		return nil
	})
	if err != nil {
		return err
	}
	name := db.IncomingName(j.Ref, 0, ext)
	path, err := lib.IncomingPath(name)
	if err != nil {
		return err
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		return err
	}
	to, err := lib.Ingest(ctx, name,
		db.IngestRequest{Ref: a.Ref, At: a.CreatedAt, Title: a.Prompt, Ext: ext,
			Sidecar: db.Provenance{JobRef: j.Ref, Click: j.Click,
				Kind: j.Kind, Model: j.Model, Prompt: j.Prompt, Request: j.Request}})
	if err != nil {
		return err
	}
	a.Path, a.SHA256, a.Bytes = to.Path, to.SHA256, to.Bytes
	_, err = lib.Change(ctx, j.ID, func(c *db.Change) error {
		c.Add(a)
		return nil
	})
	return err
}

// importMedia imports clips and pictures that can be shown, a clip that is turned by 90 degrees, and one whose end is
// missing.
func importMedia(ctx context.Context, lib *db.Library) (clips, pictures []string, err error) {
	take := func(name string, data io.Reader) string {
		asset, _, e := lib.Import(ctx, name, data, db.ImportMeta{Prompt: name})
		if e != nil {
			err = errors.Join(err, fmt.Errorf("import %s: %w", name, e))
		}
		return asset.Ref
	}
	renderer := &sandboxtest.Renderer{}
	for i := range 6 {
		var clip bytes.Buffer
		request := render.Request{Prompt: fmt.Sprint("clip ", i), Width: 320, Height: 180, Seconds: 1 + i%2,
			Audio: i%2 == 0}
		if err := renderer.Clip(ctx, request, &clip); err != nil {
			return nil, nil, err
		}
		data := clip.Bytes()
		if i == 4 {
			if err := turnClip(data); err != nil {
				return nil, nil, err
			}
		}
		clips = append(clips, take(fmt.Sprintf("clip %d.mp4", i), bytes.NewReader(data)))
	}
	for i := range 4 {
		still, err := renderer.Still(ctx,
			render.StillRequest{Prompt: fmt.Sprint("picture ", i), Width: 384, Height: 216})
		if err != nil {
			return nil, nil, err
		}
		var picture bytes.Buffer
		if err := png.Encode(&picture, still); err != nil {
			return nil, nil, err
		}
		pictures = append(pictures, take(fmt.Sprintf("picture %d.png", i), &picture))
	}
	return clips, pictures, err
}

// turnClip turns the clip by 90 degrees: it rewrites the matrix of its track header (ISO/IEC 14496-12, 8.3.2).
func turnClip(data []byte) error {
	at := bytes.Index(data, []byte("tkhd"))
	if at < 0 {
		return errors.New("the clip has no track header")
	}
	matrix := data[at+4+4+20+16:] // behind version and flags, times and track ID, layer and volume
	if data[at+4] == 1 {
		matrix = data[at+4+4+32+16:]
	}
	turned := []byte{0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0, 0, 0, 0, 0}
	copy(matrix, turned)
	return nil
}

// makeCast adds three entries to the cast. A picture of one is gone.
func makeCast(ctx context.Context, lib *db.Library, pictures []string) error {
	for _, e := range []cast.Entry{
		{Name: "Anton", Kind: cast.Person, Words: "an old fisherman", Pictures: pictures[:min(len(pictures), 2)]},
		{Name: "Harbour", Kind: cast.Place, Words: "one crane", Pictures: []string{strings.Repeat("f", 32)}},
		{Name: "dusk", Kind: cast.Look, Words: "warm light"},
	} {
		if _, err := lib.SaveCast(ctx, "", e); err != nil {
			return err
		}
	}
	return nil
}

// makeBoards makes a board of six shots, whose first four have clips, a board without a made card, and one that cannot
// be read.
func makeBoards(
	ctx context.Context, lib *db.Library, profile db.Profile, clips, pictures []string,
) (boards.Board, error) {
	if err := makeCast(ctx, lib, pictures); err != nil {
		return boards.Board{}, err
	}
	store, err := boards.Open(ctx, lib)
	if err != nil {
		return boards.Board{}, err
	}
	settings := boards.Settings{Size: "1536x864", PictureModel: "genimage-2.5-flare", Model: "clip-2.6",
		Resolution: "720P", Seconds: 3}
	service := db.ServiceRef{ProfileID: profile.ID, BaseURL: profile.BaseURL, Since: profile.CreatedAt}
	b := boards.Board{Name: "Harbour", Profile: profile.Name, Service: service, Settings: settings}
	b.ProfileID = profile.ID
	for i := range 7 {
		frame := boards.Frame{ID: fmt.Sprintf("0a00000%d", i), Source: boards.Describe,
			Prompt: fmt.Sprint("keyframe ", i, " of @Mara and @Anton")}
		if i == 6 {
			frame.Prompt += " at @Harbour"
		}
		if i < len(pictures) {
			frame.Added, frame.Chosen = []string{pictures[i]}, pictures[i]
		}
		b.Frames = append(b.Frames, frame)
	}
	for i := range 6 {
		shot := boards.Shot{ID: fmt.Sprintf("0b00000%d", i), Prompt: fmt.Sprint("shot ", i), First: b.Frames[i].ID,
			Last: b.Frames[i+1].ID}
		if i == 3 {
			shot.Added, shot.Chosen = []string{clips[i]}, clips[i]
		}
		b.Shots = append(b.Shots, shot)
	}
	plan := boards.Board{Name: "Nothing made yet", Profile: profile.Name, Service: service, Settings: settings,
		Frames: b.Frames[5:], Shots: b.Shots[5:]}
	plan.ProfileID = profile.ID
	if _, err := store.New(ctx, plan); err != nil {
		return b, err
	}
	damaged := boards.Board{Name: "Damaged", Profile: profile.Name, Service: service, Settings: settings,
		Frames: b.Frames[5:], Shots: b.Shots[5:]}
	damaged.ProfileID = profile.ID
	damaged, err = store.New(ctx, damaged)
	if err != nil {
		return b, err
	}
	_, err = lib.WriteBoard(ctx, damaged.Ref, damaged.Version, func(tx *db.BoardTx) error {
		tx.Row.Doc = json.RawMessage(`{"name":"Damaged","frames":{"this":"is no list"}}`)
		return nil
	})
	if err != nil {
		return b, err
	}
	files, err := filepath.Glob(filepath.Join(lib.Dir(), "boards", "Damaged*.json"))
	if err != nil || len(files) != 1 {
		return b, fmt.Errorf("%d files of the damaged board: %w", len(files), err)
	}
	if err := os.Remove(files[0]); err != nil {
		return b, err
	}
	return store.New(ctx, b) // last, so that it is the first in the list
}

// addJobs adds a job of each state and hold, once for itself and once as a take of the board.
func addJobs(ctx context.Context, lib *db.Library, profile db.Profile, b boards.Board) error {
	held := []db.HoldReason{db.HeldByUser, db.HeldPaused, db.HeldNotSent, db.HeldRateLimited, db.HeldNoKey,
		db.HeldKeyRefused,
		db.HeldOverBudget, db.HeldFrameGone, db.HeldApproval}
	states := []db.JobState{db.Unconfirmed, db.Rejected, db.Queued, db.InProgress, db.Failed, db.Completed, db.Expired,
		db.Unwatched}
	amount, now := int64(350_000), time.Now().Add(-10*time.Minute)
	add := func(n int, state db.JobState, hold db.HoldReason, card string, picture bool) error {
		j := db.Job{ProfileID: profile.ID, Kind: db.TextToVideo, Model: "clip-2.6", State: state, Hold: hold,
			CreatedAt: now,
			Prompt:    fmt.Sprintf("%s %s %d", state, hold, n), EstimateMicros: &amount, Currency: profile.Currency}
		j.Request, _ = json.Marshal(map[string]any{"model": j.Model, "prompt": j.Prompt, "seconds": 3,
			"resolution": "720P"})
		if picture {
			j.Kind, j.Model = db.TextToImage, "genimage-2.5-flare"
			j.Request, _ = json.Marshal(map[string]any{"model": j.Model, "prompt": j.Prompt, "size": "1536x864"})
		}
		if card != "" {
			j.Board, j.Shot = b.Ref, card
		}
		if state != db.Held {
			j.SentAt = now
		}
		switch state {
		case db.Queued, db.InProgress, db.Failed, db.Completed, db.Expired, db.Unwatched:
			if picture {
				j.State = db.Rejected
				break
			}
			j.TaskID, j.AcceptedAt, j.ExpiresAt = fmt.Sprint("task-", n), now, now.Add(7*24*time.Hour)
		}
		if j.State.Ended() {
			j.EndedAt, j.ErrorCode, j.ErrorMessage = now, "task_failed", "the prompt was rejected by the content check"
		}
		_, err := dbtest.InsertJobs(ctx, lib, j)
		return err
	}
	n := 0
	for _, card := range []string{"", b.Shots[4].ID, b.Shots[5].ID, b.Frames[5].ID} {
		picture := card == b.Frames[5].ID
		for _, hold := range held {
			n++
			if err := add(n, db.Held, hold, card, picture); err != nil {
				return fmt.Errorf("add held job, %s: %w", hold, err)
			}
		}
		for _, state := range states {
			n++
			if err := add(n, state, "", card, picture); err != nil {
				return fmt.Errorf("add job, %s: %w", state, err)
			}
		}
	}
	return nil
}

// breakFiles damages files of the library as other programs can: a clip is cut in its middle, one picture is empty, one
// holds text, one is missing.
func breakFiles(ctx context.Context, lib *db.Library, cut string) error {
	clip, err := lib.AssetByRef(ctx, cut)
	if err != nil {
		return err
	}
	paths, err := filepath.Glob(filepath.Join(lib.Dir(), "files", "*", "*", "*.png"))
	if err != nil || len(paths) < 3 {
		return fmt.Errorf("break %d pictures: %w", len(paths), err)
	}
	return errors.Join(os.Truncate(filepath.Join(lib.Dir(), filepath.FromSlash(clip.Path)), clip.Bytes/2),
		os.WriteFile(paths[0], nil, 0o600),
		os.WriteFile(paths[1], []byte("this is no picture"), 0o600), os.Remove(paths[2]))
}

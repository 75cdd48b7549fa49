// Package transfertest makes libraries with files for tests of imports, exports and films.
package transfertest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"testing"
	"time"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/dbtest"
	"viviscope/db/search"
)

// Noon is the fixed clock of the libraries.
var Noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// Open opens an empty library, and closes it after the test.
func Open(t testing.TB) *db.Library {
	t.Helper()
	lib, err := db.Open(context.Background(), filepath.Join(t.TempDir(), "library"), db.Options{Now: func() time.Time {
		return Noon
	}, Probe: jobs.Probe})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := lib.Close(); err != nil {
			t.Error(err)
		}
	})
	return lib
}

// PNG returns a picture that differs for each n.
func PNG(t testing.TB, n int) []byte {
	t.Helper()
	im := image.NewRGBA(image.Rect(0, 0, 12, 8))
	for i := range im.Pix {
		im.Pix[i] = byte(i*n + n>>8)
	}
	im.SetRGBA(0, 0, color.RGBA{byte(n), byte(n >> 8), byte(n >> 16), 255})
	var b bytes.Buffer
	if err := png.Encode(&b, im); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// JPEG returns a picture.
func JPEG(t testing.TB) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, 16, 9)), nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Clip returns an MP4 file.
func Clip(t testing.TB) []byte {
	t.Helper()
	data, err := os.ReadFile("../../client/mp4/testdata/own.mp4")
	if err != nil {
		t.Fatal(err)
	}
	return data
}

const SignedURL = "https://cdn.example.com/boats.png?X-Signature=secret"

// ImportMade stores a file like a finished job of the service.
func ImportMade(
	t testing.TB, lib *db.Library, n int, kind db.JobKind, prompt string, request any, file []byte, ext string,
) db.Asset {
	t.Helper()
	ctx := context.Background()
	profile, err := lib.Profiles(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if len(profile) == 0 {
		p, err := lib.SaveProfile(ctx,
			db.Profile{Name: "Studio", BaseURL: "https://api.example.com", Currency: "CNY", Saved: true})
		if err != nil {
			t.Fatal(err)
		}
		profile = []db.Profile{p}
	}
	raw, err := json.Marshal(request)
	if err != nil {
		t.Fatal(err)
	}
	ref := fmt.Sprintf("%032x", n)
	j, err := lib.InsertWith(ctx, db.Job{Ref: ref, ProfileID: profile[0].ID, Kind: kind, State: db.Saving, Model: "m",
		Prompt: prompt, Request: raw,
		CreatedAt: Noon.Add(time.Duration(-n) * time.Hour), SentAt: Noon, AcceptedAt: Noon, FinishedAt: Noon,
		Currency: "CNY"},
		func(c *db.Change) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	name := db.IncomingName(ref, 0, ext)
	part, err := lib.IncomingPath(name)
	if err == nil {
		err = os.WriteFile(part, file, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	to, err := lib.Ingest(ctx, name,
		db.IngestRequest{Ref: ref, At: j.CreatedAt, Title: prompt, Ext: ext, Sidecar: db.Provenance{
			JobRef: ref, Kind: kind, Model: "m", Prompt: prompt, Request: raw, Profile: "Studio", TaskID: "task-1",
			Service: db.ServiceRef{ProfileID: 1, BaseURL: "https://api.example.com"}, Clicked: j.CreatedAt,
			Accepted: Noon,
			Finished: Noon,
			Currency: "CNY", Costs: []db.ProvenanceCost{{Kind: db.Charge, AmountMicros: new(int64(2_800_000)),
				Currency: "CNY",
				At:       Noon}}}})
	if err != nil {
		t.Fatal(err)
	}
	var asset db.Asset
	if _, err = lib.Change(ctx, j.ID, func(c *db.Change) error {
		mime, assetKind := "image/"+ext, db.Picture
		if ext == "mp4" {
			mime, assetKind = "video/mp4", db.Clip
		}
		c.Add(db.Asset{Ref: ref, JobID: j.ID, Kind: assetKind, Path: to.Path, MIME: mime, SHA256: to.SHA256,
			Bytes: to.Bytes, CreatedAt: j.CreatedAt})
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if asset, err = lib.AssetByRef(ctx, ref); err != nil {
		t.Fatal(err)
	}
	return asset
}

// Gallery returns a library with a file of each kind, tags, a star and a note.
func Gallery(t testing.TB) (*db.Library, []db.Asset) {
	t.Helper()
	lib, ctx := Open(t), context.Background()
	seed := 42
	ImportMade(t, lib, 1, db.TextToImage, "纸船 boats on a canal",
		map[string]any{"model": "m", "prompt": "纸船 boats on a canal", "size": "1024x1024"}, PNG(t, 1), "png")
	ImportMade(t, lib, 2, db.EditImage, "now at night",
		map[string]any{"model": "m", "prompt": "now at night", "image_urls": []string{SignedURL},
			"output_format": "jpeg"},
		JPEG(t), "jpeg")
	ImportMade(t, lib, 3, db.TextToVideo, "a fox\nin the snow",
		map[string]any{"model": "m", "prompt": "a fox\nin the snow", "seconds": 5, "seed": seed}, Clip(t), "mp4")
	if _, err := lib.AddTag(ctx, "boats", 1, 2); err != nil {
		t.Fatal(err)
	}
	if _, err := lib.StarAll(ctx, []int64{1, 3}, true); err != nil {
		t.Fatal(err)
	}
	if _, err := lib.SetNote(ctx, 2, "for the wall"); err != nil {
		t.Fatal(err)
	}
	return lib, Assets(t, lib)
}

// Assets returns all assets of a library.
func Assets(t testing.TB, lib *db.Library) []db.Asset {
	t.Helper()
	all, err := dbtest.Assets(context.Background(), lib, search.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// Files returns the paths of the entries of a folder.
func Files(t testing.TB, dir string) (all []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		all = append(all, filepath.Join(dir, e.Name()))
	}
	return all
}

// Write writes a file and makes its folder. It returns the path.
func Write(t testing.TB, data []byte, parts ...string) string {
	t.Helper()
	p := filepath.Join(parts...)
	if err := os.MkdirAll(filepath.Dir(p), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(p, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return p
}

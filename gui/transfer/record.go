package transfer

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"strings"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/transfer/inside"
	"viviscope/gui/wording"
)

// Library is what export reads. *db.Library is one.
type Library interface {
	OpenFile(rel string) (*os.File, error)
	Job(ctx context.Context, id int64) (db.Job, error)
	Entries(ctx context.Context, f db.EntryFilter) ([]db.Entry, error)
	Profile(ctx context.Context, id int64) (db.Profile, error)
}

// maxSidecarFile is the size up to which a sidecar is read.
const maxSidecarFile = 32 << 20

// sidecarName is the name of the sidecar of a file.
func sidecarName(file string) string { return strings.TrimSuffix(file, path.Ext(file)) + ".json" }

// sidecarOf returns what is known of an asset as its sidecar says it, with stars, tags and note as the library has them now.
// Where the sidecar is gone the rows say it, as far as they can.
func sidecarOf(ctx context.Context, lib Library, a db.Asset) (db.Sidecar, error) {
	side, err := ownSidecar(lib, a)
	if err != nil {
		if side, err = sidecarOfRows(ctx, lib, a); err != nil {
			return db.Sidecar{}, err
		}
	}
	side.Version, side.Ref, side.Starred, side.Tags, side.Note, side.Albums = 1, a.Ref, a.Starred, a.Tags, a.Note, nil
	side.Made = withoutOpenLinks(side.Made)
	return side, nil
}

func ownSidecar(lib Library, a db.Asset) (side db.Sidecar, err error) {
	f, err := lib.OpenFile(sidecarName(a.Path))
	if err != nil {
		return db.Sidecar{}, err
	}
	defer f.Close() // it was only read
	data, err := io.ReadAll(io.LimitReader(f, maxSidecarFile+1))
	if err != nil {
		return db.Sidecar{}, err
	}
	if side, err = db.ParseSidecar(data); err == nil && side.Ref != a.Ref {
		err = errors.New("another file's sidecar")
	}
	return side, err
}

// sidecarOfRows makes a sidecar of an asset's row and its job's.
func sidecarOfRows(ctx context.Context, lib Library, a db.Asset) (db.Sidecar, error) {
	side := db.Sidecar{Ref: a.Ref, Landed: a.CreatedAt}
	if a.JobID == 0 {
		side.Import = &db.Imported{Name: a.Name, At: a.CreatedAt, Prompt: a.Prompt, Model: a.Model, Seed: a.Seed, Parent: a.Parent, Recipe: a.Recipe}
		return side, nil
	}
	j, err := lib.Job(ctx, a.JobID)
	if err != nil {
		return side, err
	}
	made := db.Made{JobRef: j.Ref, Click: j.Click, ClickIndex: j.ClickIndex, Index: a.ItemIndex, Kind: j.Kind, Model: j.Model, Prompt: j.Prompt,
		Request: j.Request, InputPath: j.InputPath, TaskID: j.TaskID, Usage: j.Usage, Currency: j.Currency, Estimate: j.EstimateMicros, Note: j.Note,
		Media:   db.Media{MIME: a.MIME, Width: a.Width, Height: a.Height, Seconds: a.Seconds, FPS: a.FPS, HasAudio: a.HasAudio},
		Clicked: j.CreatedAt, Sent: j.SentAt, Accepted: j.AcceptedAt, Finished: j.FinishedAt, Expires: j.ExpiresAt}
	entries, err := lib.Entries(ctx, db.EntryFilter{JobID: j.ID})
	if err != nil {
		return side, err
	}
	for _, e := range entries {
		made.Costs = append(made.Costs, db.MadeCost{Kind: e.Kind, Quantity: e.Quantity, UnitMicros: e.UnitMicros, AmountMicros: e.AmountMicros,
			Currency: e.Currency, At: e.At, Note: e.Note})
	}
	if len(j.Inputs) > 0 {
		if err := json.Unmarshal(j.Inputs, &made.Inputs); err != nil {
			return side, fmt.Errorf("read the pictures of job %d: %w", j.ID, err)
		}
	}
	for i := range made.Inputs {
		made.Inputs[i].Link, made.Inputs[i].Object = "", ""
	}
	if p, err := lib.Profile(ctx, j.ProfileID); err == nil { // a profile may be gone
		made.Profile = p.Name
		made.Service = db.MadeService{ProfileID: p.ID, Since: p.CreatedAt, BaseURL: p.BaseURL, Sandbox: p.Sandbox, Unsaved: !p.Saved, KeySince: p.KeySince}
	}
	side.Made, err = json.Marshal(made)
	return side, err
}

// withoutOpenLinks takes out of what made a file whatever in its links opens them: sign and query. The host and the path
// still tell which picture it was. Sidecars are written so already; one from elsewhere may not be.
func withoutOpenLinks(made json.RawMessage) json.RawMessage {
	var fields map[string]json.RawMessage
	if len(made) == 0 || json.Unmarshal(made, &fields) != nil {
		return nil
	}
	fields["request"] = jobs.WithoutSignatures(fields["request"])
	out, err := json.Marshal(fields)
	if err != nil {
		return nil
	}
	return out
}

// textsOf is what is written into a copy of a file: how to make it again, its tags and its star. What it cost, who paid and
// the person's note stay out: a picture is passed on. ok is false where nothing is known that is worth a word.
func textsOf(side db.Sidecar) (t inside.Texts, kept db.Sidecar, ok bool, err error) {
	kept = db.Sidecar{Version: 1, Ref: side.Ref, Landed: side.Landed, Starred: side.Starred, Tags: side.Tags}
	made, known := side.Recipe()
	for i := range made.Inputs {
		made.Inputs[i].Drawing = nil // as large as the picture itself
	}
	if known {
		if kept.Made, err = json.Marshal(made); err != nil {
			return t, kept, false, err
		}
		t.Description = made.Prompt
		t.Parameters = parameters(made)
	}
	if in := side.Import; in != nil {
		kept.Import = &db.Imported{Name: in.Name, At: in.At, Prompt: in.Prompt, Model: in.Model, Seed: in.Seed, Parent: in.Parent}
		t.Description = cmp.Or(t.Description, in.Prompt)
	}
	t.Software = "Viviscope"
	t.Record, err = json.Marshal(kept)
	return t, kept, known || t.Description != "" || len(side.Tags) > 0 || side.Starred, err
}

// parameters are the settings in words, as programs that show what made a picture read them: the prompt, then what it must
// not show, then a line of names and values.
func parameters(made db.Made) string {
	lines := []string{made.Prompt}
	request, _ := client.ParseRequest(client.Kind(made.Kind), made.Request) // what cannot be read has none
	r, _ := request.(client.VideoRequest)
	if r.NegativePrompt != "" {
		lines = append(lines, "Negative prompt: "+r.NegativePrompt)
	}
	var values []string
	add := func(name, value string) {
		if value != "" {
			values = append(values, name+": "+strings.ReplaceAll(value, "\n", " "))
		}
	}
	if r.Seed != nil {
		add("Seed", fmt.Sprint(*r.Seed))
	}
	if made.Media.Width > 0 {
		add("Size", fmt.Sprintf("%dx%d", made.Media.Width, made.Media.Height))
	}
	add("Model", made.Model)
	add("Kind", wording.KindInFiles(made.Kind))
	return strings.Join(append(lines, strings.Join(values, ", ")), "\n")
}

package transfer

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"viviscope/client"
	"viviscope/client/order"
	"viviscope/db"
)

// maxSidecarFile limits how much of a sidecar is read, in bytes.
const maxSidecarFile = 32 << 20

// sidecarName returns the name of a file's sidecar.
func sidecarName(file string) string { return strings.TrimSuffix(file, path.Ext(file)) + sidecarExt }

// sidecarOf returns the sidecar of an asset, with the current star, tags and note of the library. If the sidecar is
// missing, it is rebuilt from the rows as far as possible.
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
	if side, _, err = parseFile(f); err == nil && side.Ref != a.Ref {
		err = errors.New("another file's sidecar")
	}
	return side, err
}

// sidecarOfRows returns a sidecar made from the rows of an asset and its job.
func sidecarOfRows(ctx context.Context, lib Library, a db.Asset) (db.Sidecar, error) {
	side := db.Sidecar{Ref: a.Ref, StoredAt: a.CreatedAt}
	if a.JobID == 0 {
		side.Import = &db.Imported{Name: a.Name, At: a.CreatedAt, Prompt: a.Prompt, Model: a.Model,
			Seed: a.Seed, Parent: a.Parent, Recipe: a.Recipe}
		return side, nil
	}
	j, err := lib.Job(ctx, a.JobID)
	if err != nil {
		return side, err
	}
	made, err := db.NewProvenance(ctx, lib, j, a.ItemIndex,
		db.Media{MIME: a.MIME, Width: a.Width, Height: a.Height, Seconds: a.Seconds, FPS: a.FPS, HasAudio: a.HasAudio})
	if err != nil {
		return side, err
	}
	side.Made, err = json.Marshal(made)
	return side, err
}

// withoutOpenLinks removes signatures and queries from the links in the record of how a file was made. The host and the
// path still identify the picture. Sidecars of this program contain no such parts; others may.
func withoutOpenLinks(made json.RawMessage) json.RawMessage {
	var fields map[string]json.RawMessage
	if len(made) == 0 || json.Unmarshal(made, &fields) != nil {
		return nil
	}
	fields["request"] = db.WithoutSignatures(fields["request"])
	out, err := json.Marshal(fields)
	if err != nil {
		return nil
	}
	return out
}

// textsOf returns the texts for a copy of a file: how to make it again, its tags and its star. Costs, the profile and
// the user's note are excluded, because pictures are passed on. ok is false if there is nothing to write.
func textsOf(side db.Sidecar) (t fileTexts, kept db.Sidecar, ok bool, err error) {
	kept = db.Sidecar{Version: 1, Ref: side.Ref, StoredAt: side.StoredAt, Starred: side.Starred, Tags: side.Tags}
	made, known := side.Recipe()
	for i := range made.Inputs {
		made.Inputs[i].Drawing = nil // as large as the picture itself
	}
	if known {
		if kept.Made, err = json.Marshal(made); err != nil {
			return t, kept, false, err
		}
		t.description = made.Prompt
		t.parameters = parameters(made)
	}
	if in := side.Import; in != nil {
		kept.Import = &db.Imported{Name: in.Name, At: in.At, Prompt: in.Prompt, Model: in.Model, Seed: in.Seed,
			Parent: in.Parent}
		t.description = cmp.Or(t.description, in.Prompt)
	}
	t.record, err = json.Marshal(kept)
	return t, kept, known || t.description != "" || len(side.Tags) > 0 || side.Starred, err
}

// parameters returns the settings as text, in the form that programs show for generated pictures: the prompt, then the
// negative prompt, then a line of names and values.
func parameters(made db.Provenance) string {
	lines := []string{made.Prompt}
	request, _ := client.ParseRequest(client.Kind(made.Kind), made.Request) // unreadable: no settings
	r, _ := request.(client.VideoRequest)
	for _, t := range order.Texts(r) { // converts the field negative_prompt to Negative prompt
		name := strings.ReplaceAll(t.Field, "_", " ")
		lines = append(lines, strings.ToUpper(name[:1])+name[1:]+": "+t.Text)
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
	add("Kind", kindName(made.Kind))
	return strings.Join(append(lines, strings.Join(values, ", ")), "\n")
}

// kindName returns the name of a kind of job, as files contain it.
func kindName(kind db.JobKind) string {
	switch kind {
	case db.TextToVideo:
		return "Text to video"
	case db.FramesToVideo:
		return "Frames to video"
	case db.TextToImage:
		return "Text to image"
	case db.EditImage:
		return "Edit image"
	}
	return string(kind)
}

// ErrSidecar reports a file that was imported without settings, because the file with the name of its sidecar is no
// valid sidecar. It may belong to another program.
var ErrSidecar = errors.New("not a sidecar of Viviscope, so the file beside it has no settings")

func sidecarBeside(path string) string {
	return strings.TrimSuffix(path, filepath.Ext(path)) + sidecarExt
}

// settingsOf returns the settings of a file, decoded and as a sidecar: from its sidecar if that matches this file, or
// else from the file itself. The settings are untrusted: they are safe to use, but may be false. Errors:
// [ErrNoSettings], and those of the disk.
func settingsOf(ctx context.Context, path string, f io.ReaderAt, size int64) (side db.Sidecar, data []byte, err error) {
	var bad error
	if s, _, err := openPlain(sidecarBeside(path)); err == nil {
		defer s.Close() // it was only read
		if side, data, err = parseFile(s); err != nil {
			bad = ErrSidecar
		} else if side.Bytes == size {
			if sum, err := hashOf(ctx, f, size); err != nil || sum == side.SHA256 {
				return side, data, err
			}
		}
	}
	if data, err = readRecord(f, size); err != nil {
		return side, nil, errors.Join(err, bad)
	}
	if side, err = db.ParseSidecar(data); err != nil {
		return side, nil, fmt.Errorf("%w: %w", ErrNoSettings, err)
	}
	if side.SHA256, err = hashOf(ctx, f, size); err != nil { // a file cannot contain its own hash
		return side, nil, err
	}
	side.Bytes = size
	data, err = json.Marshal(side)
	return side, data, err
}

// RecallJob returns a job for the composer from the settings in a file or a sidecar. If the library has that job, it
// returns its row. Otherwise it makes a job with Ref, Kind, Model, Prompt, Request and the available Inputs. Errors:
// [ErrNoSettings], and those of the disk.
func RecallJob(ctx context.Context, lib Library, path string) (db.Job, error) {
	f, info, err := openPlain(path)
	if err != nil {
		return db.Job{}, fmt.Errorf("read settings of %s: %w", filepath.Base(path), err)
	}
	defer f.Close() // it was only read
	var side db.Sidecar
	if strings.EqualFold(filepath.Ext(path), sidecarExt) {
		if side, _, err = parseFile(f); err != nil {
			err = fmt.Errorf("%w: %w", ErrNoSettings, err)
		}
	} else {
		side, _, err = settingsOf(ctx, path, f, info.Size())
	}
	if err != nil {
		return db.Job{}, fmt.Errorf("read settings of %s: %w", filepath.Base(path), err)
	}
	made, ok := side.Recipe()
	if !ok {
		return db.Job{}, fmt.Errorf("%w: no job made it", ErrNoSettings)
	}
	// The row has more data: valid links and drawings. A file may claim any job, so its data must match the row.
	if j, err := lib.JobByRef(ctx, made.JobRef); err == nil && j.Kind == made.Kind && j.Prompt == made.Prompt &&
		j.Model == made.Model {
		return j, nil
	} else if err != nil && !errors.Is(err, db.ErrNotFound) {
		return db.Job{}, err
	}
	j := db.Job{Ref: made.JobRef, Kind: made.Kind, Model: made.Model, Prompt: made.Prompt, Request: made.Request,
		CreatedAt: made.Clicked}
	if inputs := availableInputs(ctx, lib, made.Inputs); len(inputs) > 0 {
		if j.Inputs, err = json.Marshal(inputs); err != nil {
			return db.Job{}, err
		}
	}
	return j, nil
}

// availableInputs returns the inputs of a request that this library has.
func availableInputs(ctx context.Context, lib Library, all []db.Input) []db.Input {
	var kept []db.Input
	for _, in := range all {
		if in.Asset != "" {
			if _, err := lib.AssetByRef(ctx, in.Asset); err != nil {
				in.Asset, in.Drawing = "", nil
			}
		}
		if in.File != "" {
			at, err := lib.AbsPath(in.File)
			if err == nil {
				_, err = os.Lstat(at)
			}
			if err != nil {
				in.File = ""
			}
		}
		if in.Asset != "" || in.File != "" {
			kept = append(kept, in)
		}
	}
	return kept
}

// parseFile reads a sidecar. A file that is too long is truncated and thus invalid.
func parseFile(f *os.File) (side db.Sidecar, data []byte, err error) {
	if data, err = io.ReadAll(io.LimitReader(f, maxSidecarFile)); err == nil {
		side, err = db.ParseSidecar(data)
	}
	return side, data, err
}

// hashOf returns the SHA-256 of a file, in hex.
func hashOf(ctx context.Context, f io.ReaderAt, size int64) (string, error) {
	h := sha256.New()
	if _, err := io.Copy(h, io.NewSectionReader(contextReader{ctx, f}, 0, size)); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// contextReader is a file that returns the error of its context once that ends.
type contextReader struct {
	ctx context.Context
	f   io.ReaderAt
}

func (r contextReader) ReadAt(p []byte, at int64) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.f.ReadAt(p, at)
}

package transfer

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"viviscope/db"
	"viviscope/gui/transfer/inside"
)

// Known is what a library knows of jobs and assets. *db.Library is one.
type Known interface {
	JobByRef(ctx context.Context, ref string) (db.Job, error)
	AssetByRef(ctx context.Context, ref string) (db.Asset, error)
	AbsPath(rel string) (string, error)
}

// ErrNoSettings: neither the file nor a sidecar beside it says what made it.
var ErrNoSettings = errors.New("the file does not say how it was made")

// ReadSidecar returns what is known of a file: from the sidecar beside it where that speaks of this file, else from what
// stands inside it. path may also be that of a sidecar. What comes back is harmless, whoever wrote it, and true as far as its
// writer told the truth. Errors: [ErrNoSettings], and those of the disk.
func ReadSidecar(ctx context.Context, path string) (db.Sidecar, error) {
	f, info, err := openPlain(path)
	if err != nil {
		return db.Sidecar{}, fmt.Errorf("read settings of %s: %w", filepath.Base(path), err)
	}
	defer f.Close() // it was only read
	if strings.EqualFold(filepath.Ext(path), ".json") {
		side, err := parseFile(f, info)
		if err != nil {
			return db.Sidecar{}, fmt.Errorf("%w: %w", ErrNoSettings, err)
		}
		return side, nil
	}
	if data, err := beside(ctx, path, f, info.Size()); err == nil && data != nil {
		return db.ParseSidecar(data)
	}
	record, err := inside.Read(f, info.Size())
	if errors.Is(err, inside.ErrNone) || errors.Is(err, inside.ErrDamaged) {
		return db.Sidecar{}, fmt.Errorf("%w: %w", ErrNoSettings, err)
	}
	if err != nil {
		return db.Sidecar{}, fmt.Errorf("read settings of %s: %w", filepath.Base(path), err)
	}
	side, err := db.ParseSidecar(record)
	if err != nil {
		return db.Sidecar{}, fmt.Errorf("%w: %w", ErrNoSettings, err)
	}
	return side, nil
}

// Recalled returns the job whose settings a file carries, for the composer: the row, where this library has that job, else
// one made of what the file says, with a Ref, a Kind, a Model, a Prompt, a Request and those Inputs that this library has.
// Errors: [ErrNoSettings].
func Recalled(ctx context.Context, lib Known, path string) (db.Job, error) {
	side, err := ReadSidecar(ctx, path)
	if err != nil {
		return db.Job{}, err
	}
	made, ok := side.Recipe()
	if !ok {
		return db.Job{}, fmt.Errorf("%w: no job made it", ErrNoSettings)
	}
	// The row knows more: links that still live, what was drawn. A file may claim any job, so what it says must fit.
	if j, err := lib.JobByRef(ctx, made.JobRef); err == nil && j.Kind == made.Kind && j.Prompt == made.Prompt && j.Model == made.Model {
		return j, nil
	} else if err != nil && !errors.Is(err, db.ErrNotFound) {
		return db.Job{}, err
	}
	j := db.Job{Ref: made.JobRef, Kind: made.Kind, Model: made.Model, Prompt: made.Prompt, Request: made.Request, CreatedAt: made.Clicked}
	if inputs := here(ctx, lib, made.Inputs); len(inputs) > 0 {
		if j.Inputs, err = json.Marshal(inputs); err != nil {
			return db.Job{}, err
		}
	}
	return j, nil
}

// here keeps of a request's pictures those that this library has.
func here(ctx context.Context, lib Known, all []db.Input) []db.Input {
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

// beside returns the sidecar beside a file, where it speaks of that file; nil where there is none. f is the file.
func beside(ctx context.Context, path string, f io.ReaderAt, size int64) ([]byte, error) {
	s, info, err := openPlain(strings.TrimSuffix(path, filepath.Ext(path)) + ".json")
	if err != nil {
		return nil, nil // most files have none
	}
	defer s.Close() // it was only read
	if info.Size() > maxSidecarFile {
		return nil, nil
	}
	data, err := io.ReadAll(io.LimitReader(s, maxSidecarFile))
	if err != nil {
		return nil, err
	}
	side, err := db.ParseSidecar(data)
	if err != nil || side.Bytes != size {
		return nil, nil
	}
	sum, err := hashOf(ctx, f, size)
	if err != nil || sum != side.SHA256 {
		return nil, err
	}
	return data, nil
}

func parseFile(f *os.File, info os.FileInfo) (db.Sidecar, error) {
	if info.Size() > maxSidecarFile {
		return db.Sidecar{}, fmt.Errorf("%d bytes", info.Size())
	}
	data, err := io.ReadAll(io.LimitReader(f, maxSidecarFile))
	if err != nil {
		return db.Sidecar{}, err
	}
	return db.ParseSidecar(data)
}

// hashOf is the SHA-256 of a file, in hex.
func hashOf(ctx context.Context, f io.ReaderAt, size int64) (string, error) {
	h := sha256.New()
	if _, err := io.Copy(h, untilDone{ctx, io.NewSectionReader(f, 0, size)}); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// untilDone reads until its context ends.
type untilDone struct {
	ctx context.Context
	r   io.Reader
}

func (u untilDone) Read(p []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.r.Read(p)
}

// errNotPlain: a folder, a device or a pipe.
var errNotPlain = errors.New("not a plain file")

// openPlain opens a plain file. It never waits: a pipe is not opened.
func openPlain(path string) (*os.File, os.FileInfo, error) {
	if info, err := os.Stat(path); err != nil {
		return nil, nil, err
	} else if !info.Mode().IsRegular() {
		return nil, nil, errNotPlain
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat() // it may have been exchanged meanwhile
	if err == nil && !info.Mode().IsRegular() {
		err = errNotPlain
	}
	if err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	return f, info, nil
}

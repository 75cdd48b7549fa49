package facts

import (
	"context"
	"errors"

	"viviscope/client"
	"viviscope/db"
	"viviscope/gui/action"
)

// Files finds the files of the library. *db.Library implements it.
type Files interface {
	AbsPath(rel string) (string, error)
}

// Judge returns why the file of an asset does not play completely: a [*client.FileError], or an error of reading it. It
// may take a minute.
type Judge func(ctx context.Context, a db.Asset) error

// JudgeIn returns a Judge of the files of a library, by [client.ProbeFile].
func JudgeIn(files Files) Judge {
	return func(ctx context.Context, a db.Asset) error {
		path, err := files.AbsPath(a.Path)
		if err == nil {
			_, err = client.ProbeFile(ctx, path)
		}
		return err
	}
}

// maxJudgements bounds the cached judgements.
const maxJudgements = 1000

// judge caches the judgements on files. Its methods belong to the window's goroutine.
type judge struct {
	host  action.Host
	ask   Judge            // called on another goroutine; nil: every file that can be shown counts as whole
	cache map[string]error // by SHA-256 and path
	busy  bool             // a file is being judged, which may take a minute; others wait
}

func fileKey(a db.Asset) string { return a.SHA256 + " " + a.Path }

// condition returns the condition of a file, and why it is not whole. If the judgement is not known yet it returns
// [Unchecked] and calls later once it may be known.
func (j *judge) condition(a db.Asset, c Condition, later func()) (Condition, *client.FileError) {
	if j.ask == nil || c != Whole {
		return c, nil
	}
	if _, ok := j.cache[fileKey(a)]; !ok {
		j.begin(a, later)
	}
	err, ok := j.cache[fileKey(a)]
	var e *client.FileError
	switch {
	case !ok:
		return Unchecked, nil
	case err == nil:
		return Whole, nil
	case !errors.As(err, &e), e.NoDecoder, e.Condition == client.UnknownFormat:
		return Unchecked, nil // the file could not be read, or this computer cannot decode all of it
	case e.Condition == client.PartlyShown:
		return InPart, e
	}
	return Damaged, e
}

// begin judges a file, unless another one is being judged.
func (j *judge) begin(a db.Asset, later func()) {
	if j.busy {
		return
	}
	j.busy = true
	j.host.Go(func(ctx context.Context) {
		err := j.ask(ctx, a)
		j.host.Post(func() {
			j.busy = false
			if ctx.Err() != nil {
				return
			}
			if j.cache == nil || len(j.cache) >= maxJudgements {
				j.cache = map[string]error{}
			}
			j.cache[fileKey(a)] = err
			later()
		})
	})
}

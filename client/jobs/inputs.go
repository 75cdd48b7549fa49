package jobs

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"viviscope/client"
	"viviscope/db"
	"viviscope/db/cast"
)

// inputStore stores the pictures of orders in the library. It is locked for writing while unneeded files are removed.
// It is locked for reading from the moment when a picture is stored until the row that refers to it is committed.
type inputStore struct {
	sync.RWMutex
	lib        Library
	linkDeaths *linkExpiry
}

// storedFiles contains the paths of the stored pictures of one click, by the address of their first byte. Orders share
// their pictures.
type storedFiles map[*byte]string

// storeFile writes an encoded picture into the library, once for all orders that share it.
func (f *inputStore) storeFile(ctx context.Context, data []byte, kept storedFiles) (path string, err error) {
	if path, ok := kept[&data[0]]; ok {
		return path, nil
	}
	if path, err = f.lib.SaveInput(ctx, data, inputExt(data)); err == nil {
		kept[&data[0]] = path
	}
	return path, err
}

// storePictures writes the pictures of an order into the library and returns the inputs for its row.
func (f *inputStore) storePictures(ctx context.Context, inputs []Input, kept storedFiles) ([]db.Input, error) {
	rows := make([]db.Input, len(inputs))
	for i, in := range inputs {
		if len(in.Drawing) > db.MaxDrawing || (len(in.Drawing) > 0 && !json.Valid(in.Drawing)) {
			return nil, fmt.Errorf("keep picture %d: %w", in.Place, ErrDrawing)
		}
		rows[i] = db.Input{
			Place: in.Place, Asset: in.Asset, Width: in.Width, Height: in.Height, Expires: in.Dies,
			Drawing: in.Drawing, Part: in.Part,
		}
		if len(in.Data) == 0 {
			continue
		}
		path, err := f.storeFile(ctx, in.Data, kept)
		if err != nil {
			return nil, err
		}
		rows[i].File, rows[i].MIME = path, mimeOf(in.Data)
	}
	return rows, nil
}

// revisedCast returns the entries of the cast that a revised job uses: those that its prompt mentions, and those that it
// used before and that are still in it. The prompt of a stored job names its entries without "@". An entry is still in
// the job if the prompt has its name and the inputs have its pictures.
func revisedCast(before, now db.Job) []cast.Used {
	used := now.UsedCast()
	inputs, err := InputsOf(now)
	if err != nil {
		return used
	}
	lacks := func(ref string) bool {
		return !slices.ContainsFunc(inputs, func(in db.Input) bool { return in.Asset == ref })
	}
	var kept []cast.Used
	for _, u := range before.UsedCast() {
		again := slices.ContainsFunc(used, func(n cast.Used) bool { return n.Name == u.Name })
		if !again && strings.Contains(now.Prompt, u.Name) && !slices.ContainsFunc(u.Pictures, lacks) {
			kept = append(kept, u)
		}
	}
	return append(kept, used...)
}

// row returns the row of an order. The request contains the one picture that is sent along with an edit. The inputs
// contain which asset that is, and the pictures to host.
func (f *inputStore) row(ctx context.Context, o Order, kept storedFiles) (db.Job, error) {
	if err := o.check(); err != nil {
		return db.Job{}, err
	}
	r := o.Request
	j := db.Job{
		Kind: db.JobKind(r.Kind()), Model: r.ModelName(), Prompt: r.PromptText(), Template: o.Template,
		Board: o.Board, Shot: o.Shot, FinalOf: o.FinalOf,
	}
	j.SetUsedCast(o.Cast)
	inputs, err := f.storePictures(ctx, o.sizedInputs(), kept)
	if err == nil {
		err = f.linkDeaths.fillExpiry(ctx, inputs, linksOf(r))
	}
	if err != nil {
		return db.Job{}, err
	}
	if o.After.isSet() {
		j.After, j.AfterPlace = o.After.Job, o.After.Place
		inputs = reserveInput(inputs, o.After.Place)
	}
	if j.Kind == db.TextToVideo && len(inputs) > 0 {
		j.Kind = db.FramesToVideo
	}
	if err := storeInputs(&j, inputs); err != nil {
		return db.Job{}, err
	}
	if edit, ok := r.(client.EditRequest); ok && len(edit.Image) > 0 {
		if j.InputPath, err = f.storeFile(ctx, edit.Image, kept); err != nil {
			return db.Job{}, err
		}
	}
	return j, store(&j, r)
}

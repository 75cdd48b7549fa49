package dbtest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/png"
	"math/rand/v2"
	"os"
	"slices"
	"sync/atomic"
	"time"

	"viviscope/db"
	"viviscope/db/cast"
)

// InsertJobs writes jobs as one click, without checking grants and budgets.
func InsertJobs(ctx context.Context, l *db.Library, jobs ...db.Job) (made []db.Job, err error) {
	err = l.WriteJobs(ctx, func(tx *db.JobsTx) error {
		made, err = tx.Insert(ctx, jobs)
		return err
	})
	return made, err
}

// Files generates a library of n assets in dir, each with a small file and its sidecar. Pictures are valid and have few
// pixels. Clips have the header of an MP4 file but cannot be played. The library is closed when it returns.
func Files(ctx context.Context, dir string, n int, o Options) error {
	if err := makeEmpty(ctx, dir, o); err != nil {
		return fmt.Errorf("generate %d files: %w", n, err)
	}
	w := writer{jobs: map[string]db.Job{}, tags: map[string][]int64{}}
	library := o.Library
	library.Now = func() time.Time { return time.UnixMilli(w.now.Load()).UTC() } // simulates two years
	l, err := db.Open(ctx, dir, library)
	if err != nil {
		return fmt.Errorf("generate %d files: %w", n, err)
	}
	w.l = l
	m := newMaker(o.Seed, n)
	for m.made < m.n && err == nil {
		err = w.click(ctx, m.click())
	}
	if err == nil {
		err = w.applyAnnotations(ctx)
	}
	if err := errors.Join(err, l.Close()); err != nil {
		return fmt.Errorf("generate %d files: %w", n, err)
	}
	return nil
}

// maraWords describes the generated entry of the cast.
const maraWords = "a woman of forty, yellow raincoat"

// writer adds items to a library through its public methods.
type writer struct {
	l        *db.Library
	now      atomic.Int64 // UTC milliseconds
	jobs     map[string]db.Job
	tags     map[string][]int64
	notes    []db.Asset
	stars    []int64
	trash    []int64
	inAlbums []int64
	portrait string // ref of the first picture; "": none
}

func (w *writer) click(ctx context.Context, all []item) error {
	for _, it := range all {
		w.now.Store(it.asset.CreatedAt.UnixMilli())
		var a db.Asset
		var err error
		if it.kind == "" {
			a, _, err = w.l.Import(ctx, it.asset.Name, bytes.NewReader(content(it)),
				db.ImportMeta{At: it.asset.CreatedAt})
		} else {
			a, err = w.ingest(ctx, it)
		}
		if err != nil {
			return err
		}
		w.queueAnnotations(it, a)
	}
	return nil
}

// queueAnnotations collects the annotations of an asset for applyAnnotations.
func (w *writer) queueAnnotations(it item, a db.Asset) {
	for _, t := range it.asset.Tags {
		w.tags[t] = append(w.tags[t], a.ID)
	}
	if it.asset.Note != "" {
		a.Note = it.asset.Note
		w.notes = append(w.notes, a)
	}
	if it.asset.Starred {
		w.stars = append(w.stars, a.ID)
	}
	if it.trashed {
		w.trash = append(w.trash, a.ID)
	}
	if w.portrait == "" && a.Kind == db.Picture {
		w.portrait = a.Ref
	}
	if a.ID%7 == 0 {
		w.inAlbums = append(w.inAlbums, a.ID)
	}
}

// ingest adds the result of a job. With the first asset of a job it also writes the job and its ledger entries.
func (w *writer) ingest(ctx context.Context, it item) (db.Asset, error) {
	j, err := w.job(ctx, it)
	if err != nil {
		return db.Asset{}, err
	}
	a := it.asset
	ext := "png"
	if a.Kind == db.Clip {
		ext = "mp4"
	}
	name := db.IncomingName(j.Ref, a.ItemIndex, ext)
	path, err := w.l.IncomingPath(name)
	if err != nil {
		return db.Asset{}, err
	}
	if err := os.WriteFile(path, content(it), 0o600); err != nil {
		return db.Asset{}, err
	}
	to, err := w.l.Ingest(ctx, name,
		db.IngestRequest{Ref: a.Ref, At: a.CreatedAt, Title: a.Prompt, Ext: ext, Sidecar: madeOf(it, j)})
	if err != nil {
		return db.Asset{}, err
	}
	a.ID = 0
	a.Path = to.Path
	a.SHA256 = to.SHA256
	a.Bytes = to.Bytes
	a.Tags = nil
	a.Note = ""
	a.Starred = false
	var added *db.Change
	_, err = w.l.Change(ctx, j.ID, func(c *db.Change) error {
		added = c
		c.Add(a)
		return nil
	})
	if err != nil {
		return db.Asset{}, err
	}
	return added.Added()[0], nil
}

func (w *writer) job(ctx context.Context, it item) (db.Job, error) {
	if j, ok := w.jobs[it.job]; ok {
		return j, nil
	}
	made := madeOf(it, db.Job{Ref: it.job, Click: it.click, Kind: it.kind, Model: it.asset.Model,
		Prompt: it.asset.Prompt})
	j := db.Job{Ref: it.job, Click: it.click, ProfileID: 1, Kind: it.kind, State: db.Saved, Model: made.Model,
		Prompt: made.Prompt, Request: made.Request,
		TaskID: made.TaskID, Progress: 100, Currency: made.Currency, EstimateMicros: made.Estimate,
		CreatedAt: made.Clicked, SentAt: made.Sent,
		AcceptedAt: made.Accepted, FinishedAt: made.Finished, EndedAt: it.asset.CreatedAt}
	j.SetUsedCast(made.Cast)
	if len(made.Inputs) > 0 {
		j.Inputs, _ = json.Marshal(made.Inputs) // strings and numbers cannot fail
	}
	j, err := w.l.InsertWith(ctx, j, func(c *db.Change) error {
		for _, cost := range slices.Backward(made.Costs) {
			c.Append(db.Entry{Kind: cost.Kind, AmountMicros: cost.AmountMicros, Currency: cost.Currency, At: cost.At})
		}
		return nil
	})
	w.jobs[it.job] = j
	return j, err
}

// madeOf returns the provenance of an item's job for its sidecar.
func madeOf(it item, j db.Job) db.Provenance {
	a := it.asset
	at := a.CreatedAt
	if j.ID != 0 {
		at = j.EndedAt
	}
	m := db.Provenance{JobRef: j.Ref, Click: j.Click, Index: a.ItemIndex, Kind: j.Kind, Model: j.Model,
		Prompt:   j.Prompt,
		Profile:  "Studio",
		Service:  db.ServiceRef{ProfileID: 1, BaseURL: "https://api.example.com", Since: end.AddDate(-2, 0, -1)},
		Currency: "CNY", Media: db.Media{MIME: a.MIME, Width: a.Width, Height: a.Height, Seconds: a.Seconds, FPS: a.FPS,
			HasAudio: a.HasAudio},
		Clicked: at.Add(-90e9), Sent: at.Add(-90e9), Accepted: at.Add(-89e9), Finished: at.Add(-2e9)}
	request := map[string]any{"model": j.Model, "prompt": j.Prompt}
	if a.Seed != nil {
		request["seed"] = *a.Seed
	}
	m.Request, _ = json.Marshal(request) // strings and numbers cannot fail
	for i, from := range it.from {
		m.Inputs = append(m.Inputs, db.Input{Place: i, Asset: from, Width: 1024, Height: 1024})
	}
	if len(it.from) > 0 {
		m.Cast = []cast.Used{{Name: "Mara", Words: maraWords, Pictures: it.from[:1]}}
	}
	total := *a.CostMicros * int64(it.items)
	m.Estimate = &total
	m.Costs = []db.ProvenanceCost{{Kind: db.Charge, AmountMicros: &total, Currency: "CNY", At: m.Finished}}
	if j.Kind.IsVideo() {
		m.TaskID = "task-" + j.Ref
		m.Costs = append(m.Costs, db.ProvenanceCost{Kind: db.Reserve, AmountMicros: &total, Currency: "CNY",
			At: m.Accepted})
	}
	return m
}

// content returns the bytes of an item's file. They depend only on the item.
func content(it item) []byte {
	if it.asset.Kind == db.Clip {
		return append([]byte("\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isomiso2\x00\x00\x00\x28free"), it.asset.Ref...)
	}
	picture := image.NewGray(image.Rect(0, 0, 8, 6))
	r := rand.New(rand.NewPCG(uint64(it.asset.ID), 1))
	for i := range picture.Pix {
		picture.Pix[i] = uint8(r.UintN(256))
	}
	var b bytes.Buffer
	_ = png.Encode(&b, picture) // writing to a buffer cannot fail
	return b.Bytes()
}

// applyAnnotations sets tags, notes and stars, fills albums and trashes assets, as a user would later.
func (w *writer) applyAnnotations(ctx context.Context) error {
	w.now.Store(end.UnixMilli())
	for tag, ids := range w.tags {
		if _, err := w.l.AddTag(ctx, tag, ids...); err != nil {
			return err
		}
	}
	for _, a := range w.notes {
		if _, err := w.l.SetNote(ctx, a.ID, a.Note); err != nil {
			return err
		}
	}
	if _, err := w.l.StarAll(ctx, w.stars, true); err != nil {
		return err
	}
	albums, err := w.l.Albums(ctx)
	if err != nil {
		return err
	}
	for i, id := range w.inAlbums {
		if _, err := w.l.AddToAlbum(ctx, albums[i%ManualAlbums].Ref, id); err != nil {
			return err
		}
	}
	mara := cast.Entry{Name: "Mara", Kind: cast.Person, Words: maraWords}
	if w.portrait != "" {
		mara.Pictures = []string{w.portrait}
	}
	if _, err := w.l.SaveCast(ctx, "", mara); err != nil {
		return err
	}
	if _, err := w.l.TrashAll(ctx, w.trash); err != nil {
		return err
	}
	return w.l.FlushSidecars(ctx)
}

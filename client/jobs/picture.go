package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"viviscope/client"
	"viviscope/db"
)

// errNoPicture says that a paid answer holds nothing that is a picture. Nobody knows what was charged.
var errNoPicture = errors.New("the answer holds no picture that can be read")

// keepItems puts what an answer brought where it survives: links as they are, bytes as synced files in incoming/. It
// runs before the commit that speaks of them. A full disk is waited out, because these bytes exist nowhere else.
func (e *Engine) keepItems(svc Service, job db.Job, data []client.ImageItem) ([]db.ResultItem, error) {
	items := make([]db.ResultItem, len(data))
	kept := 0
	for i, it := range data {
		inline, link := parts(it)
		items[i].URL = link
		if inline != (client.ImageItem{}) {
			name := db.IncomingName(job.Ref, i, incomingExt)
			switch err := e.keepInline(svc, inline, name); {
			case err == nil:
				items[i].Incoming = name
			case isFileError(err):
				return nil, fmt.Errorf("keep picture %d: %w", i, err)
			default:
				e.log.Warn("picture", "ref", short(job.Ref), "item", i, "err", err)
			}
		}
		if items[i] != (db.ResultItem{}) {
			kept++
		}
	}
	if kept == 0 {
		return nil, errNoPicture
	}
	return items, nil
}

// keepInline writes the bytes of one picture, and tries again while the folder does not take them.
func (e *Engine) keepInline(svc Service, it client.ImageItem, name string) error {
	for wait := time.Second; ; wait = min(2*wait, 30*time.Second) {
		path, err := e.lib.IncomingPath(name)
		if err == nil {
			// The engine's end does not cut this short: it is no network, only this disk.
			err = svc.FetchImage(e.committing(), it, path)
		}
		if err == nil || !isFileError(err) || e.hard.Err() != nil {
			return err
		}
		e.log.Error("keep picture", "err", err)
		t := e.clock.NewTimer(wait)
		select {
		case <-t.C():
		case <-e.hard.Done():
			t.Stop()
		}
	}
}

// fetchPictures brings the pictures of an answer into the library, each with a commit of its own. A picture whose
// link died is lost; the job ends when every picture is saved or lost.
func (e *Engine) fetchPictures(ctx context.Context, job db.Job, f *fetch) error {
	var items []db.ResultItem
	if err := json.Unmarshal(job.ResultItems, &items); err != nil {
		return fmt.Errorf("read pictures of job %d: %w", job.ID, err)
	}
	var failed error
	for i, it := range items {
		if it.Saved || it == (db.ResultItem{}) {
			continue
		}
		err := e.fetchPicture(ctx, job, i, it)
		if err == nil {
			continue
		}
		if ctx.Err() != nil {
			return err
		}
		// Bytes that are gone from this disk, without a link, exist nowhere.
		if !errors.Is(err, errMissing) && !f.lost(job, i, err, e.now()) {
			failed = err // the others must not wait for this one
			continue
		}
		if err := e.endItem(job.ID, i, db.ResultItem{}, nil, troubleOf(err)); err != nil {
			return err
		}
	}
	if failed == nil && len(items) == 0 {
		return e.expire(job.ID, trouble{Code: CodeNoPicture, Message: errNoPicture.Error()})
	}
	return failed
}

func (e *Engine) fetchPicture(ctx context.Context, job db.Job, i int, it db.ResultItem) error {
	ref := db.AssetRef(job.Ref, i)
	landed, err := e.lib.LandedFile(ctx, ref)
	if errors.Is(err, db.ErrNotFound) {
		landed, err = e.bringPicture(ctx, job, i, it, ref)
	}
	if err != nil {
		return err
	}
	asset := db.Asset{
		Ref: ref, JobID: job.ID, Kind: db.Picture, ItemIndex: i,
		Path: landed.Path, SHA256: landed.SHA256, Bytes: landed.Bytes,
		Prompt: job.Prompt, Model: job.Model,
	}
	if client.IsHTTPURL(it.URL) {
		asset.Link, asset.LinkDies = it.URL, job.ExpiresAt
	}
	if info, err := e.measurePicture(landed.Path); err != nil {
		e.log.Error("measure picture", "ref", short(job.Ref), "err", err)
	} else {
		asset.Width, asset.Height, asset.MIME = info.Width, info.Height, "image/"+info.Format
	}
	it.Saved = true
	return e.endItem(job.ID, i, it, &asset, trouble{})
}

// bringPicture gets one picture into incoming/ and lands it.
func (e *Engine) bringPicture(ctx context.Context, job db.Job, i int, it db.ResultItem, ref string) (db.Landed, error) {
	name := it.Incoming
	if name == "" {
		name = db.IncomingName(job.Ref, i, incomingExt)
	}
	path, err := e.lib.IncomingPath(name)
	if err != nil {
		return db.Landed{}, err
	}
	if !whole(path) {
		if it.URL == "" {
			return db.Landed{}, errMissing
		}
		svc, err := e.conns.get(ctx, job.ProfileID)
		if err != nil {
			return db.Landed{}, err
		}
		if err := svc.FetchImage(ctx, client.ImageItem{URL: it.URL}, path); err != nil {
			return db.Landed{}, err
		}
	}
	info, err := checkPicture(e.lib.OpenIncoming(name))
	if err != nil {
		os.Remove(path) // not what was checked when it came; a link brings it again
		return db.Landed{}, err
	}
	file := fileFacts{index: i, media: db.Media{MIME: "image/" + info.Format, Width: info.Width, Height: info.Height}}
	return e.land(job, name, ref, strings.TrimPrefix(info.Ext(), "."), file)
}

// endItem commits the end of one picture: its asset, or its loss. The last one ends the job.
func (e *Engine) endItem(id int64, i int, it db.ResultItem, asset *db.Asset, t trouble) error {
	_, err := e.change(e.committing(), id, func(s *step) error {
		var items []db.ResultItem
		if err := json.Unmarshal(s.Job.ResultItems, &items); err != nil {
			return fmt.Errorf("read pictures of job %d: %w", id, err)
		}
		if i >= len(items) || s.Job.State != db.Saving {
			return &MoveError{ID: id, From: s.Job.State, To: db.Saved}
		}
		items[i] = it
		raw, err := json.Marshal(items)
		if err != nil {
			return err
		}
		s.Job.ResultItems = raw
		if asset != nil {
			asset.CreatedAt = s.now
			s.Add(*asset)
		}
		open, lost := 0, 0
		for _, it := range items {
			switch {
			case it == (db.ResultItem{}):
				lost++
			case !it.Saved:
				open++
			}
		}
		switch {
		case open > 0:
			return nil
		case lost == 0:
			s.Job.ErrorCode, s.Job.ErrorMessage = "", ""
			return s.move(db.Saved)
		}
		if t == (trouble{}) {
			t.Message = fmt.Sprintf("%d of %d pictures could not be saved", lost, len(items))
		}
		t.Code = CodeLinkDead
		s.trouble(t)
		return s.move(db.Expired)
	})
	return err
}

func (e *Engine) measurePicture(rel string) (client.ImageInfo, error) {
	return checkPicture(e.lib.OpenFile(rel))
}

// checkPicture measures a picture that was just opened, and closes it.
func checkPicture(f *os.File, err error) (client.ImageInfo, error) {
	if err != nil {
		return client.ImageInfo{}, err
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return client.ImageInfo{}, err
	}
	return client.CheckImage(f, st.Size())
}

// incomingExt is the ending of a picture whose format nobody has looked at yet.
const incomingExt = "img"

// parts splits an item into the bytes that came along and the link, either of which may be missing.
func parts(it client.ImageItem) (inline client.ImageItem, link string) {
	data := len(it.URL) > 5 && strings.EqualFold(it.URL[:5], "data:")
	if it.URL != "" && !data {
		link = it.URL
	}
	switch {
	case it.B64JSON != "":
		inline.B64JSON = it.B64JSON
	case data:
		inline.URL = it.URL
	}
	return inline, link
}

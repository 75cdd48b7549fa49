package jobs

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

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
			switch err := e.keepInline(svc, inline, name, job.ID); {
			case err == nil:
				items[i].Incoming = name
			case errors.Is(err, client.ErrAsDelivered):
				if link == "" { // else they are for where the link is dead
					items[i].Incoming = name + client.RefusedExt
				}
				e.log.Warn("picture", "ref", short(job.Ref), "item", i, "err", err)
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
func (e *Engine) keepInline(svc Service, it client.ImageItem, name string, job int64) error {
	return e.insist(func() (bool, error) {
		path, err := e.lib.IncomingPath(name)
		if err == nil {
			// The engine's end does not cut this short: it is no network, only this disk.
			err = svc.FetchImage(e.committing(), it, path)
		}
		if isFileError(err) {
			e.log.Error("keep picture", "err", err)
			e.status.wrote(job, err)
		}
		return isFileError(err), err
	})
}

// fetchPictures brings the pictures of an answer into the library, each with a commit of its own. A picture whose
// link died is lost, but its link stays in the row; the job ends when every picture is saved or lost.
func (e *Engine) fetchPictures(ctx context.Context, job db.Job, f *fetch) error {
	var items []db.ResultItem
	if err := json.Unmarshal(job.ResultItems, &items); err != nil {
		return fmt.Errorf("read pictures of job %d: %w", job.ID, err)
	}
	var failed error
	for i, it := range items {
		if it.Saved || gone(it) {
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
		if it.Incoming == "" { // it may have come once, damaged
			kept := db.ResultItem{URL: it.URL, Incoming: db.IncomingName(job.Ref, i, incomingExt) + client.RefusedExt}
			path, why := e.lib.IncomingPath(kept.Incoming)
			if why = cmp.Or(why, missing(path)); why == nil {
				why = e.fetchPicture(ctx, job, i, kept)
			}
			if !errors.Is(why, errMissing) {
				failed = cmp.Or(why, failed)
				continue
			}
		}
		lost := db.ResultItem{URL: it.URL, Lost: it.URL != ""}
		if err := e.endItem(job.ID, i, lost, nil, troubleOf(err)); err != nil {
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
	asset := db.Asset{Ref: ref, Kind: db.Picture, ItemIndex: i, Path: landed.Path, SHA256: landed.SHA256, Bytes: landed.Bytes}
	if client.IsHTTPURL(it.URL) && !client.HoldsKey(it.URL) {
		asset.Link, asset.LinkDies = it.URL, job.ExpiresAt
	}
	switch info, err := checkPicture(e.lib.OpenFile(landed.Path)); {
	case errors.Is(err, client.ErrDamaged): // what is shown of it has a size
		it.Damaged, asset.Width, asset.Height = true, info.Width, info.Height
	case err != nil:
		return err
	default:
		asset.Width, asset.Height, asset.MIME = info.Width, info.Height, info.MIME
	}
	it.Saved, it.URL = true, "" // it may be a signed one, and nobody needs it any more
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
	switch err := missing(path); {
	case err != nil && (it.URL == "" || !errors.Is(err, errMissing)):
		return db.Landed{}, err
	case err != nil:
		svc, err := e.conns.get(ctx, job.ProfileID)
		if err != nil {
			return db.Landed{}, err
		}
		err = svc.FetchImage(ctx, client.ImageItem{URL: it.URL}, path)
		if errors.Is(err, client.ErrAsDelivered) {
			name += client.RefusedExt
		} else if err != nil {
			return db.Landed{}, err
		}
	}
	info, err := checkPicture(e.lib.OpenIncoming(name))
	switch {
	case errors.Is(err, client.ErrDamaged) && it.URL != "" && !strings.HasSuffix(name, client.RefusedExt):
		os.Remove(path) // not what was checked when it came; the link brings it again
		return db.Landed{}, err
	case errors.Is(err, client.ErrDamaged): // the only copy
		ext, err := formatOf(e.lib.OpenIncoming(name))
		if err != nil {
			return db.Landed{}, err
		}
		return e.land(job, name, ref, ext, fileFacts{index: i, trouble: CodeAsDelivered})
	case err != nil: // it cannot be read now, which says nothing about it
		return db.Landed{}, err
	}
	file := fileFacts{index: i, media: db.Media{MIME: info.MIME, Width: info.Width, Height: info.Height}}
	return e.land(job, name, ref, info.Ext(), file)
}

// gone reports whether nothing more is done for a picture.
func gone(it db.ResultItem) bool { return it.Lost || it == db.ResultItem{} }

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
		open, lost, damaged := 0, 0, 0
		for _, it := range items {
			switch {
			case gone(it):
				lost++
			case it.Damaged:
				damaged++
			case !it.Saved:
				open++
			}
		}
		if open == 0 && lost == 0 {
			e.dropAnswer(s.Job)
		}
		switch {
		case open > 0:
			return nil
		case lost == 0 && damaged > 0:
			s.trouble(trouble{Code: CodeAsDelivered, Message: fmt.Sprintf("%d of %d pictures cannot be read", damaged, len(items))})
			return s.move(db.Saved)
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

// dropAnswer removes the answer of a job that was kept because not all of it could be read. Most often there is none.
func (e *Engine) dropAnswer(job *db.Job) {
	if path, err := e.lib.IncomingPath(job.Ref + largeAnswer + client.AnswerExt); err == nil {
		_ = os.Remove(path) // what stays goes at the next start
	}
}

// checkPicture judges a picture that was just opened, and closes it. Errors: [client.ErrDamaged], with the size of what a decoder shows, and
// those of reading.
func checkPicture(f *os.File, err error) (client.FileInfo, error) {
	if err != nil {
		return client.FileInfo{}, err
	}
	f.Close() // only its name is used
	info, err := client.Judge(context.Background(), f.Name())
	if err == nil && info.Clip {
		err = fmt.Errorf("%w: a clip came in the place of a picture", client.ErrDamaged)
	}
	return info, err
}

// formatOf returns the ending for a file that the program cannot read, by its first bytes, and closes it.
func formatOf(f *os.File, err error) (ext string, _ error) {
	if err != nil {
		return "", err
	}
	defer f.Close()
	head := make([]byte, 16)
	if n, err := f.ReadAt(head, 0); n < len(head) && err != io.EOF {
		return "", err
	}
	for ext, first := range map[string]string{"png": "\x89PNG", "jpg": "\xff\xd8\xff", "gif": "GIF8", "tif": "II*\x00", "bmp": "BM"} {
		if strings.HasPrefix(string(head), first) {
			return ext, nil
		}
	}
	switch string(head[8:12]) {
	case "WEBP":
		return "webp", nil
	case "avif":
		return "avif", nil
	case "heic", "mif1":
		return "heic", nil
	}
	return "bin", nil
}

// incomingExt is the ending of a picture whose format nobody has looked at yet.
const incomingExt = "img"

// parts splits an item into the bytes that came along and the link, either of which may be missing.
func parts(it client.ImageItem) (inline client.ImageItem, link string) {
	url := it.URL
	data := len(url) > 5 && strings.EqualFold(url[:5], "data:")
	if !data {
		link = url
	}
	if it.URL = ""; data {
		it.URL = url
	}
	it.RevisedPrompt = ""
	return it, link
}

// largeAnswer stands behind the ref of a job in the names of the files that a large answer is decoded into.
const largeAnswer = "-answer"

package jobs

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"viviscope/client"
	"viviscope/db"
)

// pictureFetcher stores the pictures of answers in the library.
type pictureFetcher struct {
	*lifetime
	lib      Library
	records  *records
	conns    *connections
	incoming *incomingFiles
	landing  *landing
}

// fetchPictures brings the pictures of an answer into the library, with one commit for each. A picture with a dead link
// is lost, but its link stays in the row. The job ends when every picture is saved or lost.
func (p *pictureFetcher) fetchPictures(ctx context.Context, job db.Job, refused refusals) error {
	var items []db.ResultItem
	if err := json.Unmarshal(job.ResultItems, &items); err != nil {
		return fmt.Errorf("read pictures of job %d: %w", job.ID, err)
	}
	var failed error
	for i, it := range items {
		if it.Saved || isUnavailable(it) {
			continue
		}
		err := p.fetchPicture(ctx, job, i, it)
		if err == nil {
			continue
		}
		if ctx.Err() != nil {
			return err
		}
		// A picture without a link and without its file cannot be recovered.
		if !errors.Is(err, errMissing) && !refused.isLost(job, i, err, p.now()) {
			failed = err // the others must not wait for this one
			continue
		}
		if it.Incoming == "" { // a damaged copy may have been downloaded before
			kept := db.ResultItem{URL: it.URL, Incoming: db.IncomingName(job.Ref, i, incomingExt) + client.RefusedExt}
			path, why := p.lib.IncomingPath(kept.Incoming)
			why = cmp.Or(why, checkStored(path))
			if why == nil {
				why = p.fetchPicture(ctx, job, i, kept)
			}
			if !errors.Is(why, errMissing) {
				failed = cmp.Or(why, failed)
				continue
			}
		}
		lost := db.ResultItem{URL: it.URL, Lost: it.URL != ""}
		if err := p.commitItem(job.ID, i, lost, nil, faultOf(err)); err != nil {
			return err
		}
	}
	if failed == nil && len(items) == 0 {
		return p.landing.expire(job.ID, fault{Code: CodeNoPicture, Message: errNoPicture.Error()})
	}
	return failed
}

func (p *pictureFetcher) fetchPicture(ctx context.Context, job db.Job, i int, it db.ResultItem) error {
	ref := db.AssetRef(job.Ref, i)
	landed, err := p.lib.IngestedFile(ctx, ref)
	if errors.Is(err, db.ErrNotFound) {
		landed, err = p.importPicture(ctx, job, i, it, ref)
	}
	if err != nil {
		return err
	}
	asset := db.Asset{
		Ref: ref, Kind: db.Picture, ItemIndex: i, Path: landed.Path, SHA256: landed.SHA256, Bytes: landed.Bytes,
	}
	if client.IsHTTPURL(it.URL) && !client.NeedsKey(it.URL) {
		asset.Link, asset.LinkExpires = it.URL, job.ExpiresAt
	}
	switch info, err := checkPicture(p.lib.OpenFile(landed.Path)); {
	case errors.Is(err, client.ErrDamaged): // the decoded part has a size
		it.Damaged, asset.Width, asset.Height = true, info.Width, info.Height
	case err != nil:
		return err
	default:
		asset.Width, asset.Height, asset.MIME = info.Width, info.Height, info.MIME
	}
	it.Saved, it.URL = true, "" // the link may be signed, and is not needed any more
	return p.commitItem(job.ID, i, it, &asset, fault{})
}

// importPicture downloads one picture to incoming/, if it is not there, and lands it.
func (p *pictureFetcher) importPicture(ctx context.Context, job db.Job, i int, it db.ResultItem, ref string) (
	db.StoredFile, error) {
	name := it.Incoming
	if name == "" {
		name = db.IncomingName(job.Ref, i, incomingExt)
	}
	path, err := p.lib.IncomingPath(name)
	if err != nil {
		return db.StoredFile{}, err
	}
	switch err := checkStored(path); {
	case err != nil && (it.URL == "" || !errors.Is(err, errMissing)):
		return db.StoredFile{}, err
	case err != nil:
		svc, err := p.conns.get(ctx, job.ProfileID)
		if err != nil {
			return db.StoredFile{}, err
		}
		err = svc.FetchImage(ctx, client.ImageItem{URL: it.URL}, path)
		if errors.Is(err, client.ErrDeliveredDamaged) {
			name += client.RefusedExt
		} else if err != nil {
			return db.StoredFile{}, err
		}
	}
	info, err := checkPicture(p.lib.OpenIncoming(name))
	switch {
	case errors.Is(err, client.ErrDamaged) && it.URL != "" && !strings.HasSuffix(name, client.RefusedExt):
		os.Remove(path) // the file changed after it was checked; download it again
		return db.StoredFile{}, err
	case errors.Is(err, client.ErrDamaged): // the only copy
		ext, err := formatOf(p.lib.OpenIncoming(name))
		if err != nil {
			return db.StoredFile{}, err
		}
		return p.landing.land(job, name, ref, ext, fileFacts{index: i, trouble: CodeAsDelivered})
	case err != nil: // a read error shows nothing about the picture
		return db.StoredFile{}, err
	}
	file := fileFacts{index: i, media: db.Media{MIME: info.MIME, Width: info.Width, Height: info.Height}}
	return p.landing.land(job, name, ref, info.Ext(), file)
}

// commitItem commits one picture as saved, with its asset, or as lost. The last one ends the job.
func (p *pictureFetcher) commitItem(id int64, i int, it db.ResultItem, asset *db.Asset, t fault) error {
	_, err := p.records.change(p.commitContext(), id, func(s *step) error {
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
			case isUnavailable(it):
				lost++
			case it.Damaged:
				damaged++
			case !it.Saved:
				open++
			}
		}
		if open == 0 && lost == 0 {
			p.incoming.removeAnswer(s.Job)
		}
		switch {
		case open > 0:
			return nil
		case lost == 0 && damaged > 0:
			unread := fmt.Sprintf("%d of %d pictures cannot be read", damaged, len(items))
			s.setFault(fault{Code: CodeAsDelivered, Message: unread})
			return s.move(db.Saved)
		case lost == 0:
			s.Job.ErrorCode, s.Job.ErrorMessage = "", ""
			return s.move(db.Saved)
		}
		if t == (fault{}) {
			t.Message = fmt.Sprintf("%d of %d pictures could not be saved", lost, len(items))
		}
		t.Code = CodeLinkDead
		s.setFault(t)
		return s.move(db.Expired)
	})
	return err
}

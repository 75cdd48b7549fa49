package jobs

import (
	"context"
	"errors"

	"viviscope/client"
	"viviscope/db"
)

// clipFetcher downloads the clips of finished tasks.
type clipFetcher struct {
	*lifetime
	lib     Library
	records *records
	conns   *connections
	landing *landing
}

// fetchClip downloads the clip of a finished task into the library. It can be interrupted and restarted at any point:
// it resumes a partial file in incoming/, lands a complete one, and adds the row of a file that has landed without one.
func (c *clipFetcher) fetchClip(ctx context.Context, job db.Job, t *rateMeter) error {
	if job.State == db.Completed {
		var err error
		job, err = c.records.change(c.commitContext(), job.ID, func(s *step) error {
			return s.moveFrom(db.Downloading, db.Completed)
		})
		if err != nil {
			return err
		}
	}
	landed, err := c.lib.IngestedFile(ctx, db.AssetRef(job.Ref, 0))
	switch {
	case err == nil && job.ErrorCode == CodeAsDelivered:
		return c.commitClip(job, landed, fault{Code: job.ErrorCode, Message: job.ErrorMessage})
	case errors.Is(err, db.ErrNotFound):
		landed, err = c.downloadClip(ctx, job, t)
	}
	if errors.Is(err, client.ErrDeliveredDamaged) {
		return c.importRefused(job, err)
	}
	if err != nil {
		return err
	}
	return c.commitClip(job, landed, fault{})
}

// importRefused stores a clip in the library as it was delivered, although it is damaged or in a container that the
// program does not know. The service will deliver no other. Errors: errMissing if no refused file was kept.
func (c *clipFetcher) importRefused(job db.Job, why error) error {
	name := db.IncomingName(job.Ref, 0, "mp4") + client.RefusedExt
	path, err := c.lib.IncomingPath(name)
	if err != nil {
		return err
	}
	if err := checkStored(path); err != nil {
		return err
	}
	t := fault{Code: CodeAsDelivered, Message: faultOf(why).Message}
	c.landing.storeReason(job, t) // before the file has its row, so that the row describes the file after a crash
	landed, err := c.landClip(job, name, t.Code)
	if err != nil {
		return err
	}
	return c.commitClip(job, landed, t)
}

// commitClip commits the asset of a clip that has landed. t describes what is wrong with it, if anything.
func (c *clipFetcher) commitClip(job db.Job, landed db.StoredFile, t fault) error {
	m, err := measureClip(c.lib.OpenFile(landed.Path))
	if err != nil { // an unmeasured file is stored too, because it was paid for
		c.log.Error("measure clip", "ref", shortRef(job.Ref), "err", err)
	}
	_, m.MIME = containerOf(c.lib.OpenFile(landed.Path))
	asset := db.Asset{
		Ref: db.AssetRef(job.Ref, 0), Kind: db.Clip, MIME: m.MIME,
		Path: landed.Path, SHA256: landed.SHA256, Bytes: landed.Bytes,
		Width: m.Width, Height: m.Height, Seconds: m.Seconds, FPS: m.FPS, HasAudio: m.HasAudio,
	}
	_, err = c.records.change(c.commitContext(), job.ID, func(s *step) error {
		asset.CreatedAt = s.now
		s.Add(asset)
		s.setFault(t)
		s.settle(db.Charge, "")
		return s.moveFrom(db.Saved, db.Downloading)
	})
	return err
}

func (c *clipFetcher) downloadClip(ctx context.Context, job db.Job, t *rateMeter) (db.StoredFile, error) {
	name := db.IncomingName(job.Ref, 0, "mp4")
	path, err := c.lib.IncomingPath(name)
	if err != nil {
		return db.StoredFile{}, err
	}
	if checkStored(path) != nil {
		svc, err := c.conns.get(ctx, job.ProfileID)
		if err != nil {
			if ctx.Err() == nil {
				c.conns.report(job.ProfileID, svc, c.conns.nextRequest(), err)
			}
			return db.StoredFile{}, err
		}
		if err := checkAccount(svc, job.Account); err != nil {
			return db.StoredFile{}, err
		}
		asked := c.conns.nextRequest()
		err = svc.DownloadVideo(ctx, job.TaskID, path, c.landing.progressCallback(job.ID, t))
		if ctx.Err() == nil && !isFileError(err) {
			c.conns.report(job.ProfileID, svc, asked, err)
		}
		if err != nil {
			return db.StoredFile{}, err
		}
	}
	return c.landClip(job, name, "")
}

// landClip moves a clip from incoming/ into the library. code describes what is wrong with it; "" if nothing is.
func (c *clipFetcher) landClip(job db.Job, name, code string) (db.StoredFile, error) {
	media, err := measureClip(c.lib.OpenIncoming(name))
	if err != nil {
		// It is measured again, with a warning, after it has landed.
		c.log.Debug("measure clip", "ref", shortRef(job.Ref), "err", err)
	}
	charged := media
	if err != nil { // the charge does not depend on how much of a damaged clip can be played
		charged = db.Media{MIME: media.MIME}
	}
	if err := c.chargeByClip(job, charged); err != nil {
		return db.StoredFile{}, err
	}
	var ext string
	ext, media.MIME = containerOf(c.lib.OpenIncoming(name))
	return c.landing.land(job, name, db.AssetRef(job.Ref, 0), ext, fileFacts{media: media, trouble: code})
}

// chargeByClip closes a tracked task's reserve without an amount, at a price computed from the clip: its length, its
// size and whether it has sound. It commits before the clip lands, because the sidecar of the clip contains the price.
func (c *clipFetcher) chargeByClip(job db.Job, m db.Media) error {
	if job.Note != NoteTracked {
		return nil
	}
	_, err := c.records.change(c.commitContext(), job.ID, func(s *step) error {
		en, open := s.openWithoutAmount()
		if !open {
			return errNothingOpen
		}
		s.entry(db.Charge, priceOfClip(s.prices.tableAt(s.Job.ProfileID, en.At), s.Job.Model, m), en.Currency, "")
		return nil
	})
	if errors.Is(err, errNothingOpen) {
		return nil
	}
	return err
}

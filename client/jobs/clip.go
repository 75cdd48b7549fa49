package jobs

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"

	"viviscope/client"
	"viviscope/client/mp4"
	"viviscope/db"
	"viviscope/db/folder"
)

// fetchClip brings the clip of a finished task into the library. It can be cut at any point and begun again: a part
// in incoming/ is resumed, a whole file there is landed, and a landed file without its row gets its row.
func (e *Engine) fetchClip(ctx context.Context, job db.Job, t *turn) error {
	if job.State == db.Completed {
		var err error
		job, err = e.change(e.committing(), job.ID, func(s *step) error { return s.moveFrom(db.Downloading, db.Completed) })
		if err != nil {
			return err
		}
	}
	landed, err := e.lib.LandedFile(ctx, db.AssetRef(job.Ref, 0))
	switch {
	case err == nil && job.ErrorCode == CodeAsDelivered:
		return e.fileClip(job, landed, trouble{Code: job.ErrorCode, Message: job.ErrorMessage})
	case errors.Is(err, db.ErrNotFound):
		landed, err = e.downloadClip(ctx, job, t)
	}
	if errors.Is(err, client.ErrAsDelivered) {
		return e.keepRefused(job, err)
	}
	if err != nil {
		return err
	}
	return e.fileClip(job, landed, trouble{})
}

// keepRefused brings a clip into the library as it was delivered, although it is damaged or in a container that the
// program does not know: no other will come. Errors: errMissing
// where none was kept.
func (e *Engine) keepRefused(job db.Job, why error) error {
	name := db.IncomingName(job.Ref, 0, "mp4") + client.RefusedExt
	path, err := e.lib.IncomingPath(name)
	if err != nil {
		return err
	}
	if err := missing(path); err != nil {
		return err
	}
	t := trouble{Code: CodeAsDelivered, Message: troubleOf(why).Message}
	e.explain(job, t) // it says what the file is, should the program die before the file has its row
	landed, err := e.landClip(job, name, t.Code)
	if err != nil {
		return err
	}
	return e.fileClip(job, landed, t)
}

// fileClip commits the asset of a clip that has landed. t is what is wrong with it.
func (e *Engine) fileClip(job db.Job, landed db.Landed, t trouble) error {
	m, err := measureMP4(e.lib.OpenFile(landed.Path))
	if err != nil { // without measures it is still what was paid for
		e.log.Error("measure clip", "ref", short(job.Ref), "err", err)
	}
	if t.Code == CodeAsDelivered {
		_, m.MIME = containerOf(e.lib.OpenFile(landed.Path))
	}
	asset := db.Asset{
		Ref: db.AssetRef(job.Ref, 0), Kind: db.Clip, MIME: m.MIME, Path: landed.Path, SHA256: landed.SHA256, Bytes: landed.Bytes,
		Width: m.Width, Height: m.Height, Seconds: m.Seconds, FPS: m.FPS, HasAudio: m.HasAudio,
	}
	_, err = e.change(e.committing(), job.ID, func(s *step) error {
		asset.CreatedAt = s.now
		s.Add(asset)
		s.trouble(t)
		s.settle(db.Charge, "")
		return s.moveFrom(db.Saved, db.Downloading)
	})
	return err
}

func (e *Engine) downloadClip(ctx context.Context, job db.Job, t *turn) (db.Landed, error) {
	name := db.IncomingName(job.Ref, 0, "mp4")
	path, err := e.lib.IncomingPath(name)
	if err != nil {
		return db.Landed{}, err
	}
	if missing(path) != nil {
		svc, err := e.conns.get(ctx, job.ProfileID)
		if err != nil {
			if ctx.Err() == nil {
				e.conns.report(job.ProfileID, svc, err)
			}
			return db.Landed{}, err
		}
		err = svc.DownloadVideo(ctx, job.TaskID, path, e.ticking(job.ID, t))
		if ctx.Err() == nil && !isFileError(err) {
			e.conns.report(job.ProfileID, svc, err)
		}
		if err != nil {
			return db.Landed{}, err
		}
	}
	return e.landClip(job, name, "")
}

// landClip moves a clip from incoming/ into the library. code is what is wrong with it.
func (e *Engine) landClip(job db.Job, name, code string) (db.Landed, error) {
	media, err := measureMP4(e.lib.OpenIncoming(name))
	if err != nil {
		e.log.Debug("measure clip", "ref", short(job.Ref), "err", err) // it is measured and warned about once more in its place
	}
	if err := e.chargeByClip(job, media); err != nil {
		return db.Landed{}, err
	}
	ext := "mp4"
	if code == CodeAsDelivered {
		ext, media.MIME = containerOf(e.lib.OpenIncoming(name))
	}
	return e.land(job, name, db.AssetRef(job.Ref, 0), ext, fileFacts{media: media, trouble: code})
}

// containerOf returns the extension and the media type of a delivered file by its first bytes, and closes the file.
// What it does not know, or cannot read, counts as MP4, which is what was ordered.
func containerOf(f *os.File, err error) (ext, mime string) {
	if err != nil {
		return "mp4", folder.MP4
	}
	defer f.Close()
	head := make([]byte, 512)
	n, _ := io.ReadFull(f, head)
	head = head[:n]
	switch {
	case bytes.HasPrefix(head, []byte("\x1a\x45\xdf\xa3")) && !bytes.Contains(head, []byte("webm")):
		return "mkv", "video/x-matroska"
	case bytes.HasPrefix(head, []byte("\x1a\x45\xdf\xa3")):
		return "webm", "video/webm"
	case isQuickTime(f):
		return "mov", "video/quicktime"
	}
	return "mp4", folder.MP4
}

// isQuickTime reports whether a file consists of boxes and has the brand of QuickTime, or no brand before its media:
// older QuickTime files have none.
func isQuickTime(f io.ReaderAt) bool {
	for at, boxes := int64(0), 0; boxes < 8; boxes++ {
		var b [12]byte
		if n, _ := f.ReadAt(b[:], at); n < 8 {
			return false
		}
		switch size := int64(binary.BigEndian.Uint32(b[:4])); string(b[4:8]) {
		case "ftyp":
			return string(b[8:12]) == "qt  "
		case "moov", "mdat", "pnot":
			return true
		case "free", "skip", "wide", "uuid":
			if size < 8 { // it fills the file, or its length stands elsewhere
				return false
			}
			at += size
		default:
			return false
		}
	}
	return false
}

// measureMP4 reads what a clip that was just opened says of itself, and closes it.
func measureMP4(f *os.File, err error) (db.Media, error) {
	m := db.Media{MIME: folder.MP4}
	if err != nil {
		return m, err
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return m, err
	}
	info, err := mp4.Check(f, st.Size())
	if err != nil {
		return m, fmt.Errorf("check clip: %w", err)
	}
	m.Width, m.Height = info.Width, info.Height
	m.Seconds, m.FPS, m.HasAudio = info.Seconds, info.FPS, info.HasAudio
	return m, nil
}

// Probe says what an imported file says of itself, as [db.Options] wants it: of a picture, how large it is seen.
func Probe(_ context.Context, kind db.AssetKind, path string) (m db.Media, err error) {
	f, err := os.Open(path)
	if err != nil || kind == db.Clip {
		return measureMP4(f, err)
	}
	defer f.Close()
	if m.MIME, m.Width, m.Height, err = folder.Measure(f); err != nil {
		return m, err
	}
	_, err = f.Seek(0, io.SeekStart)
	m.Width, m.Height = client.Upright(f, m.Width, m.Height)
	return m, err
}

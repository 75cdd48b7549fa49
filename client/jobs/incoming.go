package jobs

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"viviscope/client"
	"viviscope/db"
)

// incomingExt is the file extension of a picture of unknown format.
const incomingExt = "img"

// largeAnswer follows the ref of a job in the names of the files that a large answer is decoded into.
const largeAnswer = "-answer"

// splitItem splits an item into its inline bytes and its link. Either may be missing.
func splitItem(it client.ImageItem) (inline client.ImageItem, link string) {
	url := it.URL
	data := len(url) > 5 && strings.EqualFold(url[:5], "data:")
	if !data {
		link = url
	}
	it.URL = ""
	if data {
		it.URL = url
	}
	it.RevisedPrompt = ""
	return it, link
}

// isUnavailable reports whether a picture is lost or empty, so that it needs no further work.
func isUnavailable(it db.ResultItem) bool { return it.Lost || it == db.ResultItem{} }

// checkStored returns nil if a file of incoming/ exists and errMissing if it does not. Files there were checked before
// they got their names. Any other error does not show whether the file exists: its disk may be disconnected.
func checkStored(path string) error {
	st, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Stat(filepath.Dir(path)); err != nil {
			return err
		}
		return errMissing
	}
	if err == nil && (!st.Mode().IsRegular() || st.Size() == 0) {
		return errMissing
	}
	return err
}

// errMissing reports that a file which a row refers to is no longer in incoming/.
var errMissing = fmt.Errorf("the stored bytes are missing: %w", fs.ErrNotExist)

// maxPictures is the largest number of pictures of one answer.
const maxPictures = 16

// incomingFiles stores the pictures that an answer contained, as files in incoming/.
type incomingFiles struct {
	*lifetime
	lib    Library
	status *status
}

// storeItems stores the pictures of an answer before the commit that refers to them: links as they are, bytes as synced
// files in incoming/. If the disk is full it waits, because these bytes exist nowhere else.
func (inc *incomingFiles) storeItems(svc Service, job db.Job, data []client.ImageItem) ([]db.ResultItem, error) {
	items := make([]db.ResultItem, len(data))
	kept := 0
	for i, it := range data {
		inline, link := splitItem(it)
		items[i].URL = link
		if inline != (client.ImageItem{}) {
			name := db.IncomingName(job.Ref, i, incomingExt)
			switch err := inc.storeInline(svc, inline, name, job.ID); {
			case err == nil:
				items[i].Incoming = name
			case errors.Is(err, client.ErrDeliveredDamaged):
				if link == "" { // otherwise the refused file is used only if the link is dead
					items[i].Incoming = name + client.RefusedExt
				}
				inc.log.Warn("picture", "ref", shortRef(job.Ref), "item", i, "err", err)
			case isFileError(err):
				return nil, fmt.Errorf("keep picture %d: %w", i, err)
			default:
				inc.log.Warn("picture", "ref", shortRef(job.Ref), "item", i, "err", err)
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

// storeInline writes the bytes of one picture. It retries while the folder cannot be written.
func (inc *incomingFiles) storeInline(svc Service, it client.ImageItem, name string, job int64) error {
	return inc.retry(func() (bool, error) {
		path, err := inc.lib.IncomingPath(name)
		if err == nil {
			// Stopping the engine does not cancel this: it uses only this disk, not the network.
			err = svc.FetchImage(inc.commitContext(), it, path)
		}
		if isFileError(err) {
			inc.log.Error("keep picture", "err", err)
			inc.status.recordWrite(job, err)
		}
		return isFileError(err), err
	})
}

// removeAnswer removes the answer of a job that was kept because not all of it could be read. Most often there is none.
func (inc *incomingFiles) removeAnswer(job *db.Job) {
	if path, err := inc.lib.IncomingPath(job.Ref + largeAnswer + client.UnreadableExt); err == nil {
		_ = os.Remove(path) // leftovers are removed at the next start
	}
}

// received returns the pictures in incoming/ that an answer to a job contained as bytes, including refused ones. Named
// pictures are complete and synced. Pictures of a large answer may have no name of their own yet, and may be
// incomplete. A picture that cannot be read now counts as present.
func (inc *incomingFiles) received(job db.Job) (items []db.ResultItem) {
	for i := range maxPictures {
		name := db.IncomingName(job.Ref, i, incomingExt)
		for _, name := range []string{name, name + client.RefusedExt} {
			if inc.isPicture(name) {
				items = append(items, db.ResultItem{Incoming: name})
				break
			}
		}
		if name := db.IncomingName(job.Ref+largeAnswer, i, "part"); inc.isPicture(name) {
			items = append(items, db.ResultItem{Incoming: name})
		}
	}
	return items
}

// isPicture reports whether a file in incoming/ is a picture, or may be one.
func (inc *incomingFiles) isPicture(name string) bool {
	if path, err := inc.lib.IncomingPath(name); err != nil || checkStored(path) != nil {
		return false
	}
	_, err := checkPicture(inc.lib.OpenIncoming(name))
	return !errors.Is(err, client.ErrDamaged) || strings.HasSuffix(name, client.RefusedExt)
}

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

// incomingExt is the ending of a picture whose format nobody has looked at yet.
const incomingExt = "img"

// largeAnswer stands behind the ref of a job in the names of the files that a large answer is decoded into.
const largeAnswer = "-answer"

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

// gone reports whether nothing more is done for a picture.
func gone(it db.ResultItem) bool { return it.Lost || it == db.ResultItem{} }

// missing is nil where a file of incoming/, which was checked before it got its name, is there, and errMissing where
// it is not. Any other error says nothing about it: its disk may be away.
func missing(path string) error {
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

// errMissing says that a file which a row speaks of is not in incoming/ any more.
var errMissing = fmt.Errorf("the stored bytes are missing: %w", fs.ErrNotExist)

// maxPictures is how many pictures of one answer are looked for.
const maxPictures = 16

// incomingFiles keeps the pictures that came with an answer, as files in incoming/.
type incomingFiles struct {
	*lifetime
	lib    Library
	status *status
}

// keepItems puts what an answer brought where it survives: links as they are, bytes as synced files in incoming/. It
// runs before the commit that speaks of them. A full disk is waited out, because these bytes exist nowhere else.
func (inc *incomingFiles) keepItems(svc Service, job db.Job, data []client.ImageItem) ([]db.ResultItem, error) {
	items := make([]db.ResultItem, len(data))
	kept := 0
	for i, it := range data {
		inline, link := parts(it)
		items[i].URL = link
		if inline != (client.ImageItem{}) {
			name := db.IncomingName(job.Ref, i, incomingExt)
			switch err := inc.keepInline(svc, inline, name, job.ID); {
			case err == nil:
				items[i].Incoming = name
			case errors.Is(err, client.ErrAsDelivered):
				if link == "" { // else they are for where the link is dead
					items[i].Incoming = name + client.RefusedExt
				}
				inc.log.Warn("picture", "ref", short(job.Ref), "item", i, "err", err)
			case isFileError(err):
				return nil, fmt.Errorf("keep picture %d: %w", i, err)
			default:
				inc.log.Warn("picture", "ref", short(job.Ref), "item", i, "err", err)
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
func (inc *incomingFiles) keepInline(svc Service, it client.ImageItem, name string, job int64) error {
	return inc.insist(func() (bool, error) {
		path, err := inc.lib.IncomingPath(name)
		if err == nil {
			// The engine's end does not cut this short: it is no network, only this disk.
			err = svc.FetchImage(inc.committing(), it, path)
		}
		if isFileError(err) {
			inc.log.Error("keep picture", "err", err)
			inc.status.wrote(job, err)
		}
		return isFileError(err), err
	})
}

// dropAnswer removes the answer of a job that was kept because not all of it could be read. Most often there is none.
func (inc *incomingFiles) dropAnswer(job *db.Job) {
	if path, err := inc.lib.IncomingPath(job.Ref + largeAnswer + client.AnswerExt); err == nil {
		_ = os.Remove(path) // what stays goes at the next start
	}
}

// came lists the pictures in incoming/ that an answer to a job brought as bytes. They are there whole and on the disk
// or not at all, and under a name that no other job has; also those that were refused and are kept aside. Those of a
// large answer may have no name of their own yet, and may be half. One that cannot be read now is there all the same.
func (inc *incomingFiles) came(job db.Job) (items []db.ResultItem) {
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

// isPicture reports whether a file in incoming/ is a picture, or may be.
func (inc *incomingFiles) isPicture(name string) bool {
	if path, err := inc.lib.IncomingPath(name); err != nil || missing(path) != nil {
		return false
	}
	_, err := checkPicture(inc.lib.OpenIncoming(name))
	return !errors.Is(err, client.ErrDamaged) || strings.HasSuffix(name, client.RefusedExt)
}

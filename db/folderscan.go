package db

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"viviscope/db/folder"
)

// foundFile is a file of the folder, or a sidecar without its file, for a new database. The facts about the job are
// read from the sidecar again when needed, because a request may be megabytes long.
type foundFile struct {
	file        string // relative to the library; "" where only the sidecar is left, or the file is damaged
	sidecar     string // "" if there is none
	sidecarData Sidecar
	hash        StoredFile
	kind        AssetKind
	media       Media

	job     string // ref; "": imported
	clicked time.Time
	order   int // of the job in its click
	item    int

	record *recordPlace // a line of jobs.jsonl; then there is neither a file nor a sidecar
}

// folderScan reads a library's folder without its database.
type folderScan struct {
	*home
	prober   prober
	indexed  map[string]knownFile // files that a database speaks of already
	progress func(done, total int)
	report   *Report

	media    []string
	sidecars map[string]bool
	claimed  map[string]bool // sidecars that have a file
}

// scan finds everything below files/ and trash/, each file hashed. It changes nothing but this: a file that a crash
// left in incoming/ after its sidecar was written goes to its place, and a sidecar follows its renamed file.
func (s *folderScan) scan(ctx context.Context) ([]foundFile, error) {
	s.sidecars, s.claimed = map[string]bool{}, map[string]bool{}
	if err := s.walk(ctx); err != nil {
		return nil, err
	}
	var all []foundFile
	for i, p := range s.media {
		if s.progress != nil {
			s.progress(i, len(s.media))
		}
		if _, ok := s.indexed[p]; ok {
			s.claimed[folder.SidecarOf(p)] = true
			continue
		}
		f, err := s.readFile(ctx, p)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			s.report.problem(p, err.Error())
		}
		if f.file != "" || f.job != "" {
			all = append(all, f)
		}
	}
	return s.matchOrphans(ctx, all)
}

func (s *folderScan) walk(ctx context.Context) error {
	for _, dir := range []string{folder.Files, folder.Trash, folder.Deleted} {
		err := fs.WalkDir(s.Root.FS(), dir, func(p string, d fs.DirEntry, err error) error {
			switch {
			case ctx.Err() != nil:
				return ctx.Err()
			case errors.Is(err, fs.ErrNotExist) && p == dir:
				return fs.SkipDir
			case err != nil || !utf8.ValidString(p):
				s.report.problem(p, "it cannot be read")
				if d != nil && d.IsDir() {
					return fs.SkipDir
				}
			case d.IsDir(), strings.HasSuffix(p, ".part"):
			case !d.Type().IsRegular():
				s.report.problem(p, "it is no plain file")
			case path.Ext(p) == ".json":
				s.sidecars[p] = true
			case dir == folder.Deleted:
			default:
				s.media = append(s.media, p)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// look reads one file with its sidecar. An error reports what is wrong with the file; its job is kept even then.
func (s *folderScan) readFile(ctx context.Context, p string) (foundFile, error) {
	f := foundFile{file: p}
	if side, ok := s.sidecarFor(p); ok {
		f.applySidecar(folder.SidecarOf(p), side)
	}
	var err error
	f.hash.Path = p
	if f.hash.SHA256, f.hash.Bytes, err = s.Hash(ctx, p, false); err != nil {
		f.file = ""
		return f, errors.New("it cannot be read")
	}
	return f, s.measure(ctx, &f)
}

// sidecarFor returns the sidecar of a file, unless it belongs to another file beside it.
func (s *folderScan) sidecarFor(p string) (Sidecar, bool) {
	rel := folder.SidecarOf(p)
	if !s.sidecars[rel] || s.claimed[rel] {
		return Sidecar{}, false
	}
	side, err := readSidecar(s.Folder, rel)
	if err != nil || side.File != path.Base(p) &&
		slices.Contains(s.media, path.Join(path.Dir(p), path.Base(side.File))) {
		return Sidecar{}, false
	}
	s.claimed[rel] = true
	return side, true
}

// take notes the facts of a sidecar by which files are ordered.
func (f *foundFile) applySidecar(rel string, side Sidecar) {
	f.sidecar, f.sidecarData = rel, side
	if m, ok := parseProvenance(side.Made); ok {
		f.job, f.clicked, f.order, f.item = m.JobRef, m.Clicked, m.ClickIndex, m.Index
		f.kind, f.media = Picture, m.Media
		if m.Kind.IsVideo() {
			f.kind = Clip
		}
	}
	f.sidecarData.Made = nil
}

// measure determines type and size of a file. A file with the sidecar's checksum is not read again.
func (s *folderScan) measure(ctx context.Context, f *foundFile) error {
	whole := f.sidecarData.SHA256 == f.hash.SHA256
	if whole && f.kind != "" && f.media.MIME != "" {
		return nil
	}
	kind, media, err := s.prober.mediaKind(ctx, f.file)
	// the sidecar of a film or an import lacks these; a clip that cannot be probed is filed without
	if err == nil && kind == Clip {
		if _, probed, e := s.prober.probed(ctx, f.file); e == nil {
			media = probed
		}
	}
	switch {
	case whole && f.kind != "":
		if err == nil && kind == f.kind {
			f.media = media
		}
		return nil
	case err != nil && f.sidecar != "":
		f.file = ""
		return errors.New("it is damaged")
	case err != nil:
		f.file = ""
		return err
	case !whole && f.sidecar != "" && kind == Clip:
		f.file = "" // a clip that was cut short still begins like one
		return errors.New("it is damaged, or not the clip that was saved")
	}
	f.kind, f.media = kind, media
	if !whole && f.sidecar != "" {
		return errors.New("it was changed after it was saved")
	}
	return nil
}

// orphans matches sidecars without a file to their files, which were renamed, or left in incoming/ by a crash. If there
// is no file, the job and its costs are kept.
func (s *folderScan) matchOrphans(ctx context.Context, all []foundFile) ([]foundFile, error) {
	byHash := map[string]int{}
	for i, f := range all {
		if f.sidecar == "" {
			byHash[f.hash.SHA256] = i
		}
	}
	for _, rel := range slices.Sorted(maps.Keys(s.sidecars)) {
		if s.claimed[rel] {
			continue
		}
		side, err := readSidecar(s.Folder, rel)
		if err != nil {
			s.report.problem(rel, "it says nothing that can be used")
			s.report.Sidecars++
			continue
		}
		if path.Dir(rel) == folder.Deleted { // the user deleted its file; its cost stays known
			f := foundFile{}
			if f.applySidecar(rel, side); f.job != "" {
				all = append(all, f)
			}
			continue
		}
		i, renamed := byHash[side.SHA256]
		if renamed {
			delete(byHash, side.SHA256)
			f := &all[i]
			if to := folder.SidecarOf(f.file); s.Root.Rename(rel, to) == nil {
				f.applySidecar(to, side)
				continue
			}
		}
		f := foundFile{}
		f.applySidecar(rel, side)
		if f.job == "" {
			s.report.problem(rel, "its file is gone")
			continue
		}
		if f.file, err = s.recoverIncoming(ctx, f); err != nil {
			return nil, err
		}
		if f.file != "" {
			f.hash = StoredFile{Path: f.file, SHA256: side.SHA256, Bytes: side.Bytes}
			_ = s.measure(ctx, &f) // it is whole: nothing is wrong with it
		} else {
			s.report.problem(rel, "its file is gone; what it cost is kept")
		}
		all = append(all, f)
	}
	return all, nil
}

// landLeft moves a file that a crash left in incoming/, after its sidecar was written, to its place; "" if there is
// none.
func (s *folderScan) recoverIncoming(ctx context.Context, f foundFile) (string, error) {
	to := path.Join(path.Dir(f.sidecar), path.Base(f.sidecarData.File))
	if folder.SidecarOf(to) != f.sidecar || to == f.sidecar {
		return "", nil
	}
	if there, err := s.Exists(to); err != nil || there {
		return "", err
	}
	left, err := fs.Glob(s.Root.FS(), fmt.Sprintf("%s/%s-%d.*", folder.Incoming, f.job, f.item))
	if err != nil {
		return "", err
	}
	for _, from := range left {
		sum, _, err := s.Hash(ctx, from, true)
		if err != nil || sum != f.sidecarData.SHA256 {
			continue
		}
		if err := s.Rename(from, to); err != nil {
			return "", err
		}
		return to, s.SyncDir(path.Dir(to))
	}
	return "", ctx.Err()
}

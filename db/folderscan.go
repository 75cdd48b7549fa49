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

// foundFile is a file of the folder, or a sidecar without its file, to insert into a new database. The provenance is
// read from the sidecar again when needed, because a request can have megabytes.
type foundFile struct {
	file        string // relative to the library; "": only the sidecar exists, or the file is damaged
	sidecar     string // "" if there is none
	sidecarData Sidecar
	hash        StoredFile
	kind        AssetKind
	media       Media

	job     string // ref; "": imported
	clicked time.Time
	order   int // index of the job in its click
	item    int

	record *recordPlace // a line of jobs.jsonl, without file and sidecar; nil: a file or sidecar
}

// folderScan scans a library's folder without its database.
type folderScan struct {
	*home
	prober   prober
	indexed  map[string]knownFile // files that the database already contains
	progress func(done, total int)
	report   *Report

	media    []string
	sidecars map[string]bool
	claimed  map[string]bool // sidecars that have a file
}

// scan returns everything below files/ and trash/, with hashes. It also moves files that a crash left in incoming/ to
// the place of their sidecar, and renames sidecars after their renamed files. It changes nothing else.
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

// readFile reads a file with its sidecar. An error describes what is wrong with the file; its job is returned even
// then.
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

// sidecarFor returns the sidecar of a file, unless it belongs to another file in the folder.
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

// applySidecar sets the sidecar and the fields by which files are sorted.
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

// measure determines type and size of a file. A file with the checksum of its sidecar is not read again.
func (s *folderScan) measure(ctx context.Context, f *foundFile) error {
	whole := f.sidecarData.SHA256 == f.hash.SHA256
	if whole && f.kind != "" && f.media.MIME != "" {
		return nil
	}
	kind, media, err := s.prober.mediaKind(ctx, f.file)
	// sidecars of films and imports have no media; a clip that cannot be probed is stored without
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
		f.file = "" // a truncated clip still has a valid header
		return errors.New("it is damaged, or not the clip that was saved")
	}
	f.kind, f.media = kind, media
	if !whole && f.sidecar != "" {
		return errors.New("it was changed after it was saved")
	}
	return nil
}

// matchOrphans finds the files of sidecars without a file: renamed ones by hash, and those that a crash left in
// incoming/. If there is no file, the job and its costs are kept.
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
		if path.Dir(rel) == folder.Deleted { // the user deleted the file; its cost is kept
			f := foundFile{}
			f.applySidecar(rel, side)
			if f.job != "" {
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
			_ = s.measure(ctx, &f) // it has the right checksum
		} else {
			s.report.problem(rel, "its file is gone; what it cost is kept")
		}
		all = append(all, f)
	}
	return all, nil
}

// recoverIncoming moves a file that a crash left in incoming/, after its sidecar was written, to its place. It returns
// "" if there is none.
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

package transfer

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// visit is what a walk meets.
type visit struct {
	file   func(path string, size int64) error // a plain file
	link   func(path string)                   // a symbolic link inside a folder, which is not followed
	failed func(path string, err error)        // what cannot be read
}

// maxDepth is how many folders a walk goes down. File systems that hold themselves exist.
const maxDepth = 64

// walk visits the plain files among some paths and below them, a folder's in the order of their names. A path that a person
// names is followed where it is a link, and taken where it is hidden; what is in a folder is not: a link may lead anywhere,
// and back. without is a folder that is passed over: the library must not be read into itself; "" for none. It ends with
// the first error of v.file, or of its context.
func walk(ctx context.Context, paths []string, without string, v visit) error {
	skip, err := os.Stat(without)
	if err != nil {
		skip = nil
	}
	for _, p := range paths {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		info, err := os.Stat(p)
		if err == nil && !info.IsDir() && !info.Mode().IsRegular() {
			err = errNotPlain
		}
		if err != nil {
			v.failed(p, err)
			continue
		}
		if info.IsDir() {
			err = walkDir(ctx, p, skip, 0, v)
		} else {
			err = v.file(p, info.Size())
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// walkDir visits what is in a folder. Of one with a million files it holds the names, which is a hundred megabytes for as long
// as it lasts.
func walkDir(ctx context.Context, dir string, skip os.FileInfo, depth int, v visit) error {
	if info, err := os.Stat(dir); err == nil && skip != nil && os.SameFile(info, skip) {
		return nil
	}
	if depth > maxDepth {
		v.failed(dir, errors.New("too many folders in each other"))
		return nil
	}
	entries, err := os.ReadDir(dir) // names and kinds only, in order
	if err != nil {
		v.failed(dir, err)
	}
	for _, e := range entries {
		p := filepath.Join(dir, e.Name())
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case hidden(e.Name()):
		case e.IsDir():
			if err := walkDir(ctx, p, skip, depth+1, v); err != nil {
				return err
			}
		case e.Type()&fs.ModeSymlink != 0:
			v.link(p)
		case e.Type().IsRegular():
			info, err := e.Info()
			if err != nil {
				v.failed(p, err)
				continue
			}
			if err := v.file(p, info.Size()); err != nil {
				return err
			}
		}
	}
	return nil
}

// hidden reports whether a name is one that people do not mean: those with a dot, and what systems leave in folders.
func hidden(name string) bool {
	switch strings.ToLower(name) {
	case "thumbs.db", "desktop.ini", "__macosx", "$recycle.bin", "system volume information":
		return true
	}
	return strings.HasPrefix(name, ".")
}

// Amount is how much there is to import.
type Amount struct {
	Files int // that are pictures or clips by their names
	Bytes int64
}

// Count says how much there is among some paths and below them, by names alone, so that it is quick. progress is called now
// and then; nil: nobody asks.
func Count(ctx context.Context, paths []string, without string, progress func(Amount)) (Amount, error) {
	var n Amount
	met := 0
	err := walk(ctx, paths, without, visit{
		file: func(path string, size int64) error {
			if likely(path) {
				n.Files++
				n.Bytes += size
			}
			if met++; met%1000 == 0 && progress != nil {
				progress(n)
			}
			return nil
		},
		link: func(string) {}, failed: func(string, error) {},
	})
	return n, err
}

// likely goes by the name. What a file is its first bytes say, later.
func likely(path string) bool {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".png", ".jpg", ".jpeg", ".jpe", ".jfif", ".webp", ".mp4", ".m4v", ".mov":
		return true
	}
	return false
}

package main

import (
	"archive/zip"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

func zipCommand(args []string) error {
	flags := flag.NewFlagSet("zip", flag.ContinueOnError)
	to := flags.String("to", "", "the zip `file` that is written")
	epoch := flags.Int64("epoch", 0, "the time of every file, in `seconds` since 1970")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() != 1 {
		return errors.New("one folder is expected")
	}
	file, err := os.Create(*to)
	if err != nil {
		return fmt.Errorf("create zip: %w", err)
	}
	return errors.Join(zipped(file, flags.Arg(0), time.Unix(*epoch, 0).UTC()), file.Close())
}

// zipped writes dir, its own name included, as a zip: sorted by name, each file with that time, executable where it was.
// Links stay links, as those of a macOS bundle must.
func zipped(out io.Writer, dir string, at time.Time) error {
	archive := zip.NewWriter(out)
	above := filepath.Dir(filepath.Clean(dir))
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(above, path)
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		header := &zip.FileHeader{Name: filepath.ToSlash(name), Method: zip.Deflate, Modified: at}
		header.SetMode(0o644 | info.Mode()&0o111)
		if info.Mode()&fs.ModeSymlink != 0 {
			header.SetMode(fs.ModeSymlink | 0o777)
		}
		file, err := archive.CreateHeader(header)
		if err != nil {
			return err
		}
		if info.Mode()&fs.ModeSymlink != 0 {
			target, err := os.Readlink(path)
			if err != nil {
				return err
			}
			_, err = io.WriteString(file, target)
			return err
		}
		content, err := os.Open(path)
		if err != nil {
			return err
		}
		_, err = io.Copy(file, content)
		return errors.Join(err, content.Close())
	})
	if err != nil {
		return fmt.Errorf("zip %s: %w", dir, err)
	}
	return archive.Close()
}

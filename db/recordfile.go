package db

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
	"time"

	"viviscope/db/folder"
)

// recordFile reads and writes jobs.jsonl.
type recordFile struct{ *folder.Folder }

// recordPlace is the position of the last line of a job in the file, with the sort keys of jobs.
type recordPlace struct {
	at      int64 // offset in bytes
	bytes   int   // length without newline
	clicked time.Time
	order   int // index of the job in its click
}

// find returns the position of the last line of each job by its ref, and the size of the file. A missing file is no
// error.
func (f recordFile) find() (places map[string]recordPlace, size int64, err error) {
	places = map[string]recordPlace{}
	file, err := f.Root.Open(recordsName)
	if errors.Is(err, fs.ErrNotExist) {
		return places, 0, nil
	}
	if err != nil {
		return nil, 0, err
	}
	defer file.Close() // opened for reading only
	for line, err := range linesOf(file, maxRecord) {
		if err != nil {
			return nil, 0, err
		}
		if r, ok := parseRecord(line.content); ok {
			places[r.JobRef] = recordPlace{size, len(line.content), r.Clicked, r.ClickIndex}
		}
		size += int64(line.bytes)
	}
	return places, size, nil
}

// read parses the line at a position.
func (f recordFile) read(p recordPlace) (jobRecord, error) {
	file, err := f.Root.Open(recordsName)
	if err != nil {
		return jobRecord{}, err
	}
	defer file.Close() // opened for reading only
	line := make([]byte, p.bytes)
	if _, err := file.ReadAt(line, p.at); err != nil {
		return jobRecord{}, err
	}
	r, ok := parseRecord(line)
	if !ok {
		return jobRecord{}, fmt.Errorf("%s: no record at %d", recordsName, p.at)
	}
	return r, nil
}

// fileLine is one line of a file. content is empty if the line is too long. bytes is the length with newline.
type fileLine struct {
	content []byte
	bytes   int
}

// linesOf iterates over the lines of a reader, with content of at most limit bytes. The content is valid until the next
// iteration.
func linesOf(r io.Reader, limit int) func(yield func(fileLine, error) bool) {
	return func(yield func(fileLine, error) bool) {
		in := bufio.NewReaderSize(r, 64<<10)
		var text []byte
		bytesRead := 0
		for {
			part, err := in.ReadSlice('\n')
			bytesRead += len(part)
			if bytesRead <= limit {
				text = append(text, part...)
			}
			switch {
			case errors.Is(err, bufio.ErrBufferFull):
				continue
			case err != nil && !errors.Is(err, io.EOF):
				yield(fileLine{}, err)
				return
			}
			line := fileLine{bytes: bytesRead}
			if bytesRead <= limit {
				line.content = bytes.TrimSuffix(text, []byte("\n"))
			}
			if bytesRead > 0 && !yield(line, nil) || err != nil {
				return
			}
			text, bytesRead = text[:0], 0
		}
	}
}

// append appends lines to the file and syncs it. If a crash cut the last line, it appends a newline first.
func (f recordFile) append(lines []byte) (err error) {
	if len(lines) == 0 {
		return nil
	}
	file, err := f.Root.OpenFile(recordsName, os.O_RDWR|os.O_CREATE|os.O_APPEND, folder.FileMode)
	if err != nil {
		return err
	}
	info, err := file.Stat()
	if err == nil && info.Size() > 0 {
		var last [1]byte
		if _, err = file.ReadAt(last[:], info.Size()-1); err == nil && last[0] != '\n' {
			lines = append([]byte("\n"), lines...)
		}
	}
	if err == nil {
		_, err = file.Write(lines)
	}
	if err = errors.Join(err, folder.IgnoreUnsupported(file.Sync()), file.Close()); err != nil {
		return err
	}
	if info.Size() == 0 {
		return f.SyncDir(".")
	}
	return nil
}

// compact removes obsolete lines if they are more than half of a large file.
func (f recordFile) compact() error {
	info, err := f.Root.Stat(recordsName)
	if errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() <= compactAbove {
		return nil
	}
	if err != nil {
		return err
	}
	places, size, err := f.find()
	if err != nil {
		return err
	}
	kept := int64(0)
	for _, p := range places {
		kept += int64(p.bytes)
	}
	if kept > size/2 {
		return nil
	}
	from, err := f.Root.Open(recordsName)
	if err != nil {
		return err
	}
	defer from.Close() // opened for reading only
	ordered := slices.Collect(maps.Values(places))
	slices.SortFunc(ordered, func(a, b recordPlace) int { return cmp.Compare(a.at, b.at) })
	return f.replace(func(to io.Writer) error {
		for _, p := range ordered {
			if _, err := io.Copy(to, io.NewSectionReader(from, p.at, int64(p.bytes))); err != nil {
				return err
			}
			if _, err := io.WriteString(to, "\n"); err != nil {
				return err
			}
		}
		return nil
	})
}

// replace rewrites the file atomically.
func (f recordFile) replace(write func(io.Writer) error) error {
	const part = recordsName + ".part"
	file, err := f.Root.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, folder.FileMode)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(file)
	err = errors.Join(write(out), out.Flush(), folder.IgnoreUnsupported(file.Sync()), file.Close())
	if err == nil {
		err = errors.Join(f.Rename(part, recordsName), f.SyncDir("."))
	}
	if err != nil {
		return errors.Join(err, f.Remove(part))
	}
	return nil
}

package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"viviscope/db/folder"
)

const (
	maxDrawingFile = 17 << 20 // bytes

	// drawingSetting is the prefix of the settings in which older versions stored drawings. They are read if there is
	// no file.
	drawingSetting = "editor.canvas."
)

// drawingKey matches valid keys, which are used as file names.
var drawingKey = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{0,119}$`)

// drawingPath returns the path of a drawing's file, or [folder.ErrName].
func drawingPath(key string) (string, error) {
	if !drawingKey.MatchString(key) {
		return "", fmt.Errorf("%w: %.130q", folder.ErrName, key)
	}
	return path.Join(folder.Drawings, key+".json"), nil
}

// drawings reads and writes the drawings of the editor, each in its own file.
type drawings struct {
	*database
	settings settingRows
}

// DrawingKeys returns the keys of the stored drawings, sorted.
func (d drawings) DrawingKeys(ctx context.Context) (keys []string, err error) {
	defer wrapTo(&err, "list drawings")
	names, err := d.settings.SettingNames(ctx, drawingSetting)
	if err != nil {
		return nil, err
	}
	files, err := fs.ReadDir(d.Root.FS(), folder.Drawings)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, f := range files {
		if name, ok := strings.CutSuffix(f.Name(), ".json"); ok {
			names = append(names, drawingSetting+name)
		}
	}
	for _, name := range names {
		if key := strings.TrimPrefix(name, drawingSetting); drawingKey.MatchString(key) {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys), nil
}

// Drawing returns the content of a drawing, which need not be JSON; nil if there is none. Errors:
// [*folder.TooLargeError] for a file above the size limit, [folder.ErrNotRegular] if it is not a regular file.
func (d drawings) Drawing(ctx context.Context, key string) (data []byte, err error) {
	defer wrapTo(&err, "read drawing %.40q", key)
	rel, err := drawingPath(key)
	if err != nil {
		return nil, err
	}
	info, err := d.Root.Lstat(rel)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return d.drawingOfSetting(ctx, key)
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, folder.ErrNotRegular
	}
	f, err := d.OpenFile(rel)
	if err != nil {
		return nil, err
	}
	defer f.Close() // opened for reading only
	return folder.ReadOpenFile(f, maxDrawingFile)
}

// drawingOfSetting returns a drawing that an older version stored; nil if there is none.
func (d drawings) drawingOfSetting(ctx context.Context, key string) (data []byte, err error) {
	err = d.reader.QueryRowContext(ctx, "SELECT value FROM settings WHERE name = ?", drawingSetting+key).Scan(&data)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return data, err
}

// SetDrawing replaces a drawing atomically. It writes bytes unchanged and any other value as JSON. A nil value, or no
// bytes, deletes the drawing.
func (d drawings) SetDrawing(ctx context.Context, key string, value any) (err error) {
	defer wrapTo(&err, "write drawing %.40q", key)
	rel, err := d.writableDrawing(key)
	if err != nil {
		return err
	}
	data, ok := value.([]byte)
	// the setting first: after a crash in between, an old drawing must not reappear
	if value == nil || ok && len(data) == 0 {
		return errors.Join(d.settings.SetSetting(ctx, drawingSetting+key, nil), d.Remove(rel),
			d.SyncDir(folder.Drawings))
	}
	if !ok {
		if data, err = json.Marshal(value); err != nil {
			return err
		}
	}
	return d.Write(rel, data)
}

// writableDrawing returns the path of a drawing's file for writing.
func (d drawings) writableDrawing(key string) (string, error) {
	if d.ReadOnly() {
		return "", folder.ErrReadOnly
	}
	return drawingPath(key)
}

// RenameDrawing changes the key of a drawing. The content may be invalid.
func (d drawings) RenameDrawing(ctx context.Context, key, to string) (err error) {
	defer wrapTo(&err, "rename drawing %.40q", key)
	from, err := d.writableDrawing(key)
	if err != nil {
		return err
	}
	target, err := drawingPath(to)
	if err != nil {
		return err
	}
	err = d.Rename(from, target)
	if err == nil {
		return errors.Join(d.SyncDir(folder.Drawings), d.settings.SetSetting(ctx, drawingSetting+key, nil))
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	data, err := d.drawingOfSetting(ctx, key)
	if err != nil || data == nil {
		return err
	}
	if err := d.Write(target, data); err != nil {
		return err
	}
	return d.settings.SetSetting(ctx, drawingSetting+key, nil)
}

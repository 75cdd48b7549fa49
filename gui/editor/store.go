package editor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"viviscope/db/folder"
	"viviscope/gui/action"
	"viviscope/gui/editor/drawing"
)

// canvasStore stores canvases and the session. Values are written one after the other, a moment after they were put.
// Put methods belong to the window's goroutine. Reading methods block on the library and must not be called on it.
type canvasStore struct {
	host    action.Host
	library Library
	saver   *action.Saver
	sheets  int64 // number of the newest sheet
}

func newCanvasStore(d *Deps) *canvasStore {
	saver := &action.Saver{Host: d.Host, Settings: settingsAndDrawings{d.Library}}
	return &canvasStore{host: d.Host, library: d.Library, saver: saver}
}

// canvasPrefix begins the names of canvases in the saver; the key follows.
const canvasPrefix = "canvas."

// settingsAndDrawings writes canvases as drawings of the library, and everything else as settings.
type settingsAndDrawings struct{ Library }

func (s settingsAndDrawings) SetSetting(ctx context.Context, name string, value any) error {
	if key, ok := strings.CutPrefix(name, canvasPrefix); ok {
		return s.SetDrawing(ctx, key, value)
	}
	return s.Library.SetSetting(ctx, name, value)
}

// put stores a canvas.
func (c *canvasStore) put(p *page) {
	c.saver.Put(canvasPrefix+p.key, snapshot{p.title, p.history.Snapshot(), p.changed})
}

// delete deletes the canvas of a key.
func (c *canvasStore) delete(key string) { c.saver.Put(canvasPrefix+key, nil) }

// restore stores the data of a deleted canvas again.
func (c *canvasStore) restore(key string, data []byte) { c.saver.Put(canvasPrefix+key, data) }

// newSheetKey returns a key that no canvas has.
func (c *canvasStore) newSheetKey() string {
	c.sheets = max(c.sheets+1, c.host.Now().UnixMilli())
	return fmt.Sprintf("%s%d", sheetPrefix, c.sheets)
}

// data returns the stored data of a canvas, or the data that waits to be written; nil if there is none.
func (c *canvasStore) data(ctx context.Context, key string) ([]byte, error) {
	waiting, found := c.saver.Pending(canvasPrefix + key)
	if !found {
		return c.library.Drawing(ctx, key)
	}
	switch waiting := waiting.(type) {
	case nil:
		return nil, nil
	case []byte:
		return waiting, nil
	}
	return json.Marshal(waiting)
}

// load reads a canvas; its history is nil if there is none of that key. The error wraps errUnreadable if the stored
// data is damaged or was written by a newer program; any other is one of the library.
func (c *canvasStore) load(ctx context.Context, key string) (storedCanvas, error) {
	data, err := c.data(ctx, key)
	var large *folder.TooLargeError
	switch {
	case errors.As(err, &large), errors.Is(err, folder.ErrNotRegular):
		return storedCanvas{}, fmt.Errorf("read canvas %.8s: %w: %w", key, errUnreadable, err)
	case err != nil:
		return storedCanvas{}, fmt.Errorf("read canvas %.8s: %w", key, err)
	}
	var w written
	if data != nil {
		err = json.Unmarshal(data, &w)
	}
	stored := storedCanvas{title: w.Title, changed: w.Changed}
	if err == nil && len(w.History) > 0 {
		stored.history, err = drawing.DecodeHistory(w.History, historyMemory)
	}
	if err != nil {
		return storedCanvas{}, fmt.Errorf("read canvas %.8s: %w: %w", key, errUnreadable, err)
	}
	return stored, nil
}

// written is the stored form of a canvas.
type written struct {
	Title   string          `json:"title"`
	History json.RawMessage `json:"history"`
	Changed time.Time       `json:"changed,omitzero"`
}

// snapshot is a canvas that waits to be written. It is encoded on the goroutine that writes it.
type snapshot struct {
	title   string
	history *drawing.History
	changed time.Time
}

func (f snapshot) MarshalJSON() ([]byte, error) {
	data, err := f.history.Encode(historyWritten)
	if errors.Is(err, drawing.ErrTooLarge) {
		data, err = f.history.Encode(drawing.MaxHistory) // the drawing itself is never left out
	}
	if err != nil {
		return nil, err
	}
	return json.Marshal(written{f.title, data, f.changed.UTC()})
}

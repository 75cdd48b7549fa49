package editor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"viviscope/gui/action"
	"viviscope/gui/editor/drawing"
	"viviscope/gui/editor/tool"
)

// The settings that hold what is on the canvases: one for all that is said once, and one for each canvas.
const (
	deskName     = "editor.desk"
	canvasPrefix = "editor.canvas."
)

// sessionPause is how long changes are gathered before they are written. A crash loses at most this much.
const sessionPause = 800 * time.Millisecond

// Bounds of a history: it leaves its oldest steps behind. Only the canvas that is open is in memory.
const (
	historyMemory  = 48 << 20 // bytes, of the canvas that is open
	historyWritten = 2 << 20  // bytes, of one canvas in the library
)

// desk is what is said once: the tools, and which canvas was open.
type desk struct {
	Open     string       `json:"open,omitempty"` // its key; "": none
	Settings toolSettings `json:"hand"`
}

type written struct {
	Title   string          `json:"title"`
	History json.RawMessage `json:"history"`
}

// snapshot is a canvas on its way to be stored. It is encoded where it is written.
type snapshot struct {
	title   string
	history *drawing.History
}

func (f snapshot) MarshalJSON() ([]byte, error) {
	data, err := f.history.Encode(historyWritten)
	if errors.Is(err, drawing.ErrTooLarge) {
		data, err = f.history.Encode(drawing.MaxHistory) // the drawing itself is never left out
	}
	if err != nil {
		return nil, err
	}
	return json.Marshal(written{f.title, data})
}

// sessionStore writes canvases some time after they changed. put is called on the window's goroutine and copies only values;
// the writing is done on the timer's, one write at a time.
type sessionStore struct {
	library Library
	host    action.Host

	writing sync.Mutex // held while the library is written, so that nothing older lands after something newer

	mu    sync.Mutex
	dirty map[string]any
	armed bool
}

// put notes a value of a setting. The first one starts the timer and further ones ride along.
func (s *sessionStore) put(name string, value any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.dirty == nil {
		s.dirty = map[string]any{}
	}
	s.dirty[name] = value
	if s.armed {
		return
	}
	s.armed = true
	s.host.After(sessionPause, func() {
		if err := s.flush(context.Background()); err != nil {
			s.host.Log().Warn("cannot store what is on the canvas", slog.Any("err", err))
		}
	})
}

// flush writes what is not yet written. What cannot be written stays for the next time.
func (s *sessionStore) flush(ctx context.Context) error {
	s.writing.Lock()
	defer s.writing.Unlock()
	s.mu.Lock()
	dirty := s.dirty
	s.dirty, s.armed = nil, false
	s.mu.Unlock()
	var errs []error
	for name, value := range dirty {
		if err := s.library.SetSetting(ctx, name, value); err != nil {
			errs = append(errs, fmt.Errorf("save %s: %w", name, err))
			continue
		}
		delete(dirty, name)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(dirty) > 0 {
		maps.Copy(dirty, s.dirty) // what is newer is what is to be written
		s.dirty = dirty
	}
	return errors.Join(errs...)
}

// load reads a canvas; nil where there is none of that key.
func (s *sessionStore) load(ctx context.Context, key string) (title string, h *drawing.History, err error) {
	s.mu.Lock()
	f, pending := s.dirty[canvasPrefix+key].(snapshot)
	s.mu.Unlock()
	var w written
	found := pending
	if pending { // it has not been written yet
		var data []byte
		if data, err = json.Marshal(f); err == nil {
			err = json.Unmarshal(data, &w)
		}
	} else {
		found, err = s.library.Setting(ctx, canvasPrefix+key, &w)
	}
	if err != nil || !found || len(w.History) == 0 {
		return "", nil, err
	}
	h, err = drawing.DecodeHistory(w.History, historyMemory)
	if err != nil {
		return "", nil, fmt.Errorf("read canvas %.8s: %w", key, err)
	}
	return w.Title, h, nil
}

// desk reads what is said once. What is not there is as at a first start.
func (s *sessionStore) desk(ctx context.Context) (desk, error) {
	d := desk{Settings: newToolSettings()}
	if _, err := s.library.Setting(ctx, deskName, &d); err != nil {
		return desk{Settings: newToolSettings()}, fmt.Errorf("read tools: %w", err)
	}
	if !slices.ContainsFunc(newToolTable(), func(e toolEntry) bool { return e.kind == d.Settings.Tool }) {
		d.Settings.Tool = tool.Brush
	}
	return d, nil
}

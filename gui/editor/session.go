package editor

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"viviscope/gui/action"
	"viviscope/gui/editor/drawing"
	"viviscope/gui/editor/tool"
)

const sessionName = "editor.desk"

// session is stored once for the editor: the tools, the open canvas, and the purpose of its picture.
type session struct {
	Open     string          `json:"open,omitempty"` // its key; "": none
	Keyframe action.Keyframe `json:"keyframe,omitzero"`
	Settings toolSettings    `json:"hand"`
	Typing   *typedLabel     `json:"typing,omitempty"` // on the open canvas; nil: none
}

// typedLabel is a label that is being typed. It is stored because the drawing contains it only when typing ends.
type typedLabel struct {
	Mark drawing.Mark `json:"mark"`
	Text string       `json:"text"`
}

// putSession stores the session.
func (c *canvasStore) putSession(s session) {
	// It is encoded on another goroutine.
	s.Settings.Styles, s.Settings.Round = maps.Clone(s.Settings.Styles), maps.Clone(s.Settings.Round)
	c.saver.Put(sessionName, s)
}

// loadSession reads the last session. Missing values are those of a first start.
func (c *canvasStore) loadSession(ctx context.Context) (session, error) {
	s := session{Settings: newToolSettings()}
	if _, err := c.library.Setting(ctx, sessionName, &s); err != nil {
		return session{Settings: newToolSettings()}, fmt.Errorf("read tools: %w", err)
	}
	if !slices.ContainsFunc(newToolTable(), func(e toolEntry) bool { return e.kind == s.Settings.Tool }) {
		s.Settings.Tool = tool.Brush
	}
	return s, nil
}

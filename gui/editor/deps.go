package editor

import (
	"context"
	"io"
	"time"

	"viviscope/client/order"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/facts"
	"viviscope/gui/live"
	"viviscope/gui/media"
)

// Library is the subset of db.Library that the canvas uses. Its methods are called on other goroutines than the
// window's.
type Library interface {
	facts.Library
	action.Settings
	AssetByRef(ctx context.Context, ref string) (db.Asset, error)
	EditsWithoutFile(ctx context.Context, ref string, limit int) ([]db.Job, error)
	Drawings
	RestoreAll(ctx context.Context, ids []int64) (db.Undo, error) // moves assets out of the trash
	Import(ctx context.Context, name string, data io.Reader, m db.ImportMeta) (a db.Asset, known bool, err error)
}

// Drawings stores canvases by their keys.
type Drawings interface {
	DrawingKeys(ctx context.Context) ([]string, error)
	// the content, which may be damaged; nil if there is none
	Drawing(ctx context.Context, key string) ([]byte, error)
	SetDrawing(ctx context.Context, key string, value any) error // bytes as they are, others as JSON; nil deletes it
	RenameDrawing(ctx context.Context, key, to string) error
}

// Files reads the bytes of pictures. Its methods are called on other goroutines than the window's.
type Files interface {
	Read(ctx context.Context, a db.Asset) ([]byte, error) // the file of an asset
	// from the web, capped and checked
	Fetch(ctx context.Context, url string) (name string, data []byte, err error)
	Frame(ctx context.Context, clip db.Asset, at time.Duration) (data []byte, err error) // of a clip, as a PNG
}

// Composer sends the canvas. *compose.Screen is one. Its methods belong to the window's goroutine.
type Composer interface {
	SetPicture(c order.Canvas)
	SetHints(words []string) // phrases for the prompt that refer to the marks
	Focus()                  // focuses the prompt
	Generate()
	SendWithoutMarks()
}

// Keyframes gives access to the keyframes of boards that pictures are drawn for.
type Keyframes interface {
	// Words returns the sentence that names a keyframe, or [db.ErrNotFound] if it or its board is gone. It is called on
	// another goroutine than the window's.
	Words(ctx context.Context, k action.Keyframe) (string, error)
	Take(k action.Keyframe, a db.Asset) // sets the picture of the keyframe and shows its board; window's goroutine
	Show(k action.Keyframe)             // shows its board; window's goroutine
}

// Deps are the dependencies of the canvas.
type Deps struct {
	action.Host
	Viewer    action.Viewer
	Creator   action.Creator
	Exchange  action.Exchange
	Chooser   action.Chooser
	Library   Library
	Files     Files
	Thumbs    media.Pictures
	Live      *live.Jobs
	Composer  Composer
	Keyframes Keyframes
}

package transfer

import (
	"context"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/media"
)

// Deps is what the sheets need from the rest of the program. The callbacks are called on the window's goroutine.
type Deps struct {
	Importer Importer
	Library  Library
	Posters  media.Pictures
	Dir      string // of the library

	Canvas func() fyne.Canvas
	Post   func(func())                      // runs a function on the window's goroutine, later
	Go     func(f func(ctx context.Context)) // runs something off the window's goroutine; its context ends with the window
	Now    func() time.Time

	// Say tells the outcome where the sheet was closed before the work was done.
	Say func(good bool, lead, rest string)
	// OnChanged asks for an update of what shows assets.
	OnChanged func()
	// OnShow shows assets, those that were imported.
	OnShow func(ids []int64)
	// OnChooseFolder lets a person choose a folder.
	OnChooseFolder func(picked func(path string))
	// OnReveal shows a file or a folder in the system's file manager; called off the window's goroutine.
	OnReveal func(path string) error

	Export Setting
}

// ExportChoice is how a person wants their exports.
type ExportChoice struct {
	Folder   string `json:"folder"`
	Zip      bool   `json:"zip"`
	Sidecars bool   `json:"sidecars"`
	Inside   bool   `json:"inside"`
	Sheets   bool   `json:"sheets"`
}

// settingExport is the library's setting that keeps an [ExportChoice].
const settingExport = "export.choice"

// Setting keeps the last choice in a library's settings.
type Setting struct {
	Library interface {
		Setting(ctx context.Context, name string, into any) (bool, error)
		SetSetting(ctx context.Context, name string, value any) error
	}
	Folder string // for the first time
}

// LastExport returns what was chosen last; a Folder of "" where nothing was.
func (s Setting) LastExport(ctx context.Context) ExportChoice {
	c := ExportChoice{Folder: s.Folder, Sidecars: true}
	if _, err := s.Library.Setting(ctx, settingExport, &c); err != nil {
		return ExportChoice{Folder: s.Folder, Sidecars: true}
	}
	return c
}

// KeepExport keeps a choice.
func (s Setting) KeepExport(ctx context.Context, c ExportChoice) error {
	return s.Library.SetSetting(ctx, settingExport, c)
}

var _ Library = (*db.Library)(nil)

package program

import (
	"context"
	"fmt"
	"io"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/storage"

	"viviscope/gui"
	"viviscope/gui/compose"
	"viviscope/gui/compose/batch"
	"viviscope/gui/lang"
)

// chooseBatch lets a person choose a list of jobs, which goes into the composer's sheet.
func (p *program) chooseBatch(s *gui.Shell, composer *compose.Screen) {
	d := dialog.NewFileOpen(func(file fyne.URIReadCloser, err error) {
		if err != nil || file == nil {
			return
		}
		s.Do(lang.L("Could not read the list."), func(context.Context) error {
			defer file.Close()
			data, err := io.ReadAll(io.LimitReader(file, batch.MaxBytes+1)) // one more tells that it is too large
			if err != nil {
				return fmt.Errorf("read list %s: %w", file.URI().Name(), err)
			}
			s.Post(func() { composer.BatchFile(file.URI().Name(), data) })
			return nil
		})
	}, s.Window())
	d.SetFilter(storage.NewExtensionFileFilter([]string{".csv", ".tsv", ".jsonl", ".ndjson", ".txt"}))
	showFileDialog(d, lang.L("Choose a list of jobs"))
}

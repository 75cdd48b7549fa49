package transfer

import (
	"context"
	"errors"
	"path/filepath"

	"fyne.io/fyne/v2"

	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
)

// ShowImport asks whether files and folders are to be imported, and imports them. Window's goroutine.
func ShowImport(d Deps, paths []string) {
	if len(paths) == 0 || d.Canvas().Overlays().Top() != nil {
		return // nothing, or something else is asked just now
	}
	s := &importSheet{pane: newPane(d), paths: paths}
	s.ask()
}

type importSheet struct {
	*pane
	paths    []string
	settings *widgets.Toggle
	amount   Amount
	counted  bool
}

// ask shows the question, and counts meanwhile.
func (s *importSheet) ask() {
	how := words(lang.L("Counting …"))
	s.settings = widgets.NewToggle(true, nil)
	var start, cancel *widgets.Button
	start = widgets.NewButton(lang.X("verb", "Import"), nil, widgets.Primary, s.run)
	cancel = widgets.NewButton(lang.L("Cancel"), nil, widgets.Plain, s.cancel)
	s.show(start, title(lang.L("Import into the library")), note(s.what()), how,
		choice(s.settings, lang.L("Take over prompts, tags and stars"), lang.L("From sidecars beside the files and from what stands inside them.")),
		note(lang.L("Files are copied; the originals stay where they are. What the library has already is not copied again.")),
		widgets.NewRow(8, start, cancel, widgets.NewSpring()))
	throttled := s.throttled()
	s.work(func(ctx context.Context) {
		n, err := Count(ctx, s.paths, s.d.Dir, func(n Amount) {
			throttled(func() { how.SetText(lang.L("Counting …") + " " + amountWords(n)) })
		})
		s.d.Post(func() {
			if err != nil || s.counted {
				return
			}
			s.amount, s.counted = n, true
			how.SetText(amountWords(n))
			s.refresh()
		})
	})
}

func (s *importSheet) cancel() {
	if s.stop != nil {
		s.stop()
	}
	s.hide()
}

// what names what was chosen.
func (s *importSheet) what() string {
	if len(s.paths) == 1 {
		return s.paths[0]
	}
	n := len(s.paths)
	return lang.N("%s file or folder in %s", "%s files and folders in %s", n, lang.Number(n), filepath.Dir(s.paths[0]))
}

func amountWords(n Amount) string {
	if n.Files == 0 {
		return lang.L("No pictures or clips by their names.")
	}
	return lang.N("%s picture or clip by their names, %s", "%s pictures and clips by their names, %s", n.Files, lang.Number(n.Files), wording.Bytes(n.Bytes))
}

func (s *importSheet) run() {
	if s.stop != nil {
		s.stop() // the counting
	}
	counted := s.counted
	s.counted = true
	bar, how := widgets.NewProgress(), words(lang.L("Reading the folder …"))
	stop := widgets.NewButton(lang.X("verb", "Stop"), nil, widgets.Plain, func() {
		if s.stop != nil {
			s.stop()
		}
	})
	s.show(nil, title(lang.L("Importing")), bar, how,
		note(lang.L("Closing this goes on with it. Stopping keeps what was imported.")), widgets.NewRow(8, stop, widgets.NewSpring()))
	o := ImportOptions{Settings: s.settings.On(), Without: s.d.Dir}
	throttled := s.throttled()
	o.Progress = func(r Imported) {
		throttled(func() {
			if counted && s.amount.Bytes > 0 {
				bar.SetValue(float64(r.Bytes) / float64(s.amount.Bytes))
			}
			how.SetText(r.Words())
		})
	}
	s.work(func(ctx context.Context) {
		r := Import(ctx, s.d.Importer, s.paths, o)
		s.d.Post(func() { s.done(r) })
	})
}

func (s *importSheet) done(r Imported) {
	if r.New+r.Known > 0 {
		s.d.OnChanged()
	}
	good := r.Failed+r.Damaged == 0 && (r.Stopped == nil || errors.Is(r.Stopped, context.Canceled))
	s.finish(good, lang.L("Import:"), r.Words(), func() {
		closing := widgets.NewButton(lang.L("Close"), nil, widgets.Primary, s.hide)
		rows := []fyne.CanvasObject{title(importTitle(r)), words(r.Words())}
		if len(r.Problems) > 0 {
			rows = append(rows, problemList(r.Problems, r.Failed+r.Damaged))
		}
		buttons := widgets.NewRow(8, closing)
		if s.d.OnShow != nil && len(r.Assets) > 0 {
			buttons.Add(widgets.NewButton(lang.L("Show them"), nil, widgets.Plain, func() { s.hide(); s.d.OnShow(r.Assets) }))
		}
		buttons.Add(widgets.NewSpring())
		s.show(closing, append(rows, buttons)...)
	})
}

func importTitle(r Imported) string {
	switch {
	case r.Stopped != nil:
		return lang.L("The import was stopped")
	case r.New > 0:
		return lang.L("Imported")
	case r.Known > 0:
		return lang.L("All of it was here already")
	}
	return lang.L("Nothing was imported")
}

func moreWords(n int) string { return lang.N("and %s more", "and %s more", n, lang.Number(n)) }

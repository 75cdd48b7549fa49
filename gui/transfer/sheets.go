package transfer

import (
	"context"
	"errors"
	"path/filepath"
	"sync"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// ShowExport asks how assets are to be exported, and exports them. Window's goroutine.
func ShowExport(d Deps, assets []db.Asset) {
	if len(assets) == 0 || d.Canvas().Overlays().Top() != nil {
		return // nothing, or something else is asked just now
	}
	s := &exportSheet{pane: newPane(d), assets: assets}
	d.Go(func(ctx context.Context) {
		last := d.Export.LastExport(ctx)
		free, err := db.FreeSpace(last.Folder)
		d.Post(func() {
			if d.Canvas().Overlays().Top() == nil {
				s.choice = last
				s.ask("")
				s.sayFree(free, err)
			}
		})
	})
}

type exportSheet struct {
	*pane
	assets []db.Asset
	choice ExportChoice

	folder *widgets.Text
	free   *widgets.Text
	start  *widgets.Button
}

// ask shows the question. trouble is what went wrong before; "" for nothing.
func (s *exportSheet) ask(trouble string) {
	var bytes int64
	for _, a := range s.assets {
		bytes += a.Bytes
	}
	as := widgets.NewSegmented([]string{lang.L("Folder"), lang.L("Zip")}, func(i int) { s.choice.Zip = i == 1 })
	if s.choice.Zip {
		as.SetSelected(1)
	}
	s.folder = widgets.NewText(s.choice.Folder, resources.SizeSM, resources.Text1, false).Mono().Ellipsis()
	s.free = note("")
	s.start = widgets.NewButton(lang.X("verb", "Export"), nil, widgets.Primary, s.run)
	if s.choice.Folder == "" {
		s.start.Disable()
		s.free.SetText(lang.L("Choose a folder first."))
	}
	turn := func(on *bool) *widgets.Toggle { return widgets.NewToggle(*on, func(v bool) { *on = v }) }
	rows := []fyne.CanvasObject{
		title(lang.N("Export %s file, %s", "Export %s files, %s", len(s.assets), lang.Number(len(s.assets)), wording.Bytes(bytes))),
	}
	if trouble != "" {
		rows = append(rows, widgets.NewText(trouble, resources.SizeSM, resources.Err, false).Wrap(true))
	}
	rows = append(rows,
		widgets.NewRow(12, words(lang.L("As a")), as, widgets.NewSpring()),
		widgets.NewRow(8, widgets.NewIcon(resources.IconFolder(), 16, resources.Text2), s.folder, widgets.NewSpring(),
			widgets.NewButton(lang.L("Choose…"), nil, widgets.Plain, s.chooseFolder)),
		s.free, widgets.NewRule(),
		choice(turn(&s.choice.Sidecars), lang.L("Sidecars"),
			lang.L("A .json beside each file: prompt, all settings, costs, tags, star and note. An import takes over all of that but the costs.")),
		choice(turn(&s.choice.Inside), lang.L("Write prompt and settings into the copies"),
			lang.L("Of PNG, JPEG and MP4, but not where content credentials sign the file. Without costs and notes: whoever gets a copy can read them.")),
		choice(turn(&s.choice.Sheets), lang.L("Contact sheets"), lang.L("Pages with all pictures, their prompts, sizes, dates and costs.")),
		widgets.NewInset(4, 0, 0, 0, widgets.NewRow(8, s.start, widgets.NewButton(lang.L("Cancel"), nil, widgets.Plain, s.hide), widgets.NewSpring())))
	s.show(s.start, rows...)
}

func (s *exportSheet) chooseFolder() {
	s.hide()
	s.d.OnChooseFolder(func(path string) {
		s.sheet = nil
		s.choice.Folder = path
		s.ask("")
		s.d.Go(func(context.Context) {
			free, err := db.FreeSpace(path)
			s.d.Post(func() { s.sayFree(free, err) })
		})
	})
}

func (s *exportSheet) sayFree(free int64, err error) {
	if err == nil && s.choice.Folder != "" {
		s.free.SetText(lang.L("%s free there. Originals are not touched.", wording.Bytes(free)))
		s.refresh()
	}
}

func (s *exportSheet) run() {
	if s.choice.Folder == "" {
		return
	}
	bar, how := widgets.NewProgress(), words(lang.L("Copying …"))
	stop := widgets.NewButton(lang.L("Cancel"), nil, widgets.Plain, func() {
		if s.stop != nil {
			s.stop()
		}
	})
	s.show(nil, title(lang.N("Exporting %s file", "Exporting %s files", len(s.assets), lang.Number(len(s.assets)))), bar, how,
		note(lang.L("Closing this goes on with it. Cancelling removes what is half done.")), widgets.NewRow(8, stop, widgets.NewSpring()))
	throttled := s.throttled()
	c := s.choice
	o := ExportOptions{Folder: c.Folder, Name: ExportName(s.d.Now().Local()), Zip: c.Zip, Sidecars: c.Sidecars, Inside: c.Inside,
		Sheets: c.Sheets, Posters: s.d.Posters, Without: s.d.Dir,
		Progress: func(done, total int64) {
			throttled(func() {
				if total > 0 {
					bar.SetValue(float64(done) / float64(total))
				}
				how.SetText(lang.L("%s of %s", wording.Bytes(done), wording.Bytes(total)))
				if done == total && c.Sheets {
					how.SetText(lang.L("Making contact sheets …"))
				}
			})
		}}
	s.work(func(ctx context.Context) {
		r, err := Export(ctx, s.d.Library, s.assets, o)
		if err == nil {
			_ = s.d.Export.KeepExport(ctx, c) // the next export asks again, no more
		}
		s.d.Post(func() { s.done(r, err) })
	})
}

func (s *exportSheet) done(r Exported, err error) {
	if err != nil {
		fault := exportFault(err)
		s.finish(false, lang.L("Export:"), fault, func() { s.ask(fault) })
		return
	}
	s.finish(len(r.Problems) == 0, lang.L("Exported:"), r.Words()+" "+r.Path, func() {
		closing := widgets.NewButton(lang.L("Close"), nil, widgets.Primary, s.hide)
		rows := []fyne.CanvasObject{title(lang.L("Exported")), words(r.Words()),
			widgets.NewText(r.Path, resources.SizeSM, resources.Text2, false).Mono().Wrap(true)}
		if len(r.Problems) > 0 {
			rows = append(rows, problemList(r.Problems, len(r.Problems)))
		}
		show := widgets.NewButton(lang.L("Show in file manager"), resources.IconFolderOpen(), widgets.Plain, func() { s.reveal(r.Path) })
		s.show(closing, append(rows, widgets.NewRow(8, closing, show, widgets.NewSpring()))...)
	})
}

func (s *exportSheet) reveal(path string) {
	s.d.Go(func(context.Context) {
		if err := s.d.OnReveal(path); err != nil {
			s.d.Post(func() { s.d.Say(false, lang.L("The folder cannot be shown."), path) })
		}
	})
}

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
		if len(r.Assets) > 0 {
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

// sheetWidth is the width of these sheets, px: file names are long.
const sheetWidth = 520

// pane is a sheet that goes through stages: a question, the work, and what came of it. Closed while it works, it works on
// and tells the outcome elsewhere.
type pane struct {
	d      Deps
	column *fyne.Container
	sheet  *widgets.Sheet
	stop   context.CancelFunc // ends the work; nil: there is none
}

func newPane(d Deps) *pane { return &pane{d: d, column: widgets.NewColumn(12)} }

// show fills the sheet, and opens it at the first time. The safe answer is what Enter gives.
func (p *pane) show(safe *widgets.Button, rows ...fyne.CanvasObject) {
	p.column.Objects = rows
	if p.sheet == nil {
		p.sheet = widgets.ShowWideSheet(p.d.Canvas(), sheetWidth, p.column, nil)
	}
	p.sheet.Default = nil
	if safe != nil {
		p.sheet.Default = safe.OnTapped
		p.d.Canvas().Focus(safe)
	}
	p.refresh()
}

// refresh gives the sheet the height of what is in it.
func (p *pane) refresh() {
	p.column.Refresh()
	p.sheet.Refresh()
}

func (p *pane) hide() { p.sheet.Hide() }

// work runs f off the window's goroutine, with a context that stop ends.
func (p *pane) work(f func(ctx context.Context)) {
	ready := make(chan struct{})
	p.d.Go(func(ctx context.Context) {
		ctx, stop := context.WithCancel(ctx)
		defer stop()
		p.d.Post(func() { p.stop = stop; close(ready) })
		select {
		case <-ready:
		case <-ctx.Done(): // the window has gone
		}
		f(ctx)
	})
}

// finish shows the outcome in the sheet, or elsewhere where that was closed.
func (p *pane) finish(good bool, lead, rest string, show func()) {
	p.stop = nil
	if !p.sheet.Shown() {
		p.d.Say(good, lead, rest)
		return
	}
	show()
}

// throttled returns a function that posts at most one call every 100 ms, by the clock.
func (p *pane) throttled() func(f func()) {
	const pause = 100 * time.Millisecond
	var (
		mu   sync.Mutex
		last time.Time
	)
	return func(f func()) {
		mu.Lock()
		defer mu.Unlock()
		if now := p.d.Now(); now.Sub(last) >= pause {
			last = now
			p.d.Post(f)
		}
	}
}

func title(s string) *widgets.Text {
	return widgets.NewText(s, resources.SizeH1, resources.Text1, true)
}

func words(s string) *widgets.Text {
	return widgets.NewText(s, resources.SizeBody, resources.Text1, false).Wrap(true)
}

func note(s string) *widgets.Text {
	return widgets.NewText(s, resources.SizeSM, resources.Text2, false).Wrap(true)
}

// choice is a switch with what it means.
func choice(on *widgets.Toggle, what, means string) fyne.CanvasObject {
	return widgets.NewRow(12, on, widgets.NewColumn(2, words(what), note(means)))
}

// problemList names what went wrong, the first few one by one.
func problemList(problems []Problem, more int) fyne.CanvasObject {
	const most = 6
	rows := widgets.NewColumn(4)
	for _, p := range problems[:min(most, len(problems))] {
		rows.Add(widgets.NewText(p.Words(), resources.SizeSM, resources.Text2, false).Ellipsis())
	}
	if left := max(more, len(problems)) - most; left > 0 {
		rows.Add(note(moreWords(left)))
	}
	return widgets.NewCard(rows)
}

package transfer

import (
	"context"
	"errors"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client/guard"
	"viviscope/client/transfer"
	"viviscope/db"
	"viviscope/db/folder"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// ShowExport opens the sheet that exports assets. It must be called on the window's goroutine.
func ShowExport(d Deps, assets []db.Asset) {
	if len(assets) == 0 || d.Canvas().Overlays().Top() != nil {
		return // nothing to export, or another sheet is open
	}
	s := &exportSheet{pane: newPane(d), assets: assets, setting: settingExport,
		options: transfer.ExportOptions{Folder: d.Folder, Sidecars: true}}
	s.again = s.ask
	d.Go(func(ctx context.Context) {
		last := s.options // the options of the last export
		if _, err := d.Library.Setting(ctx, settingExport, &last); err == nil {
			s.options = last
		}
		d.Post(func() {
			if d.Canvas().Overlays().Top() == nil {
				s.ask("")
			}
		})
	})
}

type exportSheet struct {
	*pane
	assets  []db.Asset
	plan    *Plan // the board that is exported; nil for an export of assets
	options transfer.ExportOptions
	setting string               // the library's setting that stores the options
	again   func(trouble string) // shows the sheet again with an error
	free    *kit.Text            // the free space of the folder
}

// ask shows the sheet. trouble is the last error, "" for none.
func (s *exportSheet) ask(trouble string) {
	var bytes int64
	for _, a := range s.assets {
		bytes += a.Bytes
	}
	start := kit.NewButton(lang.X("verb", "Export"), nil, kit.Primary, s.run)
	cancel := kit.NewButton(lang.L("Cancel"), nil, kit.Plain, s.hide)
	rows := []fyne.CanvasObject{title(lang.N("Export %s file, %s", "Export %s files, %s", len(s.assets),
		lang.Number(len(s.assets)), wording.Bytes(bytes)))}
	if trouble != "" {
		rows = append(rows, kit.NewText(trouble, resources.SizeSM, resources.Err, false).Wrap(true))
	}
	rows = append(append(append(rows, s.where(start)...), kit.NewRule()), s.choices()...)
	s.show(start, append(rows, kit.NewInset(4, 0, 0, 0, kit.NewAnswers(cancel, start)))...)
	s.measure()
}

// where returns the rows that choose the format and the folder of an export.
func (s *exportSheet) where(start *kit.Button) []fyne.CanvasObject {
	as := choose(map[bool]int{true: 1}[s.options.Zip], func(i int) {
		s.options.Zip = i == 1
	}, lang.L("Folder"), lang.L("Zip"))
	s.free = note("")
	if s.options.Folder == "" {
		start.Disable()
		s.free.SetText(lang.L("Choose a folder first."))
	}
	return []fyne.CanvasObject{kit.NewRow(12, words(lang.L("As a")), as, kit.NewSpring()),
		kit.NewRow(8, kit.NewIcon(resources.IconFolder, 16, resources.Text2),
			kit.NewText(s.options.Folder, resources.SizeSM, resources.Text1, false).Mono().Ellipsis(), kit.NewSpring(),
			kit.NewButton(lang.L("Choose…"), nil, kit.Plain, s.chooseFolder)), s.free}
}

// measure reads and shows the free space of the folder.
func (s *exportSheet) measure() {
	dir, free := s.options.Folder, s.free
	if dir == "" {
		return
	}
	s.d.Go(func(context.Context) {
		bytes, err := folder.FreeSpace(dir)
		s.d.Post(func() {
			if err == nil {
				free.SetText(lang.L("%s free there. Originals are not touched.", wording.Bytes(bytes)))
				s.refresh()
			}
		})
	})
}

// choices returns the rows with the options of an export of assets.
func (s *exportSheet) choices() []fyne.CanvasObject {
	return []fyne.CanvasObject{
		choice(&s.options.Sidecars, lang.L("Sidecars"),
			lang.L("A .json file beside each file: prompt, all settings, costs, tags, star and note. Imports read all of it except costs.")),
		choice(&s.options.Inside, lang.L("Embed prompt and settings in the copies"),
			lang.L("PNG, JPEG and MP4, unless signed with content credentials. Without costs and notes; anyone with a copy can read it.")),
	}
}

func (s *exportSheet) chooseFolder() {
	s.d.ChooseFolder(func(path string) {
		s.options.Folder = path
		if s.sheet.Shown() {
			s.again("")
		}
	})
}

func (s *exportSheet) run() {
	what := lang.L("Exporting")
	if s.plan == nil {
		what = lang.N("Exporting %s file", "Exporting %s files", len(s.assets), lang.Number(len(s.assets)))
	}
	bar, how := s.working(what, lang.L("Copying …"),
		lang.L("Closing continues in the background. Cancelling removes incomplete files."), lang.L("Cancel"))
	throttled := s.throttled()
	o := s.options
	o.Name = transfer.ExportName(s.d.Now().Local())
	o.Progress = func(done, total int64) {
		throttled(func() {
			if total > 0 {
				s.advance(bar, float64(done)/float64(total))
			}
			how.SetText(lang.L("%s of %s", wording.Bytes(done), wording.Bytes(total)))
		})
	}
	s.work(func(ctx context.Context) {
		export := func() (transfer.ExportResult, error) { return transfer.Export(ctx, s.d.Library, s.assets, o) }
		if s.plan != nil {
			now := o
			now.Film = o.Film && s.plan.Newest.ID != 0 // the stored choice may be for another board
			export = func() (transfer.ExportResult, error) {
				return transfer.ExportFilm(ctx, s.d.Library, s.plan.Film, now)
			}
		}
		r, err := export()
		if err == nil {
			_ = s.d.Library.SetSetting(ctx, s.setting, o) // harmless: the next export offers older options
		}
		s.d.Post(func() { s.done(r, err) })
	})
}

func (s *exportSheet) done(r transfer.ExportResult, err error) {
	if err != nil {
		fault := exportFault(err)
		s.finish(false, lang.L("Export:"), fault, func() { s.again(fault) })
		return
	}
	s.finish(len(r.Problems) == 0, lang.L("Exported:"), exportedWords(r)+" "+r.Path, func() {
		path := kit.NewText(r.Path, resources.SizeSM, resources.Text2, false).Mono().Wrap(true)
		show := kit.NewButton(lang.L("Show in folder"), resources.IconFolderOpen, kit.Plain, func() {
			s.d.RevealFile(r.Path)
		})
		s.outcome(lang.L("Exported"), exportedWords(r), r.Problems, 0, path, show)
	})
}

// ShowImport opens the sheet that imports files and folders. It must be called on the window's goroutine.
func ShowImport(d Deps, paths []string) {
	if len(paths) == 0 || d.Canvas().Overlays().Top() != nil {
		return // nothing to import, or another sheet is open
	}
	s := &importSheet{pane: newPane(d), paths: paths, settings: true}
	s.ask()
}

type importSheet struct {
	*pane
	paths    []string
	settings bool            // import the settings in sidecars and in the files themselves
	amount   transfer.Amount // zero until the files are counted
}

// ask shows the sheet, and counts the files in the background.
func (s *importSheet) ask() {
	what := s.paths[0]
	if n := len(s.paths); n > 1 {
		what = lang.N("%s file or folder in %s", "%s files and folders in %s", n, lang.Number(n),
			filepath.Dir(s.paths[0]))
	}
	how := words(lang.L("Counting …"))
	start := kit.NewButton(lang.X("verb", "Import"), nil, kit.Primary, s.run)
	cancel := kit.NewButton(lang.L("Cancel"), nil, kit.Plain, func() { s.stop(); s.hide() })
	s.show(start, title(lang.L("Import into the library")), note(what), how,
		choice(&s.settings, lang.L("Import prompts, tags and stars"),
			lang.L("From sidecar files and embedded metadata.")),
		note(lang.L("Files are copied; the originals stay in place. Files already in the library are skipped.")),
		kit.NewAnswers(cancel, start))
	s.work(func(ctx context.Context) {
		n, err := transfer.Count(ctx, s.paths, s.d.Library.Dir())
		s.d.Post(func() {
			if err == nil {
				s.amount = n
				how.SetText(amountWords(n))
				if n.Files == 0 {
					start.Disable()
					s.sheet.Default = nil
					if s.d.Canvas().Focused() == start {
						s.d.Canvas().Focus(cancel)
					}
				}
				s.refresh()
			}
		})
	})
}

func amountWords(n transfer.Amount) string {
	if n.Files == 0 {
		return lang.L("No pictures or clips found.")
	}
	found := lang.N("%s picture or clip found, %s", "%s pictures and clips found, %s", n.Files, lang.Number(n.Files),
		wording.Bytes(n.Bytes))
	if n.Others > 0 {
		found = wording.Commas(found, lang.N("%s other file", "%s other files", n.Others, lang.Number(n.Others)))
	}
	return found
}

func (s *importSheet) run() {
	s.stop() // stops the counting
	bar, how := s.working(lang.L("Importing"), lang.L("Reading the folder …"),
		lang.L("Closing continues in the background. Stopping keeps what was imported."), lang.X("verb", "Stop"))
	throttled := s.throttled()
	o := transfer.ImportOptions{Settings: s.settings, Progress: func(r transfer.ImportResult) {
		throttled(func() {
			if s.amount.Bytes > 0 {
				s.advance(bar, float64(r.Bytes)/float64(s.amount.Bytes))
			}
			how.SetText(importedWords(r))
		})
	}}
	s.work(func(ctx context.Context) {
		r := transfer.Import(ctx, s.d.Library, s.paths, o)
		s.d.Post(func() { s.done(r) })
	})
}

func (s *importSheet) done(r transfer.ImportResult) {
	if r.New+r.Known > 0 {
		s.d.RefreshAll()
	}
	good := r.Failed+r.Damaged == 0 && (r.Stopped == nil || errors.Is(r.Stopped, context.Canceled))
	s.finish(good, lang.L("Import:"), importedWords(r), func() {
		var show *kit.Button
		if len(r.Assets) > 0 {
			show = kit.NewButton(lang.L("Show imported"), nil, kit.Plain, func() {
				s.hide()
				s.d.ShowAsset(r.Assets...)
			})
		}
		s.outcome(importTitle(r), importedWords(r), r.Problems, r.Failed+r.Damaged+r.Foreign+r.Links+r.Sidecars, nil,
			show)
	})
}

func importTitle(r transfer.ImportResult) string {
	switch {
	case r.Stopped != nil:
		return lang.L("The import was stopped")
	case r.New > 0:
		return lang.L("Imported")
	case r.Known > 0:
		return lang.L("All files were already in the library")
	}
	return lang.L("Nothing was imported")
}

// sheetWidth is the width of these sheets, px: file names are long.
const sheetWidth = 520

// pane is a sheet with three stages: options, progress and outcome. If the user closes it during the work, the work
// continues and the outcome is shown as a notice.
type pane struct {
	d      Deps
	column *fyne.Container
	sheet  *kit.Sheet
	width  float32
	stop   context.CancelFunc // cancels the work
	gone   func()             // called after Esc closed the sheet

	step func(progress string) // shows the progress in the status bar
	end  func()                // removes the progress from the status bar
}

func newPane(d Deps) *pane {
	return &pane{d: d, column: container.NewStack(), width: sheetWidth, stop: func() {}, gone: func() {},
		step: func(string) {}, end: func() {}}
}

// show sets the rows of the sheet, and opens it the first time. A single row is shown without a column. Enter presses
// safe.
func (p *pane) show(safe *kit.Button, rows ...fyne.CanvasObject) {
	p.column.Objects = rows
	if len(rows) > 1 {
		p.column.Objects = []fyne.CanvasObject{kit.NewColumn(12, rows...)}
	}
	if p.sheet == nil {
		p.sheet = kit.ShowWideSheet(p.d.Canvas(), p.width, p.column, func() { p.gone() })
	}
	p.refresh() // Fyne cannot focus an object in a scroller before it is laid out
	p.sheet.Default, p.sheet.Send = nil, nil
	p.sheet.Focus()
	if safe != nil {
		p.sheet.Default = func() { safe.Tapped(nil) } // safe may be disabled by then
		p.d.Canvas().Focus(safe)
	}
}

// working shows a progress bar, a text, and a button that cancels the work. The status bar shows the progress too until
// finish is called. A click there reopens a closed sheet.
func (p *pane) working(what, first, means, stop string) (bar *kit.Meter, how *kit.Text) {
	bar, how = kit.NewProgress(6), words(first)
	p.step, p.end = p.d.Working(what, p.reopen)
	closing, stopping := kit.NewButton(lang.L("Close"), nil, kit.Plain, p.hide),
		kit.NewButton(stop, nil, kit.Plain, func() { p.stop() })
	p.show(nil, title(what), bar, how, note(means), kit.NewAnswers(closing, nil, stopping))
	return bar, how
}

// reopen opens the closed sheet again with the same content.
func (p *pane) reopen() {
	if p.sheet.Shown() || p.d.Canvas().Overlays().Top() != nil {
		return
	}
	p.sheet = kit.ShowWideSheet(p.d.Canvas(), p.width, p.column, func() { p.gone() })
	p.refresh()
	p.sheet.Focus()
}

// advance shows the progress, from 0 to 1.
func (p *pane) advance(bar *kit.Meter, part float64) {
	bar.SetValue(part)
	p.step(strconv.Itoa(int(100*part)) + " %")
}

// outcome shows the result of the work. more is the total number of problems; problems may hold only the first ones.
// detail and other may be nil.
func (p *pane) outcome(
	what, said string, problems []transfer.Problem, more int, detail fyne.CanvasObject, other *kit.Button,
) {
	closing := kit.NewButton(lang.L("Close"), nil, kit.Primary, p.hide)
	rows := []fyne.CanvasObject{title(what), words(said)}
	if detail != nil {
		rows = append(rows, detail)
	}
	if len(problems) > 0 {
		rows = append(rows, problemList(problems, more))
	}
	var others []fyne.CanvasObject
	if other != nil {
		others = append(others, other)
	}
	p.show(closing, append(rows, kit.NewAnswers(closing, nil, others...))...)
}

// refresh fits the height of the sheet to its content.
func (p *pane) refresh() {
	p.column.Refresh()
	p.sheet.Refresh()
}

func (p *pane) hide() { p.sheet.Hide() }

// work runs f off the window's goroutine. Its context ends when stop is called or the program ends.
func (p *pane) work(f func(ctx context.Context)) {
	ctx, stop := context.WithCancel(context.Background())
	p.stop = stop
	p.d.Go(func(life context.Context) {
		defer stop()
		defer guard.AfterContext(life, "end of export", stop)()
		f(ctx)
	})
}

// finish shows the outcome in the sheet, or as a notice with links if the sheet is closed. show fills the sheet.
func (p *pane) finish(good bool, lead, rest string, show func(), links ...action.Action) {
	p.end()
	if p.sheet.Shown() {
		show()
		return
	}
	tone := kit.ToneWarn
	if good {
		tone = kit.ToneOK
	}
	p.d.Say(tone, lead, rest, links...)
}

// throttled returns a function that posts at most one call every 100 ms and drops the others. Any goroutine may call
// it.
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

func title(s string) *kit.Text {
	return kit.NewText(s, resources.SizeH1, resources.Text1, true)
}

func words(s string) *kit.Text {
	return kit.NewText(s, resources.SizeBody, resources.Text1, false).Wrap(true)
}

func note(s string) *kit.Text {
	return kit.NewText(s, resources.SizeSM, resources.Text2, false).Wrap(true)
}

// choice returns a switch with its label and an explanation.
func choice(on *bool, what, means string) fyne.CanvasObject {
	toggle := kit.NewToggle(*on, func(v bool) { *on = v })
	name := words(what)
	toggle.SetName(name)
	return kit.NewRow(12, toggle, kit.NewColumn(2, name, note(means)))
}

// problemList lists problems. more is their total number; problems may hold only the first ones.
func problemList(problems []transfer.Problem, more int) fyne.CanvasObject {
	const most = 6 // visible rows
	line := func() *kit.Text { return kit.NewText("X", resources.SizeSM, resources.Text2, false).Ellipsis() }
	list := kit.NewList(func() int { return len(problems) }, func() fyne.CanvasObject { return line() },
		func(i int, cell fyne.CanvasObject) { cell.(*kit.Text).SetText(problemWords(problems[i])) })
	list.SetName(note(lang.L("Problems")))
	rows := kit.NewColumn(4, kit.NewFixed(0, float32(min(len(problems), most))*line().MinSize().Height, list))
	if left := more - len(problems); left > 0 {
		rows.Add(note(lang.N("and %s more", "and %s more", left, lang.Number(left))))
	}
	return kit.NewCard(rows)
}

package transfer

import (
	"context"

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

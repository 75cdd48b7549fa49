package settings

import (
	"context"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// askCleanUp says what can be made again and how much that is, and asks.
func (w *libraryWing) askCleanUp() {
	if w.usage == nil {
		return
	}
	n := w.usage.Thumbs.Files
	w.ask(lang.L("Clean up what can be made again"),
		[]string{
			lang.N("There is %[1]s thumbnail, %[2]s.", "There are %[1]s thumbnails, %[2]s.", n, lang.Number(n), wording.Bytes(w.usage.Thumbs.Bytes)) + " " +
				lang.L("Nothing else is touched: no clip, no picture, nothing that was paid for."),
			lang.L("Those of files that are not in the library any more are of no use. The others are made again when they are looked at, which takes a moment each."),
		},
		way{lang.L("Only the useless ones"), widgets.Primary, func() { w.clearThumbs(true) }},
		way{lang.L("All of them"), widgets.Plain, func() { w.clearThumbs(false) }},
		way{lang.L("Cancel"), widgets.Quiet, func() {}})
}

func (w *libraryWing) clearThumbs(idle bool) {
	w.say(w.cleaned, lang.L("Cleaning up …"), resources.Text2)
	w.s.deps.Go(func(ctx context.Context) {
		freed, err := w.s.deps.Library.ClearThumbs(ctx, idle)
		w.s.deps.Post(func() {
			if err != nil {
				w.say(w.cleaned, lang.L("Not all could be cleaned up: %s", wording.Fault(err)), resources.Err)
			} else {
				w.say(w.cleaned, freedWords(freed), resources.OK)
			}
			w.measureNow()
		})
	})
}

func freedWords(freed db.Use) string {
	if freed.Files == 0 {
		return lang.L("There was nothing to clean up.")
	}
	return lang.N("%[1]s thumbnail deleted, %[2]s freed", "%[1]s thumbnails deleted, %[2]s freed", freed.Files, lang.Number(freed.Files), wording.Bytes(freed.Bytes))
}

// askEmpty asks whether what is in the trash is to be deleted for good.
func (w *libraryWing) askEmpty() {
	n := w.stored.TrashItems
	w.ask(lang.N("Delete %s item for good?", "Delete %s items for good?", n, lang.Number(n)),
		[]string{lang.L("This frees %s and cannot be undone. What was paid stays in the ledger.", wording.Bytes(w.stored.TrashBytes))},
		way{lang.L("Keep them"), widgets.Primary, func() {}},
		way{lang.N("Delete %s item for good", "Delete %s items for good", n, lang.Number(n)), widgets.Danger, w.emptyTrash})
}

func (w *libraryWing) emptyTrash() {
	w.s.deps.Do(lang.L("Could not empty the trash."), func(ctx context.Context) error {
		_, err := w.s.deps.Library.EmptyTrash(ctx)
		w.s.deps.Post(func() { w.measureNow() })
		w.s.deps.Refresh()
		return err
	})
}

// way is one answer to a question.
type way struct {
	word string
	kind widgets.ButtonKind
	do   func()
}

// ask puts a question on a sheet. The first answer is the safe one; Esc gives none.
func (w *libraryWing) ask(title string, says []string, ways ...way) {
	c := fyne.CurrentApp().Driver().CanvasForObject(w.s.content)
	if c == nil || c.Overlays().Top() != nil {
		return
	}
	var sheet *widgets.Sheet
	rows := []fyne.CanvasObject{widgets.NewText(title, resources.SizeH2, resources.Text1, true)}
	for _, words := range says {
		rows = append(rows, note(words).Wrap(true))
	}
	buttons := widgets.NewRow(8)
	var first *widgets.Button
	for _, answer := range ways {
		b := widgets.NewButton(answer.word, nil, answer.kind, func() { sheet.Hide(); answer.do() })
		if first == nil {
			first = b
		}
		buttons.Add(b)
	}
	buttons.Add(widgets.NewSpring())
	sheet = widgets.ShowSheet(c, widgets.NewColumn(12, append(rows, buttons)...), nil)
	c.Focus(first)
}

package settings

import (
	"context"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// askCleanUp says what can be made again and how much that is, and asks.
func (w *libraryWing) askCleanUp() {
	if w.usage == nil {
		return
	}
	all := wording.Count(w.usage.Thumbs.Files, "thumbnail", "thumbnails") + ", " + wording.Bytes(w.usage.Thumbs.Bytes)
	w.ask("Clean up what can be made again",
		[]string{
			"There are " + all + ". Nothing else is touched: no clip, no picture, nothing that was paid for.",
			"Those of files that are not in the library any more are of no use. The others are made again when they are looked at, which takes a moment each.",
		},
		way{"Only the useless ones", widgets.Primary, func() { w.clearThumbs(true) }},
		way{"All of them", widgets.Plain, func() { w.clearThumbs(false) }},
		way{"Cancel", widgets.Quiet, func() {}})
}

func (w *libraryWing) clearThumbs(idle bool) {
	w.say(w.cleaned, "Cleaning up …", resources.Text2)
	w.s.deps.Go(func(ctx context.Context) {
		freed, err := w.s.deps.Library.ClearThumbs(ctx, idle)
		w.s.deps.Post(func() {
			if err != nil {
				w.say(w.cleaned, "Not all could be cleaned up: "+err.Error(), resources.Err)
			} else {
				w.say(w.cleaned, freedWords(freed), resources.OK)
			}
			w.measureNow()
		})
	})
}

func freedWords(freed db.Use) string {
	if freed.Files == 0 {
		return "There was nothing to clean up."
	}
	return wording.Count(freed.Files, "thumbnail", "thumbnails") + " deleted, " + wording.Bytes(freed.Bytes) + " freed"
}

// askEmpty asks whether what is in the trash is to be deleted for good.
func (w *libraryWing) askEmpty() {
	n := wording.Count(w.stored.TrashItems, "item", "items")
	w.ask("Delete "+n+" for good?",
		[]string{"This frees " + wording.Bytes(w.stored.TrashBytes) + " and cannot be undone. What they cost stays in the ledger."},
		way{"Keep them", widgets.Primary, func() {}},
		way{"Delete " + n + " for good", widgets.Danger, w.emptyTrash})
}

func (w *libraryWing) emptyTrash() {
	w.s.deps.Do("empty the trash", func(ctx context.Context) error {
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

package compose

import (
	"context"
	"log/slog"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/gui/compose/batch"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// The measures of the sheet of a batch, px, and how much of a list is shown as text: laying out more of it would stop the window.
const (
	batchWidth  = 760
	batchHeight = 250 // of the rows at most
	mostTyped   = 64 << 10
)

// batchSheet is the sheet of a list of jobs: it is put in, checked as a whole, and sent on a second click.
type batchSheet struct {
	s     *Screen
	sheet *widgets.Sheet
	was   list   // what the last file or example replaced
	said  string // what the last sending came to
	wrong bool   // said tells of a mistake
	busy  bool   // the list is being checked

	checked *checked // of the list as it is; nil: not checked
	source  *batchRows

	text    *editor
	file    *widgets.Text
	clear   *widgets.Button
	undo    *widgets.Link
	typed   *fyne.Container
	filed   *fyne.Container
	report  *widgets.Text
	unknown *widgets.Text
	rows    *widgets.VList
	table   *fyne.Container
	total   *widgets.Text
	check   *widgets.Button
	send    *widgets.Button
}

// loadList reads the list that was not sent yet; an empty one where there is none. Off the window's goroutine.
func (s *Screen) loadList(ctx context.Context) (l list) {
	if _, err := s.Library.Setting(ctx, listName, &l); err != nil {
		s.Log().Warn("cannot read the list of a batch", slog.Any("err", err))
		return list{}
	}
	return l
}

// ShowBatch opens the sheet in which a list of jobs is put in, checked, priced and sent. What is in it stays until it is
// sent, also over a restart. Window's goroutine.
func (s *Screen) ShowBatch() {
	canvas := s.Canvas()
	if s.batch != nil && s.batch.sheet.Shown() {
		return
	}
	b := newBatchSheet(s)
	s.batch = b
	b.render()
	b.sheet = widgets.ShowWideSheet(canvas, batchWidth, b.content(), nil)
	if s.list.Text == "" || s.list.Name == "" {
		canvas.Focus(b.text)
	}
}

// chooseList lets a person choose the file of a list.
func (s *Screen) chooseList() {
	s.Nav.ChooseFile([]string{".csv", ".tsv", ".jsonl", ".ndjson", ".txt"}, func(path string) {
		s.readFile(path, batch.MaxBytes, func(data []byte) { s.BatchFile(filepath.Base(path), data) })
	})
}

// BatchFile puts a file into the sheet of a batch, which opens, and checks it: a .csv, .tsv, .jsonl, .ndjson or text file. The
// name is that of the file. Window's goroutine.
func (s *Screen) BatchFile(name string, data []byte) {
	s.ShowBatch()
	if s.batch == nil || s.gate.busy() {
		return
	}
	var err error
	switch {
	case len(data) > batch.MaxBytes:
		err = batch.ErrTooLarge
	case !utf8.Valid(data):
		err = batch.ErrEncoding
	}
	if err != nil {
		s.batch.tell(name+" · "+batch.Trouble(err), true)
		return
	}
	s.batch.replace(list{Name: name, Text: string(data)})
	s.batch.run()
}

func newBatchSheet(s *Screen) *batchSheet {
	b := &batchSheet{s: s, source: &batchRows{}}
	b.text = newTextEditor(7, lang.L("a paper boat drifts down a canal at dusk"), b.changed, b.run)
	b.text.OnKey = func(k *fyne.KeyEvent) bool {
		if k.Name != fyne.KeyEscape {
			return false
		}
		b.sheet.Hide()
		return true
	}
	b.text.show(b.visible())
	b.file = widgets.NewText("", resources.SizeBody, resources.Text1, false).Ellipsis()
	b.clear = widgets.NewButton(lang.L("Remove"), nil, widgets.Quiet, func() { b.replace(list{}) }).Small()
	b.undo = widgets.NewLink(lang.L("Bring back what was here"), func() { b.replace(b.was) })
	b.typed = widgets.NewColumn(0, b.text)
	b.filed = widgets.NewColumn(0, widgets.NewCard(widgets.NewRow(8, b.file, widgets.NewSpring(), b.clear)))
	b.report = widgets.NewText("", resources.SizeSM, resources.Text1, false).Wrap(true)
	b.unknown = widgets.NewText("", resources.SizeSM, resources.Warn, false).Wrap(true)
	b.rows = widgets.NewVList(b.source, 0, 0)
	b.table = container.NewStack(widgets.NewGround(resources.BgInput), widgets.NewFixed(0, batchHeight, b.rows))
	b.total = widgets.NewText("", resources.SizeSM, resources.Text1, false).Wrap(true)
	b.check = widgets.NewButton(lang.X("verb", "Check"), nil, widgets.Primary, b.run)
	b.send = widgets.NewButton(lang.X("verb", "Send"), nil, widgets.Primary, b.press)
	return b
}

func (b *batchSheet) content() fyne.CanvasObject {
	choose := widgets.NewButton(lang.L("Choose a file…"), nil, widgets.Plain, b.s.chooseList)
	example := widgets.NewButton(lang.L("Put in an example"), nil, widgets.Quiet, func() { b.replace(list{Text: resources.BatchExample()}) })
	closeIt := widgets.NewButton(lang.L("Close"), nil, widgets.Quiet, func() { b.sheet.Hide() })
	return widgets.NewColumn(10,
		widgets.NewText(lang.X("noun", "Batch"), resources.SizeH2, resources.Text1, true),
		widgets.NewText(lang.L("One prompt a line, or CSV or JSON lines with columns such as kind, model, prompt, seconds, resolution and clips. "+
			"What the list does not say comes from the form. Braces are not expanded."), resources.SizeSM, resources.Text2, false).Wrap(true),
		b.typed, b.filed,
		widgets.NewRow(8, choose, example, widgets.NewSpring(), b.undo),
		b.report, b.unknown, b.table, b.total,
		widgets.NewRow(8, b.check, b.send, widgets.NewSpring(), closeIt))
}

// visible is the list as it is shown to be typed in; "" for a file and for what is too long.
func (b *batchSheet) visible() string {
	if l := b.s.list; l.Name == "" && len(l.Text) <= mostTyped {
		return l.Text
	}
	return ""
}

// changed takes what was typed or pasted.
func (b *batchSheet) changed(text string) { b.take(list{Text: text}) }

// replace puts another list in the place of what is here, which can be brought back.
func (b *batchSheet) replace(l list) {
	if b.s.gate.busy() {
		return
	}
	b.was = b.s.list
	b.take(l)
	b.text.show(b.visible())
	b.text.CursorRow, b.text.CursorColumn = 0, 0 // a list is read from its begin
	b.text.Refresh()
	b.focus(b.text)
}

// focus brings the keyboard to a control of the sheet: the one that was pressed may be gone.
func (b *batchSheet) focus(f fyne.Focusable) {
	if b.sheet != nil && b.sheet.Shown() {
		b.s.focus(f)
	}
}

func (b *batchSheet) take(l list) {
	b.s.list = l
	b.s.listSaver.keep(l)
	b.checked, b.said = nil, ""
	b.render()
}

func (b *batchSheet) tell(words string, wrong bool) {
	b.said, b.wrong = words, wrong
	b.render()
}

// run reads and prices the list, away from the window's goroutine. Nothing is sent.
func (b *batchSheet) run() {
	s := b.s
	if b.busy || s.gate.busy() || s.account.ID == 0 || strings.TrimSpace(s.list.Text) == "" {
		return
	}
	l, defaults, account, tariff := s.list, s.listDefaults(), s.account, s.tariff
	b.busy = true
	b.render()
	s.Go(func(context.Context) {
		c, err := check(l, defaults, account, tariff)
		s.Post(func() {
			b.busy = false
			switch {
			case s.list != l: // it was changed meanwhile
				b.render()
			case err != nil:
				b.tell(batch.Trouble(err), true)
			default:
				b.said, b.checked = "", &c
				b.render()
				b.focus(b.rows) // not on the button that sends: a second press of the same key must not
			}
		})
	})
}

// press sends the rows that are right: all of them, or the right ones where the button says so.
func (b *batchSheet) press() {
	s, c := b.s, b.checked
	if c == nil || c.right() == 0 || c.account.ID != s.account.ID {
		return
	}
	order := c.order()
	quote := c.tariff.Quote(order)
	if s.tariff.Quote(order) != quote {
		b.run() // the prices changed: what is sent is what was shown
		return
	}
	l := s.list
	press := s.clickOn(order, requestKey{profile: s.account.ID, list: l})
	press.word, press.done = b.send.Text(), func() { b.sent(l, *c, press) }
	s.press(press)
}

// sent says what became of all rows, and keeps those that were not sent.
func (b *batchSheet) sent(l list, c checked, o *click) {
	s := b.s
	refused := 0
	if o.err != nil {
		refused = c.order().Jobs()
	}
	words := lang.N("%s job made, %s refused.", "%s jobs made, %s refused.", len(o.made), lang.Number(len(o.made)), lang.Number(refused))
	if o.err != nil {
		s.Log().Error("cannot commit a batch", slog.Any("err", o.err))
		words += " " + lang.L("Of those nothing was sent or charged: %s", troubleWords(o.err))
	}
	left := l
	if o.err == nil {
		left = list{Text: c.rest}
	}
	if s.list == l {
		if left.Text != "" {
			words += " " + lang.L("What was not sent stays here.")
		}
		b.was = list{} // what was sent is not brought back by a slip
		b.take(left)
		b.text.show(b.visible())
	}
	b.tell(words, o.err != nil)
	b.focus(b.text)
	if len(o.made) > 0 {
		s.RefreshAll()
	}
}

// showBatch shows the sheet of a batch again where it is open.
func (s *Screen) showBatch() {
	if s.batch != nil {
		s.batch.render()
	}
}

// render shows the list as it is.
func (b *batchSheet) render() {
	s := b.s
	asFile := b.visible() != s.list.Text
	setShown(b.typed, !asFile)
	setShown(b.filed, asFile)
	if asFile {
		name := s.list.Name
		if name == "" {
			name = lang.L("What was pasted")
		}
		b.file.SetText(name + " · " + wording.Bytes(int64(len(s.list.Text))))
	}
	setShown(b.undo, b.was.Text != "" && b.was != s.list)
	b.report.SetText(b.said)
	if b.wrong {
		b.report.SetColor(resources.Err)
	} else {
		b.report.SetColor(resources.Text1)
	}
	setShown(b.report, b.said != "")
	b.renderChecked()
	setOn(b.check, !b.busy && !s.gate.busy() && strings.TrimSpace(s.list.Text) != "" && s.account.ID != 0)
	if b.sheet != nil {
		b.sheet.Refresh()
	}
}

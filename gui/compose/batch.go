package compose

import (
	"context"
	"log/slog"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/client/order"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// The measures of the sheet of a batch, px, and how much of a list is shown as text: laying out more of it would stop
// the window.
const (
	batchWidth  = 760
	batchHeight = 250 // of the rows at most
	mostTyped   = 64 << 10
)

// batchSheet is the sheet of a list of jobs: it is put in, checked as a whole, and sent on a second click.
type batchSheet struct {
	*batch
	window *kit.Sheet
	was    batchText // what the last file or example replaced
	said   string    // result of the last sending
	wrong  bool      // said reports an error
	busy   bool      // the list is being checked

	checked *checked   // of the list as it is; nil: not checked
	model   *batchCell // rows are measured on it; it is never shown

	text                  *editor
	undo                  *kit.Link
	filed, table          *fyne.Container
	file, report, unknown *kit.Text
	total, limit          *kit.Text
	rows                  *kit.List
	check, send, hold     *kit.Button
	fit                   *kit.Button // sends what fits a budget, and holds the rest
}

// batch holds the list of a batch until it is sent, and opens its sheet. It belongs to the window's goroutine, except
// load.
type batch struct {
	Deps
	*draft
	clicks  *clicks
	profile *profileReader
	list    batchText   // kept while the sheet is closed
	sheet   *batchSheet // nil: it was never open
}

// show shows the sheet again if it was opened.
func (b *batch) show() {
	if b.sheet != nil {
		b.sheet.render()
	}
}

// load reads the list that was not sent yet; an empty one where there is none. Off the window's goroutine.
func (b *batch) load(ctx context.Context) (l batchText) {
	if _, err := b.Library.Setting(ctx, listName, &l); err != nil {
		b.Log().Warn("cannot read the list of a batch", slog.Any("err", err))
		return batchText{}
	}
	return l
}

// ShowBatch opens the sheet in which the user enters, checks and sends a list of jobs. The list is stored until it is
// sent, also over a restart. Window's goroutine.
func (b *batch) ShowBatch() {
	if b.sheet != nil && b.sheet.window.Shown() {
		return
	}
	sheet := newBatchSheet(b)
	b.sheet = sheet
	sheet.render()
	sheet.window = kit.ShowWideSheet(b.Canvas(), batchWidth, sheet.content(), nil)
	if b.list.Text == "" || b.list.Name == "" {
		b.Canvas().Focus(sheet.text)
	}
}

// readList reads the file of a list into the sheet.
func (b *batch) readList(path string) {
	readFile(b.host, b.notices.say, path, order.MaxListBytes, func(data []byte) {
		b.BatchFile(order.BaseName(path), data)
	})
}

// BatchFile puts a file into the sheet of a batch, which opens, and checks it: CSV, JSON or text. The name is that of
// the file. Window's goroutine.
func (b *batch) BatchFile(name string, data []byte) {
	b.ShowBatch()
	if b.sheet == nil || b.clicks.gate.busy() {
		return
	}
	if err := order.CheckList(string(data)); err != nil {
		b.sheet.tell(name+" · "+wording.ListFault(err), true)
		return
	}
	b.sheet.replace(batchText{Name: name, Text: string(data)})
	b.sheet.run()
}

func newBatchSheet(of *batch) *batchSheet {
	b := &batchSheet{batch: of, model: newBatchCell()}
	b.text = newTextEditor(7, lang.L("a paper boat drifts down a canal at dusk"), func(text string) {
		b.take(batchText{Text: text})
	}, b.run)
	b.text.OnKey = func(k *fyne.KeyEvent) bool {
		if k.Name != fyne.KeyEscape {
			return false
		}
		b.window.Hide()
		return true
	}
	b.text.show(b.visible())
	b.file = kit.NewText("", resources.SizeBody, resources.Text1, false).Ellipsis()
	remove := kit.NewButton(lang.L("Remove"), nil, kit.Quiet, func() { b.replace(batchText{}) }).Small()
	b.undo = kit.NewLink(lang.L("Bring back the previous list"), func() { b.replace(b.was) })
	b.filed = kit.NewColumn(0, kit.NewCard(kit.NewRow(8, b.file, kit.NewSpring(), remove)))
	b.report = kit.NewText("", resources.SizeSM, resources.Text1, false).Wrap(true)
	b.unknown = kit.NewText("", resources.SizeSM, resources.Warn, false).Wrap(true)
	b.rows = kit.NewFeed(b, 0, 0)
	b.table = container.NewStack(kit.NewGround(resources.BgInput), kit.NewFixed(0, batchHeight, b.rows))
	b.total = kit.NewText("", resources.SizeSM, resources.Text1, false).Wrap(true)
	b.check = kit.NewButton(lang.X("verb", "Check"), nil, kit.Primary, b.run)
	b.limit = kit.NewText("", resources.SizeSM, resources.Text2, false).Wrap(true)
	b.fit = kit.NewButton("", nil, kit.Primary, func() { b.press(sendFitting) }).Spends()
	b.send = kit.NewButton(lang.X("verb", "Send"), nil, kit.Primary, func() { b.press(sendAll) }).Spends()
	b.hold = kit.NewButton(lang.L("Hold these"), nil, kit.Plain, func() { b.press(holdAll) })
	return b
}

func (b *batchSheet) content() fyne.CanvasObject {
	choose := kit.NewButton(lang.L("Choose a file…"), nil, kit.Plain, func() {
		b.Chooser.ChooseFile([]string{".csv", ".tsv", ".json", ".jsonl", ".ndjson", ".txt"}, b.readList)
	})
	example := kit.NewButton(lang.L("Insert example"), nil, kit.Quiet, func() {
		b.replace(batchText{Text: resources.BatchExample()})
	})
	closeIt := kit.NewButton(lang.L("Close"), nil, kit.Plain, func() { b.window.Hide() })
	title := kit.NewText(lang.X("noun", "Batch"), resources.SizeH2, resources.Text1, true)
	kit.Name(title, b.text, b.rows)
	return kit.NewColumn(10, title,
		kit.NewText(lang.L("One prompt per line, or CSV or JSON lines with columns such as kind, model, prompt, seconds, "+
			"resolution and clips. A row without clips makes one. Everything else comes from the form. Braces are not expanded."), resources.SizeSM, resources.Text2, false).Wrap(true),
		b.text, b.filed,
		kit.NewRow(8, choose, example, kit.NewSpring(), b.undo),
		b.report, b.unknown, b.table, b.total, b.limit,
		kit.NewBar(8, []fyne.CanvasObject{b.hold}, []fyne.CanvasObject{closeIt, b.send, b.fit, b.check}))
}

// visible returns the text of the list for the text field; "" for a file, and for a text that is too long for it.
func (b *batchSheet) visible() string {
	if l := b.list; l.Name == "" && len(l.Text) <= mostTyped {
		return l.Text
	}
	return ""
}

// replace replaces the list. The previous one can be restored.
func (b *batchSheet) replace(l batchText) {
	if b.clicks.gate.busy() {
		return
	}
	b.was = b.list
	b.take(l)
	b.text.show(b.visible())
	b.text.CursorRow, b.text.CursorColumn = 0, 0 // a list is read from its begin
	b.text.Refresh()
	b.focus(b.text)
}

// focus brings the keyboard to a control of the sheet: the one that was pressed may be gone.
func (b *batchSheet) focus(f fyne.Focusable) {
	if b.window != nil && b.window.Shown() {
		b.Canvas().Focus(f)
	}
}

func (b *batchSheet) take(l batchText) {
	b.list = l
	b.saver.Put(listName, l)
	b.said = ""
	b.setChecked(nil)
	b.render()
}

func (b *batchSheet) tell(words string, wrong bool) {
	b.said, b.wrong = words, wrong
	b.render()
}

// run reads and prices the list, away from the window's goroutine. Nothing is sent.
func (b *batchSheet) run() {
	if b.busy || b.clicks.gate.busy() || b.account.ID == 0 || strings.TrimSpace(b.list.Text) == "" {
		return
	}
	l, f, env, account, tariff := b.list, b.form, b.env(), b.account, b.tariff
	if b.held != nil {
		f = b.held.before
	}
	b.busy = true
	b.render()
	b.Go(func(ctx context.Context) {
		c, err := check(l, f, env, account, tariff)
		if err == nil {
			c.took = takes(ctx, b.Library, b.Log(), account, c.order)
		}
		b.Post(func() {
			b.busy = false
			switch {
			case b.list != l: // it was changed meanwhile
				b.render()
			case err != nil:
				b.tell(wording.ListFault(err), true)
			default:
				b.said = ""
				b.setChecked(c)
				b.render()
				b.focus(b.rows) // not on the button that sends: a second press of the same key must not
			}
		})
	})
}

// listPress is the choice for the valid rows of a list: send all, send those that fit, or hold all.
type listPress int

const (
	sendAll     listPress = iota
	sendFitting           // those that fit a budget; the others are held
	holdAll
)

// press sends or holds the valid rows. The sheet showed their price against the limits, so nothing is asked about
// these.
func (b *batchSheet) press(how listPress) {
	c := b.checked
	if c == nil || c.right == 0 || c.account.ID != b.account.ID {
		return
	}
	if b.tariff.Quote(c.order) != c.quote {
		b.run() // the prices changed: what is sent is what was shown
		return
	}
	l := b.list
	press := newClick(b.draft, c.order, requestKey{profile: b.account.ID, batch: l})
	press.hold, press.fit, press.word = how == holdAll, how == sendFitting, b.send.Text()
	press.done = func() { b.sent(l, c, press) }
	if b.profile.budgets != nil {
		press.shown = c.against(*b.profile.budgets).Agreement()
	}
	b.clicks.press(press)
}

// finished closes the sheet after all of a list was sent, and shows where the jobs are.
func (b *batchSheet) finished(made []db.Job) {
	if b.window.Shown() {
		b.window.Hide()
	}
	held := 0
	for _, job := range made {
		if job.State == db.Held {
			held++
		}
	}
	n := len(made)
	created := lang.N("%s job created.", "%s jobs created.", n, lang.Number(n))
	rest := ""
	if held > 0 {
		rest = lang.N("%s of them is held.", "%s of them are held.", held, lang.Number(held))
	}
	b.Say(kit.ToneNeutral, created, rest, action.Action{Label: lang.L("Show the Queue"), Do: b.Navigator.ShowQueue})
}

// sent shows the result, and keeps the rows that were not sent.
func (b *batchSheet) sent(l batchText, c *checked, o *click) {
	refused := 0
	if o.err != nil {
		refused = c.order.Jobs()
	}
	words := lang.N("%s job created, %s refused.", "%s jobs created, %s refused.", len(o.made),
		lang.Number(len(o.made)), lang.Number(refused))
	if o.err != nil {
		b.Log().Error("cannot commit a batch", slog.Any("err", o.err))
		words += " " + lang.L("Nothing was sent or charged for these: %s", wording.Fault(o.err))
	}
	left := l
	if o.err == nil {
		left = batchText{Text: c.InvalidRowsText()}
	}
	if b.list == l {
		if left.Text != "" {
			words += " " + lang.L("Rows that were not sent stay here.")
		}
		b.was = batchText{} // what was sent is not brought back by a slip
		b.take(left)
		b.text.show(b.visible())
	}
	if len(o.made) > 0 {
		b.RefreshAll()
	}
	if b.list == (batchText{}) {
		b.finished(o.made)
		return
	}
	b.tell(words, o.err != nil)
	b.focus(b.text)
}

// render shows the list as it is.
func (b *batchSheet) render() {
	asFile := b.visible() != b.list.Text
	kit.Show(b.text, !asFile)
	kit.Show(b.filed, asFile)
	if asFile {
		name := b.list.Name
		if name == "" {
			name = lang.L("Pasted text")
		}
		b.file.SetText(name + " · " + wording.Bytes(int64(len(b.list.Text))))
	}
	kit.Show(b.undo, b.was.Text != "" && b.was != b.list)
	b.report.SetColor(toneOf(b.wrong, resources.Text1))
	kit.ShowText(b.report, b.said)
	b.renderChecked()
	kit.Enable(b.check, !b.busy && !b.clicks.gate.busy() && strings.TrimSpace(b.list.Text) != "" && b.account.ID != 0)
	if b.window != nil {
		b.window.Refresh()
	}
}

func (b *batchSheet) NewCell(int) fyne.CanvasObject { return newBatchCell() }

func (b *batchSheet) Bind(cell fyne.CanvasObject, row kit.Row) {
	r, price := b.checked.Rows[row.ID-1], ""
	if len(r.Problems) == 0 {
		price = b.checked.tariff.Price(b.checked.tariff.Quote(r.Order()))
	}
	cell.(*batchCell).show(r, price)
}

func (b *batchSheet) Height(row kit.Row, width float32) float32 {
	b.Bind(b.model, row)
	return b.model.HeightFor(width)
}

// setChecked shows the result of a check; nil if the list has changed since.
func (b *batchSheet) setChecked(c *checked) {
	if b.checked == nil && c == nil {
		return
	}
	b.checked = c
	var rows []kit.Row
	high := float32(0)
	if c != nil {
		for i := range c.Rows {
			rows = append(rows, kit.Row{ID: int64(i + 1)})
			if high < batchHeight {
				high += b.Height(rows[i], batchWidth-2*inset)
			}
		}
	}
	b.rows.SetRows(rows)
	b.table.Objects[1] = kit.NewFixed(0, min(high, batchHeight), b.rows)
}

// renderChecked shows the rows and the button that sends them.
func (b *batchSheet) renderChecked() {
	if b.checked != nil && b.checked.account.ID != b.account.ID {
		b.setChecked(nil) // another profile pays now
	}
	c := b.checked
	kit.Show(b.table, c != nil)
	kit.Show(b.total, c != nil)
	kit.Show(b.check, c == nil)
	kit.Show(b.unknown, c != nil && len(c.Unknown) > 0)
	kit.Show(b.send, c != nil && c.right > 0)
	kit.Show(b.hold, b.send.Visible())
	b.renderLimit()
	if c == nil {
		return
	}
	b.unknown.SetText(lang.N("Unknown column, not used: %s.", "Unknown columns, not used: %s.",
		len(c.Unknown), wording.Commas(c.Unknown...)))
	total := c.totalWords()
	switch {
	case b.account.ReadOnly:
		total += " · " + readOnlyWords()
	case b.account.NoKey:
		total += " · " + lang.L("No key for %s, so nothing can be sent.", b.account.Name)
	}
	b.total.SetText(total)
	b.send.SetText(c.sendWords())
	idle := !b.busy && !b.clicks.gate.busy()
	kit.Enable(b.send, idle && !b.account.NoKey)
	kit.Enable(b.fit, idle && !b.account.NoKey)
	kit.Enable(b.hold, idle)
}

// renderLimit shows what the list leaves of a budget. If it exceeds one, it also offers to send only what fits.
func (b *batchSheet) renderLimit() {
	c, budgets := b.checked, b.profile.budgets
	var spans []kit.Span
	fits, cost := 0, int64(0)
	over := false
	if c != nil && c.right > 0 && budgets != nil {
		q := c.against(*budgets)
		spans = limitSpans(q)
		over = q.ConfirmScope() != jobs.ScopeNone
		fits, cost = fitting(q)
	}
	b.limit.SetSpans(spans...)
	kit.Show(b.limit, len(spans) > 0)
	kind := kit.Primary
	if over {
		kind = kit.Plain
	}
	b.send.SetKind(kind)
	kit.Show(b.fit, fits > 0 && fits < c.quote.Jobs)
	if b.fit.Visible() {
		label := lang.L("Send %s, hold %s", lang.Number(fits), lang.Number(c.quote.Jobs-fits))
		b.fit.SetText(label + " · " + c.tariff.ButtonPrice(order.Quote{Jobs: fits, Known: true,
			Total: client.Micros(cost)}))
	}
}

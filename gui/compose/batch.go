package compose

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"viviscope/client"
	"viviscope/client/order"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// listName is the setting that holds the list of a batch until it is sent.
const listName = "compose.batch"

// list is the text of a batch, as it was pasted, or read from a file.
type list struct {
	Name string `json:"name,omitempty"` // of the file; "" for what was typed or pasted
	Text string `json:"text,omitempty"`
}

// checked is a list that was read, with what it would send and what that costs. It is a value: what is shown of it is what
// is sent.
type checked struct {
	order.List
	right   int         // rows that can be sent
	order   order.Order // them as one click
	quote   order.Quote
	took    time.Duration // how long it takes; 0: not known
	account Account
	tariff  wording.Tariff
}

// check reads a list and prices it. It takes its time with a long one: off the window's goroutine.
func check(l list, f order.Form, env order.Env, a Account, t wording.Tariff) (*checked, error) {
	read, err := f.ReadList(l.Text, l.Name, env)
	if err != nil {
		return nil, err
	}
	c := &checked{List: read, account: a, tariff: t}
	for _, r := range read.Right() {
		c.right++
		c.order.Requests = append(c.order.Requests, r.Order().Requests...)
	}
	c.quote = t.Quote(c.order)
	return c, nil
}

// The measures of the sheet of a batch, px, and how much of a list is shown as text: laying out more of it would stop the window.
const (
	batchWidth  = 760
	batchHeight = 250 // of the rows at most
	mostTyped   = 64 << 10
)

// batchSheet is the sheet of a list of jobs: it is put in, checked as a whole, and sent on a second click.
type batchSheet struct {
	s     *Screen
	sheet *kit.Sheet
	was   list   // what the last file or example replaced
	said  string // what the last sending came to
	wrong bool   // said tells of a mistake
	busy  bool   // the list is being checked

	checked *checked   // of the list as it is; nil: not checked
	model   *batchCell // rows are measured on it; it is never shown

	text                  *editor
	undo                  *kit.Link
	filed, table          *fyne.Container
	file, report, unknown *kit.Text
	total                 *kit.Text
	rows                  *kit.List
	check, send, hold     *kit.Button
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
	if s.batch != nil && s.batch.sheet.Shown() {
		return
	}
	b := newBatchSheet(s)
	s.batch = b
	b.render()
	b.sheet = kit.ShowWideSheet(s.Canvas(), batchWidth, b.content(), nil)
	if s.list.Text == "" || s.list.Name == "" {
		s.focus(b.text)
	}
}

// readList reads the file of a list into the sheet.
func (s *Screen) readList(path string) {
	s.readFile(path, order.MaxListBytes, func(data []byte) { s.BatchFile(order.BaseName(path), data) })
}

// BatchFile puts a file into the sheet of a batch, which opens, and checks it: CSV, JSON or text. The name is that of
// the file. Window's goroutine.
func (s *Screen) BatchFile(name string, data []byte) {
	s.ShowBatch()
	if s.batch == nil || s.gate.busy() {
		return
	}
	if err := order.CheckList(string(data)); err != nil {
		s.batch.tell(name+" · "+wording.ListFault(err), true)
		return
	}
	s.batch.replace(list{Name: name, Text: string(data)})
	s.batch.run()
}

func newBatchSheet(s *Screen) *batchSheet {
	b := &batchSheet{s: s, model: newBatchCell()}
	b.text = newTextEditor(7, lang.L("a paper boat drifts down a canal at dusk"), func(text string) { b.take(list{Text: text}) }, b.run)
	b.text.OnKey = func(k *fyne.KeyEvent) bool {
		if k.Name != fyne.KeyEscape {
			return false
		}
		b.sheet.Hide()
		return true
	}
	b.text.show(b.visible())
	b.file = kit.NewText("", resources.SizeBody, resources.Text1, false).Ellipsis()
	remove := kit.NewButton(lang.L("Remove"), nil, kit.Quiet, func() { b.replace(list{}) }).Small()
	b.undo = kit.NewLink(lang.L("Bring back the previous list"), func() { b.replace(b.was) })
	b.filed = kit.NewColumn(0, kit.NewCard(kit.NewRow(8, b.file, kit.NewSpring(), remove)))
	b.report = kit.NewText("", resources.SizeSM, resources.Text1, false).Wrap(true)
	b.unknown = kit.NewText("", resources.SizeSM, resources.Warn, false).Wrap(true)
	b.rows = kit.NewFeed(b, 0, 0)
	b.table = container.NewStack(kit.NewGround(resources.BgInput), kit.NewFixed(0, batchHeight, b.rows))
	b.total = kit.NewText("", resources.SizeSM, resources.Text1, false).Wrap(true)
	b.check = kit.NewButton(lang.X("verb", "Check"), nil, kit.Primary, b.run)
	b.send = kit.NewButton(lang.X("verb", "Send"), nil, kit.Primary, func() { b.press(false) }).Spends()
	b.hold = kit.NewButton(lang.L("Hold these"), nil, kit.Plain, func() { b.press(true) })
	return b
}

func (b *batchSheet) content() fyne.CanvasObject {
	choose := kit.NewButton(lang.L("Choose a file…"), nil, kit.Plain, func() {
		b.s.Chooser.ChooseFile([]string{".csv", ".tsv", ".json", ".jsonl", ".ndjson", ".txt"}, b.s.readList)
	})
	example := kit.NewButton(lang.L("Insert example"), nil, kit.Quiet, func() { b.replace(list{Text: resources.BatchExample()}) })
	closeIt := kit.NewButton(lang.L("Close"), nil, kit.Quiet, func() { b.sheet.Hide() })
	title := kit.NewText(lang.X("noun", "Batch"), resources.SizeH2, resources.Text1, true)
	kit.Name(title, b.text, b.rows)
	return kit.NewColumn(10, title,
		kit.NewText(lang.L("One prompt per line, or CSV or JSON lines with columns such as kind, model, prompt, seconds, "+
			"resolution and clips. Everything else comes from the form. Braces are not expanded."), resources.SizeSM, resources.Text2, false).Wrap(true),
		b.text, b.filed,
		kit.NewRow(8, choose, example, kit.NewSpring(), b.undo),
		b.report, b.unknown, b.table, b.total,
		kit.NewRow(8, b.check, b.send, b.hold, kit.NewSpring(), closeIt))
}

// visible is the list as it is shown to be typed in; "" for a file and for what is too long.
func (b *batchSheet) visible() string {
	if l := b.s.list; l.Name == "" && len(l.Text) <= mostTyped {
		return l.Text
	}
	return ""
}

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
	b.s.saver.Put(listName, l)
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
	s := b.s
	if b.busy || s.gate.busy() || s.account.ID == 0 || strings.TrimSpace(s.list.Text) == "" {
		return
	}
	l, f, env, account, tariff := s.list, s.form, s.env(), s.account, s.tariff
	if s.held != nil {
		f = s.held.before
	}
	b.busy = true
	b.render()
	s.Go(func(ctx context.Context) {
		c, err := check(l, f, env, account, tariff)
		if err == nil {
			c.took = s.takes(ctx, account, c.order)
		}
		s.Post(func() {
			b.busy = false
			switch {
			case s.list != l: // it was changed meanwhile
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

// press sends or holds the rows that are right: all of them, or the right ones where the button says so.
func (b *batchSheet) press(hold bool) {
	s, c := b.s, b.checked
	if c == nil || c.right == 0 || c.account.ID != s.account.ID {
		return
	}
	if s.tariff.Quote(c.order) != c.quote {
		b.run() // the prices changed: what is sent is what was shown
		return
	}
	l := s.list
	press := s.clickOn(c.order, requestKey{profile: s.account.ID, list: l})
	press.hold, press.word, press.done = hold, b.send.Text(), func() { b.sent(l, c, press) }
	s.press(press)
}

// sent says what became of all rows, and keeps those that were not sent.
func (b *batchSheet) sent(l list, c *checked, o *click) {
	s := b.s
	refused := 0
	if o.err != nil {
		refused = c.order.Jobs()
	}
	words := lang.N("%s job created, %s refused.", "%s jobs created, %s refused.", len(o.made), lang.Number(len(o.made)), lang.Number(refused))
	if o.err != nil {
		s.Log().Error("cannot commit a batch", slog.Any("err", o.err))
		words += " " + lang.L("Nothing was sent or charged for these: %s", wording.Fault(o.err))
	}
	left := l
	if o.err == nil {
		left = list{Text: c.Rest()}
	}
	if s.list == l {
		if left.Text != "" {
			words += " " + lang.L("Rows that were not sent stay here.")
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
	kit.Show(b.text, !asFile)
	kit.Show(b.filed, asFile)
	if asFile {
		name := s.list.Name
		if name == "" {
			name = lang.L("Pasted text")
		}
		b.file.SetText(name + " · " + wording.Bytes(int64(len(s.list.Text))))
	}
	kit.Show(b.undo, b.was.Text != "" && b.was != s.list)
	b.report.SetColor(toneOf(b.wrong, resources.Text1))
	kit.ShowText(b.report, b.said)
	b.renderChecked()
	kit.Enable(b.check, !b.busy && !s.gate.busy() && strings.TrimSpace(s.list.Text) != "" && s.account.ID != 0)
	if b.sheet != nil {
		b.sheet.Refresh()
	}
}

// batchCell shows one row of a list: where it stands, what it asks for, its price, and what is wrong with it.
type batchCell struct {
	widget.BaseWidget
	line, prompt, about, price, problem, note *kit.Text
	box                                       *fyne.Container
}

func newBatchCell() *batchCell {
	c := &batchCell{
		line:    kit.NewText("", resources.SizeSM, resources.Text3, false).MinWidth(52),
		prompt:  kit.NewText("", resources.SizeBody, resources.Text1, false).Ellipsis(),
		about:   kit.NewText("", resources.SizeSM, resources.Text2, false).Ellipsis(),
		price:   kit.NewText("", resources.SizeSM, resources.Text1, true),
		problem: kit.NewText("", resources.SizeSM, resources.Err, false).Wrap(true),
		note:    kit.NewText("", resources.SizeSM, resources.Warn, false).Wrap(true),
	}
	words := kit.NewColumn(2, c.prompt, c.about, c.problem, c.note)
	c.box = kit.NewColumn(0, kit.NewInset(6, 18, 6, 8, kit.NewRow(12, c.line, words, c.price)), kit.NewRule())
	c.ExtendBaseWidget(c)
	return c
}

func (c *batchCell) AccessibilityLabel() string { return kit.Words(c.box) }

func (c *batchCell) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

func (c *batchCell) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(c.box) }

func (c *batchCell) HeightFor(width float32) float32 { return kit.HeightFor(c.box, width) }

func (c *batchCell) show(r order.ListRow, price string) {
	c.line.SetText(lang.L("line %s", lang.Number(r.Line)))
	prompt := strings.Join(strings.Fields(r.Request.PromptText()), " ")
	if prompt == "" {
		prompt = lang.L("no prompt")
	}
	c.prompt.SetText(prompt)
	c.about.SetText(rowLine(r))
	kit.ShowText(c.price, price)
	var wrong []string
	for _, p := range r.Problems {
		wrong = append(wrong, wording.Rule(p.Message))
	}
	kit.ShowText(c.problem, strings.Join(wrong, " · "))
	kit.ShowText(c.note, wording.Rule(r.Note))
}

// rowLine words what a row asks for: "Text to video · clip-2.6 · 10 s · 1080P · audio · 2 clips".
func rowLine(r order.ListRow) string {
	parts := []string{wording.Kind(r.Kind), r.Request.ModelName()}
	switch v := r.Request.(type) {
	case client.VideoRequest:
		if n := v.Duration(); n > 0 {
			parts = append(parts, fmt.Sprintf("%d s", n))
		}
		if v.Size != "" {
			parts = append(parts, wording.Size(v.Size))
		} else {
			parts = append(parts, v.Tier())
		}
		parts = append(parts, v.AspectRatio)
		if v.Audio {
			parts = append(parts, lang.L("audio"))
		}
	case client.ImageRequest:
		parts = append(parts, wording.Size(v.Size), v.Quality)
	case client.EditRequest:
		parts = append(parts, wording.Size(v.Size), v.Quality)
	}
	if r.Clips > 1 {
		parts = append(parts, jobCount(r.Clips))
	}
	return wording.Dotted(parts...)
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

// setChecked takes what a check of the list came to; nil: the list is another one by now.
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
	if b.checked != nil && b.checked.account.ID != b.s.account.ID {
		b.setChecked(nil) // another profile pays now
	}
	c := b.checked
	kit.Show(b.table, c != nil)
	kit.Show(b.total, c != nil)
	kit.Show(b.check, c == nil)
	kit.Show(b.unknown, c != nil && len(c.Unknown) > 0)
	kit.Show(b.send, c != nil && c.right > 0)
	kit.Show(b.hold, b.send.Visible())
	if c == nil {
		return
	}
	b.unknown.SetText(lang.N("Unknown column, not used: %s.", "Unknown columns, not used: %s.",
		len(c.Unknown), wording.Commas(c.Unknown...)))
	total := c.totalWords()
	switch {
	case b.s.account.ReadOnly:
		total += " · " + readOnlyWords()
	case b.s.account.NoKey:
		total += " · " + lang.L("No key for %s, so nothing can be sent.", b.s.account.Name)
	}
	b.total.SetText(total)
	b.send.SetText(c.sendWords())
	idle := !b.busy && !b.s.gate.busy()
	kit.Enable(b.send, idle && !b.s.account.NoKey)
	kit.Enable(b.hold, idle)
}

// totalWords sums a list up.
func (c *checked) totalWords() string {
	words := lang.N("%s row", "%s rows", len(c.Rows), lang.Number(len(c.Rows)))
	if wrong := len(c.Rows) - c.right; wrong > 0 {
		words = lang.N("%[2]s, %[1]s of them not valid", "%[2]s, %[1]s of them not valid", wrong, lang.Number(wrong), words)
	}
	if c.right == 0 {
		return words
	}
	words += " · " + jobCount(c.quote.Jobs) + " · " + c.tariff.Price(c.quote)
	if c.took > 0 {
		words += " · " + takesWords(c.took)
	}
	return words
}

// sendWords is the word of the button that sends: "Send 12 · ¥33.60 est.".
func (c *checked) sendWords() string {
	words := lang.N("Send the %s valid row", "Send the %s valid rows", c.right, lang.Number(c.right))
	switch c.right {
	case len(c.Rows):
		words = lang.X("verb", "Send %s", lang.Number(c.quote.Jobs))
	case 1:
		words = lang.L("Send the valid row")
	}
	return words + " · " + c.tariff.ButtonPrice(c.quote)
}

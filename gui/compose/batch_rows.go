package compose

import (
	"fmt"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"viviscope/client"
	"viviscope/gui/compose/batch"
	"viviscope/gui/compose/form"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// batchCell shows one row of a list: where it stands, what it asks for, its price, and what is wrong with it.
type batchCell struct {
	widget.BaseWidget
	line    *widgets.Text
	prompt  *widgets.Text
	about   *widgets.Text
	price   *widgets.Text
	problem *widgets.Text
	note    *widgets.Text
	box     *fyne.Container
}

func newBatchCell() *batchCell {
	c := &batchCell{
		line:    widgets.NewText("", resources.SizeSM, resources.Text3, false).MinWidth(52),
		prompt:  widgets.NewText("", resources.SizeBody, resources.Text1, false).Ellipsis(),
		about:   widgets.NewText("", resources.SizeSM, resources.Text2, false).Ellipsis(),
		price:   widgets.NewText("", resources.SizeSM, resources.Text1, true),
		problem: widgets.NewText("", resources.SizeSM, resources.Err, false).Wrap(true),
		note:    widgets.NewText("", resources.SizeSM, resources.Warn, false).Wrap(true),
	}
	words := widgets.NewColumn(2, c.prompt, c.about, c.problem, c.note)
	c.box = widgets.NewColumn(0, widgets.NewInset(6, 18, 6, 8, widgets.NewRow(12, c.line, words, c.price)), widgets.NewRule())
	c.ExtendBaseWidget(c)
	return c
}

// CreateRenderer draws the row.
func (c *batchCell) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(c.box) }

// HeightFor returns the height of the row in a width, px.
func (c *batchCell) HeightFor(width float32) float32 { return widgets.HeightFor(c.box, width) }

func (c *batchCell) show(r pricedRow, price string) {
	c.line.SetText(lang.L("line %s", lang.Number(r.Line)))
	prompt := lang.L("no prompt")
	if len(r.order.Prompts) > 0 && r.order.Prompts[0] != "" {
		prompt = strings.Join(strings.Fields(r.order.Prompts[0]), " ")
	}
	c.prompt.SetText(prompt)
	c.about.SetText(rowLine(r))
	c.price.SetText(price)
	setShown(c.price, price != "")
	var wrong, notes []string
	for _, p := range r.Problems {
		wrong = append(wrong, batch.Words(p.Message))
	}
	for _, n := range r.Notes {
		notes = append(notes, batch.Words(n.Text))
	}
	c.problem.SetText(strings.Join(wrong, " · "))
	setShown(c.problem, len(wrong) > 0)
	c.note.SetText(strings.Join(notes, " · "))
	setShown(c.note, len(notes) > 0)
}

// rowLine words what a row asks for: "Text to video · clip-2.6 · 10 s · 1080P · audio · 2 clips".
func rowLine(r pricedRow) string {
	parts := []string{wording.Kind(r.Kind)}
	switch v := r.Request.(type) {
	case client.VideoRequest:
		parts = append(parts, v.Model)
		if n := v.Duration(); n > 0 {
			parts = append(parts, fmt.Sprintf("%d s", n))
		}
		if v.Size != "" {
			parts = append(parts, wording.Size(v.Size))
		} else {
			parts = append(parts, v.Tier())
		}
		if v.AspectRatio != "" {
			parts = append(parts, v.AspectRatio)
		}
		if v.Audio {
			parts = append(parts, lang.L("audio"))
		}
	case client.ImageRequest:
		parts = append(parts, v.Model, wording.Size(v.Size), v.Quality)
	case client.EditRequest:
		parts = append(parts, v.Model, wording.Size(v.Size), v.Quality)
	}
	if r.Clips > 1 {
		parts = append(parts, jobCount(r.Clips))
	}
	kept := parts[:0]
	for _, p := range parts {
		if p != "" {
			kept = append(kept, p)
		}
	}
	return strings.Join(kept, " · ")
}

// batchRows gives the list of a batch its cells. A row is measured on a cell that is never shown.
type batchRows struct {
	c     checked
	model *batchCell
}

// NewCell makes an empty row.
func (b *batchRows) NewCell(int) fyne.CanvasObject { return newBatchCell() }

// Bind fills a row.
func (b *batchRows) Bind(cell fyne.CanvasObject, row widgets.Row) { b.fill(cell.(*batchCell), row) }

// Height measures a row.
func (b *batchRows) Height(row widgets.Row, width float32) float32 {
	if b.model == nil {
		b.model = newBatchCell()
	}
	b.fill(b.model, row)
	return b.model.HeightFor(width)
}

func (b *batchRows) fill(c *batchCell, row widgets.Row) {
	i := int(row.ID) - 1
	if i < 0 || i >= len(b.c.rows) {
		return
	}
	r, price := b.c.rows[i], ""
	if r.right() {
		price = b.c.tariff.Price(r.quote)
	}
	c.show(r, price)
}

// rows numbers the rows of the list from 1.
func (b *batchRows) rows() []widgets.Row {
	rows := make([]widgets.Row, len(b.c.rows))
	for i := range rows {
		rows[i].ID = int64(i + 1)
	}
	return rows
}

// renderChecked shows the rows and the button that sends them.
func (b *batchSheet) renderChecked() {
	if b.checked != nil && b.checked.account.ID != b.s.account.ID {
		b.checked = nil // another profile pays now
	}
	c := b.checked
	setShown(b.table, c != nil)
	setShown(b.total, c != nil)
	setShown(b.check, c == nil)
	setShown(b.unknown, c != nil && len(c.unknown) > 0)
	setShown(b.send, c != nil && c.right() > 0)
	if c == nil {
		return
	}
	names := wording.Commas(c.unknown)
	b.unknown.SetText(lang.N("Unknown column: %s. What stands there is not used.", "Unknown columns: %s. What stands there is not used.", len(c.unknown), names))
	if b.source.c.rows == nil || &b.source.c.rows[0] != &c.rows[0] {
		b.source.c = *c
		rows := b.source.rows()
		b.rows.SetRows(rows)
		high := float32(0)
		for _, row := range rows {
			if high += b.source.Height(row, batchWidth-2*inset); high >= batchHeight {
				break
			}
		}
		b.table.Objects[1] = widgets.NewFixed(0, min(high, batchHeight), b.rows)
	}
	quote := c.tariff.Quote(c.order())
	total := totalWords(*c, quote)
	switch {
	case b.s.account.ReadOnly:
		total += " · " + readOnlyWords()
	case b.s.account.NoKey:
		total += " · " + lang.L("No key for %s. Nothing can be sent.", b.s.account.Name)
	}
	b.total.SetText(total)
	b.send.SetText(batchSendWords(*c, quote))
	setOn(b.send, !b.busy && !b.s.gate.busy() && !b.s.account.NoKey)
}

// totalWords sums a list up.
func totalWords(c checked, q form.Quote) string {
	words := lang.N("%s row", "%s rows", len(c.rows), lang.Number(len(c.rows)))
	if wrong := len(c.rows) - c.right(); wrong > 0 {
		words = lang.N("%[2]s, %[1]s of them cannot be sent", "%[2]s, %[1]s of them cannot be sent", wrong, lang.Number(wrong), words)
	}
	if c.right() == 0 {
		return words
	}
	return words + " · " + jobCount(q.Jobs) + " · " + c.tariff.Price(q)
}

// batchSendWords is the word of the button that sends: "Send 12 · ¥33.60 est.".
func batchSendWords(c checked, q form.Quote) string {
	price := c.tariff.Price(q)
	switch right := c.right(); {
	case right == len(c.rows):
		return lang.X("verb", "Send %s", lang.Number(q.Jobs)) + " · " + price
	case right == 1:
		return lang.L("Send the right one") + " · " + price
	default:
		return lang.N("Send the %s right one", "Send the %s right ones", right, lang.Number(right)) + " · " + price
	}
}

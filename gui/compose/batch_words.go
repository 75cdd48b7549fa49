package compose

import (
	"viviscope/gui/compose/form"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
)

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

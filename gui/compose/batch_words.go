package compose

import (
	"errors"
	"fmt"
	"strings"

	"viviscope/gui/compose/batch"
	"viviscope/gui/compose/form"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
)

// listTrouble says to a person why a text is no list.
func listTrouble(err error) string {
	var syntax *batch.SyntaxError
	if errors.As(err, &syntax) {
		return fmt.Sprintf("Line %d: %s.", syntax.Line, syntax.Reason)
	}
	return "Cannot be used: " + strings.TrimPrefix(err.Error(), "check list: ") + "."
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
	b.unknown.SetText(either(len(c.unknown) == 1, "Unknown column: ", "Unknown columns: ") + strings.Join(c.unknown, ", ") + ". What stands there is not used.")
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
	orders, _ := c.orders()
	quote := sum(c.tariff, orders)
	total := totalWords(*c, quote)
	if b.s.account.NoKey {
		total += " · No key for " + b.s.account.Name + ". Nothing can be sent."
	}
	b.total.SetText(total)
	b.send.SetText(batchSendWords(*c, quote))
	setOn(b.send, !b.busy && !b.s.busy && !b.s.account.NoKey)
}

// totalWords sums a list up.
func totalWords(c checked, q form.Quote) string {
	words := wording.Count(len(c.rows), "row", "rows")
	if wrong := len(c.rows) - c.right(); wrong > 0 {
		words += ", " + fmt.Sprint(wrong) + " of them cannot be sent"
	}
	if c.right() == 0 {
		return words + "."
	}
	return words + " · " + wording.Count(q.Jobs, "job", "jobs") + " · " + c.tariff.Price(q)
}

// batchSendWords is the word of the button that sends: "Send 12 · ¥33.60 est.".
func batchSendWords(c checked, q form.Quote) string {
	if right := c.right(); right < len(c.rows) {
		return these(right, "Send the right one", "Send the %d right ones") + " · " + c.tariff.Price(q)
	}
	return fmt.Sprintf("Send %d · %s", q.Jobs, c.tariff.Price(q))
}

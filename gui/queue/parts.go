package queue

import (
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// copyCell keeps the column of the service's copy apart from the costs, which end right beside it.
func copyCell(o fyne.CanvasObject) fyne.CanvasObject { return widgets.NewInset(0, 0, 0, 12, o) }

// costWords is the kind of an amount: an estimate says that nothing was sent.
func costWords(it item) string {
	if it.cost.Estimate && (it.job.State == db.Waiting || it.job.State == db.Held) {
		return lang.L("est., not sent")
	}
	return it.cost.KindWord()
}

// costSpans is the number, and in the sandbox that it is not real.
func costSpans(it item) []widgets.Span {
	if it.cost.Unpriced {
		return []widgets.Span{{Text: lang.L("price not known"), Color: resources.Text2}}
	}
	number := []widgets.Span{{Text: it.cost.Number, Bold: true}}
	if it.sandbox && strings.ContainsAny(it.cost.Number, "0123456789") {
		number = append(number, widgets.Span{Text: " " + lang.L("(sandbox)"), Color: resources.Text2})
	}
	return number
}

// costIcon is the sign of an amount's kind; nil where there is no amount.
func costIcon(c wording.Cost) fyne.Resource {
	switch c.Kind {
	case db.Reserve:
		return resources.IconLock()
	case db.Charge:
		return resources.IconCheck()
	case db.Refund:
		return resources.IconRefund()
	case db.UnconfirmedEntry:
		return resources.IconUnconfirmed()
	case db.Void:
		return nil
	}
	if c.Estimate {
		return resources.IconCoin()
	}
	return nil
}

// lined gives all objects but the last the whole row, and the last one, a line, its foot.
type lined struct{}

func (lined) MinSize(o []fyne.CanvasObject) fyne.Size {
	var m fyne.Size
	for _, x := range o {
		m = m.Max(x.MinSize())
	}
	return m
}

func (lined) Layout(o []fyne.CanvasObject, s fyne.Size) {
	for i, x := range o {
		y, h := float32(0), s.Height-1
		if i == len(o)-1 {
			y, h = s.Height-1, 1
		}
		x.Move(fyne.NewPos(0, y))
		x.Resize(fyne.NewSize(s.Width, h))
	}
}

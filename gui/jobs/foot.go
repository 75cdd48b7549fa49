package jobs

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client"
	"viviscope/db"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// footHeight is the least height of the foot, px.
const footHeight = 40

// queueFoot is the line under the rows: what can be done with the selected jobs, and the sums of all that are open.
type queueFoot struct {
	model   *listModel
	count   *kit.Text // how many are selected
	send    *kit.Button
	discard *kit.Button
	copyAll *kit.Button
	sums    *kit.Text
	content *fyne.Container
}

func newQueueFoot(s *sheets, m *listModel) *queueFoot {
	f := &queueFoot{model: m}
	f.count = kit.NewText("", resources.SizeSM, resources.Text1, true)
	f.send = kit.NewButton("", nil, kit.Plain, func() { s.sendAll(m.selection()) }).Small()
	f.discard = kit.NewButton("", nil, kit.Plain, func() { s.discardAll(m.selection()) }).Small()
	f.copyAll = kit.NewButton(lang.L("Copy requests"), nil, kit.Plain, func() {
		s.Copy(redactedRequests(m.selection()))
	}).Small()
	f.sums = kit.NewText("", resources.SizeSM, resources.Text2, false).Trailing()
	row := kit.NewRow(8, f.count, f.send, f.discard, f.copyAll, kit.NewSpring(), f.sums)
	line := kit.NewFixed(0, footHeight, kit.NewInset(4, 16, 4, 16, row))
	f.content = container.NewStack(kit.NewGround(resources.BgPanel), kit.NewColumn(0, kit.NewRule(), line))
	return f
}

// refresh shows the selection and the sums as they are now.
func (f *queueFoot) refresh() {
	selected := f.model.selection()
	n := len(selected)
	held := n > 0 && len(releasable(selected)) == n
	f.count.SetText(lang.N("%s selected", "%s selected", n, lang.Number(n)))
	if held {
		f.send.SetText(sendLabel(selected, n > 1))
	}
	f.discard.SetText(lang.N("Remove %s job…", "Remove %s jobs…", n, lang.Number(n)))
	kit.Show(f.count, n > 0)
	kit.Show(f.copyAll, n > 0)
	kit.Show(f.send, held)
	kit.Show(f.discard, n > 0 && unsent(selected))
	sums := f.openSums()
	f.sums.SetSpans(sums...)
	kit.Show(f.content, n > 0 || len(sums) > 0)
	f.content.Refresh()
}

// openSums adds up what jobs that have not ended cost, by kind of amount.
func (f *queueFoot) openSums() (spans []kit.Span) {
	add := func(label string, color fyne.ThemeColorName, amount func(it *item) *int64, counts func(it *item) bool) {
		total := sumOf(f.model.ofProfile(counts), amount)
		if total == "" {
			return
		}
		if len(spans) > 0 {
			spans = append(spans, kit.Span{Text: " · ", Color: resources.Text3})
		}
		spans = append(spans, kit.Span{Text: label + " ", Color: color}, kit.Span{Text: total, Bold: true, Color: color})
	}
	cost := func(it *item) *int64 { return it.cost.Micros }
	again := func(it *item) *int64 { return it.again }
	add(lang.L("Reserved"), resources.Text2, cost, func(it *item) bool { return it.cost.Kind == db.Reserve })
	add(lang.L("Unconfirmed, up to"), resources.Warn, cost, func(it *item) bool { return it.State == db.Unconfirmed })
	add(lang.L("Waiting and held, est."), resources.Text2, again,
		func(it *item) bool { return it.State == db.Waiting || it.State == db.Held })
	return spans
}

// redactedRequests returns the requests of jobs without signed links.
func redactedRequests(list []*item) string {
	var all []string
	for _, it := range list {
		all = append(all, client.Redact(string(it.Request)))
	}
	return strings.Join(all, "\n")
}

package jobs

import (
	"context"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client"
	"viviscope/db"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/status"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// banners are the lines over the rows about more than one job.
type banners struct {
	model    *listModel
	failing  *kit.Banner // downloads that keep failing before their deadline
	held     *kit.Banner
	sendHeld *kit.Button
	boxes    [2]*fyne.Container // around failing and held
}

// newBanners makes the banners, without text. toRows gives the keyboard to the rows.
func newBanners(s *sheets, m *listModel, toRows func()) *banners {
	b := &banners{model: m}
	tryNow := func() {
		list := m.failing()
		s.runFree(noJob, func(ctx context.Context) error {
			for _, it := range list {
				s.Engine.CheckNow(ctx, it.ID)
			}
			return nil
		})
	}
	b.sendHeld = kit.NewButton("", nil, kit.Plain, func() {
		toRows()
		s.sendAll(m.held())
	})
	again := kit.NewButton(lang.L("Try now"), nil, kit.Plain, tryNow)
	b.failing = kit.NewBanner(resources.IconWarning, kit.ToneWarn, "", again)
	b.held = kit.NewBanner(resources.IconPause, kit.ToneNeutral, "", b.sendHeld)
	b.boxes = [2]*fyne.Container{kit.NewInset(8, 16, 8, 16, b.failing), kit.NewInset(8, 16, 8, 16, b.held)}
	return b
}

// refresh shows what concerns the jobs now.
func (b *banners) refresh(now time.Time) {
	failing, held := b.model.failing(), b.model.held()
	kit.Show(b.boxes[0], len(failing) > 0)
	if len(failing) > 0 {
		b.failing.SetText(status.DownloadNotice(len(failing), failing[0].retention(), now))
	}
	n := len(held)
	kit.Show(b.boxes[1], n > 0)
	if n > 0 {
		b.held.SetText(lang.N("%s job is held.", "%s jobs are held.", n, lang.Number(n)), unsentNote(held))
		b.sendHeld.SetText(sendLabel(held, n > 1))
	}
}

// footHeight is the least height of the foot, px.
const footHeight = 40

// queueFoot is the line under the rows: the actions on the selected jobs, and the sums of all open jobs.
type queueFoot struct {
	model   *listModel
	count   *kit.Text // how many are selected
	send    *kit.Button
	discard *kit.Button
	copyAll *kit.Button
	sums    *kit.Text
	content *fyne.Container
}

// newQueueFoot makes the foot, without text. toRows gives the keyboard to the rows.
func newQueueFoot(s *sheets, m *listModel, toRows func()) *queueFoot {
	f := &queueFoot{model: m}
	f.count = kit.NewText("", resources.SizeSM, resources.Text1, true)
	f.send = kit.NewButton("", nil, kit.Plain, func() {
		toRows()
		s.sendAll(m.selection())
	}).Small()
	f.discard = kit.NewButton("", nil, kit.Plain, func() {
		toRows()
		s.discardAll(m.selection())
	}).Small()
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
	add := func(label string, unknown func(n int) string, color fyne.ThemeColorName, amount func(it *item) *int64,
		counts func(it *item) bool) {
		total, unpriced := sumOf(f.model.ofProfile(counts), amount)
		if total == "" && unpriced == 0 {
			return
		}
		if len(spans) > 0 {
			spans = append(spans, kit.Span{Text: " · ", Color: resources.Text3})
		}
		if total == "" {
			spans = append(spans, kit.Span{Text: unknown(unpriced), Color: color})
			return
		}
		if unpriced > 0 {
			none := lang.N("%s without a price", "%s without a price", unpriced, lang.Number(unpriced))
			total = wording.Commas(total, none)
		}
		spans = append(spans, kit.Span{Text: label + " ", Color: color},
			kit.Span{Text: total, Bold: true, Color: color})
	}
	cost := func(it *item) *int64 { return it.cost.Micros }
	again := func(it *item) *int64 { return it.again }
	reserved := func(n int) string {
		return lang.N("%s reserved, price not known", "%s reserved, price not known", n, lang.Number(n))
	}
	unconfirmed := func(n int) string {
		return lang.N("%s unconfirmed, price not known", "%s unconfirmed, price not known", n, lang.Number(n))
	}
	waiting := func(n int) string {
		return lang.N("%s waiting or held, price not known", "%s waiting or held, price not known", n, lang.Number(n))
	}
	add(lang.L("Reserved"), reserved, resources.Text2, cost, func(it *item) bool { return it.cost.Kind == db.Reserve })
	add(lang.L("Unconfirmed, up to"), unconfirmed, resources.Warn, cost,
		func(it *item) bool { return it.State == db.Unconfirmed })
	add(lang.L("Waiting and held, est."), waiting, resources.Text2, again,
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

package jobs

import (
	"context"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/status"
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

func newBanners(s *sheets, m *listModel) *banners {
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
	b.sendHeld = kit.NewButton("", nil, kit.Plain, func() { s.sendAll(m.held()) })
	b.failing = kit.NewBanner(resources.IconWarning, kit.ToneWarn, "", kit.NewButton(lang.L("Try now"), nil, kit.Plain, tryNow))
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

package queue

import (
	"context"

	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// showBanners says what concerns more than one row.
func (s *Screen) showBanners(a answer) {
	if n := len(a.held.jobs); n > 0 {
		s.banner.SetText(lang.N("%s job is held.", "%s jobs are held.", n, lang.Number(n)), lang.L("Nothing has been sent or charged."))
		s.sendHeld.SetText(sendWords(a.held, n > 1))
		s.bannerBox.Show()
	} else {
		s.bannerBox.Hide()
	}
	if a.failing > 0 {
		s.failing.SetText(wording.DownloadNotice(a.failing, a.soonest, s.deps.Now()))
		s.failingBox.Show()
	} else {
		s.failingBox.Hide()
	}
}

// tryNow tries every download that keeps failing ahead of its time. It costs nothing.
func (s *Screen) tryNow() {
	var ids []int64
	for _, it := range s.shown.items {
		if it.head == "" && retention(it.job).Failing {
			ids = append(ids, it.job.ID)
		}
	}
	if len(ids) == 0 { // a chip hides them
		ids = []int64{s.shown.failingID}
	}
	s.deps.Do(lang.L("Could not try the downloads."), func(ctx context.Context) error {
		for _, id := range ids {
			s.deps.Engine.CheckNow(ctx, id)
		}
		return nil
	})
}

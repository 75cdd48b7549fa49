package viewer

import (
	"viviscope/db"
	"viviscope/gui/wording"
)

// The actions on what is shown. Each does nothing where it is not offered.

func (s *Screen) star() {
	if s.d.OnStar != nil && s.asset.ID != 0 {
		s.asset.Starred = !s.asset.Starred // at once; the row follows
		s.d.OnStar(s.asset, s.asset.Starred)
		s.head.show()
	}
}

func (s *Screen) tag() { s.with(s.d.OnTag) }

func (s *Screen) album() { s.with(s.d.OnAlbum) }

func (s *Screen) openOutside() { s.with(s.d.OnOpen) }

func (s *Screen) reveal() { s.with(s.d.OnReveal) }

func (s *Screen) export() { s.with(s.d.OnExport) }

// with hands what is shown to a callback.
func (s *Screen) with(do func(db.Asset)) {
	if do != nil && s.asset.ID != 0 {
		do(s.asset)
	}
}

// trash moves what is shown to the trash and goes on to the next, or to the one before; where there is neither, back.
func (s *Screen) trash() {
	if s.d.OnTrash == nil || s.asset.ID == 0 || !s.asset.TrashedAt.IsZero() || s.versus.on {
		return
	}
	gone := s.asset
	next, ok := s.neighbour(1)
	if !ok {
		next, ok = s.neighbour(-1)
	}
	if ok {
		s.show(next)
		s.Focus()
	}
	s.d.OnTrash(gone)
	if !ok {
		s.setFull(false)
		s.Back()
	}
}

func (s *Screen) reuse() {
	if s.d.OnReuse != nil && s.known.facts.Job.ID != 0 {
		s.d.OnReuse(s.known.facts.Job)
	}
}

func (s *Screen) again() {
	if s.d.OnAgain != nil && s.known.facts.Job.ID != 0 {
		s.d.OnAgain(s.known.facts.Job)
	}
}

func (s *Screen) ledger() {
	if s.d.OnLedger != nil && s.known.facts.Job.ID != 0 {
		s.d.OnLedger(s.known.facts.Job)
	}
}

// use says what can be made of what is shown now.
func (s *Screen) use() wording.FrameUse {
	return wording.FrameUseOf(s.asset, s.d.Now(), s.d.Hosting != nil && s.d.Hosting())
}

// useAsFrame puts the picture into a slot of the composer: 0 is the first frame, 1 the last.
func (s *Screen) useAsFrame(place int) {
	if s.d.OnFrame != nil && s.use().Frame {
		s.d.OnFrame(s.asset, place)
	}
}

func (s *Screen) edit() {
	if s.d.OnEdit != nil && s.asset.Kind == db.Picture && s.asset.ID != 0 {
		s.d.OnEdit(s.asset)
	}
}

// lastFrame asks what to do with the last frame of a clip.
func (s *Screen) lastFrame() {
	if s.asset.Kind == db.Clip {
		s.with(s.d.OnLastFrame)
	}
}

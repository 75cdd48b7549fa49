package feed

import "viviscope/db"

// Resolve brings the card of an unconfirmed job into sight, and for a clip opens the question whether it reached the
// service; a picture has no task to ask for, so its card's own buttons decide. Main goroutine only.
func (s *Screen) Resolve(id int64) {
	i, ok := s.index[id]
	if !ok || s.items[i].Job.State != db.Unconfirmed {
		return
	}
	s.filter(All)
	s.view.list.ScrollTo(id)
	if s.items[i].Job.Kind.IsVideo() {
		s.showResolver(s.items[i])
	}
}

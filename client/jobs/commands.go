package jobs

// SendNoMore has no further request leave in this run, so that the picture calls that are open come to an end; false: sending goes on.
// What waits stays as it is, and goes out at the next start.
func (e *Engine) SendNoMore(on bool) { e.outbox.close(on) }

// OpenPictureCalls returns how many picture calls have no answer yet. Such a call cannot be picked up again: quitting
// now would leave its job unconfirmed.
func (e *Engine) OpenPictureCalls() int { return e.outbox.openPictures() }

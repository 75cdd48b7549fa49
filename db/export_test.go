package db

// ForgetAnswers makes the next search look for its words anew, as the first of a person's searches does.
func (l *Library) ForgetAnswers() {
	r := &l.index.texts.recent
	r.mu.Lock()
	defer r.mu.Unlock()
	r.found = nil
}

package shell

import (
	"context"
	"sync"

	"viviscope/db"
)

// profileList holds the known profiles and the current one. Safe for concurrent use.
type profileList struct {
	library Library

	mu    sync.Mutex
	all   []db.Profile // replaced as a whole; guarded by mu
	front db.Profile   // ID 0: there is none; guarded by mu
}

// inFront returns the current profile; its ID is 0 if there is none.
func (l *profileList) inFront() db.Profile {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.front
}

// known returns all profiles that are known.
func (l *profileList) known() []db.Profile {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all
}

// use makes a profile the current one. It reports false if the profile is not known.
func (l *profileList) use(id int64) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, p := range l.all {
		if p.ID == id {
			l.front = p
		}
	}
	return l.front.ID == id
}

// read reads the profiles and makes the one with the ID front the current one; 0 keeps the current one.
func (l *profileList) read(ctx context.Context, front int64) error {
	list, err := l.library.Profiles(ctx)
	if err == nil {
		l.take(list, front)
	}
	return err
}

// take replaces the profiles by list. If the current one is gone, the first becomes the current one.
func (l *profileList) take(list []db.Profile, front int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if front == 0 {
		front = l.front.ID
	}
	l.all = list
	l.front = db.Profile{}
	for i, p := range list {
		if i == 0 || p.ID == front {
			l.front = p
		}
	}
}

package shell

import (
	"context"
	"sync"

	"viviscope/db"
)

// profileList holds the profiles that are known and the one in front. Safe for concurrent use.
type profileList struct {
	library Library

	mu    sync.Mutex
	all   []db.Profile // replaced as a whole; guarded by mu
	front db.Profile   // ID 0: there is none; guarded by mu
}

// inFront returns the profile in front; its ID is 0 while there is none.
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

// use brings a profile to the front. It reports false if the profile is not known.
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

// read reads the profiles and brings the one of an ID to the front; 0 leaves the one there that is.
func (l *profileList) read(ctx context.Context, front int64) error {
	list, err := l.library.Profiles(ctx)
	if err == nil {
		l.take(list, front)
	}
	return err
}

// take replaces the profiles by list. If the one in front is gone, the first takes its place.
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

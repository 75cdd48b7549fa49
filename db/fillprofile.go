package db

import (
	"net/url"
	"slices"
	"time"
)

// profile finds the profile that a job went to, or makes it.
func (f *filling) profile(m Made) (Profile, error) {
	for i, p := range f.profiles {
		same := p.BaseURL == m.Service.BaseURL && p.Sandbox == m.Service.Sandbox || p.Sandbox && m.Service.Sandbox
		known := m.Service.ProfileID != 0 && f.origin[m.Service.ProfileID] == p.ID || m.Service.ProfileID == p.ID && !f.made[p.ID]
		if !same || !known && p.Name != m.profileName() {
			continue
		}
		if f.made[p.ID] { // the newest job has its newest name
			p.Name, p.Saved, p.KeySince, p.BaseURL = m.profileName(), !m.Service.Unsaved, m.Service.KeySince, m.Service.BaseURL
			p, err := scanProfile(f.tx.QueryRowContext(f.ctx, "UPDATE profiles SET name = ?, saved = ?, key_since = ?, base_url = ? WHERE id = ? RETURNING "+
				profileColumns, p.Name, p.Saved, millis(p.KeySince), p.BaseURL, p.ID))
			f.profiles[i] = p
			return p, err
		}
		return p, nil
	}
	return f.newProfile(m)
}

func (f *filling) newProfile(m Made) (Profile, error) {
	p := Profile{Name: m.profileName(), BaseURL: m.Service.BaseURL, Sandbox: m.Service.Sandbox, Saved: !m.Service.Unsaved,
		Currency: m.Currency, KeySince: m.Service.KeySince, CreatedAt: m.Service.Since}
	p.settle()
	if p.CreatedAt.IsZero() {
		p.CreatedAt = m.Clicked
	}
	if p.CreatedAt.IsZero() {
		p.CreatedAt = f.l.now()
	}
	// The id and the time name the key in the keychain, which is given out for its own address only: with them the key is
	// found again.
	id := m.Service.ProfileID
	if slices.ContainsFunc(f.profiles, func(q Profile) bool { return q.ID == id }) {
		id, p.KeySince = 0, time.Time{} // another one has that id, and no key is known for the new one
	}
	const columns = `id, name, base_url, sandbox, saved, currency, max_tasks, max_images, poll_seconds, image_minutes, key_since, created_at`
	p, err := scanProfile(f.tx.QueryRowContext(f.ctx, "INSERT INTO profiles ("+columns+") VALUES ("+marks(columns)+") RETURNING "+profileColumns,
		idOrNull(id), p.Name, p.BaseURL, p.Sandbox, p.Saved, p.Currency, p.MaxTasks, p.MaxImages, p.PollSeconds, p.ImageMinutes,
		millis(p.KeySince), millis(p.CreatedAt)))
	if err != nil {
		return Profile{}, err
	}
	f.profiles = append(f.profiles, p)
	f.made[p.ID] = true
	if m.Service.ProfileID != 0 && f.origin[m.Service.ProfileID] == 0 {
		f.origin[m.Service.ProfileID] = p.ID
	}
	f.report.Profiles++
	return p, nil
}

// profileName is the name that a sidecar gives, or the address's host.
func (m Made) profileName() string {
	if m.Profile != "" {
		return m.Profile
	}
	if u, err := url.Parse(m.Service.BaseURL); err == nil && u.Host != "" {
		return u.Host
	}
	return "Unknown service"
}

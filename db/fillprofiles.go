package db

import (
	"cmp"
	"slices"
	"time"
)

// profile returns the profile of a job. It makes the profile if there is none.
func (f *filler) profile(m Provenance) (Profile, error) {
	for i, p := range f.profiles {
		known := m.Service.ProfileID != 0 && f.origin[m.Service.ProfileID] == p.ID || m.Service.ProfileID == p.ID &&
			!f.made[p.ID]
		if !p.serves(m.Service) || !known && p.Name != m.profileName() {
			continue
		}
		if f.made[p.ID] { // the newest job has the newest name
			p.Name, p.Saved, p.KeySince, p.BaseURL = m.profileName(), !m.Service.Unsaved, m.Service.KeySince,
				m.Service.BaseURL
			p, err := putProfile(f.ctx, f.tx, p)
			f.profiles[i] = p
			return p, err
		}
		return p, nil
	}
	return f.newProfile(m)
}

func (f *filler) newProfile(m Provenance) (Profile, error) {
	p := Profile{Name: m.profileName(), BaseURL: m.Service.BaseURL, Sandbox: m.Service.Sandbox,
		Saved:    !m.Service.Unsaved,
		Currency: m.Currency, KeySince: m.Service.KeySince, CreatedAt: cmp.Or(m.Service.Since, m.Clicked, f.now())}
	// ID and time identify the key in the keychain, which is bound to its base URL. With them the key is found again.
	id := m.Service.ProfileID
	if slices.ContainsFunc(f.profiles, func(q Profile) bool { return q.ID == id }) {
		id, p.KeySince = 0, time.Time{} // the ID is in use, so the key cannot be found
	}
	p.ID = id
	p, err := putProfile(f.ctx, f.tx, p)
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

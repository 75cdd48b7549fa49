package program

import (
	"context"
	"fmt"
	"time"

	"viviscope/client"
	"viviscope/client/keys"
	"viviscope/db"
)

// KeyPlace says where a profile's key is.
func (p *profiles) KeyPlace(ctx context.Context, profile db.Profile) keys.Place {
	return p.keys.Place(ctx, profile)
}

// SaveKey keeps a profile's key. Errors: keys.ErrUnavailable where the system has no keychain that answers.
func (p *profiles) SaveKey(ctx context.Context, id int64, key string, where keys.Place) error {
	profile, err := p.lib.Profile(ctx, id)
	if err != nil {
		return fmt.Errorf("save key of profile %d: %w", id, err)
	}
	if err := p.keys.Save(ctx, profile, key, where); err != nil {
		return err
	}
	if where == keys.InKeychain {
		if err := p.noteKey(ctx, profile, p.now().UTC()); err != nil {
			return err
		}
	}
	err = p.engine.KeyChanged(ctx, id)
	p.changed()
	return err
}

// noteKey writes down since when a key is in the keychain. The profile may have been edited while the keychain was waited
// for, a minute at most: what was edited stays, and a key of another origin is no key of the profile.
func (p *profiles) noteKey(ctx context.Context, then db.Profile, since time.Time) error {
	p.rows.Lock()
	defer p.rows.Unlock()
	now, err := p.lib.Profile(ctx, then.ID)
	if err == nil && sameOrigin(now, then) {
		now.KeySince = since
		_, err = p.lib.SaveProfile(ctx, now)
	}
	if err != nil {
		return fmt.Errorf("note key of profile %d: %w", then.ID, err)
	}
	return nil
}

// RemoveKey forgets a profile's key.
func (p *profiles) RemoveKey(ctx context.Context, id int64) error {
	profile, err := p.lib.Profile(ctx, id)
	if err != nil {
		return fmt.Errorf("remove key of profile %d: %w", id, err)
	}
	if err := p.keys.Remove(ctx, profile); err != nil {
		return err
	}
	if err := p.noteKey(ctx, profile, time.Time{}); err != nil {
		return err
	}
	err = p.engine.KeyChanged(ctx, id)
	p.changed()
	return err
}

// Test tries a profile's connection. It costs nothing: it asks for a task that does not exist.
func (p *profiles) Test(ctx context.Context, id int64) (client.Report, error) {
	profile, err := p.lib.Profile(ctx, id)
	if err != nil {
		return client.Report{}, fmt.Errorf("test profile %d: %w", id, err)
	}
	if profile.Sandbox {
		if _, err := p.box.start(ctx); err != nil {
			return client.Report{}, err
		}
	}
	key, err := p.keys.Key(ctx, profile)
	if err != nil {
		return client.Report{}, fmt.Errorf("test profile %d: %w", id, err)
	}
	report, err := p.try(ctx, profile.BaseURL, key)
	if err == nil && report.OK() {
		if err := p.noteReached(ctx, profile); err != nil {
			return report, err
		}
		p.changed()
	}
	return report, err
}

// noteReached writes down that a profile's service answered. One whose address was changed meanwhile was not asked.
func (p *profiles) noteReached(ctx context.Context, then db.Profile) error {
	p.rows.Lock()
	defer p.rows.Unlock()
	now, err := p.lib.Profile(ctx, then.ID)
	if err == nil && now.BaseURL == then.BaseURL {
		now.LastOKAt = p.now().UTC()
		_, err = p.lib.SaveProfile(ctx, now)
	}
	if err != nil {
		return fmt.Errorf("note answer of profile %d: %w", then.ID, err)
	}
	return nil
}

func (p *profiles) try(ctx context.Context, baseURL, key string) (client.Report, error) {
	c, err := client.New(client.Config{BaseURL: baseURL, APIKey: key, Proxy: p.proxy})
	if err != nil {
		return client.Report{}, err
	}
	defer c.CloseIdle()
	return c.TestConnection(ctx)
}

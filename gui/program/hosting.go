package program

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"time"

	"viviscope/client/hosting"
	"viviscope/client/keys"
	"viviscope/db"
)

// ChangeProfile changes settings of a profile in its row as it stands now: forms for other parts of it may have saved
// since the caller read it. Its address is none of them, because that is bound to its key and to running jobs.
func (p *profiles) ChangeProfile(ctx context.Context, id int64, change func(*db.Profile)) error {
	err := p.alter(ctx, id, func(profile *db.Profile) error {
		base := profile.BaseURL
		change(profile)
		profile.ID, profile.BaseURL = id, base
		return nil
	})
	if err != nil {
		return fmt.Errorf("change profile %d: %w", id, err)
	}
	p.engine.ProfileChanged(id)
	p.changed()
	return nil
}

func (p *profiles) alter(ctx context.Context, id int64, change func(*db.Profile) error) error {
	p.rows.Lock()
	defer p.rows.Unlock()
	profile, err := p.lib.Profile(ctx, id)
	if err != nil {
		return err
	}
	if err := change(&profile); err != nil {
		return err
	}
	_, err = p.lib.SaveProfile(ctx, profile)
	return err
}

// alterHosting is alter for the hosting of a profile.
func (p *profiles) alterHosting(ctx context.Context, id int64, change func(*keptHosting)) error {
	return p.alter(ctx, id, func(profile *db.Profile) error {
		kept, err := hostingOf(*profile)
		if err != nil {
			kept = keptHosting{} // what nobody can read is replaced by what the person says
		}
		kept.Keychain = maps.Clone(kept.Keychain)
		change(&kept)
		profile.Hosting, err = json.Marshal(kept)
		return err
	})
}

// SaveHosting keeps where the pictures of a profile are put. Its secret has its own way.
func (p *profiles) SaveHosting(ctx context.Context, id int64, c hosting.Config) error {
	if err := p.alterHosting(ctx, id, func(kept *keptHosting) { kept.Config = c }); err != nil {
		return fmt.Errorf("save hosting of profile %d: %w", id, err)
	}
	p.engine.ProfileChanged(id)
	p.changed()
	return nil
}

// HostSecretPlace says where the secret of a profile's hosting is, and since when if it is in the keychain.
func (p *profiles) HostSecretPlace(ctx context.Context, profile db.Profile) (keys.Place, time.Time) {
	kept, err := hostingOf(profile)
	if err != nil {
		return keys.Nowhere, time.Time{}
	}
	return p.keys.hostSecretPlace(ctx, profile, kept)
}

// SaveHostSecret keeps the secret for a host, and for nothing but that host and who signs in there. Errors:
// keys.ErrUnavailable where the system has no keychain that answers.
func (p *profiles) SaveHostSecret(ctx context.Context, id int64, c hosting.Config, secret string, where keys.Place) error {
	profile, err := p.lib.Profile(ctx, id)
	if err == nil {
		err = p.keys.saveHostSecret(ctx, profile, c, secret, where)
	}
	if err == nil && where == keys.InKeychain {
		err = p.noteHostSecret(ctx, id, c.KeyName(), p.now().UTC())
	}
	if err != nil {
		return fmt.Errorf("save the secret of profile %d: %w", id, err)
	}
	p.changed()
	return nil
}

// RemoveHostSecret forgets the secret of a profile's hosting.
func (p *profiles) RemoveHostSecret(ctx context.Context, id int64) error {
	profile, err := p.lib.Profile(ctx, id)
	if err != nil {
		return fmt.Errorf("remove the secret of profile %d: %w", id, err)
	}
	kept, err := hostingOf(profile)
	if err != nil {
		return err
	}
	if err := p.keys.removeHostSecret(ctx, profile, kept); err != nil {
		return err
	}
	if err := p.noteHostSecret(ctx, id, kept.KeyName(), time.Time{}); err != nil {
		return fmt.Errorf("remove the secret of profile %d: %w", id, err)
	}
	p.changed()
	return nil
}

// noteHostSecret writes down since when a secret is in the keychain; the zero time: it is not.
func (p *profiles) noteHostSecret(ctx context.Context, id int64, under string, since time.Time) error {
	return p.alterHosting(ctx, id, func(kept *keptHosting) {
		delete(kept.Keychain, under)
		if since.IsZero() {
			return
		}
		if kept.Keychain == nil {
			kept.Keychain = map[string]time.Time{}
		}
		kept.Keychain[under] = since
	})
}

// TestHosting puts a picture of one pixel on the profile's host, reads it back and takes it away again.
func (p *profiles) TestHosting(ctx context.Context, id int64) (hosting.Report, error) {
	profile, err := p.lib.Profile(ctx, id)
	if err != nil {
		return hosting.Report{}, fmt.Errorf("test hosting of profile %d: %w", id, err)
	}
	kept, err := hostingOf(profile)
	if err != nil {
		return hosting.Report{}, err
	}
	at, err := p.hosts.open(ctx, profile, kept, kept.Kind)
	if err != nil {
		return hosting.Report{}, fmt.Errorf("test hosting of profile %d: %w", id, err)
	}
	return at.Test(ctx)
}

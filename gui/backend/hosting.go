package backend

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"time"

	"viviscope/client/hosting"
	"viviscope/client/jobs"
	"viviscope/client/keys"
	"viviscope/client/sandbox"
	"viviscope/db"
)

// alterHosting is alter for the hosting of a profile.
func (p *Profiles) alterHosting(ctx context.Context, id int64, change func(*keptHosting)) error {
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
func (p *Profiles) SaveHosting(ctx context.Context, id int64, c hosting.Config) error {
	err := p.alterHosting(ctx, id, func(kept *keptHosting) { kept.Config = c })
	p.engine.ProfileChanged(id)
	p.listener().RefreshAll()
	return err
}

// HostSecretPlace says where the secret of a profile's hosting is, and since when if it is in the keychain, which is not woken.
func (p *Profiles) HostSecretPlace(ctx context.Context, profile db.Profile) (place keys.Place, since time.Time) {
	kept, err := hostingOf(profile)
	under := kept.KeyName()
	if err != nil || under == "" {
		return keys.Nowhere, since
	}
	if place = p.keys.placeOf(ctx, name(profile), under, !kept.Keychain[under].IsZero()); place == keys.InKeychain {
		since = kept.Keychain[under]
	}
	return place, since
}

// SaveHostSecret keeps the secret for a host, and for nothing but that host and who signs in there. Errors:
// keys.ErrUnavailable where the system has no keychain that answers.
func (p *Profiles) SaveHostSecret(ctx context.Context, id int64, c hosting.Config, secret string, where keys.Place) error {
	return p.changeSecret(ctx, id, func(profile db.Profile) error {
		if c.KeyName() == "" {
			return errNobody
		}
		err := p.keys.save(ctx, name(profile), c.KeyName(), secret, where)
		if err == nil && where == keys.InKeychain {
			err = p.noteHostSecret(ctx, id, c.KeyName(), p.now().UTC())
		}
		return err
	})
}

// RemoveHostSecret forgets the secret of a profile's hosting.
func (p *Profiles) RemoveHostSecret(ctx context.Context, id int64) error {
	return p.changeSecret(ctx, id, func(profile db.Profile) error {
		kept, err := hostingOf(profile)
		under := kept.KeyName()
		if err == nil && under != "" {
			err = p.keys.remove(ctx, name(profile), under, !kept.Keychain[under].IsZero())
		}
		if err != nil {
			return err
		}
		return p.noteHostSecret(ctx, id, under, time.Time{})
	})
}

// noteHostSecret writes down since when a secret is in the keychain; the zero time: it is not.
func (p *Profiles) noteHostSecret(ctx context.Context, id int64, under string, since time.Time) error {
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
func (p *Profiles) TestHosting(ctx context.Context, id int64) (hosting.Report, error) {
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

// hosts finds where the pictures of a profile are put: its row says where, the keyring has the secret.
type hosts struct {
	keys  *Keyring
	proxy func(*http.Request) (*url.URL, error) // nil: as the environment says
	log   *slog.Logger
}

// Host implements [jobs.Hosts]. It may wait for the keychain. Errors: [jobs.ErrNoHosting] where hosting is off;
// keys.ErrNone where the secret was not entered, and what the keyring says otherwise; hosting.ErrBadConfig.
func (h hosts) Host(ctx context.Context, p db.Profile) (jobs.Host, error) {
	kept, err := hostingOf(p)
	if err != nil {
		return nil, err
	}
	if kept.Kind == hosting.KindNone {
		return nil, jobs.ErrNoHosting
	}
	at, err := h.open(ctx, p, kept, kept.Kind)
	if err != nil {
		return nil, err
	}
	return &pictureHost{hosts: h, profile: p, kept: kept, at: at}, nil
}

// open makes the host of one kind of a profile's hosting.
func (h hosts) open(ctx context.Context, p db.Profile, kept keptHosting, kind string) (hosting.Host, error) {
	kept.Kind = kind
	secret, err := h.keys.hostSecret(ctx, p, kept)
	if errors.Is(err, keys.ErrNone) {
		err = noSecret{err}
	}
	if err != nil {
		return nil, fmt.Errorf("find the secret of the image hosting: %w", err)
	}
	at, err := hosting.New(kept.Config, hosting.NewSecret(secret), hosting.Options{Proxy: h.proxy, Log: h.log})
	if err != nil {
		return nil, fmt.Errorf("open the image hosting: %w", err)
	}
	return at, nil
}

// noSecret says that the secret of a host was not entered on this computer, in a name for the rows of jobs.
type noSecret struct{ error }

func (noSecret) Fault() string { return jobs.FaultNoSecret }

func (n noSecret) Unwrap() error { return n.error }

// pictureHost puts pictures for the pool of jobs. An object's name begins with a mark of the place where it lies, because
// a person may turn to another place before a job has ended: there nothing of that name is found, and the picture would
// be taken for gone.
type pictureHost struct {
	hosts   hosts
	profile db.Profile
	kept    keptHosting
	at      hosting.Host
}

// errElsewhere says that a picture lies where the profile has no hosting any more.
var errElsewhere = errors.New("the picture lies at a host that is not set up any more")

// Put implements [jobs.Host].
func (h *pictureHost) Put(ctx context.Context, name, mime string, size int64, r io.ReadSeeker, named func(object string) error,
	progress func(done, total int64)) (jobs.Hosted, error) {
	mark := markOf(h.kept.Config, h.kept.Kind)
	put, err := h.at.Put(ctx, name, r, size, mime, func(object string) error { return named(mark + object) }, progress)
	if err != nil {
		return jobs.Hosted{}, err
	}
	return jobs.Hosted{Link: put.URL, Object: mark + put.Object, Dies: put.Dies, Keep: !h.kept.DeleteAfter}, nil
}

// Delete implements [jobs.Host]. A picture that was put on the other kind of host, whose settings are kept, is found too.
func (h *pictureHost) Delete(ctx context.Context, object string) error {
	for _, kind := range []string{hosting.KindS3, hosting.KindWebDAV} {
		name, found := strings.CutPrefix(object, markOf(h.kept.Config, kind))
		if !found {
			continue
		}
		at := h.at
		if kind != h.kept.Kind {
			var err error
			if at, err = h.hosts.open(ctx, h.profile, h.kept, kind); err != nil {
				return err
			}
		}
		return at.Delete(ctx, name)
	}
	return errElsewhere
}

// markOf tells one bucket or folder from another; it says nothing about it.
func markOf(c hosting.Config, kind string) string {
	place := kind + "\n"
	switch kind {
	case hosting.KindS3:
		place += c.S3.Endpoint + "\n" + c.S3.Bucket
	case hosting.KindWebDAV:
		place += c.WebDAV.URL
	}
	sum := sha256.Sum256([]byte(place))
	return hex.EncodeToString(sum[:4]) + ":"
}

// keptHosting is a profile's hosting as its row has it.
type keptHosting struct {
	hosting.Config
	// Keychain says since when the secret of a [hosting.Config.KeyName] is in the keychain, so that the keychain is not
	// woken to find out that it has none.
	Keychain map[string]time.Time `json:"keychain,omitempty"`
}

func hostingOf(p db.Profile) (keptHosting, error) {
	var kept keptHosting
	if len(p.Hosting) == 0 {
		return kept, nil
	}
	if err := json.Unmarshal(p.Hosting, &kept); err != nil {
		return keptHosting{}, fmt.Errorf("read hosting of profile %d: %w", p.ID, err)
	}
	return kept, nil
}

// sandboxHosting is that of the sandbox's profile: the sandbox takes local pictures itself, by its key.
func sandboxHosting(baseURL string) keptHosting {
	folder := baseURL + sandbox.HostedPath
	return keptHosting{Config: hosting.Config{Kind: hosting.KindWebDAV, DeleteAfter: true,
		WebDAV: hosting.WebDAV{URL: folder, User: "sandbox", PublicURL: folder}}}
}

package backend

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"viviscope/client/hosting"
	"viviscope/client/jobs"
	"viviscope/client/keys"
	"viviscope/client/sandbox"
	"viviscope/db"
)

// storedHosting is the image hosting of a profile, as its row stores it.
type storedHosting struct {
	hosting.Config
	// Keychain records by [hosting.Config.KeyName] since when the keychain has the secret. Without an entry the
	// keychain is not read.
	Keychain map[string]time.Time `json:"keychain,omitempty"`
	// WebDAV preserves the settings of a hosting type of older versions.
	WebDAV json.RawMessage `json:"webdav,omitempty"`
}

func readHosting(p db.Profile) (h storedHosting, err error) {
	if len(p.Hosting) == 0 {
		return h, nil
	}
	if err := json.Unmarshal(p.Hosting, &h); err != nil {
		return storedHosting{}, fmt.Errorf("read hosting of profile %d: %w", p.ID, err)
	}
	return h, nil
}

// changeHosting changes the hosting in a profile's row. It replaces hosting that cannot be read.
func changeHosting(row *db.Profile, change func(*storedHosting)) {
	h, _ := readHosting(*row)
	change(&h)
	row.Hosting, _ = json.Marshal(h) // these types cannot fail
}

// errNoSecretNeeded means that a host needs no login.
var errNoSecretNeeded = errors.New("this hosting needs no secret")

// secretID returns the id of the secret of a profile's host. Its origin is [hosting.Config.KeyName], which has a prefix
// that no service origin has, and contains the host's origin and the user name. The id therefore never matches the
// service's key, and the secret is never sent to another host.
func (h storedHosting) secretID(p db.Profile) (secretID, error) {
	name := h.KeyName()
	if name == "" {
		return secretID{}, errNoSecretNeeded
	}
	return secretID{owner(p), name, !h.Keychain[name].IsZero()}, nil
}

// SaveHosting stores the image hosting of a profile without its secret.
func (p *Profiles) SaveHosting(ctx context.Context, id int64, c hosting.Config) error {
	return p.ChangeProfile(ctx, id, func(row *db.Profile) {
		changeHosting(row, func(h *storedHosting) { h.Config = c })
	})
}

// HostSecretPlace returns where the secret of a profile's host is stored, and since when if it is in the keychain. It
// does not read the keychain.
func (p *Profiles) HostSecretPlace(ctx context.Context, profile db.Profile) (place keys.Location, since time.Time) {
	h, _ := readHosting(profile)
	id, err := h.secretID(profile)
	if err != nil {
		return keys.Nowhere, since
	}
	place = p.keys.place(ctx, id)
	if place == keys.InKeychain {
		since = h.Keychain[id.origin]
	}
	return place, since
}

// SaveHostSecret stores the secret for the host and the user of c. Error: keys.ErrUnavailable if no keychain responds.
func (p *Profiles) SaveHostSecret(
	ctx context.Context, id int64, c hosting.Config, secret string, where keys.Location,
) error {
	find := storedHosting{Config: c}.secretID
	return p.storeSecret(ctx, id, find, secret, where, recordHostSecret)
}

// RemoveHostSecret deletes the secret of a profile's host.
func (p *Profiles) RemoveHostSecret(ctx context.Context, id int64) error {
	find := func(profile db.Profile) (secretID, error) {
		h, err := readHosting(profile)
		if err != nil {
			return secretID{}, err
		}
		return h.secretID(profile)
	}
	return p.storeSecret(ctx, id, find, "", keys.Nowhere, recordHostSecret)
}

// recordHostSecret records since when the keychain has the secret of a host.
func recordHostSecret(row *db.Profile, stored secretID, since time.Time) {
	changeHosting(row, func(h *storedHosting) {
		delete(h.Keychain, stored.origin)
		if since.IsZero() {
			return
		}
		if h.Keychain == nil {
			h.Keychain = map[string]time.Time{}
		}
		h.Keychain[stored.origin] = since
	})
}

// TestHosting uploads a picture of one pixel to the profile's host, reads it back and deletes it.
func (p *Profiles) TestHosting(ctx context.Context, id int64) (hosting.Report, error) {
	profile, err := p.lib.Profile(ctx, id)
	if err != nil {
		return hosting.Report{}, err
	}
	h, err := readHosting(profile)
	if err != nil {
		return hosting.Report{}, err
	}
	host, err := p.openHost(ctx, profile, h)
	if err != nil {
		return hosting.Report{}, fmt.Errorf("test hosting of profile %d: %w", id, err)
	}
	return host.Test(ctx)
}

// errSandboxOff means that the sandbox, which hosts pictures itself, is not running.
var errSandboxOff = errors.New("the sandbox is not running")

// Host implements [jobs.Hosts]. It may block on the keychain. Errors: [jobs.ErrNoHosting] if hosting is off;
// keys.ErrNone without a secret; others of the keyring; hosting.ErrBadConfig.
func (p *Profiles) Host(ctx context.Context, profile db.Profile) (jobs.Host, error) {
	if profile.Sandbox {
		server := p.sandbox.running()
		if server == nil {
			return nil, errSandboxOff
		}
		return sandboxHost{server}, nil
	}
	h, err := readHosting(profile)
	if err != nil {
		return nil, err
	}
	if !h.On() {
		return nil, jobs.ErrNoHosting
	}
	bucket, err := p.openHost(ctx, profile, h)
	if err != nil {
		return nil, err
	}
	return &bucketHost{bucket, placeTag(h.S3), !h.DeleteAfter}, nil
}

func (p *Profiles) openHost(ctx context.Context, profile db.Profile, h storedHosting) (*hosting.Bucket, error) {
	secret, err := p.hostSecret(ctx, profile, h)
	if errors.Is(err, keys.ErrNone) {
		err = missingSecret{err}
	}
	if err != nil {
		return nil, fmt.Errorf("find secret of the image hosting: %w", err)
	}
	host, err := hosting.New(h.Config, hosting.NewSecret(secret),
		hosting.Options{Proxy: p.proxy, Log: p.log.With("component", "hosting")})
	if err != nil {
		return nil, fmt.Errorf("open image hosting: %w", err)
	}
	return host, nil
}

// hostSecret returns the secret of a profile's host, "" if it needs none. Errors: keys.ErrNone and those of the stores.
func (p *Profiles) hostSecret(ctx context.Context, profile db.Profile, h storedHosting) (string, error) {
	id, err := h.secretID(profile)
	if err != nil {
		return "", nil
	}
	return p.keys.read(ctx, id)
}

// missingSecret is keys.ErrNone with a fault code for job rows: the host's secret was not entered on this computer.
type missingSecret struct{ error }

func (missingSecret) Fault() string { return jobs.FaultNoSecret }

func (m missingSecret) Unwrap() error { return m.error }

// bucketHost implements [jobs.Host]. Object names start with a tag of the bucket, because the user may change the
// hosting while a job runs. Without the tag the picture would be searched in the new bucket and treated as deleted.
type bucketHost struct {
	bucket *hosting.Bucket
	tag    string
	keep   bool // keep pictures after their jobs
}

// errHostRemoved means that the host of a picture is not configured any more.
var errHostRemoved = errors.New("the picture lies at a host that is not set up any more")

// Put implements [jobs.Host].
func (h *bucketHost) Put(ctx context.Context, name, mime string, size int64, r io.ReadSeeker,
	named func(object string) error,
	progress func(done, total int64)) (jobs.Hosted, error) {
	put, err := h.bucket.Put(ctx, name, r, size, mime, func(object string) error {
		return named(h.tag + object)
	}, progress)
	if err != nil {
		return jobs.Hosted{}, err
	}
	return jobs.Hosted{Link: put.URL, Object: h.tag + put.Object, Dies: put.Dies, Keep: h.keep}, nil
}

// Delete implements [jobs.Host].
func (h *bucketHost) Delete(ctx context.Context, object string) error {
	name, found := strings.CutPrefix(object, h.tag)
	if !found {
		return errHostRemoved
	}
	return h.bucket.Delete(ctx, name)
}

// placeTag distinguishes buckets without revealing their names.
func placeTag(c hosting.S3) string {
	sum := sha256.Sum256([]byte(hosting.KindS3 + "\n" + c.Endpoint + "\n" + c.Bucket))
	return hex.EncodeToString(sum[:4]) + ":"
}

// sandboxHost implements [jobs.Host] for the sandbox, which hosts pictures itself.
type sandboxHost struct{ server *sandbox.Server }

// Put implements [jobs.Host].
func (h sandboxHost) Put(_ context.Context, _, mime string, size int64, r io.ReadSeeker,
	named func(object string) error,
	progress func(done, total int64)) (jobs.Hosted, error) {
	object := sandbox.HostedName(mime)
	if err := named(object); err != nil {
		return jobs.Hosted{}, err
	}
	link, err := h.server.Host(object, r)
	if err != nil {
		return jobs.Hosted{}, fmt.Errorf("host picture in the sandbox: %w", err)
	}
	progress(size, size)
	return jobs.Hosted{Link: link, Object: object}, nil
}

// Delete implements [jobs.Host]. Names from older versions have a tag and a colon as prefix.
func (h sandboxHost) Delete(_ context.Context, object string) error {
	if _, name, tagged := strings.Cut(object, ":"); tagged {
		object = name
	}
	return h.server.Unhost(object)
}

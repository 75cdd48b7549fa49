package settings

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"viviscope/client/hosting"
	"viviscope/gui/lang"
)

// hostingDraft is the form for image hosting as it was typed. The fields of the kind that is not chosen stay.
type hostingDraft struct {
	kind     string
	text     [fields]string // by field
	address  string         // hosting.AddressAuto, …
	lifetime time.Duration
	takeDown bool
}

// The fields of text, in the order in which they stand.
const (
	s3Endpoint = iota
	s3Bucket
	s3Prefix
	s3Region
	s3AccessKey
	davURL
	davPublic
	davUser
	fields
)

// hostingField is a field of text: its name in the Config's JSON, and its words.
type hostingField struct {
	kind, name, label, hint, note string
}

// hostingFields describes every field of text.
func hostingFields() [fields]hostingField {
	return [fields]hostingField{
		s3Endpoint:  {hosting.KindS3, "endpoint", lang.L("Endpoint"), "https://s3.example.com", lang.L("the secret key goes to this address only")},
		s3Bucket:    {hosting.KindS3, "bucket", lang.L("Bucket"), "", lang.L("it can stay private: links are signed")},
		s3Prefix:    {hosting.KindS3, "prefix", lang.L("Folder"), lang.X("folder", "none"), lang.L("in the bucket")},
		s3Region:    {hosting.KindS3, "region", lang.L("Region"), lang.L("asked of the service"), lang.L("such as eu-central-1")},
		s3AccessKey: {hosting.KindS3, "access_key", lang.L("Access key"), "", lang.L("stands in every link; no secret")},
		davURL:      {hosting.KindWebDAV, "url", lang.L("Folder"), "https://dav.example.com/frames", lang.L("it must be there already")},
		davPublic:   {hosting.KindWebDAV, "public_url", lang.L("Public address"), "https://files.example.com/frames", lang.L("where anyone reads that folder without a password")},
		davUser:     {hosting.KindWebDAV, "user", lang.L("User"), lang.X("user", "none"), lang.L("empty: no sign-in")},
	}
}

// readHosting reads what a profile keeps. A profile that never had hosting takes its pictures down again.
func readHosting(raw json.RawMessage) (hosting.Config, error) {
	c := hosting.Config{DeleteAfter: true}
	if len(raw) == 0 {
		return c, nil
	}
	var kept hosting.Config
	if err := json.Unmarshal(raw, &kept); err != nil {
		return c, fmt.Errorf("read image hosting: %w", err)
	}
	return kept, nil
}

func draftOf(c hosting.Config) hostingDraft {
	d := hostingDraft{kind: c.Kind, address: c.S3.Addressing, lifetime: c.S3.Lifetime(), takeDown: c.DeleteAfter}
	d.text = [fields]string{
		s3Endpoint: c.S3.Endpoint, s3Bucket: c.S3.Bucket, s3Prefix: c.S3.Prefix, s3Region: c.S3.Region, s3AccessKey: c.S3.AccessKey,
		davURL: c.WebDAV.URL, davPublic: c.WebDAV.PublicURL, davUser: c.WebDAV.User,
	}
	return d
}

// config is what the form says.
func (d hostingDraft) config() hosting.Config {
	var t [fields]string
	for i, s := range d.text {
		t[i] = strings.TrimSpace(s)
	}
	return hosting.Config{Kind: d.kind, DeleteAfter: d.takeDown,
		S3: hosting.S3{Endpoint: t[s3Endpoint], Bucket: t[s3Bucket], Prefix: t[s3Prefix], Region: t[s3Region], AccessKey: t[s3AccessKey],
			Addressing: d.address, LifetimeSeconds: int64(d.lifetime / time.Second)},
		WebDAV: hosting.WebDAV{URL: t[davURL], PublicURL: t[davPublic], User: t[davUser]},
	}
}

// problems says by the name of a field what is wrong with it.
func (d hostingDraft) problems() map[string]string {
	out := map[string]string{}
	for _, p := range d.config().Validate() {
		if out[p.Field] == "" {
			out[p.Field] = hostingProblem(p.Fault)
		}
	}
	return out
}

// The kinds and the ways of addressing, in the order of their choices.
var (
	hostingKinds = []string{hosting.KindNone, hosting.KindS3, hosting.KindWebDAV}
	addressings  = []string{hosting.AddressAuto, hosting.AddressPath, hosting.AddressHost}
)

// secretOf is the kind of secret that a kind of hosting needs.
func secretOf(kind string) secretKind {
	if kind == hosting.KindWebDAV {
		return folderPassword
	}
	return bucketKey
}

// lifetimes are the choices for a link, and kept too where that is another one.
func lifetimes(kept time.Duration) []time.Duration {
	all := []time.Duration{time.Hour, 6 * time.Hour, 24 * time.Hour, 3 * 24 * time.Hour, hosting.MaxLifetime}
	if !slices.Contains(all, kept) {
		all = append(all, kept)
		slices.Sort(all)
	}
	return all
}

func lifetimeWords(d time.Duration) string {
	days := int(d / (24 * time.Hour))
	switch {
	case d == 24*time.Hour*time.Duration(days) && days > 1:
		return lang.N("%d day", "%d days", days, days)
	case d > 0 && d%time.Hour == 0:
		hours := int(d / time.Hour)
		return lang.N("%d hour", "%d hours", hours, hours)
	}
	return d.String()
}

// needsSecret reports whether a hosting signs in somewhere.
func needsSecret(c hosting.Config) bool { return c.KeyName() != "" }

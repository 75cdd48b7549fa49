package hosting

import (
	"net"
	"net/url"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/minio/minio-go/v7/pkg/s3utils"
)

// KindS3 is the [Config.Kind] for which hosting is on.
const KindS3 = "s3"

// Lifetimes of a signed link. Seven days are the most that Signature Version 4 allows.
const (
	DefaultLifetime = 24 * time.Hour
	MaxLifetime     = 7 * 24 * time.Hour
)

// The ways to address a bucket.
const (
	AddressAuto = ""     // in the host for Amazon, Google and Aliyun, in the path for all others
	AddressPath = "path" // https://endpoint/bucket/object
	AddressHost = "host" // https://bucket.endpoint/object
)

// Config holds the settings for hosting pictures. It contains no secret. It keeps the settings of the bucket while
// hosting is off.
type Config struct {
	Kind        string `json:"kind"` // KindS3; any other value: hosting is off
	S3          S3     `json:"s3,omitzero"`
	DeleteAfter bool   `json:"delete_after,omitempty"` // delete a picture when the task that used it has ended
}

// On reports whether pictures are hosted.
func (c Config) On() bool { return c.Kind == KindS3 }

// S3 is a bucket at a service with the S3 interface.
type S3 struct {
	// host or host:port, optionally with http:// or https://; default: https
	Endpoint string `json:"endpoint"`
	Region   string `json:"region,omitempty"` // "": request it from the service
	Bucket   string `json:"bucket"`
	// folder in the bucket; slashes at its ends are ignored
	Prefix          string `json:"prefix,omitempty"`
	Addressing      string `json:"addressing,omitempty"`       // one of the constants above
	AccessKey       string `json:"access_key"`                 // part of every signed link, so it is no secret
	LifetimeSeconds int64  `json:"lifetime_seconds,omitempty"` // of a signed link; 0: DefaultLifetime
}

// Lifetime returns the lifetime of signed links.
func (s S3) Lifetime() time.Duration {
	if s.LifetimeSeconds == 0 {
		return DefaultLifetime
	}
	return time.Duration(s.LifetimeSeconds) * time.Second
}

// Validate returns the invalid fields. It sends no request. A Config that is off has no problems.
func (c Config) Validate() []Problem {
	if !c.On() {
		return nil
	}
	return c.S3.validate()
}

func (s S3) validate() []Problem {
	var out []Problem
	bad := func(field string, what Fault) { out = append(out, Problem{field, what}) }
	if u, what := s.endpoint(); what != NoFault {
		bad("endpoint", what)
	} else if s.Addressing == AddressHost && net.ParseIP(u.Hostname()) != nil {
		bad("addressing", FaultBucketBeforeIP)
	}
	switch {
	case s.Bucket == "":
		bad("bucket", FaultNoBucket)
	case s3utils.CheckValidBucketName(s.Bucket) != nil:
		bad("bucket", FaultBucketName)
	}
	if what := checkPrefix(s.Prefix); what != NoFault {
		bad("prefix", what)
	}
	switch s.Addressing {
	case AddressAuto, AddressPath, AddressHost:
	default:
		bad("addressing", FaultAddressing)
	}
	switch {
	case s.AccessKey == "":
		bad("access_key", FaultNoAccessKey)
	case !printable(s.AccessKey):
		bad("access_key", FaultAccessKey)
	}
	if !printable(s.Region) {
		bad("region", FaultRegion)
	}
	if s.LifetimeSeconds < 0 || s.Lifetime() > MaxLifetime || s.LifetimeSeconds > int64(MaxLifetime/time.Second) {
		bad("lifetime_seconds", FaultLifetime)
	}
	return out
}

// KeyName returns the keychain name of the secret key. It depends on the endpoint and the access key, so that a secret
// is never sent to another endpoint. It returns "" while hosting is off.
func (c Config) KeyName() string {
	u, what := c.S3.endpoint()
	if !c.On() || what != NoFault {
		return ""
	}
	return "hosting s3 " + origin(u) + " " + c.S3.AccessKey
}

// endpoint parses the address of the service. what is the fault in it, or NoFault.
func (s S3) endpoint() (u *url.URL, what Fault) {
	text := strings.TrimSpace(s.Endpoint)
	if text == "" {
		return nil, FaultNoEndpoint
	}
	if !strings.Contains(text, "://") {
		text = "https://" + text
	}
	u, what = parseAddress(text)
	if what != NoFault {
		return nil, what
	}
	if u.Path != "" {
		return nil, FaultEndpointPath
	}
	return u, NoFault
}

// parseAddress parses an http or https address and removes a slash at its end. what is the fault in it, or NoFault. The
// address must not contain credentials.
func parseAddress(s string) (u *url.URL, what Fault) {
	u, err := url.Parse(strings.TrimSpace(s))
	switch {
	case err != nil:
		return nil, FaultNotAnAddress
	case u.Scheme != "http" && u.Scheme != "https":
		return nil, FaultScheme
	case u.Hostname() == "":
		return nil, FaultNoHost
	case u.User != nil:
		return nil, FaultUserInAddress
	case u.RawQuery != "" || u.ForceQuery || u.Fragment != "":
		return nil, FaultQuery
	}
	return &url.URL{Scheme: u.Scheme, Host: strings.ToLower(u.Host), Path: strings.TrimRight(u.Path, "/")}, NoFault
}

// origin returns scheme://host:port.
func origin(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	return u.Scheme + "://" + net.JoinHostPort(u.Hostname(), port)
}

// checkPrefix returns the fault in a folder name.
func checkPrefix(p string) Fault {
	switch {
	case !utf8.ValidString(p) || strings.ContainsFunc(p, unicode.IsControl):
		return FaultFolderCharacters
	case len(p) > 500:
		return FaultFolderLength
	}
	for part := range strings.SplitSeq(cleanPrefix(p), "/") {
		if part == "." || part == ".." || part == "" && cleanPrefix(p) != "" {
			return FaultFolderParts
		}
	}
	return NoFault
}

func cleanPrefix(p string) string { return strings.Trim(strings.TrimSpace(p), "/") }

func printable(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r >= 0x7f })
}

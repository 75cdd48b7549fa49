package order

import (
	"net/netip"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"viviscope/client"
)

// Env contains the inputs of a form besides its fields: the time and the profile. In the zero value the profile has no
// aliases and no image host, and no link is expired.
type Env struct {
	Now     time.Time
	Hosting bool                 // the profile has an image host for local pictures
	Models  []client.Alias       // aliases of the profile
	Format  client.RequestFormat // request format of the profile
	Cast    Cast                 // the cast of the library, for mentions in prompts; boards replace them earlier
	BaseURL string               // of the profile's service, which may reach private addresses in its own network
}

// Model identifies a model: one of the catalogue, or an alias of a gateway.
type Model struct {
	ID   string // ID in requests
	Like string // catalogue model with the same rules; "": ID itself

	Limits client.Limits // of a video model, in its profile
}

// Rules returns the ID of the catalogue model with the rules for this model. A catalogue model always has its own
// rules.
func (m Model) Rules() string {
	if m.Like == "" || isVideoModel(m.ID) || isImageModel(m.ID) {
		return m.ID
	}
	return m.Like
}

// VideoModels returns the models for clips: the catalogue, then the aliases of the profile. The caller owns the slice.
func (e Env) VideoModels() []Model {
	var all []Model
	for _, m := range client.VideoModels() {
		all = append(all, Model{ID: m.ID, Limits: e.Limits(m.ID)})
	}
	return append(all, e.aliases(isVideoModel)...)
}

// ImageModels returns the models for pictures and edits, like VideoModels.
func (e Env) ImageModels() []Model {
	var all []Model
	for _, m := range client.ImageModels() {
		all = append(all, Model{ID: m.ID})
	}
	return append(all, e.aliases(isImageModel)...)
}

// aliases returns the aliases of the profile for catalogue models that match sort. It skips an alias with the ID of a
// catalogue model, and repeated IDs.
func (e Env) aliases(sort func(id string) bool) []Model {
	var own []Model
	for _, a := range e.Models {
		m := Model{ID: a.ID, Like: a.Like}
		if isVideoModel(a.Like) {
			m.Limits = e.Limits(a.ID)
		}
		if a.ID != "" && sort(a.Like) && !sort(a.ID) && !slices.ContainsFunc(own, func(o Model) bool {
			return o.ID == m.ID
		}) {
			own = append(own, m)
		}
	}
	return own
}

// Limits returns the limits and the request format of a video model.
func (e Env) Limits(id string) client.Limits { return client.LimitsOf(e.Format, e.Models, id) }

// find returns the model with an ID; false if there is none.
func find(id string, models []Model) (Model, bool) {
	i := slices.IndexFunc(models, func(m Model) bool { return m.ID == id })
	if i < 0 {
		return Model{}, false
	}
	return models[i], true
}

// model returns the model of any sort with an ID; false if the profile has none.
func (e Env) model(id string) (Model, bool) {
	return find(id, append(e.VideoModels(), e.ImageModels()...))
}

func isVideoModel(id string) bool {
	_, ok := client.VideoModelByID(id)
	return ok
}

func isImageModel(id string) bool {
	_, ok := client.ImageModelByID(id)
	return ok
}

// canReach reports whether the profile's service can be expected to download a link. A service can reach only public
// addresses (interface 2.2). A service in a private network can also reach private addresses.
func (e Env) canReach(link string) bool {
	u, err := url.Parse(link)
	if err != nil || isPublic(u.Hostname()) {
		return true // another rule refuses an invalid link
	}
	own, err := url.Parse(e.BaseURL)
	return err == nil && own.Hostname() != "" && !isPublic(own.Hostname())
}

// isPublic reports whether a host name or IP address may be public. It does not resolve names.
func isPublic(host string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if ip, err := netip.ParseAddr(host); err == nil {
		ip = ip.Unmap()
		return ip.IsGlobalUnicast() && !ip.IsPrivate()
	}
	for _, private := range []string{".localhost", ".local", ".internal", ".lan", ".home.arpa"} {
		if strings.HasSuffix(host, private) {
			return false
		}
	}
	return strings.Contains(host, ".")
}

// Slot contains a picture for a request. The zero value is empty. A valid link takes precedence over the file, unless
// the request can contain a file.
type Slot struct {
	URL    string `json:"url,omitempty"`    // unmodified, because a signature depends on the exact bytes
	File   string `json:"file,omitempty"`   // absolute path, or path of an asset relative to the library
	Asset  string `json:"asset,omitempty"`  // ref of the asset in the library; "": not in the library
	Dies   int64  `json:"dies,omitempty"`   // when URL expires, Unix milliseconds; 0: unknown
	Width  int    `json:"width,omitempty"`  // pixels; 0 until measured
	Height int    `json:"height,omitempty"` // pixels
}

// SameShape reports whether two pictures have the same ratio, within 3 %. It returns true if a size is unknown.
func (s Slot) SameShape(o Slot) bool {
	if min(s.Width, s.Height, o.Width, o.Height) <= 0 {
		return true
	}
	off := float64(s.Width) * float64(o.Height) / (float64(s.Height) * float64(o.Width))
	return off > 0.97 && off < 1.03
}

// Empty reports whether the slot has no picture.
func (s Slot) Empty() bool { return s.link() == "" && !s.Local() }

// Local reports whether the picture is on this computer.
func (s Slot) Local() bool { return s.File != "" || (s.Asset != "" && s.link() == "") }

// Expired reports whether the slot has an expired link.
func (s Slot) Expired(now time.Time) bool {
	return s.link() != "" && s.Dies != 0 && !now.Before(time.UnixMilli(s.Dies))
}

// Remaining returns the time until the link expires; false if that is unknown or there is no link.
func (s Slot) Remaining(now time.Time) (time.Duration, bool) {
	if s.link() == "" || s.Dies == 0 {
		return 0, false
	}
	return time.UnixMilli(s.Dies).Sub(now), true
}

// link returns the URL without surrounding white space.
func (s Slot) link() string { return strings.TrimSpace(s.URL) }

// WithoutMeasurements returns the slot without the size and the expiry time.
func (s Slot) WithoutMeasurements() Slot { return Slot{URL: s.link(), File: s.File, Asset: s.Asset} }

// storedCopyRE matches the file name of a picture that the library stores with a job: a hash of its content.
var storedCopyRE = regexp.MustCompile(`^[0-9a-f]{64}\.[a-z]+$`)

// IsStoredCopy reports whether a file is a picture that the library stores with a job. Such a name means nothing to the
// user.
func IsStoredCopy(file string) bool { return storedCopyRE.MatchString(BaseName(file)) }

// BaseName returns the last element of a path, with slashes or backslashes.
func BaseName(file string) string { return path.Base(strings.ReplaceAll(file, `\`, "/")) }

// name returns the file name of a local picture; "" for a picture that the library stores with a job.
func (s Slot) name() string {
	if s.File == "" || IsStoredCopy(s.File) {
		return ""
	}
	return BaseName(s.File)
}

func (s Slot) upload(place int) Upload { return Upload{Slot: place, File: s.File, Asset: s.Asset} }

// Hosted reports whether the picture must be uploaded to the image host before the request is sent. This is the case
// for a local picture without a valid link, if the profile has an image host.
func (s Slot) Hosted(env Env) bool {
	return env.Hosting && (s.File != "" || s.Asset != "") && (s.link() == "" || s.Expired(env.Now))
}

// linkProblem returns the problem of a picture that is sent by its link; "" if there is none, or if the picture is
// uploaded first. The messages depend on the kind of job: noLink for a picture without a link, notHTTP for a link that
// is not HTTP, and notPublic for a link to a private address.
func (s Slot) linkProblem(env Env, noLink, notHTTP, notPublic string) string {
	switch {
	case s.Hosted(env):
		return ""
	case s.link() == "":
		return noLink
	case !client.IsHTTPURL(s.link()):
		return notHTTP
	case !env.canReach(s.link()):
		return notPublic
	case s.Expired(env.Now):
		return MsgLinkDead
	}
	return ""
}

// addLinked adds a picture to the order that is sent by its link, and returns the link. It returns "" if the picture
// must be uploaded first.
func (o *Order) addLinked(s Slot, place int, env Env) (link string) {
	switch {
	case s.Hosted(env):
		o.Uploads = append(o.Uploads, s.upload(place))
		return ""
	case s.Asset != "" && s.link() != "":
		o.Linked = append(o.Linked, s.upload(place))
	}
	return s.link()
}

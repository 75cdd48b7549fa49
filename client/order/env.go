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

// Env contains what the form needs to know besides its fields. The zero value is a profile without further models and
// without hosting, at a time before any link expires.
type Env struct {
	Now     time.Time
	Hosting bool                 // the profile has an image host for local pictures
	Models  []client.Alias       // further models of the profile
	Format  client.RequestFormat // of the profile's requests
	BaseURL string               // base URL of the profile's service: it may reach private addresses in its own network
}

// Model names a model: one of the catalogue, or a gateway's own name for one.
type Model struct {
	ID   string // as it is sent
	Like string // the model of the catalogue with the same rules; "" for ID itself

	Limits client.Limits // of a video model, at its profile
}

// Rules returns the ID of the catalogue's model that has the rules for this one. A model of the catalogue always has
// its own.
func (m Model) Rules() string {
	if m.Like == "" || isVideoModel(m.ID) || isImageModel(m.ID) {
		return m.ID
	}
	return m.Like
}

// VideoModels returns the models that make clips: the catalogue, then the profile's own. The caller owns the slice.
func (e Env) VideoModels() []Model {
	var all []Model
	for _, m := range client.VideoModels() {
		all = append(all, Model{ID: m.ID, Limits: e.Limits(m.ID)})
	}
	return append(all, e.aliases(isVideoModel)...)
}

// ImageModels returns the models that make and edit pictures, in the same way.
func (e Env) ImageModels() []Model {
	var all []Model
	for _, m := range client.ImageModels() {
		all = append(all, Model{ID: m.ID})
	}
	return append(all, e.aliases(isImageModel)...)
}

// aliases returns the profile's own models of one sort. A name of the catalogue refers to the catalogue's model. Of two
// equal names the first one counts.
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

// Limits returns the limits of a video model, with the request format of its clips.
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

// canReach reports whether the profile's service can be expected to download a link. Services accept only public
// addresses (interface 2.2): a name or number of this computer or its network is something else for them, or nothing. A
// service that runs in that network itself can reach its addresses.
func (e Env) canReach(link string) bool {
	u, err := url.Parse(link)
	if err != nil || isPublic(u.Hostname()) {
		return true // an invalid link breaks another rule
	}
	own, err := url.Parse(e.BaseURL)
	return err == nil && own.Hostname() != "" && !isPublic(own.Hostname())
}

// isPublic reports whether a host may be the same from everywhere. It does not look up names.
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

// Slot contains a picture that a request refers to. The zero value is empty. A valid link takes precedence over a file,
// except where a file can be sent along.
type Slot struct {
	URL    string `json:"url,omitempty"`    // unchanged, never encoded again: a signature depends on its exact bytes
	File   string `json:"file,omitempty"`   // absolute path, or path of an asset relative to the library
	Asset  string `json:"asset,omitempty"`  // ref of the library's asset; "" for a picture from elsewhere
	Dies   int64  `json:"dies,omitempty"`   // when URL stops working, Unix milliseconds; 0: not known
	Width  int    `json:"width,omitempty"`  // pixels; 0 until they are measured
	Height int    `json:"height,omitempty"` // pixels
}

// SameShape reports whether two pictures have the same ratio, within 3 %. It is true where the size of one is not
// known.
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

// Expired reports whether the slot has a link that no longer works.
func (s Slot) Expired(now time.Time) bool {
	return s.link() != "" && s.Dies != 0 && !now.Before(time.UnixMilli(s.Dies))
}

// Remaining returns how long the link still works; false if that is unknown or there is no link.
func (s Slot) Remaining(now time.Time) (time.Duration, bool) {
	if s.link() == "" || s.Dies == 0 {
		return 0, false
	}
	return time.UnixMilli(s.Dies).Sub(now), true
}

// link returns the address without surrounding blanks from pasting.
func (s Slot) link() string { return strings.TrimSpace(s.URL) }

// WithoutMeasurements returns only the picture, without its measured properties.
func (s Slot) WithoutMeasurements() Slot { return Slot{URL: s.link(), File: s.File, Asset: s.Asset} }

// storedCopyRE matches the name of a picture that the library stores with a job: the hash of its bytes.
var storedCopyRE = regexp.MustCompile(`^[0-9a-f]{64}\.[a-z]+$`)

// IsStoredCopy reports whether a file is a picture that the library stores with a job. Its name is meaningless to the user.
func IsStoredCopy(file string) bool { return storedCopyRE.MatchString(BaseName(file)) }

// BaseName returns the last part of a path of any system.
func BaseName(file string) string { return path.Base(strings.ReplaceAll(file, `\`, "/")) }

// name returns the file name of a local picture; "" for a picture that is stored with a job.
func (s Slot) name() string {
	if s.File == "" || IsStoredCopy(s.File) {
		return ""
	}
	return BaseName(s.File)
}

func (s Slot) upload(place int) Upload { return Upload{Slot: place, File: s.File, Asset: s.Asset} }

// Hosted reports whether the picture is uploaded to the image host before the request is sent: it is on this computer,
// there is a host, and it has no link or an expired one.
func (s Slot) Hosted(env Env) bool {
	return env.Hosting && (s.File != "" || s.Asset != "") && (s.link() == "" || s.Expired(env.Now))
}

// linkProblem returns why a picture cannot be sent by its link. file, noLink and notPublic are the messages of the kind
// of job for a picture without a link, a link that is no web address, and an address that is not public. It returns ""
// if there is no problem, or if the picture is hosted first.
func (s Slot) linkProblem(env Env, file, noLink, notPublic string) string {
	switch {
	case s.Hosted(env):
		return ""
	case s.link() == "":
		return file
	case !client.IsHTTPURL(s.link()):
		return noLink
	case !env.canReach(s.link()):
		return notPublic
	case s.Expired(env.Now):
		return MsgLinkDead
	}
	return ""
}

// addLinked adds a picture that is sent by its link to the order, and returns the link; "" if it is hosted first.
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

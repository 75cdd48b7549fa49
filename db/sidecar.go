package db

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"viviscope/db/folder"
	"viviscope/db/ledger"
)

const (
	// sidecarVersion is the format of sidecars that this program writes.
	sidecarVersion = 1
	// maxSidecar is the size up to which a sidecar is read. A request may hold pictures as data URLs.
	maxSidecar = 32 << 20
)

// Sidecar is the .json beside a file of the library: which file it is, and what made it. With it the library can be made again from the
// folder alone; see [Rebuild].
type Sidecar struct {
	Version int             `json:"viviscope"` // the format
	Ref     string          `json:"ref"`       // of the asset
	File    string          `json:"file"`      // the name of the file beside it
	SHA256  string          `json:"sha256"`    // hex
	Bytes   int64           `json:"bytes"`
	Landed  time.Time       `json:"landed"`
	Starred bool            `json:"starred,omitempty"`
	Tags    capped[string]  `json:"tags,omitempty"`
	Note    string          `json:"note,omitempty"`
	Albums  capped[InAlbum] `json:"albums,omitempty"`   // those kept by hand that it is in
	Import  *Imported       `json:"imported,omitempty"` // nil: a job made it
	Made    json.RawMessage `json:"made,omitempty"`     // [Landing].Sidecar, a [Made] for what a job made
}

// InAlbum is the place of a file in an album that is kept by hand.
type InAlbum struct {
	Ref   string `json:"ref"`
	Name  string `json:"name"` // for where the list of albums is lost
	Place int64  `json:"place"`
}

// Imported is what is known of a file that a person brought.
type Imported struct {
	Name   string          `json:"name"` // as it was given, without its folder
	At     time.Time       `json:"at"`
	Prompt string          `json:"prompt,omitempty"`
	Model  string          `json:"model,omitempty"`
	Seed   *int64          `json:"seed,omitempty"`
	Parent string          `json:"parent,omitempty"`        // ref of what it was taken from; several of a film, with spaces
	Sums   string          `json:"parent_sha256,omitempty"` // of the clips of a film, in the order of Parent; for whoever has not that library
	Recipe json.RawMessage `json:"recipe,omitempty"`        // a [Made]; it makes no job and costs nothing
}

func (l *Library) writeSidecar(to Landed, m Landing) error {
	made, err := json.Marshal(m.Sidecar)
	if err != nil {
		return err
	}
	keepIf(&made, m.Sidecar != nil)
	return l.putSidecar(to.Path, Sidecar{
		Version: sidecarVersion, Ref: m.Ref, File: path.Base(to.Path), SHA256: to.SHA256, Bytes: to.Bytes,
		Landed: l.now().UTC(), Made: made, Import: m.Imported, Starred: m.Starred, Tags: m.Tags, Note: m.Note,
	})
}

// putSidecar writes the sidecar of a file, whole or not at all.
func (l *Library) putSidecar(file string, s Sidecar) error {
	data, err := json.MarshalIndent(s, "", "\t")
	if err != nil {
		return err
	}
	return l.Write(folder.SidecarOf(file), append(data, '\n'))
}

// readSidecar reads the sidecar at a path: [fs.ErrNotExist] where there is none, another error where it is none of ours. What it says is
// not believed yet.
func (l *Library) readSidecar(rel string) (Sidecar, error) {
	data, err := l.ReadSmall(rel, maxSidecar)
	if err != nil {
		return Sidecar{}, err
	}
	return ParseSidecar(data)
}

// ParseSidecar reads a sidecar that may come from anybody: what can harm or cannot be is dropped. Whether it speaks of the file beside it
// is for the caller to see. Errors: [ErrSidecar].
func ParseSidecar(data []byte) (s Sidecar, err error) {
	if len(data) > maxSidecar {
		return Sidecar{}, fmt.Errorf("%w: %d bytes", ErrSidecar, len(data))
	}
	if err := json.Unmarshal(bytes.TrimPrefix(data, []byte("\ufeff")), &s); err != nil {
		return Sidecar{}, fmt.Errorf("%w: %w", ErrSidecar, err)
	}
	if s.Version < 1 || s.Version > sidecarVersion {
		return Sidecar{}, fmt.Errorf("%w: its format is %d", ErrSidecar, s.Version)
	}
	if !validRef.MatchString(s.Ref) {
		return Sidecar{}, fmt.Errorf("%w: ref %.40q", ErrSidecar, s.Ref)
	}
	if bytes.Equal(s.Made, []byte("null")) {
		s.Made = nil
	}
	s.Tags, s.Note = cleanTags(s.Tags), cleanNote(s.Note)
	s.Albums = slices.DeleteFunc(s.Albums, func(in InAlbum) bool { return !validRef.MatchString(in.Ref) })
	for i := range s.Albums {
		s.Albums[i].Name = plainLine(s.Albums[i].Name, maxName)
	}
	if s.Import != nil {
		s.Import.settle()
	}
	return s, nil
}

// settle makes what a sidecar says of an import harmless.
func (i *Imported) settle() {
	i.Name, i.Model = plainLine(i.Name, maxName), plainLine(i.Model, maxName)
	i.Prompt = plainText(i.Prompt, maxPrompt)
	keepIf(&i.At, IsTime(i.At))
	keepIf(&i.Parent, len(i.Parent) < maxPrompt && validRefs.MatchString(i.Parent))
	keepIf(&i.Sums, len(i.Sums) < maxPrompt && validSums.MatchString(i.Sums))
	i.Recipe = cleanRecipe(i.Recipe)
}

// readList reads a small file of the library that lists something, and makes it harmless by parse; nothing where there is no such file.
func readList[T any](l *Library, rel string, limit int64, parse func([]byte) ([]T, error)) ([]T, error) {
	data, err := l.ReadSmall(rel, limit)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return parse(data)
}

// writeList writes a small file of the library that lists something, where it does not say so already. An empty list needs no file.
func (l *Library) writeList(rel string, limit int64, list any, empty bool) error {
	data, err := json.MarshalIndent(list, "", "\t")
	if err != nil {
		return err
	}
	data = append(data, '\n')
	there, err := l.ReadSmall(rel, limit)
	if err == nil && bytes.Equal(there, data) || errors.Is(err, fs.ErrNotExist) && empty {
		return nil
	}
	return l.Write(rel, data)
}

// Made is what made a file: the job with its exact request, its profile, its costs, and what the file itself says. It is the "made" part of
// a [Sidecar], and enough to file the file again in a new database. It never holds a key. Times are UTC; amounts are millionths. Fields may
// be added; a reader takes the zero value for what is not there.
type Made struct {
	JobRef     string          `json:"job_ref"`
	Click      string          `json:"click,omitempty"`
	ClickIndex int             `json:"click_index,omitempty"` // 0-based place in that click
	Client     string          `json:"client,omitempty"`      // that asked for it; "": a person
	ClickID    string          `json:"click_id,omitempty"`    // that a caller gave the click, see [Click]
	ClickSum   string          `json:"click_sum,omitempty"`   // its fingerprint
	ResendOf   string          `json:"resend_of,omitempty"`   // ref of the job that this one repeats
	Board      string          `json:"board,omitempty"`       // ref of the board that it is a take of
	Shot       string          `json:"shot,omitempty"`        // ID of the shot or keyframe in that board
	Index      int             `json:"index"`                 // place in the answer
	Kind       JobKind         `json:"kind"`
	Model      string          `json:"model"`
	Prompt     string          `json:"prompt"`
	Template   string          `json:"template,omitempty"` // see [Job]
	Request    json.RawMessage `json:"request"`
	InputPath  string          `json:"input_path,omitempty"`
	Inputs     capped[Input]   `json:"inputs,omitempty"` // without links
	TaskID     string          `json:"task_id,omitempty"`
	Usage      json.RawMessage `json:"usage,omitempty"`
	Note       string          `json:"note,omitempty"`

	Profile  string           `json:"profile"` // its name
	Service  MadeService      `json:"service"`
	Currency string           `json:"currency,omitempty"`        // ISO 4217, of the estimate
	Estimate *int64           `json:"estimate_micros,omitempty"` // nil: no price was known at the click
	Costs    capped[MadeCost] `json:"costs,omitempty"`           // newest first

	Media   Media  `json:"media,omitzero"`
	Trouble string `json:"trouble,omitempty"` // code of what is wrong with the file, as the job's row has it

	Clicked  time.Time `json:"clicked"`
	Sent     time.Time `json:"sent,omitzero"`
	Accepted time.Time `json:"accepted"`
	Finished time.Time `json:"finished"`
	Expires  time.Time `json:"expires,omitzero"` // the service's copy
}

// MadeService is the profile that a job went to, as far as it is not secret.
type MadeService struct {
	ProfileID int64     `json:"profile_id,omitempty"` // names its key in the keychain, with Since, for the same address only
	Since     time.Time `json:"since,omitzero"`       // when the profile was made
	BaseURL   string    `json:"base_url,omitempty"`
	Sandbox   bool      `json:"sandbox,omitempty"`
	Unsaved   bool      `json:"unsaved,omitempty"` // made by -base-url, not kept
	KeySince  time.Time `json:"key_since,omitzero"`
}

// Service is the service that a profile talks to, as files of the library name it.
func (p Profile) Service() MadeService {
	return MadeService{ProfileID: p.ID, Since: p.CreatedAt, BaseURL: p.BaseURL, Sandbox: p.Sandbox, Unsaved: !p.Saved, KeySince: p.KeySince}
}

// MadeCost is one ledger entry of the job. A nil amount means that no price was known.
type MadeCost struct {
	Kind         EntryKind       `json:"kind"`
	Quantity     json.RawMessage `json:"quantity,omitempty"`
	UnitMicros   *int64          `json:"unit_micros,omitempty"`
	AmountMicros *int64          `json:"amount_micros"`
	Currency     string          `json:"currency"`
	At           time.Time       `json:"at"`
	Note         string          `json:"note,omitempty"`
}

// Media is what a file itself says; zeros where nobody could tell.
type Media struct {
	MIME     string  `json:"mime,omitempty"`
	Width    int     `json:"width,omitempty"` // pixels
	Height   int     `json:"height,omitempty"`
	Seconds  float64 `json:"seconds,omitempty"`
	FPS      float64 `json:"fps,omitempty"`
	HasAudio bool    `json:"has_audio,omitempty"`
}

// The most that is believed of a sidecar, far above what the service makes. A sum of such amounts stays far below what the ledger can
// count.
const (
	maxMicros  = ledger.MaxMicros
	maxItem    = 1000
	maxTask    = 512
	maxCosts   = 8
	maxName    = 200
	maxPrompt  = 256 << 10
	maxURL     = 8 << 10
	maxSide    = 1 << 16
	maxInputs  = 64
	maxSeconds = 24 * 3600
	maxRecipe  = 64 << 10 // of its request: one with whole pictures in it cannot be sent again anyway
)

var (
	safeInput    = regexp.MustCompile(`^inputs/[0-9a-f]{64}\.[a-z0-9]{1,8}$`)
	safeShot     = regexp.MustCompile(`^[0-9a-f]{8}$`)
	safeCurrency = regexp.MustCompile(`^[A-Z]{3}$`)
)

// parseMade reads the made part of a sidecar and makes it harmless: what cannot be is dropped. ok is false where it does not say which job
// made the file.
func parseMade(raw json.RawMessage) (m Made, ok bool) {
	if len(raw) == 0 || json.Unmarshal(raw, &m) != nil || !validRef.MatchString(m.JobRef) {
		return Made{}, false
	}
	known := slices.Contains([]JobKind{TextToVideo, FramesToVideo, TextToImage, EditImage}, m.Kind)
	if !known || m.Index < 0 || m.Index > maxItem {
		return Made{}, false
	}
	m.settle()
	return m, true
}

// settle removes what cannot be.
func (m *Made) settle() {
	keepIf(&m.Click, validRef.MatchString(m.Click))
	keepIf(&m.ClickIndex, m.ClickIndex >= 0 && m.ClickIndex <= maxItem)
	keepIf(&m.Client, safeClient.MatchString(m.Client))
	keepIf(&m.ClickID, m.Click != "" && safeClick.MatchString(m.ClickID))
	keepIf(&m.ClickSum, m.ClickID != "" && safeSum.MatchString(m.ClickSum))
	keepIf(&m.ResendOf, validRef.MatchString(m.ResendOf) && m.ResendOf != m.JobRef)
	keepIf(&m.Board, validRef.MatchString(m.Board))
	keepIf(&m.Shot, m.Board != "" && safeShot.MatchString(m.Shot))
	keepIf(&m.InputPath, safeInput.MatchString(m.InputPath))
	m.Inputs = plainInputs(m.Inputs)
	keepIf(&m.TaskID, isTask(m.TaskID))
	keepIf(&m.Currency, safeCurrency.MatchString(m.Currency))
	keepIf(&m.Estimate, isAmount(m.Estimate))
	m.Model, m.Profile, m.Note = plainLine(m.Model, maxName), plainLine(m.Profile, maxName), plainLine(m.Note, maxName)
	m.Prompt, m.Template = plainText(m.Prompt, maxPrompt), plainText(m.Template, maxPrompt)
	m.Request, m.Usage = compactJSON(m.Request), compactJSON(m.Usage)
	for _, t := range []*time.Time{&m.Clicked, &m.Sent, &m.Accepted, &m.Finished, &m.Expires, &m.Service.KeySince} {
		keepIf(t, IsTime(*t))
	}
	keepIf(&m.Service.BaseURL, IsWebURL(m.Service.BaseURL))
	keepIf(&m.Service.ProfileID, m.Service.ProfileID > 0 && m.Service.ProfileID < 1<<31)
	m.Media.settle()
	m.Trouble = plainLine(m.Trouble, 40)
	m.Costs = m.Costs[:min(len(m.Costs), maxCosts)]
	for i := range m.Costs {
		m.Costs[i].settle()
	}
}

// plainInputs keeps of a sidecar's inputs what can be: never a link, which a stranger's sidecar could have put there.
func plainInputs(all []Input) []Input {
	var kept []Input
	for _, in := range all[:min(len(all), maxInputs)] {
		in = Input{Place: in.Place, Asset: in.Asset, Width: in.Width, Height: in.Height, File: in.File, MIME: plainLine(in.MIME, 40),
			Drawing: compactJSON(in.Drawing), Part: in.Part}
		keepIf(&in.Drawing, len(in.Drawing) <= MaxDrawing)
		keepIf(&in.Asset, validRef.MatchString(in.Asset))
		sized := in.Width > 0 && in.Width <= maxSide && in.Height > 0 && in.Height <= maxSide
		keepIf(&in.Width, sized)
		keepIf(&in.Height, sized)
		keepIf(&in.File, safeInput.MatchString(in.File))
		if in.Place >= 0 && in.Place < maxInputs && (in.Asset != "" || in.File != "" || in.Drawing != nil || in.Width > 0) {
			kept = append(kept, in)
		}
	}
	return kept
}

func (c *MadeCost) settle() {
	keepIf(&c.UnitMicros, isAmount(c.UnitMicros))
	keepIf(&c.AmountMicros, isAmount(c.AmountMicros))
	keepIf(&c.Currency, safeCurrency.MatchString(c.Currency))
	keepIf(&c.At, IsTime(c.At))
	c.Note = plainLine(c.Note, maxName)
	c.Quantity = compactJSON(c.Quantity)
}

func (m *Media) settle() {
	keepIf(m, m.Width >= 0 && m.Width <= maxSide && m.Height >= 0 && m.Height <= maxSide &&
		m.Seconds >= 0 && m.Seconds <= maxSeconds && m.FPS >= 0 && m.FPS <= 1000)
	m.MIME = plainLine(m.MIME, 40)
}

// keepIf makes a value zero unless it may stay.
func keepIf[T any](v *T, ok bool) {
	if !ok {
		var zero T
		*v = zero
	}
}

// isTask reports whether s can be a task ID, by the rule of client.CheckTaskID.
func isTask(s string) bool {
	control := func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) }
	return s != "" && len(s) <= maxTask && s != "." && s != ".." && utf8.ValidString(s) && !strings.ContainsFunc(s, control)
}

func isAmount(n *int64) bool { return n == nil || (*n >= 0 && *n <= maxMicros) }

// IsTime reports whether a time can be one of ours.
func IsTime(t time.Time) bool { return t.Year() >= 2000 && t.Year() < 2200 }

// IsWebURL reports whether a text is an address of the web that carries no password.
func IsWebURL(s string) bool {
	u, err := url.Parse(s)
	return err == nil && len(s) <= maxURL && (u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != "" && u.User == nil &&
		!strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r == 0x7f })
}

// plainText makes text of one or more lines of what was typed or stands in a file, at most n bytes long.
func plainText(s string, n int) string {
	return folder.Clip(strings.ToValidUTF8(strings.ReplaceAll(s, "\x00", ""), ""), n)
}

// cleanRecipe keeps of a foreign [Made] what says how to make the file again; nil where it says nothing that can be used. Who made it, with
// which account and at which price is nobody's business in another library.
func cleanRecipe(raw json.RawMessage) json.RawMessage {
	m, ok := parseMade(raw)
	if !ok {
		return nil
	}
	m.TaskID, m.Profile, m.Service, m.InputPath, m.Note, m.Template, m.Board, m.Shot = "", "", MadeService{}, "", "", "", "", ""
	m.Client, m.ClickID, m.ClickSum = "", "", ""
	keepIf(&m.Request, len(m.Request) <= maxRecipe)
	m.Costs, m.Estimate, m.Currency, m.Usage, m.Click, m.ClickIndex, m.ResendOf = nil, nil, "", nil, "", 0, ""
	data, err := json.Marshal(m)
	if err != nil {
		return nil
	}
	return data
}

// plainLine makes one line of a text, at most n bytes long.
func plainLine(s string, n int) string {
	return folder.Clip(strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, s)), n)
}

// compactJSON takes out the blanks that a sidecar is written with; nil where there is nothing.
func compactJSON(raw json.RawMessage) json.RawMessage {
	var b bytes.Buffer
	if len(raw) == 0 || bytes.Equal(raw, []byte("null")) || json.Compact(&b, raw) != nil {
		return nil
	}
	return b.Bytes()
}

// Recipe returns what says how to make the file again: its job, or what an imported file brought along. It holds no account, no costs and
// no links of a host. ok is false where the sidecar says nothing of that kind.
func (s Sidecar) Recipe() (m Made, ok bool) {
	if m, ok = parseMade(cleanRecipe(s.Made)); !ok && s.Import != nil {
		return parseMade(cleanRecipe(s.Import.Recipe))
	}
	return m, ok
}

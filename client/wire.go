package client

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"html"
	"maps"
	"math"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// SuggestedFormat returns the request format that a refusal asks for, where it names a field whose type or presence differs
// between two formats: a gateway that reads OpenAI's videos refuses a number, a list and unknown fields, a service that
// follows the document refuses text.
func SuggestedFormat(now RequestFormat, refusal string) (RequestFormat, bool) {
	refusal = strings.ToLower(refusal)
	seconds := strings.Contains(refusal, "seconds")
	unknown := strings.Contains(refusal, "unknown parameter") || strings.Contains(refusal, "unknown_parameter")
	switch {
	case now == FormatOpenAI && (unknown && seconds || strings.Contains(refusal, "duration")):
		return FormatNewAPI, unknown || strings.Contains(refusal, "integer") || strings.Contains(refusal, "required")
	case now != FormatDocumented:
		return FormatDocumented, seconds && strings.Contains(refusal, "integer")
	case unknown:
		return FormatOpenAI, true
	case seconds || strings.Contains(refusal, "input_reference"):
		return FormatOpenAI, strings.Contains(refusal, "string")
	}
	return now, false
}

// videoBody makes the body of a submission in the format of the request.
func videoBody(r VideoRequest) ([]byte, error) {
	switch r.Limits.Format {
	case FormatOpenAI:
		return encode(openAIBody(r))
	case FormatNewAPI:
		return encode(newAPIBody(r))
	}
	return encode(documentedBody(r))
}

// documentedWire is a VideoRequest as the interface document describes it (interface 2.2).
type documentedWire struct {
	VideoRequest
	InputReference any       `json:"input_reference,omitempty"` // one link, or a list of two
	Like           *struct{} `json:"like,omitempty"`            // nil: hides what is never sent
	Own            *struct{} `json:"own,omitempty"`             // nil: hides what is never sent
}

// documentedBody excludes resolution and ratio where there is a size, except the resolution where sound needs 1080P:
// the service asks for that word. With a first frame the ratio follows the picture, so it is not sent; one frame is
// sent as a string, two as a list.
func documentedBody(r VideoRequest) documentedWire {
	w := documentedWire{VideoRequest: r}
	if r.Size != "" {
		w.Resolution, w.AspectRatio = "", ""
		if m, _ := VideoModelByID(r.Rules()); r.Audio && m.Audio == AudioAt1080P {
			w.Resolution = r.Tier()
		}
	}
	switch {
	case r.LastFrame() != "":
		w.InputReference = []string{r.FirstFrame(), r.LastFrame()}
	case r.FirstFrame() != "":
		w.InputReference = r.FirstFrame()
	}
	if w.InputReference != nil {
		w.AspectRatio = ""
	}
	return w
}

// openAIWire is a VideoRequest as OpenAI's videos read it, and gateways that pass them on. It has no other fields.
type openAIWire struct {
	Model          string `json:"model"`
	Prompt         string `json:"prompt,omitempty"`
	Seconds        string `json:"seconds"`
	Size           string `json:"size"`
	InputReference string `json:"input_reference,omitempty"`
}

// openAIBody sends length and size always: the defaults of these services are others than those that the price is of.
func openAIBody(r VideoRequest) openAIWire {
	return openAIWire{
		Model: r.Model, Prompt: r.Prompt, Seconds: itoa(r.Duration()), Size: r.pixelSize(),
		InputReference: r.FirstFrame(),
	}
}

// newAPIWire is a VideoRequest as the task channels of new-api read it. Their adapters disagree about the names of
// almost everything but prompt and duration, take what they know and ignore the rest, so that each value is there under
// each of its names. The adapters copy metadata over the request that they send on.
type newAPIWire struct {
	Model          string         `json:"model"`
	Prompt         string         `json:"prompt,omitempty"`
	Duration       int            `json:"duration"`
	Size           string         `json:"size"`                      // Kling takes the ratio from it
	Mode           string         `json:"mode"`                      // Kling: std is 720P, pro 1080P
	Image          string         `json:"image,omitempty"`           // Kling: the first frame
	Images         []string       `json:"images,omitempty"`          // Vidu, Jimeng, Doubao: the frames
	InputReference string         `json:"input_reference,omitempty"` // Ali: the first frame
	Metadata       newAPIMetadata `json:"metadata"`
}

// newAPIMetadata are the fields that only some of the channels have.
type newAPIMetadata struct {
	Resolution     string        `json:"resolution"`                // Vidu, Doubao: 720p, 1080p
	AspectRatio    string        `json:"aspect_ratio,omitempty"`    // Kling, Jimeng
	Ratio          string        `json:"ratio,omitempty"`           // Doubao
	NegativePrompt string        `json:"negative_prompt,omitempty"` // Kling
	Seed           *int64        `json:"seed,omitempty"`            // Vidu, Jimeng, Doubao
	Sound          string        `json:"sound,omitempty"`           // Kling: on
	GenerateAudio  bool          `json:"generate_audio,omitempty"`  // Doubao
	ImageTail      string        `json:"image_tail,omitempty"`      // Kling: the last frame
	Content        []newAPIFrame `json:"content,omitempty"`         // Doubao: two frames and which is which
	Input          aliInput      `json:"input,omitzero"`
	Parameters     aliParameters `json:"parameters"`
}

type newAPIFrame struct {
	Type     string `json:"type"`
	Role     string `json:"role"`
	ImageURL struct {
		URL string `json:"url"`
	} `json:"image_url"`
}

// aliInput and aliParameters are the parts of the request of the Ali channel.
type aliInput struct {
	NegativePrompt string `json:"negative_prompt,omitempty"`
	FirstFrame     string `json:"first_frame_url,omitempty"` // beside a last frame only
	LastFrame      string `json:"last_frame_url,omitempty"`
}

type aliParameters struct {
	Resolution string `json:"resolution"`     // 720P, 1080P
	Size       string `json:"size,omitempty"` // "1280*720", from text only
	Audio      bool   `json:"audio,omitempty"`
	Seed       *int64 `json:"seed,omitempty"`
}

// newAPIBody sends length and size always: the defaults of the channels are others than those that the price is of.
func newAPIBody(r VideoRequest) newAPIWire {
	size, tier := r.pixelSize(), r.Tier()
	_, ratio, _ := TierAndRatio(size)
	w := newAPIWire{
		Model: r.Model, Prompt: r.Prompt, Duration: r.Duration(), Size: size, Mode: "std",
		Image: r.FirstFrame(), InputReference: r.FirstFrame(),
		Metadata: newAPIMetadata{
			Resolution: strings.ToLower(tier), AspectRatio: ratio, Ratio: ratio, NegativePrompt: r.NegativePrompt,
			Seed: r.Seed, GenerateAudio: r.Audio, ImageTail: r.LastFrame(),
			Input:      aliInput{NegativePrompt: r.NegativePrompt},
			Parameters: aliParameters{Resolution: tier, Audio: r.Audio, Seed: r.Seed},
		},
	}
	if tier == Resolution1080P {
		w.Mode = "pro"
	}
	if r.Audio {
		w.Metadata.Sound = "on"
	}
	if r.FirstFrame() == "" {
		w.Metadata.Parameters.Size = strings.Replace(size, "x", "*", 1)
		return w
	}
	w.Images = []string{r.FirstFrame()}
	if r.LastFrame() == "" {
		return w
	}
	w.Images = append(w.Images, r.LastFrame())
	w.Metadata.Input.FirstFrame, w.Metadata.Input.LastFrame = r.FirstFrame(), r.LastFrame()
	for i, role := range []string{"first_frame", "last_frame"} {
		frame := newAPIFrame{Type: "image_url", Role: role}
		frame.ImageURL.URL = w.Images[i]
		w.Metadata.Content = append(w.Metadata.Content, frame)
	}
	return w
}

// imageBody makes the body of a generation (interface 4.4).
func imageBody(r ImageRequest) ([]byte, error) {
	r.Like = "" // ours alone
	return encode(r)
}

// editJSON makes the body of an edit by links. The key is images, a list, also for one (interface 7.3).
func editJSON(r EditRequest) ([]byte, error) {
	type link struct {
		ImageURL string `json:"image_url"`
	}
	w := struct {
		ImageRequest
		Images []link `json:"images"`
	}{ImageRequest: r.ImageRequest}
	w.Like = "" // ours alone
	for _, u := range r.ImageURLs {
		w.Images = append(w.Images, link{u})
	}
	return encode(w)
}

// editForm makes the multipart body of an edit of a picture that is sent along.
func editForm(r EditRequest) (contentType string, body []byte, err error) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	field := func(name, value string) {
		if err == nil && value != "" {
			err = w.WriteField(name, value)
		}
	}
	field("model", r.Model)
	field("prompt", r.Prompt)
	field("size", r.Size)
	field("quality", r.Quality)
	field("output_format", r.OutputFormat)
	if err != nil {
		return "", nil, err
	}
	mime, ext := sniffPicture(r.Image)
	h := textproto.MIMEHeader{}
	h.Set("Content-Disposition", fmt.Sprintf(`form-data; name="image"; filename="%s"`, headerFileName(r.ImageName, ext)))
	h.Set("Content-Type", mime)
	part, err := w.CreatePart(h)
	if err != nil {
		return "", nil, err
	}
	if _, err = part.Write(r.Image); err != nil {
		return "", nil, err
	}
	if err = w.Close(); err != nil {
		return "", nil, err
	}
	return w.FormDataContentType(), b.Bytes(), nil
}

// sniffPicture says what a picture is from its first bytes: some services look at the type of the part alone.
func sniffPicture(b []byte) (mime, ext string) {
	switch mime = http.DetectContentType(b); mime {
	case "image/png":
		return mime, ".png"
	case "image/jpeg":
		return mime, ".jpg"
	case "image/webp":
		return mime, ".webp"
	}
	return "application/octet-stream", ".png"
}

// headerFileName makes a name that fits into a header and tells nothing about folders here.
func headerFileName(name, ext string) string {
	name = path.Base(strings.ReplaceAll(name, `\`, "/"))
	name = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == '"' {
			return '_'
		}
		return r
	}, name)
	if name == "." || name == "/" || name == "" {
		return "image" + ext
	}
	return name
}

// encode writes JSON as people write it: < > & stay as they are.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}

// Services of this family disagree about types: numbers come as strings ("62%"), codes as numbers, objects as strings
// of JSON. These readers take what is there and never fail; what cannot be read is as good as absent, and null is
// absent.

// maxMembers is how many members an object or a list may have: far above any real one. Each costs some hundred bytes of
// memory however short it is written, so an answer within its cap could still take gigabytes.
const maxMembers = 4096

// hasTooManyMembers reports whether an object or a list has more than maxMembers members. What is no JSON is not its concern.
func hasTooManyMembers(b []byte) bool {
	depth, commas, quoted := 0, 0, false
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{', c == '[':
			depth++
		case c == '}', c == ']':
			depth--
		case c == ',' && depth == 1:
			if commas++; commas >= maxMembers {
				return true
			}
		}
	}
	return false
}

// fields are the members of a JSON object as they came.
type fields map[string]json.RawMessage

// trimmed returns JSON without white space and byte order marks around it.
func trimmed(b []byte) []byte { return bytes.Trim(b, " \t\r\n\ufeff") }

// object reads a JSON object; nil for anything else, and for one with more members than any real one has.
func object(b []byte) fields {
	b = trimmed(b)
	if len(b) == 0 || b[0] != '{' || hasTooManyMembers(b) {
		return nil
	}
	var f fields
	if json.Unmarshal(b, &f) != nil {
		return nil
	}
	return f
}

// list reads a JSON array; nil for anything else, and for one with more members than any real one has.
func list(b []byte) []json.RawMessage {
	b = trimmed(b)
	if len(b) == 0 || b[0] != '[' || hasTooManyMembers(b) {
		return nil
	}
	var l []json.RawMessage
	if json.Unmarshal(b, &l) != nil {
		return nil
	}
	return l
}

// has reports whether a member is there and not null.
func (f fields) has(name string) bool {
	v := bytes.TrimSpace(f[name])
	return len(v) > 0 && !bytes.Equal(v, []byte("null"))
}

// textOf reads the first of the named members that is a non-empty string, or a number or boolean in its own spelling.
func (f fields) textOf(names ...string) string {
	for _, n := range names {
		if s := text(f[n]); s != "" {
			return s
		}
	}
	return ""
}

// stringOf reads the first of the named members that is a non-empty string. A number as a status is that of HTTP.
func (f fields) stringOf(names ...string) string {
	for _, n := range names {
		if v := bytes.TrimSpace(f[n]); len(v) > 0 && v[0] == '"' && text(v) != "" {
			return text(v)
		}
	}
	return ""
}

func text(b json.RawMessage) string {
	b = trimmed(b)
	if len(b) == 0 {
		return ""
	}
	switch c := b[0]; {
	case c == '"':
		var s string
		if json.Unmarshal(b, &s) != nil {
			return ""
		}
		return s
	case c == 't', c == 'f', c == '-', c >= '0' && c <= '9':
		return string(b)
	}
	return ""
}

// number reads the first of the named members that is a whole number, also one with a fraction (cut off), in a string,
// or with a percent sign.
func (f fields) number(names ...string) (int64, bool) {
	for _, n := range names {
		s := strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(text(f[n])), "%"))
		if i, err := strconv.ParseInt(s, 10, 64); err == nil {
			return i, true
		}
		if x, err := strconv.ParseFloat(s, 64); err == nil && math.Abs(x) < 1<<62 {
			return int64(x), true
		}
	}
	return 0, false
}

// timeOf reads the first of the named members that is a time: seconds or milliseconds since 1970, as number or string,
// or RFC 3339. Zero where there is none, or one so far away that no format of ours could hold it.
func (f fields) timeOf(names ...string) time.Time {
	for _, n := range names {
		if at, err := time.Parse(time.RFC3339Nano, text(f[n])); err == nil {
			if at = at.UTC(); at.Unix() > 0 && at.Unix() < 1<<36 {
				return at
			}
		}
		switch s, ok := (fields{n: f[n]}).number(n); {
		case !ok || s <= 0 || s >= 1000<<36:
		case s > 1<<36: // seconds reach this in the year 4147
			return time.UnixMilli(s).UTC()
		default:
			return time.Unix(s, 0).UTC()
		}
	}
	return time.Time{}
}

// compact gives JSON on one line, for a message that is no string.
func compact(b json.RawMessage) string {
	var out bytes.Buffer
	if json.Compact(&out, b) != nil {
		return ""
	}
	return out.String()
}

// compactStructure returns an object or a list on one line, and "" for anything else.
func compactStructure(b json.RawMessage) string {
	if object(b) == nil && list(b) == nil {
		return ""
	}
	return compact(b)
}

// envelope is what an error answer says, whatever its form.
type envelope struct {
	code, message, param string
	outerCode            string // the code around an error that a relay passes on; "" for none
	json                 bool   // the body was a JSON object
}

// maxNested is how many errors may be wrapped in one another. Two are known in the field.
const maxNested = 8

// readErrorBody reads the body of an error in each form known in the field:
//
//	{"error":{"message","type","param","code"}}   OpenAI and its relatives; code may be a number or null
//	{"code","message","data":null}                relays, for video tasks
//	{"detail":"…"}, {"detail":[{"loc","msg"}]}    FastAPI
//	{"errors":["…"]}, {"errors":[{"detail"}]}, {"errors":{"field":["…"]}}
//	{"error":"…"}, {"message":"…"}, {"msg":"…"}, {"error_message":"…"} and the rest of reasonNames
//	[{"error":{…}}], a JSON string, plain text, HTML (its title), nothing
//
// A message that is itself an error in JSON is unwrapped, because relays nest the errors of their upstream.
func readErrorBody(body []byte, isHTML bool) envelope {
	if isHTML {
		return envelope{message: htmlTitle(body)}
	}
	env := parseEnvelope(body)
	for range maxNested {
		inner := parseNestedEnvelope(env.message)
		if inner.message == "" {
			break
		}
		env.outerCode = cmp.Or(env.outerCode, env.code)
		env.message, env.code, env.param = inner.message, cmp.Or(inner.code, env.code), cmp.Or(inner.param, env.param)
	}
	return env
}

// reasonNames are the members that hold the reason of an error, beside error, detail and errors.
var reasonNames = []string{"message", "msg", "error_message", "error_msg", "fail_reason", "failure_reason",
	"task_status_msg", "status_message", "reason"}

// parseEnvelope reads one level.
func parseEnvelope(body []byte) envelope {
	f := object(body)
	if f == nil {
		if s := text(body); bytes.HasPrefix(trimmed(body), []byte(`"`)) && s != "" {
			return envelope{message: s}
		}
		if all := list(body); all != nil {
			if len(all) > 0 && object(all[0]).has("error") {
				return parseEnvelope(all[0])
			}
			message, param := parseDetail(body)
			return envelope{message: message, param: param}
		}
		return envelope{message: string(trimmed(body))}
	}
	env := envelope{json: true}
	if e := object(f["error"]); e != nil {
		env.message = e.textOf(append(reasonNames, "detail")...)
		env.message = cmp.Or(env.message, compactStructure(e["message"]))
		for _, name := range []string{"errors", "detail"} {
			if env.message == "" {
				env.message, env.param = parseDetail(e[name])
			}
		}
		env.code = e.textOf("code", "type")
		env.param = cmp.Or(e.textOf("param"), env.param)
	} else if env.message = text(f["error"]); env.message == "" {
		env.message, env.param = parseDetail(f["error"])
	}
	if env.message == "" {
		env.message = f.textOf(reasonNames...)
	}
	env.message = cmp.Or(env.message, compactStructure(f["message"]))
	for _, name := range []string{"detail", "errors"} {
		if env.message == "" {
			env.message, env.param = parseDetail(f[name])
		}
	}
	if env.code == "" {
		env.code = f.textOf("code", "type")
	}
	return env
}

// parseNestedEnvelope opens a message that is an error in JSON; anything else is no envelope.
func parseNestedEnvelope(message string) envelope {
	b := trimmed([]byte(message))
	quoted := bytes.HasPrefix(b, []byte(`"`)) && text(b) != ""
	if object(b) == nil && list(b) == nil && !quoted {
		return envelope{}
	}
	return parseEnvelope(b)
}

// parseDetail reads a reason that is a string, an object with a message, a list of such, or an object with the complaints
// about each field, as FastAPI and others write it.
func parseDetail(b json.RawMessage) (message, param string) {
	if s := text(b); s != "" {
		return s, ""
	}
	var parts []string
	add := func(field, words string) {
		if words == "" {
			return
		}
		if field != "" {
			words = field + ": " + words
			param = cmp.Or(param, field)
		}
		parts = append(parts, words)
	}
	if f := object(b); f != nil {
		if s := f.textOf("message", "msg", "error", "detail"); s != "" {
			return s, ""
		}
		for _, field := range slices.Sorted(maps.Keys(f)) {
			for _, words := range list(f[field]) {
				add(field, text(words))
			}
		}
		if len(parts) == 0 {
			return compact(b), ""
		}
	}
	for _, item := range list(b) {
		f := object(item)
		if f == nil {
			if bytes.HasPrefix(trimmed(item), []byte(`"`)) {
				add("", text(item))
			}
			continue
		}
		var at []string
		for _, l := range list(f["loc"]) {
			if s := text(l); s != "" && s != "body" {
				at = append(at, s)
			}
		}
		add(strings.Join(at, "."), f.textOf("msg", "message", "detail", "title", "error", "reason"))
	}
	return strings.Join(parts, "; "), param
}

const maxTitle = 1 << 10 // bytes

var titleRE = regexp.MustCompile(`(?is)<title[^>]*>(.*?)</title>`)

// webPage begins the message of an answer that is a web page.
const webPage = "a web page instead of an answer"

// IsWebPage reports whether the message of an [Error] means that the answer was a web page.
func IsWebPage(message string) bool { return strings.HasPrefix(message, webPage) }

// htmlTitle returns the message for a web page, with its title. Such pages come from proxies, captive portals and wrong
// addresses.
func htmlTitle(body []byte) string {
	m := titleRE.FindSubmatch(body[:min(len(body), 64<<10)])
	if m == nil || len(m[1]) > maxTitle || strings.TrimSpace(string(m[1])) == "" {
		return webPage
	}
	return webPage + ": " + strings.TrimSpace(html.UnescapeString(string(m[1])))
}

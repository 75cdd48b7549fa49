package automation

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"viviscope/client"
	"viviscope/client/guard"
	"viviscope/client/jobs"
	"viviscope/client/linkcheck"
	"viviscope/db"
)

// Limits of a call.
const (
	maxRows     = 1000 // jobs that a call makes, names or returns
	maxCopies   = 100
	maxPictures = 2 * maxRows // of edits
	maxPrompt   = 32 << 10    // bytes
	linkLeast   = 2 * time.Hour
)

// fingerprint returns the SHA-256 of the content of a click's order, without its terms. The order of members of objects
// does not matter, because an assistant that repeats a call may change it.
func fingerprint(call, client string, order any) (string, error) {
	data, err := json.Marshal([]any{call, client, order})
	if err != nil {
		return "", err
	}
	var sorted any
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber() // a seed has more digits than a float64
	if err := decoder.Decode(&sorted); err != nil {
		return "", err
	}
	data, err = json.Marshal(sorted)
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:]), err
}

// rowReader makes orders from the rows of a call.
type rowReader struct {
	*Server
	q        *request
	profile  db.Profile
	aliases  []client.Alias
	pictures map[pictureKey]*picture
	listed   func() []string // models of the service, requested once; nil if it has no list
}

type pictureKey struct {
	name   string // REF, link or path
	inline bool   // the request contains the bytes
}

// picture is a picture for a place of a request: a link, or its bytes.
type picture struct {
	input jobs.Input
	link  string
	err   error // why it cannot be used
}

// readRows makes orders from rows. A row with problems makes none.
func (s *Server) readRows(
	ctx context.Context, q *request, p db.Profile, rows []Row,
) (orders []jobs.Order, problems []Problem, err error) {
	r := rowReader{Server: s, q: q, profile: p, pictures: map[pictureKey]*picture{}}
	r.listed = sync.OnceValue(func() []string {
		ids, _ := s.Backend.Models(ctx, p) // a service need not list its models
		return ids
	})
	if r.aliases, err = jobs.ModelsOf(p); err != nil {
		return nil, nil, err
	}
	total, pictures := 0, 0
	requests := make([]client.Request, len(rows))
	for i := range rows {
		row := &rows[i]
		if row.Copies < 0 || row.Copies > maxCopies {
			return nil, nil, Usage("copies must be from 1 to %d", maxCopies)
		}
		if requests[i], err = readRequest(row); err != nil {
			requests[i] = nil
			problems = append(problems, Problem{Row: i + 1, Field: "request", Message: err.Error()})
		}
		total, pictures = total+max(row.Copies, 1), pictures+len(row.Images)
	}
	if total == 0 || total > maxRows {
		return nil, nil, Usage("a call makes from 1 to %d jobs", maxRows)
	}
	if pictures > maxPictures { // each is read, or fetched from the network
		return nil, nil, Usage("a call names at most %d pictures", maxPictures)
	}
	r.loadPictures(ctx, rows)
	for i, row := range rows {
		if requests[i] == nil {
			continue
		}
		order, broken := r.order(i+1, requests[i], row)
		problems = append(problems, broken...)
		if len(broken) > 0 {
			continue
		}
		for k := range max(row.Copies, 1) {
			if video, ok := order.Request.(client.VideoRequest); ok && video.Seed != nil && k > 0 {
				video.Seed = new(*video.Seed + 1)
				order.Request = video
			}
			orders = append(orders, order)
		}
	}
	slices.SortStableFunc(problems, func(a, b Problem) int { return a.Row - b.Row })
	return orders, problems, ctx.Err()
}

// readRequest decodes the request of a row without its pictures. Links in it are moved to the row, unless the row has
// its own.
func readRequest(row *Row) (client.Request, error) {
	request, err := client.ReadRequest(client.Kind(row.Kind), row.Request)
	switch r := request.(type) {
	case client.VideoRequest:
		if links := append(slices.Clone(r.InputReference), "", ""); row.First+row.Last == "" {
			row.First, row.Last = links[0], links[1]
		}
		r.InputReference = nil
		return r, err
	case client.EditRequest:
		if len(row.Images) == 0 {
			row.Images = r.ImageURLs
		}
		r.ImageURLs = nil
		return r, err
	}
	return request, err
}

// pictureKeys returns the pictures of a row by place. A single picture of an edit is sent in the request, unless it is
// a link.
func pictureKeys(row Row) (keys []pictureKey) {
	names, isEdit := []string{row.First, row.Last}, row.Kind == string(client.EditImage)
	if isEdit {
		names = row.Images
	}
	for len(names) > 0 && names[len(names)-1] == "" {
		names = names[:len(names)-1]
	}
	for _, name := range names {
		keys = append(keys, pictureKey{name, isEdit && len(names) == 1 && !client.IsHTTPURL(name)})
	}
	return keys
}

// loadPictures loads each picture of the rows once. Links are checked concurrently, limited by
// [linkcheck.MaxConcurrent].
func (r *rowReader) loadPictures(ctx context.Context, rows []Row) {
	var checks guard.Group
	for _, row := range rows {
		for _, key := range pictureKeys(row) {
			if key.name == "" || r.pictures[key] != nil {
				continue
			}
			p := &picture{}
			r.pictures[key] = p
			load := func() { p.input, p.link, p.err = r.load(ctx, key) }
			if client.IsHTTPURL(key.name) {
				checks.Go("load picture", load)
			} else {
				load()
			}
		}
	}
	checks.Wait()
}

// load loads a picture. The link of a library's picture is used if it works long enough, or if the profile hosts no
// pictures. A sandbox that hosts pictures uses no links, because its service could not download them.
func (r *rowReader) load(ctx context.Context, key pictureKey) (in jobs.Input, link string, err error) {
	var a db.Asset
	path := ""
	switch {
	case client.IsHTTPURL(key.name):
		found, err := r.lookAt(ctx, r.q, r.profile, key.name)
		dies, _ := linkcheck.Expiry(key.name, r.Now())
		return jobs.Input{Width: found.Width, Height: found.Height, Dies: dies}, key.name, err
	case !filepath.IsAbs(key.name):
		found, err := r.assetsByRef(ctx, []string{key.name})
		if err != nil {
			return in, "", err
		}
		a = found[0]
		if a.Kind != db.Picture {
			return in, "", fmt.Errorf("%.8s is no picture", a.Ref)
		}
	case r.q.Client != "":
		return in, "", errors.New("a path is for persons only: name a picture of the library by its ref")
	default:
		path = key.name
	}
	lives := a.LinkExpires.IsZero() || a.LinkExpires.After(r.Now().Add(linkLeast))
	if a.Link != "" && !key.inline && (!r.profile.HostsPictures() || lives && !r.profile.Sandbox) {
		return jobs.Input{Asset: a.Ref, Width: a.Width, Height: a.Height, Dies: a.LinkExpires}, a.Link, nil
	}
	data, err := r.Backend.Picture(ctx, a, path)
	if err != nil {
		return in, "", err
	}
	info, err := client.CheckImage(bytes.NewReader(data), int64(len(data)))
	return jobs.Input{Asset: a.Ref, Data: data, Width: info.Width, Height: info.Height}, "", err
}

// lookAt checks a link for a call. A client must not reach this computer and its network by naming a service with such
// an address: only a profile that the user saved may have links there.
func (s *Server) lookAt(ctx context.Context, q *request, p db.Profile, link string) (linkcheck.Picture, error) {
	if q.Client != "" && !p.Saved {
		p.BaseURL = ""
	}
	return s.Backend.LookAt(ctx, p, link)
}

// order returns the order of the row with a number, and the rules that it breaks.
func (r *rowReader) order(number int, request client.Request, row Row) (o jobs.Order, problems []Problem) {
	problem := func(field, message string) {
		problems = append(problems, Problem{Row: number, Field: field, Message: message})
	}
	text := request.PromptText()
	if video, ok := request.(client.VideoRequest); ok {
		text += video.NegativePrompt
	}
	if len(text) > maxPrompt || strings.ContainsFunc(text, isControl) {
		problem("prompt", fmt.Sprintf("prompt must be text of at most %d bytes without control characters", maxPrompt))
	}
	like := ""
	if i := slices.IndexFunc(r.aliases, func(a client.Alias) bool { return a.ID == request.ModelName() }); i >= 0 {
		like = r.aliases[i].Like
	} else if row.Like != "" {
		var problem string
		like, problem = r.likeOf(request, row)
		if problem != "" {
			problems = append(problems, Problem{Row: number, Field: "model", Message: problem})
		}
	}
	field, keys := "input_reference", pictureKeys(row)
	edit, isEdit := request.(client.EditRequest)
	if isEdit {
		field = "images"
	}
	if row.Kind == string(client.FramesToVideo) && len(keys) == 0 {
		problem(field, "a first frame is required")
	}
	links := make([]string, len(keys))
	for place, key := range keys {
		if key.name == "" {
			continue
		}
		p := *r.pictures[key]
		p.input.Place, links[place] = place, p.link
		switch {
		case p.err != nil:
			problem(field, client.Redact(p.err.Error()))
			links[place] = "https://broken.invalid/" // so that no rule reports a missing link too
		case key.inline:
			edit.Image, p.input.Data = p.input.Data, nil
		case p.input.Data != nil && !r.profile.HostsPictures():
			problem(field, jobs.ErrNoHosting.Error())
		}
		o.Inputs = append(o.Inputs, p.input)
	}
	switch request := request.(type) {
	case client.VideoRequest:
		request.Like = like
		if len(links) > 0 {
			request.InputReference = links
		}
		o.Request = request
	case client.ImageRequest:
		request.Like = like
		if len(keys)+len(row.Images) > 0 {
			problem("images", "a picture from text takes no pictures")
		}
		o.Request = request
	case client.EditRequest:
		edit.Like = like
		if edit.Image == nil {
			edit.ImageURLs = links
		}
		o.Request = edit
	}
	o = jobs.Fitted(r.profile, o)
	for _, rule := range o.Problems() {
		problem(rule.Field, rule.Message)
	}
	return o, problems
}

// likeOf returns the user's choice of the model with the same rules as a row's model. If the service has a list of
// models without this one, that is a problem: a mistyped model can be charged for, or remain unconfirmed.
func (r *rowReader) likeOf(request client.Request, row Row) (like, problem string) {
	id := request.ModelName()
	_, clip := client.VideoModelByID(row.Like)
	_, picture := client.ImageModelByID(row.Like)
	switch {
	case r.q.Client != "":
		return "", "like is for persons only: a client uses the models of the profile"
	case !clip && !picture:
		return "", "like must be a model of the catalogue; viviscope models lists them"
	case clip != request.Kind().IsVideo():
		return "", fmt.Sprintf("%s does not make what %s asks for", row.Like, row.Kind)
	}
	if listed := r.listed(); len(listed) > 0 && !slices.Contains(listed, id) {
		problem = fmt.Sprintf("the service does not list the model %s", id)
		if near := client.ClosestModel(id, listed); near != "" {
			problem += ": did you mean " + near + "?"
		}
		return "", problem
	}
	return row.Like, ""
}

func isControl(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }

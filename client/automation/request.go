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
	"viviscope/client/jobs"
	"viviscope/client/linkcheck"
	"viviscope/db"
)

// Bounds of a call that makes jobs.
const (
	maxJobs     = 1000
	maxCopies   = 100
	maxPictures = 2 * maxJobs // of edits
	maxPrompt   = 32 << 10    // bytes
	linkLeast   = 2 * time.Hour
)

// fingerprint is the SHA-256 of what a click asks for, in whichever order the members of its objects stand: an assistant that writes a call
// anew may order them anew. The terms on which the click may go out are no part of it.
func fingerprint(call, client string, asked any) (string, error) {
	data, err := json.Marshal([]any{call, client, asked})
	if err != nil {
		return "", err
	}
	var ordered any
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	if err := decoder.Decode(&ordered); err != nil {
		return "", err
	}
	data, err = json.Marshal(ordered)
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:]), err
}

// rowReader makes jobs of the rows of a call.
type rowReader struct {
	*Server
	q       *request
	profile db.Profile
	models  []client.Alias
	slots   map[string]*slot // by what was named
}

// slot is a picture for a place of a request: its link, or its bytes.
type slot struct {
	in   jobs.Input
	link string
	err  error // why it cannot be used
}

// orders makes the jobs of rows. Rows with problems make none.
func (s *Server) orders(ctx context.Context, q *request, p db.Profile, rows []Row) (all []jobs.Order, problems []Problem, err error) {
	r := rowReader{Server: s, q: q, profile: p, slots: map[string]*slot{}}
	if r.models, err = jobs.ModelsOf(p); err != nil {
		return nil, nil, err
	}
	n, pictures := 0, 0
	asked, broken := make([]client.Request, len(rows)), make([]error, len(rows))
	for i, row := range rows {
		if row.Copies < 0 || row.Copies > maxCopies {
			return nil, nil, Usage("copies must be from 1 to %d", maxCopies)
		}
		asked[i], broken[i] = requestOf(&rows[i])
		n, pictures = n+max(row.Copies, 1), pictures+len(rows[i].Images)
	}
	if len(rows) == 0 || n > maxJobs {
		return nil, nil, Usage("a call makes from 1 to %d jobs", maxJobs)
	}
	if pictures > maxPictures { // each is read, or looked at on the network
		return nil, nil, Usage("a call names at most %d pictures", maxPictures)
	}
	r.lookAtLinks(ctx, rows)
	for i, row := range rows {
		order, found := jobs.Order{}, []client.ValidationError(nil)
		if broken[i] == nil {
			order, found = r.order(ctx, asked[i], row)
		} else {
			found = []client.ValidationError{{Field: "request", Message: broken[i].Error()}}
		}
		for _, p := range found {
			problems = append(problems, Problem{Row: i + 1, Field: p.Field, Message: p.Message})
		}
		for k := range max(row.Copies, 1) {
			if video, ok := order.Request.(client.VideoRequest); ok && video.Seed != nil {
				video.Seed = new(*video.Seed + int64(min(k, 1)))
				order.Request = video
			}
			if len(found) == 0 {
				all = append(all, order)
			}
		}
	}
	return all, problems, ctx.Err()
}

// requestOf reads the request of a row. Links in it are those of the row where that names none.
func requestOf(row *Row) (client.Request, error) {
	asked, err := client.ReadRequest(client.Kind(row.Kind), row.Request)
	switch r := asked.(type) {
	case client.VideoRequest:
		if in := append(slices.Clone(r.InputReference), "", ""); row.First+row.Last == "" {
			row.First, row.Last = in[0], in[1]
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
	return asked, err
}

// lookAtLinks looks once at each link of some rows. Not all at the same time: see [linkcheck.AtOnce].
func (r *rowReader) lookAtLinks(ctx context.Context, rows []Row) {
	var looks sync.WaitGroup
	for _, row := range rows {
		for _, link := range append([]string{row.First, row.Last}, row.Images...) {
			if r.slots[link] != nil || !client.IsHTTPURL(link) {
				continue
			}
			at := &slot{link: link}
			r.slots[link] = at
			looks.Go(func() {
				p, err := r.lookAt(ctx, r.q, r.profile, link)
				at.in, at.err = jobs.Input{Width: p.Width, Height: p.Height}, err
				at.in.Dies, _ = linkcheck.Dies(link, r.Now())
			})
		}
	}
	looks.Wait()
}

// lookAt looks at a link for a call. A client that names a service by its address gets no way into this computer and its network by that: only
// of a profile that a person keeps the own links may stand there.
func (s *Server) lookAt(ctx context.Context, q *request, p db.Profile, link string) (linkcheck.Picture, error) {
	if q.Client != "" && !p.Saved {
		p.BaseURL = ""
	}
	return s.Backend.LookAt(ctx, p, link)
}

// order makes the job of a row, and says which rules it breaks.
func (r *rowReader) order(ctx context.Context, asked client.Request, row Row) (o jobs.Order, problems []client.ValidationError) {
	problem := func(field, message string) {
		problems = append(problems, client.ValidationError{Field: field, Message: message})
	}
	text := asked.PromptText()
	if video, ok := asked.(client.VideoRequest); ok {
		text += video.NegativePrompt
	}
	if len(text) > maxPrompt || strings.ContainsFunc(text, isControl) {
		problem("prompt", fmt.Sprintf("prompt must be text of at most %d bytes without control characters", maxPrompt))
	}
	like := ""
	if i := slices.IndexFunc(r.models, func(a client.Alias) bool { return a.ID == asked.ModelName() }); i >= 0 {
		like = r.models[i].Like
	}
	field, named := "input_reference", []string{row.First, row.Last}
	edit, isEdit := asked.(client.EditRequest)
	if isEdit {
		field, named = "images", row.Images
	}
	for len(named) > 0 && named[len(named)-1] == "" {
		named = named[:len(named)-1]
	}
	if row.Kind == string(client.FramesToVideo) && len(named) == 0 {
		problem(field, "a first frame is required")
	}
	along := isEdit && len(named) == 1 && !client.IsHTTPURL(named[0]) // goes with the request: it needs no link
	links := make([]string, len(named))
	for place, name := range named {
		if name == "" {
			continue
		}
		key := name
		if along {
			key = "along " + name
		}
		if r.slots[key] == nil {
			r.slots[key] = r.slot(ctx, name, along)
		}
		at := *r.slots[key]
		at.in.Place, links[place] = place, at.link
		switch {
		case at.err != nil:
			problem(field, client.Redact(at.err.Error()))
			links[place] = "https://broken.invalid/" // it is told once
		case along:
			edit.Image, at.in.Data = at.in.Data, nil
		case at.in.Data != nil && !r.profile.HostsPictures():
			problem(field, jobs.ErrNoHosting.Error())
		}
		o.Inputs = append(o.Inputs, at.in)
	}
	switch asked := asked.(type) {
	case client.VideoRequest:
		if asked.Like, asked.InputReference = like, links; len(links) == 0 {
			asked.InputReference = nil
		}
		if client.Form(r.profile.Form).OneFrame() && len(links) > 1 {
			problem(field, client.MsgOneImage)
		}
		o.Request = asked
	case client.ImageRequest:
		if asked.Like = like; len(named)+len(row.Images) > 0 {
			problem("images", "a picture from text takes no pictures")
		}
		o.Request = asked
	case client.EditRequest:
		if edit.Like = like; !along {
			edit.ImageURLs = links
		}
		o.Request = edit
	}
	return o, append(problems, o.Problems()...)
}

func isControl(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }

// slot finds a picture by its REF, link or path. The link of one of the library is used where it lives for long enough, or where nothing
// hosts; never in a sandbox that hosts, where no service could fetch it.
func (r *rowReader) slot(ctx context.Context, name string, along bool) *slot {
	var a db.Asset
	path := ""
	if filepath.IsAbs(name) {
		path = name
	} else if found, err := r.assets(ctx, name); err != nil {
		return &slot{err: err}
	} else {
		a = found[0]
	}
	lives := a.LinkDies.IsZero() || a.LinkDies.After(r.Now().Add(linkLeast))
	switch {
	case path != "" && r.q.Client != "":
		return &slot{err: errors.New("a path is for persons only: name a picture of the library by its ref")}
	case path == "" && a.Kind != db.Picture:
		return &slot{err: fmt.Errorf("%.8s is no picture", a.Ref)}
	case a.Link != "" && !along && (!r.profile.HostsPictures() || lives && !r.profile.Sandbox):
		return &slot{jobs.Input{Asset: a.Ref, Width: a.Width, Height: a.Height, Dies: a.LinkDies}, a.Link, nil}
	}
	data, err := r.Backend.Picture(ctx, a, path)
	if err != nil {
		return &slot{err: err}
	}
	info, err := client.CheckImage(bytes.NewReader(data), int64(len(data)))
	return &slot{in: jobs.Input{Asset: a.Ref, Data: data, Width: info.Width, Height: info.Height}, err: err}
}

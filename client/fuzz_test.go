package client

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"image"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"
)

// allocated is how many bytes fn asks for.
func allocated(fn func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	fn()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// FuzzTask: whatever a task answer says, it is read into bounded memory, into times that every format of ours can hold,
// and into an id that is only ever used when it is plain.
func FuzzTask(f *testing.F) {
	for _, s := range []string{
		`{"id":"task_1","object":"video","status":"completed","progress":100,"created_at":1795260000,"expires_at":"9999-12-31T23:59:59-23:00"}`,
		`{"data":{"task_id":"../../x","task_status":"SUCCESS","submit_time":1125899906842624}}`,
		`{"id":7,"status":"x","created_at":"1e17","metadata":{"url":"file:///etc/passwd"}}`,
	} {
		f.Add([]byte(s))
	}
	c := parser(f)
	f.Fuzz(func(t *testing.T, body []byte) {
		var task *VideoTask
		if n := allocated(func() { task = c.readTask(body) }); n > 16<<20+64*uint64(len(body)) {
			t.Fatalf("%d bytes of memory for %d of answer", n, len(body))
		}
		for _, at := range []time.Time{task.CreatedAt, task.ExpiresAt} {
			b, err := json.Marshal(at)
			if err != nil || at.Year() < 1 || at.Year() > 4200 {
				t.Errorf("%v: %s %v", at, b, err)
			}
		}
		if task.URL != "" && strings.Contains(task.Raw, task.URL) && strings.Contains(task.URL, "?sig=") {
			t.Errorf("a signed link is kept: %s", task.Raw)
		}
	})
}

// FuzzPictures: a picture answer costs memory by its length only.
func FuzzPictures(f *testing.F) {
	for _, s := range []string{
		`{"data":[{"url":"https://h/x?sig=1","b64_json":""}],"usage":{"input_tokens":5,"output_tokens":9e18,"input_tokens_details":{"text_tokens":5}}}`,
		`{"data":{"data":["https://h/1",{"image_url":"x"}]}}`, `{"images":[0,0,0]}`,
	} {
		f.Add([]byte(s))
	}
	c := parser(f)
	f.Fuzz(func(t *testing.T, body []byte) {
		var res *ImageResult
		if n := allocated(func() { res = c.readPictures(body) }); n > 16<<20+64*uint64(len(body)) {
			t.Fatalf("%d bytes of memory for %d of answer", n, len(body))
		}
		u := res.Usage
		if len(res.Data) > maxMembers || u.TotalTokens < 0 || u.Known && u.InputTokens <= 0 && u.OutputTokens <= 0 || u.Split && u.InputTextTokens+u.InputImageTokens != u.InputTokens {
			t.Errorf("%d pictures, usage %+v", len(res.Data), u)
		}
		if len(u.Raw) > 0 && !json.Valid(u.Raw) {
			t.Errorf("usage kept as %q", u.Raw)
		}
		for _, p := range res.Data {
			if p.URL == "" && p.B64JSON == "" {
				t.Error("an empty picture")
			}
		}
		table := referenceTable()
		if e := table.ChargeImage(u); e.Known && (e.Amount < 0 || e.Amount > maxCharge) {
			t.Errorf("%+v costs %d", u, e.Amount)
		}
	})
}

// FuzzRefusal: an error that a person or a log sees is short, one line, and holds neither the key nor a link's query.
func FuzzRefusal(f *testing.F) {
	f.Add(429, "application/json", "2", `{"error":{"message":"slow down `+testKey+`","code":null,"param":["x"]}}`)
	f.Add(502, "text/html", "Wed, 21 Oct 2026 07:28:00 GMT", "<html><title>Bad\ngateway https://h/p?sig=1&x=2</title>")
	f.Add(200, "", "-1", `{"detail":[{"loc":["body","seconds"],"msg":"bad"}]}`)
	f.Add(302, "text/plain", "1e400", "")
	c := parser(f)
	f.Fuzz(func(t *testing.T, status int, kind, after, body string) {
		h := http.Header{"Content-Type": {kind}, "Retry-After": {after}, "X-Request-Id": {body}, "Location": {after}}
		resp := &http.Response{StatusCode: status, Header: h, Body: io.NopCloser(strings.NewReader(body))}
		e := c.refusal("submit video", resp)
		if e.Message == "" || utf8.RuneCountInString(e.Message) > maxMessage+1 || strings.ContainsFunc(e.Message, unicode.IsControl) {
			t.Errorf("message %q", e.Message)
		}
		if len(e.Raw) > maxRaw || len(e.RequestID) > 200 || e.RetryAfter < 0 || e.RetryAfter > maxRetryAfter {
			t.Errorf("%d bytes kept, request %q, wait %v", len(e.Raw), e.RequestID, e.RetryAfter)
		}
		all := e.Error() + e.Raw + e.RequestID + e.Param
		if strings.Contains(all, testKey) || !utf8.ValidString(all) {
			t.Errorf("given out: %q", all)
		}
		if o := e.Outcome(); o == NotSent || o == Rejected && (status >= 500 || status < 300) {
			t.Errorf("%d ends as %s", status, o)
		}
	})
}

// FuzzRetryAfter: no header makes the program wait less than not at all, or more than a day.
func FuzzRetryAfter(f *testing.F) {
	f.Add("", "120", "")
	f.Add("1500", "", "")
	f.Add("NaN", "-Inf", "x")
	f.Add("", "Fri, 31 Dec 9999 23:59:59 GMT", "Mon, 01 Jan 0001 00:00:00 GMT")
	c := parser(f)
	f.Fuzz(func(t *testing.T, ms, after, date string) {
		d := c.retryAfter(http.Header{"Retry-After-Ms": {ms}, "Retry-After": {after}, "Date": {date}})
		if d < 0 || d > maxRetryAfter {
			t.Errorf("%q, %q at %q: %v", ms, after, date, d)
		}
	})
}

// FuzzRedirect: wherever a Location leads, the key stays at its origin, and nothing goes from https to http.
func FuzzRedirect(f *testing.F) {
	for _, s := range []string{"/v1/other", "//evil.test/x", "http://api.example.com/v1", "https://api.example.com:443/v1",
		"https://API.example.com/", "https://api.example.com.evil.test/", "https://api.example.com@evil.test/", "https://u:p@api.example.com/",
		"https://api.example.com:8443/", "file:///etc/passwd", "javascript:x", "\\\\evil.test\\x", "https://[::1]/", "?q", "https:/x"} {
		f.Add(s, "https://other.test/")
	}
	c := parser(f)
	f.Fuzz(func(t *testing.T, first, second string) {
		at, _ := url.Parse("https://api.example.com/v1/videos/t/content")
		var via []*http.Request
		req := &http.Request{Method: http.MethodGet, URL: at, Header: http.Header{"Referer": {"x"}}}
		c.authorize(req)
		left := false
		for _, location := range []string{first, second} {
			u, err := req.URL.Parse(location)
			if err != nil {
				return
			}
			via = append(via, req)
			// net/http copies the headers of the first request; the worst case is that it always does.
			req = &http.Request{Method: http.MethodGet, URL: u, Header: http.Header{"Authorization": {"Bearer " + testKey}, "Referer": {via[len(via)-1].URL.String()}}}
			if c.guardRedirect(req, via) != nil {
				return
			}
			home := u.Scheme == "https" && u.Hostname() != "" && strings.EqualFold(u.Hostname(), "api.example.com") && (u.Port() == "" || u.Port() == "443")
			left = left || !home
			switch {
			case u.Scheme != "https":
				t.Fatalf("%q is followed to %s", location, u.Scheme)
			case u.User != nil:
				t.Fatalf("%q is followed with a user", location)
			case left && req.Header.Get("Authorization") != "":
				t.Fatalf("%q gets the key", location)
			case req.Header.Get("Referer") != "":
				t.Fatalf("%q learns where we came from", location)
			}
		}
	})
}

// FuzzBaseURL: a base URL that is taken has one form and one origin, and a task of it never leaves that origin.
func FuzzBaseURL(f *testing.F) {
	for _, s := range []string{"https://api.example.com/v1/", "HTTP://Host:80//v1", "http://[::1]:8790", "https://h/v1/v1/", "https://u@h", "http://h?x", "http://h/%2e%2e/", "http://h:", "ftp://h"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		clean, err := CleanBaseURL(s)
		if err != nil {
			if strings.Contains(s, "@") && len(s) > 12 && strings.Contains(err.Error(), s) {
				t.Errorf("an address that may hold a password is quoted: %v", err)
			}
			return
		}
		again, err := CleanBaseURL(clean)
		if err != nil || again != clean {
			t.Fatalf("%q became %q and then %q, %v", s, clean, again, err)
		}
		one, err1 := Origin(s)
		two, err2 := Origin(clean)
		if err1 != nil || err2 != nil || one != two || !strings.HasPrefix(one, "http") {
			t.Fatalf("%q: origins %q and %q", s, one, two)
		}
		c, err := New(Config{BaseURL: clean, APIKey: testKey})
		if err != nil {
			t.Fatal(err)
		}
		u := c.endpoint("videos", "task_1", "content")
		if originOf(u) != one || !strings.HasSuffix(u.String(), "/v1/videos/task_1/content") || u.User != nil || u.RawQuery != "" {
			t.Errorf("%q asks %s", s, u)
		}
	})
}

// FuzzTaskID: an id that is taken is one step of a path, as it stands.
func FuzzTaskID(f *testing.F) {
	for _, s := range []string{"task_1", "a", "..", "a/../b", "a%2f", "CON", "a\x00", "ä", strings.Repeat("a", 513), "a?b", "-a", "a~=.", "a\n"} {
		f.Add(s)
	}
	c := newClient(f, "https://api.example.com/relay")
	f.Fuzz(func(t *testing.T, id string) {
		if CheckTaskID(id) != nil {
			return
		}
		u := c.endpoint("videos", id, "content")
		if want := "https://api.example.com/relay/v1/videos/" + id + "/content"; u.String() != want || len(id) > 512 {
			t.Errorf("%q asks %s", id, u)
		}
	})
}

// FuzzPartState: whatever stands beside a part, only a part of this very content is continued, with a header that can
// be sent.
func FuzzPartState(f *testing.F) {
	const link = "https://api.example.com/v1/videos/t/content"
	f.Add([]byte(`{"url":"`+link+`","etag":"\"v1\"","total":2000}`), uint16(1000))
	f.Add([]byte(`{"url":"`+link+`","etag":"W/\"v1\"","last_modified":"x\r\nHost: evil","total":-1}`), uint16(1))
	f.Add([]byte(`{"url":"`+link+`","etag":"\"v1\"","total":-7}`), uint16(0))
	dir := f.TempDir()
	path := filepath.Join(dir, "a.mp4")
	f.Fuzz(func(t *testing.T, state []byte, size uint16) {
		if err := os.WriteFile(statePath(path), state, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(partPath(path), make([]byte, size), 0o600); err != nil {
			t.Fatal(err)
		}
		p, n, ok := resumable(path, link)
		if !ok {
			return
		}
		v := p.validator()
		if n != int64(size) || n == 0 || p.URL != link || p.Total >= 0 && p.Total < n || strings.ContainsAny(v, "\r\n\x00") || strings.HasPrefix(v, "W/") && p.ETag != "" && p.LastModified == "" {
			t.Errorf("%q with %d bytes is continued at %d by %q", state, size, n, v)
		}
	})
}

// FuzzEditForm: any file name and prompt arrive as they are meant, as one part of a form each.
func FuzzEditForm(f *testing.F) {
	f.Add("boat.png", "paper boats", []byte("x"))
	f.Add("..\\..\\a\"\r\nX: y.png", "--\r\n\r\n", []byte("\r\n--"))
	f.Add("/", "\xff", []byte{})
	f.Fuzz(func(t *testing.T, name, prompt string, data []byte) {
		kind, body, err := editForm(EditRequest{ImageRequest: ImageRequest{Model: "m", Prompt: prompt}, Image: data, ImageName: name})
		if err != nil {
			t.Fatal(err)
		}
		_, params, err := mime.ParseMediaType(kind)
		if err != nil {
			t.Fatal(err)
		}
		form, err := multipart.NewReader(bytes.NewReader(body), params["boundary"]).ReadForm(1 << 20)
		if err != nil {
			t.Fatalf("%q: %v", name, err)
		}
		files := form.File["image"]
		if len(files) != 1 || len(form.File) != 1 || prompt != "" && (len(form.Value["prompt"]) != 1 || form.Value["prompt"][0] != prompt) {
			t.Fatalf("%q: files %v, values %q", name, form.File, form.Value)
		}
		if sent := files[0].Filename; sent == "" || strings.ContainsAny(sent, "/\\\r\n\"") || files[0].Size != int64(len(data)) {
			t.Errorf("%q is sent as %q, %d bytes", name, sent, files[0].Size)
		}
	})
}

// FuzzVideoBody: the body of a submission is JSON that says what was asked, whatever was typed.
func FuzzVideoBody(f *testing.F) {
	f.Add("clip-3.0", "<b>&\u2028", "", "https://h/1.png", int64(1))
	f.Add("m", "\xff\x00", "16:9", "", int64(-1))
	f.Fuzz(func(t *testing.T, model, prompt, size, frame string, seed int64) {
		r := VideoRequest{Model: model, Prompt: prompt, Size: size, Resolution: "720P", AspectRatio: "16:9", Seed: &seed}
		if frame != "" {
			r.InputReference = []string{frame}
		}
		body, err := videoBody(r)
		var back map[string]any
		if err != nil || json.Unmarshal(body, &back) != nil {
			t.Fatalf("%s, %v", body, err)
		}
		if got, _ := back["prompt"].(string); got != strings.ToValidUTF8(prompt, "\uFFFD") && utf8.ValidString(prompt) {
			t.Errorf("%q is sent as %q", prompt, got)
		}
		if _, both := back["resolution"]; both && size != "" {
			t.Errorf("size and resolution: %s", body)
		}
	})
}

// FuzzPriceTable: no table and no request, as they come out of the database, make an amount below nothing or beyond what
// the ledger can add up.
func FuzzPriceTable(f *testing.F) {
	table, _ := json.Marshal(referenceTable())
	f.Add(table, []byte(`{"model":"clip-3.0","prompt":"x","seconds":5,"resolution":"720P"}`))
	f.Add([]byte(`{"video":[{"model":"","resolution":"720P","per_second":9223372036854775807}],"tokens":{"output_per_million":-1}}`), []byte(`{"seconds":9000000000000000,"size":"999999x999999"}`))
	f.Fuzz(func(t *testing.T, table, request []byte) {
		var p PriceTable
		if json.Unmarshal(table, &p) != nil {
			return
		}
		var v VideoRequest
		var e EditRequest
		_, _ = json.Unmarshal(request, &v), json.Unmarshal(request, &e)
		for _, est := range []Estimate{p.EstimateVideo(v), p.EstimateImage(e.ImageRequest), p.EstimateEdit(e, 0, 1<<40)} {
			if est.Known && (est.Amount < 0 || est.Amount > maxCharge || est.Unit < 0) || !json.Valid(est.Quantity) {
				t.Errorf("%+v", est)
			}
		}
		if v.Validate() == nil && v.Duration() > MaxSeconds {
			t.Errorf("%d seconds pass", v.Duration())
		}
	})
}

// FuzzMeasure: what CheckImage lets through is decoded to the size that it measured, or not at all, in memory that goes
// with that size.
func FuzzMeasure(f *testing.F) {
	webp, _ := base64.StdEncoding.DecodeString(tinyWebP)
	for _, b := range [][]byte{picture(f, "png", 5, 5), picture(f, "jpeg", 9, 5), webp, extendedWebP(1, 1, webp[12:]), extendedWebP(1, 1, vp8lHeader(16384, 16384))} {
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		info, err := CheckImage(bytes.NewReader(b), int64(len(b)))
		if err != nil || info.Width*info.Height > 1<<20 {
			return
		}
		var img image.Image
		n := allocated(func() { img, _, err = image.Decode(bytes.NewReader(b)) })
		if n > 64<<20+uint64(256*len(b)) {
			t.Fatalf("%s of %d by %d takes %d bytes", info.Format, info.Width, info.Height, n)
		}
		if err == nil && img.Bounds().Size() != image.Pt(info.Width, info.Height) {
			t.Errorf("measured %+v, decoded %v", info, img.Bounds())
		}
	})
}

// FuzzInline: base64 of an answer decodes to what was encoded, in each of its spellings, and never to more.
func FuzzInline(f *testing.F) {
	f.Add("AAEC", []byte{0, 1, 2})
	f.Add("data:image/png;base64,_-8=", []byte("\xff\xef"))
	f.Add("====", []byte{})
	f.Fuzz(func(t *testing.T, s string, data []byte) {
		if got, err := io.ReadAll(base64Reader(s)); len(got) > len(s) || err != nil && asError(t, err).Err != ErrDamaged {
			t.Errorf("%q: %d bytes, %v", s, len(got), err)
		}
		for _, enc := range []*base64.Encoding{base64.StdEncoding, base64.RawStdEncoding, base64.URLEncoding, base64.RawURLEncoding} {
			for _, head := range []string{"", "data:image/png;base64,"} {
				if got, err := io.ReadAll(base64Reader(head + enc.EncodeToString(data))); err != nil || !bytes.Equal(got, data) {
					t.Fatalf("%q came back as %q, %v", data, got, err)
				}
			}
		}
	})
}

// FuzzClipCheck: a file that passes for a clip does not pass with its last byte cut off.
func FuzzClipCheck(f *testing.F) {
	f.Add([]byte("\x00\x00\x00\x10ftypisom\x00\x00\x00\x00\x00\x00\x00\x08moof"))
	f.Add([]byte("\x00\x00\x00\x01mdat\x00\x00\x00\x00\x00\x00\x00\x12ab"))
	f.Fuzz(func(t *testing.T, b []byte) {
		size := int64(len(b))
		if boxesFill(bytes.NewReader(b), size) && boxesFill(bytes.NewReader(b[:size-1]), size-1) {
			if last := len(b) - 9; last < 0 { // a cut may leave whole boxes only where a whole box was cut
				t.Errorf("%q is whole with and without its end", b)
			}
		}
		if checkClip(bytes.NewReader(b), size) == nil && !looksLikeMP4(b) {
			t.Errorf("%q is no clip", b[:min(len(b), 16)])
		}
	})
}

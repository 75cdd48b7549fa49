package client

import (
	"bytes"
	"encoding/json"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzRedirect: wherever a Location leads, the key stays at its origin, and nothing goes from https to http.
func FuzzRedirect(f *testing.F) {
	for _, s := range []string{"/v1/other", "//evil.test/x", "http://api.example.com/v1",
		"https://api.example.com:443/v1",
		"https://API.example.com/", "https://api.example.com.evil.test/", "https://api.example.com@evil.test/",
		"https://u:p@api.example.com/",
		"https://api.example.com:8443/", "file:///etc/passwd", "javascript:x", "\\\\evil.test\\x", "https://[::1]/",
		"?q", "https:/x"} {
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
			req = &http.Request{Method: http.MethodGet, URL: u,
				Header: http.Header{"Authorization": {"Bearer " + testKey}, "Referer": {via[len(via)-1].URL.String()}}}
			if c.guardRedirect(req, via) != nil {
				return
			}
			home := u.Scheme == "https" && u.Hostname() != "" && strings.EqualFold(u.Hostname(), "api.example.com") &&
				(u.Port() == "" || u.Port() == "443")
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
	for _, s := range []string{"https://api.example.com/v1/", "HTTP://Host:80//v1", "http://[::1]:8790",
		"https://h/v1/v1/", "https://u@h", "http://h?x", "http://h/%2e%2e/", "http://h:", "ftp://h",
		"http://h.:080/.", "http://bücher.example/a//b/./c/..", "http://[::FFFF:7f00:1]", "http://[fe80::1%25eth0]:1",
		"http://0x7f.1", "http://h:99999"} {
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
		_, err = Origin(s)
		one, err1 := Origin(clean)
		if err != nil || err1 != nil || !SameService(s, clean) || !strings.HasPrefix(one, "http") {
			t.Fatalf("%q and %q: origin %q, %v, %v", s, clean, one, err, err1)
		}
		c, err := New(Config{BaseURL: clean, APIKey: testKey})
		if err != nil {
			t.Fatal(err)
		}
		u := c.endpoint("videos", "task_1", "content")
		if OriginOf(u) != one || !strings.HasSuffix(u.String(), "/v1/videos/task_1/content") || u.User != nil ||
			u.RawQuery != "" {
			t.Errorf("%q asks %s", s, u)
		}
	})
}

// FuzzTaskID checks that an accepted ID is one segment of the path and arrives unchanged.
func FuzzTaskID(f *testing.F) {
	for _, s := range []string{"task_1", "a", "..", "a/../b", "a%2f", "CON", "a\x00", "ä", strings.Repeat("a", 513),
		"a?b", "-a", "a~=.", "a\n", "a+b", "v:openai", "../x", "."} {
		f.Add(s)
	}
	c := newClient(f, "https://api.example.com/relay")
	f.Fuzz(func(t *testing.T, id string) {
		if CheckTaskID(id) != nil {
			return
		}
		link := c.endpoint(taskPath(id, "content")...).String()
		rest, ok := strings.CutPrefix(link, "https://api.example.com/relay/v1/videos/")
		segment, ok2 := strings.CutSuffix(rest, "/content")
		got, err := url.PathUnescape(segment)
		if !ok || !ok2 || err != nil || got != id || strings.ContainsAny(segment, "/?#+ ") || len(id) > 512 {
			t.Errorf("%q asks %s", id, link)
		}
	})
}

// FuzzEditForm: any file name and prompt arrive as they are meant, as one part of a form each.
func FuzzEditForm(f *testing.F) {
	f.Add("boat.png", "paper boats", []byte("x"))
	f.Add("..\\..\\a\"\r\nX: y.png", "--\r\n\r\n", []byte("\r\n--"))
	f.Add("/", "\xff", []byte{})
	f.Fuzz(func(t *testing.T, name, prompt string, data []byte) {
		kind, body, err := editForm(EditRequest{ImageRequest: ImageRequest{Model: "m", Prompt: prompt}, Image: data,
			ImageName: name})
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
		if len(files) != 1 || len(form.File) != 1 || prompt != "" &&
			(len(form.Value["prompt"]) != 1 || form.Value["prompt"][0] != prompt) {
			t.Fatalf("%q: files %v, values %q", name, form.File, form.Value)
		}
		if sent := files[0].Filename; sent == "" || strings.ContainsAny(sent, "/\\\r\n\"") ||
			files[0].Size != int64(len(data)) {
			t.Errorf("%q is sent as %q, %d bytes", name, sent, files[0].Size)
		}
	})
}

// FuzzVideoBody checks that the body of a submission is valid JSON with the values of the request.
func FuzzVideoBody(f *testing.F) {
	f.Add("clip-3.0", "<b>&\u2028", "", "https://h/1.png", int64(1))
	f.Add("m", "\xff\x00", "16:9", "", int64(-1))
	f.Fuzz(func(t *testing.T, model, prompt, size, frame string, seed int64) {
		r := VideoRequest{Model: model, Prompt: prompt, Size: size, Resolution: "720P", AspectRatio: "16:9",
			Seed: &seed}
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

// FuzzPriceTable: no table and no request, as they come out of the database, make an amount below nothing or beyond
// what the ledger can add up.
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
		sized := e
		sized.SetInputSize(0, 1, 1<<40)
		for _, est := range []Estimate{v.Estimate(p), e.ImageRequest.Estimate(p), sized.Estimate(p)} {
			if est.Known && (est.Amount < 0 || est.Amount > maxCharge || est.Unit < 0) || !json.Valid(est.Quantity) {
				t.Errorf("%+v", est)
			}
		}
		if v.Validate() == nil && v.Duration() > MaxSeconds {
			t.Errorf("%d seconds pass", v.Duration())
		}
	})
}

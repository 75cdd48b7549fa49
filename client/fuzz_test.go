package client

import (
	"encoding/json"
	"io"
	"net/http"
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

// FuzzTask checks that any task response is parsed into limited memory, valid times and a valid ID.
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
		if n := allocated(func() { task = c.parseTask(body) }); n > 16<<20+64*uint64(len(body)) {
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
		if n := allocated(func() { res = c.parsePictures(body) }); n > 16<<20+64*uint64(len(body)) {
			t.Fatalf("%d bytes of memory for %d of answer", n, len(body))
		}
		u := res.Usage
		if len(res.Data) > maxMembers || u.TotalTokens < 0 || u.Known && u.InputTokens <= 0 && u.OutputTokens <= 0 ||
			u.Split && u.InputTextTokens+u.InputImageTokens != u.InputTokens {
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

// FuzzRefusal checks that an error text is short, on one line, and contains neither the key nor the query of a link.
func FuzzRefusal(f *testing.F) {
	f.Add(429, "application/json", "2", `{"error":{"message":"slow down `+testKey+`","code":null,"param":["x"]}}`)
	f.Add(502, "text/html", "Wed, 21 Oct 2026 07:28:00 GMT", "<html><title>Bad\ngateway https://h/p?sig=1&x=2</title>")
	f.Add(200, "", "-1", `{"detail":[{"loc":["body","seconds"],"msg":"bad"}]}`)
	f.Add(302, "text/plain", "1e400", "")
	c := parser(f)
	f.Fuzz(func(t *testing.T, status int, kind, after, body string) {
		h := http.Header{"Content-Type": {kind}, "Retry-After": {after}, "X-Request-Id": {body}, "Location": {after}}
		resp := &http.Response{StatusCode: status, Header: h, Body: io.NopCloser(strings.NewReader(body))}
		e := c.statusError("submit video", resp)
		if e.Message == "" || utf8.RuneCountInString(e.Message) > maxMessage+1 ||
			strings.ContainsFunc(e.Message, unicode.IsControl) {
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

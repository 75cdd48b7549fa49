package sandbox_test

import (
	"bytes"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"viviscope/client/mp4"
	"viviscope/client/sandbox/sandboxtest"
)

// content fetches a clip like a client: it follows one redirect and sends the key only to its own origin.
func (b *box) content(id string, header ...string) answer {
	b.t.Helper()
	a := b.get("/v1/videos/"+id+"/content", header...)
	if a.status != http.StatusFound {
		return a
	}
	to := a.header.Get("Location")
	if !strings.HasPrefix(to, "/") {
		header = append(header, "Authorization", "")
	}
	return b.get(to, header...)
}

func TestContentModes(t *testing.T) {
	for name, mode := range map[string]sandboxtest.ContentMode{"redirect": sandboxtest.ContentRedirect,
		"direct": sandboxtest.ContentDirect, "cross": sandboxtest.ContentCross} {
		t.Run(name, func(t *testing.T) {
			b := start(t, func(o *sandboxtest.Options) { o.Content = mode })
			id := b.submit(object{"prompt": "boats", "audio": true})
			if a := b.get("/v1/videos/" + id + "/content"); a.status != http.StatusBadRequest ||
				!strings.HasPrefix(a.message(t), "Task is not completed yet, current status: ") {
				t.Errorf("too early: %d %s", a.status, a.body)
			}
			b.rendered()
			b.clock.Add(time.Minute)
			first := b.get("/v1/videos/" + id + "/content")
			to, err := url.Parse(first.header.Get("Location"))
			if err != nil {
				t.Fatal(err)
			}
			switch mode {
			case sandboxtest.ContentDirect:
				if first.status != http.StatusOK {
					t.Errorf("status %d", first.status)
				}
			case sandboxtest.ContentRedirect:
				if first.status != http.StatusFound || to.Host != "" {
					t.Errorf("%d to %s", first.status, to.Redacted())
				}
			case sandboxtest.ContentCross:
				if first.status != http.StatusFound || to.Host == "" || strings.HasPrefix(to.String(), b.BaseURL()) {
					t.Errorf("%d to %s", first.status, to.Host)
				}
				if a := b.get(to.String()); a.status != http.StatusBadRequest {
					t.Errorf("the key at the other origin: %d", a.status)
				}
			}
			a := b.content(id)
			info, err := mp4.Check(bytes.NewReader(a.body), int64(len(a.body)))
			if err != nil || a.status != http.StatusOK || a.header.Get("Content-Type") != "video/mp4" {
				t.Fatalf("%d %v %v", a.status, a.header, err)
			}
			if info.Width != 1280 || info.Height != 720 || info.Seconds != 5 || !info.HasAudio {
				t.Errorf("%+v", info)
			}
		})
	}
}

func TestContentRange(t *testing.T) {
	b := start(t)
	id := b.finish(object{"prompt": "boats"})
	whole := b.content(id)
	etag, n := whole.header.Get("ETag"), len(whole.body)
	if whole.header.Get("Accept-Ranges") != "bytes" || !strings.HasPrefix(etag, `"`) ||
		whole.header.Get("Last-Modified") == "" {
		t.Fatalf("headers %v", whole.header)
	}
	for _, r := range []struct {
		name   string
		header []string
		status int
		body   []byte
	}{
		{"from an offset", []string{"Range", "bytes=100-"}, 206, whole.body[100:]},
		{"a middle", []string{"Range", "bytes=10-19"}, 206, whole.body[10:20]},
		{"the end", []string{"Range", "bytes=-7"}, 206, whole.body[n-7:]},
		{"if unchanged", []string{"Range", "bytes=100-", "If-Range", etag}, 206, whole.body[100:]},
		{"if changed", []string{"Range", "bytes=100-", "If-Range", `"other"`}, 200, whole.body},
		{"by date", []string{"Range", "bytes=100-", "If-Range", whole.header.Get("Last-Modified")}, 206,
			whole.body[100:]},
		{"beyond the end", []string{"Range", "bytes=99999999-"}, 416, nil},
		{"not modified", []string{"If-None-Match", etag}, 304, nil},
	} {
		a := b.content(id, r.header...)
		if a.status != r.status || r.body != nil && !bytes.Equal(a.body, r.body) {
			t.Errorf("%s: %d, %d bytes", r.name, a.status, len(a.body))
		}
	}
	link := b.get("/v1/videos/" + id + "/content").header.Get("Location")
	if a := b.send(http.MethodHead, link, "", nil); a.status != 200 || len(a.body) != 0 ||
		a.header.Get("ETag") != etag {
		t.Errorf("HEAD: %d %v", a.status, a.header)
	}
	if a := b.send(http.MethodHead, "/v1/videos/"+id+"/content", "", nil); a.status != http.StatusFound {
		t.Errorf("HEAD of content: %d", a.status)
	}
}

func TestClipsExpireAfterSevenDays(t *testing.T) {
	b := start(t)
	id := b.finish(object{"prompt": "boats"})
	b.clock.Add(7*24*time.Hour - 21*time.Second)
	if a := b.content(id); a.status != http.StatusOK {
		t.Fatalf("a second before: %d", a.status)
	}
	link := b.get("/v1/videos/" + id + "/content").header.Get("Location")
	b.clock.Add(time.Second)
	for _, path := range []string{"/v1/videos/" + id + "/content", link} {
		if a := b.get(path); a.status != http.StatusGone || a.code(t) != "artifact_gone" {
			t.Errorf("after 7 days: %d %s", a.status, a.body)
		}
	}
	if p := b.poll(id); p["status"] != "completed" {
		t.Errorf("the task itself: %v", p["status"])
	}
}

func TestSignedLinks(t *testing.T) {
	b := start(t)
	id, other := b.finish(object{"prompt": "boats"}), b.finish(object{"prompt": "birds"})
	link := b.get("/v1/videos/" + id + "/content").header.Get("Location")
	if a := b.get(link, "Authorization", ""); a.status != http.StatusOK {
		t.Errorf("a signed link needs no key: %d", a.status)
	}
	for _, forged := range []string{
		strings.Replace(link, id, other, 1),
		link + "x",
		strings.Replace(link, "expires=1", "expires=2", 1),
		strings.Split(link, "?")[0],
	} {
		if a := b.get(forged); a.status != http.StatusForbidden {
			t.Errorf("a forged link: %d", a.status)
		}
	}
	b.clock.Add(11 * time.Minute)
	if a := b.get(link); a.status != http.StatusForbidden || a.code(t) != "link_expired" {
		t.Errorf("a dead link: %d %s", a.status, a.body)
	}
	if a := b.content(id); a.status != http.StatusOK {
		t.Errorf("a new link: %d", a.status)
	}
}

func TestUnknownTask(t *testing.T) {
	b := start(t)
	for _, path := range []string{"/v1/videos/task_none", "/v1/videos/task_none/content",
		"/v1/videos/..%2f..%2fsandbox.json"} {
		if a := b.get(path); a.status != http.StatusNotFound || a.code(t) != "task_not_found" {
			t.Errorf("%s: %d %s", path, a.status, a.body)
		}
	}
}

package sandbox_test

import (
	"image/color"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"viviscope/client/sandbox/sandboxtest"
)

func TestFramesAreFetched(t *testing.T) {
	b := start(t)
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if from := r.Header.Get("Referer"); from != "" {
			t.Errorf("%s is told that it comes from %s", r.URL.Path, from)
		}
		switch r.URL.Path {
		case "/wide.png":
			_, _ = w.Write(pngOf(t, 1600, 900, red))
		case "/tall.png":
			_, _ = w.Write(pngOf(t, 300, 400, color.White))
		case "/moved":
			http.Redirect(w, r, "/wide.png", http.StatusFound)
		}
	}))
	defer site.Close()
	for _, r := range []struct {
		fields object
		size   string
		last   bool
	}{
		{object{"input_reference": site.URL + "/wide.png"}, "1280x720", false},
		{object{"input_reference": site.URL + "/moved?signature=secret", "aspect_ratio": "9:16"}, "1280x720", false},
		{object{"input_reference": []string{site.URL + "/tall.png", site.URL + "/wide.png"}}, "720x960", true},
		{object{"input_reference": []string{site.URL + "/tall.png"}, "resolution": "1080P"}, "1080x1440", false},
		{object{"input_reference": []string{site.URL + "/tall.png"}, "size": "640x360"}, "640x360", false},
	} {
		if got := b.poll(b.finish(r.fields))["size"]; got != r.size {
			t.Errorf("%v: size %v, want %s", r.fields, got, r.size)
		}
		clips := b.renderer.Clips()
		last := clips[len(clips)-1]
		if last.First == nil || (last.Last != nil) != r.last {
			t.Errorf("%v: frames %v %v", r.fields, last.First != nil, last.Last != nil)
		}
	}
}

// Links may be untrusted: neither a link nor a redirect reaches the local network.
func TestPrivateFramesAreNotFetched(t *testing.T) {
	private := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		t.Errorf("asked for %s", r.URL)
	}))
	defer private.Close()
	listener, err := net.Listen("tcp", "127.0.0.2:0")
	if err != nil {
		t.Skipf("no second loopback address here: %v", err)
	}
	public := httptest.NewUnstartedServer(http.RedirectHandler(private.URL+"/admin?signature=secret", http.StatusFound))
	public.Listener.Close()
	public.Listener = listener
	public.Start()
	defer public.Close()
	b := start(t, func(o *sandboxtest.Options) {
		o.Public = func(a netip.Addr) bool { return a.String() == "127.0.0.2" }
	})
	for _, link := range []string{private.URL + "/a.png?signature=secret", public.URL + "/a.png",
		"http://10.0.0.1/a.png", "http://169.254.169.254/latest"} {
		id := b.submit(object{"prompt": "x", "input_reference": link})
		b.rendered()
		e := b.poll(id)["error"].(object)["message"].(string)
		if !strings.Contains(e, "the address is not public") || strings.Contains(e, "secret") {
			t.Errorf("%s: %q", link, e)
		}
	}
}

// The link of a picture of the sandbox is a valid frame, and is read without an HTTP request.
func TestOwnPictureAsFrame(t *testing.T) {
	b := start(t)
	link, _ := b.generate(object{"prompt": "fox", "size": "512x512"}).item(t)
	id := b.finish(object{"input_reference": link})
	if got := b.poll(id)["size"]; got != "720x720" {
		t.Errorf("size %v", got)
	}
	if n := b.Calls("GET", "/v1/sandbox/pictures/{name}"); n != 0 {
		t.Errorf("%d requests to itself", n)
	}
	b.clock.Add(25 * time.Hour)
	dead := b.submit(object{"input_reference": link})
	b.rendered()
	if e := b.poll(dead)["error"].(object)["message"].(string); !strings.Contains(e, "the link has expired") {
		t.Errorf("a dead link: %q", e)
	}
}

func TestFramesThatCannotBeFetched(t *testing.T) {
	b := start(t)
	bomb := claim(pngOf(t, 8, 8, red), 10000, 1)
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/ok.png":
			_, _ = w.Write(pngOf(t, 64, 64, red))
		case "/html":
			_, _ = w.Write([]byte("<html>welcome</html>"))
		case "/bomb.png":
			_, _ = w.Write(bomb)
		case "/huge.png":
			_, _ = w.Write(append(pngOf(t, 8, 8, red), make([]byte, 33<<20)...))
		case "/loop":
			http.Redirect(w, r, "/loop", http.StatusFound)
		case "/cut.png":
			w.Header().Set("Content-Length", "1000")
			_, _ = w.Write([]byte("short"))
		default:
			http.NotFound(w, r)
		}
	}))
	defer site.Close()
	closed := httptest.NewServer(nil)
	closed.Close()
	for _, r := range []struct{ first, last, want string }{
		{site.URL + "/none.png?signature=secret", "", "the first frame could not be fetched from 127.0.0.1"},
		{site.URL + "/none.png", "", "not reachable (HTTP 404)"},
		{site.URL + "/ok.png", site.URL + "/none.png", "the last frame could not be fetched"},
		{site.URL + "/html", "", "not a picture"},
		{site.URL + "/bomb.png", "", "not a picture"},
		{site.URL + "/huge.png", "", "not a picture"},
		{site.URL + "/loop?signature=secret", "", "not reachable (HTTP 302)"},
		{site.URL + "/cut.png", "", "could not be fetched"},
		{closed.URL + "/a.png?signature=secret", "", "could not be fetched"},
		{b.BaseURL() + "/v1/sandbox/pictures/../../sandbox.json", "", "could not be fetched"},
	} {
		refs := []string{r.first}
		if r.last != "" {
			refs = append(refs, r.last)
		}
		id := b.submit(object{"prompt": "x", "input_reference": refs})
		b.rendered()
		p := b.poll(id)
		e, ok := p["error"].(map[string]any)
		if !ok || p["status"] != "failed" || p["progress"] != 100.0 ||
			!strings.Contains(e["message"].(string), r.want) {
			t.Errorf("%s: %v, want %q", r.first, p, r.want)
			continue
		}
		if strings.Contains(e["message"].(string), "secret") {
			t.Errorf("the message shows the link: %s", e["message"])
		}
		l := b.Ledger()
		if l[len(l)-1].Kind != "refund" || l[len(l)-1].TaskID != id {
			t.Errorf("%s: no refund", r.first)
		}
	}
	if len(b.renderer.Clips()) != 0 {
		t.Error("something was rendered")
	}
}

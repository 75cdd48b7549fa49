package smoke

import (
	"context"
	"encoding/json"
	"image"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"viviscope/gui/dnd/dragtest"
)

// recorder is a service that reads each request whole and refuses it, so that nothing else happens.
type recorder struct {
	base  string
	posts chan []string // input_reference of each request
}

func startRecorder(t testing.TB) *recorder {
	r := &recorder{posts: make(chan []string, 1)}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusBadRequest)
		io.WriteString(w, `{"error":{"code":"invalid_request","message":"recorded"}}`)
		var body struct {
			Frames json.RawMessage `json:"input_reference"`
		}
		if q.Method != http.MethodPost || json.NewDecoder(q.Body).Decode(&body) != nil {
			return
		}
		var links []string
		if json.Unmarshal(body.Frames, &links) != nil {
			links = make([]string, 1)
			if err := json.Unmarshal(body.Frames, &links[0]); err != nil {
				links = nil
			}
		}
		r.posts <- links
	}))
	t.Cleanup(server.Close)
	r.base = server.URL
	return r
}

// A signed link with everything that careless handling destroys: escapes, a plus, a second address, a fragment.
const signed = "https://example.com/a%20b/c%2Fd.png?sig=x%2By%26z&u=https://o.net//q#frag"

// What other programs drag onto a slot is what the service receives, byte for byte; what is no link never fills one.
// One window takes all of them, one after the other; what fills both slots comes last.
func TestDraggedLinksReachTheServiceByteForByte(t *testing.T) {
	t.Parallel()
	s, at := startScreen(t, 1440, 900, shots(t)), startRecorder(t)
	lib := library{t: t, dir: filepath.Join(t.TempDir(), "library")}
	p := start(t, append(s.env(), "VIVISCOPE_API_KEY=sk-drag-0123456789"), "-library", lib.dir, "-base-url", at.base)
	s.window(title)
	s.keys("ctrl+shift+2") // frames to video
	s.shot("frames-empty")
	source, err := dragtest.Open(s.display)
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	window, err := source.Find(ctx, title)
	if err != nil {
		t.Fatal(err)
	}
	drop := func(end dragtest.End, offers []dragtest.Flavour) {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		defer cancel()
		if _, err := source.Drag(ctx, dragtest.Drag{Window: window, Path: []image.Point{{700, 500}, {270, 240}},
			Offers: offers, End: end}); err != nil {
			t.Fatal(err)
		}
	}
	const other, page = "https://cdn.example.net/%E4%BA%AC?x=%2B%2B", "https://page.example.org/shop?id=1"
	html := func(text string) dragtest.Flavour { return dragtest.Text("text/html", text) }
	uris := func(text string) dragtest.Flavour { return dragtest.Text("text/uri-list", text) }
	for i, c := range []struct {
		name   string
		offers []dragtest.Flavour
		end    dragtest.End
		want   []string // what the service receives; nil: the slot stays as it was
	}{
		{"picture from Firefox", []dragtest.Flavour{uris(signed + "\r\n"),
			html(`<img src="https://example.com/a%20b/c%2Fd.png?sig=x%2By%26z&amp;u=https://o.net//q#frag">`)},
			dragtest.Drop, []string{signed}},
		{"link from Chromium", dragtest.Link(other, "a title"), dragtest.Drop, []string{other}},
		{"picture inside a link", []dragtest.Flavour{uris(page + "\r\n"),
			html(`<a href="` + page + `"><img src="https://example.com/a%20b/c%2Fd.png?sig=x%2By%26z&amp;u=https://o.net//q#frag"></a>`)}, dragtest.Drop, []string{signed}},
		{"selected text", []dragtest.Flavour{dragtest.Text("UTF8_STRING", " "+other+" "),
			dragtest.Text("text/plain", other)}, dragtest.Drop, []string{other}},
		{"local file", dragtest.Files("file:///home/me/pic%20%C3%A4%201.png"), dragtest.Drop, nil},
		{"junk text", []dragtest.Flavour{dragtest.Text("UTF8_STRING", "not a link")}, dragtest.Drop, nil},
		{"script", []dragtest.Flavour{uris("javascript:alert(1)\r\n")}, dragtest.Drop, nil},
		{"pointer leaves", dragtest.Link(signed, "x"), dragtest.Leave, nil},
		{"two links", []dragtest.Flavour{uris(signed + "\r\n" + other + "\r\n")}, dragtest.Drop,
			[]string{signed, other}},
		{"three links", []dragtest.Flavour{uris(other + "\r\n" + signed + "\r\n" + page + "\r\n")}, dragtest.Drop,
			[]string{other, signed}},
	} {
		want := c.want
		if want == nil { // something is in the slot that must stay there
			want = []string{page + "&before=" + url.QueryEscape(c.name)}
			drop(dragtest.Drop, dragtest.Link(want[0], "before"))
		}
		drop(c.end, c.offers)
		s.shot("frames-" + c.name)
		s.keys("ctrl+Return")
		select {
		case got := <-at.posts:
			if !slices.Equal(got, want) {
				t.Errorf("%s: the service received %q, want %q", c.name, got, want)
			}
		case <-time.After(patience):
			t.Fatalf("%s: nothing was sent\n%s", c.name, p.output())
		}
		// the next click is another one
		waitFor(t, "the refusal", func() bool { return len(lib.states()) == i+1 && lib.states()[i] == "rejected" })
	}
	p.quit()
}

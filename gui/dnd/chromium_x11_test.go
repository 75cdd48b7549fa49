//go:build linux || freebsd || netbsd || openbsd || dragonfly

package dnd

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"
)

// chromiumPage contains each kind of object that users drag out of a browser, and reports their screen positions. The
// image URLs break if they are decoded.
const chromiumPage = `<!doctype html><meta charset=utf-8><title>things to drag</title><body style="margin:0;font:20px sans-serif">
<a id=link style="position:absolute;left:20px;top:20px" href="https://cdn.example.com/a%20b/x%2Fy.png?sig=x%2By%26z&amp;u=https://o.net//q#frag">LINKLINKLINK</a>
<img id=image style="position:absolute;left:20px;top:80px" width=120 height=80 src="/p%2Fy.png?sig=x%2By%26z&amp;u=https://o.net//q">
<a style="position:absolute;left:20px;top:200px" href="https://page.example/gallery?id=1"><img id=linked width=120 height=80 src="/in%2Flink.png?a=1&amp;b=%2B"></a>
<div id=text style="position:absolute;left:20px;top:320px">https://cdn.example.com/sel%2Fected.png?sig=x%2By</div>
<script>
getSelection().selectAllChildren(text);
setInterval(() => {
  const at = {};
  for (const e of [link, image, linked, text]) {
    const r = e.getBoundingClientRect();
    at[e.id] = {X: Math.round(screenX + r.left + Math.min(r.width / 2, 60)), Y: Math.round(screenY + outerHeight - innerHeight + r.top + r.height / 2)};
  }
  fetch('/at', {method: 'POST', body: JSON.stringify(at)});
}, 200);
</script>`

// place is a point on the screen, px.
type place struct{ X, Y int }

// chromium is a running browser that shows the page.
type chromium struct {
	t       *testing.T
	display string
	site    *httptest.Server
	process *exec.Cmd
	mu      sync.Mutex
	places  map[string]place
	same    int // how often in a row the page said the same
}

func (c *chromium) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/":
		_, _ = io.WriteString(w, chromiumPage)
	case "/at":
		var places map[string]place
		if json.NewDecoder(io.LimitReader(r.Body, 4096)).Decode(&places) != nil {
			return
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		c.same++
		if fmt.Sprint(places) != fmt.Sprint(c.places) {
			c.places, c.same = places, 0
		}
	default:
		w.Header().Set("Content-Type", "image/svg+xml")
		_, _ = io.WriteString(w, `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="80"><rect width="120" height="80" fill="orange"/></svg>`)
	}
}

// start restarts the browser and waits until its page is stable.
func (c *chromium) start() {
	c.t.Helper()
	if c.process != nil {
		end(c.process)
	}
	args := []string{"--no-first-run", "--test-type", "--disable-gpu", "--ozone-platform=x11", "--user-data-dir=" +
		c.t.TempDir(), "--window-position=420,20", "--window-size=560,500", "--app=" + c.site.URL + "/"}
	if os.Geteuid() == 0 {
		args = append(args, "--no-sandbox") // it refuses to run as root with one
	}
	c.mu.Lock()
	c.places, c.same = nil, 0
	c.mu.Unlock()
	c.process = exec.Command("chromium", args...)
	c.process.Env = append(os.Environ(), "DISPLAY="+c.display, "LANG=C.UTF-8")
	if err := c.process.Start(); err != nil {
		c.t.Fatal(err)
	}
	(&desk{t: c.t}).wait("a page that lies still", func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		return c.same >= 5
	})
}

// drag moves the mouse in steps, because browsers begin a drag only after some distance.
func (c *chromium) drag(what string, to place) {
	c.t.Helper()
	c.mu.Lock()
	from := c.places[what]
	c.mu.Unlock()
	args := []string{"mousemove", strconv.Itoa(from.X), strconv.Itoa(from.Y), "sleep", "0.2", "mousedown", "1", "sleep",
		"0.15"}
	const steps = 16
	for i := 1; i <= steps; i++ {
		args = append(args, "mousemove", strconv.Itoa(from.X+(to.X-from.X)*i/steps),
			strconv.Itoa(from.Y+(to.Y-from.Y)*i/steps), "sleep", "0.05")
	}
	args = append(args, "mousemove", strconv.Itoa(to.X-1), strconv.Itoa(to.Y), "sleep", "0.3", "mouseup", "1")
	move := exec.Command("xdotool", args...)
	move.Env = append(os.Environ(), "DISPLAY="+c.display)
	if out, err := move.CombinedOutput(); err != nil {
		c.t.Fatalf("drag %s: %v\n%s", what, err, out)
	}
}

// Drags of a real Chromium arrive byte for byte. On a busy machine it sometimes begins no drag, so each is retried with
// a new browser. The test is opt-in.
func TestChromium(t *testing.T) {
	if os.Getenv("VIVISCOPE_CHROMIUM") == "" {
		t.Skip("set VIVISCOPE_CHROMIUM=1 to drag out of a real browser")
	}
	for _, tool := range []string{"chromium", "xdotool"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed", tool)
		}
	}
	c := &chromium{t: t, display: startScreen(t)}
	c.site = httptest.NewServer(c)
	t.Cleanup(func() {
		if c.process != nil {
			end(c.process)
		}
		c.site.Close()
	})
	p := startProgram(t, c.display, 0.6) // small, so that both windows have room on the screen
	c.start()
	for _, d := range []struct{ what, link string }{
		{"link", signed},
		{"image", c.site.URL + "/p%2Fy.png?sig=x%2By%26z&u=https://o.net//q"},
		{"linked", c.site.URL + "/in%2Flink.png?a=1&b=%2B"},
		{"text", "https://cdn.example.com/sel%2Fected.png?sig=x%2By"},
	} {
		slot := p.px(firstLeft+80, slotTop+70)
		got, arrived := p.after(func() { c.drag(d.what, place(slot)) })
		if !arrived {
			t.Logf("%s: the browser dragged nothing; again with a new one", d.what)
			c.start()
			got, arrived = p.after(func() { c.drag(d.what, place(slot)) })
		}
		if !arrived {
			t.Errorf("%s: nothing arrived", d.what)
		} else if got.Slot != "first" || !slices.Equal(got.Drop.Links, []string{d.link}) {
			t.Errorf("%s: arrived at %s: %+v\nwant %s", d.what, got.Slot, *got.Drop, d.link)
		}
	}
}

// after runs a function and returns the drop that follows within a timeout.
func (p *program) after(do func()) (heard, bool) {
	p.t.Helper()
	do()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	for {
		select {
		case h, ok := <-p.said:
			if !ok {
				p.t.Fatal("the window's program ended")
			}
			if h.Drop != nil {
				return h, true
			}
		case <-ctx.Done():
			return heard{}, false
		}
	}
}

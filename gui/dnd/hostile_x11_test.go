//go:build linux || freebsd || netbsd || openbsd || dragonfly

package dnd

import (
	"context"
	"errors"
	"fmt"
	"image"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"github.com/jezek/xgb/xproto"

	"viviscope/gui/dnd/dragtest"
)

// Content of hostile and faulty sources is rejected or skipped. They receive an answer, and the next drag works.
func TestHostileSources(t *testing.T) {
	large := strings.Repeat("x", maxFlavour)
	for _, c := range []struct {
		name   string
		offers []dragtest.Flavour
		want   Offer
	}{
		{"piece by piece", []dragtest.Flavour{{Name: "text/uri-list", Data: []byte(signed + "\r\n"), ChunkSize: 7}},
			Offer{Kind: KindLink, Links: []string{signed}}},
		{"empty piece by piece", []dragtest.Flavour{{Name: "text/uri-list", ChunkSize: 7}}, Offer{}},
		{"a text as large as allowed", []dragtest.Flavour{{Name: "UTF8_STRING", Data: []byte(large)}},
			Offer{Kind: KindText, Text: large}},
		{"as large piece by piece", []dragtest.Flavour{{Name: "UTF8_STRING", Data: []byte(large), ChunkSize: 60000}},
			Offer{Kind: KindText, Text: large}},
		{"too large", []dragtest.Flavour{{Name: "text/plain", Data: []byte(large + "xxxxx")}}, Offer{}},
		{"too large piece by piece, then a link",
			[]dragtest.Flavour{{Name: "text/html", Data: []byte(large + large), ChunkSize: 60000},
				dragtest.Text("UTF8_STRING", signed)}, Offer{Kind: KindLink, Links: []string{signed}}},
		{"refused, then a link", []dragtest.Flavour{{Name: "text/html", Refused: true},
			dragtest.Text("text/uri-list", signed)}, Offer{Kind: KindLink, Links: []string{signed}}},
		{"numbers for text", []dragtest.Flavour{{Name: "text/plain", Data: []byte("https://a.example/12"),
			AsNumbers: true}},
			Offer{}},
		{"nothing in it", []dragtest.Flavour{{Name: "text/uri-list"}, {Name: "text/x-moz-url"}, {Name: "UTF8_STRING"}},
			Offer{}},
		{"no flavours", nil, Offer{}},
		{"a thousand flavours", append(many(2000), dragtest.Text("UTF8_STRING", signed)), Offer{}},
		{"a hundred flavours", append(many(100), dragtest.Text("UTF8_STRING", signed)),
			Offer{Kind: KindLink, Links: []string{signed}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			k := newDesk(t)
			result := k.drag(dragtest.Drag{Offers: c.offers, Force: true})
			if takes := c.want.Kind != KindUnknown; result.Accepted != takes {
				t.Fatalf("source was told %+v", result)
			} else if takes {
				if d := k.dropped(); !slices.Equal(d.Links, c.want.Links) || d.Text != c.want.Text {
					t.Errorf("arrived %d links, %d bytes of text", len(d.Links), len(d.Text))
				}
			}
			k.nothing()
		})
	}
}

func many(n int) []dragtest.Flavour {
	var offers []dragtest.Flavour
	for i := range n {
		offers = append(offers, dragtest.Text(fmt.Sprintf("application/x-%d", i), "x"))
	}
	return offers
}

// A source that transfers only at the drop is offered by the names of its flavours. One that never transfers is
// rejected.
func TestSilentSource(t *testing.T) {
	k := newDesk(t)
	offers := []dragtest.Flavour{{Name: "text/x-moz-url", Data: []byte(signed), Silent: true}}
	stop := make(chan struct{})
	done := make(chan struct{})
	go func() { // each deadline is due at once
		defer close(done)
		for {
			select {
			case k.late <- time.Time{}:
			case <-stop:
				return
			}
		}
	}()
	result := k.drag(dragtest.Drag{Offers: offers})
	close(stop)
	<-done
	if !slices.Equal(result.Statuses, []bool{true, true}) || !result.Dropped || result.Accepted {
		t.Errorf("source was answered %+v", result)
	}
	if overs, _, _ := k.target.told(); len(overs) != 2 || overs[0].Kind != KindLink || overs[0].Links != nil {
		t.Errorf("hovered %+v", overs)
	}
	k.nothing()
}

// A source that crashes ends its hover.
func TestCrashedSourceEndsHover(t *testing.T) {
	k := newDesk(t)
	k.drag(dragtest.Drag{Offers: dragtest.Link(signed, "x"), End: dragtest.Crash})
	k.wait("the end of the hover", func() bool { _, _, leaves := k.target.told(); return leaves == 1 })
	k.source = k.open()
	k.nothing()
}

// A drag that starts before the previous one ended cancels that one.
func TestSecondSourceEndsFirstDrag(t *testing.T) {
	k := newDesk(t)
	ctx, cancel := context.WithCancel(limited(t))
	first := dragtest.Drag{Window: k.window, Path: []image.Point{{5, 5}},
		Offers: dragtest.Link("https://first.example/", "x"), OnAnswer: func(int, bool) {
			other := k.open()
			if _, err := other.Drag(limited(t), dragtest.Drag{Window: k.window, Path: []image.Point{{6, 6}},
				Offers: dragtest.Link(signed, "x"), End: dragtest.Leave}); err != nil {
				t.Error(err)
			}
			cancel() // the window does not answer the drop that follows: it knows nothing of this drag any more
		}}
	if result, err := k.source.Drag(ctx, first); !errors.Is(err, context.Canceled) || result.Accepted {
		t.Errorf("the first drag: %v, %+v", err, result)
	}
	k.nothing()
}

// The window survives a lost connection: sources find the proxy dead and use the window itself.
func TestLostConnection(t *testing.T) {
	k := newDesk(t)
	proxy := k.source.Proxy(k.window)
	k.drag(dragtest.Drag{Offers: dragtest.Link(signed, "x"), End: dragtest.Leave, OnAnswer: func(step int, _ bool) {
		if step == 1 {
			if err := k.source.Kill(proxy); err != nil {
				t.Error(err)
			}
		}
	}})
	select {
	case <-k.proxy.done:
	case <-limited(t).Done():
		t.Fatal("the proxy did not end with its connection")
	}
	k.wait("the end of the hover", func() bool { _, _, leaves := k.target.told(); return leaves == 1 })
	if k.source.Proxy(k.window) != k.window {
		t.Error("a dead proxy passes for one that is alive")
	}
}

func TestStopRemovesProxy(t *testing.T) {
	k := newDesk(t)
	close(k.proxy.quit)
	<-k.proxy.done
	if k.source.Proxy(k.window) != k.window {
		t.Error("the window still has a proxy")
	}
}

func TestWindowThatCloses(t *testing.T) {
	display := startScreen(t)
	x, window := bareWindow(t, display)
	p := newProxy(&receiver{canvas: func() fyne.Canvas {
		return &fakeCanvas{scale: 1}
	}, target: &recorder{}, post: func(f func()) { f() }, log: quiet()}, time.After)
	go p.serve(display, window)
	source, err := dragtest.Open(display)
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	k := &desk{t: t}
	k.wait("a proxy", func() bool { return source.Proxy(window) != window })
	xproto.DestroyWindow(x, xproto.Window(window))
	select {
	case <-p.done:
	case <-limited(t).Done():
		t.Fatal("the proxy outlives its window")
	}
}

// Without a server or a window, the proxy ends with a log message.
func TestNoServerNoWindow(t *testing.T) {
	display := startScreen(t)
	for _, c := range []struct {
		display string
		window  uint32
	}{{":99999", 1}, {display, 0x7fffff}} {
		p := newProxy(&receiver{post: func(f func()) { f() }, log: quiet()}, time.After)
		p.serve(c.display, c.window)
		if p.session != nil {
			t.Error("a session without a window")
		}
	}
}

// A busy window delays only its source: the proxy can still be stopped.
func TestBusyWindow(t *testing.T) {
	k := newDesk(t)
	busy, free := make(chan struct{}), make(chan struct{})
	k.posts <- func() { close(busy); <-free }
	<-busy
	ctx, cancel := context.WithCancel(limited(t))
	ended := make(chan error, 1)
	go func() {
		_, err := k.source.Drag(ctx, dragtest.Drag{Window: k.window, Path: []image.Point{{5, 5}},
			Offers: dragtest.Link(signed, "x")})
		ended <- err
	}()
	k.wait("the question to the window", func() bool { return len(k.posts) > 0 })
	close(k.proxy.quit)
	<-k.proxy.done
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the source was answered by a busy window: %v", err)
	}
	close(free)
	k.settle()
	if overs, _, leaves := k.target.told(); len(overs) != 1 || leaves != 1 {
		t.Errorf("target was told %d positions and %d leaves", len(overs), leaves)
	}
}

// A source that does not wait for answers receives one for its latest position.
func TestSourceThatDoesNotWait(t *testing.T) {
	k := newDesk(t)
	busy, free := make(chan struct{}), make(chan struct{})
	k.posts <- func() { close(busy); <-free }
	<-busy
	var path []image.Point
	for i := range 50 {
		path = append(path, image.Pt(i, 2*i))
	}
	ended := make(chan error, 1)
	go func() {
		_, err := k.source.Drag(limited(t),
			dragtest.Drag{Window: k.window, Path: path, Offers: dragtest.Link(signed, "x"), Pipelined: true})
		ended <- err
	}()
	k.wait("the question to the window", func() bool { return len(k.posts) > 0 })
	close(free)
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	if d := k.dropped(); d.At != fyne.NewPos(49, 98) {
		t.Errorf("arrived at %v", d.At)
	}
	if _, places, _ := k.target.told(); len(places) > len(path)+1 || places[len(places)-1] != fyne.NewPos(49, 98) {
		t.Errorf("asked at %v", places)
	}
}

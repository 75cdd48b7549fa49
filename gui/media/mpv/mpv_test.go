package mpv

import (
	"errors"
	"testing"
	"unsafe"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestMissingLibraryIsErrNotFound(t *testing.T) {
	for _, names := range [][]string{{"libmpv-of-nobody.so.99"}, {"libmpv-of-nobody.so.99", "/nowhere/libmpv.so"}} {
		if l, err := Open(names...); !errors.Is(err, ErrNotFound) || l != nil {
			t.Errorf("Open(%q) = %v, %v", names, l, err)
		}
	}
}

func TestALibraryThatIsNotMPV(t *testing.T) {
	l, err := Open("libc.so.6", "libSystem.B.dylib", "kernel32.dll") // one of them is on any computer
	if !errors.Is(err, ErrNotFound) || l != nil {
		t.Errorf("got %v, %v", l, err)
	}
}

// A process can have about 2,000 C callbacks, which are never freed. Opening the library again returns the same one.
func TestTheLibraryIsOpenedOnce(t *testing.T) {
	first := open(t)
	for i := range 3000 {
		if l, err := Open(); l != first || err != nil {
			t.Fatalf("open number %d: %v, %v", i+2, l, err)
		}
	}
}

func open(t *testing.T) *Library {
	t.Helper()
	l, err := Open()
	if err != nil {
		t.Skip("not tested here: ", err)
	}
	return l
}

func TestPlayerProperties(t *testing.T) {
	l := open(t)
	p, err := l.NewPlayer(Config{Options: map[string]string{"ao": "null"}})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Set("volume", "42"); err != nil {
		t.Error(err)
	}
	if v, err := p.Float("volume"); v != 42 || err != nil {
		t.Errorf("volume %v, %v", v, err)
	}
	if v, err := p.Int("volume"); v != 42 || err != nil {
		t.Errorf("volume %v, %v", v, err)
	}
	if s, err := p.String("idle-active"); s != "yes" || err != nil {
		t.Errorf("idle-active %q, %v", s, err)
	}
	if _, err := p.Float("no-such-property"); err == nil {
		t.Error("a property that does not exist was read")
	}
	if err := p.Command("no-such-command"); err == nil {
		t.Error("a command that does not exist was run")
	}
	if err := p.Command(); err == nil {
		t.Error("an empty command was run")
	}
	for range 2 {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	}
	if err := p.Set("volume", "1"); !errors.Is(err, ErrClosed) {
		t.Errorf("after close: %v", err)
	}
}

func TestManyPlayers(t *testing.T) {
	l := open(t)
	for range 5 {
		p, err := l.NewPlayer(Config{})
		if err != nil {
			t.Fatal(err)
		}
		p.Resize(320, 180)
		if err := p.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if len(l.players) != 0 {
		t.Errorf("%d players left", len(l.players))
	}
}

func TestBuffersSuitBothSides(t *testing.T) {
	for _, width := range []int{16, 320, 512, 1280, 1, 854, 1279} {
		im := alignedRGBA(width, 9)
		if uintptr(unsafe.Pointer(&im.Pix[0]))%64 != 0 || im.Stride%64 != 0 || len(im.Pix) != im.Stride*9 {
			t.Errorf("width %d for libmpv: stride %d, %d bytes", width, im.Stride, len(im.Pix))
		}
		for i := range im.Pix {
			im.Pix[i] = uint8(i / im.Stride)
		}
		unpad(im)
		if im.Stride != 4*width || len(im.Pix) != 4*width*9 || im.Pix[4*width*8-1] != 7 || im.Pix[4*width*8] != 8 {
			t.Errorf("width %d for the window: stride %d, %d bytes", width, im.Stride, len(im.Pix))
		}
	}
}

func TestLayoutsAreThoseOfC(t *testing.T) {
	if s := unsafe.Sizeof(renderParam{}); s != 16 {
		t.Errorf("mpv_render_param has %d bytes", s)
	}
	if s := unsafe.Sizeof(rawEvent{}); s != 24 {
		t.Errorf("mpv_event has %d bytes", s)
	}
}

func TestStringsOfC(t *testing.T) {
	for _, s := range []string{"", "a", "grün 船"} {
		if got := goString(cString(s)); got != s {
			t.Errorf("%q came back as %q", s, got)
		}
	}
	if goString(nil) != "" {
		t.Error("NULL is not empty")
	}
}

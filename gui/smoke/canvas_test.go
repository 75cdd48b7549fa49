package smoke

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"mime"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"viviscope/gui/editor/drawing"
)

// eavesdropper stands between the program and its service and keeps the pictures that edits send.
type eavesdropper struct {
	base     string
	pictures chan []byte // the file of each multipart edit; nil for an edit without one
}

func eavesdrop(t testing.TB, service string) *eavesdropper {
	t.Helper()
	to, err := url.Parse(service)
	if err != nil {
		t.Fatal(err)
	}
	e := &eavesdropper{pictures: make(chan []byte, 4)}
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(&url.URL{Scheme: to.Scheme, Host: to.Host})
		r.Out.Host = to.Host // its own links name itself, and are fetched from there
	}}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/images/edits") {
			body, err := io.ReadAll(r.Body)
			if err != nil {
				t.Errorf("read the edit: %v", err)
			}
			e.pictures <- imagePart(t, r.Header.Get("Content-Type"), body)
			r.Body = io.NopCloser(bytes.NewReader(body))
		}
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	e.base = server.URL + to.Path
	return e
}

func imagePart(t testing.TB, contentType string, body []byte) []byte {
	kind, params, err := mime.ParseMediaType(contentType)
	if err != nil || kind != "multipart/form-data" {
		return nil
	}
	for form := multipart.NewReader(bytes.NewReader(body), params["boundary"]); ; {
		part, err := form.NextPart()
		if err != nil {
			t.Errorf("the edit has no image part: %v", err)
			return nil
		}
		if part.FormName() == "image" {
			data, err := io.ReadAll(part)
			if err != nil {
				t.Errorf("read the image part: %v", err)
			}
			return data
		}
	}
}

// drag moves the pointer along a way with the first button held.
func (s *screen) drag(way ...image.Point) {
	s.t.Helper()
	s.point(way[0])
	s.xdotool("mousedown", "1")
	for _, p := range way[1:] {
		s.point(p)
	}
	s.xdotool("mouseup", "1")
}

// What is drawn with the mouse stands in the file that the service receives, and nothing else of the picture has
// changed.
func TestMarksReachTheService(t *testing.T) {
	t.Parallel()
	s, at := startScreen(t, 1440, 900, shots(t)), startService(t, 3)
	between := eavesdrop(t, at.base)
	lib := library{t: t, dir: filepath.Join(t.TempDir(), "library")}
	p := start(t, append(s.env(), "VIVISCOPE_API_KEY="+at.key), "-library", lib.dir, "-base-url", between.base)
	s.window(title)
	s.keys("ctrl+shift+3") // text to image
	s.typed("A quiet harbour in the morning mist")
	s.shot("canvas-typed") // the window is there, and the key of the profile is known
	s.keys("ctrl+Return")
	waitFor(t, "the picture in the library", lib.saved(1))
	original := picture(t, lib.files("picture")[0])
	s.keys("ctrl+4")
	before := s.shotWith("gallery-before-edit", firstTile)
	s.point(image.Pt(280, 260))
	s.xdotool("mousedown", "1")
	s.point(image.Pt(300, 280))
	s.point(image.Pt(840, 640))
	if s.shot("gallery-drag").RGBAAt(890, 690) == before.RGBAAt(890, 690) {
		t.Error("nothing follows the pointer")
	}
	s.keys("Escape")
	s.xdotool("mouseup", "1")
	s.keys("Home", "e")
	s.shotWith("canvas-open", canvas, strip)

	s.keys("Tab") // out of the prompt: letters are tools on the canvas
	s.click(image.Pt(700, 500))
	s.keys("ctrl+z", "b") // the click was a dab
	s.drag(image.Pt(520, 600), image.Pt(560, 640), image.Pt(600, 600), image.Pt(640, 640))
	s.keys("r")
	s.drag(image.Pt(680, 240), image.Pt(720, 260), image.Pt(830, 350))
	s.shot("canvas-marked")
	s.keys("ctrl+l")
	s.typed("Put a kite into the box")
	s.keys("ctrl+Return")
	waitFor(t, "the edited picture", lib.saved(2))
	s.shot("canvas-version")

	var sent []byte
	select {
	case sent = <-between.pictures:
	default:
		t.Fatal("the service received no edit")
	}
	got, err := png.Decode(bytes.NewReader(sent))
	if err != nil {
		t.Fatalf("the service received no PNG: %v", err)
	}
	if got.Bounds() != original.Bounds() {
		t.Fatalf("the service received %v, the picture is %v", got.Bounds(), original.Bounds())
	}
	marks := map[color.NRGBA]image.Rectangle{}
	pixels := map[color.NRGBA]int{}
	changed := image.Rectangle{}
	for y := range got.Bounds().Dy() {
		for x := range got.Bounds().Dx() {
			c := color.NRGBAModel.Convert(got.At(x, y)).(color.NRGBA)
			if c == color.NRGBAModel.Convert(original.At(x, y)).(color.NRGBA) {
				continue
			}
			dot := image.Rect(x, y, x+1, y+1)
			changed = changed.Union(dot)
			marks[c], pixels[c] = marks[c].Union(dot), pixels[c]+1
		}
	}
	inks := map[string]image.Rectangle{}
	for _, ink := range drawing.Colours() {
		if pixels[ink.Color] < 1000 { // fewer are the edge of something else
			continue
		}
		inks[ink.Word] = marks[ink.Color]
		t.Logf("%s: %d pixels in %v", ink.Word, pixels[ink.Color], marks[ink.Color])
	}
	box, stroke := inks["red"], inks["blue"]
	if len(inks) != 2 || box.Empty() || stroke.Empty() {
		t.Fatalf("the service received marks in %v, drawn were a blue stroke and a red box", inks)
	}
	// The two lie to each other as the pointer went: the line of the box is 8 px wide, the brush 24 px.
	zoom := float64(box.Dx()-8) / 150
	for what, is := range map[string][2]float64{
		"height of the box":           {float64(box.Dy() - 8), 110},
		"width of the stroke":         {float64(stroke.Dx() - 24), 120},
		"height of the stroke":        {float64(stroke.Dy() - 24), 40},
		"left of the box's left":      {float64(box.Min.X + 4 - stroke.Min.X - 12), 160},
		"below the upper edge of box": {float64(stroke.Min.Y + 12 - box.Min.Y - 4), 360},
	} {
		if want := is[1] * zoom; math.Abs(is[0]-want) > 8 {
			t.Errorf("%s: %.0f px in the file, the pointer made %.0f", what, is[0], want)
		}
	}
	if whole := got.Bounds(); changed.Empty() || changed.Dx() > whole.Dx()*3/4 || changed.Dy() > whole.Dy()*9/10 {
		t.Errorf("what differs with the picture is %v of %v: only what was drawn may", changed, whole)
	}
	p.quit()
}

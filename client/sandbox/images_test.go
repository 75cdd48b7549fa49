package sandbox_test

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"viviscope/client/linkcheck"
	"viviscope/client/sandbox/sandboxtest"
)

// pngOf returns a PNG of one colour.
func pngOf(t *testing.T, w, h int, c color.Color) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewPaletted(image.Rect(0, 0, w, h), color.Palette{c})); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// claim changes the stated size of a PNG.
func claim(b []byte, w, h uint32) []byte {
	binary.BigEndian.PutUint32(b[16:], w)
	binary.BigEndian.PutUint32(b[20:], h)
	binary.BigEndian.PutUint32(b[29:], crc32.ChecksumIEEE(b[12:29]))
	return b
}

var red = color.RGBA{200, 20, 20, 255}

// item returns the only item of an image response.
func (a answer) item(t *testing.T) (url, b64 string) {
	t.Helper()
	data, ok := a.json(t)["data"].([]any)
	if a.status != http.StatusOK || !ok || len(data) != 1 {
		t.Fatalf("%d %.300s", a.status, a.body)
	}
	item := data[0].(map[string]any)
	return item["url"].(string), item["b64_json"].(string)
}

func (b *box) generate(fields object) answer {
	b.t.Helper()
	fields["model"] = "genimage-2.5-flare"
	return b.post("/v1/images/generations", fields)
}

func TestGenerate(t *testing.T) {
	b := start(t)
	a := b.generate(object{"prompt": "a red fox", "size": "1024x768", "quality": "low"})
	link, b64 := a.item(t)
	if b64 != "" || !strings.HasPrefix(link, b.BaseURL()+"/v1/sandbox/pictures/img_") {
		t.Errorf("url %q, b64_json %q", link, b64)
	}
	// 9 characters are 3 tokens of text; 1024 by 768 at low quality are 750*3/4 of picture, rounded up.
	want := object{"input_tokens": 3.0, "output_tokens": 563.0, "total_tokens": 566.0,
		"input_tokens_details":  object{"text_tokens": 3.0, "image_tokens": 0.0},
		"output_tokens_details": object{"text_tokens": 0.0, "image_tokens": 563.0}}
	if d := cmp.Diff(want, a.json(t)["usage"]); d != "" {
		t.Error(d)
	}
	if got := a.json(t)["created"]; got != float64(b.clock.Now().Unix()) {
		t.Errorf("created %v", got)
	}
	if got, want := b.kinds(), "charge 22535;"; got != want { // 3*5 + 563*40
		t.Errorf("ledger %q, want %q", got, want)
	}
	got := b.get(link, "Authorization", "")
	img, kind, err := image.Decode(bytes.NewReader(got.body))
	if err != nil || kind != "png" || img.Bounds().Dx() != 1024 || img.Bounds().Dy() != 768 ||
		got.header.Get("Content-Type") != "image/png" {
		t.Errorf("%v %s %v", err, kind, got.header)
	}
	if r := b.get(link, "Range", "bytes=5-"); r.status != 206 || !bytes.Equal(r.body, got.body[5:]) {
		t.Errorf("range: %d", r.status)
	}
}

func TestGenerateFormats(t *testing.T) {
	b := start(t)
	link, _ := b.generate(object{"prompt": "fox", "size": "320x200", "output_format": "jpeg"}).item(t)
	a := b.get(link)
	if img, err := jpeg.Decode(bytes.NewReader(a.body)); err != nil || img.Bounds().Dx() != 320 ||
		a.header.Get("Content-Type") != "image/jpeg" {
		t.Errorf("jpeg: %v %v", err, a.header)
	}
	link, b64 := b.generate(object{"prompt": "fox", "size": "320x200", "response_format": "b64_json", "n": 1}).item(t)
	raw, err := base64.StdEncoding.DecodeString(b64)
	if err != nil || link != "" {
		t.Fatalf("url %q, %v", link, err)
	}
	if c, err := png.DecodeConfig(bytes.NewReader(raw)); err != nil || c.Width != 320 {
		t.Errorf("b64: %v %+v", err, c)
	}
	link, _ = b.generate(object{"prompt": "fox"}).item(t)
	if c, err := png.DecodeConfig(bytes.NewReader(b.get(link).body)); err != nil || c.Width != 1024 ||
		c.Height != 1024 {
		t.Errorf("default: %v %+v", err, c)
	}
}

// An order of several pictures or clips sends the same request several times.
func TestRepeatedPromptGivesDifferentResults(t *testing.T) {
	dir := t.TempDir()
	b := start(t, func(o *sandboxtest.Options) { o.Dir = dir })
	seen := map[string]bool{}
	generate := func() {
		link, _ := b.generate(object{"prompt": "fox", "size": "320x200"}).item(t)
		seen[string(b.get(link).body)] = true
	}
	edit := func() {
		answer := b.postForm("/v1/images/edits", text("model", "genimage-2.5-flare"), text("prompt", "fox"),
			part{"image", "a.png", pngOf(t, 64, 64, red)})
		link, _ := answer.item(t)
		seen[string(b.get(link).body)] = true
	}
	generate()
	generate()
	edit()
	edit()
	clip := func() { seen[string(b.content(b.finish(object{"prompt": "fox"})).body)] = true }
	clip()
	clip()
	b.reopen(func(o *sandboxtest.Options) { o.Dir = dir })
	generate()
	edit()
	clip()
	if len(seen) != 9 {
		t.Errorf("9 calls gave %d results", len(seen))
	}
	other := start(t)
	link, _ := other.generate(object{"prompt": "fox", "size": "320x200"}).item(t)
	if !seen[string(other.get(link).body)] {
		t.Error("the first picture of these words differs in another sandbox")
	}
}

func TestPictureDuration(t *testing.T) {
	b := start(t)
	b.generate(object{"prompt": "fox", "size": "1024x1024", "quality": "low"})
	b.generate(object{"prompt": "fox", "size": "3840x2160", "quality": "max"})
	b.generate(object{"prompt": "fox [slow]", "size": "1024x1024", "quality": "low"})
	b.mu.Lock()
	defer b.mu.Unlock()
	if d := cmp.Diff([]time.Duration{4 * time.Second, 12 * time.Second, 20 * time.Second}, b.slept); d != "" {
		t.Error(d)
	}
}

func TestRefusedPicture(t *testing.T) {
	b := start(t)
	a := b.generate(object{"prompt": "fox [fail]"})
	if a.status != http.StatusBadRequest || a.message(t) != "the prompt was rejected by the content check" ||
		len(b.Ledger()) != 0 {
		t.Errorf("%d %s, ledger %q", a.status, a.body, b.kinds())
	}
}

func TestPicturesExpireAfter24Hours(t *testing.T) {
	dir := t.TempDir()
	b := start(t, func(o *sandboxtest.Options) { o.Dir = dir })
	link, _ := b.generate(object{"prompt": "fox", "size": "64x64"}).item(t)
	b.clock.Add(24*time.Hour - time.Second)
	if a := b.get(link); a.status != http.StatusOK {
		t.Errorf("a second before: %d", a.status)
	}
	for _, forged := range []string{strings.Replace(link, "expires=1", "expires=9", 1), strings.Split(link, "?")[0]} {
		if a := b.get(forged); a.status != http.StatusForbidden {
			t.Errorf("forged: %d", a.status)
		}
	}
	b.clock.Add(time.Second)
	if a := b.get(link); a.status != http.StatusGone {
		t.Errorf("after 24 hours: %d", a.status)
	}
	b.Tasks() // every read deletes expired files
	if left, err := os.ReadDir(dir + "/pictures"); err != nil || len(left) != 0 || len(b.Pictures()) != 0 {
		t.Errorf("left: %v %v", left, err)
	}
}

func TestEditFile(t *testing.T) {
	b := start(t)
	model, prompt := text("model", "genimage-2.5-sunburst"), text("prompt", "at night")
	for _, field := range []string{"image", "image[]"} {
		a := b.postForm("/v1/images/edits", model, prompt, part{field, "a.png", pngOf(t, 1024, 1024, red)},
			text("size", "512x512"), text("quality", "low"))
		link, _ := a.item(t)
		c, err := png.DecodeConfig(bytes.NewReader(b.get(link).body))
		if err != nil || c.Width != 512 {
			t.Errorf("%s: %v %+v", field, err, c)
		}
		if got := a.json(t)["usage"].(object)["input_tokens_details"].(object)["image_tokens"]; got != 1000.0 {
			t.Errorf("%s: image tokens %v", field, got)
		}
	}
	a := b.postForm("/v1/images/edits", model, prompt, part{"image[]", "a.png", pngOf(t, 300, 200, red)},
		part{"image[]", "b.png", pngOf(t, 64, 64, red)},
		text("response_format", "b64_json"), text("mask", "ignored"))
	_, b64 := a.item(t)
	raw, _ := base64.StdEncoding.DecodeString(b64)
	if c, err := png.DecodeConfig(bytes.NewReader(raw)); err != nil || c.Width != 300 || c.Height != 200 {
		t.Errorf("an edit without a size keeps that of its picture: %v %+v", err, c)
	}
	edits := b.renderer.Edits()
	if last := edits[len(edits)-1]; len(last.Images) != 2 || last.Prompt != "at night" {
		t.Errorf("edited %+v", last)
	}
	before := len(b.Ledger())
	bomb := claim(pngOf(t, 8, 8, red), 30000, 30000)
	for name, r := range map[string]struct {
		parts []part
		want  string
	}{
		"no picture":     {[]part{model, prompt}, "image or images is required"},
		"a link as text": {[]part{model, prompt, text("image", "https://a.test/1.png")}, "image must be a file"},
		"not a picture": {[]part{model, prompt, {"image", "a.png", []byte("<html>")}},
			"image 1 is not a PNG, JPEG, WebP or GIF picture"},
		"a bomb": {[]part{model, prompt, {"image", "a.png", bomb}},
			"image 1 is too large: 30000 x 30000 pixels"},
		"no prompt": {[]part{model, {"image", "a.png", pngOf(t, 8, 8, red)}}, "prompt is required"},
		"quality": {[]part{model, prompt, {"image", "a.png", pngOf(t, 8, 8, red)}, text("quality", "best")},
			"quality must be one of"},
		"a damaged image": {[]part{model, prompt, {"image", "a.png", pngOf(t, 64, 64, red)[:60]}},
			"image 1 is damaged"},
	} {
		if a := b.postForm("/v1/images/edits", r.parts...); a.status != http.StatusBadRequest ||
			!strings.HasPrefix(a.message(t), r.want) {
			t.Errorf("%s: %d %s, want %q", name, a.status, a.body, r.want)
		}
	}
	if len(b.Ledger()) != before {
		t.Error("a refused edit was charged")
	}
}

func TestEditLinks(t *testing.T) {
	b := start(t)
	pictures := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/ok.png" || r.Header.Get("Authorization") != "" {
			http.Error(w, "no", http.StatusNotFound)
			return
		}
		_, _ = w.Write(pngOf(t, 640, 480, red))
	}))
	defer pictures.Close()
	const base = `"model":"genimage-2.5-flare","prompt":"at night"`
	link, _ := b.post("/v1/images/edits", `{`+base+`,"images":[{"image_url":"`+pictures.URL+
		`/ok.png?token=secret"}]}`).item(t)
	if c, err := png.DecodeConfig(bytes.NewReader(b.get(link).body)); err != nil || c.Width != 640 || c.Height != 480 {
		t.Errorf("%v %+v", err, c)
	}
	// The link of a picture of the sandbox is a valid input.
	b.post("/v1/images/edits", object{"model": "genimage-2.5-flare", "prompt": "x",
		"images": []object{{"image_url": link}, {"image_url": link}}}).item(t)
	if b.Calls("GET", "/v1/sandbox/pictures/{name}") != 1 {
		t.Error("it fetched from itself over the network")
	}
	before := len(b.Ledger())
	for name, r := range map[string]struct{ body, want string }{
		"image as a link": {`{` + base + `,"image":"https://a.test/1.png"}`,
			"image is a file of a multipart form; in JSON send images"},
		"no images":    {`{` + base + `}`, "image or images is required"},
		"empty images": {`{` + base + `,"images":[]}`, "image or images is required"},
		"images as a string": {`{` + base + `,"images":"https://a.test/1.png"}`,
			"images must be an array of objects with image_url"},
		"array of strings": {`{` + base + `,"images":["https://a.test/1.png"]}`,
			"images must be an array of objects with image_url"},
		"no image_url": {`{` + base + `,"images":[{"file_id":"x"}]}`,
			"images must be an array of objects with image_url"},
		"Base64": {`{` + base + `,"images":[{"image_url":"data:image/png;base64,AA"}]}`,
			"images must be HTTP(S) URLs"},
		"not there": {`{` + base + `,"images":[{"image_url":"` + pictures.URL + `/x?token=secret"}]}`,
			"image 1 could not be fetched from 127.0.0.1"},
	} {
		a := b.post("/v1/images/edits", r.body)
		if a.status != http.StatusBadRequest || !strings.HasPrefix(a.message(t), r.want) ||
			strings.Contains(string(a.body), "secret") {
			t.Errorf("%s: %d %s, want %q", name, a.status, a.body, r.want)
		}
	}
	if len(b.Ledger()) != before {
		t.Error("a refused edit was charged")
	}
}

// The reference figures of interface 8, in micro-units.
func TestReferenceFigures(t *testing.T) {
	b := start(t)
	for _, r := range []struct {
		fields   object
		low, top int64
	}{
		{object{"prompt": "fox", "size": "1024x1024", "quality": "low"}, 29_000, 31_000},
		{object{"prompt": "fox", "size": "1024x1024", "quality": "medium"}, 59_000, 61_000},
		{object{"prompt": "fox", "size": "3840x2160", "quality": "max"}, 1_850_000, 1_950_000},
	} {
		b.generate(r.fields)
		e := b.Ledger()[len(b.Ledger())-1]
		if e.AmountMicros < r.low || e.AmountMicros > r.top {
			t.Errorf("%v: %d micros", r.fields, e.AmountMicros)
		}
	}
}

func TestPictureLifetimeOption(t *testing.T) {
	b := start(t, func(o *sandboxtest.Options) { o.PictureLifetime = 3 * time.Minute })
	link, _ := b.generate(object{"prompt": "fox", "size": "512x512"}).item(t)
	if dies, ok := linkcheck.Expiry(link, b.clock.Now()); !ok || !dies.Equal(b.clock.Now().Add(3*time.Minute)) {
		t.Errorf("it dies %v", dies)
	}
	b.finish(object{"input_reference": link})
	b.clock.Add(3 * time.Minute)
	dead := b.submit(object{"input_reference": link})
	b.rendered()
	if e, _ := b.poll(dead)["error"].(object); e == nil ||
		!strings.Contains(e["message"].(string), "the link has expired") {
		t.Errorf("after its minutes it is a frame: %v", e)
	}
}

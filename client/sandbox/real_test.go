package sandbox_test

import (
	"bytes"
	"image"
	_ "image/jpeg"
	"testing"

	"viviscope/client/mp4"
	"viviscope/client/sandbox/sandboxtest"
)

// With the real renderer the files match the request, and the same request gives the same bytes.
func TestRealRenderer(t *testing.T) {
	b := start(t, func(o *sandboxtest.Options) { o.Renderer = nil })
	request := func(seed int) object {
		return object{"prompt": "paper boats on a canal", "seconds": 3, "size": "160x90", "seed": seed, "audio": true}
	}
	first := b.content(b.finish(request(1))).body
	info, err := mp4.Check(bytes.NewReader(first), int64(len(first)))
	if err != nil {
		t.Fatal(err)
	}
	if info.Width != 160 || info.Height != 90 || info.Seconds != 3 || info.Frames != 72 || !info.HasAudio ||
		info.VideoCodec != "avc1" {
		t.Errorf("%+v", info)
	}
	if again := b.content(b.finish(request(1))).body; !bytes.Equal(first, again) {
		t.Error("the same request gave other bytes")
	}
	if other := b.content(b.finish(request(2))).body; bytes.Equal(first, other) {
		t.Error("another seed gave the same bytes")
	}

	link, _ := b.generate(object{"prompt": "a lake", "size": "240x136", "quality": "low",
		"output_format": "jpeg"}).item(t)
	picture := b.get(link).body
	img, kind, err := image.Decode(bytes.NewReader(picture))
	if err != nil || kind != "jpeg" || img.Bounds().Dx() != 240 || img.Bounds().Dy() != 136 {
		t.Errorf("%v %s", err, kind)
	}
	edited, _ := b.postForm("/v1/images/edits", text("model", "genimage-2.5-flare"), text("prompt", "at night"),
		part{"image", "a.jpg", picture}).item(t)
	img, kind, err = image.Decode(bytes.NewReader(b.get(edited).body))
	if err != nil || kind != "png" || img.Bounds().Dx() != 240 || img.Bounds().Dy() != 136 {
		t.Errorf("%v %s", err, kind)
	}
	framed := b.content(b.finish(object{"input_reference": []string{link, edited}, "seconds": 3,
		"size": "160x90"})).body
	if _, err := mp4.Check(bytes.NewReader(framed), int64(len(framed))); err != nil || bytes.Equal(framed, first) {
		t.Errorf("with frames: %v", err)
	}
}

package order_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"viviscope/client"
	"viviscope/client/order"
	"viviscope/db"
)

var update = flag.Bool("update", false, "write the golden files anew")

// The orders that the form builds, byte by byte: what is priced, copied, kept and sent.
func TestGoldenOrders(t *testing.T) {
	text := order.New()
	text.Text.Prompt, text.Text.Negative = "a {red|blue} boat, frame {08..09}", "text"
	text.Text.SetModel(order.Model{ID: "clip-2.6"})
	text.Text.SetResolution("1080P")
	text.Text.SetAudio(true)
	text.Text.SetSeconds("12")
	text.Text.Seed = order.SeedDraft{Text: "48 210 773", Locked: true}
	text.Text.Clips = 2

	frames := order.New()
	frames.Kind = db.FramesToVideo
	frames.Frames.SetModel(order.Model{ID: "gw/clip-26", Like: "clip-2.6"})
	frames.Frames.Seed = order.SeedDraft{Text: "7"}
	frames.Frames.Clips = 3
	frames.Frames.First = order.Slot{URL: "https://img.gateway.net/a%20b.png?X-Amz-Signature=%2Bx%2F&amp;=%C3%A9"}
	frames.Frames.Last = order.Slot{File: "/home/me/last.png"}

	picture := order.New()
	picture.Kind = db.TextToImage
	picture.Image.Prompt = `灯台 {"a": "b"} \{x|y\}`
	picture.Image.SetFreeSize()
	picture.Image.SetSides("3840", "1607")

	edit := order.New()
	edit.Kind = db.EditImage
	edit.Edit.Prompt = "a hat"
	edit.Edit.Quality, edit.Edit.Format = "max", "jpeg"
	edit.Edit.Pictures[0] = order.Slot{File: "/home/me/cat.png", Width: 6000, Height: 4000}

	env := order.Env{Now: now, Hosting: true, Models: []client.Alias{{ID: "gw/clip-26", Like: "clip-2.6"}}}
	orders := map[string]order.Order{}
	for name, f := range map[string]order.Form{"text": text, "frames": frames, "picture": picture, "edit": edit} {
		o, problems := f.Build(env)
		if len(problems) > 0 {
			t.Fatalf("%s: %v", name, problems)
		}
		orders[name] = o
	}
	var got bytes.Buffer
	enc := json.NewEncoder(&got)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(orders); err != nil {
		t.Fatal(err)
	}
	const path = "testdata/orders.json"
	if *update {
		if err := os.WriteFile(path, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Error(diff)
	}
}

// What the first version of the program kept is read by this one.
func TestDecodeDraftsOfFirstVersion(t *testing.T) {
	const kept = `{"kind":"text_to_image",
		"text_to_video":{"model":"clip-2.6","prompt":"boats","negative_prompt":"text","seconds":"12","wish_seconds":12,"resolution":"720P","aspect_ratio":"9:16",
			"free_size":false,"width":"1280","height":"720","audio":true,"seed":{"text":"48210773","locked":true},"clips":3},
		"text_to_image":{"model":"genimage-2.5-sunburst","prompt":"a bowl","preset":"1536x1024","free_size":true,"width":"2000","height":"1000","quality":"max","output_format":"jpeg","clips":2}}`
	got := order.New()
	if err := json.Unmarshal([]byte(kept), &got); err != nil {
		t.Fatal(err)
	}
	want := order.New()
	want.Kind = db.TextToImage
	want.Text = order.VideoDraft{Model: "clip-2.6", Prompt: "boats", Negative: "text", Seconds: "12", WantedSeconds: 12,
		WantedResolution: "720P", Ratio: "9:16",
		Width: "1280", Height: "720", WantedAudio: true, Seed: order.SeedDraft{Text: "48210773", Locked: true},
		Clips: 3}
	want.Image = order.ImageDraft{Model: "genimage-2.5-sunburst", Prompt: "a bowl", Preset: "1536x1024", FreeSize: true,
		Width: "2000", Height: "1000",
		Quality: "max", Format: "jpeg", Clips: 2}
	got = got.Normalized()
	if got != want {
		t.Error(cmp.Diff(want, got))
	}
	if got.Text.Resolution() != "720P" || got.Text.Audio() {
		t.Error("a draft that was kept without sound got one, at another price")
	}
}

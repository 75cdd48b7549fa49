package order_test

import (
	"slices"
	"testing"
	"time"

	"viviscope/client"
	"viviscope/client/order"
	"viviscope/client/order/ordertest"
)

// Every row of interface 7.4 has the same field and message in the form and in the response of the service. If the form
// cannot make the request, the control shows the message.
func TestValidationMessages(t *testing.T) {
	s := newService(t)
	filled := func(kind string, change func(*order.VideoDraft)) order.Form {
		f := order.New()
		f.Kind = "text_to_video"
		if kind != "" {
			f.Kind = "frames_to_video"
		}
		f.Clip().Prompt = "boats"
		change(f.Clip())
		return f
	}
	for name, c := range map[string]struct {
		form           order.Form
		field, message string
	}{
		"neither prompt nor picture": {filled("", func(d *order.VideoDraft) {
			d.Prompt = ""
		}), order.FieldPrompt, client.MsgPromptRequired},
		"too short": {filled("", func(d *order.VideoDraft) {
			d.SetSeconds("2")
		}), order.FieldSeconds, client.MsgSecondsRange},
		"too long": {filled("", func(d *order.VideoDraft) {
			d.SetSeconds("16")
		}), order.FieldSeconds, client.MsgSecondsRange},
		"no whole number": {filled("", func(d *order.VideoDraft) {
			d.SetSeconds("5.5")
		}), order.FieldSeconds, client.MsgSecondsRange},
		"zero": {filled("", func(d *order.VideoDraft) {
			d.SetSeconds("0")
		}), order.FieldSeconds, client.MsgSecondsRange},
		"no duration": {filled("", func(d *order.VideoDraft) {
			d.SetSeconds("")
		}), order.FieldSeconds, client.MsgSecondsRange},
		"half a clip's size": {filled("", func(d *order.VideoDraft) {
			d.SetFreeSize()
			d.SetSides("640", "")
		}), order.FieldSize, client.MsgVideoSize},
		"clip-2.5 with 7 s": {filled("", func(d *order.VideoDraft) {
			d.SetModel(order.Model{ID: "clip-2.5"})
			d.SetSeconds("7")
		}),
			order.FieldSeconds, client.MsgSecondsOneOf},
		"unsupported resolution": {filled("", func(d *order.VideoDraft) {
			d.SetResolution("480P")
		}), order.FieldTier, client.MsgResolution},
		"unsupported ratio": {filled("", func(d *order.VideoDraft) {
			d.Ratio = "4:3"
		}), order.FieldRatio, client.MsgAspectRatio},
		"no link": {filled("frames", func(d *order.VideoDraft) {
			d.First.URL = "ftp://a.net/b.png"
		}), order.FieldFrames, client.MsgReferenceURL},
		"Base64": {filled("frames", func(d *order.VideoDraft) { d.First.URL = "data:image/png;base64,AAAA" }),
			order.FieldFrames, client.MsgReferenceURL},
		"last frame no link": {filled("frames", func(d *order.VideoDraft) { d.First.URL, d.Last.URL = frame, "b.png" }),
			order.FieldFrames, client.MsgReferenceURL},
		"last without first": {filled("frames", func(d *order.VideoDraft) {
			d.Last.URL = frame
		}), order.FieldFrames, client.MsgLastWithoutFirst},
		"a free size that is too large": {filled("", func(d *order.VideoDraft) {
			d.SetFreeSize()
			d.SetSides("2560", "1440")
		}),
			order.FieldSize, client.MsgVideoSize},
	} {
		t.Run(name, func(t *testing.T) {
			o, problems := c.form.Build(s.env())
			if want := []client.ValidationError{{Field: c.field, Message: c.message}}; !slices.Equal(problems, want) {
				t.Errorf("the form says %v, want %v", problems, want)
			}
			if got := s.refusal(t, "/v1/videos", ordertest.Videos(o.Requests)[0]); got != c.message {
				t.Errorf("the service says %q, want %q", got, c.message)
			}
		})
	}

	for _, m := range client.VideoModels() {
		f := filled("", func(d *order.VideoDraft) { d.SetModel(order.Model{ID: m.ID}) })
		for _, tier := range m.Resolutions {
			f.Text.SetResolution(tier)
			f.Text.SetAudio(true)
			o, problems := f.Build(s.env())
			want := map[client.AudioRule]string{client.AudioNever: client.MsgNoAudio,
				client.AudioAt1080P: client.MsgAudio1080P}[m.Audio]
			if tier == client.Resolution1080P && m.Audio == client.AudioAt1080P {
				want = ""
			}
			r := ordertest.Videos(o.Requests)[0]
			if got := f.Text.NoAudioReason(); got != want || len(problems) > 0 || r.Audio != (want == "") {
				t.Errorf("%s at %s: off because of %q, want %q; %v, %+v", m.ID, tier, got, want, problems, r)
			}
			r.Audio = true
			if got := s.refusal(t, "/v1/videos", r); got != want {
				t.Errorf("%s at %s with audio: the service says %q, want %q", m.ID, tier, got, want)
			}
		}
	}
}

// The row about three images: a clip has two slots, and a third picture finds none.
func TestFillIgnoresThirdFrame(t *testing.T) {
	var d order.VideoDraft
	three := []order.Slot{{URL: frame + "1"}, {URL: frame + "2"}, {URL: frame + "3"}}
	if n := d.Fill(order.LastFrame, three...); n != client.MaxReferences || d.First != three[0] || d.Last != three[1] {
		t.Errorf("%d taken: %+v, %+v", n, d.First, d.Last)
	}
	if n := d.Fill(order.LastFrame, three[2]); n != 1 || d.First != three[0] || d.Last != three[2] {
		t.Errorf("%d taken: %+v, %+v", n, d.First, d.Last)
	}
	d.Swap()
	if d.First != three[2] || d.Last != three[0] {
		t.Errorf("swapped: %+v, %+v", d.First, d.Last)
	}
	if n := d.Fill(order.FirstFrame); n != 0 || d.First != three[2] {
		t.Errorf("nothing was put in: %d, %+v", n, d.First)
	}
	s := newService(t)
	r := client.VideoRequest{Model: "clip-3.0", InputReference: []string{frame, frame, frame}}
	if got := s.refusal(t, "/v1/videos", r); got != client.MsgTwoImages {
		t.Errorf("the service says %q", got)
	}
}

// The defaults of interface 2.2 and 2.4, as the form of a first start sends them.
func TestDefaults(t *testing.T) {
	f := order.New()
	f.Text.Prompt, f.Image.Prompt = "boats", "a bowl"
	o, problems := f.Build(order.Env{})
	if r := ordertest.Videos(o.Requests)[0]; len(problems) > 0 || r.Duration() != 5 || r.Tier() != "720P" || r.Audio ||
		r.Seed != nil || r.InputReference != nil {
		t.Errorf("%+v, %v", r, problems)
	}
	f.Kind = "text_to_image"
	o, problems = f.Build(order.Env{})
	if r := ordertest.Images(o.Requests)[0]; len(problems) > 0 || r.Size != "1024x1024" || r.Quality != "medium" ||
		r.OutputFormat != "png" {
		t.Errorf("%+v, %v", r, problems)
	}
}

// Every row of interface 2.4 through the form, and the service saying the same.
func TestPictureValidationMessages(t *testing.T) {
	s := newService(t)
	for name, c := range map[string]struct {
		change         func(*order.ImageDraft)
		field, message string
	}{
		"no prompt": {func(d *order.ImageDraft) { d.Prompt = " " }, order.FieldPrompt, client.MsgImagePrompt},
		"over 3840": {func(d *order.ImageDraft) {
			d.SetFreeSize()
			d.SetSides("3841", "1024")
		}, order.FieldSize, client.MsgImageSize},
		"over 3840 high": {func(d *order.ImageDraft) {
			d.SetFreeSize()
			d.SetSides("1024", "3841")
		}, order.FieldSize, client.MsgImageSize},
		"half a size": {func(d *order.ImageDraft) {
			d.SetFreeSize()
			d.SetSides("1024", "")
		}, order.FieldSize, client.MsgImageSize},
		"below nothing": {func(d *order.ImageDraft) {
			d.SetFreeSize()
			d.SetSides("1024", "-5")
		}, order.FieldSize, client.MsgImageSize},
		"quality": {func(d *order.ImageDraft) { d.Quality = "ultra" }, order.FieldQuality, client.MsgQuality},
		"format":  {func(d *order.ImageDraft) { d.Format = "webp" }, order.FieldFormat, client.MsgFormat},
		"model": {func(d *order.ImageDraft) { d.SetModel(order.Model{ID: "clip-3.0"}) }, order.FieldModel,
			"model must be one of genimage-2.5-flare, genimage-2.5-sunburst"},
	} {
		for _, kind := range []string{"text_to_image", "edit_image"} {
			t.Run(name+", "+kind, func(t *testing.T) {
				f := order.New()
				f.Kind = "text_to_image"
				if kind == "edit_image" {
					f.Kind = "edit_image"
					f.Edit.Pictures[0].URL = frame
				}
				f.Picture().Prompt = "a bowl"
				c.change(f.Picture())
				o, problems := f.Build(s.env())
				if len(problems) == 0 || problems[0] != (client.ValidationError{Field: c.field, Message: c.message}) {
					t.Errorf("the form says %v, want %s: %s", problems, c.field, c.message)
				}
				if len(ordertest.Images(o.Requests)) > 0 {
					if got := s.refusal(t, "/v1/images/generations",
						ordertest.Images(o.Requests)[0]); got != c.message {
						t.Errorf("the service says %q, want %q", got, c.message)
					}
				}
			})
		}
	}
}

// What only this side can know of a picture.
func TestUnreachablePicturesAreRefused(t *testing.T) {
	link, local := "https://img.gateway.net/a.png?sig=%2F%2b+x&y=%20", "/home/me/a.png"
	before, after := now.Add(-time.Second).UnixMilli(), now.Add(time.Second).UnixMilli()
	private := order.Slot{URL: "http://192.168.1.4/a.png"}
	for name, c := range map[string]struct {
		env                order.Env
		slot               order.Slot
		asFrame, asPicture string // message; "" where it can be used
		uploads            int
	}{
		"a link":            {order.Env{}, order.Slot{URL: link}, "", "", 0},
		"a link that lives": {order.Env{}, order.Slot{URL: link, Dies: after}, "", "", 0},
		"a dead link": {order.Env{}, order.Slot{URL: link, Dies: before}, order.MsgLinkDead,
			order.MsgLinkDead, 0},
		"a dead link, the file here": {order.Env{}, order.Slot{URL: link, Dies: before, File: local}, order.MsgLinkDead,
			"", 0},
		"and somewhere to put it": {order.Env{Hosting: true}, order.Slot{URL: link, Dies: before, File: local}, "",
			"", 1},
		"a file":              {order.Env{}, order.Slot{File: local}, client.MsgReferenceURL, "", 0},
		"a file, and hosting": {order.Env{Hosting: true}, order.Slot{File: local}, "", "", 1},
		"this network": {order.Env{BaseURL: "https://api.gateway.net/v1"}, private, order.MsgNotPublic,
			order.MsgEditPublic, 0},
		"this network's service": {order.Env{BaseURL: "http://10.0.0.1:9000"}, private, "", "", 0},
		"no host with that name": {order.Env{}, order.Slot{URL: "http://nas/a.png"}, order.MsgNotPublic,
			order.MsgEditPublic, 0},
		"this computer": {order.Env{BaseURL: "https://api.gateway.net"}, order.Slot{URL: "http://[::1]:80/"},
			order.MsgNotPublic, order.MsgEditPublic, 0},
		"the sandbox": {order.Env{BaseURL: "http://127.0.0.1:8790"},
			order.Slot{URL: "http://127.0.0.1:8790/a"}, "", "", 0},
		"a public number": {order.Env{}, order.Slot{URL: "http://8.8.8.8/a.png"}, "", "", 0},
	} {
		c.env.Now = now
		f := order.New()
		f.Kind, f.Frames.First = "frames_to_video", c.slot
		o, problems := f.Build(c.env)
		if got := said1(problems); got != c.asFrame || len(o.Uploads) != c.uploads {
			t.Errorf("%s as a frame: %q, want %q; uploads %v", name, got, c.asFrame, o.Uploads)
		}
		if got, want := ordertest.Videos(o.Requests)[0].FirstFrame(), c.slot.URL; c.uploads == 0 && c.asFrame == "" &&
			got != want {
			t.Errorf("%s: the link became %q", name, got)
		}
		f.Kind, f.Edit.Prompt, f.Edit.Pictures[3] = "edit_image", "a hat", c.slot
		o, problems = f.Build(c.env)
		if got := said1(problems); got != c.asPicture {
			t.Errorf("%s as the picture of an edit: %q, want %q", name, got, c.asPicture)
		}
		if sent := o.Picture != (order.Upload{}); sent != (c.slot.File != "") {
			t.Errorf("%s as the picture of an edit: sent along %v", name, sent)
		}
	}
}

// said1 is the only message; several together are an error of the test.
func said1(problems []client.ValidationError) string {
	switch len(problems) {
	case 0:
		return ""
	case 1:
		return problems[0].Message
	}
	return "several"
}

// The shape of what pictures make of an order: the places of what is hosted, what is linked and what is sent along.
func TestPicturePlaces(t *testing.T) {
	linked := order.Slot{URL: "https://img.gateway.net/a.png", Asset: "8f2c", File: "pictures/a.png"}
	local := order.Slot{File: "/home/me/b.png"}
	f := order.New()
	f.Kind, f.Frames.First, f.Frames.Last = "frames_to_video", linked, local
	o, problems := f.Build(order.Env{Hosting: true})
	if r := ordertest.Videos(o.Requests)[0]; len(problems) > 0 ||
		!slices.Equal(r.InputReference, []string{linked.URL, ""}) || r.AspectRatio != "" ||
		!slices.Equal(o.Uploads, []order.Upload{{Slot: 1, File: "/home/me/b.png"}}) ||
		!slices.Equal(o.Linked, []order.Upload{{Slot: 0, File: "pictures/a.png", Asset: "8f2c"}}) {
		t.Errorf("a clip: %+v, %v", o, problems)
	}

	f.Kind, f.Edit.Prompt = "edit_image", "a hat"
	f.Edit.Pictures[2], f.Edit.Pictures[5] = linked, local
	o, problems = f.Build(order.Env{Hosting: true})
	if r := ordertest.Edits(o.Requests)[0]; len(problems) > 0 || !slices.Equal(r.ImageURLs, []string{linked.URL, ""}) ||
		!slices.Equal(o.Uploads, []order.Upload{{Slot: 1, File: "/home/me/b.png"}}) || o.Picture != (order.Upload{}) {
		t.Errorf("an edit: %+v, %v", o, problems)
	}
	_, problems = f.Build(order.Env{})
	if said1(problems) != order.MsgEditMixed ||
		f.Edit.PictureProblem(5, order.Env{}) != order.MsgEditMixed {
		t.Errorf("a mixture with nowhere to put it: %v", problems)
	}
	f.Edit.Remove(5)
	o, problems = f.Build(order.Env{})
	if len(problems) > 0 || o.Picture != (order.Upload{File: "pictures/a.png", Asset: "8f2c"}) ||
		ordertest.Edits(o.Requests)[0].ImageName != "a.png" {
		t.Errorf("one that is here is sent along: %+v, %v", o, problems)
	}
	f.Edit.Remove(2)
	_, problems = f.Build(order.Env{})
	if said1(problems) != client.MsgEditImageRequired ||
		problems[0].Field != order.FieldImage {
		t.Errorf("none: %v", problems)
	}
	if n := f.Edit.Add(linked, local); n != 2 || f.Edit.Pictures[1] != local {
		t.Errorf("%d added: %+v", n, f.Edit.Inputs())
	}
}

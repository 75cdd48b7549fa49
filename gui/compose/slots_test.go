package compose

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/client/linkcheck"
	"viviscope/client/order"
	"viviscope/client/order/ordertest"
	"viviscope/db"
	"viviscope/gui/apptest"
	"viviscope/gui/dnd"
	"viviscope/gui/kit"
	"viviscope/gui/wording"
	"viviscope/resources"
)

const lighthouse = "https://img.gateway.net/light-evening.png?sig=a%2Fb%3D"

var emptySlot = kit.SlotValue{State: kit.SlotEmpty, Caption: "or paste with Ctrl+V"}

func TestSlotsByState(t *testing.T) {
	file := order.Slot{File: "/home/me/lake.png"}
	link := order.Slot{URL: lighthouse}
	hosting := []byte(`{"kind":"s3"}`)
	expired, near := asset(-time.Hour), asset(time.Hour)
	near.Link, near.LinkExpires = "http://127.0.0.1:8484/asset/lamp.png", time.Time{}
	for name, tc := range map[string]struct {
		slot  order.Slot
		with  func(*slotFixture)
		early bool // before the look has ended
		want  kit.SlotValue
	}{
		"empty": {want: emptySlot},
		"loading": {slot: link, early: true,
			want: kit.SlotValue{State: kit.SlotLoading, Words: "Checking the picture", Caption: "img.gateway.net"}},
		"filled": {slot: link, want: kit.SlotValue{State: kit.SlotFilled, Caption: "img.gateway.net",
			Note: "1344 × 756"}},
		"filled from the gallery": {slot: assetSlot(asset(21*time.Hour + time.Minute)), with: func(b *slotFixture) {
			b.assets["aa11"] = asset(21*time.Hour + time.Minute)
		},
			want: kit.SlotValue{State: kit.SlotFilled, Caption: "img.gateway.net", Life: "21 h left",
				Note: "1344 × 756, from Gallery"}},
		"of a service on this computer": {slot: assetSlot(near), with: func(b *slotFixture) {
			b.assets["aa11"], b.acct.BaseURL = near, near.Link
			b.update()
		},
			want: kit.SlotValue{State: kit.SlotFilled, Caption: "light.png", Note: "1344 × 756, from Gallery"}},
		"a link of this computer": {slot: order.Slot{URL: near.Link}, with: func(b *slotFixture) {
			b.acct.BaseURL = near.Link
			b.update()
		},
			want: kit.SlotValue{State: kit.SlotFilled, Caption: "lamp.png", Note: "1344 × 756"}},
		"a signed link": {slot: order.Slot{URL: "https://cdn.example.com/a.png?Expires=1800007300&Signature=x"},
			want: kit.SlotValue{State: kit.SlotFilled, Caption: "cdn.example.com", Life: "2 h left",
				Note: "1344 × 756"}},
		"dies soon": {slot: assetSlot(asset(48 * time.Minute)), with: func(b *slotFixture) {
			b.assets["aa11"] = asset(48 * time.Minute)
		},
			want: kit.SlotValue{State: kit.SlotDying, Caption: "img.gateway.net", Life: "48 min left, send soon",
				Note: "1344 × 756, from Gallery"}},
		"dead": {slot: assetSlot(expired), with: func(b *slotFixture) { b.assets["aa11"] = expired },
			want: kit.SlotValue{State: kit.SlotDead, Tag: "Link expired", Caption: "The picture is saved locally.",
				Actions: ways("Replace…")}},
		"dead elsewhere": {slot: order.Slot{URL: "https://cdn.example.com/a.png?Expires=1799999999&Signature=x"},
			want: kit.SlotValue{State: kit.SlotDead, Tag: "Link expired", Caption: "The link no longer works.",
				Actions: ways("Replace…")}},
		"dead, hosted": {slot: assetSlot(expired), with: func(b *slotFixture) {
			b.assets["aa11"] = expired
			b.acct.Hosting = hosting
			b.update()
		},
			want: kit.SlotValue{State: kit.SlotFilled, Caption: "light.png",
				Note: "Uploaded to the image host first."}},
		"needs a login": {slot: link, with: func(b *slotFixture) {
			b.links[lighthouse] = &linkcheck.Error{Kind: linkcheck.ErrLogin, Status: 403}
		},
			want: kit.SlotValue{State: kit.SlotUnseen, Words: "Needs a login, or the link has expired.",
				Caption: "img.gateway.net", Detail: "You can still send it.", Actions: ways("Check again")}},
		"no picture": {slot: link, with: func(b *slotFixture) {
			b.links[lighthouse] = &linkcheck.Error{Kind: linkcheck.ErrNotPicture, Status: 200}
		},
			want: kit.SlotValue{State: kit.SlotUnseen,
				Words: "Not a picture that the service accepts (PNG, JPEG or WebP).", Caption: "img.gateway.net",
				Detail: "You can still send it.", Actions: ways("Check again")}},
		"out of reach": {slot: link, with: func(b *slotFixture) {
			b.links[lighthouse] = &linkcheck.Error{Kind: linkcheck.ErrUnreachable, Status: 500}
		},
			want: kit.SlotValue{State: kit.SlotUnseen, Words: "Cannot be fetched from here (HTTP 500).",
				Caption: "img.gateway.net", Detail: "You can still send it.", Actions: ways("Check again")}},
		"a local file": {slot: file, want: kit.SlotValue{State: kit.SlotRefuses, Words: "A frame needs a web address.",
			Actions: ways("Why?", "Set up image hosting…", "Edit it first")}},
		"a local file, hosted": {slot: file, with: func(b *slotFixture) { b.acct.Hosting = hosting; b.update() },
			want: kit.SlotValue{State: kit.SlotFilled, Caption: "lake.png", Note: "Uploaded to the image host first."}},
		"a file that is gone, hosted": {slot: file, with: func(b *slotFixture) {
			b.acct.Hosting = hosting
			b.files[file.File] = fs.ErrNotExist
			b.update()
		},
			want: kit.SlotValue{State: kit.SlotRefuses, Words: "The file is gone.", Caption: "lake.png",
				Actions: ways("Replace…")}},
		"this computer": {slot: order.Slot{URL: "http://192.168.0.4/a.png"},
			want: kit.SlotValue{State: kit.SlotRefuses, Words: wording.Rule(order.MsgNotPublic), Caption: "192.168.0.4",
				Actions: ways("Replace…")}},
	} {
		t.Run(name, func(t *testing.T) {
			b := newSlotFixture(t, db.FramesToVideo)
			if tc.with != nil {
				tc.with(b)
			}
			b.s.putPictures(0, tc.slot)
			if !tc.early {
				b.settle()
			}
			b.wants(0, tc.want)
			if tc.slot.Empty() {
				b.wants(1, kit.SlotValue{State: kit.SlotOff, Words: "Choose a first frame first"})
			}
		})
	}
}

// With requests as OpenAI's videos the slot of the last frame says why it takes none, and what is in it already is not
// sent.
func TestTheLastFrameWhereOneIsTaken(t *testing.T) {
	b := newSlotFixture(t, db.FramesToVideo)
	b.prompt("boats")
	b.s.putPictures(0, order.Slot{URL: lighthouse})
	b.s.putPictures(1, order.Slot{URL: lighthouse + "&n=2"})
	b.acct.Form = string(client.FormatOpenAI)
	b.update()
	b.settle()
	b.wants(1, kit.SlotValue{State: kit.SlotRefuses, Words: order.MsgFirstOnly, Caption: "img.gateway.net"})
	b.s.Generate()
	b.settle()
	if len(b.clicks) != 0 || !strings.Contains(strings.Join(apptest.Texts(b.s.box), "\n"), client.MsgOneImage) {
		t.Errorf("sent %v; the form says %q", b.clicks, apptest.Texts(b.s.box))
	}
	b.slot(1).OnClear()
	b.wants(1, kit.SlotValue{State: kit.SlotOff, Words: order.MsgFirstOnly})
	b.s.Generate()
	b.settle()
	if len(b.clicks) != 1 {
		t.Errorf("one frame: sent %v", b.clicks)
	}
}

func TestWaysIntoAFrame(t *testing.T) {
	const other = "http://pics.example.org/%E4%BA%AC.jpg?a=1&b=%20"
	first := func(b *slotFixture) string { return b.s.Form().Frames.First.URL }
	last := func(b *slotFixture) string { return b.s.Form().Frames.Last.URL }
	for name, tc := range map[string]struct {
		do          func(*slotFixture)
		first, last string
	}{
		"typed":  {func(b *slotFixture) { b.slot(0).OnText(other) }, other, ""},
		"pasted": {func(b *slotFixture) { b.host.Clipboard = other + "\n"; b.slot(0).OnPaste() }, other, ""},
		"picture pasted": {func(b *slotFixture) {
			b.nav.Clip = &dnd.Drop{Files: []string{"/library/inputs/" + strings.Repeat("a", 64) + ".png"}}
			b.slot(0).OnPaste()
			if !strings.HasPrefix(b.s.Form().Frames.First.File, "/library/inputs/a") {
				b.t.Errorf("first %+v", b.s.Form().Frames.First)
			}
		}, "", ""},
		"two pasted": {func(b *slotFixture) {
			b.host.Clipboard = other + "\r\n" + lighthouse
			b.slot(0).OnPaste()
		}, other, lighthouse},
		"key": {func(b *slotFixture) {
			b.host.Clipboard = other
			b.slot(0).Frame().(fyne.Shortcutable).TypedShortcut(&fyne.ShortcutPaste{})
		}, other, ""},
		"into the last one while the first is empty": {func(b *slotFixture) {
			b.s.putPictures(1, order.Slot{URL: other})
		}, other, ""},
		"gallery": {func(b *slotFixture) { b.s.UseAsset(asset(time.Hour), 1) }, "", "https://img.gateway.net/light"},
		"swapped": {func(b *slotFixture) { b.slot(0).OnText(other); b.s.fields.frames.swap.OnTapped() }, "", other},
		"cleared": {func(b *slotFixture) { b.slot(0).OnText(other); b.slot(0).OnClear() }, "", ""},
		"dropped": {func(b *slotFixture) {
			b.s.Dropped(dnd.Drop{At: b.at(0), Placed: true, Links: []string{other}})
		}, other, ""},
		"two dropped": {func(b *slotFixture) {
			b.s.Dropped(dnd.Drop{At: b.at(0), Placed: true, Links: []string{other, lighthouse}})
		}, other, lighthouse},
		"dropped nowhere in particular": {func(b *slotFixture) {
			b.slot(0).OnText(other)
			b.s.Dropped(dnd.Drop{Links: []string{lighthouse}})
		}, other, lighthouse},
		"dropped on the slot with the focus": {func(b *slotFixture) {
			b.s.putPictures(0, order.Slot{URL: other}, order.Slot{URL: other})
			b.w.Canvas().Focus(b.slot(1).Frame())
			b.s.Dropped(dnd.Drop{Links: []string{lighthouse}})
		}, other, lighthouse},
		"dragged over": {func(b *slotFixture) { b.slot(0).OnText(other); b.slot(0).OnDragOut(b.at(1)) }, "", other},
		"dragged onto each other": {func(b *slotFixture) {
			b.s.putPictures(0, order.Slot{URL: other}, order.Slot{URL: lighthouse})
			b.slot(1).OnDrag(b.at(0))
			b.slot(1).OnDragOut(b.at(0))
		}, lighthouse, other},
		"dragged out": {func(b *slotFixture) {
			b.slot(0).OnText(other)
			b.slot(0).OnDragOut(fyne.NewPos(2, 2))
		}, other, ""},
	} {
		t.Run(name, func(t *testing.T) {
			b := newSlotFixture(t, db.FramesToVideo)
			tc.do(b)
			if first(b) != tc.first || last(b) != tc.last {
				t.Errorf("first %q, last %q", first(b), last(b))
			}
			if b.slot(0).Over() || b.slot(1).Over() {
				t.Error("a slot is still lit")
			}
		})
	}
}

func TestWhatCannotGoIntoAFrame(t *testing.T) {
	b := newSlotFixture(t, db.FramesToVideo)
	const neither = "Type a web address (http, https) or the path of a picture."
	for text, want := range map[string]string{"": neither, "hello": neither,
		"file:///etc/passwd":                    "passwd is not a PNG, JPEG or WebP.",
		"/home/me/list.csv":                     "list.csv is not a PNG, JPEG or WebP.",
		"https://user:secret@example.com/a.png": neither, "ftp://example.com/a.png": neither,
		"file://elsewhere.example/a.png": neither} {
		if got := b.slot(0).OnText(text); got != want || !b.s.Form().Frames.First.Empty() {
			t.Errorf("%q: %q; %+v", text, got, b.s.Form().Frames.First)
		}
	}
	b.host.Clipboard = "just words"
	b.slot(0).OnPaste()
	why := emptySlot // with its ways
	why.Words = "The clipboard holds no address or file."
	b.wants(0, why)
	b.s.AskAddress(0)
	if !b.slot(0).Typing() {
		t.Error("no field for an address")
	}
	b.s.Dropped(dnd.Drop{At: b.at(0), Placed: true, Damaged: true})
	why.Words = "The desktop passed on a damaged link. Copy the link and paste it here."
	b.wants(0, why)
	b.slot(0).OnClear()
	b.wants(0, emptySlot)
	b.host.Clipboard = "file:///home/me/lake%20side.png\n"
	b.slot(0).OnPaste()
	if got := b.s.Form().Frames.First.File; got != "/home/me/lake side.png" {
		t.Errorf("file %q", got)
	}
}

// A typed path is a file, as a pasted one is: from the root or the home folder, as a file URI, in quotes.
func TestTypedPathIsAFile(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	for text, want := range map[string]string{
		"/home/me/lake side.png": "/home/me/lake side.png", " '/home/me/lake.PNG' ": "/home/me/lake.PNG",
		`"/home/me/it's.webp"`:               "/home/me/it's.webp",
		"~/lake.jpg":                         filepath.Join(home, "lake.jpg"),
		"file:///home/me/lake%20side%2B.png": "/home/me/lake side+.png",
		`'file:///a.png'`:                    "/a.png",
	} {
		b := newSlotFixture(t, db.FramesToVideo)
		if refused := b.slot(0).OnText(text); refused != "" || b.s.Form().Frames.First.File != want {
			t.Errorf("%q: %q; %+v, want %q", text, refused, b.s.Form().Frames.First, want)
		}
	}
}

// Both slots have a button for a file of this computer.
func TestFileButtonOfTheSlots(t *testing.T) {
	b := newSlotFixture(t, db.FramesToVideo)
	b.acct.Hosting = []byte(`{"kind":"s3"}`)
	b.update()
	b.nav.PickPath = "/home/me/first.png"
	apptest.Press(t, b.s.viewAt(0).Slot, "File…")
	b.settle()
	b.nav.PickPath = "/home/me/last.png"
	apptest.Press(t, b.s.viewAt(1).Slot, "File…")
	if f := b.s.Form().Frames; f.First.File != "/home/me/first.png" || f.Last.File != "/home/me/last.png" {
		t.Errorf("chosen: %+v, %+v", f.First, f.Last)
	}
}

// A removed picture comes back by the link and by Ctrl+Z, and what was typed since stays.
func TestRemovedFrameComesBack(t *testing.T) {
	b := newSlotFixture(t, db.FramesToVideo)
	b.s.putPictures(0, order.Slot{URL: lighthouse}, order.Slot{URL: lighthouse + "&n=2"})
	if b.s.Undo() {
		t.Error("there is something to undo before anything was removed")
	}
	b.slot(1).OnClear()
	b.prompt("boats")
	if !b.s.Undo() || b.s.Form().Frames.Last.URL != lighthouse+"&n=2" || b.s.Form().Prompt() != "boats" {
		t.Errorf("after Ctrl+Z: %+v, prompt %q", b.s.Form().Frames.Last, b.s.Form().Prompt())
	}
	if b.s.Undo() {
		t.Error("it is undone twice")
	}
	b.slot(0).OnClear()
	b.s.notices.link.OnTapped()
	if b.s.Form().Frames.First.URL != lighthouse {
		t.Errorf("after the link: %+v", b.s.Form().Frames.First)
	}
}

// Where a picture is put is shown before it is put there.
func TestWhereAPictureIsUploaded(t *testing.T) {
	for hosting, want := range map[string]string{
		`{"kind":"s3","s3":{"endpoint":"s3.example.com:9000"}}`:    "Uploaded to s3.example.com first.",
		`{"kind":"s3","s3":{"endpoint":"https://s3.example.com"}}`: "Uploaded to s3.example.com first.",
		`{"kind":"s3"}`: "Uploaded to the image host first.",
	} {
		if got := hostNote(db.Profile{Hosting: []byte(hosting)}); got != want {
			t.Errorf("%s: %q, want %q", hosting, got, want)
		}
	}
}

func TestALocalFileLeadsOn(t *testing.T) {
	b := newSlotFixture(t, db.FramesToVideo)
	b.slot(0).OnText(lighthouse)
	b.s.Dropped(dnd.Drop{At: b.at(0), Placed: true, Files: []string{"/home/me/lake.png"}})
	if n := b.s.notices; !n.box.Visible() || b.s.Form().Frames.First.URL != lighthouse {
		t.Errorf("a picture gave way to a file that cannot be sent: %+v", b.s.Form().Frames.First)
	}
	b.slot(0).OnClear()
	b.s.putPictures(0, order.Slot{File: "/home/me/lake.png"})
	b.follow(0, "Why?")
	if b.w.Canvas().Overlays().Top() == nil {
		t.Error("no reason is shown")
	}
	b.w.Canvas().Overlays().Remove(b.w.Canvas().Overlays().Top())
	b.follow(0, "Edit it first")
	if f := b.s.Form(); f.Kind != db.EditImage ||
		!cmp.Equal(b.canvas.dropped, [][2][]string{{{"/home/me/lake.png"}, nil}}) {
		t.Errorf("%v %v", f.Kind, b.canvas.dropped)
	}
}

func TestARecalledClipShowsItsFramesAgain(t *testing.T) {
	b := newSlotFixture(t, db.TextToVideo)
	b.assets["aa11"] = asset(time.Hour)
	b.s.Recall(db.Job{Ref: "8f2cdd", Kind: db.FramesToVideo,
		Request: []byte(`{"model":"clip-2.6","prompt":"boats","seconds":5,"input_reference":["https://img.gateway.net/light","https://cdn.example.com/b.png"]}`),
		Inputs:  []byte(`[{"place":0,"asset":"aa11"}]`)}, order.RecallAll)
	b.settle()
	b.wants(0, kit.SlotValue{State: kit.SlotDying, Caption: "img.gateway.net", Life: "60 min left, send soon",
		Note: "1344 × 756, from Gallery"})
	b.wants(1, kit.SlotValue{State: kit.SlotFilled, Caption: "cdn.example.com", Note: "1344 × 756"})
	if diff := cmp.Diff([]string{"https://cdn.example.com/b.png"}, b.looked); diff != "" {
		t.Error("an asset was fetched:", diff)
	}
	b.slot(0).OnAsset()
	other := asset(time.Hour)
	other.Ref = "bb22"
	b.s.UseAsset(other, 0)
	b.slot(0).OnAsset()
	if diff := cmp.Diff([]string{"showaa11", "showbb22"}, b.nav.Told); diff != "" {
		t.Error(diff)
	}
}

// A picture of the gallery can be viewed from its slot, like a file of this computer.
func TestEveryPictureOfASlotCanBeViewed(t *testing.T) {
	b := newSlotFixture(t, db.FramesToVideo)
	b.acct.Hosting = []byte(`{"kind":"s3"}`)
	b.update()
	b.assets["aa11"] = asset(time.Hour)
	for name, put := range map[string]func(){
		"gallery": func() { b.s.UseAsset(b.assets["aa11"], 0) },
		"file":    func() { b.s.putPictures(0, order.Slot{File: "/home/me/lake.png"}) },
	} {
		put()
		b.settle()
		if b.slot(0).OnLook == nil {
			t.Errorf("%s: it cannot be viewed", name)
			continue
		}
		b.slot(0).OnLook()
		top := b.w.Canvas().Overlays().Top()
		if top == nil {
			t.Errorf("%s: nothing is shown", name)
			continue
		}
		b.w.Canvas().Overlays().Remove(top)
		b.s.clearSlot(0)
	}
}

func TestFramesLook(t *testing.T) {
	apptest.SkipUnlessGoldenPlatform(t)
	for _, v := range []resources.Variant{resources.Dark, resources.Light} {
		t.Run(v.String(), func(t *testing.T) {
			b := newSlotFixtureIn(t, db.FramesToVideo, v)
			b.linked = whole
			b.w.Resize(fyne.NewSize(usualWidth, 1000))
			b.assets["aa11"] = asset(21*time.Hour + time.Minute)
			b.s.UseAsset(b.assets["aa11"], 0)
			b.settle()
			b.s.Edit(func(f *order.Form) { f.Frames.Prompt = "Slow dolly towards the lighthouse at dusk." })
			b.s.Over(b.at(1), dnd.Offer{Kind: dnd.KindLink,
				Links: []string{"https://img.gateway.net/light-evening.png?Expires=1800082900&Signature=x"}})
			b.w.Canvas().Unfocus()
			test.AssertRendersToImage(t, "frames-"+v.String()+".png", b.w.Canvas())
			b.s.Leave()
			b.assets["aa11"] = asset(-time.Hour)
			b.s.UseAsset(b.assets["aa11"], 0)
			b.s.putPictures(1, order.Slot{File: "/home/me/lake.png"})
			b.settle()
			b.s.notices.hide()
			b.w.Canvas().Unfocus()
			test.AssertRendersToImage(t, "frames-refused-"+v.String()+".png", b.w.Canvas())
		})
	}
}

func TestAnUploadIsShownInItsSlot(t *testing.T) {
	b := newSlotFixture(t, db.FramesToVideo)
	b.acct.Hosting = []byte(`{"kind":"s3"}`)
	b.update()
	b.s.putPictures(0, order.Slot{File: "/home/me/lake.png"})
	test.Type(b.s.fields.prompt.entry, "boats")
	b.settle()
	b.s.Generate()
	b.finish()
	if len(b.clicks) != 1 || len(b.inputs) != 1 || len(b.inputs[0].Data) == 0 ||
		ordertest.Videos(b.clicks[0].Requests)[0].FirstFrame() != "" {
		t.Errorf("%d clicks, %v, %q", len(b.clicks), b.s.problems, b.s.failure)
	}
	progress := func(done int64) {
		b.s.Live.Handle(jobs.Progress{Upload: true, Done: done, Total: 100})
		if set := b.s.Live.Flush(false); set != nil {
			set()
		}
	}
	progress(62)
	b.wants(0, kit.SlotValue{State: kit.SlotUploading, Progress: 0.62, Caption: "Uploading, 62 %",
		Note: "to the image host"})
	b.s.Handle(jobs.JobChanged{ID: 0, State: db.Failed})
	b.wants(0, kit.SlotValue{State: kit.SlotFilled, Caption: "lake.png", Note: "Uploaded to the image host first."})
	progress(90)
	if v := b.state(0); v.State != kit.SlotFilled {
		t.Errorf("a job that is over uploads: %+v", v)
	}
}

func TestLookingIsNoChangeOfAHeldJob(t *testing.T) {
	b := newSlotFixture(t, db.TextToVideo)
	b.s.EditHeld(db.Job{ID: 4, ProfileID: 7, State: db.Held, Ref: "8f2cdd", Kind: db.FramesToVideo,
		Request: []byte(`{"model":"clip-2.6","prompt":"boats","seconds":5,"input_reference":["` + lighthouse + `"]}`)})
	b.settle()
	if b.s.Form().Frames.First.Width == 0 {
		t.Fatal("nobody looked")
	}
	b.s.StopEditing()
	if n := b.s.notices; n.box.Visible() {
		t.Errorf("said %q", n.text.Text())
	}
	b.s.EditHeld(db.Job{ID: 4, ProfileID: 7, State: db.Held, Ref: "8f2cdd", Kind: db.TextToVideo,
		Request: []byte(`{"model":"clip-2.6","prompt":"boats","seconds":5}`)})
	b.s.UseAsset(asset(time.Hour), 0)
	b.s.EditAsset(asset(time.Hour))
	if f := b.s.Form(); f.Kind != db.TextToVideo {
		t.Errorf("a held job became %v", f.Kind)
	}
}

func BenchmarkTypingBesidePictures(b *testing.B) {
	for _, kind := range []db.JobKind{db.FramesToVideo, db.EditImage} {
		b.Run(string(kind), func(b *testing.B) {
			d := newSlotFixture(b, kind)
			for i := range 16 {
				d.s.putPictures(d.s.activePlace(),
					order.Slot{URL: fmt.Sprintf("https://cdn.example.com/%d.png?Expires=1800082900&Signature=x", i)})
			}
			d.settle()
			entry := d.s.fields.control(order.FieldPrompt)
			for range 2000 {
				d.s.form.SetPrompt(d.s.form.Prompt() + "x")
			}
			d.s.render()
			for b.Loop() {
				entry.TypedRune('x')
			}
		})
	}
}

// The frames come between the model and the prompt, the button that swaps them between the two.
func TestTabReachesTheFrames(t *testing.T) {
	b := newSlotFixture(t, db.FramesToVideo)
	b.s.putPictures(0, order.Slot{URL: lighthouse}, order.Slot{URL: lighthouse})
	b.settle()
	want := []fyne.Focusable{b.s.fields.picker, b.slot(0).Frame(), b.s.fields.frames.swap, b.slot(1).Frame(),
		b.s.fields.prompt.entry}
	c := b.w.Canvas()
	c.Focus(want[0])
	next := 1
	for range 20 {
		c.FocusNext()
		if c.Focused() == want[next] {
			next++
			if next == len(want) {
				return
			}
		}
	}
	t.Errorf("Tab did not reach stop %d, %T", next, want[next])
}

// A picture that comes while an address is typed is the answer: the field does not stay over it.
func TestAPictureClosesTheFieldForItsAddress(t *testing.T) {
	b := newSlotFixture(t, db.FramesToVideo)
	slot := b.slot(0)
	slot.Type("https://im")
	if !slot.Typing() {
		t.Fatal("no field is open")
	}
	b.s.render()
	if !slot.Typing() {
		t.Error("the field closed without a picture")
	}
	b.s.putPictures(0, order.Slot{URL: lighthouse})
	b.settle()
	if slot.Typing() || b.w.Canvas().Focused() != b.slot(0).Frame() {
		t.Errorf("typing %v, the focus is in %T", slot.Typing(), b.w.Canvas().Focused())
	}
	slot.Type(lighthouse)
	b.s.putPictures(1, order.Slot{URL: lighthouse + "?2"})
	if !slot.Typing() {
		t.Error("a picture of the other slot closed the field")
	}
}

// A file that cannot be sent does not push out a frame that can; into an empty slot it comes, to say why and what
// helps.
func TestAFileThatCannotBeSentLeavesTheFrame(t *testing.T) {
	b := newSlotFixture(t, db.FramesToVideo)
	file := order.Slot{File: "/home/me/lake.png"}
	b.s.putPictures(0, order.Slot{URL: lighthouse})
	b.s.putPictures(0, file)
	if got := b.s.Form().Frames.First.URL; got != lighthouse {
		t.Errorf("the first slot holds %q", got)
	}
	if got := b.s.notices.text.Text(); !strings.Contains(got, "lake.png was left out.") {
		t.Errorf("said %q", got)
	}
	b.s.putPictures(1, file)
	if got := b.s.Form().Frames.Last; got.File != file.File {
		t.Errorf("the empty slot holds %+v", got)
	}
	b.acct.Hosting = []byte(`{"kind":"s3"}`)
	b.update()
	b.s.putPictures(0, file)
	if got := b.s.Form().Frames.First; got.File != file.File {
		t.Errorf("with hosting the first slot holds %+v", got)
	}
}

// All fields of a usual request from frames are seen at once in a window of 1440 x 900, with menu and status bar.
func TestTheFieldsOfFramesAreSeenAtOnce(t *testing.T) {
	b := newSlotFixture(t, db.FramesToVideo)
	b.w.Resize(fyne.NewSize(usualWidth, 842))
	b.assets["aa11"] = asset(21 * time.Hour)
	b.s.UseAsset(b.assets["aa11"], 0)
	b.s.UseAsset(b.assets["aa11"], 1)
	b.prompt("Slow dolly towards the lighthouse at dusk. The lamp turns once, its beam sweeps over calm water, a small sailing boat drifts in.")
	b.settle()
	need, room := b.s.scroll.Content.MinSize().Height, b.s.scroll.Size().Height
	if need > room {
		t.Errorf("the fields need %v, and there are %v", need, room)
	}
}

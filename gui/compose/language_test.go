package compose

import (
	"errors"
	"io/fs"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/client/linkcheck"
	"viviscope/client/order"
	"viviscope/client/order/upload"
	"viviscope/db"
	"viviscope/db/folder"
	"viviscope/gui/action"
	"viviscope/gui/apptest"
	"viviscope/gui/dnd"
	"viviscope/gui/lang"
	"viviscope/gui/lang/langtest"
	"viviscope/gui/wording"
)

// sameEverywhere are names that these tests give, units, values of the wire and keys: no language has other words for
// them.
const sameEverywhere = `clip genimage flare sunburst turbo omni house My gateway CNY PNG JPEG px s P Ctrl Enter Shift Up Down
	boats boat a red blue film look dolly slow wrong wind over dunes sharp blurry mood img net com png csv lake light lighthouse evening https disk`

// spoken is a slotFixture in the language that marks what comes from a catalog.
func spoken(t *testing.T, kind db.JobKind) *slotFixture {
	langtest.Use(t, lang.Pseudo)
	b := newSlotFixture(t, kind)
	b.w.Resize(fyne.NewSize(900, 1400))
	return b
}

// translated fails where a text of the window does not come from a catalog, but for the list that was typed, and where
// a control has no name.
func (d *fixture) translated() {
	d.t.Helper()
	for _, text := range langtest.Untranslated(d.w.Canvas(), sameEverywhere, d.s.list.Text) {
		d.t.Errorf("not translated: %q", text)
	}
	apptest.CheckAccessibleNames(d.t, d.w.Canvas())
}

func TestEveryTextOfTheFormIsTranslatedAndEveryControlIsNamed(t *testing.T) {
	broken := client.Alias{ID: "house", Like: "clip-2.6"}
	for _, row := range []struct {
		name string
		kind db.JobKind
		show func(b *slotFixture)
	}{
		{"empty", db.TextToVideo, func(b *slotFixture) {}},
		{"an empty prompt is sent", db.TextToVideo, func(b *slotFixture) { b.s.Generate() }},
		{"priced", db.TextToVideo, func(b *slotFixture) { b.prompt("boats"); b.s.count(1) }},
		{"variations", db.TextToVideo, func(b *slotFixture) { b.prompt("a {red|blue} boat") }},
		{"too many variations", db.TextToVideo, func(b *slotFixture) {
			b.prompt("{1..999} boats")
			b.s.fields.negative.head.OnTapped()
			test.Type(b.s.fields.negative.entry, "{1..999}")
		}},
		{"far too many", db.TextToVideo, func(b *slotFixture) { b.prompt("{1..99999}{1..99999}") }},
		{"reference prices", db.TextToVideo, func(b *slotFixture) {
			b.table.Reference = true
			b.update()
			b.prompt("boats")
		}},
		{"no price", db.TextToVideo, func(b *slotFixture) {
			b.table = client.PriceTable{}
			b.update()
			b.prompt("boats")
		}},
		{"sandbox", db.TextToVideo, func(b *slotFixture) { b.acct.Sandbox = true; b.update(); b.prompt("boats") }},
		{"read-only", db.TextToVideo, func(b *slotFixture) {
			b.acct.NoKey, b.acct.ReadOnly = true, true
			b.update()
			b.prompt("boats")
		}},
		{"no key", db.TextToVideo, func(b *slotFixture) { b.acct.NoKey = true; b.update(); b.prompt("boats") }},
		{"a budget", db.TextToVideo, func(b *slotFixture) {
			b.acct.BudgetMicros = micros(6_000_000)
			b.update()
			b.prompt("boats")
		}},
		{"a budget of a day", db.TextToVideo, func(b *slotFixture) {
			b.acct.DayBudgetMicros, b.acct.WarnPercent = micros(6_000_000), 10
			b.spent.Today.Charged = 2_000_000
			b.update()
			b.prompt("boats")
		}},
		{"over it", db.TextToVideo, func(b *slotFixture) {
			b.acct.BudgetMicros = micros(1_000_000)
			b.update()
			b.prompt("boats")
		}},
		{"wrong", db.TextToVideo, func(b *slotFixture) {
			b.s.Edit(func(f *order.Form) {
				f.Text.Seed.Text, f.Text.Seed.Locked = "wrong", true
				f.Text.SetSeconds("99")
				f.Text.SetFreeSize()
				f.Text.SetSides("9999", "9")
			})
		}},
		{"corrected", db.TextToVideo, func(b *slotFixture) {
			b.s.Edit(func(f *order.Form) { f.Text.SetAudio(true); f.Text.SetSeconds("12") })
			b.s.fields.useModel(order.Model{ID: "clip-2.6"})
		}},
		{"raised", db.TextToVideo, func(b *slotFixture) {
			b.s.Edit(func(f *order.Form) { f.Text.SetAudio(true) })
			for _, m := range b.s.env().VideoModels() {
				b.s.fields.useModel(m)
				b.translated()
			}
			b.s.fields.correct(func(d *order.VideoDraft) []order.Correction { return d.SetResolution("720P") })
		}},
		{"a model of the gateway", db.TextToVideo, func(b *slotFixture) {
			b.acct.Models = []byte(`[{"id":"` + broken.ID + `","like":"` + broken.Like + `"}]`)
			b.update()
			b.s.fields.useModel(order.Model{ID: broken.ID, Like: broken.Like})
		}},
		{"no such model", db.TextToVideo, func(b *slotFixture) {
			b.s.fields.useModel(order.Model{ID: broken.ID, Like: broken.Like})
			b.prompt("boats")
		}},
		{"not sent", db.TextToVideo, func(b *slotFixture) {
			b.err = folder.ErrDiskFull
			b.prompt("boats")
			b.s.Generate()
			b.drain()
		}},
		{"recalled", db.TextToVideo, func(b *slotFixture) { b.s.Recall(heldJob(), order.RecallAllButSeed) }},
		{"the prompt alone", db.TextToVideo, func(b *slotFixture) { b.s.Recall(heldJob(), order.RecallPrompt) }},
		{"emptied", db.TextToVideo, func(b *slotFixture) { b.prompt("boats"); b.s.NewRequest() }},
		{"held", db.TextToVideo, func(b *slotFixture) { b.s.EditHeld(heldJob()); b.s.count(1) }},
		{"held no more", db.TextToVideo, func(b *slotFixture) {
			b.s.EditHeld(heldJob())
			b.s.Handle(jobs.JobChanged{ID: 9, State: db.Waiting})
		}},
		{"not any more", db.TextToVideo, func(b *slotFixture) {
			b.s.EditHeld(db.Job{Ref: "7f3a", ProfileID: 7, State: db.Saved})
		}},
		{"of another profile", db.TextToVideo, func(b *slotFixture) {
			b.s.UseOtherModel(db.Job{Ref: "7f3a", ProfileID: 8})
		}},
		{"no frames", db.FramesToVideo, func(b *slotFixture) { b.s.Generate() }},
		{"frames", db.FramesToVideo, func(b *slotFixture) {
			b.assets["aa11"] = asset(48 * time.Minute)
			b.s.UseAsset(b.assets["aa11"], 0)
			b.s.putPictures(1, order.Slot{File: "/home/me/lake.png"})
			b.settle()
		}},
		{"links", db.FramesToVideo, func(b *slotFixture) {
			b.links[lighthouse] = linkcheck.ErrNotPicture
			b.s.putPictures(0, order.Slot{URL: lighthouse}, order.Slot{URL: "http://192.168.0.4/a.png"})
			b.settle()
		}},
		{"a dead link", db.FramesToVideo, func(b *slotFixture) {
			b.s.putPictures(0, order.Slot{URL: "https://img.example.com/light.png?Expires=1799999999&Signature=x",
				Dies: 1})
			b.s.pasteInto(1)
			b.settle()
		}},
		{"hosted", db.FramesToVideo, func(b *slotFixture) {
			b.acct.Hosting = []byte(`{"kind":"s3"}`)
			b.update()
			b.files["/home/me/light.png"] = fs.ErrNotExist
			b.s.putPictures(0, order.Slot{File: "/home/me/lake.png"}, order.Slot{File: "/home/me/light.png"})
			b.settle()
		}},
		{"a link is dragged", db.FramesToVideo, func(b *slotFixture) {
			b.s.Over(b.at(0), dnd.Offer{Kind: dnd.KindLink, Links: []string{lighthouse}})
		}},
		{"what cannot be dropped", db.FramesToVideo, func(b *slotFixture) {
			b.s.Dropped(dnd.Drop{Files: []string{"/a/lake.exe"}})
		}},
		{"a picture", db.TextToImage, func(b *slotFixture) {
			b.s.Edit(func(f *order.Form) { f.Image.Quality = "high"; f.Image.Clips = 3 })
			b.prompt("boats")
		}},
		{"a free size", db.TextToImage, func(b *slotFixture) {
			b.s.Edit(func(f *order.Form) { f.Image.SetFreeSize(); f.Image.SetSides("9999", "9") })
		}},
		{"an edit without a picture", db.EditImage, func(b *slotFixture) { b.s.Generate() }},
		{"mixed", db.EditImage, func(b *slotFixture) {
			b.s.putPictures(0, order.Slot{URL: lighthouse})
			b.s.putPictures(1, order.Slot{File: "/home/me/lake.png"})
			b.settle()
			b.prompt("boats")
		}},
	} {
		t.Run(row.name, func(t *testing.T) {
			b := spoken(t, row.kind)
			row.show(b)
			b.translated()
			if row.kind == db.FramesToVideo && b.s.held == nil {
				for _, what := range []dnd.Offer{{Kind: dnd.KindFile, Files: []string{"/a/lake.png"}},
					{Kind: dnd.KindLink, Links: []string{lighthouse, lighthouse}}} {
					face := b.s.hoverValue(0, what)
					for _, text := range []string{face.Words, face.Caption, face.Note, face.Detail} {
						if langtest.UntranslatedWords(text, sameEverywhere) != "" {
							t.Errorf("not translated: %q", text)
						}
					}
				}
			}
			for _, text := range langtest.UntranslatedItems(action.Menu(b.s.commands.more(), b.s.Post),
				sameEverywhere) {
				t.Errorf("not translated in the menu: %q", text)
			}
		})
	}
}

func TestEveryTextBesideTheCanvasIsTranslated(t *testing.T) {
	for name, show := range map[string]func(e *editFixture){
		"nothing on it": func(e *editFixture) { e.s.Generate() },
		"marked":        func(e *editFixture) { e.s.SetPicture(e.marked()); e.typed("boats") },
		"plain":         func(e *editFixture) { e.s.SetPicture(e.plain()); e.typed("boats") },
		"own charges": func(e *editFixture) {
			e.paid = []int64{70_000, 60_000, 90_000, 80_000, 70_000}
			e.s.SetPicture(e.plain())
			e.typed("boats")
			e.drain()
		},
		"further": func(e *editFixture) {
			e.s.SetPicture(e.marked())
			e.s.putPictures(0, order.Slot{URL: lighthouse})
			e.typed("boats")
			e.settle()
		},
		"left out": func(e *editFixture) {
			e.s.SetPicture(e.plain())
			e.s.putPictures(0, order.Slot{URL: lighthouse})
			e.s.slots.removeOthers()
		},
		"moved": func(e *editFixture) {
			e.s.SetPicture(e.marked())
			e.typed("boats")
			e.baked.Width, e.baked.File = 81, painted(81, 60)
			e.s.Generate()
			e.drain()
		},
	} {
		t.Run(name, func(t *testing.T) {
			langtest.Use(t, lang.Pseudo)
			e := newEditFixture(t)
			e.w.Resize(fyne.NewSize(900, 1400))
			show(e)
			e.translated()
		})
	}
}

// everySheet opens the sheets of the composer, each with what it can say.
func everySheet() map[string]func(b *slotFixture) {
	const wrongList = "kind,prompt,seconds,mood,audio\ntext_to_video,boats,5,slow,no\ntext_to_video,,99,slow,wrong\nwrong,a,5,,no\n"
	check := func(b *slotFixture, text string) {
		b.s.ShowBatch()
		b.paste(text)
		test.Tap(b.s.batch.sheet.check)
		b.drain()
	}
	return map[string]func(b *slotFixture){
		"which model": func(b *slotFixture) {
			b.s.Edit(func(f *order.Form) { f.Text.SetAudio(true) })
			b.s.ShowWhich()
		},
		"no model": func(b *slotFixture) {
			b.s.Edit(func(f *order.Form) { f.Text.SetSeconds("99"); f.Text.Clips = 3 })
			b.s.ShowWhich()
		},
		"which model of frames": func(b *slotFixture) {
			b.s.SetKind(db.FramesToVideo)
			b.s.putPictures(0, order.Slot{URL: lighthouse})
			b.s.ShowWhich()
		},
		"which model of an edit": func(b *slotFixture) {
			b.s.SetKind(db.EditImage)
			b.s.putPictures(0, order.Slot{URL: lighthouse})
			b.s.ShowWhich()
		},
		"history": func(b *slotFixture) {
			b.earlier = []string{"a red boat"}
			b.s.history.show(b.s.fields.Fields)
			b.drain()
		},
		"no history":  func(b *slotFixture) { b.s.history.show(b.s.fields.Fields); b.drain() },
		"no snippets": func(b *slotFixture) { showSnippets(b.s.Host, b.s.snippets, b.s.fields.Fields) },
		"snippets": func(b *slotFixture) {
			b.s.snippets.put(Snippet{Name: "film look", Text: "slow dolly"})
			b.s.snippets.put(Snippet{Name: "film boats", Text: "boats"})
			showSnippets(b.s.Host, b.s.snippets, b.s.fields.Fields)
		},
		"a snippet": func(b *slotFixture) { b.prompt("boats"); saveSnippet(b.s.Host, b.s.snippets, b.s.fields.Fields) },
		"the variations": func(b *slotFixture) {
			b.prompt("a {red|blue} boat")
			b.s.Edit(func(f *order.Form) { f.Text.Negative = "{sharp|blurry}"; f.Text.Clips = 3 })
			b.lib.durations = func(string) []time.Duration { return []time.Duration{time.Minute} }
			b.s.Generate()
			b.drain()
		},
		"why":                  func(b *slotFixture) { b.s.SetKind(db.FramesToVideo); b.s.doAction(actionWhy, 0) },
		"batch":                func(b *slotFixture) { b.s.ShowBatch() },
		"a list":               func(b *slotFixture) { check(b, twoKinds) },
		"a list with mistakes": func(b *slotFixture) { check(b, wrongList) },
		"no list":              func(b *slotFixture) { check(b, "kind,kind,prompt\na,b,c\n") },
		"a sent list":          func(b *slotFixture) { check(b, wrongList); test.Tap(b.s.batch.sheet.send); b.drain() },
		"a file":               func(b *slotFixture) { b.s.BatchFile("lake.csv", make([]byte, order.MaxListBytes+1)) },
	}
}

func TestEveryTextOfTheSheetsIsTranslated(t *testing.T) {
	for name, show := range everySheet() {
		t.Run(name, func(t *testing.T) {
			b := spoken(t, db.TextToVideo)
			show(b)
			if b.w.Canvas().Overlays().Top() == nil {
				t.Error("no sheet")
			}
			b.translated()
		})
	}
}

// What only some links, files and errors say.
func TestEveryOtherTextIsTranslated(t *testing.T) {
	langtest.Use(t, lang.Pseudo)
	said := map[string]string{}
	for _, err := range []error{linkcheck.ErrNotPicture, linkcheck.ErrLogin, linkcheck.ErrNotPublic,
		linkcheck.ErrUnreachable} {
		said[err.Error()] = lookWords(&linkcheck.Error{Kind: err})
		said[err.Error()+", HTTP 500"] = lookWords(&linkcheck.Error{Kind: err, Status: 500})
	}
	for _, err := range []error{fs.ErrNotExist, fs.ErrPermission, &folder.TooLargeError{Limit: 1 << 20},
		client.ErrDamaged, errors.New("no disk")} {
		said["a file: "+err.Error()] = wording.UnusablePicture(err)
	}
	for _, err := range []error{&upload.Error{File: "/a/lake.png", Err: fs.ErrNotExist}, &canvasError{errCanvasMoved},
		&canvasError{&folder.TooLargeError{Limit: 1 << 20}}, &client.ValidationError{Message: client.MsgNoAudio}} {
		said[err.Error()] = wording.NotSent(err)
	}
	for _, how := range order.RecallModes(db.TextToVideo) {
		said["recall: "+wording.Recall(how)] = wording.Recall(how)
	}
	for of, text := range said {
		if langtest.UntranslatedWords(text, sameEverywhere) != "" || text == "" {
			t.Errorf("%s: %q", of, text)
		}
	}
}

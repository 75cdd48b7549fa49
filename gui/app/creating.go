package app

import (
	"context"
	"image"
	"log/slog"
	"slices"
	"time"

	"viviscope/client/jobs"
	"viviscope/client/order"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/editor"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/shell"
	"viviscope/resources"
)

// creating starts work in the composer, on the canvas and on boards. It implements [action.Creator].
type creating struct{ *program }

func (p creating) Create() {
	p.shell.Show(shell.Create)
	p.places.composer.Focus()
}

func (p creating) Reuse(job int64, how order.RecallMode) {
	whenRead(p.shell, lang.L("Its settings could not be read."), func(ctx context.Context) (db.Job, error) {
		return p.Library.Job(ctx, job)
	},
		func(j db.Job) {
			p.shell.Show(shell.Create)
			p.places.composer.Recall(j, how)
		})
}

func (p creating) KeptSeed() *int64 { return p.places.composer.KeptSeed() }

// pressAgain is a press on One more of a job, see [spend.Sender.Press].
type pressAgain int64

func (p creating) Again(job int64, shown jobs.Agreement) {
	press := pressAgain(job)
	if !p.sender.Press(press) {
		return
	}
	kept := p.KeptSeed()
	ended := p.sender.Ended(lang.L("It could not be made again."), func() {
		p.shell.Say(kit.ToneNeutral, lang.L("One more is in the queue."), "",
			action.Action{Label: lang.L("Show in Recent"), Do: p.showRecent})
	})
	p.sender.Send(shown, func(ctx context.Context, how jobs.Terms) error {
		_, err := p.Engine.OneMore(ctx, job, kept, how)
		return err
	}, func(err error) {
		if err != nil {
			p.sender.Unpress(press)
		}
		ended(err)
	})
}

// showRecent shows the feed of recent jobs, which the canvas takes turns with.
func (p creating) showRecent() {
	p.shell.Show(shell.Create)
	if p.onCanvas() {
		p.places.composer.SetKind(db.TextToImage)
	}
}

func (p creating) PriceAgain(job db.Job) jobs.Quote {
	q, err := p.Engine.PriceJobs(p.life, job.ProfileID, job)
	if err != nil {
		p.options.Log.Warn("cannot price a job", slog.Int64("id", job.ID), slog.Any("err", err))
	}
	return q
}

func (p creating) UseSeed(seed int64) {
	p.shell.Show(shell.Create)
	p.places.composer.UseSeed(seed)
}

func (p creating) UseAsFrame(a db.Asset, place int) {
	p.shell.Show(shell.Create)
	p.places.composer.UseAsset(a, place)
	p.places.composer.Focus()
}

// UseLastFrame asks how to use the last frame of a clip. A service takes only web addresses, so a local frame cannot be
// used directly without image hosting.
func (p creating) UseLastFrame(clip db.Asset) { p.askLastFrame(clip, p.shell.Profile()) }

// askLastFrame asks what becomes of the last frame of a clip. The sandbox takes local pictures, so the sheet mentions
// no uploads for it.
func (p creating) askLastFrame(clip db.Asset, profile db.Profile) *kit.Sheet {
	at, hosts := clip.LastFrame(), profile.HostsPictures()
	reason := lang.L("The service accepts frames by web address only, and this is a local picture.")
	upload := lang.L("Uploaded to the image host when the clip is sent and removed afterwards.")
	if profile.Sandbox {
		reason, upload = "", ""
	}
	var sheet *kit.Sheet
	choices := kit.NewColumn(8)
	add := func(word, says string, do func()) *kit.ChoiceCard {
		about := kit.NewText(says, resources.SizeSM, resources.Text2, false).Wrap(true)
		kit.Show(about, says != "")
		card := kit.NewChoiceCard(word, kit.NewColumn(2,
			kit.NewText(word, resources.SizeBody, resources.Text1, true), about), func() {
			sheet.Hide()
			do()
		})
		choices.Add(card)
		return card
	}
	if hosts {
		add(lang.L("Use as first frame"), upload, func() {
			p.withFrame(lang.L("The last frame could not be used."), clip, at, func(f frame) {
				p.UseAsFrame(f.asset, order.FirstFrame)
			})
		})
	}
	save := add(lang.L("Save as a picture"), lang.L("Free. Saved to the library at full size."),
		func() { p.SaveFrame(clip, at) })
	add(lang.L("Edit it and use the result"),
		lang.L("An edit’s result has a web address for 24 h. The edit costs the amount on "+
			"its button and may change the picture."),
		func() { p.EditFrame(clip, at) })
	if !hosts {
		add(lang.L("Set up image hosting…"), lang.L("Viviscope then uploads frames for you."),
			navigating(p).ShowHosting)
	}
	add(lang.L("Type an address"), lang.L("Save the frame first, then upload it where the service can download it."),
		func() {
			p.shell.Show(shell.Create)
			p.places.composer.SetKind(db.FramesToVideo)
			p.places.composer.AskAddress(order.FirstFrame)
		})
	sheet = kit.Ask(p.window.Canvas(), lang.L("The last frame of this clip"), reason, choices,
		kit.Answer{Word: lang.L("Close"), Kind: kit.Plain})
	sheet.Default = func() {
		sheet.Hide()
		p.SaveFrame(clip, at)
	}
	p.window.Canvas().Focus(save) // the safe choice, as Enter is
	return sheet
}

func (p creating) SaveFrame(clip db.Asset, at time.Duration) {
	p.withFrame(lang.L("The frame could not be saved."), clip, at, func(f frame) {
		lead := lang.L("The frame at %s was saved to the library.", kit.Clock(at, 2))
		if f.known {
			lead = lang.L("This frame is already in the library.")
		}
		p.shell.Say(kit.ToneOK, lead, "", action.Action{Label: lang.L("Show it"), Do: func() {
			viewing(p).ViewIn([]db.Asset{f.asset}, f.asset)
		}})
	})
}

func (p creating) EditFrame(clip db.Asset, at time.Duration) {
	p.shell.Show(shell.Create)
	p.places.composer.SetKind(db.EditImage)
	p.places.canvas.OpenFrame(clip, at)
}

func (p creating) Edit(a db.Asset) {
	p.shell.Show(shell.Create)
	p.places.composer.EditAsset(a)
	p.places.composer.Focus()
}

func (p creating) Draw(k action.Keyframe, words string, a db.Asset, size image.Point) {
	p.shell.Show(shell.Create)
	p.places.composer.SetKind(db.EditImage)
	p.places.canvas.Commission(k, words, a, size)
	p.shell.Canvas().Focus(p.places.canvas.First())
}

// EditOnOneSheet: of clips there is nothing to put there.
func (p creating) EditOnOneSheet(assets ...int64) {
	p.withAssets(lang.L("The picture could not be shown."), assets, func(list []db.Asset) {
		var parts []editor.Source
		for _, a := range list {
			if a.Kind == db.Picture {
				parts = append(parts, editor.Source{Ref: a.Ref})
			}
		}
		p.shell.Show(shell.Create)
		p.places.composer.SetKind(db.EditImage)
		p.places.canvas.Assemble(parts)
	})
}

func (p creating) EditHeld(job db.Job) {
	edit := func() {
		p.shell.Show(shell.Create)
		p.places.composer.EditHeld(job)
	}
	known, _ := p.shell.Live().Switcher.Get() // in memory
	i := slices.Index(known.IDs, job.ProfileID)
	if i < 0 || i == known.Front {
		edit()
		return
	}
	p.shell.Say(kit.ToneNeutral, lang.L("This job belongs to %s.", known.Options[i].Title), "",
		action.Action{Label: lang.L("Switch and edit"), Do: func() {
			p.shell.UseProfile(job.ProfileID)
			edit()
		}})
}

func (p creating) UseOtherModel(job db.Job) { p.places.composer.UseOtherModel(job) }

func (p creating) HostsPictures() bool {
	return p.shell.Profile().HostsPictures()
}

func (p creating) NewBoard(pictures ...int64) {
	p.withAssets(lang.L("The pictures could not be read."), pictures, func(list []db.Asset) {
		p.shell.Show(shell.Boards)
		p.places.boards.NewFrom(list...)
	})
}

func (p creating) AddToCast(pictures ...int64) {
	p.withAssets(lang.L("The pictures could not be read."), pictures, func(list []db.Asset) {
		p.places.cast.AddPictures(list...)
	})
}

// frame is a frame of a clip as a picture of the library; known: the same picture was there already.
type frame struct {
	asset db.Asset
	known bool
}

// withFrame puts one frame of a clip into the library and then does something with it.
func (p creating) withFrame(failed string, clip db.Asset, at time.Duration, then func(f frame)) {
	whenRead(p.shell, failed, func(ctx context.Context) (f frame, err error) {
		f.asset, f.known, err = p.Library.ImportFrame(ctx, clip, at, func() ([]byte, error) {
			return p.framePNG(ctx, clip, at)
		})
		p.shell.RefreshAll() // the gallery, and the count in the status bar
		return f, err
	}, then)
}

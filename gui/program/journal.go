package program

import (
	"context"
	"errors"
	"io/fs"
	"time"

	"viviscope/gui/diagnose"
	"viviscope/gui/journal"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
)

// shownLog is how much of the log's end is shown, bytes: some thousand lines.
const shownLog = 256 << 10

// showLog shows the end of the log.
func (p *program) showLog() {
	j := p.options.Journal
	if j == nil {
		p.shell.Say(widgets.ToneWarn, lang.L("There is no log."), lang.L("Its folder could not be made when the program started."))
		return
	}
	p.shell.Do(lang.L("Could not show the log."), func(context.Context) error {
		text, err := journal.Tail(j.LogFile(), shownLog)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		p.shell.Post(func() {
			diagnose.Text{
				Title: lang.X("noun", "Log"), Words: lang.L("%s. It holds no key and no signed link, and is sent nowhere.", j.LogFile()), Body: text, End: true,
				Copy:    p.app.Clipboard().SetContent,
				Actions: []diagnose.Action{{Word: lang.L("Show the file"), Do: func() { p.showFile(j.LogFile()) }}},
			}.Show(p.window.Canvas())
		})
		return nil
	})
}

func (p *program) showFile(path string) {
	p.shell.Do(lang.L("Could not show the file."), func(context.Context) error { return reveal(path) })
}

// tellCrashes says that an earlier run died, and what can be done with what it left.
func (p *program) tellCrashes(ctx context.Context) {
	j := p.options.Journal
	if j == nil {
		return
	}
	all, err := j.Reports(time.Now())
	if err != nil {
		p.options.Log.Warn("look for crash reports", "err", err)
	}
	if len(all) == 0 || ctx.Err() != nil {
		return
	}
	p.shell.Post(func() {
		p.shell.Choose(widgets.ToneWarn, lang.L("Viviscope ended unexpectedly (%s).", wording.When(all[0].At, time.Now())),
			lang.L("A report is kept on this computer and is sent nowhere."),
			lang.L("Show report"), func() { p.showCrash(all) }, lang.L("Discard"), func() { p.discardCrashes(all) })
	})
}

// showCrash shows the newest report; it is kept until it is discarded.
func (p *program) showCrash(all []journal.Report) {
	p.shell.Do(lang.L("Could not show the report."), func(context.Context) error {
		text, err := all[0].Text()
		if err != nil {
			return err
		}
		p.shell.Post(func() {
			diagnose.Text{
				Title: lang.L("Crash report"), Words: lang.L("What the program wrote when it ended, with keys and links hidden. It is sent nowhere: copy it into a report of the fault if you want to."), Body: text,
				Copy: p.app.Clipboard().SetContent,
				Actions: []diagnose.Action{
					{Word: lang.L("Show the file"), Do: func() { p.showFile(all[0].Path) }},
					{Word: lang.L("Discard"), Do: func() { p.discardCrashes(all) }, Closes: true},
				},
			}.Show(p.window.Canvas())
		})
		return nil
	})
}

func (p *program) discardCrashes(all []journal.Report) {
	p.shell.Do(lang.L("Could not discard the report."), func(context.Context) error { return journal.Discard(all) })
}

package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// askRebuild explains what a rebuild of the database does and asks for it. Window's goroutine.
func (p *program) askRebuild() {
	whenRead(p.shell, lang.L("The jobs could not be read."), p.countJobs,
		func(counts map[db.JobState]int) { p.showRebuildQuestion(counts[db.Sending]) })
}

func (p *program) countJobs(ctx context.Context) (map[db.JobState]int, error) {
	return p.Library.JobCounts(ctx, 0)
}

func (p *program) showRebuildQuestion(sending int) {
	title, words := rebuildWords(sending)
	if sending > 0 {
		p.ask(title, paragraphs(words), nil, p.toQueue(), kit.Answer{Word: lang.L("Close"), Kind: kit.Quiet})
		return
	}
	p.ask(title, paragraphs(append(words, p.unsaved()...)), nil,
		kit.Answer{Word: lang.L("Keep this database"), Kind: kit.Plain},
		kit.Answer{Word: lang.X("verb", "Rebuild"), Kind: kit.Danger, Do: p.rebuildLibrary})
}

// rebuildWords returns the text that asks for a rebuild, or that refuses it while sending requests wait for an answer.
func rebuildWords(sending int) (title string, words []string) {
	if sending > 0 {
		return lang.L("The database cannot be rebuilt now"), []string{waitForAnswers(sending)}
	}
	return lang.L("Rebuild the database from the files?"), []string{
		lang.L("Creates a new database from the files in the folder and their sidecars: prompts, costs, stars. Clips and pictures " +
			"are not changed. The current database is kept in the backups folder."),
		lang.L("Jobs without a file come back too: running tasks are watched again, and what waits is held until you release it. " +
			"Profiles are kept with their prices and keys."),
	}
}

// rebuildLibrary closes the library, makes a new database out of its files, and opens it again. Window's goroutine.
func (p *program) rebuildLibrary() {
	dir, look, notify := p.Library.Dir(), p.shell.Look(), p.shell.Notify()
	p.goOn()
	s := p.newRecoveryScreen()
	s.show(lang.L("Rebuilding the database"),
		lang.L("From the files in the folder and their sidecars. Nothing changes until the new "+
			"database is complete; closing the window keeps the old one."), dir,
		way{word: lang.L("Open the library as it is"), do: func() { // after a failure
			s.work(func(context.Context, db.Options) (string, error) { return "", nil })
		}})
	s.work(func(ctx context.Context, o db.Options) (string, error) {
		words, err := p.rebuildClosed(ctx, dir, o)
		if err != nil {
			return "", err
		}
		p.startupNotice = func() {
			p.shell.SetLook(look) // settings are in no file
			p.shell.SetNotify(notify)
			p.shell.Say(kit.ToneOK, lang.L("The database was rebuilt."), words)
		}
		return words, nil
	})
}

// rebuildClosed ends all work, closes the library and rebuilds it. If rebuilding fails, nothing in the folder has
// changed.
func (p *program) rebuildClosed(ctx context.Context, dir string, o db.Options) (string, error) {
	p.shell.End()
	// Nothing is sent any more, so the counts no longer change.
	counts, countErr := p.countJobs(ctx)
	known, readErr := readProfiles(ctx, p.Library)
	if err := errors.Join(p.close(), countErr, readErr); err != nil {
		return "", fmt.Errorf("close the library: %w", err)
	}
	if counts[db.Sending] > 0 {
		return "", errRequestsOpen
	}
	report, err := boards.Rebuild(ctx, dir, o, db.Rebuild)
	if err != nil {
		return "", err
	}
	if err := migrateProfiles(ctx, dir, known, db.Options{Now: o.Now, Log: o.Log}); err != nil {
		p.options.Log.Error("bring the profiles over", "err", err) // the rebuild itself is done
	}
	words := wording.Rebuilt(report)
	if report.OldDatabase != "" {
		words += " " + lang.L("The old database is kept in %s.", report.OldDatabase)
	}
	return words, nil
}

// profileData is the data of a profile that a readable library has and no file contains: its settings, the location of
// its key, and its prices.
type profileData struct {
	profile db.Profile
	prices  []db.Prices
}

// readProfiles reads the profile data that a rebuild keeps. Unsaved profiles belong to this run, which makes them
// again.
func readProfiles(ctx context.Context, lib *db.Library) ([]profileData, error) {
	profiles, err := lib.Profiles(ctx)
	if err != nil {
		return nil, fmt.Errorf("read profiles: %w", err)
	}
	var all []profileData
	for _, p := range profiles {
		prices, err := lib.PriceVersions(ctx, p.ID)
		if err != nil {
			return nil, err
		}
		all = append(all, profileData{p, prices})
	}
	return all, nil
}

// migrateProfiles writes into a rebuilt library what the old one knew of its profiles. One of the same name that speaks
// to the same place is completed; the others are made.
func migrateProfiles(ctx context.Context, dir string, all []profileData, o db.Options) (err error) {
	lib, err := db.Open(ctx, dir, o)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lib.Close()) }()
	for _, a := range all {
		kept, err := migrateProfile(ctx, lib, a.profile)
		if err != nil {
			return err
		}
		for i := range a.prices {
			a.prices[i].ProfileID = kept.ID
		}
		if _, err := lib.AddPrices(ctx, a.prices...); err != nil {
			return fmt.Errorf("bring prices of profile %q over: %w", kept.Name, err)
		}
	}
	return nil
}

// migrateProfile writes one profile. Its ID and creation time identify its key, so it keeps them. If the files gave
// that ID to another profile, it gets a new one, and its key must be entered again.
func migrateProfile(ctx context.Context, lib *db.Library, p db.Profile) (db.Profile, error) {
	made, err := lib.Profiles(ctx)
	if err != nil {
		return db.Profile{}, fmt.Errorf("read profiles: %w", err)
	}
	same, taken := int64(0), false
	for _, m := range made {
		taken = taken || m.ID == p.ID
		if m.Name == p.Name && m.Sandbox == p.Sandbox && (p.Sandbox || m.BaseURL == p.BaseURL) {
			same = m.ID
		}
	}
	if same == p.ID || same == 0 && !taken {
		return lib.RestoreProfile(ctx, p)
	}
	p.ID, p.KeySince = same, time.Time{}
	kept, err := lib.SaveProfile(ctx, p)
	if err != nil {
		return db.Profile{}, fmt.Errorf("bring profile %q over: %w", p.Name, err)
	}
	return kept, nil
}

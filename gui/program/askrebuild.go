package program

import (
	"context"

	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
)

// leftBehind counts the jobs that have no file yet, and would not be in a database that is made out of the files.
type leftBehind struct {
	open   int // sent or perhaps sent: there may be something at the service that was paid for
	unsent int // they wait or are held: nothing of them has left this computer
}

// jobCounter is what leftBehind is read from; *db.Library is one.
type jobCounter interface {
	JobCounts(ctx context.Context, profileID int64) (map[db.JobState]int, error)
}

func countLeftBehind(ctx context.Context, l jobCounter) (leftBehind, error) {
	counts, err := l.JobCounts(ctx, 0)
	if err != nil {
		return leftBehind{}, err
	}
	var n leftBehind
	for state, count := range counts {
		switch {
		case state == db.Waiting || state == db.Held:
			n.unsent += count
		case !state.Ended():
			n.open += count
		}
	}
	return n, nil
}

// askRebuild explains what a rebuild of the database does and asks for it. Window's goroutine.
func (p *program) askRebuild() {
	p.shell.Do(lang.L("Could not look at the jobs."), func(ctx context.Context) error {
		n, err := countLeftBehind(ctx, p.lib)
		if err != nil {
			return err
		}
		p.shell.Post(func() { p.showRebuildQuestion(n) })
		return nil
	})
}

func (p *program) showRebuildQuestion(n leftBehind) {
	title, words := rebuildWords(n)
	if n.open > 0 {
		p.ask(title, paragraphs(words), p.toQueue(), choice{lang.L("Close"), widgets.Quiet, func() {}})
		return
	}
	p.ask(title, paragraphs(append(words, p.unsaved()...)),
		choice{lang.L("Keep this database"), widgets.Primary, func() {}}, choice{lang.X("verb", "Rebuild"), widgets.Danger, p.renew})
}

// rebuildWords says what a rebuild brings back and what it leaves behind, or why there must be none now.
func rebuildWords(n leftBehind) (title string, words []string) {
	if n.open > 0 {
		return lang.L("The database cannot be rebuilt now"), []string{lang.N(
			"%s job is under way or unconfirmed. It has no file yet, so a new database would know nothing of it, and it may be paid for. Let it be saved, or decide it in the Queue.",
			"%s jobs are under way or unconfirmed. They have no file yet, so a new database would know nothing of them, and they may be paid for. Let them be saved, or decide them in the Queue.",
			n.open, lang.Number(n.open))}
	}
	words = []string{
		lang.L("Makes a new database out of the files in the folder and what is written beside each of them: prompts, costs, stars. No clip or picture is touched. The database of now is kept, in the folder backups."),
		lang.L("Jobs that failed or expired have no file, so they are not in the new database. Profiles come along, with their prices and keys."),
	}
	if n.unsent > 0 {
		words = append(words, lang.N("%s job that waits or is held is left behind too. Nothing of it was sent.",
			"%s jobs that wait or are held are left behind too. Nothing of them was sent.", n.unsent, lang.Number(n.unsent)))
	}
	return lang.L("Rebuild the database from the files?"), words
}

package jobs

import (
	"slices"

	"viviscope/client"
	"viviscope/db"
)

// entry appends a ledger entry with an amount that follows from an estimate; without an amount where no price is
// known.
func (s *step) entry(kind db.EntryKind, est client.Estimate, currency, note string) {
	en := db.Entry{Kind: kind, Quantity: est.Quantity, Currency: currency, Note: note, AmountMicros: knownOf(est)}
	if est.Known && est.Unit > 0 {
		en.UnitMicros = new(int64(est.Unit))
	}
	s.addEntry(en)
}

// closing appends an entry that ends another one: with the same quantity, price, amount and currency.
func (s *step) closing(kind db.EntryKind, of db.Entry, note string) {
	s.addEntry(db.Entry{
		Kind: kind, Quantity: of.Quantity, UnitMicros: of.UnitMicros, AmountMicros: of.AmountMicros,
		Currency: of.Currency, Note: note,
	})
}

func (s *step) addEntry(en db.Entry) {
	en.JobID, en.ProfileID, en.At = s.Job.ID, s.Job.ProfileID, s.now
	if en.Currency == "" {
		en.Currency = s.Job.Currency
	}
	s.written = append(s.written, en)
	s.Append(en)
}

// open returns the reserve or unconfirmed entry of the job that has no end yet. A job has at most one.
func (s *step) open() (db.Entry, bool) {
	var (
		last  db.Entry
		found bool
	)
	for _, en := range slices.Concat(s.entries, s.written) {
		switch en.Kind {
		case db.Reserve, db.UnconfirmedEntry:
			last, found = en, true
		default:
			found = false
		}
	}
	return last, found
}

// setRight corrects the ledger of a job that had ended, or that a user had decided, where the service now proves the
// contrary: charged is what it proves. What a user has corrected since is left alone.
func (s *step) setRight(charged bool) {
	if in(s.Job.Note, NoteNotCharged, NoteWasCharged) {
		s.Job.Note = ""
	}
	all := slices.Concat(s.entries, s.written)
	if len(all) == 0 {
		return
	}
	last := all[len(all)-1]
	if last.AmountMicros == nil || *last.AmountMicros == 0 {
		return
	}
	amount := max(*last.AmountMicros, -*last.AmountMicros)
	wasCharged := false
	switch {
	case last.Correction != "" && last.Note == NoteSetRight:
		wasCharged = *last.AmountMicros > 0
	case last.Correction != "":
		return
	case last.Kind == db.Charge:
		wasCharged = true
	case last.Kind == db.Refund, last.Kind == db.Void && last.Note == NoteNotCharged:
	default:
		return
	}
	switch {
	case charged && !wasCharged:
		s.written = append(s.written, s.Correct(amount, last.Currency, NoteSetRight))
	case !charged && wasCharged:
		s.written = append(s.written, s.Correct(-amount, last.Currency, NoteSetRight))
	}
}

// settle ends the reserve of a task: charge or refund. A task that was adopted before its reserve was written has
// one by then, so there is always one to end; where there is none, nothing is invented.
func (s *step) settle(kind db.EntryKind, note string) {
	if en, ok := s.open(); ok && en.Kind == db.Reserve {
		s.closing(kind, en, note)
	}
}

// Words of a person, or about them, kept with the entry and the job.
const (
	NoteNotCharged = "a person said that it was not charged"
	NoteWasCharged = "a person said that it was charged"
	noteAdopted    = "a person gave the task ID"
	NoteSetRight   = "the service knew the task after all"
)

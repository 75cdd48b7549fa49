package jobs

import (
	"slices"

	"viviscope/client"
	"viviscope/db"
)

// entry appends a ledger entry with the amount of an estimate; without an amount if no price is known.
func (s *step) entry(kind db.EntryKind, est client.Estimate, currency, note string) {
	en := db.Entry{Kind: kind, Quantity: est.Quantity, Currency: currency, Note: note, AmountMicros: amountOf(est)}
	if est.Known && est.Unit > 0 {
		en.UnitMicros = new(int64(est.Unit))
	}
	s.addEntry(en)
}

// closeEntry appends an entry that closes another one, with the same quantity, price, amount and currency.
func (s *step) closeEntry(kind db.EntryKind, of db.Entry, note string) {
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
	s.appended = append(s.appended, en)
	s.Append(en)
}

// openEntry returns the reserve or unconfirmed entry of the job that is not closed yet. A job has at most one.
func (s *step) openEntry() (db.Entry, bool) {
	var (
		last  db.Entry
		found bool
	)
	for _, en := range slices.Concat(s.entries, s.appended) {
		switch en.Kind {
		case db.Reserve, db.UnconfirmedEntry:
			last, found = en, true
		default:
			found = false
		}
	}
	return last, found
}

// correctLedger corrects the ledger of a job that had ended, or that a user had settled, if the service now proves the
// opposite. charged is whether it was charged according to the service. Later corrections by the user stay unchanged.
func (s *step) correctLedger(charged bool) {
	if in(s.Job.Note, NoteNotCharged, NoteWasCharged) {
		s.Job.Note = ""
	}
	all := slices.Concat(s.entries, s.appended)
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
	case last.Correction != "" && last.Note == NoteCorrected:
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
		s.appended = append(s.appended, s.Correct(amount, last.Currency, NoteCorrected))
	case !charged && wasCharged:
		s.appended = append(s.appended, s.Correct(-amount, last.Currency, NoteCorrected))
	}
}

// settle closes the reserve of a task with a charge or a refund. If there is no open reserve, it does nothing. An
// adopted task has its reserve by then.
func (s *step) settle(kind db.EntryKind, note string) {
	if en, ok := s.openEntry(); ok && en.Kind == db.Reserve {
		s.closeEntry(kind, en, note)
	}
}

// Notes about decisions and their sources, stored with the entry and the job.
const (
	NoteNotCharged = "a person said that it was not charged"
	NoteWasCharged = "a person said that it was charged"
	NoteAdopted    = "a person gave the task ID"
	NoteCorrected  = "the service knew the task after all"
)

package costs

import (
	"encoding/json"
	"errors"
	"strconv"

	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// listed joins facts with commas.
func listed(facts ...string) string {
	words := facts[0]
	for _, fact := range facts[1:] {
		words = lang.X("list", "%s, %s", words, fact)
	}
	return words
}

// amountWords words an entry's amount as its kind means it.
func amountWords(e db.Entry) string {
	if e.AmountMicros == nil {
		return lang.L("price not known")
	}
	m := wording.MoneyFormat{Currency: e.Currency}
	switch {
	case e.Correction != "":
		return m.Signed(*e.AmountMicros)
	case e.Kind == db.Refund:
		return m.Of(-*e.AmountMicros)
	case e.Kind == db.UnconfirmedEntry:
		return lang.L("up to %s", m.Of(*e.AmountMicros))
	}
	return m.Of(*e.AmountMicros)
}

// kindWord is the word of an entry's kind.
func kindWord(e db.Entry) string {
	if e.Correction != "" {
		return lang.L("correction")
	}
	switch e.Kind {
	case db.Reserve:
		return lang.X("noun", "reserve")
	case db.Charge:
		return lang.X("noun", "charge")
	case db.Refund:
		return lang.X("noun", "refund")
	case db.UnconfirmedEntry:
		return lang.L("unconfirmed")
	case db.Void:
		return lang.X("noun", "void")
	}
	return string(e.Kind)
}

// quantity words what an entry counts: "5 s", "1 picture", "1,512 tokens"; "" where the entry does not say.
func quantity(e db.Entry) string {
	var q struct {
		Seconds          int   `json:"seconds"`
		Pictures         int   `json:"pictures"`
		InputTextTokens  int64 `json:"input_text_tokens"`
		InputImageTokens int64 `json:"input_image_tokens"`
		OutputTokens     int64 `json:"output_tokens"`
	}
	if len(e.Quantity) == 0 || json.Unmarshal(e.Quantity, &q) != nil {
		return ""
	}
	if q.Seconds > 0 {
		return strconv.Itoa(q.Seconds) + " s"
	}
	if q.Pictures > 0 {
		return lang.N("%s picture", "%s pictures", q.Pictures, lang.Number(q.Pictures))
	}
	if tokens := q.InputTextTokens + q.InputImageTokens + q.OutputTokens; tokens > 0 {
		return lang.N("%s token", "%s tokens", int(tokens), lang.Number(tokens))
	}
	return ""
}

// mistake says what is wrong with what was typed; "" where nothing is.
func mistake(err error) string {
	switch {
	case err == nil:
		return ""
	case errors.Is(err, errNoDay):
		return lang.L("A day is written as 2026-11-03 or 3 Nov 2026.")
	case errors.Is(err, errBackwards):
		return lang.L("The last day is before the first.")
	case errors.Is(err, errTooLong):
		return lang.L("A period is 100 years at most.")
	}
	return err.Error() // a wording.AmountError says it in the language of the window
}

// notCompared says why a ledger and a console were not compared.
func notCompared(err error) string {
	if errors.Is(err, errFar) {
		return lang.L("The two are too far apart to be compared.")
	}
	return lang.L("Not compared: %s", wording.Fault(err))
}

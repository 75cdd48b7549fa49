package spend

import (
	"viviscope/client"
	"viviscope/gui/kit"
	"viviscope/gui/wording"
)

// NewAmountField returns a field for an amount in micro-units. none is its placeholder.
func NewAmountField(v *int64, currency, none string) *kit.AmountEntry {
	e := kit.NewAmountEntry()
	e.SetPlaceHolder(none)
	if v != nil {
		e.SetText(wording.FormatAmount(client.Micros(*v), currency))
	}
	return e
}

// ReadAmount reads a field in micro-units; nil if it is empty. It outlines a field that cannot be read.
func ReadAmount(e *kit.AmountEntry, currency string) (*int64, error) {
	amount, given, err := wording.ParseAmount(e.Text, currency)
	e.SetFailed(err != nil)
	if err != nil || !given {
		return nil, err
	}
	return new(int64(amount)), nil
}

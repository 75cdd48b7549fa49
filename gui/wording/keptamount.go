package wording

import "viviscope/client"

// KeptAmount is what stands in a field for an amount, kept over a change of language: "1,250" is a thousand and more in one
// language and a little over one in another.
type KeptAmount struct {
	text, currency string
	amount         client.Micros
	read           bool
}

// KeepAmount reads a field in the language in use.
func KeepAmount(text, currency string) KeptAmount {
	amount, given, err := ParseAmount(text, currency)
	return KeptAmount{text: text, currency: currency, amount: amount, read: given && err == nil}
}

// Text is what the field shows in the language in use now: the same amount, or what was typed where that is none.
func (k KeptAmount) Text() string {
	if !k.read {
		return k.text
	}
	return FormatAmount(k.amount, k.currency)
}

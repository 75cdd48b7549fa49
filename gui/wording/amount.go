package wording

import (
	"strconv"
	"strings"

	"golang.org/x/text/width"

	"viviscope/client"
	"viviscope/gui/lang"
)

// AmountError is why a text is no amount. Its words, in the language of the window, stand at the field that it was typed into.
type AmountError int

// What can be wrong with an amount.
const (
	ErrNoNumber AmountError = iota + 1
	ErrNegative
	ErrDecimals
	ErrTooLarge
	ErrAmbiguous
)

// Error says what is wrong to the person who typed.
func (e AmountError) Error() string {
	switch e {
	case ErrNegative:
		return lang.L("an amount is not below 0")
	case ErrDecimals:
		return lang.L("an amount has at most %d decimals", microDigits)
	case ErrTooLarge:
		return lang.L("an amount is not above %s", lang.Number(maxAmount/1_000_000))
	case ErrAmbiguous:
		if _, point := lang.Separators(); point == "," {
			return lang.L("the point may mean two things here: write a comma, or leave it out")
		}
		return lang.L("the comma may mean two things here: write a point, or leave it out")
	}
	return lang.L("an amount is a number, such as %s", FormatAmount(560_000, ""))
}

const (
	microDigits = 6
	maxAmount   = 1_000_000_000_000_000 // a thousand million units, in micro-units
)

// ParseAmount reads an amount as people write it in any field of the window: "0.56", "0,56", "¥ 1,250.00", "1.250,00 €", also
// in the width of East Asian texts. The amount is exact; an empty text is not given. Errors: those above.
//
// Both separators are read in every language where they can mean one thing only: the last of two different ones is that of the
// decimals, the same one twice groups, and nothing groups behind a zero, or fewer or more than three digits. What is left is a
// single separator with three digits behind it. That of the language's decimals is taken at its word; so is that of its groups
// where a comma writes the decimals (German has 1.250 for one thousand two hundred and fifty), or where the currency has no
// decimals. The comma in a language with a point is refused: too many people write their decimals with it.
func ParseAmount(text, currency string) (amount client.Micros, given bool, err error) {
	s := strings.Join(strings.Fields(width.Narrow.String(text)), "") // blanks group digits
	_, point := lang.Separators()
	s = strings.NewReplacer("'", "", "’", "", "\u066b", point, minus, "-", "\u2212", "-").Replace(s) // the Arabic decimal sign never groups
	for _, sign := range []string{width.Narrow.String(strings.TrimSpace(CurrencySign(currency))), currency} {
		if sign != "" {
			s = strings.TrimSuffix(strings.TrimPrefix(s, sign), sign)
		}
	}
	if s == "" {
		return 0, false, nil
	}
	if rest, negative := strings.CutPrefix(s, "-"); negative && rest != "" {
		return 0, true, ErrNegative
	}
	whole, fraction, err := splitDecimal(s, client.CurrencyDigits(currency) == 0)
	if err != nil {
		return 0, true, err
	}
	fraction = strings.TrimRight(fraction, "0")
	if len(fraction) > microDigits {
		return 0, true, ErrDecimals
	}
	n, err := strconv.ParseInt(whole+fraction+strings.Repeat("0", microDigits-len(fraction)), 10, 64)
	if err != nil || n > maxAmount {
		return 0, true, ErrTooLarge // splitDecimal let nothing but digits through
	}
	return client.Micros(n), true, nil
}

// splitDecimal takes the digits before and after the decimal sign, which is a point or a comma. noDecimals says that the
// currency has none, so that a separator of the language's groups groups.
func splitDecimal(s string, noDecimals bool) (whole, fraction string, err error) {
	point, comma := strings.LastIndexByte(s, '.'), strings.LastIndexByte(s, ',')
	decimal, group := ".", ","
	if comma > point {
		decimal, group = ",", "."
	}
	whole = s
	if i := max(point, comma); i >= 0 {
		whole, fraction = s[:i], s[i+1:]
		grouping := strings.Count(s, decimal) > 1 // 1,250,000 and 1.250.000
		if !grouping {
			if grouping, err = groups(whole, fraction, decimal, noDecimals); err != nil {
				return "", "", err
			}
		}
		if grouping && !strings.Contains(s, group) {
			whole, fraction, group = s, "", decimal
		}
	}
	parts := strings.Split(whole, group)
	for i, p := range parts {
		if i > 0 && len(p) != 3 || i == 0 && len(parts) > 1 && (p == "" || len(p) > 3) {
			return "", "", ErrNoNumber
		}
	}
	whole = strings.Join(parts, "")
	if whole+fraction == "" || !onlyDigits(whole) || !onlyDigits(fraction) {
		return "", "", ErrNoNumber
	}
	return whole, fraction, nil
}

// groups reports whether the only separator of a number groups its digits. ErrAmbiguous: nobody can tell.
func groups(whole, fraction, separator string, noDecimals bool) (bool, error) {
	ofGroups, ofDecimals := lang.Separators()
	switch {
	case separator == ofDecimals, len(fraction) != 3, strings.Trim(whole, "0") == "", !onlyDigits(whole):
		return false, nil
	case separator == ofGroups && len(whole) <= 3 && (noDecimals || ofDecimals == ","):
		return true, nil
	}
	return false, ErrAmbiguous
}

func onlyDigits(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r < '0' || r > '9' })
}

// FormatAmount writes an amount to its last digit, with at least the decimals that its currency has, with the decimal sign of
// the language and without groups: "0.70", "0,125", "12". ParseAmount reads it back.
func FormatAmount(m client.Micros, currency string) string {
	_, point := lang.Separators()
	return strings.Replace(m.Decimal(currency), ".", point, 1)
}

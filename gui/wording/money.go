package wording

import (
	"fmt"
	"strings"

	"viviscope/client"
	"viviscope/gui/lang"
)

// minus stands before amounts below zero: a dash as wide as a digit, so that columns of amounts line up. The program's own font has it;
// the minus sign proper, U+2212, would come from any font of the computer.
const minus = "\u2012"

// currencySigns are the signs that people of that currency expect before the number.
// A currency without one is shown by its ISO 4217 code.
var currencySigns = map[string]string{
	"CNY": "¥", "JPY": "¥", "USD": "$", "EUR": "€", "GBP": "£", "KRW": "₩", "INR": "₹",
}

// Money words an amount as the language writes it: "¥2.80", "2,80 ¥". Amounts under one hundredth show four digits or all six, because
// a picture may cost that little and "¥0.00" would be a lie. Rounds half away from zero.
func Money(micros int64, currency string) string {
	return signed(PlainMoney(micros, currency), currency)
}

// ExactMoney words an amount to its last digit, as FormatAmount does, with the sign of its currency: "¥0.125", "0,125 ¥".
func ExactMoney(m client.Micros, currency string) string {
	return signed(strings.Replace(FormatAmount(m, currency), "-", minus, 1), currency)
}

// signed puts the sign of the currency where the language has it: after a minus, before or behind the digits.
func signed(number, currency string) string {
	digits, negative := strings.CutPrefix(number, minus)
	switch sign := CurrencySign(currency); {
	case sign == "":
	case lang.AmountAfter():
		digits += "\u00a0" + strings.TrimSpace(sign)
	default:
		digits = sign + digits
	}
	if negative {
		return minus + digits
	}
	return digits
}

// PlainMoney is Money without the currency sign, for columns whose head names the currency.
func PlainMoney(micros int64, currency string) string {
	sign := ""
	if micros < 0 {
		sign = minus
		micros = -micros
	}
	return sign + decimal(micros, digitsFor(micros, currency))
}

// CurrencySign is what stands before an amount in English: a sign, or the code and a space. Amounts are put together by Money
// and ExactMoney, which know where the language has the sign.
func CurrencySign(currency string) string {
	if s, ok := currencySigns[currency]; ok {
		return s
	}
	if currency == "" {
		return ""
	}
	return currency + "\u00a0"
}

func digitsFor(micros int64, currency string) int {
	digits := client.CurrencyDigits(currency)
	switch {
	case digits < 2 || micros == 0 || micros >= 10_000:
		return digits
	case micros < 50: // four digits would be zeros
		return microDigits
	}
	return 4
}

// decimal writes non-negative micros with the given number of decimals (0 to 6), as the language does.
func decimal(micros int64, digits int) string {
	step := int64(1)
	for range microDigits - digits {
		step *= 10
	}
	rounded, unit := (micros+step/2)/step, int64(1_000_000)/step
	whole := lang.Number(rounded / unit)
	if digits == 0 {
		return whole
	}
	_, point := lang.Separators()
	return fmt.Sprintf("%s%s%0*d", whole, point, digits, rounded%unit)
}

// MoneyFormat words amounts of one profile. The sandbox's money is not money, and says so wherever an amount stands alone.
type MoneyFormat struct {
	Currency string // ISO 4217
	Sandbox  bool
}

// Of words an amount among others of which one says whose money it is: "¥2.80".
func (f MoneyFormat) Of(micros int64) string { return Money(micros, f.Currency) }

// Alone words an amount that stands alone: "¥2.80", "¥2.80 (sandbox)".
func (f MoneyFormat) Alone(micros int64) string { return f.Mark(f.Of(micros)) }

// Signed words an amount with its sign in any case: "+¥0.80", "‒¥0.80".
func (f MoneyFormat) Signed(micros int64) string {
	if micros > 0 {
		return "+" + f.Of(micros)
	}
	return f.Of(micros)
}

// Price words an amount before it is paid: "¥2.80 est.", "price not known".
func (f MoneyFormat) Price(micros int64, known bool) string {
	if !known {
		return f.Mark(lang.L("price not known"))
	}
	return f.Mark(lang.L("%s est.", f.Of(micros)))
}

// Mark adds to an amount of the sandbox, or to what is said of one, that it is not real money.
func (f MoneyFormat) Mark(words string) string {
	switch {
	case !f.Sandbox:
		return words
	case words == "":
		return lang.L("(sandbox)")
	}
	return lang.L("%s (sandbox)", words)
}

package lang

import "strconv"

// Number writes a whole number with the separators of the language: "12,345", "12.345".
func Number[T ~int | ~int32 | ~int64 | ~uint64](n T) string {
	digits := strconv.FormatInt(int64(n), 10)
	group, _ := Separators()
	first := 0
	if digits[0] == '-' {
		first = 1
	}
	for i := len(digits) - 3; i > first; i -= 3 {
		digits = digits[:i] + group + digits[i:]
	}
	return digits
}

// Decimal writes a number with the given count of decimals and the separator of the language: "1.5", "1,5".
func Decimal(x float64, decimals int) string {
	return inUse.Load().local.FmtNumber(x, uint64(decimals))
}

// Separators returns what stands between groups of three digits, and before the decimals.
func Separators() (group, decimal string) {
	s := inUse.Load().shapes
	return s.group, s.decimal
}

// AmountAfter reports whether the sign of a currency stands after its amount: "2,80 €".
func AmountAfter() bool { return inUse.Load().shapes.signAfter }

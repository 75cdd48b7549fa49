package wording

import (
	"testing"
	"time"

	"viviscope/client"
	"viviscope/gui/lang"
	"viviscope/gui/lang/langtest"
)

func TestMoneyAndSizesFollowTheLanguage(t *testing.T) {
	for _, c := range []struct {
		tag, money, small, large, code, lost, exact, plain, size string
	}{
		{"en", "¥2.80", "¥0.0034", "€1,234,567.89", "CHF\u00a01.00", "\u2012¥2.80", "¥0.125", "1,234.50", "18.2 MB"},
		{"zh-CN", "¥2.80", "¥0.0034", "€1,234,567.89", "CHF\u00a01.00", "\u2012¥2.80", "¥0.125", "1,234.50", "18.2 MB"},
		{"ja", "¥2.80", "¥0.0034", "€1,234,567.89", "CHF\u00a01.00", "\u2012¥2.80", "¥0.125", "1,234.50", "18.2 MB"},
		{"de", "2,80\u00a0¥", "0,0034\u00a0¥", "1.234.567,89\u00a0€", "1,00\u00a0CHF", "\u20122,80\u00a0¥",
			"0,125\u00a0¥", "1.234,50", "18,2 MB"},
		{"es", "2,80\u00a0¥", "0,0034\u00a0¥", "1.234.567,89\u00a0€", "1,00\u00a0CHF", "\u20122,80\u00a0¥",
			"0,125\u00a0¥", "1.234,50", "18,2 MB"},
	} {
		t.Run(c.tag, func(t *testing.T) {
			langtest.Use(t, c.tag)
			got := []string{Money(2_800_000, "CNY"), Money(3_400, "CNY"), Money(1_234_567_890_000, "EUR"),
				Money(1_000_000, "CHF"),
				Money(-2_800_000, "CNY"), ExactMoney(125_000, "CNY"), PlainMoney(1_234_500_000, "CNY"),
				Bytes(18_200_000)}
			for i, want := range []string{c.money, c.small, c.large, c.code, c.lost, c.exact, c.plain, c.size} {
				if got[i] != want {
					t.Errorf("%q, want %q", got[i], want)
				}
			}
		})
	}
}

func TestMomentsFollowTheLanguage(t *testing.T) {
	now := time.Date(2026, 11, 21, 15, 0, 0, 0, time.UTC)
	long := now.AddDate(0, 0, -30)
	for _, c := range []struct{ tag, wednesday, day, stamp string }{
		{"en", "Wed 15:00", "22 Oct 2026", "22 Oct 15:00"},
		{"zh-CN", "周三 15:00", "2026年10月22日", "10月22日 15:00"},
		{"de", "Mi. 15:00", "22. Okt. 2026", "22. Okt. 15:00"},
	} {
		t.Run(c.tag, func(t *testing.T) {
			langtest.Use(t, c.tag)
			got := []string{When(now.AddDate(0, 0, -3), now), When(long, now), Stamp(long, now)}
			for i, want := range []string{c.wednesday, c.day, c.stamp} {
				if got[i] != want {
					t.Errorf("%q, want %q", got[i], want)
				}
			}
		})
	}
}

func TestWhatIsWrongWithAnAmountNamesTheSeparatorsOfTheLanguage(t *testing.T) {
	english := map[AmountError]string{
		ErrNoNumber: "An amount is a number, such as 0.56", ErrNegative: "An amount cannot be below 0",
		ErrDecimals:  "An amount can have at most 6 decimals",
		ErrTooLarge:  "An amount can be at most 1,000,000,000",
		ErrAmbiguous: "The comma is ambiguous here: use a point, or leave it out",
	}
	for err, want := range english {
		if got := err.Words(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	langtest.Use(t, "de")
	if _, _, err := ParseAmount("1234.567", "EUR"); err == nil || Fault(err) == english[ErrAmbiguous] {
		t.Errorf("with a comma for the decimals: %v", err)
	}
	if got := client.Micros(560_000).Decimal(""); got != "0.56" {
		t.Errorf("what files hold follows the language: %q", got)
	}
	if group, point := lang.Separators(); group != "." || point != "," {
		t.Errorf("German groups with %q and has %q before the decimals", group, point)
	}
}

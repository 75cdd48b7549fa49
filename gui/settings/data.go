package settings

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/client/keys"
	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// card is a profile with what is known of its key and of the secret of its image hosting.
type card struct {
	profile     db.Profile
	place       keys.Place
	secretPlace keys.Place
	secretSince time.Time // when it came into the keychain
}

// answer is what the place shows, read off the window's goroutine.
type answer struct {
	cards   []card
	storage db.Storage

	trashDays int // how long the trash keeps things; 0: until it is emptied
	err       error
}

func read(ctx context.Context, d Deps) answer {
	var a answer
	a.err = func() error {
		profiles, err := d.Profiles.Profiles(ctx)
		if err != nil {
			return fmt.Errorf("read profiles: %w", err)
		}
		for _, p := range profiles {
			c := card{profile: p, place: d.Profiles.KeyPlace(ctx, p)}
			c.secretPlace, c.secretSince = d.Profiles.HostSecretPlace(ctx, p)
			a.cards = append(a.cards, c)
		}
		if a.storage, err = d.Library.Storage(ctx); err != nil {
			return fmt.Errorf("measure library: %w", err)
		}
		if a.trashDays, err = d.Library.TrashDays(ctx); err != nil {
			return fmt.Errorf("read how long the trash keeps things: %w", err)
		}
		return nil
	}()
	return a
}

// keyWords says where a key is; it never says anything of the key itself.
func keyWords(c card, now time.Time) string { return placeWords(c.place, c.profile.KeySince, now) }

// placeWords says where a secret is, and nothing of the secret itself.
func placeWords(place keys.Place, since, now time.Time) string {
	switch place {
	case keys.InKeychain:
		return lang.L("In the system keychain since %s", wording.When(since, now))
	case keys.InSession:
		return lang.L("For this session only; gone when Viviscope ends")
	case keys.InFile:
		return lang.L("In a file only this account can read, not encrypted")
	case keys.InEnvironment:
		return lang.L("From the environment, for this run only")
	case keys.OfTheSandbox:
		return lang.L("The sandbox makes its own key")
	}
	return lang.L("No key yet")
}

// cardWords is the last line of a profile's card.
func cardWords(c card, now time.Time) string {
	if c.profile.Sandbox {
		return lang.L("free, works offline")
	}
	return keyWords(c, now)
}

// cardColor marks a profile that cannot send.
func cardColor(c card) fyne.ThemeColorName {
	if c.place == keys.Nowhere && !c.profile.Sandbox {
		return resources.Warn
	}
	return resources.Text2
}

// problem says why a profile cannot be kept as it stands; "" where it can.
func problem(p db.Profile) (field, message string) {
	if p.Name == "" {
		return "name", lang.L("a profile needs a name")
	}
	if p.Sandbox {
		return "", ""
	}
	if _, err := client.CleanBaseURL(p.BaseURL); err != nil {
		return "base_url", lang.L("an address such as https://api.example.com is needed")
	}
	return "", ""
}

// currencies that can be chosen; others come with an imported price table.
var currencies = []string{"CNY", "USD", "EUR", "JPY", "GBP", "KRW", "INR"}

func currencyTitles() []string {
	titles := make([]string, len(currencies))
	for i, c := range currencies {
		titles[i] = wording.CurrencySign(c) + " " + c
	}
	return titles
}

// stepWords words one step of a connection test with an origin. Only https has a certificate.
func stepWords(origin string, s client.Step) string {
	failed := s.Ran && !s.OK && s.Err != nil
	if failed && s.Name == client.StepReach {
		return lang.L("Connecting failed: %s", serviceFault(s))
	}
	name := map[string]string{
		client.StepReach:   lang.L("Address found, certificate valid"),
		client.StepKey:     lang.L("Key accepted"),
		client.StepService: lang.L("Speaks the /v1/videos interface"),
	}[s.Name]
	if s.Name == client.StepReach && !strings.HasPrefix(origin, "https://") {
		name = lang.L("Address found; the connection is not encrypted")
	}
	if failed {
		return lang.X("step and fault", "%s: %s", name, serviceFault(s))
	}
	return name
}

// notTested says why a test did not begin; "" where it did.
func notTested(err error) string {
	if err == nil {
		return ""
	}
	if errors.Is(err, keys.ErrNone) {
		return lang.L("Not tested: there is no key yet. Nothing was sent.")
	}
	return lang.L("Not tested: %s", wording.Fault(err))
}

func took(s client.Step) string {
	switch {
	case !s.Ran:
		return lang.L("not tried")
	case s.Name == client.StepService:
		return lang.L("no task made")
	}
	return millis(s.Took)
}

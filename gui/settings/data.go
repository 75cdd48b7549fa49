package settings

import (
	"context"
	"fmt"
	"time"

	"viviscope/client"
	"viviscope/client/keys"
	"viviscope/db"
	"viviscope/gui/wording"
)

// card is a profile with what is known of its key.
type card struct {
	profile db.Profile
	place   keys.Place
}

// answer is what the place shows, read off the window's goroutine.
type answer struct {
	cards    []card
	storage  db.Storage
	playback string
	err      error
}

func read(ctx context.Context, d Deps) answer {
	a := answer{playback: d.Playback()}
	a.err = func() error {
		profiles, err := d.Profiles.Profiles(ctx)
		if err != nil {
			return fmt.Errorf("read profiles: %w", err)
		}
		for _, p := range profiles {
			a.cards = append(a.cards, card{p, d.Profiles.KeyPlace(ctx, p)})
		}
		if a.storage, err = d.Library.Storage(ctx); err != nil {
			return fmt.Errorf("measure library: %w", err)
		}
		return nil
	}()
	return a
}

// keyWords says where a key is; it never says anything of the key itself.
func keyWords(c card, now time.Time) string {
	switch c.place {
	case keys.InKeychain:
		return "In the system keychain since " + wording.When(c.profile.KeySince, now)
	case keys.InSession:
		return "For this session only; gone when Viviscope ends"
	case keys.InEnvironment:
		return "From the environment, for this run only"
	case keys.OfTheSandbox:
		return "The sandbox makes its own key"
	}
	return "No key yet"
}

// problem says why a profile cannot be kept as it stands; "" where it can.
func problem(p db.Profile) (field, message string) {
	if p.Name == "" {
		return "name", "a profile needs a name"
	}
	if p.Sandbox {
		return "", ""
	}
	if _, err := client.CleanBaseURL(p.BaseURL); err != nil {
		return "base_url", "an address such as https://api.example.com is needed"
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

// stepWords words one step of a connection test.
func stepWords(s client.Step) string {
	name := map[string]string{
		client.StepReach:   "Address found, certificate valid",
		client.StepKey:     "Key accepted",
		client.StepService: "Speaks the /v1/videos interface",
	}[s.Name]
	if s.Ran && !s.OK && s.Words != "" {
		return name + ": " + s.Words
	}
	return name
}

func took(s client.Step) string {
	switch {
	case !s.Ran:
		return "not tried"
	case s.Name == client.StepService:
		return "no task made"
	}
	return fmt.Sprintf("%d ms", s.Took.Milliseconds())
}

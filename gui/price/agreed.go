package price

import (
	"errors"

	"viviscope/client/jobs"
)

// Agreed sends what the person was asked about by the place that sends: where the engine asks as well, the answer is given already.
func Agreed(how jobs.Terms, send func(jobs.Terms) error) error {
	err := send(how)
	var asks *jobs.AdmissionError
	if errors.As(err, &asks) {
		how.Agreed = asks.Quote.Agreement()
		err = send(how)
	}
	return err
}

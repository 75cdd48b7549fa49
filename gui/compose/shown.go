package compose

import (
	"viviscope/client"
	"viviscope/client/order"
	"viviscope/gui/wording"
)

// Shown is the form with everything that the fields show about it.
type Shown struct {
	Form     order.Form
	Env      order.Env
	Order    order.Order // that Form builds
	Problems []client.ValidationError
	Tariff   wording.Tariff
	Asked    bool   // the user wanted to send it
	Note     string // beside the model of the form, in place of what that can do; "": that
}

func (x Shown) only(fields ...string) []client.ValidationError {
	return order.Only(x.Problems, fields...)
}

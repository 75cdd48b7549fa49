package db

import (
	"context"
)

// Undo undoes a change of many assets, see [Library.Undo]. The zero value undoes nothing.
type Undo struct {
	changed int
	back    func(ctx context.Context) (Undo, error)
}

// Changed returns the number of changed assets, without those that were in the wanted state already.
func (u Undo) Changed() int { return u.changed }

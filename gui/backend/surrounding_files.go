package backend

import (
	"context"
	"errors"
	"time"

	"viviscope/client/automation"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/boards"
)

var errLater = errors.New("this call is not there yet")

func (surroundings) Picture(context.Context, db.Asset, string) ([]byte, error) { return nil, errLater }

func (surroundings) Plan(context.Context, boards.View, string, []string) ([]jobs.Order, []automation.Problem, error) {
	return nil, nil, errLater
}

func (surroundings) Look(context.Context, db.Asset, time.Duration, int) ([]byte, error) {
	return nil, errLater
}

func (surroundings) Export(context.Context, []db.Asset, *boards.View, automation.ExportArgs) (automation.FilesAnswer, error) {
	return automation.FilesAnswer{}, errLater
}

func (surroundings) Import(context.Context, []string) (automation.FilesAnswer, error) {
	return automation.FilesAnswer{}, errLater
}

func (surroundings) Join(context.Context, []db.Asset, *boards.View, automation.JoinArgs, func(done, total int)) (automation.JoinAnswer, error) {
	return automation.JoinAnswer{}, errLater
}

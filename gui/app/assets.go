package app

import (
	"context"

	"viviscope/db"
	"viviscope/gui/shell"
)

// whenRead reads something off the window's goroutine, and then does something with it on that. failed is the whole
// sentence for what fails.
func whenRead[T any](sh *shell.Shell, failed string, read func(ctx context.Context) (T, error), then func(T)) {
	sh.Do(failed, func(ctx context.Context) error {
		v, err := read(ctx)
		if err == nil {
			sh.Post(func() { then(v) })
		}
		return err
	})
}

func (p *program) withAssets(failed string, ids []int64, then func([]db.Asset)) {
	whenRead(p.shell, failed, func(ctx context.Context) ([]db.Asset, error) {
		return p.Library.AssetsByID(ctx, ids)
	}, then)
}

// onCanvas reports whether the edit canvas is shown.
func (p *program) onCanvas() bool {
	return p.shell.InFront(shell.Create) && p.places.create.layout.edit
}

// withFile calls f with the path of an asset's file, off the window's goroutine. failed is the message shown if that
// fails.
func (p *program) withFile(a db.Asset, failed string, f func(path string) error) {
	p.shell.Do(failed, func(context.Context) error {
		path, err := p.Library.AbsPath(a.Path)
		if err != nil {
			return err
		}
		return f(path)
	})
}

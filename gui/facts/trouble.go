package facts

import (
	"errors"
	"io/fs"

	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/media"
)

// Trouble says why there is no picture, and what helps.
func Trouble(a db.Asset, err error) string {
	var none *media.NoDecoderError
	switch {
	case errors.As(err, &none):
		return lang.L("No posters here: install %s and start again. Clips open in the system’s player as they are.", none.Install)
	case errors.Is(err, fs.ErrNotExist):
		return lang.L("The file is not in the library’s folder any more. Put it back, or take it from a backup: what is known of it is kept.")
	case errors.Is(err, media.ErrTooLarge):
		return lang.L("Too large to show here. The file is kept as it is.")
	case errors.Is(err, media.ErrDamaged) && a.Kind == db.Clip:
		return lang.L("The clip cannot be decoded here. The file is kept as it is.")
	case errors.Is(err, media.ErrDamaged):
		return lang.L("The picture cannot be decoded. The file is kept as it is.")
	}
	return lang.L("The file cannot be read.")
}

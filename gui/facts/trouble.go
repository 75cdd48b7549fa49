package facts

import (
	"errors"
	"io/fs"

	"viviscope/db"
	"viviscope/gui/media"
)

// Trouble says why there is no picture, and what helps.
func Trouble(a db.Asset, err error) string {
	var none *media.NoDecoderError
	switch {
	case errors.As(err, &none):
		return "No posters here: install " + none.Install + " and start again. Clips open in the system's player as they are."
	case errors.Is(err, fs.ErrNotExist):
		return "The file is not in the library’s folder any more. Put it back, or take it from a backup: what is known of it is kept."
	case errors.Is(err, media.ErrTooLarge):
		return "Too large to show here. The file is kept as it is."
	case errors.Is(err, media.ErrDamaged) && a.Kind == db.Clip:
		return "The clip cannot be decoded here. The file is kept as it is."
	case errors.Is(err, media.ErrDamaged):
		return "The picture cannot be decoded. The file is kept as it is."
	}
	return "The file cannot be read."
}

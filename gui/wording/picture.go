package wording

import (
	"errors"
	"io/fs"

	"viviscope/gui/lang"
	"viviscope/gui/media/picturefile"
	"viviscope/gui/wholefile"
)

// PictureTrouble says why a picture file that a person chose cannot be read, and what to do. ok is false where err is about
// something else, such as a format: which ones are taken depends on what the picture is for.
func PictureTrouble(err error) (words string, ok bool) {
	var large *wholefile.TooLargeError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return lang.L("The file is gone. Choose it again where it is now."), true
	case errors.Is(err, fs.ErrPermission):
		return lang.L("The file may not be read. Change who may read it, or choose another one."), true
	case errors.Is(err, wholefile.ErrNoFile):
		return lang.L("It is not a file. Choose a picture."), true
	case errors.As(err, &large):
		return lang.L("The file is over %s. Save it smaller and choose it again.", Bytes(large.Most)), true
	case errors.Is(err, picturefile.ErrTooLarge):
		return lang.L("It has more pixels than can be opened. Save it smaller and choose it again."), true
	}
	return "", false
}

package wording

import (
	"errors"
	"io/fs"

	"viviscope/client"
	"viviscope/client/order"
	"viviscope/client/order/upload"
	"viviscope/client/picturefile"
	"viviscope/db/folder"
	"viviscope/gui/lang"
)

// PictureFile returns the name of the file of a picture; "" is a picture of the library.
func PictureFile(file string) string {
	if file == "" {
		return lang.L("from Gallery")
	}
	name := order.BaseName(file)
	if order.IsStoredCopy(name) {
		return lang.L("saved picture")
	}
	return name
}

// UnreadPicture returns why a picture of an order cannot be read, with its name.
func UnreadPicture(err *upload.Error) string {
	return lang.L("%s: %s", PictureFile(err.File), UnusablePicture(err.Err))
}

// UnusablePicture returns why a picture file of this computer cannot be sent. The sentence is short, because it is
// shown in a slot.
func UnusablePicture(err error) string {
	var large *folder.TooLargeError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return lang.L("The file is gone.")
	case errors.Is(err, fs.ErrPermission):
		return lang.L("No permission to read the file.")
	case errors.As(err, &large):
		return lang.L("The file is larger than %d MB.", large.Limit>>20)
	case errors.Is(err, picturefile.ErrTooLarge):
		return lang.L("It has too many pixels. Make it smaller and choose it again.")
	case errors.Is(err, client.ErrDamaged), errors.Is(err, folder.ErrNotRegular):
		return lang.L("The service accepts complete PNG, JPEG and WebP pictures of up to 40 megapixels.")
	}
	return lang.L("The file cannot be read.")
}

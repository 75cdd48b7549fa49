package paint

import "image"

// Pictures gives the pixels of the library's assets.
type Pictures interface {
	// Picture gives the pixels of an asset, turned as its EXIF says. Nobody changes them afterwards: not this package, which
	// may keep them as long as it paints them, and not who gave them. It is called on the goroutine that paints.
	Picture(ref string) (*image.RGBA, error)
}

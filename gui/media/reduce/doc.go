// Package reduce decodes pictures at a fraction of their size, for thumbnails: a picture of 3840 x 2160 pixels in a quarter of the time and
// a tenth of the memory that decoding it whole takes.
//
// [JPEG] leaves out what a smaller picture does not show (the high frequencies of each block of 8 x 8 pixels), and [PNG]
// averages rows while they come. Both know the plain kinds that services and cameras write; for anything else, and for anything that is
// wrong with a file, the error is [ErrOther] and the decoders of the standard library are to be asked: they have the last word.
//
// ITU-T T.81 (JPEG) and the PNG specification (W3C) are the sources.
package reduce

import "errors"

// ErrOther means that the file is of a kind that is not known here, or that something is wrong with it.
var ErrOther = errors.New("not a picture that is reduced here")

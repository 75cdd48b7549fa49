// Package paint makes pixels of a drawing, without a window.
//
// The ground is the source's pixels after the steps. Upon it lies a transparent layer that collects the marks from the
// bottom to the top: an eraser thins the layer and never the ground, and a blur, a pixelation or an emphasis reads ground
// and layer below itself and writes what it makes of them into the layer. The picture is the layer over the ground.
//
// Everything is painted in tiles of [tileSide] pixels that lie on one fixed grid. What a tile shows follows from the ground
// and from the marks that touch the tile, in their order, and from nothing else. So a [Surface], which paints again only
// the tiles whose marks have changed, and [Bake], which paints all of them, come to the same bytes by construction.
//
// Pixels are premultiplied with alpha, 8 bits a channel, rows without padding. Colours of marks are taken as values of the
// picture's own colour space: with a profile that is not sRGB they look a little different there. Nothing is converted, so
// that the picture's own pixels stay what they are.
package paint

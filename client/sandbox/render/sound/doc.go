// Package sound makes the sound of a clip: a soft chord that swells, with wind or waves in it.
package sound

// Package scene paints moving landscapes from the words of a prompt: mountains, a paper sea, northern lights, dunes, and lanterns
// over a river. [New] chooses one for a brief; the words steer it where they can, a hash of all fields chooses the rest.
//
// A picture depends on the brief, the size and the moment only, so moments may be painted in any order and on several goroutines:
// a [Scene] is laid out once for a size ([Scene.Stage], the costly part, read-only afterwards), and each goroutine takes
// a [Painter] of its own from the [Stage].
//
// Shapes are measured in a unit that follows from the smaller side, so wide, tall and square pictures all look right.
package scene

// Package resources holds what the window is drawn with: the theme, the icons and the texts that are
// embedded in the program. It imports Fyne and nothing else of this module.
//
// Every colour of the program is a token in palette.go, in a dark and a light value; every text size is
// a name in theme.go. Other packages ask for them by name, so that a change of the look is a change here.
package resources

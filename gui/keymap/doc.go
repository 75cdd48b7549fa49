// Package keymap says what keys are: how they are written, stored and read back, and which a person may choose for a command.
// Package action says which action has which. It draws nothing.
//
// The keys of a command count in a [Scope]: in the whole window, or in one place. Where the place's own object has the keyboard
// nothing is typed, and a letter can be a key there. Two commands have the same keys only where it is never open which is meant.
package keymap

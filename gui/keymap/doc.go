// Package keymap says what keys are: how they are written, stored and read back, which a person may choose for a command,
// and which command has which after a person has chosen. It draws nothing.
package keymap

// Package wording turns numbers, times, states and errors into the words that people read.
//
// It is pure: values in, strings out. It knows no widget, so that every sentence can be tested
// without a window, and so that one place decides how money and time look on all screens.
// Amounts are integer micro-units (millionths of one unit of the currency); times come in UTC
// and are shown in the location of the `now` that the caller passes.
package wording

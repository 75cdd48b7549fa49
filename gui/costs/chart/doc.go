// Package chart draws what was charged over time: bars stacked by what was charged for, or the sum as it grew beside a
// budget.
//
// Its heart is arithmetic: [SpansOf] cuts a period into days, weeks, months or years, [Lay] places every bar, tick and
// word of a [Figures] in a size, in whole pixels. Two things draw such a [Plan]: the widget [Chart] in the window and
// [Paint] into a picture, so that both show the same.
//
// Amounts are integer micro-units of one currency and are never added across currencies here. The edges of a bar's parts
// are rounded from running sums and not one by one, so that the heights of the parts add up to the height of the whole.
package chart

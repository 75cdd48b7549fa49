// Package costs is the place that shows what was spent: the figures of a month and the ledger that they add up from.
//
// Every amount carries its kind in a word. Charged, reserved and unconfirmed add up to what is used; refunds are shown
// and never added; profiles are never summed with each other, because their currencies differ and the sandbox's money
// is not money.
package costs

// Package costs is the place that shows what was spent: the sums of a time, a chart of it, and the ledger that they add up
// from.
//
// Every amount carries its kind in a word. Charged, reserved and unconfirmed count against a budget together; refunds are
// shown and never added; amounts in different currencies are never added, and each has a row of sums of its own. Profiles
// are never summed with each other, because the sandbox's money is not money.
//
// What a person asks for is a question: a profile, a time, a filter and what is grouped by. Screen.Update answers all of it
// off the window's goroutine and one post swaps the answer in; an answer to what is no longer asked is dropped. Sums, chart
// and groups follow the filter; the kind of entry and the bar that was clicked narrow the list only.
//
// The ledger is append-only, here too: what has no price gets one by a further entry, and what differs from the service's
// own console is squared by a correction, both with a note that stays.
package costs

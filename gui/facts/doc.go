// Package facts says what is known of an asset: what was asked for and what came, what it cost, how long the service keeps its
// own copy. [Made] and [Money] are functions of rows, and [List] is how every screen shows them. [Trouble] words why a file
// cannot be shown.
package facts

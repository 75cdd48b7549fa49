// Package facts says what is known of an asset: what was asked for and what came, what it cost, how long the service keeps its
// own copy; and what it came from and became. [Made] and [Money] are functions of rows, [List] is how every screen shows them and
// [Family] its relatives. [Trouble] words why a file cannot be shown.
package facts

// Package variation turns one text into several: "a {red|blue} boat" is "a red boat" and "a blue boat", and
// "frame {1..3}" is three texts. It is pure: [Expand], [Count] and [Escape] are functions of a text.
//
// A pair of braces is a group where it holds a bar of its own, which makes alternatives, or where it is nothing but two
// whole numbers with two dots between them, which makes a range. Alternatives stand as they are typed, blanks and all,
// may be empty, and may hold groups themselves, down to [MaxDepth] braces in one another. A range counts down where its
// first number is the larger one; where one of the numbers begins with a zero, all are written as wide as the wider one:
// {08..10} is 08, 09, 10. Several groups multiply, the first one slowest.
//
// Every other brace is text: one without a partner, and a pair with neither bar nor dots, so that a prompt in JSON, which
// is full of braces, is left alone. A backslash before a brace makes that brace text and disappears; before a bar it does
// so inside a pair of braces. Two backslashes there are one, and the brace or bar behind them means what it meant.
// Anywhere else a backslash is text.
package variation

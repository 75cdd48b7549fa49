// Package settings is the place where profiles are set (their keys, further models, limits, image hosting and pace of
// watching), and what holds for all of them: the library, the look, the language, the keyboard and the way out.
//
// A key that was entered is never shown again, not even its end. Where the system has no keychain the place says so
// plainly and offers this session only, or a file that only this account can read; a key is never written anywhere else.
package settings

// Package translations holds the catalogs of the window's languages: one gettext PO file for each, named by its BCP 47 tag.
// English has none: the sentences in the source are English, and are the keys of all catalogs.
//
// A catalog is edited with any PO editor or by hand. `make translations` brings the sentences of the source into every
// catalog and takes out what is no longer used; package gui/lang has the test that both agree.
package translations

import "embed"

// Files holds the catalogs, such as "de.po". Read only.
//
//go:embed *.po
var Files embed.FS

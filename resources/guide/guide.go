// Package guide holds the user guide, in Markdown, one file for each language of the window named by its BCP 47 tag. All have the
// same chapters, which begin with "## ".
package guide

import "embed"

// Files holds the guides, such as "en.md". Read only.
//
//go:embed *.md
var Files embed.FS

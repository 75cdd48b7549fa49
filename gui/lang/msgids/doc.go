// Package msgids finds the sentences of the source that catalogs translate, as xgettext does: the literal arguments of the
// functions of package lang. It is used by the test that holds source and catalogs together, and by gui/lang/update.
package msgids

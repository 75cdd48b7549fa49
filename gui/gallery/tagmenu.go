package gallery

import (
	"context"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// tagItems are what can be done with the tag that is asked for, wherever it stands.
func (g *Gallery) tagItems() []*fyne.MenuItem {
	t, ok := termOf(g.question().query(), db.KeyTag)
	if !ok {
		return nil
	}
	return []*fyne.MenuItem{
		fyne.NewMenuItemSeparator(),
		fyne.NewMenuItem(lang.L("Rename “%s”…", t.Text), func() { g.post(func() { g.askTagName(t) }) }),
		fyne.NewMenuItem(lang.L("Take the tag “%s” away everywhere", t.Text), func() { g.renameTag(t, "") }),
	}
}

func (g *Gallery) askTagName(t db.Term) {
	words := lang.L("It gets the new name wherever it stands, also in the trash. Where an item has both tags, one remains.")
	g.askName(lang.L("Rename the tag"), words, t.Text, lang.L("Rename it"), func(name string) {
		if name = db.CleanTag(name); name != "" && name != t.Text {
			g.renameTag(t, name)
		}
	})
}

// renameTag gives the tag that a term asks for another name, "" for none, and goes on showing what has it.
func (g *Gallery) renameTag(t db.Term, name string) {
	failed := lang.L("The tag could not be renamed.")
	said := func(n int) string {
		return lang.N("“%[2]s” is “%[3]s” now, on %[1]s item.", "“%[2]s” is “%[3]s” now, on %[1]s items.", n, lang.Number(n), t.Text, name)
	}
	if name == "" {
		failed = lang.L("The tag could not be taken away.")
		said = func(n int) string {
			return lang.N("The tag “%[2]s” taken from %[1]s item.", "The tag “%[2]s” taken from %[1]s items.", n, lang.Number(n), t.Text)
		}
	}
	after := func() {
		q := g.question().query().Without(t)
		if name != "" {
			q = q.With(db.Term{Key: db.KeyTag, Text: name})
		}
		g.find(q)
	}
	g.organise(failed, resources.IconTag(), func(ctx context.Context) (db.Undo, error) {
		return also(g, after, func() (db.Undo, error) { return g.o.Library.RenameTag(ctx, t.Text, name) })
	}, said)
}

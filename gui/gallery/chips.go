package gallery

import (
	"context"
	"fmt"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// chipRow shows the query as chips: one for each of the keys that are asked most, which opens what it can be, and one for every other term that
// stands in the box. At its right are the order and the trash.
type chipRow struct {
	g      *Gallery
	keys   []*keyChip
	star   *widgets.Chip
	more   *widgets.Chip
	flow   *fyne.Container
	order  *widgets.Chip
	trash  *widgets.Chip
	object fyne.CanvasObject

	others []db.Term // the terms that have chips of their own now
	wrong  []db.Term // those of them that say nothing that can be
}

// keyChip is the chip of one key.
type keyChip struct {
	*widgets.Chip
	key  string
	rest string // what it says while it is off
}

func newChipRow(g *Gallery) *chipRow {
	c := &chipRow{g: g}
	for _, k := range []struct{ key, rest string }{
		{db.KeyKind, lang.L("Kind: any")}, {db.KeyModel, lang.L("Model: any")}, {db.KeyDate, lang.L("Date")}, {db.KeySize, lang.L("Size")},
		{db.KeyTag, lang.X("noun", "Tag")}, {db.KeyAlbum, lang.L("Album")},
	} {
		c.keys = append(c.keys, c.newKeyChip(k.key, k.rest))
	}
	c.star = widgets.NewChip(lang.L("Starred"), func() { c.toggle(starOn()) })
	c.star.SetIcon(resources.IconStar())
	c.star.OnClear = func() { c.g.find(c.g.question().query().WithoutKey(db.KeyStar)) }
	c.more = widgets.NewChip(lang.L("More"), nil).Opens()
	c.more.OnTapped = func() { c.menu(c.more, c.moreMenu()) }
	c.order = widgets.NewChip("", nil).Opens()
	c.order.OnTapped = func() { c.menu(c.order, c.orderMenu()) }
	c.trash = widgets.NewChip(lang.X("noun", "Trash"), nil)
	c.trash.SetIcon(resources.IconTrash())
	c.trash.OnTapped = func() { c.toggle(inTheTrash()) }
	c.trash.OnClear = c.trash.OnTapped
	c.flow = widgets.NewFlow(4)
	right := widgets.NewColumn(0, widgets.NewInset(0, 0, 0, 8, widgets.NewRow(4, c.order, c.trash)))
	c.object = widgets.NewInset(6, 16, 6, 16, widgets.NewFrame(nil, nil, right, c.flow))
	return c
}

func (c *chipRow) newKeyChip(key, rest string) *keyChip {
	k := &keyChip{Chip: widgets.NewChip(rest, nil), key: key, rest: rest}
	k.SetIcon(aboutKey(key).icon)
	k.Opens()
	k.OnTapped = func() {
		if k.On() && key != db.KeyAlbum {
			k.OnClear()
			return
		}
		c.choices(k)
	}
	k.OnClear = func() { c.g.find(c.g.question().query().WithoutKey(key)) }
	return k
}

// toggle puts a term into the query, or takes it out.
func (c *chipRow) toggle(t db.Term) {
	q := c.g.question().query()
	if _, on := termOf(q, t.Key); on {
		c.g.find(q.WithoutKey(t.Key))
		return
	}
	c.g.find(q.With(t))
}

// show makes the chips say what is asked for.
func (c *chipRow) show() {
	g := c.g
	asked, now := g.question(), g.d.Now()
	q := asked.query()
	shown := map[db.Term]bool{}
	for _, k := range c.keys {
		t, on := termOf(q, k.key)
		on = on && !t.Not
		word := k.rest
		if on {
			word = termWords(t, now)
			shown[t] = true
		}
		k.SetText(word)
		k.SetOn(on)
	}
	t, on := termOf(q, db.KeyStar)
	on = on && t == starOn()
	shown[t] = on
	c.star.SetOn(on)
	c.trash.SetOn(asked.inTrash())
	word := lang.X("noun", "Trash")
	if g.model.trashed > 0 {
		word += " " + lang.Number(g.model.trashed)
	}
	c.trash.SetText(word)
	c.order.SetText(orderWord(asked.order))
	c.others = nil
	for _, t := range q.Terms {
		if t.Key != "" && !shown[t] && !(t.Key == db.KeyStatus && asked.inTrash()) {
			c.others = append(c.others, t)
		}
	}
	c.wrong = nil
	if g.model.asked == asked {
		c.wrong = g.model.unusable
	}
	c.lay()
}

// lay puts the chips side by side: those of the keys, then those of what else stands in the box.
func (c *chipRow) lay() {
	objects := make([]fyne.CanvasObject, 0, len(c.keys)+len(c.others)+3)
	for _, k := range c.keys[:4] {
		objects = append(objects, k.Chip) // the chip itself: what embeds it is no object of the window
	}
	objects = append(objects, c.star)
	for _, k := range c.keys[4:] {
		objects = append(objects, k.Chip)
	}
	for _, t := range c.others {
		objects = append(objects, c.termChip(t))
	}
	if c.g.question().twins {
		objects = append(objects, c.ownChip(lang.L("Duplicates"), resources.IconLayers(), c.g.leaveTwins))
	}
	c.flow.Objects = append(objects, c.more)
	c.flow.Refresh()
	c.object.Refresh()
}

// termChip is the chip of a term that is not among the keys in sight.
func (c *chipRow) termChip(t db.Term) fyne.CanvasObject {
	chip := c.ownChip(termWords(t, c.g.d.Now()), aboutKey(t.Key).icon, func() { c.g.find(c.g.question().query().Without(t)) })
	for _, w := range c.wrong {
		if w == t {
			chip.SetText(unusableWords(t))
			chip.SetIcon(resources.IconWarning())
			chip.SetIconTone(widgets.ToneWarn)
		}
	}
	return chip
}

func (c *chipRow) ownChip(word string, icon fyne.Resource, away func()) *widgets.Chip {
	chip := widgets.NewChip(word, away)
	chip.SetIcon(icon)
	chip.SetOn(true)
	chip.OnClear = away
	return chip
}

// menu opens a menu under a chip.
func (c *chipRow) menu(o fyne.CanvasObject, m *fyne.Menu) {
	widgets.ShowMenu(c.g.d.Canvas(), m, under(o))
}

// menuMost is how many values of the library a menu offers; the box knows all.
const menuMost = 14

// choices opens what a key's chip can be.
func (c *chipRow) choices(k *keyChip) {
	switch k.key {
	case db.KeyKind:
		c.menu(k.Chip, fyne.NewMenu("", c.item(lang.L("Clips"), k.key, "clip"), c.item(lang.L("Pictures"), k.key, "picture")))
	case db.KeyDate:
		c.menu(k.Chip, c.dateMenu())
	case db.KeySize:
		c.menu(k.Chip, fyne.NewMenu("", c.item("720p", k.key, "720p"), c.item("1080p", k.key, "1080p"), c.item("4k", k.key, "4k"),
			c.item(lang.L("%s and more", "1080p"), k.key, "1080.."), fyne.NewMenuItemSeparator(), c.other(k.key)))
	case db.KeyAlbum:
		c.g.chooseAlbum(k)
	default:
		c.values(k)
	}
}

// item is a menu item that asks for a value.
func (c *chipRow) item(word, key, value string) *fyne.MenuItem {
	t := db.Term{Key: key, Text: value}
	i := fyne.NewMenuItem(word, func() { c.g.find(swapped(c.g.question().query(), t)) })
	i.Checked = hasTerm(c.g.question().query(), t)
	return i
}

// other is the menu item for a value that the menu does not have: it is typed into the box.
func (c *chipRow) other(key string) *fyne.MenuItem {
	return fyne.NewMenuItem(lang.L("Other…"), func() { c.g.post(func() { c.g.head.begin(key) }) })
}

// dateMenu offers times that end now.
func (c *chipRow) dateMenu() *fyne.Menu {
	now := c.g.d.Now()
	day := func(days int) string { return now.AddDate(0, 0, -days).Format("2006-01-02") + ".." }
	first := midnight(now).AddDate(0, 0, 1-now.Day())
	last := first.AddDate(0, -1, 0)
	return fyne.NewMenu("",
		c.item(lang.L("Today"), db.KeyDate, "today"), c.item(lang.L("Yesterday"), db.KeyDate, "yesterday"),
		c.item(lastDays(7), db.KeyDate, day(6)), c.item(lastDays(30), db.KeyDate, day(29)), fyne.NewMenuItemSeparator(),
		c.item(lang.L("Since %s", lang.DayOfYear(first)), db.KeyDate, now.Format("2006-01")+"-01.."),
		c.item(lang.MonthOfYearLong(last), db.KeyDate, last.Format("2006-01")),
		c.item(now.Format("2006"), db.KeyDate, now.Format("2006")),
		fyne.NewMenuItemSeparator(), c.other(db.KeyDate))
}

func lastDays(n int) string { return lang.N("Last %d day", "Last %d days", n, n) }

// values reads the values of a key and opens them, the most frequent first.
func (c *chipRow) values(k *keyChip) {
	g := c.g
	g.run(func() {
		found, err := g.d.Library.Suggest(g.ctx, k.key+":", menuMost)
		g.post(func() {
			if err != nil {
				g.failed(notRead(), err)
				return
			}
			var items []*fyne.MenuItem
			for _, s := range found {
				items = append(items, c.item(fmt.Sprintf("%s  (%s)", s.Term.Text, lang.Number(s.Count)), k.key, s.Term.Text))
			}
			if len(items) == 0 {
				none := fyne.NewMenuItem(lang.L("None yet"), nil)
				none.Disabled = true
				items = append(items, none)
			}
			if k.key == db.KeyTag {
				items = append(items, fyne.NewMenuItemSeparator(), c.item(lang.L("Without tags"), db.KeyStatus, "untagged"))
			}
			if len(found) == menuMost {
				items = append(items, c.other(k.key))
			}
			if k.key == db.KeyTag {
				items = append(items, g.tagItems()...)
			}
			c.menu(k.Chip, fyne.NewMenu("", items...))
		})
	})
}

// seconds is a menu item for lengths of clips.
func (c *chipRow) seconds(value string) *fyne.MenuItem {
	return c.item(secondsWords(value), db.KeySeconds, value)
}

// moreMenu offers the keys that have no chip of their own while they are not asked for.
func (c *chipRow) moreMenu() *fyne.Menu {
	sub := func(word string, items ...*fyne.MenuItem) *fyne.MenuItem {
		i := fyne.NewMenuItem(word, nil)
		i.ChildMenu = fyne.NewMenu("", items...)
		return i
	}
	var ratios []*fyne.MenuItem
	for _, r := range []string{"16:9", "9:16", "1:1", "4:3", "3:4", "3:2", "2:3", "21:9", "landscape", "portrait"} {
		ratios = append(ratios, c.item(ratioWords(r), db.KeyRatio, r))
	}
	twins := fyne.NewMenuItem(lang.L("Duplicates"), c.g.showTwins)
	twins.Checked = c.g.question().twins
	return fyne.NewMenu("",
		sub(lang.L("Ratio"), ratios...),
		sub(lang.X("of time", "Length"), c.seconds("..5"), c.seconds("5..10"), c.seconds("10.."), c.other(db.KeySeconds)),
		sub(lang.L("Sound"), c.item(lang.L("With sound"), db.KeySound, "on"), c.item(lang.L("Without sound"), db.KeySound, "off")),
		fyne.NewMenuItem(lang.L("Seed…"), func() { c.g.post(func() { c.g.head.begin(db.KeySeed) }) }),
		fyne.NewMenuItem(lang.L("Cost…"), func() { c.g.post(func() { c.g.head.begin(db.KeyCost) }) }),
		fyne.NewMenuItem(lang.L("Profile…"), func() { c.g.post(func() { c.g.head.begin(db.KeyProfile) }) }),
		sub(lang.L("Status"), c.item(lang.L("Made here"), db.KeyStatus, "saved"), c.item(lang.L("Imported"), db.KeyStatus, "imported"), c.item(lang.L("Without tags"), db.KeyStatus, "untagged")),
		c.item(lang.L("Link lives"), db.KeyLink, "living"),
		fyne.NewMenuItemSeparator(),
		twins,
	)
}

// showTwins asks for the files that are there more than once.
func (g *Gallery) showTwins() { g.ask(question{order: g.question().order, twins: true}) }

func (g *Gallery) leaveTwins() {
	q := g.question()
	q.twins = false
	g.ask(q)
}

// orderWord says an order.
func orderWord(o db.Order) string {
	switch o {
	case db.Oldest:
		return lang.L("Oldest first")
	case db.Largest:
		return lang.L("Largest file first")
	case db.Smallest:
		return lang.L("Smallest file first")
	case db.Sharpest:
		return lang.L("Most pixels first")
	case db.Longest:
		return lang.L("Longest first")
	case db.Shortest:
		return lang.L("Shortest first")
	case db.Dearest:
		return lang.L("Dearest first")
	case db.Cheapest:
		return lang.L("Cheapest first")
	case db.ByWords:
		return lang.L("By prompt")
	case db.AsLaidOut:
		return lang.X("sort order", "By hand")
	}
	return lang.L("Newest first")
}

// orderMenu offers the orders, and whether costs are shown.
func (c *chipRow) orderMenu() *fyne.Menu {
	asked := c.g.question()
	orders := []db.Order{db.Newest, db.Oldest, db.Largest, db.Smallest, db.Sharpest, db.Longest, db.Shortest, db.Dearest, db.Cheapest, db.ByWords}
	if _, ok := termOf(asked.query(), db.KeyAlbum); ok {
		orders = append(orders, db.AsLaidOut)
	}
	var items []*fyne.MenuItem
	for _, o := range orders {
		i := fyne.NewMenuItem(orderWord(o), func() { c.g.remember(func(s *State) { s.Order = o }) })
		i.Checked = asked.order == o
		items = append(items, i)
	}
	costs := fyne.NewMenuItem(lang.L("Show what each cost"), func() { c.g.remember(func(s *State) { s.Costs = !s.Costs }) })
	costs.Checked = c.g.memory.state.Costs
	return fyne.NewMenu("", append(items, fyne.NewMenuItemSeparator(), costs)...)
}

// chooseAlbum reads the albums and opens them, with what can be done with the one that is shown.
func (g *Gallery) chooseAlbum(k *keyChip) {
	g.withAlbums(func(albums []db.Album) {
		var items []*fyne.MenuItem
		var here *db.Album
		for i, a := range albums {
			item := g.chips.item(a.Name, db.KeyAlbum, a.Name)
			if a.Saved() {
				item.Label = lang.L("%s  (search)", a.Name)
			}
			if t, ok := termOf(g.question().query(), db.KeyAlbum); ok && isCalled(a, t.Text) {
				item.Checked, here = true, &albums[i]
			}
			items = append(items, item)
		}
		if len(items) > 0 {
			items = append(items, fyne.NewMenuItemSeparator())
		}
		if here != nil {
			album := *here
			if !album.Saved() && g.question().order != db.AsLaidOut {
				items = append(items, fyne.NewMenuItem(lang.L("Arrange it by hand"), func() { g.remember(func(s *State) { s.Order = db.AsLaidOut }) }))
			}
			items = append(items, fyne.NewMenuItem(lang.L("Show all albums’ items"), k.OnClear))
			items = append(items, g.orderItems(albums, album.Ref)...)
			items = append(items,
				fyne.NewMenuItem(lang.L("Rename “%s”…", album.Name), func() { g.post(func() { g.renameAlbum(album) }) }),
				fyne.NewMenuItem(lang.L("Delete the album “%s”…", album.Name), func() { g.post(func() { g.deleteAlbum(album) }) }),
				fyne.NewMenuItemSeparator())
		}
		items = append(items, fyne.NewMenuItem(lang.L("New album…"), func() { g.post(g.newAlbum) }))
		if q := g.question(); q.narrow() && here == nil && !q.twins && !q.inTrash() {
			items = append(items, fyne.NewMenuItem(lang.L("Save this search as an album…"), func() { g.post(g.saveSearch) }))
		}
		g.chips.menu(k.Chip, fyne.NewMenu("", items...))
	})
}

// withAlbums reads the albums and hands them on.
func (g *Gallery) withAlbums(do func([]db.Album)) {
	g.run(func() {
		albums, err := g.d.Library.Albums(g.ctx)
		g.post(func() {
			if err != nil {
				g.failed(lang.L("The albums could not be read."), err)
				return
			}
			do(albums)
		})
	})
}

// saveAlbum writes an album and shows it.
func (g *Gallery) saveAlbum(a db.Album, after func(db.Album)) {
	g.change(lang.L("The album could not be saved."), func(ctx context.Context) (err error) {
		a, err = g.d.Library.SaveAlbum(ctx, a)
		return err
	}, func() {
		if after != nil {
			after(a)
		}
	})
}

// showAlbum asks for what is in an album.
func (g *Gallery) showAlbum(a db.Album) {
	g.find(db.Query{Terms: []db.Term{{Key: db.KeyAlbum, Text: a.Name}}})
}

func (g *Gallery) newAlbum() {
	g.askName(lang.L("New album"), lang.L("An album is a list that you keep by hand. Put things into it with A."), "", lang.L("Make it"), func(name string) {
		g.saveAlbum(db.Album{Name: name}, nil)
	})
}

func (g *Gallery) saveSearch() {
	q := g.question()
	g.askName(lang.L("Save this search"), lang.L("It always shows what “%s” finds.", q.text), "", lang.L("Save it"), func(name string) {
		g.saveAlbum(db.Album{Name: name, Query: q.query().String()}, g.showAlbum)
	})
}

func (g *Gallery) renameAlbum(a db.Album) {
	g.askName(lang.L("Rename the album"), "", a.Name, lang.L("Rename it"), func(name string) {
		a.Name = name
		g.saveAlbum(a, g.showAlbum)
	})
}

func (g *Gallery) deleteAlbum(a db.Album) {
	g.confirm(lang.L("Delete the album “%s”?", a.Name), lang.L("What is in it stays in the library."), lang.L("Delete the album"), func() {
		g.change(lang.L("The album could not be deleted."), func(ctx context.Context) error { return g.d.Library.DeleteAlbum(ctx, a.Ref) }, func() {
			g.find(g.question().query().WithoutKey(db.KeyAlbum))
		})
	})
}

// confirm asks before something that cannot be undone. Doing nothing is the answer of Enter and of Esc.
func (g *Gallery) confirm(title, words, button string, do func()) {
	widgets.Ask(g.d.Canvas(), title, words, nil,
		widgets.Answer{Word: button, Kind: widgets.Danger, Do: do}, widgets.Answer{Word: lang.L("Do nothing"), Kind: widgets.Plain, Enter: true})
}

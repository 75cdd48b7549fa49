package gallery

import (
	"context"
	"fmt"
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/widgets"
)

// menuMost is how many values of the library a menu offers; the box knows all.
const menuMost = 14

// choices opens what a key's chip can be.
func (c *chipRow) choices(k *keyChip) {
	switch k.key {
	case db.KeyKind:
		c.menu(k.Chip, fyne.NewMenu("", c.item("Clips", k.key, "clip"), c.item("Pictures", k.key, "picture")))
	case db.KeyDate:
		c.menu(k.Chip, c.dateMenu())
	case db.KeySize:
		c.menu(k.Chip, fyne.NewMenu("", c.item("720p", k.key, "720p"), c.item("1080p", k.key, "1080p"), c.item("4k", k.key, "4k"),
			c.item("1080p and more", k.key, "1080.."), fyne.NewMenuItemSeparator(), c.other(k.key)))
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
	return fyne.NewMenuItem("Other…", func() { c.g.post(func() { c.g.head.begin(key) }) })
}

// dateMenu offers times that end now.
func (c *chipRow) dateMenu() *fyne.Menu {
	now := c.g.o.Now()
	day := func(days int) string { return now.AddDate(0, 0, -days).Format("2006-01-02") + ".." }
	last := midnight(now).AddDate(0, 0, 1-now.Day()).AddDate(0, -1, 0)
	return fyne.NewMenu("",
		c.item("Today", db.KeyDate, "today"), c.item("Yesterday", db.KeyDate, "yesterday"),
		c.item("Last 7 days", db.KeyDate, day(6)), c.item("Last 30 days", db.KeyDate, day(29)), fyne.NewMenuItemSeparator(),
		c.item("Since 1 "+now.Format("Jan"), db.KeyDate, now.Format("2006-01")+"-01.."),
		c.item(last.Format("January 2006"), db.KeyDate, last.Format("2006-01")),
		c.item(now.Format("2006"), db.KeyDate, now.Format("2006")),
		fyne.NewMenuItemSeparator(), c.other(db.KeyDate))
}

// values reads the values of a key and opens them, the most frequent first.
func (c *chipRow) values(k *keyChip) {
	g := c.g
	g.run(func() {
		found, err := g.o.Library.Suggest(g.ctx, k.key+":", menuMost)
		g.post(func() {
			if err != nil {
				g.failed("Reading what there is", err)
				return
			}
			var items []*fyne.MenuItem
			for _, s := range found {
				items = append(items, c.item(fmt.Sprintf("%s  (%s)", s.Term.Text, number(s.Count)), k.key, s.Term.Text))
			}
			if len(items) == 0 {
				none := fyne.NewMenuItem("None yet", nil)
				none.Disabled = true
				items = append(items, none)
			}
			if k.key == db.KeyTag {
				items = append(items, fyne.NewMenuItemSeparator(), c.item("Without tags", db.KeyStatus, "untagged"))
			}
			if len(found) == menuMost {
				items = append(items, c.other(k.key))
			}
			c.menu(k.Chip, fyne.NewMenu("", items...))
		})
	})
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
		ratios = append(ratios, c.item(strings.ToUpper(r[:1])+r[1:], db.KeyRatio, r))
	}
	twins := fyne.NewMenuItem("Duplicates", c.g.showTwins)
	twins.Checked = c.g.question().twins
	return fyne.NewMenu("",
		sub("Ratio", ratios...),
		sub("Length", c.item("Up to 5 s", db.KeySeconds, "..5"), c.item("5 to 10 s", db.KeySeconds, "5..10"), c.item("From 10 s", db.KeySeconds, "10.."), c.other(db.KeySeconds)),
		sub("Sound", c.item("With sound", db.KeySound, "on"), c.item("Without sound", db.KeySound, "off")),
		fyne.NewMenuItem("Seed…", func() { c.g.post(func() { c.g.head.begin(db.KeySeed) }) }),
		fyne.NewMenuItem("Cost…", func() { c.g.post(func() { c.g.head.begin(db.KeyCost) }) }),
		fyne.NewMenuItem("Profile…", func() { c.g.post(func() { c.g.head.begin(db.KeyProfile) }) }),
		sub("Status", c.item("Made here", db.KeyStatus, "saved"), c.item("Imported", db.KeyStatus, "imported"), c.item("Without tags", db.KeyStatus, "untagged")),
		c.item("Link lives", db.KeyLink, "living"),
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
		return "Oldest first"
	case db.Largest:
		return "Largest file first"
	case db.Smallest:
		return "Smallest file first"
	case db.Sharpest:
		return "Most pixels first"
	case db.Longest:
		return "Longest first"
	case db.Shortest:
		return "Shortest first"
	case db.Dearest:
		return "Dearest first"
	case db.Cheapest:
		return "Cheapest first"
	case db.ByWords:
		return "By prompt"
	case db.AsLaidOut:
		return "As in the album"
	}
	return "Newest first"
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
	costs := fyne.NewMenuItem("Show what each cost", func() { c.g.remember(func(s *State) { s.Costs = !s.Costs }) })
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
				item.Label += "  (search)"
			}
			if t, ok := termOf(g.question().query(), db.KeyAlbum); ok && strings.EqualFold(t.Text, a.Name) {
				item.Checked, here = true, &albums[i]
			}
			items = append(items, item)
		}
		if len(items) > 0 {
			items = append(items, fyne.NewMenuItemSeparator())
		}
		if here != nil {
			album := *here
			items = append(items,
				fyne.NewMenuItem("Show all albums’ items", k.OnClear),
				fyne.NewMenuItem("Rename “"+album.Name+"”…", func() { g.post(func() { g.renameAlbum(album) }) }),
				fyne.NewMenuItem("Delete the album “"+album.Name+"”…", func() { g.post(func() { g.deleteAlbum(album) }) }),
				fyne.NewMenuItemSeparator())
		}
		items = append(items, fyne.NewMenuItem("New album…", func() { g.post(g.newAlbum) }))
		if q := g.question(); q.narrow() && here == nil && !q.twins && !q.inTrash() {
			items = append(items, fyne.NewMenuItem("Save this search as an album…", func() { g.post(g.saveSearch) }))
		}
		g.chips.menu(k.Chip, fyne.NewMenu("", items...))
	})
}

// withAlbums reads the albums and hands them on.
func (g *Gallery) withAlbums(do func([]db.Album)) {
	g.run(func() {
		albums, err := g.o.Library.Albums(g.ctx)
		g.post(func() {
			if err != nil {
				g.failed("Reading the albums", err)
				return
			}
			do(albums)
		})
	})
}

// saveAlbum writes an album and shows it.
func (g *Gallery) saveAlbum(a db.Album, after func(db.Album)) {
	g.change("Saving the album", func(ctx context.Context) (err error) {
		a, err = g.o.Library.SaveAlbum(ctx, a)
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
	g.askName("New album", "An album is a list that you keep by hand. Put things into it with A.", "", "Make it", func(name string) {
		g.saveAlbum(db.Album{Name: name}, nil)
	})
}

func (g *Gallery) saveSearch() {
	q := g.question()
	g.askName("Save this search", "It always shows what “"+q.text+"” finds.", "", "Save it", func(name string) {
		g.saveAlbum(db.Album{Name: name, Query: q.query().String()}, g.showAlbum)
	})
}

func (g *Gallery) renameAlbum(a db.Album) {
	g.askName("Rename the album", "", a.Name, "Rename it", func(name string) {
		a.Name = name
		g.saveAlbum(a, g.showAlbum)
	})
}

func (g *Gallery) deleteAlbum(a db.Album) {
	g.confirm("Delete the album “"+a.Name+"”?", "What is in it stays in the library.", "Delete the album", func() {
		g.change("Deleting the album", func(ctx context.Context) error { return g.o.Library.DeleteAlbum(ctx, a.Ref) }, func() {
			g.find(g.question().query().WithoutKey(db.KeyAlbum))
		})
	})
}

// confirm asks before something that cannot be undone. Doing nothing is the answer of Enter and of Esc.
func (g *Gallery) confirm(title, words, button string, do func()) {
	w := g.window()
	if w == nil {
		return
	}
	var sheet *widgets.Sheet
	no := widgets.NewButton("Do nothing", nil, widgets.Plain, func() { sheet.Hide() })
	yes := widgets.NewButton(button, nil, widgets.Danger, func() { sheet.Hide(); do() })
	sheet = widgets.ShowSheet(w, sheetContent(title, words, nil, yes, no), nil)
	sheet.Default = no.OnTapped
}

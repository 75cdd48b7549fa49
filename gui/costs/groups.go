package costs

import (
	"cmp"

	"viviscope/db/ledger"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// group is a row of the table of groups.
type group struct {
	key    groupKey
	name   string
	money  wording.MoneyFormat
	sums   ledger.Sums       // not of models
	model  ledger.ModelStats // of models only
	narrow func(*query)      // shows only this group; nil: it cannot be shown alone
}

// groupKey identifies a row of a table of groups. A group has a row for each currency.
type groupKey struct {
	profile       int64
	key, currency string // key is the model, the client or the ref of the board
}

// groupingInfo describes a grouping.
type groupingInfo struct {
	by     grouping
	word   string // in the list of groupings
	head   string // of the column of names
	empty  string // name of the group without a name
	ledger ledger.Grouping
	narrow func(q *query, n names, to ledger.Group) // shows only one group
}

// groupings returns all groupings in the order of their constants.
func groupings() []groupingInfo {
	return []groupingInfo{
		{by: ungrouped, word: lang.L("Ledger")},
		{by: byModel, word: lang.L("By model"), head: lang.L("Model"), empty: lang.L("corrections")},
		{byProfile, lang.L("By profile"), lang.L("Profile"), "", ledger.ByProfile,
			func(q *query, _ names, to ledger.Group) { q.profile, q.currency = to.Profile, "" }},
		{byBoard, lang.L("By board"), lang.L("Board"), lang.L("of no board"), ledger.ByBoard,
			func(q *query, n names, to ledger.Group) { q.filter.board = boardRef{to.Key, n.boardName(to.Key)} }},
		{byProgram, lang.L("By program"), lang.L("Program"), lang.L("not by a program"), ledger.ByClient,
			func(q *query, _ names, to ledger.Group) { q.filter.client = to.Key }},
	}
}

// infoOf returns the description of a grouping.
func infoOf(by grouping) groupingInfo { return groupings()[by] }

// groupsOf returns the rows of groups of the ledger, in their order.
func groupsOf(all []ledger.Group, by grouping, n names) (out []group) {
	info := infoOf(by)
	for _, g := range all {
		p := n.profile
		name := cmp.Or(g.Key, info.empty)
		switch {
		case by == byProfile:
			p = n.profileByID(g.Profile)
			name = p.Name
		case by == byBoard && g.Key != "":
			name = n.boardName(g.Key)
		}
		o := group{key: groupKey{g.Profile, g.Key, g.Currency}, name: name, sums: g.Sums,
			money: wording.MoneyFormat{Currency: g.Currency, Play: p.Sandbox, AmongPlay: by != byProfile && p.Sandbox}}
		if by == byProfile || g.Key != "" {
			o.narrow = func(q *query) { info.narrow(q, n, g) }
		}
		out = append(out, o)
	}
	return out
}

// modelsOf returns the rows of models, in their order.
func modelsOf(all []ledger.ModelStats, money wording.MoneyFormat) (out []group) {
	for _, m := range all {
		g := group{key: groupKey{key: m.Model, currency: m.Currency}, name: cmp.Or(m.Model, infoOf(byModel).empty),
			money: money, model: m}
		if m.Model != "" {
			g.narrow = func(q *query) { q.filter.model = m.Model }
		}
		out = append(out, g)
	}
	return out
}

package prices

import (
	"maps"
	"slices"

	"viviscope/client"
	"viviscope/gui/lang"
)

// known is a price of a table.
type known struct {
	Item
	amount client.Micros
}

// pricesOf returns the prices of a table. Of two prices for the same item it returns the first, which is the one that
// estimates use.
func pricesOf(t client.PriceTable) (all []known) {
	has := map[Item]bool{}
	add := func(item Item, amount client.Micros) {
		if !has[item] {
			has[item] = true
			all = append(all, known{item, amount})
		}
	}
	for _, r := range t.Video {
		amount := r.PerSecond
		r.PerSecond = 0
		add(Item{Video: r}, amount)
	}
	for _, r := range t.Images {
		amount := r.PerPicture
		r.PerPicture = 0
		add(Item{Image: r}, amount)
	}
	tokens := t.ModelTokens
	if t.Tokens != nil {
		tokens = slices.Insert(slices.Clone(tokens), 0, client.ModelTokens{TokenPrices: *t.Tokens})
	}
	for _, m := range tokens {
		for kind := TextToken; kind <= OutputToken; kind++ {
			add(Item{Token: kind, Model: m.Model}, *tokenPrice(&m.TokenPrices, kind))
		}
	}
	return all
}

// tokenPrice returns the price of a kind of tokens.
func tokenPrice(t *client.TokenPrices, kind Token) *client.Micros {
	return []*client.Micros{&t.InputTextPerMillion, &t.InputImagePerMillion, &t.OutputPerMillion}[kind-TextToken]
}

// byItem returns the amounts of prices by their items.
func byItem(prices []known) map[Item]client.Micros {
	all := map[Item]client.Micros{}
	for _, k := range prices {
		all[k.Item] = k.amount
	}
	return all
}

// tableWith returns a table of prices. wrong holds the prices that exclude each other, and those that are missing
// beside others.
func tableWith(prices []known, currency string, reference bool) (t client.PriceTable, wrong map[Item]string) {
	t, wrong = client.PriceTable{Currency: currency, Reference: reference}, map[Item]string{}
	tokens := map[string]*client.ModelTokens{}
	var models []string // with prices of tokens
	for _, k := range prices {
		switch k.section() {
		case ofTokens:
			if tokens[k.Model] == nil {
				tokens[k.Model] = &client.ModelTokens{Model: k.Model}
				models = append(models, k.Model)
			}
			*tokenPrice(&tokens[k.Model].TokenPrices, k.Token) = k.amount
		case ofPictures:
			rate := k.Image
			rate.PerPicture = k.amount
			t.Images = append(t.Images, rate)
		case ofClips:
			rate := k.Video
			rate.PerSecond = k.amount
			t.Video = append(t.Video, rate)
		}
	}
	given := byItem(prices)
	for item := range given {
		perSecond := item
		perSecond.Video.PerClip = false
		_, both := given[perSecond]
		if item.Video.PerClip && both {
			wrong[item] = lang.L("enter a price per second or one per clip")
		}
	}
	for _, model := range models {
		for kind := TextToken; kind <= OutputToken; kind++ {
			item := Item{Token: kind, Model: model}
			if _, there := given[item]; !there {
				wrong[item] = lang.L("pictures need all three prices: enter 0 if one is free")
			}
		}
		if model == "" {
			t.Tokens = &tokens[model].TokenPrices
		} else {
			t.ModelTokens = append(t.ModelTokens, *tokens[model])
		}
	}
	return t, wrong
}

// samePrices reports whether two tables hold the same prices, in any order.
func samePrices(a, b client.PriceTable) bool {
	left, right := byItem(pricesOf(a)), byItem(pricesOf(b))
	if len(left) == 0 && len(right) == 0 {
		return true // without prices the currency does not matter
	}
	return a.Currency == b.Currency && a.Reference == b.Reference && maps.Equal(left, right)
}

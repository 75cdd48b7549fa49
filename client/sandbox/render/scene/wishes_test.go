package scene

import "testing"

func TestWishes(t *testing.T) {
	tests := []struct {
		text string
		want Wish
	}{
		{"", Wish{}},
		{"a portrait of my grandmother", Wish{}},
		{"Paper boats on a canal", Wish{Family: Sea, Boats: true}},
		{"the SEASON of seals", Wish{}}, // not the sea
		{"I see a shoe, a cowboy boot", Wish{}},
		{"A boat under northern lights", Wish{Family: Aurora, Boats: true}},
		{"aurora over a mountain lake", Wish{Family: Aurora, Lake: true}},
		{"mountain lake at dusk", Wish{Family: Mountains, Light: Dusk, Lake: true}},
		{"snowy hills, birds", Wish{Family: Mountains, Snow: true, Birds: true}},
		{"a day at the beach, then sunset", Wish{Family: Sea, Light: Dusk}},
		{"night. dunes", Wish{Family: Dunes, Light: Night}},
		{"lanterns over a river", Wish{Family: Lanterns}},
		{"moonlit forest", Wish{Family: Mountains, Light: Night, Moon: true}},
		{"black and white desert", Wish{Family: Dunes, Mono: true}},
		{"warm clouds", Wish{Clouds: true, Warm: true}},
		// German
		{"Segelboot auf dem Meer bei Sonnenuntergang", Wish{Family: Sea, Light: Dusk}},
		{"Berge im Nebel, Morgenrot", Wish{Family: Mountains, Light: Dawn}},
		{"Polarlichter über verschneiten Wäldern im Winter", Wish{Family: Aurora, Snow: true}},
		{"Dünen in der Wüste bei Nacht", Wish{Family: Dunes, Light: Night}},
		// Spanish
		{"Un barco en el océano al atardecer", Wish{Family: Sea, Light: Dusk, Boats: true}},
		{"montañas con nieve", Wish{Family: Mountains, Snow: true}},
		{"noche en el desierto con luna", Wish{Family: Dunes, Light: Night, Moon: true}},
		// Chinese
		{"夕阳下的大海", Wish{Family: Sea, Light: Dusk}},
		{"雪山上的极光", Wish{Family: Aurora, Snow: true}},
		{"沙漠的夜晚", Wish{Family: Dunes, Light: Night}},
		{"清晨的森林和鸟", Wish{Family: Mountains, Light: Dawn, Birds: true}},
		// Japanese
		{"夜の海", Wish{Family: Sea, Light: Night}},
		{"朝日の山", Wish{Family: Mountains, Light: Dawn}},
		{"川に浮かぶランタン", Wish{Family: Lanterns}},
		{"オーロラと湖", Wish{Family: Aurora, Lake: true}},
	}
	for _, tt := range tests {
		if got := Wishes(tt.text); got != tt.want {
			t.Errorf("%q: got %+v, want %+v", tt.text, got, tt.want)
		}
	}
}

func TestMentions(t *testing.T) {
	const list = "old vintage 怀旧"
	for text, want := range map[string]bool{"an OLD photo": true, "gold": false, "一张怀旧的照片": true, "": false, "(vintage)": true} {
		if got := Mentions(text, list); got != want {
			t.Errorf("%q: got %v", text, got)
		}
	}
}

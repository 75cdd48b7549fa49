package render

import "testing"

func TestWishes(t *testing.T) {
	tests := []struct {
		text string
		want wish
	}{
		{"", wish{}},
		{"a portrait of my grandmother", wish{}},
		{"Paper boats on a canal", wish{family: sea, boats: true}},
		{"the SEASON of seals", wish{}}, // not the sea
		{"I see a shoe, a cowboy boot", wish{}},
		{"A boat under northern lights", wish{family: aurora, boats: true}},
		{"aurora over a mountain lake", wish{family: aurora, lake: true}},
		{"mountain lake at dusk", wish{family: mountains, light: dusk, lake: true}},
		{"snowy hills, birds", wish{family: mountains, snow: true, birds: true}},
		{"a day at the beach, then sunset", wish{family: sea, light: dusk}},
		{"night. dunes", wish{family: dunes, light: night}},
		{"lanterns over a river", wish{family: lanterns}},
		{"moonlit forest", wish{family: mountains, light: night}},
		{"black and white desert", wish{family: dunes, mono: true}},
		{"warm clouds", wish{clouds: true, warm: true}},
		// German
		{"Segelboot auf dem Meer bei Sonnenuntergang", wish{family: sea, light: dusk}},
		{"Berge im Nebel, Morgenrot", wish{family: mountains, light: dawn}},
		{"Polarlichter über verschneiten Wäldern im Winter", wish{family: aurora, snow: true}},
		{"Dünen in der Wüste bei Nacht", wish{family: dunes, light: night}},
		// Spanish
		{"Un barco en el océano al atardecer", wish{family: sea, light: dusk, boats: true}},
		{"montañas con nieve", wish{family: mountains, snow: true}},
		{"noche en el desierto con luna", wish{family: dunes, light: night}},
		// Chinese
		{"夕阳下的大海", wish{family: sea, light: dusk}},
		{"雪山上的极光", wish{family: aurora, snow: true}},
		{"沙漠的夜晚", wish{family: dunes, light: night}},
		{"清晨的森林和鸟", wish{family: mountains, light: dawn, birds: true}},
		// Japanese
		{"夜の海", wish{family: sea, light: night}},
		{"朝日の山", wish{family: mountains, light: dawn}},
		{"川に浮かぶランタン", wish{family: lanterns}},
		{"オーロラと湖", wish{family: aurora, lake: true}},
	}
	for _, tt := range tests {
		if got := wishesOf(tt.text); got != tt.want {
			t.Errorf("%q: got %+v, want %+v", tt.text, got, tt.want)
		}
	}
}

func TestMentions(t *testing.T) {
	const list = "old vintage 怀旧"
	for text, want := range map[string]bool{"an OLD photo": true, "gold": false, "一张怀旧的照片": true, "": false, "(vintage)": true} {
		if got := mentions(text, list); got != want {
			t.Errorf("%q: got %v", text, got)
		}
	}
}

package scene

import (
	"strings"
	"unicode"
)

// Family is a kind of scene.
type Family int

// The families.
const (
	AnyFamily Family = iota
	Mountains
	Sea
	Aurora
	Dunes
	Lanterns
)

// Light is a time of day.
type Light int

// The times of day.
const (
	AnyLight Light = iota
	Night
	Dawn
	Day
	Dusk
)

// Wish is what the words of a text ask for. The zero value asks for nothing.
type Wish struct {
	Family                     Family
	Light                      Light
	Lake, Snow                 bool
	Birds, Boats, Clouds, Moon bool
	Warm, Cool, Mono           bool // of the colours
}

// entry is what some words ask for. Words in scripts with spaces are compared whole; others are looked for anywhere.
type entry struct {
	words  string
	weight int // of the family against others
	set    func(*Wish)
}

func family(f Family) func(*Wish) { return func(w *Wish) { w.Family = f } }

// dictionary holds the main words in English, German, Spanish, French, Chinese and Japanese. A word may stand in several entries.
func dictionary() []entry {
	return []entry{
		{"aurora auroras borealis polarlicht polarlichter nordlicht nordlichter boreal boréale 极光 極光 オーロラ", 4, family(Aurora)},
		{"lantern lanterns lampion lampions laterne laternen farol faroles farolillos lanterne lanternes festival 灯笼 燈籠 孔明灯 天灯 灯会 提灯 ランタン 灯籠", 4, family(Lanterns)},
		{"dune dunes desert sahara sand camel camels düne dünen wüste duna dunas desierto désert 沙漠 沙丘 砂漠 砂丘 骆驼 駱駝", 3, family(Dunes)},
		{"sea seas ocean oceans wave waves boat boats ship ships sail sails sailing sailboat sailboats yacht harbour harbor beach coast island islands " +
			"meer ozean welle wellen boote schiff schiffe segel segelboot küste strand insel mar océano olas ola barco barcos velero playa mer océan vagues bateau voilier " +
			"海 海洋 大海 海浪 波浪 船 帆船 舟 港 島 岛 波 ヨット", 3, family(Sea)},
		{"canal canals river rivers fluss kanal río canales rivière 运河 運河 河流 江 川", 2, family(Lanterns)},
		{"mountain mountains hill hills peak peaks alps forest forests wood woods pine pines tree trees valley valleys fog mist cliff " +
			"berg berge gebirge hügel wald wälder tal nebel montaña montañas colina colinas bosque bosques valle niebla montagne montagnes forêt " +
			"山 高山 群山 山脉 山峰 森林 树林 雾 山脈 丘 林 霧", 2, family(Mountains)},
		{"lake lakes pond bergsee lago lac 湖 湖泊 湖水 池", 1, func(w *Wish) { w.Family, w.Lake = Mountains, true }},
		{"reflection reflections mirror spiegelung reflejo reflejos 倒影 反射", 0, func(w *Wish) { w.Lake = true }},
		{"winter snow snowy snowing snowfall snowflakes blizzard schnee verschneit nieve nevado hiver neige invierno 雪 下雪 雪花 冬 冬天", 0, func(w *Wish) { w.Snow = true }},
		{"night midnight nighttime moon moonlight moonlit moonrise star stars starry nacht mitternacht mond mondlicht stern sterne noche luna estrella estrellas " +
			"medianoche nuit lune étoiles 夜 夜晚 夜空 午夜 月 月亮 月光 星 星空 星星", 0, func(w *Wish) { w.Light = Night }},
		{"sunset dusk evening twilight sundown sonnenuntergang abend abendrot dämmerung atardecer ocaso anochecer crepúsculo puesta crépuscule soir " +
			"日落 夕阳 黄昏 傍晚 晚霞 夕日 夕焼け 夕暮れ", 0, func(w *Wish) { w.Light = Dusk }},
		{"sunrise dawn daybreak sonnenaufgang morgendämmerung morgenrot amanecer alba aurore aube 日出 黎明 清晨 拂晓 朝日 日の出 夜明け 朝焼け", 0, func(w *Wish) { w.Light = Dawn }},
		{"day daylight noon midday sunny bright morning mittag sonnig día mediodía soleado matin jour 白天 中午 晴天 早晨 昼 朝 快晴", 0, func(w *Wish) { w.Light = Day }},
		{"bird birds seagull seagulls gulls vogel vögel möwe ave aves pájaro pájaros oiseau oiseaux 鸟 鳥 海鸥 カモメ", 0, func(w *Wish) { w.Birds = true }},
		{"boat boats ship ships sailboat sailboats boote schiff barco barcos velero bateau 船 帆船 小船 舟 ヨット", 0, func(w *Wish) { w.Boats = true }},
		{"cloud clouds cloudy wolke wolken nube nubes nuage nuages 云 雲 云彩", 0, func(w *Wish) { w.Clouds = true }},
		{"moon moonlight moonlit mond mondlicht luna lune 月 月亮 月光", 0, func(w *Wish) { w.Moon = true }},
		{"warm warmer golden gold orange red autumn fall fire wärmer warme herbst cálido dorado otoño chaud automne 暖 温暖 金色 秋 秋天 暖かい", 0, func(w *Wish) { w.Warm = true }},
		{"cool cooler cold blue icy frozen kalt kühl kühler blau frío azul froid bleu 冷 寒冷 蓝色 青い 冷たい", 0, func(w *Wish) { w.Cool = true }},
		{"monochrome greyscale grayscale noir bw schwarzweiß schwarzweiss 黑白 白黒 モノクロ 单色", 0, func(w *Wish) { w.Mono = true }},
	}
}

// Wishes reads what a text asks for. Of several families the one with the heaviest words wins, then the first in the text.
// Of several lights the last one named wins: "a day at the sea, sunset".
func Wishes(text string) Wish {
	lower := strings.ToLower(text)
	words := positions(lower)
	var out Wish
	bestWeight, bestAt := 0, 0
	lightAt := -1
	for _, e := range dictionary() {
		at := find(e.words, lower, words)
		if at < 0 {
			continue
		}
		next := out
		e.set(&next)
		if e.weight < bestWeight || (e.weight == bestWeight && bestWeight > 0 && at >= bestAt) {
			next.Family = out.Family
		} else if e.weight > 0 {
			bestWeight, bestAt = e.weight, at
		}
		if next.Light != out.Light {
			if at <= lightAt {
				next.Light = out.Light
			} else {
				lightAt = at
			}
		}
		out = next
	}
	if strings.Contains(lower, "northern lights") || strings.Contains(lower, "polar lights") {
		out.Family = Aurora
	}
	for _, s := range []string{"black and white", "black & white", "schwarz-weiß", "blanco y negro", "noir et blanc"} {
		out.Mono = out.Mono || strings.Contains(lower, s)
	}
	return out
}

// find gives the place of the first of the words in the text, -1 if none is there.
func find(list, lower string, words map[string]int) int {
	best := -1
	for w := range strings.FieldsSeq(list) {
		at, ok := words[w]
		if !ok && unspaced(w) {
			at = strings.Index(lower, w)
			ok = at >= 0
		}
		if ok && (best < 0 || at < best) {
			best = at
		}
	}
	return best
}

// positions maps each word of the text to where it first stands.
func positions(lower string) map[string]int {
	out := map[string]int{}
	start := -1
	end := func(i int) {
		if start >= 0 {
			if w := lower[start:i]; w != "" {
				if _, seen := out[w]; !seen {
					out[w] = start
				}
			}
		}
		start = -1
	}
	for i, r := range lower {
		if unicode.IsLetter(r) || unicode.IsMark(r) {
			if start < 0 {
				start = i
			}
		} else {
			end(i)
		}
	}
	end(len(lower))
	return out
}

// unspaced says whether a word belongs to a script that is written without spaces.
func unspaced(w string) bool {
	for _, r := range w {
		if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) {
			return true
		}
	}
	return false
}

// Mentions says whether the text holds one of the words in the list, which are separated by spaces and written as in a sentence without capitals.
func Mentions(text, list string) bool {
	lower := strings.ToLower(text)
	return find(list, lower, positions(lower)) >= 0
}

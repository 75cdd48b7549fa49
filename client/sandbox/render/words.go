package render

import (
	"encoding/binary"
	"hash/fnv"
	"slices"
	"strings"
	"unicode"
)

// brief is what a picture is made from.
type brief struct {
	prompt, negative, model string
	seed                    int64
}

// place is the hash that the layout follows from: prompt and seed. A picture and a clip of the same words show the same place.
func (b brief) place() uint64 { return hashOf(b.prompt, "", "", b.seed) }

// detail is the hash that the small things follow from (clouds, stars, birds, boats, pace): all fields.
func (b brief) detail() uint64 { return hashOf(b.prompt, b.negative, b.model, b.seed) }

func hashOf(prompt, negative, model string, seed int64) uint64 {
	h := fnv.New64a()
	for _, s := range []string{prompt, negative, model} {
		h.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(s)))) // so that no two lists of words run together
		h.Write([]byte(s))
	}
	r := rng(h.Sum64() ^ uint64(seed)*0x9e3779b97f4a7c15)
	return r.next()
}

// family is a kind of landscape.
type family int

const (
	anyFamily family = iota
	mountains
	sea
	aurora
	dunes
	lanterns
)

// light is a time of day.
type light int

const (
	anyLight light = iota
	night
	dawn
	day
	dusk
)

// wish is what the words of a text ask for. The zero value asks for nothing.
type wish struct {
	family               family
	light                light
	lake, snow           bool
	birds, boats, clouds bool
	warm, cool, mono     bool // of the colours
}

// dictionary holds words in English, German, Spanish, Chinese and Japanese. Words in scripts with spaces are compared whole, others are
// looked for anywhere, as are phrases, whose blanks are written _. Of several families and several lights the first one here counts.
var dictionary = []struct {
	words string
	set   func(*wish)
}{
	{"aurora auroras polarlicht polarlichter nordlicht nordlichter boreal northern_lights polar_lights 极光 極光 オーロラ", is(aurora)},
	{"lantern lanterns lampion lampions laterne laternen farol faroles farolillos 灯笼 孔明灯 天灯 提灯 ランタン 灯籠", is(lanterns)},
	{"dune dunes desert sahara camel camels düne dünen wüste duna dunas desierto 沙漠 沙丘 砂漠 砂丘 骆驼", is(dunes)},
	{"sea seas ocean wave waves boat boats ship ships sail sails sailing sailboat yacht harbour harbor beach coast island islands meer ozean welle " +
		"wellen boote schiff schiffe segel segelboot küste strand insel mar océano olas barco barcos velero playa 海 波浪 船 港 島 岛 波 ヨット", is(sea)},
	{"canal canals river rivers fluss río 运河 運河 河 川", is(lanterns)},
	{"mountain mountains hill hills peak alps forest forests woods pine pines tree trees valley fog mist lake lakes pond berg berge gebirge hügel " +
		"wald wälder tal nebel bergsee montaña montañas colina bosque valle niebla lago 山 森林 树林 雾 丘 林 霧 湖", is(mountains)},
	{"lake lakes pond bergsee lago reflection reflections mirror spiegelung reflejo 湖 倒影", func(w *wish) { w.lake = true }},
	{"winter snow snowy snowing snowfall blizzard schnee verschneit nieve invierno 雪 冬", func(w *wish) { w.snow = true }},
	{"sunset dusk evening twilight sonnenuntergang abend abendrot dämmerung atardecer ocaso anochecer 日落 夕阳 黄昏 傍晚 夕日 夕焼け 夕暮れ", lit(dusk)},
	{"sunrise dawn daybreak sonnenaufgang morgenrot amanecer 日出 黎明 清晨 朝日 日の出 夜明け 朝焼け", lit(dawn)},
	{"night midnight moon moonlight moonlit star stars starry nacht mitternacht mond sterne noche luna estrellas 夜 月亮 月光 星", lit(night)},
	{"day daylight noon sunny bright morning mittag sonnig día soleado 白天 中午 晴天 早晨 昼 快晴", lit(day)},
	{"bird birds seagull seagulls vogel vögel möwe aves pájaro pájaros 鸟 鳥", func(w *wish) { w.birds = true }},
	{"boat boats ship ships sailboat boote schiff barco barcos velero 船 ヨット", func(w *wish) { w.boats = true }},
	{"cloud clouds cloudy wolke wolken nube nubes 云 雲", func(w *wish) { w.clouds = true }},
	{"warm warmer golden gold orange autumn wärmer herbst cálido dorado otoño 暖 温暖 金色 秋", func(w *wish) { w.warm = true }},
	{"cool cooler cold blue icy kalt kühl kühler blau frío azul 冷 蓝色 青い", func(w *wish) { w.cool = true }},
	{"monochrome greyscale grayscale noir bw schwarzweiß black_and_white schwarz-weiß blanco_y_negro 黑白 白黒 モノクロ", func(w *wish) { w.mono = true }},
}

func is(f family) func(*wish) {
	return func(w *wish) {
		if w.family == anyFamily {
			w.family = f
		}
	}
}

func lit(l light) func(*wish) {
	return func(w *wish) {
		if w.light == anyLight {
			w.light = l
		}
	}
}

// wishesOf reads what a text asks for.
func wishesOf(text string) (w wish) {
	for _, e := range dictionary {
		if mentions(text, e.words) {
			e.set(&w)
		}
	}
	return w
}

// mentions says whether the text holds one of the words in a list of the dictionary's kind.
func mentions(text, list string) bool {
	lower := strings.ToLower(text)
	words := strings.FieldsFunc(lower, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) })
	for w := range strings.FieldsSeq(list) {
		anywhere := strings.ContainsFunc(w, func(r rune) bool {
			return !unicode.IsLetter(r) || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
		})
		if anywhere && strings.Contains(lower, strings.ReplaceAll(w, "_", " ")) || slices.Contains(words, w) {
			return true
		}
	}
	return false
}

// familyOf says which kind of landscape a brief becomes: what the words ask for, or else the hash chooses among those that have the light
// and are not to be avoided. Snow does not fall on dunes or the sea.
func familyOf(b brief) family {
	wished, avoided := wishesOf(b.prompt), wishesOf(b.negative)
	if wished.family != anyFamily && wished.family != avoided.family {
		return wished.family
	}
	open := []family{mountains, sea, aurora, dunes, lanterns}
	switch {
	case wished.snow:
		open = []family{mountains, aurora}
	case wished.light == night:
		open = []family{mountains, sea, aurora, lanterns}
	case wished.light != anyLight:
		open = []family{mountains, sea, dunes}
	}
	open = slices.DeleteFunc(open, func(f family) bool { return f == avoided.family })
	return open[b.place()%uint64(len(open))]
}

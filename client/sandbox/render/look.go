package render

import (
	"math"

	"viviscope/client/sandbox/render/scene"
)

// look is light and colour for a whole picture. Channels and brightness go from 0 to 1.
type look struct {
	gain       [3]float32 // of each channel
	saturation float32
	contrast   float32
	shadows    [3]float32 // added to dark parts
	highlights [3]float32 // added to bright parts
	sky, earth [3]float32 // light added at the upper and the lower border
	keep       float32    // how far the brightest parts keep their light under gain: a lamp at night
	vignette   float32
	grain      float32
	seed       uint64
}

// lookFor reads the look out of the words. Every brief tints a little by its hash; one without words that are known tints more.
func lookFor(b scene.Brief) look {
	l := look{gain: [3]float32{1, 1, 1}, saturation: 1.08, contrast: 0.10, vignette: 0.22, grain: 0.012, seed: b.Key()}
	known := l.daylight(scene.Wishes(b.Prompt))
	known = l.style(b.Prompt) || known
	tint := float32(0.10)
	if known {
		tint = 0.035
	}
	hue := float64(b.Key()>>20&0xffff) / 65536 * 2 * math.Pi
	for z := range 3 {
		c := float32(math.Cos(hue - float64(z)*2*math.Pi/3))
		if l.saturation == 0 { // grey stays grey
			c = float32(math.Cos(hue))
		}
		l.shadows[z] += tint * (0.5 + 0.5*c) // lifted, so that black is no longer black
		l.highlights[z] -= tint * (0.6 + 0.5*c)
	}
	return l
}

// daylight follows the light, the season and the colours that the words ask for.
func (l *look) daylight(w scene.Wish) bool {
	switch {
	case w.Light == scene.Night || w.Family == scene.Aurora:
		l.gain, l.saturation, l.contrast = [3]float32{0.36, 0.46, 0.68}, 0.72, 0.2
		l.shadows, l.sky, l.vignette, l.keep = [3]float32{0.01, 0.02, 0.07}, [3]float32{0, 0.015, 0.06}, 0.42, 0.75
	case w.Light == scene.Dusk:
		l.gain, l.saturation, l.contrast = [3]float32{1.12, 0.80, 0.62}, 1.25, 0.22
		l.shadows, l.sky, l.earth = [3]float32{0.06, 0, 0.09}, [3]float32{0.18, 0, 0.14}, [3]float32{0.26, 0.10, 0}
	case w.Light == scene.Dawn:
		l.gain, l.saturation, l.contrast = [3]float32{1.02, 0.95, 0.92}, 0.92, 0
		l.shadows, l.sky = [3]float32{0.09, 0.06, 0.10}, [3]float32{0.22, 0.13, 0.12}
	case w.Light == scene.Day:
		l.gain, l.saturation, l.sky = [3]float32{1.08, 1.08, 1.06}, 1.2, [3]float32{0.02, 0.06, 0.12}
	}
	if w.Family == scene.Lanterns {
		l.gain, l.shadows, l.keep = [3]float32{0.66, 0.56, 0.66}, [3]float32{0.05, 0.02, 0.06}, 0.6
	}
	if w.Snow {
		l.saturation *= 0.55
		l.shadows, l.sky, l.earth = [3]float32{0.06, 0.08, 0.12}, [3]float32{0.10, 0.12, 0.15}, [3]float32{0.20, 0.23, 0.27}
	}
	l.warmth(w)
	return w != scene.Wish{}
}

func (l *look) warmth(w scene.Wish) {
	if w.Warm {
		l.times(1.10, 0.98, 0.78)
	}
	if w.Cool {
		l.times(0.84, 0.98, 1.14)
	}
	if w.Mono {
		l.saturation, l.contrast = 0, 0.35
	}
}

func (l *look) times(r, g, b float32) {
	l.gain[0] *= r
	l.gain[1] *= g
	l.gain[2] *= b
}

// style follows words about the picture itself.
func (l *look) style(prompt string) bool {
	known := false
	on := func(words string, change func()) {
		if scene.Mentions(prompt, words) {
			known = true
			change()
		}
	}
	on("vintage retro sepia old antique alt antik antiguo viejo 复古 复古风 怀旧 古い レトロ", func() {
		l.times(1.06, 0.92, 0.70)
		l.saturation, l.contrast, l.grain = 0.45, -0.1, 0.04
		l.shadows = [3]float32{0.12, 0.08, 0.05}
	})
	on("vivid colorful colourful saturated pop bunt kräftig vivo colorido 鲜艳 彩色 鮮やか カラフル", func() { l.saturation, l.contrast = 1.75, 0.3 })
	on("soft dreamy pastel gentle weich sanft verträumt suave soñador 柔和 梦幻 柔らかい 夢", func() {
		l.saturation, l.contrast, l.vignette = 0.8, -0.22, 0.05
		l.shadows = [3]float32{0.12, 0.09, 0.13}
	})
	on("brighter lighter bright heller hell brillante claro 明亮 更亮 明るい 明るく", func() { l.times(1.25, 1.25, 1.22) })
	on("darker dark moody gloomy dunkler dunkel düster oscuro 更暗 黑暗 暗い 暗く", func() {
		l.times(0.62, 0.62, 0.66)
		l.vignette = 0.5
	})
	on("dramatic contrast dramatisch kontrast dramático contraste 对比 ドラマチック", func() { l.contrast, l.vignette = 0.6, 0.45 })
	on("spring green lush frühling grün primavera verde 春 春天 绿色 緑", func() { l.times(0.92, 1.10, 0.84) })
	on("pink rose rosa 粉色 ピンク", func() { l.times(1.10, 0.86, 1.02) })
	on("purple violet lila violett morado 紫色 紫", func() { l.times(0.98, 0.82, 1.16) })
	on("rain rainy storm stormy regen sturm lluvia tormenta 雨 暴风雨 嵐", func() {
		l.times(0.78, 0.86, 0.94)
		l.saturation = 0.6
	})
	return known
}

// apply changes the canvas.
func (l look) apply(c *scene.Canvas) {
	noise := l.seed | 1
	for y := range c.H {
		fy := float32(y) / float32(max(1, c.H-1))
		up, down := (1-fy)*(1-fy), fy*fy
		var light [3]float32
		for z := range light {
			light[z] = l.sky[z]*up + l.earth[z]*down
		}
		dy := (fy - 0.5) * 2
		row := c.Pix[y*c.W*4:][:c.W*4]
		for x := range c.W {
			noise ^= noise << 13
			noise ^= noise >> 7
			noise ^= noise << 17
			dx := (float32(x)/float32(max(1, c.W-1)) - 0.5) * 2
			shade := 1 - l.vignette*min(1, (dx*dx+dy*dy)*(dx*dx+dy*dy)*0.3)
			grain := (float32(noise>>40)/(1<<24) - 0.5) * 2 * l.grain
			l.pixel(row[x*4:][:3:3], light, shade, grain)
		}
	}
}

func (l *look) pixel(p []byte, light [3]float32, shade, grain float32) {
	r, g, b := float32(p[0])/255, float32(p[1])/255, float32(p[2])/255
	luma := 0.2126*r + 0.7152*g + 0.0722*b
	bright := max(0, luma-0.72) / 0.28 * l.keep
	for z, v := range [3]float32{r, g, b} {
		v = (luma + (v-luma)*l.saturation) * (l.gain[z] + (1-l.gain[z])*bright)
		v = min(max(v, 0), 1)
		v += (v*v*(3-2*v) - v) * l.contrast
		v += l.shadows[z]*(1-luma) + l.highlights[z]*luma
		v += light[z] * (1 - v)
		v = v*shade + grain
		p[z] = byte(min(max(v, 0), 1)*255 + 0.5)
	}
}

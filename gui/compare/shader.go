package compare

import (
	"image"
	"image/color"
	"sync/atomic"

	"fyne.io/fyne/v2/canvas"
)

// body is the shader after its first lines, which differ between desktop and embedded OpenGL. The uniforms are those of
// scene as shares of the room, with y downwards. Textures are premultiplied; what comes out is opaque or nothing.
const body = `
uniform vec2 frame;
uniform vec4 bounds;
uniform sampler2D a;
uniform sampler2D b;
uniform sampler2D probe;
uniform float ax0, ay0, ax1, ay1, aw, ah;
uniform float bx0, by0, bx1, by1, bw, bh;
uniform float cut, gap, sharp, check0, check1;

vec2 texel(vec2 uv, vec2 size) {
	return sharp > 0.5 ? (floor(uv * size) + 0.5) / size : uv;
}

void main() {
	vec2 room = vec2(bounds[2] - bounds[0], bounds[3] - bounds[1]);
	vec2 px = vec2(gl_FragCoord.x - bounds[0], frame.y - gl_FragCoord.y - bounds[1]);
	vec2 p = px / room;
	vec4 c = vec4(0.0);
	vec2 uv;
	bool there = abs(p.x - cut) >= gap;
	if (p.x < cut) {
		uv = (p - vec2(ax0, ay0)) / vec2(ax1 - ax0, ay1 - ay0);
		c = texture2D(a, texel(uv, vec2(aw, ah)));
		there = there && aw > 0.0;
	} else {
		uv = (p - vec2(bx0, by0)) / vec2(bx1 - bx0, by1 - by0);
		c = texture2D(b, texel(uv, vec2(bw, bh)));
		there = there && bw > 0.0;
	}
	there = there && uv.x >= 0.0 && uv.x < 1.0 && uv.y >= 0.0 && uv.y < 1.0;
	vec2 square = floor(px / 8.0);
	float ground = mod(square.x + square.y, 2.0) < 0.5 ? check0 : check1;
	// The probe is used in a way that changes nothing, or the compiler would drop it.
	ground += texture2D(probe, vec2(0.5)).r * 0.0;
	gl_FragColor = there ? vec4(c.rgb + (1.0 - c.a) * ground, 1.0) : vec4(0.0);
}
`

// newShader makes the object that draws scenes on the graphics card. Programs and textures are kept by name for as long as
// the window lives, so each Pair that is seen at the same time as another needs a name of its own.
func newShader(name string, p *probe) *canvas.Shader {
	s := canvas.NewShader(name, []byte("#version 110\n"+body), []byte("#version 100\nprecision highp float;\n"+body))
	s.Uniforms = map[string]float32{}
	s.Textures = map[string]image.Image{"a": nothing(), "b": nothing(), "probe": p}
	return s
}

// nothing is the least texture: putting it in the place of a large one gives that one's memory back at the next paint.
func nothing() image.Image { return image.NewRGBA(image.Rect(0, 0, 1, 1)) }

// setScene hands a scene to the shader; the room has that size in device pixels.
func setScene(s *canvas.Shader, c *scene, width, height float64) {
	u := s.Uniforms
	side := func(name string, im *image.RGBA, r rect) {
		u[name+"w"], u[name+"h"] = 0, 0
		if im != nil && r.width() > 0 {
			u[name+"w"], u[name+"h"] = float32(im.Rect.Dx()), float32(im.Rect.Dy())
			u[name+"x0"], u[name+"x1"] = float32(r.x0/width), float32(r.x1/width)
			u[name+"y0"], u[name+"y1"] = float32(r.y0/height), float32(r.y1/height)
			s.Textures[name] = im
			return
		}
		u[name+"x0"], u[name+"x1"], u[name+"y0"], u[name+"y1"] = 0, 1, 0, 1
		if s.Textures[name].Bounds().Dx() > 1 {
			s.Textures[name] = nothing()
		}
	}
	side("a", c.a, c.ra)
	side("b", c.b, c.rb)
	u["cut"], u["gap"] = float32(c.cut/width), float32(c.gap/width)
	u["sharp"] = 0
	if c.sharp {
		u["sharp"] = 1
	}
	u["check0"], u["check1"] = float32(c.checks[0])/0xff, float32(c.checks[1])/0xff
	s.Refresh()
}

// probe is a texture of one pixel that tells when it is read. The toolkit does not say whether a shader was compiled;
// textures are read only after it was, so until then something else has to draw.
type probe struct {
	read   atomic.Bool
	onRead func() // once, on whatever goroutine paints
}

// ColorModel is that of the one pixel.
func (p *probe) ColorModel() color.Model { return color.RGBAModel }

// Bounds are those of one pixel.
func (p *probe) Bounds() image.Rectangle { return image.Rect(0, 0, 1, 1) }

// At gives the pixel, and says that it was asked for.
func (p *probe) At(int, int) color.Color {
	if !p.read.Swap(true) && p.onRead != nil {
		p.onRead()
	}
	return color.RGBA{}
}

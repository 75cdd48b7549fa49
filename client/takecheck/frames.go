package takecheck

import (
	"math"
	"slices"
)

// The size in which frames are measured, in pixels. Both sides are multiples of a block and of a cell.
const (
	wide   = 480
	narrow = 270
)

const (
	blockSide = 30 // of the squares in which changes are measured, in pixels
	cellSide  = 15 // of the squares that are one pixel of a thumbnail, in pixels
	cells     = wide / cellSide * narrow / cellSide
	darkLevel = 28 // a pixel below is black
	apart     = 3  // frames on each side of a cut that are compared, so that a flash is no cut
)

// frame holds the measurements of one frame. Levels are those of 8-bit brightness.
type frame struct {
	time     float64 // seconds from the first frame
	duration float64 // seconds until the next frame

	mean      float64
	contrast  float64 // standard deviation
	sharpness float64 // mean difference of neighbouring pixels in a row
	dark      float64 // share of black pixels
	change    float64 // the largest mean change of a block since the frame before; the first frame has none
	still     bool    // the picture is that of the frame before, and of the frame at which the still stretch began
	jump      float64 // mean change of the thumbnail since the frame before, without a change of the mean
	across    float64 // the same between the frames apart before and after; 0 near the ends of the clip
}

// thumbnail is the mean brightness of each cell, minus that of the whole frame.
type thumbnail [cells]float32

// frameMeter measures frames one after the other.
type frameMeter struct {
	w, h   int
	before []byte
	anchor []byte               // the first frame of a still stretch
	recent [2 * apart]thumbnail // of the frames before, by their number modulo the length
	frames []frame
}

func newFrameMeter(w, h int) *frameMeter {
	return &frameMeter{w: w, h: h, before: make([]byte, w*h), anchor: make([]byte, w*h)}
}

// add measures the next frame. pix has w*h brightness levels.
func (m *frameMeter) add(pix []byte) {
	var f frame
	n := float64(len(pix))
	sum, squares, dark, edges := 0, 0, 0, 0
	perRow := m.w / blockSide
	var changes [wide / blockSide * narrow / blockSide]int
	var sums [cells]int
	for y := range m.h {
		row, old := pix[y*m.w:][:m.w], m.before[y*m.w:][:m.w]
		block, cell := y/blockSide*perRow, y/cellSide*(m.w/cellSide)
		left := int(row[0])
		for x := 0; x < m.w; x += cellSide {
			part, oldPart := row[x:][:cellSide:cellSide], old[x:][:cellSide:cellSide]
			cellSum, change := 0, 0
			for i, p := range part {
				v := int(p)
				cellSum += v
				squares += v * v
				if v < darkLevel {
					dark++
				}
				edges += distance(v, left)
				change += distance(v, int(oldPart[i]))
				left = v
			}
			sum += cellSum
			sums[cell] += cellSum
			changes[block+x/blockSide] += change
			cell++
		}
	}
	f.mean = float64(sum) / n
	f.contrast = math.Sqrt(max(float64(squares)/n-f.mean*f.mean, 0))
	f.sharpness = float64(edges) / (n - float64(m.h))
	f.dark = float64(dark) / n
	number := len(m.frames)
	if number > 0 {
		f.change = float64(slices.Max(changes[:])) / (blockSide * blockSide)
		f.still = f.change < maxFrozen && m.drift(pix) < maxDrift
	}
	if !f.still {
		copy(m.anchor, pix)
	}
	copy(m.before, pix)
	var thumb thumbnail
	for i, s := range sums {
		thumb[i] = float32(float64(s)/(cellSide*cellSide) - f.mean)
	}
	if number > 0 {
		f.jump = thumb.distance(&m.recent[(number-1)%len(m.recent)])
	}
	if oldest := &m.recent[number%len(m.recent)]; number >= len(m.recent) {
		m.frames[number-apart].across = thumb.distance(oldest)
	}
	m.recent[number%len(m.recent)] = thumb
	m.frames = append(m.frames, f)
}

// drift returns the largest mean change of a block since the anchor.
func (m *frameMeter) drift(pix []byte) float64 {
	most := 0
	for y := 0; y < m.h; y += blockSide {
		for x := 0; x < m.w; x += blockSide {
			sum := 0
			for row := y; row < y+blockSide; row++ {
				part, old := pix[row*m.w+x:][:blockSide:blockSide], m.anchor[row*m.w+x:][:blockSide:blockSide]
				for i, p := range part {
					sum += distance(int(p), int(old[i]))
				}
			}
			most = max(most, sum)
		}
	}
	return float64(most) / (blockSide * blockSide)
}

func distance(a, b int) int {
	if a < b {
		return b - a
	}
	return a - b
}

// distance returns the mean difference of two thumbnails.
func (t *thumbnail) distance(o *thumbnail) float64 {
	sum := float32(0)
	for i, v := range t {
		sum += max(v-o[i], o[i]-v)
	}
	return float64(sum) / cells
}

// usualDuration is the duration of a frame in a clip with one frame, in seconds.
const usualDuration = 1.0 / 24

// setTimes sets the time and the duration of each frame. Frames without a valid time follow the one before at the usual
// rate of the clip. The last frame has the usual duration.
func setTimes(frames []frame, times []float64) {
	var steps []float64
	for i := 1; i < min(len(times), len(frames)); i++ {
		if step := times[i] - times[i-1]; times[i-1] >= 0 && step > 0 && step <= MaxSeconds {
			steps = append(steps, step)
		}
	}
	usual := usualDuration
	if len(steps) > 0 {
		usual = median(steps)
	}
	for i := range frames {
		frames[i].duration = usual
		if i == 0 {
			continue
		}
		before := &frames[i-1]
		if i < len(times) && times[i-1] >= 0 && times[i] > times[i-1] && times[i]-times[i-1] <= MaxSeconds {
			before.duration = times[i] - times[i-1]
		}
		frames[i].time = before.time + before.duration
	}
}

// median returns the median of values, which it sorts. There must be at least one.
func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}

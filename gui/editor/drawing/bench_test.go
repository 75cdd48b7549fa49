package drawing

import "testing"

// strokes is a canvas with so many strokes of a hundred points, each of them a step.
func strokes(n int) *History {
	h := NewHistory(sheet(3840, 2160), 1<<30)
	for range n {
		h.Do("brush", h.Now().Add(stroke(100)))
	}
	return h
}

func BenchmarkHistoryOf200Strokes(b *testing.B) {
	h := strokes(200)
	for b.Loop() {
		h.Do("brush", h.Now().Add(stroke(1)))
		h.Undo()
	}
	b.ReportMetric(float64(h.Bytes()), "held-bytes")
}

func BenchmarkEncode200Strokes(b *testing.B) {
	h := strokes(200)
	for b.Loop() {
		data, err := h.Encode(MaxHistory)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(len(data)), "written-bytes")
	}
}

func BenchmarkPickAmong200Strokes(b *testing.B) {
	d := strokes(200).Now()
	for b.Loop() {
		d.Pick(Point{3000, 2000}, 3)
	}
}

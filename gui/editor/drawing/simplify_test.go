package drawing

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestAThinnedStrokeRunsWhereThePointerRan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var thin Thinner
		var places, certain []Point
		p, angle := Point{100, 100}, 0.0
		for range rapid.IntRange(1, 400).Draw(t, "places") {
			angle += rapid.Float64Range(-0.6, 0.6).Draw(t, "turn")
			step := rapid.SampledFrom([]float64{0, 0.3, 2, 9}).Draw(t, "step")
			p = Point{p.X + step*math.Cos(angle), p.Y + step*math.Sin(angle)}
			places = append(places, p)
			certain = append(certain, thin.Add(p)...)
		}
		points := thin.Points()
		for i, c := range certain {
			if points[i] != c {
				t.Fatalf("point %d was %v and is %v", i, c, points[i])
			}
		}
		if len(points) < len(certain) || len(points) > len(certain)+1 || len(points) > len(places) {
			t.Fatalf("%d points of %d certain ones and %d places", len(points), len(certain), len(places))
		}
		for _, p := range places {
			if !nearPath(p, points, Exact+1e-9) {
				t.Fatalf("%v is not on the stroke", p)
			}
		}
		for i := 1; i < len(places); i++ {
			// The stroke does not cut corners either: it stays near the way between two places as well.
			mid := Point{(places[i-1].X + places[i].X) / 2, (places[i-1].Y + places[i].Y) / 2}
			if !nearPath(mid, points, Exact+1e-9) {
				t.Fatalf("%v between two places is not on the stroke", mid)
			}
		}
	})
}

func TestAStraightStrokeNeedsFewPoints(t *testing.T) {
	var thin Thinner
	for i := range 10_000 {
		thin.Add(Point{float64(i) * 0.37, float64(i) * 0.11})
	}
	if n := len(thin.Points()); n > 10_000/window+10 {
		t.Errorf("%d points", n)
	}
	var circle Thinner
	for i := range 10_000 {
		s, c := math.Sincos(float64(i) / 10_000 * 2 * math.Pi)
		circle.Add(Point{1000 + 500*c, 1000 + 500*s})
	}
	if n := len(circle.Points()); n > 400 || n < 60 {
		t.Errorf("%d points for a circle", n)
	}
}

func BenchmarkThinner(b *testing.B) {
	var thin Thinner
	i := 0.0
	for b.Loop() {
		i++
		thin.Add(Point{i * 0.37, 300 * math.Sin(i/500)})
	}
}

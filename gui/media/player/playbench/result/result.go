// Package result defines the output of playbench for the benchmarks.
package result

// Result is what was measured.
type Result struct {
	Shown    int       // pictures that the window got
	Due      float64   // pictures that the clip has in that time
	Decoder  int64     // pictures that the decoder left out
	Output   int64     // pictures that the output left out
	Size     [2]int    // of the pictures
	MB       []float64 // memory of the process, after each clip that was opened and closed or each tenth of the time
	Seconds  float64   // how long it was played
	CPUShare float64   // of one core
}

// Package result defines the output of playbench for the benchmarks.
package result

// Result is the measurement of one playback or of many openings.
type Result struct {
	Shown    int       // painted frames
	Due      float64   // frames of the clip in that time
	Decoder  int64     // frames dropped by the decoder
	Output   int64     // frames dropped by the output
	Size     [2]int    // of the frames
	MB       []float64 // memory of the process, after each opened clip or each tenth of the time
	Seconds  float64   // duration of the playback
	CPUShare float64   // of one core
}

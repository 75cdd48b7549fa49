package transfer

// Format is a format in which a board is exported.
type Format struct {
	Name   string // name in the command line and in the automation interface
	Ending string // extension of its file; "": a folder
	Title  string // name that is not translated; "": the window has a translation
	First  bool   // selected by default

	chosen func(*FilmOptions) *bool // returns its option
	write  func(Timeline) []byte    // encodes the document; nil: copies files of the library
}

// Formats are the formats in which a board is exported, in the order in which they are offered.
var Formats = []Format{
	{Name: "film", Ending: ".mp4", First: true,
		chosen: func(o *FilmOptions) *bool { return &o.Film }},
	{Name: "clips", First: true,
		chosen: func(o *FilmOptions) *bool { return &o.Clips }},
	{Name: "otio", Ending: ".otio", Title: "OpenTimelineIO", First: true,
		chosen: func(o *FilmOptions) *bool { return &o.OTIO }, write: Timeline.OTIO},
	{Name: "fcpxml", Ending: ".fcpxml", Title: "FCPXML",
		chosen: func(o *FilmOptions) *bool { return &o.FCPXML }, write: Timeline.FCPXML},
	{Name: "srt", Ending: ".srt",
		chosen: func(o *FilmOptions) *bool { return &o.SRT }, write: Timeline.SRT},
}

// FormatNames returns the names of all formats for a message: "film, clips, otio, fcpxml and srt".
func FormatNames() string {
	names := ""
	for i, f := range Formats {
		switch i {
		case 0:
			names = f.Name
		case len(Formats) - 1:
			names += " and " + f.Name
		default:
			names += ", " + f.Name
		}
	}
	return names
}

// FilmOptions selects the formats of a board export. It has one field for each of [Formats].
type FilmOptions struct {
	Film   bool `json:"film,omitempty"`
	Clips  bool `json:"clips,omitempty"`
	OTIO   bool `json:"otio,omitempty"`
	FCPXML bool `json:"fcpxml,omitempty"`
	SRT    bool `json:"srt,omitempty"`
}

// DefaultFilmOptions returns the default formats.
func DefaultFilmOptions() FilmOptions {
	var o FilmOptions
	for _, f := range Formats {
		*f.chosen(&o) = f.First
	}
	return o
}

// Wants returns a pointer to the option for a format name, or nil for an unknown name.
func (o *FilmOptions) Wants(format string) *bool {
	for _, f := range Formats {
		if f.Name == format {
			return f.chosen(o)
		}
	}
	return nil
}

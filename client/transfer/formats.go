package transfer

// Format is a format in which a board is exported.
type Format struct {
	Name   string // in the command line and in calls of other programs
	Ending string // extension of its file; "": a folder
	Title  string // a proper name, which is not translated; "": the window has a translated one
	First  bool   // chosen until the user chooses

	chosen func(*FilmOptions) *bool // the option that exports it
	write  func(Timeline) []byte    // makes the document; nil: files of the library are copied
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

// FilmOptions are the formats that an export of a board makes: one field for each of [Formats].
type FilmOptions struct {
	Film   bool `json:"film,omitempty"`
	Clips  bool `json:"clips,omitempty"`
	OTIO   bool `json:"otio,omitempty"`
	FCPXML bool `json:"fcpxml,omitempty"`
	SRT    bool `json:"srt,omitempty"`
}

// DefaultFilmOptions returns the options of an export for which nothing was chosen.
func DefaultFilmOptions() FilmOptions {
	var o FilmOptions
	for _, f := range Formats {
		*f.chosen(&o) = f.First
	}
	return o
}

// Wants returns the option for a format by its name, to be read or set; nil if no format has the name.
func (o *FilmOptions) Wants(format string) *bool {
	for _, f := range Formats {
		if f.Name == format {
			return f.chosen(o)
		}
	}
	return nil
}

package media

// FFmpegFound is where the ffmpeg program of this computer is; the error says that there is none.
func FFmpegFound() (path string, err error) { return findFFmpeg() }

// Install names what to install so that this computer decodes clips.
func Install() string { return installWords() }

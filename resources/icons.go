package resources

import "fyne.io/fyne/v2"

// The icons, each a themed resource in text.1; Tint gives another colour.

// IconArrowDown is the icon "arrow-down".
func IconArrowDown() fyne.Resource { return load("arrow-down") }

// IconArrowLeft is the icon "arrow-left".
func IconArrowLeft() fyne.Resource { return load("arrow-left") }

// IconArrowMark is the mark of an arrow.
func IconArrowMark() fyne.Resource { return load("arrow") }

// IconArrowRight is the icon "arrow-right".
func IconArrowRight() fyne.Resource { return load("arrow-right") }

// IconArrowUp is the icon "arrow-up".
func IconArrowUp() fyne.Resource { return load("arrow-up") }

// IconBell is the icon "bell".
func IconBell() fyne.Resource { return load("bell") }

// IconBlur blurs or pixelates.
func IconBlur() fyne.Resource { return load("blur") }

// IconBox is the sandbox.
func IconBox() fyne.Resource { return load("box") }

// IconBrush is the icon "brush".
func IconBrush() fyne.Resource { return load("brush") }

// IconCamera is a picture call.
func IconCamera() fyne.Resource { return load("camera") }

// IconCheck is the icon "check".
func IconCheck() fyne.Resource { return load("check") }

// IconCheckCircle is the icon "check-circle".
func IconCheckCircle() fyne.Resource { return load("check-circle") }

// IconChevronDown is the icon "chevron-down".
func IconChevronDown() fyne.Resource { return load("chevron-down") }

// IconChevronLeft is the icon "chevron-left".
func IconChevronLeft() fyne.Resource { return load("chevron-left") }

// IconChevronRight is the icon "chevron-right".
func IconChevronRight() fyne.Resource { return load("chevron-right") }

// IconClock is time left, waiting.
func IconClock() fyne.Resource { return load("clock") }

// IconClose is the icon "close".
func IconClose() fyne.Resource { return load("close") }

// IconCoin is an estimated price.
func IconCoin() fyne.Resource { return load("coin") }

// IconCompare is the icon "compare".
func IconCompare() fyne.Resource { return load("compare") }

// IconCopy is the icon "copy".
func IconCopy() fyne.Resource { return load("copy") }

// IconCosts is the place Costs: bars.
func IconCosts() fyne.Resource { return load("costs") }

// IconCreate is the place Create: a clapper.
func IconCreate() fyne.Resource { return load("create") }

// IconCrop is the icon "crop".
func IconCrop() fyne.Resource { return load("crop") }

// IconDice is a new seed.
func IconDice() fyne.Resource { return load("dice") }

// IconDot is a state in one colour, beside its word.
func IconDot() fyne.Resource { return load("dot") }

// IconDownload is being fetched.
func IconDownload() fyne.Resource { return load("download") }

// IconEllipse is the mark of an ellipse.
func IconEllipse() fyne.Resource { return load("ellipse") }

// IconEraser is the icon "eraser".
func IconEraser() fyne.Resource { return load("eraser") }

// IconErrorCircle is the icon "error-circle".
func IconErrorCircle() fyne.Resource { return load("error-circle") }

// IconExport is the icon "export".
func IconExport() fyne.Resource { return load("export") }

// IconExtend makes the canvas larger.
func IconExtend() fyne.Resource { return load("extend") }

// IconExternal is the icon "external".
func IconExternal() fyne.Resource { return load("external") }

// IconEye is the icon "eye".
func IconEye() fyne.Resource { return load("eye") }

// IconEyeOff is the icon "eye-off".
func IconEyeOff() fyne.Resource { return load("eye-off") }

// IconFilm is a clip.
func IconFilm() fyne.Resource { return load("film") }

// IconFilter is the icon "filter".
func IconFilter() fyne.Resource { return load("filter") }

// IconFirstFrame goes to the beginning of a clip.
func IconFirstFrame() fyne.Resource { return load("first-frame") }

// IconFolder is the library folder.
func IconFolder() fyne.Resource { return load("folder") }

// IconFolderOpen is show in folder.
func IconFolderOpen() fyne.Resource { return load("folder-open") }

// IconFullScreen is the icon "full-screen".
func IconFullScreen() fyne.Resource { return load("full-screen") }

// IconGallery is the place Gallery.
func IconGallery() fyne.Resource { return load("gallery") }

// IconHand moves the view.
func IconHand() fyne.Resource { return load("hand") }

// IconHourglass is expired.
func IconHourglass() fyne.Resource { return load("hourglass") }

// IconInfo is the icon "info".
func IconInfo() fyne.Resource { return load("info") }

// IconKey is an API key.
func IconKey() fyne.Resource { return load("key") }

// IconLastFrame goes to the end of a clip.
func IconLastFrame() fyne.Resource { return load("last-frame") }

// IconLayers is the icon "layers".
func IconLayers() fyne.Resource { return load("layers") }

// IconLine is the mark of a line.
func IconLine() fyne.Resource { return load("line") }

// IconLink is a web address.
func IconLink() fyne.Resource { return load("link") }

// IconList is the icon "list".
func IconList() fyne.Resource { return load("list") }

// IconLock is kept: a locked seed, reserved money.
func IconLock() fyne.Resource { return load("lock") }

// IconLockOpen is a seed that changes.
func IconLockOpen() fyne.Resource { return load("lock-open") }

// IconLoop is a clip that begins again at its end.
func IconLoop() fyne.Resource { return load("loop") }

// IconMinus is the icon "minus".
func IconMinus() fyne.Resource { return load("minus") }

// IconMore is more actions.
func IconMore() fyne.Resource { return load("more") }

// IconMove takes hold of a mark.
func IconMove() fyne.Resource { return load("move") }

// IconNumber is the mark of a number.
func IconNumber() fyne.Resource { return load("number") }

// IconPause is the icon "pause".
func IconPause() fyne.Resource { return load("pause") }

// IconPencil is the icon "pencil".
func IconPencil() fyne.Resource { return load("pencil") }

// IconPick picks a colour up.
func IconPick() fyne.Resource { return load("pick") }

// IconPicture is a picture.
func IconPicture() fyne.Resource { return load("picture") }

// IconPlay is the icon "play".
func IconPlay() fyne.Resource { return load("play") }

// IconPlug is a service.
func IconPlug() fyne.Resource { return load("plug") }

// IconPlus is the icon "plus".
func IconPlus() fyne.Resource { return load("plus") }

// IconProgress is the service is at work.
func IconProgress() fyne.Resource { return load("progress") }

// IconQueue is the place Queue.
func IconQueue() fyne.Resource { return load("queue") }

// IconRectangle is the mark of a box.
func IconRectangle() fyne.Resource { return load("rectangle") }

// IconRedo is the icon "redo".
func IconRedo() fyne.Resource { return load("redo") }

// IconRefresh is the icon "refresh".
func IconRefresh() fyne.Resource { return load("refresh") }

// IconRefund is money that came back.
func IconRefund() fyne.Resource { return load("refund") }

// IconRegion sets a region off from the rest.
func IconRegion() fyne.Resource { return load("region") }

// IconResize is the icon "resize".
func IconResize() fyne.Resource { return load("resize") }

// IconRotate turns and flips.
func IconRotate() fyne.Resource { return load("rotate") }

// IconSearch is the icon "search".
func IconSearch() fyne.Resource { return load("search") }

// IconSend is being sent.
func IconSend() fyne.Resource { return load("send") }

// IconSettings is the place Settings: a gear.
func IconSettings() fyne.Resource { return load("settings") }

// IconSound is the icon "sound".
func IconSound() fyne.Resource { return load("sound") }

// IconSoundOff is the icon "sound-off".
func IconSoundOff() fyne.Resource { return load("sound-off") }

// IconStatistics is the place Statistics: a line in a chart.
func IconStatistics() fyne.Resource { return load("statistics") }

// IconStar is an empty star: not starred.
func IconStar() fyne.Resource { return load("star") }

// IconStarOn is a full star: starred.
func IconStarOn() fyne.Resource { return load("star-on") }

// IconSwap is first and last frame change places.
func IconSwap() fyne.Resource { return load("swap") }

// IconTag is the icon "tag".
func IconTag() fyne.Resource { return load("tag") }

// IconText is the icon "text".
func IconText() fyne.Resource { return load("text") }

// IconTrash is the icon "trash".
func IconTrash() fyne.Resource { return load("trash") }

// IconUnconfirmed is sent, no answer: a triangle with a question mark.
func IconUnconfirmed() fyne.Resource { return load("unconfirmed") }

// IconUndo is the icon "undo".
func IconUndo() fyne.Resource { return load("undo") }

// IconWarning is the icon "warning".
func IconWarning() fyne.Resource { return load("warning") }

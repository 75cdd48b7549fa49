; The installer for Windows, for one account and without the rights of an administrator. fyne.sh calls makensis with
;   -DVERSION=  -DNUMBERS=0.1.0.0  -DID=app.viviscope.studio  -DTREE=folder of the package  -DTOOLS=folder with path.exe  -DOUT=setup.exe
; /S installs and removes without a window. The library, the settings, the log and the keys stay when the program is removed.
Target amd64-unicode ; the program is for 64 bits too
ManifestDPIAware true
RequestExecutionLevel user
SetCompressor /SOLID lzma
Name "Viviscope"
OutFile "${OUT}"
InstallDir "$LOCALAPPDATA\Programs\Viviscope"
InstallDirRegKey HKCU "Software\Viviscope" "Folder"
Icon "${TOOLS}\viviscope.ico"
UninstallIcon "${TOOLS}\viviscope.ico"
VIProductVersion "${NUMBERS}"
VIAddVersionKey "ProductName" "Viviscope"
VIAddVersionKey "FileDescription" "Viviscope setup"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "LegalCopyright" "See licences.txt"

!include "LogicLib.nsh"
Page directory
Page instfiles
UninstPage uninstConfirm
UninstPage instfiles

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Viviscope"
!define CLASSES "Software\Classes"
!define SHCNE_ASSOCCHANGED 0x08000000

; A program that runs keeps its file: it is ended by its user, never by an installer.
!macro StopIfRunning
  ClearErrors
  ${If} ${FileExists} "$INSTDIR\Viviscope.exe"
    FileOpen $0 "$INSTDIR\Viviscope.exe" a
    ${If} ${Errors}
      MessageBox MB_OK|MB_ICONEXCLAMATION "Viviscope is running. Quit it and try again." /SD IDOK
      SetErrorLevel 2
      Quit
    ${EndIf}
    FileClose $0
  ${EndIf}
!macroend

!macro ForPictures DO
  !insertmacro ${DO} ".png"
  !insertmacro ${DO} ".jpg"
  !insertmacro ${DO} ".jpeg"
  !insertmacro ${DO} ".webp"
  !insertmacro ${DO} ".bmp"
  !insertmacro ${DO} ".gif"
!macroend

!macro Associate EXT
  WriteRegStr HKCU "${CLASSES}\Applications\Viviscope.exe\SupportedTypes" "${EXT}" ""
  WriteRegStr HKCU "${CLASSES}\${EXT}\OpenWithProgids" "Viviscope.Picture" ""
!macroend

!macro Dissociate EXT
  DeleteRegValue HKCU "${CLASSES}\${EXT}\OpenWithProgids" "Viviscope.Picture"
  DeleteRegKey /ifempty HKCU "${CLASSES}\${EXT}\OpenWithProgids"
  DeleteRegKey /ifempty HKCU "${CLASSES}\${EXT}"
!macroend

Section
  SetShellVarContext current
  !insertmacro StopIfRunning
  SetOutPath "$INSTDIR"
  File /r "${TREE}\*.*"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortCut "$SMPROGRAMS\Viviscope.lnk" "$INSTDIR\Viviscope.exe"

  WriteRegStr HKCU "Software\Viviscope" "Folder" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Viviscope"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\Viviscope.exe"
  WriteRegStr HKCU "${UNINSTALL}" "Publisher" "Viviscope"
  WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1

  ; Open with, not the program for these files: nothing is taken from another one.
  WriteRegStr HKCU "${CLASSES}\Viviscope.Picture" "" "Picture"
  WriteRegStr HKCU "${CLASSES}\Viviscope.Picture\DefaultIcon" "" "$INSTDIR\Viviscope.exe,0"
  WriteRegStr HKCU "${CLASSES}\Viviscope.Picture\shell\open\command" "" '"$INSTDIR\Viviscope.exe" "%1"'
  WriteRegStr HKCU "${CLASSES}\Applications\Viviscope.exe\shell\open\command" "" '"$INSTDIR\Viviscope.exe" "%1"'
  !insertmacro ForPictures Associate
  ; Notifications are shown under this name and icon.
  WriteRegStr HKCU "${CLASSES}\AppUserModelId\${ID}" "DisplayName" "Viviscope"
  WriteRegStr HKCU "${CLASSES}\AppUserModelId\${ID}" "IconUri" "$INSTDIR\viviscope.png"
  WriteRegStr HKCU "Software\Microsoft\Windows\CurrentVersion\App Paths\Viviscope.exe" "" "$INSTDIR\Viviscope.exe"

  InitPluginsDir
  File "/oname=$PLUGINSDIR\path.exe" "${TOOLS}\path.exe"
  nsExec::Exec '"$PLUGINSDIR\path.exe" add "$INSTDIR"'
  Pop $0
  ${If} $0 != 0
    DetailPrint "The folder was not added to PATH."
  ${EndIf}
  System::Call 'shell32::SHChangeNotify(i ${SHCNE_ASSOCCHANGED}, i 0, i 0, i 0)'
SectionEnd

Section "Uninstall"
  SetShellVarContext current
  !insertmacro StopIfRunning
  InitPluginsDir
  File "/oname=$PLUGINSDIR\path.exe" "${TOOLS}\path.exe"
  nsExec::Exec '"$PLUGINSDIR\path.exe" remove "$INSTDIR"'
  Pop $0

  Delete "$INSTDIR\Viviscope.exe"
  Delete "$INSTDIR\viviscope.com"
  Delete "$INSTDIR\viviscope.png"
  Delete "$INSTDIR\viviscope.cdx.json" ; of earlier versions
  Delete "$INSTDIR\licences.txt"
  Delete "$INSTDIR\CHANGELOG.md"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR" ; not where something else is in it
  Delete "$SMPROGRAMS\Viviscope.lnk"

  !insertmacro ForPictures Dissociate
  DeleteRegKey HKCU "${CLASSES}\Viviscope.Picture"
  DeleteRegKey HKCU "${CLASSES}\Applications\Viviscope.exe"
  DeleteRegKey HKCU "${CLASSES}\AppUserModelId\${ID}"
  DeleteRegKey HKCU "Software\Microsoft\Windows\CurrentVersion\App Paths\Viviscope.exe"
  DeleteRegKey HKCU "${UNINSTALL}"
  DeleteRegKey HKCU "Software\Viviscope"
  System::Call 'shell32::SHChangeNotify(i ${SHCNE_ASSOCCHANGED}, i 0, i 0, i 0)'
SectionEnd

// dragsource.exe MODE: a window at the right of the screen. A press of the mouse in it drags what a program of that kind offers. It
// prints the effect that it shows at the pointer and how the drag ended. For windows-try.
//   chrome-image, chrome-link, firefox-image   as those browsers do; firefox-image adds a temporary file
//   text, script                               selected text: an address, and one of javascript:
//   mail                                       an attachment: a virtual file in a stream (OUTLOOK.PNG beside the program)
//   temporary FILE                             a file that is deleted after the drop, as by Firefox
#define COBJMACROS
#include <windows.h>
#include <ole2.h>
#include <shlobj.h>
#include <stdio.h>

#define LINK "https://cdn.example.com/p%2Fq.png?sig=a%2Bb&x=%E4%B8%AD"
#define WIDE_(s) L##s
#define WIDE(s) WIDE_(s)
#define LENGTH(a) (sizeof(a) / sizeof((a)[0]))

typedef struct {
  UINT format;
  const void *data;
  SIZE_T size;
  BOOL stream;
} Item;

static Item items[16];
static int count;
static DWORD allowed = DROPEFFECT_COPY | DROPEFFECT_LINK | DROPEFFECT_MOVE;
static const WCHAR *temporary; // deleted after the drop

static void add(UINT format, const void *data, SIZE_T size, BOOL stream) {
  items[count++] = (Item){format, data, size, stream};
}

static void add_named(const WCHAR *name, const void *data, SIZE_T size, BOOL stream) {
  add(RegisterClipboardFormatW(name), data, size, stream);
}

static HGLOBAL block(const void *data, SIZE_T size) {
  HGLOBAL h = GlobalAlloc(GMEM_MOVEABLE, size + 7); // longer than the data, as blocks are
  memset(GlobalLock(h), 0, size + 7);
  memcpy(GlobalLock(h), data, size);
  GlobalUnlock(h);
  return h;
}

static Item *find(FORMATETC *f) {
  for (int i = 0; i < count; i++)
    if (items[i].format == f->cfFormat && (f->tymed & (items[i].stream ? TYMED_ISTREAM : TYMED_HGLOBAL)))
      return &items[i];
  return NULL;
}

static ULONG WINAPI reference(IUnknown *o) { return 1; }

static HRESULT WINAPI data_query(IDataObject *o, REFIID id, void **out) {
  *out = IsEqualIID(id, &IID_IUnknown) || IsEqualIID(id, &IID_IDataObject) ? o : NULL;
  return *out ? S_OK : E_NOINTERFACE;
}

static HRESULT WINAPI data_get(IDataObject *o, FORMATETC *f, STGMEDIUM *m) {
  Item *item = find(f);
  if (!item) return DV_E_FORMATETC;
  m->pUnkForRelease = NULL;
  if (item->stream) {
    LARGE_INTEGER start = {0};
    ULARGE_INTEGER size = {.QuadPart = item->size};
    m->tymed = TYMED_ISTREAM;
    CreateStreamOnHGlobal(block(item->data, item->size), TRUE, &m->pstm);
    IStream_SetSize(m->pstm, size);
    IStream_Seek(m->pstm, start, STREAM_SEEK_SET, NULL);
  } else {
    m->tymed = TYMED_HGLOBAL;
    m->hGlobal = block(item->data, item->size);
  }
  return S_OK;
}

static HRESULT WINAPI data_get_here(IDataObject *o, FORMATETC *f, STGMEDIUM *m) { return E_NOTIMPL; }
static HRESULT WINAPI data_has(IDataObject *o, FORMATETC *f) { return find(f) ? S_OK : DV_E_FORMATETC; }
static HRESULT WINAPI data_canonical(IDataObject *o, FORMATETC *f, FORMATETC *out) { out->ptd = NULL; return DATA_S_SAMEFORMATETC; }
static HRESULT WINAPI data_set(IDataObject *o, FORMATETC *f, STGMEDIUM *m, BOOL release) { return E_NOTIMPL; }

static HRESULT WINAPI data_list(IDataObject *o, DWORD direction, IEnumFORMATETC **out) {
  FORMATETC list[LENGTH(items)];
  for (int i = 0; i < count; i++)
    list[i] = (FORMATETC){items[i].format, NULL, DVASPECT_CONTENT, items[i].stream ? 0 : -1, items[i].stream ? TYMED_ISTREAM : TYMED_HGLOBAL};
  return SHCreateStdEnumFmtEtc(count, list, out);
}

static HRESULT WINAPI data_advise(IDataObject *o, FORMATETC *f, DWORD flags, IAdviseSink *s, DWORD *c) { return OLE_E_ADVISENOTSUPPORTED; }
static HRESULT WINAPI data_unadvise(IDataObject *o, DWORD c) { return OLE_E_ADVISENOTSUPPORTED; }
static HRESULT WINAPI data_advised(IDataObject *o, IEnumSTATDATA **out) { return OLE_E_ADVISENOTSUPPORTED; }

static IDataObjectVtbl data_methods = {data_query, (void *)reference, (void *)reference, data_get, data_get_here, data_has,
                                       data_canonical, data_set, data_list, data_advise, data_unadvise, data_advised};
static IDataObject data = {&data_methods};

static HRESULT WINAPI source_query(IDropSource *o, REFIID id, void **out) {
  *out = IsEqualIID(id, &IID_IUnknown) || IsEqualIID(id, &IID_IDropSource) ? o : NULL;
  return *out ? S_OK : E_NOINTERFACE;
}

static HRESULT WINAPI source_go_on(IDropSource *o, BOOL escape, DWORD keys) {
  if (escape) return DRAGDROP_S_CANCEL;
  return keys & MK_LBUTTON ? S_OK : DRAGDROP_S_DROP;
}

static DWORD shown = 99;

static HRESULT WINAPI source_feedback(IDropSource *o, DWORD effect) {
  if (effect != shown) printf("effect %lu\n", effect);
  fflush(stdout);
  shown = effect;
  return DRAGDROP_S_USEDEFAULTCURSORS;
}

static IDropSourceVtbl source_methods = {source_query, (void *)reference, (void *)reference, source_go_on, source_feedback};
static IDropSource source = {&source_methods};

static LRESULT CALLBACK window(HWND w, UINT message, WPARAM a, LPARAM b) {
  if (message == WM_LBUTTONDOWN) {
    DWORD effect = 0;
    shown = 99;
    HRESULT ended = DoDragDrop(&data, &source, allowed, &effect);
    printf("ended %#lx effect %lu: %s\n", ended, effect, ended == DRAGDROP_S_DROP && effect ? "taken" : "not taken");
    fflush(stdout);
    if (temporary) {
      Sleep(500);
      printf("deleted: %s\n", DeleteFileW(temporary) ? "yes" : "no");
      fflush(stdout);
    }
  }
  if (message == WM_DESTROY) PostQuitMessage(0);
  return DefWindowProcW(w, message, a, b);
}

static void add_page(void) {
  static const char page[] = "Version:0.9\r\nStartHTML:0000000097\r\nEndHTML:0000000206\r\nStartFragment:0000000131\r\nEndFragment:0000000188\r\n"
                             "<html><body><!--StartFragment--><img src=\"" LINK "\"><!--EndFragment--></body></html>";
  add_named(L"HTML Format", page, sizeof page, FALSE);
}

static void add_files(const WCHAR *path) {
  static struct {
    DROPFILES head;
    WCHAR path[300];
  } files = {{sizeof(DROPFILES), {0, 0}, 0, TRUE}, {0}};
  wcscpy(files.path, path);
  add(CF_HDROP, &files, sizeof files, FALSE);
}

int wmain(void) {
  int argc;
  WCHAR **argv = CommandLineToArgvW(GetCommandLineW(), &argc);
  const WCHAR *mode = argc > 1 ? argv[1] : L"chrome-image";
  static const WCHAR titled[] = WIDE(LINK) L"\nTitle", wide[] = WIDE(LINK), script[] = L"javascript:alert(1)";
  static FILEGROUPDESCRIPTORW group = {.cItems = 1};
  static char picture[1 << 20];
  OleInitialize(NULL);
  if (wcsstr(mode, L"chrome") || wcsstr(mode, L"firefox")) {
    add_named(L"text/x-moz-url", titled, sizeof titled, FALSE);
    add_named(L"UniformResourceLocatorW", wide, sizeof wide, FALSE);
    add(CF_UNICODETEXT, wide, sizeof wide, FALSE);
    if (wcsstr(mode, L"image")) add_page();
  }
  if (wcsstr(mode, L"chrome")) {
    wcscpy(group.fgd[0].cFileName, L"q.png");
    add_named(L"FileGroupDescriptorW", &group, sizeof group, FALSE);
    add_named(L"FileContents", "x", 1, TRUE);
  }
  if (wcsstr(mode, L"firefox")) add_files(L"C:\\windows\\temp\\q.png");
  if (!wcscmp(mode, L"text")) add(CF_UNICODETEXT, wide, sizeof wide, FALSE);
  if (!wcscmp(mode, L"script")) add(CF_UNICODETEXT, script, sizeof script, FALSE);
  if (!wcscmp(mode, L"mail")) {
    FILE *f = argc > 2 ? _wfopen(argv[2], L"rb") : NULL;
    SIZE_T size = f ? fread(picture, 1, sizeof picture, f) : 0;
    wcscpy(group.fgd[0].cFileName, L"attached.png");
    add_named(L"FileGroupDescriptorW", &group, sizeof group, FALSE);
    add_named(L"FileContents", picture, size, TRUE);
    add(CF_UNICODETEXT, L"Subject\tSender", 30, FALSE);
  }
  if (!wcscmp(mode, L"temporary") && argc > 2) {
    temporary = argv[2];
    add_files(temporary);
  }
  WNDCLASSW class = {.lpfnWndProc = window, .lpszClassName = L"source", .hCursor = LoadCursor(NULL, IDC_ARROW), .hbrBackground = (HBRUSH)6};
  RegisterClassW(&class);
  CreateWindowExW(WS_EX_TOPMOST, L"source", L"dragsource", WS_POPUP | WS_VISIBLE, 1340, 840, 100, 60, NULL, NULL, NULL, NULL);
  for (MSG m; GetMessageW(&m, NULL, 0, 0) > 0;) {
    TranslateMessage(&m);
    DispatchMessageW(&m);
  }
  return 0;
}

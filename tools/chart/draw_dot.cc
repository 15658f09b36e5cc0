// Graphviz as a library. It keeps global state, so drawings are serialised. All use one context:
// the text layout caches the font of the last drawing, which a new context would free.
#include "tools/chart/bitmap.h"
#include "tools/chart/graphviz.h"
#include "tools/chart/render.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>

namespace mlf::tools {
namespace {

// Messages of Graphviz. Its callback takes no pointer, hence a thread-local variable.
thread_local std::string* graphviz_messages = nullptr;

int Listen(char* text) {
  if (graphviz_messages != nullptr && text != nullptr) *graphviz_messages += text;
  return 0;
}

// Graphviz walks subgraphs in the order of their ids. By default an id is the address of the name,
// so the order would change from run to run. These ids are counted. Names are left to the library's
// own map, so this discipline refuses to map them.
void* OpenIds(Agraph_t*, Agdisc_t*) { return new IDTYPE(0); }
long MapId(void* state, int, char* name, IDTYPE* id, int create) {
  if (name != nullptr || create == 0) return 0;
  *id = ++*static_cast<IDTYPE*>(state);
  return 1;
}
long AllocId(void*, int, IDTYPE) { return 0; }
void FreeId(void*, int, IDTYPE) {}
char* PrintId(void*, int, IDTYPE) { return nullptr; }
void CloseIds(void* state) { delete static_cast<IDTYPE*>(state); }
void RegisterId(void*, int, void*) {}

int ReadText(void* from, char* to, int size) {
  auto& text = *static_cast<std::string_view*>(from);
  const std::size_t count = std::min(text.size(), static_cast<std::size_t>(size));
  std::memcpy(to, text.data(), count);
  text.remove_prefix(count);
  return static_cast<int>(count);
}
int PutText(void*, const char*) { return 0; }
int Flush(void*) { return 0; }

Result<std::string> Written(const Graphviz& gv, GVC_t* context, Agraph_t* graph,
                            const std::string& format) {
  char* bytes = nullptr;
  unsigned int size = 0;
  std::string drawn;
  if (gv.gvRenderData(context, graph, format.c_str(), &bytes, &size) == 0 && bytes != nullptr)
    drawn.assign(bytes, size);
  gv.gvFreeRenderData(bytes);
  if (drawn.empty()) return Fault{"F03", {}, "cannot draw " + format};
  return drawn;
}

// Bitmaps are for screens: one point is one pixel, so edges are sharp, small Chinese text is clear,
// and drawing is fast. Graphviz draws into our surface, because its own png output takes four times
// as long.
Result<std::string> WrittenAsPng(const Graphviz& gv, GVC_t* context, Agraph_t* graph) {
  const char* pad = gv.agget(graph, const_cast<char*>("pad"));
  const double margin =
      2 * 72 * (pad == nullptr ? 0.0555 : std::atof(pad));  // Graphviz's own default
  const auto pixels = [&](double points) { return static_cast<int>(std::lround(points + margin)); };
  const boxf box = GD_bb(graph);
  // Cairo needs rows of whole words.
  Bitmap bitmap{(pixels(box.UR.x - box.LL.x) + 1) / 2 * 2, pixels(box.UR.y - box.LL.y), {}};
  bitmap.pixels.resize(
      static_cast<std::size_t>(bitmap.width) * static_cast<std::size_t>(bitmap.height),
      boost::container::default_init);
  const std::unique_ptr<cairo_surface_t, void (*)(cairo_surface_t*)> surface(
      gv.cairo_image_surface_create_for_data(reinterpret_cast<unsigned char*>(bitmap.pixels.data()),
                                             CAIRO_FORMAT_RGB16_565, bitmap.width, bitmap.height,
                                             2 * bitmap.width),
      gv.cairo_surface_destroy);
  const std::unique_ptr<cairo_t, void (*)(cairo_t*)> drawing(gv.cairo_create(surface.get()),
                                                             gv.cairo_destroy);
  gv.cairo_set_source_rgb(drawing.get(), 1, 1, 1);
  gv.cairo_paint(drawing.get());
  // With a surface given, Graphviz writes no file. "svg" is one of its devices that measure in
  // points.
  if (gv.cairo_status(drawing.get()) != CAIRO_STATUS_SUCCESS ||
      gv.gvRenderContext(context, graph, "svg:cairo", drawing.get()) != 0) {
    return Fault{"F03",
                 {},
                 "cannot draw a picture of " + std::to_string(bitmap.width) + " x " +
                     std::to_string(bitmap.height) + " pixels"};
  }
  gv.cairo_surface_flush(surface.get());
  return PngOf(bitmap);
}

}  // namespace

Result<std::string> DrawDot(const std::string& dot, const std::string& format) {
  const Result<Graphviz>& loaded = LoadedGraphviz();
  if (!loaded) return loaded.faults();
  const Graphviz& gv = *loaded;
  static std::mutex one_at_a_time;
  const std::lock_guard<std::mutex> lock(one_at_a_time);
  std::string messages;
  graphviz_messages = &messages;
  const agusererrf before = gv.agseterrf(Listen);
  const auto failed = [&](const std::string& what) -> Result<std::string> {
    while (!messages.empty() && messages.back() == '\n') messages.pop_back();
    return Fault{"F03", {}, "Graphviz " + what + (messages.empty() ? "" : ": " + messages)};
  };
  Agiddisc_t ids{OpenIds, MapId, AllocId, FreeId, PrintId, CloseIds, RegisterId};
  Agiodisc_t io{ReadText, PutText, Flush};
  Agdisc_t disciplines{gv.AgMemDisc, &ids, &io};
  std::string_view unread = dot;
  const auto draw = [&]() -> Result<std::string> {
    static const std::unique_ptr<GVC_t, int (*)(GVC_t*)> context(gv.gvContext(), gv.gvFreeContext);
    if (context == nullptr) return failed("cannot start");
    const std::unique_ptr<Agraph_t, int (*)(Agraph_t*)> graph(gv.agread(&unread, &disciplines),
                                                              gv.agclose);
    if (graph == nullptr) return failed("cannot read the chart");
    if (gv.gvLayout(context.get(), graph.get(), "dot") != 0)
      return failed("cannot lay the chart out");
    const auto laid_out = [&]() -> Result<std::string> {
      return format == "png" ? WrittenAsPng(gv, context.get(), graph.get())
                             : Written(gv, context.get(), graph.get(), format);
    };
    Result<std::string> drawn = laid_out();
    gv.gvFreeLayout(context.get(), graph.get());
    if (!drawn) return failed(drawn.faults()[0].message);
    return drawn;
  };
  Result<std::string> drawn = draw();
  gv.agseterrf(before);
  graphviz_messages = nullptr;
  return drawn;
}

}  // namespace mlf::tools

// Graphviz and cairo, loaded when the first chart is drawn: a program that only plays, or writes
// dot, needs neither of them.
#pragma once

#include <mlf/flow/result.h>

#include <cairo/cairo.h>
#include <graphviz/gvc.h>

namespace mlf::tools {

// The functions in use. Each has its own name.
#define MLF_GRAPHVIZ(of)                                                                          \
  of(agclose) of(agget) of(agread) of(agseterrf) of(gvContext) of(gvFreeContext) of(gvFreeLayout) \
      of(gvFreeRenderData) of(gvLayout) of(gvRenderContext) of(gvRenderData) of(cairo_create)     \
          of(cairo_destroy) of(cairo_image_surface_create_for_data) of(cairo_paint)               \
              of(cairo_set_source_rgb) of(cairo_status) of(cairo_surface_destroy)                 \
                  of(cairo_surface_flush)

struct Graphviz {
#define MLF_MEMBER(name) decltype(&::name) name = nullptr;
  MLF_GRAPHVIZ(MLF_MEMBER)
#undef MLF_MEMBER
  decltype(&::AgMemDisc) AgMemDisc = nullptr;
};

// The libraries of this process; they are never unloaded. Fault F05: one is not installed.
const Result<Graphviz>& LoadedGraphviz();

}  // namespace mlf::tools

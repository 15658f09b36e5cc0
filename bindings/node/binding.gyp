{
  "targets": [
    {
      "target_name": "mlf",
      "sources": ["src/mlf.cc"],
      "defines": ["NAPI_VERSION=8"],
      "include_dirs": ["<!(node where.js include)"],
      "cflags_cc!": ["-std=gnu++17"],
      "cflags_cc": ["-std=c++20", "-O2", "-Wall", "-Wextra", "-Wno-cast-function-type"],
      "libraries": ["-lmlf_c", "<!(node where.js lib)"]
    }
  ]
}

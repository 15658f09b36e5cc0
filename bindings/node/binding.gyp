{
  "targets": [
    {
      "target_name": "mlf",
      "sources": ["src/mlf.cc"],
      "defines": ["NAPI_VERSION=8", "NAPI_CPP_EXCEPTIONS"],
      "include_dirs": ["<!(node -p \"require('node-addon-api').include_dir\")", "<!(node -p \"process.env.MLF_INCLUDE || '/usr/include'\")"],
      "cflags_cc!": ["-fno-exceptions", "-fno-rtti", "-std=gnu++17"],
      "cflags_cc": ["-std=c++20", "-O2", "-Wall", "-Wextra", "-Wno-cast-function-type"],
      "libraries": ["-lmlf_c", "<!(node -p \"process.env.MLF_LIB ? '-L' + process.env.MLF_LIB + ' -Wl,-rpath,' + process.env.MLF_LIB : ''\")"]
    }
  ]
}

// Prints what binding.gyp asks for: the folder of mlf.h, or the options of the linker for libmlf_c.so.
// MLF_INCLUDE and MLF_LIB name them; else they are those of the source tree, or of the system.
"use strict";
const { existsSync } = require("node:fs");
const path = require("node:path");

const found = (variable, folder, file) => {
  const own = path.resolve(__dirname, folder);
  return process.env[variable] || (existsSync(path.join(own, file)) ? own : "");
};
if (process.argv[2] === "include") {
  console.log(found("MLF_INCLUDE", "../c", "mlf.h") || "/usr/include");
} else {
  const folder = found("MLF_LIB", "../../build/release/lib", "libmlf_c.so");
  console.log(folder && `-L${folder} -Wl,-rpath,${folder}`);
}

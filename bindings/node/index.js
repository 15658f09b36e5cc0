// The built addon; index.d.ts has its types.
module.exports = require("./build/Release/mlf.node");

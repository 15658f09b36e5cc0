// The types of import.
export * from "./index.js";
import * as mlf from "./index.js";
export default mlf;

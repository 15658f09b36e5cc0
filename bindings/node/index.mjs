// The names of index.js for import.
import mlf from "./index.js";

export const { open, loadPlugin, variants, hand, hash, version, Flow, Recorder, Response, Table, MlfError } = mlf;
export default mlf;

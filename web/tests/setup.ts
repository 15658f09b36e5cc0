// What browsers have and Node 18, which Debian 12 has, does not.
import { webcrypto } from "node:crypto";

if (!("crypto" in globalThis)) Object.defineProperty(globalThis, "crypto", { value: webcrypto });

import { defineConfig } from "vitest/config";

// `npm run dev` serves the sources and passes the rest on to a server of this machine.
const server = process.env.MLF_SERVER ?? "http://127.0.0.1:7080";
const passed = Object.fromEntries(["/ws", "/api", "/r/"].map((path) => [path, { target: server, ws: path === "/ws" }]));

export default defineConfig({
  esbuild: { jsx: "automatic", jsxImportSource: "preact" },
  // No test changes what another one reads, so one thread a core runs all files: half of the time goes into loading them.
  test: { setupFiles: ["tests/setup.ts"], pool: "threads", isolate: false },
  server: { proxy: passed },
  preview: { proxy: passed },
  build: {
    target: "es2020",
    modulePreload: { polyfill: false }, // an inline script otherwise
    assetsInlineLimit: 0, // what is inlined needs a looser Content-Security-Policy
  },
});

// The page of one hand (src/replay) as a single file, dist/replay.html, into which flowviz and the server put the data of the hand.
import { defineConfig, type Plugin } from "vite";

/** Scripts and styles become part of the page. */
const oneFile: Plugin = {
  name: "one-file",
  enforce: "post",
  generateBundle(_, bundle) {
    const page = bundle["replay.html"];
    if (page?.type !== "asset") throw new Error("there is no replay.html");
    let html = String(page.source);
    for (const [name, file] of Object.entries(bundle)) {
      if (file === page) continue;
      const text = file.type === "chunk" ? file.code : String(file.source);
      const kind = name.endsWith(".css") ? "style" : "script";
      const tag = new RegExp(`<(?:script|link)[^>]*"[^"]*${name.replaceAll(".", "\\.")}"[^>]*>(?:</script>)?`);
      if (!tag.test(html)) throw new Error(`replay.html does not name ${name}`);
      const element = `<${kind}${kind === "script" ? ' type="module"' : ""}>${text.replaceAll("</script", "<\\/script")}</${kind}>`;
      html = kind === "script" ? html.replace(tag, "").replace("</body>", () => `${element}</body>`) : html.replace(tag, () => element);
      delete bundle[name];
    }
    page.source = html;
  },
};

export default defineConfig({
  esbuild: { jsx: "automatic", jsxImportSource: "preact" },
  plugins: [oneFile],
  publicDir: false,
  build: {
    target: "es2020",
    modulePreload: false,
    emptyOutDir: false,
    cssCodeSplit: false,
    rollupOptions: { input: "replay.html", output: { inlineDynamicImports: true } },
  },
});

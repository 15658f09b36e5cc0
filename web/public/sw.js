// The service worker: the page opens without a network and then says so itself. It keeps the page and its hashed files, nothing else; what
// the server tells is never kept.
const CACHE = "mlf-page";
const SHELL = ["/", "/manifest.webmanifest", "/icon.svg"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(SHELL)));
  self.skipWaiting();
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// A new page comes with new files: the old ones go.
async function keepPage(answer) {
  const cache = await caches.open(CACHE);
  const [before, text] = await Promise.all([cache.match("/").then((old) => old?.text()), answer.clone().text()]);
  if (before !== text) {
    for (const request of await cache.keys()) if (new URL(request.url).pathname.startsWith("/assets/")) await cache.delete(request);
  }
  await cache.put("/", answer);
}

async function page(event) {
  try {
    const answer = await fetch(event.request);
    if (answer.ok) event.waitUntil(keepPage(answer.clone()));
    return answer;
  } catch (gone) {
    const kept = await caches.match("/");
    if (kept) return kept;
    throw gone;
  }
}

async function asset(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(CACHE)).put(request, answer.clone());
  return answer;
}

// A press on a notice leads to the page that showed it.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const shown = self.clients.matchAll({ type: "window" }).then((pages) => (pages[0] ? pages[0].focus() : self.clients.openWindow("/")));
  event.waitUntil(shown);
});

self.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== location.origin) return;
  if (event.request.mode === "navigate" && pathname === "/") event.respondWith(page(event));
  else if (pathname.startsWith("/assets/") || SHELL.includes(pathname)) event.respondWith(asset(event.request));
});

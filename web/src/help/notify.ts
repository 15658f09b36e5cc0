// Notices of the system, which a person allows the browser to show.

/** Asks for leave where it was neither given nor refused; to be called when a person presses something. */
export async function mayNotify(): Promise<boolean> {
  if (!("Notification" in globalThis)) return false;
  return (await Notification.requestPermission()) === "granted";
}

/** Shows a notice in the place of the one before; a press on it leads to the page. Phones allow notices of a service worker alone. */
export async function notify(title: string, body: string): Promise<void> {
  if (!("Notification" in globalThis) || Notification.permission !== "granted") return;
  const options: NotificationOptions = { body, tag: "mlf", icon: "/icon-192.png" };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) return worker.showNotification(title, options);
  const notice = new Notification(title, options);
  notice.onclick = () => {
    window.focus();
    notice.close();
  };
}

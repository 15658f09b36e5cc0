import { render } from "preact";
import { App } from "./app";
import { settings } from "./settings";
import { start } from "./store";
import { startTheme } from "./theme/theme";
import "./theme/theme.css";
import "./page.css";
import "./table/table.css";

startTheme();
document.documentElement.lang = settings.peek().lang;
render(<App />, document.getElementById("page") as HTMLElement);
start();
// There is none on plain http, except from the own machine.
if (import.meta.env.PROD && "serviceWorker" in navigator) void navigator.serviceWorker.register("/sw.js");

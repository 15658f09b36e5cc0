// The page of one hand, which flowviz and the server write: a single file with the data, the chart in both languages and this program.
import { render } from "preact";
import { settings } from "../settings";
import { startTheme } from "../theme/theme";
import type { Hand } from "./data";
// Their order is that of the rules: what a replay changes comes last.
import "../theme/theme.css";
import "../page.css";
import "../table/table.css";
import { ReplayPage } from "./ReplayPage";

const data = document.getElementById("data") as HTMLElement;
const lang = new URLSearchParams(location.hash.slice(1)).get("lang") ?? data.lang;
settings.value = { ...settings.peek(), lang: lang === "en" ? "en" : "zh" };
startTheme();
render(<ReplayPage hand={JSON.parse(data.textContent ?? "") as Hand} />, document.getElementById("page") as HTMLElement);

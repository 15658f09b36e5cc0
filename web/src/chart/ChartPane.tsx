// ChartPane: the chart of the desk's rules beside the table, alive: where the flow rests, the last action edge by edge, the own answers.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { useText, useWorded } from "../i18n";
import { settings } from "../settings";
import type { Walk } from "../state/types";
import { nameOf, useWords } from "../words";
import { fitted, looking, moved, resized, zoomed, type Box, type Size } from "./camera";
import { Difference } from "./Difference";
import { chartUrl, drawingOf, extentOf, idsOf, light, wholeOf } from "./drawing";
import { litBy, type Lit } from "./lit";
import "./chart.css";

export interface ChartPaneProps {
  variant: string;
  /** Of the desk's rules. */
  fingerprint: string;
  /** Steps of the hand, the oldest first. */
  walks: Walk[];
  onClose: () => void;
}

export function ChartPane({ variant, fingerprint, walks, onClose }: ChartPaneProps) {
  const text = useText();
  const worded = useWorded();
  const words = useWords(variant, fingerprint);
  const { lang } = settings.value;
  // A step of the hand that is looked at; null = the last one, whichever it is.
  const [chosen, setChosen] = useState<number | null>(null);
  const last = walks.length - 1;
  const at = chosen === null ? last : Math.min(chosen, last);
  const walk = walks[at];
  useEffect(() => setChosen(null), [walks[0]]); // another hand

  const from = walks[at - 1]?.node ?? null;
  const lit = useMemo(() => walk && ((ids: ReadonlySet<string>) => litBy(ids, walk, from)), [walk, from]);
  const go = (to: number) => setChosen(to >= last ? null : Math.max(0, to));
  const named = (id: string) => worded(nameOf(words, id));
  return (
    <section class="chart-room" aria-label={text("chart.title")}>
      <header>
        <h2>{text("chart.title")}</h2>
        <button class="quiet" aria-label={text("table.close")} onClick={onClose}>
          ×
        </button>
      </header>
      {walk && (
        <p class="chart-words" aria-live={chosen === null ? "off" : "polite"}>
          {walk.path.length > 0 && (
            <span class="chart-path">
              {walk.path.map((id, i) => (
                <span key={i}>{named(id)}</span>
              ))}
            </span>
          )}
          <span class="chart-here">{text("chart.here", { place: named(walk.node) })}</span>
          {walk.offers.length > 0 && (
            <span class="chart-open">{text("chart.offers", { what: walk.offers.map(named).join(text("list.comma")) })}</span>
          )}
        </p>
      )}
      <Drawing key={fingerprint + lang} load={() => drawingOf(chartUrl(fingerprint, lang))} lit={lit} />
      <div class="chart-steps">
        <button aria-label={text("chart.earlier")} disabled={at <= 0} onClick={() => go(at - 1)}>
          ‹
        </button>
        <input
          type="range"
          min={0}
          max={Math.max(0, last)}
          value={Math.max(0, at)}
          aria-label={text("chart.step")}
          aria-valuetext={text("chart.stepOf", { n: at + 1, of: walks.length })}
          onInput={(event) => go(Number(event.currentTarget.value))}
        />
        <button aria-label={text("chart.later")} disabled={at >= last} onClick={() => go(at + 1)}>
          ›
        </button>
        <output>{text("chart.stepOf", { n: at + 1, of: walks.length })}</output>
        {chosen !== null && <button onClick={() => setChosen(null)}>{text("chart.now")}</button>}
      </div>
      <ul class="chart-key">
        <li class="here">{text("chart.key.here")}</li>
        <li class="way">{text("chart.key.way")}</li>
        <li class="open">{text("chart.key.open")}</li>
      </ul>
      <Difference variant={variant} fingerprint={fingerprint} />
    </section>
  );
}

interface DrawingProps {
  load: () => Promise<SVGSVGElement>;
  /** What to light, by the ids of the chart; none: a drawing without a game. */
  lit?: ((ids: ReadonlySet<string>) => Lit) | undefined;
}

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-0.15, 0],
  ArrowRight: [0.15, 0],
  ArrowUp: [0, -0.15],
  ArrowDown: [0, 0.15],
};
const READABLE = 0.8; // pixels a unit of the drawing, whose small letters have 12 units
const STEP_MS = 180; // between two edges of a walk

/** A drawing to move and zoom by wheel, fingers and keys. */
export function Drawing({ load, lit: litOf }: DrawingProps) {
  const text = useText();
  const frame = useRef<HTMLDivElement>(null);
  const [svg, setSvg] = useState<SVGSVGElement | null>(null);
  const [failed, setFailed] = useState(false);
  const camera = useRef<{ whole: Box; box: Box } | null>(null);

  const show = (box: Box) => {
    if (!camera.current || !svg) return;
    camera.current.box = box;
    svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.w} ${box.h}`);
  };
  const size = (): Size => {
    const { width, height } = frame.current?.getBoundingClientRect() ?? { width: 0, height: 0 };
    return width > 0 && height > 0 ? { width, height } : { width: 300, height: 200 };
  };
  const shape = () => size().width / size().height;

  useEffect(() => {
    let gone = false;
    load()
      .then((drawing) => gone || setSvg(drawing))
      .catch(() => gone || setFailed(true));
    return () => {
      gone = true;
    };
  }, []);

  useLayoutEffect(() => {
    const place = frame.current;
    if (!svg || !place) return;
    const whole = wholeOf(svg);
    // Large enough to read; the first step that is lit brings its place into view.
    const box = fitted(whole, shape());
    camera.current = { whole, box: litOf ? zoomed(whole, box, (box.w / size().width) * READABLE) : box };
    place.replaceChildren(svg);
    show(camera.current.box);
    let before = size();
    const watch = new ResizeObserver(() => {
      const now = size();
      if (camera.current) show(resized(whole, camera.current.box, before, now));
      before = now;
    });
    watch.observe(place);
    return () => watch.disconnect();
  }, [svg]);

  const ids = useMemo(() => (svg ? idsOf(svg) : null), [svg]);
  useEffect(() => {
    if (!svg || !ids || !litOf) return;
    const lit = litOf(ids);
    const follow = () => {
      const part = extentOf(svg, lit.here);
      if (part && camera.current) show(looking(camera.current.whole, camera.current.box, part));
    };
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches || lit.way.length < 2;
    // Edge by edge, then where the flow rests.
    let shown = still ? lit.way.length : 1;
    const draw = () => {
      const part: Lit = shown < lit.way.length ? { ...lit, way: lit.way.slice(0, shown), here: [], open: [] } : lit;
      light(svg, part);
      if (shown >= lit.way.length) follow();
    };
    draw();
    const timer = setInterval(() => {
      if (shown >= lit.way.length) return clearInterval(timer);
      ++shown;
      draw();
    }, STEP_MS);
    return () => clearInterval(timer);
  }, [svg, ids, litOf]);

  // ---- by hand ----
  const fingers = useRef(new Map<number, { x: number; y: number }>());
  const partOf = (event: { clientX: number; clientY: number }) => {
    const size = frame.current!.getBoundingClientRect();
    return { x: (event.clientX - size.left) / size.width, y: (event.clientY - size.top) / size.height };
  };
  const move = (x: number, y: number) => camera.current && show(moved(camera.current.whole, camera.current.box, x, y));
  const zoom = (by: number, at?: { x: number; y: number }) =>
    camera.current && show(zoomed(camera.current.whole, camera.current.box, by, at));
  const all = () => camera.current && show(fitted(camera.current.whole, shape()));
  useEffect(() => {
    const place = frame.current;
    if (!place) return;
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      zoom(Math.exp(-event.deltaY / (event.deltaMode === 1 ? 12 : 320)), partOf(event));
    };
    place.addEventListener("wheel", wheel, { passive: false });
    return () => place.removeEventListener("wheel", wheel);
  });
  const onPointerMove = (event: PointerEvent) => {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const now = partOf(event);
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const apart = (point: { x: number; y: number }) => Math.hypot(point.x - other.x, point.y - other.y) || 0.01;
      zoom(apart(now) / apart(before), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
      move((before.x - now.x) / 2, (before.y - now.y) / 2);
    } else {
      move(before.x - now.x, before.y - now.y);
    }
    fingers.current.set(event.pointerId, now);
  };
  const lift = (event: PointerEvent) => fingers.current.delete(event.pointerId);
  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    if (arrow) move(...arrow);
    else if (event.key === "+" || event.key === "=") zoom(1.3);
    else if (event.key === "-") zoom(1 / 1.3);
    else if (event.key === "0") all();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div class="chart-frame">
      {failed && <p role="alert">{text("chart.gone")}</p>}
      {!failed && !svg && <p class="chart-wait">{text("chart.loading")}</p>}
      <div
        ref={frame}
        class="chart-drawing"
        tabIndex={0}
        role="group"
        aria-label={text("chart.drawing")}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          fingers.current.set(event.pointerId, partOf(event));
        }}
        onPointerMove={onPointerMove}
        onPointerUp={lift}
        onPointerCancel={lift}
        onDblClick={(event) => zoom(1.8, partOf(event))}
      />
      <div class="chart-zoom">
        <button aria-label={text("chart.larger")} onClick={() => zoom(1.4)}>
          +
        </button>
        <button aria-label={text("chart.smaller")} onClick={() => zoom(1 / 1.4)}>
          −
        </button>
        <button aria-label={text("chart.all")} onClick={all}>
          ⤢
        </button>
      </div>
    </div>
  );
}

// Which parts of a chart a step of the game lights. The ids are those of the server's SVG: node.A, window.A, edge.A-B (the system goes on
// from A to B), edge.A.B (B answers the window of A), pass.A (nobody answers it), jump.A-B (a line that ends in a box with its target's name).

/** A step of the hand, as the page keeps it. */
export interface Step {
  node: string;
  path: readonly string[];
  /** Ids of the actions that the own seat was offered. */
  offers: readonly string[];
}

export interface Lit {
  /** Where the flow rests. */
  here: string[];
  /** Edges walked, in order. */
  way: string[];
  /** Nodes that ran. */
  ran: string[];
  /** Answers that the own seat may give. */
  open: string[];
  /** Nodes walked that the chart has no edge to; the chart is another one than the match's then. */
  missing: string[];
}

const PASS = "guo";

/** The node whose window `node` opens: a chart draws a window of several nodes at one of them. null where it opens none. */
export function windowOf(ids: ReadonlySet<string>, node: string): string | null {
  if (ids.has(`window.${node}`)) return node;
  const answers = (of: string) => [...ids].flatMap((id) => (id.startsWith(`edge.${of}.`) ? [id.slice(`edge.${of}.`.length)] : [])).sort();
  const own = answers(node).join();
  const windows = [...ids].flatMap((id) => (id.startsWith("window.") ? [id.slice("window.".length)] : []));
  return (own && windows.find((window) => answers(window).join() === own)) || null;
}

/** `ids`: those of the chart. `from`: where the flow rested before the step. */
export function litBy(ids: ReadonlySet<string>, step: Step, from: string | null): Lit {
  const has = (id: string) => ids.has(id);
  const lit: Lit = { here: [], way: [], ran: [], open: [], missing: [] };
  const add = (list: string[], id: string) => {
    if (has(id) && !list.includes(id)) list.push(id);
  };
  let at = from;
  let before = from;
  for (const node of step.path) {
    const edge = [`edge.${at}.${node}`, `edge.${at}-${node}`].find(has);
    if (edge) {
      add(lit.way, edge);
      add(lit.way, `jump.${at}-${node}`);
      before = at;
      at = node;
    } else if (node === at && before !== null && has(`edge.${before}.${node}`)) {
      // Several seats have given the same answer.
    } else if (before !== null && has(`edge.${before}.${node}`)) {
      add(lit.way, `edge.${before}.${node}`); // another answer to the same window
      at = node;
    } else {
      if (at !== null) lit.missing.push(node);
      at = node;
    }
    add(lit.ran, `node.${node}`);
  }
  const window = windowOf(ids, step.node);
  if (window !== null) add(lit.here, `window.${window}`);
  if (window !== step.node) add(lit.here, `node.${step.node}`);
  for (const offer of step.offers) {
    add(lit.open, `edge.${step.node}.${offer}`);
    if (offer === PASS) add(lit.open, `pass.${window}`);
  }
  return lit;
}

/** Ids of the answers of every window of a chart, without declining. */
export function answersOf(chart: string): string[] {
  const found = [...chart.matchAll(/id="edge\.\w+\.(\w+)"/g)].map((match) => match[1]!);
  return [...new Set(found)].filter((id) => id !== PASS);
}

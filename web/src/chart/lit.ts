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

/** `has`: whether the chart has an id. `from`: where the flow rested before the step. */
export function litBy(has: (id: string) => boolean, step: Step, from: string | null): Lit {
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
  add(lit.here, `window.${step.node}`);
  if (lit.here.length === 0) add(lit.here, `node.${step.node}`);
  for (const offer of step.offers) {
    add(lit.open, `edge.${step.node}.${offer}`);
    if (offer === PASS) add(lit.open, `pass.${step.node}`);
  }
  return lit;
}

/** Ids of the answers of every window of a chart, without declining. */
export function answersOf(chart: string): string[] {
  const found = [...chart.matchAll(/id="edge\.\w+\.(\w+)"/g)].map((match) => match[1]!);
  return [...new Set(found)].filter((id) => id !== PASS);
}

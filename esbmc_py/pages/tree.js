// The reachability tree. Positions are computed here, so that closed subtrees take no room.
const nodes = data.nodes.map((node, number) => ({ ...node, number, children: [], closed: false, kind: node.verdict.split(":")[0].trim() }));
for (const node of nodes) if (node.parent !== null) nodes[node.parent].children.push(node);
const WIDE = 196, HIGH = 54, GAP = 22, ROW = 96, STUB = 92;
const RULES = {
  R1: "assignment: makes a new state; if it is visible, other threads may go on from there", R2: "jump, call or return: only the place changes",
  R3: "condition: one child where it holds, one where it does not", R4: "assume or assert: the condition is added to the guards",
  R5: "a thread is started, under the guard of who starts it", R6: "a wait (join, lock, ...): there is a child only if it can go on", scope: "the beginning or end of a section, a thread, the program",
};
const WHY = {
  seen: "this state was met before: nothing new follows", asleep: "the two steps commute: the other order was looked at", independent: "another thread's next step concerns nobody else: it goes first, alone",
  infeasible: "the conditions on this way contradict each other", waits: "the thread has to wait (R6)", bound: "one context switch too many for the bound",
};
const svg = (name, attributes = {}, ...children) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
};
const short = (text, length) => (text.length > length ? `${text.slice(0, length - 1)}…` : text);

// -- where everything is -----------------------------------------------------------------------------------------------
const stubsOf = node => (byId("show-cut").checked && !node.closed ? node.cut.filter(([, why]) => why !== "waits") : []);
function layout() {
  const widths = new Map(), order = [], pending = [nodes[0]];
  while (pending.length) { const node = pending.pop(); order.push(node); if (!node.closed) pending.push(...node.children); }
  for (const node of order.toReversed()) {
    const inner = node.closed ? [] : node.children, stubs = stubsOf(node).length;
    const together = inner.reduce((sum, child) => sum + widths.get(child), 0) + stubs * STUB + GAP * Math.max(0, inner.length + stubs - 1);
    widths.set(node, Math.max(WIDE, together));
    node.together = together;
  }
  nodes[0].x = widths.get(nodes[0]) / 2;
  nodes[0].y = 20;
  for (const node of order) {
    let left = node.x - node.together / 2;
    for (const child of node.closed ? [] : node.children) {
      child.x = left + widths.get(child) / 2;
      child.y = node.y + ROW;
      left += widths.get(child) + GAP;
    }
    node.stubs = stubsOf(node).map(([thread, why]) => { const stub = { thread, why, x: left + STUB / 2, y: node.y + ROW }; left += STUB + GAP; return stub; });
  }
  return order;
}

// -- drawing -------------------------------------------------------------------------------------------------------------
let shown = [], chosen = nodes[0];
const difference = node => {
  if (node.parent === null) return [];
  const before = new Map(nodes[node.parent].values);
  return node.values.filter(([name, value]) => before.get(name) !== value).map(([name, value]) => `${name} = ${value}`);
};
function lineOf(node) {  // the line whose step led here
  if (node.parent === null) return null;
  const [where, source, rule, file, line] = nodes[node.parent].threads[node.thread] ?? ["", "", "", "", 0];
  return { where, source, rule, file, line };
}
function draw() {
  shown = layout();
  const edges = [], boxes = [], way = new Set();
  for (let node = chosen; node; node = node.parent === null ? null : nodes[node.parent]) way.add(node);
  for (const node of shown) {
    if (node.parent !== null) edges.push(edge(nodes[node.parent], node, node.contexts > nodes[node.parent].contexts ? "edge switch" : "edge"));
    for (const stub of node.stubs) { edges.push(edge(node, stub, "edge cut")); boxes.push(stubBox(stub)); }
    boxes.push(box(node, way));
  }
  byId("world").replaceChildren(...edges, ...boxes);
}
function edge(from, to, kind) {
  const y1 = from.y + HIGH, y2 = to.y, half = (y1 + y2) / 2;
  return svg("path", { class: kind, d: `M${from.x},${y1} C${from.x},${half} ${to.x},${half} ${to.x},${y2}` });
}
function box(node, way) {
  const left = node.x - WIDE / 2, line = lineOf(node), thread = node.thread ?? 0;
  const group = svg("g", { class: `node ${node.kind}${node === chosen ? " chosen" : way.has(node) ? " on-way" : ""}`, style: `--thread:${threadColour(thread)}`, "data-number": node.number });
  group.append(svg("rect", { class: "box", x: left, y: node.y, width: WIDE, height: HIGH, rx: 8 }), svg("rect", { class: "bar", x: left, y: node.y, width: 26, height: HIGH, rx: 8 }));
  group.append(svg("text", { class: "who", x: left + 13, y: node.y + HIGH / 2 + 4 }, node.thread === null ? "•" : String(node.thread)));
  const head = node.parent === null ? "start" : node.parent === 0 && !line.source ? "begins" : line.source ? `${line.line}: ${line.source}` : node.verdict || line.where;
  const below = node.verdict ? node.verdict.replace(/^violation: /, "✗ ").replace(/^finished$/, "✓ ends") : difference(node)[0] ?? (node.formula !== "true" && (node.parent === null || nodes[node.parent].formula !== node.formula) ? `if ${node.formula}` : "");
  group.append(svg("text", { class: "head", x: left + 33, y: node.y + 22 }, short(head, 22)), svg("text", { class: "dim", x: left + 33, y: node.y + 41 }, short(below, 19)));
  if (line?.rule && line.rule !== "scope") group.append(svg("text", { class: "rule", x: left + WIDE - 6, y: node.y + HIGH - 5 }, line.rule));
  group.append(svg("title", {}, `node ${node.number}: ${head}${below ? ` — ${below}` : ""}`));
  group.addEventListener("click", event => { event.stopPropagation(); choose(node); });
  if (node.children.length) {
    const handle = svg("g", { class: "handle" }, svg("circle", { cx: node.x, cy: node.y + HIGH, r: 9 }), svg("text", { x: node.x, y: node.y + HIGH + 4 }, node.closed ? "+" : "–"));
    handle.addEventListener("click", event => { event.stopPropagation(); toggle(node); });
    group.append(handle);
  }
  return group;
}
function stubBox(stub) {
  return svg("g", { class: "stub" }, svg("rect", { x: stub.x - STUB / 2, y: stub.y, width: STUB, height: 24, rx: 6 }), svg("text", { x: stub.x, y: stub.y + 16 }, `t${stub.thread}: ${stub.why}`), svg("title", {}, WHY[stub.why] ?? stub.why));
}
function toggle(node) { node.closed = !node.closed && node.children.length > 0; draw(); }

// -- what a node is made of ------------------------------------------------------------------------------------------------
function choose(node) {
  chosen = node;
  for (let above = node; above.parent !== null; above = nodes[above.parent]) nodes[above.parent].closed = false;
  draw();
  details(node);
}
function details(node) {
  const line = lineOf(node), parts = [make("h2", {}, `ν${node.number}`, node.thread === null ? ": start" : ": after a step of ", node.thread === null ? "" : badge(node.thread))];
  if (node.verdict) parts.push(make("p", { style: `color:var(--${["violation", "deadlock"].includes(node.kind) ? "bad" : node.kind === "finished" ? "good" : "open"});font-weight:700` }, node.verdict));
  if (line?.source) parts.push(make("h3", {}, "The step"), make("p", {}, make("code", {}, `${line.line}: ${line.source}`), line.rule ? ` (${line.rule})` : ""));
  parts.push(make("p", { className: "soft" }, `${plural(node.contexts, "context switch", "context switches")} so far`));
  const standing = node.threads.length ? node.threads : nodes[node.parent ?? 0].threads;
  parts.push(make("h3", {}, "Where threads are"), make("table", { "aria-label": "where threads are" }, make("tbody", {}, ...standing.map(([where, source, rule], number) => make("tr", {}, make("td", {}, badge(number)), make("td", {}, make("code", {}, source || where), make("div", { className: "soft" }, [source ? where : "", rule ? `next: ${rule}` : ""].filter(Boolean).join(", "))))))));
  if (node.values.length) {
    const changed = new Set(difference(node));
    parts.push(make("h3", {}, "State"), make("table", { "aria-label": "state" }, make("tbody", {}, ...node.values.map(([name, value]) => make("tr", { className: changed.has(`${name} = ${value}`) && node.parent !== null ? "new" : "" }, make("td", {}, make("code", {}, name)), make("td", {}, make("code", {}, value)))))));
  }
  parts.push(make("h3", {}, "Formula of the path (guard)"), make("code", { className: "formula" }, node.formula));
  if (node.cut.length) parts.push(make("h3", {}, "Not followed from here"), make("table", { "aria-label": "not followed from here" }, make("tbody", {}, ...node.cut.map(([thread, why]) => make("tr", {}, make("td", {}, badge(thread)), make("td", {}, make("b", {}, why), `: ${WHY[why] ?? ""}`))))));
  byId("details").replaceChildren(...parts);
}
function legend() {
  const rules = make("dl", {}, ...Object.entries(RULES).flatMap(([rule, text]) => [make("dt", {}, rule), make("dd", {}, text)]));
  const kinds = [["violation", "a property is violated, or a deadlock"], ["finished", "the program ends"], ["infeasible", "cannot happen: its conditions contradict each other"], ["bound", "a bound cuts the way here"]];
  const swatches = make("dl", {}, ...kinds.flatMap(([kind, text]) => [make("dt", {}, make("span", { className: `swatch ${kind}` })), make("dd", {}, text)]));
  const reasons = make("dl", {}, ...Object.entries(WHY).flatMap(([why, text]) => [make("dt", {}, why), make("dd", {}, text)]));
  byId("legend").append(make("p", {}, "A node is a state at a switch point; its number is the thread that moved last. A dashed red edge is a context switch: it raises the context number. The guard is the condition under which the way is taken; ", make("code", {}, "t1.input0"), " is the first input of thread 1: a value from outside, or a choice of the library (who is woken, whether malloc fails)."), make("h3", {}, "Leaves"), swatches, make("h3", {}, "Rules (ICSE 2011)"), rules, make("h3", {}, "What reductions cut"), reasons);
}

// -- moving about ----------------------------------------------------------------------------------------------------------
const canvas = byId("canvas"), view = { x: 0, y: 0, scale: 1 };
const place = () => byId("world").setAttribute("transform", `translate(${view.x} ${view.y}) scale(${view.scale})`);
function centre(node, scale = view.scale, top = .5) {
  view.scale = scale;
  view.x = canvas.clientWidth / 2 - node.x * scale;
  view.y = canvas.clientHeight * top - (node.y + HIGH / 2) * scale;
  place();
}
function zoom(by, x = canvas.clientWidth / 2, y = canvas.clientHeight / 2) {
  const scale = Math.min(2.5, Math.max(.04, view.scale * by)), factor = scale / view.scale;
  view.x = x - (x - view.x) * factor;
  view.y = y - (y - view.y) * factor;
  view.scale = scale;
  place();
}
function fit() {
  const left = Math.min(...shown.map(node => node.x)) - WIDE * .6, right = Math.max(...shown.flatMap(node => [node.x, ...node.stubs.map(stub => stub.x - 40)])) + WIDE * .6, bottom = Math.max(...shown.map(node => node.y)) + ROW;
  view.scale = Math.min(1.2, canvas.clientWidth / (right - left), canvas.clientHeight / bottom);
  view.x = (canvas.clientWidth - (left + right) * view.scale) / 2;
  view.y = 8;
  place();
}
const toRoot = () => centre(nodes[0], 1, .1);
function go(node) { if (node) { choose(node); if (outside(node)) centre(node); } }
function outside(node) {
  const x = node.x * view.scale + view.x, y = node.y * view.scale + view.y;
  return x < 80 || y < 10 || x > canvas.clientWidth - 80 || y > canvas.clientHeight - 70;
}
let drag = null;
canvas.addEventListener("pointerdown", event => { drag = { x: event.clientX - view.x, y: event.clientY - view.y, moved: false, id: event.pointerId }; });
canvas.addEventListener("pointermove", event => {
  if (!drag) return;
  const x = event.clientX - drag.x, y = event.clientY - drag.y;
  if (!drag.moved && Math.hypot(x - view.x, y - view.y) < 4) return;
  if (!drag.moved) { drag.moved = true; canvas.setPointerCapture(drag.id); canvas.classList.add("moving"); }
  view.x = x; view.y = y;
  place();
});
for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, () => { drag = null; canvas.classList.remove("moving"); });
canvas.addEventListener("wheel", event => { event.preventDefault(); const box = canvas.getBoundingClientRect(); zoom(Math.exp(-event.deltaY / 500), event.clientX - box.left, event.clientY - box.top); }, { passive: false });
const sibling = by => { const all = chosen.parent === null ? [chosen] : nodes[chosen.parent].children; return all[all.indexOf(chosen) + by]; };
const keys = {
  ArrowUp: () => go(chosen.parent === null ? null : nodes[chosen.parent]), ArrowDown: () => { chosen.closed = false; go(chosen.children[0]); }, ArrowLeft: () => go(sibling(-1)), ArrowRight: () => go(sibling(1)),
  Enter: () => toggle(chosen), " ": () => toggle(chosen), Home: () => { choose(nodes[0]); toRoot(); }, "+": () => zoom(1.25), "-": () => zoom(.8), f: fit, n: () => byId("next-bad").click(),
};
canvas.addEventListener("keydown", event => { if (keys[event.key] && !event.ctrlKey && !event.metaKey) { event.preventDefault(); keys[event.key](); } });
byId("to-root").addEventListener("click", keys.Home);
byId("fit").addEventListener("click", fit);
byId("in").addEventListener("click", () => zoom(1.25));
byId("out").addEventListener("click", () => zoom(.8));
byId("open-all").addEventListener("click", () => { nodes.forEach(node => { node.closed = false; }); draw(); fit(); });
byId("close-all").addEventListener("click", () => { nodes.forEach(node => { node.closed = node.children.length > 0 && node.parent !== null; }); choose(nodes[0]); toRoot(); });
byId("show-cut").addEventListener("change", draw);
const bad = nodes.filter(node => ["violation", "deadlock"].includes(node.kind));
byId("next-bad").disabled = !bad.length;
byId("next-bad").addEventListener("click", () => { const next = bad.find(node => node.number > chosen.number) ?? bad[0]; choose(next); centre(next, Math.max(view.scale, .8)); canvas.focus(); });

const leaves = nodes.filter(node => node.verdict);
byId("file").textContent = data.program;
byId("numbers").textContent = [plural(nodes.length, "node"), plural(leaves.length, "leaf", "leaves"), plural(bad.length, "failing one"), data.bounds].filter(Boolean).join(" · ");
byId("note").textContent = [data.note && `${data.note[0].toUpperCase()}${data.note.slice(1)}.`, data.reduced ? "" : "The plain tree of the paper: nothing is left out but what cannot happen."].filter(Boolean).join(" ");
// A large tree opens with its upper part: deeper subtrees are closed, the ways to failing leaves are not.
if (nodes.length > 150) {
  const keep = new Set();
  for (const leaf of bad.slice(0, 1)) for (let node = leaf; node; node = node.parent === null ? null : nodes[node.parent]) keep.add(node);
  const depth = new Map();
  for (const node of nodes) { depth.set(node, node.parent === null ? 0 : depth.get(nodes[node.parent]) + 1); node.closed = depth.get(node) > 7 && node.children.length > 0 && !keep.has(node); }
}
legend();
choose(nodes[0]);
fit();
if (view.scale < .62) toRoot();  // the root is in view, and readable
addEventListener("resize", place);
document.documentElement.dataset.ready = "yes";

// Which statements run in which turn: block A of a thread runs where pc <= A < cs.
const sources = Object.entries(data.sources).map(([path, text]) => ({ path, name: path.split("/").pop(), text }));
const turns = data.turns.length ? data.turns : data.threads.map((_, thread) => [0, thread, data.sizes[thread]]);
const before = [];  // before[i]: where each thread stands before turn i
{
  const pc = data.threads.map(() => 0);
  for (const [, thread, stops] of turns) { before.push([...pc]); pc[thread] = stops; }
}
let now = 0;

const originals = sources.map(file => ({ file, view: sourceTable(file) }));
byId("original").append(...originals.flatMap(({ file, view }) => [originals.length > 1 ? make("h3", { style: "padding:0 .6rem" }, file.name) : "", view.table]));

const rows = [];
{
  const body = make("tbody"), coloured = colouredLines(data.lines.map(line => line.text).join("\n"));
  data.lines.forEach((line, index) => {
    const macro = /^(\s*(?:L\d+: )?)([JG]\([^)]*\))(.*)$/.exec(line.text);
    const parts = macro ? [macro[1], make("span", { className: "macro" }, macro[2]), ...colouredLines(macro[3])[0] ?? []] : coloured[index] ?? [];
    const why = make("span", { className: "why" });
    const row = make("tr", { style: line.thread >= 0 ? `--thread:${threadColour(line.thread)}` : "" }, make("td", { className: "who" }), make("td", { className: "number" }, line.line && line.kind === "thread" ? String(line.line) : ""), make("td", { className: "text" }, ...parts, why, "\u200b"));
    if (line.kind === "thread" && index && data.lines[index - 1].thread !== line.thread) row.firstChild.append(badge(line.thread));
    rows.push({ row, line, why, begins: macro?.[2].startsWith("J") ?? false });
    body.append(row);
  });
  byId("sequential").append(make("p", { className: "soft", style: "margin:.1rem .8rem" }, `${plural(data.hidden, "line")} before: types, and where choices come from`), make("table", { className: "source", "aria-label": "the sequential program" }, body));
}

// In the last turn of a counterexample, the violation ends it: nothing after the check that fails runs.
function lastRow(index) {
  if (!data.violation || !data.turns.length || index < turns.length - 1) return Infinity;
  const [, thread, stops] = turns[index], from = before[index][thread];
  const here = data.lines.map((line, at) => ({ line, at })).filter(({ line }) => line.thread === thread && line.block >= from && line.block < stops && line.line === data.violation.line && line.file === data.violation.file);
  const checks = here.filter(({ line }) => /\bassert\(/.test(line.text));
  return (checks.at(-1) ?? here.at(-1))?.at ?? Infinity;
}
const runsIn = (block, index) => { const [, thread, stops] = turns[index]; return block >= before[index][thread] && block < stops; };

function show() {
  const [round, thread, stops] = turns[now], pc = before[now][thread];
  let first = null;
  const lines = new Map(), last = lastRow(now);
  for (const [at, { row, line, why, begins }] of rows.entries()) {
    row.className = "";
    why.textContent = "";
    if (line.kind !== "thread") continue;
    if (line.thread !== thread) { row.className = "other"; continue; }
    if (line.block < 0) continue;
    const runs = runsIn(line.block, now) && at <= last;
    row.className = runs ? "runs" : line.block < pc ? "was jumped" : "jumped";
    if (begins) why.textContent = runs ? `${pc} ≤ ${line.block} < ${stops}: runs` : line.block < pc ? `${line.block} < pc = ${pc}: has run, jump` : at > last ? "not reached any more" : `${line.block} ≥ cs = ${stops}: later, jump`;
    if (runs) { first ??= row; if (line.line) lines.set(`${line.file}:${line.line}`, line); }
    if (at === last) row.className = "bad";
  }
  for (const { view, file } of originals) {
    for (const row of view.table.querySelectorAll("tr[class]")) { row.removeAttribute("class"); row.removeAttribute("style"); }
    for (const one of view.table.querySelectorAll(".who .badge")) one.remove();
    for (const line of lines.values()) {
      if (line.file !== file.path || !view.rows[line.line]) continue;
      view.rows[line.line].className = atViolation(line) ? "bad" : "runs";
      view.rows[line.line].style.cssText = `--thread:${threadColour(thread)}`;
      view.who[line.line].append(badge(thread));
    }
  }
  const ran = [...lines.values()].map(line => line.line).filter((line, at, all) => all.indexOf(line) === at).sort((a, b) => a - b);
  const bad = data.violation && data.turns.length && now === turns.length - 1 ? ` Then: ${data.violation.text}!` : "";
  byId("said").replaceChildren(`Round ${round + 1}: `, badge(thread), ` ${data.threads[thread]} from pc = ${pc} to cs = ${stops}${pc === stops ? ": nothing runs" : ran.length ? `: line${ran.length > 1 ? "s" : ""} ${ran.join(", ")}` : ""}.${bad}`);
  byId("turn").value = String(now);
  byId("back").disabled = now === 0;
  byId("on").disabled = now === turns.length - 1;
  for (const button of byId("plan").querySelectorAll("button")) { const at = Number(button.dataset.turn); button.classList.toggle("now", at === now); button.classList.toggle("later", at > now); }
  scrollTo(byId("sequential"), first);
  scrollTo(byId("original"), byId("original").querySelector("tr.runs, tr.bad"));
}
const atViolation = line => data.violation && data.turns.length && now === turns.length - 1 && line.file === data.violation.file && line.line === data.violation.line;
function scrollTo(box, row) { if (row && (row.offsetTop < box.scrollTop + 30 || row.offsetTop > box.scrollTop + box.clientHeight - 120)) box.scrollTop = Math.max(0, row.offsetTop - 90); }
function go(to) { now = Math.max(0, Math.min(turns.length - 1, to)); show(); }

function plan() {  // a row for each thread, a column for each round
  const last = Math.max(...turns.map(([round]) => round));
  const head = make("tr", {}, make("th", {}, ""), ...Array.from({ length: last + 1 }, (_, round) => make("th", { scope: "col" }, `round ${round + 1}`)));
  const body = data.threads.map((name, thread) => make("tr", { style: `--thread:${threadColour(thread)}` }, make("th", { scope: "row" }, badge(thread), ` ${name}`), ...Array.from({ length: last + 1 }, (_, round) => {
    const at = turns.findIndex(turn => turn[0] === round && turn[1] === thread);
    if (at < 0) return make("td", { className: "soft" }, "·");
    const button = make("button", { type: "button", className: before[at][thread] === turns[at][2] ? "empty" : "", "data-turn": String(at), "aria-label": `round ${round + 1}, ${name}: from ${before[at][thread]} to ${turns[at][2]}` }, `${before[at][thread]} → ${turns[at][2]}`);
    button.addEventListener("click", () => go(at));
    return make("td", {}, button);
  })));
  byId("plan").append(make("table", { "aria-label": "turns of the threads, round by round" }, make("tbody", {}, head, ...body)));
}
byId("file").textContent = data.program;
byId("what").textContent = data.turns.length
  ? `Each round, every thread gets one turn: it runs from where it is (pc) to a place that is guessed (cs). These turns lead to a violation: ${data.violation.text} (line ${data.violation.line}).`
  : `Each round, every thread gets one turn: it runs from where it is (pc) to a place that is guessed (cs). No violation was found in ${plural(data.rounds, "round")}; shown is one round in which each thread runs to its end.`;
byId("turn").max = String(turns.length - 1);
byId("turn").addEventListener("input", event => go(Number(event.target.value)));
byId("back").addEventListener("click", () => go(now - 1));
byId("on").addEventListener("click", () => go(now + 1));
document.addEventListener("keydown", event => {
  if (event.target.id === "turn" || event.ctrlKey || event.metaKey) return;
  if (event.key === "ArrowRight") { event.preventDefault(); go(now + 1); }
  if (event.key === "ArrowLeft") { event.preventDefault(); go(now - 1); }
});
plan();
show();
document.documentElement.dataset.ready = "yes";

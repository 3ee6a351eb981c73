// Be the scheduler. A state is a number; `world` knows what it looks like and where its moves lead.

// -- states ----------------------------------------------------------------------------------------------------------
const END = { kind: 0, property: 1, message: 2, file: 3, line: 4, column: 5, thread: 6 };
const FAILS = new Set(["violation", "deadlock", "local deadlock"]);

function endOf(doc, number) {
  if (number < 0) return null;
  const row = doc.ends[number];
  return {
    number, kind: row[END.kind], property: row[END.property], message: row[END.message], file: doc.files[row[END.file]] ?? "",
    line: row[END.line], thread: row[END.thread], why: doc.why?.[number] ?? null,
  };
}

// What `Document` wrote, taken apart for one state.
function decode(doc, index) {
  const nodes = doc.nodes, shared = [], owned = {};
  const memory = doc.memories[nodes.memory[index]];
  for (let at = 0; at < memory.length; at += 2) {
    const owner = doc.objects[memory[at]];
    for (const [place, text, kind, threads] of doc.shown[memory[at + 1]])
      (owner < 0 ? shared : owned[owner] ??= []).push({ place, text, kind, threads: threads ?? [] });
  }
  const threads = nodes.standing[index].map((view, number) => {
    const [name, file, line, column, locals, calls] = doc.threads[view];
    const own = locals.map(([place, text, kind]) => ({ place, text, kind })).concat(owned[number] ?? []);
    return { name, file: doc.files[file] ?? "", line, column, locals: own, calls, moves: [], waits: null };
  });
  const moves = nodes.moves[index];
  for (let at = 0; at < moves.length; at += 3) {
    const [will, lines, output, choice] = doc.texts[moves[at + 2]];
    const to = moves[at + 1], thread = threads[moves[at]];
    const told = lines.map(([file, line, text]) => ({ file: doc.files[file], line, text }));
    thread.moves.push({ thread: moves[at], to, end: to < 0 ? endOf(doc, -1 - to) : null, will, lines: told, output, choice });
  }
  for (const wait of nodes.waiting[index]) {
    const [thread, text, what, holders] = doc.waits[wait];
    threads[thread].waits = { text, what, holders };
  }
  return { threads, shared, end: endOf(doc, nodes.ending[index]) };
}

function servedWorld() {
  const ask = async (what, body) => {
    const answer = await fetch(what, { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  };
  setInterval(() => ask("alive", {}).catch(gone), 5000);
  addEventListener("pagehide", () => navigator.sendBeacon("bye"));
  return {
    state: async number => decode(await ask("state", { state: number }), 0),
    hint: (number, last) => ask("hint", { state: number, last }),
    input: (number, thread, text) => ask("input", { state: number, thread, text }),
    ahead: null,
  };
}
function gone() { say("smtcb has ended: start `smtcb play --serve` again.", true); }

// -- what lies ahead, computed from the whole graph --------------------------------------------------------------------
function lookAhead(doc) {
  const { moves, ending } = doc.nodes, count = moves.length;
  const fails = number => number >= 0 && FAILS.has(doc.ends[number][END.kind]);
  let width = 1;
  for (const list of moves) for (let at = 0; at < list.length; at += 3) width = Math.max(width, list[at] + 1);
  const SWITCH = 1 << 21;  // a switch costs more than all steps of a way
  // best[state * width + thread]: the cost of failing from the state, if that thread moves next
  const best = new Float64Array(count * width).fill(Infinity), least = new Float64Array(count).fill(Infinity);
  const before = Array.from({ length: count }, () => []);
  const heap = new Heap();
  for (let state = 0; state < count; state++) {
    if (fails(ending[state])) { least[state] = 0; heap.push(0, state, -1); continue; }
    const list = moves[state];
    for (let at = 0; at < list.length; at += 3) {
      const to = list[at + 1];
      if (to >= 0) before[to].push(state * width + list[at]);
      else if (fails(-1 - to)) heap.push(1, state, list[at]);
    }
  }
  while (heap.size) {
    const [cost, state, thread] = heap.pop();
    if (thread >= 0) {
      const place = state * width + thread;
      if (best[place] <= cost) continue;
      best[place] = cost;
      least[state] = Math.min(least[state], cost);
    }
    for (const place of before[state]) {  // who moved into this state moves on, or somebody else does
      const mover = place % width, from = (place - mover) / width;
      const further = thread < 0 || thread === mover ? cost + 1 : cost + 1 + SWITCH;
      if (further < best[place]) heap.push(further, from, mover);
    }
  }
  const costAfter = (state, last) => Math.min(least[state] === 0 ? 0 : Infinity, best[state * width + last] ?? Infinity, least[state] + SWITCH);
  return {
    states: count, steps: cost => cost % SWITCH, switches: cost => Math.floor(cost / SWITCH), cost: costAfter,
    bestMove(state, last) {
      let chosen = null, value = Infinity;
      const list = moves[state];
      for (let at = 0; at < list.length; at += 3) {
        const to = list[at + 1], thread = list[at];
        const rest = to < 0 ? (fails(-1 - to) ? 0 : Infinity) : costAfter(to, thread);
        const cost = rest + 1 + (thread === last ? 0 : SWITCH);
        if (cost < value) { value = cost; chosen = { thread, index: at / 3, cost }; }
      }
      return chosen;
    },
    ways: countWays(doc, fails),
  };
}

// How many ways lead from each state to an end, and how many of these fail. Null where a way can go round in circles.
function countWays(doc, fails) {
  const { moves, ending } = doc.nodes, count = moves.length;
  const missing = new Int32Array(count), before = Array.from({ length: count }, () => []);
  const bad = new Array(count).fill(0n), all = new Array(count).fill(0n), ready = [];
  for (let state = 0; state < count; state++) {
    if (ending[state] >= 0) {
      if (fails(ending[state])) { bad[state] = 1n; all[state] = 1n; } else if (doc.ends[ending[state]][END.kind] === "exit") all[state] = 1n;
      ready.push(state);
      continue;
    }
    const list = moves[state];
    for (let at = 0; at < list.length; at += 3) {
      const to = list[at + 1];
      if (to >= 0) { missing[state]++; before[to].push(state); }
      else if (fails(-1 - to)) { bad[state] += 1n; all[state] += 1n; }
    }
    if (!missing[state]) ready.push(state);
  }
  let done = 0;
  while (ready.length) {
    const state = ready.pop();
    done++;
    for (const from of before[state]) {
      bad[from] += bad[state];
      all[from] += all[state];
      if (!--missing[from]) ready.push(from);
    }
  }
  return state => missing[state] || done === 0 ? null : { bad: bad[state], all: all[state] };
}

class Heap {  // the smallest cost first
  constructor() { this.items = []; }
  get size() { return this.items.length; }
  push(...item) {
    const items = this.items;
    let at = items.push(item) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (items[parent][0] <= items[at][0]) break;
      [items[parent], items[at]] = [items[at], items[parent]];
      at = parent;
    }
  }
  pop() {
    const items = this.items, top = items[0], last = items.pop();
    if (items.length) {
      items[0] = last;
      for (let at = 0; ;) {
        let child = 2 * at + 1;
        if (child >= items.length) break;
        if (child + 1 < items.length && items[child + 1][0] < items[child][0]) child++;
        if (items[at][0] <= items[child][0]) break;
        [items[child], items[at]] = [items[at], items[child]];
        at = child;
      }
    }
    return top;
  }
}

const world = data.served ? servedWorld() : { state: number => decode(data, number), ahead: lookAhead(data) };

// -- the way so far ----------------------------------------------------------------------------------------------------
// steps[i] leads from seen[i] to seen[i + 1]; `position` steps have been taken, later ones can be redone.
const steps = [], seen = [];
let position = 0, hintsUsed = 0, hinted = null, hintedChoice = 0, busy = false;
const current = () => seen[position];
const lastThread = () => (position ? steps[position - 1].thread : 0);
const switches = upTo => steps.slice(0, upTo).filter((step, at) => step.thread !== (at ? steps[at - 1].thread : 0)).length;
const numberOf = at => (at ? steps[at - 1].to : 0);
const outcome = () => (position && steps[position - 1].end) || current().end;
const over = () => position > 0 && steps[position - 1].end !== null || !current().threads.some(thread => thread.moves.length);

async function take(move) {
  if (busy || over()) return;
  busy = true;
  try {
    const state = move.end ? after(current(), move) : await world.state(move.to);
    const redone = steps[position];
    if (!redone || redone.thread !== move.thread || redone.to !== move.to || redone.choice !== move.choice) {
      steps.length = position;
      seen.length = position + 1;
      steps.push(move);
      seen.push(state);
    }
    position++;
    hinted = null;
    show(true);
  } catch (problem) {
    say(`That did not work: ${problem.message}`, true);
  } finally {
    busy = false;
  }
}
// A step that ends badly leaves the values as they were: the machine stands in the middle of it.
function after(state, move) {
  return { ...state, end: null, threads: state.threads.map(thread => ({ ...thread, moves: [], waits: null })) };
}
function goTo(place) {
  if (busy || place < 0 || place > steps.length) return;
  position = place;
  hinted = null;
  show(true);
}
async function hint() {
  if (over()) return say(FAILS.has(outcome()?.kind) ? "It is broken already." : "This way has ended: undo a step, or restart.", true);
  const best = world.ahead ? world.ahead.bestMove(numberOf(position), lastThread()) : await world.hint(numberOf(position), lastThread());
  hintsUsed++;
  if (!best || best.thread === null) {
    say(best?.message ?? (position ? "From here nothing can go wrong any more. Undo, or restart." : "There is no hint: whatever you do, nothing goes wrong."), true);
    return;
  }
  hinted = best.thread;
  const moves = current().threads[best.thread].moves;
  const flat = current().threads.flatMap(thread => thread.moves);
  const chosen = best.index !== undefined ? flat[best.index] : moves[0];
  hintedChoice = Math.max(0, moves.indexOf(chosen));
  const input = moves.length > 1 && chosen ? ` with ${chosen.choice}` : "";
  const more = world.ahead ? `: ${plural(world.ahead.steps(best.cost), "step")} and ${plural(world.ahead.switches(best.cost), "switch", "switches")} to go` : best.message ?? "";
  show(false);
  say(`Hint: let thread ${best.thread} move${input}${more}.`, true);
}

// -- on the screen ----------------------------------------------------------------------------------------------------
const sources = Object.entries(data.sources).map(([path, text]) => ({ path, name: path.split("/").pop(), text, view: null }));
let openFile = sources[0]?.path;

function say(text, visible = false) {
  byId("live").textContent = text;
  const note = byId("told");
  if (note) { note.textContent = visible ? text : ""; }
}

function show(moved) {
  const state = current();
  showThreads(state);
  showValues(state);
  showSource(state);
  showPath();
  showCounters();
  showOutcome();
  byId("undo").disabled = byId("restart").disabled = position === 0;
  byId("redo").disabled = position === steps.length;
  byId("hint").disabled = over();
  byId("guide").hidden = position > 0;
  if (moved) {
    const last = position ? steps[position - 1] : null;
    const did = last ? `Thread ${last.thread}: ${textOf(last)}.` : "At the beginning.";
    const next = state.threads.map((thread, number) => thread.moves.length ? `thread ${number} ${thread.moves[0].will}` : thread.waits ? `thread ${number} ${thread.waits.text}` : "").filter(Boolean);
    const end = outcome();
    say(end && over() ? `${did} ${titleOf(end)}` : `${did} Next: ${next.join("; ")}.`);
    history.replaceState(null, "", position ? `#w=${steps.slice(0, position).map(spell).join(".")}` : location.pathname + location.search);
  }
}
const spell = (step, at) => {
  const several = seen[at].threads[step.thread].moves;
  return several.length > 1 ? `${step.thread}-${several.findIndex(one => one.to === step.to && one.choice === step.choice)}` : `${step.thread}`;
};
const brokenBy = step => (step.end?.kind === "violation" ? `✗ ${step.end.property}` : "");
const textOf = step => [...step.lines.map(line => line.text), brokenBy(step)].filter(Boolean).join("; ") || step.will;

const names = {};
function nameOf(number, thread) {
  if (thread.calls[0]) names[number] = thread.calls[0];
  return names[number] ?? (number ? "" : "main");
}
function lineText(path, line) {
  return (sources.find(one => one.path === path)?.text.split("\n")[line - 1] ?? "").trim();
}

function showThreads(state) {
  const focused = document.activeElement?.dataset?.thread;
  byId("threads").replaceChildren(...state.threads.map((thread, number) => {
    const running = position > 0 && steps[position - 1].thread === number;
    const card = make("article", {
      className: `thread${running ? " last" : ""}${thread.line === 0 ? " ended" : ""}${hinted === number ? " hinted" : ""}`,
      style: `--thread:${threadColour(number)}`, "aria-label": `thread ${number}`,
    });
    card.append(make("h2", {}, badge(number), make("span", {}, nameOf(number, thread) || `thread ${number}`), thread.line > 0 ? make("span", { className: "soft" }, `line ${thread.line}`) : ""));
    card.append(make("div", { className: "place" }, thread.line > 0 ? lineText(thread.file, thread.line) : thread.line === 0 ? "" : position ? "has returned" : "before main"));
    const did = steps.slice(0, position).findLast(step => step.thread === number);
    if (did && thread.line !== 0) card.append(make("div", { className: "did" }, `last: ${textOf(did)}`));
    const locals = thread.locals.filter(row => row.kind !== "buffer"), buffer = thread.locals.filter(row => row.kind === "buffer");
    if (locals.length) card.append(make("div", { className: "locals" }, locals.slice(0, 12).map(row => `${row.place} = ${row.text}`).join(", ")));
    if (buffer.length) card.append(make("div", { className: "locals" }, `store buffer: ${buffer.map(row => `${row.place} = ${row.text}`).join(", then ")}`));
    card.append(...nextStep(thread, number, state));
    return card;
  }));
  if (focused !== undefined) byId("threads").querySelector(`[data-thread="${focused}"]`)?.focus();
}
function nextStep(thread, number) {
  if (position && steps[position - 1].end) return [make("div", { className: "done" }, thread.line === 0 ? "✓ has ended" : "")];
  if (thread.waits && !thread.moves.length) return [make("div", { className: "waits" }, thread.waits.text)];
  if (!thread.moves.length) return [make("div", { className: "done" }, thread.line === 0 ? "✓ has ended" : "cannot move")];
  const kinds = [...new Set(thread.moves.map(move => move.will))].join(" or ");
  if (thread.moves.length === 1 && !data.served) return [goButton(thread.moves[0], number, kinds)];
  return [choices(thread, number, kinds)];
}
function goButton(move, number, text) {
  const button = make("button", { className: "go", type: "button", "data-thread": String(number), "aria-label": `thread ${number} ${text}`, "aria-keyshortcuts": String(number) },
    make("span", { "aria-hidden": "true" }, "▶"), make("span", {}, text), number < 10 ? make("kbd", { "aria-hidden": "true" }, String(number)) : "");
  button.addEventListener("click", () => take(move));
  return button;
}
function choices(thread, number, text) {
  if (thread.moves.length === 1 && !thread.moves[0].choice) return goButton(thread.moves[0], number, text);
  const box = make("div", { className: "choices", role: "group", "aria-label": `thread ${number} ${text}: choose` }, make("span", { className: "label" }, `${text}: choose`));
  if (thread.moves.length <= 8) {
    box.append(make("div", { className: "options" }, ...thread.moves.map((move, at) => {
      const option = make("button", { className: `option${hinted === number && at === hintedChoice ? " hinted" : ""}`, type: "button", ...(at ? {} : { "data-thread": String(number) }) }, move.choice || String(at));
      option.addEventListener("click", () => take(move));
      return option;
    })));
  } else {
    const list = make("select", { "aria-label": "value", "data-thread": String(number) }, ...thread.moves.map((move, at) => make("option", { value: String(at) }, move.choice || String(at))));
    if (hinted === number) list.value = String(hintedChoice);
    const go = make("button", { className: "go", type: "button" }, "▶ goes on with it");
    go.addEventListener("click", () => take(thread.moves[Number(list.value)]));
    box.append(list, go);
  }
  if (data.served && thread.moves.some(move => move.choice)) box.append(ownInput(number));
  return box;
}
function ownInput(number) {
  const field = make("input", { type: "text", size: "8", "aria-label": `another value for thread ${number}`, placeholder: "another value" }), go = make("button", { type: "button" }, "use it");
  const use = async () => {
    try {
      const doc = await world.input(numberOf(position), number, field.value);
      const move = decode(doc, 0).threads[number].moves[0];
      if (move) take(move); else say("With that value the thread has to wait.", true);
    } catch (problem) { say(problem.message, true); }
  };
  go.addEventListener("click", use);
  field.addEventListener("keydown", event => { if (event.key === "Enter") use(); event.stopPropagation(); });
  return make("div", { className: "options" }, field, go);
}

function table(title, rows, before) {
  const old = new Map((before ?? []).map(row => [row.place, row.text]));
  return make("table", { className: "values", "aria-label": title }, make("tbody", {}, ...rows.map(row => {
    const was = old.get(row.place), changed = before && was !== row.text;
    const value = make("td", {}, changed && was !== undefined ? make("span", { className: "was" }, was) : "", row.text);
    if (row.kind === "lock") value.append(" ", ...row.threads.map(one => badge(one)));
    return make("tr", { className: changed ? "new" : "" }, make("th", { scope: "row" }, row.place), value);
  })));
}
function showValues(state) {
  const previous = position ? seen[position - 1] : null;
  for (const [panel, place, kind, title] of [["shared-panel", "shared", "value", "shared variables"], ["locks-panel", "locks", "lock", "locks and waiting"]]) {
    const rows = state.shared.filter(row => row.kind === kind), before = previous?.shared.filter(row => row.kind === kind);
    byId(panel).hidden = !rows.length;
    byId(place).replaceChildren(table(title, rows, before));
  }
  const waiting = state.threads.map((thread, number) => [number, thread.waits]).filter(([, waits]) => waits);
  byId("waits-panel").hidden = !waiting.length;
  byId("waits").replaceChildren(...waiting.map(([number, waits]) => make("div", {}, badge(number), ` ${waits.text}`)));
  const printed = steps.slice(0, position).map(step => step.output).join("");
  byId("output-panel").hidden = !printed;
  byId("output").textContent = printed;
}

function showSource(state) {
  const last = position ? steps[position - 1] : null, end = outcome();
  const main = last?.lines.at(-1), wanted = end?.file || main?.file || state.threads.find(thread => thread.line > 0)?.file || openFile;
  openFile = wanted;
  byId("tabs").replaceChildren(...(sources.length > 1 ? sources.map(file => {
    const tab = make("button", { type: "button", role: "tab", "aria-selected": String(file.path === openFile) }, file.name);
    tab.addEventListener("click", () => { openFile = file.path; paintSource(state, last, end); });
    return tab;
  }) : []));
  paintSource(state, last, end);
}
function paintSource(state, last, end) {
  const file = sources.find(one => one.path === openFile);
  if (!file) return;
  file.view ??= sourceTable(file);
  if (byId("source").firstChild !== file.view.table) byId("source").replaceChildren(file.view.table);
  for (const row of file.view.table.querySelectorAll("tr[class]")) row.removeAttribute("class");
  for (const cell of file.view.table.querySelectorAll(".who .badge")) cell.remove();
  let centre = null;
  state.threads.forEach((thread, number) => {
    if (thread.line > 0 && thread.file === openFile && file.view.rows[thread.line]) {
      file.view.rows[thread.line].classList.add("here");
      file.view.who[thread.line].append(badge(number, `thread ${number} is here`));
      centre ??= thread.line;
    }
  });
  for (const line of last?.lines ?? []) if (line.file === openFile) { file.view.rows[line.line]?.classList.add("now"); centre = line.line; }
  if (end?.kind === "violation" && end.file === openFile) { file.view.rows[end.line]?.classList.add("bad"); centre = end.line; }
  const row = file.view.rows[centre], box = byId("source");
  if (row && (row.offsetTop < box.scrollTop + 40 || row.offsetTop > box.scrollTop + box.clientHeight - 80)) box.scrollTop = row.offsetTop - box.clientHeight / 2;
}

function showPath() {
  const count = Math.max(...seen.map(state => state.threads.length));
  const head = make("tr", {}, make("th", { className: "step", scope: "col" }, "step"), ...Array.from({ length: count }, (_, number) => make("th", { scope: "col", style: `--thread:${threadColour(number)}` }, badge(number), ` ${names[number] ?? ""}`)));
  const rows = steps.map((step, at) => {
    const row = make("tr", { className: `${step.thread !== (at ? steps[at - 1].thread : 0) ? "switch" : ""}${at >= position ? " later" : ""}` }, make("td", { className: "step" }, String(at + 1)));
    for (let number = 0; number < count; number++) {
      const cell = make("td", { className: number === step.thread ? "runs" : "", style: `--thread:${threadColour(number)}` });
      if (number === step.thread) {
        cell.append(make("span", { className: "who" }, badge(number)));
        if (step.lines.length) step.lines.forEach((line, index) => cell.append(index ? make("br") : "", make("span", { className: "line" }, `${line.line}: `), line.text));
        else if (!brokenBy(step)) cell.append(make("span", { className: "soft" }, step.will));
        if (brokenBy(step)) cell.append(make("div", { className: "broken" }, make("span", { className: "line" }, `${step.end.line}: `), brokenBy(step)));
      }
      row.append(cell);
    }
    row.addEventListener("click", () => goTo(at + 1));
    return row;
  });
  const box = byId("path");
  if (!rows.length) { box.replaceChildren(make("p", { className: "soft", style: "padding:0 .8rem .5rem" }, "Nothing has happened yet. Let a thread move.")); return; }
  box.replaceChildren(make("table", { className: "lanes many", "aria-label": "the way so far" }, make("thead", {}, head), make("tbody", {}, ...rows)));
  const now = rows[Math.max(0, position - 1)];
  if (now.offsetTop + now.offsetHeight > box.scrollTop + box.clientHeight || now.offsetTop < box.scrollTop + 30) box.scrollTop = now.offsetTop - box.clientHeight + 3 * now.offsetHeight;
}

// Of very many ways, the share that fails says more than two numbers.
function failing({ bad, all }) {
  if (all < 1000000000000n) return `${big(bad)} of ${big(all)} ways`;
  const share = Number(bad * 1000n / all) / 10;
  const part = !bad ? "none" : bad === all ? "all" : share < .1 ? "less than 0.1 %" : share > 99.8 ? "nearly all" : `${share} %`;
  return `${part} of ${big(all)} ways`;
}
const big = number => number < 1000000000000n ? Number(number).toLocaleString("en") : `about 10^${String(number).length - 1}`;
function waysText() {
  if (!world.ahead || over()) return null;
  const ways = world.ahead.ways(numberOf(position)), can = world.ahead.cost(numberOf(position), lastThread()) < Infinity;
  if (ways === null) return can ? "some ways from here fail" : "no way from here fails";
  if (ways.all === 1n) return ways.bad ? "the only way from here fails" : "the only way from here is harmless";
  return `${failing(ways)} from here fail`;
}
function showCounters() {
  const parts = [[position, position === 1 ? "step" : "steps"], [switches(position), switches(position) === 1 ? "switch" : "switches"]];
  const spans = parts.map(([number, word]) => make("span", {}, make("b", {}, String(number)), ` ${word}`));
  const ways = waysText();
  if (ways) spans.push(make("span", { id: "ways" }, ways));
  byId("counters").replaceChildren(...spans);
}

function titleOf(end) {
  return { violation: "You broke it!", deadlock: "Deadlock!", "local deadlock": "Some threads wait for one another for ever!", exit: "The program has ended, and nothing went wrong.", assumption: "This does not count.", "given up": "Nobody knows what happens next." }[end.kind];
}
let celebrated = -1;
function showOutcome() {
  const end = outcome(), box = byId("outcome");
  box.hidden = !end;
  if (!end) { celebrated = -1; box.replaceChildren(); return; }
  const bad = FAILS.has(end.kind);
  box.className = `outcome ${bad ? "bad" : end.kind === "exit" ? "good" : "open"}`;
  const parts = [make("h2", { id: "outcome-title" }, titleOf(end))];
  if (end.kind === "violation") parts.push(make("p", {}, badge(end.thread), ` ${end.property} violated in thread ${end.thread}, line ${end.line}: `, make("code", {}, end.message)));
  else if (bad) parts.push(make("p", {}, end.kind === "deadlock" ? "No thread can move any more, and some have not ended:" : "Whatever the other threads do:"), make("ul", {}, ...end.message.split("\n").map(line => make("li", {}, line))));
  else if (end.kind === "exit") parts.push(make("p", {}, exitText(end)));
  else parts.push(make("p", {}, end.kind === "assumption" ? `An assumption does not hold (${end.message}): executions like this one are left out.` : end.message));
  if (bad) parts.push(make("p", {}, scoreText()));
  if (end.why) parts.push(make("p", { className: "why" }, make("b", {}, "Why, on a shortest way (yours may be another): "), end.why));
  const again = make("button", { type: "button" }, "Try again"), back = make("button", { type: "button" }, "One step back");
  again.addEventListener("click", () => goTo(0));
  back.addEventListener("click", () => goTo(position - 1));
  parts.push(make("div", { className: "buttons no-print" }, again, back));
  box.replaceChildren(...parts);
  if (bad && celebrated !== position) { confetti(box); box.scrollIntoView({ block: "nearest" }); }
  celebrated = position;
}
function exitText(end) {
  const status = `Exit status ${end.message}. `;
  if (!world.ahead) return `${status}Undo a few steps, or restart, and try another order.`;
  const ways = world.ahead.ways(0);
  if (world.ahead.cost(0, 0) === Infinity) return `${status}${data.complete ? "No schedule breaks this program." : "No schedule that was tried breaks this program."}`;
  return `${status}${ways ? `But ${failing(ways)} fail.` : "But other ways fail."} Undo a few steps, or restart.`;
}
function scoreText() {
  const used = switches(position), line = [`${plural(position, "step")}, ${plural(used, "switch", "switches")}`];
  if (world.ahead) {
    const fewest = world.ahead.switches(world.ahead.cost(0, 0));
    line.push(used <= fewest ? "★★★ nobody can do it with fewer switches" : used <= fewest + 2 ? `★★ ${fewest} would do` : `★ ${fewest} would do`);
  }
  line.push(hintsUsed ? `with ${plural(hintsUsed, "hint")}` : "without a hint");
  return `${line.join(" · ")}.`;
}
function confetti(box) {
  for (let number = 0; number < 36; number++)
    box.append(make("span", { className: "confetti", "aria-hidden": "true", style: `left:${(number * 37) % 100}%;background:${threadColour(number)};animation-delay:${(number % 9) * .07}s` }));
  setTimeout(() => box.querySelectorAll(".confetti").forEach(one => one.remove()), 3400);
}

function showChallenge() {
  const place = byId("challenge");
  const told = make("span", { id: "told", className: "soft", style: "display:block" });
  if (!world.ahead) { place.replaceChildren("Break it, if you can: reach a violation or a deadlock.", told); return; }
  const cost = world.ahead.cost(0, 0), ways = world.ahead.ways(0), states = plural(world.ahead.states, "state");
  if (cost === Infinity) {
    const text = data.complete ? `No schedule breaks this program: all ${states} were looked at` : `No schedule that was tried breaks this program (${states})`;
    place.replaceChildren(`${text}${ways ? `, ${big(ways.all)} ${ways.all === 1n ? "way" : "ways"}` : ""}. Try it, and see why.`, told);
    return;
  }
  const fewest = world.ahead.switches(cost);
  place.replaceChildren("Challenge: break it with ", make("b", {}, fewest ? `at most ${plural(fewest, "switch", "switches")}` : "no switch at all"), ways ? `. ${failing(ways)[0].toUpperCase()}${failing(ways).slice(1)} fail (${states}).` : ` (${states}; ways can go round in circles).`, told);
}

// -- keys, and the beginning -------------------------------------------------------------------------------------------
function moveThread(number) {
  const thread = current().threads[number];
  if (!thread || over()) return;
  if (!thread.moves.length) return say(`Thread ${number} ${thread.waits?.text ?? "has ended"}.`, true);
  if (thread.moves.length === 1) return take(thread.moves[0]);
  if (hinted === number) return take(thread.moves[hintedChoice]);
  byId("threads").querySelector(`[data-thread="${number}"]`)?.focus();
  say(`Thread ${number}: choose among ${thread.moves.length}.`, true);
}
const keys = {
  ArrowLeft: () => goTo(position - 1), u: () => goTo(position - 1), Backspace: () => goTo(position - 1), ArrowRight: () => goTo(position + 1), r: () => goTo(position + 1),
  Home: () => goTo(0), h: hint, "?": () => byId("help-text").showModal(), d: () => byId("theme").click(), "+": () => setScale(.15), "-": () => setScale(-.15),
};
document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || byId("help-text").open) return;
  if (["INPUT", "SELECT", "TEXTAREA"].includes(event.target.tagName)) return;
  if (/^[0-9]$/.test(event.key)) { event.preventDefault(); moveThread(Number(event.key)); }
  else if (keys[event.key]) { event.preventDefault(); keys[event.key](); }
});
byId("undo").addEventListener("click", keys.u);
byId("redo").addEventListener("click", keys.r);
byId("restart").addEventListener("click", keys.Home);
byId("hint").addEventListener("click", hint);
byId("help").addEventListener("click", keys["?"]);
byId("file").textContent = data.program;
if (data.model !== "sc") byId("guide").append(" A store waits in the ", make("b", {}, "buffer"), " of its thread: where you are asked to choose, you say whether the oldest one reaches memory after the step.");
byId("model").textContent = data.model === "sc" ? "" : `memory model ${data.model}`;
byId("notes").replaceChildren(...data.notes.map(note => make("p", {}, note)));

(async () => {
  seen.push(await world.state(0));
  showChallenge();
  show(false);
  for (const word of (/^#w=([\d.-]+)$/.exec(location.hash)?.[1] ?? "").split(".").filter(Boolean)) {  // a way that somebody sent
    const [thread, choice] = word.split("-").map(Number), move = current().threads[thread]?.moves[choice || 0];
    if (!move) break;
    await take(move);
  }
  document.documentElement.dataset.ready = "yes";
})();

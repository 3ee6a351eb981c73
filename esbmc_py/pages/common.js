"use strict";
// What all pages share. Everything from a program is put on the screen as text, never as markup.
const data = JSON.parse(document.getElementById("data").textContent);
const byId = name => document.getElementById(name);
const make = (name, options = {}, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(options)) {
    if (key === "style") element.style.cssText = value;
    else if (key in element && typeof value !== "string" || key === "className" || key === "textContent") element[key] = value;
    else element.setAttribute(key, value);
  }
  element.append(...children.filter(child => child !== null && child !== undefined && child !== ""));
  return element;
};
const threadColour = thread => `var(--t${thread % 8})`;
const badge = (thread, title = `thread ${thread}`) =>
  make("span", { className: "badge", style: `--thread:${threadColour(thread)}`, title }, String(thread));
const plural = (number, word, more = `${word}s`) => `${Number(number).toLocaleString("en")} ${Number(number) === 1 ? word : more}`;

// -- light, dark, and how large --------------------------------------------------------------------------------------
const remember = (key, value) => { try { localStorage.setItem(key, value); } catch { /* a page from a file may not */ } };
const recall = key => { try { return localStorage.getItem(key); } catch { return null; } };
const darkByItself = matchMedia("(prefers-color-scheme: dark)");
function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  const button = byId("theme");
  if (button) { button.textContent = theme === "dark" ? "☀" : "☾"; button.setAttribute("aria-label", theme === "dark" ? "light colours" : "dark colours"); }
}
setTheme(recall("smtcb-theme") || (darkByItself.matches ? "dark" : "light"));
darkByItself.addEventListener("change", event => { if (!recall("smtcb-theme")) setTheme(event.matches ? "dark" : "light"); });
byId("theme")?.addEventListener("click", () => {
  const theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  remember("smtcb-theme", theme);
  setTheme(theme);
});
let scale = Number(recall("smtcb-scale")) || 1;
function setScale(by) {
  scale = Math.min(2.2, Math.max(.7, scale + by));
  document.documentElement.style.setProperty("--scale", scale.toFixed(2));
  if (by) remember("smtcb-scale", scale);
}
setScale(0);
byId("larger")?.addEventListener("click", () => setScale(.15));
byId("smaller")?.addEventListener("click", () => setScale(-.15));

// -- source code -----------------------------------------------------------------------------------------------------
const C_TOKEN = /(\/\/.*|\/\*[\s\S]*?(?:\*\/|$))|("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(^\s*#.*)|\b(auto|break|case|char|const|continue|default|do|double|else|enum|extern|float|for|goto|if|inline|int|long|register|restrict|return|short|signed|sizeof|static|struct|switch|typedef|union|unsigned|void|volatile|while|_Atomic|_Bool|_Noreturn|_Static_assert|_Thread_local|NULL)\b|\b(\d[\w.]*)\b/g;
const C_KINDS = ["c-comment", "c-string", "c-directive", "c-keyword", "c-number"];
// One list of nodes for each line. A comment may go over several.
function colouredLines(text) {
  let inComment = false;
  return text.replace(/\n$/, "").split("\n").map(line => {
    const parts = [];
    let rest = line;
    if (inComment) {
      const end = rest.indexOf("*/");
      const length = end < 0 ? rest.length : end + 2;
      parts.push(make("span", { className: "c-comment" }, rest.slice(0, length)));
      rest = rest.slice(length);
      inComment = end < 0;
    }
    let last = 0;
    for (const found of rest.matchAll(C_TOKEN)) {
      parts.push(rest.slice(last, found.index));
      parts.push(make("span", { className: C_KINDS[found.slice(1).findIndex(one => one !== undefined)] }, found[0]));
      last = found.index + found[0].length;
      if (found[1]?.startsWith("/*") && !(found[1].length > 3 && found[1].endsWith("*/"))) inComment = true;
    }
    parts.push(rest.slice(last));
    return parts.filter(part => part !== "");
  });
}
// A table of lines; `rows[line]` is the row of a line, and `who[line]` the cell in which badges go.
function sourceTable(file) {
  const rows = {}, who = {};
  const body = make("tbody");
  colouredLines(file.text).forEach((parts, index) => {
    const line = index + 1;
    who[line] = make("td", { className: "who" });
    rows[line] = make("tr", {}, who[line], make("td", { className: "number" }, String(line)), make("td", { className: "text" }, ...parts, "\u200b"));
    body.append(rows[line]);
  });
  return { table: make("table", { className: "source", "aria-label": `source of ${file.name}` }, body), rows, who };
}

/** Style sheet of all pages. The contrast of text is at least 4.5:1 in light and dark mode. */
export const style = `
:root {
  color-scheme: light dark; --ink: #1c2430; --soft: #566174; --line: #dde2ea; --paper: #fff;
  --ground: #f5f7fa; --accent: #2257c5; --on-accent: #fff; --bad: #a8261e;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e8ecf2; --soft: #a7b1c2; --line: #333c4a; --paper: #1b212b; --ground: #12161d; --accent: #8fb4ff;
    --on-accent: #0d1a33; --bad: #ff9d94;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
header {
  display: flex; justify-content: space-between; align-items: center; gap: 16px; min-height: 56px;
  padding: 8px max(20px, calc(50vw - 420px)); background: var(--paper); border-bottom: 1px solid var(--line);
}
header form { display: flex; align-items: center; gap: 12px; color: var(--soft); }
main { max-width: 880px; margin: 0 auto; padding: 24px 20px 64px; }
h1 { font-size: 26px; line-height: 1.25; margin: 8px 0 12px; }
p { margin: 0 0 16px; }
a { color: var(--accent); }
.soft { color: var(--soft); }
.note, .problem { padding: 12px 16px; background: var(--paper); border: 1px solid var(--line); border-radius: 8px; }
.problem { color: var(--bad); }
.orders {
  list-style: none; margin: 0; padding: 0; background: var(--paper); border: 1px solid var(--line);
  border-radius: 8px;
}
.orders li + li { border-top: 1px solid var(--line); }
.orders label {
  display: grid; grid-template-columns: 20px 56px 1fr auto 64px; gap: 2px 16px; align-items: center;
  padding: 10px 16px; cursor: pointer;
}
.orders label:has(:checked) { background: color-mix(in srgb, var(--accent) 8%, transparent); }
.orders strong { font-variant-numeric: tabular-nums; }
code { font: 14px ui-monospace, monospace; }
.mark { font-size: 14px; text-align: right; }
input { accent-color: var(--accent); }
input[type='checkbox'] { width: 18px; height: 18px; margin: 0; }
.begin { display: grid; gap: 8px; max-width: 320px; justify-items: start; }
.begin input {
  width: 100%; padding: 10px 12px; font: inherit; color: inherit; background: var(--paper);
  border: 1px solid var(--soft); border-radius: 6px;
}
button {
  min-height: 44px; padding: 8px 18px; font: inherit; font-weight: 600; color: var(--on-accent);
  background: var(--accent); border: 1px solid var(--accent); border-radius: 6px; cursor: pointer;
}
button.quiet { color: var(--accent); background: transparent; border-color: var(--line); }
header button { min-height: 36px; padding: 4px 12px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.actions { display: flex; flex-wrap: wrap; gap: 12px; }
.bar { position: sticky; bottom: 0; padding: 12px 0; background: var(--ground); }
@media (max-width: 560px) {
  .orders label { grid-template-columns: 20px 1fr auto; }
  .orders .to, .orders code { grid-column: 2 / -1; }
  .orders .mark { grid-area: 1 / 3; }
  .bar button { flex: 1; padding: 8px; }
}`;

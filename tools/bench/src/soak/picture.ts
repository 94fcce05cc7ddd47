import { type Point, thinned } from './trend';
import { formatNumber } from './verdicts';

export interface Panel {
  title: string;
  unit: string;
  lines: { name: string; points: readonly Point[] }[];
}

/** A labeled vertical line in the charts. `at` is the time in seconds. */
export interface Mark {
  at: number;
  name: string;
}

const [width, height] = [420, 190];
const COLUMNS = 2;
const [left, right, top, bottom] = [58, 14, 40, 34];
const colours = ['#1f5fbf', '#c2410c', '#15803d', '#7e22ce'];
const MAX_POINTS = 300;

/** Renders charts side by side as SVG. Each chart has its own axes. */
export function pictureOf(panels: readonly Panel[], marks: readonly Mark[]): string {
  const rows = Math.ceil(panels.length / COLUMNS);
  const end = Math.max(
    1,
    ...panels.flatMap(({ lines }) => lines.flatMap(({ points }) => points.map(([at]) => at))),
  );
  const drawn = panels.map((panel, at) => {
    const [x, y] = [(at % COLUMNS) * width, Math.floor(at / COLUMNS) * height];
    return `<g transform="translate(${x} ${y})">\n${drawPanel(panel, marks, end)}\n</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${COLUMNS * width} ${rows * height}" font-family="system-ui, sans-serif" font-size="10" fill="#333">
<rect width="100%" height="100%" fill="#fff"/>
${drawn.join('\n')}
</svg>
`;
}

function drawPanel({ title, unit, lines }: Panel, marks: readonly Mark[], end: number): string {
  const highest = Math.max(...lines.flatMap(({ points }) => points.map(([, value]) => value)), 0);
  const steps = ticks(highest);
  const maxStep = steps.at(-1)!;
  const x = (at: number) => round(left + (at / end) * (width - left - right));
  const y = (value: number) => round(height - bottom - (value / maxStep) * (height - top - bottom));
  const text = (at: [number, number], words: string, anchor = 'start', more = '') =>
    `<text x="${at[0]}" y="${at[1]}" text-anchor="${anchor}"${more}>${escaped(words)}</text>`;
  const minutes = ticks(end / 60).filter((minute) => minute * 60 <= end);
  return [
    text([left, 14], `${title}, ${unit}`, 'start', ' font-weight="600" font-size="12"'),
    ...legend(lines, text),
    ...steps.map(
      (value) =>
        `<line x1="${left}" x2="${width - right}" y1="${y(value)}" y2="${y(value)}" ` +
        `stroke="#ddd"/>${text([left - 5, y(value) + 3], formatNumber(value), 'end')}`,
    ),
    ...minutes.map((minute) => text([x(minute * 60), height - bottom + 13], formatNumber(minute), 'middle')),
    text([width - right, height - bottom + 25], 'minutes', 'end'),
    ...marks.map(
      ({ at, name }) =>
        `<line x1="${x(at)}" x2="${x(at)}" y1="${top}" y2="${height - bottom}" stroke="#888" ` +
        `stroke-dasharray="3 3"/>${text([x(at) - 3, top + 8], name, 'end', ' fill="#666"')}`,
    ),
    ...lines.map(({ points }, at) => {
      const path = thinned(points, MAX_POINTS).map(([time, value]) => `${x(time)},${y(value)}`);
      return (
        `<polyline points="${path.join(' ')}" fill="none" stroke="${colours[at % colours.length]}" ` +
        'stroke-width="1.4"/>'
      );
    }),
  ].join('\n');
}

type Text = (at: [number, number], words: string, anchor?: string, more?: string) => string;

function legend(lines: Panel['lines'], text: Text): string[] {
  if (lines.length < 2) return [];
  return lines.map(({ name }, at) =>
    text([left + at * 90, 29], name, 'start', ` fill="${colours[at % colours.length]}"`),
  );
}

/** Returns round values for the ticks of an axis, from 0 to at least `highest`. */
export function ticks(highest: number): number[] {
  if (highest <= 0) return [0, 1];
  const size = 10 ** Math.floor(Math.log10(highest));
  const step = [0.2, 0.25, 0.5, 1, 2].map((each) => each * size).find((each) => highest / each <= 5)!;
  return Array.from({ length: Math.ceil(highest / step - 1e-9) + 1 }, (_, at) =>
    Number((at * step).toPrecision(6)),
  );
}

const round = (value: number) => Math.round(value * 10) / 10;

const escaped = (words: string) => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { median } from './load';
import { table } from './table';

const times = { full: 40, quick: 10 };

/** The least that Node does, and the command line, which then waits for nobody. */
const programs: Record<string, string[]> = {
  'an empty program': ['-e', '0'],
  'storewright --version': ['main.js', '--version'],
  'storewright --help': ['main.js', '--help'],
  'storewright meta get (refused)': ['main.js', 'meta', 'get'],
  'storewright listen (refused)': ['main.js', 'listen'],
};

/** How long the command line takes to start, beside Node itself, in turns. Of each the least is told: what is above it is what else the machine did. */
export async function measureStarts(folder: string, how: keyof typeof times): Promise<string> {
  // At the end each says what it has used of the processor.
  const meter = join(folder, 'meter.cjs');
  writeFileSync(
    meter,
    `process.on('exit', () => require('fs').writeSync(3, JSON.stringify(process.cpuUsage())));`,
  );
  const runs = new Map(Object.keys(programs).map((name) => [name, [] as Run[]]));
  for (let turn = 0; turn < times[how]; turn += 1)
    for (const [name, taken] of runs) taken.push(await oneStart(['-r', meter, ...programs[name]!]));
  const least = (name: string, of: keyof Run) => Math.min(...runs.get(name)!.map((run) => run[of]));
  const [floor] = Object.keys(programs) as [string];
  const rows = [...runs].map(([name, taken]) => [
    name,
    least(name, 'cpu').toFixed(0),
    (least(name, 'cpu') - least(floor, 'cpu')).toFixed(0),
    least(name, 'wall').toFixed(0),
    median(taken.map(({ wall }) => wall)).toFixed(0),
  ]);
  const head = ['ms', 'processor', 'above empty', 'until it ended', 'median of that'];
  return table(head, rows);
}

interface Run {
  cpu: number;
  wall: number;
}

async function oneStart(words: string[]): Promise<Run> {
  const began = performance.now();
  const child = spawn(process.execPath, words, {
    cwd: resolve('dist/tools/cli'),
    // Nobody's credentials.
    env: { PATH: process.env['PATH'], HOME: '/nonexistent' },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit').then(() => performance.now() - began);
  const told = JSON.parse(await text(child.stdio[3] as NodeJS.ReadableStream)) as NodeJS.CpuUsage;
  return { cpu: (told.user + told.system) / 1000, wall: await ended };
}

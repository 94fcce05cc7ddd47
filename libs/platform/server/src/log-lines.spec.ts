import fs, { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { logLines } from './log-lines';

const folder = mkdtempSync(join(tmpdir(), 'storewright-log-'));
const line = (no: number) => `{"no":${no}}\n`;

let file: string;
let out: ReturnType<typeof logLines>;
const written = () => (existsSync(file) ? readFileSync(file, 'utf8') : '');

beforeEach(async () => {
  file = join(folder, `${Math.random()}.log`);
  out = logLines(file);
  await once(out, 'ready');
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
  out.destroy();
});
afterAll(() => rmSync(folder, { recursive: true }));

it('logLines writes the buffered lines when the process exits', () => {
  out.write(line(1));
  out.write(line(2));
  expect(written()).toBe('');
  // Flushes as pino's `exit` handler does, also after an uncaught error.
  out.flushSync();
  expect(written()).toBe(line(1) + line(2));
});

it('logLines writes buffered lines synchronously when the process exits', () => {
  const others = jest.spyOn(fs, 'write');
  out.write(line(1));
  out.flushSync();
  expect([others.mock.calls, written()]).toEqual([[], line(1)]);
});

it('logLines writes a single log line after half a second', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
  out.write(line(1));
  jest.advanceTimersByTime(499);
  expect(written()).toBe('');
  jest.advanceTimersByTime(1);
  await once(out, 'drain');
  expect(written()).toBe(line(1));
});

it('logLines writes a continuous stream of log lines in order', async () => {
  const lines = Array.from({ length: 5_000 }, (_, no) => line(no));
  for (const each of lines) out.write(each);
  await new Promise<void>((done) => out.flush(() => done()));
  expect(written()).toBe(lines.join(''));
});

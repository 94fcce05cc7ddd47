import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Listening } from './listening';

const folder = mkdtempSync(join(tmpdir(), 'storewright-listening-'));
const program = join(folder, 'program.mjs');
writeFileSync(program, `process.stdout.write('here'); setInterval(() => undefined, 1_000);`);
afterAll(() => rmSync(folder, { recursive: true }));

it('a program that was asked for what it had said already may end without a fault', async () => {
  const listening = new Listening(program, [], {});
  await listening.says('here', 'stdout');
  await listening.says('here', 'stdout');
  expect(await listening.interrupt()).toBeNull();
  // A rejection that nobody handles fails this spec, in the turn after the one in which it came.
  await new Promise(setImmediate);
});

it('a program that ends before it says so is a failure with all that it said', async () => {
  const listening = new Listening(program, [], {});
  await listening.says('here', 'stdout');
  const later = expect(listening.says('there', 'stdout')).rejects.toThrow(/^here$/);
  await listening.interrupt();
  await later;
});

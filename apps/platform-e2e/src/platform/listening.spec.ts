import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Listening } from './listening';

const folder = mkdtempSync(join(tmpdir(), 'storewright-listening-'));
const program = join(folder, 'program.mjs');
writeFileSync(program, `process.stdout.write('here'); setInterval(() => undefined, 1_000);`);
afterAll(() => rmSync(folder, { recursive: true }));

it('Listening resolves if the program exits right after the expected output', async () => {
  const listening = new Listening(program, [], {});
  await listening.says('here', 'stdout');
  await listening.says('here', 'stdout');
  expect(await listening.interrupt()).toBeNull();
  // An unhandled rejection fails this spec in the next turn.
  await new Promise(setImmediate);
});

it('Listening rejects with the output if the program exits before the expected output', async () => {
  const listening = new Listening(program, [], {});
  await listening.says('here', 'stdout');
  const later = expect(listening.says('there', 'stdout')).rejects.toThrow(/^here$/);
  await listening.interrupt();
  await later;
});

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

it('the types are those of the API’s document; "npm run openapi" makes both anew', () => {
  const program = resolve(__dirname, '../generate-types.mjs');
  const generated = execFileSync(process.execPath, [program, '--print'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  expect(readFileSync(resolve(__dirname, 'openapi.ts'), 'utf8')).toBe(generated);
});

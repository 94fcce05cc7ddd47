import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const folder = resolve(__dirname, '..');
const PHYSICAL =
  /(?:margin|padding|border)-(?:left|right)\b|(?:^|[\s;{])(?:left|right)\s*:|text-align:\s*(?:left|right)|float:/m;

describe('style sheets', () => {
  it('use logical properties, so that right-to-left languages mirror every screen', () => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.css'),
    );
    expect(files.length).toBeGreaterThan(50);
    expect(files.filter((file) => PHYSICAL.test(readFileSync(join(folder, file), 'utf8')))).toEqual([]);
    expect('.a {\n  right: 0;\n}').toMatch(PHYSICAL);
  });
});

import { join } from 'node:path';
import { read, root } from '@storewright/workspace';

/** Removes white space, because lines break differently on a page. */
const unbroken = (code: string) => code.replace(/\s+/g, '').replace(/,(?=[)\]}])/g, '');

it('docs/guides/sample-app.md contains the current code of the sample app', () => {
  const page = read('docs/guides/sample-app.md');
  const blocks = [...page.matchAll(/```ts \[([\w-]+\.ts)\]\n([^]*?)\n```/g)];
  expect(blocks.length).toBe(page.match(/```ts/g)!.length);
  expect(blocks.length).toBeGreaterThan(5);
  const other = blocks.filter(
    ([, file, code]) => !unbroken(read(`apps/sample-app/src/${file}`)).includes(unbroken(code!)),
  );
  expect(other.map(([, file, code]) => `${file}: ${code}`)).toEqual([]);
});

it('docs/webhooks.md contains the same verification code as the admin panel', async () => {
  // Reads the file, because projects cannot import apps. The file contains only texts.
  const file = join(root, 'apps/admin/src/screens/developer-apps/snippets.ts');
  const { verification } = (await import(file)) as { verification: Record<string, string> };
  const page = read('docs/webhooks.md');
  expect(Object.keys(verification).length).toBeGreaterThan(1);
  for (const code of Object.values(verification)) expect(page).toContain(code);
});

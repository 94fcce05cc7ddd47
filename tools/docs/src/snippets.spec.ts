import { join } from 'node:path';
import { read, root } from '@storewright/workspace';

/** Lines break elsewhere on a page, where the code is not indented. */
const unbroken = (code: string) => code.replace(/\s+/g, '').replace(/,(?=[)\]}])/g, '');

it('docs/guides/sample-app.md shows the code of the sample app as it is', () => {
  const page = read('docs/guides/sample-app.md');
  const blocks = [...page.matchAll(/```ts \[([\w-]+\.ts)\]\n([^]*?)\n```/g)];
  expect(blocks.length).toBe(page.match(/```ts/g)!.length);
  expect(blocks.length).toBeGreaterThan(5);
  const other = blocks.filter(
    ([, file, code]) => !unbroken(read(`apps/sample-app/src/${file}`)).includes(unbroken(code!)),
  );
  expect(other.map(([, file, code]) => `${file}: ${code}`)).toEqual([]);
});

it('docs/webhooks.md shows what the panel shows to check a webhook with', async () => {
  // No project may import an app; what the panel shows is a file of text.
  const file = join(root, 'apps/admin/src/screens/developer-apps/snippets.ts');
  const { verification } = (await import(file)) as { verification: Record<string, string> };
  const page = read('docs/webhooks.md');
  expect(Object.keys(verification).length).toBeGreaterThan(1);
  for (const code of Object.values(verification)) expect(page).toContain(code);
});

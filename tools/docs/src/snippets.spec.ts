import { join } from 'node:path';
import { read, root } from '@storewright/workspace';

it('docs/webhooks.md shows what the panel shows to check a webhook with', async () => {
  // No project may import an app; what the panel shows is a file of text.
  const file = join(root, 'apps/admin/src/screens/developer-apps/snippets.ts');
  const { verification } = (await import(file)) as { verification: Record<string, string> };
  const page = read('docs/webhooks.md');
  expect(Object.keys(verification).length).toBeGreaterThan(1);
  for (const code of Object.values(verification)) expect(page).toContain(code);
});

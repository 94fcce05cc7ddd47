import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { auditKinds } from './audit-kinds';

it('docs/auth-api.md lists each kind of audit entry with its sentence, and nothing else', () => {
  const page = readFileSync(resolve(__dirname, '../../../../../docs/auth-api.md'), 'utf8');
  const [, section] = /^## Audit log$(.+)/ms.exec(page)!;
  const rows = [...section!.matchAll(/^\| `(\w+\.\w+)` +\| (.+?) +\|$/gm)].map(([, kind, text]) => [
    kind,
    text,
  ]);
  expect(rows).toEqual(Object.entries(auditKinds));
});

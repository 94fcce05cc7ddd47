import { auditKinds } from '@storewright/accounts';
import { read } from '@storewright/workspace';

it('docs/auth-api.md lists each kind of audit entry with its sentence, and nothing else', () => {
  const page = read('docs/auth-api.md');
  const [, section] = /^## Audit log$(.+)/ms.exec(page)!;
  const rows = [...section!.matchAll(/^\| `(\w+\.\w+)` +\| (.+?) +\|$/gm)].map(([, kind, text]) => [
    kind,
    text,
  ]);
  expect(rows).toEqual(Object.entries(auditKinds));
});

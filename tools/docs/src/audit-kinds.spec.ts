import { auditKinds, securityNotices } from '@storewright/audit';
import { read } from '@storewright/workspace';

it('docs/auth-api.md lists exactly the kinds of audit log entries with their descriptions', () => {
  const page = read('docs/auth-api.md');
  const [, section] = /^## Audit log$(.+?)^## /ms.exec(page)!;
  const rows = [...section!.matchAll(/^\| `(\w+\.\w+)` +\| (.+?) +\|$/gm)].map(([, kind, text]) => [
    kind,
    text,
  ]);
  expect(rows).toEqual(Object.entries(auditKinds));
});

it('docs/auth-api.md lists under "Security mails" exactly the kinds of audit log entries that cause an email', () => {
  const [, section] = /^## Security mails$(.+?)^## /ms.exec(read('docs/auth-api.md'))!;
  const listed = [...section!.matchAll(/`(\w+\.\w+)`/g)].map(([, kind]) => kind);
  const sending = Object.entries(securityNotices).flatMap(([kind, notice]) =>
    'mail' in notice ? [kind] : [],
  );
  expect(listed.sort()).toEqual(sending.sort());
});

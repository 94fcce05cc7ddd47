import { areaAccess } from '@storewright/areas';
import { read } from '@storewright/workspace';

it('docs/auth-api.md lists each access area with the resources that the area can manage or read', () => {
  const [, section] = /^## Members$(.+?)^### Invitations/ms.exec(read('docs/auth-api.md'))!;
  const rows = [...section!.matchAll(/^\| `(\w+)` +\| ((?:`\w+`(?:, )?)+) *\| ((?:`\w+`(?:, )?)*) *\|$/gm)];
  const names = (cell: string) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name);
  const listed = rows.map(([, area, manages, reads]) => [area, names(manages!), names(reads!)]);
  expect(listed).toEqual(
    Object.entries(areaAccess).map(([area, { manages, reads }]) => [area, manages, reads]),
  );
});

import type { Made } from '@storewright/api-testing';
import type { Response } from '@storewright/testing';
import type { Link } from '../links';
import type { Subject } from '../subject';

const including = ({ path }: Made, { name }: Link) => `${path}?include=${name}`;
const tagOf = ({ headers }: Response) => headers['etag']!;

export async function changesWithIncluded(subject: Subject, link: Link): Promise<void> {
  const { http } = subject.tenant;
  const read = (path: string, etag?: string) =>
    http.get(path, etag === undefined ? {} : { headers: { 'if-none-match': etag } });
  const path = including(await subject.aLinked(http, link), link);
  const before = await read(path);
  expect(before.body.included).not.toEqual([]);
  expect((await read(path, tagOf(before))).status).toBe(304);
  const { type, id } = before.body.included[0];
  expect((await http.patch(`/api/${type}/${id}`, subject.aChange(type, id))).status).toBe(200);
  const after = await read(path, tagOf(before));
  expect([after.status, after.body.data]).toEqual([200, before.body.data]);
  expect(after.body.included).not.toEqual(before.body.included);
  expect((await read(path, tagOf(after))).status).toBe(304);
}

export async function isGoodForIfMatch(subject: Subject, link: Link): Promise<void> {
  const { http } = subject.tenant;
  const object = await subject.aLinked(http, link);
  const headers = { 'if-match': tagOf(await http.get(including(object, link))) };
  const send = () => http.patch(object.path, subject.aChange(link.resource.type, object.id), { headers });
  expect((await send()).status).toBe(200);
  expect((await send()).status).toBe(412);
}

import type { Made } from '@storewright/api-testing';
import type { Response } from '@storewright/testing';
import { canBeEmpty, isFillable, leadsToMany, type Link, linkageTo } from '../links';
import type { Subject } from '../subject';
import { addressOf, sortedIds } from './ids';
import { ofLinks, type Rule } from './rule';
import { wrongLinkages } from './wrong-linkages';

const isSent = (link: Link) => isFillable(link, 'update');
const isOneSent = (link: Link) => isSent(link) && !leadsToMany(link);
const areManySent = (link: Link) => isSent(link) && leadsToMany(link);

export const address: readonly Rule[] = [
  ofLinks('RU-01', 'replaces the target of a to-one relationship', takesAnother, isOneSent),
  ofLinks(
    'RU-02',
    'empties a to-one relationship for null, or returns 422 if it is required',
    takesNull,
    isOneSent,
  ),
  ofLinks('RU-03', 'replaces all members of a to-many relationship', takesOtherMembers, areManySent),
  ofLinks('RU-04', 'adds each member only once', addsMembers, areManySent),
  ofLinks('RU-05', 'removes members, and accepts members that are absent', removesMembers, areManySent),
  ofLinks('RU-06', 'rejects bodies of another shape, type or target, and changes nothing', wrong, isSent),
  ofLinks('RU-07', 'returns 405 for a write of a read-only relationship', readOnly, (link) => !isSent(link)),
];

type Method = 'PATCH' | 'POST' | 'DELETE';

class Linkage {
  private constructor(
    private readonly subject: Subject,
    private readonly link: Link,
    readonly object: Made,
  ) {}

  static async of(subject: Subject, link: Link): Promise<Linkage> {
    return new Linkage(subject, link, await subject.aLinked(subject.tenant.http, link));
  }

  send(method: Method, body: unknown): Promise<Response> {
    return this.subject.tenant.http.send(method, addressOf(this.object, this.link), { body });
  }

  another(): ReturnType<Subject['aLinkage']> {
    return this.subject.aLinkage(this.subject.tenant.http, this.link, this.object);
  }

  ids(): Promise<string[]> {
    return this.subject.idsFrom(this.link, this.object);
  }

  async shown(): Promise<unknown> {
    return (await this.subject.tenant.http.get(addressOf(this.object, this.link))).body.data;
  }

  async etag(): Promise<string | undefined> {
    return (await this.subject.tenant.http.get(this.object.path)).headers['etag'];
  }
}

async function takesAnother(subject: Subject, link: Link): Promise<void> {
  const linkage = await Linkage.of(subject, link);
  const other = await linkage.another();
  expect([link.label, (await linkage.send('PATCH', other)).status]).toEqual([link.label, 204]);
  expect(await linkage.shown()).toEqual(other.data);
  expect(await linkage.etag()).not.toBe(linkage.object.etag);
}

async function takesNull(subject: Subject, link: Link): Promise<void> {
  const linkage = await Linkage.of(subject, link);
  const { status } = await linkage.send('PATCH', { data: null });
  expect([link.label, status]).toEqual([link.label, canBeEmpty(link) ? 204 : 422]);
  if (canBeEmpty(link)) expect(await linkage.shown()).toBeNull();
}

async function takesOtherMembers(subject: Subject, link: Link): Promise<void> {
  const linkage = await Linkage.of(subject, link);
  const other = await linkage.another();
  expect([link.label, (await linkage.send('PATCH', other)).status]).toEqual([link.label, 204]);
  expect(await linkage.shown()).toEqual(other.data);
  expect((await linkage.send('PATCH', { data: [] })).status).toBe(204);
  expect(await linkage.shown()).toEqual([]);
}

async function addsMembers(subject: Subject, link: Link): Promise<void> {
  const linkage = await Linkage.of(subject, link);
  const before = await linkage.ids();
  const other = await linkage.another();
  const expected = [...before, ...sortedIds(other.data)].sort();
  for (let times = 0; times < 2; times += 1) {
    expect([link.label, (await linkage.send('POST', other)).status]).toEqual([link.label, 204]);
    expect([link.label, await linkage.ids()]).toEqual([link.label, expected]);
  }
  const twice = { data: [other.data, other.data].flat() };
  expect((await linkage.send('POST', twice)).status).toBe(204);
  expect(await linkage.ids()).toEqual(expected);
}

async function removesMembers(subject: Subject, link: Link): Promise<void> {
  const linkage = await Linkage.of(subject, link);
  const before = await linkage.ids();
  const other = await linkage.another();
  await linkage.send('POST', other);
  for (let times = 0; times < 2; times += 1) {
    expect([link.label, (await linkage.send('DELETE', other)).status]).toEqual([link.label, 204]);
    expect([link.label, await linkage.ids()]).toEqual([link.label, before]);
  }
}

async function wrong(subject: Subject, link: Link): Promise<void> {
  const linkage = await Linkage.of(subject, link);
  for (const [data, status] of wrongLinkages(link)) {
    // Omits DELETE, because removing an absent member from a relationship succeeds.
    const ofMembers: Method[] = ['POST', ...(status === 404 ? [] : (['DELETE'] as const))];
    for (const method of ['PATCH', ...(leadsToMany(link) ? ofMembers : [])] as Method[]) {
      const answer = await linkage.send(method, { data });
      expect([link.label, method, data, answer.status]).toEqual([link.label, method, data, status]);
    }
  }
  for (const body of ['', '{', '[]', '{}', 'null'])
    expect([link.label, body, (await linkage.send('PATCH', body)).status]).toEqual([link.label, body, 400]);
  expect([link.label, await linkage.etag()]).toEqual([link.label, linkage.object.etag]);
}

async function readOnly(subject: Subject, link: Link): Promise<void> {
  const linkage = await Linkage.of(subject, link);
  const body = { data: linkageTo(link, await linkage.ids()) };
  for (const method of ['PATCH', 'POST', 'DELETE'] as const) {
    const { status, headers } = await linkage.send(method, body);
    expect([link.label, method, status, headers['allow']]).toEqual([
      ...[link.label, method, 405],
      expect.stringMatching(/^GET\b/),
    ]);
  }
}

export async function comparesIfMatch(subject: Subject): Promise<void> {
  const { http } = subject.tenant;
  for (const link of subject.links.filter(isSent)) {
    const object = await subject.aLinked(http, link);
    const linkage = await subject.aLinkage(http, link, object);
    const patch = (etag: string) =>
      http.patch(addressOf(object, link), linkage, { headers: { 'if-match': etag } });
    expect([link.label, (await patch('"0-0"')).status]).toEqual([link.label, 412]);
    expect([link.label, (await patch(object.etag)).status]).toEqual([link.label, 204]);
    expect([link.label, (await patch(object.etag)).status]).toEqual([link.label, 412]);
  }
}

import { randomUUID } from 'node:crypto';
import {
  aTenant,
  changed,
  codesOf,
  type Made,
  ofRelationships,
  pathOf,
  type Tenant,
  type TestApi,
} from '@storewright/api-testing';
import { ShopDatabase } from '@storewright/database';
import { isToMany } from '@storewright/json-api';
import type { Response } from '@storewright/testing';
import {
  aLinked,
  anUnlinked,
  idsOf as idsInDatabase,
  isFillable,
  type Link,
  linkageTo,
  links,
  linksOf,
  linksSent,
} from './testing/links';
import { aLinkage, anObject, sampleOf, served, withRelationships } from './testing/samples';
import { startShopApi } from './testing/shop-api';

/*
 * What JSON:API 1.1 asks of relationships, by the ids of docs/json-api.md: of every relationship of every resource, as they are declared. How objects
 * are made is in testing/samples.
 */
let api: TestApi;
let tenant: Tenant;
let stranger: Tenant;
beforeAll(async () => {
  api = await startShopApi();
  [tenant, stranger] = [await aTenant(api), await aTenant(api)];
});
afterAll(() => api.close());

const get = (path: string) => tenant.http.get(path);
const linked = (link: Link) => aLinked(tenant.http, link);
const idsFrom = (link: Link, { id }: Made) => idsInDatabase(api.database, link, id);
const addressOf = ({ path }: Made, { name }: Link) => `${path}/relationships/${name}`;
const source = ({ body }: Response) => body.errors?.[0].source;
const etagOf = async ({ path }: Made) => (await get(path)).headers['etag'];
const sortedIds = (data: unknown) =>
  [data]
    .flat()
    .filter((each) => each !== null)
    .map((each) => (each as { id: string }).id)
    .sort();

const tested: string[] = [];
/** One row of the requirements, of each of these. */
function row<T>(id: string, promise: string, each: readonly T[], test: (one: T) => Promise<void>): void {
  tested.push(id);
  it(`${id} ${promise}`, async () => {
    expect(each).not.toEqual([]);
    for (const one of each) await test(one);
  });
}

describe('fetching', () => {
  row(
    'DS-27',
    'shows what leads to another resource as a relationship, and not as an attribute',
    links,
    async (link) => {
      const columns = link.resource.attributes;
      if (!isToMany(link.relationship)) expect(Object.keys(columns)).not.toContain(link.relationship.column);
    },
  );
  row('RL-01', 'shows the linkage at its self link', links, async (link) => {
    const object = await linked(link);
    const ids = await idsFrom(link, object);
    expect([link.label, ids]).not.toEqual([link.label, []]);
    const { links: shown } = (await get(object.path)).body.data.relationships[link.name];
    expect(pathOf(shown.self)).toBe(addressOf(object, link));
    const { status, body } = await get(pathOf(shown.self)!);
    expect([link.label, status, body.data]).toEqual([link.label, 200, linkageTo(link, ids)]);
    expect([pathOf(body.links.self), body.links.related]).toEqual([addressOf(object, link), shown.related]);
  });
  row('RL-02', 'shows what is related at its related link, as its own address does', links, async (link) => {
    const object = await linked(link);
    const { related } = (await get(object.path)).body.data.relationships[link.name].links;
    expect(pathOf(related)).toBe(`${object.path}/${link.name}`);
    const { status, body } = await get(pathOf(related)!);
    expect([link.label, status, sortedIds(body.data)]).toEqual([
      ...[link.label, 200],
      await idsFrom(link, object),
    ]);
    expect(Array.isArray(body.data)).toBe(isToMany(link.relationship));
    for (const each of [body.data].flat())
      expect((await get(pathOf(each.links.self)!)).body.data).toEqual(each);
  });
  row('RL-03', 'shows that there is nothing as null or []', links, async (link) => {
    const object = await anUnlinked(tenant.http, link);
    if (!object) return;
    const nothing = isToMany(link.relationship) ? [] : null;
    for (const path of [addressOf(object, link), `${object.path}/${link.name}`]) {
      const { status, body } = await get(path);
      expect([path, status, body.data]).toEqual([path, 200, nothing]);
    }
  });
  row('RL-04', 'answers 404 to a relationship that is none', served, async ({ type }) => {
    const { path } = await anObject(tenant.http, type);
    for (const name of ['nope', 'relationships', '__proto__', 'constructor', 'id', 'shop_id'])
      for (const each of [`${path}/relationships/${name}`, `${path}/${name}`])
        expect([each, (await get(each)).status]).toEqual([each, 404]);
  });
  row('RL-05', 'answers 404 where the object is missing or another shop’s', links, async (link) => {
    const theirs = await aLinked(stranger.http, link);
    for (const id of [randomUUID(), 'x', theirs.id])
      for (const end of [`relationships/${link.name}`, link.name]) {
        const answer = await get(`${link.resource.path}/${id}/${end}`);
        expect([link.label, id, answer.status, ...codesOf(answer)]).toEqual([
          ...[link.label, id, 404, 'not_found'],
        ]);
      }
  });
  row('RL-06', 'keeps the related link whatever it leads to', links, async (link) => {
    const [one, other] = [await linked(link), await anUnlinked(tenant.http, link)];
    for (const object of other ? [one, other] : [one]) {
      const { related } = (await get(object.path)).body.data.relationships[link.name].links;
      expect(pathOf(related)).toBe(`${object.path}/${link.name}`);
    }
  });
  row(
    'DS-31',
    'pages linkage by its links',
    links.filter(({ relationship }) => isToMany(relationship)),
    async (link) => {
      const object = await linked(link);
      const seen: string[] = [];
      let next: string | undefined = `${addressOf(object, link)}?page[size]=1`;
      while (next) {
        const { body }: Response = await get(next);
        expect(body.data).toHaveLength(1);
        seen.push(...sortedIds(body.data));
        next = pathOf(body.links.next);
      }
      expect([link.label, seen]).toEqual([link.label, await idsFrom(link, object)]);
    },
  );
});

describe('include', () => {
  const including = (object: Made, path: string, more = '') => get(`${object.path}?include=${path}${more}`);

  row(
    'IN-01',
    'refuses what is no relationship, in lists, alone and further on',
    served,
    async (resource) => {
      const { path } = await anObject(tenant.http, resource.type);
      const further = linksOf(resource).map(({ name }) => `${name}.nope`);
      for (const include of ['nope', '__proto__', 'id', ...further])
        for (const each of [resource.path, path]) {
          const answer = await get(`${each}?include=${include}`);
          expect([each, include, answer.status, source(answer)]).toEqual([
            ...[each, include, 400],
            { parameter: 'include' },
          ]);
        }
    },
  );
  row('IN-02', 'shows included where it was asked for, also where there is nothing', links, async (link) => {
    const object = await anUnlinked(tenant.http, link);
    if (object)
      expect([link.label, (await including(object, link.name)).body.included]).toEqual([link.label, []]);
  });
  row('IN-03', 'shows nothing that was not asked for', links, async (link) => {
    const object = await linked(link);
    const { path } = link.resource;
    for (const each of [path, object.path]) expect((await get(each)).body.included).toBeUndefined();
    const { body } = await including(object, link.name);
    const ids = await idsFrom(link, object);
    expect([link.label, sortedIds(body.included)]).toEqual([link.label, ids]);
    expect(new Set(body.included.map(({ type }: { type: string }) => type))).toEqual(
      new Set([link.target.type]),
    );
    expect(body.data.relationships[link.name].data).toEqual(linkageTo(link, ids));
    for (const each of body.included) expect((await get(pathOf(each.links.self)!)).body.data).toEqual(each);
  });
  row('IN-04', 'takes nothing for nothing', served, async (resource) => {
    const { path } = await anObject(tenant.http, resource.type);
    for (const each of [resource.path, path])
      expect((await get(`${each}?include=`)).body.included).toEqual([]);
  });
  row('IN-05', 'shows what stands on the way of a path', links, async (link) => {
    for (const further of linksOf(link.target)) {
      const object = await linked(link);
      const { body } = await including(object, `${link.name}.${further.name}`);
      const there = new Set([body.data, ...body.included].map(({ id }: { id: string }) => id));
      for (const id of await idsFrom(link, object)) {
        expect([link.label, there.has(id)]).toEqual([link.label, true]);
        for (const beyond of await idsInDatabase(api.database, further, id))
          expect([link.label, further.label, there.has(beyond)]).toEqual([link.label, further.label, true]);
      }
    }
  });
  row('IN-06', 'refuses deep, long and repeated paths', links, async (link) => {
    const back = linksOf(link.target)[0];
    const deep = [link.name, back?.name ?? 'nope', link.name, link.name].join('.');
    for (const text of [
      `include=${deep}`,
      'include=a.b.c.d.e',
      `include=${'a,'.repeat(2_000)}`,
      `include=${link.name}&include=${link.name}`,
      `include=${link.name},`,
      'include=.',
    ])
      expect([text, (await get(`${link.resource.path}?${text}`)).status]).toEqual([text, 400]);
    const twice = await get(`${link.resource.path}?include=${link.name},${link.name}`);
    expect([link.label, twice.status]).toEqual([link.label, 200]);
  });
  row('IN-07', 'is known to POST and PATCH as to GET', links, async (link) => {
    const { resource, name } = link;
    const document = isFillable(link, 'create')
      ? withRelationships(await sampleOf(resource.type).document(tenant.http), {
          [name]: await aLinkage(tenant.http, resource, name),
        })
      : await sampleOf(resource.type).document(tenant.http);
    const made = await tenant.http.post(`${resource.path}?include=${name}`, document);
    expect([link.label, made.status]).toEqual([link.label, 201]);
    const ids = await idsInDatabase(api.database, link, made.body.data.id);
    expect([link.label, sortedIds(made.body.included)]).toEqual([link.label, ids]);
    const object = await linked(link);
    const patched = await tenant.http.patch(
      `${object.path}?include=${name}`,
      changed(resource.type, object.id, {}),
    );
    expect([link.label, sortedIds(patched.body.included)]).toEqual([link.label, await idsFrom(link, object)]);
    expect((await tenant.http.post(`${resource.path}?include=nope`, document)).status).toBe(400);
  });
  row('SF-04', 'shows of what is read along the fields that were asked for', links, async (link) => {
    const { target, name } = link;
    const [field] = Object.keys(target.attributes);
    const { body } = await including(await linked(link), name, `&fields[${target.type}]=${field}`);
    expect(body.included).not.toEqual([]);
    for (const { attributes, relationships } of body.included)
      expect([link.label, Object.keys(attributes), relationships]).toEqual([link.label, [field], undefined]);
  });
  row('SF-05', 'keeps type and id, and reads along without the field of the linkage', links, async (link) => {
    const { resource, name } = link;
    const object = await linked(link);
    const { body } = await including(object, name, `&fields[${resource.type}]=`);
    const { attributes, links: shown, meta, ...rest } = body.data;
    expect([attributes, rest]).toEqual([{}, { type: resource.type, id: object.id }]);
    expect([pathOf(shown.self), typeof meta]).toEqual([object.path, 'object']);
    expect([link.label, sortedIds(body.included)]).toEqual([link.label, await idsFrom(link, object)]);
    const one = await get(`${object.path}?fields[${resource.type}]=${name}`);
    expect(Object.keys(one.body.data.relationships)).toEqual([name]);
  });

  it('needs the scope of what is read along', async () => {
    for (const { label, resource, name, relationship, target } of links) {
      const own = ['collection', 'get', 'post', 'patch'].map((action) => `${resource.type}.${action}`);
      if (target.type === resource.type) continue;
      const { http } = await aTenant(api, own, tenant.shop);
      const { id, path } = await anObject(tenant.http, resource.type);
      const needed = `${target.type}.${isToMany(relationship) ? 'collection' : 'get'}`;
      const query = `?include=${name}`;
      for (const answer of [
        await http.get(resource.path + query),
        await http.get(path + query),
        await http.patch(path + query, changed(resource.type, id, {})),
        await http.post(resource.path + query, await sampleOf(resource.type).document(tenant.http)),
      ])
        expect([label, answer.status, answer.body.errors[0].meta]).toEqual([
          ...[label, 403],
          { required_scopes: [needed] },
        ]);
      expect((await http.get(path)).status).toBe(200);
    }
  });

  it.each(links.map((link): [string, Link] => [link.label, link]))(
    'costs one statement for %s, and one for what is beyond, however many objects there are',
    async (_, link) => {
      // Every statement goes through one of these two (libs/platform/database).
      const database = api.application.get(ShopDatabase);
      const [query, transaction] = [jest.spyOn(database, 'query'), jest.spyOn(database, 'transaction')];
      const { http, shop } = await aTenant(api);
      for (let count = 0; count < 25; count += 1) await aLinked(http, link);
      const reading = async (include: string, size: number) => {
        query.mockClear();
        transaction.mockClear();
        const { body } = await http.get(`${link.resource.path}?page[size]=${size}&include=${include}`);
        expect([transaction.mock.calls.length, body.included.length > 0]).toEqual([0, true]);
        // That the shop has new events is announced in no shop's context.
        const statements = query.mock.calls.filter(([{ shop_id }]) => shop_id === shop.id).length;
        return { objects: body.data.length as number, statements };
      };
      expect(await reading(link.name, 1)).toEqual({ objects: 1, statements: 2 });
      expect(await reading(link.name, 25)).toEqual({ objects: 25, statements: 2 });
      // What the document has already is not read again.
      for (const further of linksOf(link.target))
        expect((await reading(`${link.name}.${further.name}`, 25)).statements).toBeLessThanOrEqual(3);
    },
  );
  afterEach(() => jest.restoreAllMocks());
});

/** Linkage that is none for the relationship, with the status that it is refused with. */
function wrongLinkages({ relationship, target }: Link): [unknown, number][] {
  const right = { type: target.type, id: randomUUID() };
  const identifiers: [unknown, number][] = [
    [{ type: 'nothings', id: right.id }, 409],
    [{ type: target.type }, 400],
    [{ id: right.id }, 400],
    [{ type: target.type, id: 5 }, 400],
    [{ type: target.type, id: 'x' }, 404],
    [right, 404],
    ['x', 400],
    [5, 400],
    [true, 400],
  ];
  return isToMany(relationship)
    ? [
        ...identifiers.map(([each, status]): [unknown, number] => [[each], status]),
        [right, 400],
        [null, 400],
        ['x', 400],
        [{}, 400],
        [Array.from({ length: 1_001 }, () => right), 422],
      ]
    : [...identifiers, [[], 400], [[right], 400], [{}, 400]];
}

describe('creating', () => {
  const creating = async ({ resource, name }: Link, relationship: unknown) =>
    tenant.http.post(
      resource.path,
      withRelationships(await sampleOf(resource.type).document(tenant.http), { [name]: relationship }),
    );
  const sent = linksSent('create');

  row(
    'CR-17',
    'answers 404 where a relationship leads to nothing, or to what is another shop’s',
    sent,
    async (link) => {
      const theirs = await anObject(stranger.http, link.target.type);
      for (const id of [randomUUID(), theirs.id]) {
        const answer = await creating(link, { data: linkageTo(link, [id]) });
        const pointer = `/data/relationships/${link.name}/data${isToMany(link.relationship) ? '/0' : ''}/id`;
        expect([link.label, answer.status, codesOf(answer), source(answer)]).toEqual([
          ...[link.label, 404, ['not_found']],
          { pointer },
        ]);
      }
    },
  );
  row('CR-18', 'refuses a relationship without data', sent, async (link) => {
    for (const relationship of [{}, { links: {} }, { meta: {} }, null, 'x', []]) {
      const answer = await creating(link, relationship);
      expect([link.label, relationship, answer.status, source(answer)]).toEqual([
        ...[link.label, relationship, 400],
        { pointer: `/data/relationships/${link.name}` },
      ]);
    }
  });
  row(
    'CR-19',
    'refuses linkage of another type or shape, and a relationship that cannot be sent',
    served,
    async (resource) => {
      for (const link of linksOf(resource).filter((each) => isFillable(each, 'create'))) {
        for (const [data, status] of wrongLinkages(link)) {
          const answer = await creating(link, { data });
          expect([link.label, data, answer.status]).toEqual([link.label, data, status]);
          expect(source(answer).pointer).toMatch(`/data/relationships/${link.name}/data`);
        }
      }
      const others = linksOf(resource).filter((each) => !isFillable(each, 'create'));
      const document = await sampleOf(resource.type).document(tenant.http);
      for (const name of ['nope', '__proto__', 'constructor', ...others.map((each) => each.name)]) {
        const relationships = JSON.parse(`{${JSON.stringify(name)}:{"data":null}}`) as object;
        const answer = await tenant.http.post(resource.path, withRelationships(document, relationships));
        expect([resource.type, answer.status, codesOf(answer), source(answer)]).toEqual([
          ...[resource.type, 422, ['unknown_relationship']],
          { pointer: `/data/relationships/${name}` },
        ]);
      }
    },
  );
});

describe('updating', () => {
  const sent = linksSent('update');
  const updating = (object: Made, { resource, name }: Link, linkage: unknown) =>
    tenant.http.patch(
      object.path,
      changed(resource.type, object.id, {}, { relationships: { [name]: linkage } }),
    );
  const canBeEmpty = ({ relationship }: Link) => isToMany(relationship) || !relationship.required;

  row('UP-03', 'keeps relationships that are not sent', links, async (link) => {
    const object = await linked(link);
    const before = await idsFrom(link, object);
    const body = sampleOf(link.resource.type).change(object.id, 1_000);
    expect((await tenant.http.patch(object.path, body)).status).toBe(200);
    expect([link.label, await idsFrom(link, object)]).toEqual([link.label, before]);
  });
  row('UP-12', 'replaces a relationship by what is sent, also by nothing', sent, async (link) => {
    const object = await linked(link);
    const other = (await aLinkage(tenant.http, link.resource, link.name)) as { data: unknown };
    const replaced = await updating(object, link, other);
    expect([link.label, replaced.status]).toEqual([link.label, 200]);
    expect([link.label, await idsFrom(link, object)]).toEqual([link.label, sortedIds(other.data)]);
    expect(replaced.headers['etag']).not.toBe(object.etag);
    if (!canBeEmpty(link)) return;
    expect((await updating(object, link, { data: linkageTo(link, []) })).status).toBe(200);
    expect([link.label, await idsFrom(link, object)]).toEqual([link.label, []]);
  });
  row(
    'UP-13',
    'answers 404 where it is to lead to nothing, or to what is another shop’s, and changes nothing',
    sent,
    async (link) => {
      const object = await linked(link);
      const before = await idsFrom(link, object);
      const theirs = await anObject(stranger.http, link.target.type);
      for (const id of [randomUUID(), theirs.id]) {
        const answer = await updating(object, link, { data: linkageTo(link, [id]) });
        expect([link.label, answer.status, codesOf(answer)]).toEqual([link.label, 404, ['not_found']]);
      }
      expect([await idsFrom(link, object), await etagOf(object)]).toEqual([before, object.etag]);
    },
  );
});

describe('the address of a relationship', () => {
  const sent = linksSent('update');
  const toOne = sent.filter(({ relationship }) => !isToMany(relationship));
  const toMany = sent.filter(({ relationship }) => isToMany(relationship));
  const send = (method: string, object: Made, link: Link, body: unknown) =>
    tenant.http.send(method, addressOf(object, link), { body });
  const another = (link: Link) =>
    aLinkage(tenant.http, link.resource, link.name) as Promise<{ data: unknown }>;

  row('RU-01', 'takes another object in place of the one', toOne, async (link) => {
    const object = await linked(link);
    const other = await another(link);
    expect([link.label, (await send('PATCH', object, link, other)).status]).toEqual([link.label, 204]);
    expect((await get(addressOf(object, link))).body.data).toEqual(other.data);
    expect(await etagOf(object)).not.toBe(object.etag);
  });
  row('RU-02', 'takes null for nothing, unless it always leads somewhere', toOne, async (link) => {
    const object = await linked(link);
    const isRequired = 'required' in link.relationship;
    expect((await send('PATCH', object, link, { data: null })).status).toBe(isRequired ? 422 : 204);
    if (!isRequired) expect((await get(addressOf(object, link))).body.data).toBeNull();
  });
  row('RU-03', 'takes other members in place of all', toMany, async (link) => {
    const object = await linked(link);
    const other = await another(link);
    expect([link.label, (await send('PATCH', object, link, other)).status]).toEqual([link.label, 204]);
    expect((await get(addressOf(object, link))).body.data).toEqual(other.data);
    expect((await send('PATCH', object, link, { data: [] })).status).toBe(204);
    expect((await get(addressOf(object, link))).body.data).toEqual([]);
  });
  row('RU-04', 'adds members, each once', toMany, async (link) => {
    const object = await linked(link);
    const before = await idsFrom(link, object);
    const other = await another(link);
    const expected = [...before, ...sortedIds(other.data)].sort();
    for (let times = 0; times < 2; times += 1) {
      expect([link.label, (await send('POST', object, link, other)).status]).toEqual([link.label, 204]);
      expect([link.label, await idsFrom(link, object)]).toEqual([link.label, expected]);
    }
    const twice = { data: [...(other.data as unknown[]), ...(other.data as unknown[])] };
    expect((await send('POST', object, link, twice)).status).toBe(204);
    expect(await idsFrom(link, object)).toEqual(expected);
  });
  row('RU-05', 'removes members; one that is not there is no error', toMany, async (link) => {
    const object = await linked(link);
    const before = await idsFrom(link, object);
    const other = await another(link);
    await send('POST', object, link, other);
    for (let times = 0; times < 2; times += 1) {
      expect([link.label, (await send('DELETE', object, link, other)).status]).toEqual([link.label, 204]);
      expect([link.label, await idsFrom(link, object)]).toEqual([link.label, before]);
    }
  });
  row('RU-06', 'refuses bodies of another shape, type or target, and changes nothing', sent, async (link) => {
    const object = await linked(link);
    for (const [data, status] of wrongLinkages(link)) {
      // Who removes what is not there has what was wanted.
      const methods = !isToMany(link.relationship)
        ? ['PATCH']
        : ['PATCH', 'POST', ...(status === 404 ? [] : ['DELETE'])];
      for (const method of methods) {
        const answer = await send(method, object, link, { data });
        expect([link.label, method, data, answer.status]).toEqual([link.label, method, data, status]);
      }
    }
    for (const body of ['', '{', '[]', '{}', 'null'])
      expect([link.label, body, (await send('PATCH', object, link, body)).status]).toEqual([
        link.label,
        body,
        400,
      ]);
    expect([link.label, await etagOf(object)]).toEqual([link.label, object.etag]);
  });
  row(
    'RU-07',
    'answers 405 where the relationship is only to be read',
    links.filter((link) => !isFillable(link, 'update')),
    async (link) => {
      const object = await linked(link);
      const body = { data: linkageTo(link, await idsFrom(link, object)) };
      for (const method of ['PATCH', 'POST', 'DELETE']) {
        const { status, headers } = await send(method, object, link, body);
        expect([link.label, method, status, headers['allow']]).toEqual([
          ...[link.label, method, 405],
          expect.stringMatching(/^GET\b/),
        ]);
      }
    },
  );

  it('compares If-Match with the object, as its own address does', async () => {
    for (const link of sent) {
      const object = await linked(link);
      const linkage = await another(link);
      const patch = (etag: string) =>
        tenant.http.patch(addressOf(object, link), linkage, { headers: { 'if-match': etag } });
      expect([link.label, (await patch('"0-0"')).status]).toEqual([link.label, 412]);
      expect([link.label, (await patch(object.etag)).status]).toEqual([link.label, 204]);
      expect([link.label, (await patch(object.etag)).status]).toEqual([link.label, 412]);
    }
  });
});

it('has a test for each requirement that is about relationships', () => {
  expect(tested.toSorted()).toEqual(ofRelationships.toSorted());
});

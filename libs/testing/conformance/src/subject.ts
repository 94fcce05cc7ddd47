import {
  anApi,
  aTenant,
  identifier,
  type Made,
  made,
  type Tenant,
  type TestApi,
} from '@storewright/api-testing';
import { isToMany, type Resource } from '@storewright/json-api';
import { ResourceRegistry } from '@storewright/resources';
import type { HttpClient } from '@storewright/testing';
import { idsInDatabase, inverseLinksOf, isFillable, type Link, linksOf } from './links';
import { promisedRoutes, promisedScopes, type RightRequest, type ScopedRoute, scopedRoutes } from './routes';
import { type Conformance, isServed, type RequestContext, type Sample } from './sample';

/** A library under conformance test: its running API, and functions that create objects of its resources. */
export class Subject {
  api!: TestApi;
  tenant!: Tenant;
  /** A second shop, whose objects are invisible to requests of the shop under test. */
  stranger!: Tenant;

  readonly served: readonly Sample[];
  readonly links: readonly Link[];
  private readonly known: readonly Sample[];
  private changes = 0;

  constructor(readonly library: Conformance) {
    const { samples, others = [] } = library;
    this.served = samples.filter(isServed);
    this.known = [...samples, ...others].filter(isServed);
    this.links = this.served.flatMap(({ resource }) => [
      ...this.linksOf(resource),
      ...inverseLinksOf(
        resource,
        this.known.map((each) => each.resource),
      ),
    ]);
  }

  async start(): Promise<void> {
    this.api = await anApi(this.library.modules);
    this.tenant = await aTenant(this.api);
    this.stranger = await aTenant(this.api);
    const types = this.api.application.get(ResourceRegistry).all.map(({ resource }) => resource.type);
    const unknown = types.filter((type) => !this.known.some(({ resource }) => resource.type === type));
    if (unknown.length > 0) throw new Error(`no sample says how ${unknown.join(', ')} are made`);
  }

  private get everySample() {
    const { samples, others = [] } = this.library;
    return [...samples, ...others];
  }

  get types(): string[] {
    const own = this.library.samples.filter((sample) => isServed(sample) || !sample.isForeign);
    return own.map(({ resource }) => resource.type);
  }

  get lists(): Resource[] {
    return this.library.samples.flatMap((sample) =>
      isServed(sample) || sample.routes.includes(`GET ${sample.resource.path}`) ? [sample.resource] : [],
    );
  }

  promisedScopes(route: ScopedRoute): readonly string[] {
    const sample = this.everySample.find(({ resource }) => resource.type === route.type)!;
    const { scopes = promisedScopes(sample.resource, route), moreScopes = {} } = isServed(sample)
      ? {}
      : sample;
    return [...scopes, ...(moreScopes[route.label] ?? [])];
  }

  linksOf(resource: Resource): Link[] {
    return linksOf(
      resource,
      this.known.map((each) => each.resource),
    );
  }

  /** Expected routes: the operations of each resource, and the routes of the resources' own controllers. */
  get promisedRoutes(): string[] {
    return this.library.samples.flatMap((sample) => [
      ...(isServed(sample) ? promisedRoutes(sample.resource) : []),
      ...(sample.routes ?? []),
      ...(isServed(sample) ? Object.keys(sample.actions ?? {}) : []),
    ]);
  }

  get routes(): ScopedRoute[] {
    const promised = this.promisedRoutes;
    return scopedRoutes(this.api).filter(
      ({ type, label }) => this.types.includes(type) || promised.includes(label),
    );
  }

  get writes(): ScopedRoute[] {
    const served = this.served.map(({ resource }) => resource.type);
    return this.routes.filter(({ method, type }) => method !== 'GET' && served.includes(type));
  }

  sampleOf(type: string): Sample {
    return this.known.find(({ resource }) => resource.type === type)!;
  }

  /**
   * Returns a valid document for a new object. `relationships` replace the sample's relationships and the
   * attributes that depend on them.
   */
  async document(
    http: HttpClient,
    type: string,
    relationships: Readonly<Record<string, Sent>> = {},
  ): Promise<object> {
    const { document, dependent = {} } = this.sampleOf(type);
    const attributes = {};
    for (const [name, { data }] of Object.entries(relationships)) {
      const [target] = [data].flat();
      if (target && dependent[name]) Object.assign(attributes, await dependent[name](http, target.id));
    }
    return withMembers(await document(http), { attributes, relationships });
  }

  /** Returns a valid document that changes an object. Each call returns a different change. */
  aChange(type: string, id: string): object {
    return this.sampleOf(type).change(id, (this.changes += 1));
  }

  /** Creates an object over the API. `relationships` replace the relationships in the object's sample. */
  async anObject(
    http: HttpClient,
    type: string,
    relationships?: Readonly<Record<string, Sent>>,
  ): Promise<Made> {
    return made(http, type, await this.document(http, type, relationships));
  }

  /**
   * Creates an object and returns a valid value of the relationship that refers to it: a resource identifier,
   * or a list with one. `object` is the object that has the relationship, or undefined for a new object.
   */
  async aLinkage(http: HttpClient, { resource, name, relationship }: Link, object?: Made): Promise<Sent> {
    const make = this.sampleOf(resource.type).linkage?.[name];
    const id = make ? await make(http, object) : (await this.anObject(http, relationship.type)).id;
    const { data } = identifier(relationship.type, id);
    return { data: isToMany(relationship) ? [data] : data };
  }

  async aLinked(http: HttpClient, link: Link): Promise<Made> {
    const { resource, name, relationship, target } = link;
    if (isFillable(link, 'create'))
      return this.anObject(http, resource.type, { [name]: await this.aLinkage(http, link) });
    const object = await this.anObject(http, resource.type);
    if (!isToMany(relationship) || !('column' in relationship.many)) return object;
    const { column } = relationship.many;
    const inverse = Object.entries(target.relationships).find(
      ([, each]) => !isToMany(each) && each.column === column,
    );
    const back = { [inverse![0]]: identifier(resource.type, object.id) };
    for (let count = 0; count < 2; count += 1) await this.anObject(http, target.type, back);
    return object;
  }

  /** Returns an object whose relationship is empty, or undefined if the relationship is required. */
  async anUnlinked(http: HttpClient, link: Link): Promise<Made | undefined> {
    const { resource, name, relationship } = link;
    if (!isToMany(relationship))
      return relationship.required || !isFillable(link, 'create')
        ? undefined
        : this.anObject(http, resource.type, { [name]: { data: null } });
    if (isFillable(link, 'create')) return this.anObject(http, resource.type, { [name]: { data: [] } });
    return 'column' in relationship.many ? this.anObject(http, resource.type) : undefined;
  }

  idsFrom(link: Link, { id }: Pick<Made, 'id'>): Promise<string[]> {
    return idsInDatabase(this.api.database, link, id);
  }

  /**
   * Returns a valid request for a route. `object` is the existing object that the request concerns, if the
   * generic controllers serve the object's type.
   */
  async aRightRequest(
    route: ScopedRoute,
    context: Omit<RequestContext, 'database'>,
  ): Promise<RightRequest & { object?: Made }> {
    const sample = this.everySample.find(({ resource }) => resource.type === route.type)!;
    if (!isServed(sample)) return sample.request(route, { database: this.api.database, ...context });
    const { method, path, type } = route;
    const { http } = context.tenant;
    if (!path.includes(':id'))
      return method === 'POST' ? { method, path, body: await this.document(http, type) } : { method, path };
    const object = await this.anObject(http, type);
    const about = { method, path: path.replace(':id', object.id), object };
    if (method === 'GET') return about;
    const action = sample.actions?.[route.label];
    if (action) {
      await action.before?.(http, object);
      return { ...about, ...(action.body && { body: action.body }) };
    }
    if (route.linkage !== undefined) return this.aChangeOfLinkage(http, route, about);
    if (method === 'PATCH') return { ...about, body: this.aChange(type, object.id) };
    await sample.release?.(http, object);
    return about;
  }

  private async aChangeOfLinkage(
    http: HttpClient,
    { method, type, linkage }: ScopedRoute,
    about: RightRequest & { object: Made },
  ): Promise<RightRequest & { object: Made }> {
    const link = this.links.find(({ resource, name }) => resource.type === type && name === linkage)!;
    const body = await this.aLinkage(http, link, about.object);
    // Adds a member to the relationship first, so that the DELETE request can remove it.
    if (method === 'DELETE') await http.post(about.path, body);
    return { ...about, body };
  }
}

export function withMembers(
  document: object,
  members: { attributes?: object; relationships?: object },
): object {
  const { data } = document as { data: Record<string, object> };
  const sent = Object.entries(members).filter(([, each]) => Object.keys(each).length > 0);
  return {
    data: { ...data, ...Object.fromEntries(sent.map(([name, each]) => [name, { ...data[name], ...each }])) },
  };
}

export interface Sent {
  data: Identifier | Identifier[] | null;
}
interface Identifier {
  type: string;
  id: string;
}

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
import { idsInDatabase, isFillable, type Link, linksOf } from './links';
import { promisedRoutes, promisedScopes, type RightRequest, type ScopedRoute, scopedRoutes } from './routes';
import { type Conformance, isServed, type RequestContext, type Sample } from './sample';

/** A library that is tested: its API, once it has started, and objects of its resources. */
export class Subject {
  api!: TestApi;
  tenant!: Tenant;
  /** Of another shop. */
  stranger!: Tenant;

  /** The samples of the library's resources that the engine serves. */
  readonly served: readonly Sample[];
  /** The relationships of these that have addresses. */
  readonly links: readonly Link[];
  private readonly known: readonly Sample[];
  private changes = 0;

  constructor(readonly library: Conformance) {
    const { samples, others = [] } = library;
    this.served = samples.filter(isServed);
    this.known = [...samples, ...others].filter(isServed);
    this.links = this.served.flatMap(({ resource }) => this.linksOf(resource));
  }

  async start(): Promise<void> {
    this.api = await anApi(this.library.modules);
    this.tenant = await aTenant(this.api);
    this.stranger = await aTenant(this.api);
    const types = this.api.application.get(ResourceRegistry).all.map(({ resource }) => resource.type);
    const unknown = types.filter((type) => !this.known.some(({ resource }) => resource.type === type));
    if (unknown.length > 0) throw new Error(`no sample says how ${unknown.join(', ')} are made`);
  }

  /** The types of the library, served by the engine or not. */
  get types(): string[] {
    return this.library.samples.map(({ resource }) => resource.type);
  }

  /** The resources of the library that have a list of their own, served by the engine or not. */
  get lists(): Resource[] {
    return this.library.samples.flatMap((sample) =>
      isServed(sample) || sample.routes.includes(`GET ${sample.resource.path}`) ? [sample.resource] : [],
    );
  }

  /** What a token needs for the route. */
  promisedScopes(route: ScopedRoute): readonly string[] {
    const sample = this.library.samples.find(({ resource }) => resource.type === route.type)!;
    const own = isServed(sample) ? undefined : sample.scopes;
    return own ?? promisedScopes(sample.resource, route);
  }

  linksOf(resource: Resource): Link[] {
    return linksOf(
      resource,
      this.known.map((each) => each.resource),
    );
  }

  /** The routes that the library is to have: of each resource what it can do, and those of controllers of its own. */
  get promisedRoutes(): string[] {
    return this.library.samples.flatMap((sample) => [
      ...(isServed(sample) ? promisedRoutes(sample.resource) : []),
      ...(sample.routes ?? []),
      ...(isServed(sample) ? Object.keys(sample.actions ?? {}) : []),
    ]);
  }

  /** The routes of the library that need scopes, from the application. */
  get routes(): ScopedRoute[] {
    return scopedRoutes(this.api).filter(({ type }) => this.types.includes(type));
  }

  /** Those that write, of resources that the engine serves. */
  get writes(): ScopedRoute[] {
    const served = this.served.map(({ resource }) => resource.type);
    return this.routes.filter(({ method, type }) => method !== 'GET' && served.includes(type));
  }

  sampleOf(type: string): Sample {
    return this.known.find(({ resource }) => resource.type === type)!;
  }

  /** A right document of a new object. `relationships`: instead of those of the sample, by name, with the attributes that depend on them. */
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

  /** A right document that changes the object, another one each time. */
  aChange(type: string, id: string): object {
    return this.sampleOf(type).change(id, (this.changes += 1));
  }

  /** A new object of the type, made over the API. `relationships`: as for its document. */
  async anObject(
    http: HttpClient,
    type: string,
    relationships?: Readonly<Record<string, Sent>>,
  ): Promise<Made> {
    return made(http, type, await this.document(http, type, relationships));
  }

  /** What the relationship is to lead to, as a document: a new object that fits, alone or as the one member. `object`: whose it is. */
  async aLinkage(http: HttpClient, { resource, name, relationship }: Link, object?: Made): Promise<Sent> {
    const make = this.sampleOf(resource.type).linkage?.[name];
    const id = make ? await make(http, object) : (await this.anObject(http, relationship.type)).id;
    const { data } = identifier(relationship.type, id);
    return { data: isToMany(relationship) ? [data] : data };
  }

  /** An object from which the relationship leads to something. */
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

  /** An object from which it leads to nothing; undefined where it always leads to something. */
  async anUnlinked(http: HttpClient, link: Link): Promise<Made | undefined> {
    const { resource, name, relationship } = link;
    if (!isToMany(relationship))
      return relationship.required || !isFillable(link, 'create')
        ? undefined
        : this.anObject(http, resource.type, { [name]: { data: null } });
    if (isFillable(link, 'create')) return this.anObject(http, resource.type, { [name]: { data: [] } });
    return 'column' in relationship.many ? this.anObject(http, resource.type) : undefined;
  }

  /** Where the relationship leads from the object, ascending. */
  idsFrom(link: Link, { id }: Pick<Made, 'id'>): Promise<string[]> {
    return idsInDatabase(this.api.database, link, id);
  }

  /** A request that is right for the route, about a new object of the shop, which is given as well where the engine serves it and it was there before. */
  async aRightRequest(
    route: ScopedRoute,
    context: Omit<RequestContext, 'database'>,
  ): Promise<RightRequest & { object?: Made }> {
    const sample = this.library.samples.find(({ resource }) => resource.type === route.type)!;
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
    // What is removed has to be there.
    if (method === 'DELETE') await http.post(about.path, body);
    return { ...about, body };
  }
}

/** The document with these attributes and relationships; those that it has beside them stay. */
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

/** A relationship as it is sent. */
export interface Sent {
  data: Identifier | Identifier[] | null;
}
interface Identifier {
  type: string;
  id: string;
}

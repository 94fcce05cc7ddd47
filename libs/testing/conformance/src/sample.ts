import type { ApiModules, Made, Tenant } from '@storewright/api-testing';
import type { Resource } from '@storewright/json-api';
import type { HttpClient, TestDatabase } from '@storewright/testing';
import type { RightRequest, ScopedRoute } from './routes';

/** How an object of one resource is made and changed. Is declared beside the resource, in `products.sample.ts`. */
export interface Sample {
  resource: Resource;
  /** A right body for POST, which can be sent any number of times. Target of the relationship is made over `http` first. */
  document(http: HttpClient): object | Promise<object>;
  /** A right body for PATCH that changes such an object, another one each time. `count`: how many there were before. */
  change(id: string, count: number): object;
  /** Right bodies for PATCH that change nothing of such an object. */
  same(object: Made): readonly object[];
  /** Does to the object what has to be done before it may be deleted. */
  release?(http: HttpClient, object: Made): Promise<void>;
  /**
   * Makes what a relationship may lead to, by its name, where that is not just any object of the type; gives its id. `object`: whose relationship is to
   * lead there; none yet where it is new.
   */
  linkage?: Readonly<Record<string, (http: HttpClient, object?: Made) => Promise<string>>>;
  /** The attributes of a new object that depend on where a relationship leads, by the name of that: right for the object with this id. */
  dependent?: Readonly<Record<string, (http: HttpClient, id: string) => object | Promise<object>>>;
  /**
   * The events of other objects that a write of such an object makes beside its own, by the end of its route: `POST`, `PATCH`, `DELETE`, or
   * `PATCH relationships/customer`. An object that was released is deleted.
   */
  alongside?: Readonly<Record<string, readonly string[]>>;
  /** Routes of controllers of its own that read: `GET /api/returns/:id/summary`. */
  routes?: readonly string[];
  /** Those that write something of an object: `POST /api/returns/:id/receipt`. */
  actions?: Readonly<Record<string, SampleAction>>;
}

/** A write of a controller of its own. What is promised of every write is tested of it as well. */
export interface SampleAction {
  /** Brings a new object into the state that it needs. */
  before?(http: HttpClient, object: Made): Promise<unknown>;
  body?: object;
  /** Of the answer. */
  status: number;
  /** The events that it makes: that of the object first. */
  events: readonly [string, ...string[]];
}

/** What a request is to be about. `installation`: of the token that it is sent with, where the route is about what an app is sent. */
export interface RequestContext {
  database: TestDatabase;
  tenant: Tenant;
  installation?: string;
}

/** A resource all of whose routes are of a controller of its own. */
export interface ControllerSample {
  resource: Resource;
  /** The routes: `GET /api/shops/:id`. */
  routes: readonly string[];
  /** What each of them needs, where it is made of objects of another type: whoever may read these may read it. By default what method and path promise. */
  scopes?: readonly string[];
  /** A request that is right for its route, about an object that is there. */
  request(route: ScopedRoute, context: RequestContext): RightRequest | Promise<RightRequest>;
}

/** What a library of resources is held to: `testConformance` makes the tests. The file `src/testing/index.ts` of the library exports it as `conformance`. */
export interface Conformance {
  /** The library's own, and those that these cannot be without. */
  modules: ApiModules;
  /** Of each resource of the library. */
  samples: readonly (Sample | ControllerSample)[];
  /** Of the resources of the other modules, where relationships lead. */
  others?: readonly (Sample | ControllerSample)[];
  /** Tables of the library beside those of its samples and their relationships: `shop.order_numbers`. */
  tables?: readonly string[];
  /** Rows of a shop in tables that no sample fills. */
  fill?(context: RequestContext): Promise<void>;
}

/** Whether the resource is served by the engine of all resources. */
export function isServed(sample: Sample | ControllerSample): sample is Sample {
  return 'document' in sample;
}

/** The tables whose rows are the library's. */
export function tablesOf({ samples, tables = [] }: Conformance): string[] {
  const served = samples.filter(isServed).map(({ resource }) => resource);
  const joined = served.flatMap(({ relationships }) =>
    Object.values(relationships).flatMap((each) =>
      'many' in each && 'table' in each.many ? [each.many.table] : [],
    ),
  );
  return [...new Set([...served.map(({ type }) => `shop.${type}`), ...joined, ...tables])];
}

/** Tables of the platform that a write of any resource fills. */
export const platformTables = ['shop.events', 'shop.idempotency_keys'];

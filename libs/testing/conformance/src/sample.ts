import type { ApiModules, Made, Tenant } from '@storewright/api-testing';
import type { Resource } from '@storewright/json-api';
import type { HttpClient, TestDatabase } from '@storewright/testing';
import type { RightRequest, ScopedRoute } from './routes';

/**
 * Creates and changes objects of one resource in conformance tests. Declared next to the resource, for
 * example in `products.sample.ts`.
 */
export interface Sample {
  resource: Resource;
  /** A valid POST body that can be sent several times. Creates required related objects over `http` first. */
  document(http: HttpClient): object | Promise<object>;
  /**
   * A valid PATCH body. Each call must return a different change. `count` is the number of earlier changes.
   */
  change(id: string, count: number): object;
  /** PATCH bodies that are valid but change nothing. */
  same(object: Made): readonly object[];
  /** Prepares the object so that its rules allow a DELETE. */
  release?(http: HttpClient, object: Made): Promise<void>;
  /**
   * Functions that create the target of a relationship and return its id, keyed by relationship. Needed if
   * not every object of the target's type is valid. `object` is the object that will refer to the target, or
   * undefined for a new object.
   */
  linkage?: Readonly<Record<string, (http: HttpClient, object?: Made) => Promise<string>>>;
  /** Attributes of a new object that depend on the target of a relationship, keyed by relationship. */
  dependent?: Readonly<Record<string, (http: HttpClient, id: string) => object | Promise<object>>>;
  /**
   * Additional events that a write of the object causes, keyed by the end of the route: `POST`, `PATCH`,
   * `DELETE`, or `PATCH relationships/customer`. `release` runs before a DELETE.
   */
  alongside?: Readonly<Record<string, readonly string[]>>;
  /** Read routes of the resource's own controllers, such as `GET /api/returns/:id/summary`. */
  routes?: readonly string[];
  /** Write routes of the resource's own controllers, such as `POST /api/returns/:id/receipt`. */
  actions?: Readonly<Record<string, SampleAction>>;
}

/** A write route of the resource's own controller. Conformance tests treat it like a generic write. */
export interface SampleAction {
  /** Brings a new object into the state that the action requires. */
  before?(http: HttpClient, object: Made): Promise<unknown>;
  body?: object;
  status: number;
  /** Expected events. The event of the object itself is first. */
  events: readonly [string, ...string[]];
}

/**
 * Context of a test request. `installation` is the token's installation, for routes about an app's webhook
 * deliveries.
 */
export interface RequestContext {
  database: TestDatabase;
  tenant: Tenant;
  installation?: string;
}

/** Sample of a resource that only its own controller serves. */
export interface ControllerSample {
  resource: Resource;
  routes: readonly string[];
  /** True if another library declares the resource and tests its remaining routes. */
  isForeign?: true;
  /** Scopes of every route. Defaults to the scopes that the method and the path imply. */
  scopes?: readonly string[];
  /** Additional scopes of single routes, keyed by route. */
  moreScopes?: Readonly<Record<string, readonly string[]>>;
  /** Returns a valid request for a route about an existing object. */
  request(route: ScopedRoute, context: RequestContext): RightRequest | Promise<RightRequest>;
}

/**
 * Input of `testConformance`. A library of resources exports it as `conformance` from `src/testing/index.ts`.
 */
export interface Conformance {
  /** Nest modules of the library and their dependencies. */
  modules: ApiModules;
  /** Samples of the resources that the library declares. */
  samples: readonly (Sample | ControllerSample)[];
  /** Samples of other libraries' resources that relationships refer to. */
  others?: readonly (Sample | ControllerSample)[];
  /** Tables of the library without a resource, such as `shop.order_numbers`. */
  tables?: readonly string[];
  /** Inserts rows into tables that no sample fills. */
  fill?(context: RequestContext): Promise<void>;
}

/** True for a resource that the generic controllers serve. */
export function isServed(sample: Sample | ControllerSample): sample is Sample {
  return 'document' in sample;
}

export function tablesOf({ samples, tables = [] }: Conformance): string[] {
  const served = samples.filter(isServed).map(({ resource }) => resource);
  const joined = served.flatMap(({ relationships }) =>
    Object.values(relationships).flatMap((each) =>
      'many' in each && 'table' in each.many ? [each.many.table] : [],
    ),
  );
  return [...new Set([...served.map(({ type }) => `shop.${type}`), ...joined, ...tables])];
}

/** Platform tables that every write inserts into. */
export const platformTables = ['shop.events', 'shop.idempotency_keys'];

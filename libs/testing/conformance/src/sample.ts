import type { ApiModules, Made, Tenant } from '@storewright/api-testing';
import type { Resource } from '@storewright/json-api';
import type { HttpClient, TestDatabase } from '@storewright/testing';
import type { RightRequest, ScopedRoute } from './routes';

/**
 * Creates and changes objects of one resource type in conformance tests. Declared next to the resource, for
 * example in `products.sample.ts`.
 */
export interface Sample {
  resource: Resource;
  /**
   * Returns a valid POST body that can be sent several times. Creates required related objects over `http`
   * first.
   */
  document(http: HttpClient): object | Promise<object>;
  /**
   * Returns a valid PATCH body. Each call must return a different change. `count` is the number of earlier
   * changes.
   */
  change(id: string, count: number): object;
  /** Returns PATCH bodies that are valid but change nothing. */
  same(object: Made): readonly object[];
  /** Prepares an object for deletion, so that its rules allow a DELETE. */
  release?(http: HttpClient, object: Made): Promise<void>;
  /**
   * Functions that create a valid target of a relationship and return the target's id, keyed by relationship.
   * Required if the relationship accepts only some objects of the target's type. `object` is the object that
   * will refer to the target, or undefined for a new object.
   */
  linkage?: Readonly<Record<string, (http: HttpClient, object?: Made) => Promise<string>>>;
  /**
   * Functions that return attributes of a new object that depend on the target of a relationship, keyed by
   * relationship.
   */
  dependent?: Readonly<Record<string, (http: HttpClient, id: string) => object | Promise<object>>>;
  /**
   * Types of the additional events that a write of the object causes, keyed by the end of the route: `POST`,
   * `PATCH`, `DELETE`, or `PATCH relationships/customer`. `release` runs before a DELETE.
   */
  alongside?: Readonly<Record<string, readonly string[]>>;
  /** Read routes of the resource's own controllers, such as `GET /api/returns/:id/summary`. */
  routes?: readonly string[];
  /** Write routes of the resource's own controllers, such as `POST /api/returns/:id/receipt`. */
  actions?: Readonly<Record<string, SampleAction>>;
}

/** A write route of a resource's own controller. Conformance tests treat it like a generic write. */
export interface SampleAction {
  before?(http: HttpClient, object: Made): Promise<unknown>;
  body?: object;
  status: number;
  /** Types of the expected events. The event about the object itself is first. */
  events: readonly [string, ...string[]];
}

/**
 * Context of a test request. `installation` is the id of the token's app installation, which routes about
 * webhook deliveries need.
 */
export interface RequestContext {
  database: TestDatabase;
  tenant: Tenant;
  installation?: string;
}

/** Test data of a resource that only its own controller serves. */
export interface ControllerSample {
  resource: Resource;
  routes: readonly string[];
  /** True if another library declares the resource and tests its other routes. */
  isForeign?: true;
  /** Scopes that every route requires. Defaults to the scopes that the method and the path imply. */
  scopes?: readonly string[];
  /** Additional scopes that single routes require, keyed by route. */
  moreScopes?: Readonly<Record<string, readonly string[]>>;
  request(route: ScopedRoute, context: RequestContext): RightRequest | Promise<RightRequest>;
}

/**
 * Input of `testConformance`. Each library with resources exports a value of this type as `conformance` from
 * `src/testing/index.ts`.
 */
export interface Conformance {
  modules: ApiModules;
  samples: readonly (Sample | ControllerSample)[];
  /** Samples of resources of other libraries, to which relationships refer. */
  others?: readonly (Sample | ControllerSample)[];
  /** Tables of the library that belong to no resource, such as `shop.order_numbers`. */
  tables?: readonly string[];
  /** Inserts rows into the tables for which no sample creates rows. */
  fill?(context: RequestContext): Promise<void>;
}

/** True if the generic controllers serve the resource. */
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

/** Tables of the platform into which every write inserts rows. */
export const platformTables = ['shop.events', 'shop.idempotency_keys'];

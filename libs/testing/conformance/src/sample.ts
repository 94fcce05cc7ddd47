import type { ApiModules, Made, Tenant } from '@storewright/api-testing';
import type { Resource } from '@storewright/json-api';
import type { HttpClient, TestDatabase } from '@storewright/testing';
import type { RightRequest, ScopedRoute } from './routes';

/**
 * Creates and changes objects of one resource in tests. Declared beside the resource, in
 * `products.sample.ts`.
 */
export interface Sample {
  resource: Resource;
  /** A valid POST body that can be sent repeatedly. Creates targets of relationships over `http` first. */
  document(http: HttpClient): object | Promise<object>;
  /** A valid PATCH body with a different change on each call. `count` is the number of earlier changes. */
  change(id: string, count: number): object;
  /** Valid PATCH bodies that change nothing. */
  same(object: Made): readonly object[];
  /** Prepares the object so that its rules allow the deletion. */
  release?(http: HttpClient, object: Made): Promise<void>;
  /**
   * Creates the target of a relationship, by name, if not every object of the type fits. Returns its id.
   * `object` is the object that will refer to the target, undefined for a new one.
   */
  linkage?: Readonly<Record<string, (http: HttpClient, object?: Made) => Promise<string>>>;
  /** Attributes of a new object that depend on a relationship's target, by the relationship's name. */
  dependent?: Readonly<Record<string, (http: HttpClient, id: string) => object | Promise<object>>>;
  /**
   * Further events caused by a write of the object, by the end of the route: `POST`, `PATCH`, `DELETE`, or
   * `PATCH relationships/customer`. Deletions happen after `release`.
   */
  alongside?: Readonly<Record<string, readonly string[]>>;
  /** Reading routes of the resource's own controllers, such as `GET /api/returns/:id/summary`. */
  routes?: readonly string[];
  /** Routes of the resource's own controllers that write data, such as `POST /api/returns/:id/receipt`. */
  actions?: Readonly<Record<string, SampleAction>>;
}

/** A write of the resource's own controller. Conformance tests apply to it like to every write. */
export interface SampleAction {
  /** Changes a new object to the required state. */
  before?(http: HttpClient, object: Made): Promise<unknown>;
  body?: object;
  /** Status of the response to the action. */
  status: number;
  /** Events of the write, with the object's own event first. */
  events: readonly [string, ...string[]];
}

/**
 * Context of a request. `installation` is the token's installation, for routes about an app's deliveries.
 */
export interface RequestContext {
  database: TestDatabase;
  tenant: Tenant;
  installation?: string;
}

/** A resource served only by its own controller. */
export interface ControllerSample {
  resource: Resource;
  /** Routes such as `GET /api/shops/:id`. */
  routes: readonly string[];
  /** True if another library declares the resource and tests its other routes. */
  isForeign?: true;
  /**
   * Scopes of each route if it combines objects of another type. Default: the scopes implied by method and
   * path.
   */
  scopes?: readonly string[];
  /** Additional scopes that single routes require, by the label of the route. */
  moreScopes?: Readonly<Record<string, readonly string[]>>;
  /** A valid request for a route about an existing object. */
  request(route: ScopedRoute, context: RequestContext): RightRequest | Promise<RightRequest>;
}

/**
 * Input of `testConformance` for a library of resources. `src/testing/index.ts` of the library exports it as
 * `conformance`.
 */
export interface Conformance {
  /** Modules of the library and those that it requires. */
  modules: ApiModules;
  /** Samples of the library's resources. */
  samples: readonly (Sample | ControllerSample)[];
  /** Samples of other resources that relationships refer to. */
  others?: readonly (Sample | ControllerSample)[];
  /** Tables of the library that have no resource, such as `shop.order_numbers`. */
  tables?: readonly string[];
  /** Inserts rows into tables that no sample fills. */
  fill?(context: RequestContext): Promise<void>;
}

/** True if the generic controllers serve the resource. */
export function isServed(sample: Sample | ControllerSample): sample is Sample {
  return 'document' in sample;
}

/** Returns the tables of the library. */
export function tablesOf({ samples, tables = [] }: Conformance): string[] {
  const served = samples.filter(isServed).map(({ resource }) => resource);
  const joined = served.flatMap(({ relationships }) =>
    Object.values(relationships).flatMap((each) =>
      'many' in each && 'table' in each.many ? [each.many.table] : [],
    ),
  );
  return [...new Set([...served.map(({ type }) => `shop.${type}`), ...joined, ...tables])];
}

/** Platform tables that every write fills. */
export const platformTables = ['shop.events', 'shop.idempotency_keys'];

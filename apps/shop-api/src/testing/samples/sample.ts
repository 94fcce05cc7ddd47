import type { Made } from '@storewright/api-testing';
import type { HttpClient } from '@storewright/testing';

/** How an object of one type is made and changed, for the specs that go over all resources. */
export interface Sample {
  /** A right body for POST, which can be sent any number of times. What it leads to is made over `http` first. */
  document(http: HttpClient): object | Promise<object>;
  /** A right body for PATCH that changes such an object, another one each time. `count`: how many there were before. */
  change(id: string, count: number): object;
  /** Right bodies for PATCH that change nothing of such an object. */
  same(object: Made): readonly object[];
  /** Does to the object what has to be done before it may be deleted. */
  release?(http: HttpClient, object: Made): Promise<void>;
  /** Makes what a relationship of it may lead to, by name, where that is not just any object of the type; gives its id. */
  linkage?: Readonly<Record<string, (http: HttpClient) => Promise<string>>>;
  /**
   * The events of other objects that a write of such an object makes beside its own, by the end of its route: `POST`, `PATCH`, `DELETE`, or
   * `PATCH relationships/customer`. An object that was released is deleted.
   */
  alongside?: Readonly<Record<string, readonly string[]>>;
  /** Routes of controllers of its own: `GET /api/returns/:id/summary`. */
  routes?: readonly string[];
}

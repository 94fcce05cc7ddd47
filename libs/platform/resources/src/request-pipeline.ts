import type { Provider } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import {
  holdsScope,
  HostGuard,
  RateGuard,
  ScopeGuard,
  SimulationGuard,
  TokenGuard,
} from '@storewright/access';
import { AcceptGuard, JsonApiErrorFilter } from '@storewright/json-api';

/**
 * Guards of every API request, in order. Afterwards, the route handler parses its input (400, 409, 415, 422),
 * accesses the shop's rows (404, 412, 503) and returns a document.
 */
export function requestPipeline(docsUrl: string): Provider[] {
  return [
    { provide: APP_GUARD, useExisting: HostGuard }, //                      host   → shop      | 404
    { provide: APP_GUARD, useExisting: TokenGuard }, //                     bearer → grant     | 401, 403
    { provide: APP_GUARD, useExisting: RateGuard }, //                      grant  → in its limit | 429
    { provide: APP_GUARD, useExisting: ScopeGuard }, //                     @Scope → allowed   | 403
    { provide: APP_GUARD, useExisting: SimulationGuard }, //                test shop → as requested | 429, 503
    { provide: APP_GUARD, useClass: AcceptGuard }, //                       Accept → JSON:API  | 406
    { provide: APP_FILTER, useValue: new JsonApiErrorFilter(docsUrl, holdsScope) }, //  error  → document
  ];
}

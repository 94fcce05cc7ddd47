import type { Provider } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { AcceptGuard, JsonApiErrorFilter } from '@storewright/json-api';
import { ShopMemberGuard } from '@storewright/members';
import { BearerGuard, SessionGuard } from '@storewright/sessions';

/**
 * Guards of every request, in execution order. OAuth endpoints authenticate their clients themselves (RFC
 * 6749 §2.3) and return plain JSON errors.
 */
export function requestPipeline(docsUrl: string): Provider[] {
  return [
    { provide: APP_GUARD, useExisting: BearerGuard }, //                    token → grant, about itself | 401
    { provide: APP_GUARD, useExisting: SessionGuard }, //                   session → owner    | 401, 403 csrf
    { provide: APP_GUARD, useExisting: ShopMemberGuard }, //             member → shop    | 404, 403 role, suspended
    { provide: APP_GUARD, useClass: AcceptGuard }, //                       Accept → JSON:API  | 406
    { provide: APP_FILTER, useValue: new JsonApiErrorFilter(docsUrl) }, //  error  → document
  ];
}

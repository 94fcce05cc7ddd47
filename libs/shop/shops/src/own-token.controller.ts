import { Controller, Get } from '@nestjs/common';
import { CurrentGrant, DeclareAccess, type Grant } from '@storewright/access';
import {
  ObjectParameters,
  type ObjectQuery,
  Operation,
  type Render,
  resourceDocument,
  withBodyEtag,
} from '@storewright/json-api';
import { declaredScopes } from '@storewright/scopes';
import { ownToken } from './own-token.resource';

/** Returns the kind and the permission scopes of the token in the request. Requires no permission scope. */
@Controller('api/token')
export class OwnTokenController {
  @Get()
  @DeclareAccess({ kind: 'token' })
  @Operation({ etag: true })
  show(@CurrentGrant() grant: Grant, @ObjectParameters(ownToken) query: ObjectQuery): Render {
    const scopes: string[] = grant.scopes ? [...grant.scopes] : declaredScopes.map(({ scope }) => scope);
    const row = { id: grant.token_id, kind: grant.kind, scopes: scopes.toSorted() };
    return withBodyEtag(resourceDocument(ownToken, row, query));
  }
}

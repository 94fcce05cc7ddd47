import { Controller, Delete, Get, Param, Post, Req } from '@nestjs/common';
import { challenge, Public, SmallBody } from '@storewright/access';
import {
  ApiError,
  created,
  NewObject,
  noContent,
  notFound,
  ObjectParameters,
  type ObjectQuery,
  Operation,
  type ParsedResource,
  type Render,
  resourceDocument,
  withHeaders,
} from '@storewright/json-api';
import { parseToken } from '@storewright/tokens';
import type { FastifyRequest } from 'fastify';
import { withoutClientId } from '../client-id';
import { type CreateSession, sessionRow, sessions, startedSession } from './session.resource';
import { DeviceCookie } from './device-cookie';
import { PasswordSignIn } from './password-sign-in';
import { readSessionCookie, sessionCookie } from './session-cookie';
import { Sessions } from './sessions';
import { CurrentSession, type Session, SignedIn } from './signed-in';

@Controller('api/sessions')
export class SessionsController {
  constructor(
    private readonly signIn: PasswordSignIn,
    private readonly store: Sessions,
    private readonly devices: DeviceCookie,
  ) {}

  @Post()
  @SmallBody()
  @Public('it is how a person signs in')
  @Operation({ errors: ['invalid_credentials', 'second_factor_required', 'rate_limited'] })
  async start(
    @Req() request: FastifyRequest,
    @ObjectParameters(startedSession) query: ObjectQuery,
    @NewObject(startedSession) input: ParsedResource<CreateSession>,
  ): Promise<Render> {
    const { attributes } = withoutClientId(input);
    const device = this.devices.read(request, attributes.email);
    const origin = { request_id: request.id, address: request.ip };
    const owner = await this.signIn.authenticate(attributes, { ...origin, device });
    const replaced = parseToken(readSessionCookie(request) ?? '');
    const session = owner && (await this.store.start(owner, origin, replaced));
    if (!session) throw wrongCredentials();
    return withHeaders(created(startedSession, sessionRow(session), query), {
      'set-cookie': [
        sessionCookie(request, session.token.reveal()),
        ...(device === undefined ? [this.devices.write(request, attributes.email)] : []),
      ],
      'cache-control': 'no-store',
    });
  }

  @Get(':id')
  @SignedIn()
  show(
    @Param('id') id: string,
    @CurrentSession() session: Session,
    @ObjectParameters(sessions) query: ObjectQuery,
  ): Render {
    checkCurrent(id, session);
    return withHeaders(resourceDocument(sessions, sessionRow(session), query), {
      'cache-control': 'no-store',
    });
  }

  @Delete(':id')
  @SignedIn()
  async signOut(
    @Req() request: FastifyRequest,
    @Param('id') id: string,
    @CurrentSession() session: Session,
    @ObjectParameters(sessions) _query: ObjectQuery,
  ): Promise<Render> {
    checkCurrent(id, session);
    await this.store.end(session);
    return withHeaders(noContent(), { 'set-cookie': sessionCookie(request) });
  }
}

function wrongCredentials(): ApiError {
  return new ApiError('invalid_credentials', {
    detail: 'There is no owner with this email and password.',
    headers: { 'www-authenticate': challenge() },
  });
}

/** `current`, or the id that the session's own links name. */
function checkCurrent(id: string, session: Session): void {
  if (id !== 'current' && id !== session.id) throw notFound('sessions', id);
}

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
import { Owners, type OwnerWithHash } from '../owners/owners';
import { Passwords } from '../owners/passwords';
import { type CreateSession, sessionRow, sessions, startedSession } from './session.resource';
import { DeviceCookie } from './device-cookie';
import { readSessionCookie, sessionCookie } from './session-cookie';
import { Sessions } from './sessions';
import { type SignInAttempt, SignInLimits } from './sign-in-limits';
import { CurrentSession, type Session, SignedIn } from './signed-in';

@Controller('api/sessions')
export class SessionsController {
  constructor(
    private readonly owners: Owners,
    private readonly passwords: Passwords,
    private readonly limits: SignInLimits,
    private readonly store: Sessions,
    private readonly devices: DeviceCookie,
  ) {}

  @Post()
  @SmallBody()
  @Public('it is how a person signs in')
  @Operation({ errors: ['invalid_credentials', 'rate_limited'] })
  async signIn(
    @Req() request: FastifyRequest,
    @ObjectParameters(startedSession) query: ObjectQuery,
    @NewObject(startedSession) input: ParsedResource<CreateSession>,
  ): Promise<Render> {
    const { attributes } = withoutClientId(input);
    const device = this.devices.read(request, attributes.email);
    const owner = await this.authenticate(attributes, { address: request.ip, device });
    const origin = { request_id: request.id, address: request.ip };
    const session = await this.store.start(owner, origin, parseToken(readSessionCookie(request) ?? ''));
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

  /** An unknown email and a wrong password get the same answer after the same work. */
  private async authenticate(
    { email, password }: CreateSession,
    from: Omit<SignInAttempt, 'email'>,
  ): Promise<OwnerWithHash> {
    const attempt = { email, ...from };
    await this.limits.count(attempt);
    const owner = await this.owners.findByEmail(email);
    if (!(await this.passwords.matches(owner?.password_hash, password)) || !owner) throw wrongCredentials();
    await this.limits.takeBack(attempt);
    return owner;
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

import { createHash } from 'node:crypto';
import { Controller, Post, Req } from '@nestjs/common';
import {
  challenge,
  declaredLimit,
  ExactLimit,
  networkOf,
  Public,
  rateLimited,
  SmallBody,
  StepUpNotRequired,
} from '@storewright/access';
import { AuthDatabase } from '@storewright/database';
import {
  ApiError,
  created,
  NewObject,
  ObjectParameters,
  type ObjectQuery,
  Operation,
  type ParsedResource,
  type Render,
  withHeaders,
  withoutClientId,
} from '@storewright/json-api';
import { Owners } from '@storewright/people';
import { PasskeyCeremonies } from '@storewright/second-factors';
import {
  DeviceCookie,
  originOf,
  startedRow,
  startedSession,
  readSessionCookie,
  sessionCookie,
  PanelPagesOnly,
  Sessions,
} from '@storewright/sessions';
import { parseToken } from '@storewright/tokens';
import type { FastifyRequest } from 'fastify';
import {
  type CreatePasskeyAssertion,
  passkeyAssertions,
  passkeyChallenges,
} from './passkey-sign-in.resource';

@Controller('api')
export class PasskeySignInController {
  private readonly limit: ExactLimit;

  constructor(
    database: AuthDatabase,
    private readonly ceremonies: PasskeyCeremonies,
    private readonly owners: Owners,
    private readonly sessions: Sessions,
    private readonly devices: DeviceCookie,
  ) {
    this.limit = new ExactLimit(database, declaredLimit('auth-api:passkey-challenges'));
  }

  /** Returns the WebAuthn options with which the browser requests a passkey. */
  @Post('passkey_challenges')
  @SmallBody()
  @Public('it is how a person signs in')
  @StepUpNotRequired('there is no session yet')
  @PanelPagesOnly()
  @Operation({ errors: ['csrf_refused', 'payload_too_large', 'rate_limited'] })
  async begin(
    @Req() request: FastifyRequest,
    @ObjectParameters(passkeyChallenges) query: ObjectQuery,
  ): Promise<Render> {
    const network = createHash('sha256').update(networkOf(request.ip)).digest('base64url');
    const ms = await this.limit.consume(network);
    if (ms !== undefined) throw rateLimited('Too many passkey challenges were requested', ms, this.limit);
    const row = await this.ceremonies.startAuthentication(request);
    return withHeaders(created(passkeyChallenges, row, query), { 'cache-control': 'no-store' });
  }

  @Post('passkey_assertions')
  @SmallBody()
  @Public('it is how a person signs in')
  @StepUpNotRequired('there is no session yet')
  @PanelPagesOnly()
  @Operation({
    answers: [{ shows: 'resource', resource: startedSession, status: 201 }],
    errors: ['csrf_refused', 'invalid_credentials'],
  })
  async signIn(
    @Req() request: FastifyRequest,
    @ObjectParameters(passkeyAssertions) query: ObjectQuery,
    @NewObject(passkeyAssertions) input: ParsedResource<CreatePasskeyAssertion>,
  ): Promise<Render> {
    const owner_id = await this.ceremonies.finishAuthentication(withoutClientId(input).attributes.response);
    const owner = owner_id === undefined ? undefined : await this.owners.find(owner_id);
    const device = owner && this.devices.read(request, owner.email);
    const origin = { ...originOf(request), by: 'a passkey', isNewDevice: device === undefined };
    const replaced = parseToken(readSessionCookie(request) ?? '');
    const session = owner && (await this.sessions.start(owner, origin, replaced));
    if (!session) throw unknownPasskey();
    return withHeaders(created(startedSession, startedRow(session, origin), query), {
      'set-cookie': [
        sessionCookie(request, session.token.reveal()),
        ...(device === undefined ? [this.devices.write(request, owner.email)] : []),
      ],
      'cache-control': 'no-store',
    });
  }
}

function unknownPasskey(): ApiError {
  return new ApiError('invalid_credentials', {
    detail: 'The passkey is unknown, or the challenge has expired. Request a new challenge and try again.',
    headers: { 'www-authenticate': challenge() },
  });
}

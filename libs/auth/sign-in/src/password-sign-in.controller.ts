import { Controller, Post, Req } from '@nestjs/common';
import { challenge, Public, SmallBody, StepUpNotRequired } from '@storewright/access';
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
import {
  type CreateSession,
  DeviceCookie,
  PanelPagesOnly,
  originOf,
  readSessionCookie,
  sessionCookie,
  Sessions,
  startedRow,
  startedSession,
} from '@storewright/sessions';
import { parseToken } from '@storewright/tokens';
import type { FastifyRequest } from 'fastify';
import { PasswordSignIn } from './password-sign-in';

@Controller('api/sessions')
export class PasswordSignInController {
  constructor(
    private readonly signIn: PasswordSignIn,
    private readonly sessions: Sessions,
    private readonly devices: DeviceCookie,
  ) {}

  @Post()
  @SmallBody()
  @Public('it is how a person signs in')
  @StepUpNotRequired('there is no session yet')
  @PanelPagesOnly()
  @Operation({ errors: ['csrf_refused', 'invalid_credentials', 'second_factor_required', 'rate_limited'] })
  async start(
    @Req() request: FastifyRequest,
    @ObjectParameters(startedSession) query: ObjectQuery,
    @NewObject(startedSession) input: ParsedResource<CreateSession>,
  ): Promise<Render> {
    const { attributes } = withoutClientId(input);
    const device = this.devices.read(request, attributes.email);
    const origin = originOf(request);
    const owner = await this.signIn.authenticate(attributes, { ...origin, device });
    const replaced = parseToken(readSessionCookie(request) ?? '');
    const session =
      owner && (await this.sessions.start(owner, { ...origin, isNewDevice: device === undefined }, replaced));
    if (!session) throw wrongCredentials();
    return withHeaders(created(startedSession, startedRow(session, origin), query), {
      'set-cookie': [
        sessionCookie(request, session.token.reveal()),
        ...(device === undefined ? [this.devices.write(request, attributes.email)] : []),
      ],
      'cache-control': 'no-store',
    });
  }
}

function wrongCredentials(): ApiError {
  return new ApiError('invalid_credentials', {
    detail: 'The email address or the password is wrong.',
    headers: { 'www-authenticate': challenge() },
  });
}

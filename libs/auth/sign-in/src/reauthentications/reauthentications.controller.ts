import { Controller, Post, Req } from '@nestjs/common';
import { StepUpNotRequired } from '@storewright/access';
import {
  invalidAttribute,
  NewObject,
  noContent,
  ObjectParameters,
  type ObjectQuery,
  Operation,
  type ParsedResource,
  type Render,
  withHeaders,
  withoutClientId,
} from '@storewright/json-api';
import { PasskeyCeremonies } from '@storewright/second-factors';
import { Sessions, CurrentSession, type ActiveSession, SignedIn } from '@storewright/sessions';
import type { FastifyRequest } from 'fastify';
import { PasswordSignIn } from '../password-sign-in';
import { type CreateReauthentication, reauthentications } from './reauthentication.resource';

/**
 * Step-up authentication: records a new proof of identity. Routes that require a recent proof then accept the
 * session for ten minutes.
 */
@Controller('api/reauthentications')
export class ReauthenticationsController {
  constructor(
    private readonly signIn: PasswordSignIn,
    private readonly ceremonies: PasskeyCeremonies,
    private readonly sessions: Sessions,
  ) {}

  @Post()
  @SignedIn()
  @StepUpNotRequired('it is the proof')
  @Operation({ answers: [{ shows: 'nothing' }], errors: ['second_factor_required', 'rate_limited'] })
  async create(
    @Req() request: FastifyRequest,
    @CurrentSession() session: ActiveSession,
    @ObjectParameters(reauthentications) _query: ObjectQuery,
    @NewObject(reauthentications) input: ParsedResource<CreateReauthentication>,
  ): Promise<Render> {
    const { attributes } = withoutClientId(input);
    if (attributes.passkey) await this.checkPasskey(attributes.passkey, session);
    else await this.checkPassword(attributes, session, request);
    await this.sessions.prove(session);
    return withHeaders(noContent(), { 'cache-control': 'no-store' });
  }

  private async checkPasskey(passkey: object, { owner_id }: ActiveSession): Promise<void> {
    if ((await this.ceremonies.finishAuthentication(passkey)) === owner_id) return;
    throw invalidAttribute(
      'passkey',
      'The passkey must be yours, and its challenge must not have expired. Request a new challenge ' +
        'and try again.',
    );
  }

  /**
   * Verifies the password during step-up authentication. A wrong password counts as a failed sign-in and gets
   * 422 instead of 401, because the session is valid.
   */
  private async checkPassword(
    { password = '', code }: CreateReauthentication,
    { owner_id, email }: ActiveSession,
    { id, ip }: FastifyRequest,
  ): Promise<void> {
    // The device counts as known, because a session exists only after a sign-in.
    const origin = { request_id: id, address: ip, device: owner_id };
    if (password !== '' && (await this.signIn.authenticate({ email, password, code }, origin))) return;
    throw invalidAttribute('password', 'This is not your password.');
  }
}

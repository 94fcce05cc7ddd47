import { Controller, Delete, Get, Param, Post, Req } from '@nestjs/common';
import {
  challenge,
  Public,
  SmallBody,
  StepUpNotRequired,
  StepUpRequiredExcept,
  DeviceMay,
} from '@storewright/access';
import { ApiError, collectionDocument, created, ListParameters, type ListQuery, NewObject, noContent, ObjectParameters, type ObjectQuery, Operation, type ParsedResource, type Render, resourceDocument, withHeaders, withoutClientId } from '@storewright/json-api';
import { PasswordSignIn } from '@storewright/sign-in';
import { parseToken } from '@storewright/tokens';
import type { FastifyRequest } from 'fastify';
import { DeviceCookie } from './device-cookie';
import { OfOurPages } from './of-our-pages';
import { originOf } from './origin';
import { readSessionCookie, sessionCookie } from './session-cookie';
import { type CreateSession, sessions, startedRow, startedSession } from './session.resource';
import { Sessions } from './sessions';
import { CurrentSession, type ActiveSession, SignedIn } from './signed-in';

const noStore = { 'cache-control': 'no-store' };

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
  @StepUpNotRequired('there is no session yet')
  @OfOurPages()
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
      owner && (await this.store.start(owner, { ...origin, isNewDevice: device === undefined }, replaced));
    if (!session) throw wrongCredentials();
    return withHeaders(created(startedSession, startedRow(session, origin), query), {
      'set-cookie': [
        sessionCookie(request, session.token.reveal()),
        ...(device === undefined ? [this.devices.write(request, attributes.email)] : []),
      ],
      ...noStore,
    });
  }

  /** Where the signed-in person is signed in. */
  @Get()
  @SignedIn()
  async list(
    @CurrentSession() session: ActiveSession,
    @ListParameters(sessions) query: ListQuery,
  ): Promise<Render> {
    const page = await this.store.list(session, query);
    return withHeaders(collectionDocument(sessions, page, query), noStore);
  }

  /** `current`, or one of the person’s. */
  @Get(':id')
  @SignedIn()
  async show(
    @Param('id') id: string,
    @CurrentSession() session: ActiveSession,
    @ObjectParameters(sessions) query: ObjectQuery,
  ): Promise<Render> {
    const row = await this.store.show(session, id.toLowerCase());
    return withHeaders(resourceDocument(sessions, row, query), noStore);
  }

  /** `current` signs out; `others` ends all but this one. */
  @Delete(':id')
  @SignedIn()
  @DeviceMay('storewright logout')
  @StepUpRequiredExcept('current', 'everybody can sign out')
  async end(
    @Req() request: FastifyRequest,
    @Param('id') id: string,
    @CurrentSession() session: ActiveSession,
    @ObjectParameters(sessions) _query: ObjectQuery,
  ): Promise<Render> {
    const ended = id.toLowerCase();
    if (ended !== 'current' && ended !== session.id) {
      await this.store.endOthers(session, request.id, ended === 'others' ? undefined : ended);
      return noContent();
    }
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

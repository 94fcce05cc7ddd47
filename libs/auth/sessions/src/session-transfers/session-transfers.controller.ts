import { Controller, Post, Req } from '@nestjs/common';
import { Public, SmallBody, StepUpNotRequired, StepUpRequired } from '@storewright/access';
import {
  created,
  invalidAttribute,
  NewObject,
  ObjectParameters,
  type ObjectQuery,
  Operation,
  type ParsedResource,
  type Render,
  withHeaders,
  withoutClientId,
} from '@storewright/json-api';
import { parseToken } from '@storewright/tokens';
import type { FastifyRequest } from 'fastify';
import { AdminPanel } from '../admin-panel';
import { sessionCookie } from '../session-cookie';
import { sessions } from '../session.resource';
import { Sessions } from '../sessions';
import { CurrentSession, type ActiveSession, SignedIn } from '../signed-in';
import {
  type AcceptSessionTransfer,
  acceptedSessionTransfers,
  type CreateSessionTransfer,
  sessionTransfers,
} from './session-transfer.resource';
import { SessionTransfers } from './session-transfers';

const noStore = { 'cache-control': 'no-store' };

/** Transfers a session to the admin panel of another shop, so that the person need not sign in again. */
@Controller('api')
export class SessionTransfersController {
  constructor(
    private readonly store: SessionTransfers,
    private readonly sessions: Sessions,
    private readonly panel: AdminPanel,
  ) {}

  @Post('session_transfers')
  @SignedIn()
  @StepUpRequired()
  @Operation({ meta: { token: { type: 'string' } } })
  async begin(
    @CurrentSession() session: ActiveSession,
    @ObjectParameters(sessionTransfers) query: ObjectQuery,
    @NewObject(sessionTransfers) input: ParsedResource<CreateSessionTransfer>,
  ): Promise<Render> {
    const { row, token } = await this.store.begin(session, withoutClientId(input).attributes.shop_domain);
    const meta = { token: token.reveal() };
    return withHeaders(created(sessionTransfers, row, query, { meta }), noStore);
  }

  @Post('accepted_session_transfers')
  @SmallBody()
  @Public('the token of the transfer is the proof')
  @StepUpNotRequired('the token of the transfer is the proof')
  @Operation({ answers: [{ shows: 'resource', resource: sessions, status: 201 }] })
  async accept(
    @Req() request: FastifyRequest,
    @ObjectParameters(acceptedSessionTransfers) query: ObjectQuery,
    @NewObject(acceptedSessionTransfers) input: ParsedResource<AcceptSessionTransfer>,
  ): Promise<Render> {
    const token = parseToken(withoutClientId(input).attributes.transfer_token);
    const found = token?.kind === 'session_transfer' ? await this.store.use(token) : undefined;
    // Accepts the transfer token only from pages of the target shop's admin panel. On any other page the
    // token was stolen or forwarded.
    if (!found || request.headers.origin !== this.panel.origin(found.shop_domain))
      throw invalidAttribute(
        'transfer_token',
        'The session transfer was already used or has expired. Start a new session transfer.',
      );
    const { session } = found;
    const row = await this.sessions.show(session, 'current', request.ip);
    return withHeaders(created(sessions, row, query), {
      ...noStore,
      'set-cookie': sessionCookie(request, session.token.reveal()),
    });
  }
}

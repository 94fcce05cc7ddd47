import { Injectable } from '@nestjs/common';
import { parseToken } from '@storewright/tokens';
import type { FastifyRequest } from 'fastify';
import { AdminPanel } from './admin-panel';
import { checkCsrfToken, checkOriginOfForm } from './csrf';
import { readSessionCookie } from './session-cookie';
import { Sessions } from './sessions';
import type { ActiveSession } from './signed-in';

/** Who sent a form of the panel: a browser, which is sent on to the sign-in where an API would answer 401. */
@Injectable()
export class FormSessions {
  constructor(
    private readonly sessions: Sessions,
    private readonly panel: AdminPanel,
  ) {}

  /** The living session of the cookie, or undefined. The session of a device opens no form. Throws `csrf_refused` where the form is not from a page of ours. */
  async find(request: FastifyRequest, csrfToken: string | undefined): Promise<ActiveSession | undefined> {
    checkOriginOfForm(request, this.panel);
    const token = parseToken(readSessionCookie(request) ?? '');
    const session = token?.kind === 'session' ? await this.sessions.find(token) : undefined;
    if (session?.kind !== 'full') return undefined;
    checkCsrfToken(csrfToken, session.token);
    return session;
  }
}

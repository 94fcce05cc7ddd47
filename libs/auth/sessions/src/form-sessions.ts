import { Injectable } from '@nestjs/common';
import { parseToken } from '@storewright/tokens';
import type { FastifyRequest } from 'fastify';
import { AdminPanel } from './admin-panel';
import { checkCsrfToken, checkOriginOfForm } from './csrf';
import { readSessionCookie } from './session-cookie';
import { Sessions } from './sessions';
import type { ActiveSession } from './signed-in';

/**
 * Sessions for HTML forms of the admin panel. A form without a session gets an error page instead of a 401
 * response.
 */
@Injectable()
export class FormSessions {
  constructor(
    private readonly sessions: Sessions,
    private readonly panel: AdminPanel,
  ) {}

  /**
   * Returns the active session from the cookie, or undefined. Device sessions cannot submit forms. Throws
   * `csrf_refused` if the form does not come from the admin panel.
   */
  async find(request: FastifyRequest, csrfToken: string | undefined): Promise<ActiveSession | undefined> {
    checkOriginOfForm(request, this.panel);
    const token = parseToken(readSessionCookie(request) ?? '');
    const session = token?.kind === 'session' ? await this.sessions.find(token) : undefined;
    if (session?.kind !== 'full') return undefined;
    checkCsrfToken(csrfToken, session.token);
    return session;
  }
}

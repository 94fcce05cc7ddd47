import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { AuthDatabase } from '@storewright/database';
import { App } from '@storewright/entities';
import { IsNull, type Repository } from 'typeorm';
import { withParameters } from '@storewright/app-listings';
import { AgentRedirects } from '../agents/agent-redirects';
import { ISSUER } from '../oauth/issuer';
import type { Consent } from './grants';

/**
 * Handles an owner who cancels on the grant screen. Informs an app that started as an OAuth client (RFC 6749
 * §4.1.2.1).
 */
@Injectable()
export class Denials {
  constructor(
    private readonly database: AuthDatabase,
    @InjectRepository(App, 'auth') private readonly apps: Repository<App>,
    private readonly agents: AgentRedirects,
    @Inject(ISSUER) private readonly issuer: string,
  ) {}

  /**
   * Returns the install URL of the app with the error parameters of OAuth, or undefined if the app did not
   * start as an OAuth client.
   */
  async addressOf(consent: Consent, address: string): Promise<string | undefined> {
    const { app_id, state, authorization } = consent;
    if (!authorization) return undefined;
    await this.agents.check({ ...consent, address });
    const app = await this.database.of({}, this.apps).findOneBy({ id: app_id, deleted_at: IsNull() });
    if (!app) return undefined;
    const target = app.client_url === null ? app.install_url : authorization.redirect_uri!;
    return withParameters(target, {
      ...{ error: 'access_denied', error_description: 'the owner of the shop declined' },
      ...(typeof state === 'string' ? { state } : {}),
      iss: this.issuer,
    });
  }
}

import { Injectable } from '@nestjs/common';
import { AuthDatabase } from '@storewright/database';
import { App } from '@storewright/entities';
import { invalidAttribute } from '@storewright/json-api';
import { IsNull } from 'typeorm';
import { AgentClients } from './agent-clients';

interface AgentConsent {
  app_id: string;
  authorization?: { code_challenge?: string | undefined; redirect_uri?: string | undefined } | undefined;
  address?: string;
}

/**
 * Validates the redirect URI of an AI agent when the shop owner consents, because anyone can create a URL of
 * the grant screen with any redirect URI.
 */
@Injectable()
export class AgentRedirects {
  constructor(
    private readonly database: AuthDatabase,
    private readonly clients: AgentClients,
  ) {}

  /**
   * Throws if the current client metadata document of an AI agent does not contain the redirect URI. Does
   * nothing for other apps.
   */
  async check({ app_id: id, authorization, address = '' }: AgentConsent): Promise<void> {
    const app = await this.database.of({}, App).findOneBy({ id, deleted_at: IsNull() });
    if (!app || app.client_url === null) return;
    if (authorization?.code_challenge === undefined || authorization.redirect_uri === undefined)
      throw invalidAttribute(
        'app_id',
        'This app is an agent, which must start its own authorization request at /oauth/authorize.',
      );
    await this.clients.checkRedirect(app.client_url, authorization.redirect_uri, address);
  }
}

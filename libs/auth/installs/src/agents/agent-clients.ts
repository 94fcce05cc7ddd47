import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { AuthDatabase } from '@storewright/database';
import { App } from '@storewright/entities';
import { declaredScopes } from '@storewright/scopes';
import { baseUrlOf, HOSTS, type Hosts } from '@storewright/tenancy';
import type { Repository } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { refused } from '../oauth/authorization-request';
import { type ClientDocument, hasRedirect } from './client-document';
import { ClientDocuments } from './client-documents';

/** Minimum age in milliseconds at which an authorization request refreshes `updated_at` of an AI agent. */
const TOUCH_AFTER_MS = 24 * 60 * 60_000;

/** Placeholder for the domain when the URL of a shop is compared with an OAuth resource parameter. */
const PLACEHOLDER = 'shop-domain';

/**
 * Apps that represent AI agents. All scopes are optional for an AI agent, because a shop can grant any scope.
 */
@Injectable()
export class AgentClients {
  constructor(
    private readonly database: AuthDatabase,
    @InjectRepository(App, 'auth') private readonly apps: Repository<App>,
    private readonly documents: ClientDocuments,
    @Inject(HOSTS) private readonly hosts: Pick<Hosts, 'shopUrl'>,
  ) {}

  /**
   * Returns the app of an AI agent, created on the first request. Later requests update the name, and refresh
   * `updated_at` once a day, because the worker deletes unused agents by this column
   * (libs/platform/retention).
   */
  async appOf({ client_id: client_url, name }: ClientDocument): Promise<App> {
    const apps = this.database.of({}, this.apps);
    const optional_scopes = declaredScopes.map(({ scope }) => scope);
    const known = await apps.findOneBy({ client_url });
    const isCurrent =
      known !== null &&
      known.name === name &&
      known.optional_scopes.join() === optional_scopes.join() &&
      Date.parse(known.updated_at) > Date.now() - TOUCH_AFTER_MS;
    if (isCurrent) return known;
    const values = { id: uuidv7(), owner_id: null, client_url, install_url: client_url, scopes: [] };
    await apps
      .createQueryBuilder()
      .insert()
      .values({ ...values, name, optional_scopes, updated_at: () => 'now()' })
      .orUpdate(['name', 'optional_scopes', 'updated_at'], ['client_url'])
      .updateEntity(false)
      .execute();
    return apps.findOneByOrFail({ client_url });
  }

  /** Throws if the current client metadata document of an AI agent does not contain the redirect URI. */
  async checkRedirect(
    client_url: string,
    redirect_uri: string | undefined,
    address: string,
  ): Promise<string> {
    const document = await this.documents.read(client_url, address);
    return redirectIn(document, redirect_uri);
  }

  /** Returns the domain of the shop whose MCP server is the OAuth resource (RFC 8707), or undefined. */
  domainIn(resource: string): string | undefined {
    if (!URL.canParse(resource)) return undefined;
    const url = new URL(resource);
    if (url.search !== '' || url.hash !== '' || !['/', '/mcp'].includes(url.pathname)) return undefined;
    // Compares URLs without the port, like the check of the Host header.
    const { protocol, hostname } = new URL(baseUrlOf(this.hosts, PLACEHOLDER));
    const [before, after] = hostname.split(PLACEHOLDER) as [string, string];
    const isShop = url.hostname.startsWith(before) && url.hostname.endsWith(after);
    const domain = url.hostname.slice(before.length, url.hostname.length - after.length);
    return protocol === url.protocol && isShop && domain !== '' ? domain : undefined;
  }
}

/** Returns the redirect URI. Throws if the client metadata document does not contain it. */
export function redirectIn(document: ClientDocument, redirect_uri: string | undefined): string {
  if (redirect_uri === undefined) throw refused('redirect_uri', 'is missing.');
  if (!hasRedirect(document, redirect_uri))
    throw refused('redirect_uri', 'is not in the metadata document of the client.');
  return redirect_uri;
}

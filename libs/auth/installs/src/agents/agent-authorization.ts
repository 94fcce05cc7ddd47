import { Injectable } from '@nestjs/common';
import { codePoints, isStorable } from '@storewright/json-api';
import { isScope } from '@storewright/scopes';
import { grantScreen } from '../grant-form/grant-form';
import { MAX_STATE_LENGTH } from '../installations/installation.resource';
import { refused, requestedOf } from '../oauth/authorization-request';
import { isCodeChallenge } from '../oauth/code-challenge';
import { AgentClients, redirectIn } from './agent-clients';
import { ClientDocuments } from './client-documents';

export interface AgentScreen {
  domain: string;
  path: string;
}

/**
 * Authorization requests of AI agents (RFC 6749 §4.1.1, RFC 7636, RFC 8707). The browser shows all errors to
 * the person, because redirecting to a client without approval would be an open redirect (RFC 9700 §4.11.2).
 */
@Injectable()
export class AgentAuthorization {
  constructor(
    private readonly documents: ClientDocuments,
    private readonly clients: AgentClients,
  ) {}

  async screenFor(query: string, address: string): Promise<AgentScreen> {
    const parameters = readParameters(query);
    const document = await this.documents.read(parameters.get('client_id')!, address);
    const redirect_uri = redirectIn(document, parameters.get('redirect_uri'));
    if (parameters.get('response_type') !== 'code') throw refused('response_type', 'must be "code".');
    const code_challenge = challengeIn(parameters);
    const domain = this.clients.domainIn(parameters.get('resource') ?? '');
    if (domain === undefined)
      throw refused(
        'resource',
        'must be the URL of the MCP server of a shop, such as https://shop.example/mcp.',
      );
    const state = stateIn(parameters);
    // Ignores unknown scopes, because AI agents may request scopes of other servers, such as offline_access.
    // The token response lists the granted scopes.
    const optional_scopes = requestedOf(parameters).filter(isScope);
    const app = await this.clients.appOf(document);
    const authorization = { code_challenge, redirect_uri };
    const path = grantScreen({ app_id: app.id, scopes: [], optional_scopes, state, authorization });
    return { domain, path };
  }
}

/**
 * Parses query parameters. An empty parameter counts as absent, and a repeated parameter is an error (RFC
 * 6749 §3.1).
 */
function readParameters(query: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    if (parameters.has(name)) throw refused(name.slice(0, 50), 'appears more than once.');
    if (value !== '') parameters.set(name, value);
  }
  return parameters;
}

function challengeIn(parameters: ReadonlyMap<string, string>): string {
  const challenge = parameters.get('code_challenge') ?? '';
  if (parameters.get('code_challenge_method') !== 'S256' || !isCodeChallenge(challenge))
    throw refused(
      'code_challenge',
      'must be 43 characters of base64url, with the code_challenge_method "S256".',
    );
  return challenge;
}

function stateIn(parameters: ReadonlyMap<string, string>): string | undefined {
  const state = parameters.get('state');
  if (state !== undefined && (codePoints(state) > MAX_STATE_LENGTH || !isStorable(state)))
    throw refused('state', `must have at most ${MAX_STATE_LENGTH} characters.`);
  return state;
}

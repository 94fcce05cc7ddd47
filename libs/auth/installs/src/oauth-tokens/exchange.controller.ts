import { Controller, Get, Inject, Param, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { Public, StepUpNotRequired } from '@storewright/access';
import {
  ApiError,
  credentialsOf,
  Operation,
  parseNoQuery,
  type Render,
  resourceDocument,
  withHeaders,
} from '@storewright/json-api';
import { baseUrlOf, HOSTS, type Hosts, shops } from '@storewright/tenancy';
import type { FastifyRequest } from 'fastify';
import { AttemptLimiter } from '../oauth/attempt-limiter';
import { ClientAuthentication } from '../oauth/client-authentication';
import { OAuthError } from '../oauth/oauth-error';
import { type Holder, NonceExchange, nonceNotFound } from './nonce-exchange';
import { exchangedToken } from './oauth-token.resource';

@Controller('api/oauth_tokens/nonce')
export class ExchangeController {
  constructor(
    private readonly nonces: NonceExchange,
    private readonly attempts: AttemptLimiter,
    private readonly clients: ClientAuthentication,
    @Inject(HOSTS) private readonly hosts: Pick<Hosts, 'shopUrl'>,
  ) {}

  /** This GET request changes state (docs/contract.md §4), so HEAD, prefetching and caching are disabled. */
  @Get(':nonce')
  @RouteConfig({ head: false })
  @Public('the nonce is the proof of installation (docs/contract.md §4)')
  @StepUpNotRequired('the nonce is the proof of installation')
  @Operation({
    id: 'exchangeNonce',
    summary: 'Exchange a nonce for an OAuth token',
    answers: [{ shows: 'resource', resource: exchangedToken }],
    included: [shops],
    errors: [
      ...(['nonce_not_found', 'nonce_expired', 'nonce_used', 'prefetch_refused', 'rate_limited'] as const),
      ...(['shop_suspended', 'api_suspended', 'app_suspended'] as const),
      ...(['invalid_client', 'code_verifier_required', 'rows_locked'] as const),
    ],
  })
  async exchange(@Req() request: FastifyRequest, @Param('nonce') nonce: string): Promise<Render> {
    refusePrefetch(request);
    parseNoQuery(request.url.split('?')[1] ?? '');
    const app_id = await this.clientOf(request);
    const check = (holder: Holder) => checkHolder(holder, app_id);
    const exchanged = await this.nonces.exchange(nonce, { requestId: request.id, check });
    if (!exchanged) {
      this.attempts.countNonce(request.ip, app_id);
      throw nonceNotFound();
    }
    const { shop } = exchanged;
    const token = { ...exchanged.token, base_url: baseUrlOf(this.hosts, shop.domain) };
    return ({ origin }) => {
      const included = [{ resource: shops, row: shop }];
      // Links in the response contain the path of the token instead of the nonce, so that the
      // response document does not leak the nonce.
      const path = exchangedToken.pathOf(token);
      const document = resourceDocument(exchangedToken, token, { included: false }, { included });
      return withHeaders(document, { 'cache-control': 'no-store' })({ origin, path });
    };
  }

  /**
   * Returns the id of an app that authenticates with its id and secret (RFC 6749 §2.3.1). Ignores other
   * Authorization headers.
   */
  private async clientOf(request: FastifyRequest): Promise<string | undefined> {
    if (credentialsOf(request.headers.authorization, 'Basic') === undefined) return undefined;
    try {
      const client = await this.clients.authenticate(request, new Map());
      if (client.kind === 'app') return client.app_id;
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error;
    }
    throw invalidClient('The app id is unknown or the app secret is wrong.');
  }
}

/** Verifies the proofs that an app requires in addition to its nonce, such as its secret. */
function checkHolder({ app_id, code_challenge, require_secret }: Holder, client: string | undefined): void {
  if (client !== undefined && client !== app_id) throw nonceNotFound();
  if (code_challenge !== null)
    throw new ApiError('code_verifier_required', {
      detail:
        'The installation started with a code_challenge. Exchange its code at POST /oauth/token and send ' +
        'the code_verifier.',
    });
  if (require_secret && client === undefined)
    throw invalidClient('This app requires its secret. Send the app id and the secret with HTTP Basic.');
}

export function invalidClient(detail: string): ApiError {
  return new ApiError('invalid_client', {
    detail,
    source: { header: 'Authorization' },
    headers: { 'www-authenticate': 'Basic realm="storewright"' },
  });
}

/**
 * Rejects a prefetch request, which browsers announce in `Sec-Purpose` (Fetch standard), and older browsers
 * in `Purpose`, `X-Moz` or `X-Purpose`.
 */
function refusePrefetch({ headers }: FastifyRequest): void {
  for (const name of ['sec-purpose', 'purpose', 'x-purpose', 'x-moz']) {
    if (!/prefetch|preview|prerender/i.test(String(headers[name] ?? ''))) continue;
    throw new ApiError('prefetch_refused', {
      detail:
        'A prefetch cannot exchange a nonce. The nonce stays valid. Repeat the request without the ' +
        'prefetch header.',
      source: { header: name },
    });
  }
}

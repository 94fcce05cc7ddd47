import { Controller, Get, Inject, Param, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { Public } from '@storewright/access';
import {
  ApiError,
  Operation,
  parseNoQuery,
  type Render,
  resourceDocument,
  withHeaders,
} from '@storewright/json-api';
import { baseUrlOf, HOSTS, type Hosts, shops } from '@storewright/tenancy';
import type { FastifyRequest } from 'fastify';
import { Guesses } from '../oauth/guesses';
import { NonceExchange, nonceNotFound } from './nonce-exchange';
import { exchangedToken } from './oauth-token.resource';

@Controller('api/oauth_tokens/nonce')
export class ExchangeController {
  constructor(
    private readonly nonces: NonceExchange,
    private readonly guesses: Guesses,
    @Inject(HOSTS) private readonly hosts: Pick<Hosts, 'shopUrl'>,
  ) {}

  /** It changes something although it is a GET (docs/contract.md §4), so it must not answer HEAD, a prefetch or a cache. */
  @Get(':nonce')
  @RouteConfig({ head: false })
  @Public('the nonce is the proof of installation (docs/contract.md §4)')
  @Operation({
    id: 'exchangeNonce',
    summary: 'Exchange a nonce for an OAuth token',
    answers: [{ shows: 'resource', resource: exchangedToken }],
    included: [shops],
    errors: ['nonce_not_found', 'nonce_expired', 'nonce_used', 'prefetch_refused', 'rate_limited'],
  })
  async exchange(@Req() request: FastifyRequest, @Param('nonce') nonce: string): Promise<Render> {
    refusePrefetch(request);
    parseNoQuery(request.url.split('?')[1] ?? '');
    this.guesses.nonces.check(request.ip);
    const exchanged = await this.nonces.exchange(nonce, request.id);
    if (!exchanged) {
      this.guesses.nonces.count(request.ip);
      throw nonceNotFound();
    }
    const { shop } = exchanged;
    const token = { ...exchanged.token, base_url: baseUrlOf(this.hosts, shop.domain) };
    return ({ origin }) => {
      const included = [{ resource: shops, row: shop }];
      // The links name the token's own address: a nonce in a document would be one more place from which it leaks.
      const path = exchangedToken.pathOf(token);
      const document = resourceDocument(exchangedToken, token, { included: false }, { included });
      return withHeaders(document, { 'cache-control': 'no-store' })({ origin, path });
    };
  }
}

/** Browsers and their extensions announce a prefetch (Fetch standard, `Sec-Purpose`; older ones `Purpose`, `X-Moz`, `X-Purpose`). */
function refusePrefetch({ headers }: FastifyRequest): void {
  for (const name of ['sec-purpose', 'purpose', 'x-purpose', 'x-moz']) {
    if (!/prefetch|preview|prerender/i.test(String(headers[name] ?? ''))) continue;
    throw new ApiError('prefetch_refused', {
      detail: 'A prefetch may not exchange a nonce, which is still good; ask without announcing a prefetch.',
      source: { header: name },
    });
  }
}

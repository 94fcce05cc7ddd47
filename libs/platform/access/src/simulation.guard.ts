import { setTimeout } from 'node:timers/promises';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthDatabase, defineStatement } from '@storewright/database';
import { Shop } from '@storewright/entities';
import { ApiError } from '@storewright/json-api';
import type { Scope } from '@storewright/scopes';
import type { GrantedRequest } from './grant';
import { declaredLimit, rateLimited } from './limits';
import { stillGranted } from './still-granted';
import { bearerOf } from './token.guard';
import { TokenVerifier } from './token-verifier';

/**
 * Request header with which a client simulates an error or a slow response in a test shop
 * (docs/guides/testing.md).
 */
const HEADER = 'storewright-simulate';
const CONDITIONS: readonly string[] = ['429', '503', 'slow'];
const SLOW_MS = 5_000;
/**
 * Maximum number of simulated slow requests that run at once in a process. A busy process runs only eight
 * requests at once (docs/adr/admission.md), so at most half of them are simulated.
 */
const MAX_SLOW = 4;
const RETRY_AFTER_SECONDS = 2;

const findShop = defineStatement<{ is_test: boolean }>('shops-is-test', (source) =>
  source.createQueryBuilder(Shop, 's').select('s.is_test', 'is_test').where('s.id = :id'),
);

/**
 * Simulates what the header `Storewright-Simulate` contains: a 429, a 503 or a slow response. Runs after the
 * checks of host, token, rate limits and scopes. Throws 400 if the shop is not a test shop.
 */
@Injectable()
export class SimulationGuard implements CanActivate {
  pause: (ms: number) => Promise<unknown> = setTimeout;
  private slowRequests = 0;

  constructor(
    private readonly database: AuthDatabase,
    private readonly verifier: TokenVerifier,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<GrantedRequest>();
    const condition = request.headers[HEADER];
    return condition === undefined || !request.grant || this.simulate(request, condition);
  }

  private async simulate(request: GrantedRequest, condition: string | string[]): Promise<boolean> {
    if (!CONDITIONS.includes(String(condition)))
      throw invalidHeader(`Storewright-Simulate must be one of ${CONDITIONS.join(', ')}.`);
    const [shop] = await this.database.execute({}, findShop, { id: request.grant!.shop.id });
    if (!shop?.is_test)
      throw invalidHeader(
        'Storewright-Simulate works only in test shops. Send the request without this header.',
      );
    if (condition === '429') throw tooManyRequests();
    if (condition === '503') throw overloaded('Storewright-Simulate requested this response.');
    await this.delay(request);
    return true;
  }

  /** Delays a request. Verifies the token again after the delay, because it may have been revoked. */
  private async delay(request: GrantedRequest): Promise<void> {
    if (this.slowRequests >= MAX_SLOW)
      throw overloaded(`The service simulates at most ${MAX_SLOW} slow requests at the same time.`);
    this.slowRequests += 1;
    try {
      await this.pause(SLOW_MS);
    } finally {
      this.slowRequests -= 1;
    }
    const scopes = (request.usedScopes ?? []) as Scope[];
    request.grant = await stillGranted(this.verifier, request, { token: bearerOf(request), scopes });
  }
}

function invalidHeader(detail: string): ApiError {
  return new ApiError('malformed_request', { detail, source: { header: 'Storewright-Simulate' } });
}

function tooManyRequests(): ApiError {
  const limit = { options: declaredLimit('shop-api:requests') };
  return rateLimited('Storewright-Simulate requested this response', RETRY_AFTER_SECONDS * 1_000, limit);
}

function overloaded(reason: string): ApiError {
  return new ApiError('overloaded', {
    detail: `${reason} Retry after the time in Retry-After.`,
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
  });
}

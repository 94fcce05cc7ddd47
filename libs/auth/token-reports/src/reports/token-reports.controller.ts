import { Controller, Post, Req } from '@nestjs/common';
import {
  declaredLimit,
  ExactLimit,
  networkOf,
  Public,
  SmallBody,
  StepUpNotRequired,
} from '@storewright/access';
import { AuthDatabase } from '@storewright/database';
import {
  NewObject,
  noContent,
  ObjectParameters,
  type ObjectQuery,
  Operation,
  type ParsedResource,
  type Render,
  withHeaders,
  withoutClientId,
} from '@storewright/json-api';
import { countHashed } from '@storewright/people';
import { parseToken, type PlainToken } from '@storewright/tokens';
import type { FastifyRequest } from 'fastify';
import { TokenIncidents } from '../incidents/token-incidents';
import { type CreateTokenReport, tokenReports } from './token-report.resource';

/** Reports of leaked tokens, which anyone can send. */
@Controller('api/token_reports')
export class TokenReportsController {
  private readonly limit: ExactLimit;

  constructor(
    database: AuthDatabase,
    private readonly incidents: TokenIncidents,
  ) {
    this.limit = new ExactLimit(database, declaredLimit('auth-api:token-reports'));
  }

  /**
   * Queues the digests of reported tokens. The platform looks up the tokens after the response, which is the
   * same for valid and invalid tokens.
   */
  @Post()
  @SmallBody()
  @Public('whoever finds a leaked token has no session')
  @StepUpNotRequired('a report only ends access')
  @Operation({
    summary: 'Report leaked tokens',
    answers: [{ shows: 'nothing' }],
    errors: ['rate_limited'],
  })
  async report(
    @Req() request: FastifyRequest,
    @ObjectParameters(tokenReports) _query: ObjectQuery,
    @NewObject(tokenReports) input: ParsedResource<CreateTokenReport>,
  ): Promise<Render> {
    const { tokens } = withoutClientId(input).attributes;
    await countHashed(this.limit, networkOf(request.ip), 'Too many reports came from this network');
    await this.incidents.report(distinct(tokens), { reported_by: 'anonymous' }, request.id);
    return withHeaders(noContent(), { 'cache-control': 'no-store' });
  }
}

export function distinct(texts: readonly string[]): PlainToken[] {
  return [...new Set(texts.map((text) => text.trim()))]
    .map(parseToken)
    .filter((token) => token !== undefined);
}

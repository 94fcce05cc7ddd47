import { Controller, Get, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { Public, SmallBody, StepUpNotRequired } from '@storewright/access';
import {
  ApiError,
  credentialsOf,
  noContent,
  Operation,
  parseNoQuery,
  queryStringOf,
  type Render,
  withHeaders,
} from '@storewright/json-api';
import { prefixes, sameText, tokenPatterns } from '@storewright/tokens';
import type { FastifyRequest } from 'fastify';
import { GithubKeys } from './github-keys';
import { jsonBody, parseMatches } from './json-matches';
import { PartnerReports } from './partner-reports';
import {
  githubLabels,
  githubMatches,
  gitlabMatches,
  gitlabTypes,
  gitlabTypesSchema,
  patternsSchema,
} from './partner-schemas';

/** Injection token for the secrets with which GitLab instances authenticate. */
export const GITLAB_TOKENS = Symbol('gitlab tokens');

const bodyErrors = [
  ...(['invalid_client', 'not_found', 'malformed_document'] as const),
  ...(['payload_too_large', 'unsupported_media_type'] as const),
] as const;

/** Routes for secret-scanning services: reports of leaked tokens, and the token patterns to scan for. */
@Controller('api')
export class PartnersController {
  constructor(
    private readonly reports: PartnerReports,
    private readonly github: GithubKeys,
    @Inject(GITLAB_TOKENS) private readonly gitlabTokens: readonly string[],
  ) {}

  @Get('token_patterns')
  @Public('secret-scanning services read the patterns')
  @Operation({
    id: 'getTokenPatterns',
    summary: 'Patterns of all tokens, for secret-scanning services',
    answers: [{ shows: 'content', mediaType: 'application/json', schema: patternsSchema }],
  })
  patterns(@Req() request: FastifyRequest): Render {
    parseNoQuery(queryStringOf(request));
    const patterns = tokenPatterns.map(({ type, kind, pattern }) => ({
      ...{ type, prefix: prefixes[kind], pattern, checksum: 'crc32-base62' },
    }));
    return json({ patterns });
  }

  /**
   * Route for leak reports of GitHub's secret scanning partner program. The response contains a label for
   * each reported token.
   */
  @Post('token_reports/github')
  @HttpCode(200)
  @SmallBody()
  @Public('GitHub signs the body')
  @StepUpNotRequired('GitHub signs the body')
  @Operation({
    id: 'reportTokensOfGithub',
    summary: 'Report leaked tokens (secret-scanning partner program of GitHub)',
    body: githubMatches,
    answers: [{ shows: 'content', mediaType: 'application/json', schema: githubLabels }],
    errors: [...bodyErrors, 'unavailable'],
  })
  async reportOfGithub(@Req() request: FastifyRequest): Promise<Render> {
    if (!this.github.isConfigured) throw notAccepted('GITHUB_SECRET_SCANNING_KEYS_URL');
    const body = jsonBody(request);
    const keyId = String(request.headers['github-public-key-identifier'] ?? '');
    const signature = String(request.headers['github-public-key-signature'] ?? '');
    if (!(await this.github.hasSigned(body, keyId, signature)))
      throw unauthenticated('The GitHub signature of the report is missing or wrong.', 'Signature');
    const labels: object[] = [];
    for (const match of parseMatches(body, 'url')) {
      const isIssued = await this.reports.revoke(match, 'github', request.id);
      const { token: token_raw, type: token_type } = match;
      labels.push({ token_raw, token_type, label: isIssued ? 'true_positive' : 'false_positive' });
    }
    return json(labels);
  }

  /** Route of GitLab's Token Revocation API. */
  @Get('token_reports/gitlab/v1/revocable_token_types')
  @Public('GitLab sends a text that the operator configured')
  @Operation({
    id: 'getRevocableTokenTypes',
    summary: 'Types of tokens that can be reported (Token Revocation API of GitLab)',
    answers: [{ shows: 'content', mediaType: 'application/json', schema: gitlabTypesSchema }],
    errors: [...(['invalid_client', 'not_found'] as const)],
  })
  types(@Req() request: FastifyRequest): Render {
    parseNoQuery(queryStringOf(request));
    this.authenticateGitlab(request);
    return json({ types: gitlabTypes });
  }

  @Post('token_reports/gitlab/v1/revoke_tokens')
  @SmallBody()
  @Public('GitLab sends a text that the operator configured')
  @StepUpNotRequired('GitLab sends a text that the operator configured')
  @Operation({
    id: 'reportTokensOfGitlab',
    summary: 'Report leaked tokens (Token Revocation API of GitLab)',
    body: gitlabMatches,
    answers: [{ shows: 'nothing' }],
    errors: bodyErrors,
  })
  async reportOfGitlab(@Req() request: FastifyRequest): Promise<Render> {
    this.authenticateGitlab(request);
    const matches = parseMatches(jsonBody(request), 'location');
    const unknown = matches.find(({ type }) => !gitlabTypes.includes(type));
    if (unknown)
      throw new ApiError('malformed_document', {
        detail:
          'A token has an unsupported type. Use one from GET /api/token_reports/gitlab/v1/revocable_token_types.',
      });
    for (const match of matches) await this.reports.revoke(match, 'gitlab', request.id);
    return noContent();
  }

  /**
   * Authenticates a GitLab instance, which sends its secret as the complete Authorization header. Also
   * accepts the Bearer scheme.
   */
  private authenticateGitlab({ headers: { authorization = '' } }: FastifyRequest): void {
    if (this.gitlabTokens.length === 0) throw notAccepted('GITLAB_REVOCATION_TOKENS');
    const sent = credentialsOf(authorization, 'Bearer') ?? authorization;
    if (!this.gitlabTokens.some((token) => sameText(sent, token)))
      throw unauthenticated(
        'The Authorization header is missing or wrong. Send the secret that the operator configured.',
        'Bearer',
      );
  }
}

function json(body: object): Render {
  const render: Render = () => ({
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return withHeaders(render, { 'cache-control': 'no-store' });
}

function notAccepted(setting: string): ApiError {
  return new ApiError('not_found', {
    detail: `This platform does not accept reports of this service. The operator can enable them with ${setting}.`,
  });
}

function unauthenticated(detail: string, scheme: string): ApiError {
  return new ApiError('invalid_client', {
    detail,
    headers: { 'www-authenticate': `${scheme} realm="storewright"` },
  });
}

import { type ArgumentsHost, Catch, type ExceptionFilter, Logger } from '@nestjs/common';
import { ApiError, asApiError, type Render } from '@storewright/json-api';
import type { FastifyReply, FastifyRequest } from 'fastify';

const statuses = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  invalid_scope: 400,
  // Error code for OAuth resource parameters (RFC 8707 §2).
  invalid_target: 400,
  unauthorized_client: 400,
  unsupported_grant_type: 400,
  // Error codes of the device grant (RFC 8628 §3.5).
  authorization_pending: 400,
  slow_down: 400,
  access_denied: 400,
  expired_token: 400,
} as const;

/** An error in the format of OAuth (RFC 6749 §5.2), because OAuth clients do not parse JSON:API documents. */
export class OAuthError extends Error {
  readonly status: number;
  constructor(
    readonly code: keyof typeof statuses,
    description: string,
  ) {
    super(description);
    this.status = statuses[code];
  }
}

/** OAuth responses can contain credentials, so caching is forbidden (RFC 6749 §5.1). */
const headers = { 'content-type': 'application/json', 'cache-control': 'no-store', pragma: 'no-cache' };

export function oauthResponse(body?: object): Render {
  return () => ({ status: 200, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
}

@Catch()
export class OAuthErrorFilter implements ExceptionFilter {
  private readonly log = new Logger('errors');

  catch(thrown: unknown, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<FastifyReply>().headers(headers);
    const errorResponse = (status: number, error: string, error_description: string) =>
      void reply.code(status).send(Buffer.from(JSON.stringify({ error, error_description })));
    if (thrown instanceof OAuthError) {
      if (thrown.code === 'invalid_client') reply.header('www-authenticate', 'Basic realm="storewright"');
      return errorResponse(thrown.status, thrown.code, thrown.message);
    }
    const error = asApiError(thrown);
    const cause = error.cause instanceof Error ? error.cause : error;
    if (error.status >= 500) this.log.error(cause, host.switchToHttp().getRequest<FastifyRequest>().id);
    if (error instanceof ApiError) reply.headers(error.headers ?? {});
    // Returns 503 temporarily_unavailable, because RFC 6749 has no error code for a conflict that the client may
    // retry.
    if (error instanceof ApiError && error.code === 'rows_locked')
      return errorResponse(503, 'temporarily_unavailable', error.message);
    if (error.status < 500) return errorResponse(error.status, 'invalid_request', error.message);
    return errorResponse(
      error.status,
      error.status === 503 ? 'temporarily_unavailable' : 'server_error',
      error.message,
    );
  }
}

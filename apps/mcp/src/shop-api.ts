import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ApiError } from '@storewright/json-api';
import type { ApiAnswer, ApiRequest } from '@storewright/mcp-tools';
import { traceparent } from '@storewright/tracing';
import type { FastifyRequest } from 'fastify';
import { Pool } from 'undici';
import type { McpSettings } from './settings';

export const MCP_SETTINGS = Symbol('settings of the MCP server');

/**
 * Response and connection timeouts of shop API requests in milliseconds. The response timeout exceeds the
 * shop API's own time limits.
 */
const SILENCE_MS = 60_000;
const CONNECT_MS = 5_000;

const OF_CALLER = ['authorization', 'secret-proof', 'shop-id', 'user-agent'];

export type CallerHeaders = Readonly<Record<string, string>>;

/**
 * Returns the headers that let the shop API treat the request as the caller's request: host, credential, IP
 * address and request id. The shop API must trust the MCP server's address for X-Forwarded-* headers.
 */
export function callerHeaders(request: FastifyRequest): CallerHeaders {
  const sent = OF_CALLER.flatMap((name) => {
    const value = request.headers[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  const trace = traceparent();
  return {
    ...Object.fromEntries(sent),
    host: request.host,
    'x-forwarded-for': request.ip,
    'x-forwarded-host': request.host,
    'x-forwarded-proto': request.protocol,
    'x-request-id': request.id,
    ...(trace !== undefined && { traceparent: trace }),
  };
}

@Injectable()
export class ShopApi implements OnApplicationShutdown {
  private readonly pool: Pool;

  constructor(@Inject(MCP_SETTINGS) { shopApiUrl }: Pick<McpSettings, 'shopApiUrl'>) {
    this.pool = new Pool(shopApiUrl, {
      headersTimeout: SILENCE_MS,
      bodyTimeout: SILENCE_MS,
      connectTimeout: CONNECT_MS,
    });
  }

  /** Sends a request to the shop API. Throws 503 unavailable if the shop API does not respond. */
  async send({ method, path, headers, body }: ApiRequest, caller: CallerHeaders): Promise<ApiAnswer> {
    try {
      const {
        statusCode,
        headers: received,
        body: stream,
      } = await this.pool.request({
        method: method as 'GET',
        path,
        headers: { ...headers, ...caller },
        ...(body !== undefined && { body }),
      });
      const text = await stream.text();
      return { status: statusCode, headers: firstValues(received), body: text };
    } catch (cause) {
      throw new ApiError('unavailable', {
        detail: 'The shop API does not respond. Retry after the time in Retry-After.',
        headers: { 'retry-after': '1' },
        cause,
      });
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.close();
  }
}

const firstValues = (headers: Record<string, string | string[] | undefined>): ApiAnswer['headers'] =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat()[0]]));

import { ForbiddenTarget } from '../targets/checked-lookup';

const byCode: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  // Error code of undici if the connection closed before a response.
  UND_ERR_SOCKET: 'the connection was reset',
  EPIPE: 'the connection was closed while the event was being sent',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ETIMEDOUT: 'the connection timed out',
  ENOTFOUND: 'the name was not found',
  ENODATA: 'the name has no address',
  ESERVFAIL: 'the name server failed',
  ETIMEOUT: 'the name server did not respond',
  EREFUSED: 'the name server refused the query',
  UND_ERR_HEADERS_OVERFLOW: 'the response is not HTTP',
};

export function isReset(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === 'ECONNRESET' || code === 'UND_ERR_SOCKET';
}

/**
 * Explains to the app developer why a webhook got no response. The text contains no data from the receiver.
 */
export function describeFailure(
  error: unknown,
  { aborted }: { aborted: boolean },
  timeoutMs: number,
): string {
  if (aborted) return `no response within ${timeoutMs / 1000} s`;
  if (error instanceof ForbiddenTarget) return error.message;
  const { code = '', errors } = error as { code?: string; errors?: unknown[] };
  // An AggregateError contains one error per IP address of the host name. Only the first error is explained.
  if (errors?.length && !(code in byCode)) return describeFailure(errors[0], { aborted }, timeoutMs);
  if (code in byCode) return byCode[code]!;
  if (/^(CERT_|ERR_TLS|ERR_SSL|EPROTO|UNABLE_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_)/.test(code))
    return `no secure connection: ${code}`;
  if ((error as Error).name === 'HTTPParserError') return 'the response is not HTTP';
  return `the request failed${code ? `: ${code}` : ''}`;
}

import { ForbiddenTarget } from '../targets/checked-lookup';

const byCode: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  // It ended without an answer.
  UND_ERR_SOCKET: 'the connection was reset',
  EPIPE: 'the connection was closed while the event was being sent',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ETIMEDOUT: 'the connection could not be made in time',
  ENOTFOUND: 'the name cannot be found',
  ENODATA: 'the name has no address',
  ESERVFAIL: 'the name server failed',
  ETIMEOUT: 'the name server did not answer',
  EREFUSED: 'the name server refused to answer',
  UND_ERR_HEADERS_OVERFLOW: 'the answer is not HTTP',
};

/** Whether the receiver ended the connection. */
export function isReset(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === 'ECONNRESET' || code === 'UND_ERR_SOCKET';
}

/** Why there was no answer, in a sentence for the developer of the receiver. Nothing of what the receiver sent is in it. */
export function describeFailure(
  error: unknown,
  { aborted }: { aborted: boolean },
  timeoutMs: number,
): string {
  if (aborted) return `no answer within ${timeoutMs / 1000} s`;
  if (error instanceof ForbiddenTarget) return error.message;
  const { code = '', errors } = error as { code?: string; errors?: unknown[] };
  // All addresses of the name were tried, each with its own end.
  if (errors?.length && !(code in byCode)) return describeFailure(errors[0], { aborted }, timeoutMs);
  if (code in byCode) return byCode[code]!;
  if (/^(CERT_|ERR_TLS|ERR_SSL|EPROTO|UNABLE_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_)/.test(code))
    return `no secure connection: ${code}`;
  if ((error as Error).name === 'HTTPParserError') return 'the answer is not HTTP';
  return `the exchange failed${code ? `: ${code}` : ''}`;
}

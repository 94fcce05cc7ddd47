import { problemOf } from './problem';

/** Signed state of an erasure (docs/auth-api.md). */
export interface SignedCertificate {
  certificate: { issued_at: string };
  /** The certificate as a compact JWS. */
  jws: string;
}

/** Requests a certificate of the current state of an erasure. Returns the signed file and its content. */
export async function readCertificate(
  shopId: string,
  erasureId: string,
  signal: AbortSignal,
): Promise<{ file: string; content: SignedCertificate }> {
  const response = await fetch(`/admin/api/shops/${shopId}/erasures/${erasureId}/certificate`, {
    headers: { accept: 'application/json' },
    credentials: 'same-origin',
    redirect: 'error',
    signal,
  });
  if (!response.ok) throw await problemOf(response);
  const file = await response.text();
  return { file, content: JSON.parse(file) as SignedCertificate };
}

import { problemOf } from './problem';

export interface SignedCertificate {
  certificate: { issued_at: string };
  jws: string;
}

/**
 * Requests a signed certificate of the status of a data erasure. Returns the certificate as a file and as a parsed
 * object.
 */
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

import { createHash, randomBytes } from 'node:crypto';
import type { Transaction } from '@storewright/database';
import { RecoveryCode } from './recovery-code.entity';

const count = 10;
/** Crockford's base32 alphabet, which omits letters that look like other characters. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
/**
 * Number of characters in a recovery code. 16 characters contain 80 random bits, so a fast hash suffices to
 * protect stored codes.
 */
const length = 16;

/** Replaces the recovery codes of a person and returns the new codes. The database contains only their digests. */
export async function replaceRecoveryCodes(transaction: Transaction, owner_id: string): Promise<string[]> {
  const codes = Array.from({ length: count }, newCode);
  const stored = transaction.of(RecoveryCode);
  await stored.delete({ owner_id });
  const rows = codes.map((code) => ({ owner_id, digest: digestOf(code) }));
  await stored.createQueryBuilder().insert().values(rows).updateEntity(false).execute();
  return codes;
}

export async function useRecoveryCode(
  transaction: Transaction,
  owner_id: string,
  code: string,
): Promise<boolean> {
  const { affected } = await transaction.of(RecoveryCode).delete({ owner_id, digest: digestOf(code) });
  return affected === 1;
}

function newCode(): string {
  const letters = Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]!).join('');
  return letters.match(/.{4}/g)!.join('-');
}

/** Hashes a recovery code. Ignores case and hyphens, and reads O as 0, and I and L as 1. */
function digestOf(code: string): Buffer {
  const letters = code.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');
  return createHash('sha256').update(letters).digest();
}

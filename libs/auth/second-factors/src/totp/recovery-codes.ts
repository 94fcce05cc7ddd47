import { createHash, randomBytes } from 'node:crypto';
import type { Transaction } from '@storewright/database';
import { RecoveryCode } from './recovery-code.entity';

const count = 10;
/** Crockford's base 32, which omits letters that look like others. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
/** 16 letters are 80 random bits. Nobody can guess the code of a digest, so a fast hash is enough. */
const length = 16;

/** Replaces the recovery codes of a person. The codes appear in no other response. */
export async function replaceRecoveryCodes(transaction: Transaction, owner_id: string): Promise<string[]> {
  const codes = Array.from({ length: count }, newCode);
  const stored = transaction.of(RecoveryCode);
  await stored.delete({ owner_id });
  const rows = codes.map((code) => ({ owner_id, digest: digestOf(code) }));
  await stored.createQueryBuilder().insert().values(rows).updateEntity(false).execute();
  return codes;
}

/** Deletes a recovery code of the person. Returns false if the person does not have the code. */
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

/** Accepts capitals, missing hyphens, O for 0, and I or L for 1. */
function digestOf(code: string): Buffer {
  const letters = code.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');
  return createHash('sha256').update(letters).digest();
}

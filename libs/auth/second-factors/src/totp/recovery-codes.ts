import { createHash, randomBytes } from 'node:crypto';
import type { Transaction } from '@storewright/database';
import { RecoveryCode } from './recovery-code.entity';

const count = 10;
/** Without letters that are taken for others: Crockford's base 32. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
/** 80 random bits: nobody finds the code of a digest by trying, so that a fast hash will do. */
const length = 16;

/** New ones in place of those that there were. Their texts are in no other answer. */
export async function replaceRecoveryCodes(transaction: Transaction, owner_id: string): Promise<string[]> {
  const codes = Array.from({ length: count }, newCode);
  const stored = transaction.of(RecoveryCode);
  await stored.delete({ owner_id });
  const rows = codes.map((code) => ({ owner_id, digest: digestOf(code) }));
  await stored.createQueryBuilder().insert().values(rows).updateEntity(false).execute();
  return codes;
}

/** Whether it was one of the person's; it is none any more. */
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

/** Of the code however it is typed: in capitals, without hyphens, O for 0, I or L for 1. */
function digestOf(code: string): Buffer {
  const letters = code.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');
  return createHash('sha256').update(letters).digest();
}

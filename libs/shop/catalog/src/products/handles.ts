import type { ShopTransaction } from '@storewright/tenancy';
import { And, LessThan, MoreThan } from 'typeorm';
import { Product } from './product.entity';

const longest = 240;

/** `Crème brûlée, 2 pieces` → `creme-brulee-2-pieces`; nothing of a title without letters of the Latin alphabet or digits. */
export function handleOf(title: string): string {
  const words = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  return words.join('-').slice(0, longest).replace(/-$/, '') || 'product';
}

/** The handle of a title, with a number behind it where others have it. Whoever asks for the same one waits until this transaction is through. */
export async function freeHandle(tx: ShopTransaction, title: string): Promise<string> {
  const handle = handleOf(title);
  await tx.waitForLock(`products.handle ${handle}`);
  const products = tx.repository(Product);
  if (!(await products.exists({ where: { handle } }))) return handle;
  // What begins with the handle and a hyphen is behind it and before "." in the order of bytes.
  const between = And(MoreThan(`${handle}-`), LessThan(`${handle}.`));
  const taken = await products.find({ where: { handle: between }, select: ['handle'] });
  const handles = new Set(taken.map((row) => row.handle));
  let number = 2;
  while (handles.has(`${handle}-${number}`)) number += 1;
  return `${handle}-${number}`;
}

import type { TransactionContext } from '@storewright/resources';

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
export async function freeHandle({ rows, shop }: TransactionContext, title: string): Promise<string> {
  const handle = handleOf(title);
  await rows.query({
    name: 'products-handle-lock',
    text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
    values: [`products.handle ${shop.id} ${handle}`],
  });
  // What begins with the handle and a hyphen is behind it and before "." in the order of bytes.
  const taken = await rows.query({
    name: 'products-handles',
    text: `SELECT handle FROM shop.products WHERE shop_id = $1 AND (handle = $2 OR handle > $2 || '-' AND handle < $2 || '.')`,
    values: [shop.id, handle],
  });
  const handles = new Set(taken.map((row) => row['handle']));
  if (!handles.has(handle)) return handle;
  let number = 2;
  while (handles.has(`${handle}-${number}`)) number += 1;
  return `${handle}-${number}`;
}

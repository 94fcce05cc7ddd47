import type { OwnedShop, TestService } from './test-service';

interface Use {
  daysAgo?: number;
  requests?: number;
  method?: string;
}

/** Returns the UTC date `daysAgo` days before today, such as `2026-11-27`. */
export const dayAgo = (daysAgo: number) =>
  new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);

/** Counts a request of a credential that required a scope, as the shop API does. */
export async function countUse(
  { database }: TestService,
  { id: shop_id }: Pick<OwnedShop, 'id'>,
  [id, scope]: readonly [id: string, scope: string],
  { daysAgo = 0, requests = 1, method = 'GET' }: Use = {},
): Promise<void> {
  await database.query(
    `INSERT INTO auth.scope_days (shop_id, day, credential_id, credential, scope, method, requests)
     VALUES ($1, $2, $3, 'access_tokens', $4, $5, $6)`,
    [shop_id, `${dayAgo(daysAgo)}T00:00:00Z`, id, scope, method, requests],
  );
}

/** Backdates the last grant of all credentials of a shop, so that their scopes count as unused. */
export async function ageGrants(
  { database }: TestService,
  { id }: Pick<OwnedShop, 'id'>,
  days = 200,
): Promise<void> {
  for (const table of ['installations', 'access_tokens'])
    await database.query(
      `UPDATE auth.${table} SET scopes_granted_at = now() - $2 * interval '1 day' WHERE shop_id = $1`,
      [id, days],
    );
}

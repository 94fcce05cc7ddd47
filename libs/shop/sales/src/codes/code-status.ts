export const codeStatuses = ['active', 'scheduled', 'exhausted', 'expired', 'disabled'] as const;
export type CodeStatus = (typeof codeStatuses)[number];

/**
 * Returns an SQL expression for the status of a discount code or gift code. Uses the database clock, which
 * all processes share. A permanent reason takes precedence over a temporary reason.
 */
export const codeStatus = (row: string) => `CASE
    WHEN NOT ${row}.enabled THEN 'disabled'
    WHEN ${row}.ends_at <= now() THEN 'expired'
    WHEN ${row}.usage_count >= ${row}.usage_limit OR ${row}.balance_amount = 0 THEN 'exhausted'
    WHEN ${row}.starts_at > now() THEN 'scheduled'
    ELSE 'active' END`;

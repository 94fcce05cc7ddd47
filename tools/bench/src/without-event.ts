import type { Statement } from '@storewright/database';
import { returning, type Write } from '@storewright/events';

export function withoutEvent({ name, with: tables = [], ...write }: Write): Statement {
  const parts = [...tables, { name: 'written', sql: write.sql + returning(write) }];
  const text = `WITH ${parts.map((part) => `${part.name} AS (${part.sql})`).join(', ')} SELECT * FROM written`;
  return { name: `${name}-without-event`, text, values: write.values };
}

import type { Statement } from '@storewright/postgres-driver';
import { isTiming, isTracing, tracedCall } from '@storewright/tracing';

/**
 * Runs `send` in a trace span. The span's name is only the first word of the statement's name or text,
 * because the rest of a text may contain values.
 */
export function tracedStatement<T>({ name, text = '' }: Partial<Statement>, send: () => T): T {
  if (!isTracing() && !isTiming()) return send();
  return tracedCall((name ?? text).split(/\s/, 1)[0]!, { 'db.system.name': 'postgresql' }, send);
}

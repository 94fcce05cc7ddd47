import type { Statement } from '@storewright/postgres-driver';
import { isTiming, isTracing, tracedCall } from '@storewright/tracing';

/** Runs the call in a span. Its name is the first word of the statement, because the rest of a text may hold values. */
export function tracedStatement<T>({ name, text = '' }: Partial<Statement>, send: () => T): T {
  if (!isTracing() && !isTiming()) return send();
  return tracedCall((name ?? text).split(/\s/, 1)[0]!, { 'db.system.name': 'postgresql' }, send);
}

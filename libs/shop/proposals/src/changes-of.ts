import { isDeepStrictEqual } from 'node:util';
import type { DocumentRow, Resource } from '@storewright/json-api';
import type { Operation } from '@storewright/resources';
import type { ProposalChange } from './proposal-change.entity';

export interface Rehearsed {
  operation: Operation;
  /**
   * Object before the first proposed operation. Absent if this operation or an earlier operation of the request
   * creates the object.
   */
  before?: DocumentRow | undefined;
  /**
   * Object after the proposed operation. Absent if the operation deletes the object or changes only members
   * of a relationship.
   */
  after?: DocumentRow | undefined;
}

export type Change = Pick<
  ProposalChange,
  'action' | 'resource_type' | 'resource_id' | 'resource_name' | 'attribute'
> & { before: unknown; after: unknown };

type Values = Record<string, unknown>;

/** Attributes by which people recognize an object. The first attribute is the best. */
const nameAttributes = ['title', 'name', 'code', 'number', 'sku', 'last_name', 'email', 'handle'];

export function changesOf(rehearsed: readonly Rehearsed[]): Change[] {
  return rehearsed.flatMap(({ operation, before, after }): Change[] => {
    const { resource } = operation.repository;
    const [old, next] = [valuesOf(resource, before), valuesOf(resource, after)];
    const action = operation.op === 'add' ? 'create' : operation.op === 'remove' ? 'delete' : 'update';
    const about = {
      action,
      resource_type: resource.type,
      resource_id: operation.op === 'add' ? null : operation.id,
      resource_name: nameOf(before ? old : next),
    } as const;
    if (operation.op === 'members') {
      const members = operation.ids.map((id) => ({ type: resource.relationships[operation.name]!.type, id }));
      return [{ ...about, attribute: operation.name, before: null, after: { [operation.how]: members } }];
    }
    const names = [...new Set([...Object.keys(old), ...Object.keys(next)])];
    const changed = names
      .filter((name) => !isDeepStrictEqual(old[name] ?? null, next[name] ?? null))
      .map((attribute) => ({
        ...{ ...about, attribute },
        ...{ before: old[attribute] ?? null, after: next[attribute] ?? null },
      }));
    return changed.length > 0 ? changed : [{ ...about, attribute: null, before: null, after: null }];
  });
}

function valuesOf(resource: Resource, row: DocumentRow | undefined): Values {
  if (!row) return {};
  const { attributes, relationships = {} } = JSON.parse(resource.render(row, '')) as {
    attributes: Values;
    relationships?: Record<string, { data?: unknown }>;
  };
  const linked = Object.entries(relationships).flatMap(([name, { data }]) =>
    data === undefined || Array.isArray(data) ? [] : [[name, data] as const],
  );
  return { ...attributes, ...Object.fromEntries(linked) };
}

function nameOf(values: Values): string | null {
  for (const attribute of nameAttributes) {
    const value = values[attribute];
    if ((typeof value === 'string' && value !== '') || typeof value === 'number') return String(value);
  }
  return null;
}

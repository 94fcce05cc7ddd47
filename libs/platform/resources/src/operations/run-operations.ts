import { allInOrder } from '@storewright/database';
import type { ColumnValues, VersionedRow } from '@storewright/entities';
import { locatedIn, type OperationResult } from '@storewright/json-api';
import { FreeValue, type InsertValues, type ShopTransaction, SqlValue } from '@storewright/tenancy';
import type { ResourceRepository } from '../resource-repository';
import type { Operation } from './read-operations';

type Values = ColumnValues<VersionedRow>;

/** `values` are the column values of a new object if a single INSERT can create the object. */
interface Planned {
  operation: Operation;
  values: InsertValues<VersionedRow> | undefined;
}

/**
 * Operations that run together. `added` contains the column values of new objects if one INSERT creates all
 * of them.
 */
interface Step {
  operations: [Operation, ...Operation[]];
  added: Values[];
}

/**
 * Performs the operations of an atomic request in order. Sends consecutive inserts that read nothing in one
 * network round trip. Adjacent new objects of one type share one INSERT statement.
 */
export async function performOperations(
  tx: ShopTransaction,
  operations: readonly Operation[],
): Promise<OperationResult[]> {
  const planned = operations.map((operation) => ({ operation, values: valuesOf(tx, operation) }));
  const results: OperationResult[] = [];
  while (results.length < operations.length) {
    const rest = planned.slice(results.length);
    const end = rest.findIndex((each, at) => !each.values || refersToRepeatable(each, rest.slice(0, at)));
    const together = rest.slice(0, end < 0 ? rest.length : Math.max(end, 1));
    const performed = await allInOrder(stepsOf(together).map((step) => performStep(tx, step)));
    results.push(...performed.flat());
  }
  return results;
}

function valuesOf(tx: ShopTransaction, operation: Operation): Planned['values'] {
  if (tx.precheck || operation.op !== 'add') return undefined;
  return operation.repository.planInsert(operation.input, tx.shop);
}

/**
 * True if the operation refers to a new object whose INSERT may need several attempts because of a generated
 * unique value.
 */
function refersToRepeatable({ operation }: Planned, earlier: readonly Planned[]): boolean {
  if (operation.op !== 'add') return false;
  const ids = Object.values(operation.input.relationships ?? {}).flat() as unknown[];
  return earlier.some(
    ({ values }) =>
      values && ids.includes(values.id) && Object.values(values).some((value) => value instanceof FreeValue),
  );
}

/**
 * Groups operations into statements. If two new objects have the same unique value, the second object gets
 * its own INSERT.
 */
function stepsOf(planned: readonly Planned[]): Step[] {
  const steps: Step[] = [];
  const used = new Set<string>();
  for (const { operation, values } of planned) {
    const { repository } = operation;
    const plain = values && plainValues(values);
    const unique = plain ? uniqueValues(repository, plain) : [];
    const added = plain && !unique.some((each) => used.has(each)) ? [plain] : [];
    for (const each of unique) used.add(each);
    const last = steps.at(-1);
    if (added.length && last?.added.length && last.operations[0].repository === repository) {
      last.operations.push(operation);
      last.added.push(...added);
    } else steps.push({ operations: [operation], added });
  }
  return steps;
}

/**
 * Returns column values for a multi-row INSERT. Uses the first candidate for a generated unique value, such as a
 * handle, without checking whether another row has this value. Returns undefined if a column needs an SQL
 * expression.
 */
function plainValues(values: InsertValues<VersionedRow>): Values | undefined {
  const plain = Object.entries(values).map(([name, value]): [string, unknown] => [
    name,
    value instanceof FreeValue ? value.wanted : value,
  ]);
  return plain.some(([, value]) => value instanceof SqlValue) ? undefined : Object.fromEntries(plain);
}

function uniqueValues({ resource, uniqueColumns }: ResourceRepository, values: Values): string[] {
  return ['id', ...uniqueColumns].flatMap((column) => {
    const value = (values as Record<string, unknown>)[column];
    return value === undefined || value === null ? [] : [JSON.stringify([resource.type, column, value])];
  });
}

async function performStep(tx: ShopTransaction, { operations, added }: Step): Promise<OperationResult[]> {
  const [first, ...others] = operations;
  if (others.length > 0 && tx.insertsTogether) {
    const { repository } = first;
    const rows = await repository.insertAll(tx, added);
    return rows.map((row) => ({ resource: repository.resource, row }));
  }
  return allInOrder(operations.map((operation) => perform(tx, operation)));
}

async function perform(tx: ShopTransaction, operation: Operation): Promise<OperationResult> {
  const { repository, pointer } = operation;
  const { resource } = repository;
  try {
    switch (operation.op) {
      case 'add':
        return { resource, row: await repository.insert(tx, operation.input) };
      case 'update':
        return { resource, row: await repository.update(tx, operation, operation.input) };
      case 'remove':
        return await repository.delete(tx, operation).then(() => undefined);
      case 'members':
        return await repository.updateMembers(tx, operation, operation).then(() => undefined);
    }
  } catch (error) {
    // An empty pointer means a request for a single object, whose error pointers already refer to the request
    // document.
    throw pointer === '' ? error : locatedIn(pointer, error);
  }
}

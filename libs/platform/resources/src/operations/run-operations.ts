import { allInOrder } from '@storewright/database';
import { locatedIn, type OperationResult } from '@storewright/json-api';
import type { Shop, ShopTransaction } from '@storewright/tenancy';
import type { ResourceRepository } from '../resource-repository';
import type { Operation } from './read-operations';

type Values = NonNullable<ReturnType<ResourceRepository['valuesTogether']>>;

/** Operations that go out as one. `added`: the columns of each, where they are new objects of one type that one statement may write. */
interface Step {
  operations: [Operation, ...Operation[]];
  added: Values[];
}

/**
 * In their order. New objects that take one statement each go out together, and those of one type that follow each other are one statement: none of them
 * waits for the answer to another.
 */
export async function allDone(
  tx: ShopTransaction,
  operations: readonly Operation[],
): Promise<OperationResult[]> {
  const results: OperationResult[] = [];
  while (results.length < operations.length) {
    const left = operations.slice(results.length);
    const other = left.findIndex(
      (operation, at) =>
        tx.looksFirst || !isOneStatement(operation) || hasToWait(operation, left.slice(0, at)),
    );
    const together = left.slice(0, other < 0 ? left.length : Math.max(other, 1));
    const done = await allInOrder(stepsOf(together, tx.shop).map((step) => doneAll(tx, step)));
    results.push(...done.flat());
  }
  return results;
}

const isOneStatement = (operation: Operation) =>
  operation.op === 'add' && operation.repository.insertIsSingleStatement(operation.input);

/** Whether it refers to a new object that the first try may not have written. */
function hasToWait(operation: Operation, earlier: readonly Operation[]): boolean {
  if (operation.op !== 'add') return false;
  const ids = Object.values(operation.input.relationships ?? {}).flat() as unknown[];
  return earlier.some(
    (each) =>
      each.op === 'add' && ids.includes(each.input.id) && each.repository.insertMayBeRepeated(each.input),
  );
}

/** Of two objects with one unique value the second one finds out, or finds another value, by a statement of its own. */
function stepsOf(operations: readonly Operation[], shop: Shop): Step[] {
  const steps: Step[] = [];
  const taken = new Set<string>();
  for (const operation of operations) {
    const { repository } = operation;
    const values = operation.op === 'add' ? repository.valuesTogether(operation.input, shop) : undefined;
    const unique = values ? uniqueValues(repository, values) : [];
    const added = values && !unique.some((each) => taken.has(each)) ? [values] : [];
    for (const each of unique) taken.add(each);
    const last = steps.at(-1);
    if (added.length && last?.added.length && last.operations[0].repository === repository) {
      last.operations.push(operation);
      last.added.push(...added);
    } else steps.push({ operations: [operation], added });
  }
  return steps;
}

function uniqueValues({ resource, uniqueColumns }: ResourceRepository, values: Values): string[] {
  return ['id', ...uniqueColumns].flatMap((column) => {
    const value = (values as Record<string, unknown>)[column];
    return value === undefined || value === null ? [] : [JSON.stringify([resource.type, column, value])];
  });
}

async function doneAll(tx: ShopTransaction, { operations, added }: Step): Promise<OperationResult[]> {
  const [first, ...others] = operations;
  if (others.length > 0 && tx.insertsTogether) {
    const { repository } = first;
    const rows = await repository.insertAll(tx, added);
    return rows.map((row) => ({ resource: repository.resource, row }));
  }
  return allInOrder(operations.map((operation) => done(tx, operation)));
}

async function done(tx: ShopTransaction, operation: Operation): Promise<OperationResult> {
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
    throw locatedIn(pointer, error);
  }
}

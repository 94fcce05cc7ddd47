import { Controller, Post } from '@nestjs/common';
import {
  type IdempotentRequest,
  CurrentGrant,
  DeclareAccess,
  type Grant,
  Idempotent,
  idempotent,
  requireScopes,
} from '@storewright/access';
import { inTurn } from '@storewright/database';
import {
  type AddressedDocument,
  atomicExtension,
  DocumentIn,
  InExtension,
  locatedIn,
  Operation as DescribedOperation,
  NoQuery,
  type OperationResult,
  operationsDone,
  type Render,
} from '@storewright/json-api';
import { scopeOf } from '@storewright/scopes';
import { CurrentShop, type Shop, ShopRows, type ShopTransaction } from '@storewright/tenancy';
import { ResourceRegistry } from '../resource-registry';
import { resultsShownToWriter, type Write } from '../write-response';
import { type Operation, readOperations, readRefs } from './read-operations';

/** Several operations in one request, all or nothing (JSON:API extension "Atomic Operations"). */
@Controller('api/operations')
export class OperationsController {
  constructor(
    private readonly rows: ShopRows,
    private readonly registry: ResourceRegistry,
  ) {}

  @Post()
  @DescribedOperation({ id: 'performOperations', summary: 'Do several operations, all or none' })
  @InExtension(atomicExtension)
  @DeclareAccess({ kind: 'operations' })
  async run(
    @CurrentShop() shop: Shop,
    @CurrentGrant() grant: Grant,
    @NoQuery() _query: void,
    @DocumentIn(atomicExtension) document: AddressedDocument,
    @Idempotent() attempt?: IdempotentRequest,
  ): Promise<Render> {
    const request = readRefs(this.registry, document);
    requireScopes(
      grant,
      request.refs.map(({ repository, action }) => scopeOf(repository.resource.type, action)),
    );
    const operations = readOperations(request, grant);
    const rows = this.rows.of(shop);
    const writes = operations.map(writeOf);
    const shown = (answer: Render) => resultsShownToWriter(grant, writes, answer);
    let results: OperationResult[] = [];
    const work = async (tx: ShopTransaction): Promise<Render> => {
      results = await allDone(tx, operations);
      return shown(operationsDone(results));
    };
    const answer = attempt ? shown(await idempotent(rows, attempt, work)) : await rows.transaction(work);
    for (const [at, { op, repository }] of operations.entries())
      if (op === 'add' && results[at]) await repository.afterCommit?.(rows, results[at].row);
    return answer;
  }
}

/** What is sent of an object that its result shows. */
function writeOf(operation: Operation): Write | undefined {
  if (operation.op !== 'add' && operation.op !== 'update') return undefined;
  return { resource: operation.repository.resource, input: operation.input };
}

/** In their order. New objects that take one statement each go out together: none of them waits for the answer to another. */
async function allDone(tx: ShopTransaction, operations: readonly Operation[]): Promise<OperationResult[]> {
  const results: OperationResult[] = [];
  while (results.length < operations.length) {
    const left = operations.slice(results.length);
    const other = left.findIndex((operation) => tx.looksFirst || !isOneStatement(operation));
    const together = left.slice(0, other < 0 ? left.length : Math.max(other, 1));
    results.push(...(await inTurn(together.map((operation) => done(tx, operation)))));
  }
  return results;
}

const isOneStatement = (operation: Operation) =>
  operation.op === 'add' && operation.repository.insertIsSingleStatement(operation.input);

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

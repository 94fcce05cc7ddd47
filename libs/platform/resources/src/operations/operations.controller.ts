import { Controller, Post, type Type } from '@nestjs/common';
import {
  CurrentGrant,
  DeclareAccess,
  type Grant,
  Idempotent,
  idempotent,
  type IdempotentRequest,
  requireScopes,
} from '@storewright/access';
import {
  atomicExtension,
  BodyIn,
  InExtension,
  locatedIn,
  type OperationResult,
  operationsDone,
  readDocument,
  type Render,
} from '@storewright/json-api';
import { scopeOf } from '@storewright/scopes';
import { CurrentShop, type Shop, ShopRows, type ShopTransaction } from '@storewright/tenancy';
import type { RepositoriesByType } from '../includes';
import type { TransactionContext } from '../resource-repository';
import { NoQuery } from '../include-authorization';
import { type Operation, readOperations, readRefs } from './read-operations';

/** Several operations in one request, all or nothing (JSON:API extension "Atomic Operations"). */
export function operationsController(repositories: RepositoriesByType): Type {
  @Controller('api/operations')
  class OperationsController {
    constructor(readonly rows: ShopRows) {}

    @Post()
    @InExtension(atomicExtension)
    @DeclareAccess({ kind: 'operations' })
    async run(
      @CurrentShop() shop: Shop,
      @CurrentGrant() grant: Grant,
      @NoQuery() _query: void,
      @BodyIn(atomicExtension) body: Uint8Array,
      @Idempotent() request?: IdempotentRequest,
    ): Promise<Render> {
      const parsed = readRefs(repositories, readDocument(body));
      requireScopes(
        grant,
        parsed.refs.map(({ repository, action }) => scopeOf(repository.resource.type, action)),
      );
      const operations = readOperations(parsed);
      const rows = this.rows.of(shop);
      let results: OperationResult[] = [];
      const work = async (within: ShopTransaction): Promise<Render> => {
        results = [];
        for (const operation of operations) results.push(await done({ shop, rows: within }, operation));
        return operationsDone(results);
      };
      const answer = request ? await idempotent(rows, request, work) : await rows.transaction(work);
      for (const [at, { op, repository }] of operations.entries())
        if (op === 'add' && results[at]) await repository.afterInsert?.(rows, shop, results[at].row);
      return answer;
    }
  }
  return OperationsController;
}

async function done(context: TransactionContext, operation: Operation): Promise<OperationResult> {
  const { repository, pointer } = operation;
  const { resource } = repository;
  try {
    switch (operation.op) {
      case 'add':
        return { resource, row: await repository.insert!(context, operation.input) };
      case 'update':
        return { resource, row: await repository.update!(context, operation, operation.input) };
      case 'remove':
        return await repository.remove!(context, operation).then(() => undefined);
      case 'members':
        return await repository.updateMembers!(context, operation, operation).then(() => undefined);
    }
  } catch (error) {
    throw locatedIn(pointer, error);
  }
}

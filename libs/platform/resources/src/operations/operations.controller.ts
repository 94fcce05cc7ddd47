import { Controller, Post, type Type } from '@nestjs/common';
import {
  type Attempt,
  CurrentGrant,
  DeclareAccess,
  type Grant,
  Idempotent,
  once,
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
import type { RowsByType } from '../includes';
import type { TransactionContext } from '../resource-rows';
import { NoQuery } from '../include-authorization';
import { type Operation, readOperations, readRefs } from './read-operations';

/** Several operations in one request, all or nothing (JSON:API extension "Atomic Operations"). */
export function operationsController(all: RowsByType): Type {
  @Controller('api/operations')
  class OperationsController {
    constructor(readonly door: ShopRows) {}

    @Post()
    @InExtension(atomicExtension)
    @DeclareAccess({ kind: 'operations' })
    async run(
      @CurrentShop() shop: Shop,
      @CurrentGrant() grant: Grant,
      @NoQuery() _query: void,
      @BodyIn(atomicExtension) body: Uint8Array,
      @Idempotent() attempt?: Attempt,
    ): Promise<Render> {
      const request = readRefs(all, readDocument(body));
      requireScopes(
        grant,
        request.refs.map(({ served, action }) => scopeOf(served.resource.type, action)),
      );
      const operations = readOperations(request);
      const rows = this.door.of(shop);
      let results: OperationResult[] = [];
      const work = async (within: ShopTransaction): Promise<Render> => {
        results = [];
        for (const operation of operations) results.push(await done({ shop, rows: within }, operation));
        return operationsDone(results);
      };
      const answer = attempt ? await once(rows, attempt, work) : await rows.transaction(work);
      for (const [at, { op, served }] of operations.entries())
        if (op === 'add' && results[at]) await served.afterInsert?.(rows, shop, results[at].row);
      return answer;
    }
  }
  return OperationsController;
}

async function done(context: TransactionContext, operation: Operation): Promise<OperationResult> {
  const { served, pointer } = operation;
  const { resource } = served;
  try {
    switch (operation.op) {
      case 'add':
        return { resource, row: await served.insert!(context, operation.input) };
      case 'update':
        return { resource, row: await served.update!(context, operation, operation.input) };
      case 'remove':
        return await served.remove!(context, operation).then(() => undefined);
      case 'members':
        return await served.updateMembers!(context, operation, operation).then(() => undefined);
    }
  } catch (error) {
    throw locatedIn(pointer, error);
  }
}

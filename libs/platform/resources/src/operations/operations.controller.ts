import { Controller, Inject, Optional, Post, Req } from '@nestjs/common';
import {
  CustomerReads,
  DailyLimits,
  type IdempotentRequest,
  DeclareAccess,
  type GrantedRequest,
  Idempotent,
  idempotent,
  mustPropose,
  requireScopes,
} from '@storewright/access';
import {
  type AddressedDocument,
  atomicExtension,
  DocumentIn,
  InExtension,
  Operation as DescribedOperation,
  NoQuery,
  type OperationResult,
  operationsDone,
  type Render,
} from '@storewright/json-api';
import { scopeOf } from '@storewright/scopes';
import { CurrentShop, type Shop, ShopRows, type ShopTransaction } from '@storewright/tenancy';
import { behindLocks } from '../locks/planned-locks';
import { ResourceRegistry } from '../resource-registry';
import { pathOf } from '../proposals/approval';
import { Proposer } from '../proposals/proposer';
import { mayRead, resultsShownToWriter, type Write } from '../write-response';
import { type Operation, readOperations, readRefs } from './read-operations';
import { performOperations } from './run-operations';

/** Performs several operations in one transaction (JSON:API extension "Atomic Operations"). */
@Controller('api/operations')
export class OperationsController {
  @Inject(DailyLimits)
  private readonly dailyLimits: DailyLimits;

  constructor(
    private readonly rows: ShopRows,
    private readonly registry: ResourceRegistry,
    private readonly customers: CustomerReads,
    @Optional() @Inject(Proposer) private readonly proposer?: Proposer,
  ) {}

  @Post()
  @DescribedOperation({ id: 'performOperations', summary: 'Do several operations, all or none' })
  @InExtension(atomicExtension)
  @DeclareAccess({ kind: 'operations' })
  async run(
    @Req() request: GrantedRequest,
    @CurrentShop() shop: Shop,
    @NoQuery() _query: void,
    @DocumentIn(atomicExtension) document: AddressedDocument,
    @Idempotent() attempt?: IdempotentRequest,
  ): Promise<Render> {
    const grant = request.grant!;
    const addressed = readRefs(this.registry, document);
    const needed = addressed.refs.map(({ repository, action }) => scopeOf(repository.resource.type, action));
    requireScopes(request, needed, { isProposable: this.proposer !== undefined });
    const operations = readOperations(addressed, grant);
    await this.dailyLimits.countMoreWrites(grant, operations.length - 1);
    if (this.proposer && mustPropose(grant, needed)) {
      const { source, base } = document;
      const sent = { method: request.method, path: pathOf(request), document: source, base };
      return this.proposer.propose({ ...sent, grant, operations, attempt });
    }
    const rows = this.rows.of(shop);
    const writes = operations.map(writeOf);
    const shown = (answer: Render) => resultsShownToWriter(grant, writes, answer);
    let results: OperationResult[] = [];
    const work = async (tx: ShopTransaction): Promise<Render> => {
      results = await behindLocks(tx, this.registry, operations, () => performOperations(tx, operations));
      return shown(operationsDone(results));
    };
    const answer = attempt ? shown(await idempotent(rows, attempt, work)) : await rows.transaction(work);
    for (const [at, { repository }] of operations.entries())
      if (results[at] && mayRead(grant, repository.resource))
        this.customers.add(grant, repository.resource, [results[at].row]);
    for (const [at, { op, repository }] of operations.entries())
      if (op === 'add' && results[at]) await repository.afterCommit?.(rows, results[at].row);
    return answer;
  }
}

/**
 * Returns the attributes that the client sent in an operation. The response shows only these attributes if
 * the token cannot read the object.
 */
function writeOf(operation: Operation): Write | undefined {
  if (operation.op !== 'add' && operation.op !== 'update') return undefined;
  return { resource: operation.repository.resource, input: operation.input };
}

import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import {
  checkContract,
  type Contract,
  ContractError,
  type Declarations,
  featuresOf,
  parseContract,
} from '@storewright/contracts';
import { AuthDatabase, listing, readPage, selectColumns } from '@storewright/database';
import { parseJson } from '@storewright/entities';
import {
  ApiError,
  ApiErrors,
  type DocumentRow,
  isUuid,
  type ListQuery,
  notFound,
  type ParsedResource,
} from '@storewright/json-api';
import type { Page } from '@storewright/pages';
import type { SignedInOwner } from '@storewright/sessions';
import type { Repository } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { Apps } from '../apps/apps';
import { declaredNames } from './api-declarations.entity';
import { AppContract } from './app-contract.entity';
import type { CreateAppContract } from './app-contract.resource';

const columns = ['id', 'app_id', 'resources', 'events', 'published_at'] as const;

const RETRY_AFTER_SECONDS = 60;

const MAX_ERRORS = 20;

/** Published contracts of apps. A developer can read only the contracts of their own apps. */
@Injectable()
export class AppContracts {
  constructor(
    private readonly database: AuthDatabase,
    private readonly apps: Apps,
    @InjectRepository(AppContract, 'auth') private readonly contracts: Repository<AppContract>,
  ) {}

  async list(owner: SignedInOwner, appId: string, query: ListQuery): Promise<Page> {
    const { id: app_id } = await this.apps.find({ owner, id: appId });
    const rows = selectColumns(this.contracts.createQueryBuilder('c'), columns);
    const read = listing(rows.where('c.app_id = :app_id', { app_id }), { id: 'c.id' });
    const page = await readPage(
      (statement) => this.database.query({ owner_id: owner.id }, statement),
      read,
      query,
    );
    const declarations = await declaredNames(this.database);
    return { ...page, rows: page.rows.map((row) => withFindings(row, declarations)) };
  }

  async find(owner: SignedInOwner, appId: string, id: string): Promise<DocumentRow> {
    const app = await this.apps.find({ owner, id: appId });
    const rows = this.database.of({ owner_id: owner.id }, this.contracts).createQueryBuilder('c');
    const read = selectColumns(rows, columns).where('c.app_id = :app_id AND c.id = :id', {
      app_id: app.id,
      id,
    });
    const row = isUuid(id) && (await read.getRawOne<DocumentRow>());
    if (!row) throw notFound('app_contracts', id);
    return withFindings(row, await declaredNames(this.database));
  }

  /**
   * Replaces the contract of an app. Throws if the contract is malformed or contains a name that the shop API
   * does not declare.
   */
  async publish(
    owner: SignedInOwner,
    appId: string,
    { id = uuidv7(), attributes, pointer }: ParsedResource<CreateAppContract>,
  ): Promise<DocumentRow> {
    const { id: app_id } = await this.apps.find({ owner, id: appId });
    const contract = contractOf(attributes, `${pointer}/attributes`);
    const declarations = await declaredNames(this.database);
    if (!declarations)
      throw new ApiError('unavailable', {
        headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
        detail:
          'The contract cannot be checked, because the shop API has never started. Retry after it has started.',
      });
    refuseUndeclared(contract, declarations, `${pointer}/attributes`);
    const row = {
      ...{ id, app_id, events: [...contract.events], features: featuresOf(contract) },
      resources: JSON.stringify(contract.resources) as AppContract['resources'],
      published_at: new Date(this.database.clock.now()).toISOString(),
    };
    await this.database.transaction({ owner_id: owner.id }, async (transaction) => {
      await this.apps.lock(transaction, { owner, id: app_id });
      const contracts = transaction.of(this.contracts);
      await contracts.delete({ app_id });
      await contracts.insert(row);
    });
    return this.find(owner, app_id, id);
  }
}

function withFindings(row: DocumentRow, declarations: Declarations | undefined): DocumentRow {
  const resources = parseJson(row['resources'] as AppContract['resources']);
  const contract: Contract = { version: 1, resources, events: row['events'] as string[] };
  return { ...row, findings: JSON.stringify(declarations ? checkContract(contract, declarations) : []) };
}

function contractOf({ resources, events }: CreateAppContract, pointer: string): Contract {
  try {
    return parseContract({ version: 1, resources, events });
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    throw invalidName(error.message, pointer + error.pointer);
  }
}

function refuseUndeclared(contract: Contract, declarations: Declarations, pointer: string): void {
  const undeclared = checkContract(contract, declarations).filter(({ kind }) => kind === 'undeclared');
  if (undeclared.length === 0) return;
  throw new ApiErrors(
    undeclared.slice(0, MAX_ERRORS).map(({ name, text }) => {
      const isEvent = contract.events.includes(name);
      return invalidName(`The contract ${text}`, `${pointer}/${isEvent ? 'events' : 'resources'}`);
    }),
  );
}

function invalidName(detail: string, pointer: string): ApiError {
  const attribute = pointer.includes('/attributes/events') ? 'events' : 'resources';
  return new ApiError('invalid_attribute', { detail, source: { pointer }, meta: { attribute } });
}

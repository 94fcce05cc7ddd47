import { Inject, Injectable } from '@nestjs/common';
import { ShopDatabase } from '@storewright/database';
import type { ColumnValues, Row } from '@storewright/entities';
import type { ParsedResource } from '@storewright/json-api';
import { checkTransition, ResourceRepository } from '@storewright/resources';
import type { Import } from './import.entity';
import { importStates } from './import-states';
import type { UpdateImport } from './imports.dto';
import { imports } from './imports.resource';

/** Imports as clients see and change them. */
@Injectable()
export class ImportsRepository extends ResourceRepository<Import, object, UpdateImport> {
  static override readonly resource = imports;

  constructor(@Inject(ShopDatabase) private readonly database: Pick<ShopDatabase, 'clock'>) {
    super();
  }

  /** Does not register the resource, because an import is created by its file instead of a JSON:API document. */
  override onModuleInit(): void {}

  protected override beforeUpdate(
    { attributes: { state }, pointer }: ParsedResource<UpdateImport>,
    row: Row<Import>,
  ): ColumnValues<Import> {
    checkTransition(importStates, row.state, state, `${pointer}/attributes/state`, 'imports.get');
    if (row.state === state) return {};
    const now = new Date(this.database.clock.now()).toISOString();
    if (state === 'running') return { state, position: 0, started_at: now };
    return { state, ended_at: now };
  }
}

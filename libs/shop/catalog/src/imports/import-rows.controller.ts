import { Readable } from 'node:stream';
import { Controller, Get, Param } from '@nestjs/common';
import { CurrentGrant, type Grant, ReplicaReads, Scope } from '@storewright/access';
import {
  collectionDocument,
  ListParameters,
  type ListQuery,
  NoQuery,
  Operation,
  type Render,
  Serves,
} from '@storewright/json-api';
import { ImportRows } from './import-rows';
import { ImportsRepository } from './imports.repository';
import { importRows } from './imports.resource';

const csv = 'text/csv';

@Controller('api/imports/:id')
export class ImportRowsController {
  constructor(
    private readonly reads: ReplicaReads,
    private readonly imports: ImportsRepository,
    private readonly rows: ImportRows,
  ) {}

  @Get('rows')
  @Scope('imports.get')
  async list(
    @CurrentGrant() grant: Grant,
    @Param('id') id: string,
    @ListParameters(importRows) query: ListQuery,
  ): Promise<Render> {
    const context = this.reads.of(grant);
    await this.imports.findOrFail(context, id);
    return collectionDocument(importRows, await this.rows.page(context, id, query), query);
  }

  @Get('errors')
  @Scope('imports.get')
  @Serves(csv)
  @Operation({
    id: 'downloadImportErrors',
    summary: 'Download the errors of an import',
    answers: [{ shows: 'content', mediaType: csv, schema: { type: 'string' } }],
  })
  async errors(
    @CurrentGrant() grant: Grant,
    @Param('id') id: string,
    @NoQuery() _query: void,
  ): Promise<Render> {
    const context = this.reads.of(grant);
    await this.imports.findOrFail(context, id);
    const headers = {
      'content-type': `${csv}; charset=utf-8; header=present`,
      'content-disposition': 'attachment; filename="import-errors.csv"',
    };
    return () => ({
      headers,
      stream: Readable.from(this.rows.errorLines(context, id), { objectMode: false }),
    });
  }
}

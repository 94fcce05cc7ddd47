import { Controller, Post, Req, UseGuards } from '@nestjs/common';
import { DeclareAccess, SmallBody, StepUpNotRequired } from '@storewright/access';
import { AuthDatabase } from '@storewright/database';
import { confirmErasure, type CreateErasureReceipt, erasureReceipts } from '@storewright/erasures';
import {
  created,
  NewObject,
  ObjectParameters,
  type ObjectQuery,
  Operation,
  type ParsedResource,
  type Render,
  withoutClientId,
} from '@storewright/json-api';
import type { FastifyRequest } from 'fastify';
import { type ConfirmingApp, CurrentApp, ErasureClientGuard } from './erasure-client.guard';

@Controller('api/erasure_receipts')
export class ErasureReceiptsController {
  constructor(private readonly database: AuthDatabase) {}

  @Post()
  @SmallBody()
  @DeclareAccess({ kind: 'client', orToken: true })
  @StepUpNotRequired('the app authenticates itself')
  @UseGuards(ErasureClientGuard)
  @Operation({
    id: 'confirmErasure',
    summary: 'Confirm that the app erased the data of a customer or of a shop',
    errors: [
      ...(['invalid_client', 'invalid_token', 'rate_limited'] as const),
      ...(['shop_suspended', 'api_suspended', 'app_suspended', 'network_not_allowed'] as const),
    ],
  })
  async create(
    @Req() { id: request_id }: FastifyRequest,
    @CurrentApp() app: ConfirmingApp,
    @ObjectParameters(erasureReceipts) query: ObjectQuery,
    @NewObject(erasureReceipts) input: ParsedResource<CreateErasureReceipt>,
  ): Promise<Render> {
    const erasure_id = withoutClientId(input).attributes.erasure_id.toLowerCase();
    return created(
      erasureReceipts,
      await confirmErasure(this.database, { ...app, erasure_id, request_id }),
      query,
    );
  }
}

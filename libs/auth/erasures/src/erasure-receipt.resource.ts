import { Description, describeResource, IsText } from '@storewright/json-api';

export class CreateErasureReceipt {
  @IsText(1, 64)
  @Description('Id of the erasure, which is the `webhook-id` of its event.')
  erasure_id: string;
}

export const erasureReceipts = describeResource({
  type: 'erasure_receipts',
  path: '/api/erasure_receipts',
  attributes: { erasure_id: 'string', app_id: 'string', shop_id: 'string', confirmed_at: 'timestamp' },
  description: 'Receipt for an app’s confirmation that it erased the data of a customer or of a shop.',
  described: {
    erasure_id: { description: 'Id of the request to erase the data of a customer or of a shop.' },
    app_id: { description: 'Id of the app that confirmed the erasure.' },
    shop_id: { description: 'Id of the shop whose data, or whose customer’s data, the app erased.' },
    confirmed_at: { description: 'Time at which the app first confirmed the erasure.' },
  },
  create: CreateErasureReceipt,
  errors: { create: ['not_found', 'illegal_transition'] },
});

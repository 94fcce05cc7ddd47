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
  description: 'The confirmation of an app that it erased the data of a customer or of a shop.',
  described: {
    erasure_id: { description: 'Id of the erasure.' },
    app_id: { description: 'Id of the app that confirmed.' },
    shop_id: { description: 'Id of the shop whose data, or whose customer’s data, the app erased.' },
    confirmed_at: { description: 'Time of the first confirmation.' },
  },
  create: CreateErasureReceipt,
  errors: { create: ['not_found', 'illegal_transition'] },
});

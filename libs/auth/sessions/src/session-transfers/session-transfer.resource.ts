import { Description, describeResource, IsText } from '@storewright/json-api';
import { IsShopDomain } from '../shop-domain';

export class CreateSessionTransfer {
  @IsShopDomain()
  shop_domain: string;
}

export const sessionTransfers = describeResource({
  type: 'session_transfers',
  description: 'A pending transfer of the current session to the panel of another shop of the person.',
  path: '/api/session_transfers',
  described: {
    shop_domain: { description: 'Domain of the shop to whose panel the session is transferred.' },
    expires_at: {
      description: 'Time until which the panel of the other shop can accept the session transfer.',
    },
  },
  attributes: { shop_domain: 'string', expires_at: 'timestamp' },
  create: CreateSessionTransfer,
});

export class AcceptSessionTransfer {
  @IsText(1, 255)
  @Description('Token from the link that opens the panel of the other shop.')
  transfer_token: string;
}

export const acceptedSessionTransfers = describeResource({
  type: 'accepted_session_transfers',
  description: 'An accepted session transfer: the session is now signed in to the panel of the other shop.',
  path: '/api/accepted_session_transfers',
  attributes: {},
  create: AcceptSessionTransfer,
});

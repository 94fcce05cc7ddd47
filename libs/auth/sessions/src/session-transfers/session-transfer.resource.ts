import { Description, describeResource, IsText } from '@storewright/json-api';
import { IsShopDomain } from '../shop-domain';

export class CreateSessionTransfer {
  /** The shop to whose panel the session goes. */
  @IsShopDomain()
  shop_domain: string;
}

export const sessionTransfers = describeResource({
  type: 'session_transfers',
  description: 'The session of the request, on its way to the panel of another shop of the person.',
  path: '/api/session_transfers',
  described: {
    shop_domain: { description: 'The shop to whose panel it goes.' },
    expires_at: { description: 'Until when that panel takes it, once.' },
  },
  attributes: { shop_domain: 'string', expires_at: 'timestamp' },
  create: CreateSessionTransfer,
});

export class AcceptSessionTransfer {
  @IsText(1, 255)
  @Description('Token of the link that opens the panel of another shop.')
  transfer_token: string;
}

export const acceptedSessionTransfers = describeResource({
  type: 'accepted_session_transfers',
  description: 'A transfer that the other panel takes over.',
  path: '/api/accepted_session_transfers',
  attributes: {},
  create: AcceptSessionTransfer,
});

import { CanaryToken, defineResource } from '@storewright/entities';
import { IsDisplayName } from '@storewright/people';

export class CreateCanaryToken {
  /** Name that reminds the shop owners where the canary token is hidden. */
  @IsDisplayName()
  name: string;
}

/** Only the response that creates a canary token contains its text. */
export const canaryTokens = defineResource(CanaryToken, {
  type: 'canary_tokens',
  description:
    'A token that looks like an access token but gives no access. Its use raises an alert. Only the response that ' +
    'creates the canary token contains its text.',
  path: '/api/shops/:shop_id/canary_tokens',
  relationships: { shop: { type: 'shops', column: 'shop_id' } },
  create: CreateCanaryToken,
  errors: { create: ['limit_reached'] },
});

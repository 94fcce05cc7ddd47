import { Description, describeResource, IsBoolean, IsIn, IsOmittable, IsText } from '@storewright/json-api';
import { IsDisplayName } from '@storewright/people';

export const viewedLists = ['orders', 'products', 'customers', 'codes'] as const;

const MAX_QUERY_LENGTH = 2_000;

export class CreateSavedView {
  @IsDisplayName()
  name: string;

  @IsIn(viewedLists)
  @Description('List in the panel that the view filters and sorts.')
  list: (typeof viewedLists)[number];

  @IsText(1, MAX_QUERY_LENGTH)
  @Description('Query string of the list in the panel, with filters, order and hidden columns.')
  query: string;

  @IsBoolean()
  @Description('Whether every member of the shop sees the view.')
  is_shared: boolean;
}

export class UpdateSavedView {
  @IsOmittable()
  @IsDisplayName()
  name?: string;

  @IsOmittable()
  @IsText(1, MAX_QUERY_LENGTH)
  @Description('Query string of the list in the panel, with filters, order and hidden columns.')
  query?: string;

  @IsOmittable()
  @IsBoolean()
  @Description('Whether every member of the shop sees the view.')
  is_shared?: boolean;
}

export const savedViews = describeResource({
  type: 'saved_views',
  description: 'A view of a list in the panel that a member saved.',
  path: '/api/shops/:shop_id/saved_views',
  attributes: {
    name: 'string',
    list: 'string',
    query: 'string',
    is_shared: 'boolean',
    is_own: 'boolean',
    created_at: 'timestamp',
  },
  described: {
    name: { description: 'Name of the view.' },
    list: { description: 'List in the panel that the view filters and sorts.', values: viewedLists },
    query: { description: 'Query string of the list in the panel, with filters, order and hidden columns.' },
    is_shared: { description: 'Whether every member of the shop sees the view.' },
    is_own: { description: 'Whether the signed-in person saved the view.' },
    created_at: { description: 'Time at which the view was saved.' },
  },
  relationships: { shop: { type: 'shops', column: 'shop_id' } },
  filters: { list: { schema: { type: 'string', enum: [...viewedLists] } } },
  create: CreateSavedView,
  update: UpdateSavedView,
  errors: { create: ['limit_reached'], update: ['insufficient_role'], delete: ['insufficient_role'] },
});

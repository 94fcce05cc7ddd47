interface Any {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  attributes: Record<string, any>;
  meta: object;
  one: object;
  many: object;
  create: object;
  update: object;
  createRelationships: object;
  updateRelationships: object;
  filter: Record<string, unknown>;
  sort: string;
}
/** What the API knows of each type. */
export type ResourceTypes = Record<
  | 'codes'
  | 'customers'
  | 'events'
  | 'meta'
  | 'orders'
  | 'products'
  | 'shops'
  | 'variants'
  | 'webhook_deliveries'
  | 'webhook_streams',
  Any
>;

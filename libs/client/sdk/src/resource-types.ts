import type { MetaCondition } from './meta';
import type { components, operations } from './openapi';

type Schemas = components['schemas'];

/** Maps each resource type to the names of its schema and list operation in the OpenAPI document. */
interface Described {
  codes: ['Code', 'listCodes'];
  customers: ['Customer', 'listCustomers'];
  events: ['Event', 'listEvents'];
  fulfillments: ['Fulfillment', 'listFulfillments'];
  imports: ['Import', 'listImports'];
  inventory_changes: ['InventoryChange', 'listInventoryChanges'];
  meta: ['Meta', 'listMeta'];
  order_comments: ['OrderComment', 'listOrderComments'];
  order_statistics: ['OrderStatistics', 'listOrderStatistics'];
  orders: ['Order', 'listOrders'];
  product_images: ['ProductImage', 'listProductImages'];
  products: ['Product', 'listProducts'];
  proposals: ['Proposal', 'listProposals'];
  shops: ['Shop', 'listShops'];
  transactions: ['Transaction', 'listTransactions'];
  variants: ['Variant', 'listVariants'];
  webhook_deliveries: ['WebhookDelivery', 'listWebhookDeliveries'];
  webhook_statistics: ['WebhookStatistics', 'listWebhookStatistics'];
  webhook_streams: ['WebhookStream', 'listWebhookStreams'];
}

/** Name of a resource type, such as `orders` or `products`. */
export type TypeName = keyof Described;

type Schema<Name> = Name extends keyof Schemas ? Schemas[Name] : object;
type Member<Object, Name extends string, Otherwise = object> = Object extends { [N in Name]: infer Value }
  ? Value
  : Otherwise;
export type SchemaOf<T extends TypeName> = Schema<Described[T][0]>;
type Relationships<T extends TypeName> = Required<Member<SchemaOf<T>, 'relationships'>>;
type Query<T extends TypeName> = NonNullable<operations[Described[T][1]]['parameters']['query']>;

type IsMany<Relationship> = Relationship extends { data?: readonly unknown[] } ? true : false;
type TypeIn<Linkage> = Linkage extends readonly (infer Each)[]
  ? TypeIn<Each>
  : Linkage extends { type: infer T }
    ? T
    : never;
type Linkage<Relationship> = Relationship extends { data?: infer Data } ? Data : never;

export type Attributes<T extends TypeName> = Schema<`${Described[T][0]}Attributes`>;
/** `meta` of a resource: creation time, time of the last change, version, and allowed next states. */
export type OwnMeta<T extends TypeName> = Member<SchemaOf<T>, 'meta'>;

/**
 * To-one relationships of a type with the type of the related resource. Contains `null` if the relationship
 * can be empty.
 */
export type One<T extends TypeName> = {
  [Name in keyof Relationships<T> as IsMany<Relationships<T>[Name]> extends true ? never : Name]:
    | TypeIn<Linkage<Relationships<T>[Name]>>
    | Extract<Linkage<Relationships<T>[Name]>, null>;
};
/** To-many relationships of a type with the type of the related resources. */
export type Many<T extends TypeName> = {
  [Name in keyof Relationships<T> as IsMany<Relationships<T>[Name]> extends true ? Name : never]: TypeIn<
    NonNullable<Linkage<Relationships<T>[Name]>>
  >;
};
/**
 * Relationships that the option `include` accepts: every relationship with a link to the related resources.
 */
export type Includable<T extends TypeName> = {
  [
    Name in keyof Relationships<T> & string as Relationships<T>[Name] extends { links: unknown }
      ? Name
      : never
  ]: TypeIn<NonNullable<Linkage<Relationships<T>[Name]>>> & TypeName;
};

/** Attributes for creating a resource. `never` if the API cannot create resources of the type. */
export type NewAttributes<T extends TypeName> = `Create${Described[T][0]}Attributes` extends keyof Schemas
  ? Schemas[`Create${Described[T][0]}Attributes`]
  : never;
/** Attributes for updating a resource. `never` if the API cannot update resources of the type. */
export type Changes<T extends TypeName> = `Update${Described[T][0]}Attributes` extends keyof Schemas
  ? Schemas[`Update${Described[T][0]}Attributes`]
  : never;

/** Reference to a resource by id or, within an atomic request, by local id. */
export type Reference<Type extends string = string> =
  | { type: Type; id: string }
  | { type: Type; lid: string };

type SentLinkage<Data> = Data extends readonly (infer Each)[]
  ? readonly Reference<TypeIn<Each> & string>[]
  : Data extends null
    ? null
    : Reference<TypeIn<Data> & string>;
type SentRelationships<Schema> = {
  [Name in keyof Schema]: NonNullable<Schema[Name]> extends { data: infer Data } ? SentLinkage<Data> : never;
};
type SentIn<Name> =
  Schema<Name> extends { data: { relationships?: infer Sent } }
    ? SentRelationships<NonNullable<Sent>>
    : never;
/** Relationships for creating a resource. A resource that you read can be used as a reference. */
export type NewRelationships<T extends TypeName> = SentIn<`Create${Described[T][0]}`>;
export type ChangedRelationships<T extends TypeName> = SentIn<`Update${Described[T][0]}`>;

type FilterName<Key> = Key extends `filter[${infer Name}]`
  ? Name extends `${string}[${string}`
    ? never
    : Name
  : never;
type Operators<Q, Name extends string> = {
  [Key in keyof Q as Key extends `filter[${Name}][${infer Operator}]` ? Operator : never]?: Compared<
    Q[Key],
    Name
  >;
};
/** Value of a filter: text, a Date for a time, or one or several values of an enumeration. */
type Compared<Value, Name> =
  | (Value extends readonly (infer Each)[] ? Each | readonly Each[] : Value)
  | (Name extends `${string}_at` ? Date : never);
type FilterIn<Q> = {
  [Name in FilterName<keyof Q>]?: Name extends 'meta'
    ? MetaCondition | readonly MetaCondition[]
    : Compared<NonNullable<Q[`filter[${Name}]` & keyof Q]>, Name> | Operators<Q, Name>;
};
/** Filters of a list, such as `{ status: 'open', total_amount: { gte: 5000 } }`. */
export type Filter<T extends TypeName> = FilterIn<Query<T>>;
/** Sort key of a list. A leading `-` sorts in descending order. */
export type Sort<T extends TypeName> =
  Query<T> extends { sort?: readonly (infer Each extends string)[] } ? Each : never;

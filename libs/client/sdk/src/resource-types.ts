import type { MetaCondition } from './meta';
import type { components, operations } from './openapi';

type Schemas = components['schemas'];

/** What the schemas of a type are called, and the operation that lists it. */
interface Described {
  codes: ['Code', 'listCodes'];
  customers: ['Customer', 'listCustomers'];
  events: ['Event', 'listEvents'];
  meta: ['Meta', 'listMeta'];
  order_statistics: ['OrderStatistics', 'listOrderStatistics'];
  orders: ['Order', 'listOrders'];
  products: ['Product', 'listProducts'];
  shops: ['Shop', 'listShops'];
  variants: ['Variant', 'listVariants'];
  webhook_deliveries: ['WebhookDelivery', 'listWebhookDeliveries'];
  webhook_statistics: ['WebhookStatistics', 'listWebhookStatistics'];
  webhook_streams: ['WebhookStream', 'listWebhookStreams'];
}

/** `orders`, `products`, … */
export type TypeName = keyof Described;

type Schema<Name> = Name extends keyof Schemas ? Schemas[Name] : object;
type Member<Object, Name extends string, Otherwise = object> = Object extends { [N in Name]: infer Value }
  ? Value
  : Otherwise;
/** The resource object of a type, as documents have it. */
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
/** When it was made and changed, in which version it is, which states may follow. */
export type OwnMeta<T extends TypeName> = Member<SchemaOf<T>, 'meta'>;

/** Relationships to one: the type that each leads to, and `null` where it may lead to nothing. */
export type One<T extends TypeName> = {
  [Name in keyof Relationships<T> as IsMany<Relationships<T>[Name]> extends true ? never : Name]:
    | TypeIn<Linkage<Relationships<T>[Name]>>
    | Extract<Linkage<Relationships<T>[Name]>, null>;
};
/** Relationships to many: the type that each leads to. */
export type Many<T extends TypeName> = {
  [Name in keyof Relationships<T> as IsMany<Relationships<T>[Name]> extends true ? Name : never]: TypeIn<
    NonNullable<Linkage<Relationships<T>[Name]>>
  >;
};
/** Those that have an address of their own can be included. */
export type Includable<T extends TypeName> = {
  [
    Name in keyof Relationships<T> & string as Relationships<T>[Name] extends { links: unknown }
      ? Name
      : never
  ]: TypeIn<NonNullable<Linkage<Relationships<T>[Name]>>> & TypeName;
};

/** What is sent to make one; never: it is not made over the API. */
export type NewAttributes<T extends TypeName> = `Create${Described[T][0]}Attributes` extends keyof Schemas
  ? Schemas[`Create${Described[T][0]}Attributes`]
  : never;
/** What is sent to change one; never: it is not changed over the API. */
export type Changes<T extends TypeName> = `Update${Described[T][0]}Attributes` extends keyof Schemas
  ? Schemas[`Update${Described[T][0]}Attributes`]
  : never;

/** What names a resource: by its id, or within an atomic request by its local id. */
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
/** Relationships that are sent with a new one; a resource that was read is as good as its identifier. */
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
/** A word is one of several, or one; a time is a text or a Date. */
type Compared<Value, Name> =
  | (Value extends readonly (infer Each)[] ? Each | readonly Each[] : Value)
  | (Name extends `${string}_at` ? Date : never);
type FilterIn<Q> = {
  [Name in FilterName<keyof Q>]?: Name extends 'meta'
    ? MetaCondition | readonly MetaCondition[]
    : Compared<NonNullable<Q[`filter[${Name}]` & keyof Q]>, Name> | Operators<Q, Name>;
};
/** What a list of this type compares: `{ status: 'open', total_amount: { gte: 5000 } }`. */
export type Filter<T extends TypeName> = FilterIn<Query<T>>;
/** What it is sorted by; `-` before a name turns it round. */
export type Sort<T extends TypeName> =
  Query<T> extends { sort?: readonly (infer Each extends string)[] } ? Each : never;

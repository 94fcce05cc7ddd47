import type { Identifier } from './joined';
import type { ResourceTypes } from './resource-types';

/** `orders`, `products`, … */
export type TypeName = keyof ResourceTypes & string;
type One<T extends TypeName> = ResourceTypes[T]['one'];
type Many<T extends TypeName> = ResourceTypes[T]['many'];
type Related<T extends TypeName> = One<T> & Many<T>;
type RelatedType<T extends TypeName, Name> = Name extends keyof Related<T>
  ? Related<T>[Name] & TypeName
  : never;

export type Attributes<T extends TypeName> = ResourceTypes[T]['attributes'];
/** What a list of this type compares: `{ status: 'open', total_amount: { gte: 5000 } }`. */
export type Filter<T extends TypeName> = ResourceTypes[T]['filter'];
/** What it is sorted by, `-` before a name turns it round. */
export type Sort<T extends TypeName> = ResourceTypes[T]['sort'];
/** What is sent to make one. */
export type NewAttributes<T extends TypeName> = ResourceTypes[T]['create'];
/** What is sent to change one. */
export type Changes<T extends TypeName> = ResourceTypes[T]['update'];

/** Names of relationships and paths of them, at most three deep: `customer`, `variants.product`. */
export type IncludePath<T extends TypeName, Depth extends 1 | 2 | 3 = 3> = {
  [Name in keyof Related<T> & string]:
    | Name
    | (Depth extends 1 ? never : `${Name}.${IncludePath<RelatedType<T, Name>, Depth extends 3 ? 2 : 1>}`);
}[keyof Related<T> & string];

/** Which attributes of which type are asked for; types that are not named have all of theirs. */
export type Fields = { readonly [T in TypeName]?: readonly (keyof Attributes<T> & string)[] };

type FirstOf<Path> = Path extends `${infer Name}.${string}` ? Name : Path;
type RestOf<Path, Name> = Path extends `${Name & string}.${infer Rest}` ? Rest : never;

type AttributesShown<T extends TypeName, F> = F extends { readonly [K in T]: readonly (infer Name)[] }
  ? Pick<Attributes<T>, Name & keyof Attributes<T>>
  : Attributes<T>;

/** A resource as an answer shows it: its attributes at the top, beside what `include` joined in. */
export type Shown<T extends TypeName, F = object, Path = never> = {
  type: T;
  id: string;
} & ResourceTypes[T]['meta'] &
  AttributesShown<T, F> & {
    [Name in keyof One<T>]: Name extends FirstOf<Path>
      ? Shown<One<T>[Name] & TypeName, F, RestOf<Path, Name>> | null
      : Identifier<One<T>[Name] & string> | null;
  } & {
    [Name in keyof Many<T> as Name extends FirstOf<Path> ? Name : never]: Shown<
      Many<T>[Name] & TypeName,
      F,
      RestOf<Path, Name>
    >[];
  };

/** Relationships that are sent with a new or changed resource; a resource that was read is as good as its identifier. */
export type SentRelationships<R> = {
  [Name in keyof R]: R[Name] extends readonly (infer Type)[]
    ? readonly Reference<Type & string>[]
    : Reference<R[Name] & string> | null;
};

/** What names a resource: by its id, or within an atomic request by its local id. */
export type Reference<Type extends string = string> = Identifier<Type> | { type: Type; lid: string };

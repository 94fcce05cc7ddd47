import type { Identifier } from './joined';
import type { Attributes, Includable, Many, One, OwnMeta, TypeName } from './resource-types';

/** Include path of up to three relationships, such as `customer` or `variants.product`. */
export type IncludePath<T extends TypeName, Depth extends 1 | 2 | 3 = 3> = {
  [Name in keyof Includable<T> & string]:
    | Name
    | (Depth extends 1 ? never : `${Name}.${IncludePath<Includable<T>[Name], Depth extends 3 ? 2 : 1>}`);
}[keyof Includable<T> & string];

/** Requested attributes, keyed by type. Types without a key return all attributes. */
export type Fields = { readonly [T in TypeName]?: readonly (keyof Attributes<T> & string)[] };

type FirstOf<Path> = Path extends `${infer Name}.${string}` ? Name : Path;
type RestOf<Path, Name> = Path extends `${Name & string}.${infer Rest}` ? Rest : never;

type AttributesShown<T extends TypeName, F> = F extends { readonly [K in T]: readonly (infer Name)[] }
  ? Pick<Attributes<T>, Name & keyof Attributes<T>>
  : Attributes<T>;

/**
 * A resource as the SDK returns it: attributes, meta and included resources are direct members. The type is
 * conditional, because TypeScript 6 cannot represent the intersection of all resource types (TS2590).
 */
export type Shown<T extends TypeName, F = object, Path = never> = T extends TypeName
  ? { type: T; id: string } & OwnMeta<T> &
      AttributesShown<T, F> & {
        [Name in keyof One<T>]:
          | (Name extends FirstOf<Path>
              ? Shown<NonNullable<One<T>[Name]> & TypeName, F, RestOf<Path, Name>>
              : Identifier<NonNullable<One<T>[Name]> & string>)
          | Extract<One<T>[Name], null>;
      } & {
        [Name in keyof Many<T> as Name extends FirstOf<Path> ? Name : never]: Shown<
          Many<T>[Name] & TypeName,
          F,
          RestOf<Path, Name>
        >[];
      }
  : never;

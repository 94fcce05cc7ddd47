// Written in SQL: recognizes tables and writes in the text of a statement.
import { LRUCache } from 'lru-cache';

/**
 * Maximum number of statements of a group whose translation is cached. Clients choose filters and sort fields, so the
 * number of different statements is not limited.
 */
const MAX_TEXTS = 256;

/** Text on a shard. Undefined if the statement must run on the coordinator. */
interface Translation {
  text: string | undefined;
}

/** Tables of a set of colocated shards, with the rows of several shops on one node. */
export class ShardGroup {
  private readonly texts = new LRUCache<string, Translation>({ max: MAX_TEXTS });

  constructor(
    /** Id of a shard of the group. */
    readonly shard: string,
    /** Node that stores the shards, as `host:port`. */
    readonly node: string,
    /** Names of shards by the name of their table, such as `shop.meta_102008` by `shop.meta`. */
    private readonly shards: Readonly<Record<string, string>>,
  ) {}

  /** Names of the shards. */
  get names(): string[] {
    return Object.values(this.shards);
  }

  /**
   * Returns the text with shards in place of tables. Returns undefined if the statement may write or lock, reads no
   * table of shops, or reads a table without a shard.
   */
  textOf(text: string): string | undefined {
    let translation = this.texts.get(text);
    if (!translation) this.texts.set(text, (translation = { text: this.translated(text) }));
    return translation.text;
  }

  /** Leaves a statement to the coordinator, for `ms` milliseconds if set. */
  exclude(text: string, ms?: number): void {
    this.texts.set(text, { text: undefined }, ms === undefined ? {} : { ttl: ms });
  }

  private translated(text: string): string | undefined {
    if (!startsRead.test(text) || mayWrite.test(text)) return undefined;
    let isKnown = false;
    let isUnknown = false;
    const translated = text.replaceAll(tableName, (path, name: string) => {
      const shard = this.shards[`shop.${name}`];
      if (shard === undefined) isUnknown = true;
      else isKnown = true;
      return shard ?? path;
    });
    return isKnown && !isUnknown ? translated : undefined;
  }
}

const startsRead = /^\s*(?:SELECT|WITH)\b/i;
const mayWrite =
  /\b(?:INSERT|UPDATE|DELETE|MERGE|FOR\s+(?:NO\s+KEY|KEY|SHARE)|INTO|set_config|nextval|pg_notify)\b|advisory/i;
/** Matches `shop.meta` and `"shop"."meta"`, but no call of a function. */
const tableName = /(?<![\w".])"?shop"?\."?(\w+)\b"?(?!\s*\()/g;

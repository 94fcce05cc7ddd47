// Written in SQL: recognizes tables and writes in the text of a statement.
import { LRUCache } from 'lru-cache';

/**
 * Maximum number of cached translations per shard group. Clients choose filters and sort fields, so the
 * number of different statements is unlimited.
 */
const MAX_TEXTS = 256;

/** SQL that runs on a shard. Undefined if the statement must run on the coordinator. */
interface Translation {
  text: string | undefined;
}

/** A set of colocated shards on one worker node, with the rows of several shops. */
export class ShardGroup {
  private readonly texts = new LRUCache<string, Translation>({ max: MAX_TEXTS });

  constructor(
    /** Id of one shard of the group. */
    readonly shard: string,
    /** Worker node that stores the shards, as `host:port`. */
    readonly node: string,
    /** Names of shards, keyed by table. For example, `shop.meta` maps to `shop.meta_102008`. */
    private readonly shards: Readonly<Record<string, string>>,
  ) {}

  get names(): string[] {
    return Object.values(this.shards);
  }

  /**
   * Replaces tables by shards in the SQL. Returns undefined if the statement may write or lock, reads no
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
/** Matches `shop.meta` and `"shop"."meta"`, but not a function call. */
const tableName = /(?<![\w".])"?shop"?\."?(\w+)\b"?(?!\s*\()/g;

// Written in SQL: recognizes tables and writes in the text of a statement.

/** Tables of a set of colocated shards, with the rows of several shops on one node. */
export class ShardGroup {
  private readonly texts = new Map<string, string | undefined>();

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
    if (!this.texts.has(text)) this.texts.set(text, this.translated(text));
    return this.texts.get(text);
  }

  /** Excludes a statement that is not valid with the names of shards. */
  exclude(text: string): void {
    this.texts.set(text, undefined);
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

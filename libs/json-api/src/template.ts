import type { ColumnKind, Row } from './resource';

/** `id`: a value that needs no escape, between quotes that stand. `origin`: scheme and host. `linkage`: a resource identifier, or null. */
type Kind = ColumnKind | 'id' | 'origin' | 'linkage';

interface Part {
  /** What stands before the value. */
  before: string;
  kind: Kind;
  column: string;
  /** Of the identifier of a linkage. */
  type: string;
}

/**
 * JSON text with places for the values of a row. Put together once for each resource, because a list writes hundreds of values: the one flat loop
 * of `write` is as fast as a template literal written by hand.
 */
export class Template {
  private readonly parts: Part[] = [];
  private standing = '';

  text(standing: string): this {
    this.standing += standing;
    return this;
  }

  value(kind: Kind, column = '', type = ''): this {
    this.parts.push({ before: this.standing, kind, column, type });
    this.standing = '';
    return this;
  }

  /** Members of an object, `"name":value`, with commas between them. */
  members(columns: Record<string, ColumnKind>, shown: (name: string) => boolean): this {
    const names = Object.keys(columns).filter(shown);
    names.forEach((name, at) =>
      this.text(`${at ? ',' : ''}${JSON.stringify(name)}:`).value(columns[name]!, name),
    );
    return this;
  }

  write(row: Row, origin: string): string {
    let text = '';
    for (const { before, kind, column, type } of this.parts) {
      text += before;
      text +=
        kind === 'origin'
          ? origin
          : kind === 'linkage'
            ? linkage(type, row[column])
            : written(kind, row[column]);
    }
    return text + this.standing;
  }
}

function written(kind: Kind, value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (kind === 'text' || kind === 'texts') return JSON.stringify(value);
  return kind === 'timestamp' ? `"${value as string}"` : (value as string);
}

function linkage(type: string, id: unknown): string {
  return id === null || id === undefined ? 'null' : `{"type":${JSON.stringify(type)},"id":"${id as string}"}`;
}

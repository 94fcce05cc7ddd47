/**
 * Serializes rows as a JSON array for `json_populate_recordset`. Columns in `json` that already contain JSON
 * text are copied unchanged.
 */
export function jsonRecords(rows: readonly object[], json: ReadonlySet<string>): string {
  return `[${rows.map((row) => record(row, json)).join()}]`;
}

function record(row: object, json: ReadonlySet<string>): string {
  const members = Object.entries(row).flatMap(([name, value]: [string, unknown]) => {
    if (value === undefined || value === null) return [];
    const text = json.has(name) && typeof value === 'string' ? value : JSON.stringify(value);
    return [`${JSON.stringify(name)}:${text}`];
  });
  return `{${members.join()}}`;
}

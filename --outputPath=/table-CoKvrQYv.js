// tools/bench/src/table.ts
/** Formats rows as a Markdown table with aligned columns. */
function table(head, rows) {
	const all = [head, ...rows];
	const widths = head.map((_, column) => Math.max(...all.map((row) => (row[column] ?? "").length)));
	const line = (row) => `| ${row.map((cell, at) => at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at])).join(" | ")} |`;
	return [
		line(head),
		`|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`,
		...rows.map(line),
		""
	].join("\n");
}
const verdictCell = (ok) => ok === "not run" ? ok : ok ? "ok" : "NOT AS EXPECTED";
Object.defineProperty(exports, "table", {
	enumerable: true,
	get: function() {
		return table;
	}
});
Object.defineProperty(exports, "verdictCell", {
	enumerable: true,
	get: function() {
		return verdictCell;
	}
});

//# sourceMappingURL=table-CoKvrQYv.js.map
let pg = require("pg");
// libs/postgres/driver/src/row-format.ts
const TIMESTAMPTZ = 1184;
const asText = /* @__PURE__ */ new Set([
	20,
	114,
	3802
]);
const unchanged = (text) => text;
/**
* Parsers of column values. JSON stays the text that Postgres printed, so that it can be inserted into a document. A
* timestamp becomes `2019-07-14T09:23:34.000000Z` with microseconds, which a JavaScript Date would drop
* (docs/contract.md §2). The session's time zone must be UTC (`sessionSettings`).
*/
const rowFormat = { getTypeParser: ((oid, format) => {
	if (oid === TIMESTAMPTZ) return isoMicroseconds;
	if (asText.has(oid)) return unchanged;
	return pg.types.getTypeParser(oid, format);
}) };
/** Converts `2019-07-14 09:23:34.12+00`, as Postgres prints a timestamp, to the format of the contract. */
function isoMicroseconds(text) {
	if (text.length === 29 && text[10] === " " && text.endsWith("+00")) return text.replace(" ", "T").replace("+00", "Z");
	const zone = text.length - 3;
	if (text[10] !== " " || text.slice(zone) !== "+00") throw new Error(`not a UTC timestamp with a four-digit year: ${text}`);
	const fraction = zone > 20 ? text.slice(20, zone).padEnd(6, "0") : "000000";
	return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`;
}
Object.defineProperty(exports, "rowFormat", {
	enumerable: true,
	get: function() {
		return rowFormat;
	}
});

//# sourceMappingURL=row-format-D-cae17o.js.map
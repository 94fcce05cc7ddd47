const require_define_resource = require("./define-resource-CI1tB6Vc.js");
const require_media_type = require("./media-type-C1IArBbO.js");
const require_http = require("./http-gw2kCh65.js");
let node_crypto = require("node:crypto");
let lru_cache = require("lru-cache");
let class_validator = require("class-validator");
let typeorm = require("typeorm");
let uuid = require("uuid");
// libs/platform/json-api/src/search-terms.ts
/** Maximum length of a term. Longer words are truncated. */
const MAX_TERM_LENGTH = 64;
/** Maximum length of the part of a column that is searched. It limits the terms of a long note. */
const MAX_SEARCHED_LENGTH = 1e3;
/** Maximum number of words in a search, because each word needs a lookup. */
const MAX_WORDS = 8;
const cut = (word) => word.length <= MAX_TERM_LENGTH ? word : [...word].slice(0, MAX_TERM_LENGTH).join("");
/** Matches text that consists only of plain words and spaces. */
const lettersAlone = /^[a-z0-9 ]*$/;
/**
* Returns the words of a text for the index. The text is cut at MAX_SEARCHED_LENGTH and split at spaces, and
* again at other separators. A word that is a prefix of another word is omitted (`t` of `t-shirt`), because
* the longer word covers it.
*/
function wordsOf(text) {
	const folded = require_define_resource.fold(text.slice(0, MAX_SEARCHED_LENGTH));
	const words = folded.split(/\s+/u);
	if (!lettersAlone.test(folded)) words.push(...folded.split(/[^\p{L}\p{M}\p{N}]+/u));
	const ordered = words.map(cut).sort();
	return ordered.filter((word, at) => !ordered[at + 1]?.startsWith(word) && word !== "");
}
/**
* Returns the words to search for, as sent. Returns an empty list if the text has no words, and undefined if
* it has too many.
*/
function searchedWords(text) {
	const words = [...new Set(text.split(/\s+/u))].filter((word) => require_define_resource.fold(word) !== "");
	return words.length > MAX_WORDS ? void 0 : words;
}
/** Normalizes a search word as `wordsOf` does. */
const searchedWord = (word) => cut(require_define_resource.fold(word));
/** Index entry of a tag. Its first character prevents matches with words. */
const tagTerm = (tag) => `\u0001${tag}`;
const known = /* @__PURE__ */ new WeakMap();
/** Returns the columns whose values have index entries. */
function searchedColumns(resource) {
	let columns = known.get(resource);
	if (!columns) {
		const { search, filterable } = resource;
		const tags = Object.keys(filterable).filter((name) => filterable[name] === "tags");
		known.set(resource, columns = [...search?.words ?? [], ...tags]);
	}
	return columns;
}
/** Returns the distinct index entries for the columns in `values`. */
function termsOf(resource, values) {
	return searchedColumns(resource).flatMap((field) => {
		const value = values[field];
		if (Array.isArray(value)) return [...new Set(value)].map((tag) => ({
			field,
			term: tagTerm(tag)
		}));
		return typeof value === "string" ? wordsOf(value).map((term) => ({
			field,
			term
		})) : [];
	});
}
// libs/platform/json-api/src/operation.ts
/**
* An object with any members. Code generators treat an object without `additionalProperties` as an object
* without members.
*/
const anyObjectSchema = {
	type: "object",
	additionalProperties: true
};
// libs/shop/meta/src/meta-data.ts
function isData(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
// libs/postgres/database/src/insert-select.ts
/**
* INSERT of the rows in the JSON array `:rows`, in array order. `values` maps columns to SQL expressions over
* a row `r` of the array.
*/
function insertRecords(entity, values) {
	return `${insertSelect(entity, values)} FROM json_populate_recordset(NULL::${require_define_resource.tableOf(entity)}, :rows::json) AS r`;
}
/**
* Start of an INSERT … SELECT; the caller appends FROM. `values` maps columns to SQL expressions.
* QueryBuilder cannot create such statements.
*/
function insertSelect(entity, values) {
	const columns = Object.keys(values).join(", ");
	return `INSERT INTO ${require_define_resource.tableOf(entity)} (${columns}) SELECT ${Object.values(values).join(", ")}`;
}
// libs/platform/events/src/event.entity.ts
let Event = class Event extends require_define_resource.IdentifiedRow {};
require_define_resource.__decorate([
	require_define_resource.Attribute("Sequence number in the log of the shop. Starts at 1 and has no gaps.", { isNullable: false }),
	require_define_resource.BigInt({ nullable: true }),
	require_define_resource.__decorateMetadata("design:type", Object)
], Event.prototype, "sequence", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Epoch of the sequence number. It increases with each restore of the platform from a backup, because sequence numbers then repeat."),
	require_define_resource.BigInt({ default: 1 }),
	require_define_resource.__decorateMetadata("design:type", Object)
], Event.prototype, "epoch", void 0);
require_define_resource.__decorate([require_define_resource.CollatedText(), require_define_resource.__decorateMetadata("design:type", Object)], Event.prototype, "type", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Type of the changed resource."),
	require_define_resource.CollatedText(),
	require_define_resource.__decorateMetadata("design:type", String)
], Event.prototype, "resource_type", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Id of the changed resource."),
	require_define_resource.CollatedText(),
	require_define_resource.__decorateMetadata("design:type", String)
], Event.prototype, "resource_id", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Time of the event."),
	require_define_resource.Timestamp(),
	require_define_resource.__decorateMetadata("design:type", String)
], Event.prototype, "occurred_at", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Attributes that an update changed. Empty for other events."),
	require_define_resource.TextArray(),
	require_define_resource.__decorateMetadata("design:type", Array)
], Event.prototype, "changed", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Type of the author of the change: app, access_token or person. null if the author is unknown.", { values: [
		"app",
		"access_token",
		"person"
	] }),
	require_define_resource.CollatedText({ nullable: true }),
	require_define_resource.__decorateMetadata("design:type", Object)
], Event.prototype, "actor_type", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Id of the app, the access token or the person who made the change. null if the author is unknown."),
	require_define_resource.Uuid({ nullable: true }),
	require_define_resource.__decorateMetadata("design:type", Object)
], Event.prototype, "actor_id", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Name of the author at the time of the change. null if the author is unknown."),
	require_define_resource.Text({ nullable: true }),
	require_define_resource.__decorateMetadata("design:type", Object)
], Event.prototype, "actor_name", void 0);
require_define_resource.__decorate([require_define_resource.Text(), require_define_resource.__decorateMetadata("design:type", Object)], Event.prototype, "resource", void 0);
require_define_resource.__decorate([require_define_resource.Text({ nullable: true }), require_define_resource.__decorateMetadata("design:type", Object)], Event.prototype, "traceparent", void 0);
Event = require_define_resource.__decorate([(0, typeorm.Entity)({
	schema: "shop",
	name: "events"
})], Event);
// libs/platform/events/src/actor.ts
/** Values of the columns that name the author of a row, in the order of `actorColumns`. */
const actorValues = (actor) => actor ? [
	actor.type,
	actor.id,
	actor.name
] : [
	null,
	null,
	null
];
/** Columns that name the author of a row, with their SQL types. */
const actorColumns = {
	actor_type: "text",
	actor_id: "uuid",
	actor_name: "text"
};
// libs/platform/events/src/search-term.entity.ts
let SearchTermRow = class SearchTermRow extends require_define_resource.ShopRow {};
require_define_resource.__decorate([require_define_resource.CollatedText({ primary: true }), require_define_resource.__decorateMetadata("design:type", String)], SearchTermRow.prototype, "resource_type", void 0);
require_define_resource.__decorate([require_define_resource.Uuid({ primary: true }), require_define_resource.__decorateMetadata("design:type", String)], SearchTermRow.prototype, "resource_id", void 0);
require_define_resource.__decorate([require_define_resource.CollatedText({ primary: true }), require_define_resource.__decorateMetadata("design:type", String)], SearchTermRow.prototype, "field", void 0);
require_define_resource.__decorate([require_define_resource.CollatedText({ primary: true }), require_define_resource.__decorateMetadata("design:type", String)], SearchTermRow.prototype, "term", void 0);
SearchTermRow = require_define_resource.__decorate([(0, typeorm.Entity)({
	schema: "shop",
	name: "search_terms"
})], SearchTermRow);
// libs/platform/events/src/term-writes.ts
const table = require_define_resource.tableOf(SearchTermRow);
const termColumns = "shop_id, resource_type, resource_id, field, term";
/** Returns the terms of new rows, or undefined if the rows have no terms. */
function termsOfNew(resource, rows) {
	if (searchedColumns(resource).length === 0) return void 0;
	const each = rows.map((row) => termsOf(resource, row));
	const entries = each.length === 1 ? each[0] : each.flat();
	if (entries.length === 0) return void 0;
	if (rows.length === 1) return { entries };
	return {
		entries,
		ids: rows.flatMap(({ id }, at) => each[at].map(() => id))
	};
}
/** Returns the terms of a changed row, or undefined if no searched column changes. */
function termsOfChange(resource, values) {
	const fields = searchedColumns(resource).filter((name) => name in values);
	return fields.length === 0 ? void 0 : {
		entries: termsOf(resource, values),
		fields
	};
}
/** Returns the column of all entries if they share one column, which the statement then names once. */
function onlyField({ entries, fields, ids }) {
	if (ids) return void 0;
	const [field, ...others] = fields ?? [entries[0].field];
	return others.length === 0 && entries.every((each) => each.field === field) ? field : void 0;
}
/** Returns a suffix for the statement name, one for each form of `termParts`. */
function nameOfTerms(change) {
	if (change.ids) return " +terms of several";
	return onlyField(change) === void 0 ? " +terms of columns" : " +terms";
}
/** Returns the parameter values for `termParts`. */
function boundTerms(change) {
	if (!change) return [];
	const { entries, fields, ids } = change;
	const terms = entries.map(({ term }) => term);
	const field = onlyField(change);
	if (field !== void 0) return [terms, field];
	const third = fields ?? ids;
	return [
		terms,
		entries.map((each) => each.field),
		...third ? [third] : []
	];
}
/**
* Returns the common table expressions that follow `written`. They read the row id in a subquery, because for
* a join a planner without statistics would read all terms of the shop. `first` is the number of the first
* parameter.
*/
function termParts({ resource, change, terms }, first) {
	const ofRow = `x.shop_id = $1::uuid AND x.resource_type = '${resource.type}' AND x.resource_id = (SELECT id
                  FROM written)`;
	if (change === "deleted" && searchedColumns(resource).length > 0) return [`terms_gone AS (DELETE FROM ${table} x WHERE ${ofRow})`];
	if (!terms) return [];
	const isOne = onlyField(terms) !== void 0;
	const [words, fields, third] = [
		0,
		1,
		2
	].map((at) => `$${first + at}`);
	const entries = `unnest(${words}::text[]${isOne ? "" : `, ${fields}::text[]`}${terms.ids ? `, ${third}::uuid[]` : ""}) AS e (term${isOne ? "" : ", field"}${terms.ids ? ", id" : ""})`;
	const added = `INSERT INTO ${table} (${termColumns})
    SELECT $1::uuid, '${resource.type}', w.id, ${isOne ? `${fields}::text` : "e.field"}, e.term
    FROM written w ${terms.ids ? `JOIN ${entries} ON w.id = e.id` : `CROSS JOIN ${entries}`}`;
	if (!terms.fields) return [`terms_added AS (${added})`];
	const pair = "e.field = x.field AND e.term = x.term";
	const [replaced, kept] = isOne ? [`x.field = ${fields}::text AND NOT x.term = ANY (${words}::text[])`, `e.term = ANY (ARRAY (SELECT x.term FROM ${table} x WHERE ${ofRow} AND x.field = ${fields}::text))`] : [`x.field = ANY (${third}::text[]) AND NOT EXISTS (SELECT FROM ${entries} WHERE ${pair})`, `EXISTS (SELECT FROM ${table} x WHERE ${ofRow} AND ${pair})`];
	return [`terms_gone AS (DELETE FROM ${table} x WHERE ${ofRow} AND ${replaced})`, `terms_added AS (${added} WHERE NOT ${kept})`];
}
// libs/platform/events/src/outbox.ts
/**
* SQL for `updated_at` in an UPDATE: strictly later than the previous value, even if the clock goes back.
*/
const timeOfChange = `greatest(clock_timestamp(), updated_at + interval '1 microsecond')`;
/**
* Builds one statement for the write and its event. The statement returns the columns of the resource object,
* `extraColumns`, and `changed` for an update. The event gets the database time after the lock of the row,
* and its sequence number later (docs/adr/outbox-sequence.md).
*/
function withEvent(write, { shop_id, origin, actor }) {
	const { sql, values } = write;
	if (values[0] !== shop_id) throw new Error("the first value of a write must be the shop id");
	const name = write.terms ? write.name + nameOfTerms(write.terms) : write.name;
	let known = texts.get(name);
	if (known?.sql !== sql) texts.set(name, known = {
		sql,
		text: textOf(write)
	});
	const base = JSON.stringify(origin).slice(1, -1);
	return {
		name,
		text: known.text,
		values: [
			...values,
			base,
			...actorValues(actor),
			...boundTerms(write.terms)
		]
	};
}
/** SQL texts by statement name, shared by all requests. */
const texts = new lru_cache.LRUCache({ max: 1e3 });
function checkDeclared({ resource, change }) {
	if (!resource.events.includes(change)) throw new Error(`${resource.type}.${change} is not a declared event. Declare it in ${resource.type.replaceAll("_", "-")}.scopes.ts.`);
}
function textOf(write) {
	const { resource, change } = write;
	checkDeclared(write);
	const next = write.values.length + 1;
	const base = `$${next}::text`;
	const author = Object.entries(actorColumns).map(([column, type], at) => [column, `$${next + 1 + at}::${type}`]);
	const changed = change === "updated" ? "written.changed" : `'{}'::text[]`;
	return statement$1(write, [`event AS (${insertSelect(Event, {
		shop_id: "$1::uuid",
		id: "uuidv7()",
		type: `'${resource.type}.${change}'`,
		resource_type: `'${resource.type}'`,
		resource_id: "written.id::text",
		resource: resource.sql("written", base),
		changed,
		occurred_at: "clock_timestamp()",
		traceparent: `nullif(current_setting('app.traceparent', true), '')`,
		...Object.fromEntries(author)
	})} FROM written)`, ...termParts(write, next + 1 + author.length)]).text;
}
function statement$1({ name, with: before = [], sql, ...write }, after) {
	const written = `written AS (${sql}${returning(write)})`;
	return {
		name,
		text: `WITH ${[
			...before.map((each) => `${each.name} AS (${each.sql})`),
			written,
			...after
		].join(", ")} SELECT * FROM written`
	};
}
/**
* RETURNING clause. `old` and `new` are the row before and after the write (PostgreSQL 18). Empty for an
* announcement.
*/
function returning(write) {
	const { resource, change, extraColumns = [] } = write;
	if (![
		"created",
		"updated",
		"deleted"
	].includes(change)) return "";
	const row = change === "deleted" ? "old" : "new";
	const columns = [resource.select(row), ...extraColumns.map((column) => `${row}.${column}`)];
	if (change === "updated") columns.push(`${changedNames(write)} AS changed`);
	return ` RETURNING ${columns.join(", ")}`;
}
/** SQL expression for the names of changed attributes and relationships. */
function changedNames({ resource, changed = [] }) {
	return `array_remove(ARRAY[${[...[...Object.keys(resource.attributes).map((name) => ({
		name,
		column: name
	})), ...require_define_resource.linkageColumns(resource.relationships)].map(({ name, column }) => {
		const [before, after] = ["old", "new"].map((row) => resource.expression(row, column));
		return `CASE WHEN ${before} IS DISTINCT FROM ${after} THEN '${name}' END`;
	}), ...changed.map((name) => `'${name}'`)].join(", ")}]::text[], NULL)`;
}
// libs/shop/meta/src/meta.dto.ts
/** Validates null, but skips a missing value. */
const sent = (_, value) => value !== void 0;
function IsData() {
	return require_define_resource.Rule("isData", isData, "an object with meta keys and values", anyObjectSchema);
}
/** Input of a meta object. The repository validates `data` because the operator sets its limits. */
var MetaInput = class {};
require_define_resource.__decorate([
	(0, class_validator.ValidateIf)(sent),
	IsData(),
	require_define_resource.__decorateMetadata("design:type", Object)
], MetaInput.prototype, "data", void 0);
var CreateMeta = class extends MetaInput {};
require_define_resource.__decorate([require_define_resource.IsText(1, 64), require_define_resource.__decorateMetadata("design:type", String)], CreateMeta.prototype, "resource_type", void 0);
require_define_resource.__decorate([require_define_resource.IsText(1, 64), require_define_resource.__decorateMetadata("design:type", String)], CreateMeta.prototype, "resource_id", void 0);
var UpdateMeta = class extends MetaInput {};
require_define_resource.__decorate([
	require_define_resource.Description("true replaces all data. By default the request sets the sent keys, removes keys sent as null, and keeps all other keys."),
	(0, class_validator.ValidateIf)(sent),
	(0, class_validator.IsBoolean)({ message: "override must be true or false" }),
	require_define_resource.__decorateMetadata("design:type", Boolean)
], UpdateMeta.prototype, "override", void 0);
// libs/shop/meta/src/meta.entity.ts
let Meta = class Meta extends require_define_resource.VersionedRow {};
require_define_resource.__decorate([
	require_define_resource.Attribute("Type of the resource that the data is attached to."),
	require_define_resource.CollatedText(),
	require_define_resource.__decorateMetadata("design:type", String)
], Meta.prototype, "resource_type", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Id of the resource that the data is attached to."),
	require_define_resource.CollatedText(),
	require_define_resource.__decorateMetadata("design:type", String)
], Meta.prototype, "resource_id", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Free-form data with keys and values.", { schema: anyObjectSchema }),
	require_define_resource.Json(),
	require_define_resource.__decorateMetadata("design:type", Object)
], Meta.prototype, "data", void 0);
require_define_resource.__decorate([require_define_resource.Int({ default: 1 }), require_define_resource.__decorateMetadata("design:type", Number)], Meta.prototype, "segment", void 0);
Meta = require_define_resource.__decorate([(0, typeorm.Entity)({
	schema: "shop",
	name: "meta"
})], Meta);
// libs/shop/meta/src/meta.resource.ts
const ofData = [
	"data_too_large",
	"too_many_keys",
	"invalid_key",
	"nesting_too_deep",
	"number_out_of_range"
];
/** Key-value data attached to any other resource (docs/contract.md §5). */
const meta = require_define_resource.defineResource(Meta, {
	type: "meta",
	description: "Key-value data attached to any resource, identified by its type and id.",
	path: "/api/meta",
	errors: {
		create: ofData,
		update: ofData
	},
	sortable: ["resource_type", "resource_id"],
	filters: {
		resource_type: {},
		resource_id: {},
		meta: { description: "JSON text with one condition, or with an array of at most 16 conditions that must all be met. A condition has the members key, operator (=, !=, >, >=, <, <=) and value." }
	},
	search: { description: "One to eight words, which must all match: a key of data (colour), a key with its value (colour=blue, gift=true, size=\"42\"), or the UUID of the object that the data is attached to. Keys and values are compared exactly." },
	create: CreateMeta,
	update: UpdateMeta,
	freeForm: ["data"],
	refusedInUpdates: ["resource_type", "resource_id"]
});
// libs/shop/meta/src/search/recheck.ts
/**
* SQL that checks the conditions on `m.data` of each row. All operators share one text, which keeps the
* number of statements small. CASE evaluates each cast only after its type check, so mixed types cause no
* error.
*/
function recheck(conditions, parameters) {
	return conditions.map((condition) => matches(condition, parameters)).join(" AND ") || "true";
}
function matches({ key, operator, value }, parameters) {
	const asked = value === void 0 ? "has" : operator ?? "=";
	const k = parameters.add(key, "text");
	const op = parameters.add(asked, "text");
	const type = parameters.add(typeof value, "text");
	const number = parameters.add(typeof value === "number" ? value : 0, "float8");
	const text = parameters.add(typeof value === "number" ? "" : String(value ?? ""), "text");
	const actual = `m.data->${k}`;
	return `m.data ? ${k} AND CASE
    WHEN ${op} = 'has' THEN true
    WHEN jsonb_typeof(${actual}) <> ${type} THEN ${op} = '!='
    WHEN ${type} = 'number' THEN ${compared(op, `(${actual})::float8`, number)}
    ELSE ${compared(op, `(m.data->>${k}) COLLATE "C"`, text)} END`;
}
function compared(op, left, right) {
	return `CASE ${op}${[
		"=",
		"!=",
		"<",
		"<=",
		">",
		">="
	].map((each) => ` WHEN '${each}' THEN ${left} ${each} ${right}`).join("")} END`;
}
// libs/shop/meta/src/search/segments.ts
/**
* A shop's ids are divided into segments of some thousand objects. Search entries of a segment are adjacent
* in the index, so that a search reads only a few segments per page. New segments start in the future, so
* that every writer knows the boundary in time.
*/
/**
* Distance between the current time and the start of a new segment. Ids that are further ahead than `id` go
* to segment 0.
*/
const ahead = {
	boundary: "60 seconds",
	id: "30 seconds"
};
/**
* Average number of objects in an early segment. Early segments are small, so that a search visits few
* objects.
*/
const firstSegmentSize = 4096;
function segmentSize(segment) {
	return firstSegmentSize * 2 ** Math.floor(segment / 256);
}
/** SQL for the last search segment that starts at or before an id. The parameters include their casts. */
function segmentAt(shop, id) {
	return `coalesce((SELECT b.segment FROM shop.meta_segments b WHERE b.shop_id = ${shop} AND b.from_id <= ${id}
    ORDER BY b.segment DESC LIMIT 1), 1)`;
}
function lastSegment(shop) {
	return `coalesce((SELECT b.segment FROM shop.meta_segments b WHERE b.shop_id = ${shop}
           ORDER BY b.segment DESC LIMIT 1), 1)`;
}
const lowestId = `'00000000-0000-0000-0000-000000000000'::uuid`;
const highestId = `'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid`;
/**
* SQL for a series of segments as `s(segment, from_id, to_id)`, evaluated lazily in order. The bounds are
* columns, because row-level security excludes comparisons with subqueries from the index scan.
*/
function segmentSeries(shop, first, last, step) {
	return segmentsWithBounds(shop, `SELECT generate_series(${first}, ${last}, ${step}) AS segment`);
}
/** SQL that adds the bounds to the search segments of a subquery. */
function segmentsWithBounds(shop, segments) {
	const bound = (segment, otherwise) => `coalesce((SELECT b.from_id FROM shop.meta_segments b WHERE b.shop_id = ${shop}
      AND b.segment = ${segment}), ${otherwise})`;
	return `(SELECT g.segment, ${bound("g.segment", lowestId)} AS from_id, ${bound("g.segment + 1", highestId)} AS to_id
    FROM (${segments}) g OFFSET 0) s`;
}
/** SQL for the search segment of a new object. */
function segmentOfNew(shop, id) {
	return `CASE WHEN ${id} > ${idAt(`statement_timestamp() + interval '${ahead.id}'`)} THEN 0 ELSE ${segmentAt(shop, id)} END`;
}
/** SQL for the smallest UUIDv7 of a time. */
function idAt(moment) {
	return `rpad(lpad(to_hex((extract(epoch FROM ${moment}) * 1000)::bigint), 12, '0'), 32, '0')::uuid`;
}
// libs/shop/meta/src/search/sql.ts
/** Collects the values of a statement and numbers them as `$n`. */
var Parameters = class {
	constructor() {
		this.values = [];
	}
	add(value, type) {
		this.values.push(value);
		return `$${this.values.length}::${type}`;
	}
};
/** Columns of a result row of a search. */
const columns$1 = [
	"id",
	"resource_type",
	"resource_id",
	"data",
	"version",
	"created_at",
	"updated_at"
];
/** The columns of a result row, read from `shop.meta m`. */
const columnsOfMeta = columns$1.map((column) => `m.${column}`).join(", ");
const names = /* @__PURE__ */ new Map();
function statement(text, { values }, joins) {
	let name = names.get(text);
	if (name === void 0) {
		name = `meta-search-${(0, node_crypto.createHash)("sha256").update(text).digest("hex").slice(0, 24)}`;
		names.set(text, name);
	}
	return {
		name,
		text,
		values,
		...joins && { joins }
	};
}
// libs/shop/meta/src/search/token.ts
/**
* Encodes one key and value as sortable bytes: the key as UTF-8, 0x00 (which keys cannot contain), one byte
* for the type, then the value. The byte order equals the order in the contract (docs/contract.md §5):
* numbers as doubles, strings by code point, types separate.
*/
/** Types in sort order. `other` is null, arrays and objects, which can only be searched for presence. */
const kind = {
	boolean: 1,
	number: 2,
	string: 3,
	other: 4
};
/** Returns the search tokens of a data object for `shop.meta_entries`, one per key. */
function entryTokens(data) {
	return Object.entries(data).map(([key, value]) => tokenOf(key, value));
}
function tokenOf(key, value) {
	const prefix = keyPrefix(key);
	switch (typeof value) {
		case "boolean": return Buffer.concat([prefix, Buffer.of(kind.boolean, value ? 1 : 0)]);
		case "number": return Buffer.concat([
			prefix,
			Buffer.of(kind.number),
			sortableDouble(value)
		]);
		case "string": return Buffer.concat([
			prefix,
			Buffer.of(kind.string),
			boundedString(value)
		]);
		default: return Buffer.concat([prefix, Buffer.of(kind.other)]);
	}
}
/** Returns the common prefix of all tokens of this key. No token of another key starts with this prefix. */
function keyPrefix(key) {
	return Buffer.concat([Buffer.from(key), Buffer.of(0)]);
}
/** Returns true if no other value has the same token. */
function isExact$1(value) {
	return typeof value !== "string" || Buffer.byteLength(value) < 64;
}
function boundedString(value) {
	return Buffer.from(value.slice(0, 65)).subarray(0, 64);
}
/**
* Encodes a number as IEEE 754 binary64, big endian. Inverts all bits of negative numbers and the sign bit of
* other numbers, so that byte order equals numeric order.
*/
function sortableDouble(value) {
	const bytes = Buffer.alloc(8);
	bytes.writeDoubleBE(value === 0 ? 0 : value);
	if (bytes[0] & 128) for (let i = 0; i < 8; i += 1) bytes[i] ^= 255;
	else bytes[0] ^= 128;
	return bytes;
}
// libs/shop/meta/src/search/token-range.ts
/** One search per key, presumably the most selective first: points, ranges, exclusions, then presence. */
function keySearches(conditions) {
	const searches = /* @__PURE__ */ new Map();
	for (const condition of conditions) {
		const found = searchOf(condition);
		const known = searches.get(condition.key);
		if (!known) searches.set(condition.key, found);
		else {
			known.ranges = intersection(known.ranges, found.ranges);
			known.exact &&= found.exact;
			known.rank = Math.min(known.rank, found.rank);
		}
	}
	return [...searches.values()].sort((one, other) => one.rank - other.rank).map(({ key, ranges, exact }) => ({
		key,
		ranges,
		exact,
		point: isPoint(ranges)
	}));
}
const rank = {
	point: 0,
	range: 1,
	otherThan: 2,
	presence: 3
};
function searchOf({ key, operator = "=", value }) {
	const all = rangeOfKey(key);
	const search = (ranges, exact, how) => ({
		key,
		ranges,
		exact,
		point: false,
		rank: rank[how]
	});
	if (value === void 0) return search([all], true, "presence");
	const exact = isExact$1(value);
	const token = tokenOf(key, value);
	const behind = after(token);
	const { from, to } = rangeOfKind(key, value);
	switch (operator) {
		case "=": return search([{
			from: token,
			to: behind
		}], exact, "point");
		case "!=": return search(exact ? without(all, token, behind) : [all], exact, "otherThan");
		case ">": return search(notEmpty({
			from: exact ? behind : token,
			to
		}), exact, "range");
		case ">=": return search([{
			from: token,
			to
		}], exact, "range");
		case "<": return search(notEmpty({
			from,
			to: exact ? token : behind
		}), exact, "range");
		case "<=": return search([{
			from,
			to: behind
		}], exact, "range");
	}
}
function rangeOfKey(key) {
	const prefix = keyPrefix(key);
	return {
		from: prefix,
		to: withLastByte(prefix, 1)
	};
}
function rangeOfKind(key, value) {
	const ofKind = kind[typeof value];
	const prefix = keyPrefix(key);
	return {
		from: Buffer.concat([prefix, Buffer.of(ofKind)]),
		to: Buffer.concat([prefix, Buffer.of(ofKind + 1)])
	};
}
function withLastByte(bytes, last) {
	return Buffer.concat([bytes.subarray(0, -1), Buffer.of(last)]);
}
/** Returns the smallest token that is greater than this token. */
function after(token) {
	return Buffer.concat([token, Buffer.of(0)]);
}
function without({ from, to }, token, behind) {
	return [{
		from,
		to: token
	}, {
		from: behind,
		to
	}];
}
function notEmpty(range) {
	return Buffer.compare(range.from, range.to) < 0 ? [range] : [];
}
function intersection(some, others) {
	return some.flatMap((one) => others.flatMap((other) => notEmpty({
		from: Buffer.compare(one.from, other.from) > 0 ? one.from : other.from,
		to: Buffer.compare(one.to, other.to) < 0 ? one.to : other.to
	})));
}
function isPoint(ranges) {
	const [only] = ranges;
	return ranges.length === 1 && only.to.equals(after(only.from));
}
// libs/shop/meta/src/search/entry-sets.ts
/**
* Adds the tokens to the parameters. The statement must use every token, because Postgres rejects a parameter
* of unknown type.
*/
function entrySearch(page) {
	const token = (bytes) => page.parameters.add(bytes, "bytea");
	const sets = keySearches(page.conditions).map(({ ranges, point, exact }) => ({
		ranges: ranges.map(({ from, to }) => ({
			from: token(from),
			...!point && { to: token(to) }
		})),
		point,
		exact
	}));
	return {
		...page,
		sets
	};
}
/** SQL for the distinct ids of a set, as column `meta_id`. */
function idsOfSet(search, { ranges }, { segment, behind = "", gate } = {}) {
	return ranges.map((range) => segment === void 0 ? inShop(range) : inSegment(range, segment)).map(({ where, order }) => `SELECT s.meta_id FROM (SELECT e.meta_id FROM shop.meta_entries e
      WHERE e.shop_id = ${search.shop} AND ${where}${behind}${gate === void 0 ? "" : ` AND ${gate}`}
        ORDER BY ${order}) s`).join(" UNION ALL ") || `SELECT e.meta_id FROM shop.meta_entries e WHERE e.shop_id = ${search.shop} AND false`;
}
/**
* Condition that exactly one of the two indexes satisfies, so that the planner cannot choose the other index.
*/
function inShop({ from, to }) {
	return to === void 0 ? {
		where: `e.tok = ${from}`,
		order: "e.meta_id"
	} : {
		where: `e.tok >= ${from} AND e.tok < ${to}`,
		order: "e.tok DESC, e.meta_id"
	};
}
function inSegment({ from, to }, segment) {
	return {
		where: `e.segment = ${segment} AND e.tok >= ${from} AND e.tok ${to === void 0 ? `<= ${from}` : `< ${to}`}`,
		order: "e.tok, e.meta_id"
	};
}
/** True for a search on a single key whose search entries decide, without a check of the rows. */
const isExact = ({ sets, fixed }) => fixed.length === 0 && sets.length === 1 && sets[0].exact;
/** True if every set is a single exact value. The index then returns the ids in order. */
const isPoints = ({ sets, fixed }) => fixed.length === 0 && sets.every(({ point, exact }) => point && exact);
/** Condition (starting with ` AND `) on an id after the page's cursor. The caller adds the parameter. */
function behindId(id, cursor, descending) {
	return cursor === void 0 ? "" : ` AND ${id} ${descending ? "<" : ">"} ${cursor}`;
}
/** SQL condition on a row `m` that combines all conditions of the search and the fixed columns. */
function everyCondition({ fixed, conditions, parameters }) {
	return [...fixed.map(({ column, value }) => `m.${column} = ${parameters.add(value, "text")}`), recheck(conditions, parameters)].join(" AND ");
}
/**
* SQL that joins the row of each id (`c.meta_id`) in the given order. OFFSET 0 prevents the planner from
* scanning the shop.
*/
function rowOfEach({ shop }, ids, selected, check = "true") {
	return `SELECT r.* FROM (${ids}) c CROSS JOIN LATERAL (
    SELECT ${selected} FROM shop.meta m WHERE m.shop_id = ${shop} AND m.id = c.meta_id AND ${check} OFFSET 0) r`;
}
const nulls = {
	data: "jsonb",
	version: "integer",
	created_at: "timestamptz",
	updated_at: "timestamptz",
	resource_type: "text",
	resource_id: "text"
};
/**
* SQL for a marker row at the position where a search ended early. The marker has no version and only the
* columns of the sort order, and sorts after an object at the same position. `from` is SQL that returns these
* columns, or no row if the search did not end early.
*/
function endRow(from, known) {
	return `SELECT ${columns$1.map((column) => known.includes(column) ? `h.${column}` : `NULL::${nulls[column]} AS ${column}`).join(", ")} FROM (${from}) h WHERE h.id IS NOT NULL`;
}
// libs/shop/meta/src/search/order.ts
const typeOf = (column) => column === "id" ? "uuid" : "text";
function orderBy(alias, order) {
	return order.map(({ column, descending }) => `${alias}.${column}${descending ? " DESC" : ""}`).join(", ");
}
/**
* Extends a sort order to the marker row, which shows that a search ended early and sorts after an object at
* the same position.
*/
function orderToEnd(alias, { order, bound }) {
	return bound ? `${orderBy(alias, order)}, ${alias}.version` : orderBy(alias, order);
}
/**
* Conditions on an index over the fixed columns and the sort order, for the rows after a cursor or for all
* rows.
*/
function bounds(fixed, order, cursor, parameters) {
	const descending = order[0].descending;
	const start = [...fixed.map(({ column, value }) => ({
		column,
		value,
		descending
	}))];
	const places = cursor ? order.map((each, index) => ({
		...each,
		value: cursor[index]
	})) : [];
	const terms = [];
	if (start.length > 0) {
		const values = start.map(({ column, value }) => parameters.add(value, typeOf(column)));
		const row = `(${start.map(({ column }) => `m.${column}`).join(", ")})`;
		terms.push(`${row} >= (${values.join(", ")}) AND ${row} <= (${values.join(", ")})`);
		if (start.length > 1) for (const [index, { column }] of start.entries()) terms.push(`m.${column} >= ${values[index]} AND m.${column} <= ${values[index]}`);
	}
	if (places.length > 0) terms.push(behind([...start, ...places], parameters));
	return terms.map((term) => ` AND ${term}`).join("");
}
function behind(places, parameters) {
	const values = places.map(({ column, value }) => parameters.add(value, typeOf(column)));
	const first = places[0].descending;
	if (places.every(({ descending }) => descending === first)) return `(${places.map(({ column }) => `m.${column}`).join(", ")}) ${first ? "<" : ">"} (${values.join(", ")})`;
	return `m.${places[0].column} ${first ? "<=" : ">="} ${values[0]} AND ${step(places, values)}`;
}
/**
* Condition for mixed sort directions: greater in the first column, or equal there and greater in the
* remaining columns.
*/
function step([place, ...rest], [value, ...values]) {
	const { column, descending } = place;
	const beyond = `m.${column} ${descending ? "<" : ">"} ${value}`;
	return rest.length === 0 ? beyond : `(${beyond} OR (m.${column} = ${value} AND ${step(rest, values)}))`;
}
// libs/shop/meta/src/search/small-set.ts
/** Maximum size of a set in the whole shop whose rows are checked one by one. */
const smallSet$1 = 250;
/** SQL for the rows of the first small set, or for the rest of the search if no set is small. */
function rowsOfSmallSet(search, wanted, rest) {
	const { sets, most } = search;
	return `WITH small AS MATERIALIZED (SELECT CASE ${sets.map((set, index) => `WHEN (SELECT count(*) FROM (SELECT 1 FROM (${idsOfSet(search, set)}) e
        LIMIT 251) p) <= ${smallSet$1} THEN ${index + 1}`).join(" ")} ELSE 0 END AS set)
    SELECT * FROM (
      (${rowsOfFound(search)} LIMIT ${wanted})
      UNION ALL (SELECT * FROM (${rest}) rest WHERE (SELECT set FROM small) = 0 LIMIT ${wanted})
    ) either ORDER BY ${orderToEnd("either", search)} LIMIT ${most}`;
}
function rowsOfFound(search) {
	const { sets, order, cursor, parameters } = search;
	const byId = order[0].column === "id";
	const { descending } = order[0];
	const behind = byId && cursor ? behindId("e.meta_id", parameters.add(cursor[0], "uuid"), descending) : "";
	const found = `SELECT e.meta_id FROM small d CROSS JOIN LATERAL (${sets.map((set, index) => idsOfSet(search, set, { gate: `d.set = ${index + 1}` })).join(" UNION ALL ")}) e
    WHERE true${behind} ORDER BY e.meta_id${descending ? " DESC" : ""}`;
	const check = everyCondition(search);
	if (byId) return rowOfEach(search, found, columnsOfMeta, check);
	return `${rowOfEach(search, found, columnsOfMeta, check + bounds([], order, cursor, parameters))} ORDER BY ${orderBy("r", order)}`;
}
// libs/shop/meta/src/search/points.ts
/**
* SQL for the ordered ids that have every value, as column meta_id. Merges the index scans of all values
* without collecting them, and stops at the last id of the page.
*/
function idsOfPoints(search, most) {
	const { descending } = search.order[0];
	const from = entriesOfPoints(search, search.bound ? ` LIMIT ${search.bound.entries}` : void 0).map((ids, index) => index === 0 ? `(${ids}) p0` : `JOIN (${ids}) p${index} ON p${index}.meta_id = p0.meta_id`);
	const end = most === void 0 ? "" : ` ORDER BY p0.meta_id${descending ? " DESC" : ""} LIMIT ${most}`;
	return `SELECT p0.meta_id FROM ${from.join(" ")}${end}`;
}
/**
* SQL for the search entries of each value after the cursor. If their number is limited, they are sorted by
* id.
*/
function entriesOfPoints({ shop, sets, order, cursor, parameters }, some) {
	const { descending } = order[0];
	const behind = behindId("e.meta_id", cursor && parameters.add(cursor[0], "uuid"), descending);
	const end = some === void 0 ? "" : ` ORDER BY e.meta_id${descending ? " DESC" : ""}${some}`;
	return sets.map(({ ranges: [only] }) => `SELECT e.meta_id FROM shop.meta_entries e WHERE e.shop_id = ${shop} AND e.tok = ${only.from}${behind}${end}`);
}
/**
* SQL for the position up to which a limited scan found every match: the earliest end among the scans of the
* values.
*/
function endOfPoints(search, most) {
	const last = entriesOfPoints(search, ` LIMIT 1 OFFSET ${most - 1}`).map((id) => `(${id})`);
	return endRow(`SELECT ${search.order[0].descending ? "greatest" : "least"}(${last.join(", ")}) AS id`, ["id"]);
}
// libs/shop/meta/src/search/segment-page.ts
/**
* Maximum size of a set in a segment whose rows are checked one by one. Larger sets are intersected in the
* index first.
*/
const smallSet = 50;
/** SQL for the first matching ids of one search segment, using only search entries, as column meta_id. */
function idsOfSegment(search, segment) {
	return `SELECT e.meta_id FROM (${candidates(search, segment)}) e
    ORDER BY e.meta_id${search.descending ? " DESC" : ""} LIMIT ${search.most}`;
}
/** SQL for the first matching rows of one search segment in id order. */
function rowsOfSegment(search, segment) {
	const order = `ORDER BY c.meta_id${search.descending ? " DESC" : ""}`;
	const ids = `SELECT c.meta_id FROM (${candidates(search, segment)}) c ${order}`;
	const check = `m.segment = ${segment} AND ${search.check ?? "true"}`;
	return `${rowOfEach(search, ids, columnsOfMeta, check)} ${order} LIMIT ${search.most}`;
}
/** SQL for the distinct candidate ids of a search segment. */
function candidates(search, segment) {
	const behind = behindId("e.meta_id", search.place, search.descending);
	const part = (gate) => ({
		segment,
		behind,
		...gate && { gate }
	});
	const sets = search.sets.map((set) => (gate) => idsOfSet(search, set, part(gate)));
	if (search.fixed.length > 0 && segment !== "0") sets.push((gate) => idsWithFixed(search, gate));
	if (sets.length === 1) return sets[0]();
	const probes = sets.map((ids, index) => `WHEN (SELECT count(*) FROM (SELECT 1 FROM (${ids()}) e
        LIMIT 51) p) <= ${smallSet} THEN ${index + 1}`);
	const branches = sets.map((ids, index) => ids(`d.set IN (0, ${index + 1})`));
	return `SELECT i.meta_id FROM (SELECT CASE ${probes.join(" ")} ELSE 0 END AS set OFFSET 0) d CROSS JOIN LATERAL (
      SELECT e.meta_id FROM (${branches.join(" UNION ALL ")}) e
      GROUP BY e.meta_id HAVING count(*) = CASE WHEN d.set = 0 THEN ${sets.length} ELSE 1 END) i`;
}
/** SQL for the ids of the search segment (`s`) whose fixed column has the value. */
function idsWithFixed({ shop, parameters, fixed, place, descending }, gate = "true") {
	const { column, value } = fixed[0];
	return `SELECT f.id AS meta_id FROM (
      SELECT m.id FROM shop.meta m
      WHERE m.shop_id = ${shop} AND m.${column} = ${parameters.add(value, "text")}
        AND m.id >= s.from_id AND m.id < s.to_id
        AND ${gate}${behindId("m.id", place, descending)}
      ORDER BY m.id) f`;
}
// libs/shop/meta/src/search/access-paths.ts
/**
* Number of rows from the start of the page that are checked before segments are searched. Enough if a third
* of these rows match.
*/
const headRows = 100;
/** Number of rows checked first for other sort orders, where the alternative is to sort every match. */
const headRowsSorted = 1e3;
/** SQL that reads meta objects by an index on their resource: all objects, or the objects of one resource. */
function rowsByIndex(page, limit = page.most) {
	const { where, order } = inIndexOrder(page);
	const check = recheck(page.conditions, page.parameters);
	const end = limit === "all" ? "" : ` ORDER BY ${order} LIMIT ${limit}`;
	return `SELECT ${columnsOfMeta} FROM shop.meta m WHERE m.shop_id = ${page.shop}${where} AND ${check}${end}`;
}
/** SQL that reads the rows with the given values. The search must have no other conditions. */
function rowsOfPoints(search) {
	const rows = rowOfEach(search, idsOfPoints(search, search.most), columnsOfMeta);
	if (!search.bound || search.sets.length === 1) return rows;
	return `SELECT * FROM (${rows}) found UNION ALL ${endOfPoints(search, search.bound.entries)}`;
}
/** SQL that checks the first rows of the sort order and continues with `rest` only if too few rows match. */
function rowsOfHead(page, wanted, rest) {
	const { where, order } = inIndexOrder(page);
	const most = page.order[0].column === "id" ? headRows : headRowsSorted;
	return `WITH head AS MATERIALIZED (
      SELECT ${columnsOfMeta}, (${recheck(page.conditions, page.parameters)}) AS hit
      FROM shop.meta m WHERE m.shop_id = ${page.shop}${where} ORDER BY ${order} LIMIT ${most}
    ), enough AS MATERIALIZED (
      SELECT count(*) FILTER (WHERE hit) >= ${wanted} OR count(*) < ${most} AS yes FROM head
    )
    SELECT * FROM (
      SELECT ${columns$1.join(", ")} FROM head WHERE hit AND (SELECT yes FROM enough)
      UNION ALL SELECT * FROM (${rest}) rest WHERE NOT (SELECT yes FROM enough)
    ) either ORDER BY ${orderToEnd("either", page)} LIMIT ${page.most}`;
}
/**
* SQL that searches one search segment after the other in id order until the page is full, and merges the
* objects of segment 0.
*/
function rowsBySegment(page, wanted) {
	const { descending } = page.order[0];
	const place = page.cursor && page.parameters.add(page.cursor[0], "uuid");
	const exact = isExact(page);
	const search = {
		...page,
		descending,
		...place && { place },
		...!exact && { check: everyCondition(page) }
	};
	const visited = `SELECT s.* FROM ${seriesOf(search)} WHERE ${sharedBy(search, "s.segment")}`;
	const merged = (segments, others, by) => `SELECT * FROM (
      (${segments} LIMIT ${wanted}) UNION ALL (${others})) merged ORDER BY ${by} LIMIT ${page.most}`;
	const found = (ofSegment, segments) => `SELECT found.* FROM ${segments} s CROSS JOIN LATERAL (${ofSegment(search, "s.segment")}) found`;
	if (exact) {
		const rows = rowOfEach(search, merged(found(idsOfSegment, `(${visited})`), idsOfSegment(search, "0"), `meta_id${descending ? " DESC" : ""}`), columnsOfMeta);
		return page.bound ? `SELECT * FROM (${rows}) found UNION ALL ${endOfWindow(search)}` : rows;
	}
	const others = rowsOfSegment(search, "0");
	const by = orderToEnd("merged", page);
	if (!page.bound) return merged(found(rowsOfSegment, `(${visited})`), others, by);
	const most = page.bound.segments;
	return merged(`WITH visited AS MATERIALIZED (${visited} LIMIT ${most})
    ${found(rowsOfSegment, "visited")} UNION ALL ${endOfSegments(search, most)} UNION ALL ${endOfWindow(search)}`, others, by);
}
/**
* SQL for the segments that a page may visit, as `n(near, far, last)`: from the start of the page to the end
* of the shop (`last`) or to the limit.
*/
function windowOf({ shop, place, descending, bound }) {
	const [near, last] = descending ? [place ? segmentAt(shop, place) : lastSegment(shop), "1"] : [place ? segmentAt(shop, place) : "1", lastSegment(shop)];
	const whole = `(SELECT ${near} AS near, ${last} AS far, NULL::integer AS last OFFSET 0) n`;
	if (!bound) return whole;
	return `(SELECT w.near, ${descending ? `greatest(w.last, w.near - ${bound.passed})` : `least(w.last, w.near + ${bound.passed})`} AS far, w.last FROM (SELECT ${near} AS near, ${last} AS last OFFSET 0) w OFFSET 0) n`;
}
/** SQL for the search segments of a page, beginning with the first segment that contains the keys. */
function seriesOf(search) {
	const { shop, sets, descending } = search;
	const window = windowOf(search);
	const [nearest, furthest] = descending ? ["greatest", "least"] : ["least", "greatest"];
	const [lowest, highest] = descending ? ["far", "near"] : ["near", "far"];
	const where = `e.shop_id = ${shop} AND e.segment >= n.${lowest} AND e.segment <= n.${highest}`;
	const order = [
		"segment",
		"tok",
		"meta_id"
	].map((column) => `e.${column}${descending ? " DESC" : ""}`).join(", ");
	return segmentSeries(shop, `(SELECT ${furthest}(${sets.map(({ ranges }) => {
		const first = ranges.map(({ from, to }) => `(SELECT e.segment FROM shop.meta_entries e WHERE ${where} AND e.tok >= ${from}
          AND e.tok ${to === void 0 ? `<= ${from}` : `< ${to}`} ORDER BY ${order} LIMIT 1)`);
		return `coalesce(${nearest}(${["NULL::integer", ...first].join(", ")}), n.far)`;
	}).join(", ")}) FROM ${window})`, `(SELECT n.far FROM ${window})`, descending ? -1 : 1);
}
/** SQL condition that a search segment contains every key. It excludes most segments. */
function sharedBy(search, segment) {
	return search.sets.map((set) => `(SELECT true FROM (${idsOfSet(search, set, { segment })}) e LIMIT 1)`).join(" AND ");
}
/** SQL for the last id of the last visited search segment. Returns no row if no further segment follows. */
function endOfSegments({ shop, descending }, most) {
	const end = descending ? {
		id: "s.from_id",
		where: `s.from_id > ${lowestId}`
	} : {
		id: `(SELECT m.id FROM shop.meta m WHERE m.shop_id = ${shop} AND m.id < s.to_id ORDER BY m.id DESC LIMIT 1)`,
		where: `s.to_id < ${highestId}`
	};
	const last = `SELECT v.* FROM visited v LIMIT 1 OFFSET ${most - 1}`;
	return endRow(`SELECT ${end.id} AS id FROM (${last}) s WHERE ${end.where}`, ["id"]);
}
/**
* SQL for the last id of the last segment that the page may visit, or the start of that segment if it
* contains no further ids. Returns no row if no further segment follows.
*/
function endOfWindow(search) {
	const { shop, descending } = search;
	const last = `(SELECT m.id FROM shop.meta m WHERE m.shop_id = ${shop} AND m.id < s.to_id ORDER BY m.id DESC LIMIT 1)`;
	const end = segmentsWithBounds(shop, `SELECT n.far AS segment FROM ${windowOf(search)} WHERE n.far <> n.last`);
	return endRow(`SELECT ${descending ? "s.from_id" : `greatest(${last}, s.from_id)`} AS id FROM ${end}`, ["id"]);
}
/** SQL for sort orders other than by id: sorts every match or, with a limit, the first rows. */
function rowsSorted(page) {
	if (!page.bound) return rowsCollected(page);
	const { sorted, rows } = page.bound;
	const { where, order } = inIndexOrder(page);
	const few = page.sets.map((set) => `(SELECT count(*) FROM (SELECT 1 FROM (${idsOfSet(page, set)}) e LIMIT ${sorted + 1}) p) <= ${sorted}`);
	const end = `SELECT w.id, w.resource_type, w.resource_id FROM walked w LIMIT 1 OFFSET ${rows - 1}`;
	return `WITH few AS MATERIALIZED (SELECT ${few.join(" OR ")} AS yes), walked AS MATERIALIZED (
      SELECT ${columnsOfMeta}, (${recheck(page.conditions, page.parameters)}) AS hit
      FROM shop.meta m WHERE m.shop_id = ${page.shop}${where} AND NOT (SELECT yes FROM few)
        ORDER BY ${order} LIMIT ${rows}
    )
    SELECT * FROM (${rowsCollected(page)}) collected WHERE (SELECT yes FROM few)
    UNION ALL SELECT ${columns$1.join(", ")} FROM walked WHERE hit
    UNION ALL ${endRow(end, [
		"id",
		"resource_type",
		"resource_id"
	])}`;
}
function rowsCollected(page) {
	const { order, parameters, cursor, most } = page;
	const check = everyCondition(page) + bounds([], order, cursor, parameters);
	return `${rowOfEach(page, everyId(page), columnsOfMeta, check)} ORDER BY ${orderBy("r", order)} LIMIT ${most}`;
}
/** SQL for the distinct ids of all candidates. */
function everyId(page) {
	const [only] = page.sets;
	if (page.sets.length === 1 && page.fixed.length === 0) return idsOfSet(page, only);
	const search = {
		...page,
		descending: false
	};
	return `SELECT${page.fixed.length > 0 ? " DISTINCT" : ""} c.meta_id FROM (
    SELECT c.meta_id FROM ${segmentSeries(page.shop, "1", lastSegment(page.shop), 1)}
    CROSS JOIN LATERAL (${candidates(search, "s.segment")}) c
    UNION ALL ${candidates(search, "0")}) c`;
}
/**
* Conditions on `m` (starting with ` AND `) and the sort order for the index that starts with the fixed
* columns.
*/
function inIndexOrder({ parameters, fixed, order, cursor }) {
	const fixedValue = ({ column }) => fixed.find((each) => each.column === column)?.value;
	const free = order.filter((each) => fixedValue(each) === void 0);
	const indexOrder = orderBy("m", [...fixed.map(({ column }) => ({
		column,
		descending: free[0].descending
	})), ...free]);
	if (cursor?.some((value, index) => (fixedValue(order[index]) ?? value) !== value)) return {
		where: bounds(fixed, free, void 0, parameters) + bounds([], order, cursor, parameters),
		order: indexOrder
	};
	const place = cursor?.filter((_, index) => fixedValue(order[index]) === void 0);
	return {
		where: bounds(fixed, free, place, parameters),
		order: indexOrder
	};
}
// libs/shop/meta/src/search/statement.ts
/**
* Maximum number of rows. A page has at most 100 objects plus one that shows whether another page follows.
* Page numbers reach 10,000 objects (docs/contract.md §2).
*/
const MAX_ROWS = {
	byCursor: 101,
	byNumber: 10101
};
/**
* Statement that returns one page with the columns id, resource_type, resource_id, data, version, created_at
* and updated_at.
*/
function searchStatement(question) {
	const page = pageSearch(question);
	const { parameters } = page;
	const limit = parameters.add(question.limit, "bigint");
	const offset = question.offset ? parameters.add(question.offset, "bigint") : void 0;
	const { rows, joins } = rowsOf(page, offset ? `(${limit} + ${offset})` : limit);
	return statement(`SELECT * FROM (${rows}) page ${`LIMIT ${limit}${offset ? ` OFFSET ${offset}` : ""}`}`, parameters, joins);
}
function rowsOf(page, wanted) {
	if (isByResource(page)) return { rows: rowsByIndex(page) };
	const search = entrySearch(page);
	const byId = page.order[0].column === "id";
	if (byId && isPoints(search)) {
		const rows = rowsOfPoints(search);
		if (search.sets.length === 1) return { rows };
		return {
			rows: rowsOfSmallSet(search, wanted, rows),
			joins: "merge"
		};
	}
	return { rows: rowsOfSmallSet(search, wanted, rowsOfHead(page, wanted, byId ? rowsBySegment(search, wanted) : rowsSorted(search))) };
}
const isByResource = ({ conditions, fixed }) => conditions.length === 0 || fixed.length === 2;
function pageSearch(question) {
	const { order, after, before, resource_type, resource_id } = question;
	const parameters = new Parameters();
	const shop = parameters.add(question.shop_id, "uuid");
	const fixed = [];
	if (resource_type !== void 0) fixed.push({
		column: "resource_type",
		value: resource_type
	});
	if (resource_id !== void 0) fixed.push({
		column: "resource_id",
		value: resource_id
	});
	const cursor = before ?? after;
	return {
		parameters,
		shop,
		fixed,
		conditions: question.conditions,
		bound: question.bound,
		order: before ? order.map(turned) : order,
		cursor: cursor?.length ? cursor : void 0,
		most: question.most ?? (question.offset ? MAX_ROWS.byNumber : MAX_ROWS.byCursor)
	};
}
const turned = ({ column, descending }) => ({
	column,
	descending: !descending
});
// tools/bench/src/insert-meta.ts
/**
* Returns the statement that inserts the object and its search entries. The statement returns the `segment`
* of the entries.
*/
function insertMeta(shopId, object) {
	const { id, resource_type, resource_id, data, tokens, segment } = object;
	const values = [
		shopId,
		id,
		resource_type,
		resource_id,
		data,
		tokens
	];
	const write = {
		resource: meta,
		change: "created",
		also: ["segment"]
	};
	if (segment === void 0) return {
		...write,
		...placing,
		values
	};
	return {
		...write,
		...placed,
		values: [...values, segment]
	};
}
const columns = "shop_id, id, resource_type, resource_id, data, version, created_at, updated_at, segment";
const values = "$1::uuid, $2::uuid, $3, $4, $5::jsonb, 1, now(), now()";
const insertEntries = "INSERT INTO shop.meta_entries (shop_id, segment, tok, meta_id) SELECT";
/** The standalone statement reads the segment from the row of the object. */
const entries = (from) => ({
	name: "entries",
	sql: `${insertEntries} $1::uuid, ${from.segment}, tok, $2::uuid FROM ${from.rows}`,
	standaloneSql: `${insertEntries} m.shop_id, m.segment, tok, m.id FROM shop.meta m, unnest($6::bytea[]) AS tok
    WHERE m.shop_id = $1::uuid AND m.id = $2::uuid`,
	isAfterWrite: true
});
const tokens = "unnest($6::bytea[]) AS tok";
const placed = {
	name: "meta-insert-placed",
	with: [entries({
		segment: "$7::integer",
		rows: tokens
	})],
	sql: `INSERT INTO shop.meta (${columns}) VALUES (${values}, $7::integer)`
};
const placing = {
	name: "meta-insert",
	with: [{
		name: "place",
		sql: `SELECT ${segmentOfNew("$1::uuid", "$2::uuid")} AS segment`,
		columns: { segment: "integer" }
	}, entries({
		segment: "place.segment",
		rows: `place, ${tokens}`
	})],
	sql: `INSERT INTO shop.meta (${columns}) VALUES (${values}, (SELECT segment FROM place))`
};
// tools/bench/src/without-event.ts
/** Returns the statement of a write without its event. */
function withoutEvent({ name, with: tables = [], ...write }) {
	const text = `WITH ${[...tables, {
		name: "written",
		sql: write.sql + returning(write)
	}].map((part) => `${part.name} AS (${part.sql})`).join(", ")} SELECT * FROM written`;
	return {
		name: `${name}-without-event`,
		text,
		values: write.values
	};
}
// tools/bench/src/cases.ts
/** Returns the requests whose speed has a target. `ids` are objects of the shop. */
function cases(shop, ids) {
	const anyId = () => ids[Math.floor(Math.random() * ids.length)];
	const page = (name, conditions, bar) => {
		const path = `/api/meta${conditions.length ? `?filter%5Bmeta%5D=${encodeURIComponent(JSON.stringify(conditions))}` : ""}`;
		const statement = () => pageStatement(shop.id, 25, conditions);
		return {
			name,
			request: {
				method: "GET",
				path
			},
			statement,
			bare: {
				method: "GET",
				path,
				kind: "page"
			},
			...bar && { bar }
		};
	};
	return [
		{
			name: "GET one",
			request: {
				method: "GET",
				setupRequest: (request) => ({
					...request,
					path: `/api/meta/${anyId()}`
				})
			},
			statement: () => findStatement(shop.id, anyId()),
			bare: {
				method: "GET",
				path: "/api/meta/*",
				kind: "one"
			},
			bar: .75
		},
		page("page of 25", [], .8),
		page("filter[meta] equality", [{
			key: "colour",
			value: "red"
		}]),
		page("filter[meta] range", [{
			key: "price",
			operator: "<",
			value: 10
		}]),
		page("filter[meta] two conditions", [{
			key: "sale",
			value: true
		}, {
			key: "fragile",
			value: true
		}]),
		{
			name: "POST",
			request: creationRequest,
			statement: () => insertStatement(shop.id, attributes),
			bare: {
				method: "POST",
				path: "/api/meta",
				kind: "insert"
			}
		}
	];
}
function pageStatement(shop_id, size, conditions = []) {
	return searchStatement({
		shop_id,
		conditions,
		order: [{
			column: "id",
			descending: false
		}],
		limit: size + 1
	});
}
/**
* Returns the route with which the bare server serves a page of a list. The response copies the page links of
* `ours`, the shop API.
*/
async function pageRoute(ours, path, statement) {
	const { links, data } = (await require_http.getDocument(ours, path)).document;
	return {
		method: "GET",
		path,
		kind: "page",
		statement,
		links,
		size: data.length
	};
}
function findStatement(shop_id, id) {
	return {
		name: "bench-meta-find",
		text: `SELECT id, resource_type, resource_id, data, version, created_at, updated_at FROM shop.meta WHERE shop_id = $1 AND id = $2`,
		values: [shop_id, id]
	};
}
function insertStatement(shop_id, { data, ...resource }, event = "with") {
	const write = insertMeta(shop_id, {
		id: (0, uuid.v7)(),
		...resource,
		data: JSON.stringify(data),
		tokens: entryTokens(data)
	});
	return event === "with" ? withEvent(write, {
		shop_id,
		origin: "http://bench.localhost"
	}) : withoutEvent(write);
}
const attributes = {
	resource_type: "orders",
	resource_id: "1",
	data: {
		colour: "blue",
		price: 12.5,
		note: "a note of some length",
		sale: true,
		tags: ["a", "b"]
	}
};
const creationRequest = {
	method: "POST",
	path: "/api/meta",
	headers: { "content-type": require_media_type.mediaType },
	body: JSON.stringify({ data: {
		type: "meta",
		attributes
	} })
};
Object.defineProperty(exports, "SearchTermRow", {
	enumerable: true,
	get: function() {
		return SearchTermRow;
	}
});
Object.defineProperty(exports, "attributes", {
	enumerable: true,
	get: function() {
		return attributes;
	}
});
Object.defineProperty(exports, "cases", {
	enumerable: true,
	get: function() {
		return cases;
	}
});
Object.defineProperty(exports, "creationRequest", {
	enumerable: true,
	get: function() {
		return creationRequest;
	}
});
Object.defineProperty(exports, "entryTokens", {
	enumerable: true,
	get: function() {
		return entryTokens;
	}
});
Object.defineProperty(exports, "findStatement", {
	enumerable: true,
	get: function() {
		return findStatement;
	}
});
Object.defineProperty(exports, "insertMeta", {
	enumerable: true,
	get: function() {
		return insertMeta;
	}
});
Object.defineProperty(exports, "insertRecords", {
	enumerable: true,
	get: function() {
		return insertRecords;
	}
});
Object.defineProperty(exports, "insertStatement", {
	enumerable: true,
	get: function() {
		return insertStatement;
	}
});
Object.defineProperty(exports, "meta", {
	enumerable: true,
	get: function() {
		return meta;
	}
});
Object.defineProperty(exports, "pageRoute", {
	enumerable: true,
	get: function() {
		return pageRoute;
	}
});
Object.defineProperty(exports, "pageStatement", {
	enumerable: true,
	get: function() {
		return pageStatement;
	}
});
Object.defineProperty(exports, "searchedWord", {
	enumerable: true,
	get: function() {
		return searchedWord;
	}
});
Object.defineProperty(exports, "searchedWords", {
	enumerable: true,
	get: function() {
		return searchedWords;
	}
});
Object.defineProperty(exports, "segmentSize", {
	enumerable: true,
	get: function() {
		return segmentSize;
	}
});
Object.defineProperty(exports, "tagTerm", {
	enumerable: true,
	get: function() {
		return tagTerm;
	}
});
Object.defineProperty(exports, "termsOfChange", {
	enumerable: true,
	get: function() {
		return termsOfChange;
	}
});
Object.defineProperty(exports, "termsOfNew", {
	enumerable: true,
	get: function() {
		return termsOfNew;
	}
});
Object.defineProperty(exports, "timeOfChange", {
	enumerable: true,
	get: function() {
		return timeOfChange;
	}
});
Object.defineProperty(exports, "withEvent", {
	enumerable: true,
	get: function() {
		return withEvent;
	}
});

//# sourceMappingURL=cases-C6Pjwedn.js.map
const require_rolldown_runtime = require("./rolldown-runtime-BW-eSwOZ.js");
const require_shop_of_size = require("./shop-of-size-DWA1P94F.js");
const require_cases = require("./cases-C6Pjwedn.js");
const require_http = require("./http-gw2kCh65.js");
const require_numbers = require("./numbers-BVo60olM.js");
const require_people = require("./people-BzFuyM-t.js");
const require_table = require("./table-CoKvrQYv.js");
const require_stage = require("./stage-CoQdZ4jO.js");
const require_test_database = require("./test-database-BvCRHRVQ.js");
const require_subscribed_shop = require("./subscribed-shop-BK-aKqwq.js");
const require_media_type = require("./media-type-C1IArBbO.js");
const require_row_format = require("./row-format-D-cae17o.js");
const require_timed = require("./timed-C7Q5A44Y.js");
const require_bare_store = require("./bare-store-CJo7OlYH.js");
const require_bare = require("./bare-DHHj2VG2.js");
const require_hostile_bodies = require("./hostile-bodies-DxXwNmU5.js");
const require_notifier = require("./notifier-udXm7v2x.js");
const require_define_resource = require("./define-resource-CI1tB6Vc.js");
const require_token = require("./token-BQfv6aap.js");
const require_receiver_process = require("./receiver-process-B8ort0K-.js");
const require_topology = require("./topology-D0udpd0s.js");
const require_write_cases = require("./write-cases-DyZXGPP9.js");
let node_net = require("node:net");
let node_http = require("node:http");
let node_crypto = require("node:crypto");
let lru_cache = require("lru-cache");
let node_util = require("node:util");
let node_events = require("node:events");
let node_os = require("node:os");
let node_timers_promises = require("node:timers/promises");
let autocannon = require("autocannon");
autocannon = require_rolldown_runtime.__toESM(autocannon);
let any_ascii = require("any-ascii");
any_ascii = require_rolldown_runtime.__toESM(any_ascii);
let pg = require("pg");
let rxjs = require("rxjs");
let typeorm = require("typeorm");
let uuid = require("uuid");
let node_fs = require("node:fs");
let node_child_process = require("node:child_process");
let node_path = require("node:path");
let node_stream_consumers = require("node:stream/consumers");
// libs/core/tokens/src/sealed-text.ts
const IV_BYTES = 12;
const TAG_BYTES = 16;
/**
* Maximum number of cached results. Clients that read a list repeatedly receive the same texts, and
* encrypting a text costs as much as reading ten rows.
*/
const MAX_CACHED_TEXTS = 5e3;
/**
* Encrypts texts that clients store but must not read or change, such as cursors. AES-256-GCM with keys that HKDF (RFC
* 5869) derives from the keys of the service for one purpose. The first key encrypts, and all keys decrypt. The IV is a
* MAC of the text and its place, so every instance returns the same result and no two texts share an IV.
*/
var TextSeal = class {
	/** Throws if `keys` is empty, because nothing could be encrypted. */
	constructor(keys, purpose) {
		this.sealed = new lru_cache.LRUCache({ max: MAX_CACHED_TEXTS });
		if (keys.size === 0) throw new Error("no sealing key is configured");
		const derive = (key, use) => (0, node_crypto.createSecretKey)(Buffer.from((0, node_crypto.hkdfSync)("sha256", key, "", `storewright ${purpose} ${use}`, 32)));
		this.keys = [...keys.values()].map((key) => ({
			cipher: derive(key, "cipher"),
			iv: derive(key, "iv")
		}));
	}
	/**
	* Encrypts a text. `place` limits where the result is valid, such as to one shop and one list. The result
	* does not contain the place.
	*/
	seal(text, place) {
		const placed = `${place}\0${text}`;
		let sealed = this.sealed.get(placed);
		if (sealed === void 0) this.sealed.set(placed, sealed = this.sealNew(text, place));
		return sealed;
	}
	sealNew(text, place) {
		const { cipher: key, iv: ivKey } = this.keys[0];
		const iv = (0, node_crypto.createHmac)("sha256", ivKey).update(`${place}\0${text}`).digest().subarray(0, IV_BYTES);
		const cipher = (0, node_crypto.createCipheriv)("aes-256-gcm", key, iv).setAAD(Buffer.from(place));
		const sealed = cipher.update(text, "utf8");
		cipher.final();
		return Buffer.concat([
			iv,
			cipher.getAuthTag(),
			sealed
		]).toString("base64url");
	}
	/** Decrypts a text. Returns undefined if the service did not encrypt the text for this place. */
	open(sealed, place) {
		const bytes = Buffer.from(sealed, "base64url");
		if (bytes.length < 28 || bytes.toString("base64url") !== sealed) return void 0;
		const parts = {
			iv: bytes.subarray(0, IV_BYTES),
			tag: bytes.subarray(IV_BYTES, 28),
			text: bytes.subarray(28),
			place: Buffer.from(place)
		};
		for (const { cipher } of this.keys) {
			const text = opened(cipher, parts);
			if (text !== void 0) return text;
		}
	}
};
function opened(key, { iv, tag, text, place }) {
	const decipher = (0, node_crypto.createDecipheriv)("aes-256-gcm", key, iv, { authTagLength: TAG_BYTES }).setAAD(place).setAuthTag(tag);
	const read = decipher.update(text, void 0, "utf8");
	try {
		decipher.final();
		return read;
	} catch {
		return;
	}
}
// libs/core/text/src/handle.ts
/** Maximum length of a suggested handle, which leaves room for a number within the 255 characters of a handle. */
const MAX_LENGTH = 240;
/**
* Transliterates a title to a handle: `Crème brûlée, 2 pieces` → `creme-brulee-2-pieces`, `Чай` → `chay`.
* Returns an empty text for a title without letters and digits.
*/
function handleOf(title) {
	return title.normalize("NFKC").replace(require_define_resource.APOSTROPHES, "'").replaceAll("'", "").split(/[^\p{L}\p{M}\p{N}]+/u).map((word) => (0, any_ascii.default)(word).toLowerCase().replaceAll(/[^a-z0-9]/g, "")).filter((word) => word !== "").join("-").slice(0, MAX_LENGTH).replace(/-$/, "");
}
// libs/platform/json-api/src/cursor.ts
/**
* Encrypts cursors. The client may not be allowed to read their values, and could probe values with forged
* cursors. A cursor is bound to the owner, path and order of its list.
*/
var SealedCursors = class {
	constructor(keys) {
		this.seal = new TextSeal(keys, "cursors");
	}
	/** Returns the cursors of one list. `owner` is the shop or the person that owns the list. */
	of(owner, path) {
		const placeOf = (order) => `${owner} ${path} ${signature(order)}`;
		return {
			encode: (order, cursor) => this.seal.seal(JSON.stringify(cursor), placeOf(order)),
			decode: (order, text, isId = require_define_resource.isUuid) => {
				const values = this.seal.open(text, placeOf(order));
				return values === void 0 ? void 0 : fitting(order, JSON.parse(values), isId);
			}
		};
	}
};
/** Cursors for lists without a request. They become invalid when the process ends. */
const cursorsOfProcess = new SealedCursors(/* @__PURE__ */ new Map([["process", (0, node_crypto.randomBytes)(32)]])).of("", "");
function fitting(order, values, isId) {
	if (values.some((value) => value.includes("\0") || !value.isWellFormed())) return void 0;
	if (values.length === 0) return [];
	return values.length === order.length && isId(values.at(-1)) ? values : void 0;
}
function signature(order) {
	return order.map(({ column, descending }) => descending ? `-${column}` : column).join();
}
/** Maximum number of relationships per request, because each relationship needs a statement. */
const MAX_INCLUDES = 20;
/** Reads `include=customer,variants.product` (JSON:API "Inclusion of Related Resources"). */
function readIncludes(resource, value, violations, resources) {
	const root = [];
	let count = 0;
	const refuse = (detail) => violations.add("invalid_query_parameter", {
		detail,
		source: { parameter: "include" }
	});
	for (const path of value === "" ? [] : new Set(value.split(","))) {
		const names = path.split(".");
		if (names.length > 3) {
			refuse(`"${require_define_resource.shown(path)}" has too many relationship names. A path can have at most 3 names.`);
			continue;
		}
		let [from, level] = [resource, root];
		for (const name of names) {
			let include = level.find((each) => each.name === name);
			if (!include) {
				const there = includable(from, resources);
				const relationship = Object.hasOwn(there, name) ? there[name] : void 0;
				if (!relationship) {
					refuse(unknown(from, path, name, Object.keys(there)));
					break;
				}
				count += 1;
				include = {
					name,
					relationship,
					target: resources.get(relationship.type),
					includes: []
				};
				level.push(include);
			}
			[from, level] = [include.target, include.includes];
		}
	}
	if (count > MAX_INCLUDES) refuse(`The request includes too many relationships. Include at most ${MAX_INCLUDES} relationships.`);
	return root;
}
/** Returns the names that `include` accepts: relationships with URLs to registered types, and meta. */
function includable({ type, relationships, takesMeta }, resources) {
	const exposed = Object.entries(relationships).filter(([, each]) => each.exposed && resources.has(each.type));
	const withMeta = takesMeta && resources.has("meta");
	return Object.fromEntries(withMeta ? [...exposed, ["meta", require_define_resource.attachedMeta(type)]] : exposed);
}
function unknown(from, path, name, there) {
	const known = there.length > 0 ? `it has ${there.join(", ")}` : "it has nothing to include";
	return `"${require_define_resource.shown(path)}" cannot be included. ${from.type} has no relationship "${require_define_resource.shown(name)}": ${known}.`;
}
// libs/platform/json-api/src/query-string.ts
const none$1 = /* @__PURE__ */ new Map();
/**
* Parses a query string strictly. `+` and `%20` are spaces. Encoded and unencoded square brackets are equal
* (JSON:API appendix "Query Parameters Details"). Invalid percent-encoding, invalid UTF-8, U+0000 and
* repeated names are rejected. Only `include` can be repeated, as generic clients do. Its values are joined
* with commas.
*/
function parseQueryString(text) {
	if (text === "") return none$1;
	const parameters = /* @__PURE__ */ new Map();
	const violations = new require_define_resource.Violations();
	for (const pair of text.split("&")) {
		if (pair === "") continue;
		const at = pair.indexOf("=");
		const name = decode(at < 0 ? pair : pair.slice(0, at));
		const value = at < 0 ? "" : decode(pair.slice(at + 1));
		if (name === void 0 || value === void 0) refuse$1(violations, name ?? pair.split("=", 1)[0], `The percent-encoding of "${require_define_resource.shown(pair)}" is invalid or is not UTF-8.`);
		else if (name.includes("\0") || value.includes("\0")) refuse$1(violations, name, "The value contains U+0000, which is invalid. Remove this character.");
		else if (name === "include" && parameters.has(name)) parameters.set(name, [parameters.get(name), value].filter(Boolean).join(","));
		else if (parameters.has(name)) refuse$1(violations, name, `"${require_define_resource.shown(name)}" is repeated. Send each parameter once.`);
		else parameters.set(name, value);
	}
	violations.throwIfAny();
	return parameters;
}
/**
* Decodes a name or a value. curl and other clients send unencoded bytes, which Node represents as one
* character each.
*/
function decode(text) {
	const encoded = text.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`);
	try {
		return decodeURIComponent(encoded.replaceAll("+", " "));
	} catch {
		return;
	}
}
function refuse$1(violations, name, detail) {
	violations.add("invalid_query_parameter", {
		detail,
		source: { parameter: name.toWellFormed() }
	});
}
/**
* Position of the last object that `page[number]` reaches, because the database reads and discards all
* objects before the page. Cursors have no such limit.
*/
const MAX_PAGE_DEPTH = 1e4;
/** Registry that is used for a resource without relationships. */
const alone$1 = /* @__PURE__ */ new Map();
/**
* Reads the query of a list (docs/contract.md §2). Throws all violations together, each with the name of its
* parameter in `source.parameter`.
*/
function parseListQuery(resource, queryString, { resources = alone$1, cursors = cursorsOfProcess } = {}) {
	const parameters = parseQueryString(queryString);
	const violations = new require_define_resource.Violations();
	const query = {
		size: 25,
		order: resource.order,
		total: false,
		included: false,
		filters: {},
		conditions: [],
		parameters,
		cursors
	};
	for (const [name, value] of parameters) if (name === "sort") query.order = readSort(resource, value, violations);
	else if (readObjectParameter({
		resource,
		query,
		resources,
		violations
	}, name, value)) continue;
	else if (readMetaFilter(resource, query, name, value, resources)) continue;
	else if (readFilter(resource, query, name, value, violations)) continue;
	else if (!isPageParameter(name)) unknownParameter(resource, name, violations);
	readPage(resource, query, violations);
	violations.throwIfAny();
	return query;
}
function readObjectParameter({ resource, query, resources, violations }, name, value) {
	if (name === "include") {
		query.included = true;
		query.includes = readIncludes(resource, value, violations, resources);
		return true;
	}
	const type = /^fields\[([^[\]]+)\]$/.exec(name)?.[1];
	const shown = type === void 0 ? void 0 : type === resource.type ? resource : resources.get(type);
	if (!shown) return false;
	const fields = readFields(shown, name, value, violations);
	if (shown === resource) query.fields = fields;
	else query.otherFields = new Map([...query.otherFields ?? [], [shown.type, fields]]);
	return true;
}
/** Reads a sparse fieldset of a resource. */
function readFields(resource, name, value, violations) {
	const fields = value === "" ? [] : value.split(",");
	for (const field of fields.filter((each) => !resource.fields.has(each))) refuse(violations, name, `"${require_define_resource.shown(field)}" is not a field of ${resource.type}. Fields: ${[...resource.fields].join(", ")}.`);
	return new Set(fields);
}
/**
* Reads `filter[name]` and `filter[name][operator]`. Operators are words, because JSON:API allows only member
* names in brackets.
*/
function readFilter(resource, query, parameter, value, violations) {
	const [, name, word] = /^filter\[([^[\]]+)\](?:\[([^[\]]+)\])?$/.exec(parameter) ?? [];
	if (name === void 0) return false;
	if (word === void 0 && resource.filters.includes(name)) {
		query.filters = {
			...query.filters,
			[name]: value
		};
		return true;
	}
	if (name === "q" && word === void 0 && resource.search) {
		query.words = readWords(parameter, value, violations);
		return true;
	}
	if (!Object.hasOwn(resource.filterable, name)) return false;
	const kind = resource.filterable[name];
	const operator = require_define_resource.operatorsOf(kind).find((each) => each === (word ?? "eq"));
	if (operator === void 0) {
		const fitting = require_define_resource.operatorsOf(kind).join(", ");
		refuse(violations, parameter, `"${require_define_resource.shown(word)}" is not an operator of ${name}. Operators: ${fitting}.`);
		return true;
	}
	const condition = require_define_resource.conditionOf(name, kind, operator, value);
	if (typeof condition === "string") refuse(violations, parameter, condition);
	else query.conditions = [...query.conditions, condition];
	return true;
}
/** Keeps the text of `filter[meta]`, which the meta library parses. */
function readMetaFilter({ takesMeta }, query, parameter, value, resources) {
	if (parameter !== "filter[meta]" || !takesMeta || !resources.has("meta")) return false;
	query.meta = value;
	return true;
}
/** Reads `filter[q]`. An object must contain all of its words. */
function readWords(parameter, value, violations) {
	const words = require_define_resource.isStorable(value) ? require_cases.searchedWords(value) : void 0;
	if (!words?.length) refuse(violations, parameter, "Send one to eight words to search for.");
	return words ?? [];
}
/** Returns the names that `sort` accepts. */
const sortFieldsOf = ({ sortsById, sortable }) => [...sortsById ? ["id"] : [], ...sortable];
function readSort(resource, value, violations) {
	const fields = sortFieldsOf(resource);
	const order = [];
	for (const field of value.split(",")) {
		const column = field.replace(/^-/, "");
		if (!fields.includes(column)) violations.add("invalid_query_parameter", {
			detail: `"${require_define_resource.shown(field)}" is not a sort field. Sort fields: ${fields.join(", ")}. Prefix a field with "-" for descending order.`,
			source: { parameter: "sort" },
			type: `${require_media_type.cursorPagination}unsupported-sort`
		});
		else if (order.some((each) => each.column === column)) refuse(violations, "sort", `"${column}" is repeated. Send each sort field once.`);
		else order.push({
			column,
			descending: field.startsWith("-")
		});
	}
	const id = order.findIndex(({ column }) => column === "id");
	return id >= 0 ? order.slice(0, id + 1) : [...order, {
		column: "id",
		descending: order.at(-1)?.descending ?? false
	}];
}
const pageParameters = [
	"page[size]",
	"page[after]",
	"page[before]",
	"page[number]",
	"page[total]"
];
const isPageParameter = (name) => pageParameters.includes(name);
function readPage(resource, query, violations) {
	const given = (name) => query.parameters.get(`page[${name}]`);
	const [size, number, total, after, before] = [
		"size",
		"number",
		"total",
		"after",
		"before"
	].map(given);
	if (size !== void 0) query.size = readSize(size, violations);
	if (total !== void 0) {
		if (total !== "true" && total !== "false") refuse(violations, "page[total]", "Send \"true\" or \"false\".");
		query.total = total === "true";
	}
	if (number !== void 0) readNumber(query, number, after ?? before, violations);
	if (after !== void 0 && before !== void 0) violations.add("invalid_query_parameter", {
		detail: "Send either page[after] or page[before]. A range between two cursors is not supported.",
		source: { parameter: "page[before]" },
		type: `${require_media_type.cursorPagination}range-pagination-not-supported`
	});
	if (after !== void 0) query.after = readCursor(resource, query, "page[after]", after, violations);
	if (query.after?.length === 0) refuse(violations, "page[after]", "This cursor is at the end of the list. Use it with page[before].");
	if (before !== void 0) query.before = readCursor(resource, query, "page[before]", before, violations);
}
function readSize(text, violations) {
	const size = /^0*[1-9]\d*$/.test(text) ? Number(text) : void 0;
	if (size === void 0) refuse(violations, "page[size]", `Send a whole number from 1 to 100.`);
	else if (size > 100) violations.add("invalid_query_parameter", {
		detail: `A page can have at most 100 objects.`,
		source: { parameter: "page[size]" },
		type: `${require_media_type.cursorPagination}max-size-exceeded`,
		meta: { page: { maxSize: 100 } }
	});
	return size ?? 25;
}
/** True if the page is within the depth limit of `page[number]`. */
function isWithinDepth(number, size) {
	return number * size <= MAX_PAGE_DEPTH;
}
function readNumber(query, text, cursor, violations) {
	if (cursor !== void 0) refuse(violations, "page[number]", "Send either page[number] or a cursor.");
	if (!/^0*[1-9]\d{0,8}$/.test(text)) refuse(violations, "page[number]", "Send a whole number, at least 1.");
	else if (!isWithinDepth(Number(text), query.size)) refuse(violations, "page[number]", `page[number] reaches only the first ${MAX_PAGE_DEPTH} objects. Follow links.next from the first page instead.`);
	else query.number = Number(text);
}
function readCursor(resource, { order, cursors }, name, text, violations) {
	const { ids } = resource;
	const form = ids && "pattern" in ids ? new RegExp(ids.pattern) : void 0;
	const cursor = cursors.decode(order, text, form && ((id) => form.test(id)));
	if (!cursor?.every((value, at) => fitsColumn(resource, order[at].column, value))) refuse(violations, name, "The cursor is not valid for this list and sort order. Use the cursors in links.next and links.prev.");
	return cursor;
}
/**
* Rejects an old cursor if the type of its column has changed since. Otherwise the database would compare
* values of different types.
*/
function fitsColumn({ attributes, meta }, column, value) {
	const kind = attributes[column] ?? meta[column];
	if (kind === "number" || kind === "boolean") return require_define_resource.fits("integer", value);
	return kind !== "timestamp" || require_define_resource.fits("timestamp", value);
}
function unknownParameter(resource, name, violations) {
	const known = resource ? [
		"sort",
		"include",
		`fields[${resource.type}]`,
		...pageParameters,
		...[
			...resource.filters,
			...Object.keys(resource.filterable),
			...resource.search ? ["q"] : [],
			...resource.takesMeta ? ["meta"] : []
		].map((filter) => `filter[${filter}]`)
	] : [];
	refuse(violations, name, `"${require_define_resource.shown(name)}" is not a parameter of this request${known.length ? `. Parameters: ${known.join(", ")}` : ""}.`);
}
function refuse(violations, parameter, detail) {
	violations.add("invalid_query_parameter", {
		detail,
		source: { parameter }
	});
}
// libs/platform/json-api/src/linkage.ts
/**
* Creates the error for a target that does not exist or belongs to another shop (JSON:API "Creating
* Resources: 404").
*/
function noSuch(type, id, pointer) {
	return new require_define_resource.ApiError("not_found", {
		detail: `No ${type} object has the id "${require_define_resource.shown(id)}".`,
		source: { pointer: `${pointer}/id` }
	});
}
function writable(resource, name, request) {
	const relationship = Object.hasOwn(resource.relationships, name) ? resource.relationships[name] : void 0;
	return relationship?.writable?.includes(request) ? relationship : void 0;
}
/** Adds a violation for a relationship that clients cannot send. `pointer` refers to the resource object. */
function addNotWritable(resource, name, violations, { request, pointer }) {
	const exists = require_define_resource.relationshipOf(resource, name) !== void 0;
	const takes = Object.keys(resource.relationships).filter((each) => writable(resource, each, request));
	violations.add(exists ? "relationship_not_writable" : "unknown_relationship", {
		detail: exists ? `"${name}" of ${resource.type} is read-only in this request. Writable relationships: ${takes.join(", ") || "none"}.` : `${resource.type} has no relationship "${require_define_resource.shown(name)}". Writable relationships: ${takes.join(", ") || "none"}.`,
		source: { pointer: require_bare_store.pointerBelow(`${pointer}/relationships`, name) }
	});
}
// libs/platform/json-api/src/input.ts
/** Adds a violation for an attribute that clients cannot send. `pointer` refers to the resource object. */
function addNotFillable(resource, name, violations, { request, pointer }) {
	const writable = require_define_resource.writableOf(resource[request]);
	const exists = [resource.create, resource.update].some((Dto) => require_define_resource.writableOf(Dto).has(name)) || Object.hasOwn(resource.attributes, name) || Object.hasOwn(resource.meta, name);
	violations.add(exists ? "not_fillable" : "unknown_attribute", {
		detail: exists ? `"${require_define_resource.shown(name)}" is read-only in this request. Writable attributes: ${[...writable].join(", ") || "none"}.` : `${resource.type} has no attribute "${require_define_resource.shown(name)}". Writable attributes: ${[...writable].join(", ") || "none"}.`,
		source: { pointer: require_bare_store.pointerBelow(`${pointer}/attributes`, name) },
		meta: { attribute: name.toWellFormed() }
	});
}
// libs/platform/json-api/src/repeated.ts
/**
* Throws if a read-only member in the input differs from the current value: 422 for attributes, 403 for
* relationships. `row` is the current object, `members` are the current members of to-many relationships in
* the input.
*/
function refuseOthers(resource, { repeated, pointer }, row, members = {}) {
	if (!repeated) return;
	const violations = new require_define_resource.Violations();
	const { attributes } = JSON.parse(resource.render(row, ""));
	for (const [name, value] of Object.entries(repeated.attributes)) if (!isSame(resource, name, value, attributes[name])) addNotFillable(resource, name, violations, {
		request: "update",
		pointer
	});
	for (const [name, linkage] of Object.entries(repeated.relationships)) {
		const relationship = require_define_resource.relationshipOf(resource, name);
		const present = require_define_resource.isToMany(relationship) ? members[name] : [row[relationship.column] ?? []].flat();
		if (!isSameSet([linkage ?? []].flat(), present)) addNotWritable(resource, name, violations, {
			request: "update",
			pointer
		});
	}
	violations.throwIfAny();
}
/** Compares two values as JSON. Times are compared in the precision of the input. */
function isSame({ attributes }, name, sent, present) {
	if (attributes[name] === "timestamp" && typeof sent === "string" && typeof present === "string") return isSameTime(sent, present);
	return (0, node_util.isDeepStrictEqual)(sent, present);
}
/**
* Accepts a time with three fractional digits, truncated or rounded, because many languages, such as
* JavaScript, store no more digits.
*/
function isSameTime(sent, present) {
	const moment = require_define_resource.parseTimestamp(sent);
	if (moment === void 0) return false;
	const digits = /\.(\d+)/.exec(sent)?.[1]?.length ?? 0;
	return moment === present || digits >= 3 && Math.abs(microsOf(moment) - microsOf(present)) < 10 ** (6 - digits);
}
/** Converts a time to microseconds since 1970. The number is exact until the year 2255. */
const microsOf = (time) => Date.parse(`${time.slice(0, 19)}Z`) / 1e3 * 1e6 + Number(time.slice(20, 26));
const isSameSet = (some, others) => some.length === others.length && some.every((each) => others.includes(each));
// node_modules/@nestjs/core/helpers/http-adapter-host.js
/**
* Defines the `HttpAdapterHost` object.
*
* `HttpAdapterHost` wraps the underlying
* platform-specific `HttpAdapter`.  The `HttpAdapter` is a wrapper around the underlying
* native HTTP server library (e.g., Express).  The `HttpAdapterHost` object
* provides methods to `get` and `set` the underlying HttpAdapter.
*
* @see [Http adapter](https://docs.nestjs.com/faq/http-adapter)
*
* @publicApi
*/
var HttpAdapterHost = class {
	_httpAdapter;
	_listen$ = new rxjs.Subject();
	_init$ = new rxjs.ReplaySubject();
	isListening = false;
	/**
	* Accessor for the underlying `HttpAdapter`
	*
	* @param httpAdapter reference to the `HttpAdapter` to be set
	*/
	set httpAdapter(httpAdapter) {
		this._httpAdapter = httpAdapter;
		this._init$.next();
		this._init$.complete();
	}
	/**
	* Accessor for the underlying `HttpAdapter`
	*
	* @example
	* `const httpAdapter = adapterHost.httpAdapter;`
	*/
	get httpAdapter() {
		return this._httpAdapter;
	}
	/**
	* Observable that allows to subscribe to the `listen` event.
	* This event is emitted when the HTTP application is listening for incoming requests.
	*/
	get listen$() {
		return this._listen$.asObservable();
	}
	/**
	* Observable that allows to subscribe to the `init` event.
	* This event is emitted when the HTTP application is initialized.
	*/
	get init$() {
		return this._init$.asObservable();
	}
	/**
	* Sets the listening state of the application.
	*/
	set listening(listening) {
		this.isListening = listening;
		if (listening) {
			this._listen$.next();
			this._listen$.complete();
		}
	}
	/**
	* Returns a boolean indicating whether the application is listening for incoming requests.
	*/
	get listening() {
		return this.isListening;
	}
};
// libs/postgres/database/src/insert-rows.ts
/**
* Returns an INSERT that selects the rows with `unnest`, so the text does not depend on the number of rows. The
* variant for Citus lists the rows: Citus would use COPY for selected rows, which row-level security forbids.
*/
function insertRows(rows) {
	const { name, table, same, each, made = {}, conflictColumns } = rows;
	const [fixed, lists] = [Object.values(same), Object.values(each)];
	const into = `INSERT INTO ${table} (${[
		same,
		each,
		made
	].flatMap((of) => Object.keys(of)).join(", ")})`;
	const conflict = conflictColumns ? ` ON CONFLICT (${conflictColumns.join(", ")}) DO NOTHING` : "";
	return {
		name,
		text: `${into} SELECT ${[
			...fixed.map((_, at) => `$${at + 1}`),
			"each.*",
			...Object.values(made)
		].join(", ")} FROM unnest(${lists.map(({ type }, at) => `$${fixed.length + at + 1}::${type}[]`).join(", ")}) AS each${conflict}`,
		values: [...fixed, ...lists.map(({ values }) => values)],
		get onCitus() {
			return listed(rows, into, conflict);
		}
	};
}
function listed({ name, same, each, made = {} }, into, conflict) {
	const values = Object.values(same);
	const shared = values.map((_, at) => `$${at + 1}`);
	const lists = Object.values(each);
	const rows = lists[0].values.map((_, row) => {
		const own = lists.map((list) => `$${values.push(list.values[row])}::${list.type}`);
		return `(${[
			...shared,
			...own,
			...Object.values(made)
		].join(", ")})`;
	});
	return {
		name: `${name}-${rows.length}`,
		text: `${into} VALUES ${rows.join(", ")}${conflict}`,
		values
	};
}
// libs/core/pages/src/page.ts
/** Number of rows to read: one more than the page, to detect a next page. */
function rowsToRead({ size }) {
	return size + 1;
}
/** Number of rows to skip for a page by number. */
function rowsToSkip({ number, size }) {
	return number === void 0 ? 0 : (number - 1) * size;
}
/**
* Builds the page from up to `rowsToRead` rows, which are in reverse order for `before`. `end` is the position at
* which a limited search stopped.
*/
function pageOf({ size, order, before, number }, read, total, end) {
	const hasMore = read.length > size;
	const rows = hasMore ? read.slice(0, size) : read;
	if (before) rows.reverse();
	const page = {
		rows,
		hasMore
	};
	const [first, last] = [rows[0], rows.at(-1)];
	if (first) page.firstPosition = positionOf(first, order);
	if (last) page.lastPosition = positionOf(last, order);
	if (total !== void 0) page.total = total;
	if (end !== void 0 && !hasMore && number === void 0) page.end = end;
	return page;
}
function positionOf(row, order) {
	return order.map(({ column }) => String(row[column]));
}
// libs/postgres/database/src/keyset.ts
/** The next page continues after the last examined row, even if that row does not match. */
function pageOfWalk(query, rows, walk, count) {
	const last = rows.find(({ walked }) => Number(walked) === walk);
	const end = last && query.order.map(({ column }) => String(last[column]));
	return pageOf(query, rows.filter(isHit), count, end);
}
/** Returns the sort order of the page's statement. `page[before]` reverses the order. */
function orderOf({ order, before }, keys) {
	const backwards = before !== void 0;
	return order.map(({ column, descending }) => ({
		key: keys[column],
		descending: descending !== backwards
	}));
}
const orderBy = (order) => order.map(({ key, descending }) => descending ? `${key} DESC` : key).join();
function behind(order, places) {
	if (places.length === 0) return "";
	const [{ key, descending }] = order;
	const sign = descending ? "<" : ">";
	if (order.every((each) => each.descending === descending)) return ` AND (${order.map((each) => each.key).join()}) ${sign} (${places.join()})`;
	const ways = order.map(({ key, descending }, at) => {
		return [...order.slice(0, at).map((before, place) => `${before.key} = ${places[place]}`), `${key} ${descending ? "<" : ">"} ${places[at]}`].join(" AND ");
	});
	return ` AND ${key} ${sign}= ${places[0]} AND (${ways.join(" OR ")})`;
}
/**
* Reads a page of an entity's list, like `readPage`. The statement is compiled once per shape, sort order and
* number of cursor columns.
*/
async function readEntityPage(read, statements, listing, query) {
	const { values, lookedUp } = listing;
	const total = () => totalStatement(statements, listing);
	const [rows, counted] = await Promise.all([read(entityPageStatement(statements, listing, query)), query.total ? read(require_notifier.bind(total(), values)) : void 0]);
	const count = counted && Number(counted[0]["total"]);
	if (lookedUp?.walk === void 0) return pageOf(query, rows, count);
	return pageOfWalk(query, rows, lookedUp.walk, count);
}
const isHit = ({ hit }) => hit === true;
function totalStatement(statements, { shape, build, lookedUp, grouped }) {
	return statements.select(`total ${shape}`, (select) => {
		if (grouped) {
			const groups = build(select.addSelect("1")).getQuery();
			return { getQuery: () => `SELECT count(*)::integer AS total FROM (${groups}) g` };
		}
		const counting = build(select.addSelect("count(*)::integer", "total"));
		return { getQuery: () => `${counting.getQuery()}${andLookedUp(lookedUp)}` };
	});
}
const andLookedUp = (lookedUp) => lookedUp ? ` AND (${lookedUp.sql})` : "";
function entityPageStatement(statements, listing, query) {
	const { shape, columns, build, values, keys, ranges = [], details, lookedUp } = listing;
	const order = orderOf(query, keys);
	const cursor = query.before ?? query.after ?? [];
	const places = cursor.map((_, at) => `:cursor${at}`);
	const by = orderBy(order);
	const compiled = statements.select(`page ${shape} by ${by} ${places.join()}`, (select) => {
		for (const [expression, name] of columns) select.addSelect(expression, name);
		if (lookedUp?.walk !== void 0) select.addSelect(lookedUp.sql, "hit");
		const list = `${build(select).getQuery()}${behind(order, places)}`;
		if (lookedUp?.walk !== void 0) return { getQuery: () => walked(`${list} ORDER BY ${by}`, lookedUp) };
		const page = `${list}${andLookedUp(lookedUp)} ORDER BY ${by} LIMIT :page_limit OFFSET :page_offset`;
		return { getQuery: () => details ? detailed(page, details, query) : page };
	});
	const statement = require_notifier.bind(compiled, {
		...values,
		...Object.fromEntries(cursor.map((value, at) => [`cursor${at}`, value])),
		page_limit: rowsToRead(query),
		page_offset: rowsToSkip(query)
	});
	const byAnother = ranges.some((name) => name !== query.order[0].column);
	return {
		...statement,
		...byAnother && { plan: "values" }
	};
}
/**
* Examines rows in list order until the page is full or `walk` rows were examined. Also returns the last
* examined row, which marks where the next page starts.
*/
function walked(list, { walk }, limit = ":page_limit") {
	return `SELECT * FROM (SELECT q.*, row_number() OVER () AS walked FROM (${list} LIMIT ${walk}) q) w
    WHERE w.hit OR w.walked = ${walk} LIMIT ${limit}`;
}
function detailed(page, { columns, joins }, query) {
	const backwards = query.before !== void 0;
	return `SELECT ${columns} FROM (${page}) p ${joins} ORDER BY ${query.order.map(({ column, descending }) => `p.${column}${descending !== backwards ? " DESC" : ""}`).join()}`;
}
// libs/postgres/database/src/new-id.ts
const idBytes = 16;
const [atOnce, mostSequence] = [256, 2 ** 31];
const drawn = Buffer.alloc(idBytes * atOnce);
let used = drawn.length;
let [msecs, seq] = [0, 0];
/**
* Returns a UUIDv7 that is greater than every earlier one of this process (RFC 9562 §6.2, method 1: a counter
* that starts at a random value in each millisecond). Random bytes are drawn for many ids at once, because a
* draw costs several times as much as the rest of an id.
*/
function newId(now = Date.now()) {
	if (used === drawn.length) {
		(0, node_crypto.randomFillSync)(drawn);
		used = 0;
	}
	const random = drawn.subarray(used, used += idBytes);
	if (now > msecs) [msecs, seq] = [now, random.readUInt32BE(0) >>> 2];
	else seq += 1;
	if (seq === mostSequence) [msecs, seq] = [msecs + 1, 0];
	return (0, uuid.v7)({
		random,
		msecs,
		seq
	});
}
// libs/platform/events/src/redaction.entity.ts
let Redaction = class Redaction extends require_define_resource.IdentifiedRow {};
require_define_resource.__decorate([require_define_resource.CollatedText(), require_define_resource.__decorateMetadata("design:type", String)], Redaction.prototype, "resource_type", void 0);
require_define_resource.__decorate([require_define_resource.Uuid(), require_define_resource.__decorateMetadata("design:type", String)], Redaction.prototype, "resource_id", void 0);
require_define_resource.__decorate([require_define_resource.Json(), require_define_resource.__decorateMetadata("design:type", Object)], Redaction.prototype, "rules", void 0);
require_define_resource.__decorate([require_define_resource.Timestamp(), require_define_resource.__decorateMetadata("design:type", String)], Redaction.prototype, "requested_at", void 0);
require_define_resource.__decorate([require_define_resource.Timestamp({ nullable: true }), require_define_resource.__decorateMetadata("design:type", Object)], Redaction.prototype, "swept_at", void 0);
require_define_resource.__decorate([require_define_resource.Int({ default: 0 }), require_define_resource.__decorateMetadata("design:type", Number)], Redaction.prototype, "cleared", void 0);
require_define_resource.__decorate([require_define_resource.Timestamp({ nullable: true }), require_define_resource.__decorateMetadata("design:type", Object)], Redaction.prototype, "finished_at", void 0);
Redaction = require_define_resource.__decorate([(0, typeorm.Entity)({
	schema: "shop",
	name: "redactions"
})], Redaction);
// \0@oxc-project+runtime@0.156.0/helpers/esm/decorateParam.js
function __decorateParam(paramIndex, decorator) {
	return function(target, key) {
		decorator(target, key, paramIndex);
	};
}
// libs/platform/resources/src/lookups.ts
/** Maximum number of candidate rows that are read by id. */
const MAX_FEW = 1e3;
const limit = `LIMIT 1001`;
/** Maximum number of rows that are scanned for a page if there are more candidates. */
const MAX_WALKED = 4e3;
/** Maximum number of candidate sets for a condition that requires several values. */
const MAX_CANDIDATES = 4;
/** Returns the smallest set of candidate ids, or undefined if no set is small. */
async function fewest(context, lookups) {
	const candidates = lookups.flatMap((each) => each.candidates);
	const [smallest] = (await Promise.all(candidates.map((read) => read(context)))).filter((set) => set !== void 0).sort((a, b) => a.length - b.length);
	return smallest && [...new Set(smallest)];
}
/**
* Returns a function that runs a statement whose first value is the shop id. More than `MAX_FEW` ids, or a
* null id, mean that the result is incomplete.
*/
const readBy = ({ values = [], ...statement }) => async (context) => {
	const rows = await context.query({
		...statement,
		values: [context.shop.id, ...values]
	});
	return rows.length <= 1e3 && rows.every(({ id }) => id !== null) ? rows.map(({ id }) => id) : void 0;
};
/** Adds the conditions to a list. `few` contains the candidate ids if there are few. */
function lookedUp(listing, lookups, few, isWalked) {
	const sql = [...lookups.map((each) => `(${each.sql})`), ...few ? ["t.id = ANY (:few)"] : []].join(" AND ");
	return {
		...listing,
		shape: `${listing.shape} ${isWalked ? "walk" : ""} ${sql}`,
		values: Object.assign({
			...listing.values,
			...few && { few }
		}, ...lookups.map(({ values }) => values)),
		lookedUp: {
			sql,
			...isWalked && { walk: MAX_WALKED }
		}
	};
}
const terms$1 = require_define_resource.tableOf(require_cases.SearchTermRow);
/**
* A condition that is always true. It makes the planner use the index by `term` for searches of a whole shop.
*/
const byTerm = `x.term >= ''`;
/** Returns the lookup for `filter[tags]`: rows with any, none or all of the tags. */
function tagLookup({ type, expression }, { name, operator, values }, parameter) {
	const column = expression("t", name);
	const sql = {
		"=": `${column} && :${parameter}`,
		all: `${column} @> :${parameter}`
	}[operator];
	const sets = operator === "=" ? [values] : operator === "all" ? values.map((tag) => [tag]) : [];
	return {
		sql: sql ?? `NOT ${column} && :${parameter}`,
		values: { [parameter]: values },
		candidates: sets.slice(0, MAX_CANDIDATES).map((tags) => readBy({
			name: "tagged",
			text: `SELECT x.resource_id AS id FROM ${terms$1} x
          WHERE x.shop_id = $1 AND x.resource_type = $2 AND ${byTerm} AND x.term = ANY ($3::text[]) ${limit}`,
			values: [type, tags.map(require_cases.tagTerm)]
		}))
	};
}
/** Returns the lookup for one word of `filter[q]` in all searched columns. */
function wordLookup(searched, parameter) {
	const { resource } = searched;
	const values = {};
	const named = (value) => {
		const name = `${parameter}_${Object.keys(values).length}`;
		values[name] = value;
		return `:${name}`;
	};
	const sql = isFound({
		...searched,
		add: named
	}, "t");
	const numbered = [];
	const add = (value) => `$${numbered.push(value) + 1}`;
	const text = foundIds({
		...searched,
		add
	});
	return {
		sql,
		values,
		candidates: [readBy({
			name: `found ${resource.type}`,
			text,
			values: numbered
		})]
	};
}
/** A character that sorts after every text with the prefix. */
const END = "􏿿";
const tableFor = (resource) => require_define_resource.tableOf(resource.entity);
/** SQL condition that is true if the row `alias` matches the word. */
function isFound(search, alias) {
	const { resource, resources } = search;
	return [
		...entriesLike(search, "x").map((like) => `(SELECT true FROM ${terms$1} x WHERE x.shop_id = :shop_id AND x.resource_type = '${resource.type}' AND x.resource_id = ${alias}.id AND ${like} LIMIT 1)`),
		...columnsLike(search, alias),
		...throughOf(search).map(({ column, type }) => {
			const found = isFound({
				...search,
				resource: resources.get(type)
			}, "o");
			return `(SELECT true FROM ${tableFor(resources.get(type))} o WHERE o.shop_id = :shop_id AND o.id = ${alias}.${column} AND (${found}) LIMIT 1)`;
		})
	].map((way) => `coalesce(${way}, false)`).join(" OR ") || "false";
}
/** SQL for the ids of matching rows, at most MAX_FEW + 1. A null id means that the search stopped early. */
function foundIds(search) {
	const { resource, resources } = search;
	const table = tableFor(resource);
	const ways = [
		...entriesLike(search, "x").map((like) => `SELECT x.resource_id AS id FROM ${terms$1} x WHERE x.shop_id = $1 AND x.resource_type = '${resource.type}' AND ${byTerm} AND ${like} ${limit}`),
		...columnsLike(search, "t").map((like) => `SELECT t.id FROM ${table} t WHERE t.shop_id = $1 AND ${like} ${limit}`),
		...throughOf(search).flatMap(({ column, type }) => {
			const others = foundIds({
				...search,
				resource: resources.get(type)
			});
			return [`SELECT m.id FROM (${others}) o CROSS JOIN LATERAL (${`SELECT t.id FROM ${table} t WHERE t.shop_id = $1 AND t.${column} = o.id ${limit}`}) m ${limit}`, `SELECT NULL::uuid FROM (${others}) o OFFSET ${MAX_FEW} LIMIT 1`];
		})
	];
	if (ways.length === 0) return "SELECT NULL::uuid AS id WHERE false";
	return `SELECT f.id FROM (${ways.map((way) => `(${way})`).join(" UNION ALL ")}) f ${limit}`;
}
function entriesLike({ resource, word, add }, alias) {
	if (!resource.search?.words?.length) return [];
	const begin = require_cases.searchedWord(word);
	return [`${alias}.term >= ${add(begin)} AND ${alias}.term < ${add(begin + END)}`];
}
function columnsLike({ resource, word, add }, alias) {
	const { prefixes = {}, numbers = [] } = resource.search ?? {};
	const begins = Object.entries(prefixes).flatMap(([column, as]) => [...new Set([as(word)].flat())].map((begin) => `${alias}.${column} >= ${add(begin)} AND ${alias}.${column} < ${add(begin + END)}`));
	const [, number] = /^#?(\d{1,15})$/.exec(word) ?? [];
	const equal = number === void 0 ? [] : numbers.map((column) => `${alias}.${column} = ${add(number)}`);
	return [...begins, ...equal];
}
function throughOf({ resource: { search, relationships }, unreadTypes }) {
	return (search?.through ?? []).flatMap((name) => {
		const relationship = relationships[name];
		return require_define_resource.isToMany(relationship) || unreadTypes?.has(relationship.type) ? [] : [relationship];
	});
}
// libs/platform/resources/src/documents.ts
/** Reads rows with the columns, linkage and computed members that documents show. */
var Documents = class {
	constructor(resource) {
		this.resource = resource;
		const { type, entity, columns } = resource;
		this.shown = columns.map((name) => [resource.expression("t", name), name]);
		const ofShop = `SELECT ${resource.select("t")} FROM ${require_define_resource.tableOf(entity)} t WHERE t.shop_id = $1 AND`;
		this.byId = {
			name: `${type} by id`,
			text: `${ofShop} t.id = $2`
		};
		this.byIds = {
			name: `${type} by ids`,
			text: `${ofShop} t.id = ANY ($2)`
		};
	}
	async find(context, id) {
		const { name, text } = this.byId;
		const [row] = await context.query({
			name,
			text,
			values: [context.shop.id, id]
		});
		return row;
	}
	findByIds(context, ids) {
		const { name, text } = this.byIds;
		return context.query({
			name,
			text,
			values: [context.shop.id, ids]
		});
	}
	page(context, query, parent) {
		return context.repository(this.resource.entity).page(this.listing(query.conditions, parent), query);
	}
	/**
	* Reads a page of a list whose conditions depend on rows of other tables. A small set of candidate rows is
	* read by id. A larger list is scanned up to a limit.
	*/
	async pageOf(context, query, lookups, parent) {
		const few = await fewest(context, lookups);
		const listing = this.listing(query.conditions.filter(({ name }) => !this.isTags(name)), parent);
		const isWalked = few === void 0 && query.number === void 0;
		return context.repository(this.resource.entity).page(lookedUp(listing, lookups, few, isWalked), query);
	}
	isTags(name) {
		return this.resource.filterable[name] === "tags";
	}
	/**
	* Returns the members of several objects, each with the id of its object as `of`. One statement does one
	* index lookup per object. Written in SQL, because QueryBuilder does not support LATERAL.
	*/
	findRelated(context, { many, ids, limit }) {
		const { from, by, name, id = "uuid" } = members(this.resource, many);
		return context.query({
			name: `${this.resource.type}-of-${name}`,
			text: `SELECT parent.id AS of, member.* FROM unnest($2::${id}[]) AS parent (id) CROSS JOIN LATERAL (
        SELECT ${this.resource.select("t")} FROM ${from} ORDER BY ${by} LIMIT $3) AS member`,
			values: [
				context.shop.id,
				ids,
				limit
			]
		});
	}
	/** Returns the SQL of a list without its order and position. */
	listing(conditions, parent) {
		const compared = conditions.map((condition, at) => this.comparison(condition, `filter${at}`));
		const { resource } = this;
		return {
			shape: [...compared, parent ? JSON.stringify(parent.many) : ""].join(" "),
			columns: this.shown,
			build: (query) => {
				if (parent) ofParent(query, parent.many);
				for (const each of compared) query.andWhere(each);
				return query;
			},
			values: {
				...parent && { parent: parent.id },
				...Object.fromEntries(conditions.flatMap(({ operator, values }, at) => operator === "exists" ? [] : [[`filter${at}`, values.length > 1 ? values : values[0]]]))
			},
			ranges: conditions.filter(({ name, operator }) => isByOrder(operator) || this.isUneven(name)).map(({ name }) => name),
			keys: Object.fromEntries(["id", ...resource.sortable].map((name) => [name, resource.expression("t", name)]))
		};
	}
	/**
	* True for an id that is no relationship, such as an author. A few values can match almost all rows, and
	* others almost none.
	*/
	isUneven(name) {
		const kind = this.resource.filterable[name];
		return kind !== void 0 && require_define_resource.comparedOf(kind) === "id" && this.resource.relationships[name] === void 0;
	}
	comparison({ name, operator, values }, parameter) {
		const column = this.columnOf(name);
		if (operator === "exists") return `${column} IS ${values[0] === "true" ? "NOT NULL" : "NULL"}`;
		if (values.length === 1) return `${column} ${operator} :${parameter}`;
		return operator === "=" ? `${column} = ANY (:${parameter})` : `${column} <> ALL (:${parameter})`;
	}
	columnOf(name) {
		const { filterable, relationships } = this.resource;
		const kind = filterable[name];
		const relationship = relationships[name];
		if (typeof kind === "object" && "is" in kind && kind.column) return `t.${kind.column}`;
		if (relationship && !require_define_resource.isToMany(relationship)) return `t.${relationship.column}`;
		return this.resource.expression("t", name);
	}
};
const isByOrder = (operator) => [
	"<",
	"<=",
	">",
	">="
].includes(operator);
function ofParent(query, many) {
	if ("attachedTo" in many) throw new Error("what is attached to an object is listed at its own address");
	if ("column" in many) query.andWhere(`t.${many.column} = :parent`);
	else query.innerJoin(query.dataSource.getMetadata(many.table).target, "pair", `pair.shop_id = t.shop_id AND pair.${many.inverseJoinColumn} = t.id`).andWhere("pair.shop_id = :shop_id").andWhere(`pair.${many.joinColumn} = :parent`);
}
/** Returns the members of one parent with their order. */
function members({ entity }, many) {
	if ("attachedTo" in many) {
		const { attachedTo } = many;
		return {
			from: `${require_define_resource.tableOf(entity)} t WHERE t.shop_id = $1 AND t.resource_type = '${attachedTo}' AND t.resource_id = parent.id`,
			by: "t.id",
			name: attachedTo,
			id: "text"
		};
	}
	if ("column" in many) return {
		from: `${require_define_resource.tableOf(entity)} t WHERE t.shop_id = $1 AND t.${many.column} = parent.id`,
		by: "t.id",
		name: many.column
	};
	const { table, joinColumn, inverseJoinColumn } = many;
	const on = `t.shop_id = pair.shop_id AND t.id = pair.${inverseJoinColumn}`;
	return {
		from: `${table} pair JOIN ${require_define_resource.tableOf(entity)} t ON ${on} WHERE pair.shop_id = $1 AND pair.${joinColumn} = parent.id`,
		by: `pair.${inverseJoinColumn}`,
		name: table
	};
}
// libs/platform/tenancy/src/json-records.ts
/**
* Renders rows as a JSON array, which Postgres converts to records of a table. JSON columns that already are
* text stay unchanged.
*/
function jsonRecords(rows, json) {
	return `[${rows.map((row) => record(row, json)).join()}]`;
}
function record(row, json) {
	return `{${Object.entries(row).flatMap(([name, value]) => {
		if (value === void 0 || value === null) return [];
		const text = json.has(name) && typeof value === "string" ? value : JSON.stringify(value);
		return [`${JSON.stringify(name)}:${text}`];
	}).join()}}`;
}
// libs/platform/tenancy/src/sql-value.ts
/**
* A column value that the INSERT statement computes, such as the next order number. Rules return it instead
* of a value.
*/
var SqlValue = class {
	constructor(expression) {
		this.expression = expression;
	}
};
/**
* A unique value that another row may already have. The INSERT tries `wanted` first. If another row has that
* value, the INSERT runs again with the expression, until its result is free.
*/
var FreeValue = class extends SqlValue {
	constructor(wanted, conflictColumns, expression) {
		super(expression);
		this.wanted = wanted;
		this.conflictColumns = conflictColumns;
	}
};
/** Returns the columns that the statement computes, with their expressions. */
function sqlValuesOf(values) {
	let found;
	for (const [name, value] of Object.entries(values)) if (value instanceof SqlValue) (found ??= []).push([name, value]);
	return found ?? none;
}
const none = [];
/** Start time of the transaction, by the clock of the database. */
const transactionTime$1 = new SqlValue({
	name: "now",
	sql: "now()"
});
const compiledInserts = /* @__PURE__ */ new WeakMap();
/**
* Adds common table expressions to a compiled INSERT. Their `:name` parameters are numbered together with
* those of the statement.
*/
function withCommonTables(compiled, tables) {
	if (tables.length === 0) return compiled;
	const known = compiledInserts.get(compiled);
	if (known) return known;
	const parameters = [...compiled.parameters];
	const number = (_, name) => {
		if (!parameters.includes(name)) parameters.push(name);
		return `$${parameters.indexOf(name) + 1}`;
	};
	const numbered = (sql) => sql.replace(/(?<![:\w]):([a-z_]\w*)/g, number);
	const made = {
		...compiled,
		with: tables.map((table) => ({
			...table,
			sql: numbered(table.sql),
			...table.standaloneSql !== void 0 && { standaloneSql: numbered(table.standaloneSql) }
		})),
		parameters
	};
	compiledInserts.set(compiled, made);
	return made;
}
// libs/platform/tenancy/src/shop-repository.ts
/**
* Maximum number of attempts of an INSERT to find a free value. Whenever an attempt fails, a concurrent
* transaction has succeeded.
*/
const MAX_TRIES = 100;
const newVersion = {
	version: "1",
	created_at: "now()",
	updated_at: "now()"
};
const nextVersion = {
	version: "version + 1",
	updated_at: require_cases.timeOfChange
};
/** A repository whose rows are in the database. */
var DatabaseShopRepository = class {
	constructor(statements, shop_id, runner) {
		this.statements = statements;
		this.shop_id = shop_id;
		this.runner = runner;
	}
	async find(options) {
		const where = {
			...options.where,
			shop_id: this.shop_id
		};
		const compiled = this.statements.find({
			...options,
			where
		}, this.computed(options));
		const statement = require_notifier.bind(compiled, require_notifier.valuesOf(where));
		return this.runner.query(statement);
	}
	async findOne(options) {
		const [row] = await this.find({
			...options,
			take: 1
		});
		return row;
	}
	async exists({ where }) {
		return (await this.find({
			where,
			select: ["shop_id"],
			take: 1
		})).length > 0;
	}
	select(shape, build, values = {}) {
		const compiled = this.statements.select(shape, (query) => build(query).andWhere("t.shop_id = :shop_id"));
		return this.runner.query(require_notifier.bind(compiled, {
			...values,
			shop_id: this.shop_id
		}));
	}
	page(listing, query) {
		const ofShop = {
			...listing,
			build: (select) => listing.build(select.where("t.shop_id = :shop_id")),
			values: {
				...listing.values,
				shop_id: this.shop_id
			}
		};
		return readEntityPage((statement) => this.runner.query(statement), this.statements, ofShop, query);
	}
	async insert(values, lock) {
		const resource = this.resource();
		const computed = sqlValuesOf(values);
		const all = this.parameters({
			...values,
			shop_id: this.shop_id
		});
		for (const [column, value] of computed) {
			all[column] = value instanceof FreeValue ? value.wanted : null;
			Object.assign(all, value.expression.parameters);
		}
		const terms = resource && require_cases.termsOfNew(resource, [computed.length === 0 ? values : all]);
		const free = computed.map(([, value]) => value).find((value) => value instanceof FreeValue);
		for (let tries = 1;; tries += 1) {
			const { with: tables, ...compiled } = this.inserting(computed, free, tries);
			const { name, text, values: bound } = require_notifier.bind(compiled, all);
			const [row] = resource ? await this.runner.write({
				resource,
				change: "created",
				name,
				sql: text,
				values: bound,
				terms,
				...lock && { lock },
				extraColumns: this.hidden(resource),
				...tables !== void 0 && { with: tables }
			}) : await this.runner.query({
				name,
				text: `${text} RETURNING *`,
				values: bound
			});
			if (row || !free) return row;
			if (tries === MAX_TRIES) throw new require_notifier.DatabaseError("values_taken");
		}
	}
	async insertAll(rows) {
		const resource = this.resource();
		const compiled = this.statements.insertAll("", {
			...newVersion,
			shop_id: ":shop_id::uuid"
		});
		const records = jsonRecords(rows, this.statements.json);
		const { name, text, values } = require_notifier.bind(compiled, {
			shop_id: this.shop_id,
			rows: records
		});
		const [also, terms] = [this.hidden(resource), require_cases.termsOfNew(resource, rows)];
		const write = {
			resource,
			change: "created",
			name,
			sql: text,
			values,
			extraColumns: also,
			terms
		};
		return await this.runner.write(write);
	}
	/** The first attempt inserts the preferred value of a `FreeValue`, which is usually available. */
	inserting(computed, free, tries) {
		const expressions = (tries > 1 ? computed : computed.filter(([, value]) => value !== free)).map(([column, { expression }]) => [column, expression]);
		const shape = [...expressions.map(([column, { name }]) => `${column} ${name}`), ...free ? ["unless taken"] : []];
		const sql = expressions.map(([column, each]) => [column, each.sql]);
		const conflictColumns = free && ["shop_id", ...free.conflictColumns];
		return withCommonTables(this.statements.insert(shape.join(", "), {
			...this.resource() && newVersion,
			...Object.fromEntries(sql)
		}, conflictColumns), [...new Map(expressions.flatMap(([, each]) => each.with ?? []).map((table) => [table.name, table])).values()]);
	}
	async update(row, values, changed = []) {
		const resource = this.resource();
		const shape = resource ? `versioned ${changed.join()}` : "";
		const compiled = this.statements.update(shape, () => {
			const columns = this.statements.columns.filter((name) => !(name in kept));
			return {
				set: {
					...Object.fromEntries(columns.map((name) => [name, `:${name}`])),
					...resource && nextVersion
				},
				where: [...this.keys(), ...changed.length > 0 ? [] : [`(${differs(columns)})`]]
			};
		});
		const sent = defined(values);
		const all = this.parameters({
			...row,
			...sent,
			shop_id: this.shop_id
		});
		const terms = resource && require_cases.termsOfChange(resource, otherThan(row, sent));
		return this.updated(require_notifier.bind(compiled, all), {
			changed,
			terms
		});
	}
	async change(where, values) {
		const resource = this.resource();
		const sent = defined(values, kept);
		const names = this.statements.columns.filter((name) => name in sent);
		if (names.length === 0) return void 0;
		const before = require_notifier.conditionsBefore(where);
		const compiled = this.statements.update(`of ${names.join()} where ${before.sql.join(" ")}`, () => ({
			set: {
				...Object.fromEntries(names.map((name) => [name, `:${name}`])),
				...resource && nextVersion
			},
			where: [
				"shop_id = :shop_id",
				...before.sql,
				`(${differs(names)})`
			]
		}));
		const bound = {
			...this.parameters(sent, names),
			...before.values,
			shop_id: this.shop_id
		};
		const terms = resource && require_cases.termsOfChange(resource, sent);
		return this.updated(require_notifier.bind(compiled, bound), terms && {
			terms,
			lock: () => this.lockStatement(where.id, "no_key_update")
		});
	}
	lockStatement(id, lock) {
		const where = {
			shop_id: this.shop_id,
			id
		};
		const options = {
			where,
			select: ["id"],
			lock
		};
		return require_notifier.bind(this.statements.find(options), require_notifier.valuesOf(where));
	}
	async delete(where, unreferenced = []) {
		const resource = this.resource();
		const all = {
			...where,
			shop_id: this.shop_id
		};
		const { name, text, values } = require_notifier.bind(this.statements.delete(all, unreferenced), require_notifier.valuesOf(all));
		return (resource ? await this.runner.write({
			resource,
			change: "deleted",
			name,
			sql: text,
			values,
			extraColumns: this.hidden(resource)
		}) : await this.runner.query({
			name,
			text: `${text} RETURNING shop_id`,
			values
		})).length;
	}
	async updated({ name, text, values }, more = {}) {
		const resource = this.resource();
		return (resource ? await this.runner.write({
			resource,
			change: "updated",
			name,
			sql: text,
			values,
			...more,
			extraColumns: this.hidden(resource)
		}) : await this.runner.query({
			name,
			text: `${text} RETURNING *`,
			values
		}))[0];
	}
	/**
	* A row that is locked with all columns also needs the computed columns, because the response shows the row
	* if nothing changes.
	*/
	computed({ lock, select }) {
		const resource = lock && !select ? require_define_resource.resourceOf(this.statements.entity) : void 0;
		if (!resource) return {};
		const names = Object.keys(resource.computed);
		return Object.fromEntries(names.map((name) => [name, resource.expression("t", name)]));
	}
	/**
	* Returns the resource whose events are written. Throws for a versioned row without a resource, because its
	* changes would write no event.
	*/
	resource() {
		const { entity } = this.statements;
		const resource = require_define_resource.resourceOf(entity);
		if (!resource && entity.prototype instanceof require_define_resource.VersionedRow) throw new Error(`${entity.name} is written before its resource is declared`);
		return resource && resource.versioned ? resource : void 0;
	}
	/** Returns the columns that the resource object does not contain. */
	hidden(resource) {
		const known = hiddenColumns.get(resource);
		if (known) return known;
		const hidden = this.statements.columns.filter((name) => !resource.columns.includes(name));
		hiddenColumns.set(resource, hidden);
		return hidden;
	}
	keys() {
		return this.statements.primaryKey.map((name) => `${name} = :${name}`);
	}
	/** Converts values to parameters for Postgres. JSON of a row that was read already is text. */
	parameters(values, columns = this.statements.columns) {
		const { json } = this.statements;
		const parameters = {};
		for (const name of columns) {
			const value = values[name] ?? null;
			parameters[name] = value !== null && typeof value !== "string" && json.has(name) ? JSON.stringify(value) : value;
		}
		return parameters;
	}
};
/** Cached results of `hidden` by resource. */
const hiddenColumns = /* @__PURE__ */ new WeakMap();
/** Columns that an update never sets from its input. */
const kept = {
	shop_id: true,
	id: true,
	version: true,
	created_at: true,
	updated_at: true
};
const differs = (columns) => columns.map((name) => `${name} IS DISTINCT FROM :${name}`).join(" OR ");
/** Returns the values that differ from the row. */
function otherThan(row, values) {
	const before = row;
	const differs = ([name, value]) => !(0, node_util.isDeepStrictEqual)(before[name], value);
	return Object.fromEntries(Object.entries(values).filter(differs));
}
/**
* Returns the values that are not undefined, without these names. Reads each value only once, because every
* write calls this function.
*/
function defined(values, without = {}) {
	const sent = {};
	for (const [name, value] of Object.entries(values)) if (value !== void 0 && !Object.hasOwn(without, name)) sent[name] = value;
	return sent;
}
// libs/platform/access/src/by-shop.ts
/** Groups items by shop and keeps their order within a shop. */
function byShop(items, shopOf) {
	const shops = /* @__PURE__ */ new Map();
	for (const item of items) {
		const shop_id = shopOf(item);
		const ofShop = shops.get(shop_id);
		if (ofShop) ofShop.push(item);
		else shops.set(shop_id, [item]);
	}
	return shops;
}
// libs/platform/access/src/batched-counts.ts
/** Default maximum number of keys whose counts are pending. Requests with further keys are not counted. */
const MAX_WAITING = 1e4;
/**
* Returns the id of the installation or access token. Returns undefined for tokens of the panel, which belong
* to no app.
*/
function countedId({ installation_id, token_id, session_id }) {
	return session_id === void 0 ? installation_id ?? token_id : void 0;
}
function beginOf({ shop, installation_id, token_id }) {
	return {
		shop_id: shop.id,
		credential_id: installation_id ?? token_id,
		credential: installation_id === void 0 ? "access_tokens" : "installations",
		requests: 0
	};
}
/**
* Counts by key in memory and writes the counts in batches, so that requests do not wait for the database.
*/
var BatchedCounts = class {
	constructor(database, options) {
		this.database = database;
		this.options = options;
		this.counts = /* @__PURE__ */ new Map();
		this.uncounted = 0;
		this.flushed = Promise.resolve();
		this.log = new require_notifier.Logger(options.write.name);
	}
	start() {
		this.timer = setInterval(() => void this.flush(), this.options.everyMs).unref();
	}
	async stop() {
		clearInterval(this.timer);
		await this.flush();
	}
	/**
	* Returns the count of a key and creates the count if necessary. Returns undefined if there are too many
	* keys.
	*/
	count(key, begin) {
		let count = this.counts.get(key);
		if (!count) {
			if (this.counts.size >= (this.options.maxKeys ?? MAX_WAITING)) return void (this.uncounted += 1);
			count = begin();
			this.counts.set(key, count);
		}
		count.requests += 1;
		return count;
	}
	/**
	* Writes pending counts after a running flush has ended, one statement per shop. Counts that could not be written
	* stay pending.
	*/
	flush() {
		this.flushed = this.flushed.then(() => this.writePending());
		return this.flushed;
	}
	async writePending() {
		const { counts, uncounted } = this;
		const { what, write, columns } = this.options;
		this.counts = /* @__PURE__ */ new Map();
		this.uncounted = 0;
		if (uncounted > 0) this.log.warn(`${uncounted} requests were not counted: too many credentials at once`);
		const inOrder = [...counts].sort(([a], [b]) => a < b ? -1 : 1);
		for (const [shop_id, ofShop] of byShop(inOrder, ([, count]) => count.shop_id)) try {
			const values = [shop_id, ...columns(ofShop.map(([, count]) => count))];
			await this.database.query({ shop_id }, {
				...write,
				values
			});
		} catch (error) {
			this.log.warn(`${what} were not written: ${error.message}`);
			for (const [key, count] of ofShop) this.takeBack(key, count);
		}
	}
	takeBack(key, count) {
		const since = this.counts.get(key);
		if (since) this.options.add(since, count);
		else this.counts.set(key, count);
	}
};
// libs/platform/access/src/id-sample.ts
/** Maximum number of ids in a sample. The relative standard error of an estimate is then at most 9 %. */
const MAX_IDS = 256;
/**
* Returns the number of leading zero bits in the last 32 bits of a UUID, which are random in versions 4 and 7. The
* database has the same function (`auth.sample_level_of`).
*/
function levelOf(id) {
	return Math.clz32(Number.parseInt(id.slice(-8), 16));
}
/**
* Distinct ids in bounded memory. The sample contains all ids whose level is at least the level of the sample, which
* increases when the sample is full. Each id then stands for 2^level ids ("adaptive sampling", Wegman and Flajolet).
*/
var IdSample = class {
	constructor() {
		this.ids = /* @__PURE__ */ new Set();
		this.level = 0;
	}
	add(id) {
		if (this.level > 0 && levelOf(id) < this.level) return;
		this.ids.add(id);
		while (this.ids.size > MAX_IDS) this.raiseTo(this.level + 1);
	}
	merge({ ids, level }) {
		if (level > this.level) this.raiseTo(level);
		for (const id of ids) this.add(id);
	}
	raiseTo(level) {
		this.level = level;
		for (const id of this.ids) if (levelOf(id) < level) this.ids.delete(id);
	}
};
// libs/platform/access/src/customer-reads.ts
/** Number of days after which counts are deleted, as for scopes. */
const CUSTOMER_DAYS_KEPT = 100;
/** Maximum number of samples in memory. With 256 ids each, they need about 50 MB. */
const MAX_SAMPLES = 2e3;
/** The type whose objects are people. */
const PERSON_TYPE = "customers";
/**
* Merges the samples with those of the day (UTC) and deletes expired samples of the shop. Excludes customers whose
* erasure was requested.
*/
const write$3 = `WITH outdated AS (
    DELETE FROM auth.customer_days
    WHERE shop_id = $1 AND day < least(now(), $2::timestamptz) - interval '${CUSTOMER_DAYS_KEPT} days'),
  sampled AS (SELECT * FROM unnest($7::uuid[], $8::text[], $9::uuid[]) AS n (credential_id, type, customer_id)),
  counted AS (SELECT n.*, ARRAY(SELECT s.customer_id FROM sampled s
      WHERE s.credential_id = n.credential_id AND s.type = n.type AND NOT EXISTS (
        SELECT FROM auth.erasures e WHERE e.shop_id = $1 AND e.customer_id = s.customer_id)) AS customer_ids
    FROM unnest($3::uuid[], $4::text[], $5::text[], $6::integer[]) AS n (credential_id, credential, type, level))
  INSERT INTO auth.customer_days AS d (shop_id, day, credential_id, credential, type, level, customer_ids)
  SELECT $1, date_bin('1 day', $2::timestamptz, to_timestamp(0)), c.* FROM counted c WHERE c.customer_ids <> '{}'
  ON CONFLICT (shop_id, day, credential_id, type) DO UPDATE SET
    level = auth.sample_level(d.customer_ids || EXCLUDED.customer_ids, greatest(d.level, EXCLUDED.level)),
    customer_ids = auth.sample_of(d.customer_ids || EXCLUDED.customer_ids,
      auth.sample_level(d.customer_ids || EXCLUDED.customer_ids, greatest(d.level, EXCLUDED.level)))`;
let CustomerReads = class CustomerReads {
	constructor(database) {
		this.database = database;
		this.columns = /* @__PURE__ */ new Map();
		this.counts = new BatchedCounts(database, {
			what: "samples of customers",
			everyMs: 5e3,
			maxKeys: MAX_SAMPLES,
			write: {
				name: "customer-reads",
				text: write$3
			},
			columns: (counts) => this.columnsOf(counts),
			add: (to, { sample }) => to.sample.merge(sample)
		});
	}
	onModuleInit() {
		this.counts.start();
	}
	onApplicationShutdown() {
		return this.counts.stop();
	}
	/** Counts the customers of the objects that a response shows. */
	add(grant, resource, rows) {
		let column = this.columns.get(resource);
		if (column === void 0) {
			if (this.columns.has(resource)) return;
			this.columns.set(resource, column = customerColumn(resource));
			if (column === void 0) return;
		}
		this.addRows(grant, resource.type, column, rows);
	}
	/** Counts customers that a response names. `type` is the type of the objects in the response. */
	addIds(grant, type, ids) {
		if (ids.length === 0) return;
		const sample = this.sampleOf(grant, type);
		if (sample) for (const id of ids) sample.add(id);
	}
	addIncluded(grant, included) {
		for (const { resource, row } of included) this.add(grant, resource, [row]);
	}
	flush() {
		return this.counts.flush();
	}
	addRows(grant, type, column, rows) {
		let sample;
		for (const row of rows) {
			const customer = row[column];
			if (typeof customer !== "string") continue;
			sample ??= this.sampleOf(grant, type);
			if (!sample) return;
			sample.add(customer);
		}
	}
	/** Returns undefined for tokens of the panel, and if too many samples are pending. */
	sampleOf(grant, type) {
		const id = countedId(grant);
		if (id === void 0) return void 0;
		const begin = () => ({
			...beginOf(grant),
			type,
			sample: new IdSample()
		});
		return this.counts.count(`${id} ${type}`, begin)?.sample;
	}
	columnsOf(counts) {
		const sampled = counts.flatMap(({ credential_id, type, sample }) => [...sample.ids].map((customer) => ({
			credential_id,
			type,
			customer
		})));
		return [
			new Date(this.database.clock.now()),
			counts.map(({ credential_id }) => credential_id),
			counts.map(({ credential }) => credential),
			counts.map(({ type }) => type),
			counts.map(({ sample }) => sample.level),
			sampled.map(({ credential_id }) => credential_id),
			sampled.map(({ type }) => type),
			sampled.map(({ customer }) => customer)
		];
	}
};
CustomerReads = require_define_resource.__decorate([require_notifier.Injectable(), require_define_resource.__decorateMetadata("design:paramtypes", [typeof require_notifier.AuthDatabase === "undefined" ? Object : require_notifier.AuthDatabase])], CustomerReads);
/** Returns the column that names a customer: the id of a customer, or a to-one relationship of another type. */
function customerColumn({ type, relationships }) {
	if (type === PERSON_TYPE) return "id";
	for (const relationship of Object.values(relationships)) if (relationship.type === PERSON_TYPE && !require_define_resource.isToMany(relationship)) return relationship.column;
}
// libs/platform/access/src/network-of.ts
const GROUPS_OF_48_BITS = 3;
const MAPPED_PREFIX = "::ffff:";
/**
* Returns the network of an address: /24 of IPv4 and /48 of IPv6, which identify a provider or a site instead of a
* person. Returns `other` for anything else.
*/
function networkOf(address) {
	const text = address.startsWith(MAPPED_PREFIX) && address.includes(".") ? address.slice(7) : address;
	if (!text.includes(":")) {
		const end = text.lastIndexOf(".");
		return end === -1 ? "other" : `${text.slice(0, end)}.0/24`;
	}
	if (!(0, node_net.isIPv6)(text)) return "other";
	const [before, after] = text.split("::");
	const groups = before === "" ? [] : before.split(":");
	if (after !== void 0) {
		const rest = after === "" ? [] : after.split(":");
		while (groups.length + rest.length < 8) groups.push("0");
		groups.push(...rest);
	}
	const prefix = groups.slice(0, GROUPS_OF_48_BITS).map((group) => Number.parseInt(group, 16).toString(16));
	while (prefix.length > 1 && prefix.at(-1) === "0") prefix.pop();
	return `${prefix.join(":")}::/48`;
}
// libs/platform/access/src/network-counts.ts
/** Adds the counts to those of the day (UTC) and deletes expired counts of the shop. */
const write$2 = `WITH outdated AS (
    DELETE FROM auth.network_days
    WHERE shop_id = $1 AND day < least(now(), $2::timestamptz) - interval '100 days'),
  counted AS (SELECT date_bin('1 day', $2::timestamptz, to_timestamp(0)) AS day, n.*
    FROM unnest($3::uuid[], $4::text[], $5::text[], $6::integer[]) AS n (credential_id, credential, network, requests)),
  bounded AS (SELECT c.day, c.credential_id, c.credential, c.requests,
      CASE WHEN k.known OR k.networks + row_number() OVER (PARTITION BY c.credential_id, k.known ORDER BY c.network)
        <= 100 THEN c.network ELSE 'other' END AS network
    FROM counted c CROSS JOIN LATERAL (SELECT count(*) AS networks, coalesce(bool_or(d.network = c.network), false)
      AS known FROM auth.network_days d
      WHERE d.shop_id = $1 AND d.day = c.day AND d.credential_id = c.credential_id) k)
  INSERT INTO auth.network_days AS d (shop_id, day, credential_id, credential, network, requests)
  SELECT $1, b.day, b.credential_id, b.credential, b.network, sum(b.requests) FROM bounded b
  GROUP BY b.day, b.credential_id, b.credential, b.network ORDER BY b.credential_id, b.network
  ON CONFLICT (shop_id, day, credential_id, network) DO UPDATE SET requests = d.requests + EXCLUDED.requests`;
let NetworkCounts = class NetworkCounts {
	constructor(database) {
		this.database = database;
		this.counts = new BatchedCounts(database, {
			what: "counts of networks",
			everyMs: 5e3,
			write: {
				name: "network-counts",
				text: write$2
			},
			columns: (counts) => this.columnsOf(counts),
			add: (to, earlier) => {
				to.requests += earlier.requests;
			}
		});
	}
	onModuleInit() {
		this.counts.start();
	}
	onApplicationShutdown() {
		return this.counts.stop();
	}
	/** Counts one request. An empty address counts for the network "other". */
	add(grant, address) {
		const id = countedId(grant);
		if (id === void 0) return;
		const network = networkOf(address);
		this.counts.count(`${id} ${network}`, () => ({
			...beginOf(grant),
			network
		}));
	}
	flush() {
		return this.counts.flush();
	}
	columnsOf(counts) {
		return [
			new Date(this.database.clock.now()),
			counts.map(({ credential_id }) => credential_id),
			counts.map(({ credential }) => credential),
			counts.map(({ network }) => network),
			counts.map(({ requests }) => requests)
		];
	}
};
NetworkCounts = require_define_resource.__decorate([require_notifier.Injectable(), require_define_resource.__decorateMetadata("design:paramtypes", [typeof require_notifier.AuthDatabase === "undefined" ? Object : require_notifier.AuthDatabase])], NetworkCounts);
// libs/platform/access/src/request-counts.ts
const HOUR_MS = 36e5;
/**
* Writes hourly counts, and daily counts of installations, in one statement to keep them consistent. Also
* deletes expired counts of the shop.
*/
const write$1 = `WITH outdated AS (
    DELETE FROM auth.request_counts
    WHERE shop_id = $1 AND hour < least(now(), $8::timestamptz) - interval '30 days'),
  counted AS (SELECT * FROM unnest($2::timestamptz[], $3::uuid[], $4::text[], $5::integer[], $6::integer[],
    $7::integer[])
    AS n (hour, credential_id, credential, requests, client_errors, server_errors)),
  days AS (INSERT INTO auth.request_days AS d (shop_id, installation_id, day, requests, client_errors, server_errors)
    SELECT $1, credential_id, date_bin('1 day', hour, to_timestamp(0)), sum(requests), sum(client_errors),
      sum(server_errors)
    FROM counted WHERE credential = 'installations' GROUP BY 2, 3 ORDER BY 3, 2
    ON CONFLICT (shop_id, installation_id, day) DO UPDATE SET requests = d.requests + EXCLUDED.requests,
      client_errors = d.client_errors + EXCLUDED.client_errors,
        server_errors = d.server_errors + EXCLUDED.server_errors)
  INSERT INTO auth.request_counts AS c (shop_id, hour, credential_id, credential, requests, client_errors,
    server_errors)
  SELECT $1, * FROM counted
  ON CONFLICT (shop_id, hour, credential_id) DO UPDATE SET requests = c.requests + EXCLUDED.requests,
    client_errors = c.client_errors + EXCLUDED.client_errors, server_errors = c.server_errors + EXCLUDED.server_errors`;
let RequestCounts = class RequestCounts {
	constructor(database, host) {
		this.database = database;
		this.host = host;
		this.counts = new BatchedCounts(database, {
			what: "request counts",
			everyMs: 5e3,
			write: {
				name: "request-counts",
				text: write$1
			},
			columns: columnsOf,
			add: (to, earlier) => {
				to.requests += earlier.requests;
				to.client_errors += earlier.client_errors;
				to.server_errors += earlier.server_errors;
			}
		});
	}
	onModuleInit() {
		this.host.httpAdapter.getInstance().addHook("onSend", (request, reply, _payload, done) => {
			const { grant } = request;
			if (grant) this.add(grant, reply.statusCode);
			done();
		});
		this.counts.start();
	}
	onApplicationShutdown() {
		return this.counts.stop();
	}
	/** Counts one request by the status of its response. */
	add(grant, status, at = this.database.clock.now()) {
		const id = countedId(grant);
		if (id === void 0) return;
		const hour = Math.floor(at / HOUR_MS);
		const key = `${hour} ${id}`;
		const begin = () => ({
			...beginOf(grant),
			hour,
			client_errors: 0,
			server_errors: 0
		});
		const count = this.counts.count(key, begin);
		if (!count) return;
		if (status >= 500) count.server_errors += 1;
		else if (status >= 400) count.client_errors += 1;
	}
	flush() {
		return this.counts.flush();
	}
};
RequestCounts = require_define_resource.__decorate([require_notifier.Injectable(), require_define_resource.__decorateMetadata("design:paramtypes", [typeof require_notifier.AuthDatabase === "undefined" ? Object : require_notifier.AuthDatabase, typeof HttpAdapterHost === "undefined" ? Object : HttpAdapterHost])], RequestCounts);
function columnsOf(counts) {
	return [
		counts.map(({ hour }) => /* @__PURE__ */ new Date(hour * HOUR_MS)),
		counts.map(({ credential_id }) => credential_id),
		counts.map(({ credential }) => credential),
		counts.map(({ requests }) => requests),
		counts.map(({ client_errors }) => client_errors),
		counts.map(({ server_errors }) => server_errors),
		/* @__PURE__ */ new Date()
	];
}
/** Delay in milliseconds before the first use of a scope on a day is written, so that nobody removes the scope. */
const FIRST_USE_MS = 500;
/** Maximum number of first uses per day and process that are written early. */
const MAX_FIRST_USES = 5e4;
const DAY_MS$1 = 864e5;
/** Adds the counts to those of the day (UTC) and deletes expired counts of the shop. */
const write = `WITH outdated AS (
    DELETE FROM auth.scope_days
    WHERE shop_id = $1 AND day < least(now(), $2::timestamptz) - interval '100 days')
  INSERT INTO auth.scope_days AS d (shop_id, day, credential_id, credential, scope, method, requests)
  SELECT $1, date_bin('1 day', $2::timestamptz, to_timestamp(0)), *
  FROM unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::integer[])
  ON CONFLICT (shop_id, day, credential_id, scope, method)
  DO UPDATE SET requests = d.requests + EXCLUDED.requests`;
let ScopeCounts = class ScopeCounts {
	constructor(database, host) {
		this.database = database;
		this.host = host;
		this.usedToday = /* @__PURE__ */ new Set();
		this.today = 0;
		this.counts = new BatchedCounts(database, {
			what: "counts of used scopes",
			everyMs: 5e3,
			write: {
				name: "scope-counts",
				text: write
			},
			columns: (counts) => this.columnsOf(counts),
			add: (to, earlier) => {
				to.requests += earlier.requests;
			}
		});
	}
	onModuleInit() {
		this.host.httpAdapter.getInstance().addHook("onSend", ({ grant, usedScopes, method }, _reply, _payload, done) => {
			if (grant && usedScopes) this.add(grant, usedScopes, method);
			done();
		});
		this.counts.start();
	}
	onApplicationShutdown() {
		clearTimeout(this.firstUses);
		return this.counts.stop();
	}
	/** Counts one request for each scope that it required. */
	add(grant, scopes, method) {
		const id = countedId(grant);
		if (id === void 0) return;
		for (const scope of scopes) this.counts.count(`${id} ${scope} ${method}`, () => this.begin(grant, scope, method));
	}
	flush() {
		return this.counts.flush();
	}
	begin(grant, scope, method) {
		const count = {
			...beginOf(grant),
			scope,
			method
		};
		this.writeFirstUse(`${count.credential_id} ${scope}`);
		return count;
	}
	/** Writes the pending counts early if the key is new on this day. */
	writeFirstUse(key) {
		const today = Math.floor(this.database.clock.now() / DAY_MS$1);
		if (today !== this.today) this.usedToday.clear();
		this.today = today;
		if (this.usedToday.has(key) || this.usedToday.size >= MAX_FIRST_USES) return;
		this.usedToday.add(key);
		this.firstUses ??= setTimeout(() => {
			this.firstUses = void 0;
			this.flush();
		}, FIRST_USE_MS).unref();
	}
	columnsOf(counts) {
		return [
			new Date(this.database.clock.now()),
			counts.map(({ credential_id }) => credential_id),
			counts.map(({ credential }) => credential),
			counts.map(({ scope }) => scope),
			counts.map(({ method }) => method),
			counts.map(({ requests }) => requests)
		];
	}
};
ScopeCounts = require_define_resource.__decorate([require_notifier.Injectable(), require_define_resource.__decorateMetadata("design:paramtypes", [typeof require_notifier.AuthDatabase === "undefined" ? Object : require_notifier.AuthDatabase, typeof HttpAdapterHost === "undefined" ? Object : HttpAdapterHost])], ScopeCounts);
// libs/platform/resources/src/locks/row-locks.ts
const strength = {
	key_share: 1,
	no_key_update: 2,
	update: 3
};
/** Rows by type and id, each with the strongest lock that a request needs. */
var RowLocks = class {
	constructor() {
		this.byType = /* @__PURE__ */ new Map();
	}
	get size() {
		return [...this.byType.values()].reduce((sum, { size }) => sum + size, 0);
	}
	add({ type, id, lock }) {
		if (!require_define_resource.isUuid(id)) return;
		let rows = this.byType.get(type);
		if (!rows) this.byType.set(type, rows = /* @__PURE__ */ new Map());
		const key = id.toLowerCase();
		const known = rows.get(key);
		if (!known || strength[known] < strength[lock]) rows.set(key, lock);
	}
	has({ type, id, lock }) {
		const known = this.byType.get(type)?.get(id.toLowerCase());
		return known !== void 0 && strength[known] >= strength[lock];
	}
	/**
	* Returns the rows of one type in ascending order of their ids, grouped into runs that one statement locks.
	*/
	runsOf(type) {
		const runs = [];
		for (const [id, lock] of [...this.byType.get(type) ?? []].sort(([a], [b]) => a < b ? -1 : 1)) {
			const last = runs.at(-1);
			if (last?.lock === lock) last.ids.push(id);
			else runs.push({
				ids: [id],
				lock
			});
		}
		return runs;
	}
};
/** Rows that a transaction locked before its rules ran. */
const lockedAhead = /* @__PURE__ */ new WeakMap();
/**
* Locks the rows in the documented order. Sends every statement before it returns, so that later statements
* run after the locks. Rows that do not exist are skipped. Sends nothing for a single row, because its own
* statement locks it.
*/
function lockAhead(tx, order, locks) {
	const known = lockedAhead.get(tx) ?? new RowLocks();
	const added = new RowLocks();
	for (const each of locks) if (!known.has(each)) added.add(each);
	for (const each of locks) known.add(each);
	lockedAhead.set(tx, known);
	if (added.size < 2) return [];
	const { lockOrder, entityOf } = order();
	return lockOrder.flatMap((type) => added.runsOf(type).map(({ ids, lock }) => tx.repository(entityOf(type)).find({
		where: { id: (0, typeorm.Any)(ids) },
		select: ["id"],
		order: { id: "ASC" },
		lock
	})));
}
/**
* Throws if a rule needs the lock of a row that `lockAhead` did not lock, because another transaction changed
* which rows are affected. The transaction then runs again with new locks.
*/
function requireLockedAhead(tx, type, ids, lock = "no_key_update") {
	const known = lockedAhead.get(tx);
	if (!ids.every((id) => known?.has({
		type,
		id,
		lock
	}))) throw new require_notifier.OutdatedLocks();
}
// libs/platform/resources/src/references.ts
/** Maximum number of objects that are deleted or detached together with the object to which they refer. */
const MAX_RELEASED = 1e3;
/**
* Returns the references to objects of a type, from the relationships of all registered resources. A join
* table without `onDelete` is omitted, because its foreign key decides what happens to its rows.
*/
function referencesTo(type, repositories) {
	return repositories.flatMap((repository) => Object.entries(repository.resource.relationships).flatMap(([name, relationship]) => {
		if (relationship.type !== type) return [];
		const { onDelete } = relationship;
		if (!require_define_resource.isToMany(relationship)) {
			const rows = {
				table: require_define_resource.tableOf(repository.resource.entity),
				column: relationship.column
			};
			return [{
				repository,
				name,
				onDelete: onDelete ?? "refuse",
				rows
			}];
		}
		const { many } = relationship;
		if (!onDelete || !("table" in many)) return [];
		return [{
			repository,
			name,
			onDelete,
			rows: {
				table: many.table,
				column: many.inverseJoinColumn
			}
		}];
	}));
}
/**
* Deletes or detaches the objects that refer to the deleted object. Throws 409 for each reference that
* forbids the deletion.
*/
async function releaseReferences(tx, deletion) {
	const { references, id } = deletion;
	const refused = [];
	for (const reference of references.filter(({ onDelete }) => onDelete === "refuse")) if (await isReferenced(tx, reference, id)) refused.push(stillReferenced(deletion, reference));
	if (refused.length > 0) throw refused.length === 1 ? refused[0] : new require_define_resource.ApiErrors(refused);
	const objects = deletingIn(tx).add(id);
	for (const reference of references.filter(({ onDelete }) => onDelete !== "refuse")) {
		const { repository, rows, onDelete } = reference;
		const { entity } = repository.resource;
		const lock = onDelete === "delete" ? "update" : "no_key_update";
		const found = await tx.repository(entity).find({
			where: { [rows.column]: id },
			order: { id: "ASC" },
			take: 1001,
			lock
		});
		if (found.length > 1e3) throw tooMany(deletion, reference);
		const ids = found.map((row) => row.id);
		requireLockedAhead(tx, repository.resource.type, ids, lock);
		for (const row of found.filter((each) => !objects.has(each.id))) await (onDelete === "delete" ? repository.delete(tx, { id: row.id }) : repository.detach(tx, row, rows.column));
	}
}
/** Objects whose deletion a transaction is planning. A circle of references stops at these objects. */
const planning = /* @__PURE__ */ new WeakMap();
/** Returns the locks of the objects that `releaseReferences` deletes or detaches. */
async function releasedWith(tx, references, id) {
	const known = planning.get(tx) ?? /* @__PURE__ */ new Set();
	planning.set(tx, known);
	if (!require_define_resource.isUuid(id) || known.has(id)) return [];
	known.add(id);
	try {
		const released = references.filter(({ onDelete }) => onDelete !== "refuse");
		return (await Promise.all(released.map((each) => locksOfReleased(tx, each, id)))).flat();
	} finally {
		known.delete(id);
	}
}
async function locksOfReleased(tx, { repository, rows, onDelete }, id) {
	const { entity, type } = repository.resource;
	const found = await tx.repository(entity).find({
		where: { [rows.column]: id },
		select: ["id"],
		take: 1001
	});
	if (onDelete === "detach") return found.map((row) => ({
		type,
		id: row.id,
		lock: "no_key_update"
	}));
	return repository.locksOf(tx, found.map((row) => ({
		op: "remove",
		id: row.id
	})));
}
/**
* Converts a foreign key violation of a DELETE into a 409. The rows that cause the violation belong to no
* registered relationship.
*/
async function asStillReferenced(deleting, { type }) {
	try {
		return await deleting;
	} catch (error) {
		if (require_notifier.sqlState(error) !== "23503") throw error;
		throw new require_define_resource.ApiError("still_referenced", {
			detail: `Other objects of the shop refer to this object of type "${type}". Delete those objects first.`,
			cause: error
		});
	}
}
/** Objects that a transaction is deleting. A circle of references stops at these objects. */
const deleting = /* @__PURE__ */ new WeakMap();
function deletingIn(tx) {
	const known = deleting.get(tx) ?? /* @__PURE__ */ new Set();
	deleting.set(tx, known);
	return known;
}
/** Ignores references of an object to itself, because both are deleted together. */
async function isReferenced(context, { rows: { table, column }, repository }, id) {
	const text = `SELECT 1 FROM ${table} WHERE shop_id = $1 AND ${column} = $2${table === require_define_resource.tableOf(repository.resource.entity) ? " AND id <> $2" : ""} LIMIT 1`;
	return (await context.query({
		name: `${table}.${column} refers`,
		text,
		values: [context.shop.id, id]
	})).length > 0;
}
function stillReferenced({ resource, advice }, { repository, name }) {
	const { type, relationships } = repository.resource;
	const change = relationships[name].writable?.includes("update") ? ` or change their "${name}"` : "";
	return new require_define_resource.ApiError("still_referenced", {
		detail: advice[type] ?? `Objects of type "${type}" refer to this object of type "${resource.type}" by "${name}". Delete those objects first${change}.`,
		meta: { type }
	});
}
const tooMany = ({ resource }, { repository, name }) => new require_define_resource.ApiError("still_referenced", {
	detail: `More than ${MAX_RELEASED} objects of type "${repository.resource.type}" refer to this object by "${name}". Delete some of those objects before this object of type "${resource.type}".`,
	meta: { type: repository.resource.type }
});
// libs/platform/resources/src/locks/lock-order.ts
/**
* Returns the types in the order in which a transaction locks their rows (docs/adr/locks.md). The target of a
* to-one relationship precedes the rows that refer to it, the owner of a join table precedes its members, and
* otherwise types are ordered by name. A relationship that closes a circle is ignored.
*/
function lockOrder(resources) {
	const types = resources.map(({ type }) => type).sort();
	const before = new Map(types.map((type) => [type, /* @__PURE__ */ new Set()]));
	for (const { type, relationships } of resources) for (const relationship of Object.values(relationships)) if (!require_define_resource.isToMany(relationship)) before.get(type).add(relationship.type);
	else if ("table" in relationship.many) before.get(relationship.type)?.add(type);
	const order = [];
	const visited = /* @__PURE__ */ new Set();
	const visit = (type) => {
		if (visited.has(type)) return;
		visited.add(type);
		for (const each of [...before.get(type) ?? []].sort()) visit(each);
		if (before.has(type)) order.push(type);
	};
	for (const type of types) visit(type);
	return order;
}
// libs/platform/resources/src/resource-registry.ts
let ResourceRegistry = class ResourceRegistry {
	constructor({ httpAdapter }, cursors) {
		this.cursors = cursors;
		this.repositories = /* @__PURE__ */ new Map();
		this.readOnly = /* @__PURE__ */ new Map();
		this.references = /* @__PURE__ */ new Map();
		this.entityOf = (type) => this.get(type).resource.entity;
		httpAdapter?.getInstance().decorate("resources", { getter: () => this });
	}
	/** Adds a resource. Throws if another resource has the same type or path. */
	add(repository) {
		const { type, path } = repository.resource;
		if (this.repositories.has(type)) throw new Error(`Two resources have the type ${type}. Is its module registered twice?`);
		const other = this.all.find(({ resource }) => resource.path === path)?.resource.type;
		if (other) throw new Error(`The resources ${other} and ${type} have the same path ${path}. Change one of them.`);
		this.repositories.set(type, repository);
	}
	/**
	* Adds a resource without a repository, whose objects only other objects write. Its own controllers serve it. Other
	* resources cannot refer to it.
	*/
	addReadOnly(reader) {
		this.readOnly.set(reader.resource.type, reader);
	}
	/** Returns the reader of a type, which can be read-only. */
	readerOf(type) {
		return this.readOnly.get(type) ?? this.get(type);
	}
	/** Throws if a relationship refers to a type that no module registers. The service then does not start. */
	onApplicationBootstrap() {
		const resources = this.all.map(({ resource }) => resource);
		const others = [...this.readOnly.values()].map(({ resource }) => [resource.type, resource]);
		this.byType = new Map([...require_define_resource.resourcesByType(resources), ...others]);
		for (const resource of resources) for (const { target } of require_define_resource.inversesOf(resource)) checkPath(resource, this.get(target).resource);
	}
	/** Returns the repository of a type. Throws if no module registers the type. */
	get(type) {
		const repository = this.repositories.get(type);
		if (!repository) throw new Error(`No module of this service registers the resource ${type} (apps/shop-api/src/modules).`);
		return repository;
	}
	find(type) {
		return this.repositories.get(type);
	}
	/** Returns the relationships of all resources that refer to objects of this type. */
	referencesTo(type) {
		if (!this.byType) return referencesTo(type, this.all);
		const known = this.references.get(type) ?? referencesTo(type, this.all);
		this.references.set(type, known);
		return known;
	}
	get all() {
		return [...this.repositories.values()];
	}
	/** Repositories of the resources that declare `search`, in the order of their types. */
	get searched() {
		return this.all.filter(({ resource }) => resource.search).sort((one, other) => one.resource.type < other.resource.type ? -1 : 1);
	}
	/** Types in the order in which transactions lock their rows. */
	get lockOrder() {
		return this.order ??= lockOrder(this.all.map(({ resource }) => resource));
	}
	get resources() {
		if (!this.byType) throw new Error("the service has not started");
		return this.byType;
	}
};
ResourceRegistry = require_define_resource.__decorate([require_notifier.Injectable(), require_define_resource.__decorateMetadata("design:paramtypes", [typeof HttpAdapterHost === "undefined" ? Object : HttpAdapterHost, typeof SealedCursors === "undefined" ? Object : SealedCursors])], ResourceRegistry);
/** Path by convention of a resource that another library refers to by its type. */
const conventionalPath = (type) => `/api/${type}`;
/** Throws for a target whose path differs from its type, because the routes of an inverse follow the type. */
function checkPath({ type }, target) {
	if (target.path === conventionalPath(target.type)) return;
	throw new Error(`${type} declares an inverse for ${target.type}, whose path must be ${conventionalPath(target.type)}, not ${target.path}.`);
}
// libs/platform/resources/src/join-table.ts
/** Returns the ids of the joined objects. */
async function joinedIds(context, { table, joinColumn, inverseJoinColumn }, id) {
	const text = `SELECT ${inverseJoinColumn} AS id FROM ${table} WHERE shop_id = $1 AND ${joinColumn} = $2`;
	return (await context.query({
		name: `${table}-of`,
		text,
		values: [context.shop.id, id]
	})).map((row) => String(row["id"]));
}
async function join$3(context, { table, joinColumn, inverseJoinColumn }, id, ids) {
	await context.query(insertRows({
		name: `${table}-add`,
		table,
		same: {
			shop_id: context.shop.id,
			[joinColumn]: id
		},
		each: { [inverseJoinColumn]: {
			type: "uuid",
			values: ids
		} }
	}));
}
async function unjoin(context, { table, joinColumn, inverseJoinColumn }, id, ids) {
	const text = `DELETE FROM ${table} WHERE shop_id = $1 AND ${joinColumn} = $2 AND ${inverseJoinColumn} = ANY ($3::uuid[])`;
	await context.query({
		name: `${table}-remove`,
		text,
		values: [
			context.shop.id,
			id,
			ids
		]
	});
}
/** Replaces the members of an object. Returns true if the members changed. */
async function replaceJoined(context, table, id, next) {
	const before = await joinedIds(context, table, id);
	const gone = before.filter((each) => !next.includes(each));
	const added = next.filter((each) => !before.includes(each));
	if (gone.length > 0) await unjoin(context, table, id, gone);
	if (added.length > 0) await join$3(context, table, id, added);
	return gone.length + added.length > 0;
}
// libs/platform/resources/src/locks/named-rows.ts
/**
* Returns the attributes that are unique within a shop, with the values that the write gives them. Values
* that the database treats as equal are equal in the result. `planned` contains the values that a rule
* supplies for attributes that the request lacks.
*/
function uniqueValues(unique, attributes, planned = {}) {
	const sent = attributes;
	return Object.entries(unique).flatMap(([column, attribute]) => {
		const value = sent[attribute] ?? wantedValue(planned[column]);
		return typeof value === "string" ? [[attribute, value.trim().toLowerCase()]] : [];
	});
}
const wantedValue = (value) => value instanceof FreeValue ? value.wanted : value;
/**
* Returns the lock that a change needs. Postgres locks a row whose unique columns change like a row that is
* deleted.
*/
const lockOfChange = (unique, { attributes }) => uniqueValues(unique, attributes).length > 0 ? "update" : "no_key_update";
/**
* Returns the locks of the written object and of the targets of its relationships. `lockOf` returns the lock
* of an object whose attributes change.
*/
function rowsNamed({ type, relationships }, write, lockOf) {
	const locks = [];
	if (write.op === "remove") return [{
		type,
		id: write.id,
		lock: "update"
	}];
	if (write.op === "update") locks.push({
		type,
		id: write.id,
		lock: lockOf(write.input)
	});
	if (write.op === "members") locks.push({
		type,
		id: write.id,
		lock: "no_key_update"
	});
	const linked = write.op === "members" ? { [write.name]: write.ids } : write.input.relationships;
	for (const [name, linkage] of Object.entries(linked)) for (const id of linkage === null ? [] : [linkage].flat()) locks.push({
		type: relationships[name].type,
		id,
		lock: "key_share"
	});
	return locks;
}
/**
* Returns the locks of members that the write may remove. Deleting such a member deletes the same rows of the
* join table.
*/
function membersBefore(tx, { relationships }, joinTables, write) {
	if (write.op === "add" || !require_define_resource.isUuid(write.id)) return [];
	return joinTables.filter(({ name }) => removesMembers(write, name)).map(async ({ name, table }) => {
		const { type } = relationships[name];
		return (await joinedIds(tx, table, write.id)).map((id) => ({
			type,
			id,
			lock: "key_share"
		}));
	});
}
function removesMembers(write, name) {
	if (write.op === "update") return name in write.input.relationships;
	return write.op === "remove" || write.name === name && write.how === "replace";
}
// libs/platform/resources/src/preconditions.ts
/**
* Returns the columns of the version that the client names, or an empty object if the client accepts any
* version. Returns undefined if the header must be compared with the row in memory.
*/
function columnsMatched({ ifMatch, version }, volatile) {
	const matched = require_define_resource.matchedByHeader(ifMatch, volatile);
	return matched && {
		...matched,
		...version !== void 0 && { version }
	};
}
/** Throws 412 if the row has another version than the client names. */
function checkPreconditions({ ifMatch, version }, row, volatile) {
	require_define_resource.checkPreconditionHeaders(ifMatch, require_define_resource.etagOf(row, volatile), require_define_resource.etagOf(row));
	if (version === void 0 || row["version"] === version) return;
	throw new require_define_resource.ApiError("precondition_failed", { detail: "The object has changed since you read it. Read the object again and repeat the change with its new version." });
}
// libs/platform/resources/src/repeated-members.ts
/**
* Throws 422 or 403 if a change sends a read-only member with a value other than the current one. The object
* must be locked.
*/
async function checkRepeated(tx, { repository, registry }, id, input) {
	const { repeated } = input;
	if (!repeated) return;
	const { resource } = repository;
	const members = {};
	for (const [name, linkage] of Object.entries(repeated.relationships)) {
		const relationship = require_define_resource.relationshipOf(resource, name);
		if (!require_define_resource.isToMany(relationship)) continue;
		const query = {
			many: relationship.many,
			ids: [id],
			limit: linkage.length + 1
		};
		members[name] = (await registry.get(relationship.type).findRelated(tx, query)).map((row) => String(row["id"]));
	}
	refuseOthers(resource, input, await repository.findOrFail(tx, id), members);
}
// libs/platform/resources/src/linkage.ts
/**
* Throws 404 for each target of a relationship that does not exist (JSON:API "Creating Resources", "Updating
* Resources"). Locks existing targets, so that nobody deletes them before the transaction ends.
*/
async function checkLinkage(tx, registry, resource, input) {
	const { relationships, pointer, linkagePointer } = input;
	const violations = new require_define_resource.Violations();
	for (const [name, linkage] of Object.entries(relationships)) {
		const { type } = resource.relationships[name];
		const place = linkagePointer ?? `${pointer}/relationships/${name}/data`;
		const ids = linkage === null ? [] : [linkage].flat();
		for (const id of await missing$1(tx, registry.get(type).resource.entity, ids)) violations.addError(noSuch(type, id, Array.isArray(linkage) ? `${place}/${linkage.indexOf(id)}` : place));
	}
	violations.throwIfAny();
}
async function missing$1(tx, entity, ids) {
	if (ids.length === 0) return [];
	const found = await tx.repository(entity).find({
		where: { id: (0, typeorm.Any)(ids) },
		select: ["id"],
		order: { id: "ASC" },
		lock: "key_share"
	});
	const present = new Set(found.map(({ id }) => id));
	return ids.filter((id) => !present.has(id));
}
// libs/platform/resources/src/personal-data.ts
const entityOf = ({ repository }) => repository.resource.entity;
const clearedBy = ({ repository, name }) => repository.resource.personal[name];
/** Returns the locks of the objects that contain personal data of an object. */
async function locksOfPersonalData(context, references, id) {
	const locks = references.filter(clearedBy).map(async (reference) => {
		const where = { [reference.rows.column]: id };
		const found = await context.repository(entityOf(reference)).find({
			where,
			select: ["id"]
		});
		const { type } = reference.repository.resource;
		return found.map((row) => ({
			type,
			id: row.id,
			lock: "no_key_update"
		}));
	});
	return (await Promise.all(locks)).flat();
}
/**
* Clears the personal data of a redacted object in the objects that refer to it, and writes an event for
* each. Returns the rules that clear the copies of this data in events, deliveries and stored responses.
*/
async function erasePersonalData(tx, references, id) {
	const rules = {};
	for (const reference of references) {
		const cleared = clearedBy(reference);
		if (!cleared) continue;
		const { type, attributes } = reference.repository.resource;
		const rows = tx.repository(entityOf(reference));
		const where = { [reference.rows.column]: id };
		const found = await rows.find({
			where,
			order: { id: "ASC" },
			lock: "no_key_update"
		});
		const ids = found.map((row) => row.id);
		requireLockedAhead(tx, type, ids);
		for (const row of found) await rows.update(row, cleared);
		const clear = Object.fromEntries(Object.entries(cleared).filter(([name]) => name in attributes));
		rules[type] = {
			ids,
			relationship: reference.name,
			clear
		};
	}
	return rules;
}
// libs/platform/resources/src/write-plan.ts
/** The columns that a rule returned, with further writes. */
var WritePlan = class {
	constructor(values, related) {
		this.values = values;
		this.related = related;
	}
};
/** Adds further writes to the columns that a rule returns. */
const withWrites = (values, related) => new WritePlan(values, related);
const alone = {};
const planOf = (result) => result instanceof WritePlan ? result : new WritePlan(result, alone);
// libs/platform/resources/src/unread.ts
/** Error of a rule that reads its row before the row is locked. Allocated once, because rules often throw it. */
const readsRow = /* @__PURE__ */ new Error("the rule reads a row that is not locked yet");
/** Property of a stand-in row that contains the conditions of `precondition`. */
const conditions = Symbol("conditions");
/** A stand-in for a row. Every read throws. It records the preconditions of the rule. */
var UnreadRow = class {
	constructor() {
		this.wasRead = false;
		this.where = {};
		this.row = new Proxy({}, this);
	}
	get(_target, name) {
		return name === conditions ? this.where : this.read();
	}
	has() {
		return this.read();
	}
	ownKeys() {
		return this.read();
	}
	getOwnPropertyDescriptor() {
		return this.read();
	}
	read() {
		this.wasRead = true;
		throw readsRow;
	}
};
/**
* A stand-in for a transaction. A rule can read only the shop. Statements never settle, because a rule that
* has started several of them would otherwise leave unhandled rejections.
*/
var UnreadTransaction = class {
	constructor(shop) {
		this.shop = shop;
		this.wasUsed = false;
		this.query = () => this.neverReturn();
		this.write = this.query;
		this.emit = this.query;
		this.repository = () => new Proxy({}, this);
	}
	get() {
		return this.query;
	}
	neverReturn() {
		this.wasUsed = true;
		return new Promise(() => void 0);
	}
};
/**
* Runs a rule with a stand-in row and a stand-in transaction. Returns undefined if the rule reads one of
* them, is asynchronous, plans further writes or rejects the input. The rule then runs again with the locked row.
*/
function decideUnread(shop, rule) {
	const [unread, tx] = [new UnreadRow(), new UnreadTransaction(shop)];
	try {
		const result = rule(unread.row, tx);
		if (isPromise(result)) {
			result.catch(() => void 0);
			return;
		}
		if (result instanceof WritePlan) return void 0;
		return unread.wasRead || tx.wasUsed ? void 0 : {
			result,
			where: unread.where
		};
	} catch {
		return;
	}
}
const isPromise = (result) => typeof result?.then === "function";
/**
* Calls `otherwise` unless the row meets the conditions. A rule that reads nothing else of the row still
* needs only one statement, because the conditions become part of its WHERE clause.
*/
function precondition(row, where, otherwise) {
	const recorded = row[conditions];
	if (!recorded) return require_notifier.matches(row, where) ? void 0 : otherwise();
	for (const [column, condition] of Object.entries(where)) {
		if (column in recorded) throw new Error(`two preconditions on ${column}`);
		recorded[column] = condition;
	}
}
// libs/platform/resources/src/resource-rules.ts
/**
* The rules of one resource: at most six hooks, each of which states a rule once. The engine first runs
* `beforeInsert`, `beforeUpdate` and `beforeDelete` without a row and without a transaction. If the rule
* reads neither, one statement writes the object. Otherwise the engine locks the row and runs the rule again.
* So a rule must have no side effects before its first read. `C` and `U` are the DTOs of a new object and of
* a change.
*/
var ResourceRules = class {
	constructor() {
		this.decided = /* @__PURE__ */ new WeakMap();
		this.unique = {};
		this.referenceAdvice = {};
		this.insertLocksRows = false;
	}
	get resource() {
		return this.constructor.resource;
	}
	/**
	* Returns the columns of a new object, by default the attributes that were sent. A column can be an SQL
	* expression (`SqlValue`). Throws if the object is not allowed.
	*/
	beforeInsert({ attributes }, _tx) {
		return { ...attributes };
	}
	/** Returns the values that `beforeInsert` decides without reading a row. Runs the rule once for each input. */
	decideInsert(sent, shop) {
		const known = this.decided.get(sent);
		if (known) return known;
		const input = {
			...sent,
			id: sent.id ?? newId()
		};
		const decision = decideUnread(shop, (_row, tx) => this.beforeInsert(input, tx));
		const decided = {
			input,
			...decision && { values: decision.result }
		};
		this.decided.set(sent, decided);
		return decided;
	}
	/**
	* Returns the columns that change, by default the attributes that were sent. `row` is the locked object.
	* Throws if the change is not allowed.
	*/
	beforeUpdate({ attributes }, _row, _tx) {
		return { ...attributes };
	}
	/** Throws if the locked object cannot be deleted. Returns further writes that the deletion requires. */
	beforeDelete(_row, _tx) {}
};
// libs/platform/resources/src/resource-reads.ts
/** Reads the objects of one resource as documents show them. */
var ResourceReads = class extends ResourceRules {
	constructor(..._args) {
		super(..._args);
		this.documents = new Documents(this.resource);
		this.joinTables = Object.entries(this.resource.relationships).flatMap(([name, relationship]) => require_define_resource.isToMany(relationship) && "table" in relationship.many ? [{
			name,
			table: relationship.many
		}] : []);
	}
	onModuleInit() {
		this.registry.add(this);
	}
	/** True if documents can show the meta that is attached to their objects. */
	get showsMeta() {
		return this.resource.takesMeta && this.registry.find("meta") !== void 0;
	}
	/** Returns a page of the shop's objects, or of the members of one object of another resource. */
	page(context, query, parent) {
		const lookups = this.lookups(query);
		if (lookups.length > 0) return this.documents.pageOf(context, query, lookups, parent);
		return this.documents.page(context, query, parent);
	}
	/** Returns the conditions of the query that depend on rows of other tables: words, tags and meta. */
	lookups({ words = [], unreadTypes, conditions, meta }) {
		const { resource, registry } = this;
		return [
			...conditions.filter(({ name }) => this.documents.isTags(name)).map((condition, at) => tagLookup(this.resource, condition, `tags${at}`)),
			...words.map((word, at) => wordLookup({
				resource,
				resources: registry.resources,
				word,
				unreadTypes
			}, `word${at}`)),
			...meta === void 0 ? [] : [this.registry.get("meta").attachedLookup(this.resource, meta)]
		];
	}
	/** Returns an object. Throws `not_found` if the object does not exist or belongs to another shop. */
	async findOrFail(context, id) {
		const row = require_define_resource.isUuid(id) ? await this.documents.find(context, id) : void 0;
		if (!row) throw require_define_resource.notFound(this.resource.type, id);
		return row;
	}
	/** Returns the objects that exist, in any order. */
	findByIds(context, ids) {
		return this.documents.findByIds(context, ids);
	}
	/** Returns members in ascending order of their ids, each with the id of its object as `of`. */
	findRelated(context, query) {
		return this.documents.findRelated(context, query);
	}
};
require_define_resource.__decorate([require_notifier.Inject(ResourceRegistry), require_define_resource.__decorateMetadata("design:type", typeof ResourceRegistry === "undefined" ? Object : ResourceRegistry)], ResourceReads.prototype, "registry", void 0);
// libs/platform/resources/src/resource-locks.ts
/** Locks the rows that writes of one resource name, in the documented order (docs/adr/locks.md). */
var ResourceLocks = class extends ResourceReads {
	locksOf(tx, writes) {
		const { unique, resource } = this;
		const locks = writes.flatMap((write) => [...rowsNamed(resource, write, (input) => lockOfChange(unique, input)), ...write.op === "add" ? this.locksOfExpressions(write.input, tx.shop) : []]);
		const others = writes.flatMap((write) => [...membersBefore(tx, resource, this.joinTables, write), ...write.op === "remove" ? [releasedWith(tx, this.references, write.id)] : []]);
		return others.length === 0 ? locks : Promise.all(others).then((read) => [...locks, ...read.flat()]);
	}
	locksOfExpressions(input, shop) {
		const { values } = this.decideInsert(input, shop);
		return values ? sqlValuesOf(values).flatMap(([, { expression }]) => expression.lock ?? []) : [];
	}
	/**
	* Returns the unique values that a write sets, by attribute. The rule may add a value that was not sent.
	*/
	uniqueValuesOf(write, shop) {
		if (write.op !== "add" && write.op !== "update") return [];
		if (write.op === "update") return uniqueValues(this.unique, write.input.attributes);
		const { values } = this.decideInsert(write.input, shop);
		return uniqueValues(this.unique, write.input.attributes, values);
	}
	/** Names of the columns with a unique index. */
	get uniqueColumns() {
		return Object.keys(this.unique);
	}
	/**
	* Sends the locks of every row that the write names. This must happen before a rule locks any of these
	* rows.
	*/
	async sendLocks(tx, write) {
		return lockAhead(tx, () => this.registry, await this.locksOf(tx, [write]));
	}
	/**
	* Locks an object until the transaction ends. Use `update` before a deletion, so that no lock must be
	* strengthened later (docs/adr/locks.md). Throws 404 and 412.
	*/
	async lock(tx, locator, lock = "no_key_update") {
		const where = { id: locator.id };
		const row = require_define_resource.isUuid(locator.id) ? await tx.repository(this.resource.entity).findOne({
			where,
			lock
		}) : void 0;
		if (!row) throw require_define_resource.notFound(this.resource.type, locator.id);
		checkPreconditions(locator, row, this.resource.volatile);
		return row;
	}
	/** Locks the objects that exist, in ascending order of their ids. */
	async lockAll(tx, ids) {
		if (ids.length === 0) return [];
		const where = { id: (0, typeorm.Any)([...ids]) };
		return tx.repository(this.resource.entity).find({
			where,
			order: { id: "ASC" },
			lock: "no_key_update"
		});
	}
	checkLinkage(tx, input) {
		return checkLinkage(tx, this.registry, this.resource, input);
	}
	/** Locks of the objects of other resources that hold personal data of this object. */
	locksOfPersonalData(tx, id) {
		return locksOfPersonalData(tx, this.references, id);
	}
	/**
	* Clears personal data of this object in objects of other resources. Returns the rules that clear the
	* copies of this data.
	*/
	erasePersonalData(tx, id) {
		return erasePersonalData(tx, this.references, id);
	}
	/** References from objects of all registered resources. Empty in a unit spec without a registry. */
	get references() {
		return this.registry?.referencesTo(this.resource.type) ?? [];
	}
};
// libs/platform/resources/src/unique-constraint.ts
/**
* Throws 409 for each value that another object already has. Two concurrent requests may both pass this
* check. The index then rejects one of them without naming the value, because Postgres hides values of tables
* with row-level security (`asUniqueViolation`).
*/
async function checkUnique(context, { entity, type }, unique, { id, values, pointer }) {
	const violations = new require_define_resource.Violations();
	for (const [column, attribute] of Object.entries(unique)) {
		const value = values[column];
		if (value === void 0 || value === null || value instanceof SqlValue) continue;
		const where = {
			[column]: value,
			id: (0, typeorm.Not)(id)
		};
		if (await context.repository(entity).exists({ where })) violations.add("already_exists", {
			detail: `Another object of type ${type} in this shop already has this ${attribute}. Send another value.`,
			source: { pointer: `${pointer}/attributes/${attribute}` }
		});
	}
	violations.throwIfAny();
}
/** Converts a unique violation of the database into a 409. */
async function asUniqueViolation(writing, { type }, { id, pointer }) {
	try {
		return await writing;
	} catch (error) {
		if (!require_notifier.isUniqueViolation(error)) throw error;
		throw new require_define_resource.ApiError("already_exists", {
			detail: id === void 0 ? `Another object of type ${type} just received one of these values. Send other values.` : `Another object of type ${type} already has the id "${id}" or one of these values. Send other values.`,
			source: { pointer: id === void 0 ? pointer : `${pointer}/id` },
			cause: error
		});
	}
}
/**
* Returns the result of a statement, or undefined if the database rejected it. A transaction then repeats the
* write and finds the reason.
*/
async function unlessRefused(writing) {
	try {
		return await writing;
	} catch (error) {
		if (require_notifier.isRefused(error)) return void 0;
		throw error;
	}
}
// libs/platform/resources/src/resource-inserts.ts
/** Creates objects of one resource and writes an event for each. */
var ResourceInserts = class extends ResourceLocks {
	/** Creates an object and writes its event. Throws 404, 409 or 422 with pointers below `input.pointer`. */
	async create(rows, input) {
		const values = this.planInsert(input, rows.shop);
		const row = values && await unlessRefused(this.insertRow(rows, values, input));
		const precheck = values !== void 0;
		return row ?? rows.transaction((tx, commit) => this.insertInSteps(tx, input, commit), { precheck });
	}
	/** Sends a single statement before anything is awaited, so that several inserts are sent in order. */
	insert(tx, input) {
		const values = tx.precheck ? void 0 : this.planInsert(input, tx.shop);
		return values ? this.insertRow(tx, values, input) : this.insertInSteps(tx, input);
	}
	/** Returns the values of a new object if one statement can write them, otherwise undefined. */
	planInsert(input, shop) {
		const { input: identified, values } = this.decideInsert(input, shop);
		if (!values) return void 0;
		const { id, relationships } = identified;
		const linked = Object.values(relationships);
		if (hasMembers(relationships)) return void 0;
		const locked = sqlValuesOf(values).flatMap(([, { expression }]) => expression.lock?.id ?? []);
		if ((/* @__PURE__ */ new Set([...linked.filter((each) => typeof each === "string"), ...locked])).size > 1) return void 0;
		return {
			...require_define_resource.linkedColumns(this.resource, relationships),
			...values,
			id
		};
	}
	/**
	* Inserts objects and their events in one statement, in this order. The database does not say which row it
	* rejects.
	*/
	async insertAll(tx, values) {
		const rows = await tx.repository(this.resource.entity).insertAll(values);
		const byId = new Map(rows.map((row) => [row.id, row]));
		return values.map(({ id }) => byId.get(id));
	}
	/** Throws 409 if another object has the id or a unique value. */
	async insertRow(tx, values, input) {
		return await asUniqueViolation(tx.repository(this.resource.entity).insert(values, this.lockOfInsert(tx, values)), this.resource, input);
	}
	lockOfInsert(tx, values) {
		const [row] = sqlValuesOf(values).flatMap(([, { expression }]) => expression.lock ?? []);
		return row && (() => tx.repository(this.registry.entityOf(row.type)).lockStatement(row.id, row.lock));
	}
	async insertInSteps(tx, input, commit) {
		const { input: identified } = this.decideInsert(input, tx.shop);
		const { id, relationships, pointer } = identified;
		const locks = this.insertLocksRows && !tx.precheck ? [] : await this.sendLocks(tx, {
			op: "add",
			input
		});
		const checksLinkage = tx.precheck || !this.insertLocksRows && hasMembers(relationships);
		const rule = this.ruleOfInsert(tx, identified);
		const [, , result] = await require_notifier.allInOrder([
			require_notifier.allInOrder(locks),
			checksLinkage ? this.checkLinkage(tx, input) : void 0,
			rule
		]);
		const { values: sent, related } = planOf(result);
		if (tx.precheck) await checkUnique(tx, this.resource, this.unique, {
			id,
			values: sent,
			pointer
		});
		const values = {
			...require_define_resource.linkedColumns(this.resource, relationships),
			...sent,
			id
		};
		const before = related.before?.() ?? [];
		const row = this.insertRow(tx, values, input);
		if (sqlValuesOf(values).some(([, value]) => value instanceof FreeValue)) await require_notifier.allInOrder([...before, row]);
		const joined = this.joinTables.filter(({ name }) => !related.joined?.includes(name)).map(({ name, table }) => {
			const ids = relationships[name];
			return ids?.length ? join$3(tx, table, id, ids) : void 0;
		});
		await require_notifier.allInOrder([
			...before,
			row,
			...joined,
			...related.after?.() ?? [],
			commit?.()
		]);
		return row;
	}
	/**
	* Runs `beforeInsert`. If the rule rejects the input, a relationship target that does not exist is reported
	* instead.
	*/
	async ruleOfInsert(tx, input) {
		try {
			return await this.beforeInsert(input, tx);
		} catch (error) {
			if (!tx.precheck && error instanceof require_define_resource.ApiError && error.code !== "not_found") await this.checkLinkage(tx, input);
			throw error;
		}
	}
};
/**
* Join tables may have no foreign key to the members, so the database may accept members that do not exist.
*/
const hasMembers = (relationships) => Object.values(relationships).some((linkage) => Array.isArray(linkage) && linkage.length > 0);
// libs/platform/resources/src/resource-repository.ts
let ResourceRepository = class ResourceRepository extends ResourceInserts {
	/**
	* Changes an object, writes its event and returns it. If nothing changes, nothing is written. Throws 403,
	* 404, 409, 412 or 422.
	*/
	async change(rows, locator, input) {
		const plan = this.planUpdate(locator, input, rows.shop);
		const row = plan && await unlessRefused(this.updateWhere(rows, plan));
		const precheck = plan !== void 0;
		return row ?? rows.transaction((tx, commit) => this.updateInSteps(tx, locator, input, commit), { precheck });
	}
	async update(tx, locator, input) {
		const plan = tx.precheck ? void 0 : this.planUpdate(locator, input, tx.shop);
		return (plan && await this.updateWhere(tx, plan)) ?? this.updateInSteps(tx, locator, input);
	}
	/** Returns the change if one statement can lock, compare and write the row, otherwise undefined. */
	planUpdate(locator, input, shop) {
		const { id } = locator;
		if (!require_define_resource.isUuid(id) || input.repeated || Object.keys(input.relationships).length > 0) return void 0;
		const matched = columnsMatched(locator, this.resource.volatile);
		if (!matched) return void 0;
		const decision = decideUnread(shop, (row, tx) => this.beforeUpdate(input, row, tx));
		if (!decision) return void 0;
		return {
			where: {
				...decision.where,
				...matched,
				id
			},
			values: decision.result
		};
	}
	/** Changes a row. Returns undefined if no row matched or nothing changed. */
	async updateWhere(tx, { where, values }) {
		return await tx.repository(this.resource.entity).change(where, values);
	}
	async updateInSteps(tx, locator, input, commit) {
		const { id } = locator;
		const { relationships, pointer } = input;
		const locks = await this.sendLocks(tx, {
			op: "update",
			id,
			input
		});
		const lock = lockOfChange(this.unique, input);
		const [, row] = await require_notifier.allInOrder([require_notifier.allInOrder(locks), this.lock(tx, locator, lock)]);
		await checkRepeated(tx, {
			repository: this,
			registry: this.registry
		}, id, input);
		await this.checkLinkage(tx, input);
		const { values: sent, related } = planOf(await this.beforeUpdate(input, row, tx));
		if (tx.precheck) await checkUnique(tx, this.resource, this.unique, {
			id,
			values: sent,
			pointer
		});
		const changed = await this.replaceMembers(tx, id, relationships);
		const values = {
			...require_define_resource.linkedColumns(this.resource, relationships),
			...sent
		};
		const before = related.before?.() ?? [];
		const writing = asUniqueViolation(tx.repository(this.resource.entity).update(row, values, changed), this.resource, { pointer });
		await require_notifier.allInOrder([
			...before,
			writing,
			...related.after?.() ?? [],
			commit?.()
		]);
		return await writing ?? row;
	}
	/**
	* Changes the members of a to-many relationship. Adding a member twice or removing a missing member changes
	* nothing.
	*/
	async updateMembers(tx, locator, change) {
		const { name, how, ids, pointer } = change;
		const { table } = this.joinTables.find((each) => each.name === name);
		await require_notifier.allInOrder(await this.sendLocks(tx, {
			op: "members",
			id: locator.id,
			name,
			how,
			ids
		}));
		const row = await this.lock(tx, locator);
		const before = await joinedIds(tx, table, locator.id);
		const kept = how === "remove" ? before.filter((id) => !ids.includes(id)) : how === "add" ? before : [];
		const next = how === "remove" ? kept : [.../* @__PURE__ */ new Set([...kept, ...ids])];
		const added = next.filter((id) => !before.includes(id));
		const relationships = { [name]: added };
		await this.checkLinkage(tx, {
			relationships,
			pointer: "",
			linkagePointer: pointer
		});
		if (await replaceJoined(tx, table, locator.id, next)) await tx.repository(this.resource.entity).update(row, {}, [name]);
	}
	/** Deletes an object and writes its event. Throws 404, 409 or 412. */
	async deleteObject(rows, locator) {
		const where = this.planDelete(locator, rows.shop);
		if (where && await unlessRefused(this.deleteWhere(rows, where))) return;
		await rows.transaction((tx, commit) => this.deleteInSteps(tx, locator, commit), { precheck: true });
	}
	async delete(tx, locator) {
		const where = tx.precheck ? void 0 : this.planDelete(locator, tx.shop);
		if (where && await this.deleteWhere(tx, where)) return;
		await this.deleteInSteps(tx, locator);
	}
	/** Returns the conditions on the row if one statement can delete it, otherwise undefined. */
	planDelete(locator, shop) {
		const { id } = locator;
		const matched = require_define_resource.isUuid(id) ? columnsMatched(locator, this.resource.volatile) : void 0;
		const decision = matched && decideUnread(shop, (row, tx) => this.beforeDelete(row, tx));
		if (!decision || decision.result) return void 0;
		return {
			...decision.where,
			...matched,
			id
		};
	}
	/** Deletes a row. Returns false if no row matched, or if other objects refer to the object. */
	async deleteWhere(tx, where) {
		const members = this.joinTables.map(({ table: { table, joinColumn: column } }) => ({
			table,
			column
		}));
		const unreferenced = [...this.references.map(({ rows }) => rows), ...members];
		return await tx.repository(this.resource.entity).delete(where, unreferenced) > 0;
	}
	async deleteInSteps(tx, locator, commit) {
		const { resource, references, referenceAdvice: advice } = this;
		const locks = await this.sendLocks(tx, {
			op: "remove",
			id: locator.id
		});
		const [, row] = await require_notifier.allInOrder([require_notifier.allInOrder(locks), this.lock(tx, locator, "update")]);
		const related = await this.beforeDelete(row, tx) ?? {};
		await releaseReferences(tx, {
			resource,
			id: locator.id,
			references,
			advice
		});
		const before = related.before?.() ?? [];
		const deleting = tx.repository(resource.entity).delete({ id: locator.id });
		const after = related.after?.() ?? [];
		await require_notifier.allInOrder([
			...before,
			asStillReferenced(deleting, resource),
			...after,
			commit?.()
		]);
	}
	/**
	* Clears the column with which a locked object refers to an object that is being deleted, and writes the
	* event.
	*/
	async detach(tx, row, column) {
		await tx.repository(this.resource.entity).update(row, { [column]: null });
	}
	/**
	* Replaces the members of to-many relationships. Returns the names of the relationships whose members
	* changed.
	*/
	async replaceMembers(tx, id, relationships) {
		const changed = [];
		for (const { name, table } of this.joinTables) {
			const next = relationships[name];
			if (next && await replaceJoined(tx, table, id, next)) changed.push(name);
		}
		return changed;
	}
};
ResourceRepository = require_define_resource.__decorate([require_notifier.Injectable()], ResourceRepository);
// libs/shop/meta/src/testing/lab/shapes.ts
const byType = [{
	column: "resource_type",
	descending: false
}, {
	column: "id",
	descending: false
}];
/**
* Returns queries of each shape, including queries that correlate with the order of the ids. `size` is the
* number of objects in the shop.
*/
function labShapes(size) {
	const unique = `sku-${(Math.floor(size / 2) * 2654435761 % 4294967296).toString(36)}`;
	return [
		...ofOneKey(unique),
		...correlated(size),
		...ofSeveralKeys(unique),
		...ofResources(size, unique)
	];
}
const seenAt = (count) => 17e11 + Math.floor(count) * 1e3;
const red = {
	key: "colour",
	value: "red"
};
const has = (key) => ({ key });
const is = (key) => ({
	key,
	value: true
});
const newest = (size, share) => ({
	key: "seen_at",
	operator: ">=",
	value: seenAt(size * (1 - share))
});
function ofOneKey(unique) {
	return [
		{
			name: "no condition",
			conditions: []
		},
		{
			name: "unique value",
			conditions: [{
				key: "sku",
				value: unique
			}]
		},
		{
			name: "value that none has",
			conditions: [{
				key: "sku",
				value: "none"
			}]
		},
		{
			name: "value that 26 % have",
			conditions: [red]
		},
		{
			name: "value that 0.1 % have",
			conditions: [{
				key: "note",
				value: "note 7"
			}]
		},
		{
			name: "range 0.1 %",
			conditions: [{
				key: "price",
				operator: "<",
				value: 1
			}]
		},
		{
			name: "range 1 %",
			conditions: [{
				key: "price",
				operator: "<",
				value: 10
			}]
		},
		{
			name: "range 50 %",
			conditions: [{
				key: "price",
				operator: ">",
				value: 500
			}]
		},
		{
			name: "range of strings 10 %",
			conditions: [{
				key: "note",
				operator: ">=",
				value: "note 9"
			}]
		},
		{
			name: "!=, nothing matches",
			conditions: [{
				key: "currency",
				operator: "!=",
				value: "EUR"
			}]
		},
		{
			name: "!=, 74 % match",
			conditions: [{
				key: "colour",
				operator: "!=",
				value: "red"
			}]
		},
		{
			name: "has key, 80 %",
			conditions: [has("note")]
		}
	];
}
function correlated(size) {
	return [
		{
			name: "has key, newest 1 %",
			conditions: [has("campaign")]
		},
		{
			name: "range, newest 10 %",
			conditions: [newest(size, .1)]
		},
		{
			name: "range, newest half",
			conditions: [newest(size, .5)]
		},
		{
			name: "newest 10 % and has key",
			conditions: [newest(size, .1), has("note")]
		},
		{
			name: "oldest half and newest 1 %",
			conditions: [{
				key: "seen_at",
				operator: "<",
				value: seenAt(size / 2)
			}, has("campaign")]
		}
	];
}
function ofSeveralKeys(unique) {
	return [
		{
			name: "two, 1 % left",
			conditions: [is("sale"), is("fragile")]
		},
		{
			name: "two ranges, 1 % left",
			conditions: [{
				key: "price",
				operator: "<",
				value: 100
			}, {
				key: "note",
				operator: ">=",
				value: "note 9"
			}]
		},
		{
			name: "three, 0.1 % left",
			conditions: [
				is("sale"),
				is("fragile"),
				is("bulky")
			]
		},
		{
			name: "unique value and has key",
			conditions: [{
				key: "sku",
				value: unique
			}, has("note")]
		},
		{
			name: "has key and has key",
			conditions: [has("note"), has("price")]
		},
		{
			name: "two that exclude each other",
			conditions: [{
				key: "left",
				value: 1
			}, {
				key: "right",
				value: 1
			}]
		}
	];
}
function ofResources(size, unique) {
	return [
		{
			name: "type + id",
			conditions: [red],
			resource_type: "orders",
			resource_id: "5"
		},
		{
			name: "type + 26 %",
			conditions: [red],
			resource_type: "codes"
		},
		{
			name: "type + has key",
			conditions: [has("note")],
			resource_type: "codes"
		},
		{
			name: "type + unique value",
			conditions: [{
				key: "sku",
				value: unique
			}],
			resource_type: "codes"
		},
		{
			name: "unknown type + has key",
			conditions: [has("note")],
			resource_type: "none"
		},
		{
			name: "id + has key",
			conditions: [has("note")],
			resource_id: "7"
		},
		{
			name: "by type: 26 %",
			conditions: [red],
			order: byType
		},
		{
			name: "by type: unique value",
			conditions: [{
				key: "sku",
				value: unique
			}],
			order: byType
		},
		{
			name: "by type: newest 10 %",
			conditions: [newest(size, .1)],
			order: byType
		}
	];
}
/** Sends the requests in turn over kept-alive connections. Throws unless every response is a success. */
async function load(target, requests, seconds, connections = 32) {
	const result = await (0, autocannon.default)({
		url: `http://127.0.0.1:${target.port}`,
		connections,
		duration: seconds,
		headers: require_http.headersOf(target),
		requests
	});
	const failed = result.non2xx + result.errors + result.timeouts;
	if (failed > 0) throw new Error(`${failed} requests to port ${target.port} failed: ${JSON.stringify(result.statusCodeStats)}`);
	return {
		requests: result.requests.total,
		perSecond: result.requests.total / result.duration,
		p50: result.latency.p50,
		p99: result.latency.p99
	};
}
/**
* Measures requests per second over a fixed number of requests. Unlike `load`, this also measures requests
* that take many seconds.
*/
async function perSecondOf(target, request, { clients, amount }) {
	const startedAt = performance.now();
	let lastAt = startedAt;
	const result = await new Promise((resolve, reject) => {
		const settings = {
			url: `http://127.0.0.1:${target.port}`,
			connections: clients,
			amount,
			requests: [request],
			headers: require_http.headersOf(target)
		};
		(0, autocannon.default)(settings, (error, done) => error ? reject(error) : resolve(done)).on("response", () => lastAt = performance.now());
	});
	if (result["2xx"] !== amount) throw new Error(`requests failed: ${JSON.stringify(result.statusCodeStats)}`);
	return amount * 1e3 / (lastAt - startedAt);
}
// tools/bench/src/store/fill-store.ts
/**
* Inserts one customer and one product for every ten orders, three variants for each product, and one code.
*/
const catalogue = [
	`INSERT INTO shop.customers (shop_id, id, email, email_folded, first_name, last_name, accepts_marketing,
    tags, status, orders_count, total_spent_amount, version, created_at, updated_at)
    SELECT $1, uuidv7(), 'bench' || no || '@example.com', 'bench' || no || '@example.com', 'Bench',
      'No. ' || no, false, '{}', CASE no % 50 WHEN 0 THEN 'disabled' ELSE 'active' END,
      0, 0, 1, now(), now() - no * interval '1 minute'
    FROM generate_series(1, $2::integer / 10) AS no`,
	`INSERT INTO shop.products (shop_id, id, title, handle, description, status, tags, published_at, version,
    created_at, updated_at)
    SELECT $1, uuidv7(), 'Product ' || no, 'product-' || no, 'One of many.',
      CASE no % 5 WHEN 0 THEN 'draft' ELSE 'active' END, '{bench}', now(),
      1, now(), now() - no * interval '1 minute'
    FROM generate_series(1, $2::integer / 10) AS no`,
	`INSERT INTO shop.variants (shop_id, id, product_id, title, sku, price_amount, currency_code,
    inventory_quantity, inventory_policy, position, version, created_at, updated_at)
    SELECT $1, uuidv7(), p.id, 'Size ' || at, p.handle || '-' || at, 1000 * at, 'EUR', 1000000, 'deny', at, 1,
      now(), p.updated_at
    FROM shop.products p, generate_series(1, 3) AS at WHERE p.shop_id = $1 AND $2::integer > 0 AND p.status = 'active'`,
	`INSERT INTO shop.codes (shop_id, id, code, code_folded, kind, value_type, value, usage_count, enabled,
    version, created_at, updated_at)
    SELECT $1, uuidv7(), 'BENCH', 'bench', 'discount', 'percentage', 1000, 0, true, 1, now(),
      now() WHERE $2::integer > 0`
];
/**
* Inserts orders, each with two variants and one customer. One in twenty is open and unfulfilled, and one in
* fifty is cancelled, unpaid, refunded or partly fulfilled, so that the statistics of Postgres include rare
* states.
*/
const orders$1 = `INSERT INTO shop.orders (shop_id, id, number, currency_code, line_items, subtotal_amount,
                 discount_amount, shipping_amount, tax_amount, total_amount,
    paid_amount, refunded_amount, email, email_folded, tags, status, payment_status, fulfillment_status,
      customer_id, version, created_at, updated_at, actor_type, actor_id, actor_name)
  SELECT $1, uuidv7(), 1000 + n.no, 'EUR', jsonb_build_array(one.line, other.line), one.price + other.price, 0,
    490, 0, one.price + other.price + 490,
    CASE WHEN n.no % 50 = 1 THEN 0 ELSE one.price + other.price + 490 END,
      CASE WHEN n.no % 50 = 2 THEN one.price + other.price + 490 ELSE 0 END,
    c.email, c.email_folded,
      (CASE WHEN n.no % 1000 = 0 THEN '{rare,often}' WHEN n.no % 3 = 0 THEN '{often}' ELSE '{}' END)::text[],
    CASE WHEN n.no % 20 = 0 THEN 'open' WHEN n.no % 50 = 3 THEN 'cancelled' ELSE 'completed' END,
    CASE n.no % 50 WHEN 1 THEN 'pending' WHEN 2 THEN 'refunded' ELSE 'paid' END,
    CASE WHEN n.no % 20 = 0 OR n.no % 50 = 3 THEN 'unfulfilled' WHEN n.no % 50 = 4 THEN 'partial' ELSE 'fulfilled' END,
    c.id, 1, now() - ($2::integer - n.no) * interval '1 minute', now() - ($2::integer - n.no) * interval '1 minute',
    'app', ('00000000-0000-7000-8000-00000000000' || CASE WHEN n.no % 97 = 0 THEN 2 ELSE 1 END)::uuid, 'Storefront'
  FROM generate_series(1, $2::integer) AS n (no)
  JOIN people c ON c.no = n.no * 7919 % (SELECT count(*) FROM people)
  JOIN shelf one ON one.no = n.no * 31 % (SELECT count(*) FROM shelf)
  JOIN shelf other ON other.no = (n.no * 31 + 1) % (SELECT count(*) FROM shelf)
  ORDER BY n.no`;
const orderVariants = `INSERT INTO shop.order_variants (shop_id, order_id, variant_id, quantity, reserved)
  SELECT o.shop_id, o.id, (line->>'variant_id')::uuid, 1, 1 FROM shop.orders o,
    jsonb_array_elements(o.line_items) AS line WHERE o.shop_id = $1`;
/** Inserts search entries as the API does. */
const terms = `INSERT INTO shop.search_terms (shop_id, resource_type, resource_id, field, term)
  SELECT $1, 'customers', id, 'first_name', 'bench' FROM shop.customers WHERE shop_id = $1
  UNION ALL SELECT $1, 'customers', c.id, 'last_name', t FROM shop.customers c, unnest(ARRAY['no.', 'no',
    split_part(last_name, ' ', 2)]) t WHERE c.shop_id = $1
  UNION ALL SELECT $1, 'products', p.id, 'title', t FROM shop.products p, unnest(ARRAY['product',
    split_part(title, ' ', 2)]) t WHERE p.shop_id = $1
  UNION ALL SELECT $1, 'products', p.id, 'tags', E'\\u0001' || t FROM shop.products p,
    unnest(p.tags) t WHERE p.shop_id = $1
  UNION ALL SELECT $1, 'orders', o.id, 'tags', E'\\u0001' || t FROM shop.orders o,
    unnest(o.tags) t WHERE o.shop_id = $1`;
/** Fills the shop with the role of the administrator, without events. */
async function fillStore(client, shop, count) {
	for (const text of catalogue) await client.query(text, [shop.id, count]);
	await client.query(`CREATE TEMP TABLE people AS SELECT row_number() OVER () - 1 AS no,
      * FROM shop.customers WHERE shop_id = '${shop.id}'`);
	await client.query(`CREATE TEMP TABLE shelf AS SELECT row_number() OVER () - 1 AS no, price_amount AS price,
      jsonb_build_object('variant_id', id, 'product_id', product_id,
      'title', title, 'sku', sku, 'price_amount', price_amount, 'quantity', 1, 'total_amount', price_amount) AS line
      FROM shop.variants WHERE shop_id = '${shop.id}'`);
	await client.query("ANALYZE people, shelf");
	await client.query(orders$1, [shop.id, count]);
	await client.query(orderVariants, [shop.id]);
	await client.query(terms, [shop.id]);
	await client.query("INSERT INTO shop.order_numbers VALUES ($1, 1000 + $2::integer)", [shop.id, count]);
	await client.query("DROP TABLE people, shelf");
	await client.query("VACUUM ANALYZE");
	const ids = async (table) => {
		const text = `SELECT id FROM shop.${table} WHERE shop_id = $1 LIMIT 2000`;
		return (await client.query(text, [shop.id])).rows.map(({ id }) => id);
	};
	const [code] = await ids("codes");
	return {
		shop,
		orders: count,
		customers: await ids("customers"),
		variants: await ids("variants"),
		code
	};
}
// tools/bench/src/turns.ts
/** Measures `turns` times, after one turn that only warms up. */
async function measureTurns(turns, measure) {
	const runs = [];
	await measure();
	while (runs.length < turns) runs.push(await measure());
	return runs;
}
function medianOf(runs, value, digits = 0) {
	return require_numbers.median(runs.map(value)).toFixed(digits);
}
/** Formats the median, the minimum and the maximum. */
function ratioCells(ratios) {
	return [
		require_numbers.median(ratios),
		Math.min(...ratios),
		Math.max(...ratios)
	].map((ratio) => ratio.toFixed(2));
}
function barCell(ratio, bar) {
	return `${bar} ${ratio >= bar ? "met" : "MISSED"}`;
}
// tools/bench/src/citus/bench-cluster.ts
/** A new database on the cluster at a connection string of its administrator. */
var BenchCluster = class BenchCluster {
	constructor(database, nodes, fsync) {
		this.database = database;
		this.nodes = nodes;
		this.fsync = fsync;
	}
	static async open(url) {
		if (!await require_subscribed_shop.withClient(url, require_stage.isCluster)) throw new Error("BENCH_CITUS_URL has no extension citus");
		process.env["TEST_DATABASE_URL"] = url;
		const database = await require_test_database.testDatabase();
		const servers = await database.query(`SELECT nodename AS host, nodeport AS port, groupid = 0 AS "isCoordinator" FROM pg_dist_node`);
		const nodes = [];
		for (const { host, port, isCoordinator } of servers) nodes.push({
			isCoordinator,
			pid: await pidAt(database.administratorUrl, host, port)
		});
		const [setting] = await database.query("SHOW fsync");
		return new BenchCluster(database, nodes, setting.fsync);
	}
	/** Settings of a shop API on this cluster. */
	get environment() {
		return {
			SHOP_DATABASE_KIND: "citus",
			SHOP_READS_FROM_NODES: process.env["SHOP_READS_FROM_NODES"],
			SHOP_DATABASE_URL: this.database.url("shop")
		};
	}
	/** Returns the CPU milliseconds of the cluster so far. NaN unless all nodes are on this machine. */
	cpu() {
		const sum = (nodes) => nodes.reduce((all, { pid }) => all + ((pid && require_stage.cpuOfServer(pid)) ?? NaN), 0);
		return {
			coordinator: sum(this.nodes.filter(({ isCoordinator }) => isCoordinator)),
			workers: sum(this.nodes.filter(({ isCoordinator }) => !isCoordinator))
		};
	}
	/** Copies the rows of the shop data, parents before children, and updates the statistics of all nodes. */
	async copyFrom(source) {
		let left = (await this.database.query(`SELECT logicalrelid::text AS name FROM pg_dist_partition WHERE partmethod = 'h' ORDER BY 1`)).map(({ name }) => name);
		while (left.length > 0) {
			const postponed = [];
			for (const name of left) if (!await this.copyTable(source, name, left)) postponed.push(name);
			left = postponed;
		}
		await this.database.query("VACUUM ANALYZE");
	}
	/** Returns false if the table references a table in `left`. */
	async copyTable(source, name, left) {
		if ((await this.database.query(`SELECT confrelid::regclass::text AS parent FROM pg_constraint WHERE conrelid = $1::regclass AND contype = 'f'`, [name])).some(({ parent }) => parent !== name && left.includes(parent))) return false;
		for (let offset = 0;; offset += BATCH) {
			const { rows } = await source.query(`SELECT json_agg(r)::text AS batch
         FROM (SELECT * FROM ${name} ORDER BY ctid LIMIT ${BATCH} OFFSET ${offset}) r`);
			if (rows[0].batch === null) return true;
			await this.database.query(`INSERT INTO ${name} SELECT * FROM json_populate_recordset(NULL::${name}, $1::json)`, [rows[0].batch]);
		}
	}
	close() {
		return this.database.drop();
	}
};
/** Number of rows that one statement copies. */
const BATCH = 5e3;
/** Returns the process id of a server on this machine: the parent of a process that serves a connection. */
async function pidAt(administratorUrl, host, port) {
	const url = Object.assign(new URL(administratorUrl), {
		hostname: host,
		port: String(port)
	});
	return require_subscribed_shop.withClient(url.href, async (client) => {
		const { rows } = await client.query(`SELECT pg_backend_pid() AS pid, inet_client_addr() = inet_server_addr() AS "isLocal"`);
		return rows[0].isLocal ? require_stage.parentOf(rows[0].pid) : void 0;
	});
}
// tools/bench/src/citus/citus-cases.ts
const condition = (...conditions) => encodeURIComponent(JSON.stringify(conditions));
/** Returns the requests whose cost on Citus has a target. `ids` are meta objects of the shop. */
function citusCases(ids) {
	const pathOfAny = () => `/api/meta/${ids[Math.floor(Math.random() * ids.length)]}`;
	const get = (name, target, path) => ({
		name,
		target,
		request: {
			method: "GET",
			path
		}
	});
	return [
		{
			name: "GET of a meta object",
			target: .6,
			request: {
				method: "GET",
				setupRequest: (request) => ({
					...request,
					path: pathOfAny()
				})
			}
		},
		get("list of 25 meta objects", .6, "/api/meta"),
		{
			name: "POST of a meta object",
			target: .4,
			request: require_cases.creationRequest
		},
		{
			name: "PATCH of a meta object",
			target: .4,
			request: patchRequest(pathOfAny)
		},
		get("search with two conditions", .3, `/api/meta?filter%5Bmeta%5D=${condition({
			key: "sale",
			value: true
		}, {
			key: "fragile",
			value: true
		})}`),
		get("filter[q] of customers", 1 / 3, "/api/customers?filter%5Bq%5D=bench%2077"),
		get("filter[meta] of products", 1 / 3, `/api/products?filter%5Bmeta%5D=${condition({
			key: "sale",
			value: true
		})}`)
	];
}
function patchRequest(pathOfAny) {
	return {
		method: "PATCH",
		setupRequest: (request) => {
			const path = pathOfAny();
			const data = {
				...require_cases.attributes.data,
				note: (0, node_crypto.randomUUID)()
			};
			const body = { data: {
				type: "meta",
				id: path.split("/").at(-1),
				attributes: { data }
			} };
			const headers = {
				...request.headers,
				"content-type": require_media_type.mediaType
			};
			return {
				...request,
				path,
				headers,
				body: JSON.stringify(body)
			};
		}
	};
}
// tools/bench/src/citus/index.ts
/**
* Number of turns. Each turn measures both databases one after another. Ratios are computed per turn, because
* the speed of machines drifts.
*/
const TURNS$12 = {
	full: 9,
	quick: 5
};
const SECONDS$10 = {
	full: 2,
	quick: 1
};
const WARM_UP_SECONDS$2 = 2;
const CLIENTS$1 = 4;
const [OBJECTS, ORDERS] = [2e4, 5e3];
const missing = "The part \"citus\" needs BENCH_CITUS_URL=postgres://ADMINISTRATOR@HOST:PORT/postgres, a cluster for tests only.";
/**
* Sends the same requests to a shop API on plain Postgres and to a shop API on a cluster with the same rows. Both
* use the auth data on plain Postgres.
*/
async function measureCitus(stage, how, say) {
	const url = process.env["BENCH_CITUS_URL"];
	if (url === void 0) return missing;
	const cluster = await BenchCluster.open(url);
	try {
		await stage.client.query(`ALTER SYSTEM SET fsync = ${cluster.fsync}`);
		await stage.client.query("SELECT pg_reload_conf()");
		const shop = await require_people.makeShop(stage.client, "bench-citus");
		const ids = await fill$2(stage, shop);
		await cluster.copyFrom(stage.client);
		const sides = await startBoth(stage, cluster, shop);
		const rows = [];
		for (const each of citusCases(ids)) {
			rows.push(await compare$2(each, sides, how));
			say(rows.at(-1).join(" "));
		}
		return require_table.table(columns$1, rows);
	} finally {
		await cluster.close();
	}
}
/** Fills the shop with metadata and orders. Returns the ids of meta objects. */
async function fill$2(stage, { id, ...shop }) {
	const { client } = stage;
	await require_shop_of_size.fillShop(client, id, OBJECTS, stage.folder);
	await fillStore(client, {
		id,
		...shop
	}, ORDERS);
	await client.query(`WITH p AS (SELECT id, row_number() OVER () - 1 AS no, count(*) OVER () AS all FROM shop.products)
     UPDATE shop.meta m SET resource_id = p.id FROM p
     WHERE m.resource_type = 'products' AND m.resource_id::integer % p.all = p.no`);
	await client.query("VACUUM ANALYZE");
	const { rows } = await client.query("SELECT id FROM shop.meta ORDER BY random() LIMIT 2000");
	return rows.map((row) => row.id);
}
async function startBoth(stage, cluster, shop) {
	const plain = await stage.startService("shop-api");
	const citus = await stage.startService("shop-api", { environment: cluster.environment });
	const node = (port) => stage.cpuOf(port) ?? NaN;
	return {
		plain: {
			...require_http.targetOf(shop, plain),
			cpu: () => ({
				node: node(plain),
				server: stage.serverCpu() ?? NaN,
				workers: 0
			})
		},
		citus: {
			...require_http.targetOf(shop, citus),
			cpu: () => {
				const { coordinator, workers } = cluster.cpu();
				return {
					node: node(citus),
					server: coordinator,
					workers
				};
			}
		}
	};
}
async function compare$2(each, sides, how) {
	const runs = [];
	for (const side of Object.values(sides)) await measured$4(side, each, WARM_UP_SECONDS$2);
	while (runs.length < TURNS$12[how]) runs.push({
		plain: await measured$4(sides.plain, each, SECONDS$10[how]),
		citus: await measured$4(sides.citus, each, SECONDS$10[how])
	});
	return rowOf$1(each, runs);
}
async function measured$4(side, { request }, seconds) {
	const before = side.cpu();
	const done = await load(side, [request], seconds, CLIENTS$1);
	const after = side.cpu();
	const used = (program) => (after[program] - before[program]) / done.requests;
	return {
		...done,
		node: used("node"),
		server: used("server"),
		workers: used("workers")
	};
}
const columns$1 = [...[
	"request",
	"plain/s",
	"Citus/s",
	"ratio",
	"min",
	"max",
	"target",
	"ratio by CPU"
], ...[
	"plain ms",
	"coordinator ms",
	"workers ms",
	"times",
	"Node ms",
	"Node on Citus ms"
]];
function rowOf$1({ name, target }, runs) {
	const ratios = runs.map(({ plain, citus }) => citus.perSecond / plain.perSecond);
	const cell = (side, figure, digits = 3) => medianOf(runs, (run) => run[side][figure], digits);
	const times = (run) => (run.citus.server + run.citus.workers) / run.plain.server;
	return [
		...[
			name,
			cell("plain", "perSecond", 0),
			cell("citus", "perSecond", 0)
		],
		...[...ratioCells(ratios), barCell(require_numbers.median(ratios), Number(target.toFixed(2)))],
		medianOf(runs, ratioByCpu, 2),
		...[
			cell("plain", "server"),
			cell("citus", "server"),
			cell("citus", "workers")
		],
		...[
			medianOf(runs, times, 1),
			cell("plain", "node"),
			cell("citus", "node")
		]
	];
}
/**
* Ratio of requests per second that the CPU times of all programs imply. On a machine with other programs it varies
* less than the measured ratio.
*/
function ratioByCpu({ plain, citus }) {
	const all = ({ node, server, workers }) => node + server + workers;
	return all(plain) / all(citus);
}
// tools/bench/src/pg-loop.ts
/**
* Measures the floor without HTTP: prepared statements through the driver alone, sent one after another on
* each connection.
*/
async function pgLoop(url, next, seconds) {
	return inLoops(url, seconds, async (client) => {
		const { name, text, values } = next();
		await client.query({
			name,
			text,
			values
		});
	});
}
/**
* Repeats `work` on each connection and returns the repetitions per second. `warm` adds one repetition before
* the measurement, because a connection first parses and plans its statements.
*/
async function inLoops(url, seconds, work, { clients: count = 32, options = "", warm = false } = {}) {
	const clients = await Promise.all(Array.from({ length: count }, async () => {
		const client = new pg.Client({
			connectionString: url,
			types: require_row_format.rowFormat,
			options,
			pipeline: true
		});
		await client.connect();
		return client;
	}));
	if (warm) await Promise.all(clients.map(work));
	let done = 0;
	const started = performance.now();
	const end = started + seconds * 1e3;
	const loop = async (client) => {
		for (; performance.now() < end; done += 1) await work(client);
	};
	await Promise.all(clients.map(loop));
	const perSecond = done * 1e3 / (performance.now() - started);
	await Promise.all(clients.map((client) => client.end()));
	return perSecond;
}
// tools/bench/src/compare.ts
/**
* Number of turns. Each turn measures the shop API and its floors one after another. Ratios are computed per
* turn, because the speed of machines drifts.
*/
const TURNS$11 = 9;
const SECONDS$9 = 2;
async function compareCases(stage, shop, port, all) {
	const ours = require_http.targetOf(shop, port);
	const routes = [];
	for (const { bare, statement } of all) routes.push(bare.kind === "page" ? await require_cases.pageRoute(ours, bare.path, statement()) : bare);
	routes.sort((one, other) => Number(one.path.endsWith("*")) - Number(other.path.endsWith("*")));
	const start = (floor) => stage.startBare("--bare", {
		floor,
		shopId: shop.id,
		routes
	});
	const floors = {
		built: await start("built"),
		spliced: await start("spliced")
	};
	const rows = [];
	for (const each of all) {
		await checkSameResponses(each, ours, floors);
		rows.push(await compare$1(each, stage, ours, floors));
	}
	return require_table.table([
		...[
			"case",
			"requests/s",
			"p50 ms",
			"p99 ms",
			"bare, built/s",
			"ratio",
			"bar"
		],
		"bare, spliced/s",
		"ratio",
		"pg loop/s",
		"ratio"
	], rows);
}
async function compare$1(each, stage, ours, floors) {
	const bare = async (floor) => (await load({
		port: floors[floor],
		host: ours.host
	}, [each.request], SECONDS$9)).perSecond;
	const runs = await measureTurns(TURNS$11, async () => ({
		ours: await load(ours, [each.request], SECONDS$9),
		built: await bare("built"),
		spliced: await bare("spliced"),
		loop: await pgLoop(stage.databaseUrl(), each.statement, 1)
	}));
	const ratioTo = (floor) => require_numbers.median(runs.map((run) => run.ours.perSecond / run[floor]));
	const cells = (floor) => [medianOf(runs, (run) => run[floor]), ratioTo(floor).toFixed(2)];
	return [
		each.name,
		...[
			"perSecond",
			"p50",
			"p99"
		].map((name) => medianOf(runs, (run) => run.ours[name])),
		...cells("built"),
		each.bar === void 0 ? "" : barCell(ratioTo("built"), each.bar),
		...cells("spliced"),
		...cells("loop")
	];
}
/**
* Throws if a floor sends a different document than the shop API, because the comparison would be unfair.
*/
async function checkSameResponses({ name, request }, ours, floors) {
	if (request.method !== "GET" || !request.path) return;
	const bare = (floor) => require_http.getDocument({
		port: floors[floor],
		host: ours.host
	}, request.path);
	const [expected, built, spliced] = [
		await require_http.getDocument(ours, request.path),
		await bare("built"),
		await bare("spliced")
	];
	if (expected.text !== spliced.text) throw new Error(`${name}: the spliced floor sends other bytes`);
	if (!(0, node_util.isDeepStrictEqual)(expected.document, built.document)) throw new Error(`${name}: the built floor sends another document`);
}
// tools/bench/src/exchange.ts
const TURNS$10 = 9;
const EXCHANGES_PER_TURN = 500;
/** Minimum speed of the auth API as a share of the bare server's. */
const BAR$5 = .7;
/**
* Exchanges fresh nonces, each of a separate installation, at the auth API and at a bare server that runs the
* same steps.
*/
async function measureExchange(stage, shop, port) {
	const nonces = await require_people.makeNonces(stage.client, shop, 2 * EXCHANGES_PER_TURN * 10);
	await stage.client.query("ANALYZE auth.nonces, auth.oauth_tokens, auth.installations, auth.apps, auth.shops");
	const settings = { key: require_stage.sealingKeys.get("bench") };
	const barePort = await stage.startBare("--bare-exchange", settings);
	const request = {
		method: "GET",
		setupRequest: (sent) => ({
			...sent,
			path: `/api/oauth_tokens/nonce/${nonces.pop() ?? "none"}`
		})
	};
	const perSecond = (target) => perSecondOf({
		port: target,
		host: "localhost"
	}, request, {
		clients: 32,
		amount: EXCHANGES_PER_TURN
	});
	const runs = await measureTurns(TURNS$10, async () => ({
		ours: await perSecond(port),
		bare: await perSecond(barePort)
	}));
	const ratios = runs.map(({ ours, bare }) => ours / bare);
	return require_table.table([
		"case",
		"exchanges/s",
		"bare, same steps/s",
		"ratio",
		"min",
		"max",
		"bar"
	], [[
		...[
			"nonce exchange",
			medianOf(runs, ({ ours }) => ours),
			medianOf(runs, ({ bare }) => bare)
		],
		...ratioCells(ratios),
		barCell(require_numbers.median(ratios), BAR$5)
	]]);
}
// libs/shop/sales/src/codes/generated-code.ts
/** Capital letters and digits that are easy to tell apart when read aloud or copied: no 0, O, 1, I or L. */
const alphabet = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const length = 10;
/** Returns one of 8 × 10^14 codes, so codes cannot be guessed. The unique index rejects a duplicate. */
function generatedCode() {
	return Array.from({ length }, () => alphabet[(0, node_crypto.randomInt)(31)]).join("");
}
// libs/shop/sales/src/codes/codes.repository.ts
let CodesRepository = class CodesRepository extends ResourceRepository {
	constructor(..._args) {
		super(..._args);
		this.unique = { code_folded: "code" };
		this.referenceAdvice = { orders: "Orders have redeemed this code, so it cannot be deleted. Send \"enabled\": false to disable it." };
	}
	static {
		this.resource = require_bare_store.codes;
	}
	beforeInsert({ attributes }, { shop }) {
		const { code = generatedCode(), initial_amount = null } = attributes;
		const currency_code = require_bare_store.hasCurrency(attributes) ? attributes.currency_code ?? shop.currency_code : null;
		return {
			enabled: true,
			...attributes,
			currency_code,
			code,
			code_folded: require_define_resource.foldKey(code),
			balance_amount: initial_amount,
			usage_count: 0
		};
	}
	beforeUpdate({ attributes, pointer }, code) {
		const violations = new require_define_resource.Violations();
		const place = `${pointer}/attributes`;
		const { value, starts_at, ends_at } = attributes;
		if (value !== void 0) require_bare_store.checkChangedValue(code, value, violations, place);
		if (starts_at !== void 0 || ends_at !== void 0) require_bare_store.checkPeriod(periodAfter(code, attributes), attributes, violations, place);
		violations.throwIfAny();
		return {
			...attributes,
			code_folded: require_bare_store.foldOptional(attributes.code)
		};
	}
	async lockAll(tx, ids) {
		return await super.lockAll(tx, ids);
	}
};
CodesRepository = require_define_resource.__decorate([require_notifier.Injectable()], CodesRepository);
const periodAfter = (code, { starts_at = code.starts_at, ends_at = code.ends_at }) => ({
	starts_at,
	ends_at
});
// libs/shop/sales/src/order-comments/order-comment.entity.ts
let OrderComment = class OrderComment extends require_bare_store.AuthoredRow {};
require_define_resource.__decorate([require_define_resource.Uuid(), require_define_resource.__decorateMetadata("design:type", String)], OrderComment.prototype, "order_id", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Text of the comment. null after the redaction of the customer."),
	require_define_resource.Text({ nullable: true }),
	require_define_resource.__decorateMetadata("design:type", Object)
], OrderComment.prototype, "body", void 0);
OrderComment = require_define_resource.__decorate([(0, typeorm.Entity)({
	schema: "shop",
	name: "order_comments"
})], OrderComment);
// libs/shop/sales/src/orders/redact-entries.ts
/** Personal columns of objects that belong to an order, with their values after the redaction of its customer. */
const redactedEntries = [{
	type: "order_comments",
	entity: OrderComment,
	clear: { body: null }
}, {
	type: "fulfillments",
	entity: require_bare_store.Fulfillment,
	clear: {
		tracking_number: null,
		tracking_url: null
	}
}];
const rowsOf = (tx, entity) => tx.repository(entity);
/** Returns the locks of the comments and fulfillments of orders. */
async function locksOfEntries(tx, order_ids) {
	const locks = redactedEntries.map(async ({ type, entity }) => {
		const where = { order_id: (0, typeorm.Any)([...order_ids]) };
		return (await rowsOf(tx, entity).find({
			where,
			select: ["id"]
		})).map(({ id }) => ({
			type,
			id,
			lock: "no_key_update"
		}));
	});
	return (await Promise.all(locks)).flat();
}
/**
* Clears comments and tracking of the orders, with an event each. Returns the rules that clear their copies in
* events, deliveries and stored responses.
*/
async function redactEntries(tx, order_ids) {
	const rules = {};
	for (const { type, entity, clear } of redactedEntries) {
		const where = { order_id: (0, typeorm.Any)([...order_ids]) };
		const rows = rowsOf(tx, entity);
		const found = await rows.find({
			where,
			order: { id: "ASC" },
			lock: "no_key_update"
		});
		const ids = found.map(({ id }) => id);
		requireLockedAhead(tx, type, ids);
		for (const row of found) await rows.update(row, clear);
		rules[type] = {
			ids,
			clear
		};
	}
	return rules;
}
// libs/shop/sales/src/orders/former-customers.ts
/**
* Personal attributes of an order. Redaction erases them. Tags and line items describe goods, so redaction
* keeps them.
*/
const personal = [
	"email",
	"billing_address",
	"shipping_address",
	"note"
];
/**
* Returns the former customers of an order after a change, oldest first. `changed` names the attributes that
* get new values. `isMoved` means that the order gets another customer or none.
*/
function rememberCustomers(order, changed, isMoved) {
	const { customer_id: customer } = order;
	const before = formerCustomers(order);
	if (customer === null || !isMoved) return without(order, before, changed);
	const known = before.filter((each) => each.customer === customer).flatMap(({ values }) => values);
	const values = digestsOf(order, personal).filter((digest) => !known.includes(digest));
	return without(order, [...before, {
		customer,
		values
	}], changed);
}
const hadCustomer = (order, id) => formerCustomers(order).some(({ customer }) => customer === id);
/**
* Returns the personal attributes that still have a value from this former customer. Excludes values that the
* present customer of the order had first.
*/
function leftFrom(order, id) {
	const before = formerCustomers(order);
	return personal.filter((name) => {
		const digest = digestOf(order, name);
		const had = before.filter(({ values }) => digest !== void 0 && values.includes(digest));
		return had.some(({ customer }) => customer === id) && had[0].customer !== order.customer_id;
	});
}
/** Returns the former customers of an order after redaction erased the attributes `cleared` of one customer. */
function forgetCustomer(order, id, cleared) {
	return without(order, formerCustomers(order).filter(({ customer }) => customer !== id), cleared);
}
function without(order, of, names) {
	const gone = digestsOf(order, personal.filter((name) => names.includes(name)));
	const left = of.map(({ customer, values }) => ({
		customer,
		values: values.filter((each) => !gone.includes(each))
	})).filter(({ values }) => values.length > 0);
	return left.length === 0 ? null : JSON.stringify(left);
}
function formerCustomers({ former_customers }) {
	return former_customers === null ? [] : require_bare_store.parseJson(former_customers);
}
function digestsOf(order, names) {
	return names.flatMap((name) => digestOf(order, name) ?? []);
}
/**
* Returns a digest of a personal value, bound to this order: the same value in another order has a different
* digest.
*/
function digestOf(order, name) {
	const value = name === "email" ? order.email_folded : order[name];
	if (value === null) return void 0;
	return (0, node_crypto.createHash)("sha256").update([
		order.id,
		name,
		value
	].join("\n")).digest("base64url").slice(0, 22);
}
// libs/shop/sales/src/orders/redact-orders.ts
const redactedOrder = {
	email: null,
	email_folded: null,
	billing_address: null,
	shipping_address: null,
	note: null
};
/**
* Erases the personal data of a locked customer from orders in any state, with an event per order. Line items
* and payments are unchanged. Returns the ids of the changed orders.
*/
async function redactOrders(tx, customer) {
	const orders = tx.repository(require_bare_store.Order);
	const ids = await ordersOf$1(tx, customer);
	requireLockedAhead(tx, "orders", ids);
	const found = await orders.find({
		where: { id: (0, typeorm.Any)(ids) },
		order: { id: "ASC" },
		lock: "no_key_update"
	});
	for (const order of found) {
		const cleared = clearedOf(order, customer);
		const names = Object.keys(cleared);
		const former_customers = forgetCustomer(order, customer.id, names);
		if (names.length > 0) await orders.update(order, {
			...cleared,
			former_customers
		});
	}
	return found.map(({ id }) => id);
}
/**
* Returns the ids of the orders that belong to the customer, belonged to the customer before, or contain the
* customer's email.
*/
async function ordersOf$1(tx, { id, email_folded }) {
	const orders = tx.repository(require_bare_store.Order);
	const [own, moved, written] = await require_notifier.allInOrder([
		orders.find({
			where: { customer_id: id },
			select: ["id"]
		}),
		orders.find({
			where: { former_customers: (0, typeorm.Not)((0, typeorm.IsNull)()) },
			select: ["id", "former_customers"]
		}),
		email_folded === null ? [] : orders.find({
			where: { email_folded },
			select: ["id"]
		})
	]);
	const all = [
		...own,
		...moved.filter((order) => hadCustomer(order, id)),
		...written
	];
	return [...new Set(all.map((order) => order.id))];
}
/**
* Returns the columns to clear: personal values that came from the customer, or the email of an order without a
* customer. Values that came later from another customer stay.
*/
function clearedOf(order, { id, email_folded }) {
	const hasEmail = email_folded !== null && order.email_folded === email_folded;
	if (order.customer_id === id || order.customer_id === null && hasEmail) return redactedOrder;
	const names = /* @__PURE__ */ new Set([...leftFrom(order, id), ...hasEmail ? ["email"] : []]);
	return {
		...Object.fromEntries([...names].map((name) => [name, null])),
		...names.has("email") && { email_folded: null }
	};
}
// libs/shop/sales/src/customers/redact-customer.ts
/** Column values of a redacted customer. Order counts and spent amounts are unchanged. */
const redactedCustomer = {
	email: null,
	email_folded: null,
	phone: null,
	first_name: null,
	last_name: null,
	default_address: null,
	note: null,
	tags: [],
	accepts_marketing: false,
	status: "redacted"
};
/**
* Asks the worker to clear copies of personal data in events, deliveries and stored responses, which the shop
* API cannot change. Covers the customer, the orders and the objects of `others`. Runs in the transaction
* that clears the rows.
*/
async function redactCopies(tx, customer_id, order_ids, others) {
	const { status: _status, ...cleared } = redactedCustomer;
	const rules = {
		...others,
		customers: {
			ids: [customer_id],
			clear: shownOf(require_bare_store.customers, cleared)
		},
		orders: {
			ids: order_ids,
			relationship: "customer",
			clear: shownOf(require_bare_store.orders, redactedOrder)
		}
	};
	await tx.repository(Redaction).insert({
		id: (0, uuid.v7)(),
		resource_type: "customers",
		resource_id: customer_id,
		rules,
		cleared: 0,
		requested_at: transactionTime$1
	});
}
/** Returns the values of the columns that are also attributes of the resource. */
function shownOf({ attributes }, values) {
	return Object.fromEntries(Object.entries(values).filter(([name]) => name in attributes));
}
// libs/shop/sales/src/customers/customers.repository.ts
let CustomersRepository = class CustomersRepository extends ResourceRepository {
	constructor(..._args) {
		super(..._args);
		this.unique = { email_folded: "email" };
		this.referenceAdvice = {
			orders: "The customer has orders, so it cannot be deleted. Send \"status\": \"redacted\" to erase all personal data of the customer and its orders.",
			codes: "The customer cannot be deleted because codes are limited to this customer. Delete these codes or change their \"customer\" relationship first."
		};
	}
	static {
		this.resource = require_bare_store.customers;
	}
	beforeInsert({ attributes }) {
		return {
			accepts_marketing: false,
			tags: [],
			status: "active",
			...attributes,
			email_folded: require_bare_store.foldOptional(attributes.email),
			orders_count: 0,
			total_spent: [],
			total_spent_amount: 0
		};
	}
	/** Redacting a customer changes every order that contains personal data of the customer. */
	async locksOf(tx, writes) {
		const redacted = writes.flatMap((write) => write.op === "update" && write.input.attributes.status === "redacted" ? [write.id] : []);
		const locks = await super.locksOf(tx, writes);
		if (redacted.length === 0) return locks;
		const found = await tx.repository(require_bare_store.Customer).find({
			where: { id: (0, typeorm.Any)(redacted) },
			select: ["id", "email_folded"]
		});
		const orders = await Promise.all(found.map((customer) => ordersOf$1(tx, customer)));
		const others = await Promise.all(found.map(({ id }) => this.locksOfPersonalData(tx, id)));
		return [
			...locks,
			...await locksOfEntries(tx, orders.flat()),
			...orders.flat().map((id) => ({
				type: "orders",
				id,
				lock: "no_key_update"
			})),
			...others.flat()
		];
	}
	beforeUpdate({ attributes, pointer }, customer, tx) {
		const { status, email, phone } = attributes;
		const place = `${pointer}/attributes`;
		precondition(customer, { status: (0, typeorm.Not)("redacted") }, () => rejectChanges(customer, attributes, place));
		if (status !== void 0) require_bare_store.checkTransition(require_bare_store.customerStates, customer.status, status, `${place}/status`, "customers.get");
		if (status === "redacted") return this.redact(tx, customer);
		if (email === null || phone === null) checkReachable(customer, attributes, place);
		return {
			...attributes,
			email_folded: require_bare_store.foldOptional(email)
		};
	}
	/**
	* The events of a redaction contain no personal data. The worker sends `customers.redaction_requested` to every app
	* that may have the data (docs/adr/erasure.md).
	*/
	async redact(tx, customer) {
		const orders = await redactOrders(tx, customer);
		const others = {
			...await redactEntries(tx, orders),
			...await this.erasePersonalData(tx, customer.id)
		};
		await redactCopies(tx, customer.id, orders, others);
		const isRedacted = customer.status === "redacted";
		const events = ["redaction_requested", "redacted"];
		const after = () => isRedacted ? [] : events.map((change) => tx.emit(require_bare_store.customers, change, customer));
		return withWrites(redactedCustomer, { after });
	}
};
CustomersRepository = require_define_resource.__decorate([require_notifier.Injectable()], CustomersRepository);
function rejectChanges(customer, attributes, pointer) {
	const [changed] = require_bare_store.changedAttributes(require_bare_store.customers, customer, attributes);
	if (changed === void 0) return;
	throw require_bare_store.illegalTransition("customers.get", {
		detail: "This customer’s data was erased permanently, so the customer cannot change. Create a new customer.",
		pointer: `${pointer}/${changed}`,
		allowed: []
	});
}
function checkReachable(customer, attributes, pointer) {
	const { email = customer.email, phone = customer.phone } = attributes;
	if (email !== null || phone !== null) return;
	const violations = new require_define_resource.Violations();
	const cleared = ["email", "phone"].find((name) => attributes[name] === null);
	require_bare_store.addUnreachable(violations, `${pointer}/${cleared}`);
	violations.throwIfAny();
}
// libs/shop/sales/src/orders/amounts.ts
function contributionOf(order) {
	const { currency_code } = order;
	if (order.status === "cancelled") return {
		orders: 0,
		spent: 0,
		currency_code
	};
	return {
		orders: 1,
		spent: Number(order.paid_amount) - Number(order.refunded_amount),
		currency_code
	};
}
/**
* Returns the payment amounts that a new payment state changes. Throws 422 if a sent amount does not match the
* state. `pointer` refers to the attributes.
*/
function paymentAmounts(order, sent, pointer) {
	const { payment_status = order.payment_status, refunded_amount } = sent;
	const isNew = payment_status !== order.payment_status;
	const refunded = Number(order.refunded_amount);
	if (payment_status === "partially_refunded" && (isNew || refunded_amount !== void 0)) {
		if (refunded_amount === refunded && !isNew) return {};
		return { refunded_amount: checkedRefund(order, refunded_amount, pointer) };
	}
	const changed = isNew && payment_status === "paid" ? { paid_amount: Number(order.total_amount) } : isNew && payment_status === "refunded" ? { refunded_amount: Number(order.paid_amount) } : {};
	if (refunded_amount !== void 0 && refunded_amount !== (changed.refunded_amount ?? refunded)) throw unfit("refunded_amount can be changed only with payment_status \"partially_refunded\". Omit refunded_amount for a full refund.", `${pointer}/refunded_amount`);
	return changed;
}
/**
* Returns the amount that each gift code gets back when its order is cancelled, in the order of `gift_amounts`.
* Gifts and refunds together never return more than the amount paid.
*/
function returnedGifts(gift_amounts, { paid_amount, refunded_amount }) {
	let left = Number(paid_amount) - Number(refunded_amount);
	return gift_amounts.map((amount) => {
		const returned = Math.min(amount, left);
		left -= returned;
		return returned;
	});
}
/** Returns the sent refund. The refund must exceed the previous refund and be less than the amount paid. */
function checkedRefund(order, amount, pointer) {
	const [refunded, paid] = [Number(order.refunded_amount), Number(order.paid_amount)];
	if (amount !== void 0 && amount > refunded && amount < paid) return amount;
	const sentence = (bounds) => `refunded_amount is the total refunded so far and must be ${bounds}. Send payment_status "refunded" for a full refund.`;
	throw unfit(sentence("more than before and less than was paid"), amount === void 0 ? pointer : `${pointer}/refunded_amount`, sentence(`more than ${refunded} and less than the ${paid} paid`));
}
/**
* Creates the error for an invalid refunded_amount. `disclosed` is a detail with amounts, for tokens that may
* read the order.
*/
function unfit(detail, pointer, disclosed) {
	return new require_define_resource.ApiError("invalid_attribute", {
		detail,
		source: { pointer },
		meta: { attribute: "refunded_amount" },
		...disclosed !== void 0 && { disclosed: {
			scope: "orders.get",
			detail: disclosed
		} }
	});
}
// libs/shop/sales/src/transactions/payment-rules.ts
function sumsOf(entries) {
	const sum = (kind) => entries.reduce((total, each) => each.kind === kind ? total + Number(each.amount) : total, 0);
	return {
		authorized: entries.reduce((total, { authorized_change }) => total + Number(authorized_change), 0),
		captured: sum("capture"),
		redeemed: sum("gift_card_redemption"),
		refunded: sum("refund"),
		returned: sum("gift_card_return")
	};
}
/** Returns the unpaid part of the total. */
const dueOf = ({ total_amount, paid_amount }) => Number(total_amount) - Number(paid_amount);
function changeOf(kind, amount, authorized) {
	if (kind === "authorization") return amount;
	return kind === "refund" ? 0 : -Math.min(amount, authorized) || 0;
}
/** Returns the transactions for a PATCH of an order that changes `payment_status` or `refunded_amount`. */
function entriesOfChange(order, changed, { authorized }) {
	const { payment_status, paid_amount, refunded_amount } = changed;
	const entries = [];
	const add = (kind, amount) => entries.push({
		kind,
		amount,
		authorized_change: changeOf(kind, amount, authorized)
	});
	const isNew = payment_status !== void 0 && payment_status !== order.payment_status;
	if (isNew && payment_status === "authorized") add("authorization", dueOf(order) - authorized);
	if (paid_amount !== void 0) add("capture", paid_amount - Number(order.paid_amount));
	if (refunded_amount !== void 0) add("refund", refunded_amount - Number(order.refunded_amount));
	if (isNew && payment_status === "voided") add("void", authorized);
	return entries.filter(({ kind, amount }) => amount > 0 || kind === "void");
}
/** Returns the transactions that the columns of an order imply and its history lacks. */
function missingEntries(order, gifts, sums) {
	const redeemed = gifts.reduce((sum, { gift_amount }) => sum + Number(gift_amount), 0);
	const lacksGifts = sums.redeemed === 0 && redeemed > 0;
	const paid = sums.captured + sums.redeemed + (lacksGifts ? redeemed : 0);
	const [captured, refunded] = [Number(order.paid_amount) - paid, Number(order.refunded_amount) - sums.refunded];
	const isAuthorized = order.payment_status === "authorized" && sums.authorized === 0;
	const entries = lacksGifts ? gifts.map(redemptionOf) : [];
	if (isAuthorized) entries.push({
		kind: "authorization",
		amount: dueOf(order),
		authorized_change: dueOf(order)
	});
	if (captured > 0) entries.push({
		kind: "capture",
		amount: captured,
		authorized_change: -Math.min(sums.authorized, captured) || 0
	});
	if (refunded > 0) entries.push({
		kind: "refund",
		amount: refunded,
		authorized_change: 0
	});
	return entries.filter(({ amount }) => amount > 0);
}
const redemptionOf = ({ code_id, gift_amount }) => ({
	kind: "gift_card_redemption",
	amount: Number(gift_amount),
	authorized_change: 0,
	reference: code_id
});
const returnOf = (code_id, amount) => ({
	kind: "gift_card_return",
	amount,
	authorized_change: 0,
	reference: code_id
});
// libs/shop/sales/src/orders/redemption.ts
const basisPoints = 10000n;
/** Returns the reason why the code cannot be redeemed, or undefined. */
function refusalOf(code, basket) {
	const { customer_id, usage_limit_per_customer: limit, minimum_subtotal_amount: minimum } = code;
	if (code.status !== "active") return {
		reason: "status",
		detail: "The code cannot be redeemed now.",
		disclosed: {
			reason: code.status,
			detail: `The code has the status ${code.status}.`
		}
	};
	if (customer_id !== null && customer_id !== basket.customer_id) return {
		reason: "customer",
		detail: "The code is limited to another customer."
	};
	if (limit !== null && basket.customer_id === null) return {
		reason: "customer",
		detail: "The code has a limit per customer, so a customer is required."
	};
	if (limit !== null && code.uses_by_customer >= limit) return {
		reason: "usage_limit_per_customer",
		detail: "The customer has already redeemed the code as often as the code allows.",
		disclosed: { detail: `The customer has already redeemed the code ${code.uses_by_customer} times.` }
	};
	if (code.currency_code !== null && code.currency_code !== basket.currency_code) return {
		reason: "currency_code",
		detail: `The code cannot be redeemed for orders in ${basket.currency_code}.`,
		disclosed: { detail: `The code can be redeemed only for orders in ${code.currency_code}.` }
	};
	if (minimum !== null && basket.subtotal_amount < minimum) return {
		reason: "minimum_subtotal_amount",
		detail: "The subtotal of the order is below the minimum that the code requires.",
		disclosed: { detail: `The code requires a subtotal of at least ${minimum} minor units.` }
	};
	if (!basket.lines.some((line) => isFor(code, line))) return {
		reason: "products",
		detail: "The code is limited to products that are not in the order."
	};
}
function isFor({ products }, { product_id }) {
	return products.size === 0 || product_id !== null && products.has(product_id);
}
/**
* Returns the effect of each code on an order. Discounts apply first. Gifts then pay for the rest, including
* shipping and tax.
*/
function redeem(codes, basket, extra) {
	const discounts = codes.filter(({ kind }) => kind === "discount");
	const gifts = codes.filter(({ kind }) => kind === "gift");
	const off = discountsOf(discounts, basket.lines);
	const paid = giftsOf(gifts, basket.subtotal_amount - off.reduce((sum, each) => sum + each, 0) + extra);
	return codes.map((code) => ({
		code_id: code.id,
		discount_amount: off[discounts.indexOf(code)] ?? 0,
		gift_amount: paid[gifts.indexOf(code)] ?? 0
	}));
}
/**
* Returns the amount of each discount, in the order of `codes`. A discount cannot exceed the remaining price of
* the eligible lines.
*/
function discountsOf(codes, lines) {
	const left = lines.map(({ total_amount }) => total_amount);
	return codes.map((code) => {
		const eligible = lines.flatMap((line, at) => isFor(code, line) ? [at] : []);
		const subtotal = sum(eligible.map((at) => lines[at].total_amount));
		const discount = Math.min(discountOn(code, subtotal), sum(eligible.map((at) => left[at])));
		let open = discount;
		for (const at of eligible) {
			const taken = Math.min(open, left[at]);
			left[at] -= taken;
			open -= taken;
		}
		return discount;
	});
}
/** Rounds a percentage down, so that the discount never exceeds the percentage. */
function discountOn({ value_type, value }, subtotal) {
	return value_type === "percentage" ? Number(BigInt(subtotal) * BigInt(value) / basisPoints) : value;
}
/** Returns the amount that each gift pays, in the order of `codes`. A gift cannot pay more than its balance. */
function giftsOf(codes, total_amount) {
	let open = total_amount;
	return codes.map(({ balance_amount }) => {
		const paid = Math.min(balance_amount, open);
		open -= paid;
		return paid;
	});
}
const sum = (amounts) => amounts.reduce((total, amount) => total + amount, 0);
// libs/shop/sales/src/orders/code-redemption.ts
let CodeRedemption = class CodeRedemption {
	constructor(codes) {
		this.codes = codes;
	}
	/**
	* Locks the sent codes and returns them in the order of the request. Throws 404 for an unknown code.
	* `pointer` refers to the linkage.
	*/
	async lock(tx, ids, pointer) {
		if (ids.length === 0) return [];
		const [codes, pairs] = await require_notifier.allInOrder([this.codes.lockAll(tx, ids), tx.repository(require_bare_store.CodeProduct).find({ where: { code_id: (0, typeorm.Any)([...ids]) } })]);
		const productsOf = ({ id }) => new Set(pairs.filter(({ code_id }) => code_id === id).map(({ product_id }) => product_id));
		const found = new Map(codes.map((code) => [code.id, {
			...code,
			products: productsOf(code)
		}]));
		const violations = new require_define_resource.Violations();
		ids.forEach((id, at) => {
			if (!found.has(id)) violations.addError(noSuch("codes", id, `${pointer}/${at}`));
		});
		violations.throwIfAny();
		return ids.map((id) => found.get(id));
	}
	/** Reads the products of locked codes and how often the customer has used each code. */
	async read(tx, codes, customer_id) {
		const isLimited = codes.some((code) => code.usage_limit_per_customer !== null);
		const ids = codes.map(({ id }) => id);
		const uses = isLimited && customer_id !== null ? await usesBy(tx, customer_id, ids) : void 0;
		return codes.map((code) => ({
			...code,
			value: Number(code.value ?? 0),
			balance_amount: Number(code.balance_amount ?? 0),
			minimum_subtotal_amount: code.minimum_subtotal_amount === null ? null : Number(code.minimum_subtotal_amount),
			uses_by_customer: uses?.get(code.id) ?? 0
		}));
	}
	/**
	* Returns the effect of each code on the basket. Throws 422 for each code that cannot be redeemed. `extra` is
	* the part of the total that is not in line items: shipping and tax.
	*/
	redeem(codes, { basket, extra }, pointer) {
		throwRefusals(codes.map((code) => refusalOf(code, basket)), pointer);
		const redemptions = redeem(codes, basket, extra);
		throwRefusals(redemptions.map(({ discount_amount, gift_amount }) => discount_amount + gift_amount > 0 ? void 0 : noEffect), pointer);
		return redemptions;
	}
	/** Increments the usage of each code, deducts gift payments, and writes an event per code. */
	async use(tx, codes, redemptions) {
		await require_notifier.allInOrder(codes.map((code, at) => count(tx, code, 1, -redemptions[at].gift_amount)));
	}
	/**
	* Decrements the usage of each code of a cancelled order. Gives each gift code the amount back that it paid,
	* except refunded amounts. Returns the entries for the payment history.
	*/
	async release(tx, { id: order_id, ...payment }) {
		const used = await tx.repository(require_bare_store.OrderCode).find({
			where: { order_id },
			order: { code_id: "ASC" }
		});
		const amounts = returnedGifts(used.map(({ gift_amount }) => Number(gift_amount)), payment);
		const returned = new Map(used.map(({ code_id }, at) => [code_id, amounts[at]]));
		for (const code of await this.codes.lockAll(tx, [...returned.keys()])) await count(tx, code, -1, returned.get(code.id));
		return [...returned].flatMap(([code_id, amount]) => amount > 0 ? [returnOf(code_id, amount)] : []);
	}
};
CodeRedemption = require_define_resource.__decorate([require_notifier.Injectable(), require_define_resource.__decorateMetadata("design:paramtypes", [typeof CodesRepository === "undefined" ? Object : CodesRepository])], CodeRedemption);
const noEffect = {
	reason: "no_effect",
	detail: "The code would not reduce the amount due. Send the order without this code."
};
function throwRefusals(refusals, pointer) {
	const violations = new require_define_resource.Violations();
	refusals.forEach((refusal, at) => {
		if (!refusal) return;
		const { reason, detail, disclosed } = refusal;
		const meta = {
			relationship: "codes",
			reason
		};
		const told = disclosed && {
			detail: disclosed.detail,
			meta: {
				...meta,
				reason: disclosed.reason ?? reason
			}
		};
		violations.add("invalid_relationship", {
			detail,
			source: { pointer: `${pointer}/${at}` },
			meta,
			...told && { disclosed: {
				scope: "codes.get",
				...told
			} }
		});
	});
	violations.throwIfAny();
}
/**
* Counts the customer's orders by code. The customer is locked, so no order can be added concurrently. Starts
* from the customer because a customer has fewer orders than a code.
*/
async function usesBy(tx, customer_id, ids) {
	const rows = await tx.repository(require_bare_store.Order).select("uses of codes", (query) => query.innerJoin(require_bare_store.OrderCode, "used", "used.shop_id = t.shop_id AND used.order_id = t.id").addSelect("used.code_id", "code_id").addSelect("count(*)::integer", "uses").where("t.customer_id = :customer_id").andWhere("t.status <> :cancelled").andWhere("used.code_id = ANY (:ids)").groupBy("used.code_id"), {
		customer_id,
		cancelled: "cancelled",
		ids
	});
	return new Map(rows.map(({ code_id, uses }) => [String(code_id), Number(uses)]));
}
async function count(tx, code, uses, balance) {
	const { usage_count, balance_amount } = code;
	await tx.repository(require_bare_store.Code).update(code, {
		usage_count: usage_count + uses,
		...balance_amount !== null && { balance_amount: Number(balance_amount) + balance }
	});
}
// libs/shop/sales/src/orders/inventory.ts
/**
* Operations of the catalog that orders need. `SalesModule.forRoot` receives the implementation, so that
* sales does not import the catalog and the catalog's rules and events apply to each variant
* (docs/adr/order-states.md).
*/
var Inventory$1 = class {};
// libs/shop/sales/src/transactions/payment-history.ts
/** Reads the transactions of an order. The caller locks the order first, so that none is missing. */
function readEntries(tx, order_id) {
	return tx.repository(require_bare_store.Transaction).find({ where: { order_id } });
}
/** Writes transactions of a locked or new order, with an event each. Sends all statements before it returns. */
function recordEntries(tx, order, entries, more = {}) {
	const author = require_bare_store.authorOf(tx.shop);
	return entries.map((entry) => tx.repository(require_bare_store.Transaction).insert({
		...valuesOf$1(order, entry),
		...author,
		...more
	}));
}
/** Returns the columns of a new transaction, without the columns of its author. */
const valuesOf$1 = ({ id: order_id, currency_code }, entry) => ({
	id: (0, uuid.v7)(),
	order_id,
	currency_code,
	derived: false,
	...entry
});
/**
* Returns the sums of the transactions of a locked order. Processes of a version without transactions can have changed
* the order. Derives the missing transactions from the columns of the order and writes them first.
*/
async function completeHistory(tx, order, entries) {
	const sums = sumsOf(entries);
	if (missingEntries(order, [], sums).length === 0) return sums;
	const missing = missingEntries(order, await tx.repository(require_bare_store.OrderCode).find({
		where: { order_id: order.id },
		order: { code_id: "ASC" }
	}), sums);
	const derived = missing.map((entry) => recordEntries(tx, order, [entry], {
		derived: true,
		actor_type: null,
		actor_id: null,
		actor_name: null,
		...timesOf$2(order, entry)
	}));
	await require_notifier.allInOrder(derived.flat());
	return sumsOf([...entries, ...missing]);
}
/** Returns the id and the times of a derived transaction. The time is when the order entered the state. */
function timesOf$2(order, { kind }) {
	const at = {
		authorization: order.authorized_at,
		capture: order.paid_at,
		refund: order.refunded_at
	}[kind] ?? order.created_at;
	const time = new SqlValue({
		name: "given time",
		sql: ":at::timestamptz",
		parameters: { at }
	});
	return {
		id: (0, uuid.v7)({ msecs: Date.parse(at) }),
		created_at: time,
		updated_at: time
	};
}
// libs/shop/sales/src/orders/order-customer.ts
/** Locks the customers that exist, in ascending order of their ids, and returns them with their sums by currency. */
async function lockCustomers(tx, ids) {
	if (ids.length === 0) return [];
	const found = await tx.repository(require_bare_store.Customer).find({
		where: { id: (0, typeorm.Any)([...ids]) },
		order: { id: "ASC" },
		lock: "no_key_update"
	});
	return Promise.all(found.map(async (customer) => withSums(customer, await require_bare_store.spentOf(tx, customer))));
}
const withSums = (customer, sums) => ({
	...customer,
	total_spent: JSON.stringify(sums)
});
/**
* Locks the customer of an order. Throws 404 if the customer does not exist, and 422 if the customer is
* redacted. `pointer` refers to the linkage.
*/
async function lockCustomer(tx, id, pointer) {
	if (typeof id !== "string") return void 0;
	const [customer] = await lockCustomers(tx, [id]);
	if (!customer) throw noSuch("customers", id, pointer);
	if (customer.status !== "redacted") return customer;
	throw new require_define_resource.ApiError("invalid_relationship", {
		detail: "No orders can be placed for this customer. Use another customer, or omit the customer.",
		source: { pointer },
		meta: {
			relationship: "customer",
			reason: "status"
		},
		disclosed: {
			scope: "customers.get",
			detail: "This customer’s data was erased, so no orders can be placed for them.",
			meta: {
				relationship: "customer",
				reason: "redacted"
			}
		}
	});
}
/** Adds an order's contribution to the sums of a locked customer and writes the customer's event. */
async function addToSums(tx, customer, { orders, spent, currency_code }) {
	if (orders === 0 && spent === 0) return;
	const sums = require_bare_store.parseJson(customer.total_spent);
	await tx.repository(require_bare_store.Customer).update(customer, {
		orders_count: customer.orders_count + orders,
		total_spent: require_bare_store.addAmount(sums, {
			currency_code,
			amount: spent
		}),
		total_spent_amount: String(BigInt(customer.total_spent_amount) + BigInt(spent))
	});
}
/**
* Updates customers' sums after a change of an order, or moves the sums from the former to the new customer.
* The caller has locked these customers.
*/
async function moveSums(tx, order, next, input) {
	const { relationships, pointer, linkagePointer } = input;
	const before = contributionOf(order);
	const from = order.customer_id;
	const to = relationships["customer"] === void 0 ? from : relationships["customer"];
	const place = linkagePointer ?? `${pointer}/relationships/customer/data`;
	const newCustomer = to === from ? void 0 : await lockCustomer(tx, to, place);
	const [customer] = from === null ? [] : await lockCustomers(tx, [from]);
	if (customer && to === from) {
		if (customer.status === "redacted") refusePersonal(order, input);
		await addToSums(tx, customer, {
			...next,
			orders: next.orders - before.orders,
			spent: next.spent - before.spent
		});
	} else if (to !== from) {
		if (customer) await addToSums(tx, customer, {
			...before,
			orders: -before.orders,
			spent: -before.spent
		});
		if (newCustomer) await addToSums(tx, newCustomer, next);
	}
}
/** Prevents an app from restoring erased personal data. */
function refusePersonal(order, { attributes, pointer }) {
	const [changed] = require_bare_store.changedAttributes(require_bare_store.orders, order, attributes).filter((name) => personal.includes(name));
	if (changed === void 0) return;
	throw new require_define_resource.ApiError("invalid_attribute", {
		detail: "This order can no longer store personal data.",
		source: { pointer: `${pointer}/attributes/${changed}` },
		meta: { attribute: changed },
		disclosed: {
			scope: "customers.get",
			detail: "The customer of this order was redacted, so the order can no longer store personal data."
		}
	});
}
// libs/shop/sales/src/orders/priced-lines.ts
/**
* Prices line items at current prices. Throws 404 for an unknown variant, and 422 for a variant that is not
* on sale, has another currency, or has too little stock. `defaultCurrency` applies to an order without
* variants and currency. `pointer` refers to the attributes.
*/
function priceLines(stock, { line_items, currency_code }, pointer, defaultCurrency) {
	const violations = new require_define_resource.Violations();
	const reservations = /* @__PURE__ */ new Map();
	let currency = currency_code;
	const lines = line_items.map((line, at) => {
		const place = `${pointer}/line_items/${at}`;
		if (line.variant_id === void 0) return customLine(line);
		const id = line.variant_id.toLowerCase();
		const variant = stock.variants.get(id);
		const product = variant && stock.products.get(variant.product_id);
		if (!variant || !product) {
			violations.addError(noVariant(id, place));
			return customLine({
				title: "",
				price_amount: 0,
				quantity: line.quantity
			});
		}
		if (product.status !== "active") violations.addError(notForSale(product, place));
		currency ??= variant.currency_code;
		if (variant.currency_code !== currency) violations.addError(otherCurrency(variant, currency, currency_code ? `${pointer}/currency_code` : place));
		reserve(reservations, {
			variant,
			quantity: line.quantity
		}, place, violations);
		return lineOf(variant, product, line.quantity);
	});
	const isCustom = line_items.every(({ variant_id }) => variant_id === void 0);
	if (isCustom) currency ??= defaultCurrency;
	if (isCustom && currency === void 0) violations.addError(noCurrency(pointer));
	const subtotal_amount = require_bare_store.subtotalOf(lines);
	if (subtotal_amount === void 0) violations.addError(tooMuch(`${pointer}/line_items`));
	violations.throwIfAny();
	return {
		lines,
		reservations: [...reservations.values()],
		currency_code: currency,
		subtotal_amount
	};
}
function reserve(reservations, { variant, quantity }, place, violations) {
	const { id, title, inventory_quantity, inventory_policy } = variant;
	const before = reservations.get(id)?.quantity ?? 0;
	const isCounted = inventory_quantity !== null;
	reservations.set(id, {
		variant,
		quantity: before + quantity,
		reserved: isCounted ? before + quantity : 0
	});
	if (!isCounted || inventory_policy !== "deny") return;
	const available = Math.max(inventory_quantity - before, 0);
	if (quantity <= available) return;
	violations.add("invalid_attribute", {
		detail: "The stock of this variant is too low.",
		source: { pointer: `${place}/quantity` },
		meta: { attribute: "line_items" },
		disclosed: {
			scope: "variants.get",
			detail: `Only ${available} of "${require_define_resource.shown(title)}" are in stock.`,
			meta: {
				attribute: "line_items",
				available
			}
		}
	});
}
function customLine({ title, price_amount, quantity }) {
	return {
		variant_id: null,
		product_id: null,
		title,
		sku: null,
		price_amount,
		quantity,
		total_amount: price_amount * quantity
	};
}
/** Creates the stored line. Its title omits the title of the variant if the product has the same title. */
function lineOf(variant, product, quantity) {
	const titles = /* @__PURE__ */ new Set([product.title, variant.title]);
	const price_amount = Number(variant.price_amount);
	return {
		variant_id: variant.id,
		product_id: variant.product_id,
		title: [...titles].join(" – "),
		sku: variant.sku,
		price_amount,
		quantity,
		total_amount: price_amount * quantity
	};
}
function noVariant(id, place) {
	return new require_define_resource.ApiError("not_found", {
		detail: `No variants object has the id "${id}".`,
		source: { pointer: `${place}/variant_id` }
	});
}
function invalid(detail, pointer, attribute = "line_items", disclosed) {
	return new require_define_resource.ApiError("invalid_attribute", {
		detail,
		source: { pointer },
		meta: { attribute },
		...disclosed && { disclosed }
	});
}
function notForSale({ title, status }, place) {
	const detail = `"${require_define_resource.shown(title)}" is not on sale because the status of the product is ${status}, not active.`;
	return invalid("The product of this variant is not on sale.", `${place}/variant_id`, void 0, {
		scope: "products.get",
		detail
	});
}
function otherCurrency({ currency_code }, currency, pointer) {
	const detail = `All items must have the currency of the order, ${currency}, but this variant is sold in ${currency_code}.`;
	const told = `All items must have the currency of the order, ${currency}, but this variant has another currency.`;
	const disclosed = {
		scope: "variants.get",
		detail
	};
	return pointer.endsWith("/currency_code") ? invalid(told, pointer, "currency_code", disclosed) : invalid(told, `${pointer}/variant_id`, void 0, disclosed);
}
function noCurrency(pointer) {
	return invalid("\"currency_code\" is required for an order without variants.", pointer, "currency_code");
}
const tooMuch = (pointer) => invalid(`The sum of the line items must not exceed ${require_bare_store.MAX_AMOUNT} minor units.`, pointer);
// libs/shop/sales/src/orders/create-order.ts
/**
* Locks the customer, the codes and the variants in one message, in the order of docs/adr/locks.md, and reads
* the data for prices. Needs a second message only if a code has a limit per customer. If several checks
* fail, the order of the locks determines the error.
*/
async function prepareOrder(tx, { stock, codes }, { attributes, relationships, pointer }) {
	const places = `${pointer}/relationships`;
	const ids = [relationships["codes"] ?? []].flat();
	const [customer, used, found] = await require_notifier.allInOrder([
		lockCustomer(tx, relationships["customer"], `${places}/customer/data`),
		codes.lock(tx, ids, `${places}/codes/data`),
		stock.lock(tx, attributes)
	]);
	const customer_id = customer?.id ?? null;
	const priced = priceLines(found, attributes, `${pointer}/attributes`, tx.shop.currency_code);
	const redeemable = await codes.read(tx, used, customer_id);
	const { shipping_amount = 0, tax_amount = 0 } = attributes;
	const bought = {
		basket: {
			...priced,
			customer_id
		},
		extra: shipping_amount + tax_amount
	};
	const redemptions = codes.redeem(redeemable, bought, `${places}/codes/data`);
	return {
		values: {
			...valuesOf(attributes, customer, priced, redemptions),
			...require_bare_store.authorOf(tx.shop)
		},
		customer,
		used,
		reservations: priced.reservations,
		redemptions
	};
}
/**
* Deducts stock, redeems codes and updates the customer's sums, with an event for each. All statements are
* sent at once because no statement depends on another's result.
*/
function takeFor(tx, { stock, codes }, id, { values, customer, used, reservations, redemptions }) {
	const { paid_amount: spent, currency_code } = values;
	return [
		stock.reserve(tx, id, reservations),
		codes.use(tx, used, redemptions),
		...customer ? [addToSums(tx, customer, {
			orders: 1,
			spent,
			currency_code
		})] : []
	];
}
function valuesOf(attributes, customer, { lines, currency_code, subtotal_amount }, redemptions) {
	const { requires_shipping = true, shipping_amount = 0, tax_amount = 0, ...sent } = attributes;
	const discount_amount = sumOf(redemptions, "discount_amount");
	const paid_amount = sumOf(redemptions, "gift_amount");
	const total_amount = subtotal_amount - discount_amount + shipping_amount + tax_amount;
	const email = sent.email === void 0 ? customer?.email ?? null : sent.email;
	return {
		tags: [],
		...sent,
		line_items: lines,
		currency_code,
		subtotal_amount,
		discount_amount,
		shipping_amount,
		tax_amount,
		total_amount,
		paid_amount,
		refunded_amount: 0,
		email,
		email_folded: require_bare_store.foldOptional(email),
		status: "open",
		payment_status: paid_amount === total_amount ? "paid" : "pending",
		fulfillment_status: requires_shipping ? "unfulfilled" : "not_required",
		customer_id: customer?.id ?? null,
		number: nextNumber,
		created_at: orderTime,
		updated_at: orderTime,
		paid_at: paid_amount === total_amount ? orderTime : null
	};
}
const sumOf = (redemptions, name) => redemptions.reduce((sum, each) => sum + each[name], 0);
/**
* SQL value for the next order number. Locks the row with the shop's last number, so order numbers and creation
* times increase together.
*/
const latest = {
	name: "latest",
	sql: `INSERT INTO shop.order_numbers AS newest (shop_id, last_number) VALUES (:shop_id, 1001)
    ON CONFLICT (shop_id) DO UPDATE SET last_number = newest.last_number + 1 RETURNING last_number`,
	columns: { last_number: "bigint" }
};
/** SQL value for the time of the database's clock, which all instances share. Read after the number is locked. */
const moment = {
	name: "moment",
	sql: "SELECT clock_timestamp() AS taken_at FROM latest",
	standaloneSql: "SELECT clock_timestamp() AS taken_at",
	columns: { taken_at: "timestamptz" }
};
const nextNumber = new SqlValue({
	name: "next",
	sql: "(SELECT last_number FROM latest)",
	with: [latest]
});
const orderTime = new SqlValue({
	name: "of the number",
	sql: "(SELECT taken_at FROM moment)",
	with: [latest, moment]
});
/**
* Inserts the codes and variants of an order, and its payments by gift codes. Uses SQL because QueryBuilder cannot
* insert many rows with array parameters.
*/
function linkOrder(tx, id, { values: { currency_code }, reservations, redemptions }) {
	const statements = [];
	const same = {
		shop_id: tx.shop.id,
		order_id: id
	};
	const column = (type, of, value) => ({
		type,
		values: of.map(value)
	});
	if (redemptions.length > 0) statements.push(insertRows({
		name: "order-codes-add",
		table: "shop.order_codes",
		same,
		each: {
			code_id: column("uuid", redemptions, (each) => each.code_id),
			discount_amount: column("bigint", redemptions, (each) => each.discount_amount),
			gift_amount: column("bigint", redemptions, (each) => each.gift_amount)
		}
	}));
	if (reservations.length > 0) statements.push(insertRows({
		name: "order-variants-add",
		table: "shop.order_variants",
		same,
		each: {
			variant_id: column("uuid", reservations, ({ variant }) => variant.id),
			quantity: column("integer", reservations, (each) => each.quantity),
			reserved: column("integer", reservations, (each) => each.reserved)
		}
	}));
	const paid = redemptions.filter(({ gift_amount }) => gift_amount > 0).map(redemptionOf);
	return [...statements.map((statement) => tx.query(statement)), ...recordEntries(tx, {
		id,
		currency_code
	}, paid)];
}
// libs/shop/sales/src/orders/order-locks.ts
/**
* Returns the locks of the other rows that writes of orders change: customers' sums, usage of codes, and stock
* of variants.
*/
async function locksAround(tx, writes) {
	const changes = writes.filter((write) => write.op === "update");
	return [...changes.length === 0 ? [] : await locksOfChanged(tx, changes), ...writes.flatMap(locksOfSent)];
}
function locksOfSent(write) {
	if (write.op === "members" || write.op === "remove") return [];
	const customer = changed("customers", linked(write.input, "customer"));
	if (write.op === "update") return customer;
	const variants = write.input.attributes.line_items.flatMap(({ variant_id }) => variant_id ?? []);
	return [
		...customer,
		...changed("codes", linked(write.input, "codes")),
		...changed("variants", variants)
	];
}
/**
* Returns the locks of rows that the orders refer to before the change. A cancellation also changes the order's
* codes and variants.
*/
async function locksOfChanged(tx, changes) {
	const idsOf = (all) => (0, typeorm.Any)(all.map(({ id }) => id));
	const cancelled = changes.filter(({ input }) => input.attributes.status === "cancelled");
	const order_id = idsOf(cancelled);
	const [orders, codes, variants] = await require_notifier.allInOrder([
		tx.repository(require_bare_store.Order).find({
			where: { id: idsOf(changes) },
			select: ["customer_id"]
		}),
		cancelled.length === 0 ? [] : tx.repository(require_bare_store.OrderCode).find({
			where: { order_id },
			select: ["code_id"]
		}),
		cancelled.length === 0 ? [] : tx.repository(require_bare_store.OrderVariant).find({
			where: { order_id },
			select: ["variant_id"]
		})
	]);
	return [
		...changed("customers", orders.flatMap(({ customer_id }) => customer_id ?? [])),
		...changed("codes", codes.map(({ code_id }) => code_id)),
		...changed("variants", variants.map(({ variant_id }) => variant_id))
	];
}
const linked = ({ relationships }, name) => [relationships[name] ?? []].flat();
const changed = (type, ids) => ids.map((id) => ({
	type,
	id,
	lock: "no_key_update"
}));
// libs/shop/sales/src/orders/stock-reservation.ts
let StockReservation = class StockReservation {
	constructor(inventory) {
		this.inventory = inventory;
	}
	/**
	* Locks the ordered variants that exist and reads their products. Lock and read are sent in one message.
	*/
	async lock(tx, { line_items }) {
		const sent = line_items.flatMap(({ variant_id }) => variant_id === void 0 ? [] : [variant_id]);
		const ids = [...new Set(sent)];
		const [variants, products] = await require_notifier.allInOrder([this.inventory.lockVariants(tx, ids), this.inventory.findProductsOf(tx, ids)]);
		return {
			variants: byId(variants),
			products: byId(products)
		};
	}
	/** Deducts the stock that a new order reserves, with an event per variant. */
	async reserve(tx, order_id, reservations) {
		const counted = reservations.filter(({ variant, reserved }) => reserved > 0 && variant.inventory_quantity !== null);
		await require_notifier.allInOrder(counted.map(({ variant, reserved }) => this.inventory.setQuantity(tx, variant, {
			quantity: variant.inventory_quantity - reserved,
			reason: "ordered",
			order_id
		})));
	}
	/**
	* Returns the stock of a cancelled order. Skips variants that were deleted or whose stock is no longer
	* tracked.
	*/
	async release(tx, order_id) {
		const left = (await tx.repository(require_bare_store.OrderVariant).find({ where: {
			order_id,
			reserved: (0, typeorm.MoreThan)(0)
		} })).map(({ variant_id, reserved, restocked }) => [variant_id, reserved - restocked]);
		await this.add(tx, order_id, new Map(left.filter(([, quantity]) => quantity > 0)));
	}
	/** Returns refunded goods to the stock of variants that still exist and are tracked. */
	async restock(tx, order_id, quantities) {
		if (quantities.size === 0) return;
		const variants = tx.repository(require_bare_store.OrderVariant);
		for (const row of await variants.find({ where: {
			order_id,
			variant_id: (0, typeorm.Any)([...quantities.keys()])
		} })) await variants.update(row, { restocked: row.restocked + quantities.get(row.variant_id) });
		await this.add(tx, order_id, quantities);
	}
	async add(tx, order_id, quantities) {
		const variants = await this.inventory.lockVariants(tx, [...quantities.keys()]);
		for (const variant of variants) if (variant.inventory_quantity !== null) await this.inventory.setQuantity(tx, variant, {
			quantity: variant.inventory_quantity + quantities.get(variant.id),
			reason: "restocked",
			order_id
		});
	}
};
StockReservation = require_define_resource.__decorate([require_notifier.Injectable(), require_define_resource.__decorateMetadata("design:paramtypes", [typeof Inventory$1 === "undefined" ? Object : Inventory$1])], StockReservation);
const byId = (rows) => new Map(rows.map((row) => [row.id, row]));
// libs/shop/sales/src/fulfillments/fulfillment-history.ts
/** Reads the fulfillments of a locked order that are not cancelled. */
async function handoversOf(tx, order_id) {
	return (await tx.repository(require_bare_store.Fulfillment).find({ where: {
		order_id,
		status: "fulfilled"
	} })).map(({ id, line_items }) => ({
		id,
		line_items: require_bare_store.parseJson(line_items)
	}));
}
/** Returns the columns of a new fulfillment by the author of the request. */
const newFulfillment = (tx, order_id, line_items) => ({
	id: (0, uuid.v7)(),
	order_id,
	status: "fulfilled",
	line_items,
	derived: false,
	...require_bare_store.authorOf(tx.shop)
});
/**
* Writes the fulfillment for a PATCH of an order: all remaining lines for `fulfilled`, no lines for `partial`, because
* the request does not name them.
*/
async function recordFulfillment(tx, order, status) {
	if (status === order.fulfillment_status || status !== "partial" && status !== "fulfilled") return;
	const lines = status === "partial" ? [] : require_bare_store.unfulfilledLines(require_bare_store.parseJson(order.line_items), await handoversOf(tx, order.id));
	await tx.repository(require_bare_store.Fulfillment).insert(newFulfillment(tx, order.id, lines));
}
// libs/shop/sales/src/orders/order-time.ts
/** Reads the time of the database's clock, which all instances share. The order must exist. */
async function databaseTime(tx, id) {
	const [row] = await tx.repository(require_bare_store.Order).select("time", (query) => query.addSelect("clock_timestamp()", "now").where("t.id = :id"), { id });
	return String(row["now"]);
}
// libs/shop/sales/src/orders/update-order.ts
/**
* Returns the columns to change. Also updates the customer's sums, and returns codes and stock after a
* cancellation. The caller has locked the order and its customers.
*/
async function updateOrder(tx, { stock, codes }, order, input) {
	const { attributes, pointer } = input;
	const place = `${pointer}/attributes`;
	const { status = order.status } = attributes;
	if (order.status === "cancelled") refuseChanges(order, input);
	require_bare_store.checkStates(order, attributes, place);
	checkReason(attributes, status, place);
	const amounts = paymentAmounts(order, attributes, place);
	const times = await timesOf$1(tx, order, attributes, amounts);
	const entries = await entriesOf(tx, order, {
		payment_status: attributes.payment_status,
		...amounts
	});
	await moveSums(tx, order, contributionOf({
		...order,
		...amounts,
		status
	}), input);
	if (status === "cancelled" && order.status !== "cancelled") {
		const { id, paid_amount, refunded_amount } = {
			...order,
			...amounts
		};
		entries.push(...await codes.release(tx, {
			id,
			paid_amount,
			refunded_amount
		}));
		await stock.release(tx, order.id);
	}
	await require_notifier.allInOrder(recordEntries(tx, order, entries));
	await recordFulfillment(tx, order, attributes.fulfillment_status);
	const former_customers = rememberCustomers(order, require_bare_store.changedAttributes(require_bare_store.orders, order, attributes), isMoved(order, input));
	return {
		...attributes,
		email_folded: require_bare_store.foldOptional(attributes.email),
		former_customers,
		...amounts,
		...times
	};
}
/** True if the order gets another customer or none. */
const isMoved = ({ customer_id }, { relationships }) => relationships["customer"] !== void 0 && relationships["customer"] !== customer_id;
/** Attributes of an order that can still change after a cancellation. */
const stillOpen = ["note", "tags"];
function refuseChanges(order, input) {
	const { attributes, pointer, linkagePointer } = input;
	const [changed] = require_bare_store.changedAttributes(require_bare_store.orders, order, attributes).filter((name) => !stillOpen.includes(name));
	if (changed === void 0 && !isMoved(order, input)) return;
	const place = changed === void 0 ? "relationships/customer" : `attributes/${changed}`;
	throw require_bare_store.illegalTransition("orders.get", {
		detail: `The order is cancelled. Only ${stillOpen.join(" and ")} can still change.`,
		pointer: changed === void 0 && linkagePointer ? linkagePointer : `${pointer}/${place}`,
		allowed: []
	});
}
function checkReason({ cancel_reason = null }, status, pointer) {
	if (cancel_reason === null || status === "cancelled") return;
	throw new require_define_resource.ApiError("invalid_attribute", {
		detail: "cancel_reason can be set only when status is \"cancelled\".",
		source: { pointer: `${pointer}/cancel_reason` },
		meta: { attribute: "cancel_reason" }
	});
}
/** Returns the timestamps for new states and for a refund. */
async function timesOf$1(tx, order, sent, amounts) {
	const columns = require_bare_store.timestampColumns(order, sent);
	if (amounts.refunded_amount !== void 0) columns.push("refunded_at");
	if (columns.length === 0) return {};
	const now = await databaseTime(tx, order.id);
	return Object.fromEntries(columns.map((column) => [column, now]));
}
/** Returns the entries of the payment history for a change of the payment. */
async function entriesOf(tx, order, changed) {
	const { payment_status = order.payment_status, paid_amount, refunded_amount } = changed;
	const isPaid = paid_amount !== void 0 || refunded_amount !== void 0;
	if (payment_status === order.payment_status && !isPaid) return [];
	return entriesOfChange(order, changed, await completeHistory(tx, order, await readEntries(tx, order.id)));
}
// libs/shop/sales/src/orders/orders.repository.ts
let OrdersRepository = class OrdersRepository extends ResourceRepository {
	static {
		this.resource = require_bare_store.orders;
	}
	constructor(stock, codes) {
		super();
		this.stock = stock;
		this.codes = codes;
		this.insertLocksRows = true;
	}
	/** Uses two messages to the database: first all locks and reads, then all writes. */
	async beforeInsert(input, tx) {
		const services = {
			stock: this.stock,
			codes: this.codes
		};
		const order = await prepareOrder(tx, services, input);
		return withWrites(order.values, {
			before: () => takeFor(tx, services, input.id, order),
			after: () => linkOrder(tx, input.id, order),
			joined: ["codes"]
		});
	}
	afterCommit(rows, { id, number }) {
		rows.notify({
			kind: "order_placed",
			id: String(id),
			name: String(number)
		});
		return Promise.resolve();
	}
	async locksOf(tx, writes) {
		const [locks, others] = await require_notifier.allInOrder([super.locksOf(tx, writes), locksAround(tx, writes)]);
		return [...locks, ...others];
	}
	beforeUpdate(input, order, tx) {
		const { customer_id } = order;
		if (customer_id !== null) requireLockedAhead(tx, "customers", [customer_id]);
		return updateOrder(tx, {
			stock: this.stock,
			codes: this.codes
		}, order, input);
	}
	beforeDelete(order) {
		precondition(order, { status: "cancelled" }, () => {
			throw new require_define_resource.ApiError("illegal_transition", {
				detail: "Only a cancelled order can be deleted. Cancel it first, which returns its stock and codes.",
				meta: { allowed: ["cancelled"] }
			});
		});
	}
};
OrdersRepository = require_define_resource.__decorate([require_notifier.Injectable(), require_define_resource.__decorateMetadata("design:paramtypes", [typeof StockReservation === "undefined" ? Object : StockReservation, typeof CodeRedemption === "undefined" ? Object : CodeRedemption])], OrdersRepository);
// libs/shop/catalog/src/products/handles.ts
/** Handle derived from a title. A title without letters and digits gets the handle `product`. */
const handleOfTitle = (title) => handleOf(title) || "product";
const numbered = (number) => `:handle::text || CASE WHEN ${number} = 1 THEN '' ELSE '-' || ${number} END`;
/**
* Finds an unused handle: `mug`, or `mug-<number>` if `mug-<number - 1>` is in use. The search doubles the
* number until a handle is unused, then halves the interval, so ten thousand products with one title cost 28
* index lookups and no lock. `OFFSET 0` computes the candidate before the lookup: an expression in the
* condition would not use the index under row-level security.
*/
const search = {
	name: "found",
	columns: { handle: "text" },
	sql: `WITH RECURSIVE search (taken, free) AS (
      SELECT 0::bigint, NULL::bigint
      UNION ALL
      SELECT CASE WHEN found THEN number ELSE taken END, CASE WHEN found THEN free ELSE number END
      FROM (
        SELECT taken, free, number, ${numbered("number")} AS handle
        FROM search, LATERAL (SELECT coalesce((taken + free) / 2, greatest(taken * 2, 1)) AS number) next
        WHERE free IS NULL OR free - taken > 1 OFFSET 0
      ) candidate LEFT JOIN LATERAL (
        SELECT true AS found FROM ${require_define_resource.tableOf(require_bare_store.Product)} product
        WHERE product.shop_id = :shop_id::uuid AND product.handle = candidate.handle LIMIT 1
      ) look ON true
    )
    SELECT ${numbered("free")} AS handle FROM search WHERE free - taken = 1`
};
/** Handle derived from the title, with a number if another product has this handle. */
const freeHandle = (title) => new FreeValue(handleOfTitle(title), ["handle"], {
	name: "free",
	sql: "(SELECT handle FROM found)",
	with: [search]
});
// libs/shop/catalog/src/products/products.repository.ts
let ProductsRepository = class ProductsRepository extends ResourceRepository {
	static {
		this.resource = require_bare_store.products;
	}
	constructor(database) {
		super();
		this.database = database;
		this.unique = { handle: "handle" };
	}
	beforeInsert({ attributes }) {
		const { status = "draft", description = "", tags = [], title } = attributes;
		const { handle = freeHandle(title) } = attributes;
		return {
			title,
			handle,
			description,
			status,
			tags,
			published_at: attributes.published_at ?? (status === "active" ? this.now() : null)
		};
	}
	/** Sets published_at when the product first becomes active. */
	beforeUpdate({ attributes, pointer }, product) {
		const { status, published_at } = attributes;
		if (status === void 0) return { ...attributes };
		require_bare_store.checkTransition(require_bare_store.productStates, product.status, status, `${pointer}/attributes/status`, "products.get");
		const isFirst = status === "active" && product.published_at === null && published_at === void 0;
		return {
			...attributes,
			...isFirst && { published_at: this.now() }
		};
	}
	now() {
		return new Date(this.database.clock.now()).toISOString();
	}
};
ProductsRepository = require_define_resource.__decorate([
	require_notifier.Injectable(),
	__decorateParam(0, require_notifier.Inject(require_notifier.ShopDatabase)),
	require_define_resource.__decorateMetadata("design:paramtypes", [typeof Pick === "undefined" ? Object : Pick])
], ProductsRepository);
// libs/shop/catalog/src/inventory-changes/inventory-change.entity.ts
/** Reasons for a change of the stock of a variant. */
const inventoryChangeReasons = [
	"created",
	"adjusted",
	"ordered",
	"restocked",
	"imported"
];
let InventoryChange = class InventoryChange extends require_define_resource.IdentifiedRow {};
require_define_resource.__decorate([require_define_resource.Uuid(), require_define_resource.__decorateMetadata("design:type", String)], InventoryChange.prototype, "variant_id", void 0);
require_define_resource.__decorate([require_define_resource.Uuid({ nullable: true }), require_define_resource.__decorateMetadata("design:type", Object)], InventoryChange.prototype, "order_id", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Change of the stock. A stock that is not tracked counts as 0."),
	require_define_resource.Int(),
	require_define_resource.__decorateMetadata("design:type", Number)
], InventoryChange.prototype, "delta", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Quantity in stock after the change. null means that stock is no longer tracked."),
	require_define_resource.Int({ nullable: true }),
	require_define_resource.__decorateMetadata("design:type", Object)
], InventoryChange.prototype, "quantity", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Reason for the change. created: new variant, adjusted: changed by a request, ordered: taken by an order, restocked: returned by a cancellation or a refund, imported: written by an import.", { values: inventoryChangeReasons }),
	require_define_resource.CollatedText(),
	require_define_resource.__decorateMetadata("design:type", Object)
], InventoryChange.prototype, "reason", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Type of the author: app, access_token or person. null if the author is unknown.", { values: [
		"app",
		"access_token",
		"person"
	] }),
	require_define_resource.CollatedText({ nullable: true }),
	require_define_resource.__decorateMetadata("design:type", Object)
], InventoryChange.prototype, "actor_type", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Id of the app, the access token or the person who is the author. null if the author is unknown."),
	require_define_resource.Uuid({ nullable: true }),
	require_define_resource.__decorateMetadata("design:type", Object)
], InventoryChange.prototype, "actor_id", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Name of the author at that time. null if the author is unknown."),
	require_define_resource.Text({ nullable: true }),
	require_define_resource.__decorateMetadata("design:type", Object)
], InventoryChange.prototype, "actor_name", void 0);
require_define_resource.__decorate([require_define_resource.Timestamp(), require_define_resource.__decorateMetadata("design:type", String)], InventoryChange.prototype, "created_at", void 0);
InventoryChange = require_define_resource.__decorate([(0, typeorm.Entity)({
	schema: "shop",
	name: "inventory_changes"
})], InventoryChange);
// libs/shop/catalog/src/inventory-changes/record-change.ts
/**
* Writes a change of the stock, in the transaction that changes the variant. An equal quantity writes nothing. Notifies
* members of the shop if the stock runs out.
*/
function recordChange(tx, { variant, before, after, reason, order_id }) {
	if (before === after) return [];
	const { id: variant_id, sku, title } = variant;
	if (before !== null && before > 0 && after !== null && after <= 0) tx.notify({
		kind: "variant_out_of_stock",
		id: variant_id,
		name: sku ?? title
	});
	return [tx.repository(InventoryChange).insert({
		id: newId(),
		variant_id,
		order_id: order_id ?? null,
		delta: (after ?? 0) - (before ?? 0),
		quantity: after,
		reason,
		...require_bare_store.authorOf(tx.shop),
		created_at: transactionTime
	})];
}
const transactionTime = new SqlValue({
	name: "now",
	sql: "now()"
});
// libs/shop/catalog/src/next-position.ts
/**
* Position after the last row of the product. Locks the product, so that concurrently created rows get different
* positions.
*/
const nextPosition = (entity, product) => new SqlValue({
	name: "next",
	sql: "(SELECT position FROM next)",
	with: [{
		name: "next",
		sql: `SELECT coalesce(max(v.position), 0) + 1 AS position FROM ${require_define_resource.tableOf(entity)} v
          WHERE v.shop_id = :shop_id::uuid AND v.product_id = :product_id::uuid`,
		columns: { position: "integer" }
	}],
	lock: {
		type: "products",
		id: product,
		lock: "no_key_update"
	}
});
// libs/shop/catalog/src/variants/variants.repository.ts
let VariantsRepository = class VariantsRepository extends ResourceRepository {
	constructor(..._args) {
		super(..._args);
		this.unique = { sku: "sku" };
	}
	static {
		this.resource = require_bare_store.variants;
	}
	/** Reads the image of a new variant. A variant without image needs only one statement. */
	beforeInsert(input, tx) {
		const { product } = input.relationships;
		const checked = requireImageOf(tx, String(product), input, { lock: "key_share" });
		return checked ? checked.then(() => this.newValues(input, tx)) : this.newValues(input, tx);
	}
	newValues({ id, attributes, relationships }, tx) {
		const { shop } = tx;
		const { position = nextPosition(require_bare_store.Variant, String(relationships["product"])) } = attributes;
		const values = {
			inventory_policy: "deny",
			currency_code: shop.currency_code,
			...attributes,
			position
		};
		const { inventory_quantity: after = null } = attributes;
		if (after === null) return values;
		const { sku = null, title } = attributes;
		const change = {
			variant: {
				id,
				sku,
				title
			},
			before: null,
			after,
			reason: reasonIn(shop, "created")
		};
		return withWrites(values, { after: () => recordChange(tx, change) });
	}
	/** A new variant at the last position locks its product, so that concurrent variants get other positions. */
	async locksOf(tx, writes) {
		const products = writes.flatMap((write) => {
			if (write.op !== "add" || write.input.attributes.position !== void 0) return [];
			const id = String(write.input.relationships["product"]);
			return require_define_resource.isUuid(id) ? [{
				type: "products",
				id,
				lock: "no_key_update"
			}] : [];
		});
		return [...await super.locksOf(tx, writes), ...products];
	}
	/** Compares a new quantity or image with the locked variant. Other changes need no locked variant. */
	beforeUpdate(input, row, tx) {
		const { image } = input.relationships;
		const checked = image ? requireImageOf(tx, row.product_id, input) : void 0;
		return checked ? checked.then(() => this.changedValues(input, row, tx)) : this.changedValues(input, row, tx);
	}
	changedValues({ attributes }, row, tx) {
		const values = { ...attributes };
		const { inventory_quantity: after } = attributes;
		if (after === void 0 || after === row.inventory_quantity) return values;
		const { sku = row.sku, title = row.title } = attributes;
		const change = {
			variant: {
				id: row.id,
				sku,
				title
			},
			before: row.inventory_quantity,
			after
		};
		return withWrites(values, { after: () => recordChange(tx, {
			...change,
			reason: reasonIn(tx.shop, "adjusted")
		}) });
	}
};
VariantsRepository = require_define_resource.__decorate([require_notifier.Injectable()], VariantsRepository);
/**
* Throws 404 if the input names an image that does not exist, and 422 if it names an image of another product. A new
* variant locks its image against deletion. An update must not, because its variant is locked already, and images are
* locked before variants. Returns undefined without a query if the input names no image.
*/
function requireImageOf(tx, product_id, { relationships: { image }, pointer, linkagePointer }, locking) {
	if (typeof image !== "string") return void 0;
	const place = linkagePointer ?? `${pointer}/relationships/image/data`;
	return tx.repository(require_bare_store.ProductImage).findOne({
		where: { id: image },
		select: ["product_id"],
		...locking
	}).then((row) => {
		if (!row) throw noSuch("product_images", image, place);
		if (row.product_id !== product_id) throw imageOfOtherProduct(place);
	});
}
const imageOfOtherProduct = (pointer) => new require_define_resource.ApiError("invalid_relationship", {
	detail: "The image belongs to another product. Use an image of the product of this variant.",
	source: { pointer },
	meta: { relationship: "image" }
});
const reasonIn = ({ job }, otherwise) => job === "import" ? "imported" : otherwise;
// libs/shop/catalog/src/inventory.ts
function ofVariants(query) {
	const variants = query.dataSource.createQueryBuilder(require_bare_store.Variant, "v").select("v.product_id").where("v.shop_id = :shop_id AND v.id = ANY (:variantIds)");
	for (const column of [
		"id",
		"title",
		"status"
	]) query.addSelect(`t.${column}`, column);
	return query.where(`t.id IN (${variants.getQuery()})`);
}
let Inventory = class Inventory {
	constructor(variants) {
		this.variants = variants;
	}
	/** Locks the given variants that exist, in ascending order of their ids. */
	lockVariants(tx, ids) {
		return this.variants.lockAll(tx, ids);
	}
	/** Returns the products of these variants in any order. */
	async findProductsOf(context, variantIds) {
		if (variantIds.length === 0) return [];
		return context.repository(require_bare_store.Product).select("of variants", ofVariants, { variantIds });
	}
	/** Sets the stock of a locked variant, and writes its event and its inventory change. */
	async setQuantity(tx, variant, { quantity: after, ...cause }) {
		const { inventory_quantity: before } = variant;
		await require_notifier.allInOrder([tx.repository(require_bare_store.Variant).update(variant, { inventory_quantity: after }), ...recordChange(tx, {
			variant,
			before,
			after,
			...cause
		})]);
	}
};
Inventory = require_define_resource.__decorate([require_notifier.Injectable(), require_define_resource.__decorateMetadata("design:paramtypes", [typeof VariantsRepository === "undefined" ? Object : VariantsRepository])], Inventory);
// tools/bench/src/exports/floors.ts
/** Number of rows per FETCH: ten pages of an export. */
const FETCH_ROWS = 1e3;
/**
* Query for all orders of a shop. The id is part of the SQL text, because cursors and COPY accept no
* parameters.
*/
const ordersOf = (shop_id) => `SELECT * FROM shop.orders WHERE shop_id = '${shop_id}' ORDER BY id`;
/** Reads all orders through a cursor in one transaction and formats each order as a line of an export. */
async function byCursor(client, shop_id, origin) {
	await client.query("BEGIN");
	await client.query(`DECLARE everything CURSOR FOR ${ordersOf(shop_id)}`);
	let [rows, first, bytes] = [
		0,
		"",
		0
	];
	for (;;) {
		const lines = (await client.query({
			text: `FETCH ${FETCH_ROWS} FROM everything`,
			types: require_bare.parsedFormat
		})).rows.map((row) => `${JSON.stringify(require_bare_store.objectOf(require_bare_store.orders, row, origin))}\n`);
		first ||= lines[0];
		bytes += Buffer.byteLength(lines.join(""));
		rows += lines.length;
		if (lines.length < FETCH_ROWS) break;
	}
	await client.query("COMMIT");
	if (bytes === 0) throw new Error("the shop has no orders");
	return {
		rows,
		first
	};
}
/** Reads the same rows with COPY without parsing them. Returns the number of rows. */
function byCopy(client, shop_id) {
	return new Promise((resolve, reject) => {
		client.query(new CopyOut(`COPY (${ordersOf(shop_id)}) TO STDOUT`, (error, rows) => error ? reject(error) : resolve(rows)));
	});
}
/** A query of `pg` that counts its rows and drops their data. */
var CopyOut = class {
	constructor(statement, done) {
		this.statement = statement;
		this.done = done;
		this.rows = 0;
	}
	submit(connection) {
		connection.query(this.statement);
	}
	/** Counts a row. Each message contains one row (PostgreSQL protocol, "COPY Operations"). */
	handleCopyData() {
		this.rows += 1;
	}
	handleError(error) {
		this.error = error;
	}
	handleReadyForQuery() {
		this.done(this.error, this.rows);
	}
	handleCommandComplete() {}
};
// tools/bench/src/exports/index.ts
/** Number of measured exports. One more export warms up. */
const TURNS$9 = {
	full: 5,
	quick: 3
};
const MIB = 1048576;
/**
* Exports all orders of a shop, and reads the same orders through a cursor and with COPY. Also measures the
* memory growth of the service.
*/
async function measureExports(stage, count, how, say) {
	const shop = await require_people.makeShop(stage.client, "bench-exports");
	await fillStore(stage.client, shop, count);
	say(`filled ${shop.domain}: ${count} orders\n`);
	const port = await stage.startService("shop-api");
	const target = require_http.targetOf(shop, port);
	const before = stage.memoryOf(port)?.now ?? NaN;
	return require_subscribed_shop.withClient(stage.databaseUrl(), async (floor) => {
		const runs = [];
		for (let turn = 0; turn <= TURNS$9[how]; turn += 1) runs.push(await oneTurn(stage, target, floor, {
			id: shop.id,
			count
		}));
		return report(runs, before);
	});
}
async function oneTurn(stage, target, floor, { id, count }) {
	const cpu = () => stage.cpuOf(target.port) ?? NaN;
	const before = cpu();
	const [ours, ms] = await require_timed.timed(() => exportOf(target));
	const used = cpu() - before;
	const [cursor, cursorMs] = await require_timed.timed(() => byCursor(floor, id, `http://${target.host}`));
	const [copyRows, copyMs] = await require_timed.timed(() => byCopy(floor, id));
	if ([
		ours.rows,
		cursor.rows,
		copyRows
	].some((rows) => rows !== count)) throw new Error(`the export has ${ours.rows} of ${count} orders`);
	if (!(0, node_util.isDeepStrictEqual)(withoutNext(ours.first), JSON.parse(cursor.first))) throw new Error("the export writes another object than the floor");
	const perSecond = (ms) => count * 1e3 / ms;
	return {
		ours: perSecond(ms),
		cursor: perSecond(cursorMs),
		copy: perSecond(copyMs),
		megabytes: ours.bytes / 1e6,
		cpuOfThousand: used * 1e3 / count,
		largest: stage.memoryOf(target.port)?.largest ?? NaN
	};
}
/** Removes `meta.next`, which the shop API computes and the floor does not. */
function withoutNext(line) {
	const { meta, ...object } = JSON.parse(line);
	const { next: _, ...others } = meta;
	return {
		...object,
		meta: others
	};
}
function report(runs, before) {
	const [first, ...others] = runs;
	const grew = (run) => ((run.largest - before) / MIB).toFixed(0);
	return require_table.table([...[
		"export",
		"MB",
		"rows/s",
		"cursor, built/s",
		"ratio",
		"COPY/s",
		"ratio"
	], ...[
		"CPU ms/1,000",
		"RSS + MiB, first",
		"after all"
	]], [[
		"orders, NDJSON",
		medianOf(others, (run) => run.megabytes),
		medianOf(others, (run) => run.ours),
		medianOf(others, (run) => run.cursor),
		medianOf(others, (run) => run.ours / run.cursor, 2),
		medianOf(others, (run) => run.copy),
		medianOf(others, (run) => run.ours / run.copy, 3),
		medianOf(others, (run) => run.cpuOfThousand, 1),
		grew(first),
		grew(others.at(-1))
	]]);
}
/** Reads a whole export and keeps only its first line. Throws if the export is incomplete. */
function exportOf(target) {
	const body = JSON.stringify({ data: {
		type: "exports",
		attributes: { resource_type: "orders" }
	} });
	const headers = {
		...require_http.headersOf(target),
		accept: "application/x-ndjson",
		"content-type": "application/vnd.api+json"
	};
	return new Promise((resolve, reject) => {
		const options = {
			host: "127.0.0.1",
			port: target.port,
			path: "/api/exports",
			method: "POST",
			headers,
			agent: false
		};
		const sent = (0, node_http.request)(options, (response) => {
			if (response.statusCode !== 200) return reject(/* @__PURE__ */ new Error(`an export was answered ${response.statusCode}`));
			let [bytes, first, last] = [
				0,
				"",
				""
			];
			response.on("data", (chunk) => {
				bytes += chunk.length;
				if (!first.includes("\n")) first += chunk.toString();
				last = (last + chunk.toString()).slice(-200);
			});
			response.on("end", () => {
				const { meta } = JSON.parse(last.trimEnd().split("\n").at(-1));
				if (!meta.complete) return reject(/* @__PURE__ */ new Error("an export was cut"));
				resolve({
					rows: meta.count,
					bytes,
					first: first.split("\n", 1)[0]
				});
			});
		});
		sent.once("error", reject);
		sent.end(body);
	});
}
// tools/bench/src/counting.ts
/** Each turn measures both tokens one after another, because the speed of machines drifts. */
const TURNS$8 = 9;
const SECONDS$8 = 2;
/** Maximum CPU time of a counted GET, as a multiple of an uncounted GET. */
const BAR$4 = 1.02;
/**
* Measures the CPU time of a GET with a token whose requests are counted (requests, scopes, networks and customers),
* and with a token of the panel, whose requests are not counted. The second table times the functions that count.
*/
async function measureCounting(stage) {
	const shop = await require_people.makeShop(stage.client, "bench-counting");
	const counted = require_http.targetOf(shop, await stage.startService("shop-api"));
	const request = {
		method: "GET",
		path: await aCustomer$1(counted)
	};
	const uncounted = {
		...counted,
		token: await panelToken(stage.client, shop)
	};
	const cpuOf = (target) => cpuPerRequest(stage, target, request);
	const runs = await measureTurns(TURNS$8, async () => ({
		counted: await cpuOf(counted),
		uncounted: await cpuOf(uncounted)
	}));
	const ratio = require_numbers.median(runs.map((run) => run.counted / run.uncounted));
	const cells = [medianOf(runs, (run) => run.counted, 1), medianOf(runs, (run) => run.uncounted, 1)];
	const verdict = `${BAR$4} ${ratio <= BAR$4 ? "met" : "MISSED"}`;
	return `${require_table.table([
		"CPU µs per request",
		"counted",
		"not counted",
		"ratio",
		"bar"
	], [[
		"GET one customer",
		...cells,
		ratio.toFixed(3),
		verdict
	]])}\n${timeFunctions(shop)}`;
}
/** Creates a customer and returns its path. */
async function aCustomer$1(target) {
	const { status, text } = await require_http.send({
		port: target.port,
		method: "POST",
		path: "/api/customers",
		headers: {
			...require_http.headersOf(target),
			"content-type": require_media_type.mediaType
		},
		body: JSON.stringify({ data: {
			type: "customers",
			attributes: { email: "bench@example.com" }
		} })
	});
	if (status !== 201) throw new Error(`POST /api/customers: ${status} ${text}`);
	return `/api/customers/${JSON.parse(text).data.id}`;
}
async function cpuPerRequest(stage, target, request) {
	const before = stage.cpuOf(target.port);
	if (before === void 0) throw new Error("This part needs /proc.");
	const { requests } = await load(target, [request], SECONDS$8);
	return (stage.cpuOf(target.port) - before) * 1e3 / requests;
}
/** Creates a token as the panel has it: it belongs to the session of a person. */
async function panelToken(client, { id: shop_id }) {
	const [owner, session, token] = [
		(0, node_crypto.randomUUID)(),
		(0, node_crypto.randomUUID)(),
		require_token.mintToken("access_token")
	];
	await client.query(`INSERT INTO auth.owners (id, email, email_key, name, password_hash) VALUES ($1, $2, $2, 'bench', '')`, [owner, `${owner}@bench.example`]);
	await client.query(`INSERT INTO auth.sessions (id, owner_id, digest, expires_at) VALUES ($1, $2, sha256('bench'), 'infinity')`, [session, owner]);
	await client.query(`INSERT INTO auth.access_tokens (shop_id, id, name, digest, last_four, session_id, expires_at)
     VALUES ($1, $2, 'panel', decode($3, 'hex'), $4, $5, 'infinity')`, [
		shop_id,
		(0, node_crypto.randomUUID)(),
		token.digest,
		token.lastFour,
		session
	]);
	return token.reveal();
}
/** Number of calls in a row. */
const CALLS = 2e5;
/** Times the functions that count, for one token. */
function timeFunctions({ id }) {
	const database = {
		clock: { now: () => Date.now() },
		query: () => Promise.resolve([])
	};
	const host = void 0;
	const grant = {
		kind: "access_token",
		token_id: (0, node_crypto.randomUUID)(),
		shop: { id }
	};
	const [requests, scopes] = [new RequestCounts(database, host), new ScopeCounts(database, host)];
	const [networks, customers] = [new NetworkCounts(database), new CustomerReads(database)];
	const orders = {
		type: "orders",
		relationships: { customer: {
			type: "customers",
			column: "customer_id"
		} }
	};
	const page = Array.from({ length: 25 }, () => ({ customer_id: (0, uuid.v7)() }));
	const one = page.slice(0, 1);
	return require_table.table(["count", "µs"], [
		["requests", () => requests.add(grant, 200)],
		["scopes", () => scopes.add(grant, ["orders.get"], "GET")],
		["networks", () => networks.add(grant, "203.0.113.7")],
		["customers, one order", () => customers.add(grant, orders, one)],
		["customers, 25 orders", () => customers.add(grant, orders, page)]
	].map(([name, count]) => [name, microsecondsOf(count).toFixed(2)]));
}
/** Returns the median time of a call over several turns. */
function microsecondsOf(call) {
	const turns = Array.from({ length: TURNS$8 }, () => {
		const startedAt = performance.now();
		for (let count = 0; count < CALLS; count += 1) call();
		return (performance.now() - startedAt) * 1e3 / CALLS;
	});
	return require_numbers.median(turns);
}
// tools/bench/src/meta-entries.ts
/**
* Number of turns, and number of inserts per turn. A turn needs many inserts, because the kernel counts CPU
* time in hundredths of a second.
*/
const [TURNS$7, INSERTS] = [9, 600];
/** Maximum CPU time of an insert with search entries, as a multiple of an insert without them. */
const BAR$3 = 2.5;
const data = {
	colour: "blue",
	price: 12.5,
	note: "a note of some length",
	sale: true,
	tags: ["a", "b"],
	size: "XL",
	weight: 700,
	supplier: "Mill & Sons"
};
/**
* Measures the cost of search entries: their size on disk, and the CPU time of the backend for an insert with
* its event, with the database role of the shop API. `objects` is the number of objects in all shops.
*/
async function measureEntries(stage, shop, objects) {
	const onDisk = await sizes$1(stage, objects);
	const options = {
		url: stage.databaseUrl("shop"),
		applicationName: "bench",
		poolSize: 1
	};
	const dataSource = await new typeorm.DataSource(require_notifier.dataSourceOptions(options)).initialize();
	const database = new require_notifier.ShopDatabase(dataSource, options);
	const write = (statement) => database.write({ shop_id: shop.id }, statement);
	try {
		const [{ pid } = {}] = await write({
			name: "pid",
			text: "SELECT pg_backend_pid() AS pid"
		});
		const [last] = (await stage.client.query("SELECT max(segment) AS segment FROM shop.meta_segments WHERE shop_id = $1", [shop.id])).rows;
		const kinds = [
			{
				name: "without entries",
				insert: () => bareInsert(shop.id)
			},
			{
				name: "with entries, where its segment is known",
				insert: () => fullInsert(shop.id, last.segment)
			},
			{
				name: "with entries, and a look for its segment",
				insert: () => fullInsert(shop.id)
			}
		];
		const used = kinds.map(() => []);
		for (let turn = 0; turn <= TURNS$7; turn += 1) for (const [at, { insert }] of kinds.entries()) {
			const before = require_stage.cpuOf(Number(pid));
			for (let count = 0; count < INSERTS; count += 1) await write(require_cases.withEvent(insert(), {
				shop_id: shop.id,
				origin: "http://bench.localhost"
			}));
			if (turn > 0) used[at].push((require_stage.cpuOf(Number(pid)) - before) / INSERTS);
		}
		return `${cpuTable(kinds, used)}\n${onDisk}`;
	} finally {
		await database.close();
		await dataSource.destroy();
	}
}
function cpuTable(kinds, used) {
	const rows = kinds.map(({ name }, at) => {
		const ratios = used[at].map((ms, turn) => ms / used[0][turn]);
		const ratio = require_numbers.median(ratios);
		const verdict = at === 0 ? "" : `${BAR$3} ${ratio <= BAR$3 ? "met" : "MISSED"}`;
		return [
			name,
			require_numbers.median(used[at]).toFixed(3),
			...ratioCells(ratios),
			verdict
		];
	});
	return require_table.table([
		"insert of an object with 8 keys",
		"database ms",
		"ratio",
		"min",
		"max",
		"bar"
	], rows);
}
const fullInsert = (shop_id, segment) => require_cases.insertMeta(shop_id, {
	id: (0, uuid.v7)(),
	resource_type: "orders",
	resource_id: "1",
	data: JSON.stringify(data),
	tokens: require_cases.entryTokens(data),
	segment
});
const bareInsert = (shop_id) => ({
	resource: require_cases.meta,
	change: "created",
	name: "bench-meta-without-entries",
	sql: `INSERT INTO shop.meta (shop_id, id, resource_type, resource_id, data, version, created_at, updated_at, segment)
    VALUES ($1::uuid, $2::uuid, $3, $4, $5::jsonb, 1, now(), now(), 1)`,
	values: [
		shop_id,
		(0, uuid.v7)(),
		"orders",
		"1",
		JSON.stringify(data)
	]
});
async function sizes$1({ client }, objects) {
	const { rows } = await client.query(`SELECT c.oid::regclass::text AS name,
      pg_relation_size(c.oid) + coalesce(pg_relation_size(nullif(c.reltoastrelid, 0)), 0) AS bytes
     FROM pg_class c LEFT JOIN pg_index i ON i.indexrelid = c.oid
     WHERE coalesce(i.indrelid, c.oid) IN ('shop.meta'::regclass, 'shop.meta_entries'::regclass)
       ORDER BY coalesce(i.indrelid, c.oid), c.oid`);
	const perMillion = (bytes) => (Number(bytes) / objects * (1e6 / 1048576)).toFixed(0);
	return require_table.table(["on disk", "MB for a million objects"], rows.map(({ name, bytes }) => [name, perMillion(bytes)]));
}
// tools/bench/src/outbox.ts
const TURNS$6 = 9;
const SECONDS$7 = 2;
/** Minimum speed of a write with its event, as a share of the same write without an event. */
const BAR$2 = .65;
/**
* Measures the cost of an event for a POST at three servers: at the shop API with and without events, at a
* bare server, for which the relative cost is higher, and through the driver alone. `port` is the port of the
* shop API.
*/
async function measureOutbox(stage, shop, port) {
	const { path, ...request } = require_cases.creationRequest;
	const pathWithout = `${path}-without-event`;
	const routes = [{
		method: "POST",
		path,
		kind: "insert"
	}, {
		method: "POST",
		path: pathWithout,
		kind: "insert-without-event"
	}];
	const api = require_http.targetOf(shop, port);
	const apiWithout = {
		...api,
		port: await stage.startShopApiWithoutEvents()
	};
	const floor = {
		floor: "spliced",
		shopId: shop.id,
		routes
	};
	const bare = {
		port: await stage.startBare("--bare", floor),
		host: api.host
	};
	const perSecond = async (target, to) => (await load(target, [{
		...request,
		path: to
	}], SECONDS$7)).perSecond;
	const loop = (event) => pgLoop(stage.databaseUrl(), () => require_cases.insertStatement(shop.id, require_cases.attributes, event), SECONDS$7);
	return require_table.table([
		"a write",
		"with its event/s",
		"without/s",
		"ratio",
		"bar"
	], await comparePairs([
		{
			name: "POST, shop API",
			with: () => checkingEvents(stage, true, () => perSecond(api, path)),
			without: () => checkingEvents(stage, false, () => perSecond(apiWithout, path))
		},
		{
			name: "POST, bare server",
			with: () => perSecond(bare, path),
			without: () => perSecond(bare, pathWithout)
		},
		{
			name: "pg loop",
			with: () => loop("with"),
			without: () => loop("without")
		}
	]));
}
async function comparePairs(pairs) {
	const runs = await measureTurns(TURNS$6, async () => {
		const run = [];
		for (const pair of pairs) run.push({
			with: await pair.with(),
			without: await pair.without()
		});
		return run;
	});
	return pairs.map(({ name }, at) => {
		const ofPair = runs.map((run) => run[at]);
		const ratio = require_numbers.median(ofPair.map((run) => run.with / run.without));
		return [
			name,
			...[medianOf(ofPair, (run) => run.with), medianOf(ofPair, (run) => run.without)],
			ratio.toFixed(2),
			barCell(ratio, BAR$2)
		];
	});
}
/** Runs the load. Throws unless it creates events (`isExpected`) or creates none. */
async function checkingEvents({ client }, isExpected, work) {
	const count = async () => {
		const { rows } = await client.query("SELECT count(*) FROM shop.events");
		return Number(rows[0].count);
	};
	const before = await count();
	const result = await work();
	if (await count() > before + 32 !== isExpected) throw new Error(`the load recorded ${isExpected ? "no " : ""}events`);
	return result;
}
// tools/bench/src/peers/cost.ts
async function costOf(stage, role, node) {
	return {
		node,
		database: stage.databaseCpu(role),
		statements: await require_receiver_process.statementsOf(stage.client, role)
	};
}
function perRequest(before, after, requests) {
	const share = (one, other) => one === void 0 || other === void 0 ? void 0 : (other - one) / requests;
	return {
		node: share(before.node, after.node),
		database: share(before.database, after.database),
		statements: (after.statements - before.statements) / requests
	};
}
// tools/bench/src/peers/install.ts
/** Folder with the packages of the compared servers, which are not dependencies of the platform. */
const folder = (0, node_path.resolve)("node_modules/.cache/storewright/peers");
/** Installs the compared server from its lockfile if necessary. Returns the path of its main file. */
function installPeer(name) {
	const from = (0, node_path.resolve)("tools/bench/peers", name);
	const to = (0, node_path.join)(folder, name);
	const lock = "package-lock.json";
	const installed = (0, node_path.join)(to, "node_modules", `.installed.json`);
	const isThere = (0, node_fs.existsSync)(installed) && sameText(installed, (0, node_path.join)(from, lock));
	(0, node_fs.mkdirSync)(to, { recursive: true });
	(0, node_fs.cpSync)(from, to, { recursive: true });
	if (!isThere) {
		(0, node_child_process.execFileSync)("npm", [
			"ci",
			"--legacy-peer-deps",
			"--ignore-scripts",
			"--no-audit",
			"--no-fund"
		], {
			cwd: to,
			stdio: [
				"ignore",
				"ignore",
				"inherit"
			]
		});
		(0, node_fs.cpSync)((0, node_path.join)(to, lock), installed);
	}
	return (0, node_path.join)(to, "server.cjs");
}
function sameText(one, other) {
	return (0, node_fs.readFileSync)(one, "utf8") === (0, node_fs.readFileSync)(other, "utf8");
}
// tools/bench/src/peers/products.ts
/** Products that exist on both servers. */
var Products = class Products {
	constructor(client, shop, ids) {
		this.client = client;
		this.shop = shop;
		this.ids = ids;
		this.spare = [];
	}
	/**
	* Copies the products of the shop into a table with the same indexes for the other server, and creates the
	* role of that server.
	*/
	static async copy(client, shop) {
		await client.query(schema);
		await client.query(`INSERT INTO peer.products (${columns}) SELECT ${columns} FROM shop.products WHERE shop_id = '${shop.id}'`);
		await client.query("VACUUM ANALYZE peer.products");
		const { rows } = await client.query("SELECT id FROM peer.products ORDER BY id LIMIT 2000");
		return new Products(client, shop, rows.map(({ id }) => id));
	}
	any() {
		return this.ids[Math.floor(Math.random() * this.ids.length)];
	}
	/** Creates `count` products on both servers for a turn that deletes products. */
	async makeSpare(count) {
		const { rows } = await this.client.query(`WITH made AS (INSERT INTO peer.products (title, handle) SELECT 'Spare',
        'spare-' || uuidv7() FROM generate_series(1, $1::integer) RETURNING ${columns}),
         copied AS (INSERT INTO shop.products (shop_id, tags, version, ${columns}) SELECT $2, '{}', 1,
           ${columns} FROM made)
       SELECT id FROM made`, [count, this.shop.id]);
		this.spare = rows.map(({ id }) => id);
	}
	/** Returns a function that returns each spare product once. */
	spareIterator() {
		const ids = this.spare[Symbol.iterator]();
		return () => {
			const { value, done } = ids.next();
			if (done) throw new Error("the turn deleted all spare products");
			return value;
		};
	}
};
const columns = "id, title, handle, description, status, published_at, created_at, updated_at";
const schema = `CREATE SCHEMA peer;
  CREATE TABLE peer.products (id uuid PRIMARY KEY DEFAULT uuidv7(), title text COLLATE "C" NOT NULL,
    handle text COLLATE "C" NOT NULL UNIQUE, description text NOT NULL DEFAULT '',
    status text COLLATE "C" NOT NULL DEFAULT 'draft', published_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(), updated_at timestamptz NOT NULL DEFAULT now());
  CREATE INDEX ON peer.products (title, id);
  CREATE INDEX ON peer.products (status, id);
  CREATE INDEX ON peer.products (updated_at, id);
  CREATE ROLE bench_peer LOGIN PASSWORD 'peer';
  GRANT USAGE ON SCHEMA peer TO bench_peer;
  GRANT SELECT, INSERT, UPDATE, DELETE ON peer.products TO bench_peer;`;
const document = (id, attributes) => JSON.stringify({ data: {
	type: "products",
	...id && { id },
	attributes
} });
/** Returns requests with a new path and body each time. */
function each(method, contentType, make) {
	return {
		method,
		headers: method === "GET" || method === "DELETE" ? {} : { "content-type": contentType },
		setupRequest: (request) => ({
			...request,
			...make()
		})
	};
}
const ours = (method, make) => each(method, require_media_type.mediaType, () => {
	const { path, ...rest } = make();
	return {
		path: `/api${path}`,
		...rest
	};
});
const peers = (method, make) => each(method, "application/json", make);
const title = () => `Product ${(0, node_crypto.randomUUID)()}`;
const list = "page%5Bsize%5D=25";
const productCases = [
	{
		name: "GET a product",
		ours: (products) => ours("GET", () => ({ path: `/products/${products.any()}` })),
		peer: (products) => peers("GET", () => ({ path: `/products/${products.any()}` }))
	},
	{
		name: "list of 25",
		ours: () => ours("GET", () => ({ path: `/products?${list}` })),
		peer: () => peers("GET", () => ({ path: `/products?${list}&page%5Bnumber%5D=1` }))
	},
	{
		name: "list of 25, with its total",
		ours: () => ours("GET", () => ({ path: `/products?${list}&page%5Btotal%5D=true` })),
		peer: () => peers("GET", () => ({ path: `/products?${list}&page%5Bnumber%5D=1` }))
	},
	{
		name: "list of 25, filtered and sorted",
		ours: () => ours("GET", () => ({ path: `/products?${list}&filter%5Bstatus%5D=active&sort=-title` })),
		peer: () => peers("GET", () => ({ path: `/products?${list}&page%5Bnumber%5D=1&filter%5Bstatus%5D%5Beq%5D=active&sort=-title` }))
	},
	{
		name: "POST a product",
		ours: () => ours("POST", () => ({
			path: "/products",
			body: document(void 0, { title: title() })
		})),
		peer: () => peers("POST", () => {
			const handle = (0, node_crypto.randomUUID)();
			const attributes = {
				title: `Product ${handle}`,
				handle,
				description: "",
				status: "draft"
			};
			return {
				path: "/products",
				body: document(void 0, attributes)
			};
		})
	},
	{
		name: "PATCH a product",
		ours: (products) => ours("PATCH", () => patchOf(products.any())),
		peer: (products) => peers("PATCH", () => patchOf(products.any()))
	},
	{
		name: "DELETE a product",
		spare: 12e3,
		ours: (products) => {
			const next = products.spareIterator();
			return ours("DELETE", () => ({ path: `/products/${next()}` }));
		},
		peer: (products) => {
			const next = products.spareIterator();
			return peers("DELETE", () => ({ path: `/products/${next()}` }));
		}
	}
];
function patchOf(id) {
	return {
		path: `/products/${id}`,
		body: document(id, { title: title() })
	};
}
// tools/bench/src/peers/index.ts
const TURNS$5 = {
	full: 9,
	quick: 5
};
const SECONDS$6 = {
	full: 2,
	quick: 1
};
/**
* Compares the shop API with json-api-nestjs, which serves the same products from a separate table without
* tokens, tenants, row-level security and events. A worker runs beside both servers.
*/
async function measurePeers(stage, orders, how, say) {
	const server = installPeer("json-api-nestjs");
	const shop = await require_people.makeShop(stage.client, "bench-peers");
	await fillStore(stage.client, shop, orders);
	const products = await Products.copy(stage.client, shop);
	for (const role of ["storewright_shop", "bench_peer"]) await require_receiver_process.countStatements(stage.client, role);
	await stage.startService("hooks-worker");
	const port = await stage.startService("shop-api");
	const peer = await startPeer(server, stage.databaseUrl());
	try {
		const ours = {
			...require_http.targetOf(shop, port),
			role: "storewright_shop",
			nodeCpu: () => stage.cpuOf(port)
		};
		const theirs = {
			port: peer.port,
			host: "localhost",
			role: "bench_peer",
			nodeCpu: () => require_stage.cpuOf(peer.child.pid)
		};
		say(`beside json-api-nestjs: ${orders / 10} products\n`);
		const rows = [];
		for (const each of productCases) rows.push(await compare(each, stage, products, {
			ours,
			theirs,
			how
		}));
		return require_table.table(head, rows);
	} finally {
		peer.child.disconnect();
	}
}
const head = [...[
	"case",
	"requests/s",
	"json-api-nestjs/s",
	"ratio",
	"min",
	"max"
], ...[
	"Node ms",
	"theirs",
	"database ms",
	"theirs",
	"statements",
	"theirs"
]];
async function compare(each, stage, products, { ours, theirs, how }) {
	const runs = await measureTurns(TURNS$5[how], async () => {
		if (each.spare) await products.makeSpare(each.spare * SECONDS$6[how]);
		return {
			ours: await measured$3(stage, ours, each.ours(products), SECONDS$6[how]),
			theirs: await measured$3(stage, theirs, each.peer(products), SECONDS$6[how])
		};
	});
	const cells = (of, digits) => [runs.map((run) => of(run.ours)), runs.map((run) => of(run.theirs))].map((values) => values.every((value) => value !== void 0) ? require_numbers.median(values).toFixed(digits) : "");
	const ratios = runs.map((run) => run.ours.perSecond / run.theirs.perSecond);
	return [
		each.name,
		...cells((run) => run.perSecond, 0),
		...ratioCells(ratios),
		...cells((run) => run.cost.node, 2),
		...cells((run) => run.cost.database, 2),
		...cells((run) => run.cost.statements, 1)
	];
}
async function measured$3(stage, side, request, duration) {
	const cost = () => costOf(stage, side.role, side.nodeCpu());
	const before = await cost();
	const { perSecond, requests } = await load(side, [request], duration);
	return {
		perSecond,
		cost: perRequest(before, await cost(), requests)
	};
}
async function startPeer(server, databaseUrl) {
	const child = (0, node_child_process.fork)(server, [], {
		stdio: [
			"ignore",
			"ignore",
			"inherit",
			"ipc"
		],
		execArgv: ["--max-semi-space-size=64"]
	});
	const port = require_stage.messageOf(child);
	const url = new URL(databaseUrl);
	[url.username, url.password] = ["bench_peer", "peer"];
	child.send({ databaseUrl: url.href });
	return {
		child,
		port: await port
	};
}
// tools/bench/src/pools/pgbouncer.ts
/** User id of nobody, because PgBouncer refuses to run as root. */
const NOBODY = 65534;
/**
* Starts PgBouncer with 20 connections to the server. Returns undefined if this version does not support
* prepared statements.
*/
async function startPgBouncer(program, stage, pooler) {
	const version = (0, node_child_process.execFileSync)(program, ["--version"], { encoding: "utf8" }).split("\n")[0];
	const [, minor] = /1\.(\d+)/.exec(version) ?? [];
	const keepsStatements = Number(minor) >= 21;
	if (pooler === "transaction-prepared" && !keepsStatements) return void 0;
	const { hostname, port: serverPort, username, password } = new URL(stage.databaseUrl("shop"));
	const port = await require_stage.freePort();
	const folder = (0, node_path.join)(stage.folder, `pgbouncer-${port}`);
	(0, node_fs.mkdirSync)(folder);
	(0, node_fs.writeFileSync)((0, node_path.join)(folder, "users"), `"${username}" "${password}"\n`);
	const settings = {
		listen_addr: "127.0.0.1",
		listen_port: port,
		unix_socket_dir: "",
		auth_type: "scram-sha-256",
		auth_file: (0, node_path.join)(folder, "users"),
		pool_mode: "transaction",
		default_pool_size: 20,
		max_client_conn: 1e3,
		...keepsStatements && { max_prepared_statements: pooler === "transaction-prepared" ? 200 : 0 }
	};
	const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
	const file = (0, node_path.join)(folder, "pgbouncer.ini");
	(0, node_fs.writeFileSync)(file, [
		"[databases]",
		`* = host=${hostname} port=${serverPort}`,
		"[pgbouncer]",
		...lines
	].join("\n"));
	const own = process.getuid?.() === 0 ? {
		uid: NOBODY,
		gid: NOBODY
	} : {};
	const child = (0, node_child_process.spawn)(program, ["-q", file], {
		stdio: "ignore",
		...own
	});
	await untilListening(port, child);
	return {
		version,
		through: (url) => Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).href,
		async stop() {
			child.kill("SIGTERM");
			if (child.exitCode === null) await (0, node_events.once)(child, "exit");
		}
	};
}
async function untilListening(port, child) {
	while (!await isListening(port)) {
		if (child.exitCode !== null) throw new Error(`${child.spawnfile} did not start`);
		await (0, node_timers_promises.setTimeout)(50);
	}
}
function isListening(port) {
	return new Promise((done) => {
		const socket = (0, node_net.connect)(port, "127.0.0.1", () => done(socket.destroy() !== void 0));
		socket.on("error", () => done(false));
	});
}
// tools/bench/src/pools/index.ts
const POOL_SIZES = [
	2,
	5,
	10,
	20,
	40
];
const SECONDS$5 = {
	full: 8,
	quick: 3
};
/** Seconds of load before the measurement, during which code is compiled and connections are opened. */
const WARM_UP_SECONDS$1 = 2;
/** Number of concurrent requests over all instances. */
const CLIENTS = 64;
/**
* Returns a mix of requests: a quarter reads a page, half writes with one statement, and a quarter writes
* with several statements.
*/
function requests() {
	const one = require_cases.creationRequest;
	const operation = {
		op: "add",
		data: {
			type: "meta",
			attributes: require_cases.attributes
		}
	};
	return [
		{
			method: "GET",
			path: "/api/meta"
		},
		one,
		{
			method: "POST",
			path: "/api/operations",
			headers: {
				"content-type": `${require_media_type.mediaType};ext="${require_media_type.atomicExtension}"`,
				accept: `${require_media_type.mediaType};ext="${require_media_type.atomicExtension}"`
			},
			body: JSON.stringify({ "atomic:operations": [
				operation,
				operation,
				operation
			] })
		},
		one
	];
}
/** Measures the effect of DATABASE_POOL_SIZE, and the cost of a pooler if PGBOUNCER names its program. */
async function measurePools(stage, how, say) {
	const shop = await require_people.makeShop(stage.client, "bench-pools");
	const rows = [];
	for (const instances of [1, 2]) for (const size of POOL_SIZES) rows.push([
		String(instances),
		String(size),
		...await measure(stage, shop, instances, SECONDS$5[how], { DATABASE_POOL_SIZE: String(size) })
	]);
	say(require_table.table([
		"instances",
		"pool size",
		...measuredColumns
	], rows));
	const program = process.env["PGBOUNCER"];
	return program ? measureBehindPooler(stage, shop, SECONDS$5[how], program) : "";
}
const measuredColumns = [
	"requests/s",
	"p99 ms",
	"Node ms",
	"Postgres ms",
	"connections"
];
/** Measures one setting. CPU times are per request. */
async function measure(stage, shop, instances, forSeconds, environment) {
	const ports = [];
	while (ports.length < instances) ports.push(await stage.startService("shop-api", { environment }));
	const sendAll = (time) => Promise.all(ports.map((port) => load(require_http.targetOf(shop, port), requests(), time, CLIENTS / instances)));
	await sendAll(WARM_UP_SECONDS$1);
	const node = () => ports.reduce((sum, port) => sum + (stage.cpuOf(port) ?? NaN), 0);
	const before = {
		node: node(),
		database: stage.databaseCpu(require_stage.roles.shop) ?? NaN
	};
	const done = await sendAll(forSeconds);
	const used = {
		node: node() - before.node,
		database: (stage.databaseCpu(require_stage.roles.shop) ?? NaN) - before.database
	};
	const { rows } = await stage.client.query("SELECT count(*) FROM pg_stat_activity WHERE usename = $1", [require_stage.roles.shop]);
	const requestCount = done.reduce((sum, each) => sum + each.requests, 0);
	for (const port of ports) await stage.stop(port);
	return [
		done.reduce((sum, each) => sum + each.perSecond, 0).toFixed(0),
		Math.max(...done.map(({ p99 }) => p99)).toFixed(0),
		(used.node / requestCount).toFixed(2),
		(used.database / requestCount).toFixed(2),
		rows[0].count
	];
}
/** Sends the same load with two instances, directly and through a pooler. */
async function measureBehindPooler(stage, shop, forSeconds, program) {
	const url = stage.databaseUrl("shop");
	const rows = [["none", ...await measure(stage, shop, 2, forSeconds, {})]];
	for (const pooler of ["transaction", "transaction-prepared"]) {
		const bouncer = await startPgBouncer(program, stage, pooler);
		if (!bouncer) continue;
		const environment = {
			AUTH_DATABASE_URL: bouncer.through(url),
			SHOP_DATABASE_URL: bouncer.through(url),
			AUTH_DATABASE_LISTEN_URL: url,
			SHOP_DATABASE_LISTEN_URL: url,
			DATABASE_POOLER: pooler
		};
		rows.push([`${bouncer.version}, ${pooler}`, ...await measure(stage, shop, 2, forSeconds, environment)]);
		await bouncer.stop();
	}
	return require_table.table(["pooler", ...measuredColumns], rows);
}
// tools/bench/src/sizes.ts
/** Maximum response time in the largest shop, as a multiple of the time in the smallest shop. */
const BAR$1 = 1.5;
/**
* Measures the median response time in milliseconds of the first page of each filter, by size of the shop.
*/
async function measureSizes(port, shops) {
	const names = labShapes(shops[0].size).map(({ name }) => name);
	const rows = [];
	for (const [at, name] of names.entries()) {
		const times = shops.map(() => []);
		for (let turn = 0; turn < 65; turn += 1) for (const [of, { size, shop }] of shops.entries()) {
			const { ms } = await require_http.getDocument(require_http.targetOf(shop, port), pathOf(labShapes(size)[at]));
			if (turn >= 5) times[of].push(ms);
		}
		const medians = times.map(require_numbers.median);
		const growth = medians.at(-1) / medians[0];
		rows.push([
			name,
			...medians.map((ms) => ms.toFixed(2)),
			growth.toFixed(2),
			growth <= BAR$1 ? "met" : "MISSED"
		]);
	}
	return require_table.table([
		"first page of 25, ms",
		...shops.map(({ size }) => String(size)),
		"growth",
		`bar ${BAR$1}`
	], rows);
}
function pathOf({ conditions, resource_type, resource_id, order }) {
	const parameters = new URLSearchParams();
	if (conditions.length) parameters.set("filter[meta]", JSON.stringify(conditions));
	if (resource_type) parameters.set("filter[resource_type]", resource_type);
	if (resource_id) parameters.set("filter[resource_id]", resource_id);
	if (order) parameters.set("sort", order.map(({ column, descending }) => descending ? `-${column}` : column).join());
	return `/api/meta?${parameters}`;
}
// tools/bench/src/starts.ts
const TURNS$4 = {
	full: 40,
	quick: 10
};
/** Command lines of the CLI that exit without a request, and Node alone for comparison. */
const programs = {
	"an empty program": ["-e", "0"],
	"storewright --version": ["main.js", "--version"],
	"storewright --help": ["main.js", "--help"],
	"storewright meta get (refused)": [
		"main.js",
		"meta",
		"get"
	],
	"storewright listen (refused)": ["main.js", "listen"]
};
/**
* Measures the start time of the CLI and of an empty program. Uses the minimum, because other load on the
* machine only adds time.
*/
async function measureStarts(folder, how) {
	const meter = (0, node_path.join)(folder, "meter.cjs");
	(0, node_fs.writeFileSync)(meter, `process.on('exit', () => require('fs').writeSync(3, JSON.stringify(process.cpuUsage())));`);
	const runs = new Map(Object.keys(programs).map((name) => [name, []]));
	for (let turn = 0; turn < TURNS$4[how]; turn += 1) for (const [name, samples] of runs) samples.push(await oneStart([
		"-r",
		meter,
		...programs[name]
	]));
	const least = (name, of) => Math.min(...runs.get(name).map((run) => run[of]));
	const [floor] = Object.keys(programs);
	const rows = [...runs].map(([name, samples]) => [
		name,
		least(name, "cpu").toFixed(0),
		(least(name, "cpu") - least(floor, "cpu")).toFixed(0),
		least(name, "wall").toFixed(0),
		require_numbers.median(samples.map(({ wall }) => wall)).toFixed(0)
	]);
	return require_table.table([
		"ms",
		"processor",
		"above empty",
		"until it ended",
		"median of that"
	], rows);
}
async function oneStart(words) {
	const startedAt = performance.now();
	const child = (0, node_child_process.spawn)(process.execPath, words, {
		cwd: (0, node_path.resolve)("dist/tools/cli"),
		env: {
			PATH: process.env["PATH"],
			HOME: "/nonexistent"
		},
		stdio: [
			"ignore",
			"ignore",
			"ignore",
			"pipe"
		]
	});
	const ended = (0, node_events.once)(child, "exit").then(() => performance.now() - startedAt);
	const usage = JSON.parse(await (0, node_stream_consumers.text)(child.stdio[3]));
	return {
		cpu: (usage.user + usage.system) / 1e3,
		wall: await ended
	};
}
// tools/bench/src/store/store-code.ts
const variants = new VariantsRepository();
const codes = new CodesRepository();
/** Repositories of the shop API, used without the service. */
const repositories = {
	variants,
	products: new ProductsRepository({ clock: Date }),
	customers: new CustomersRepository(),
	orders: new OrdersRepository(new StockReservation(new Inventory(variants)), new CodeRedemption(codes))
};
/** Opens a data source, because compiling statements from entities requires it. */
async function openStoreCode(stage) {
	const options = {
		url: stage.databaseUrl(),
		applicationName: "bench"
	};
	const dataSource = await new typeorm.DataSource(require_notifier.dataSourceOptions(options)).initialize();
	const database = new require_notifier.ShopDatabase(dataSource, options);
	return {
		transaction: ({ id, domain }, query) => {
			const source = {
				shop_id: id,
				origin: "http://bench.localhost"
			};
			const runner = {
				query,
				write: (write) => query(require_cases.withEvent(write, source))
			};
			return {
				...runner,
				shop: {
					id,
					domain,
					status: "active",
					time_zone: "UTC",
					currency_code: "EUR"
				},
				emit: () => Promise.reject(/* @__PURE__ */ new Error("the benchmark emits no events")),
				notify: () => void 0,
				rehearse: () => Promise.reject(/* @__PURE__ */ new Error("the benchmark proposes no writes")),
				repository: (entity) => new DatabaseShopRepository(database.statementsOf(entity), id, runner)
			};
		},
		async close() {
			await database.close();
			await dataSource.destroy();
		}
	};
}
// tools/bench/src/store/lists.ts
const TURNS$3 = 9;
const SECONDS$4 = 2;
/** Compares lists of the shop API with their floors. `port` is the port of the shop API. */
async function measureLists(stage, code, store, port) {
	const ours = require_http.targetOf(store.shop, port);
	const all = await listCases(stage, code, store);
	const routes = [];
	for (const { name: _, ...route } of all) routes.push({
		...route,
		links: (await require_http.getDocument(ours, route.path)).document["links"]
	});
	const bare = {
		port: await stage.startBare("--bare-store", { routes }),
		host: ours.host
	};
	const rows = [];
	for (const { name, path, page, included } of all) {
		const [one, other] = [await require_http.getDocument(ours, path), await require_http.getDocument(bare, path)];
		if (!(0, node_util.isDeepStrictEqual)(one.document, other.document)) throw new Error(`${name}: the bare server sends another document`);
		const request = {
			method: "GET",
			path
		};
		const runs = await measureTurns(TURNS$3, async () => ({
			ours: await load(ours, [request], SECONDS$4),
			bare: (await load(bare, [request], SECONDS$4)).perSecond,
			loop: await statementLoop(stage, [page, ...included.map(({ statement }) => statement)])
		}));
		rows.push([
			name,
			...[
				"perSecond",
				"p50",
				"p99"
			].map((figure) => medianOf(runs, (run) => run.ours[figure])),
			medianOf(runs, (run) => run.bare),
			medianOf(runs, (run) => run.ours.perSecond / run.bare, 2),
			medianOf(runs, (run) => run.loop),
			medianOf(runs, (run) => run.ours.perSecond / run.loop, 2)
		]);
	}
	return require_table.table([
		"list of 25",
		"requests/s",
		"p50 ms",
		"p99 ms",
		"bare, built/s",
		"ratio",
		"pg loop/s",
		"ratio"
	], rows);
}
/** Returns the lists with the statements that their resources run. */
async function listCases({ client }, code, { shop }) {
	const recorded = [];
	const query = async (statement) => {
		recorded.push({
			...statement,
			name: `bench-list-${recorded.length}`
		});
		const { text, values } = statement;
		return (await client.query({
			text,
			values,
			types: require_row_format.rowFormat
		})).rows;
	};
	const context = code.transaction(shop, query);
	const { customer, variants } = require_bare_store.orders.relationships;
	if (!customer || !variants || require_define_resource.isToMany(customer) || !require_define_resource.isToMany(variants)) throw new Error("orders have one customer and many variants");
	const { rows } = await repositories.orders.page(context, parseListQuery(require_bare_store.orders, ""));
	const ids = (column) => [...new Set(rows.map((row) => String(row[column])))];
	await repositories.customers.findByIds(context, ids(customer.column));
	await repositories.variants.findRelated(context, {
		many: variants.many,
		ids: ids("id"),
		limit: 101
	});
	const search = "filter[status]=active&sort=-updated_at";
	await repositories.products.page(context, parseListQuery(require_bare_store.products, search));
	const [page, ofCustomer, ofVariants, productPage] = recorded;
	const included = [{
		name: "customer",
		type: "customers",
		column: customer.column,
		statement: ofCustomer
	}, {
		name: "variants",
		type: "variants",
		statement: ofVariants
	}];
	const encoded = search.replace("[", "%5B").replace("]", "%5D");
	return [
		{
			name: "orders",
			type: "orders",
			path: "/api/orders",
			page,
			included: []
		},
		{
			name: "orders, include=customer,variants",
			type: "orders",
			page,
			included,
			path: "/api/orders?include=customer,variants"
		},
		{
			name: `products, ${search}`,
			type: "products",
			page: productPage,
			included: [],
			path: `/api/products?${encoded}`
		}
	];
}
/** Repeats the statements of a list through the driver alone. */
function statementLoop(stage, statements) {
	const work = async (client) => {
		for (const { name, text, values } of statements) await client.query({
			name,
			text,
			values
		});
	};
	return inLoops(stage.databaseUrl(), 1, work, {
		warm: true,
		options: require_topology.sessionSettings
	});
}
// tools/bench/src/store/statistics.ts
const TURNS$2 = 5;
const SECONDS$3 = 2;
const DAY_MS = 864e5;
/** Numbers of days: the maximum of one request for orders, and the retention of deliveries. */
const DAYS = {
	orders: 92,
	deliveries: 30
};
/**
* Inserts as many deliveries as orders, spread over their retention. One in a hundred is late, and one in
* five hundred failed.
*/
const deliveries = `INSERT INTO shop.webhook_deliveries (shop_id, id, installation_id, kind, event_id,
                     event_type, sequence, status, attempts, created_at, updated_at)
  SELECT $1, uuidv7(at - now()), $3, 'event', uuidv7(at - now() - random() * interval '2 seconds'), 'orders.created', n,
    CASE WHEN n % 500 = 0 THEN 'failed' ELSE 'delivered' END, 1, at,
      at + CASE WHEN n % 100 = 0 THEN interval '1 minute' ELSE interval '0' END
  FROM (SELECT n, now() - ($2::integer - n) * interval '${DAYS.deliveries} days' / $2::integer AS at
    FROM generate_series(1, $2::integer) n) made`;
/**
* Measures statistics of orders and of deliveries with one client and with eight clients. `port` is the port
* of the shop API.
*/
async function measureStatistics(client, store, port) {
	const { shop, orders } = store;
	await client.query(deliveries, [
		shop.id,
		orders,
		shop.id
	]);
	await client.query("VACUUM ANALYZE shop.webhook_deliveries");
	const daysAgo = (count) => (/* @__PURE__ */ new Date(Date.now() - (count - 1) * DAY_MS)).toISOString();
	const parameters = (filters) => String(new URLSearchParams({
		...filters,
		"page[size]": "100"
	}));
	const paths = {
		[`${orders} orders in ${DAYS.orders} days`]: `/api/order_statistics?${parameters({ "filter[from]": daysAgo(DAYS.orders).slice(0, 10) })}`,
		[`${orders} deliveries in ${DAYS.deliveries} days`]: `/api/webhook_statistics?${parameters({ "filter[since]": daysAgo(DAYS.deliveries) })}`,
		"those of 24 hours, by the hour": `/api/webhook_statistics?${parameters({
			"filter[since]": daysAgo(2),
			"filter[interval]": "hour"
		})}`
	};
	const rows = [];
	for (const [name, path] of Object.entries(paths)) for (const clients of [1, 8]) rows.push([`${name}, ${clients} at once`, ...await measured$2(require_http.targetOf(shop, port), path, clients)]);
	return require_table.table([
		"statistics",
		"requests/s",
		"p50 ms",
		"p99 ms"
	], rows);
}
async function measured$2(target, path, clients) {
	const runs = await measureTurns(TURNS$2, () => load(target, [{
		method: "GET",
		path
	}], SECONDS$3, clients));
	return [
		"perSecond",
		"p50",
		"p99"
	].map((figure) => medianOf(runs, (run) => run[figure]));
}
// tools/bench/src/store/writes.ts
const TURNS$1 = 9;
const SECONDS$2 = 2;
/** Uses the same connection settings as the shop API. */
const serviceConnections = {
	clients: 10,
	options: require_topology.sessionSettings,
	warm: true
};
/** Number of operations in one atomic request. */
const OPERATIONS = 50;
/**
* Creates orders of two lines with one code through the shop API, and through the driver alone with the same
* rules and statements. The orders of a shop wait for each other, because they share the last order number
* and the code.
*/
async function measureOrders(stage, code, store, port) {
	const request = {
		method: "POST",
		path: "/api/orders",
		headers: { "content-type": require_media_type.mediaType },
		setupRequest: (sent) => ({
			...sent,
			body: JSON.stringify({ data: anOrder(store) })
		})
	};
	const place = (client) => placeOrder(client, code, store);
	const runs = await measureTurns(TURNS$1, async () => ({
		ours: await load(require_http.targetOf(store.shop, port), [request], SECONDS$2),
		loop: await inLoops(stage.databaseUrl(), SECONDS$2, place, serviceConnections)
	}));
	return require_table.table([
		"a write",
		"requests/s",
		"p50 ms",
		"p99 ms",
		"rules and driver/s",
		"ratio"
	], [[
		"order of two lines with one code",
		...[
			"perSecond",
			"p50",
			"p99"
		].map((figure) => medianOf(runs, (run) => run.ours[figure])),
		medianOf(runs, (run) => run.loop),
		medianOf(runs, (run) => run.ours.perSecond / run.loop, 2)
	]]);
}
const any = (list) => list[Math.floor(Math.random() * list.length)];
function anOrder({ customers, variants, code }) {
	return {
		type: "orders",
		attributes: {
			line_items: [any(variants), any(variants)].map((variant_id) => ({
				variant_id,
				quantity: 1
			})),
			shipping_amount: 490
		},
		relationships: {
			customer: { data: {
				type: "customers",
				id: any(customers)
			} },
			codes: { data: [{
				type: "codes",
				id: code
			}] }
		}
	};
}
async function placeOrder(client, code, store) {
	const context = code.transaction(store.shop, async ({ name, text, values }) => (await client.query({
		name,
		text,
		values
	})).rows);
	const { attributes, relationships } = anOrder(store);
	const input = {
		attributes: Object.assign(new require_bare_store.CreateOrder(), attributes),
		pointer: "/data",
		source: "",
		relationships: {
			customer: relationships.customer.data.id,
			codes: [store.code]
		}
	};
	await client.query("BEGIN");
	await repositories.orders.insert(context, input);
	await client.query("COMMIT");
}
/** Creates customers in atomic requests and in single requests, with one client and with many clients. */
async function measureOperations(store, port) {
	const atomic = {
		method: "POST",
		path: "/api/operations",
		headers: { "content-type": `${require_media_type.mediaType};ext="${require_media_type.atomicExtension}"` },
		setupRequest: (sent) => ({
			...sent,
			body: JSON.stringify({ "atomic:operations": addOperations() })
		})
	};
	const single = {
		method: "POST",
		path: "/api/customers",
		headers: { "content-type": require_media_type.mediaType },
		setupRequest: (sent) => ({
			...sent,
			body: JSON.stringify({ data: aCustomer() })
		})
	};
	const rows = [];
	for (const clients of [1, 32]) {
		const requests = Math.max(clients, 10);
		const perSecond = (request, amount) => perSecondOf(require_http.targetOf(store.shop, port), request, {
			clients,
			amount
		});
		const runs = await measureTurns(TURNS$1, async () => ({
			atomic: await perSecond(atomic, requests) * OPERATIONS,
			single: await perSecond(single, requests * OPERATIONS)
		}));
		rows.push([
			`customers added by ${clients} client${clients > 1 ? "s" : ""}`,
			medianOf(runs, (run) => run.atomic),
			medianOf(runs, (run) => run.single),
			medianOf(runs, (run) => run.atomic / run.single, 2)
		]);
	}
	return require_table.table([
		"objects/s",
		`${OPERATIONS} in one request`,
		"one by one",
		"ratio"
	], rows);
}
function aCustomer() {
	return {
		type: "customers",
		attributes: {
			email: `${(0, node_crypto.randomUUID)()}@example.com`,
			first_name: "Bench"
		}
	};
}
const addOperations = () => Array.from({ length: OPERATIONS }, () => ({
	op: "add",
	data: aCustomer()
}));
// tools/bench/src/store/index.ts
/** Measures lists, statistics, new orders and atomic operations in a shop with `orders` orders. */
async function measureStore(stage, orders, say) {
	const shop = await require_people.makeShop(stage.client, "bench-store");
	const store = await fillStore(stage.client, shop, orders);
	say(`filled ${shop.domain}: ${orders} orders\n`);
	const port = await stage.startService("shop-api");
	const code = await openStoreCode(stage);
	try {
		say(await measureLists(stage, code, store, port));
		say(await measureStatistics(stage.client, store, port));
		say(await measureOrders(stage, code, store, port));
	} finally {
		await code.close();
	}
	return measureOperations(store, port);
}
// tools/bench/src/store/searches.ts
/** Number of requests per client. The first ones only warm up. */
const [REQUESTS, WARM_UP] = [60, 10];
/** Search texts by a description of their matches. All customers and products of the store share a first word. */
const searches = {
	"one order by its number": "51017",
	"one customer and their orders": "bench777@",
	"customers of 1,110 orders, by the start of their email": "bench77",
	"two words, of which every customer has one": "bench 77",
	"a word that every customer has": "bench",
	"two letters that start a word of every product": "pr",
	"a SKU": "product-77-2",
	"no match": "nobody"
};
/** Measures searches over all types in a shop with `orders` orders, with one client and with eight. */
async function measureSearches(stage, orders, say) {
	const shop = await require_people.makeShop(stage.client, "bench-search");
	await fillStore(stage.client, shop, orders);
	say(`filled ${shop.domain}: ${orders} orders\n`);
	const target = require_http.targetOf(shop, await stage.startService("shop-api"));
	const rows = [];
	for (const [name, words] of Object.entries(searches)) {
		const path = `/api/search?${String(new URLSearchParams({ "filter[q]": words }))}`;
		const { document } = await require_http.getDocument(target, path);
		const found = document["data"].length;
		for (const clients of [1, 8]) rows.push([
			`${name}, ${clients} at once`,
			String(found),
			...await measured$1(target, path, clients)
		]);
	}
	return require_table.table([
		"GET /api/search",
		"objects",
		"p50 ms",
		"p95 ms"
	], rows);
}
async function measured$1(target, path, clients) {
	const times = [];
	const agent = new node_http.Agent({
		keepAlive: true,
		maxSockets: clients
	});
	const client = async () => {
		for (let at = 0; at < REQUESTS; at += 1) {
			const startedAt = performance.now();
			const { status } = await require_http.send({
				port: target.port,
				path,
				headers: require_http.headersOf(target),
				agent
			});
			if (status !== 200) throw new Error(`GET ${path}: ${status}`);
			if (at >= WARM_UP) times.push(performance.now() - startedAt);
		}
	};
	await Promise.all(Array.from({ length: clients }, client));
	agent.destroy();
	return [50, 95].map((percent) => require_numbers.percentile(times, percent).toFixed(1));
}
// tools/bench/src/webhooks/crowd.ts
/** Number of apps in the shop, and number of receivers that the apps share. */
const [APPS, RECEIVERS$1] = [5e4, 100];
/**
* Measures the time until every app of a shop with very many apps has received an event. The first event
* creates the streams.
*/
async function measureCrowd({ stage, receivers, worker }) {
	const all = Array.from({ length: RECEIVERS$1 }, (_, index) => index);
	const shop = await require_subscribed_shop.makeSubscribedShop(stage.client, all, receivers.ports, APPS / RECEIVERS$1);
	await stage.client.query("ANALYZE auth.installations, auth.apps, auth.webhook_secrets");
	const rows = [];
	for (const name of [
		"its first event",
		"the next one",
		"and the next"
	]) {
		const delivered = await worker.delivered();
		const received = receivers.get(all, APPS / RECEIVERS$1);
		const before = {
			cpu: worker.cpu(),
			messages: await require_receiver_process.messagesOfWorker(stage.client)
		};
		const committedAt = await require_receiver_process.writeAtOnce(stage, [shop], 1);
		const seconds = ((await received).at - committedAt) / 1e3;
		await worker.hasDelivered(delivered + APPS);
		rows.push([
			name,
			seconds.toFixed(1),
			(APPS / seconds).toFixed(0),
			((worker.cpu() - before.cpu) / APPS).toFixed(3),
			((await require_receiver_process.messagesOfWorker(stage.client) - before.messages) / APPS).toFixed(3)
		]);
	}
	return require_table.table([
		"a shop of 50,000 apps",
		"s until all have it",
		"deliveries/s",
		"Node, ms a delivery",
		"messages a delivery"
	], rows);
}
// tools/bench/src/webhooks/idle.ts
const SECONDS$1 = 10;
const REPETITIONS = 9;
/** Milliseconds after which an idle connection has reported its statistics. */
const STATISTICS_DELAY_MS = 12e3;
/** Numbers of streams without pending events. Each step adds streams to those of the previous steps. */
const steps = [
	{
		name: "100 installations in a shop",
		shops: 1,
		each: 100
	},
	{
		name: "1,000 shops, one each",
		shops: 1e3,
		each: 1
	},
	{
		name: "100,000 shops, one each",
		shops: 1e5,
		each: 1
	}
];
/** Measures a worker without pending deliveries. */
async function measureIdle({ client }, worker) {
	await client.query("TRUNCATE shop.webhook_streams, shop.event_streams, shop.events");
	await (0, node_timers_promises.setTimeout)(STATISTICS_DELAY_MS);
	const rows = [];
	for (const step of steps) {
		await addStreams(client, step);
		const medianMs = async (name) => require_numbers.median(await timesOf(client, `SELECT shop.${name}(now())`)).toFixed(1);
		const before = {
			...await counted(client, worker),
			at: performance.now()
		};
		await (0, node_timers_promises.setTimeout)(SECONDS$1 * 1e3);
		const { transactions, cpu } = await counted(client, worker);
		const passed = (performance.now() - before.at) / 1e3;
		rows.push([
			step.name,
			((transactions - before.transactions) / passed).toFixed(1),
			((cpu - before.cpu) / passed * 100).toFixed(1),
			await medianMs("shops_to_serve"),
			await medianMs("shops_behind")
		]);
	}
	return require_table.table([
		"nothing to do",
		"transactions/s",
		"worker, % of a processor",
		"look each second, ms",
		"each 30 s, ms"
	], rows);
}
async function addStreams(client, { shops, each }) {
	await client.query(`WITH shops AS MATERIALIZED (SELECT gen_random_uuid() AS id FROM generate_series(1, $1)), heads AS (
       INSERT INTO shop.event_streams (shop_id, last_sequence) SELECT id, 1000 FROM shops
     )
     INSERT INTO shop.webhook_streams (shop_id, installation_id, app_id, last_sequence)
     SELECT id, gen_random_uuid(), gen_random_uuid(), 1000 FROM shops, generate_series(1, $2)`, [shops, each]);
	await client.query("VACUUM ANALYZE shop.webhook_streams, shop.event_streams, shop.events");
}
/** Durations of the statement in milliseconds. */
async function timesOf(client, text) {
	const times = [];
	for (let count = 0; count < REPETITIONS; count += 1) {
		const started = performance.now();
		await client.query(text);
		times.push(performance.now() - started);
	}
	return times;
}
async function counted(client, worker) {
	await client.query("SELECT pg_stat_force_next_flush()");
	const { rows } = await client.query("SELECT sum(xact_commit) AS count FROM pg_stat_database");
	const cpu = require_receiver_process.valueOf(await worker.metrics(), require_receiver_process.Worker.names.cpu);
	return {
		transactions: Number(rows[0].count),
		cpu
	};
}
// tools/bench/src/webhooks/latency.ts
/** Maximum slowdown of the other receivers while one receiver does not respond. */
const BAR = 2;
/** Maximum 95th percentile of the latency in milliseconds. */
const MAX_P95_MS = 100;
const HANG_TURNS = 5;
/**
* Seconds for which the receiver does not respond. Shorter than the timeout of a request, so that the
* receiver is busy the whole time.
*/
const HANG_SECONDS = 10;
const steady = [
	{
		name: "50 events/s, 1 receiver",
		receivers: 1,
		perSecond: 50,
		seconds: 20
	},
	{
		name: "20 events/s, 10 receivers",
		receivers: 10,
		perSecond: 20,
		seconds: 20
	},
	{
		name: "500 events/s, 1 receiver",
		receivers: 1,
		perSecond: 500,
		seconds: 20
	},
	{
		name: "200 events/s, 100 shops, a receiver each",
		shops: 100,
		receivers: 1,
		perSecond: 200,
		seconds: 20
	}
];
const many = {
	name: "",
	receivers: 100,
	perSecond: 2,
	seconds: HANG_SECONDS
};
/**
* Writes through the shop API at a steady rate with random intervals. Measures the time from the timestamp of
* each event, which is set just before the commit, to the arrival of the event.
*/
async function measureLatency(deps) {
	const rows = [];
	for (const each of steady) {
		await measureLoad(deps, {
			...each,
			seconds: 3
		});
		const before = {
			cpu: deps.worker.cpu(),
			messages: await require_receiver_process.messagesOfWorker(deps.stage.client)
		};
		const times = require_stage.processorTimes();
		const { p50, p95, p99 } = await measureLoad(deps, each);
		const [cpu, messages] = [deps.worker.cpu(), await require_receiver_process.messagesOfWorker(deps.stage.client)];
		const events = each.perSecond * each.seconds;
		rows.push([
			...[each.name, ...[
				p50,
				p95,
				p99
			].map((ms) => ms.toFixed(1))],
			p95 <= MAX_P95_MS ? "met" : "MISSED",
			...[(cpu - before.cpu) / events, (messages - before.messages) / events].map((of) => of.toFixed(2)),
			(require_stage.busyShare(times, require_stage.processorTimes()) * 100).toFixed(0)
		]);
	}
	return require_table.table([
		...[
			"commit → received",
			"p50 ms",
			"p95 ms",
			"p99 ms",
			`p95 ≤ ${MAX_P95_MS}`
		],
		"Node, ms an event",
		"messages an event",
		"all processors, % busy"
	], rows);
}
/**
* Compares the latency of 99 receivers with and without a receiver that accepts requests and never responds.
*/
async function measureHanging(deps) {
	const runs = await measureTurns(HANG_TURNS, async () => ({
		without: await measureLoad(deps, many),
		with: await measureLoad(deps, many, "hang")
	}));
	const ratio = Number(medianOf(runs, (each) => each.with.p99 / each.without.p99, 2));
	const figures = (which) => ["p50", "p99"].map((figure) => medianOf(runs, (each) => each[which][figure], 1));
	return require_table.table([
		`${many.perSecond} events/s to 100 receivers`,
		"p50 ms",
		"p99 ms",
		"ratio of p99",
		`bar ${BAR}`
	], [["99 of them", ...figures("without")], [
		"99, while one hangs",
		...figures("with"),
		ratio.toFixed(2),
		ratio <= BAR ? "met" : "MISSED"
	]]);
}
/**
* Measures the load with new shops, whose receivers never failed. The first receiver does not respond and is
* not counted.
*/
async function measureLoad({ stage, receivers, worker, shopApi }, { shops: shopCount = 1, receivers: count, perSecond, seconds }, hang) {
	const all = Array.from({ length: shopCount * count }, (_, index) => index);
	const shops = [];
	for (let at = 0; at < shopCount; at += 1) shops.push(await require_subscribed_shop.makeSubscribedShop(stage.client, all.slice(at * count, (at + 1) * count), receivers.ports));
	const events = perSecond * seconds;
	const counted = count === many.receivers ? all.slice(1) : all;
	const delivered = await worker.delivered();
	if (hang) receivers.hang(0);
	const received = receivers.get(counted, events / shopCount);
	await writeSteadily(shopApi, shops, {
		events,
		perSecond
	});
	const { latencies } = await received;
	if (hang) {
		await hasOneBehind(worker);
		receivers.release();
	}
	await worker.hasDelivered(delivered + count * events);
	const at = (percent) => require_numbers.percentile(latencies, percent);
	return {
		p50: at(50),
		p95: at(95),
		p99: at(99)
	};
}
/** Resolves when the metrics of the worker show the receiver that does not respond. */
async function hasOneBehind(worker) {
	const { behind, backlog, oldest } = require_receiver_process.Worker.names;
	await worker.shows("the one that hangs", (metrics) => {
		const of = (name) => require_receiver_process.valueOf(metrics, name, { state: "active" });
		return of(behind) === 1 && of(backlog) > 0 && of(oldest) > 1;
	});
}
const agent = new node_http.Agent({ keepAlive: true });
/** Creates objects in the shops in turn as a Poisson process, without waiting for responses. */
async function writeSteadily(port, shops, { events, perSecond }) {
	const answers = [];
	let next = performance.now();
	for (let count = 0; count < events; count += 1) {
		next += -Math.log(1 - Math.random()) * 1e3 / perSecond;
		await (0, node_timers_promises.setTimeout)(Math.max(0, next - performance.now()));
		answers.push(create(port, shops[count % shops.length]));
	}
	await Promise.all(answers);
}
/**
* Creates an object. Repeats the write if the service rejects it or if its kept-alive connection was closed.
* The latency starts at the commit.
*/
async function create(port, shop) {
	const { path, body, headers } = require_cases.creationRequest;
	const all = {
		...headers,
		...require_http.headersOf(require_http.targetOf(shop, port))
	};
	for (;;) {
		const { status } = await require_http.send({
			port,
			path,
			method: "POST",
			body,
			headers: all,
			agent
		}).catch((error) => {
			if (error.code !== "ECONNRESET") throw error;
			return { status: 503 };
		});
		if (status === 201) return;
		if (status !== 503) throw new Error(`a write got status ${status}`);
		await (0, node_timers_promises.setTimeout)(50);
	}
}
// tools/bench/src/webhooks/index.ts
/** Number of receivers in the largest case. */
const RECEIVERS = 100;
/**
* Measures throughput, latency, a receiver that does not respond, a shop with very many apps, and an idle
* worker. Prints each table with `say` and returns the last table.
*/
async function measureWebhooks(stage, how, say) {
	await require_receiver_process.countMessages(stage.client);
	const receivers = await require_receiver_process.ReceiverProcess.start(stage, RECEIVERS);
	const port = await stage.startService("hooks-worker");
	const worker = new require_receiver_process.Worker(port, () => stage.cpuOf(port));
	const sender = stage.startProgram("--bare-sender");
	sender.send({ databaseUrl: stage.databaseUrl() });
	const send = (routes) => void sender.send(routes);
	const cpuOfSender = () => require_stage.cpuOf(sender.pid) ?? 0;
	const shopApi = await stage.startService("shop-api");
	const sending = {
		stage,
		receivers,
		worker,
		send,
		cpuOfSender,
		how
	};
	say(await require_receiver_process.measureThroughput(sending));
	const parts = {
		stage,
		receivers,
		worker,
		shopApi
	};
	const latency = await measureLatency(parts);
	if (how === "quick") return latency;
	say(latency);
	say(await measureHanging(parts));
	say(await measureCrowd(sending));
	return measureIdle(stage, worker);
}
// tools/bench/src/writes/index.ts
/**
* Number of turns. Each turn measures both servers one after another. Ratios are computed per turn, because
* the speed of machines drifts.
*/
const TURNS = {
	full: 9,
	quick: 5
};
const SECONDS = 2;
const WARM_UP_SECONDS = 3;
/**
* Number of products that are changed and get variants, and total number of products. The total is enough for
* all deletions.
*/
const [KEPT_PRODUCTS, PRODUCTS] = [2e3, 4e5];
/**
* Writes single objects at the shop API and at a bare server. A worker assigns sequence numbers to the events
* of both servers. The next turn starts when all events have sequence numbers, so that neither server slows
* down the other.
*/
async function measureWrites(stage, how, say) {
	const shop = await require_people.makeShop(stage.client, "bench-writes");
	const ids = await fill$1(stage, shop);
	const sides = {
		ours: await startShopApi(stage, shop),
		bare: await startBareWrites(stage, shop)
	};
	await stage.startService("hooks-worker");
	const rows = [];
	for (const each of require_write_cases.writeCases) {
		const runs = [];
		const turn = async (side, duration = SECONDS) => {
			const done = await measured(side, requestOf(each, ids), duration);
			await eventsAreNumbered(stage);
			return done;
		};
		for (const side of Object.values(sides)) await turn(side, WARM_UP_SECONDS);
		for (let count = 0; count < TURNS[how]; count += 1) runs.push({
			ours: await turn(sides.ours),
			bare: await turn(sides.bare)
		});
		rows.push(rowOf(each, runs));
		say(rows.at(-1).join(" "));
	}
	return require_table.table([...[
		"a write",
		"requests/s",
		"p50 ms",
		"p99 ms",
		"bare/s",
		"ratio",
		"min",
		"max",
		"bar"
	], ...[
		"Node ms",
		"bare",
		"database ms",
		"bare"
	]], rows);
}
function rowOf({ name, bar }, runs) {
	const ratios = runs.map((run) => run.ours.perSecond / run.bare.perSecond);
	const cell = (side, figure, digits = 0) => medianOf(runs, (run) => run[side][figure], digits);
	return [
		name,
		...[
			cell("ours", "perSecond"),
			cell("ours", "p50"),
			cell("ours", "p99"),
			cell("bare", "perSecond")
		],
		...[...ratioCells(ratios), barCell(require_numbers.median(ratios), bar)],
		...[cell("ours", "node", 3), cell("bare", "node", 3)],
		...[cell("ours", "database", 3), cell("bare", "database", 3)]
	];
}
async function measured(side, request, duration) {
	const before = side.cpu();
	const done = await load(side, [request], duration);
	const after = side.cpu();
	return {
		...done,
		node: (after.node - before.node) / done.requests,
		database: (after.database - before.database) / done.requests
	};
}
/** Resolves when the worker has assigned sequence numbers to all events. */
async function eventsAreNumbered({ client }) {
	const waiting = "SELECT FROM shop.events WHERE sequence IS NULL LIMIT 1";
	while ((await client.query(waiting)).rowCount) await (0, node_timers_promises.setTimeout)(50);
}
function requestOf({ method, resource, sent }, ids) {
	return {
		method,
		setupRequest: (request) => {
			const id = method === "DELETE" ? ids.pop() : ids[Math.floor(Math.random() * KEPT_PRODUCTS)];
			const path = method === "POST" ? resource.path : `${resource.path}/${id}`;
			if (!sent) return {
				...request,
				path
			};
			const headers = {
				...request.headers,
				"content-type": require_media_type.mediaType
			};
			return {
				...request,
				path,
				headers,
				body: JSON.stringify({ data: sent(id) })
			};
		}
	};
}
async function startShopApi(stage, shop) {
	const port = await stage.startService("shop-api");
	const cpu = () => ({
		node: stage.cpuOf(port) ?? 0,
		database: stage.databaseCpu(require_stage.roles.shop) ?? 0
	});
	return {
		...require_http.targetOf(shop, port),
		cpu
	};
}
async function startBareWrites(stage, shop) {
	const port = await stage.startBare("--bare-writes", { shop });
	const cpu = () => ({
		node: stage.cpuOf(port) ?? 0,
		database: stage.databaseCpu() ?? 0
	});
	return {
		...require_http.targetOf(shop, port),
		cpu
	};
}
/** Inserts the products with the role of the administrator, without events. */
async function fill$1({ client }, { id }) {
	const { rows } = await client.query(`INSERT INTO shop.products (shop_id, id, title, handle, description, status, tags, version, created_at, updated_at)
      SELECT $1, uuidv7(), 'Product ' || no, 'product-' || no, 'One of many.', 'draft', '{}', 1, now(), now()
      FROM generate_series(1, $2::integer) AS no RETURNING id`, [id, PRODUCTS]);
	await client.query("VACUUM ANALYZE shop.products");
	return rows.map((row) => row.id);
}
// tools/bench/src/bench.ts
/** Numbers of objects in the filled shops. The cases run against the largest shop. */
const sizes = {
	full: [
		1e4,
		1e5,
		1e6
	],
	quick: [1e4, 2e5]
};
const orders = {
	full: 1e5,
	quick: 2e4
};
const usage = `npm run bench -- [cases] [citus] [counting] [entries] [exchange] [bodies] [exports] [outbox] [peers]
  [pools] [search] [sizes] [starts] [store] [writes] [webhooks] [--quick]
Measures the named parts, or all of them. --quick uses smaller shops and prints only the first two tables of webhooks.`;
/**
* Prints the tables of the named parts, or of all parts if no part is named. `--quick` shortens the parts.
*/
async function runBench(words) {
	const named = words.filter((word) => word !== "--quick");
	if (named.some((word) => !(word in parts))) return say(usage);
	const stage = await require_stage.openStage();
	process.once("SIGINT", () => void stage.close().then(() => process.exit(1)));
	try {
		say(`Node ${process.version}, ${(0, node_os.cpus)().length} processors, Postgres ${await postgresVersion(stage)}, row-level security on\n`);
		const how = words.includes("--quick") ? "quick" : "full";
		const filled = once(() => fill(stage, sizes[how]));
		for (const part of named.length ? named : Object.keys(parts)) say(await parts[part](stage, filled, how));
	} finally {
		await stage.close();
	}
}
const parts = {
	cases: async (stage, filled) => {
		const { largest, ports } = await filled();
		return compareCases(stage, largest, ports.shop, require_cases.cases(largest, await someIds(stage, largest.id)));
	},
	citus: (stage, _, how) => measureCitus(stage, how, say),
	counting: (stage) => measureCounting(stage),
	entries: async (stage, filled) => {
		const { shops, largest } = await filled();
		return measureEntries(stage, largest, shops.reduce((sum, { size }) => sum + size, 0));
	},
	exchange: async (stage) => {
		return measureExchange(stage, await require_people.makeShop(stage.client, "bench-exchange"), await stage.startService("auth-api"));
	},
	bodies: (stage) => require_hostile_bodies.measureHostileBodies(stage),
	exports: (stage, _, how) => measureExports(stage, orders[how], how, say),
	outbox: async (stage, filled) => {
		const { largest, ports } = await filled();
		return measureOutbox(stage, largest, ports.shop);
	},
	peers: (stage, _, how) => measurePeers(stage, orders[how], how, say),
	pools: (stage, _, how) => measurePools(stage, how, say),
	search: (stage, _, how) => measureSearches(stage, orders[how], say),
	sizes: async (_, filled) => {
		const { shops, ports } = await filled();
		return measureSizes(ports.shop, shops);
	},
	starts: (stage, _, how) => measureStarts(stage.folder, how),
	store: (stage, _, how) => measureStore(stage, orders[how], say),
	writes: (stage, _, how) => measureWrites(stage, how, say),
	webhooks: (stage, _, how) => measureWebhooks(stage, how, say)
};
async function fill(stage, wanted) {
	const shops = [];
	for (const size of wanted) shops.push({
		size,
		shop: await filledShop(stage, size)
	});
	await stage.client.query("VACUUM ANALYZE");
	const ports = { shop: await stage.startService("shop-api") };
	return {
		shops,
		largest: shops.at(-1).shop,
		ports
	};
}
/** Runs `make` at the first call and returns the same result at every call. */
function once(make) {
	let made;
	return () => made ??= make();
}
async function someIds({ client }, shopId) {
	const { rows } = await client.query("SELECT id FROM shop.meta TABLESAMPLE SYSTEM (1) WHERE shop_id = $1 LIMIT 2000", [shopId]);
	return rows.map(({ id }) => id);
}
async function filledShop(stage, size) {
	const shop = await require_people.makeShop(stage.client, `bench-${size}`);
	const started = Date.now();
	const entries = await require_shop_of_size.fillShop(stage.client, shop.id, size, stage.folder);
	say(`filled ${shop.domain}: ${size} objects, ${entries} search entries, ${Math.round((Date.now() - started) / 1e3)} s`);
	return shop;
}
async function postgresVersion({ client }) {
	const { rows } = await client.query("SHOW server_version");
	return rows[0].server_version;
}
function say(text) {
	process.stdout.write(`${text}\n`);
}
exports.runBench = runBench;

//# sourceMappingURL=bench-CR8KYfk0.js.map
const require_rolldown_runtime = require("./rolldown-runtime-BW-eSwOZ.js");
require("node:crypto");
let lru_cache = require("lru-cache");
let class_validator = require("class-validator");
let pg = require("pg");
let dinero_js_currencies = require("dinero.js/currencies");
dinero_js_currencies = require_rolldown_runtime.__toESM(dinero_js_currencies);
let typeorm = require("typeorm");
// libs/core/text/src/fold.ts
const isAscii = /^[\0-\x7f]*$/;
/** Characters that people type as an apostrophe. NFKD would turn the acute accent into a space. */
const APOSTROPHES = /[´\u1ffd‘’‛ʹʻʼʽˈˊˋ′‵ꞌ＇՚׳]/gu;
/** Dashes and hyphens other than `-`, and the minus sign. */
const DASHES = /[\p{Dash_Punctuation}−]/gu;
/** Invisible characters: soft hyphens, joiners, variation selectors. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;
/**
* Marks that accent a letter. Vowel signs of Indic scripts and the voicing marks of kana (U+3099, U+309A)
* make another letter, so they stay. The Greek iota subscript (U+0345) stays because it is a letter in upper
* case.
*/
const ACCENTS = /(?!\u0345)(?!(?<=[\u3041-\u30ff\u31f0-\u31ff])[\u3099\u309a])(?:(?=\p{Script=Inherited})\p{Mark}|[\u0483-\u0487\u0591-\u05c7\u0640])/gu;
/** Letters that neither decomposition nor case mapping turns into plain letters. */
const PLAIN = {
	ß: "ss",
	æ: "ae",
	œ: "oe",
	ø: "o",
	ł: "l",
	đ: "d",
	ð: "d",
	þ: "th",
	ς: "σ",
	ħ: "h",
	ŧ: "t"
};
const SPECIAL = new RegExp(`[${Object.keys(PLAIN).join("")}]`, "gu");
/**
* Folds case, accents, compatibility forms, apostrophes and dashes, so that texts that people read as the
* same compare equal. Search terms and stored keys (`email_folded`, `code_folded`, `email_key`) contain
* folded text, so a change of this function requires a backfill (docs/adr/text.md).
*/
function fold(text) {
	if (isAscii.test(text)) return text.toLowerCase();
	return text.replace(APOSTROPHES, "'").normalize("NFKD").replace(IGNORABLE, "").replace(ACCENTS, "").toUpperCase().toLowerCase().normalize("NFKD").replace(ACCENTS, "").replace(SPECIAL, (letter) => PLAIN[letter]).replace(APOSTROPHES, "'").replace(DASHES, "-");
}
/** Folds and trims an email address or a code for comparison. */
const foldKey = (text) => fold(text).trim();
// libs/core/text/src/uuid.ts
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Returns true for UUIDs of any version. */
function isUuid(text) {
	return uuid.test(text);
}
// libs/platform/json-api/src/error-codes.ts
/**
* Every error code of the platform with its status, title and meaning. JSON:API requires that the title of a code never
* varies. A test compares this list with `docs/errors.md`.
*/
const errorCodes = {
	malformed_document: [
		400,
		"Malformed document",
		"The body is not valid JSON, or not the JSON:API document that this request requires."
	],
	malformed_request: [
		400,
		"Malformed request",
		"The request line or a header is invalid."
	],
	invalid_query_parameter: [
		400,
		"Invalid query parameter",
		"A query parameter is unknown, repeated or has an invalid value."
	],
	duplicate_authorization: [
		400,
		"Duplicate Authorization header",
		"The request has more than one Authorization header."
	],
	invalid_shop_id: [
		400,
		"Invalid shop-id header",
		"The shop-id header is missing or malformed, or names another shop than the host name of the request."
	],
	prefetch_refused: [
		400,
		"Prefetch refused",
		"A prefetch request cannot exchange a nonce. The nonce remains valid."
	],
	code_verifier_required: [
		400,
		"Code verifier required",
		"The installation used a code_challenge, so only the token endpoint can exchange the nonce, together with the code_verifier."
	],
	malformed_operation: [
		400,
		"Malformed operation",
		"An operation of an atomic request is invalid or not supported."
	],
	too_many_operations: [
		400,
		"Too many operations",
		"The atomic request has more operations than allowed."
	],
	duplicate_lid: [
		400,
		"Duplicate local id",
		"Two operations of one request add resources with the same type and local id."
	],
	several_problems: [
		400,
		"Several problems",
		"The request has several problems with different status codes."
	],
	unauthorized: [
		401,
		"Authorization needed",
		"The request has no credential."
	],
	invalid_token: [
		401,
		"Invalid token",
		"The credential is unknown, revoked or expired, belongs to another shop, or lacks its Secret-Proof."
	],
	invalid_credentials: [
		401,
		"Invalid credentials",
		"The email address or the password is wrong."
	],
	invalid_client: [
		401,
		"Invalid client",
		"The app must authenticate with its id and secret, but they are missing or wrong."
	],
	second_factor_required: [
		403,
		"Second factor required",
		"The password is correct, but the code of the authenticator app, or a recovery code, is missing or wrong."
	],
	step_up_required: [
		403,
		"Step-up required",
		"The person must authenticate again, because the last authentication was more than ten minutes ago."
	],
	device_not_allowed: [
		403,
		"Device not allowed",
		"The session belongs to a device that signed in with a code. Such a session can use only the routes that the command line needs."
	],
	insufficient_scope: [
		403,
		"Insufficient scope",
		"The token lacks the scope that this request requires."
	],
	insufficient_role: [
		403,
		"Insufficient role",
		"The role of the signed-in person in this shop does not allow this request."
	],
	second_factor_missing: [
		403,
		"Second factor missing",
		"The shop requires a second factor of its members, and the signed-in person has not set one up."
	],
	wrong_recipient: [
		403,
		"Wrong recipient",
		"The invitation was sent to an email address other than the address of the signed-in person."
	],
	client_id_not_allowed: [
		403,
		"Client-generated id not allowed",
		"The id of the new resource is not a UUID, or this collection generates all ids itself."
	],
	relationship_not_writable: [
		403,
		"Relationship not writable",
		"The relationship exists but cannot be changed by this request."
	],
	limit_reached: [
		403,
		"Limit reached",
		"The person or the shop already has the maximum number of these objects."
	],
	shop_limit_reached: [
		403,
		"Shop limit reached",
		"The signed-in person already has the maximum number of shops that the operator allows."
	],
	shop_suspended: [
		403,
		"Shop suspended",
		"The shop is suspended. Its API is unavailable until the operator reactivates it."
	],
	api_suspended: [
		403,
		"API suspended",
		"A member of the shop suspended all apps and access tokens. They work again after the member resumes them."
	],
	app_suspended: [
		403,
		"App suspended",
		"A member of the shop suspended the app. Its token works again after the member resumes the app."
	],
	network_not_allowed: [
		403,
		"Network not allowed",
		"The token is limited to networks that do not contain the address of the request."
	],
	approval_not_supported: [
		403,
		"Approval not supported",
		"A member of the shop must approve this write, but the route cannot create a proposal."
	],
	approver_required: [
		403,
		"Approver required",
		"Only a person who is signed in to the admin panel can approve a proposal."
	],
	csrf_refused: [
		403,
		"Cross-site request refused",
		"A request with a session cookie must have the X-CSRF-Token of the session and must not come from another site."
	],
	shop_not_found: [
		404,
		"Shop not found",
		"No shop has this host name."
	],
	nonce_not_found: [
		404,
		"Nonce not found",
		"No installation has this nonce."
	],
	not_found: [
		404,
		"Not found",
		"The path or the object does not exist, or the credential has no access to it."
	],
	method_not_allowed: [
		405,
		"Method not allowed",
		"The path does not support this method. The Allow header lists the supported methods."
	],
	not_acceptable: [
		406,
		"Not acceptable",
		"No available media type matches the Accept header."
	],
	request_timeout: [
		408,
		"Request timeout",
		"The request did not arrive completely within the time limit."
	],
	type_mismatch: [
		409,
		"Type mismatch",
		"The type in the document differs from the type of this collection."
	],
	id_mismatch: [
		409,
		"Id mismatch",
		"The id in the document differs from the id in the path."
	],
	already_exists: [
		409,
		"Already exists",
		"A resource with this id or unique value already exists."
	],
	illegal_transition: [
		409,
		"Illegal transition",
		"The resource cannot change from its current state to the requested state. meta.allowed lists the valid states if the token can read the resource."
	],
	last_owner: [
		409,
		"Last owner",
		"A shop must have at least one owner."
	],
	rows_locked: [
		409,
		"Rows locked",
		"Other requests have locked the objects that this request changes. Nothing was changed. Retry after the time in Retry-After."
	],
	still_referenced: [
		409,
		"Still referenced",
		"The resource cannot be deleted while other objects refer to it."
	],
	idempotency_in_progress: [
		409,
		"Idempotent request in progress",
		"A request with the same Idempotency-Key is still running."
	],
	events_expired: [
		410,
		"Events expired",
		"The events after this sequence number are no longer stored."
	],
	nonce_expired: [
		410,
		"Nonce expired",
		"The nonce expired after ten minutes, was replaced by a newer one, or the app was uninstalled."
	],
	invitation_ended: [
		410,
		"Invitation ended",
		"The invitation was already used, was withdrawn or has expired."
	],
	nonce_used: [
		410,
		"Nonce used",
		"The token of this nonce is already in use, so the nonce cannot be exchanged again."
	],
	precondition_failed: [
		412,
		"Precondition failed",
		"The current version of the resource differs from the version in If-Match or in the operation."
	],
	payload_too_large: [
		413,
		"Payload too large",
		"The body is larger than the limit."
	],
	uri_too_long: [
		414,
		"URI too long",
		"The URL is longer than the limit."
	],
	unsupported_media_type: [
		415,
		"Unsupported media type",
		"The Content-Type is not supported at this path or has unsupported parameters. Most paths require application/vnd.api+json."
	],
	misdirected_request: [
		421,
		"Misdirected request",
		"The host in the request does not belong to this service."
	],
	invalid_attribute: [
		422,
		"Invalid attribute",
		"An attribute is missing or invalid."
	],
	unknown_attribute: [
		422,
		"Unknown attribute",
		"The resource has no such attribute."
	],
	not_fillable: [
		422,
		"Attribute not fillable",
		"The attribute exists but is read-only in this request."
	],
	unknown_relationship: [
		422,
		"Unknown relationship",
		"The resource has no such relationship."
	],
	invalid_relationship: [
		422,
		"Invalid relationship",
		"A required relationship is missing, has too many members, or refers to an object that cannot be used."
	],
	number_out_of_range: [
		422,
		"Number out of range",
		"A number overflows a double, or has digits beyond ±(2^53 − 1) that a double cannot represent."
	],
	data_too_large: [
		422,
		"Data too large",
		"The data of a meta object is larger than the limit."
	],
	too_many_members: [
		422,
		"Too many members",
		"The objects in the body have more members than allowed."
	],
	too_many_keys: [
		422,
		"Too many keys",
		"The data of a meta object has more keys than allowed."
	],
	invalid_key: [
		422,
		"Invalid key",
		"A key in data is empty, too long or contains invalid characters."
	],
	nesting_too_deep: [
		422,
		"Nesting too deep",
		"The data of a meta object has more levels than allowed."
	],
	invalid_text: [
		422,
		"Invalid text",
		"A string contains U+0000 or an unpaired surrogate, which the database cannot store."
	],
	invalid_icon: [
		422,
		"Invalid icon",
		"The image does not match its Content-Type, is not square, has the wrong size, or is animated."
	],
	invalid_image: [
		422,
		"Invalid image",
		"The image does not match its Content-Type, has the wrong size, is animated or damaged."
	],
	invalid_file: [
		422,
		"Invalid file",
		"The file cannot be imported: its encoding, header or rows are invalid. meta.reason names the problem."
	],
	idempotency_key_reused: [
		422,
		"Idempotency-Key reused",
		"The Idempotency-Key was already used for a different request."
	],
	rate_limited: [
		429,
		"Rate limited",
		"The client exceeded a rate limit. Retry after the time in Retry-After."
	],
	daily_limit_exceeded: [
		429,
		"Daily limit exceeded",
		"The app used up the requests or writes that the shop allows per day (UTC). Retry after the time in Retry-After."
	],
	too_many_proposals: [
		429,
		"Too many proposals",
		"The app already has the maximum number of pending proposals. Retry after a member of the shop has decided."
	],
	headers_too_large: [
		431,
		"Headers too large",
		"The request headers are larger than the limit."
	],
	internal_error: [
		500,
		"Internal error",
		"An unexpected error occurred on the server. The operator finds it in the log by the id of this error."
	],
	overloaded: [
		503,
		"Overloaded",
		"The service has more requests than it can process. Retry after the time in Retry-After."
	],
	unavailable: [
		503,
		"Unavailable",
		"The database or another required service is unavailable. Retry after the time in Retry-After."
	]
};
// libs/platform/json-api/src/api-error.ts
/**
* An error that the contract lists (docs/contract.md §2). Code throws the error, and one filter turns it into
* the error document.
*/
var ApiError = class extends Error {
	constructor(code, { detail, cause, ...fields }) {
		super(detail, { cause });
		this.code = code;
		const [status, title] = errorCodes[code];
		this.status = status;
		this.title = title;
		Object.assign(this, fields);
	}
};
/** All violations of one request, thrown together. */
var ApiErrors = class extends Error {
	constructor(errors) {
		super(errors.map(({ message }) => message).join(" "));
		this.errors = errors;
	}
	/**
	* Returns the common status of all errors, or the most general status that covers them (JSON:API,
	* "Processing Errors").
	*/
	get status() {
		const statuses = new Set(this.errors.map(({ status }) => status));
		return statuses.size === 1 ? this.errors[0].status : Math.max(...statuses) >= 500 ? 500 : 400;
	}
};
/** Collects violations and reports up to MAX_VIOLATIONS of them together. */
var Violations = class {
	constructor() {
		this.errors = [];
	}
	/** True if further violations would not be reported. The caller can then stop checking. */
	get isFull() {
		return this.errors.length >= 100;
	}
	add(code, fields) {
		if (!this.isFull) this.addError(new ApiError(code, fields));
	}
	addError(error) {
		if (!this.isFull) this.errors.push(error);
	}
	/** Throws the collected violations if there are any. */
	throwIfAny() {
		if (this.errors.length === 1) throw this.errors[0];
		if (this.errors.length > 1) throw new ApiErrors(this.errors);
	}
};
/** Creates the 404 for a missing row. Rows of other shops look the same (docs/contract.md §2). */
function notFound(type, id) {
	return new ApiError("not_found", { detail: `No ${type} object has the id "${shown(id)}".` });
}
/** Shortens client input for use in a message. */
function shown(text) {
	const characters = [...text.toWellFormed()];
	return characters.length > 80 ? characters.slice(0, 80).join("") + "…" : characters.join("");
}
// libs/platform/json-api/src/header-syntax.ts
const isBlank = (character) => character === " " || character === "	";
/** Removes optional whitespace at both ends of a text (RFC 9110 §5.6.3): spaces and tabs only. */
function trimBlanks(text) {
	let [start, end] = [0, text.length];
	while (start < end && isBlank(text[start])) start += 1;
	while (end > start && isBlank(text[end - 1])) end -= 1;
	return text.slice(start, end);
}
/** Splits a text at separators. A separator in a quoted string (RFC 9110 §5.6.4) does not split. */
function splitOutsideQuotes(text, separator) {
	if (!text.includes("\"")) return text.split(separator);
	const parts = [];
	let [start, isQuoted] = [0, false];
	for (let at = 0; at < text.length; at += 1) {
		const character = text[at];
		if (isQuoted && character === "\\") at += 1;
		else if (character === "\"") isQuoted = !isQuoted;
		else if (character === separator && !isQuoted) {
			parts.push(text.slice(start, at));
			start = at + 1;
		}
	}
	parts.push(text.slice(start));
	return parts;
}
/** Returns the elements of a comma-separated list (RFC 9110 §5.6.1). Empty elements are omitted. */
function listElements(field) {
	return splitOutsideQuotes(field, ",").map(trimBlanks).filter((element) => element !== "");
}
// libs/platform/json-api/src/string.ts
/** Counts code points, as the contract does. An emoji is one code point, but two UTF-16 units. */
function codePoints(text) {
	let count = 0;
	for (const _ of text) count += 1;
	return count;
}
/** True for text that Postgres can store: without U+0000 and unpaired surrogates. */
function isStorable(text) {
	return !text.includes("\0") && text.isWellFormed();
}
/** Validates a string of `min` to `max` code points without U+0000 and unpaired surrogates. */
function IsText(min, max, options) {
	return (target, property) => {
		(0, class_validator.ValidateBy)({
			name: "isLength",
			constraints: [min, max],
			validator: {
				validate: (value) => typeof value !== "string" || !isStorable(value) || codePoints(value) >= min && codePoints(value) <= max,
				defaultMessage: () => `${String(property)} must have ${min} to ${max} characters`
			}
		}, {
			...options,
			context: { schema: {
				type: "string",
				minLength: min,
				maxLength: max
			} }
		})(target, property);
		(0, class_validator.ValidateBy)({
			name: "isStorable",
			validator: {
				validate: (value) => typeof value !== "string" || isStorable(value),
				defaultMessage: () => `${String(property)} must not contain U+0000 or an unpaired surrogate`
			}
		}, {
			...options,
			context: { code: "invalid_text" }
		})(target, property);
		(0, class_validator.ValidateBy)({
			name: "isString",
			validator: {
				validate: (value) => typeof value === "string",
				defaultMessage: () => `${String(property)} must be a string`
			}
		}, options)(target, property);
	};
}
// libs/platform/json-api/src/timestamp.ts
const form = /^(\d{4}-\d\d-\d\d)(?:T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,9}))?)?(?:Z|([+-])(0\d|1[0-5]):([0-5]\d)))?$/;
const earliest = Date.parse("0001-01-01T00:00:00Z");
const latest = Date.parse("9999-12-31T23:59:59.999Z");
/**
* Parses a time from a client and returns it in the format of documents: `2019-07-14T09:23:34.000000Z`.
* Accepts RFC 3339 with an offset (§5.6; seconds are optional), or a date, which means midnight UTC. Rounds
* digits beyond microseconds, as Postgres does. Returns undefined for other text and for times outside the
* years 1 to 9999 UTC. All times from clients must pass this function, because Postgres rejects others.
*/
function parseTimestamp(text) {
	const [, day, hour = "00", minute = "00", second = "00", fraction = "0", sign, ahead = "0", by = "0"] = form.exec(text) ?? [];
	if (day === void 0 || day.startsWith("0000")) return void 0;
	const local = Date.parse(`${day}T${hour}:${minute}:${second}Z`);
	if (Number.isNaN(local) || !new Date(local).toISOString().startsWith(day)) return void 0;
	const offset = (Number(ahead) * 60 + Number(by)) * 6e4;
	const micros = Math.round(Number(`0.${fraction}`) * 1e6);
	const moment = (sign === "-" ? local + offset : local - offset) + Math.floor(micros / 1e3);
	if (moment < earliest || moment > latest) return void 0;
	return `${new Date(moment).toISOString().slice(0, -1)}${String(micros % 1e3).padStart(3, "0")}Z`;
}
// libs/platform/json-api/src/filter.ts
const operators = {
	eq: "=",
	ne: "<>",
	lt: "<",
	lte: "<=",
	gt: ">",
	gte: ">=",
	all: "all",
	exists: "exists"
};
/**
* Returns the operators of a filter: all six comparisons, or only `=` and `<>` for values without an order.
* Tags also have `all`, and nullable columns `exists`.
*/
function operatorsOf(kind) {
	const is = comparedOf(kind);
	return [
		"eq",
		"ne",
		...[
			"string",
			"int32",
			"integer",
			"timestamp"
		].includes(is) ? [
			"lt",
			"lte",
			"gt",
			"gte"
		] : [],
		...is === "tags" ? ["all"] : [],
		...isNullable(kind) ? ["exists"] : []
	];
}
const isNullable = (kind) => typeof kind === "object" && "is" in kind && kind.isNullable === true;
/** Returns the condition for a parameter, or the reason why the parameter is invalid. */
function conditionOf(name, kind, operator, text) {
	if (operator === "exists") return fits("boolean", text) ? {
		name,
		operator,
		values: [text]
	} : "Send true for objects that have a value, or false for objects without a value.";
	const is = comparedOf(kind);
	const values = is === "tags" ? tagsIn(text) : (operator === "eq" || operator === "ne") && (is === "id" || Array.isArray(is)) ? text.split(",") : [text];
	if (values.length > MAX_VALUES) return `The filter accepts at most ${MAX_VALUES} values. Send fewer values.`;
	const unfit = values.find((value) => !fits(is, value));
	if (unfit !== void 0) return `"${shown(unfit)}" is not a valid value of ${name}. Send ${describedAs(is)}.`;
	const as = writingOf(kind);
	return {
		name,
		operator: operators[operator],
		values: as ? values.map(as) : values
	};
}
/** Splits comma-separated tags. `\\,` is a comma within a tag, and `\\\\` is a backslash. */
function tagsIn(text) {
	const tags = [];
	let tag = "";
	for (const [piece] of text.matchAll(/\\[\\,]|[^]/gu)) if (piece === ",") {
		tags.push(tag);
		tag = "";
	} else tag += piece.length === 2 && piece.startsWith("\\") ? piece[1] : piece;
	return [...tags, tag];
}
/**
* Returns a function that converts a value for the comparison, or undefined if the sent value is compared.
* Times have one form in the database.
*/
function writingOf(kind) {
	if (comparedOf(kind) === "timestamp") return (text) => parseTimestamp(text);
	return typeof kind === "object" && "is" in kind ? kind.as : void 0;
}
const MIN_INT32 = -(2 ** 31);
const MAX_INT32 = 2 ** 31 - 1;
/** Maximum number of values in a filter: more than the ids of a page, but few enough for a URL. */
const MAX_VALUES = 100;
function comparedOf(kind) {
	return typeof kind === "object" && "is" in kind ? kind.is : kind;
}
/** True if a column of this kind can be compared with the text. */
function fits(kind, text) {
	if (Array.isArray(kind)) return kind.includes(text);
	switch (kind) {
		case "id": return isUuid(text);
		case "int32": return /^-?\d{1,10}$/.test(text) && Number(text) === (Number(text) | 0);
		case "integer": return /^-?\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text));
		case "boolean": return text === "true" || text === "false";
		case "timestamp": return parseTimestamp(text) !== void 0;
		case "tags": return text !== "" && isStorable(text);
		default: return isStorable(text);
	}
}
function describedAs(kind) {
	if (Array.isArray(kind)) return `one of ${kind.join(", ")}`;
	switch (kind) {
		case "id": return "a UUID";
		case "int32": return `a whole number from ${MIN_INT32} to ${MAX_INT32}`;
		case "integer": return "a whole number from −(2^53 − 1) to 2^53 − 1";
		case "boolean": return "true or false";
		case "timestamp": return "a time such as 2026-01-31T09:00:00Z";
		case "tags": return "one or more tags, separated by commas, with a backslash before a comma in a tag";
		default: return "a text";
	}
}
// libs/platform/json-api/src/relationship.ts
/**
* The relationship that includes an object's meta. It has no URL and appears in documents only if it is
* included.
*/
const attachedMeta = (type) => ({
	type: "meta",
	exposed: true,
	many: { attachedTo: type }
});
/** Returns the declared relationship of this name, or the attached meta. */
function relationshipOf({ type, relationships, takesMeta }, name) {
	if (Object.hasOwn(relationships, name)) return relationships[name];
	return takesMeta && name === "meta" ? attachedMeta(type) : void 0;
}
function isToMany(relationship) {
	return "many" in relationship;
}
/** Returns the to-one relationships with their columns. */
function linkageColumns(relationships) {
	return Object.entries(relationships).flatMap(([name, relationship]) => isToMany(relationship) ? [] : [{
		name,
		column: relationship.column
	}]);
}
/**
* Returns the resources by type. Throws at startup for a duplicate type, or for a relationship to an unknown
* type.
*/
function resourcesByType(resources) {
	const byType = /* @__PURE__ */ new Map();
	for (const resource of resources) {
		if (byType.has(resource.type)) throw new Error(`two resources have the type ${resource.type}`);
		byType.set(resource.type, resource);
	}
	for (const { type, relationships } of resources) for (const [name, relationship] of Object.entries(relationships)) if (relationship.exposed && !byType.has(relationship.type)) throw new Error(`${type}.${name} refers to ${relationship.type}, which this service does not have`);
	return byType;
}
/** Returns the columns of the to-one relationships in the input. */
function linkedColumns({ relationships }, sent) {
	const columns = {};
	for (const { name, column } of linkageColumns(relationships)) if (name in sent) columns[column] = sent[name];
	return columns;
}
// libs/platform/json-api/src/template.ts
/** JSON text with placeholders for the values of a row, built once per resource. */
var Template = class {
	constructor() {
		this.parts = [];
		this.standing = "";
	}
	text(standing) {
		this.standing += standing;
		return this;
	}
	value(kind, column = "", type = "") {
		this.parts.push({
			before: this.standing,
			kind,
			column,
			type
		});
		this.standing = "";
		return this;
	}
	/** Adds members of an object as `"name":value`, separated by commas. */
	members(columns, shown) {
		Object.keys(columns).filter(shown).forEach((name, at) => this.text(`${at ? "," : ""}${JSON.stringify(name)}:`).value(columns[name], name));
		return this;
	}
	write(row, origin) {
		return (this.written ??= this.compile())(row, origin);
	}
	/**
	* Compiles the template to a JavaScript function, as JSON serializers do. A loop over the parts would
	* increase the CPU time of a page of 25 objects by a fifth. The function contains only declarations, never
	* values of a row.
	*/
	compile() {
		const expression = [...this.parts.map((part) => `${JSON.stringify(part.before)} + ${termOf(part)}`), JSON.stringify(this.standing)].join(" + ");
		return new Function("linkage", "attached", `return (row, origin) => ${expression};`)(linkage, attached);
	}
	/** Returns the columns that the template reads. */
	get columns() {
		const read = this.parts.filter(({ kind, column }) => column !== "" && !isIncludedKind(kind));
		return [...new Set(read.map(({ column }) => column))];
	}
	/**
	* Renders the template as an SQL expression over the row `alias`. Uses few calls of `format`, because a
	* chain of `||` copies the growing text for each value. `origin` is an SQL expression of type text.
	*/
	sql(alias, origin) {
		const calls = [];
		let values = [];
		let form = "";
		const call = () => calls.push(`format(${[(0, pg.escapeLiteral)(form), ...values].join(", ")})`);
		for (const { before, kind, column, type } of this.parts) {
			form += asForm(before);
			if (isIncludedKind(kind)) continue;
			const value = kind === "origin" ? origin : sqlOf(kind, `${alias}.${column}`, type);
			if (!values.includes(value)) values.push(value);
			form += `%${values.indexOf(value) + 1}$s`;
			if (values.length < MAX_ARGUMENTS - 1) continue;
			call();
			[form, values] = ["", []];
		}
		form += asForm(this.standing);
		call();
		return calls.join(" || ");
	}
};
/** Maximum number of function arguments in Postgres (FUNC_MAX_ARGS). */
const MAX_ARGUMENTS = 100;
/** Escapes text for the Postgres function `format`. */
const asForm = (text) => text.replaceAll("%", "%%");
/** True for placeholders that are not columns of the row and that the SQL form omits. */
function isIncludedKind(kind) {
	return kind === "members" || kind === "next" || kind === "attached" || kind === "alone";
}
/** Returns the JavaScript expression of a value of `row`. */
function termOf({ kind, column, type }) {
	const value = `row[${JSON.stringify(column)}]`;
	const whereThere = (term, otherwise = "'null'") => `(${value} == null ? ${otherwise} : ${term})`;
	switch (kind) {
		case "origin": return "origin";
		case "linkage": return `linkage(${JSON.stringify(type)}, ${value})`;
		case "members": return whereThere(`',"data":' + ${value}`, "''");
		case "next": return whereThere(`',"prev":null,"next":"' + origin + ${value} + '"'`, "''");
		case "attached":
		case "alone": return whereThere(`attached('${kind}', ${JSON.stringify(type)}, origin, row)`, "''");
		case "string":
		case "string[]": return whereThere(`JSON.stringify(${value})`);
		case "timestamp": return whereThere(`'"' + ${value} + '"'`);
		default: return whereThere(value);
	}
}
/** Renders included meta. `row` contains the members as JSON text. */
function attached(kind, type, origin, row) {
	const relationship = `"meta":{"links":{"related":"${`${origin}/api/meta?filter%5Bresource_type%5D=${type}&filter%5Bresource_id%5D=${row["id"]}`}"},"data":${row[ofMeta]}}`;
	return kind === "attached" ? `,${relationship}` : `,"relationships":{${relationship}}`;
}
/** Name of the row property that contains the included meta. */
const ofMeta = "meta#members";
function linkage(type, id) {
	return id === null || id === void 0 ? "null" : `{"type":${JSON.stringify(type)},"id":"${id}"}`;
}
/** Returns the SQL expression of a value. It must equal what `write` renders. */
function sqlOf(kind, column, type) {
	switch (kind) {
		case "id": return `${column}::text`;
		case "json": return orNull(`${column}::text`);
		case "timestamp": return orNull(`'"' || to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '"'`);
		case "linkage": return orNull(`${(0, pg.escapeLiteral)(`{"type":${JSON.stringify(type)},"id":"`)} || ${column}::text || '"}'`);
		default: return orNull(`to_json(${column})::text`);
	}
}
const orNull = (expression) => `coalesce(${expression}, 'null')`;
// libs/platform/json-api/src/resource.ts
function withDefaults(declaration) {
	return {
		...declaration,
		described: declaration.described ?? {},
		errors: declaration.errors ?? {},
		meta: declaration.meta ?? {},
		relationships: declaration.relationships ?? {},
		sortable: declaration.sortable ?? [],
		order: declaration.order ?? [{
			column: "id",
			descending: false
		}],
		filters: Array.isArray(declaration.filters) ? declaration.filters : Object.keys(declaration.filters ?? {}),
		describedFilters: Array.isArray(declaration.filters) ? {} : declaration.filters ?? {},
		filterable: declaration.filterable ?? {},
		computed: declaration.computed ?? {},
		freeForm: declaration.freeForm ?? [],
		refusedInUpdates: declaration.refusedInUpdates ?? [],
		takesMeta: declaration.takesMeta ?? false,
		sortsById: declaration.sortsById ?? true,
		versioned: declaration.versioned ?? false,
		volatile: declaration.volatile ?? [],
		events: declaration.events === true ? [
			"created",
			"updated",
			"deleted"
		] : declaration.events ?? []
	};
}
/** Declares everything that clients can see, filter and sort of a resource. */
function describeResource(declaration) {
	const resource = withDefaults(declaration);
	const path = pathInto(new Template(), declaration);
	const whole = objectTemplate(resource, () => true);
	const sparse = /* @__PURE__ */ new WeakMap();
	const sparseByFields = new lru_cache.LRUCache({ max: MAX_SPARSE });
	const expression = (row, name) => resource.computed[name]?.(row) ?? `${row}.${name}`;
	return {
		...resource,
		expression,
		select: (row) => whole.columns.map((name) => name in resource.computed ? `${expression(row, name)} AS ${name}` : `${row}.${name}`).join(", "),
		fields: /* @__PURE__ */ new Set([
			...Object.keys(resource.attributes),
			...Object.keys(resource.relationships),
			...resource.takesMeta ? ["meta"] : []
		]),
		columns: whole.columns,
		sql: (alias, origin) => whole.sql(alias, origin),
		pathOf: (row) => path.write(row, ""),
		render(row, origin, only) {
			if (!only) return whole.write(row, origin);
			const known = sparse.get(only);
			if (known) return known.write(row, origin);
			const fields = [...only].join();
			const template = sparseByFields.get(fields) ?? objectTemplate(resource, (name) => only.has(name));
			sparseByFields.set(fields, template);
			sparse.set(only, template);
			return template.write(row, origin);
		}
	};
}
/** Maximum number of cached templates for sparse fieldsets, per resource. */
const MAX_SPARSE = 100;
/** Builds the template of a resource object with the given fields. */
function objectTemplate(resource, shown) {
	const { type, attributes, meta, relationships, takesMeta } = resource;
	const template = new Template().text(`{"type":${JSON.stringify(type)},"id":"`).value("id", "id").text("\",\"attributes\":{");
	template.members(attributes, shown).text("}");
	const linked = Object.entries(relationships).filter(([name]) => shown(name));
	linked.forEach(([name, relationship], at) => {
		template.text(`${at ? "," : ",\"relationships\":{"}${JSON.stringify(name)}:{`);
		relationshipInto(template, resource, name, relationship).text("}");
	});
	if (takesMeta && shown("meta")) template.value(linked.length ? "attached" : "alone", membersOf("meta"), type);
	if (linked.length) template.text("}");
	pathInto(template.text(",\"links\":{\"self\":\"").value("origin"), resource).text("\"}");
	if (Object.keys(meta).length) template.text(",\"meta\":{").members(meta, () => true).text("}");
	return template.text("}");
}
/**
* Adds the members of a relationship object. Relationships with URLs have links. To-many relationships have
* data only if they are included.
*/
function relationshipInto(template, resource, name, relationship) {
	const many = isToMany(relationship);
	if (relationship.exposed) {
		pathInto(template.text("\"links\":{\"self\":\"").value("origin"), resource).text(`/relationships/${name}"`);
		pathInto(template.text(",\"related\":\"").value("origin"), resource).text(`/${name}"`);
		if (many) template.value("next", nextOf(name));
		template.text("}").text(many ? "" : ",");
	}
	return many ? template.value("members", membersOf(name)) : template.text("\"data\":").value("linkage", relationship.column, relationship.type);
}
/** Returns the name of the row property with the included members of a to-many relationship as JSON text. */
const membersOf = (name) => `${name}#members`;
/** Name of the row property that contains the link (path and query) to the next page of included members. */
const nextOf = (name) => `${name}#next`;
/** Adds the path of a row. `:column` parts and the id are read from the row. */
function pathInto(template, { path, singleton }) {
	path.split(/:([a-z_]+)/).forEach((part, at) => at % 2 ? template.value("id", part) : template.text(part));
	return singleton ? template : template.text("/").value("id", "id");
}
/** Returns the digits of a timestamp in the fixed format `2019-07-14T09:23:34.000000Z`. */
function digitsOf(time) {
	return time.slice(0, 4) + time.slice(5, 7) + time.slice(8, 10) + time.slice(11, 13) + time.slice(14, 16) + time.slice(17, 19) + time.slice(20, -1);
}
/**
* Returns the ETag `"<version>-<micros>"`. The time distinguishes a recreated object from a deleted object
* with the same id.
*/
function etagOf(row, volatile = []) {
	let tag = `"${String(row["version"])}-${digitsOf(String(row["updated_at"]))}`;
	for (const name of volatile) tag += `-${String(row[name] ?? "")}`;
	return `${tag}"`;
}
const ofDocument = /\.[\w-]{22}"$/;
/** Removes the digest of the document, which leaves the ETag of the object. */
const objectEtag = (etag) => etag.replace(ofDocument, "\"");
/** Matches a single ETag without volatile members, which an SQL statement can compare with the row. */
const ofVersion = /^"(\d{1,9})-(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{6})(?:\.[\w-]{22})?"$/;
/**
* Returns the columns that If-Match requires, or an empty object if it allows any version. Returns undefined
* if the header must be compared with the row in memory.
*/
function matchedByHeader(preconditions, volatile) {
	const { ifMatch, ifNoneMatch } = preconditions ?? {};
	if (ifNoneMatch !== void 0) return void 0;
	if (ifMatch === void 0) return {};
	const [, version, year, month, day, hour, minute, second, micros] = ofVersion.exec(ifMatch.trim()) ?? [];
	if (version === void 0 || volatile.length > 0) return void 0;
	const updated_at = `${year}-${month}-${day}T${hour}:${minute}:${second}.${micros}Z`;
	return {
		version: Number(version),
		updated_at
	};
}
/**
* Throws 412 if If-Match does not name the version of the row (RFC 9110 §13.1.1: strong comparison), or if
* If-None-Match names it (§13.1.2: weak comparison). Digests of documents are ignored, because the write
* affects only the object.
*/
function checkPreconditionHeaders({ ifMatch, ifNoneMatch } = {}, ...etags) {
	if (ifMatch !== void 0 && !matches(ifMatch, etags)) throw new ApiError("precondition_failed", {
		detail: "The object has changed since you read it. Read the object again and repeat the change with the new ETag.",
		source: { header: "If-Match" }
	});
	if (ifNoneMatch !== void 0 && matches(ifNoneMatch, etags, "W/")) throw new ApiError("precondition_failed", {
		detail: "The object still has the version in If-None-Match. Send If-Match to change that version.",
		source: { header: "If-None-Match" }
	});
}
/** `weak` is the prefix of weak ETags. It is set if weak ETags can match. */
function matches(header, etags, weak) {
	if (header.trim() === "*") return true;
	return listElements(header).some((each) => {
		const tag = weak !== void 0 && each.startsWith(weak) ? each.slice(weak.length) : each;
		return etags.includes(objectEtag(tag));
	});
}
// libs/core/money/src/currencies.ts
/** dinero.js divides MGA and MRU into fifths. ISO 4217 lists two decimal places for both. */
const decimalPlacesOf = ({ base, exponent }) => base === 10 ? exponent : 2;
const active = new Map(Object.values(dinero_js_currencies).map((currency) => [currency.code, decimalPlacesOf(currency)]));
[...active.keys()].sort();
/** Returns true for an active ISO 4217 code, which new amounts can use. */
function isCurrency(code) {
	return active.has(code);
}
// libs/platform/json-api/src/validators.ts
/** Property decorator: the attribute can be absent. If it is null, the other rules apply to null. */
function IsOmittable() {
	return (0, class_validator.ValidateIf)((_, value) => value !== void 0);
}
/** Property decorator: the attribute can be absent or null. */
function IsNullable() {
	return (0, class_validator.ValidateIf)((_, value) => value !== void 0 && value !== null);
}
/**
* Adds the JSON Schema of a rule for the OpenAPI document. The result is an option for any decorator of
* class-validator.
*/
const described = (schema) => ({ context: { schema } });
/** Creates a rule with its JSON Schema. `message` completes the sentence "title must be …". */
function Rule(name, holds, message, schema) {
	return (0, class_validator.ValidateBy)({
		name,
		validator: {
			validate: holds,
			defaultMessage: (given) => `${given?.property} must be ${message}`
		}
	}, described(schema));
}
const isInt = (value, least, most) => Number.isSafeInteger(value) && value >= least && value <= most;
/** Validates an amount in the smallest unit of its currency: 1995 is € 19.95. */
function IsAmount(least = 0) {
	return Rule("isAmount", (value) => isInt(value, least, 0x38d7ea4c68000), `a whole number from ${least} to 10^15, in the smallest unit of the currency`, {
		type: "integer",
		minimum: least,
		maximum: 0x38d7ea4c68000
	});
}
function IsIntBetween(least, most) {
	return Rule("isInt", (value) => isInt(value, least, most), `a whole number from ${least} to ${most}`, {
		type: "integer",
		minimum: least,
		maximum: most
	});
}
function IsIn(words) {
	return Rule("isIn", (value) => words.includes(value), `one of ${words.join(", ")}`, {
		type: "string",
		enum: words
	});
}
function IsBoolean() {
	return Rule("isBoolean", (value) => typeof value === "boolean", "true or false", { type: "boolean" });
}
/** Validates a current ISO 4217 currency code, such as EUR. */
function IsCurrencyCode() {
	return Rule("isCurrency", isCurrency, "an ISO 4217 currency code such as EUR", {
		type: "string",
		pattern: "^[A-Z]{3}$"
	});
}
function IsTimestamp() {
	return Rule("isISO8601", (value) => typeof value === "string" && fits("timestamp", value), "a time such as 2026-01-31T09:00:00Z", { anyOf: [{
		type: "string",
		format: "date-time"
	}, {
		type: "string",
		format: "date"
	}] });
}
const MAX_TAGS = 250;
const MAX_TAG_LENGTH = 255;
/** Validates a list of distinct tags that the shop chooses. */
function IsTagArray() {
	const isTag = (tag) => typeof tag === "string" && isStorable(tag) && codePoints(tag) >= 1 && codePoints(tag) <= MAX_TAG_LENGTH;
	return Rule("isTagArray", (value) => Array.isArray(value) && value.length <= MAX_TAGS && value.every(isTag) && new Set(value).size === value.length, `a list of at most ${MAX_TAGS} distinct strings of 1 to ${MAX_TAG_LENGTH} characters`, {
		type: "array",
		maxItems: MAX_TAGS,
		uniqueItems: true,
		items: {
			type: "string",
			minLength: 1,
			maxLength: MAX_TAG_LENGTH
		}
	});
}
// libs/platform/json-api/src/writable.ts
const writableNames = /* @__PURE__ */ new Map([[void 0, /* @__PURE__ */ new Set()]]);
/**
* Returns the attributes that clients can send: the properties of a DTO class with a validation decorator.
*/
function writableOf(Dto) {
	let names = writableNames.get(Dto);
	if (!names) {
		const rules = (0, class_validator.getMetadataStorage)().getTargetValidationMetadatas(Dto, "", false, false);
		writableNames.set(Dto, names = new Set(rules.map(({ propertyName }) => propertyName)));
	}
	return names;
}
// libs/platform/json-api/src/input-description.ts
const descriptions = /* @__PURE__ */ new WeakMap();
/**
* Describes an attribute that clients send but responses do not contain. The resource describes the attributes of
* responses.
*/
function Description(text) {
	return ({ constructor }, name) => {
		const described = descriptions.get(constructor) ?? /* @__PURE__ */ new Map();
		descriptions.set(constructor, described.set(String(name), text));
	};
}
/** Returns the description of an attribute of this DTO, or of a class that the DTO extends. */
function inputDescriptionOf(Dto, name) {
	for (let each = Dto; typeof each === "function"; each = Object.getPrototypeOf(each)) {
		const description = descriptions.get(each)?.get(name);
		if (description !== void 0) return description;
	}
}
// \0@oxc-project+runtime@0.156.0/helpers/esm/decorate.js
function __decorate(decorators, target, key, desc) {
	var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
	if (typeof Reflect === "object" && typeof Reflect.decorate === "function") r = Reflect.decorate(decorators, target, key, desc);
	else for (var i = decorators.length - 1; i >= 0; i--) if (d = decorators[i]) r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
	return c > 3 && r && Object.defineProperty(target, key, r), r;
}
// \0@oxc-project+runtime@0.156.0/helpers/esm/decorateMetadata.js
function __decorateMetadata(k, v) {
	if (typeof Reflect === "object" && typeof Reflect.metadata === "function") return Reflect.metadata(k, v);
}
// libs/postgres/rows/src/columns.ts
function column(type, { primary, ...options } = {}) {
	const all = {
		...type,
		...options
	};
	return primary ? (0, typeorm.PrimaryColumn)(all) : (0, typeorm.Column)(all);
}
/** A `text` column in the collation of the database. */
const Text = (options) => column({ type: "text" }, options);
/** A `text COLLATE "C"` column, which is compared by code point, so that an index can sort it. */
const CollatedText = (options) => column({
	type: "text",
	collation: "C"
}, options);
const TextArray = (options) => column({
	type: "text",
	array: true
}, options);
/** A `jsonb` column. A row contains its JSON text. */
const Json = (options) => column({ type: "jsonb" }, options);
/** A `timestamptz` column. A row contains text such as `2019-07-14T09:23:34.000000Z`. */
const Timestamp = (options) => column({ type: "timestamp with time zone" }, options);
/** An `integer` column. */
const Int = (options) => column({ type: "integer" }, options);
/** A `bigint` column. A row contains decimal text. */
const BigInt = (options) => column({ type: "bigint" }, options);
/** A `boolean` column. */
const Bool = (options) => column({ type: "boolean" }, options);
/** A `uuid` column. */
const Uuid = (options) => column({ type: "uuid" }, options);
/** A `bytea` column. A row contains a Buffer. */
const Bytea = (options) => column({ type: "bytea" }, options);
// libs/postgres/rows/src/entity-columns.ts
/** Returns the entity and the classes that it extends, the base class first. */
function lineage(entity) {
	const classes = [];
	for (let each = entity; typeof each === "function"; each = Object.getPrototypeOf(each)) classes.unshift(each);
	return classes;
}
/** Returns the columns of an entity in the order of their declaration. Inherited columns come first. */
function columnsOf(entity) {
	const known = columns.get(entity);
	if (known) return known;
	const { columns: all } = (0, typeorm.getMetadataArgsStorage)();
	const found = lineage(entity).flatMap((each) => all.filter(({ target }) => target === each).map(({ propertyName, options }) => ({
		name: propertyName,
		options
	})));
	columns.set(entity, found);
	return found;
}
const columns = /* @__PURE__ */ new WeakMap();
/**
* Returns the table of an entity with its schema, such as `shop.products`. Throws if the class is not an
* entity.
*/
function tableOf(entity) {
	const table = (0, typeorm.getMetadataArgsStorage)().tables.find(({ target }) => target === entity);
	if (!table?.schema || !table.name) throw new Error(`${entity.name} has no @Entity with a schema and a name`);
	return `${table.schema}.${table.name}`;
}
/** Returns every entity class that this process has loaded. */
function loadedEntities() {
	return (0, typeorm.getMetadataArgsStorage)().tables.flatMap(({ target }) => typeof target === "function" ? [target] : []);
}
// libs/postgres/rows/src/shop-row.ts
/**
* A row of one shop. `shop_id` is the first column of every key and index, so that tables can be distributed
* by shop. Row-level security shows a row only to its shop.
*/
var ShopRow = class {};
__decorate([Uuid({ primary: true }), __decorateMetadata("design:type", String)], ShopRow.prototype, "shop_id", void 0);
/** A row of a shop with its own id (UUIDv7). */
var IdentifiedRow = class extends ShopRow {};
__decorate([Uuid({ primary: true }), __decorateMetadata("design:type", String)], IdentifiedRow.prototype, "id", void 0);
/** A row of a versioned resource. The version is part of the ETag, and every change writes an event. */
var VersionedRow = class extends IdentifiedRow {};
__decorate([Int({ default: 1 }), __decorateMetadata("design:type", Number)], VersionedRow.prototype, "version", void 0);
__decorate([Timestamp(), __decorateMetadata("design:type", String)], VersionedRow.prototype, "created_at", void 0);
__decorate([Timestamp(), __decorateMetadata("design:type", String)], VersionedRow.prototype, "updated_at", void 0);
// libs/platform/entities/src/attribute.ts
const attributes = /* @__PURE__ */ new WeakMap();
/**
* Marks a column as an attribute that clients see. Columns without this decorator are hidden. `description`
* is a noun phrase for developers of clients. `options` add facts that the column, the DTOs and the filters
* do not declare, such as the schema of JSON.
*/
function Attribute(description, options = {}) {
	return ({ constructor }, name) => {
		const described = attributes.get(constructor) ?? /* @__PURE__ */ new Map();
		attributes.set(constructor, described.set(String(name), {
			description,
			...options
		}));
	};
}
/** Returns the description and options of an attribute, or undefined for a hidden column. */
function attributeOf(entity, name) {
	for (let each = entity; typeof each === "function"; each = Object.getPrototypeOf(each)) {
		const described = attributes.get(each)?.get(name);
		if (described) return described;
	}
}
// libs/shop/catalog/src/imports/imports.scopes.ts
var imports_scopes_exports = /* @__PURE__ */ require_rolldown_runtime.__exportAll({ importsScopes: () => importsScopes });
const importsScopes = {
	type: "imports",
	scopes: {
		collection: "list the imports of files into your catalog",
		get: "read single imports with the rows of their files",
		post: "upload files of products and stock",
		patch: "start and cancel imports"
	},
	events: {
		created: "a file was uploaded for an import",
		updated: "an import made progress, ended or was cancelled"
	},
	example: {
		actor_type: "app",
		actor_id: "01a1fcc3-bb62-71d1-84a4-9a254e1fb862",
		actor_name: "Labels",
		kind: "products",
		file_name: "products.csv",
		state: "checked",
		delimiter: ",",
		columns: [{
			header: "Title",
			name: "title"
		}],
		row_count: 10,
		checked_count: 10,
		done_count: 0,
		failed_count: 0,
		next: { state: ["running", "cancelled"] }
	}
};
// libs/shop/catalog/src/inventory-changes/inventory-changes.scopes.ts
var inventory_changes_scopes_exports = /* @__PURE__ */ require_rolldown_runtime.__exportAll({ inventoryChangesScopes: () => inventoryChangesScopes });
const inventoryChangesScopes = {
	type: "inventory_changes",
	scopes: {
		collection: "list who changed the stock of your variants, and why",
		get: "read single changes of your stock"
	}
};
// libs/shop/catalog/src/product-images/product-images.scopes.ts
var product_images_scopes_exports = /* @__PURE__ */ require_rolldown_runtime.__exportAll({ productImagesScopes: () => productImagesScopes });
const productImagesScopes = {
	type: "product_images",
	scopes: {
		collection: "list the images of your products",
		get: "read single images of your products",
		post: "upload images and add them to your products",
		patch: "change the order and the descriptions of product images",
		delete: "delete images of your products"
	},
	events: {
		created: "an image was added to a product",
		updated: "the position or the description of a product image was changed",
		deleted: "an image was deleted, alone or with its product"
	},
	example: {
		file_id: "01a1fcc5-3e68-74f2-a1b1-e27dab4ba126",
		alt_text: "A blue mug",
		position: 0,
		width: 640,
		height: 640,
		sizes: [{
			url: "/images/01a1fcc5-3e68-74f2-a1b1-e27dab4ba126/640.webp",
			width: 640,
			height: 640
		}]
	}
};
// libs/shop/catalog/src/products/products.scopes.ts
var products_scopes_exports = /* @__PURE__ */ require_rolldown_runtime.__exportAll({ productsScopes: () => productsScopes });
const productsScopes = {
	type: "products",
	scopes: {
		collection: "list the products of your shop",
		get: "read single products",
		post: "add products",
		patch: "change products",
		delete: "delete products with their variants and images"
	},
	events: {
		created: "a product was added",
		updated: "a product was changed",
		deleted: "a product was deleted"
	},
	example: {
		title: "Mug",
		handle: "mug",
		description: "A blue mug.",
		status: "active",
		tags: ["blue"],
		published_at: "2026-11-21T06:22:26.087602Z",
		next: { status: ["draft", "archived"] }
	}
};
// libs/shop/catalog/src/variants/variants.scopes.ts
var variants_scopes_exports = /* @__PURE__ */ require_rolldown_runtime.__exportAll({ variantsScopes: () => variantsScopes });
const variantsScopes = {
	type: "variants",
	scopes: {
		collection: "list the variants of your products, with prices and stock",
		get: "read single variants",
		post: "add variants to your products",
		patch: "change variants, their prices and their stock",
		delete: "delete variants"
	},
	events: {
		created: "a variant was added",
		updated: "a variant, its price or its stock was changed",
		deleted: "a variant was deleted"
	},
	example: {
		title: "Large",
		sku: "MUG-L",
		price_amount: 1250,
		currency_code: "EUR",
		inventory_quantity: 12,
		inventory_policy: "deny",
		position: 0
	}
};
// libs/shop/event-log/src/events.scopes.ts
var events_scopes_exports = /* @__PURE__ */ require_rolldown_runtime.__exportAll({ eventsScopes: () => eventsScopes });
const eventsScopes = {
	type: "events",
	scopes: {
		collection: "follow what happens in your shop, as far as it may read what it happens to",
		get: "read single events"
	}
};
// libs/shop/meta/src/meta.scopes.ts
var meta_scopes_exports = /* @__PURE__ */ require_rolldown_runtime.__exportAll({ metaScopes: () => metaScopes });
const metaScopes = {
	type: "meta",
	scopes: {
		collection: "list and search the meta data of your shop",
		get: "read single meta objects",
		post: "add meta data to anything in your shop",
		patch: "change meta data",
		delete: "delete meta data"
	},
	events: {
		created: "a meta object was added",
		updated: "a meta object was changed",
		deleted: "a meta object was deleted"
	},
	example: {
		resource_type: "orders",
		resource_id: "01a1fcc5-393f-732d-aa40-7da770494982",
		data: { gift_wrap: true }
	}
};
// libs/shop/proposals/src/proposals.scopes.ts
var proposals_scopes_exports = /* @__PURE__ */ require_rolldown_runtime.__exportAll({ proposalsScopes: () => proposalsScopes });
const proposalsScopes = {
	type: "proposals",
	scopes: {
		collection: "list the writes that it proposed",
		get: "read single writes that it proposed",
		patch: "withdraw the writes that it proposed"
	},
	events: {
		created: "an app proposed a write",
		updated: "a proposal changed",
		approved: "a member of the shop approved a write of an app, which was applied",
		declined: "a member of the shop declined a write of an app",
		expired: "nobody decided about a proposal in time",
		failed: "an approved write could not be applied"
	},
	example: {
		actor_type: "app",
		actor_id: "01a1fcc3-bb62-71d1-84a4-9a254e1fb862",
		actor_name: "Labels",
		installation_id: "01a1fcc5-393f-732d-aa40-7da770494982",
		status: "pending",
		method: "PATCH",
		path: "/api/products/01a1fcc5-393f-732d-aa40-7da770494982",
		resource_type: "products",
		resource_id: "01a1fcc5-393f-732d-aa40-7da770494982",
		base_version: 1,
		required_scopes: ["products.patch"],
		expires_at: "2026-11-21T06:22:26.087602Z"
	}
};
// libs/shop/sales/src/codes/codes.scopes.ts
var codes_scopes_exports = /* @__PURE__ */ require_rolldown_runtime.__exportAll({ codesScopes: () => codesScopes });
const codesScopes = {
	type: "codes",
	scopes: {
		collection: "list the discount codes and gift codes of your shop",
		get: "read single discount codes and gift codes",
		post: "add discount codes and gift codes",
		patch: "change discount codes and gift codes",
		delete: "delete codes that nobody has used"
	},
	events: {
		created: "a discount code or gift code was added",
		updated: "a code was changed or used",
		deleted: "a code was deleted"
	},
	example: {
		code: "WELCOME10",
		kind: "discount",
		value_type: "percentage",
		value: 1e3,
		usage_count: 0,
		enabled: true,
		status: "active"
	}
};
// libs/shop/sales/src/customers/customers.scopes.ts
var customers_scopes_exports = /* @__PURE__ */ require_rolldown_runtime.__exportAll({ customersScopes: () => customersScopes });
const customersScopes = {
	type: "customers",
	scopes: {
		collection: "list your customers, with their contact data and what they spent",
		get: "read single customers, with their contact data",
		post: "add customers",
		patch: "change customers, and redact them for good",
		delete: "delete customers who have no orders"
	},
	personal: ["collection", "get"],
	events: {
		created: "a customer was added",
		updated: "a customer or what the customer spent changed",
		deleted: "a customer was deleted",
		redaction_requested: "a customer must be erased: clear what you keep of the customer, and confirm it",
		redacted: "a customer was made nobody, for good: clear what you keep of the customer"
	},
	example: {
		email: "ada@example.com",
		first_name: "Ada",
		last_name: "Lovelace",
		accepts_marketing: false,
		default_address: {
			first_name: "Ada",
			last_name: "Lovelace",
			company: null,
			line1: "1 Example Street",
			line2: null,
			city: "London",
			province: null,
			postal_code: "N1 1AA",
			country_code: "GB",
			phone: null
		},
		note: "",
		tags: ["vip"],
		status: "active",
		orders_count: 1,
		total_spent: [{
			currency_code: "EUR",
			amount: 2500
		}],
		total_spent_amount: 2500,
		next: { status: ["disabled", "redacted"] }
	}
};
// libs/shop/sales/src/fulfillments/fulfillments.scopes.ts
var fulfillments_scopes_exports = /* @__PURE__ */ require_rolldown_runtime.__exportAll({ fulfillmentsScopes: () => fulfillmentsScopes });
const fulfillmentsScopes = {
	type: "fulfillments",
	scopes: {
		collection: "list what was sent for your orders, with tracking numbers",
		get: "read single fulfillments of your orders",
		post: "record what was sent for your orders",
		patch: "change carriers and tracking numbers, and cancel fulfillments"
	},
	events: {
		created: "goods of an order were sent",
		updated: "the tracking of goods changed, or their fulfillment was cancelled",
		deleted: "a fulfillment was deleted together with its cancelled order"
	},
	example: {
		actor_type: "app",
		actor_id: "01a1fcc3-bb62-71d1-84a4-9a254e1fb862",
		actor_name: "Labels",
		status: "fulfilled",
		line_items: [{
			line_index: 0,
			quantity: 2
		}],
		carrier: "Parcel Service",
		tracking_number: "00340434161094000000",
		tracking_url: "https://carrier.example/track",
		derived: false,
		next: { status: ["cancelled"] }
	}
};
// libs/shop/sales/src/order-comments/order-comments.scopes.ts
var order_comments_scopes_exports = /* @__PURE__ */ require_rolldown_runtime.__exportAll({ orderCommentsScopes: () => orderCommentsScopes });
const orderCommentsScopes = {
	type: "order_comments",
	scopes: {
		collection: "list the comments on your orders",
		get: "read single comments on your orders",
		post: "add comments to your orders",
		patch: "change comments on your orders"
	},
	personal: ["collection", "get"],
	events: {
		created: "a comment was added to an order",
		updated: "a comment on an order was changed",
		deleted: "a comment was deleted together with its cancelled order"
	},
	example: {
		actor_type: "app",
		actor_id: "01a1fcc3-bb62-71d1-84a4-9a254e1fb862",
		actor_name: "Labels",
		body: "The customer prefers a delivery in the morning."
	}
};
// libs/shop/sales/src/orders/orders.scopes.ts
var orders_scopes_exports = /* @__PURE__ */ require_rolldown_runtime.__exportAll({ ordersScopes: () => ordersScopes });
const ordersScopes = {
	type: "orders",
	scopes: {
		collection: "list the orders of your shop, with the contact data in them",
		get: "read single orders, with the contact data in them",
		post: "place orders, which takes goods out of your stock and uses codes",
		patch: "change orders: complete, cancel, mark as paid, refunded or sent",
		delete: "delete cancelled orders"
	},
	personal: ["collection", "get"],
	events: {
		created: "an order was placed",
		updated: "an order was changed, completed, cancelled, paid, refunded or sent",
		deleted: "a cancelled order was deleted"
	},
	example: {
		actor_type: "app",
		actor_id: "01a1fcc3-bb62-71d1-84a4-9a254e1fb862",
		actor_name: "Labels",
		number: 1001,
		currency_code: "EUR",
		email: "ada@example.com",
		note: "",
		tags: [],
		line_items: [{
			variant_id: null,
			product_id: null,
			title: "Mug",
			sku: "MUG-L",
			price_amount: 1250,
			quantity: 2,
			total_amount: 2500
		}],
		subtotal_amount: 2500,
		discount_amount: 0,
		shipping_amount: 0,
		tax_amount: 0,
		total_amount: 2500,
		paid_amount: 0,
		refunded_amount: 0,
		shipping_address: {
			first_name: "Ada",
			last_name: "Lovelace",
			company: null,
			line1: "1 Example Street",
			line2: null,
			city: "London",
			province: null,
			postal_code: "N1 1AA",
			country_code: "GB",
			phone: null
		},
		status: "open",
		payment_status: "pending",
		fulfillment_status: "unfulfilled",
		next: {
			status: ["completed", "cancelled"],
			payment_status: [
				"authorized",
				"paid",
				"voided"
			],
			fulfillment_status: [
				"partial",
				"fulfilled",
				"not_required"
			]
		}
	}
};
// libs/shop/sales/src/transactions/transactions.scopes.ts
var transactions_scopes_exports = /* @__PURE__ */ require_rolldown_runtime.__exportAll({ transactionsScopes: () => transactionsScopes });
const transactionsScopes = {
	type: "transactions",
	scopes: {
		collection: "list the payments and refunds of your orders",
		get: "read single payments and refunds of your orders",
		post: "record payments and refunds of your orders, which can return goods to your stock"
	},
	events: {
		created: "a payment or refund of an order was recorded",
		deleted: "a payment or refund was deleted together with its cancelled order"
	},
	example: {
		actor_type: "app",
		actor_id: "01a1fcc3-bb62-71d1-84a4-9a254e1fb862",
		actor_name: "Labels",
		kind: "capture",
		amount: 2500,
		currency_code: "EUR",
		note: "",
		reference: "ch_1",
		derived: false
	}
};
// libs/shop/shops/src/installations.scopes.ts
var installations_scopes_exports = /* @__PURE__ */ require_rolldown_runtime.__exportAll({ installationsScopes: () => installationsScopes });
const installationsScopes = {
	type: "installations",
	events: {
		created: "the app was installed",
		scopes_changed: "the owner agreed to other scopes",
		uninstalled: "the app was uninstalled"
	},
	example: {
		scopes: ["orders.get"],
		withdrawn_scopes: [],
		ask_scopes: [],
		status: "installed",
		suspended: false,
		allowed_networks: null,
		app_allowed_networks: null,
		created_at: "2026-11-21T06:22:26.087602Z",
		updated_at: "2026-11-21T06:22:26.087602Z",
		uninstalled_at: null,
		installed_at: "2026-11-21T06:22:26.087602Z",
		app_name: "Labels",
		app_icon_url: null,
		permissions_changed: false,
		receives_webhooks: true,
		token_status: "active",
		nonce_status: "exchanged",
		nonce_expires_at: null,
		last_used_at: null
	}
};
// libs/shop/shops/src/shops.scopes.ts
var shops_scopes_exports = /* @__PURE__ */ require_rolldown_runtime.__exportAll({ shopsScopes: () => shopsScopes });
const shopsScopes = {
	type: "shops",
	scopes: {
		collection: "find out which shop this is",
		get: "read the name, the texts, the contact details and the time zone of your shop"
	},
	events: {
		redaction_requested: "the app was uninstalled: clear what you keep of the shop, and confirm it",
		updated: "the name, the texts, the contact details, the time zone or the status of the shop changed"
	},
	example: {
		domain: "demo-shop",
		name: "Demo shop",
		title: "Mugs and more",
		description: "A shop for mugs.",
		time_zone: "Europe/Berlin",
		currency_code: "EUR"
	}
};
// libs/shop/webhook-deliveries/src/deliveries/webhook-deliveries.scopes.ts
var webhook_deliveries_scopes_exports = /* @__PURE__ */ require_rolldown_runtime.__exportAll({ webhookDeliveriesScopes: () => webhookDeliveriesScopes });
const webhookDeliveriesScopes = {
	type: "webhook_deliveries",
	scopes: {
		collection: "list the webhooks that were sent to it from your shop",
		get: "read single webhooks that were sent to it, with the answers",
		post: "have webhooks sent to it once more, or as a test",
		patch: "skip webhooks that it keeps refusing"
	}
};
// libs/shop/webhook-deliveries/src/streams/webhook-streams.scopes.ts
var webhook_streams_scopes_exports = /* @__PURE__ */ require_rolldown_runtime.__exportAll({ webhookStreamsScopes: () => webhookStreamsScopes });
const webhookStreamsScopes = {
	type: "webhook_streams",
	scopes: {
		collection: "see whether webhooks of your shop reach it",
		get: "see in detail whether webhooks of your shop reach it"
	}
};
// libs/core/scopes/src/declared-resources.ts
/** Resources of all libraries, in the order of their types. */
const declaredResources = declarationsOf([
	["libs/shop/catalog/src/imports/imports.scopes.ts", imports_scopes_exports],
	["libs/shop/catalog/src/inventory-changes/inventory-changes.scopes.ts", inventory_changes_scopes_exports],
	["libs/shop/catalog/src/product-images/product-images.scopes.ts", product_images_scopes_exports],
	["libs/shop/catalog/src/products/products.scopes.ts", products_scopes_exports],
	["libs/shop/catalog/src/variants/variants.scopes.ts", variants_scopes_exports],
	["libs/shop/event-log/src/events.scopes.ts", events_scopes_exports],
	["libs/shop/meta/src/meta.scopes.ts", meta_scopes_exports],
	["libs/shop/proposals/src/proposals.scopes.ts", proposals_scopes_exports],
	["libs/shop/sales/src/codes/codes.scopes.ts", codes_scopes_exports],
	["libs/shop/sales/src/customers/customers.scopes.ts", customers_scopes_exports],
	["libs/shop/sales/src/fulfillments/fulfillments.scopes.ts", fulfillments_scopes_exports],
	["libs/shop/sales/src/order-comments/order-comments.scopes.ts", order_comments_scopes_exports],
	["libs/shop/sales/src/orders/orders.scopes.ts", orders_scopes_exports],
	["libs/shop/sales/src/transactions/transactions.scopes.ts", transactions_scopes_exports],
	["libs/shop/shops/src/installations.scopes.ts", installations_scopes_exports],
	["libs/shop/shops/src/shops.scopes.ts", shops_scopes_exports],
	["libs/shop/webhook-deliveries/src/deliveries/webhook-deliveries.scopes.ts", webhook_deliveries_scopes_exports],
	["libs/shop/webhook-deliveries/src/streams/webhook-streams.scopes.ts", webhook_streams_scopes_exports]
]);
/** Throws if a file does not export exactly one declaration, or if two files declare the same resource. */
function declarationsOf(collected) {
	const byType = /* @__PURE__ */ new Map();
	for (const [path, exported] of collected) {
		const [resource, ...others] = Object.values(exported);
		if (!resource?.type || others.length > 0) throw new Error(`${path} must export exactly one declaration with a type.`);
		const other = byType.get(resource.type);
		if (other) throw new Error(`The resource ${resource.type} is declared in ${other.path} and in ${path}.`);
		byType.set(resource.type, {
			path,
			resource
		});
	}
	return [...byType.keys()].sort().map((type) => byType.get(type).resource);
}
Object.fromEntries(declaredResources.flatMap(({ type, events: changes = {} }) => Object.entries(changes).map(([change, description]) => [`${type}.${change}`, description])));
/** Changes of a resource that write events, such as `created`. undefined if no library declares the resource. */
function changesOf(type) {
	const declared = declaredResources.find((resource) => resource.type === type);
	return declared && Object.keys(declared.events ?? {});
}
// libs/platform/entities/src/inverse-relationships.ts
const declaredByType = /* @__PURE__ */ new Map();
/** Inverse relationships by the type of the target. A target can be declared after the resources that refer to it. */
const inversesByType = /* @__PURE__ */ new Map();
/** Registers a declaration, and adds the inverse relationships that are already known. */
function addDeclared(resource, declaration) {
	const declared = {
		resource,
		declaration
	};
	declaredByType.set(resource.type, declared);
	for (const inverse of inversesByType.get(resource.type) ?? []) add(declared, inverse);
}
/** Returns the inverse relationships of a resource: the relationships that its targets get. */
function inversesOf(resource) {
	return Object.entries(resource.relationships).flatMap(([name, relationship]) => {
		if (isToMany(relationship) || relationship.inverse === void 0) return [];
		const { type: target, inverse, column } = relationship;
		const declaredBy = `${resource.type}.${name}`;
		return [{
			target,
			name: inverse,
			relationship: {
				type: resource.type,
				exposed: true,
				many: { column },
				declaredBy
			}
		}];
	});
}
/** Compiles the resource again. The object stays the same, because modules and repositories refer to it. */
function add(declared, { name, relationship }) {
	const { resource, declaration } = declared;
	const { attributes, relationships = {} } = declaration;
	if (name in attributes || name in relationships) throw new Error(`${relationship.declaredBy}: the inverse "${name}" is already a member of ${resource.type}. Choose another name.`);
	declared.declaration = {
		...declaration,
		relationships: {
			...relationships,
			[name]: relationship
		}
	};
	Object.assign(resource, describeResource(declared.declaration));
}
// libs/platform/entities/src/declaration-checks.ts
/**
* Throws for a declaration that contradicts the entity. The check runs at import, so the service does not
* start.
*/
function checkDeclaration(entity, declaration) {
	checkVisible(declaration);
	checkInput(entity, declaration);
	checkDetach(entity, declaration);
}
/** Throws for a filter that names neither a column nor a relationship with a column. */
function checkFilteredColumns(entity, declaration) {
	const { type, relationships = {}, filterable = {}, meta = {} } = declaration;
	const columns = new Set(columnsOf(entity).map(({ name }) => name));
	const filtered = Object.keys(filterable).map((name) => {
		const relationship = relationships[name];
		return relationship && "column" in relationship ? relationship.column : name;
	});
	const shown = Object.entries(meta).flatMap(([name, each]) => each === true ? [name] : []);
	const unknown = [...filtered, ...shown].find((name) => !columns.has(name));
	if (unknown !== void 0) throw new Error(`${type}: the declaration names the column "${unknown}", which ${entity.name} does not have.`);
}
/** Throws if a declaration takes its events from the `*.scopes.ts` of another resource. */
function checkEvents(type, named, written) {
	if (named === void 0) return;
	const wrong = Object.keys(named).find((event) => !written.includes(event));
	if (wrong !== void 0) throw new Error(`${type}: the *.scopes.ts of ${type} does not declare the event "${wrong}".`);
}
const isOtherForm = (filter) => typeof filter === "object" && "is" in filter;
/** Throws for a sort field or a filter on a column that clients cannot see. */
function checkVisible(declaration) {
	const { type, attributes, meta = {}, relationships = {}, sortable = [], order = [], filterable = {} } = declaration;
	const visible = /* @__PURE__ */ new Set([...[
		attributes,
		meta,
		relationships
	].flatMap(Object.keys), "id"]);
	const filtered = Object.keys(filterable).filter((name) => !isOtherForm(filterable[name]));
	const hidden = [
		...sortable,
		...order.map(({ column }) => column),
		...filtered
	].find((name) => !visible.has(name));
	if (hidden !== void 0) throw new Error(`${type}: clients cannot see "${hidden}". Add @Attribute() to the column, or remove its sort field and filter.`);
}
/**
* Throws for an attribute that clients can send but that the entity cannot store, because a create would drop
* the value.
*/
function checkInput(entity, { type, create, update, computed = {} }) {
	const known = /* @__PURE__ */ new Set([...columnsOf(entity).map(({ name }) => name), ...Object.keys(computed)]);
	for (const Dto of [create, update]) for (const name of Dto ? writableOf(Dto) : []) if (!known.has(name) && inputDescriptionOf(Dto, name) === void 0) throw new Error(`${type}: the attribute "${name}" of ${Dto.name} has no column. Add the column with @Attribute() to ${entity.name}. If responses do not contain the attribute, add @Description() instead.`);
}
/** Throws for `onDelete: 'detach'` on a relationship that is required or whose column is not nullable. */
function checkDetach(entity, { type, relationships = {} }) {
	const columns = new Map(columnsOf(entity).map(({ name, options }) => [name, options]));
	for (const [name, relationship] of Object.entries(relationships)) {
		if (isToMany(relationship) || relationship.onDelete !== "detach") continue;
		if (relationship.required || !columns.get(relationship.column)?.nullable) throw new Error(`${type}.${name} cannot be detached: it is required, or its column is not nullable`);
	}
}
/** Throws if `personal` names a relationship that is not to-one, or a column that does not exist. */
function checkPersonal(entity, { type, relationships = {} }, personal) {
	const columns = new Set(columnsOf(entity).map(({ name }) => name));
	for (const [name, values] of Object.entries(personal)) {
		const relationship = relationships[name];
		if (!relationship || isToMany(relationship)) throw new Error(`${type}: "personal" names "${name}", which is not a to-one relationship.`);
		const unknown = Object.keys(values).find((column) => !columns.has(column));
		if (unknown !== void 0) throw new Error(`${type}: "personal" names the column "${unknown}", which ${entity.name} does not have.`);
	}
}
// libs/platform/entities/src/define-resource.ts
const declared = /* @__PURE__ */ new WeakMap();
/**
* Declares a resource over an entity. Attributes, their kinds and their filters follow from the columns.
* Throws if the declaration names a hidden column, or if the entity already has a resource.
*/
function defineResource(entity, declaration) {
	const { type } = declaration;
	if (declared.has(entity)) throw new Error(`${entity.name} has two resources: ${declared.get(entity).type} and ${type}`);
	checkFilteredColumns(entity, declaration);
	const described = describe(entity, declaration);
	checkDeclaration(entity, described);
	checkEvents(type, declaration.events, changesOf(type) ?? []);
	const personal = declaration.personal ?? {};
	checkPersonal(entity, described, personal);
	const resource = {
		...describeResource(described),
		entity,
		personal
	};
	declared.set(entity, resource);
	addDeclared(resource, described);
	return resource;
}
function describe(entity, declaration) {
	const { computed = {}, meta: declaredMeta = {}, relationships = {}, filterable = {}, events: _named, ...same } = declaration;
	const columns = new Map(columnsOf(entity).map(({ name, options }) => [name, options]));
	const isVersioned = entity.prototype instanceof VersionedRow;
	const shown = [...columns].filter(([name]) => attributeOf(entity, name) !== void 0);
	const meta = {
		...isVersioned && versionedMeta,
		...declaredMeta
	};
	return {
		...same,
		attributes: attributesOf(shown, computed),
		meta: metaOf(columns, meta),
		described: descriptionsOf(entity, columns, {
			...computed,
			...meta
		}),
		computed: expressionsOf({
			...computed,
			...meta
		}),
		relationships,
		filterable: filtersOf(columns, relationships, filterable),
		takesMeta: same.takesMeta ?? (isVersioned && same.type !== "meta"),
		versioned: same.versioned ?? isVersioned,
		events: changesOf(same.type) ?? (isVersioned ? [
			"created",
			"updated",
			"deleted"
		] : [])
	};
}
/** Returns the resource that an entity declares. */
function resourceOf(entity) {
	return declared.get(entity);
}
/** Returns the attributes in the order in which documents show them. */
function attributesOf(columns, computed) {
	const behind = (column) => Object.entries(computed).filter(([, { after }]) => after === column).map(([name, { kind }]) => [name, kind]);
	const each = columns.flatMap(([name, options]) => [[name, kindOf(options)], ...behind(name)]);
	return Object.fromEntries([...each, ...behind()]);
}
const versionedMeta = {
	created_at: true,
	updated_at: true,
	version: true
};
function metaOf(columns, meta) {
	return Object.fromEntries(Object.entries(meta).map(([name, each]) => [name, each === true ? kindOf(columns.get(name)) : each.kind]));
}
/** Members of `meta` that every versioned row has. */
const ofEveryRow = {
	created_at: { description: "Time at which the object was created." },
	updated_at: { description: "Time of the last change of the object." },
	version: { description: "Version of the object. Each change increments it." }
};
/** Describes attributes and members of `meta` beyond their kinds. */
function descriptionsOf(entity, columns, members) {
	const ofColumns = [...columns].map(([name, { nullable = false }]) => [name, {
		isNullable: nullable,
		...ofEveryRow[name] ?? {},
		...attributeOf(entity, name)
	}]);
	const others = Object.entries(members).filter(([, each]) => each !== true);
	return Object.fromEntries([...ofColumns, ...others]);
}
function expressionsOf(members) {
	return Object.fromEntries(Object.entries(members).flatMap(([name, each]) => each === true || !each.sql ? [] : [[name, each.sql]]));
}
/** Derives the attribute kind from the type of its column. */
function kindOf({ type, array }) {
	if (array) return "string[]";
	switch (type) {
		case "jsonb": return "json";
		case "timestamp with time zone": return "timestamp";
		case "integer":
		case "bigint": return "number";
		case "boolean": return "boolean";
		case "text":
		case "uuid": return "string";
		default: throw new Error(`a column of type ${String(type)} cannot be an attribute`);
	}
}
function filtersOf(columns, relationships, filterable) {
	return Object.fromEntries(Object.entries(filterable).map(([name, filter]) => {
		const relationship = relationships[name];
		const column = relationship && "column" in relationship ? relationship.column : name;
		const { type, array, nullable } = columns.get(column);
		const isNullable = nullable === true && { isNullable: true };
		if (relationship) return [name, isNullable ? {
			is: "id",
			...isNullable
		} : "id"];
		if (typeof filter === "object" && !Array.isArray(filter)) return [name, {
			is: comparedAs(type),
			...filter,
			...isNullable
		}];
		const is = filter === true ? array ? "tags" : comparedAs(type) : filter;
		return [name, isNullable ? {
			is,
			...isNullable
		} : is];
	}));
}
function comparedAs(type) {
	switch (type) {
		case "integer": return "int32";
		case "bigint": return "integer";
		case "boolean": return "boolean";
		case "timestamp with time zone": return "timestamp";
		case "uuid": return "id";
		default: return "string";
	}
}
Object.defineProperty(exports, "APOSTROPHES", {
	enumerable: true,
	get: function() {
		return APOSTROPHES;
	}
});
Object.defineProperty(exports, "ApiError", {
	enumerable: true,
	get: function() {
		return ApiError;
	}
});
Object.defineProperty(exports, "ApiErrors", {
	enumerable: true,
	get: function() {
		return ApiErrors;
	}
});
Object.defineProperty(exports, "Attribute", {
	enumerable: true,
	get: function() {
		return Attribute;
	}
});
Object.defineProperty(exports, "BigInt", {
	enumerable: true,
	get: function() {
		return BigInt;
	}
});
Object.defineProperty(exports, "Bool", {
	enumerable: true,
	get: function() {
		return Bool;
	}
});
Object.defineProperty(exports, "Bytea", {
	enumerable: true,
	get: function() {
		return Bytea;
	}
});
Object.defineProperty(exports, "CollatedText", {
	enumerable: true,
	get: function() {
		return CollatedText;
	}
});
Object.defineProperty(exports, "Description", {
	enumerable: true,
	get: function() {
		return Description;
	}
});
Object.defineProperty(exports, "IdentifiedRow", {
	enumerable: true,
	get: function() {
		return IdentifiedRow;
	}
});
Object.defineProperty(exports, "Int", {
	enumerable: true,
	get: function() {
		return Int;
	}
});
Object.defineProperty(exports, "IsAmount", {
	enumerable: true,
	get: function() {
		return IsAmount;
	}
});
Object.defineProperty(exports, "IsBoolean", {
	enumerable: true,
	get: function() {
		return IsBoolean;
	}
});
Object.defineProperty(exports, "IsCurrencyCode", {
	enumerable: true,
	get: function() {
		return IsCurrencyCode;
	}
});
Object.defineProperty(exports, "IsIn", {
	enumerable: true,
	get: function() {
		return IsIn;
	}
});
Object.defineProperty(exports, "IsIntBetween", {
	enumerable: true,
	get: function() {
		return IsIntBetween;
	}
});
Object.defineProperty(exports, "IsNullable", {
	enumerable: true,
	get: function() {
		return IsNullable;
	}
});
Object.defineProperty(exports, "IsOmittable", {
	enumerable: true,
	get: function() {
		return IsOmittable;
	}
});
Object.defineProperty(exports, "IsTagArray", {
	enumerable: true,
	get: function() {
		return IsTagArray;
	}
});
Object.defineProperty(exports, "IsText", {
	enumerable: true,
	get: function() {
		return IsText;
	}
});
Object.defineProperty(exports, "IsTimestamp", {
	enumerable: true,
	get: function() {
		return IsTimestamp;
	}
});
Object.defineProperty(exports, "Json", {
	enumerable: true,
	get: function() {
		return Json;
	}
});
Object.defineProperty(exports, "Rule", {
	enumerable: true,
	get: function() {
		return Rule;
	}
});
Object.defineProperty(exports, "ShopRow", {
	enumerable: true,
	get: function() {
		return ShopRow;
	}
});
Object.defineProperty(exports, "Text", {
	enumerable: true,
	get: function() {
		return Text;
	}
});
Object.defineProperty(exports, "TextArray", {
	enumerable: true,
	get: function() {
		return TextArray;
	}
});
Object.defineProperty(exports, "Timestamp", {
	enumerable: true,
	get: function() {
		return Timestamp;
	}
});
Object.defineProperty(exports, "Uuid", {
	enumerable: true,
	get: function() {
		return Uuid;
	}
});
Object.defineProperty(exports, "VersionedRow", {
	enumerable: true,
	get: function() {
		return VersionedRow;
	}
});
Object.defineProperty(exports, "Violations", {
	enumerable: true,
	get: function() {
		return Violations;
	}
});
Object.defineProperty(exports, "__decorate", {
	enumerable: true,
	get: function() {
		return __decorate;
	}
});
Object.defineProperty(exports, "__decorateMetadata", {
	enumerable: true,
	get: function() {
		return __decorateMetadata;
	}
});
Object.defineProperty(exports, "attachedMeta", {
	enumerable: true,
	get: function() {
		return attachedMeta;
	}
});
Object.defineProperty(exports, "checkPreconditionHeaders", {
	enumerable: true,
	get: function() {
		return checkPreconditionHeaders;
	}
});
Object.defineProperty(exports, "codePoints", {
	enumerable: true,
	get: function() {
		return codePoints;
	}
});
Object.defineProperty(exports, "columnsOf", {
	enumerable: true,
	get: function() {
		return columnsOf;
	}
});
Object.defineProperty(exports, "comparedOf", {
	enumerable: true,
	get: function() {
		return comparedOf;
	}
});
Object.defineProperty(exports, "conditionOf", {
	enumerable: true,
	get: function() {
		return conditionOf;
	}
});
Object.defineProperty(exports, "customersScopes", {
	enumerable: true,
	get: function() {
		return customersScopes;
	}
});
Object.defineProperty(exports, "defineResource", {
	enumerable: true,
	get: function() {
		return defineResource;
	}
});
Object.defineProperty(exports, "described", {
	enumerable: true,
	get: function() {
		return described;
	}
});
Object.defineProperty(exports, "etagOf", {
	enumerable: true,
	get: function() {
		return etagOf;
	}
});
Object.defineProperty(exports, "fits", {
	enumerable: true,
	get: function() {
		return fits;
	}
});
Object.defineProperty(exports, "fold", {
	enumerable: true,
	get: function() {
		return fold;
	}
});
Object.defineProperty(exports, "foldKey", {
	enumerable: true,
	get: function() {
		return foldKey;
	}
});
Object.defineProperty(exports, "inversesOf", {
	enumerable: true,
	get: function() {
		return inversesOf;
	}
});
Object.defineProperty(exports, "isStorable", {
	enumerable: true,
	get: function() {
		return isStorable;
	}
});
Object.defineProperty(exports, "isToMany", {
	enumerable: true,
	get: function() {
		return isToMany;
	}
});
Object.defineProperty(exports, "isUuid", {
	enumerable: true,
	get: function() {
		return isUuid;
	}
});
Object.defineProperty(exports, "linkageColumns", {
	enumerable: true,
	get: function() {
		return linkageColumns;
	}
});
Object.defineProperty(exports, "linkedColumns", {
	enumerable: true,
	get: function() {
		return linkedColumns;
	}
});
Object.defineProperty(exports, "loadedEntities", {
	enumerable: true,
	get: function() {
		return loadedEntities;
	}
});
Object.defineProperty(exports, "matchedByHeader", {
	enumerable: true,
	get: function() {
		return matchedByHeader;
	}
});
Object.defineProperty(exports, "notFound", {
	enumerable: true,
	get: function() {
		return notFound;
	}
});
Object.defineProperty(exports, "operatorsOf", {
	enumerable: true,
	get: function() {
		return operatorsOf;
	}
});
Object.defineProperty(exports, "parseTimestamp", {
	enumerable: true,
	get: function() {
		return parseTimestamp;
	}
});
Object.defineProperty(exports, "relationshipOf", {
	enumerable: true,
	get: function() {
		return relationshipOf;
	}
});
Object.defineProperty(exports, "resourceOf", {
	enumerable: true,
	get: function() {
		return resourceOf;
	}
});
Object.defineProperty(exports, "resourcesByType", {
	enumerable: true,
	get: function() {
		return resourcesByType;
	}
});
Object.defineProperty(exports, "shown", {
	enumerable: true,
	get: function() {
		return shown;
	}
});
Object.defineProperty(exports, "tableOf", {
	enumerable: true,
	get: function() {
		return tableOf;
	}
});
Object.defineProperty(exports, "writableOf", {
	enumerable: true,
	get: function() {
		return writableOf;
	}
});

//# sourceMappingURL=define-resource-CI1tB6Vc.js.map
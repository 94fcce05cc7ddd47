const require_rolldown_runtime = require("./rolldown-runtime-BW-eSwOZ.js");
const require_define_resource = require("./define-resource-CI1tB6Vc.js");
const require_bare = require("./bare-DHHj2VG2.js");
let node_util = require("node:util");
let class_validator = require("class-validator");
let typeorm = require("typeorm");
// libs/platform/json-api/src/request-document.ts
/**
* Returns the JSON pointer of a member (RFC 6901 §3). A name with an unpaired surrogate has no pointer, so
* the pointer of the object is returned.
*/
function pointerBelow(pointer, name) {
	return name.isWellFormed() ? `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}` : pointer;
}
function isObject(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
// libs/postgres/rows/src/row.ts
/** Parses the JSON text of a column. */
function parseJson(text) {
	try {
		return JSON.parse(text);
	} catch {
		throw new SyntaxError("a text that is kept is no JSON");
	}
}
// libs/platform/entities/src/relationships.ts
/**
* Declares a relationship to one object of `type`, whose id is in `column`. `required`: clients must send the
* relationship on create. `writable`: the requests in which a client may send it. `onDelete`: the effect of a
* DELETE of the target, by default `refuse`. `inverse`: the name of a read-only to-many relationship that the
* target gets, also if another library declares the target.
*/
function belongsTo(type, column, options = {}) {
	return {
		type,
		column,
		exposed: true,
		...options
	};
}
/**
* Declares a relationship to any number of objects of `type`. Their rows refer to this object in a column of
* `entity`.
*/
function hasMany(type, _entity, column) {
	return {
		type,
		exposed: true,
		many: { column }
	};
}
/** Declares a relationship to any number of objects of `type` through a join table with the two columns. */
function belongsToMany(type, through, columns, options = {}) {
	return {
		type,
		exposed: true,
		many: {
			table: require_define_resource.tableOf(through),
			...columns
		},
		...options
	};
}
// libs/platform/tenancy/src/authored-row.ts
/** A versioned row that stores who created it. */
var AuthoredRow = class extends require_define_resource.VersionedRow {};
require_define_resource.__decorate([
	require_define_resource.Attribute("Type of the author: app, access_token or person. null if the author is unknown.", { values: [
		"app",
		"access_token",
		"person"
	] }),
	require_define_resource.CollatedText({ nullable: true }),
	require_define_resource.__decorateMetadata("design:type", Object)
], AuthoredRow.prototype, "actor_type", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Id of the app, the access token or the person who is the author. null if the author is unknown."),
	require_define_resource.Uuid({ nullable: true }),
	require_define_resource.__decorateMetadata("design:type", Object)
], AuthoredRow.prototype, "actor_id", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Name of the author at that time. null if the author is unknown."),
	require_define_resource.Text({ nullable: true }),
	require_define_resource.__decorateMetadata("design:type", Object)
], AuthoredRow.prototype, "actor_name", void 0);
/** Returns the columns of a new row that name the author of the request. */
function authorOf({ actor }) {
	return {
		actor_type: actor?.type ?? null,
		actor_id: actor?.id ?? null,
		actor_name: actor?.name ?? null
	};
}
// libs/platform/resources/src/states.ts
/**
* Throws 409 for a forbidden transition (docs/contract.md §2). `pointer` refers to the attribute. `scope` is
* the scope that reads the object.
*/
function checkTransition(states, from, to, pointer, scope) {
	const allowed = states[from];
	if (from === to || allowed.includes(to)) return;
	throw illegalTransition(scope, {
		detail: allowed.length ? `The state "${from}" can change to ${allowed.map((state) => `"${state}"`).join(" or ")}, but not to "${to}".` : `The state "${from}" is final. It cannot change to "${to}".`,
		pointer,
		allowed
	});
}
/**
* Creates the 409 for a forbidden transition. Reveals the current and the allowed states only to tokens that
* may read the object.
*/
function illegalTransition(scope, { detail, pointer, allowed }) {
	return new require_define_resource.ApiError("illegal_transition", {
		detail: "The current state of the object does not allow this change.",
		source: { pointer },
		disclosed: {
			scope,
			detail,
			meta: { allowed }
		}
	});
}
/**
* Declares `meta.next` of a resource: the states that may follow, for each attribute. `sql` replaces the
* default expression if other columns matter.
*/
function nextMember(byAttribute, sql = (row) => nextStates(row, byAttribute)) {
	const properties = Object.entries(byAttribute).map(([attribute, states]) => [attribute, {
		type: "array",
		items: {
			type: "string",
			enum: Object.keys(states)
		}
	}]);
	return {
		kind: "json",
		description: "States that may follow the current state, by attribute.",
		schema: {
			type: "object",
			properties: Object.fromEntries(properties),
			required: Object.keys(byAttribute)
		},
		sql
	};
}
/**
* Returns an SQL expression for `meta.next`: `{"status": ["active", "archived"]}`. The expression must depend
* only on the row, because Citus returns nothing else from a write.
*/
function nextStates(row, byAttribute) {
	return `('{' || ${Object.entries(byAttribute).map(([attribute, states]) => {
		return `'"${attribute}": ' || CASE ${Object.entries(states).map(([state, next]) => `WHEN ${row}.${attribute} = '${state}' THEN '${JSON.stringify(next)}'`).join(" ")} ELSE 'null' END`;
	}).join(` || ', ' || `)} || '}')::jsonb`;
}
// libs/shop/sales/src/codes/code.entity.ts
let Code = class Code extends require_define_resource.VersionedRow {};
require_define_resource.__decorate([
	require_define_resource.Attribute("Code that customers enter at checkout. Unique in the shop. Case is ignored. Generated by default."),
	require_define_resource.CollatedText(),
	require_define_resource.__decorateMetadata("design:type", String)
], Code.prototype, "code", void 0);
require_define_resource.__decorate([require_define_resource.CollatedText(), require_define_resource.__decorateMetadata("design:type", String)], Code.prototype, "code_folded", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Kind of code: a discount reduces the price of an order, a gift pays for an order."),
	require_define_resource.CollatedText(),
	require_define_resource.__decorateMetadata("design:type", Object)
], Code.prototype, "kind", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Type of a discount: a percentage or a fixed amount. null for a gift."),
	require_define_resource.CollatedText({ nullable: true }),
	require_define_resource.__decorateMetadata("design:type", Object)
], Code.prototype, "value_type", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Value of a discount: basis points of a percentage (1250 is 12.5 %), or minor units of currency_code. null for a gift.", { amountIf: { value_type: "fixed_amount" } }),
	require_define_resource.BigInt({ nullable: true }),
	require_define_resource.__decorateMetadata("design:type", Object)
], Code.prototype, "value", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("ISO 4217 code for the amounts of this code. null for a percentage."),
	require_define_resource.CollatedText({ nullable: true }),
	require_define_resource.__decorateMetadata("design:type", Object)
], Code.prototype, "currency_code", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Original balance of a gift, in minor units of currency_code."),
	require_define_resource.BigInt({ nullable: true }),
	require_define_resource.__decorateMetadata("design:type", Object)
], Code.prototype, "initial_amount", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Remaining balance of a gift, in minor units of currency_code."),
	require_define_resource.BigInt({ nullable: true }),
	require_define_resource.__decorateMetadata("design:type", Object)
], Code.prototype, "balance_amount", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Minimum subtotal of an order that redeems the code, in minor units of the currency of the order. null means no minimum."),
	require_define_resource.BigInt({ nullable: true }),
	require_define_resource.__decorateMetadata("design:type", Object)
], Code.prototype, "minimum_subtotal_amount", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Maximum number of orders that can redeem this code. null means unlimited."),
	require_define_resource.Int({ nullable: true }),
	require_define_resource.__decorateMetadata("design:type", Object)
], Code.prototype, "usage_limit", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Maximum number of orders per customer that can redeem this code. null means unlimited."),
	require_define_resource.Int({ nullable: true }),
	require_define_resource.__decorateMetadata("design:type", Object)
], Code.prototype, "usage_limit_per_customer", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Number of orders that redeemed this code, excluding cancelled orders."),
	require_define_resource.Int(),
	require_define_resource.__decorateMetadata("design:type", Number)
], Code.prototype, "usage_count", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Time from which the code can be redeemed. null means immediately."),
	require_define_resource.Timestamp({ nullable: true }),
	require_define_resource.__decorateMetadata("design:type", Object)
], Code.prototype, "starts_at", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Time until which the code can be redeemed. null means no end."),
	require_define_resource.Timestamp({ nullable: true }),
	require_define_resource.__decorateMetadata("design:type", Object)
], Code.prototype, "ends_at", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Whether the code is enabled. A disabled code cannot be redeemed."),
	require_define_resource.Bool(),
	require_define_resource.__decorateMetadata("design:type", Boolean)
], Code.prototype, "enabled", void 0);
require_define_resource.__decorate([require_define_resource.Uuid({ nullable: true }), require_define_resource.__decorateMetadata("design:type", Object)], Code.prototype, "customer_id", void 0);
Code = require_define_resource.__decorate([(0, typeorm.Entity)({
	schema: "shop",
	name: "codes"
})], Code);
// libs/shop/sales/src/codes/code-product.entity.ts
let CodeProduct = class CodeProduct extends require_define_resource.ShopRow {};
require_define_resource.__decorate([require_define_resource.Uuid({ primary: true }), require_define_resource.__decorateMetadata("design:type", String)], CodeProduct.prototype, "code_id", void 0);
require_define_resource.__decorate([require_define_resource.Uuid({ primary: true }), require_define_resource.__decorateMetadata("design:type", String)], CodeProduct.prototype, "product_id", void 0);
CodeProduct = require_define_resource.__decorate([(0, typeorm.Entity)({
	schema: "shop",
	name: "code_products"
})], CodeProduct);
// libs/shop/sales/src/rules.ts
/** Folds the case and accents of an optional email address or code. Returns null and undefined unchanged. */
const foldOptional = (text) => typeof text === "string" ? require_define_resource.foldKey(text) : text;
/** Loose check of an email address. Only a delivered message proves that the address exists. */
const IsEmailAddress = () => (0, class_validator.Matches)(/^[^\s@]+@[^\s@]+$/u, { message: "email must be an address such as anna@example.com" });
const IsPhone = () => (0, class_validator.Matches)(/^(?=.{3,32}$)\+?[0-9][0-9 ()./-]*$/, { message: "phone must be a number such as +49 30 123456" });
const MAX_NOTE_LENGTH = 65535;
/**
* Returns the names of the attributes whose sent value differs from the row's value. Rows store JSON and large
* numbers as text.
*/
function changedAttributes(resource, row, attributes) {
	return Object.entries(attributes).filter(([name, value]) => value !== void 0 && differs(resource, name, row[name], value)).map(([name]) => name);
}
function differs({ attributes }, name, before, value) {
	if (before === null || value === null) return before !== value;
	if (attributes[name] === "json") return !(0, node_util.isDeepStrictEqual)(JSON.parse(String(before)), value);
	return attributes[name] === "string[]" ? !(0, node_util.isDeepStrictEqual)(before, value) : String(before) !== String(value);
}
// libs/shop/sales/src/codes/code-values.ts
const codeKinds = ["discount", "gift"];
const valueTypes = ["percentage", "fixed_amount"];
/** Maximum of a percentage discount: 100 % in basis points. */
const MAX_PERCENTAGE = 1e4;
/** Required value attributes for each kind of code. The other value attributes must be absent. */
const needed = {
	gift: ["initial_amount", "currency_code"],
	percentage: ["value_type", "value"],
	fixed_amount: [
		"value_type",
		"value",
		"currency_code"
	]
};
const names = [
	"value_type",
	"value",
	"currency_code",
	"initial_amount"
];
/** True for a code that has an amount. Such a code uses the shop's currency by default. */
const hasCurrency = ({ kind, value_type }) => kind === "gift" || value_type === "fixed_amount";
/**
* Adds a violation for each missing or superfluous value of a new code. `pointer` refers to the attributes.
*/
function checkNewValues(sent, violations, pointer) {
	const kind = sent.kind === "gift" ? "gift" : sent.kind === "discount" ? sent.value_type : void 0;
	if (sent.kind === "discount" && isAbsent(sent.value_type)) addMissing("value_type", "a discount code", violations, pointer);
	const has = needed[kind ?? ""];
	if (!has) return;
	const what = kind === "gift" ? "a gift code" : `a discount code of the type ${kind}`;
	for (const name of names) {
		if (has.includes(name) && name !== "currency_code" && isAbsent(sent[name])) addMissing(name, what, violations, pointer);
		if (!has.includes(name) && !isAbsent(sent[name])) violations.add("invalid_attribute", {
			detail: `${name} cannot be set on ${what}. Omit ${name}.`,
			source: { pointer: `${pointer}/${name}` },
			meta: { attribute: name }
		});
	}
	const detail = faultOfPercentage(sent);
	if (detail !== void 0) violations.add("invalid_attribute", {
		detail,
		source: { pointer: `${pointer}/value` },
		meta: { attribute: "value" }
	});
}
/** Returns an error detail if a percentage exceeds 100 %. */
function faultOfPercentage({ value_type, value }) {
	if (value_type !== "percentage" || typeof value !== "number" || value <= MAX_PERCENTAGE) return void 0;
	return `value of a percentage must be a whole number from 1 to ${MAX_PERCENTAGE}, in basis points: 1250 is 12.5 %.`;
}
/**
* Adds a violation if this kind of code does not support the value. Only tokens that may read codes learn the
* kind from the detail. `pointer` refers to the attributes.
*/
function checkChangedValue(code, value, violations, pointer) {
	const detail = faultOfChangedValue(code, value);
	if (detail === void 0) return;
	violations.add(code.kind === "gift" ? "not_fillable" : "invalid_attribute", {
		detail: "This kind of code does not support the value that was sent.",
		source: { pointer: `${pointer}/value` },
		meta: { attribute: "value" },
		disclosed: {
			scope: "codes.get",
			detail
		}
	});
}
function faultOfChangedValue({ kind, value_type }, value) {
	if (value === void 0 || kind === "gift" && value === null) return void 0;
	if (kind === "gift") return "value cannot be set on a gift code, and initial_amount cannot change.";
	if (value === null) return "value of a discount code must be a whole number of at least 1.";
	return faultOfPercentage({
		value_type,
		value
	});
}
/**
* Adds a violation if the end precedes the start. Skips the check unless the request contains the start or the
* end.
*/
function checkPeriod({ starts_at, ends_at }, sent, violations, pointer) {
	const name = isAbsent(sent.ends_at) ? "starts_at" : "ends_at";
	if (isAbsent(starts_at) || isAbsent(ends_at) || isAbsent(sent[name])) return;
	const [start, end] = [require_define_resource.parseTimestamp(starts_at), require_define_resource.parseTimestamp(ends_at)];
	if (start === void 0 || end === void 0 || start < end) return;
	violations.add("invalid_attribute", {
		detail: "ends_at must be later than starts_at.",
		source: { pointer: `${pointer}/${name}` },
		meta: { attribute: name }
	});
}
const isAbsent = (value) => value === void 0 || value === null;
function addMissing(name, what, violations, pointer) {
	violations.add("invalid_attribute", {
		detail: `"${name}" is required for ${what}.`,
		source: { pointer },
		meta: { attribute: name }
	});
}
// libs/shop/sales/src/codes/code-status.ts
const codeStatuses = [
	"active",
	"scheduled",
	"exhausted",
	"expired",
	"disabled"
];
/**
* SQL expression for the status of a code. Uses the database's clock, which all instances share. Permanent
* reasons precede temporary reasons.
*/
const codeStatus = (row) => `CASE
    WHEN NOT ${row}.enabled THEN 'disabled'
    WHEN ${row}.ends_at <= now() THEN 'expired'
    WHEN ${row}.usage_count >= ${row}.usage_limit OR ${row}.balance_amount = 0 THEN 'exhausted'
    WHEN ${row}.starts_at > now() THEN 'scheduled'
    ELSE 'active' END`;
// libs/shop/sales/src/codes/codes.dto.ts
const MAX_USES = 1e9;
var CodeInput = class {};
require_define_resource.__decorate([
	require_define_resource.IsOmittable(),
	require_define_resource.IsText(1, 64),
	(0, class_validator.Matches)(/^\S(?:[\s\S]*\S)?$/u, { message: "code must not start or end with whitespace" }),
	require_define_resource.__decorateMetadata("design:type", String)
], CodeInput.prototype, "code", void 0);
require_define_resource.__decorate([
	require_define_resource.IsNullable(),
	require_define_resource.IsAmount(),
	require_define_resource.__decorateMetadata("design:type", Object)
], CodeInput.prototype, "minimum_subtotal_amount", void 0);
require_define_resource.__decorate([
	require_define_resource.IsNullable(),
	require_define_resource.IsIntBetween(1, MAX_USES),
	require_define_resource.__decorateMetadata("design:type", Object)
], CodeInput.prototype, "usage_limit", void 0);
require_define_resource.__decorate([
	require_define_resource.IsNullable(),
	require_define_resource.IsIntBetween(1, MAX_USES),
	require_define_resource.__decorateMetadata("design:type", Object)
], CodeInput.prototype, "usage_limit_per_customer", void 0);
require_define_resource.__decorate([
	require_define_resource.IsNullable(),
	require_define_resource.IsTimestamp(),
	require_define_resource.__decorateMetadata("design:type", Object)
], CodeInput.prototype, "starts_at", void 0);
require_define_resource.__decorate([
	require_define_resource.IsNullable(),
	require_define_resource.IsTimestamp(),
	require_define_resource.__decorateMetadata("design:type", Object)
], CodeInput.prototype, "ends_at", void 0);
require_define_resource.__decorate([
	require_define_resource.IsOmittable(),
	require_define_resource.IsBoolean(),
	require_define_resource.__decorateMetadata("design:type", Boolean)
], CodeInput.prototype, "enabled", void 0);
var CreateCode = class extends CodeInput {
	check(violations, pointer) {
		checkNewValues(this, violations, pointer);
		checkPeriod(this, this, violations, pointer);
	}
};
require_define_resource.__decorate([require_define_resource.IsIn(codeKinds), require_define_resource.__decorateMetadata("design:type", Object)], CreateCode.prototype, "kind", void 0);
require_define_resource.__decorate([
	require_define_resource.IsNullable(),
	require_define_resource.IsIn(valueTypes),
	require_define_resource.__decorateMetadata("design:type", Object)
], CreateCode.prototype, "value_type", void 0);
require_define_resource.__decorate([
	require_define_resource.IsNullable(),
	require_define_resource.IsAmount(1),
	require_define_resource.__decorateMetadata("design:type", Object)
], CreateCode.prototype, "value", void 0);
require_define_resource.__decorate([
	require_define_resource.IsNullable(),
	require_define_resource.IsCurrencyCode(),
	require_define_resource.__decorateMetadata("design:type", Object)
], CreateCode.prototype, "currency_code", void 0);
require_define_resource.__decorate([
	require_define_resource.IsNullable(),
	require_define_resource.IsAmount(1),
	require_define_resource.__decorateMetadata("design:type", Object)
], CreateCode.prototype, "initial_amount", void 0);
var UpdateCode = class extends CodeInput {};
require_define_resource.__decorate([
	require_define_resource.IsNullable(),
	require_define_resource.IsAmount(1),
	require_define_resource.__decorateMetadata("design:type", Object)
], UpdateCode.prototype, "value", void 0);
// libs/shop/sales/src/codes/codes.resource.ts
const codes = require_define_resource.defineResource(Code, {
	type: "codes",
	description: "A discount code, which reduces the price of an order, or a gift code, which pays for it.",
	path: "/api/codes",
	computed: { status: {
		kind: "string",
		description: "Whether the code can be redeemed now, or the reason why not.",
		values: codeStatuses,
		sql: codeStatus
	} },
	volatile: ["status"],
	relationships: {
		customer: belongsTo("customers", "customer_id", { writable: ["create", "update"] }),
		products: belongsToMany("products", CodeProduct, {
			joinColumn: "code_id",
			inverseJoinColumn: "product_id"
		}, { writable: ["create", "update"] })
	},
	sortable: ["code", "updated_at"],
	filterable: {
		code: {
			column: "code_folded",
			as: require_define_resource.foldKey
		},
		kind: codeKinds,
		customer: true,
		updated_at: true
	},
	search: { prefixes: { code_folded: require_define_resource.foldKey } },
	create: CreateCode,
	update: UpdateCode
});
// libs/shop/sales/src/addresses.ts
/** Maximum length of each member of an address, in characters. */
const longest = {
	first_name: 255,
	last_name: 255,
	company: 255,
	line1: 255,
	line2: 255,
	city: 255,
	province: 255,
	postal_code: 32,
	/** ISO 3166-1 alpha-2 country code. */
	country_code: 2,
	phone: 32
};
const members = Object.keys(longest);
/** JSON Schema of an address. */
const addressSchema = {
	type: "object",
	properties: Object.fromEntries(Object.entries(longest).map(([name, maxLength]) => [name, name === "country_code" ? {
		type: ["string", "null"],
		pattern: "^[A-Z]{2}$"
	} : {
		type: ["string", "null"],
		maxLength
	}])),
	additionalProperties: false
};
/** Accepts an address or null. Checks no members: the DTO's `check` must call `checkAddresses`. */
function IsAddress() {
	return (target, property) => {
		require_define_resource.IsNullable()(target, property);
		const defaultMessage = () => `${String(property)} must be an object with ${members.join(", ")}`;
		(0, class_validator.ValidateBy)({
			name: "isAddress",
			validator: {
				validate: isObject,
				defaultMessage
			}
		}, require_define_resource.described(addressSchema))(target, property);
	};
}
/**
* Adds a violation for each unknown or invalid member of these addresses. `pointer` refers to the attributes.
*/
function checkAddresses(addresses, violations, pointer) {
	for (const [attribute, address] of Object.entries(addresses)) {
		if (!isObject(address)) continue;
		for (const name of Object.keys(address)) {
			if (violations.isFull) return;
			const value = address[name];
			const source = { pointer: pointerBelow(`${pointer}/${attribute}`, name) };
			const fault = faultOf(name, value);
			if (fault) violations.add(members.includes(name) ? "invalid_attribute" : "unknown_attribute", {
				detail: fault,
				source,
				meta: { attribute }
			});
		}
	}
}
function faultOf(name, value) {
	if (!members.includes(name)) return `An address cannot have a member "${require_define_resource.shown(name)}". Use ${members.join(", ")}.`;
	if (value === null) return void 0;
	if (name === "country_code") return typeof value === "string" && /^[A-Z]{2}$/.test(value) ? void 0 : "country_code must be two capital letters of ISO 3166, such as DE.";
	const most = longest[name];
	return typeof value === "string" && require_define_resource.isStorable(value) && require_define_resource.codePoints(value) <= most ? void 0 : `${name} must be a string of at most ${most} characters.`;
}
// libs/shop/sales/src/orders/line-items.ts
const nullableId = {
	type: ["string", "null"],
	format: "uuid"
};
const amount = {
	type: "integer",
	minimum: 0
};
/** JSON Schema of stored line items. */
const linesSchema$1 = {
	type: "array",
	items: {
		type: "object",
		properties: {
			variant_id: nullableId,
			product_id: nullableId,
			title: { type: "string" },
			sku: { type: ["string", "null"] },
			price_amount: amount,
			quantity: {
				type: "integer",
				minimum: 1
			},
			total_amount: amount
		},
		required: [
			"variant_id",
			"product_id",
			"title",
			"sku",
			"price_amount",
			"quantity",
			"total_amount"
		]
	}
};
const MAX_QUANTITY = 1e6;
/** Maximum of every amount, in minor units. */
const MAX_AMOUNT = 0x38d7ea4c68000;
function isLineList(value) {
	return Array.isArray(value) && value.length >= 1 && value.length <= 250;
}
const isWhole = (value, least, most) => Number.isSafeInteger(value) && value >= least && value <= most;
const quantity = [(value) => isWhole(value, 1, MAX_QUANTITY), `quantity must be a whole number from 1 to ${MAX_QUANTITY}`];
const ofVariant = {
	variant_id: [(value) => typeof value === "string" && require_define_resource.fits("id", value), "variant_id must be a UUID"],
	quantity
};
const custom = {
	title: [(value) => typeof value === "string" && require_define_resource.isStorable(value) && require_define_resource.codePoints(value) >= 1 && require_define_resource.codePoints(value) <= 255, "title must be a string of 1 to 255 characters"],
	price_amount: [(value) => isWhole(value, 0, MAX_AMOUNT), "price_amount must be a whole number from 0 to 10^15, in the smallest unit of the currency"],
	quantity
};
const quantitySchema = {
	type: "integer",
	minimum: 1,
	maximum: MAX_QUANTITY
};
/** JSON Schema of sent line items. */
const sentLinesSchema = {
	type: "array",
	minItems: 1,
	maxItems: 250,
	items: { oneOf: [{
		type: "object",
		properties: {
			variant_id: {
				type: "string",
				format: "uuid"
			},
			quantity: quantitySchema
		},
		required: ["variant_id", "quantity"],
		additionalProperties: false
	}, {
		type: "object",
		properties: {
			title: {
				type: "string",
				minLength: 1,
				maxLength: 255
			},
			price_amount: {
				type: "integer",
				minimum: 0,
				maximum: MAX_AMOUNT
			},
			quantity: quantitySchema
		},
		required: [
			"title",
			"price_amount",
			"quantity"
		],
		additionalProperties: false
	}] }
};
/** Adds a violation for every error in these lines. `pointer` refers to the list. */
function checkLines(lines, violations, pointer) {
	for (const [at, line] of lines.entries()) if (!violations.isFull) checkLine(line, violations, `${pointer}/${at}`);
}
function checkLine(line, violations, pointer) {
	const add = (code, detail, place) => violations.add(code, {
		detail,
		source: { pointer: place },
		meta: { attribute: "line_items" }
	});
	if (!isObject(line)) {
		add("invalid_attribute", "A line item must be an object with variant_id and quantity, or with title, price_amount and quantity.", pointer);
		return;
	}
	const rules = line["variant_id"] === void 0 ? custom : ofVariant;
	const known = Object.keys(rules).join(", ");
	for (const name of Object.keys(line)) {
		if (violations.isFull) return;
		if (Object.hasOwn(rules, name)) continue;
		add("unknown_attribute", `This line item accepts ${known}, but not "${require_define_resource.shown(name)}".`, pointerBelow(pointer, name));
	}
	for (const [name, [holds, sentence]] of Object.entries(rules)) if (!Object.hasOwn(line, name)) add("invalid_attribute", `"${name}" is required: ${sentence}.`, pointer);
	else if (!holds(line[name])) add("invalid_attribute", `${sentence}.`, `${pointer}/${name}`);
}
/** Returns the sum of the line items, or undefined if the sum exceeds the maximum amount. */
function subtotalOf(lines) {
	let subtotal = 0;
	for (const { price_amount, quantity } of lines) {
		if (price_amount > 0x38d7ea4c68000 / quantity) return void 0;
		subtotal += price_amount * quantity;
		if (subtotal > 0x38d7ea4c68000) return void 0;
	}
	return subtotal;
}
// libs/shop/sales/src/orders/order.entity.ts
let Order = class Order extends AuthoredRow {};
require_define_resource.__decorate([
	require_define_resource.Attribute("Sequential order number, unique within the shop. Starts at 1001."),
	require_define_resource.BigInt(),
	require_define_resource.__decorateMetadata("design:type", Object)
], Order.prototype, "number", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("ISO 4217 code for every amount in this order."),
	require_define_resource.CollatedText(),
	require_define_resource.__decorateMetadata("design:type", String)
], Order.prototype, "currency_code", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Ordered items with their titles and prices at the time of the order.", { schema: linesSchema$1 }),
	require_define_resource.Json(),
	require_define_resource.__decorateMetadata("design:type", Object)
], Order.prototype, "line_items", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Sum of the line items, in minor units of currency_code."),
	require_define_resource.BigInt(),
	require_define_resource.__decorateMetadata("design:type", Object)
], Order.prototype, "subtotal_amount", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Total discount from codes, in minor units of currency_code."),
	require_define_resource.BigInt(),
	require_define_resource.__decorateMetadata("design:type", Object)
], Order.prototype, "discount_amount", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Shipping cost in minor units of currency_code."),
	require_define_resource.BigInt(),
	require_define_resource.__decorateMetadata("design:type", Object)
], Order.prototype, "shipping_amount", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Tax in minor units of currency_code."),
	require_define_resource.BigInt(),
	require_define_resource.__decorateMetadata("design:type", Object)
], Order.prototype, "tax_amount", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Subtotal minus discount, plus shipping and tax, in minor units of currency_code."),
	require_define_resource.BigInt(),
	require_define_resource.__decorateMetadata("design:type", Object)
], Order.prototype, "total_amount", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Amount paid so far, including gift codes, in minor units of currency_code."),
	require_define_resource.BigInt(),
	require_define_resource.__decorateMetadata("design:type", Object)
], Order.prototype, "paid_amount", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Amount refunded so far, in minor units of currency_code."),
	require_define_resource.BigInt(),
	require_define_resource.__decorateMetadata("design:type", Object)
], Order.prototype, "refunded_amount", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Email address for messages about this order."),
	require_define_resource.CollatedText({ nullable: true }),
	require_define_resource.__decorateMetadata("design:type", Object)
], Order.prototype, "email", void 0);
require_define_resource.__decorate([require_define_resource.CollatedText({ nullable: true }), require_define_resource.__decorateMetadata("design:type", Object)], Order.prototype, "email_folded", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Billing address: the name and address of the person who pays.", { schema: addressSchema }),
	require_define_resource.Json({ nullable: true }),
	require_define_resource.__decorateMetadata("design:type", Object)
], Order.prototype, "billing_address", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Shipping address: the name and address that receives the goods.", { schema: addressSchema }),
	require_define_resource.Json({ nullable: true }),
	require_define_resource.__decorateMetadata("design:type", Object)
], Order.prototype, "shipping_address", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Internal note about the order. Customers do not see it."),
	require_define_resource.Text({ nullable: true }),
	require_define_resource.__decorateMetadata("design:type", Object)
], Order.prototype, "note", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Free-form labels for search and organization."),
	require_define_resource.TextArray(),
	require_define_resource.__decorateMetadata("design:type", Array)
], Order.prototype, "tags", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("State of the order: open, completed or cancelled."),
	require_define_resource.CollatedText(),
	require_define_resource.__decorateMetadata("design:type", Object)
], Order.prototype, "status", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("State of the payment."),
	require_define_resource.CollatedText(),
	require_define_resource.__decorateMetadata("design:type", Object)
], Order.prototype, "payment_status", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("State of the fulfillment. not_required means that no goods are shipped."),
	require_define_resource.CollatedText(),
	require_define_resource.__decorateMetadata("design:type", Object)
], Order.prototype, "fulfillment_status", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Reason for the cancellation. null unless the order was cancelled with a reason."),
	require_define_resource.Text({ nullable: true }),
	require_define_resource.__decorateMetadata("design:type", Object)
], Order.prototype, "cancel_reason", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Time at which the payment was authorized. null if the payment was never authorized."),
	require_define_resource.Timestamp({ nullable: true }),
	require_define_resource.__decorateMetadata("design:type", Object)
], Order.prototype, "authorized_at", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Time at which the order was fully paid. null if the order was never fully paid."),
	require_define_resource.Timestamp({ nullable: true }),
	require_define_resource.__decorateMetadata("design:type", Object)
], Order.prototype, "paid_at", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Time of the last refund. null without a refund."),
	require_define_resource.Timestamp({ nullable: true }),
	require_define_resource.__decorateMetadata("design:type", Object)
], Order.prototype, "refunded_at", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Time at which the payment was voided. null if the payment was not voided."),
	require_define_resource.Timestamp({ nullable: true }),
	require_define_resource.__decorateMetadata("design:type", Object)
], Order.prototype, "voided_at", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Time at which all items of the order were fulfilled. null until then."),
	require_define_resource.Timestamp({ nullable: true }),
	require_define_resource.__decorateMetadata("design:type", Object)
], Order.prototype, "fulfilled_at", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Time at which the goods were returned. null without a return."),
	require_define_resource.Timestamp({ nullable: true }),
	require_define_resource.__decorateMetadata("design:type", Object)
], Order.prototype, "returned_at", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Time at which the order was completed. null until then."),
	require_define_resource.Timestamp({ nullable: true }),
	require_define_resource.__decorateMetadata("design:type", Object)
], Order.prototype, "completed_at", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Time at which the order was cancelled. null unless the order is cancelled."),
	require_define_resource.Timestamp({ nullable: true }),
	require_define_resource.__decorateMetadata("design:type", Object)
], Order.prototype, "cancelled_at", void 0);
require_define_resource.__decorate([require_define_resource.Uuid({ nullable: true }), require_define_resource.__decorateMetadata("design:type", Object)], Order.prototype, "customer_id", void 0);
require_define_resource.__decorate([require_define_resource.Json({ nullable: true }), require_define_resource.__decorateMetadata("design:type", Object)], Order.prototype, "former_customers", void 0);
Order = require_define_resource.__decorate([(0, typeorm.Entity)({
	schema: "shop",
	name: "orders"
})], Order);
// libs/shop/sales/src/customers/spent-amounts.ts
const currencyAmountsSchema = {
	type: "array",
	items: {
		type: "object",
		properties: {
			currency_code: {
				type: "string",
				pattern: "^[A-Z]{3}$"
			},
			amount: {
				type: "integer",
				description: "Sum of the amounts in minor units of currency_code."
			}
		},
		required: ["currency_code", "amount"],
		additionalProperties: false
	}
};
/** Adds an amount to the sum of its currency. Sorts by currency and omits zero sums. */
function addAmount(sums, added) {
	const before = sums.find(({ currency_code }) => currency_code === added.currency_code)?.amount ?? 0;
	const others = sums.filter(({ currency_code }) => currency_code !== added.currency_code);
	const amount = before + added.amount;
	return (amount === 0 ? others : [...others, {
		currency_code: added.currency_code,
		amount
	}]).sort((one, other) => one.currency_code < other.currency_code ? -1 : 1);
}
/**
* Returns the sums of a locked customer by currency. Computes the sums from the orders if a process of an older
* version changed only `total_spent_amount`.
*/
async function spentOf(tx, customer) {
	const sums = parseJson(customer.total_spent);
	return sums.reduce((sum, { amount }) => sum + BigInt(amount), 0n) === BigInt(customer.total_spent_amount) ? sums : spentInOrders(tx, customer.id);
}
async function spentInOrders(tx, customer_id) {
	return (await tx.repository(Order).select("spent by currency", (query) => query.addSelect("t.currency_code", "currency_code").addSelect("sum(t.paid_amount - t.refunded_amount)::bigint", "amount").where("t.customer_id = :customer_id").andWhere("t.status <> :cancelled").groupBy("t.currency_code"), {
		customer_id,
		cancelled: "cancelled"
	})).reduce((sums, { currency_code, amount }) => addAmount(sums, {
		currency_code: String(currency_code),
		amount: Number(amount)
	}), []);
}
// libs/shop/sales/src/customers/customer.entity.ts
let Customer = class Customer extends require_define_resource.VersionedRow {};
require_define_resource.__decorate([
	require_define_resource.Attribute("Email address of the customer, unique in the shop. Case is ignored."),
	require_define_resource.CollatedText({ nullable: true }),
	require_define_resource.__decorateMetadata("design:type", Object)
], Customer.prototype, "email", void 0);
require_define_resource.__decorate([require_define_resource.CollatedText({ nullable: true }), require_define_resource.__decorateMetadata("design:type", Object)], Customer.prototype, "email_folded", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Phone number of the customer."),
	require_define_resource.CollatedText({ nullable: true }),
	require_define_resource.__decorateMetadata("design:type", Object)
], Customer.prototype, "phone", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("First name of the customer."),
	require_define_resource.Text({ nullable: true }),
	require_define_resource.__decorateMetadata("design:type", Object)
], Customer.prototype, "first_name", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Last name of the customer."),
	require_define_resource.Text({ nullable: true }),
	require_define_resource.__decorateMetadata("design:type", Object)
], Customer.prototype, "last_name", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Whether the customer agreed to receive marketing messages."),
	require_define_resource.Bool(),
	require_define_resource.__decorateMetadata("design:type", Boolean)
], Customer.prototype, "accepts_marketing", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Default shipping address of the customer.", { schema: addressSchema }),
	require_define_resource.Json({ nullable: true }),
	require_define_resource.__decorateMetadata("design:type", Object)
], Customer.prototype, "default_address", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Internal note about the customer. Customers do not see it."),
	require_define_resource.Text({ nullable: true }),
	require_define_resource.__decorateMetadata("design:type", Object)
], Customer.prototype, "note", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Free-form labels for search and organization."),
	require_define_resource.TextArray(),
	require_define_resource.__decorateMetadata("design:type", Array)
], Customer.prototype, "tags", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Status of the customer. redacted is permanent and means that all personal data was erased."),
	require_define_resource.CollatedText(),
	require_define_resource.__decorateMetadata("design:type", Object)
], Customer.prototype, "status", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Number of orders of the customer, excluding cancelled orders."),
	require_define_resource.Int(),
	require_define_resource.__decorateMetadata("design:type", Number)
], Customer.prototype, "orders_count", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Amounts paid minus amounts refunded, with one sum per currency. Excludes cancelled orders.", { schema: currencyAmountsSchema }),
	require_define_resource.Json({ default: [] }),
	require_define_resource.__decorateMetadata("design:type", Object)
], Customer.prototype, "total_spent", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Sum of total_spent over all currencies, in minor units. Meaningful only if all orders have the same currency.", { deprecated: {
		since: "2026-11-26",
		instead: "Use total_spent, which has one sum per currency."
	} }),
	require_define_resource.BigInt(),
	require_define_resource.__decorateMetadata("design:type", Object)
], Customer.prototype, "total_spent_amount", void 0);
Customer = require_define_resource.__decorate([(0, typeorm.Entity)({
	schema: "shop",
	name: "customers"
})], Customer);
// libs/shop/sales/src/orders/line-quantities.ts
/** Returns the quantity of each line that remains after the used quantities. */
function remainingOf(lines, used) {
	const remaining = lines.map(({ quantity }) => quantity);
	for (const { line_index, quantity } of used) if (line_index < remaining.length) remaining[line_index] -= quantity;
	return remaining.map((each) => Math.max(each, 0));
}
// libs/shop/sales/src/fulfillments/fulfillment-states.ts
const fulfillmentStates$1 = {
	fulfilled: ["cancelled"],
	cancelled: []
};
/** Returns the quantities that no fulfillment contains. */
function unfulfilledLines(lines, handovers) {
	return remainingOf(lines, handovers.flatMap(({ line_items }) => line_items)).flatMap((quantity, line_index) => quantity > 0 ? [{
		line_index,
		quantity
	}] : []);
}
// libs/shop/sales/src/fulfillments/fulfillment.entity.ts
const linesSchema = {
	type: "array",
	items: {
		type: "object",
		properties: {
			line_index: {
				type: "integer",
				minimum: 0
			},
			quantity: {
				type: "integer",
				minimum: 1
			}
		},
		required: ["line_index", "quantity"]
	}
};
let Fulfillment = class Fulfillment extends AuthoredRow {};
require_define_resource.__decorate([require_define_resource.Uuid(), require_define_resource.__decorateMetadata("design:type", String)], Fulfillment.prototype, "order_id", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("fulfilled, or cancelled if the goods were not handed over.", { values: Object.keys(fulfillmentStates$1) }),
	require_define_resource.CollatedText(),
	require_define_resource.__decorateMetadata("design:type", Object)
], Fulfillment.prototype, "status", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Fulfilled quantity of each line of the order, by the index of the line. Empty if it is not known which lines were fulfilled.", { schema: linesSchema }),
	require_define_resource.Json(),
	require_define_resource.__decorateMetadata("design:type", Object)
], Fulfillment.prototype, "line_items", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Name of the carrier."),
	require_define_resource.Text({ nullable: true }),
	require_define_resource.__decorateMetadata("design:type", Object)
], Fulfillment.prototype, "carrier", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Tracking number of the carrier."),
	require_define_resource.CollatedText({ nullable: true }),
	require_define_resource.__decorateMetadata("design:type", Object)
], Fulfillment.prototype, "tracking_number", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("HTTP or HTTPS address at which the customer can track the goods."),
	require_define_resource.Text({ nullable: true }),
	require_define_resource.__decorateMetadata("design:type", Object)
], Fulfillment.prototype, "tracking_url", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Time of the cancellation. null if the fulfillment is not cancelled or the time is unknown."),
	require_define_resource.Timestamp({ nullable: true }),
	require_define_resource.__decorateMetadata("design:type", Object)
], Fulfillment.prototype, "cancelled_at", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Type of the author of the cancellation: app, access_token or person. null if unknown.", { values: [
		"app",
		"access_token",
		"person"
	] }),
	require_define_resource.CollatedText({ nullable: true }),
	require_define_resource.__decorateMetadata("design:type", Object)
], Fulfillment.prototype, "canceller_type", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Id of the app, the access token or the person who cancelled the fulfillment. null if unknown."),
	require_define_resource.Uuid({ nullable: true }),
	require_define_resource.__decorateMetadata("design:type", Object)
], Fulfillment.prototype, "canceller_id", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Name of the author of the cancellation at that time. null if unknown."),
	require_define_resource.Text({ nullable: true }),
	require_define_resource.__decorateMetadata("design:type", Object)
], Fulfillment.prototype, "canceller_name", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("true if the entry was derived from the state of an order that had no history."),
	require_define_resource.Bool(),
	require_define_resource.__decorateMetadata("design:type", Boolean)
], Fulfillment.prototype, "derived", void 0);
Fulfillment = require_define_resource.__decorate([(0, typeorm.Entity)({
	schema: "shop",
	name: "fulfillments"
})], Fulfillment);
// libs/shop/sales/src/customers/customer-states.ts
/** Allowed transitions of the customer status. A redacted customer has none, because redaction is permanent. */
const customerStates = {
	active: ["disabled", "redacted"],
	disabled: ["active", "redacted"],
	redacted: []
};
// libs/shop/sales/src/customers/customers.dto.ts
var CustomerInput = class {
	check(violations, pointer) {
		checkAddresses({ default_address: this.default_address }, violations, pointer);
	}
};
require_define_resource.__decorate([
	require_define_resource.IsNullable(),
	require_define_resource.IsText(3, 320),
	IsEmailAddress(),
	require_define_resource.__decorateMetadata("design:type", Object)
], CustomerInput.prototype, "email", void 0);
require_define_resource.__decorate([
	require_define_resource.IsNullable(),
	IsPhone(),
	require_define_resource.__decorateMetadata("design:type", Object)
], CustomerInput.prototype, "phone", void 0);
require_define_resource.__decorate([
	require_define_resource.IsNullable(),
	require_define_resource.IsText(1, 255),
	require_define_resource.__decorateMetadata("design:type", Object)
], CustomerInput.prototype, "first_name", void 0);
require_define_resource.__decorate([
	require_define_resource.IsNullable(),
	require_define_resource.IsText(1, 255),
	require_define_resource.__decorateMetadata("design:type", Object)
], CustomerInput.prototype, "last_name", void 0);
require_define_resource.__decorate([
	require_define_resource.IsOmittable(),
	require_define_resource.IsBoolean(),
	require_define_resource.__decorateMetadata("design:type", Boolean)
], CustomerInput.prototype, "accepts_marketing", void 0);
require_define_resource.__decorate([IsAddress(), require_define_resource.__decorateMetadata("design:type", Object)], CustomerInput.prototype, "default_address", void 0);
require_define_resource.__decorate([
	require_define_resource.IsNullable(),
	require_define_resource.IsText(0, MAX_NOTE_LENGTH),
	require_define_resource.__decorateMetadata("design:type", Object)
], CustomerInput.prototype, "note", void 0);
require_define_resource.__decorate([
	require_define_resource.IsOmittable(),
	require_define_resource.IsTagArray(),
	require_define_resource.__decorateMetadata("design:type", Array)
], CustomerInput.prototype, "tags", void 0);
var CreateCustomer = class extends CustomerInput {
	check(violations, pointer) {
		super.check(violations, pointer);
		if (![this.email, this.phone].some((each) => each !== void 0 && each !== null)) addUnreachable(violations, Object.keys(this).length > 0 ? pointer : pointer.replace(/\/[^/]*$/, ""));
	}
};
require_define_resource.__decorate([
	require_define_resource.IsOmittable(),
	require_define_resource.IsIn(["active", "disabled"]),
	require_define_resource.__decorateMetadata("design:type", String)
], CreateCustomer.prototype, "status", void 0);
var UpdateCustomer = class extends CustomerInput {};
require_define_resource.__decorate([
	require_define_resource.IsOmittable(),
	require_define_resource.IsIn(Object.keys(customerStates)),
	require_define_resource.__decorateMetadata("design:type", Object)
], UpdateCustomer.prototype, "status", void 0);
function addUnreachable(violations, pointer) {
	violations.add("invalid_attribute", {
		detail: "A customer must have an email or a phone.",
		source: { pointer },
		meta: { attribute: "email" }
	});
}
// libs/shop/sales/src/customers/customers.resource.ts
const customers = require_define_resource.defineResource(Customer, {
	type: "customers",
	events: require_define_resource.customersScopes.events,
	description: "A customer of the shop.",
	path: "/api/customers",
	errors: { update: ["illegal_transition"] },
	meta: { next: nextMember({ status: customerStates }) },
	relationships: { orders: hasMany("orders", Order, "customer_id") },
	sortable: ["total_spent_amount", "updated_at"],
	filterable: {
		email: {
			column: "email_folded",
			as: require_define_resource.foldKey
		},
		phone: true,
		status: Object.keys(customerStates),
		total_spent_amount: true,
		tags: true,
		updated_at: true
	},
	search: {
		words: ["first_name", "last_name"],
		prefixes: { email_folded: require_define_resource.foldKey }
	},
	create: CreateCustomer,
	update: UpdateCustomer
});
/** Kinds of all transactions. Orders with gift codes write the last two kinds. */
const transactionKinds = [
	...[
		"authorization",
		"capture",
		"refund",
		"void"
	],
	"gift_card_redemption",
	"gift_card_return"
];
// libs/shop/sales/src/transactions/transaction.entity.ts
const refundedLinesSchema = {
	type: "array",
	items: {
		type: "object",
		properties: {
			line_index: {
				type: "integer",
				minimum: 0
			},
			quantity: {
				type: "integer",
				minimum: 1
			},
			restock: { type: "boolean" }
		},
		required: [
			"line_index",
			"quantity",
			"restock"
		]
	}
};
let Transaction = class Transaction extends AuthoredRow {};
require_define_resource.__decorate([require_define_resource.Uuid(), require_define_resource.__decorateMetadata("design:type", String)], Transaction.prototype, "order_id", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Kind of the transaction, such as a capture or a refund.", { values: transactionKinds }),
	require_define_resource.CollatedText(),
	require_define_resource.__decorateMetadata("design:type", Object)
], Transaction.prototype, "kind", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Amount in minor units of currency_code. It is positive, or 0 if a void released no authorization."),
	require_define_resource.BigInt(),
	require_define_resource.__decorateMetadata("design:type", Object)
], Transaction.prototype, "amount", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("ISO 4217 code of the amount, which is the currency of the order."),
	require_define_resource.CollatedText(),
	require_define_resource.__decorateMetadata("design:type", String)
], Transaction.prototype, "currency_code", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Refunded lines of the order by their index, and whether they went back into stock.", { schema: refundedLinesSchema }),
	require_define_resource.Json({ nullable: true }),
	require_define_resource.__decorateMetadata("design:type", Object)
], Transaction.prototype, "line_items", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Note of the shop about the transaction."),
	require_define_resource.Text({ nullable: true }),
	require_define_resource.__decorateMetadata("design:type", Object)
], Transaction.prototype, "note", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Reference of the payment provider. For a gift card, the id of its code."),
	require_define_resource.CollatedText({ nullable: true }),
	require_define_resource.__decorateMetadata("design:type", Object)
], Transaction.prototype, "reference", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("true if the entry was derived from the amounts of an order that had no history."),
	require_define_resource.Bool(),
	require_define_resource.__decorateMetadata("design:type", Boolean)
], Transaction.prototype, "derived", void 0);
require_define_resource.__decorate([require_define_resource.BigInt({ default: 0 }), require_define_resource.__decorateMetadata("design:type", Object)], Transaction.prototype, "authorized_change", void 0);
Transaction = require_define_resource.__decorate([(0, typeorm.Entity)({
	schema: "shop",
	name: "transactions"
})], Transaction);
// libs/shop/sales/src/orders/order-code.entity.ts
let OrderCode = class OrderCode extends require_define_resource.ShopRow {};
require_define_resource.__decorate([require_define_resource.Uuid({ primary: true }), require_define_resource.__decorateMetadata("design:type", String)], OrderCode.prototype, "order_id", void 0);
require_define_resource.__decorate([require_define_resource.Uuid({ primary: true }), require_define_resource.__decorateMetadata("design:type", String)], OrderCode.prototype, "code_id", void 0);
require_define_resource.__decorate([require_define_resource.BigInt(), require_define_resource.__decorateMetadata("design:type", Object)], OrderCode.prototype, "discount_amount", void 0);
require_define_resource.__decorate([require_define_resource.BigInt(), require_define_resource.__decorateMetadata("design:type", Object)], OrderCode.prototype, "gift_amount", void 0);
OrderCode = require_define_resource.__decorate([(0, typeorm.Entity)({
	schema: "shop",
	name: "order_codes"
})], OrderCode);
// libs/shop/sales/src/orders/order-states.ts
const orderStates = {
	open: ["completed", "cancelled"],
	completed: [],
	cancelled: []
};
const paymentStates = {
	pending: [
		"authorized",
		"paid",
		"voided"
	],
	authorized: ["paid", "voided"],
	paid: ["partially_refunded", "refunded"],
	partially_refunded: ["partially_refunded", "refunded"],
	refunded: [],
	voided: []
};
const fulfillmentStates = {
	unfulfilled: ["partial", "fulfilled"],
	partial: ["fulfilled"],
	fulfilled: ["returned"],
	returned: [],
	not_required: []
};
/** Allowed transitions of each state field. */
const states = {
	status: orderStates,
	payment_status: paymentStates,
	fulfillment_status: fulfillmentStates
};
const stateFields = Object.keys(states);
/** Fulfillment states in which the order can still be cancelled, because no goods were shipped. */
const untouched = ["unfulfilled", "not_required"];
/**
* Returns the allowed next states of each field. A cancelled order has none, and a shipped order cannot be
* cancelled.
*/
function nextOf({ status, payment_status, fulfillment_status }) {
	if (status === "cancelled") return ended;
	return {
		status: orderStates[status].filter((state) => state !== "cancelled" || untouched.includes(fulfillment_status)),
		payment_status: paymentStates[payment_status],
		fulfillment_status: fulfillmentStates[fulfillment_status]
	};
}
const ended = {
	status: [],
	payment_status: [],
	fulfillment_status: []
};
/** Returns the SQL expression for the result of `nextOf`, for `meta.next`. */
function nextSql(row) {
	const sent = `'{"status": ["completed"]}'::jsonb`;
	const words = untouched.map((state) => `'${state}'`).join(", ");
	return `CASE WHEN ${row}.status = 'cancelled' THEN '${JSON.stringify(ended)}'::jsonb
    WHEN ${row}.status = 'open' AND ${row}.fulfillment_status NOT IN (${words})
      THEN ${nextStates(row, states)} || ${sent}
    ELSE ${nextStates(row, states)} END`;
}
/**
* Throws 409 for a forbidden transition. States in one request must be compatible: an order cannot be
* fulfilled and cancelled at once.
*/
function checkStates(order, sent, pointer) {
	const fulfilled = {
		...order,
		fulfillment_status: sent.fulfillment_status ?? order.fulfillment_status
	};
	const next = {
		...nextOf(order),
		status: nextOf(fulfilled).status
	};
	for (const field of stateFields) {
		const to = sent[field];
		if (to !== void 0) checkTransition({ [order[field]]: next[field] }, order[field], to, `${pointer}/${field}`, "orders.get");
	}
}
/** Timestamp column of each state. `timesOf` sets refunded_at together with the refunded amount. */
const timestampColumn = {
	status: {
		completed: "completed_at",
		cancelled: "cancelled_at"
	},
	payment_status: {
		authorized: "authorized_at",
		paid: "paid_at",
		voided: "voided_at"
	},
	fulfillment_status: {
		fulfilled: "fulfilled_at",
		returned: "returned_at"
	}
};
/** Returns the timestamp columns to set for the new states. */
function timestampColumns(order, sent) {
	return stateFields.map((field) => {
		const state = sent[field];
		const columnOf = timestampColumn[field];
		return state === void 0 || state === order[field] ? void 0 : columnOf[state];
	}).filter((column) => column !== void 0);
}
// libs/shop/sales/src/orders/order-variant.entity.ts
let OrderVariant = class OrderVariant extends require_define_resource.ShopRow {};
require_define_resource.__decorate([require_define_resource.Uuid({ primary: true }), require_define_resource.__decorateMetadata("design:type", String)], OrderVariant.prototype, "order_id", void 0);
require_define_resource.__decorate([require_define_resource.Uuid({ primary: true }), require_define_resource.__decorateMetadata("design:type", String)], OrderVariant.prototype, "variant_id", void 0);
require_define_resource.__decorate([require_define_resource.Int(), require_define_resource.__decorateMetadata("design:type", Number)], OrderVariant.prototype, "quantity", void 0);
require_define_resource.__decorate([require_define_resource.Int(), require_define_resource.__decorateMetadata("design:type", Number)], OrderVariant.prototype, "reserved", void 0);
require_define_resource.__decorate([require_define_resource.Int({ default: 0 }), require_define_resource.__decorateMetadata("design:type", Number)], OrderVariant.prototype, "restocked", void 0);
OrderVariant = require_define_resource.__decorate([(0, typeorm.Entity)({
	schema: "shop",
	name: "order_variants"
})], OrderVariant);
// libs/shop/sales/src/orders/orders.dto.ts
var OrderInput = class {
	check(violations, pointer) {
		const { billing_address, shipping_address } = this;
		checkAddresses({
			billing_address,
			shipping_address
		}, violations, pointer);
	}
};
require_define_resource.__decorate([
	require_define_resource.IsNullable(),
	require_define_resource.IsText(3, 320),
	IsEmailAddress(),
	require_define_resource.__decorateMetadata("design:type", Object)
], OrderInput.prototype, "email", void 0);
require_define_resource.__decorate([IsAddress(), require_define_resource.__decorateMetadata("design:type", Object)], OrderInput.prototype, "billing_address", void 0);
require_define_resource.__decorate([IsAddress(), require_define_resource.__decorateMetadata("design:type", Object)], OrderInput.prototype, "shipping_address", void 0);
require_define_resource.__decorate([
	require_define_resource.IsNullable(),
	require_define_resource.IsText(0, MAX_NOTE_LENGTH),
	require_define_resource.__decorateMetadata("design:type", Object)
], OrderInput.prototype, "note", void 0);
require_define_resource.__decorate([
	require_define_resource.IsOmittable(),
	require_define_resource.IsTagArray(),
	require_define_resource.__decorateMetadata("design:type", Array)
], OrderInput.prototype, "tags", void 0);
const IsLineItemArray = () => require_define_resource.Rule("isLineItemArray", isLineList, `a list of 1 to 250 line items, each with variant_id and quantity, or with title, price_amount and quantity`, sentLinesSchema);
var CreateOrder = class extends OrderInput {
	check(violations, pointer) {
		super.check(violations, pointer);
		if (isLineList(this.line_items)) checkLines(this.line_items, violations, `${pointer}/line_items`);
	}
};
require_define_resource.__decorate([IsLineItemArray(), require_define_resource.__decorateMetadata("design:type", Array)], CreateOrder.prototype, "line_items", void 0);
require_define_resource.__decorate([
	require_define_resource.IsOmittable(),
	require_define_resource.IsAmount(),
	require_define_resource.__decorateMetadata("design:type", Number)
], CreateOrder.prototype, "shipping_amount", void 0);
require_define_resource.__decorate([
	require_define_resource.IsOmittable(),
	require_define_resource.IsAmount(),
	require_define_resource.__decorateMetadata("design:type", Number)
], CreateOrder.prototype, "tax_amount", void 0);
require_define_resource.__decorate([
	require_define_resource.IsOmittable(),
	require_define_resource.IsCurrencyCode(),
	require_define_resource.__decorateMetadata("design:type", String)
], CreateOrder.prototype, "currency_code", void 0);
require_define_resource.__decorate([
	require_define_resource.IsOmittable(),
	require_define_resource.IsBoolean(),
	require_define_resource.Description("Whether the order requires shipping. Default: true."),
	require_define_resource.__decorateMetadata("design:type", Boolean)
], CreateOrder.prototype, "requires_shipping", void 0);
var UpdateOrder = class extends OrderInput {};
require_define_resource.__decorate([
	require_define_resource.IsOmittable(),
	require_define_resource.IsIn(Object.keys(orderStates)),
	require_define_resource.__decorateMetadata("design:type", Object)
], UpdateOrder.prototype, "status", void 0);
require_define_resource.__decorate([
	require_define_resource.IsOmittable(),
	require_define_resource.IsIn(Object.keys(paymentStates)),
	require_define_resource.__decorateMetadata("design:type", Object)
], UpdateOrder.prototype, "payment_status", void 0);
require_define_resource.__decorate([
	require_define_resource.IsOmittable(),
	require_define_resource.IsIn(Object.keys(fulfillmentStates)),
	require_define_resource.__decorateMetadata("design:type", Object)
], UpdateOrder.prototype, "fulfillment_status", void 0);
require_define_resource.__decorate([
	require_define_resource.IsOmittable(),
	require_define_resource.IsAmount(),
	require_define_resource.__decorateMetadata("design:type", Number)
], UpdateOrder.prototype, "refunded_amount", void 0);
require_define_resource.__decorate([
	require_define_resource.IsNullable(),
	require_define_resource.IsText(1, 255),
	require_define_resource.__decorateMetadata("design:type", Object)
], UpdateOrder.prototype, "cancel_reason", void 0);
// libs/shop/sales/src/orders/orders.resource.ts
const orders = require_define_resource.defineResource(Order, {
	type: "orders",
	description: "A purchase with prices at the time of the order, and its payment and fulfillment.",
	path: "/api/orders",
	errors: {
		update: ["illegal_transition"],
		delete: ["illegal_transition"]
	},
	meta: { next: nextMember(states, nextSql) },
	relationships: {
		customer: belongsTo("customers", "customer_id", { writable: ["create", "update"] }),
		codes: belongsToMany("codes", OrderCode, {
			joinColumn: "order_id",
			inverseJoinColumn: "code_id"
		}, {
			writable: ["create"],
			onDelete: "refuse"
		}),
		variants: belongsToMany("variants", OrderVariant, {
			joinColumn: "order_id",
			inverseJoinColumn: "variant_id"
		}),
		transactions: hasMany("transactions", Transaction, "order_id"),
		fulfillments: hasMany("fulfillments", Fulfillment, "order_id")
	},
	sortable: [
		"number",
		"total_amount",
		"created_at",
		"updated_at"
	],
	filterable: {
		number: true,
		email: {
			column: "email_folded",
			as: require_define_resource.foldKey
		},
		total_amount: true,
		status: Object.keys(orderStates),
		payment_status: Object.keys(paymentStates),
		fulfillment_status: Object.keys(fulfillmentStates),
		customer: true,
		tags: true,
		actor_id: true,
		created_at: true,
		updated_at: true
	},
	search: {
		words: ["note"],
		prefixes: { email_folded: require_define_resource.foldKey },
		numbers: ["number"],
		through: ["customer"]
	},
	create: CreateOrder,
	update: UpdateOrder
});
// libs/shop/catalog/src/products/product.entity.ts
let Product = class Product extends require_define_resource.VersionedRow {};
require_define_resource.__decorate([
	require_define_resource.Attribute("Title of the product."),
	require_define_resource.CollatedText(),
	require_define_resource.__decorateMetadata("design:type", String)
], Product.prototype, "title", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Part of the URL of the product page, unique in the shop. Derived from the title by default."),
	require_define_resource.CollatedText(),
	require_define_resource.__decorateMetadata("design:type", String)
], Product.prototype, "handle", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Description of the product for customers."),
	require_define_resource.Text(),
	require_define_resource.__decorateMetadata("design:type", String)
], Product.prototype, "description", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Status of the product. draft: not yet on sale, active: on sale, archived: no longer on sale."),
	require_define_resource.CollatedText(),
	require_define_resource.__decorateMetadata("design:type", Object)
], Product.prototype, "status", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Free-form labels for search and organization."),
	require_define_resource.TextArray(),
	require_define_resource.__decorateMetadata("design:type", Array)
], Product.prototype, "tags", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Time of publication. By default the time at which the product first becomes active. null until then."),
	require_define_resource.Timestamp({ nullable: true }),
	require_define_resource.__decorateMetadata("design:type", Object)
], Product.prototype, "published_at", void 0);
Product = require_define_resource.__decorate([(0, typeorm.Entity)({
	schema: "shop",
	name: "products"
})], Product);
// libs/shop/catalog/src/products/product-states.ts
/** Allowed transitions of the product status. Every transition can be reversed. */
const productStates = {
	draft: ["active", "archived"],
	active: ["draft", "archived"],
	archived: ["draft", "active"]
};
// libs/shop/catalog/src/image-files/image-sizes.ts
const sizesDescription = "Sizes of the image, the smallest first. Each url is a path below the address of the shop and needs no token. Images are WebP.";
const side = {
	type: "integer",
	minimum: 1
};
const sizesSchema = {
	type: "array",
	minItems: 1,
	items: {
		type: "object",
		properties: {
			url: {
				type: "string",
				format: "uri-reference"
			},
			width: side,
			height: side
		},
		required: [
			"url",
			"width",
			"height"
		]
	}
};
// libs/shop/catalog/src/product-images/product-image.entity.ts
let ProductImage = class ProductImage extends require_define_resource.VersionedRow {};
require_define_resource.__decorate([require_define_resource.Uuid(), require_define_resource.__decorateMetadata("design:type", String)], ProductImage.prototype, "product_id", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Id of the uploaded image file. A file belongs to at most one product image."),
	require_define_resource.Uuid(),
	require_define_resource.__decorateMetadata("design:type", String)
], ProductImage.prototype, "file_id", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Description of the picture for people who cannot see it. An empty text marks a decorative picture."),
	require_define_resource.Text(),
	require_define_resource.__decorateMetadata("design:type", String)
], ProductImage.prototype, "alt_text", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Position of the image among the images of its product. The default is the last position."),
	require_define_resource.Int(),
	require_define_resource.__decorateMetadata("design:type", Number)
], ProductImage.prototype, "position", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Width of the largest size in pixels."),
	require_define_resource.Int(),
	require_define_resource.__decorateMetadata("design:type", Number)
], ProductImage.prototype, "width", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Height of the largest size in pixels."),
	require_define_resource.Int(),
	require_define_resource.__decorateMetadata("design:type", Number)
], ProductImage.prototype, "height", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute(sizesDescription, { schema: sizesSchema }),
	require_define_resource.Json(),
	require_define_resource.__decorateMetadata("design:type", Object)
], ProductImage.prototype, "sizes", void 0);
ProductImage = require_define_resource.__decorate([(0, typeorm.Entity)({
	schema: "shop",
	name: "product_images"
})], ProductImage);
// libs/shop/catalog/src/variants/variant.entity.ts
let Variant = class Variant extends require_define_resource.VersionedRow {};
require_define_resource.__decorate([require_define_resource.Uuid(), require_define_resource.__decorateMetadata("design:type", String)], Variant.prototype, "product_id", void 0);
require_define_resource.__decorate([require_define_resource.Uuid({ nullable: true }), require_define_resource.__decorateMetadata("design:type", Object)], Variant.prototype, "image_id", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Title that distinguishes the variant within its product."),
	require_define_resource.CollatedText(),
	require_define_resource.__decorateMetadata("design:type", String)
], Variant.prototype, "title", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Stock keeping unit, unique in the shop. null means none."),
	require_define_resource.CollatedText({ nullable: true }),
	require_define_resource.__decorateMetadata("design:type", Object)
], Variant.prototype, "sku", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Price in minor units of currency_code."),
	require_define_resource.BigInt(),
	require_define_resource.__decorateMetadata("design:type", Object)
], Variant.prototype, "price_amount", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Former price in minor units of currency_code, shown for comparison. null means none."),
	require_define_resource.BigInt({ nullable: true }),
	require_define_resource.__decorateMetadata("design:type", Object)
], Variant.prototype, "compare_at_amount", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("ISO 4217 code for the prices, such as EUR."),
	require_define_resource.CollatedText(),
	require_define_resource.__decorateMetadata("design:type", String)
], Variant.prototype, "currency_code", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Quantity in stock. null means that stock is not tracked."),
	require_define_resource.Int({ nullable: true }),
	require_define_resource.__decorateMetadata("design:type", Object)
], Variant.prototype, "inventory_quantity", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Whether customers can order the variant when it is out of stock: deny or continue."),
	require_define_resource.CollatedText(),
	require_define_resource.__decorateMetadata("design:type", Object)
], Variant.prototype, "inventory_policy", void 0);
require_define_resource.__decorate([
	require_define_resource.Attribute("Position of the variant among the variants of its product. The default is the last position."),
	require_define_resource.Int(),
	require_define_resource.__decorateMetadata("design:type", Number)
], Variant.prototype, "position", void 0);
Variant = require_define_resource.__decorate([(0, typeorm.Entity)({
	schema: "shop",
	name: "variants"
})], Variant);
// libs/shop/catalog/src/products/products.dto.ts
const IsHandle = () => (0, class_validator.Matches)(/^(?=.{1,255}$)[a-z0-9]+(?:-[a-z0-9]+)*$/, { message: "handle must have 1 to 255 characters of a–z, 0–9 and single hyphens between them" });
var ProductInput = class {};
require_define_resource.__decorate([
	require_define_resource.IsOmittable(),
	IsHandle(),
	require_define_resource.__decorateMetadata("design:type", String)
], ProductInput.prototype, "handle", void 0);
require_define_resource.__decorate([
	require_define_resource.IsOmittable(),
	require_define_resource.IsText(0, 65535),
	require_define_resource.__decorateMetadata("design:type", String)
], ProductInput.prototype, "description", void 0);
require_define_resource.__decorate([
	require_define_resource.IsOmittable(),
	require_define_resource.IsIn(Object.keys(productStates)),
	require_define_resource.__decorateMetadata("design:type", Object)
], ProductInput.prototype, "status", void 0);
require_define_resource.__decorate([
	require_define_resource.IsOmittable(),
	require_define_resource.IsTagArray(),
	require_define_resource.__decorateMetadata("design:type", Array)
], ProductInput.prototype, "tags", void 0);
require_define_resource.__decorate([
	require_define_resource.IsNullable(),
	require_define_resource.IsTimestamp(),
	require_define_resource.__decorateMetadata("design:type", Object)
], ProductInput.prototype, "published_at", void 0);
var CreateProduct = class extends ProductInput {};
require_define_resource.__decorate([require_define_resource.IsText(1, 255), require_define_resource.__decorateMetadata("design:type", String)], CreateProduct.prototype, "title", void 0);
var UpdateProduct = class extends ProductInput {};
require_define_resource.__decorate([
	require_define_resource.IsOmittable(),
	require_define_resource.IsText(1, 255),
	require_define_resource.__decorateMetadata("design:type", String)
], UpdateProduct.prototype, "title", void 0);
// libs/shop/catalog/src/products/products.resource.ts
const products = require_define_resource.defineResource(Product, {
	type: "products",
	description: "An article in the catalog. Customers buy its variants.",
	path: "/api/products",
	errors: { update: ["illegal_transition"] },
	meta: { next: nextMember({ status: productStates }) },
	relationships: {
		variants: hasMany("variants", Variant, "product_id"),
		images: hasMany("product_images", ProductImage, "product_id")
	},
	sortable: [
		"title",
		"handle",
		"updated_at"
	],
	filterable: {
		title: true,
		handle: true,
		status: Object.keys(productStates),
		tags: true,
		updated_at: true
	},
	search: {
		words: ["title"],
		prefixes: { handle: require_define_resource.foldKey }
	},
	create: CreateProduct,
	update: UpdateProduct
});
// libs/shop/catalog/src/variants/variants.dto.ts
const inventoryPolicies = ["deny", "continue"];
var VariantInput = class {};
require_define_resource.__decorate([
	require_define_resource.IsNullable(),
	require_define_resource.IsText(1, 255),
	require_define_resource.__decorateMetadata("design:type", Object)
], VariantInput.prototype, "sku", void 0);
require_define_resource.__decorate([
	require_define_resource.IsNullable(),
	require_define_resource.IsAmount(),
	require_define_resource.__decorateMetadata("design:type", Object)
], VariantInput.prototype, "compare_at_amount", void 0);
require_define_resource.__decorate([
	require_define_resource.IsNullable(),
	require_define_resource.IsIntBetween(-1e9, 1e9),
	require_define_resource.__decorateMetadata("design:type", Object)
], VariantInput.prototype, "inventory_quantity", void 0);
require_define_resource.__decorate([
	require_define_resource.IsOmittable(),
	require_define_resource.IsIn(inventoryPolicies),
	require_define_resource.__decorateMetadata("design:type", Object)
], VariantInput.prototype, "inventory_policy", void 0);
require_define_resource.__decorate([
	require_define_resource.IsOmittable(),
	require_define_resource.IsIntBetween(1, 1e6),
	require_define_resource.__decorateMetadata("design:type", Number)
], VariantInput.prototype, "position", void 0);
var CreateVariant = class extends VariantInput {};
require_define_resource.__decorate([require_define_resource.IsText(1, 255), require_define_resource.__decorateMetadata("design:type", String)], CreateVariant.prototype, "title", void 0);
require_define_resource.__decorate([require_define_resource.IsAmount(), require_define_resource.__decorateMetadata("design:type", Number)], CreateVariant.prototype, "price_amount", void 0);
require_define_resource.__decorate([
	require_define_resource.IsOmittable(),
	require_define_resource.IsCurrencyCode(),
	require_define_resource.__decorateMetadata("design:type", String)
], CreateVariant.prototype, "currency_code", void 0);
var UpdateVariant = class extends VariantInput {};
require_define_resource.__decorate([
	require_define_resource.IsOmittable(),
	require_define_resource.IsText(1, 255),
	require_define_resource.__decorateMetadata("design:type", String)
], UpdateVariant.prototype, "title", void 0);
require_define_resource.__decorate([
	require_define_resource.IsOmittable(),
	require_define_resource.IsAmount(),
	require_define_resource.__decorateMetadata("design:type", Number)
], UpdateVariant.prototype, "price_amount", void 0);
require_define_resource.__decorate([
	require_define_resource.IsOmittable(),
	require_define_resource.IsCurrencyCode(),
	require_define_resource.__decorateMetadata("design:type", String)
], UpdateVariant.prototype, "currency_code", void 0);
// libs/shop/catalog/src/variants/variants.resource.ts
/** Spellings of a stock keeping unit, whose column is case-sensitive. */
const skuSpellings = (text) => [
	text,
	text.toUpperCase(),
	text.toLowerCase()
];
const variants = require_define_resource.defineResource(Variant, {
	type: "variants",
	description: "A purchasable form of a product, such as a size or colour, with its price and stock.",
	path: "/api/variants",
	relationships: {
		product: belongsTo("products", "product_id", {
			required: true,
			writable: ["create"],
			onDelete: "delete"
		}),
		image: belongsTo("product_images", "image_id", {
			writable: ["create", "update"],
			onDelete: "detach"
		})
	},
	sortable: [
		"position",
		"price_amount",
		"updated_at"
	],
	filterable: {
		sku: true,
		price_amount: true,
		inventory_quantity: true,
		inventory_policy: inventoryPolicies,
		product: true,
		updated_at: true
	},
	search: { prefixes: { sku: skuSpellings } },
	create: CreateVariant,
	update: UpdateVariant
});
// tools/bench/src/store/bare-store.ts
var bare_store_exports = /* @__PURE__ */ require_rolldown_runtime.__exportAll({ runBareStore: () => runBareStore });
const resources = [
	products,
	variants,
	customers,
	codes,
	orders
];
const resourceOf = (type) => resources.find((each) => each.type === type);
const profile = "https://jsonapi.org/profiles/ethanresnick/cursor-pagination/";
/**
* Bare server for lists. Parses the rows and builds the same documents, without tokens, tenants, row-level
* security, checks and log.
*/
function runBareStore() {
	require_bare.serveBare(({ databaseUrl, routes }) => {
		const pool = require_bare.barePool(databaseUrl);
		return (request, response) => {
			const route = routes.find(({ path }) => path === request.url);
			listed(pool, route, `http://${request.headers.host}`).then((document) => require_bare.reply(response, 200, document));
		};
	});
}
async function listed(pool, { type, page, included: statements, links }, origin) {
	const read = async ({ name, text, values }, ids) => {
		const bound = ids ? [
			values[0],
			ids,
			...values.slice(2)
		] : values;
		return (await pool.query({
			name,
			text,
			values: bound
		})).rows;
	};
	const rows = (await read(page)).slice(0, 25);
	const members = new Map(rows.map(({ id }) => [id, {}]));
	const included = /* @__PURE__ */ new Map();
	for (const { name, type: other, column, statement } of statements) {
		const ids = [...new Set(rows.map((row) => row[column ?? "id"]).filter((id) => id !== null))];
		if (!column) for (const of of members.values()) of[name] = [];
		for (const related of await read(statement, ids)) {
			if (!column) members.get(related["of"])[name].push({
				type: other,
				id: related["id"]
			});
			if (!included.has(related["id"])) included.set(related["id"], objectOf(resourceOf(other), related, origin));
		}
	}
	return {
		jsonapi: {
			version: "1.1",
			profile: [profile]
		},
		links,
		data: rows.map((row) => objectOf(resourceOf(type), row, origin, members.get(row["id"]))),
		...statements.length > 0 && { included: [...included.values()] }
	};
}
function objectOf(resource, row, origin, members = {}) {
	const self = `${origin}${resource.path}/${String(row["id"])}`;
	const pick = (names) => Object.fromEntries(Object.keys(names).map((name) => [name, row[name]]));
	const relationships = Object.entries(resource.relationships).map(([name, relationship]) => {
		const links = {
			self: `${self}/relationships/${name}`,
			related: `${self}/${name}`
		};
		if (require_define_resource.isToMany(relationship)) return [name, {
			links,
			...members[name] && { data: members[name] }
		}];
		const id = row[relationship.column];
		return [name, {
			links,
			data: id === null ? null : {
				type: relationship.type,
				id
			}
		}];
	});
	return {
		type: resource.type,
		id: row["id"],
		attributes: pick(resource.attributes),
		relationships: Object.fromEntries(relationships),
		links: { self },
		meta: pick(resource.meta)
	};
}
Object.defineProperty(exports, "AuthoredRow", {
	enumerable: true,
	get: function() {
		return AuthoredRow;
	}
});
Object.defineProperty(exports, "Code", {
	enumerable: true,
	get: function() {
		return Code;
	}
});
Object.defineProperty(exports, "CodeProduct", {
	enumerable: true,
	get: function() {
		return CodeProduct;
	}
});
Object.defineProperty(exports, "CreateOrder", {
	enumerable: true,
	get: function() {
		return CreateOrder;
	}
});
Object.defineProperty(exports, "Customer", {
	enumerable: true,
	get: function() {
		return Customer;
	}
});
Object.defineProperty(exports, "Fulfillment", {
	enumerable: true,
	get: function() {
		return Fulfillment;
	}
});
Object.defineProperty(exports, "MAX_AMOUNT", {
	enumerable: true,
	get: function() {
		return MAX_AMOUNT;
	}
});
Object.defineProperty(exports, "Order", {
	enumerable: true,
	get: function() {
		return Order;
	}
});
Object.defineProperty(exports, "OrderCode", {
	enumerable: true,
	get: function() {
		return OrderCode;
	}
});
Object.defineProperty(exports, "OrderVariant", {
	enumerable: true,
	get: function() {
		return OrderVariant;
	}
});
Object.defineProperty(exports, "Product", {
	enumerable: true,
	get: function() {
		return Product;
	}
});
Object.defineProperty(exports, "ProductImage", {
	enumerable: true,
	get: function() {
		return ProductImage;
	}
});
Object.defineProperty(exports, "Transaction", {
	enumerable: true,
	get: function() {
		return Transaction;
	}
});
Object.defineProperty(exports, "Variant", {
	enumerable: true,
	get: function() {
		return Variant;
	}
});
Object.defineProperty(exports, "addAmount", {
	enumerable: true,
	get: function() {
		return addAmount;
	}
});
Object.defineProperty(exports, "addUnreachable", {
	enumerable: true,
	get: function() {
		return addUnreachable;
	}
});
Object.defineProperty(exports, "authorOf", {
	enumerable: true,
	get: function() {
		return authorOf;
	}
});
Object.defineProperty(exports, "bare_store_exports", {
	enumerable: true,
	get: function() {
		return bare_store_exports;
	}
});
Object.defineProperty(exports, "changedAttributes", {
	enumerable: true,
	get: function() {
		return changedAttributes;
	}
});
Object.defineProperty(exports, "checkChangedValue", {
	enumerable: true,
	get: function() {
		return checkChangedValue;
	}
});
Object.defineProperty(exports, "checkPeriod", {
	enumerable: true,
	get: function() {
		return checkPeriod;
	}
});
Object.defineProperty(exports, "checkStates", {
	enumerable: true,
	get: function() {
		return checkStates;
	}
});
Object.defineProperty(exports, "checkTransition", {
	enumerable: true,
	get: function() {
		return checkTransition;
	}
});
Object.defineProperty(exports, "codes", {
	enumerable: true,
	get: function() {
		return codes;
	}
});
Object.defineProperty(exports, "customerStates", {
	enumerable: true,
	get: function() {
		return customerStates;
	}
});
Object.defineProperty(exports, "customers", {
	enumerable: true,
	get: function() {
		return customers;
	}
});
Object.defineProperty(exports, "foldOptional", {
	enumerable: true,
	get: function() {
		return foldOptional;
	}
});
Object.defineProperty(exports, "hasCurrency", {
	enumerable: true,
	get: function() {
		return hasCurrency;
	}
});
Object.defineProperty(exports, "illegalTransition", {
	enumerable: true,
	get: function() {
		return illegalTransition;
	}
});
Object.defineProperty(exports, "objectOf", {
	enumerable: true,
	get: function() {
		return objectOf;
	}
});
Object.defineProperty(exports, "orders", {
	enumerable: true,
	get: function() {
		return orders;
	}
});
Object.defineProperty(exports, "parseJson", {
	enumerable: true,
	get: function() {
		return parseJson;
	}
});
Object.defineProperty(exports, "pointerBelow", {
	enumerable: true,
	get: function() {
		return pointerBelow;
	}
});
Object.defineProperty(exports, "productStates", {
	enumerable: true,
	get: function() {
		return productStates;
	}
});
Object.defineProperty(exports, "products", {
	enumerable: true,
	get: function() {
		return products;
	}
});
Object.defineProperty(exports, "spentOf", {
	enumerable: true,
	get: function() {
		return spentOf;
	}
});
Object.defineProperty(exports, "subtotalOf", {
	enumerable: true,
	get: function() {
		return subtotalOf;
	}
});
Object.defineProperty(exports, "timestampColumns", {
	enumerable: true,
	get: function() {
		return timestampColumns;
	}
});
Object.defineProperty(exports, "unfulfilledLines", {
	enumerable: true,
	get: function() {
		return unfulfilledLines;
	}
});
Object.defineProperty(exports, "variants", {
	enumerable: true,
	get: function() {
		return variants;
	}
});

//# sourceMappingURL=bare-store-CJo7OlYH.js.map
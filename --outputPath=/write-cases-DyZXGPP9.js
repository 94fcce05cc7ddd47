const require_bare_store = require("./bare-store-CJo7OlYH.js");
const require_cases = require("./cases-C6Pjwedn.js");
let node_crypto = require("node:crypto");
let uuid = require("uuid");
// tools/bench/src/writes/write-cases.ts
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
const writeCases = [
	{
		name: "POST product",
		method: "POST",
		resource: require_bare_store.products,
		bar: .6,
		sent: () => ({
			type: "products",
			attributes: {
				title: `Bench ${(0, node_crypto.randomUUID)()}`,
				description: "One of many."
			}
		}),
		statement: (shop_id, id, { attributes: { title, description } }) => written(require_bare_store.products, "created", shop_id, {
			sql: `INSERT INTO shop.products (shop_id, id, title, handle, description, status, tags, published_at,
               version, created_at, updated_at)
          VALUES ($1::uuid, $2::uuid, $3, $4, $5, 'draft', '{}', NULL, 1, now(), now())`,
			values: [
				id,
				title,
				handleOf(String(title)),
				description
			]
		})
	},
	{
		name: "POST variant",
		method: "POST",
		resource: require_bare_store.variants,
		bar: .6,
		sent: (product) => ({
			type: "variants",
			attributes: {
				title: "Large",
				sku: (0, node_crypto.randomUUID)(),
				price_amount: 1990,
				currency_code: "EUR"
			},
			relationships: { product: { data: {
				type: "products",
				id: product
			} } }
		}),
		statement: (shop_id, id, { attributes, relationships }) => written(require_bare_store.variants, "created", shop_id, {
			sql: `INSERT INTO shop.variants (shop_id, id, product_id, title, sku, price_amount, currency_code,
               inventory_policy, position, version, created_at, updated_at)
          VALUES ($1::uuid, $2::uuid, $3, $4, $5, $6, $7, 'deny',
            (SELECT coalesce(max(position), 0) + 1 FROM shop.variants WHERE shop_id = $1::uuid
              AND product_id = $3), 1, now(), now())`,
			values: [...[
				id,
				relationships["product"].data.id,
				attributes["title"],
				attributes["sku"]
			], ...[attributes["price_amount"], attributes["currency_code"]]]
		})
	},
	{
		name: "POST customer",
		method: "POST",
		resource: require_bare_store.customers,
		bar: .6,
		sent: () => ({
			type: "customers",
			attributes: {
				email: `${(0, node_crypto.randomUUID)()}@example.com`,
				first_name: "Bench"
			}
		}),
		statement: (shop_id, id, { attributes: { email, first_name } }) => written(require_bare_store.customers, "created", shop_id, {
			sql: `INSERT INTO shop.customers (shop_id, id, email, email_folded, first_name, accepts_marketing,
               tags, status, orders_count, total_spent_amount, version, created_at, updated_at)
          VALUES ($1::uuid, $2::uuid, $3, $4, $5, false, '{}', 'active', 0, 0, 1, now(), now())`,
			values: [
				id,
				email,
				String(email).toLowerCase(),
				first_name
			]
		})
	},
	{
		name: "POST meta, 8 keys",
		method: "POST",
		resource: require_cases.meta,
		bar: .6,
		sent: () => ({
			type: "meta",
			attributes: {
				resource_type: "orders",
				resource_id: "1",
				data
			}
		}),
		statement: (shop_id, _id, { attributes }) => require_cases.insertStatement(shop_id, attributes)
	},
	{
		name: "PATCH product",
		method: "PATCH",
		resource: require_bare_store.products,
		bar: .55,
		sent: (id) => ({
			type: "products",
			id,
			attributes: { title: `Bench ${(0, node_crypto.randomUUID)()}` }
		}),
		statement: (shop_id, id, { attributes: { title } }) => written(require_bare_store.products, "updated", shop_id, {
			sql: `UPDATE shop.products SET title = $3, version = version + 1, updated_at = clock_timestamp()
               WHERE shop_id = $1::uuid AND id = $2::uuid`,
			values: [id, title]
		})
	},
	{
		name: "DELETE product",
		method: "DELETE",
		resource: require_bare_store.products,
		bar: .55,
		statement: (shop_id, id) => written(require_bare_store.products, "deleted", shop_id, {
			sql: "DELETE FROM shop.products WHERE shop_id = $1::uuid AND id = $2::uuid",
			values: [id]
		})
	}
];
const newId = uuid.v7;
const handleOf = (title) => title.toLowerCase().replace(/[^a-z0-9]+/g, "-");
function written(resource, change, shop_id, { sql, values }) {
	const write = {
		resource,
		change,
		name: `bench-${resource.type}-${change}`,
		sql,
		values: [shop_id, ...values]
	};
	return require_cases.withEvent(write, {
		shop_id,
		origin: "http://bench.localhost"
	});
}
Object.defineProperty(exports, "newId", {
	enumerable: true,
	get: function() {
		return newId;
	}
});
Object.defineProperty(exports, "writeCases", {
	enumerable: true,
	get: function() {
		return writeCases;
	}
});

//# sourceMappingURL=write-cases-DyZXGPP9.js.map
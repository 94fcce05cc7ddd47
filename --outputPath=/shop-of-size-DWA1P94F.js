const require_cases = require("./cases-C6Pjwedn.js");
let node_events = require("node:events");
let node_fs = require("node:fs");
// libs/shop/meta/src/testing/random.ts
/** Deterministic pseudorandom test data (mulberry32). The same seed returns the same objects. */
var Random = class {
	constructor(state) {
		this.state = state;
		this.clock = Date.UTC(2026, 0, 1);
	}
	/** Returns a number that is uniform in [0, 1). */
	next() {
		this.state = this.state + 1831565813 | 0;
		let mixed = Math.imul(this.state ^ this.state >>> 15, 1 | this.state);
		mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed;
		return ((mixed ^ mixed >>> 14) >>> 0) / 2 ** 32;
	}
	chance(probability) {
		return this.next() < probability;
	}
	of(values) {
		return values[Math.floor(this.next() * values.length)];
	}
	hex(digits) {
		return Array.from({ length: digits }, () => Math.floor(this.next() * 16).toString(16)).join("");
	}
	uuidV4() {
		return `${this.hex(8)}-${this.hex(4)}-4${this.hex(3)}-8${this.hex(3)}-${this.hex(12)}`;
	}
	/** Returns ascending UUIDv7 ids with gaps from milliseconds to hours. */
	uuidV7() {
		this.clock += Math.floor(this.next() ** 4 * 36e5);
		const time = this.clock.toString(16).padStart(12, "0");
		return `${time.slice(0, 8)}-${time.slice(8)}-7${this.hex(3)}-8${this.hex(3)}-${this.hex(12)}`;
	}
};
"k".repeat(255);
const long = "x".repeat(63);
`${long}`, `${long}`, `${long}`, `${long}`, `${long}`, `${long}a`.repeat(50), `${long}a`.repeat(50) + "";
// libs/shop/meta/src/testing/lab/lab-objects.ts
/**
* Returns the data of the `i`th object by id, in a shop with `size` objects. Keys and values resemble those of
* real shops, and some values increase with the id.
*/
function labData(random, i, size) {
	const side = random.next();
	return {
		sku: `sku-${(i * 2654435761 % 4294967296).toString(36)}`,
		colour: random.chance(.26) ? "red" : random.of([
			"green",
			"blue",
			"black"
		]),
		price: Math.floor(random.next() * 1e5) / 100,
		currency: "EUR",
		seen_at: 17e11 + i * 1e3,
		supplier: {
			name: `supplier ${Math.floor(random.next() * 50)}`,
			country: "DE"
		},
		...random.chance(.8) && { note: `note ${Math.floor(random.next() * 1e3)}` },
		...random.chance(.1) && { sale: true },
		...random.chance(.1) && { fragile: true },
		...random.chance(.1) && { bulky: true },
		...side < .3 ? { left: 1 } : side < .6 && { right: 1 },
		...i >= size * .99 && { campaign: "spring" }
	};
}
const firstTime = Date.UTC(2024, 0, 1);
/** UUIDv7 ids that are some seconds apart, as in a shop that is several years old. */
function labId(random, i) {
	const time = (firstTime + i * 3e4).toString(16).padStart(12, "0");
	const tail = Array.from({ length: 18 }, () => Math.floor(random.next() * 16).toString(16)).join("");
	return `${time.slice(0, 8)}-${time.slice(8)}-7${tail.slice(0, 3)}-8${tail.slice(3, 6)}-${tail.slice(6)}`;
}
// libs/shop/meta/src/testing/lab/shop-of-size.ts
/** Segment of each object and the start of each segment. Segment sizes are random, as in production. */
var LabSegments = class {
	constructor(random) {
		this.random = random;
		this.segment = 1;
		this.starts = [];
	}
	of(id) {
		if (this.random.next() * require_cases.segmentSize(this.segment) < 1) {
			this.segment += 1;
			this.starts.push(id);
		}
		return this.segment;
	}
};
/** Fills a shop with COPY from two files. Returns the number of search entries. */
async function fillShop(administrator, shop, size, folder) {
	const random = new Random(size);
	const segments = new LabSegments(new Random(size + 1));
	const [rows, entries] = [(0, node_fs.createWriteStream)(`${folder}/meta.copy`), (0, node_fs.createWriteStream)(`${folder}/entries.copy`)];
	let count = 0;
	for (let i = 0; i < size; i += 1) {
		const [id, data] = [labId(random, i), labData(random, i, size)];
		const segment = segments.of(id);
		const text = JSON.stringify(data).replaceAll("\\", "\\\\");
		const row = `${shop}\t${id}\t${[
			"orders",
			"orders",
			"orders",
			"codes",
			"products"
		][i % 5]}\t${Math.floor(i / 3)}\t${text}\t1\t2026-01-01Z\t2026-01-01Z\t${segment}\n`;
		const tokens = require_cases.entryTokens(data);
		count += tokens.length;
		const lines = tokens.map((token) => `${shop}\t${segment}\t\\\\x${token.toString("hex")}\t${id}\n`).join("");
		if (!rows.write(row)) await (0, node_events.once)(rows, "drain");
		if (!entries.write(lines)) await (0, node_events.once)(entries, "drain");
	}
	for (const stream of [rows, entries]) await new Promise((done) => stream.end(() => done()));
	await administrator.query(`COPY shop.meta FROM '${folder}/meta.copy'`);
	await administrator.query(`COPY shop.meta_entries FROM '${folder}/entries.copy'`);
	await administrator.query("INSERT INTO shop.meta_segments SELECT $1, no + 1, id FROM unnest($2::uuid[]) WITH ORDINALITY AS t(id, no)", [shop, segments.starts]);
	return count;
}
Object.defineProperty(exports, "fillShop", {
	enumerable: true,
	get: function() {
		return fillShop;
	}
});

//# sourceMappingURL=shop-of-size-DWA1P94F.js.map
const require_row_format = require("./row-format-D-cae17o.js");
const require_bare = require("./bare-DHHj2VG2.js");
const require_cases = require("./cases-C6Pjwedn.js");
// tools/bench/src/bare-server.ts
function runBareServer() {
	require_bare.serveBare((settings) => {
		const pool = require_bare.barePool(settings.databaseUrl, settings.floor === "built" ? require_bare.parsedFormat : require_row_format.rowFormat);
		return (request, response) => void answer(request, response, settings, pool);
	});
}
async function answer(request, response, settings, pool) {
	const route = settings.routes.find((each) => each.method === request.method && matches(each.path, request.url));
	const { name, text, values } = await statementOf(route, request, settings.shopId);
	const { rows } = await pool.query({
		name,
		text,
		values
	});
	const origin = `http://${request.headers.host}`;
	const body = (settings.floor === "built" ? built : spliced)(route, rows, origin);
	const profiled = { "content-type": `application/vnd.api+json; profile="${profile}"` };
	const headers = route.kind === "page" ? profiled : void 0;
	require_bare.reply(response, request.method === "POST" ? 201 : 200, body, headers);
}
function spliced(route, rows, origin) {
	if (route.kind !== "page") return `{"jsonapi":{"version":"1.1"},"links":{"self":"${origin}/api/meta/${rows[0]["id"]}"},"data":${object(rows[0], origin)}}`;
	const data = rows.slice(0, route.size).map((row) => object(row, origin));
	return `{"jsonapi":{"version":"1.1","profile":["${profile}"]},"links":${JSON.stringify(route.links)},"data":[${data.join()}]}`;
}
function built(route, rows, origin) {
	const objects = rows.slice(0, route.size).map(({ id, resource_type, resource_id, data, ...meta }) => ({
		type: "meta",
		id,
		attributes: {
			resource_type,
			resource_id,
			data
		},
		links: { self: `${origin}/api/meta/${id}` },
		meta: {
			created_at: meta["created_at"],
			updated_at: meta["updated_at"],
			version: meta["version"]
		}
	}));
	if (route.kind === "page") return JSON.stringify({
		jsonapi: {
			version: "1.1",
			profile: [profile]
		},
		links: route.links,
		data: objects
	});
	const [data] = objects;
	return JSON.stringify({
		jsonapi: { version: "1.1" },
		links: data.links,
		data
	});
}
async function statementOf(route, request, shopId) {
	if (route.kind === "page") return route.statement;
	if (route.kind === "one") return require_cases.findStatement(shopId, request.url.slice(request.url.lastIndexOf("/") + 1));
	const { data } = JSON.parse(await require_bare.bodyOf(request));
	return require_cases.insertStatement(shopId, data.attributes, route.kind === "insert" ? "with" : "without");
}
const profile = "https://jsonapi.org/profiles/ethanresnick/cursor-pagination/";
function object(row, origin) {
	return `{"type":"meta","id":"${row["id"]}","attributes":{"resource_type":${JSON.stringify(row["resource_type"])},"resource_id":${JSON.stringify(row["resource_id"])},"data":${row["data"]}},"links":{"self":"${origin}/api/meta/${row["id"]}"},"meta":{"created_at":"${row["created_at"]}","updated_at":"${row["updated_at"]}","version":${row["version"]}}}`;
}
function matches(path, url) {
	return path.endsWith("*") ? url.startsWith(path.slice(0, -1)) : url === path;
}
exports.runBareServer = runBareServer;

//# sourceMappingURL=bare-server-DNIwX8fG.js.map
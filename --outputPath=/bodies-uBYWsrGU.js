const require_hostile_bodies = require("./hostile-bodies-DxXwNmU5.js");
const require_http = require("./http-gw2kCh65.js");
const require_numbers = require("./numbers-BVo60olM.js");
const require_attack = require("./attack-BRunNphg.js");
// tools/bench/src/attack/bodies.ts
/** Sends bodies with 100,000 members, first without a credential and then with a token of a shop. */
const hostileBodies = async (context) => {
	const { ports, loud, short, stage } = context;
	const headers = require_http.headersOf(require_http.targetOf(loud, ports.shop));
	const times = short ? 10 : 100;
	const fromStranger = {
		port: ports.auth,
		path: "/api/sessions",
		type: "sessions",
		headers,
		times
	};
	const withToken = {
		port: ports.shop,
		path: "/api/customers",
		type: "customers",
		headers,
		times
	};
	const send = (bodies) => new Promise((done) => {
		const child = require_attack.startAttacker(context, "--hostile-bodies", bodies, (statuses) => {
			require_attack.stopAttacker(child).then(() => done(statuses));
		});
	});
	const verdict = async (sender, bodies, bar) => {
		const cpu = () => stage.cpuOf(bodies.port) ?? performance.now();
		const before = cpu();
		const statuses = await send(bodies);
		const each = (cpu() - before) / times;
		const isRefused = statuses.every(([status]) => status === "413" || status === "422");
		return {
			sent: `bodies of 100,000 members of ${sender}`,
			seen: `${require_numbers.formatCounts(statuses)}; ${each.toFixed(1)} ms of CPU each`,
			expected: short ? "413 or 422" : `413 or 422, ≤ ${bar} ms of CPU`,
			ok: isRefused && (short || each <= bar)
		};
	};
	const verdicts = [await verdict("strangers", fromStranger, require_hostile_bodies.cpuBars.unknown), await verdict("a token", withToken, require_hostile_bodies.cpuBars.known)];
	const quiet = await require_attack.measureQuietNeighbour(context, 5);
	const loaded = require_attack.measureNeighbour(context, 5);
	await Promise.all([send(fromStranger), send(withToken)]);
	return [...verdicts, require_attack.neighbourVerdict(context, "both", quiet, await loaded)];
};
/** Sends the bodies one after another in a separate process and reports the statuses. */
function runHostileBodies() {
	process.on("disconnect", () => process.exit(0));
	process.once("message", (message) => void sendBodies(message));
}
async function sendBodies({ type, times, headers, ...sent }) {
	const attributes = Object.fromEntries(Array.from({ length: 1e5 }, (_, at) => [`k${at.toString(36)}`, 0]));
	const body = JSON.stringify({ data: {
		type,
		attributes
	} });
	const all = {
		...headers,
		"content-type": "application/vnd.api+json"
	};
	const statuses = [];
	for (let time = 0; time < times; time += 1) statuses.push(await require_http.statusOf({
		...sent,
		method: "POST",
		headers: all,
		body
	}));
	process.send([...require_numbers.countByName(statuses)]);
}
exports.hostileBodies = hostileBodies;
exports.runHostileBodies = runHostileBodies;

//# sourceMappingURL=bodies-uBYWsrGU.js.map
const require_rolldown_runtime = require("./rolldown-runtime-BW-eSwOZ.js");
const require_http = require("./http-gw2kCh65.js");
const require_numbers = require("./numbers-BVo60olM.js");
let node_timers_promises = require("node:timers/promises");
let autocannon = require("autocannon");
autocannon = require_rolldown_runtime.__toESM(autocannon);
let undici = require("undici");
// tools/bench/src/attack/flood.ts
/**
* Sends the flood in a separate process. Reports `counts` when responses start to count, `ends` before the
* end, and the result.
*/
function runFlood() {
	process.on("disconnect", () => process.exit(0));
	process.once("message", (message) => {
		const sent = message;
		(sent.isOpenLoop ? openLoop(sent) : closedLoop(sent)).then((result) => process.send(result));
	});
}
async function openLoop({ port, path, connections, seconds, rate = 0, ...sender }) {
	const pool = new undici.Pool(`http://127.0.0.1:${port}`, { connections });
	const headers = require_http.headersOf(sender);
	const [times, statuses, responses] = [
		[],
		[],
		[]
	];
	const request = async (startedAt) => {
		const { statusCode, body } = await pool.request({
			method: "GET",
			path,
			headers
		});
		await body.dump();
		statuses.push(statusCode);
		if (statusCode < 300) times.push(performance.now() - startedAt);
	};
	const start = performance.now();
	for (let elapsed = 0; elapsed < seconds; elapsed = (performance.now() - start) / 1e3) {
		while (responses.length < rate * elapsed) responses.push(request(performance.now()));
		await (0, node_timers_promises.setTimeout)(1);
	}
	const settled = await Promise.allSettled(responses);
	await pool.close();
	const errors = settled.filter(({ status }) => status === "rejected").length;
	return {
		goodput: times.length / seconds,
		p99: require_numbers.percentile(times, 99),
		statuses: require_numbers.countByName(statuses),
		errors
	};
}
async function closedLoop({ warmUpSeconds = 0, seconds, ...sent }) {
	const [times, statuses] = [[], []];
	let isCounting = false;
	setTimeout(() => {
		isCounting = true;
		process.send("counts");
	}, warmUpSeconds * 1e3);
	setTimeout(() => process.send("ends"), (warmUpSeconds + seconds) * 1e3 - 50);
	const { errors, duration } = await new Promise((resolve, reject) => {
		(0, autocannon.default)(optionsOf(sent, warmUpSeconds + seconds), (error, result) => error ? reject(error) : resolve(result)).on("response", (_client, status, _bytes, ms) => {
			if (!isCounting) return;
			statuses.push(status);
			if (status < 300) times.push(ms);
		});
	});
	return {
		goodput: times.length / (duration - warmUpSeconds),
		p99: times.length ? require_numbers.percentile(times, 99) : Infinity,
		statuses: require_numbers.countByName(statuses),
		errors
	};
}
function optionsOf({ port, path, body, connections, rate, ...sender }, duration) {
	return {
		url: `http://127.0.0.1:${port}${path}`,
		connections,
		duration,
		timeout: 30,
		...body !== void 0 && {
			method: "POST",
			body
		},
		headers: {
			...require_http.headersOf(sender),
			...body !== void 0 && { "content-type": "application/vnd.api+json" }
		},
		...rate ? {
			overallRate: rate,
			ignoreCoordinatedOmission: true
		} : {}
	};
}
exports.runFlood = runFlood;

//# sourceMappingURL=flood-C3DzpwPM.js.map
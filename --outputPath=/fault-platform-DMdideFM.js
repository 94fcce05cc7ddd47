const require_token = require("./token-BQfv6aap.js");
const require_subscribed_shop = require("./subscribed-shop-BK-aKqwq.js");
const require_stage = require("./stage-CoQdZ4jO.js");
const require_http = require("./http-gw2kCh65.js");
let node_net = require("node:net");
let node_http = require("node:http");
let node_crypto = require("node:crypto");
let node_util = require("node:util");
let node_events = require("node:events");
let node_os = require("node:os");
let node_timers_promises = require("node:timers/promises");
let pg = require("pg");
let node_fs = require("node:fs");
let node_child_process = require("node:child_process");
let node_path = require("node:path");
// libs/testing/database/src/builders.ts
/** Keys and secrets that all services in specs share. */
const testKey = Buffer.alloc(32, 7).toString("base64");
`${testKey}`;
const sealingKeys = /* @__PURE__ */ new Map([["test", Buffer.from(testKey, "base64")]]);
async function aShop(database, given = {}) {
	const { domain = `shop-${(0, node_crypto.randomBytes)(4).toString("hex")}`, status = "active", id = (0, node_crypto.randomUUID)() } = given;
	await database.query(`INSERT INTO auth.shops (id, domain, name, title, description, status) VALUES ($1, $2, $2, 'A shop', 'For a test', $3)`, [
		id,
		domain,
		status
	]);
	return {
		id,
		domain
	};
}
/** Creates an access token and returns its text. Without `scopes` the token has all scopes. */
async function anAccessToken(database, shop, scopes) {
	const token = require_token.mintToken("access_token");
	await database.query(`INSERT INTO auth.access_tokens (shop_id, id, name, scopes, digest, last_four) VALUES ($1, $2, 'test', $3, decode($4, 'hex'), $5)`, [
		shop.id,
		(0, node_crypto.randomUUID)(),
		scopes ?? null,
		token.digest,
		token.lastFour
	]);
	return token.reveal();
}
async function anApp(database, given = {}) {
	const [id, owner_id] = [(0, node_crypto.randomUUID)(), (0, node_crypto.randomUUID)()];
	const email = `${owner_id}@example.test`;
	const secret = require_token.mintToken("app_secret").reveal();
	await database.query(`INSERT INTO auth.owners (id, email, email_key, name, password_hash) VALUES ($1, $2, $2, 'A developer', 'none')`, [owner_id, email]);
	await database.query(`INSERT INTO auth.apps (id, owner_id, name, install_url, scopes, require_proof) VALUES ($1, $2, 'An app', 'http://localhost/install', $3, $4)`, [
		id,
		owner_id,
		given.scopes ?? [],
		given.requireProof ?? false
	]);
	await database.query(`INSERT INTO auth.app_secrets (app_id, generation, sealed) VALUES ($1, 1, $2)`, [id, require_subscribed_shop.seal(sealingKeys, secret)]);
	return {
		id,
		owner_id,
		secret
	};
}
/** Installs an app in a shop, exchanges its nonce, and returns the OAuth token. */
async function anOAuthToken(database, shop, app, scopes) {
	const token = require_token.mintToken("oauth_token");
	const installation = (0, node_crypto.randomUUID)();
	await database.query(`INSERT INTO auth.installations (shop_id, id, app_id, scopes, status) VALUES ($1, $2, $3, $4, 'installed')`, [
		shop.id,
		installation,
		app.id,
		scopes
	]);
	await database.query(`INSERT INTO auth.oauth_tokens (shop_id, id, installation_id, app_id, status, scopes, digest) VALUES ($1, $2, $3, $4, 'active', $5, decode($6, 'hex'))`, [
		shop.id,
		(0, node_crypto.randomUUID)(),
		installation,
		app.id,
		scopes,
		token.digest
	]);
	return token.reveal();
}
// libs/testing/database/src/service-process.ts
/** A service in its own process on this machine. */
var ServiceProcess = class ServiceProcess {
	constructor(child, port, ended, output) {
		this.child = child;
		this.port = port;
		this.ended = ended;
		this.output = output;
	}
	/**
	* Resolves when the service listens, on a free port unless `environment` sets one. Throws the output if it
	* exits before.
	*/
	static async start(program, environment) {
		const { SHOP_DATABASE_KIND } = process.env;
		const kind = SHOP_DATABASE_KIND === void 0 ? {} : { SHOP_DATABASE_KIND };
		const child = (0, node_child_process.spawn)(process.execPath, [program], {
			env: {
				PATH: process.env["PATH"],
				HOST: "127.0.0.1",
				PORT: "0",
				LOG_LEVEL: "warn",
				...kind,
				...environment
			},
			stdio: [
				"ignore",
				"pipe",
				"pipe",
				"ipc"
			]
		});
		const ended = (0, node_events.once)(child, "exit").then(([code]) => code);
		let said = "";
		const port = await new Promise((settle, reject) => {
			const listen = (chunk) => {
				said += chunk.toString();
				const found = /listens on http:\/\/[^:]+:(\d+)/.exec(said)?.[1];
				if (found) settle(Number(found));
			};
			child.stdout.on("data", listen);
			child.stderr.on("data", listen);
			ended.then(() => reject(/* @__PURE__ */ new Error(`${program} exited during the start: ${said}`)));
		});
		return new ServiceProcess(child, port, ended, () => said);
	}
	/** Returns the output of the service so far. */
	get said() {
		return this.output();
	}
	/** Stops the service in order and returns the exit code. */
	stop() {
		this.child.kill("SIGTERM");
		return this.ended;
	}
	/** Kills the process, as a crash would. */
	async kill() {
		this.child.kill("SIGKILL");
		await this.ended;
	}
};
// libs/testing/database/src/http-client.ts
/** A client with one server, Host header and token. It connects to 127.0.0.1, so names need not resolve. */
var HttpClient = class HttpClient {
	constructor(port, host, token, agent = false) {
		this.port = port;
		this.host = host;
		this.token = token;
		this.agent = agent;
	}
	/** Returns a client with another token, or without a token. */
	as(token) {
		return new HttpClient(this.port, this.host, token, this.agent);
	}
	at(host) {
		return new HttpClient(this.port, host, this.token, this.agent);
	}
	get origin() {
		return `http://${this.host}:${this.port}`;
	}
	get(path, options) {
		return this.send("GET", path, options);
	}
	post(path, body, options) {
		return this.send("POST", path, {
			...options,
			body
		});
	}
	patch(path, body, options) {
		return this.send("PATCH", path, {
			...options,
			body
		});
	}
	delete(path, options) {
		return this.send("DELETE", path, options);
	}
	send(method, path, { headers = {}, body } = {}) {
		const asIs = typeof body === "string" || Buffer.isBuffer(body);
		const payload = body === void 0 ? void 0 : asIs ? body : JSON.stringify(body);
		const all = {
			host: `${this.host}:${this.port}`,
			...this.token ? { authorization: `Bearer ${this.token}` } : {},
			...payload === void 0 ? {} : {
				"content-type": "application/vnd.api+json",
				"content-length": Buffer.byteLength(payload)
			},
			...headers
		};
		return exchange({
			port: this.port,
			method,
			path,
			agent: this.agent
		}, all, payload);
	}
};
function exchange(to, headers, payload) {
	return new Promise((resolve, reject) => {
		const sent = (0, node_http.request)({
			host: "127.0.0.1",
			...to,
			headers
		}, (response) => {
			const chunks = [];
			response.on("data", (chunk) => chunks.push(chunk));
			response.on("error", reject);
			response.on("end", () => {
				const text = Buffer.concat(chunks).toString("utf8");
				const json = /[/+]json/.test(response.headers["content-type"] ?? "") && text !== "";
				resolve({
					status: response.statusCode ?? 0,
					headers: response.headers,
					text,
					body: json ? JSON.parse(text) : void 0
				});
			});
		});
		sent.on("error", reject);
		sent.end(payload);
	});
}
// libs/testing/database/src/until.ts
/**
* Maximum wait for an event in a spec. It is not a promise of speed: it is much longer than any event takes
* on a busy machine, and shorter than the time limit of jest (jest.preset.cjs).
*/
const WAIT_LIMIT_MS = 6e4;
/** Repeats the call until it returns a value. Throws `what` after `limitMs`. */
async function until(what, ask, limitMs = WAIT_LIMIT_MS) {
	for (const end = performance.now() + limitMs; performance.now() < end;) {
		const answer = await ask();
		if (answer !== void 0 && answer !== false) return answer;
		await new Promise((resolve) => setTimeout(resolve, 10));
	}
	throw new Error(`not within ${limitMs} ms: ${what}`);
}
// libs/testing/database/src/own-postgres.ts
/** Passwords of the platform's roles. */
const ownPasswords = {
	owner: "owner",
	auth: "auth",
	shop: "shop",
	hooks: "hooks"
};
/** Runs the current migrations as the administrator. */
const migrated = (administratorUrl) => require_stage.migrate({
	auth: administratorUrl,
	shop: administratorUrl
}, ownPasswords);
/** A migrated database on its own server, which a test can stop, kill and start. */
var OwnPostgres = class OwnPostgres {
	constructor(server, options) {
		this.server = server;
		this.options = options;
	}
	static async start({ dataDirectory, durable = false, settings, installation, password, prepare = migrated } = {}) {
		const options = {
			durable,
			installation,
			password,
			...settings && { settings }
		};
		const folder = dataDirectory ?? (0, node_fs.mkdtempSync)((0, node_path.join)((0, node_fs.realpathSync)((0, node_os.tmpdir)()), "storewright-own-"));
		let server;
		try {
			server = await require_stage.startPostgres({
				dataDirectory: folder,
				port: await require_stage.freePort(),
				...options
			});
			await prepare(server.url());
			return new OwnPostgres(server, options);
		} catch (error) {
			await server?.stop();
			if (dataDirectory === void 0) (0, node_fs.rmSync)(folder, {
				recursive: true,
				force: true
			});
			throw error;
		}
	}
	get administratorUrl() {
		return this.server.url();
	}
	url(role) {
		return require_stage.urlAs(this.server.url(), role, ownPasswords);
	}
	async query(text, values) {
		const client = new pg.Client({ connectionString: this.administratorUrl });
		client.on("error", () => void 0);
		await client.connect();
		try {
			return (await client.query(text, values)).rows;
		} finally {
			await client.end();
		}
	}
	get dataDirectory() {
		return this.server.dataDirectory;
	}
	/** Shuts the server down in order. Committed data is kept. */
	stop() {
		return this.server.stop();
	}
	/**
	* Sends SIGKILL to all processes of the server at the same time, so that no process can finish its work.
	*/
	async kill() {
		const backends = await this.query("SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()");
		const gone = new Promise((resolve) => this.server.onExit(() => resolve()));
		for (const pid of [this.server.pid, ...backends.map((each) => each.pid)]) try {
			process.kill(pid, "SIGKILL");
		} catch {}
		await gone;
	}
	/** Sends SIGSTOP to the postmaster: open connections work, new ones are accepted but get no response. */
	suspend() {
		process.kill(this.server.pid, "SIGSTOP");
	}
	resume() {
		process.kill(this.server.pid, "SIGCONT");
	}
	/** Restarts the server at the same address. `environment` sets variables of its processes. */
	async startAgain(environment) {
		const { dataDirectory, port } = this.server;
		this.server = await require_stage.startPostgres({
			dataDirectory,
			port,
			environment,
			...this.options
		});
	}
	async drop() {
		await this.server.stop();
		(0, node_fs.rmSync)(this.server.dataDirectory, {
			recursive: true,
			force: true
		});
	}
};
// libs/testing/database/src/postgres-proxy.ts
/**
* Time after which the server detects a dead client (keepalive settings in libs/platform/schema/src/roles.ts).
*/
const KEEPALIVE_MS = 16e3;
/** A proxy for Postgres that can simulate a bad network. */
var PostgresProxy = class PostgresProxy {
	constructor(target, port, foundOutMs) {
		this.target = target;
		this.port = port;
		this.foundOutMs = foundOutMs;
		this.passages = /* @__PURE__ */ new Set();
		this.forsaken = /* @__PURE__ */ new Set();
		this.delayMs = 0;
		this.swallows = () => false;
	}
	/**
	* `url` is the URL of the server. `foundOutMs` is the time after which the server detects a dead client;
	* `never` simulates some routers.
	*/
	static async before(url, foundOutMs = KEEPALIVE_MS) {
		const { hostname, port } = new URL(url);
		const target = {
			host: hostname,
			port: Number(port)
		};
		const proxy = new PostgresProxy(target, await require_stage.freePort(), foundOutMs === "never" ? 2 ** 31 - 1 : foundOutMs);
		await proxy.pass();
		return proxy;
	}
	/** Returns the same URL with the address of the proxy. */
	through(url) {
		const through = new URL(url);
		through.host = `127.0.0.1:${this.port}`;
		return through.href;
	}
	/** Ends the fault for new connections. Swallowed connections stay dead. */
	async pass() {
		this.delayMs = 0;
		this.swallows = () => false;
		this.lastWord = void 0;
		if (this.server) return;
		const server = (0, node_net.createServer)((client) => this.open(client));
		await (0, node_events.once)(server.listen(this.port, "127.0.0.1"), "listening");
		this.server = server;
	}
	/** Accepts connections and data without a response, for all connections or those that match. */
	swallow(concerns = () => true) {
		this.swallows = concerns;
		for (const passage of this.passages) if (concerns(passage.applicationName)) passage.isSwallowed = true;
	}
	/** Accepts data without a response on each connection after it sends this text. */
	swallowAfter(word) {
		this.lastWord = word;
	}
	/** Delays all data by `ms` milliseconds. */
	delay(ms) {
		this.delayMs = ms;
	}
	/** Closes open connections and rejects new ones. */
	async refuse() {
		const { server } = this;
		this.server = void 0;
		this.reset();
		await new Promise((resolve) => server ? server.close(() => resolve()) : resolve());
	}
	/** Closes open connections. */
	reset() {
		for (const { client, real } of this.passages) {
			client.resetAndDestroy();
			real?.destroy();
		}
	}
	/** Returns the number of open connections that match. */
	count(which = () => true) {
		return [...this.passages].filter(({ applicationName }) => which(applicationName)).length;
	}
	async close() {
		await this.refuse();
		for (const real of this.forsaken) real.destroy();
	}
	open(client) {
		const passage = {
			client,
			applicationName: "",
			isSwallowed: this.swallows(""),
			late: /* @__PURE__ */ new Map()
		};
		this.passages.add(passage);
		client.setNoDelay(true);
		client.on("error", () => client.destroy());
		client.once("data", (chunk) => {
			const words = chunk.toString("latin1").split("\0");
			passage.applicationName = words[words.indexOf("application_name") + 1] ?? "";
			passage.isSwallowed ||= this.swallows(passage.applicationName);
			if (!passage.isSwallowed) this.connect(passage);
		});
		client.on("data", (chunk) => {
			if (this.lastWord !== void 0 && chunk.includes(this.lastWord)) passage.isSwallowed = true;
			this.carry(passage, chunk, passage.real);
		});
		client.on("close", () => {
			this.passages.delete(passage);
			const { real, isSwallowed } = passage;
			if (!isSwallowed) real?.destroy();
			else if (real && !real.destroyed) this.forsake(real);
		});
	}
	forsake(real) {
		this.forsaken.add(real);
		setTimeout(() => real.destroy(), this.foundOutMs).unref();
	}
	connect(passage) {
		const real = (0, node_net.connect)(this.target);
		passage.real = real;
		real.setNoDelay(true);
		real.on("error", () => real.destroy());
		real.on("data", (chunk) => this.carry(passage, chunk, passage.client));
		real.on("close", () => {
			this.forsaken.delete(real);
			if (!passage.isSwallowed) passage.client.destroy();
		});
	}
	carry(passage, piece, to) {
		if (!to) return;
		const late = passage.late.get(to) ?? [];
		const write = (bytes) => {
			if (!passage.isSwallowed && to.writable) to.write(bytes);
		};
		if (this.delayMs === 0 && late.length === 0) return write(piece);
		passage.late.set(to, late);
		late.push(piece);
		setTimeout(() => write(late.shift()), this.delayMs);
	}
};
// libs/testing/database/src/webhook-receiver.ts
/** A webhook receiver on this machine. */
var Receiver = class Receiver {
	constructor(server, reply) {
		this.server = server;
		this.reply = reply;
		this.received = [];
		this.ids = /* @__PURE__ */ new Set();
		this.later = () => void 0;
		this.mostAtOnce = 0;
		this.open = 0;
		this.waiting = [];
	}
	static async start(reply = () => 204) {
		const server = (0, node_http.createServer)((request, response) => {
			receiver.mostAtOnce = Math.max(receiver.mostAtOnce, receiver.open += 1);
			response.once("close", () => receiver.open -= 1);
			const chunks = [];
			request.on("data", (chunk) => chunks.push(chunk));
			request.on("end", () => {
				const text = Buffer.concat(chunks).toString();
				const received = {
					headers: request.headers,
					text,
					body: JSON.parse(text)
				};
				const reply = receiver.take(received);
				if (reply === "cut") return void request.socket.destroy();
				const answerWith = (code) => () => void response.writeHead(code).end();
				if (reply === "never") return receiver.later(answerWith(204), answerWith(500));
				const { status, headers = {}, body = "" } = typeof reply === "number" ? { status: reply } : reply;
				response.writeHead(status, headers).end(body);
			});
		});
		server.unref().on("connection", (socket) => socket.unref());
		const receiver = new Receiver(server, reply);
		await (0, node_events.once)(server.listen(0, "127.0.0.1"), "listening");
		return receiver;
	}
	get url() {
		return `http://127.0.0.1:${this.server.address().port}/webhooks`;
	}
	/** Sequence numbers of the events in the order of arrival. */
	get sequences() {
		return this.received.map(({ body }) => body.sequence);
	}
	/** Resolves after this number of requests. Throws if the requests do not arrive in time. */
	has(count, limitMs = WAIT_LIMIT_MS) {
		if (this.received.length >= count) return Promise.resolve();
		return new Promise((done, failed) => {
			const late = setTimeout(() => {
				failed(/* @__PURE__ */ new Error(`not within ${limitMs} ms: ${count} requests; ${this.received.length} came`));
			}, limitMs);
			const come = () => {
				clearTimeout(late);
				done();
			};
			this.waiting.push({
				count,
				done: come
			});
		});
	}
	stop() {
		this.server.closeAllConnections();
		return new Promise((done) => this.server.close(() => done()));
	}
	take(received) {
		this.received.push(received);
		this.ids.add(String(received.headers["webhook-id"]));
		const reached = this.waiting.filter(({ count }) => this.received.length >= count);
		this.waiting = this.waiting.filter((each) => !reached.includes(each));
		for (const { done } of reached) done();
		return this.reply(received);
	}
};
// tools/bench/src/faults/fault-platform.ts
const serviceNames = [
	"shop-api",
	"auth-api",
	"hooks-worker"
];
/** A separate platform with a proxy between the services and Postgres. */
var FaultPlatform = class FaultPlatform {
	constructor(postgres, proxy, receiver, short, options) {
		this.postgres = postgres;
		this.proxy = proxy;
		this.receiver = receiver;
		this.short = short;
		this.options = options;
		this.shops = [];
		this.services = /* @__PURE__ */ new Map();
		this.extra = [];
		this.replacements = /* @__PURE__ */ new Map();
		this.requestCount = 0;
		this.programOf = options.programs ?? require_stage.programOf;
	}
	static async open(short, options = {}) {
		const postgres = await OwnPostgres.start({
			durable: true,
			...options
		});
		const proxy = await PostgresProxy.before(postgres.administratorUrl);
		const platform = new FaultPlatform(postgres, proxy, await Receiver.start(), short, options);
		try {
			for (let count = 0; count < (short ? 2 : 3); count += 1) platform.shops.push(await platform.makeShop(platform.receiver.url));
			await Promise.all(serviceNames.map((name) => platform.restart(name)));
		} catch (error) {
			await platform.close();
			throw error;
		}
		return platform;
	}
	async makeShop(webhookUrl) {
		const id = await this.options.newShopId?.(this.postgres);
		const shop = await aShop(this.postgres, id === void 0 ? {} : { id });
		await require_subscribed_shop.withClient(this.postgres.administratorUrl, (client) => require_subscribed_shop.installApps(client, shop.id, [webhookUrl]));
		return {
			...shop,
			token: await anAccessToken(this.postgres, shop)
		};
	}
	/** Restarts a service on its previous port. */
	async restart(name, settings = {}) {
		const port = this.services.get(name)?.port ?? await require_stage.freePort();
		const service = await this.start(name, {
			PORT: String(port),
			...settings
		});
		this.services.set(name, service);
		return service;
	}
	/** Starts another instance of a service, which gets no traffic. */
	async startExtra(name, settings = {}) {
		const service = await this.start(name, settings);
		this.extra.push(service);
		return service;
	}
	/**
	* Starts a new instance, alternates requests between both instances for `bothForMs`, and stops the old
	* instance. Returns the exit code of the old instance.
	*/
	async replace(name, bothForMs) {
		const [old, next] = [this.services.get(name), await this.start(name, {})];
		this.replacements.set(name, next);
		await until("it is ready", async () => await require_http.statusOf({
			port: next.port,
			path: "/readyz"
		}) === 200);
		await (0, node_timers_promises.setTimeout)(bothForMs);
		this.services.set(name, next);
		this.replacements.delete(name);
		await (0, node_timers_promises.setTimeout)(100);
		return old.stop();
	}
	portOf(name) {
		this.requestCount += 1;
		return (this.requestCount % 2 === 0 && this.replacements.get(name) || this.services.get(name)).port;
	}
	/** Returns the status of /readyz, or 0 without a response. */
	ready(name) {
		return require_http.statusOf({
			port: this.portOf(name),
			path: "/readyz"
		});
	}
	shopApi({ domain, token }, port = this.portOf("shop-api")) {
		return new HttpClient(port, `${domain}.localhost`, token);
	}
	authApi(token, port = this.portOf("auth-api")) {
		return new HttpClient(port, "localhost", token);
	}
	/** Sets the status of responses to webhooks. */
	set reply(reply) {
		this.receiver.reply = reply;
	}
	/**
	* Prints the last output of each service, then the error. Must run before `close`, which can fail or hang
	* for the same reason.
	*/
	printFailure(error) {
		for (const [name, { said }] of this.services) process.stderr.write(`${name}: ${said.slice(-2e3)}\n`);
		process.stderr.write(`${(0, node_util.inspect)(error)}\n`);
	}
	async close() {
		const all = [
			...this.services.values(),
			...this.replacements.values(),
			...this.extra
		];
		await Promise.all(all.map((service) => service.kill()));
		await this.receiver.stop();
		await this.proxy.close();
		await this.postgres.drop();
	}
	/** Database settings of a service that connects through the proxy. */
	databasesOf(name, proxy = this.proxy) {
		const { auth, shop } = require_stage.rolesOf[name];
		const through = (role) => proxy.through(this.postgres.url(role));
		return {
			AUTH_DATABASE_URL: through(auth),
			SHOP_DATABASE_URL: through(shop)
		};
	}
	start(name, settings) {
		return ServiceProcess.start(this.programOf(name), {
			...this.databasesOf(name),
			TOKEN_KEY: testKey,
			SECRETS_KEY: require_stage.secretsKey,
			WEBHOOKS_ALLOW_LOOPBACK: "true",
			...settings
		});
	}
};
Object.defineProperty(exports, "FaultPlatform", {
	enumerable: true,
	get: function() {
		return FaultPlatform;
	}
});
Object.defineProperty(exports, "HttpClient", {
	enumerable: true,
	get: function() {
		return HttpClient;
	}
});
Object.defineProperty(exports, "OwnPostgres", {
	enumerable: true,
	get: function() {
		return OwnPostgres;
	}
});
Object.defineProperty(exports, "PostgresProxy", {
	enumerable: true,
	get: function() {
		return PostgresProxy;
	}
});
Object.defineProperty(exports, "Receiver", {
	enumerable: true,
	get: function() {
		return Receiver;
	}
});
Object.defineProperty(exports, "ServiceProcess", {
	enumerable: true,
	get: function() {
		return ServiceProcess;
	}
});
Object.defineProperty(exports, "aShop", {
	enumerable: true,
	get: function() {
		return aShop;
	}
});
Object.defineProperty(exports, "anAccessToken", {
	enumerable: true,
	get: function() {
		return anAccessToken;
	}
});
Object.defineProperty(exports, "anApp", {
	enumerable: true,
	get: function() {
		return anApp;
	}
});
Object.defineProperty(exports, "anOAuthToken", {
	enumerable: true,
	get: function() {
		return anOAuthToken;
	}
});
Object.defineProperty(exports, "ownPasswords", {
	enumerable: true,
	get: function() {
		return ownPasswords;
	}
});
Object.defineProperty(exports, "serviceNames", {
	enumerable: true,
	get: function() {
		return serviceNames;
	}
});
Object.defineProperty(exports, "testKey", {
	enumerable: true,
	get: function() {
		return testKey;
	}
});
Object.defineProperty(exports, "until", {
	enumerable: true,
	get: function() {
		return until;
	}
});

//# sourceMappingURL=fault-platform-DMdideFM.js.map
const require_settings_error = require("./settings-error-6SMd8pjM.js");
const require_topology = require("./topology-D0udpd0s.js");
const require_row_format = require("./row-format-D-cae17o.js");
const require_define_resource = require("./define-resource-CI1tB6Vc.js");
const require_cases = require("./cases-C6Pjwedn.js");
let node_crypto = require("node:crypto");
let lru_cache = require("lru-cache");
let node_timers_promises = require("node:timers/promises");
let pg = require("pg");
let uid = require("uid");
let util = require("util");
let tslib = require("tslib");
let iterare = require("iterare");
let rxjs_operators = require("rxjs/operators");
let rxjs = require("rxjs");
let typeorm = require("typeorm");
let typeorm_driver_postgres_PostgresQueryRunner_js = require("typeorm/driver/postgres/PostgresQueryRunner.js");
let node_module = require("node:module");
let perf_hooks = require("perf_hooks");
// node_modules/@nestjs/common/constants.js
const MODULE_METADATA = {
	IMPORTS: "imports",
	PROVIDERS: "providers",
	CONTROLLERS: "controllers",
	EXPORTS: "exports"
};
const GLOBAL_MODULE_METADATA = "__module:global__";
const PARAMTYPES_METADATA = "design:paramtypes";
const SELF_DECLARED_DEPS_METADATA = "self:paramtypes";
const OPTIONAL_DEPS_METADATA = "optional:paramtypes";
const PROPERTY_DEPS_METADATA = "self:properties_metadata";
const OPTIONAL_PROPERTY_DEPS_METADATA = "optional:properties_metadata";
const SCOPE_OPTIONS_METADATA = "scope:options";
const INJECTABLE_WATERMARK = "__injectable__";
// node_modules/@nestjs/common/utils/shared.utils.js
const isUndefined = (obj) => typeof obj === "undefined";
const isObject = (fn) => !isNil(fn) && typeof fn === "object";
const isPlainObject = (fn) => {
	if (!isObject(fn)) return false;
	const proto = Object.getPrototypeOf(fn);
	if (proto === null) return true;
	const ctor = Object.hasOwn(proto, "constructor") && proto.constructor;
	return typeof ctor === "function" && Function.prototype.toString.call(ctor) === Function.prototype.toString.call(Object) && ctor instanceof ctor;
};
const isFunction = (val) => typeof val === "function";
const isString = (val) => typeof val === "string";
const isNil = (val) => isUndefined(val) || val === null;
const isSymbol = (val) => typeof val === "symbol";
// node_modules/@nestjs/common/decorators/core/inject.decorator.js
/**
* Decorator that marks a constructor parameter as a target for
* [Dependency Injection (DI)](https://docs.nestjs.com/providers#dependency-injection).
*
* Any injected provider must be visible within the module scope (loosely
* speaking, the containing module) of the class it is being injected into. This
* can be done by:
*
* - defining the provider in the same module scope
* - exporting the provider from one module scope and importing that module into the
*   module scope of the class being injected into
* - exporting the provider from a module that is marked as global using the
*   `@Global()` decorator
*
* #### Injection tokens
* Can be *types* (class names), *strings* or *symbols*. This depends on how the
* provider with which it is associated was defined. Providers defined with the
* `@Injectable()` decorator use the class name. Custom Providers may use strings
* or symbols as the injection token.
*
* @param token lookup key for the provider to be injected (assigned to the constructor
* parameter).
*
* @see [Providers](https://docs.nestjs.com/providers)
* @see [Custom Providers](https://docs.nestjs.com/fundamentals/custom-providers)
* @see [Injection Scopes](https://docs.nestjs.com/fundamentals/injection-scopes)
*
* @publicApi
*/
function Inject(token) {
	const injectCallHasArguments = arguments.length > 0;
	return (target, key, index) => {
		let type = token || Reflect.getMetadata("design:type", target, key);
		if (!type && !injectCallHasArguments) type = Reflect.getMetadata(PARAMTYPES_METADATA, target, key)?.[index];
		if (!isUndefined(index)) {
			let dependencies = Reflect.getMetadata("self:paramtypes", target) || [];
			dependencies = [...dependencies, {
				index,
				param: type
			}];
			Reflect.defineMetadata(SELF_DECLARED_DEPS_METADATA, dependencies, target);
			return;
		}
		let properties = Reflect.getMetadata("self:properties_metadata", target.constructor) || [];
		properties = [...properties.filter((property) => property.key !== key), {
			key,
			type
		}];
		Reflect.defineMetadata(PROPERTY_DEPS_METADATA, properties, target.constructor);
	};
}
// node_modules/@nestjs/common/decorators/core/injectable.decorator.js
/**
* Decorator that marks a class as a [provider](https://docs.nestjs.com/providers).
* Providers can be injected into other classes via constructor parameter injection
* using Nest's built-in [Dependency Injection (DI)](https://docs.nestjs.com/providers#dependency-injection)
* system.
*
* When injecting a provider, it must be visible within the module scope (loosely
* speaking, the containing module) of the class it is being injected into. This
* can be done by:
*
* - defining the provider in the same module scope
* - exporting the provider from one module scope and importing that module into the
*   module scope of the class being injected into
* - exporting the provider from a module that is marked as global using the
*   `@Global()` decorator
*
* Providers can also be defined in a more explicit and imperative form using
* various [custom provider](https://docs.nestjs.com/fundamentals/custom-providers) techniques that expose
* more capabilities of the DI system.
*
* @param options options specifying scope of injectable
*
* @see [Providers](https://docs.nestjs.com/providers)
* @see [Custom Providers](https://docs.nestjs.com/fundamentals/custom-providers)
* @see [Injection Scopes](https://docs.nestjs.com/fundamentals/injection-scopes)
*
* @publicApi
*/
function Injectable(options) {
	return (target) => {
		Reflect.defineMetadata(INJECTABLE_WATERMARK, true, target);
		Reflect.defineMetadata(SCOPE_OPTIONS_METADATA, options, target);
	};
}
// node_modules/@nestjs/common/decorators/core/optional.decorator.js
/**
* Parameter decorator for an injected dependency marking the
* dependency as optional.
*
* For example:
* ```typescript
* constructor(@Optional() @Inject('HTTP_OPTIONS')private readonly httpClient: T) {}
* ```
*
* @see [Optional providers](https://docs.nestjs.com/providers#optional-providers)
*
* @publicApi
*/
function Optional() {
	return (target, key, index) => {
		if (!isUndefined(index)) {
			const args = Reflect.getOwnMetadata("optional:paramtypes", target) || [];
			Reflect.defineMetadata(OPTIONAL_DEPS_METADATA, [...args, index], target);
			return;
		}
		const properties = Reflect.getMetadata("optional:properties_metadata", target.constructor) || [];
		Reflect.defineMetadata(OPTIONAL_PROPERTY_DEPS_METADATA, [...properties, key], target.constructor);
	};
}
// node_modules/@nestjs/common/decorators/modules/global.decorator.js
/**
* Decorator that makes a module global-scoped.
*
* Once imported into any module, a global-scoped module will be visible
* in all modules. Thereafter, modules that wish to inject a service exported
* from a global module do not need to import the provider module.
*
* @see [Global modules](https://docs.nestjs.com/modules#global-modules)
*
* @publicApi
*/
function Global() {
	return (target) => {
		Reflect.defineMetadata(GLOBAL_MODULE_METADATA, true, target);
	};
}
// node_modules/@nestjs/common/utils/validate-module-keys.util.js
const INVALID_MODULE_CONFIG_MESSAGE = (text, property) => `Invalid property '${property}' passed into the @Module() decorator.`;
const metadataKeys = [
	MODULE_METADATA.IMPORTS,
	MODULE_METADATA.EXPORTS,
	MODULE_METADATA.CONTROLLERS,
	MODULE_METADATA.PROVIDERS
];
function validateModuleKeys(keys) {
	const validateKey = (key) => {
		if (metadataKeys.includes(key)) return;
		throw new Error(INVALID_MODULE_CONFIG_MESSAGE`${key}`);
	};
	keys.forEach(validateKey);
}
// node_modules/@nestjs/common/decorators/modules/module.decorator.js
/**
* Decorator that marks a class as a [module](https://docs.nestjs.com/modules).
*
* Modules are used by Nest to organize the application structure into scopes. Controllers
* and Providers are scoped by the module they are declared in. Modules and their
* classes (Controllers and Providers) form a graph that determines how Nest
* performs [Dependency Injection (DI)](https://docs.nestjs.com/providers#dependency-injection).
*
* @param metadata module configuration metadata
*
* @see [Modules](https://docs.nestjs.com/modules)
*
* @publicApi
*/
function Module(metadata) {
	validateModuleKeys(Object.keys(metadata));
	return (target) => {
		for (const property in metadata) if (Object.hasOwn(metadata, property)) Reflect.defineMetadata(property, metadata[property], target);
	};
}
// node_modules/@nestjs/common/utils/cli-colors.util.js
const isColorAllowed = () => !process.env.NO_COLOR;
const colorIfAllowed = (colorFn) => (text) => isColorAllowed() ? colorFn(text) : text;
const clc = {
	bold: colorIfAllowed((text) => `\x1B[1m${text}\x1B[0m`),
	green: colorIfAllowed((text) => `\x1B[32m${text}\x1B[39m`),
	yellow: colorIfAllowed((text) => `\x1B[33m${text}\x1B[39m`),
	red: colorIfAllowed((text) => `\x1B[31m${text}\x1B[39m`),
	magentaBright: colorIfAllowed((text) => `\x1B[95m${text}\x1B[39m`),
	cyanBright: colorIfAllowed((text) => `\x1B[96m${text}\x1B[39m`)
};
const yellow = colorIfAllowed((text) => `\x1B[38;5;3m${text}\x1B[39m`);
// node_modules/@nestjs/common/services/log-levels.constant.js
const LOG_LEVELS = [
	"verbose",
	"debug",
	"log",
	"warn",
	"error",
	"fatal"
];
// node_modules/@nestjs/common/services/utils/is-log-level.util.js
/**
* @publicApi
*/
function isLogLevel(maybeLogLevel) {
	return LOG_LEVELS.includes(maybeLogLevel);
}
// node_modules/@nestjs/common/services/utils/filter-log-levels.util.js
/**
* @publicApi
*/
function filterLogLevels(parseableString = "") {
	const sanitizedString = parseableString.replaceAll(" ", "").toLowerCase();
	if (sanitizedString[0] === ">") {
		const orEqual = sanitizedString[1] === "=";
		const logLevelIndex = LOG_LEVELS.indexOf(sanitizedString.substring(orEqual ? 2 : 1));
		if (logLevelIndex === -1) throw new Error(`parse error (unknown log level): ${sanitizedString}`);
		return LOG_LEVELS.slice(orEqual ? logLevelIndex : logLevelIndex + 1);
	} else if (sanitizedString.includes(",")) return sanitizedString.split(",").filter(isLogLevel);
	return isLogLevel(sanitizedString) ? [sanitizedString] : LOG_LEVELS;
}
// node_modules/@nestjs/common/services/utils/get-env-log-levels.util.js
/**
* The environment variable that sets the default log levels of `ConsoleLogger`.
*/
const LOG_LEVEL_ENV_VAR = "NEST_LOG_LEVEL";
/**
* Reads the log levels from the `NEST_LOG_LEVEL` environment variable.
* Accepts the formats of `filterLogLevels`: a level (`warn`, that level and
* above), a list (`warn,error`) or a threshold (`>=warn`, `>debug`).
*
* @returns `undefined` when the variable is unset or empty, `false` when its
* value can't be parsed, the log levels otherwise.
*/
function getEnvLogLevels() {
	const value = process.env[LOG_LEVEL_ENV_VAR]?.replaceAll(" ", "");
	if (!value) return;
	const threshold = /^>=?(.*)$/.exec(value.toLowerCase());
	return (threshold ? isLogLevel(threshold[1]) : value.toLowerCase().split(",").every(isLogLevel)) ? filterLogLevels(value) : false;
}
// node_modules/@nestjs/common/services/utils/is-log-level-enabled.util.js
const LOG_LEVEL_VALUES = {
	verbose: 0,
	debug: 1,
	log: 2,
	warn: 3,
	error: 4,
	fatal: 5
};
/**
* Checks if target level is enabled.
* @param targetLevel target level
* @param logLevels array of enabled log levels
*/
function isLogLevelEnabled(targetLevel, logLevels) {
	if (!logLevels || Array.isArray(logLevels) && logLevels?.length === 0) return false;
	if (logLevels.includes(targetLevel)) return true;
	let highestLogLevelValue = -Infinity;
	for (const level of logLevels) {
		const v = LOG_LEVEL_VALUES[level];
		if (v > highestLogLevelValue) highestLogLevelValue = v;
	}
	return LOG_LEVEL_VALUES[targetLevel] >= highestLogLevelValue;
}
// node_modules/@nestjs/common/services/utils/redact.util.js
const DEFAULT_REDACT_CENSOR = "[REDACTED]";
const CIRCULAR = "[Circular]";
/**
* Creates a function that masks properties of logged values.
*
* - A path without dots (`password`) matches a property with that name at any
*   depth.
* - A dotted path (`user.password`) matches when the last keys leading to a
*   property are those keys, at any depth. Array indices are not keys, so
*   `users.password` also matches `{ users: [{ password }] }`.
* - Keys are compared case-insensitively.
*
* Plain objects, arrays, class instances, errors (including `cause` and
* `AggregateError#errors`), `Map`s (string keys) and `Set`s are traversed.
* Only the objects on the way to a redacted property are copied; the rest is
* returned as is, and the input is never mutated. A circular reference is
* replaced with `"[Circular]"` (so the objects on the cycle are copied too). An
* object that is referenced several times is traversed (and copied) once for
* all the references a dotted path can't tell apart. If the value can't be
* traversed (for example, a getter throws), the whole value is replaced with
* the censor.
*
* @returns `undefined` when there is nothing to redact.
*/
function createRedactor(paths, censor = DEFAULT_REDACT_CENSOR) {
	const keys = /* @__PURE__ */ new Set();
	const dottedPaths = [];
	for (const path of paths) {
		const segments = path.split(".").map((segment) => segment.trim().toLowerCase()).filter((segment) => segment.length > 0);
		if (segments.length === 1) keys.add(segments[0]);
		else if (segments.length > 1) dottedPaths.push(segments);
	}
	if (keys.size === 0 && dottedPaths.length === 0) return;
	const contextLength = Math.max(0, ...dottedPaths.map((segments) => segments.length - 1));
	const parentSegments = new Set(dottedPaths.flatMap((segments) => segments.slice(0, -1)));
	return (value) => {
		const path = [];
		const ancestors = [];
		const visited = /* @__PURE__ */ new Map();
		const isRedacted = (key) => {
			if (keys.has(key)) return true;
			return dottedPaths.some((segments) => {
				const last = segments.length - 1;
				if (segments[last] !== key || last > path.length) return false;
				for (let i = 1; i <= last; i++) if (segments[last - i] !== path[path.length - i]) return false;
				return true;
			});
		};
		const visitProperty = (key, propertyValue) => {
			const normalizedKey = key.toLowerCase();
			if (isRedacted(normalizedKey)) return censor;
			if (typeof propertyValue !== "object" || propertyValue === null) return propertyValue;
			path.push(parentSegments.has(normalizedKey) ? normalizedKey : "");
			const redacted = visit(propertyValue);
			path.pop();
			return redacted;
		};
		const visit = (current) => {
			if (typeof current !== "object" || current === null) return current;
			if (ancestors.includes(current)) return CIRCULAR;
			const context = contextLength > 0 ? JSON.stringify(path.slice(-contextLength)) : "";
			let results = visited.get(context);
			if (!results) {
				results = /* @__PURE__ */ new Map();
				visited.set(context, results);
			}
			if (results.has(current)) return results.get(current);
			let redacted;
			ancestors.push(current);
			if (Array.isArray(current)) redacted = redactArray(current);
			else if (Object.getPrototypeOf(current) === Object.prototype) redacted = redactObject(current);
			else if (current instanceof Map) redacted = redactMap(current);
			else if (current instanceof Set) redacted = redactSet(current);
			else if (isOpaque(current)) redacted = current;
			else redacted = redactObject(current);
			ancestors.pop();
			results.set(current, redacted);
			return redacted;
		};
		const redactArray = (array) => {
			let copy;
			for (let i = 0; i < array.length; i++) {
				const redacted = visit(array[i]);
				if (!Object.is(redacted, array[i])) {
					copy ??= array.slice();
					copy[i] = redacted;
				}
			}
			return copy ?? array;
		};
		const redactMap = (map) => {
			let changed = false;
			const entries = [];
			for (const [key, entryValue] of map) {
				const redacted = typeof key === "string" ? visitProperty(key, entryValue) : visit(entryValue);
				changed ||= !Object.is(redacted, entryValue);
				entries.push([key, redacted]);
			}
			return changed ? new Map(entries) : map;
		};
		const redactSet = (set) => {
			let changed = false;
			const values = [];
			for (const setValue of set) {
				const redacted = visit(setValue);
				changed ||= !Object.is(redacted, setValue);
				values.push(redacted);
			}
			return changed ? new Set(values) : set;
		};
		const redactObject = (object) => {
			const source = object;
			const keysToVisit = Object.keys(source);
			if (object instanceof Error) {
				for (const key of ["cause", "errors"]) if (Object.prototype.hasOwnProperty.call(object, key) && !keysToVisit.includes(key)) keysToVisit.push(key);
			}
			let changes;
			for (const key of keysToVisit) {
				const original = source[key];
				const redacted = visitProperty(key, original);
				if (!Object.is(redacted, original)) {
					changes ??= /* @__PURE__ */ new Map();
					changes.set(key, redacted);
				}
			}
			if (!changes) return object;
			if (Object.getPrototypeOf(object) === Object.prototype) {
				const copy = { ...source };
				for (const [key, redacted] of changes) if (key === "__proto__") Object.defineProperty(copy, key, {
					value: redacted,
					enumerable: true,
					writable: true,
					configurable: true
				});
				else copy[key] = redacted;
				return copy;
			}
			const descriptors = Object.getOwnPropertyDescriptors(object);
			if (object instanceof Error && descriptors.stack?.get) descriptors.stack = {
				value: object.stack,
				enumerable: descriptors.stack.enumerable,
				writable: true,
				configurable: true
			};
			for (const [key, redacted] of changes) descriptors[key] = {
				value: redacted,
				enumerable: descriptors[key].enumerable,
				writable: true,
				configurable: true
			};
			return Object.create(Object.getPrototypeOf(object), descriptors);
		};
		try {
			return visit(value);
		} catch {
			return censor;
		}
	};
}
/**
* Objects whose content isn't made of properties worth traversing.
*/
function isOpaque(value) {
	return value instanceof Date || value instanceof RegExp || value instanceof Promise || value instanceof WeakMap || value instanceof WeakSet || value instanceof ArrayBuffer || ArrayBuffer.isView(value);
}
// node_modules/@nestjs/common/services/console-logger.service.js
var ConsoleLogger_1;
const DEFAULT_DEPTH = 5;
/**
* How many levels of nested errors (`cause`, `AggregateError#errors`) are
* serialized in JSON mode.
*/
const MAX_ERROR_DEPTH = 5;
/**
* The approximate number of characters up to which a record is serialized in
* JSON mode. An object is written out once per reference to it, so a small
* value can expand to a huge record; past this length, objects and strings
* are replaced with "[Truncated]".
*/
const MAX_JSON_LENGTH = 1e6;
const DEFAULT_LOG_LEVELS = [
	"log",
	"error",
	"warn",
	"debug",
	"verbose",
	"fatal"
];
/**
* The last invalid `NEST_LOG_LEVEL` value that was reported, so that loggers
* sharing the environment warn about it once.
*/
let reportedInvalidEnvLogLevel;
const dateTimeFormatter$1 = new Intl.DateTimeFormat(void 0, {
	year: "numeric",
	hour: "numeric",
	minute: "numeric",
	second: "numeric",
	day: "2-digit",
	month: "2-digit"
});
/**
* @publicApi
*/
let ConsoleLogger = class ConsoleLogger {
	static {
		ConsoleLogger_1 = this;
	}
	/**
	* The options of the logger.
	*/
	options;
	/**
	* The context of the logger (can be set manually or automatically inferred).
	*/
	context;
	/**
	* The original context of the logger (set in the constructor).
	*/
	originalContext;
	/**
	* The options used for the "inspect" method.
	*/
	inspectOptions;
	/**
	* The last timestamp at which the log message was printed.
	*/
	static lastTimestampAt;
	/**
	* Masks the properties set in the `redact` option.
	*/
	redactor;
	constructor(contextOrOptions, options) {
		let [context, opts] = isString(contextOrOptions) ? [contextOrOptions, options] : options ? [void 0, options] : [contextOrOptions?.context, contextOrOptions];
		opts = { ...opts };
		opts.colors ??= opts.colors ?? (opts.json ? false : isColorAllowed());
		opts.prefix ??= "Nest";
		this.options = opts;
		this.inspectOptions = this.getInspectOptions();
		if (opts.redact) this.redactor = Array.isArray(opts.redact) ? createRedactor(opts.redact) : createRedactor(opts.redact.paths, opts.redact.censor);
		if (context) {
			this.context = context;
			this.originalContext = context;
		}
	}
	log(message, ...optionalParams) {
		if (!this.isLevelEnabled("log")) return;
		const { messages, context, params } = this.getContextAndMessagesToPrint([message, ...optionalParams]);
		this.printMessages(messages, context, "log", "stdout", void 0, params);
	}
	error(message, ...optionalParams) {
		if (!this.isLevelEnabled("error")) return;
		const { messages, context, stack, params } = this.getContextAndStackAndMessagesToPrint([message, ...optionalParams]);
		this.printMessages(messages, context, "error", "stderr", stack, params);
		this.printStackTrace(stack);
	}
	warn(message, ...optionalParams) {
		if (!this.isLevelEnabled("warn")) return;
		const { messages, context, params } = this.getContextAndMessagesToPrint([message, ...optionalParams]);
		this.printMessages(messages, context, "warn", "stdout", void 0, params);
	}
	debug(message, ...optionalParams) {
		if (!this.isLevelEnabled("debug")) return;
		const { messages, context, params } = this.getContextAndMessagesToPrint([message, ...optionalParams]);
		this.printMessages(messages, context, "debug", "stdout", void 0, params);
	}
	verbose(message, ...optionalParams) {
		if (!this.isLevelEnabled("verbose")) return;
		const { messages, context, params } = this.getContextAndMessagesToPrint([message, ...optionalParams]);
		this.printMessages(messages, context, "verbose", "stdout", void 0, params);
	}
	fatal(message, ...optionalParams) {
		if (!this.isLevelEnabled("fatal")) return;
		const { messages, context, stack, params } = this.getContextAndStackAndMessagesToPrint([message, ...optionalParams]);
		this.printMessages(messages, context, "fatal", "stderr", stack, params);
		this.printStackTrace(stack);
	}
	/**
	* Set log levels
	* @param levels log levels
	*/
	setLogLevels(levels) {
		if (!this.options) this.options = {};
		this.options.logLevels = levels;
	}
	/**
	* Set logger context
	* @param context context
	*/
	setContext(context) {
		this.context = context;
	}
	/**
	* Resets the logger context to the value that was passed in the constructor.
	*/
	resetContext() {
		this.context = this.originalContext;
	}
	isLevelEnabled(level) {
		if (this.options && !this.options.logLevels) this.options.logLevels = this.getDefaultLogLevels();
		const logLevels = this.options?.logLevels;
		return isLogLevelEnabled(level, logLevels);
	}
	/**
	* Returns the levels used when none were passed to the constructor: the
	* `NEST_LOG_LEVEL` environment variable if it is set, every level otherwise.
	* Called on the first level check rather than in the constructor, so that
	* the default logger also sees variables loaded after "@nestjs/common" was
	* imported (for example, from a `.env` file).
	*/
	getDefaultLogLevels() {
		const envLogLevels = getEnvLogLevels();
		if (envLogLevels !== false) return envLogLevels ?? DEFAULT_LOG_LEVELS;
		const value = process.env[LOG_LEVEL_ENV_VAR];
		if (reportedInvalidEnvLogLevel !== value) {
			reportedInvalidEnvLogLevel = value;
			this.options.logLevels = DEFAULT_LOG_LEVELS;
			this.warn(`Invalid ${LOG_LEVEL_ENV_VAR} value "${value}". Expected a log level ("warn"), a comma-separated list ("warn,error") or a threshold (">=warn"). Every log level is enabled instead.`, "ConsoleLogger");
		}
		return DEFAULT_LOG_LEVELS;
	}
	getTimestamp() {
		return dateTimeFormatter$1.format(Date.now());
	}
	printMessages(messages, context = "", logLevel = "log", writeStreamType, errorStack, params) {
		if (this.redactor) {
			messages = messages.map((message) => this.redact(this.resolveMessage(message)));
			params = params && this.redact(params);
		}
		if (this.options.json) {
			const { messages: jsonMessages, error } = this.extractJsonError(messages.map((message) => this.resolveMessage(message)));
			jsonMessages.forEach((message, index) => {
				this.printAsJson(message, {
					context,
					logLevel,
					writeStreamType,
					errorStack,
					params,
					error: index === 0 ? error : void 0
				});
			});
			return;
		}
		messages.forEach((message) => {
			const pidMessage = this.formatPid(process.pid);
			const contextMessage = this.formatContext(context);
			const timestampDiff = this.updateAndGetTimestampDiff();
			const formattedLogLevel = logLevel.toUpperCase().padStart(7, " ");
			const formattedMessage = this.formatMessage(logLevel, message, pidMessage, formattedLogLevel, contextMessage, timestampDiff, params);
			if (this.options.forceConsole) {
				if (writeStreamType === "stderr") console.error(formattedMessage.trim());
				else console.log(formattedMessage.trim());
			} else process[writeStreamType ?? "stdout"].write(formattedMessage);
		});
	}
	printAsJson(message, options) {
		const logObject = this.getJsonLogObject(message, options);
		const formattedMessage = !this.options.colors && this.inspectOptions.compact === true ? this.stringifyJsonLogObject(logObject) : (0, util.inspect)(logObject, this.inspectOptions);
		if (this.options.forceConsole) {
			if (options.writeStreamType === "stderr") console.error(formattedMessage);
			else console.log(formattedMessage);
		} else process[options.writeStreamType ?? "stdout"].write(`${formattedMessage}\n`);
	}
	getJsonLogObject(message, options) {
		const logObject = {
			level: options.logLevel,
			pid: process.pid,
			timestamp: Date.now(),
			message
		};
		if (options.context) logObject.context = options.context;
		if (options.errorStack) logObject.stack = options.errorStack;
		if (options.error) logObject.error = this.serializeError(options.error);
		if (options.params) {
			if (this.options.flattenParams) {
				for (const [key, value] of Object.entries(options.params)) if (!(key in logObject)) logObject[key] = value;
			} else logObject.params = options.params;
		}
		return logObject;
	}
	/**
	* Pulls the first `Error` out of the messages so that it can be attached to
	* the log record as a structured `error` field instead of being printed as
	* a separate record. When the error is the message itself, the record's
	* message becomes the error's message.
	*/
	extractJsonError(messages) {
		const errorIndex = messages.findIndex((message) => message instanceof Error);
		if (errorIndex === -1) return { messages };
		const error = messages[errorIndex];
		return {
			messages: errorIndex === 0 ? [error.message, ...messages.slice(1)] : messages.filter((_, index) => index !== errorIndex),
			error
		};
	}
	/**
	* Converts an error into a plain object: `name`, `message`, `stack`, own
	* primitive properties (e.g. `code`), and, recursively, `cause` and the
	* `errors` of an `AggregateError`, up to a fixed depth.
	*/
	serializeError(error, depth = 0, ancestors = /* @__PURE__ */ new Set()) {
		const serialized = {
			name: error.name,
			message: error.message,
			stack: error.stack
		};
		for (const [key, value] of Object.entries(error)) {
			if (key in serialized || key === "cause" || key === "errors") continue;
			if (value === null || typeof value !== "object" && typeof value !== "function") serialized[key] = value;
		}
		const serializeNested = (value) => {
			if (!(value instanceof Error)) return value;
			if (ancestors.has(value)) return "[Circular]";
			if (depth + 1 > MAX_ERROR_DEPTH) return "[Truncated]";
			return this.serializeError(value, depth + 1, ancestors);
		};
		ancestors.add(error);
		if (error.cause !== void 0) serialized.cause = serializeNested(error.cause);
		const errors = error.errors;
		if (Array.isArray(errors)) serialized.errors = errors.map(serializeNested);
		ancestors.delete(error);
		return serialized;
	}
	/**
	* Masks the properties set in the `redact` option. Returns the value itself
	* when the option isn't set or nothing matched.
	*/
	redact(value) {
		return this.redactor ? this.redactor(value) : value;
	}
	formatPid(pid) {
		return `[${this.options.prefix}] ${pid}  - `;
	}
	formatContext(context) {
		if (!context) return "";
		context = `[${context}] `;
		return this.options.colors ? yellow(context) : context;
	}
	formatMessage(logLevel, message, pidMessage, formattedLogLevel, contextMessage, timestampDiff, params) {
		const output = this.stringifyMessage(message, logLevel);
		pidMessage = this.colorize(pidMessage, logLevel);
		formattedLogLevel = this.colorize(formattedLogLevel, logLevel);
		const paramsOutput = params ? ` ${this.stringifyParams(params)}` : "";
		return `${pidMessage}${this.getTimestamp()} ${formattedLogLevel} ${contextMessage}${output}${paramsOutput}${timestampDiff}\n`;
	}
	stringifyParams(params) {
		return (0, util.inspect)(params, {
			...this.inspectOptions,
			compact: true,
			breakLength: Infinity
		});
	}
	/**
	* Resolves a message passed as a function: a class resolves to its name,
	* any other function is called (lazy message) and its result re-resolved.
	*/
	resolveMessage(message) {
		if (isFunction(message)) {
			if (Function.prototype.toString.call(message).startsWith("class ")) return message.name;
			return this.resolveMessage(message());
		}
		return message;
	}
	stringifyMessage(message, logLevel) {
		message = this.resolveMessage(message);
		if (typeof message === "string") return this.colorize(message, logLevel);
		const outputText = (0, util.inspect)(message, this.inspectOptions);
		if (isPlainObject(message)) return `Object(${Object.keys(message).length}) ${outputText}`;
		if (Array.isArray(message)) return `Array(${message.length}) ${outputText}`;
		return outputText;
	}
	colorize(message, logLevel) {
		if (!this.options.colors || this.options.json) return message;
		return this.getColorByLogLevel(logLevel)(message);
	}
	printStackTrace(stack) {
		if (!stack || this.options.json) return;
		if (this.options.forceConsole) console.error(stack);
		else process.stderr.write(`${stack}\n`);
	}
	updateAndGetTimestampDiff() {
		const result = ConsoleLogger_1.lastTimestampAt && this.options?.timestamp ? this.formatTimestampDiff(Date.now() - ConsoleLogger_1.lastTimestampAt) : "";
		ConsoleLogger_1.lastTimestampAt = Date.now();
		return result;
	}
	formatTimestampDiff(timestampDiff) {
		const formattedDiff = ` +${timestampDiff}ms`;
		return this.options.colors ? yellow(formattedDiff) : formattedDiff;
	}
	getInspectOptions() {
		let breakLength = this.options.breakLength;
		if (typeof breakLength === "undefined") breakLength = this.options.colors ? this.options.compact ? Infinity : void 0 : this.options.compact === false ? void 0 : Infinity;
		const inspectOptions = {
			depth: this.options.depth === void 0 ? DEFAULT_DEPTH : this.options.depth,
			sorted: this.options.sorted,
			showHidden: this.options.showHidden,
			compact: this.options.compact ?? (this.options.json ? true : false),
			colors: this.options.colors,
			breakLength
		};
		if (typeof this.options.maxArrayLength !== "undefined") inspectOptions.maxArrayLength = this.options.maxArrayLength;
		if (typeof this.options.maxStringLength !== "undefined") inspectOptions.maxStringLength = this.options.maxStringLength;
		return inspectOptions;
	}
	/**
	* Serializes a JSON log object without ever throwing: circular references
	* are replaced with "[Circular]", whatever comes past `MAX_JSON_LENGTH`
	* characters with "[Truncated]", and a value that cannot be serialized
	* (e.g. a throwing `toJSON()`) makes the whole record fall back to `inspect`.
	*/
	stringifyJsonLogObject(logObject) {
		const replacer = this.stringifyReplacer.bind(this);
		const ancestors = [];
		const holders = [];
		let length = 0;
		const hasToJSON = (item) => isObject(item) && isFunction(item.toJSON);
		const deferToJSON = (item) => hasToJSON(item) ? { toJSON: (key) => length > MAX_JSON_LENGTH ? "[Truncated]" : item.toJSON(key) } : item;
		const toHolder = (value) => {
			if (Array.isArray(value)) return value.some(hasToJSON) ? value.map(deferToJSON) : value;
			const record = value;
			const keys = Object.keys(record);
			return keys.some((key) => hasToJSON(record[key])) ? Object.fromEntries(keys.map((key) => [key, deferToJSON(record[key])])) : value;
		};
		try {
			return JSON.stringify(logObject, function(key, value) {
				value = replacer(key, value);
				length += 1 + (Array.isArray(this) ? 0 : key.length) + (isString(value) || typeof value === "number" ? String(value).length : 1);
				if (length > MAX_JSON_LENGTH) return isString(value) || typeof value === "object" && value !== null ? "[Truncated]" : value;
				if (typeof value !== "object" || value === null) return value;
				while (holders.length > 0 && holders[holders.length - 1] !== this) {
					holders.pop();
					ancestors.pop();
				}
				if (ancestors.includes(value)) return "[Circular]";
				const holder = toHolder(value);
				ancestors.push(value);
				holders.push(holder);
				return holder;
			});
		} catch {
			return (0, util.inspect)(logObject, {
				...this.inspectOptions,
				colors: false,
				compact: true,
				breakLength: Infinity
			});
		}
	}
	stringifyReplacer(key, value) {
		if (typeof value === "bigint") return value.toString();
		if (typeof value === "symbol") return value.toString();
		if (value instanceof Map || value instanceof Set || value instanceof Error) return `${(0, util.inspect)(value, this.inspectOptions)}`;
		return value;
	}
	getContextAndMessagesToPrint(args) {
		if (args?.length <= 1) return {
			messages: args,
			context: this.context
		};
		const lastElement = args[args.length - 1];
		const isContext = isString(lastElement);
		let context;
		let remainingArgs;
		if (isContext) {
			context = lastElement;
			remainingArgs = args.slice(0, args.length - 1);
		} else {
			context = this.context;
			remainingArgs = args;
		}
		if (this.options.structuredParams === false) return {
			messages: remainingArgs,
			context
		};
		const messages = [remainingArgs[0]];
		const paramObjects = [];
		for (let i = 1; i < remainingArgs.length; i++) if (isPlainObject(remainingArgs[i])) paramObjects.push(remainingArgs[i]);
		else messages.push(remainingArgs[i]);
		const params = paramObjects.length > 0 ? Object.assign({}, ...paramObjects) : void 0;
		return {
			messages,
			context,
			params
		};
	}
	getContextAndStackAndMessagesToPrint(args) {
		if (args.length === 1) return { ...this.getContextAndMessagesToPrint(args) };
		if (args.length === 2) {
			if (this.isStackFormat(args[1]) || isUndefined(args[1])) return {
				messages: [args[0]],
				stack: args[1],
				context: this.context
			};
			return { ...this.getContextAndMessagesToPrint(args) };
		}
		const trailingArg = args[args.length - 1];
		if (this.isStackFormat(trailingArg)) {
			const { messages, context, params } = this.getContextAndMessagesToPrint(args.slice(0, -1));
			return {
				messages,
				context,
				stack: trailingArg,
				params
			};
		}
		const { messages, context, params } = this.getContextAndMessagesToPrint(args);
		if (messages?.length <= 1) return {
			messages,
			context,
			params
		};
		const lastElement = messages[messages.length - 1];
		if (!isString(lastElement) && !isUndefined(lastElement)) return {
			messages,
			context,
			params
		};
		return {
			stack: lastElement,
			messages: messages.slice(0, messages.length - 1),
			context,
			params
		};
	}
	isStackFormat(stack) {
		if (!isString(stack) && !isUndefined(stack)) return false;
		return /\n[ \t]+at .+:\d+:\d+/.test(stack);
	}
	getColorByLogLevel(level) {
		switch (level) {
			case "debug": return clc.magentaBright;
			case "warn": return clc.yellow;
			case "error": return clc.red;
			case "verbose": return clc.cyanBright;
			case "fatal": return clc.bold;
			default: return clc.green;
		}
	}
};
ConsoleLogger = ConsoleLogger_1 = (0, tslib.__decorate)([
	Injectable(),
	(0, tslib.__param)(0, Optional()),
	(0, tslib.__param)(1, Optional()),
	(0, tslib.__metadata)("design:paramtypes", [Object, Object])
], ConsoleLogger);
// node_modules/@nestjs/common/services/logger.service.js
var Logger_1;
const DEFAULT_LOGGER = new ConsoleLogger();
const dateTimeFormatter = new Intl.DateTimeFormat(void 0, {
	year: "numeric",
	hour: "numeric",
	minute: "numeric",
	second: "numeric",
	day: "2-digit",
	month: "2-digit"
});
/**
* @publicApi
*/
let Logger = class Logger {
	static {
		Logger_1 = this;
	}
	context;
	options;
	static logBuffer = new Array();
	static staticInstanceRef = DEFAULT_LOGGER;
	static logLevels;
	static isBufferAttached;
	localInstanceRef;
	/**
	* The `Logger.logLevels` the local instance was last configured with.
	*/
	localInstanceLogLevels;
	static WrapBuffer = (target, propertyKey, descriptor) => {
		const originalFn = descriptor.value;
		descriptor.value = function(...args) {
			if (Logger_1.isBufferAttached) {
				Logger_1.logBuffer.push({
					methodRef: originalFn.bind(this),
					arguments: args
				});
				return;
			}
			return originalFn.call(this, ...args);
		};
	};
	constructor(context, options = {}) {
		this.context = context;
		this.options = options;
	}
	get localInstance() {
		if (Logger_1.staticInstanceRef === DEFAULT_LOGGER) return this.registerLocalInstanceRef();
		else if (Logger_1.staticInstanceRef instanceof Logger_1) {
			if (Object.getPrototypeOf(Logger_1.staticInstanceRef).constructor === Logger_1) return this.registerLocalInstanceRef();
		}
		return Logger_1.staticInstanceRef;
	}
	error(message, ...optionalParams) {
		optionalParams = this.context ? (optionalParams.length ? optionalParams : [void 0]).concat(this.context) : optionalParams;
		this.localInstance?.error(message, ...optionalParams);
	}
	log(message, ...optionalParams) {
		optionalParams = this.context ? optionalParams.concat(this.context) : optionalParams;
		this.localInstance?.log(message, ...optionalParams);
	}
	warn(message, ...optionalParams) {
		optionalParams = this.context ? optionalParams.concat(this.context) : optionalParams;
		this.localInstance?.warn(message, ...optionalParams);
	}
	debug(message, ...optionalParams) {
		optionalParams = this.context ? optionalParams.concat(this.context) : optionalParams;
		this.localInstance?.debug?.(message, ...optionalParams);
	}
	verbose(message, ...optionalParams) {
		optionalParams = this.context ? optionalParams.concat(this.context) : optionalParams;
		this.localInstance?.verbose?.(message, ...optionalParams);
	}
	fatal(message, ...optionalParams) {
		optionalParams = this.context ? optionalParams.concat(this.context) : optionalParams;
		this.localInstance?.fatal?.(message, ...optionalParams);
	}
	static error(message, ...optionalParams) {
		this.staticInstanceRef?.error(message, ...optionalParams);
	}
	static log(message, ...optionalParams) {
		this.staticInstanceRef?.log(message, ...optionalParams);
	}
	static warn(message, ...optionalParams) {
		this.staticInstanceRef?.warn(message, ...optionalParams);
	}
	static debug(message, ...optionalParams) {
		this.staticInstanceRef?.debug?.(message, ...optionalParams);
	}
	static verbose(message, ...optionalParams) {
		this.staticInstanceRef?.verbose?.(message, ...optionalParams);
	}
	static fatal(message, ...optionalParams) {
		this.staticInstanceRef?.fatal?.(message, ...optionalParams);
	}
	/**
	* Print buffered logs and detach buffer.
	*/
	static flush() {
		this.isBufferAttached = false;
		this.logBuffer.forEach((item) => item.methodRef(...item.arguments));
		this.logBuffer = [];
	}
	/**
	* Attach buffer.
	* Turns on initialization logs buffering.
	*/
	static attachBuffer() {
		this.isBufferAttached = true;
	}
	/**
	* Detach buffer.
	* Turns off initialization logs buffering.
	*/
	static detachBuffer() {
		this.isBufferAttached = false;
	}
	static getTimestamp() {
		return dateTimeFormatter.format(Date.now());
	}
	static overrideLogger(logger) {
		if (Array.isArray(logger)) {
			Logger_1.logLevels = logger;
			return this.staticInstanceRef?.setLogLevels?.(logger);
		}
		if (isObject(logger)) {
			if (logger instanceof Logger_1 && logger.constructor !== Logger_1) {
				const errorMessage = `Using the "extends Logger" instruction is not allowed in Nest v9. Please, use "extends ConsoleLogger" instead.`;
				this.staticInstanceRef?.error(errorMessage);
				throw new Error(errorMessage);
			}
			this.staticInstanceRef = logger;
		} else this.staticInstanceRef = void 0;
	}
	static isLevelEnabled(level) {
		const instance = Logger_1.staticInstanceRef;
		if (!instance) return false;
		if (instance instanceof ConsoleLogger) return instance.isLevelEnabled(level);
		const logLevels = Logger_1.logLevels;
		return logLevels ? isLogLevelEnabled(level, logLevels) : true;
	}
	registerLocalInstanceRef() {
		if (this.localInstanceRef) {
			if (Logger_1.logLevels && this.localInstanceLogLevels !== Logger_1.logLevels) {
				this.localInstanceRef.setLogLevels?.(Logger_1.logLevels);
				this.localInstanceLogLevels = Logger_1.logLevels;
			}
			return this.localInstanceRef;
		}
		this.localInstanceLogLevels = Logger_1.logLevels;
		this.localInstanceRef = new ConsoleLogger(this.context, {
			timestamp: this.options?.timestamp,
			logLevels: Logger_1.logLevels
		});
		return this.localInstanceRef;
	}
};
(0, tslib.__decorate)([
	Logger.WrapBuffer,
	(0, tslib.__metadata)("design:type", Function),
	(0, tslib.__metadata)("design:paramtypes", [Object, Object]),
	(0, tslib.__metadata)("design:returntype", void 0)
], Logger.prototype, "error", null);
(0, tslib.__decorate)([
	Logger.WrapBuffer,
	(0, tslib.__metadata)("design:type", Function),
	(0, tslib.__metadata)("design:paramtypes", [Object, Object]),
	(0, tslib.__metadata)("design:returntype", void 0)
], Logger.prototype, "log", null);
(0, tslib.__decorate)([
	Logger.WrapBuffer,
	(0, tslib.__metadata)("design:type", Function),
	(0, tslib.__metadata)("design:paramtypes", [Object, Object]),
	(0, tslib.__metadata)("design:returntype", void 0)
], Logger.prototype, "warn", null);
(0, tslib.__decorate)([
	Logger.WrapBuffer,
	(0, tslib.__metadata)("design:type", Function),
	(0, tslib.__metadata)("design:paramtypes", [Object, Object]),
	(0, tslib.__metadata)("design:returntype", void 0)
], Logger.prototype, "debug", null);
(0, tslib.__decorate)([
	Logger.WrapBuffer,
	(0, tslib.__metadata)("design:type", Function),
	(0, tslib.__metadata)("design:paramtypes", [Object, Object]),
	(0, tslib.__metadata)("design:returntype", void 0)
], Logger.prototype, "verbose", null);
(0, tslib.__decorate)([
	Logger.WrapBuffer,
	(0, tslib.__metadata)("design:type", Function),
	(0, tslib.__metadata)("design:paramtypes", [Object, Object]),
	(0, tslib.__metadata)("design:returntype", void 0)
], Logger.prototype, "fatal", null);
(0, tslib.__decorate)([
	Logger.WrapBuffer,
	(0, tslib.__metadata)("design:type", Function),
	(0, tslib.__metadata)("design:paramtypes", [Object, Object]),
	(0, tslib.__metadata)("design:returntype", void 0)
], Logger, "error", null);
(0, tslib.__decorate)([
	Logger.WrapBuffer,
	(0, tslib.__metadata)("design:type", Function),
	(0, tslib.__metadata)("design:paramtypes", [Object, Object]),
	(0, tslib.__metadata)("design:returntype", void 0)
], Logger, "log", null);
(0, tslib.__decorate)([
	Logger.WrapBuffer,
	(0, tslib.__metadata)("design:type", Function),
	(0, tslib.__metadata)("design:paramtypes", [Object, Object]),
	(0, tslib.__metadata)("design:returntype", void 0)
], Logger, "warn", null);
(0, tslib.__decorate)([
	Logger.WrapBuffer,
	(0, tslib.__metadata)("design:type", Function),
	(0, tslib.__metadata)("design:paramtypes", [Object, Object]),
	(0, tslib.__metadata)("design:returntype", void 0)
], Logger, "debug", null);
(0, tslib.__decorate)([
	Logger.WrapBuffer,
	(0, tslib.__metadata)("design:type", Function),
	(0, tslib.__metadata)("design:paramtypes", [Object, Object]),
	(0, tslib.__metadata)("design:returntype", void 0)
], Logger, "verbose", null);
(0, tslib.__decorate)([
	Logger.WrapBuffer,
	(0, tslib.__metadata)("design:type", Function),
	(0, tslib.__metadata)("design:paramtypes", [Object, Object]),
	(0, tslib.__metadata)("design:returntype", void 0)
], Logger, "fatal", null);
Logger = Logger_1 = (0, tslib.__decorate)([
	Injectable(),
	(0, tslib.__param)(0, Optional()),
	(0, tslib.__param)(1, Optional()),
	(0, tslib.__metadata)("design:paramtypes", [String, Object])
], Logger);
// node_modules/@nestjs/common/interfaces/scope-options.interface.js
/**
* @publicApi
*/
var Scope;
(function(Scope) {
	/**
	* The provider can be shared across multiple classes. The provider lifetime
	* is strictly tied to the application lifecycle. Once the application has
	* bootstrapped, all providers have been instantiated.
	*/
	Scope[Scope["DEFAULT"] = 0] = "DEFAULT";
	/**
	* A new private instance of the provider is instantiated for every use
	*/
	Scope[Scope["TRANSIENT"] = 1] = "TRANSIENT";
	/**
	* A new instance is instantiated for each request processing pipeline
	*/
	Scope[Scope["REQUEST"] = 2] = "REQUEST";
})(Scope || (Scope = {}));
// node_modules/@nestjs/common/utils/random-string-generator.util.js
const randomStringGenerator = () => (0, uid.uid)(21);
// libs/postgres/driver/src/all-in-order.ts
/**
* Awaits promises of one transaction whose statements were sent together. Rejects with the error of the first
* failed promise in argument order, because later statements fail as a consequence.
*/
async function allInOrder(promises) {
	await Promise.allSettled(promises);
	return Promise.all(promises);
}
// libs/postgres/driver/src/connection-errors.ts
const connectionCodes = /* @__PURE__ */ new Set([
	"ECONNREFUSED",
	"ECONNRESET",
	"ECONNABORTED",
	"EPIPE",
	"ETIMEDOUT",
	"ENOTFOUND",
	"EAI_AGAIN",
	"EHOSTUNREACH",
	"ENETUNREACH"
]);
/**
* Messages of errors that pg, pg-pool and TypeORM throw without a code. TypeORM throws the last message in a
* transaction whose connection died and was released.
*/
const lostConnection = [
	/Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout/i,
	/not queryable|Cannot use a pool after|connection was closed|Driver not Connected/i,
	/query runner (?:was )?already released/i
];
const connectFailures = /* @__PURE__ */ new WeakSet();
/** Marks an error as raised while connecting, before any statement was sent. */
function connectFailed(error) {
	if (typeof error === "object" && error !== null) connectFailures.add(error);
	return error;
}
/** True if the error, one of its causes or one of its driver errors was raised while connecting. */
function isConnectFailure(error, depth = 3) {
	if (typeof error !== "object" || error === null || depth === 0) return false;
	if (connectFailures.has(error)) return true;
	const { cause, driverError } = error;
	return isConnectFailure(cause, depth - 1) || isConnectFailure(driverError, depth - 1);
}
/**
* Returns the message of a server that rejects a connection (wrong password, missing database or privilege),
* which only an operator can fix. Returns undefined for other errors.
*/
function rejectionOf(error) {
	return isConnectFailure(error) && /^28|^3D|^42/.test(sqlState(error) ?? "") ? error.message : void 0;
}
/** True if a new connection timed out. Open connections may still work. */
function isLateConnection(error) {
	return isConnectFailure(error) && sqlState(error) === "ETIMEDOUT";
}
/** True if the server rejects one more connection. Open connections keep working. */
function isTooFull(error) {
	return sqlState(error) === "53300";
}
/** True if a pooler rejects the session settings of a new connection. */
function isOptionsRejection(error) {
	return error instanceof Error && /unsupported startup parameter/i.test(error.message);
}
/** Returns the SQLSTATE or the system error code of an error of pg or TypeORM. */
function sqlState(error) {
	const { code, driverError } = error ?? {};
	return [code, driverError?.code].find((each) => typeof each === "string");
}
/**
* True if the database or the network is down, starting or stopping, if the server is a standby (25006), or
* if it has no connections, memory or disk left (class 53). Citus reports XX000 when a worker node fails.
* Every failure to connect counts, for example a rejected password.
*/
function isServerUnavailable(error) {
	if (isConnectFailure(error)) return true;
	const code = sqlState(error) ?? "";
	if (/^08|^53|^57P0[1-5]$|^25006$|^XX000$/.test(code) || connectionCodes.has(code)) return true;
	return code === "" && error instanceof Error && lostConnection.some((each) => each.test(error.message));
}
// libs/postgres/driver/src/database-error.ts
const messages = {
	unavailable: "the database is unavailable",
	rows_locked: "other transactions hold the rows",
	values_taken: "other transactions took each free value",
	timed_out: "the statement or transaction exceeded its time limit",
	pool_exhausted: "no connection became free in time",
	duplicate: "a row with this unique value exists",
	value_out_of_range: "the database cannot store or compare a value"
};
/**
* Error that replaces errors of pg and TypeORM with a known reason. `cause` is the original error, for the
* log.
*/
var DatabaseError = class extends Error {
	constructor(problem, cause) {
		super(messages[problem], { cause });
		this.problem = problem;
	}
};
// libs/postgres/driver/src/time-limit.ts
/** Delay of a timer in milliseconds above which this process was stopped or had no processor. */
const STALLED_MS = 200;
/** Rejects with ETIMEDOUT if the work takes longer than the limit of `atLimit`. */
async function within(limitMs, what, work) {
	let cancel = () => {};
	const late = new Promise((_, reject) => {
		cancel = atLimit(limitMs, () => reject(timedOut(what, limitMs)));
	});
	try {
		return await Promise.race([work, late]);
	} finally {
		cancel();
	}
}
/**
* Calls back after the limit, and returns a function that cancels the call. A process that was stopped, for example
* with its virtual machine, starts the limit a second time, because the server may have been stopped too. Timers fire
* before the process reads its sockets, so the call waits until data that already arrived was read.
*/
function atLimit(limitMs, callback) {
	let timer;
	const start = (onExpiry) => {
		const dueAt = performance.now() + limitMs;
		timer = setTimeout(() => onExpiry(performance.now() - dueAt), limitMs).unref();
	};
	let isCancelled = false;
	const end = () => afterSocketReads(() => isCancelled || callback());
	start((delayMs) => delayMs > STALLED_MS ? start(end) : end());
	return () => {
		isCancelled = true;
		clearTimeout(timer);
	};
}
/** Calls back after the event loop has read the data that already arrived. */
function afterSocketReads(callback) {
	setImmediate(() => setImmediate(callback));
}
function timedOut(what, limitMs) {
	return Object.assign(/* @__PURE__ */ new Error(`${what}: not within ${limitMs} ms`), { code: "ETIMEDOUT" });
}
// libs/postgres/driver/src/monitored-client.ts
/** Time limit for closing an idle connection. A dead server does not respond. */
const CLOSE_MS = 2e3;
/**
* Time limit for closing a connection whose statement still runs. The server cancels a statement after 15 s.
*/
const CLOSE_BUSY_MS = 16e3;
/**
* Time limit for a new connection. A server whose processes are stopped accepts a connection and stays
* silent.
*/
const CONNECT_MS = 1500;
/**
* A connection that other code can cut and that knows whether a response is pending. Its failure rejects its
* statements and never ends the process.
*/
var MonitoredClient = class extends pg.Client {
	constructor(config, observer) {
		super(config);
		this.observer = observer;
		this.isBusy = false;
		this.isConnecting = false;
		this.on("error", () => void 0);
		this.on("drain", () => {
			this.isBusy = false;
			this.observer.answered();
		});
		const { query } = this;
		this.query = ((...args) => {
			this.observer.used();
			this.isBusy = true;
			return query.apply(this, args);
		});
	}
	/** Process id of the server process, as the server reported it at connection start. */
	get pid() {
		return processIdOf(this);
	}
	get socket() {
		return this.connection.stream;
	}
	cut() {
		this.socket.destroy();
	}
	connect(callback) {
		const { refusal } = this.observer;
		if (refusal) {
			if (!callback) return Promise.reject(refusal);
			process.nextTick(callback, refusal);
			return;
		}
		this.isConnecting = true;
		this.once("connect", () => this.isConnecting = false);
		this.observer.add(this);
		this.once("end", () => this.observer.remove(this));
		const connected = this.connectInTime();
		if (!callback) return connected;
		connected.then(() => callback(), callback);
	}
	/** Rejects with an error that is marked as a failure to connect. */
	async connectInTime() {
		const cut = () => {
			if (this.isConnecting) this.socket.destroy(timedOut("connecting", CONNECT_MS));
		};
		const cancel = atLimit(CONNECT_MS, cut);
		try {
			await super.connect();
		} catch (error) {
			throw connectFailed(error);
		} finally {
			cancel();
		}
	}
	end(callback) {
		const timer = setTimeout(() => this.cut(), this.isBusy ? CLOSE_BUSY_MS : CLOSE_MS).unref();
		this.once("end", () => clearTimeout(timer));
		return callback ? super.end(callback) : super.end();
	}
};
/** Process id of the server, which the types of pg omit. Behind a pooler the id is that of the pooler. */
function processIdOf(client) {
	return client.processID;
}
/** Closes the socket without a message to the server. */
function destroySocket(client) {
	client.connection.stream.destroy();
}
/** Returns a client class whose connections report to this observer, for pg's pool. */
function monitoredBy(observer) {
	return class extends MonitoredClient {
		constructor(config) {
			super(config, observer);
		}
	};
}
// libs/postgres/driver/src/connection-monitor.ts
const defaults = {
	intervalMs: 500,
	answerMs: 2500,
	connectMs: 1500,
	idleIntervalMs: 5e3,
	nextAttemptMs: 500,
	retryMs: 250,
	stalledMs: 3e3,
	lostMs: 2e4
};
/** Difference between the clocks above which a warning is logged. */
const MAX_CLOCK_OFFSET_MS = 1e3;
/**
* Response time above which a measurement of the clock offset is too imprecise to replace an earlier
* measurement.
*/
const MAX_CLOCK_ERROR_MS = 100;
/** Minimum interval between two runs of `verify` over the same connection. */
const VERIFY_INTERVAL_MS = 1e3;
const check = "SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now, pg_backend_pid() AS pid";
/**
* Query that also returns which of these server processes still execute a statement. It is much slower than
* `check`, so it runs only for stalled connections.
*/
const checkProcesses = `${check}, ARRAY(
    SELECT pid FROM pg_stat_activity WHERE pid = ANY ($1::int[])
      AND state = 'active' AND wait_event IS DISTINCT FROM 'ClientWrite'
  ) AS working`;
/**
* Checks over its own connection whether the server of a database responds. A network that swallows packets reports no
* error: without the monitor, each request would wait for its own limit, and dead connections would be used again. If
* the server stops responding, the monitor cuts all connections and refuses new ones until the server responds.
*/
var ConnectionMonitor = class {
	constructor(config, limits = {}) {
		this.config = config;
		this.log = new Logger("database");
		this.connections = /* @__PURE__ */ new Map();
		this.connecting = /* @__PURE__ */ new Set();
		this.checkedAt = -Infinity;
		this.isIdle = false;
		this.idleSince = 0;
		this.isRarelyUsed = false;
		this.verify = () => Promise.resolve();
		this.isVerified = false;
		this.verifiedAt = -Infinity;
		this.isStopped = false;
		this.isClockOff = false;
		this.listeners = [];
		this.limits = {
			...defaults,
			...limits
		};
	}
	add(client) {
		this.connections.set(client, {
			bytesRead: 0,
			since: performance.now()
		});
		this.used();
	}
	remove(client) {
		this.connections.delete(client);
	}
	used() {
		if (!this.isIdle) return;
		this.isIdle = false;
		this.isRarelyUsed = performance.now() - this.idleSince > this.limits.intervalMs / 2;
		this.stalledConnections();
		this.scheduleIn(this.limits.intervalMs);
	}
	/**
	* Postpones the check after a rare request, whose response usually arrives before the check. So the process
	* need not wake up.
	*/
	answered() {
		if (!this.isRarelyUsed || this.isAwaited) return;
		this.isRarelyUsed = false;
		this.schedule();
	}
	/** Calls the listener each time that the server responds again. */
	onRecovered(listener) {
		this.listeners.push(listener);
	}
	/**
	* Runs the first check. Throws the errors of `verify`, which an operator must fix, but none if the server
	* is down.
	*/
	async start(verify) {
		this.verify = verify;
		try {
			await this.checkServer();
		} catch (error) {
			this.dropOwn();
			if (isOptionsRejection(error) || !isServerUnavailable(error)) throw error;
			this.refuseConnections(error);
		}
		this.schedule();
	}
	/**
	* Runs `verify` again, at most once a second, because the server may no longer fit the service. If `verify`
	* fails, new connections are refused until it succeeds.
	*/
	async verifyAgain() {
		if (!this.own || this.refusal || performance.now() < this.verifiedAt + VERIFY_INTERVAL_MS) return;
		try {
			await this.verifyOver(this.own);
		} catch (error) {
			if (isServerUnavailable(error)) return;
			this.dropOwn();
			this.refuseConnections(error);
			this.schedule();
		}
	}
	stop() {
		this.isStopped = true;
		clearTimeout(this.timer);
		this.dropOwn();
	}
	schedule() {
		const { retryMs, intervalMs, idleIntervalMs } = this.limits;
		this.isIdle = !this.refusal && !this.isAwaited;
		this.idleSince = performance.now();
		const idleMs = Math.max(intervalMs, this.checkedAt + idleIntervalMs - performance.now());
		this.scheduleIn(this.isIdle ? idleMs : this.refusal ? retryMs : intervalMs);
	}
	scheduleIn(ms) {
		clearTimeout(this.timer);
		if (this.isStopped) return;
		this.timer = setTimeout(() => void this.onTimer(), ms).unref();
	}
	async onTimer() {
		this.isIdle = false;
		this.isRarelyUsed = false;
		if (performance.now() >= this.checkedAt + this.limits.idleIntervalMs || this.refusal || this.isAwaited) await this.checkAndReact();
		this.schedule();
	}
	async checkAndReact() {
		const before = this.bytesRead();
		try {
			await this.checkServer();
			this.allowConnections();
		} catch (error) {
			this.dropOwn();
			if (this.isStopped) return;
			const responds = this.bytesRead() > before || isTooFull(error);
			if (this.isVerified && responds) this.allowConnections();
			else this.refuseConnections(error);
		}
	}
	/** True if a response or a new connection is pending. */
	get isAwaited() {
		for (const client of this.connections.keys()) if (client.isBusy || client.isConnecting) return true;
		return false;
	}
	/** Repeats the check over a new connection if the monitor's own connection died. */
	async checkServer() {
		this.checkedAt = performance.now();
		if (this.own) {
			const before = this.bytesRead();
			try {
				return await this.checkOver(this.own);
			} catch (error) {
				this.dropOwn();
				if (!isServerUnavailable(error)) throw error;
				if (this.bytesRead() > before) return;
			}
		}
		await this.checkOver(await this.connectOwn());
	}
	async connectOwn() {
		const client = await within(this.limits.connectMs, "connecting", this.firstConnected());
		this.own = client;
		this.connecting.delete(client);
		this.dropAttempts();
		await this.verifyOver(client);
		return client;
	}
	async verifyOver(client) {
		try {
			await within(this.limits.answerMs, "the server", this.verify(client));
			this.isVerified = true;
			this.verifiedAt = performance.now();
		} catch (error) {
			if (!isServerUnavailable(error)) this.isVerified = false;
			throw error;
		}
	}
	/**
	* Starts attempts at an interval until one succeeds, as RFC 8305 does with addresses. Rejects with the
	* first error.
	*/
	firstConnected() {
		return new Promise((resolve, reject) => {
			const attempt = () => {
				const client = new pg.Client(this.config);
				this.connecting.add(client);
				client.on("error", () => void 0);
				client.connect().then(() => resolve(client), reject);
			};
			attempt();
			this.attempts = setInterval(attempt, this.limits.nextAttemptMs);
		});
	}
	async checkOver(client) {
		const stalled = this.stalledConnections();
		const sentAt = Date.now();
		const pids = stalled.map(({ pid }) => pid);
		const query = client.query(pids.length > 0 ? {
			text: checkProcesses,
			values: [pids]
		} : check);
		const { rows } = await within(this.limits.answerMs, "the server", query);
		const [{ now, pid, working = [] }] = rows;
		this.compareClocks(now, sentAt, Date.now());
		if (pid === processIdOf(client)) this.cut(stalled.filter((each) => !working.includes(each.pid)));
	}
	/** Estimates the offset of the clocks. The server read its clock between `sentAt` and `receivedAt`. */
	compareClocks(now, sentAt, receivedAt) {
		const errorMs = (receivedAt - sentAt) / 2;
		const offsetMs = now - (sentAt + receivedAt) / 2;
		if (this.clockOffsetMs === void 0 || errorMs < MAX_CLOCK_ERROR_MS) this.clockOffsetMs = offsetMs;
		const isOff = Math.abs(offsetMs) - errorMs > MAX_CLOCK_OFFSET_MS;
		if (isOff && !this.isClockOff) this.log.warn(`the clock of this process and that of the database are ${Math.round(Math.abs(offsetMs))} ms apart`);
		this.isClockOff = isOff;
	}
	/**
	* Returns connections without progress for `stalledMs`. Closes connections without progress for `lostMs`.
	*/
	stalledConnections() {
		const stalled = [];
		const now = performance.now();
		for (const [client, progress] of this.connections) {
			const { bytesRead } = client.socket;
			const waitedMs = now - progress.since;
			if (!client.isBusy || bytesRead !== progress.bytesRead) Object.assign(progress, {
				bytesRead,
				since: now
			});
			else if (waitedMs >= this.limits.lostMs) client.cut();
			else if (waitedMs >= this.limits.stalledMs) stalled.push(client);
		}
		return stalled;
	}
	/** Spares connections that received data in the meantime. */
	cut(clients) {
		const lost = clients.filter((client) => client.isBusy && client.socket.bytesRead === this.connections.get(client)?.bytesRead);
		for (const client of lost) {
			this.log.warn("a connection to the database was lost");
			client.cut();
		}
		if (lost.length > 0) this.testUnused();
	}
	/**
	* Tests unused connections with an empty query, because the cause that broke one connection may have broken
	* them too. An empty query has no effect, even in a transaction.
	*/
	testUnused() {
		for (const client of this.connections.keys()) {
			if (client.isBusy || client.isConnecting) continue;
			const { bytesRead } = client.socket;
			within(this.limits.answerMs, "a connection", client.query("")).catch(() => {
				if (client.socket.bytesRead === bytesRead) client.cut();
			});
		}
	}
	bytesRead() {
		let sum = 0;
		for (const { socket } of this.connections.keys()) sum += socket.bytesRead;
		return sum;
	}
	allowConnections() {
		if (!this.refusal) return;
		this.log.warn("the database responds again");
		this.refusal = void 0;
		for (const listener of this.listeners) listener();
	}
	refuseConnections(error) {
		const reason = isServerUnavailable(error) ? "does not respond" : "does not fit this service";
		if (!this.refusal) this.log.warn(`the database ${reason}: ${error.message || String(error)}`);
		const message = "the database does not respond: Connection terminated";
		this.refusal = Object.assign(new Error(message, { cause: error }), { code: "ETIMEDOUT" });
		for (const client of [...this.connections.keys()]) client.cut();
	}
	dropOwn() {
		if (this.own) destroySocket(this.own);
		this.own = void 0;
		this.dropAttempts();
	}
	dropAttempts() {
		clearInterval(this.attempts);
		for (const client of this.connecting) destroySocket(client);
		this.connecting.clear();
	}
};
// libs/postgres/driver/src/parameter.ts
/**
* Converts a value to text that Postgres parses as the parameter's type, or to bytes. An array becomes an
* array literal.
*/
function parameter$1(value) {
	if (value === null || value === void 0) return null;
	if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
	return Array.isArray(value) ? `{${value.map(arrayElement).join()}}` : plainText(value);
}
function arrayElement(value) {
	if (value === null || value === void 0) return "NULL";
	if (value instanceof Uint8Array) return `"\\\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("hex")}"`;
	const text = plainText(value);
	return `"${!text.includes("\"") && !text.includes("\\") ? text : text.replace(/["\\]/g, "\\$&")}"`;
}
function plainText(value) {
	if (typeof value === "string") {
		if (value.includes("\0")) throw Object.assign(/* @__PURE__ */ new Error("a value contains U+0000"), { code: "22021" });
		return value;
	}
	if (value instanceof Date) return value.toISOString();
	if (typeof value === "number" || typeof value === "boolean" || typeof value === "bigint") return String(value);
	throw new Error(`a statement cannot have a ${typeof value} as a value`);
}
// libs/postgres/driver/src/cork.ts
const corked = /* @__PURE__ */ new WeakSet();
/**
* Holds back messages on a connection that many requests share. All messages of one event loop turn become
* one write, because a system call costs more than the rest of a request's work in the driver.
*/
const corkForTurn = (client) => corkUntil(client, setImmediate);
/**
* Holds back messages on a connection with one user. The server process is idle, so the write only waits for
* the end of the current call stack.
*/
const corkForTick = (client) => corkUntil(client, process.nextTick);
function corkUntil(client, schedule) {
	if (corked.has(client)) return;
	corked.add(client);
	const stream = streamOf(client);
	stream.cork();
	schedule(() => {
		corked.delete(client);
		stream.uncork();
	});
}
const streamOf = (client) => client.connection.stream;
// libs/postgres/driver/src/extended-query.ts
/** pg only sends a query without waiting for earlier responses if it is an instance of this class. */
const PipelinedQuery = pg.Query;
/** Prepares a statement and reads the types of its columns. */
var PrepareQuery = class extends PipelinedQuery {
	constructor(statement, prepared, refused) {
		super(statement);
		this.statement = statement;
		this.prepared = prepared;
		this.refused = refused;
	}
	submit(connection) {
		const sends = connection;
		const { name } = this.prepared;
		sends.parse({
			name,
			text: this.statement
		});
		sends.describe({
			type: "S",
			name
		});
		sends.sync();
		return null;
	}
	handleRowDescription({ fields }) {
		this.prepared.shape = shapeOf(fields);
	}
	handleError(error) {
		this.refused(error);
	}
	handleReadyForQuery() {}
};
/**
* Executes prepared statements up to one Sync of the extended query protocol. The executions form one
* message, and one transaction if no transaction is open. pg itself would send a Sync with every statement
* and read the column types each time.
*/
var ExtendedQuery = class extends PipelinedQuery {
	constructor(executions, done) {
		super("");
		this.executions = executions;
		this.done = done;
		this.results = [];
		this.read = [];
		this.at = 0;
	}
	submit(connection) {
		const sends = connection;
		for (const { prepared, values, text } of this.executions) {
			if (text !== void 0) sends.parse({
				name: prepared.name,
				text
			});
			sends.bind({
				statement: prepared.name,
				values
			});
			sends.execute();
		}
		sends.sync();
		return null;
	}
	handleDataRow({ fields }) {
		if (this.failure !== void 0) return;
		try {
			this.read.push(rowOf(this.executions[this.at].prepared.shape, fields));
		} catch (error) {
			this.failure = error;
		}
	}
	handleCommandComplete({ text }) {
		const { isSilent } = this.executions[this.at];
		this.at += 1;
		if (isSilent || this.failure !== void 0) return;
		const [command, ...counts] = text.split(" ");
		this.results.push({
			command,
			rowCount: Number(counts.at(-1) ?? 0),
			rows: this.read
		});
		this.read = [];
	}
	handleError(error) {
		this.done(this.failure ?? error, this.results);
	}
	handleReadyForQuery() {
		this.done(this.failure, this.results);
	}
};
function shapeOf(fields) {
	return {
		names: fields.map(({ name }) => name),
		parsers: fields.map(({ dataTypeID }) => require_row_format.rowFormat.getTypeParser(dataTypeID, "text")),
		empty: Object.fromEntries(fields.map(({ name }) => [name, null]))
	};
}
function rowOf({ names, parsers, empty }, values) {
	const row = { ...empty };
	for (let at = 0; at < values.length; at += 1) {
		const value = values[at];
		if (value !== null) row[names[at]] = parsers[at](value);
	}
	return row;
}
// libs/postgres/driver/src/statement.ts
/** Statements that start and end transactions. */
const transactionControl = {
	begin: {
		name: "begin",
		text: "BEGIN"
	},
	"repeatable read": {
		name: "begin",
		text: "BEGIN ISOLATION LEVEL REPEATABLE READ"
	},
	COMMIT: {
		name: "commit",
		text: "COMMIT"
	},
	ROLLBACK: {
		name: "rollback",
		text: "ROLLBACK"
	}
};
/** Settings of a statement with `joins: 'merge'`. */
const mergeJoins = [["enable_nestloop", "off"], ["enable_hashjoin", "off"]];
const planForValues = ["plan_cache_mode", "force_custom_plan"];
/** Adds the settings that `joins` and `plan` require. */
function withPlanSettings(settings, { joins, plan }) {
	if (!joins && !plan) return settings;
	return [
		...settings,
		...joins ? mergeJoins : [],
		...plan ? [planForValues] : []
	];
}
// libs/postgres/driver/src/prepared-client.ts
/**
* Maximum number of prepared statements per connection. The server holds each plan in memory, and searches
* have many shapes.
*/
const MAX_PREPARED = 256;
/** SQLSTATE invalid_sql_statement_name. */
const NOT_PREPARED = "26000";
/** The unnamed statement of the protocol, which each execution parses again. */
const unnamed = { name: "" };
const controls = new Set(Object.values(transactionControl));
/**
* Matches statements that SQL's PREPARE accepts. Other statements could end the transaction or leave a
* setting on the connection.
*/
const preparable = /^\s*(?:SELECT|INSERT|UPDATE|DELETE|MERGE|VALUES|TABLE|WITH|\()/i;
/** SQLSTATE syntax_error. */
const notPreparable = () => Object.assign(/* @__PURE__ */ new Error("the statement cannot be prepared"), { code: "42601" });
/**
* A connection and its prepared statements. A transaction is one message: tenant settings and statements are executed
* up to one Sync of the extended query protocol. It takes one round trip, an error undoes all of it, and it ends before
* the next message starts, so no statement runs in the context of another tenant. Messages are sent without waiting for
* earlier responses.
*/
var PreparedClient = class {
	constructor(client, topology = require_topology.plainTopology, cork = corkForTurn) {
		this.client = client;
		this.topology = topology;
		this.cork = cork;
		this.prepared = /* @__PURE__ */ new Map();
		this.preparedCount = 0;
		this.isStale = false;
	}
	/** Runs the statement in a transaction with these settings. */
	run(settings, statement) {
		return this.send(withPlanSettings(settings, statement), [statement], firstOf);
	}
	/**
	* Runs the statements in order in one transaction and sends all of them at once. Each statement sees what was
	* committed when it starts, unless `isolation` gives the transaction one snapshot.
	*/
	runAll(settings, statements, isolation) {
		return this.send(settings, statements, allOf, isolation);
	}
	async send(settings, statements, select, isolation) {
		const executions = [];
		this.cork(this.client);
		try {
			return select(await this.sendNow(settings, statements, executions, isolation));
		} catch (error) {
			if (error instanceof Error) Error.captureStackTrace(error);
			throw this.reasonOf(error, executions);
		}
	}
	/**
	* Appends an execution of the statement to `message`. Prepares the statement if this connection has not
	* prepared it.
	*/
	addExecution(given, message) {
		const statement = this.topology.translate(given);
		const values = statement.values?.map(parameter$1) ?? [];
		message.push({
			prepared: this.preparedFor(statement, message),
			values
		});
	}
	/** Appends executions that apply the settings to the transaction. */
	addSettings(settings, message) {
		if (settings.length === 0) return;
		if (!this.topology.forwardsSettings) return this.addSilentExecution(require_topology.setConfig(settings), message);
		for (const each of settings) message.push({
			prepared: unnamed,
			text: require_topology.setLocal([each]).slice(0, -1),
			values: [],
			isSilent: true
		});
	}
	/** Appends an execution whose result is ignored. */
	addSilentExecution(statement, message) {
		this.addExecution(statement, message);
		message.at(-1).isSilent = true;
	}
	preparedFor(statement, message) {
		const key = controls.has(statement) ? statement : statement.text;
		return this.prepared.get(key) ?? this.prepare(statement, key, message);
	}
	/**
	* Returns the error of a message with these executions. If a statement could not be prepared, its Parse
	* error is the cause.
	*/
	reasonOf(error, executions) {
		const refused = executions.find(({ prepared }) => prepared.failure !== void 0);
		if (refused) return refused.prepared.failure;
		if (error.code === NOT_PREPARED) this.isStale = true;
		return error;
	}
	/** Sends all messages before it returns. Adds each execution to `executions`. */
	sendNow(settings, statements, executions, isolation) {
		const { batchesTransactions, forwardsSettings } = this.topology;
		const all = isolation ? [...settings, ["transaction_isolation", isolation]] : settings;
		if (!batchesTransactions) return this.sendSeparately(all, statements);
		if (forwardsSettings) return this.sendWithCommit(all, statements, executions);
		if (isolation) this.addSilentExecution(transactionControl[isolation], executions);
		this.addSettings(settings, executions);
		for (const each of statements) this.addExecution(each, executions);
		if (!isolation) return this.execute(executions);
		this.addSilentExecution(transactionControl.COMMIT, executions);
		return this.rollBackOnError(this.execute(executions));
	}
	/**
	* Sends an explicit transaction and its COMMIT as two messages at once. COMMIT has its own Sync, so that
	* Postgres ends a failed transaction before the next message of a shared connection.
	*/
	async sendWithCommit(settings, statements, executions) {
		this.addSilentExecution(transactionControl.begin, executions);
		this.addSettings(settings, executions);
		for (const each of statements) this.addExecution(each, executions);
		this.addExecution(transactionControl.COMMIT, executions);
		const commit = executions.splice(-1);
		const [results, ended] = await allInOrder([this.execute(executions), this.execute(commit)]);
		if (firstOf(ended).command !== "COMMIT") throw new Error("the transaction was rolled back");
		return results;
	}
	execute(executions) {
		return new Promise((resolve, reject) => {
			const done = (error, results) => error === void 0 ? resolve(results) : reject(error);
			this.client.query(new ExtendedQuery(executions, done));
		});
	}
	/** Rolls back, because a transaction that BEGIN opened stays open after an error. */
	async rollBackOnError(transaction) {
		try {
			return await transaction;
		} catch (error) {
			await this.client.query("ROLLBACK").catch(() => this.isStale = true);
			throw error;
		}
	}
	/**
	* Sends one message per statement, all at once. The transaction is committed only if COMMIT returns
	* `COMMIT`.
	*/
	async sendSeparately(settings, statements) {
		const opening = this.topology.openTransaction(settings);
		const queries = statements.map((each) => this.namedForPooler(this.topology.translate(each)));
		const results = await allInOrder([
			...opening.map((text) => this.client.query(text)),
			...queries.map((query) => this.client.query(query)),
			this.client.query("COMMIT")
		]);
		if (results.at(-1).command !== "COMMIT") throw new Error("the transaction was rolled back");
		return results.slice(opening.length, -1);
	}
	/**
	* Forgets prepared statements, because the next transaction may run on another server connection. The
	* pooler prepares named statements there again.
	*/
	namedForPooler({ name, text, values }) {
		const query = {
			text,
			values: values ?? []
		};
		if (this.topology.preparesOn === "nowhere") return query;
		const known = this.prepared.get(text);
		if (known) return {
			...query,
			name: known.name
		};
		if (this.prepared.size === MAX_PREPARED) return query;
		const prepared = { name: `${name ?? "statement"} ${this.nextNumber()}`.slice(-50) };
		this.prepared.set(text, prepared);
		return {
			...query,
			name: prepared.name
		};
	}
	/**
	* Limits the number of prepared statements. `message` contains the executions whose statements must stay
	* prepared.
	*/
	prepare({ name = "statement", text }, key, message) {
		if (key === text && !preparable.test(text)) throw notPreparable();
		const prepared = { name: `1 ${name.slice(0, 50)} ${this.nextNumber()}` };
		this.prepared.set(key, prepared);
		const refused = (error) => {
			prepared.failure = error;
			this.prepared.delete(key);
		};
		this.client.query(new PrepareQuery(text, prepared, refused));
		if (this.prepared.size > MAX_PREPARED) this.forgetOldest(prepared, message);
		return prepared;
	}
	nextNumber() {
		this.preparedCount += 1;
		return this.preparedCount;
	}
	/** Sends DEALLOCATE after every message that executes the statement. */
	forgetOldest(added, message) {
		for (const [key, each] of this.prepared) {
			if (each === added || message.some(({ prepared }) => prepared === each)) continue;
			this.prepared.delete(key);
			this.client.query(`DEALLOCATE ${(0, pg.escapeIdentifier)(each.name)}`).catch(() => void 0);
			return;
		}
	}
};
const preparedClients = /* @__PURE__ */ new WeakMap();
/** Returns the PreparedClient of a pooled connection. Statements stay prepared for later users of the connection. */
function preparedClientOf(client, topology) {
	let known = preparedClients.get(client);
	if (!known) {
		known = new PreparedClient(client, topology, corkForTick);
		preparedClients.set(client, known);
	}
	return known;
}
const firstOf = ([result]) => result;
const allOf = (results) => results;
// libs/postgres/driver/src/resilient-pool.ts
/**
* Pause in milliseconds before opening another connection after the server rejected one because it was full.
*/
const FULL_MS = 5e3;
/** Maximum number of attempts to connect, which together take about one second. */
const MAX_ATTEMPTS = 14;
/**
* Time in milliseconds to wait for an open connection after a new connection timed out. The sum with
* CONNECT_MS is less than 5 s.
*/
const WAIT_FOR_OPEN_MS = 2500;
/**
* A pool for a server that may be full. While the server rejects new connections, requests wait for the open
* connections, as they do when all connections are in use.
*/
var ResilientPool = class extends pg.Pool {
	constructor(config) {
		super(config);
		this.onNoRoom = () => void 0;
		this.onWaited = () => void 0;
		this.connected = /* @__PURE__ */ new Set();
		this.configuredMax = this.options.max;
		this.on("error", () => void 0);
		this.on("connect", (client) => this.connected.add(client));
		this.on("remove", (client) => this.connected.delete(client));
	}
	/** Supports a callback, because TypeORM calls `connect` with a callback. */
	connect(callback) {
		if (!callback) return this.connectedClient();
		const since = this.idleCount > 0 ? void 0 : performance.now();
		if (since === void 0) return this.connectWithRetries(callback, 1);
		const connected = (...args) => {
			this.onWaited(performance.now() - since);
			callback(...args);
		};
		return this.connectWithRetries(connected, 1);
	}
	connectedClient() {
		return new Promise((resolve, reject) => {
			this.connect((error, client) => client ? resolve(client) : reject(error));
		});
	}
	connectWithRetries(callback, attempt) {
		super.connect((error, client, done) => {
			if (isLateConnection(error) && !this.ending && this.connected.size > 0) return this.waitForOpen(callback);
			if (!isTooFull(error) || this.ending || attempt === MAX_ATTEMPTS) return callback(error, client, done);
			if (this.connected.size > 0) this.limitTo(this.connected.size);
			else this.onNoRoom();
			setTimeout(() => this.connectWithRetries(callback, attempt + 1), 10 * attempt);
		});
	}
	/** Waits for an open connection after a new connection timed out. */
	waitForOpen(callback) {
		this.limitTo(this.connected.size);
		let isOver = false;
		const cancel = atLimit(WAIT_FOR_OPEN_MS, () => {
			isOver = true;
			callback(connectFailed(/* @__PURE__ */ new Error("no open connection became free in time")), void 0, () => void 0);
		});
		super.connect((error, client, done) => {
			cancel();
			if (isOver) return void (client && done());
			callback(error, client, done);
		});
	}
	/** Closes one of several connections as soon as it is idle. */
	async closeOne() {
		if (this.connected.size < 2) return;
		this.limitTo(this.connected.size - 1);
		const client = await super.connect();
		const removed = new Promise((resolve) => this.once("remove", resolve));
		client.release(true);
		await removed;
	}
	end(callback) {
		clearTimeout(this.timer);
		return callback ? super.end(callback) : super.end();
	}
	limitTo(count) {
		this.options.max = count;
		clearTimeout(this.timer);
		this.timer = setTimeout(() => this.restore(), FULL_MS).unref();
	}
	/** Allows the configured number of connections again. */
	restore() {
		clearTimeout(this.timer);
		this.options.max = this.configuredMax;
	}
};
// libs/postgres/driver/src/pipelined-connections.ts
/** Number of attempts to connect to a full server while no connection is open. */
const MAX_RETRIES$1 = 6;
/** Age at which an idle connection is replaced, because a firewall may have dropped it silently. */
const MAX_IDLE_MS = 6e4;
/**
* A few connections that all requests share for short transactions. Messages are sent without waiting for
* earlier responses.
*/
var PipelinedConnections = class {
	constructor(open, size, makeRoom = () => Promise.resolve(), topology = require_topology.plainTopology) {
		this.open = open;
		this.makeRoom = makeRoom;
		this.topology = topology;
		this.slots = Array.from({ length: size }, () => ({
			pending: 0,
			usedAt: 0,
			fullUntil: 0
		}));
	}
	get counts() {
		const open = this.slots.filter(({ ready }) => ready !== void 0);
		return {
			open: open.length,
			inUse: open.filter(({ pending }) => pending > 0).length
		};
	}
	/**
	* Opens the first connection before its first use, so that another client cannot take its place on a nearly
	* full server.
	*/
	async reserve() {
		const slot = this.slots[0];
		await this.connectionOf(slot).catch(() => void 0);
		slot.usedAt = performance.now();
	}
	/** Lets every slot connect immediately, even if the server reported that it was full. */
	restore() {
		for (const slot of this.slots) slot.fullUntil = 0;
	}
	/** Closes an unused connection if several are open. Returns true if a connection was closed. */
	closeOne() {
		const open = this.slots.filter(({ shared }) => shared !== void 0);
		const slot = open.find(({ pending }) => pending === 0);
		if (open.length < 2 || !slot) return false;
		slot.fullUntil = performance.now() + FULL_MS;
		this.forget(slot);
		return true;
	}
	/** Runs the statement in a transaction with these settings. */
	run(settings, statement) {
		return this.on((connection) => connection.run(settings, statement));
	}
	/** Runs the statements in order in one transaction and sends all of them at once. */
	runAll(settings, statements) {
		return this.on((connection) => connection.runAll(settings, statements));
	}
	async on(work) {
		const slot = this.leastBusy();
		if (slot.shared && slot.pending === 0 && performance.now() - slot.usedAt > MAX_IDLE_MS) this.forget(slot);
		slot.pending += 1;
		let shared;
		try {
			shared = slot.ready ?? await this.connectionOf(slot);
			return await work(shared);
		} finally {
			if (shared?.isStale && slot.ready === shared) this.forget(slot);
			slot.pending -= 1;
			slot.usedAt = performance.now();
		}
	}
	async close() {
		const open = this.slots.map(({ shared }) => shared);
		this.slots.forEach((slot) => slot.shared = slot.ready = void 0);
		await Promise.allSettled(open.map(async (shared) => (await shared)?.client.end()));
	}
	leastBusy() {
		let best;
		for (const slot of this.slots) {
			if (best?.pending === 0) break;
			if (!slot.shared && slot.fullUntil > 0 && slot.fullUntil > performance.now()) continue;
			if (!best || slot.pending < best.pending) best = slot;
		}
		return best ?? this.slots[0];
	}
	/** While the server is full, returns another open connection. If none is open, makes room and retries. */
	async connectionOf(slot) {
		for (let attempt = 0;; attempt += 1) {
			try {
				return await (slot.shared ??= this.connect(slot));
			} catch (error) {
				const isLate = isLateConnection(error);
				if (!isLate && !isTooFull(error) || attempt === MAX_RETRIES$1) throw error;
				slot.fullUntil = performance.now() + FULL_MS;
				const open = this.slots.find(({ ready }) => ready !== void 0);
				if (open) return open.ready;
				if (isLate) throw error;
			}
			await (this.makingRoom ??= this.makeRoom().catch(() => void 0).finally(() => this.makingRoom = void 0));
			await (0, node_timers_promises.setTimeout)(10 * 2 ** attempt);
		}
	}
	connect(slot) {
		const client = this.open();
		const connected = client.connect().then(() => new PreparedClient(client, this.topology));
		const clear = () => {
			if (slot.shared === connected) slot.shared = slot.ready = void 0;
		};
		client.on("error", clear);
		client.on("end", clear);
		connected.then((shared) => {
			if (slot.shared === connected) slot.ready = shared;
		}, clear);
		return connected;
	}
	forget(slot) {
		const { shared } = slot;
		slot.shared = slot.ready = void 0;
		shared?.then(({ client }) => client.end()).catch(() => void 0);
	}
};
// libs/postgres/driver/src/transaction-messages.ts
const rolledBack = "a statement of the transaction failed, so all of it was rolled back";
function messagesOn(prepared) {
	const { client, topology } = prepared;
	return topology.batchesTransactions ? new BatchedMessages(prepared) : new SeparateMessages(client, topology);
}
/** Rejects statements after a failed statement, because Postgres skips them. */
var SkippedStatement = class extends Error {
	constructor() {
		super(rolledBack);
		this.code = "25P02";
	}
};
/**
* Sends everything within one tick as one message of prepared statements. A statement without a name is a
* separate message. The call order is kept.
*/
var BatchedMessages = class {
	constructor(prepared) {
		this.prepared = prepared;
		this.executions = [];
		this.pending = [];
	}
	begin(settings) {
		this.prepared.addSilentExecution(transactionControl.begin, this.executions);
		this.set(settings);
	}
	set(settings) {
		this.prepared.addSettings(settings, this.executions);
	}
	send(statement) {
		if (statement.name !== void 0) return this.add(statement);
		this.flush();
		return sendAlone(this.prepared.client, this.prepared.topology.translate(statement));
	}
	async end(command) {
		try {
			return (await this.add(transactionControl[command])).command === command;
		} catch (error) {
			if (!(error instanceof SkippedStatement)) throw error;
			await this.add(transactionControl.ROLLBACK);
			return command === "ROLLBACK";
		}
	}
	/** This function is async, so that an invalid value rejects the promise instead of throwing. */
	async add(statement) {
		this.prepared.addExecution(statement, this.executions);
		if (this.pending.length === 0) process.nextTick(() => this.flush());
		return new Promise((resolve, reject) => {
			this.pending.push({
				resolve,
				reject
			});
		});
	}
	flush() {
		if (this.executions.length === 0) return;
		const { executions, pending } = this;
		[this.executions, this.pending] = [[], []];
		const settle = (error, results) => {
			const failure = error === void 0 ? void 0 : this.prepared.reasonOf(error, executions);
			pending.forEach(({ resolve, reject }, at) => {
				if (at < results.length) resolve(results[at]);
				else reject(at === results.length ? failure : new SkippedStatement());
			});
		};
		corkForTick(this.prepared.client);
		this.prepared.client.query(new ExtendedQuery(executions, settle));
	}
};
/** Sends one message per statement, for topologies that cannot batch a transaction. */
var SeparateMessages = class {
	constructor(client, topology) {
		this.client = client;
		this.topology = topology;
		this.opened = Promise.resolve();
	}
	begin(settings) {
		this.add(this.topology.openTransaction(settings));
	}
	set(settings) {
		this.add(settings.map((setting) => require_topology.setLocal([setting])));
	}
	add(texts) {
		corkForTick(this.client);
		const sent = texts.map((text) => this.client.query(text));
		this.opened = Promise.all([this.opened, ...sent]);
		this.opened.catch(() => void 0);
	}
	async send(statement) {
		const result = sendAlone(this.client, this.topology.translate(statement));
		return (await Promise.all([result, this.opened]))[0];
	}
	async end(command) {
		corkForTick(this.client);
		const [done] = await Promise.all([this.client.query(command), this.opened]);
		return done.command === command;
	}
};
/**
* Creates the Query of pg here. From a config object, pg would first copy all property descriptors, which
* costs more.
*/
function sendAlone(client, { name, text, values }) {
	corkForTick(client);
	return new Promise((resolve, reject) => {
		const done = (error, result) => error ? reject(error) : resolve(result);
		client.query(Object.assign(new pg.Query(text, values, done), { name }));
	});
}
// libs/core/config/src/settings.ts
/**
* Reads SHOP_DATABASE_KIND, by default `postgres`. Services read this setting first, so that an invalid value
* is reported like any other setting.
*/
function shopDatabaseKind(env) {
	const kind = env["SHOP_DATABASE_KIND"] || "postgres";
	if (kind !== "postgres" && kind !== "citus") throw new require_settings_error.SettingsError("SHOP_DATABASE_KIND must be postgres or citus.");
	return kind;
}
const poolers = [
	"none",
	"transaction",
	"transaction-prepared"
];
/** Reads DATABASE_POOLER, by default `none`. The pooler applies to both databases. */
function databasePooler(env) {
	const given = env["DATABASE_POOLER"] || "none";
	const pooler = poolers.find((each) => each === given);
	if (!pooler) throw new require_settings_error.SettingsError(`DATABASE_POOLER must be one of ${poolers.join(", ")}.`);
	if (pooler !== "none" && shopDatabaseKind(env) === "citus") throw new require_settings_error.SettingsError("DATABASE_POOLER requires plain Postgres. With SHOP_DATABASE_KIND=citus the services must connect to the coordinator directly.");
	return pooler;
}
// libs/postgres/database/src/pooler.ts
/**
* Throws an error with instructions for the operator if DATABASE_POOLER does not match the pooler in front of
* the server.
*/
async function verifyPooler(client, topology, connectAnother) {
	const first = await connectionOf(client);
	const isPooled = !isDirect(first);
	if (topology.connectsDirectly) {
		if (isPooled && await isShared(client, first, connectAnother)) throw new require_settings_error.SettingsError("the database is behind a pooler in transaction mode: set DATABASE_POOLER to transaction, or to transaction-prepared if the pooler keeps prepared statements.");
		return;
	}
	await verifySessionSettings(client);
	if (topology.preparesOn === "pooler" && isPooled && !await keepsPrepared(client)) throw new require_settings_error.SettingsError("DATABASE_POOLER is transaction-prepared, but the pooler keeps no prepared statements: set max_prepared_statements of PgBouncer (from 1.21), or DATABASE_POOLER=transaction.");
}
/**
* Translates the error of a pooler that rejects session settings at connection start. Returns other errors
* unchanged.
*/
function explainRefusedOptions(error) {
	if (!isOptionsRejection(error)) return error;
	return new require_settings_error.SettingsError("the database is behind a pooler, which rejects session settings: set DATABASE_POOLER.");
}
async function connectionOf(client) {
	const { rows } = await client.query("SELECT pg_backend_pid() AS pid");
	return {
		pid: rows[0].pid,
		reportedPid: processIdOf(client)
	};
}
const isDirect = ({ pid, reportedPid }) => pid === reportedPid;
/**
* True if this client switched to another server process, or if a second client has the same server process.
*/
async function isShared(client, first, connectAnother) {
	const other = await connectAnother();
	try {
		const [own, others] = [await connectionOf(client), await connectionOf(other)];
		return own.pid !== first.pid || own.pid === others.pid;
	} finally {
		await other.end();
	}
}
/**
* True if the pooler stores prepared statements. Such a pooler renames them; otherwise the server knows the
* original name.
*/
async function keepsPrepared(client) {
	const name = "storewright-kept";
	await client.query("BEGIN");
	const { rowCount } = await client.query({
		name,
		text: "SELECT FROM pg_prepared_statements WHERE name = $1",
		values: [name]
	});
	await client.query("COMMIT");
	return rowCount === 0;
}
/** Sessions behind a pooler get their settings from the role (libs/platform/schema/src/roles.ts). */
async function verifySessionSettings(client) {
	const expected = Object.entries(require_topology.plainTopology.sessionSettings);
	const { rows } = await client.query("SELECT name, setting FROM pg_settings WHERE name = ANY ($1)", [expected.map(([name]) => name)]);
	const actual = new Map(rows.map(({ name, setting }) => [name, setting.replaceAll(" ", "")]));
	const wrong = expected.filter(([name, value]) => actual.get(name) !== value);
	if (wrong.length === 0) return;
	const list = wrong.map(([name]) => `${name}=${actual.get(name)}`).join(", ");
	throw new require_settings_error.SettingsError(`sessions start with ${list} behind the pooler: run "operator migrate", which sets the role's settings, then RECONNECT the pooler.`);
}
// libs/postgres/database/src/compiled-statements.ts
/** Maximum number of cached statements. The least recently used one is dropped. */
const MAX_COMPILED = 2e3;
/**
* Postgres truncates names of prepared statements to 63 bytes, which could make two names equal. This limit
* leaves room for a counter.
*/
const MAX_NAME = 50;
/**
* Cache of statement texts that QueryBuilder creates from entity metadata. Creating a text costs a hundred
* times as much as binding values to it. Parameters are named (`:title`). `shop_id` is always `$1`, which the
* outbox requires (libs/platform/events).
*/
var CompiledStatements = class {
	constructor(dataSource) {
		this.dataSource = dataSource;
		this.compiled = new lru_cache.LRUCache({ max: MAX_COMPILED });
		this.count = 0;
	}
	/**
	* `shape` identifies the text: equal shapes must have equal texts. It also starts the name of the prepared
	* statement.
	*/
	get(shape, build) {
		const known = this.compiled.get(shape);
		if (known) return known;
		const query = build(this.dataSource);
		this.count += 1;
		const name = `${shape.slice(0, MAX_NAME)} ${this.count}`;
		const made = typeof query === "string" ? numbered(name, query) : compiledFrom(name, query);
		this.compiled.set(shape, made);
		return made;
	}
};
function compiledFrom(name, query) {
	const text = query.getQuery();
	const constants = query.getParameters?.();
	return {
		...numbered(name, text),
		...constants && { constants }
	};
}
/** Matches a parameter: a name after a single colon. `::` is a cast. */
const parameter = /(?<![:\w]):([a-z_]\w*)/gi;
/** Replaces parameter names by `$1`, `$2` … */
function numbered(name, text) {
	const met = new Set([...text.matchAll(parameter)].map(([, each]) => each));
	const parameters = met.delete("shop_id") ? ["shop_id", ...met] : [...met];
	const numbers = new Map(parameters.map((each, at) => [each, `$${at + 1}`]));
	return {
		name,
		text: text.replace(parameter, (_, each) => numbers.get(each)),
		parameters
	};
}
/**
* Adds values to a statement. Throws if a value is missing, because dropping its condition would select too
* many rows.
*/
function bind({ name, text, parameters, constants }, values) {
	return {
		name,
		text,
		values: parameters.map((each) => {
			const value = each in values ? values[each] : constants?.[each];
			if (value === void 0) throw new Error(`${name} has no value for ${each}`);
			return value;
		})
	};
}
// libs/postgres/database/src/connection-limits.ts
const limitsStatement = {
	name: "connection-limits",
	text: `SELECT r.rolname AS role, d.datname AS database, r.rolconnlimit AS role_max, d.datconnlimit AS database_max,
      current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
        - current_setting('reserved_connections')::integer AS server_max,
      a.server_used, a.role_used, a.database_used
    FROM pg_roles r, pg_database d, (SELECT count(*)::integer AS server_used,
        (count(*) FILTER (WHERE usename = current_user))::integer AS role_used,
        (count(*) FILTER (WHERE datname = current_database()))::integer AS database_used
      FROM pg_stat_activity WHERE datname IS NOT NULL) a
    WHERE r.rolname = current_user AND d.datname = current_database()`
};
function demandOf(row, own) {
	const limit = (of) => ({
		max: row[`${of}_max`],
		used: row[`${of}_used`]
	});
	const { role, database } = row;
	return {
		...own,
		role,
		database,
		limits: {
			server: limit("server"),
			role: limit("role"),
			database: limit("database")
		}
	};
}
// libs/postgres/database/src/conditions.ts
const comparisons = {
	equal: {
		sign: "=",
		holds: (order) => order === 0
	},
	moreThan: {
		sign: ">",
		holds: (order) => order > 0
	},
	moreThanOrEqual: {
		sign: ">=",
		holds: (order) => order >= 0
	},
	lessThan: {
		sign: "<",
		holds: (order) => order < 0
	},
	lessThanOrEqual: {
		sign: "<=",
		holds: (order) => order <= 0
	}
};
/** Returns the SQL of a condition on a column. `parameter` is the name of the value in the statement. */
function conditionSql(name, value, alias = "t.", parameter = name) {
	requireOperand(name, value);
	const column = alias + name;
	const operator = asOperator(value);
	if (!operator) return `${column} = :${parameter}`;
	const { type, child } = operator;
	if (type === "and") return operandsOf(operator).map((each, at) => conditionSql(name, each, alias, `${parameter}_${at}`)).join(" AND ");
	if (type === "isNull") return `${column} IS NULL`;
	if (type === "any") return `${column} = ANY (:${parameter})`;
	if (type === "not") return child?.type === "isNull" ? `${column} IS NOT NULL` : `${column} <> :${parameter}`;
	return `${column} ${comparisonOf(type).sign} :${parameter}`;
}
/** Returns the values of conditions by parameter name, as `conditionSql` names them. */
function valuesOf(where) {
	return Object.fromEntries(Object.entries(where).flatMap(([column, value]) => parametersOf(column, value)));
}
/** Returns conditions on a row before an UPDATE. Parameter names start with `old_` to differ from the new values. */
function conditionsBefore(where) {
	const each = Object.entries(where).map(([column, value]) => ({
		column,
		value,
		parameter: `old_${column}`
	}));
	return {
		sql: each.map(({ column, value, parameter }) => conditionSql(column, value, "", parameter)),
		values: Object.fromEntries(each.flatMap(({ value, parameter }) => parametersOf(parameter, value)))
	};
}
/** Evaluates conditions on a row in memory with the same result as in SQL. */
function matches(row, where) {
	return Object.entries(where).every(([column, value]) => {
		requireOperand(column, value);
		return holds(row[column], value);
	});
}
function holds(actual, expected) {
	const operator = asOperator(expected);
	if (!operator) return actual === expected;
	const { type, value, child } = operator;
	if (type === "and") return operandsOf(operator).every((each) => holds(actual, each));
	if (type === "isNull") return actual === null;
	if (type === "not") return child ? !holds(actual, child) : actual !== null && actual !== value;
	if (type === "any") return value.includes(actual);
	return actual !== null && comparisonOf(type).holds(compare(actual, value));
}
function compare(a, b) {
	if (a === b) return 0;
	return a < b ? -1 : 1;
}
function comparisonOf(type) {
	const comparison = comparisons[type];
	if (!comparison) throw new Error(`conditions do not support the operator ${type}`);
	return comparison;
}
function requireOperand(column, value) {
	if (value === null || value === void 0) throw new Error(`the condition on ${column} has no value: use IsNull(), or omit the condition`);
}
const operandsOf = (operator) => operator.value;
function parametersOf(parameter, value) {
	const operator = asOperator(value);
	if (operator?.type !== "and") return [[parameter, operator ? operator.value : value]];
	return operandsOf(operator).flatMap((each, at) => parametersOf(`${parameter}_${at}`, each));
}
function asOperator(value) {
	return typeof value === "object" && value !== null && "@instanceof" in value ? value : void 0;
}
/** True if timing is enabled. Disabled timing costs only this check. */
function isTiming() {
	return false;
}
/** Runs `work` and adds its duration to the current request, if there is one. */
function timed(part, work) {
	return work();
}
// libs/core/tracing/src/traced.ts
/** Values of `SpanKind`, without loading its package. */
const SpanKinds = {
	server: 1,
	client: 2,
	producer: 3
};
/** True if tracing is enabled. Disabled tracing costs only this check. */
function isTracing() {
	return false;
}
/**
* Runs the work in a child span, if there is a trace. Attributes must contain no secrets and no client input.
*/
function traced(name, attributes, work) {
	if (isTiming()) return timed(name, () => inTrace(name, { attributes: attributes ?? {} }, work));
	return work();
}
/** Runs a call to another system, such as a database statement, in a child span of kind client. */
function tracedCall(name, attributes, work) {
	const kind = SpanKinds.client;
	if (isTiming()) return timed("db", () => inTrace(name, {
		attributes,
		kind
	}, work));
	return inTrace(name, {
		attributes,
		kind
	}, work);
}
/**
* Runs a database statement in a child span. The span's name is the first word of the statement's name or
* text, because the rest of a text may contain values.
*/
function tracedStatement({ name, text = "" }, send) {
	if (!isTracing() && !isTiming()) return send();
	return tracedCall((name ?? text).split(/\s/, 1)[0], { "db.system.name": "postgresql" }, send);
}
function inTrace(name, options, work) {
	return work();
}
// libs/postgres/database/src/context.ts
const formats = {
	shop_id: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
	owner_id: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
	credential: /^[0-9a-f]{64}$/,
	app_id: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
};
/**
* Returns the settings of a context. Throws if a value contains anything but hex digits and dashes, because
* `SET LOCAL` on Citus contains the values as text.
*/
function settingsOf(context) {
	const settings = [];
	for (const name of [
		"shop_id",
		"owner_id",
		"credential",
		"app_id"
	]) {
		const value = context[name];
		if (value === void 0) continue;
		if (typeof value !== "string" || !formats[name].test(value)) throw new Error(`invalid ${name}`);
		settings.push([`app.${name}`, value]);
	}
	return settings;
}
/**
* Returns the settings of a context with the trace of the request, which events store
* (`shop.events.traceparent`).
*/
function settingsWithTrace(context) {
	return settingsOf(context);
}
// libs/core/metrics/src/durations.ts
/**
* Upper bounds of the buckets in seconds, from a typical request (milliseconds) to the longest possible
* request.
*/
const boundaries = [
	.001,
	.0025,
	.005,
	.01,
	.025,
	.05,
	.1,
	.25,
	.5,
	1,
	2.5,
	5,
	10
];
const boundariesMs = boundaries.map((seconds) => seconds * 1e3);
/** A histogram of durations. */
var Durations = class {
	constructor() {
		this.counts = new Array(boundaries.length + 1).fill(0);
		this.totalMs = 0;
	}
	add(ms) {
		let bucket = 0;
		while (bucket < boundariesMs.length && ms > boundariesMs[bucket]) bucket += 1;
		this.counts[bucket] += 1;
		this.totalMs += ms;
	}
	/** Returns cumulative buckets, as Prometheus requires. */
	*samples(name, labels) {
		let count = 0;
		for (const [bucket, more] of this.counts.entries()) {
			count += more;
			const le = String(boundaries[bucket] ?? "+Inf");
			yield {
				metricName: `${name}_bucket`,
				labels: {
					...labels,
					le
				},
				value: count
			};
		}
		yield {
			metricName: `${name}_sum`,
			labels,
			value: this.totalMs / 1e3
		};
		yield {
			metricName: `${name}_count`,
			labels,
			value: count
		};
	}
};
// libs/postgres/database/src/data-source-rules.ts
/** Keeps column values in the form of `rowFormat`. TypeORM would create Dates and stringify JSON text again. */
function keepValues({ driver }) {
	driver.prepareHydratedValue = (value) => value;
	driver.preparePersistentValue = (value, { type }) => type === "jsonb" && typeof value === "object" && value !== null ? JSON.stringify(value) : value;
}
/**
* Makes repositories, builders and managers without a context throw. Only `Database` opens connections of the
* data source.
*/
function refuseWithoutContext(dataSource) {
	dataSource.createQueryRunner = () => {
		throw new Error("no context: use database.of(context, repository) or database.transaction(context, …)");
	};
}
/** Opens the data source without a connection. TypeORM would open one first and fail while the server is down. */
function openWithoutConnection(dataSource) {
	const driver = dataSource.driver;
	const { extra, ...options } = dataSource.options;
	driver.version = "18.0";
	driver.connect = () => {
		driver.master = new ResilientPool({
			...extra,
			connectionString: options.url
		});
		return Promise.resolve();
	};
	driver.afterConnect = () => Promise.resolve();
}
// libs/postgres/database/src/database-errors.ts
/** True for a serialization failure or a deadlock: the transaction can run again. */
function isRetryable(error) {
	return ["40001", "40P01"].includes(sqlState(error) ?? "");
}
/**
* Thrown if the rows to lock changed after the transaction planned its locks. The transaction then runs
* again.
*/
var OutdatedLocks = class extends Error {
	constructor() {
		super("the rows to lock have changed");
		this.code = "40001";
	}
};
/** SQLSTATEs of a unique index and of a foreign key that reject a write. */
const [UNIQUE_VIOLATION, FOREIGN_KEY_VIOLATION] = ["23505", "23503"];
/** True if the error or one of its causes is a unique violation. */
function isUniqueViolation(error) {
	return statesOf(error).includes(UNIQUE_VIOLATION);
}
/**
* True if a unique index or a foreign key rejected the write. The caller must query for the cause: constraint
* names differ on distributed tables, and Postgres omits the values for tables with row-level security.
*/
function isRefused(error) {
	return statesOf(error).some((state) => state === UNIQUE_VIOLATION || state === FOREIGN_KEY_VIOLATION);
}
/** Returns the SQLSTATEs of an error and its causes. */
function statesOf(error) {
	const states = [sqlState(error)];
	for (let each = error; each instanceof Error; each = each.cause) states.push(sqlState(each.cause));
	return states;
}
/** SQLSTATEs of values that Postgres cannot store or compare. */
const unfitValue = /* @__PURE__ */ new Set([
	"22P02",
	"22003",
	"22021",
	"22P05",
	"54000",
	"54001"
]);
/**
* True if Postgres rejected a value that input validation should have rejected. The missing rule is a bug, so
* the error is logged.
*/
function isMissedByValidation(error) {
	return unfitValue.has(sqlState(error) ?? "");
}
/**
* True for an error that a statement of this service causes only on a server that no longer fits: an unsupported
* feature (class 0A), a missing table, function or privilege (42), or an error of Citus (XX).
*/
function isOfAnotherServer(error) {
	return /^(?:0A|42|XX)/.test(sqlState(error) ?? "");
}
/**
* SQLSTATEs of the statement timeout and the idle transaction timeout (libs/platform/schema/src/roles.ts).
*/
const tookTooLong = /* @__PURE__ */ new Set(["57014", "25P03"]);
/**
* True if waiting for a lock exceeded lock_timeout (SQLSTATE lock_not_available), or if every attempt of a
* transaction failed because of concurrent writes.
*/
const isHeldByOthers = (error) => sqlState(error) === "55P03" || isRetryable(error);
/**
* Converts an error of the driver with a known reason to a DatabaseError. Returns other errors unchanged, which
* are then logged and cause a 500.
*/
function asDatabaseError(error) {
	if (error instanceof DatabaseError) return error;
	if (isServerUnavailable(error)) return new DatabaseError("unavailable", error);
	if (isHeldByOthers(error)) return new DatabaseError("rows_locked", error);
	const code = sqlState(error) ?? "";
	if (tookTooLong.has(code)) return new DatabaseError("timed_out", error);
	if (code === UNIQUE_VIOLATION) return new DatabaseError("duplicate", error);
	if (isMissedByValidation(error)) return new DatabaseError("value_out_of_range", error);
	return error;
}
// libs/postgres/database/src/database-options.ts
const DEFAULT_POOL_SIZE = 10;
/** Returns the topology of the shop data, from SHOP_DATABASE_KIND and DATABASE_POOLER. */
function shopTopology(env = process.env) {
	return require_topology.topologyOf(shopDatabaseKind(env), databasePooler(env));
}
/** Returns the topology of the auth data, which is small and never distributed. */
function authTopology(env = process.env) {
	return require_topology.topologyOf("postgres", databasePooler(env));
}
/** TypeORM's options of a data source. Only migrations change a schema, so `synchronize` is off. */
function dataSourceOptions(options) {
	const { url, applicationName, poolSize = DEFAULT_POOL_SIZE, topology = shopTopology() } = options;
	const monitor = new ConnectionMonitor(monitorConfig(options, topology), options.monitor);
	const connecting = {
		topology,
		monitor,
		Client: monitoredBy(monitor),
		pipeline: true
	};
	return {
		type: "postgres",
		url,
		entities: [...options.entities ?? require_define_resource.loadedEntities()],
		synchronize: false,
		installExtensions: false,
		extra: {
			...clientOptions(applicationName, topology),
			max: poolSize,
			...connecting
		}
	};
}
function connectingOf(dataSource) {
	return dataSource.options.extra;
}
/** Options of a connection outside of the pool. */
function clientConfig({ url, applicationName }, topology) {
	return {
		...clientOptions(applicationName, topology),
		connectionString: url
	};
}
/** Options of a connection that checks the server. */
function monitorConfig({ url, applicationName }, topology) {
	return clientConfig({
		url,
		applicationName: `${applicationName}-watch`
	}, topology);
}
function clientOptions(applicationName, topology) {
	const options = require_topology.startupOptions(topology);
	return {
		application_name: applicationName,
		...options !== void 0 && { options },
		connectionTimeoutMillis: 4500,
		keepAlive: true,
		keepAliveInitialDelayMillis: 1e4,
		types: require_row_format.rowFormat
	};
}
// libs/postgres/database/src/entity-statements.ts
const lockModes = {
	update: "pessimistic_write",
	no_key_update: "for_no_key_update",
	key_share: "for_key_share"
};
/** Statements over one entity, compiled from its metadata. */
var EntityStatements = class {
	constructor(entity, compiled) {
		this.entity = entity;
		this.compiled = compiled;
		this.name = entity.name;
		const columns = require_define_resource.columnsOf(entity).map(({ name, options }) => ({
			name,
			options
		}));
		this.columns = columns.map(({ name }) => name);
		this.primaryKey = columns.filter(({ options }) => options.primary).map(({ name }) => name);
		this.json = new Set(columns.filter(({ options }) => options.type === "jsonb").map(({ name }) => name));
	}
	/** Compiles a custom SELECT. `build` receives a query without columns whose entity has the alias `t`. */
	select(shape, build) {
		return this.compiled.get(`${this.name} ${shape}`, (dataSource) => build(this.query(dataSource)));
	}
	/** `computed` adds columns: SQL expressions over `t` by column name. */
	find({ where, order = {}, take, lock, select = this.columns }, computed = {}) {
		const conditions = Object.entries(where).map(([column, value]) => conditionSql(column, value));
		const orders = Object.entries(order);
		const shape = [
			select === this.columns ? "*" : select.join(),
			...conditions,
			...orders.flat(),
			...take === void 0 ? [] : [take],
			lock ?? "",
			...Object.keys(computed)
		].join(" ");
		return this.compiled.get(`${this.name} ${shape}`, (dataSource) => {
			const query = this.query(dataSource);
			for (const column of select) query.addSelect(`t.${column}`, column);
			for (const [name, expression] of Object.entries(computed)) query.addSelect(expression, name);
			for (const each of conditions) query.andWhere(each);
			for (const [column, direction] of orders) query.addOrderBy(`t.${column}`, direction);
			if (take !== void 0) query.limit(take);
			if (lock) query.setLock(lockModes[lock]);
			return query;
		});
	}
	/**
	* Compiles the INSERT of one row. `expressions` contains SQL for columns that have no parameter. If a row with equal
	* `conflictColumns` (columns of a unique index) exists, the statement inserts nothing.
	*/
	insert(shape, expressions = {}, conflictColumns = []) {
		return this.compiled.get(`${this.name} insert ${shape}`, (dataSource) => {
			const query = dataSource.createQueryBuilder().insert().into(this.entity).values(Object.fromEntries(this.columns.map((each) => [each, () => expressions[each] ?? `:${each}`])));
			return conflictColumns.length > 0 ? `${query.getQuery()} ON CONFLICT (${conflictColumns.join(", ")}) DO NOTHING` : query;
		});
	}
	/** Compiles the INSERT of all rows in the JSON array `:rows`. Columns that a row omits become null. */
	insertAll(shape, expressions = {}) {
		return this.compiled.get(`${this.name} insert all ${shape}`, () => {
			const values = this.columns.map((each) => [each, expressions[each] ?? `r.${each}`]);
			return require_cases.insertRecords(this.entity, Object.fromEntries(values));
		});
	}
	/** Compiles an UPDATE. `build` returns new values and conditions as SQL and is called once per shape. */
	update(shape, build) {
		return this.compiled.get(`${this.name} update ${shape}`, (dataSource) => {
			const { set, where } = build();
			const values = Object.fromEntries(Object.entries(set).map(([column, sql]) => [column, () => sql]));
			const query = dataSource.createQueryBuilder().update(this.entity).set(values);
			for (const each of where) query.andWhere(each);
			return query;
		});
	}
	/** Compiles a DELETE. It deletes nothing while a row refers to `:id` in one of the columns `unreferenced`. */
	delete(where, unreferenced = []) {
		const conditions = Object.entries(where).map(([column, value]) => conditionSql(column, value, ""));
		const references = unreferenced.map(({ table, column }) => `${table}.${column}`);
		return this.compiled.get(`${this.name} delete ${[...conditions, ...references].join(" ")}`, (dataSource) => {
			const query = dataSource.createQueryBuilder().delete().from(this.entity);
			for (const each of conditions) query.andWhere(each);
			for (const { table, column } of unreferenced) {
				const found = dataSource.createQueryBuilder().select("1").from(table, "r").where(`r.shop_id = :shop_id AND r.${column} = :id`).getQuery();
				query.andWhere(`NOT EXISTS (${found})`);
			}
			return query;
		});
	}
	query(dataSource) {
		return dataSource.createQueryBuilder().select([]).from(this.entity, "t");
	}
};
// libs/postgres/database/src/release-connection.ts
/**
* Returns a connection to the pool and frees its place. If another transaction waits for a connection,
* resolves at the end of this event loop turn. One disk flush completes several commits, so waiting
* transactions get their connections before the responses of the completed ones are processed.
*/
async function releaseConnection(pool, { shares, place }, release) {
	const hasWaiting = pool.waitingCount + shares.waiting > 0;
	try {
		await release();
	} finally {
		shares.leave(place);
	}
	if (hasWaiting) await endOfTurn();
}
let currentTurn;
/**
* Resolves after all socket data of this event loop turn was read. Callers in the same turn share a promise.
*/
function endOfTurn() {
	currentTurn ??= new Promise((resolve) => setImmediate(() => {
		currentTurn = void 0;
		resolve();
	}));
	return currentTurn;
}
// libs/postgres/database/src/query-runners.ts
/** Rejects `save`, `remove` and `upsert`, which read rows and then write in their own transaction. */
var ContextEntityManager = class extends typeorm.EntityManager {
	save() {
		return refuseHydratingWrite();
	}
	remove() {
		return refuseHydratingWrite();
	}
	upsert() {
		return refuseHydratingWrite();
	}
};
function refuseHydratingWrite() {
	return Promise.reject(/* @__PURE__ */ new Error("use insert, update and delete: save, remove and upsert send additional statements"));
}
/**
* Runs the statements of TypeORM's builders and repositories in one context. Rejects calls that start or end
* a transaction.
*/
var ContextQueryRunner = class extends typeorm_driver_postgres_PostgresQueryRunner_js.PostgresQueryRunner {
	constructor(dataSource, mode = "master") {
		super(dataSource.driver, mode);
		this.manager = new ContextEntityManager(dataSource, this);
	}
	/** Only TypeORM calls this method. The arguments determine the result type. */
	async query(text, values = [], structured = false) {
		const { rows, rowCount, command } = await this.send({
			text,
			values
		});
		const raw = command === "UPDATE" || command === "DELETE" ? [rows, rowCount] : rows;
		const result = {
			records: rows,
			affected: rowCount ?? 0,
			raw
		};
		return structured ? Object.assign(new typeorm.QueryResult(), result) : raw;
	}
	startTransaction() {
		return refuseTransactionControl();
	}
	commitTransaction() {
		return refuseTransactionControl();
	}
	rollbackTransaction() {
		return refuseTransactionControl();
	}
	stream() {
		return refuseTransactionControl();
	}
};
function refuseTransactionControl() {
	return Promise.reject(/* @__PURE__ */ new Error("use database.transaction(context, …) to open a transaction"));
}
/** Sends each statement with its context as one message and one transaction. */
var StatementQueryRunner = class extends ContextQueryRunner {
	constructor(dataSource, send) {
		super(dataSource);
		this.send = send;
	}
};
/**
* One transaction on a connection of the pool. Rejects statements after the transaction has ended, because
* the connection may then belong to another request.
*/
var TransactionQueryRunner = class extends ContextQueryRunner {
	constructor(dataSource, topology, held) {
		super(dataSource);
		this.topology = topology;
		this.held = held;
		this.hasEnded = false;
		this.pending = 0;
	}
	/** BEGIN and the settings are sent with the first statement. */
	async begin(settings) {
		this.prepared = preparedClientOf(await this.connect(), this.topology);
		this.messages = messagesOn(this.prepared);
		this.messages.begin(settings);
		this.isTransactionActive = true;
		this.transactionDepth = 1;
	}
	/** Applies settings to the following statements. */
	set(settings) {
		this.open.set(settings);
	}
	/** Queues the statement before the first await, so statements are sent in call order. */
	send(statement) {
		return tracedStatement(statement, () => this.sendNow(statement));
	}
	async sendNow(statement) {
		const messages = this.open;
		this.pending += 1;
		try {
			return await messages.send(statement);
		} catch (error) {
			if (error instanceof Error) Error.captureStackTrace(error);
			this.failure ??= error;
			throw error;
		} finally {
			this.pending -= 1;
		}
	}
	get open() {
		if (this.hasEnded) throw new Error("a statement was sent after its transaction ended: await every statement of a transaction");
		if (this.isReleased || !this.messages) throw new typeorm.QueryRunnerAlreadyReleasedError();
		return this.messages;
	}
	/**
	* Throws without a commit if a response is pending. Otherwise timing would decide whether that statement is
	* part of the transaction.
	*/
	async commit() {
		if (this.pending > 0) throw new Error("a transaction ended before its statements: await every statement of a transaction");
		if (!await this.end("COMMIT")) throw new Error(rolledBack);
	}
	/** Sends COMMIT without waiting for pending responses. Throws the error of a failed statement after the rollback. */
	async commitEarly() {
		if (!await this.end("COMMIT")) throw this.failure ?? /* @__PURE__ */ new Error("a statement of the transaction failed, so all of it was rolled back");
	}
	/** Never throws. The pool closes a connection that is not usable. */
	async rollback() {
		await this.end("ROLLBACK").catch(() => void 0);
	}
	/**
	* Returns true if the transaction ended with this command. Rolls back instead if a statement failed, even
	* if the caller caught its error.
	*/
	async end(command) {
		if (this.hasEnded) return true;
		this.hasEnded = true;
		this.isTransactionActive = false;
		try {
			if (this.isReleased) throw new typeorm.QueryRunnerAlreadyReleasedError();
			const last = this.failure === void 0 ? command : "ROLLBACK";
			return await this.messages?.end(last) === true && last === command;
		} catch (error) {
			this.discardConnection(error);
			throw error;
		} finally {
			if (this.prepared?.isStale) this.discardConnection(this.failure);
			await releaseConnection(this.dataSource.driver.master, this.held, () => this.release());
		}
	}
	/** Makes the pool close the connection, because a transaction may still be open. */
	discardConnection(reason) {
		const { releaseCallback } = this;
		this.releaseCallback = () => releaseCallback?.(reason);
	}
};
/** Returns a copy of the repository that sends its statements through this runner. */
function boundTo(runner, target) {
	if (typeof target === "function") return runner.manager.getRepository(target);
	if (target.manager.dataSource !== runner.dataSource) throw new Error(`the repository of ${target.metadata.name} belongs to another database`);
	return runner.manager.withRepository(target);
}
// libs/postgres/database/src/open-transaction.ts
var OpenTransaction = class {
	constructor(runner, statements) {
		this.runner = runner;
		this.statements = statements;
		this.listeners = [];
	}
	get manager() {
		return this.runner.manager;
	}
	of(target) {
		return boundTo(this.runner, target);
	}
	enter(context) {
		this.runner.set(settingsOf(context));
	}
	commit() {
		return this.runner.commitEarly();
	}
	onCommit(listener) {
		this.listeners.push(listener);
	}
	/** Calls the listeners of `onCommit`. */
	committed() {
		for (const listener of this.listeners) listener();
	}
	async execute({ name, build }, values) {
		const { rows } = await this.runner.send(bind(this.statements.get(name, build), values));
		return rows;
	}
	async query(statement) {
		return (await this.runner.send(statement)).rows;
	}
};
// libs/postgres/database/src/pool-shares.ts
/**
* Two shops or two credentials count as active at the same time if both requested a connection within this
* time.
*/
const RECENT_MS = 1e3;
/** Maximum wait of a transaction for a connection, in milliseconds. */
const MAX_WAIT_MS = 5e3;
/** A pool with fewer connections than this keeps none in reserve. */
const MIN_FOR_RESERVE = 4;
/** Detects whether several names were used within `RECENT_MS`. */
var Recent = class {
	constructor() {
		this.changedAt = -Infinity;
	}
	use(name, now) {
		if (name === this.last) return;
		if (this.last !== void 0) this.changedAt = now;
		this.last = name;
	}
	areSeveral(now) {
		return now - this.changedAt < RECENT_MS;
	}
};
/**
* Divides the connections of a pool fairly between shops, and within a shop between credentials
* (docs/adr/locks.md). A shop that is the only active one may use all connections but one. While other shops
* are active, a shop may take another connection only if it has fewer connections than are free. The pending
* shop or credential with the fewest connections is served first. A shop whose transactions wait for each
* other's rows therefore leaves connections to the other shops.
*/
var PoolShares = class {
	constructor(options) {
		this.options = options;
		this.shares = /* @__PURE__ */ new Map();
		this.recent = new Recent();
		this.running = 0;
		this.waiting = 0;
		this.now = options.now ?? (() => performance.now());
	}
	/**
	* Returns a place, or a promise of a place if the shop must wait for its share. The promise rejects with
	* `pool_exhausted` after `maxWaitMs`.
	*/
	enter(context) {
		const now = this.now();
		const share = this.shareOf(context.shop_id ?? context.owner_id ?? "");
		const line = lineOf(share, context.client ?? "");
		this.recent.use(share.name, now);
		share.recent.use(line.name, now);
		if (line.waiting.size === 0 && this.mayRun(share, line, now)) return this.start(share, line);
		return this.wait(share, line, now);
	}
	/** Frees the place. Must be called after the connection is back in the pool. */
	leave({ share, line }) {
		this.running -= 1;
		share.running -= 1;
		line.running -= 1;
		this.forgetEmpty(share, line);
		if (this.waiting > 0) this.startWaiting();
	}
	mayRun(share, line, now) {
		const free = this.options.size() - this.running;
		if (free <= 0) return false;
		if (share.name === "") return true;
		const most = this.mostOf(share, free, now);
		return share.running < most && line.running < mostOfLine(share, line, most, now);
	}
	mostOf(share, free, now) {
		if (this.recent.areSeveral(now)) return Math.max(1, Math.ceil((share.running + free) / 2));
		return lessReserve(this.options.size());
	}
	wait(share, line, since) {
		const { waited, maxWaitMs = MAX_WAIT_MS } = this.options;
		this.count(share, 1);
		return new Promise((resolve, reject) => {
			const end = () => {
				cancel();
				line.waiting.delete(waiting);
				this.count(share, -1);
				waited?.(this.now() - since);
			};
			const waiting = { resolve: (place) => {
				end();
				resolve(place);
			} };
			const cancel = atLimit(maxWaitMs, () => {
				end();
				this.forgetEmpty(share, line);
				reject(new DatabaseError("pool_exhausted"));
			});
			line.waiting.add(waiting);
		});
	}
	startWaiting() {
		const now = this.now();
		for (let next = this.next(now); next; next = this.next(now)) {
			const { share, line } = next;
			const [waiting] = line.waiting;
			waiting.resolve(this.start(share, line));
		}
	}
	/**
	* Returns the next pending transaction from the credential with the fewest connections, in the shop with
	* the fewest connections.
	*/
	next(now) {
		let best;
		for (const share of this.shares.values()) {
			if (share.waiting === 0 || best && share.running >= best.share.running) continue;
			let fewest;
			for (const line of share.lines.values()) {
				if (line.waiting.size === 0 || fewest && line.running >= fewest.running) continue;
				if (this.mayRun(share, line, now)) fewest = line;
			}
			if (fewest) best = {
				share,
				line: fewest
			};
		}
		if (!best) return void 0;
		this.shares.delete(best.share.name);
		this.shares.set(best.share.name, best.share);
		best.share.lines.delete(best.line.name);
		best.share.lines.set(best.line.name, best.line);
		return best;
	}
	start(share, line) {
		this.running += 1;
		share.running += 1;
		line.running += 1;
		return {
			share,
			line
		};
	}
	count(share, more) {
		share.waiting += more;
		this.waiting += more;
	}
	shareOf(name) {
		let share = this.shares.get(name);
		if (!share) {
			share = {
				name,
				running: 0,
				waiting: 0,
				lines: /* @__PURE__ */ new Map(),
				recent: new Recent()
			};
			this.shares.set(name, share);
		}
		return share;
	}
	forgetEmpty(share, line) {
		if (line.running === 0 && line.waiting.size === 0) share.lines.delete(line.name);
		if (share.lines.size === 0) this.shares.delete(share.name);
	}
};
/** Keeps one connection in reserve, so that another shop gets a connection at once. */
const lessReserve = (count) => count < MIN_FOR_RESERVE ? count : count - 1;
function mostOfLine({ recent }, { name }, most, now) {
	if (name === "") return most;
	return recent.areSeveral(now) ? Math.max(1, Math.ceil(most / 2)) : most;
}
function lineOf(share, name) {
	let line = share.lines.get(name);
	if (!line) share.lines.set(name, line = {
		name,
		running: 0,
		waiting: /* @__PURE__ */ new Set()
	});
	return line;
}
// libs/postgres/database/src/write-connections.ts
/**
* Runs each writing statement as one message on an exclusive connection of the pool. A write that waits for a
* lock or for the disk delays no other request, and the pool size limits the number of parallel commits.
*/
var WriteConnections = class {
	constructor(pool, topology, shares) {
		this.pool = pool;
		this.topology = topology;
		this.shares = shares;
	}
	/** Runs a write. `lock` is a statement that precedes the write in the same message. */
	async run(context, settings, statement, { lock, isolation } = {}) {
		const entered = this.shares.enter(context);
		const place = entered instanceof Promise ? await entered : entered;
		let release;
		try {
			const client = await this.pool.connect();
			let isUsable = false;
			release = () => client.release(!isUsable);
			const prepared = preparedClientOf(client, this.topology);
			try {
				const results = await prepared.runAll(settings, lock ? [lock, statement] : [statement], isolation);
				isUsable = true;
				return results.at(-1);
			} catch (error) {
				isUsable = isStatementError(error) && !prepared.isStale;
				throw error;
			}
		} finally {
			await releaseConnection(this.pool, {
				shares: this.shares,
				place
			}, () => release?.());
		}
	}
};
/**
* True if the statement failed. The server reports such errors with severity ERROR. Other errors concern the
* connection.
*/
const isStatementError = (error) => error.severity === "ERROR";
// libs/postgres/database/src/database.ts
const DEFAULT_PIPELINED = 4;
/** Minimum interval between log lines about rejected connections. */
const REPORT_INTERVAL_MS = 1e4;
/** Maximum number of repetitions of a transaction after a serialization failure or a deadlock. */
const MAX_RETRIES = 3;
/**
* Pause in milliseconds before a retry: about 20, 40 and 80. The pause lets the winner of a deadlock lock the
* rows first. Without the pause, the loser would cause the same deadlock again.
*/
const pauseBefore = (attempt) => (0, node_timers_promises.setTimeout)(20 * 2 ** attempt * (.75 + Math.random() / 2));
/**
* Access to one of the two databases (auth or shop) with a role that cannot bypass row-level security. Every
* statement runs in a transaction with a context. Rows cannot be accessed without one.
*/
var Database = class {
	constructor(dataSource, options) {
		this.dataSource = dataSource;
		this.options = options;
		this.log = new Logger("database");
		this.reportsFrom = -Infinity;
		this.entities = /* @__PURE__ */ new Map();
		this.poolWaits = new Durations();
		this.clock = { now: () => Math.floor(Date.now() + (this.clockOffsetMs ?? 0)) };
		keepValues(dataSource);
		refuseWithoutContext(dataSource);
		const { topology, monitor, Client } = connectingOf(dataSource);
		this.topology = topology;
		this.monitor = monitor;
		this.statements = new CompiledStatements(dataSource);
		this.pool = dataSource.driver.master;
		const onWaited = (waitedMs) => this.poolWaits.add(waitedMs);
		this.shares = new PoolShares({
			size: () => this.pool.options.max,
			waited: onWaited
		});
		this.writes = new WriteConnections(this.pool, topology, this.shares);
		this.pipelinedSize = options.pipelined ?? DEFAULT_PIPELINED;
		const pipelining = {
			...clientConfig(options, topology),
			pipeline: true
		};
		const pool = this.pool instanceof ResilientPool ? this.pool : void 0;
		this.pipelined = new PipelinedConnections(() => new Client(pipelining), this.pipelinedSize, () => pool?.closeOne() ?? Promise.resolve(), topology);
		if (pool) Object.assign(pool, {
			onWaited,
			onNoRoom: () => this.pipelined.closeOne()
		});
		monitor.onRecovered(() => [pool, this.pipelined].forEach((each) => each?.restore()));
	}
	/** Starts the connection monitor. Throws the errors of `verify`, but none if the server is down. */
	async start(verify) {
		try {
			await this.monitor.start(async (client) => {
				await verifyPooler(client, this.topology, () => this.connectAnother());
				await verify(client);
			});
		} catch (error) {
			throw explainRefusedOptions(error);
		}
		await this.pipelined.reserve();
	}
	/** Verifies again that the server fits this service. Afterwards, statements are refused if it does not. */
	verify() {
		return this.monitor.verifyAgain();
	}
	async connectAnother() {
		const client = new pg.Client(monitorConfig(this.options, this.topology));
		client.on("error", () => void 0);
		await client.connect();
		return client;
	}
	/**
	* The database's clock minus the clock of this process, in milliseconds. Undefined until the database has
	* responded.
	*/
	get clockOffsetMs() {
		return this.monitor.clockOffsetMs;
	}
	/** Calls the listener each time that a server that was down responds again. */
	onRecovered(listener) {
		this.monitor.onRecovered(listener);
	}
	get connectionCounts() {
		const { totalCount: open, idleCount, waitingCount, options } = this.pool;
		const waiting = waitingCount + this.shares.waiting;
		const inUse = open - idleCount;
		return {
			pool: {
				size: options.max,
				open,
				inUse,
				waiting,
				waits: this.poolWaits
			},
			shared: this.pipelined.counts
		};
	}
	/**
	* Returns the connections that this database may open, and the limits of the server. Returns undefined behind
	* a pooler, because the pooler opens the connections to the server.
	*/
	async connectionDemand() {
		if (!this.topology.connectsDirectly) return void 0;
		const [row] = await this.query({}, limitsStatement);
		const { pool, shared } = this.connectionCounts;
		const ofMonitor = 1;
		return demandOf(row, {
			server: new URL(this.options.url).host,
			wanted: pool.size + this.pipelinedSize + ofMonitor,
			open: pool.open + shared.open + ofMonitor
		});
	}
	/** Returns the statements of an entity. Their texts are compiled once per shape. */
	statementsOf(entity) {
		let known = this.entities.get(entity);
		if (!known) {
			known = new EntityStatements(entity, this.statements);
			this.entities.set(entity, known);
		}
		return known;
	}
	readFrom(shards) {
		this.shards = shards;
	}
	/** Closes the shared connections. The caller that opened the data source closes it. */
	async close() {
		this.monitor.stop();
		await Promise.all([this.pipelined.close(), this.shards?.close()]);
	}
	/**
	* Returns a repository in this context. Each of its statements runs in its own transaction and takes one
	* round trip.
	*/
	of(context, target) {
		return boundTo(new StatementQueryRunner(this.dataSource, (statement) => this.run(context, statement)), target);
	}
	/**
	* Returns a query builder whose query can be compiled or listed. The query has no context, so it cannot be
	* executed directly.
	*/
	createQueryBuilder(entity, alias) {
		return this.dataSource.createQueryBuilder(entity, alias);
	}
	/** Runs one compiled statement in a transaction with this context. */
	async execute(context, { name, build }, values) {
		const { rows } = await this.run(context, bind(this.statements.get(name, build), values));
		return rows;
	}
	/** Runs one statement in a transaction with this context. Throws `unavailable` while the database is down. */
	async query(context, statement) {
		return (await this.run(context, statement)).rows;
	}
	/**
	* Runs a writing statement on an exclusive connection, because it may wait for locks and for the disk.
	* `lock` runs first, in the same message and transaction. The write therefore sees everything that was
	* committed before the lock.
	*/
	async write(context, statement, lock) {
		return this.runExclusively(context, statement, (settings) => this.writes.run(context, settings, statement, { lock }));
	}
	/**
	* Runs a statement that changes a row and its dependent rows. The first attempt uses a single snapshot, and
	* Postgres rejects the change if the row changed after the snapshot. Later attempts run after `lock`, which
	* must lock the row.
	*/
	async change(context, statement, lock) {
		return this.runExclusively(context, statement, (settings, attempts) => attempts === 0 ? this.writes.run(context, settings, statement, { isolation: "repeatable read" }) : this.writes.run(context, settings, statement, { lock: lock() }));
	}
	async runExclusively(context, statement, send) {
		const settings = settingsWithTrace(context);
		const { rows } = await this.repeatedly((attempts) => tracedStatement(statement, () => send(settings, attempts)));
		return rows;
	}
	/**
	* Runs statements that do not depend on each other's results, as one transaction and one message.
	* `asyncCommit` returns before the commit is on disk. Use it for records that are repaired if a server
	* crash loses them.
	*/
	async batch(context, statements, { asyncCommit = false } = {}) {
		const settings = settingsOf(context);
		if (asyncCommit) settings.push(["synchronous_commit", "off"]);
		return this.repeatedly(() => tracedStatement({ name: "batch" }, () => this.pipelined.runAll(settings, statements)));
	}
	/**
	* Runs `work` in a transaction. Runs `work` again after a serialization failure or a deadlock, so `work`
	* must have no effects outside of the transaction.
	*/
	async transaction(context, work) {
		const settings = settingsWithTrace(context);
		const attempt = () => this.attempt(context, settings, work);
		return this.repeatedly(() => traced("transaction", void 0, attempt));
	}
	async attempt(context, settings, work) {
		const { shares, dataSource, topology } = this;
		const entered = shares.enter(context);
		const runner = new TransactionQueryRunner(dataSource, topology, {
			shares,
			place: entered instanceof Promise ? await entered : entered
		});
		try {
			await runner.begin(settings);
			const transaction = new OpenTransaction(runner, this.statements);
			const result = await work(transaction);
			await runner.commit();
			transaction.committed();
			return result;
		} catch (error) {
			await runner.rollback();
			throw error;
		}
	}
	async repeatedly(attempt) {
		for (let attempts = 0;; attempts += 1) try {
			return await attempt(attempts);
		} catch (error) {
			if (attempts >= MAX_RETRIES || !isRetryable(error)) throw await this.publicErrorOf(error);
			await pauseBefore(attempts);
		}
	}
	async run(context, statement) {
		try {
			return await tracedStatement(statement, () => this.routed(context, statement));
		} catch (error) {
			throw await this.publicErrorOf(error);
		}
	}
	routed(context, statement) {
		const run = () => this.pipelined.run(settingsOf(context), statement);
		const onShard = this.shards?.run(context, statement);
		return onShard ? onShard.then((result) => result ?? run()) : run();
	}
	/** Runs the statement after `guard` in one message and transaction. An error of `guard` skips the statement. */
	async runAfter(guard, context, statement) {
		const settings = withPlanSettings(settingsOf(context), statement);
		const [, result] = await this.pipelined.runAll(settings, [guard, statement]);
		return result;
	}
	report(rejection) {
		if (rejection === void 0 || performance.now() < this.reportsFrom) return;
		this.reportsFrom = performance.now() + REPORT_INTERVAL_MS;
		this.log.warn(`the database rejects connections: ${rejection}`);
	}
	async publicErrorOf(error) {
		if (isMissedByValidation(error)) this.log.error(error);
		this.report(rejectionOf(error));
		if (isOfAnotherServer(error)) await this.verify();
		return isOfAnotherServer(error) && this.monitor.refusal ? new DatabaseError("unavailable", error) : asDatabaseError(error);
	}
};
// node_modules/@nestjs/typeorm/dist/typeorm.constants.js
const TYPEORM_MODULE_OPTIONS = "TypeOrmModuleOptions";
const TYPEORM_MODULE_ID = "TypeOrmModuleId";
const TYPEORM_DATA_SOURCE_NAME = "TypeOrmDataSourceName";
const DEFAULT_DATA_SOURCE_NAME = "default";
// node_modules/@nestjs/typeorm/dist/exceptions/circular-dependency.exception.js
var CircularDependencyException$1 = class extends Error {
	constructor(context) {
		const ctx = context ? ` inside ${context}` : ``;
		super(`A circular dependency has been detected${ctx}. Please, make sure that each side of a bidirectional relationships are decorated with "forwardRef()". Also, try to eliminate barrel files because they can lead to an unexpected behavior too.`);
	}
};
// node_modules/@nestjs/typeorm/dist/common/typeorm-compat.js
const require$1 = (0, node_module.createRequire)(require("url").pathToFileURL(__filename).href);
/**
* Runtime compatibility helpers for accessing TypeORM APIs that were
* removed in TypeORM v1.0.0 (notably `Connection` and `AbstractRepository`).
*
* Importing these symbols statically from `typeorm` would produce
* TypeScript errors for consumers on TypeORM v1 when `skipLibCheck` is
* disabled, and would cause runtime crashes inside `@nestjs/typeorm`
* because the values resolve to `undefined`.
*
* Resolving them lazily via `require()` keeps the package working on
* both TypeORM 0.3.x (where the symbols still exist) and 1.0.x
* (where they have been removed) without forcing a type dependency.
*/
/**
* Safely resolves an optional export from the installed `typeorm`
* package. Returns `undefined` when the export is not present (e.g.
* TypeORM v1.0.0 has removed it) or when the module fails to load.
*/
function resolveTypeormExport(exportName) {
	try {
		return require$1("typeorm")[exportName];
	} catch {
		return;
	}
}
/**
* The TypeORM `Connection` class (removed in TypeORM v1.0.0, replaced by
* `DataSource` since 0.3.0). Resolves to `undefined` on TypeORM v1+.
*/
const Connection = resolveTypeormExport("Connection");
/**
* The TypeORM `AbstractRepository` class (removed in TypeORM v1.0.0).
* Resolves to `undefined` on TypeORM v1+.
*/
const AbstractRepository = resolveTypeormExport("AbstractRepository");
// node_modules/@nestjs/typeorm/dist/common/typeorm.utils.js
const logger$1 = new Logger("TypeOrmModule");
/**
* Reads the NestJS-level data source `name`. TypeORM v1 removed `name` from
* `DataSource` and `DataSourceOptions`, so it is accessed defensively while
* remaining backward compatible with 0.3.x (where the user-supplied options
* still carry it at runtime).
*/
function getName(dataSource) {
	return dataSource.name;
}
/**
* This function generates an injection token for an Entity or Repository
* @param {EntityClassOrSchema} entity parameter can either be an Entity or Repository
* @param {string} [dataSource='default'] DataSource name
* @returns {string} The Entity | Repository injection token
*
* @publicApi
*/
function getRepositoryToken(entity, dataSource = DEFAULT_DATA_SOURCE_NAME) {
	if (entity === null || entity === void 0) throw new CircularDependencyException$1("@InjectRepository()");
	const dataSourcePrefix = getDataSourcePrefix(dataSource);
	if (entity instanceof Function && (entity.prototype instanceof typeorm.Repository || AbstractRepository && entity.prototype instanceof AbstractRepository)) {
		if (!dataSourcePrefix) return entity;
		return `${dataSourcePrefix}${getCustomRepositoryToken(entity)}`;
	}
	if (entity instanceof typeorm.EntitySchema) {
		const schemaName = entity.options.target ? entity.options.target.name : entity.options.name;
		if (!schemaName) throw new Error("EntitySchema must have either \"target\" or \"name\" defined");
		return `${dataSourcePrefix}${schemaName}Repository`;
	}
	return `${dataSourcePrefix}${entity.name}Repository`;
}
/**
* This function generates an injection token for an Entity or Repository
* @param {Function} This parameter can either be an Entity or Repository
* @returns {string} The Repository injection token
*
* @publicApi
*/
function getCustomRepositoryToken(repository) {
	if (repository === null || repository === void 0) throw new CircularDependencyException$1("@InjectRepository()");
	return repository.name;
}
/**
* This function returns a DataSource injection token for the given DataSource, DataSourceOptions or dataSource name.
* @param {DataSource | DataSourceOptions | string} [dataSource='default'] This optional parameter is either
* a DataSource, or a DataSourceOptions or a string.
* @returns {string | Function} The DataSource injection token.
*
* @publicApi
*/
function getDataSourceToken(dataSource = DEFAULT_DATA_SOURCE_NAME) {
	return "default" === dataSource ? typeorm.DataSource : "string" === typeof dataSource ? `${dataSource}DataSource` : "default" === getName(dataSource) || !getName(dataSource) ? typeorm.DataSource : `${getName(dataSource)}DataSource`;
}
/**
* This function returns a DataSource prefix based on the dataSource name
* @param {DataSource | DataSourceOptions | string} [dataSource='default'] This optional parameter is either
* a DataSource, or a DataSourceOptions or a string.
* @returns {string | Function} The DataSource injection token.
*/
function getDataSourcePrefix(dataSource = DEFAULT_DATA_SOURCE_NAME) {
	if (dataSource === "default") return "";
	if (typeof dataSource === "string") return dataSource + "_";
	const name = getName(dataSource);
	if (name === "default" || !name) return "";
	return name + "_";
}
/**
* This function returns an EntityManager injection token for the given DataSource, DataSourceOptions or dataSource name.
* @param {DataSource | DataSourceOptions | string} [dataSource='default'] This optional parameter is either
* a DataSource, or a DataSourceOptions or a string.
* @returns {string | Function} The EntityManager injection token.
*/
function getEntityManagerToken(dataSource = DEFAULT_DATA_SOURCE_NAME) {
	return "default" === dataSource ? typeorm.EntityManager : "string" === typeof dataSource ? `${dataSource}EntityManager` : "default" === getName(dataSource) || !getName(dataSource) ? typeorm.EntityManager : `${getName(dataSource)}EntityManager`;
}
function handleRetry(retryAttempts = 10, retryDelay = 3e3, dataSourceName = DEFAULT_DATA_SOURCE_NAME, verboseRetryLog = false, toRetry) {
	return (source) => source.pipe((0, rxjs_operators.retryWhen)((e) => e.pipe((0, rxjs_operators.scan)((errorCount, error) => {
		if (toRetry && !toRetry(error)) throw error;
		const dataSourceInfo = dataSourceName === "default" ? "" : ` (${dataSourceName})`;
		const verboseMessage = verboseRetryLog ? ` Message: ${error.message}.` : "";
		logger$1.error(`Unable to connect to the database${dataSourceInfo}.${verboseMessage} Retrying (${errorCount + 1})...`, error.stack);
		if (errorCount + 1 >= retryAttempts) throw error;
		return errorCount + 1;
	}, 0), (0, rxjs_operators.delay)(retryDelay))));
}
function getDataSourceName(options) {
	return options && options.name ? options.name : DEFAULT_DATA_SOURCE_NAME;
}
const generateString = () => crypto.randomUUID();
// node_modules/@nestjs/typeorm/dist/entities-metadata.storage.js
var EntitiesMetadataStorage = class {
	static storage = /* @__PURE__ */ new Map();
	static addEntitiesByDataSource(dataSource, entities) {
		const dataSourceToken = typeof dataSource === "string" ? dataSource : dataSource.name;
		if (!dataSourceToken) return;
		let collection = this.storage.get(dataSourceToken);
		if (!collection) {
			collection = [];
			this.storage.set(dataSourceToken, collection);
		}
		entities.forEach((entity) => {
			if (collection.includes(entity)) return;
			collection.push(entity);
		});
	}
	static getEntitiesByDataSource(dataSource) {
		const dataSourceToken = typeof dataSource === "string" ? dataSource : dataSource.name;
		if (!dataSourceToken) return [];
		return this.storage.get(dataSourceToken) || [];
	}
};
// node_modules/@nestjs/core/errors/messages.js
/**
* Returns the name of an instance or `undefined`
* @param instance The instance which should get the name from
*/
const getInstanceName = (instance) => {
	if (instance?.forwardRef) return instance.forwardRef()?.name;
	if (instance?.module) return instance.module?.name;
	return instance?.name;
};
/**
* Returns the name of the dependency.
* Tries to get the class name, otherwise the string value
* (= injection token). As fallback to any falsy value for `dependency`, it
* returns `fallbackValue`
* @param dependency The name of the dependency to be displayed
* @param fallbackValue The fallback value if the dependency is falsy
* @param disambiguated Whether dependency's name is disambiguated with double quotes
*/
const getDependencyName = (dependency, fallbackValue, disambiguated = true) => getInstanceName(dependency) || isSymbol(dependency) && dependency.toString() || (dependency ? disambiguated ? `"${dependency}"` : dependency : void 0) || fallbackValue;
/**
* Returns the name of the module
* Tries to get the class name. As fallback it returns 'current'.
* @param module The module which should get displayed
*/
const getModuleName = (module) => module && getInstanceName(module.metatype) || "current";
const UNKNOWN_DEPENDENCIES_MESSAGE = (type, unknownDependencyContext, moduleRef) => {
	const { index, name, dependencies, key } = unknownDependencyContext;
	const moduleName = getModuleName(moduleRef);
	const dependencyName = getDependencyName(name, "dependency");
	const isImportTypeIssue = !isNil(index) && dependencies && (dependencies[index] === void 0 || dependencies[index] === Object || typeof dependencies[index] === "function" && dependencies[index].name === "Object");
	let potentialSolutions;
	if (isImportTypeIssue) potentialSolutions = `\n
Potential solutions:
- The dependency at index [${index}] appears to be undefined at runtime
- This commonly occurs when using 'import type' instead of 'import' for injectable classes
- Check your imports and change:
  ❌ import type { SomeService } from './some.service';
  ✅ import { SomeService } from './some.service';
- Ensure the imported class is decorated with @Injectable() or is a valid provider
- If using dynamic imports, ensure the class is available at runtime, not just for type checking

For more common dependency resolution issues, see: https://docs.nestjs.com/faq/common-errors`;
	else potentialSolutions = moduleName !== "current" ? `\n
Potential solutions:
- Is ${moduleName} a valid NestJS module?
- If ${dependencyName} is a provider, is it part of the current ${moduleName}?
- If ${dependencyName} is exported from a separate @Module, is that module imported within ${moduleName}?
  @Module({
    imports: [ /* the Module containing ${dependencyName} */ ]
  })

For more common dependency resolution issues, see: https://docs.nestjs.com/faq/common-errors` : `\n
Potential solutions:
- If ${dependencyName} is a provider, is it part of the current Module?
- If ${dependencyName} is exported from a separate @Module, is that module imported within Module?
  @Module({
    imports: [ /* the Module containing ${dependencyName} */ ]
  })

For more common dependency resolution issues, see: https://docs.nestjs.com/faq/common-errors`;
	let message = `Nest can't resolve dependencies of the ${type.toString()}`;
	if (isNil(index)) {
		message += `. Please make sure that the "${key.toString()}" property is available in the current context.${potentialSolutions}`;
		return message;
	}
	const dependenciesName = (dependencies || []).map((dependencyName) => getDependencyName(dependencyName, "+", false));
	dependenciesName[index] = "?";
	const tokenFragment = !isImportTypeIssue && name !== void 0 ? ` ${dependencyName}` : "";
	const contextLabel = isImportTypeIssue ? "current" : moduleName;
	message += ` (`;
	message += dependenciesName.join(", ");
	message += `). Please make sure that the argument${tokenFragment} at index [${index}]`;
	message += ` is available in the ${contextLabel} module.`;
	message += potentialSolutions;
	return message;
};
const MISSING_DECORATOR_METADATA_MESSAGE = (type, index) => `The ${type.toString()} has no decorator metadata, so nothing says what to inject as the argument at index [${index}], and it will be undefined.

Potential solutions:
- Name the dependency with @Inject(), which needs no metadata:
  constructor(@Inject(SomeService) private readonly someService: SomeService) {}
- Or run the application with a compiler that emits the metadata, such as the Nest CLI, tsc or SWC, with "emitDecoratorMetadata" enabled in tsconfig.json. tsx and esbuild don't emit it.

For more common dependency resolution issues, see: https://docs.nestjs.com/faq/common-errors`;
const INVALID_CLASS_SCOPE_MESSAGE = (text, name) => `${name || "This class"} is marked as a scoped provider. Request and transient-scoped providers can't be used in combination with "get()" method. Please, use "resolve()" instead.`;
const REQUEST_SCOPED_CREATE_MESSAGE = (name) => `${name} depends on a request-scoped provider, so it can't be created without a context id. Please, use "create(type, contextId)" instead.`;
// node_modules/@nestjs/core/errors/exceptions/runtime.exception.js
var RuntimeException = class extends Error {
	constructor(message = ``) {
		super(message);
	}
	what() {
		return this.message;
	}
};
const STATIC_CONTEXT = Object.freeze({ id: 1 });
// node_modules/@nestjs/core/helpers/class-ref-registry.js
/**
* Maps the prototype of each class Nest instantiates to that class.
* The `constructor` property of a prototype cannot be relied on for this:
* mixin helpers overwrite it, and class decorators returning a `Proxy` leave
* it pointing at the wrapped class.
*/
const classRefsByPrototype = /* @__PURE__ */ new WeakMap();
function registerClassRef(classRef) {
	if (classRef.prototype) classRefsByPrototype.set(classRef.prototype, classRef);
}
// node_modules/@nestjs/core/errors/exceptions/circular-dependency.exception.js
var CircularDependencyException = class extends RuntimeException {
	constructor(context) {
		const ctx = context ? ` inside ${context}` : ``;
		super(`A circular dependency has been detected${ctx}. Please, make sure that each side of a bidirectional relationships are decorated with "forwardRef()". Note that circular relationships between custom providers (e.g., factories) are not supported since functions cannot be called more than once.`);
	}
};
// node_modules/@nestjs/core/errors/exceptions/unknown-element.exception.js
var UnknownElementException = class extends RuntimeException {
	constructor(name) {
		name = name && name.toString();
		super(`Nest could not find ${name || "given"} element (this provider does not exist in the current context)`);
	}
};
// node_modules/@nestjs/core/errors/exceptions/invalid-class-scope.exception.js
var InvalidClassScopeException = class extends RuntimeException {
	constructor(metatypeOrToken) {
		let name = isFunction(metatypeOrToken) ? metatypeOrToken.name : metatypeOrToken;
		name = name && name.toString();
		super(INVALID_CLASS_SCOPE_MESSAGE`${name}`);
	}
};
// node_modules/@nestjs/core/errors/exceptions/request-scoped-create.exception.js
var RequestScopedCreateException = class extends RuntimeException {
	constructor(name) {
		super(REQUEST_SCOPED_CREATE_MESSAGE(name));
	}
};
// node_modules/@nestjs/core/helpers/get-class-scope.js
function getClassScope(provider) {
	const metadata = Reflect.getMetadata(SCOPE_OPTIONS_METADATA, provider);
	return metadata && metadata.scope;
}
// node_modules/@nestjs/core/helpers/is-durable.js
function isDurable(provider) {
	const metadata = Reflect.getMetadata(SCOPE_OPTIONS_METADATA, provider);
	return metadata && metadata.durable;
}
// node_modules/@nestjs/core/injector/abstract-instance-resolver.js
var AbstractInstanceResolver = class {
	find(typeOrToken, options) {
		const instanceLinkOrArray = this.instanceLinksHost.get(typeOrToken, options);
		const pluckInstance = ({ wrapperRef }) => {
			if (wrapperRef.scope === Scope.REQUEST || wrapperRef.scope === Scope.TRANSIENT || !wrapperRef.isDependencyTreeStatic()) throw new InvalidClassScopeException(typeOrToken);
			return wrapperRef.instance;
		};
		if (Array.isArray(instanceLinkOrArray)) return instanceLinkOrArray.map(pluckInstance);
		return pluckInstance(instanceLinkOrArray);
	}
	async resolvePerContext(typeOrToken, contextModule, contextId, options) {
		const instanceLinkOrArray = options?.strict ? this.instanceLinksHost.get(typeOrToken, {
			moduleId: contextModule.id,
			each: options.each
		}) : this.instanceLinksHost.get(typeOrToken, { each: options?.each });
		const pluckInstance = async (instanceLink) => {
			let { wrapperRef, collection } = instanceLink;
			if (wrapperRef.isAlias) {
				wrapperRef = this.injector.getAliasedWrapper(wrapperRef);
				collection = wrapperRef.host?.providers ?? collection;
			}
			if (wrapperRef.isDependencyTreeStatic() && !wrapperRef.isTransient) return wrapperRef.instance;
			const ctorHost = wrapperRef.instance || { constructor: typeOrToken };
			const instance = await this.injector.loadPerContext(ctorHost, wrapperRef.host, collection, contextId, wrapperRef);
			if (!instance) throw new UnknownElementException();
			return instance;
		};
		if (Array.isArray(instanceLinkOrArray)) return Promise.all(instanceLinkOrArray.map((instanceLink) => pluckInstance(instanceLink)));
		return pluckInstance(instanceLinkOrArray);
	}
};
// node_modules/@nestjs/core/errors/exceptions/undefined-dependency.exception.js
var UndefinedDependencyException = class extends RuntimeException {
	constructor(type, undefinedDependencyContext, moduleRef) {
		super(UNKNOWN_DEPENDENCIES_MESSAGE(type, undefinedDependencyContext, moduleRef));
	}
};
// node_modules/@nestjs/core/errors/exceptions/unknown-dependencies.exception.js
var UnknownDependenciesException = class extends RuntimeException {
	type;
	context;
	metadata;
	moduleRef;
	constructor(type, context, moduleRef, metadata) {
		super(UNKNOWN_DEPENDENCIES_MESSAGE(type, context, moduleRef));
		this.type = type;
		this.context = context;
		this.metadata = metadata;
		this.moduleRef = moduleRef && { id: moduleRef.id };
	}
};
// node_modules/@nestjs/core/helpers/barrier.js
/**
* A simple barrier to synchronize flow of multiple async operations.
*/
var Barrier = class {
	currentCount;
	targetCount;
	promise;
	resolve;
	constructor(targetCount) {
		this.currentCount = 0;
		this.targetCount = targetCount;
		this.promise = new Promise((resolve) => {
			this.resolve = resolve;
		});
		if (targetCount === 0) this.resolve();
	}
	/**
	* Signal that a participant has reached the barrier.
	*
	* The barrier will be resolved once `targetCount` participants have reached it.
	*/
	signal() {
		this.currentCount += 1;
		if (this.currentCount >= this.targetCount) this.resolve();
	}
	/**
	* Wait for the barrier to be resolved.
	*
	* @returns A promise that resolves when the barrier is resolved.
	*/
	async wait() {
		return this.promise;
	}
	/**
	* Signal that a participant has reached the barrier and wait for the barrier to be resolved.
	*
	* The barrier will be resolved once `targetCount` participants have reached it.
	*
	* @returns A promise that resolves when the barrier is resolved.
	*/
	async signalAndWait() {
		this.signal();
		return this.wait();
	}
};
// node_modules/@nestjs/core/helpers/safe-instance-decorator.js
const logger = new Logger("InstrumentLogger");
/**
* Wraps an `instrument.instanceDecorator` so that a decorator throwing on a
* given instance (e.g. when inspecting a Proxy whose traps throw outside of
* their intended context, such as `nestjs-cls` proxy providers) does not
* crash the application bootstrap. The original, undecorated instance is
* used instead and a warning is logged.
*/
function makeSafeInstanceDecorator(decorator) {
	return (target) => {
		try {
			return decorator(target);
		} catch (err) {
			logger.warn(`The "instanceDecorator" function threw an error while decorating an instance (${err?.message ?? err}). The undecorated instance will be used instead.`);
			return target;
		}
	};
}
// node_modules/@nestjs/core/injector/helpers/is-debug-mode.util.js
function isDebugMode() {
	return !!process.env.NEST_DEBUG;
}
// node_modules/@nestjs/core/injector/settlement-signal.js
/**
* SettlementSignal is used to signal the resolution of a provider/instance.
* Calling `complete` or `error` will resolve the promise returned by `asPromise`.
* Can be used to detect circular dependencies.
*/
var SettlementSignal = class {
	_refs = /* @__PURE__ */ new Map();
	settledPromise;
	settleFn;
	completed = false;
	constructor() {
		this.settledPromise = new Promise((resolve) => {
			this.settleFn = resolve;
		});
	}
	/**
	* Resolves the promise returned by `asPromise`.
	*/
	complete() {
		this.markSettled();
		this.settleFn();
	}
	/**
	* Rejects the promise returned by `asPromise` with the given error.
	* @param err Error to reject the promise returned by `asPromise` with.
	*/
	error(err) {
		this.markSettled();
		this.settleFn(err);
	}
	/**
	* Returns a promise that will be resolved when `complete` or `error` is called.
	* @returns Promise that will be resolved when `complete` or `error` is called.
	*/
	asPromise() {
		return this.settledPromise;
	}
	/**
	* Inserts a wrapper that the host of this signal depends on.
	* @param ref Wrapper to insert.
	*/
	insertRef(ref) {
		if (!this.completed) this._refs.set(ref.id, ref);
	}
	/**
	* Check if relationship is circular, i.e. whether the host of this signal
	* is still waiting, directly or through other pending dependencies, on the
	* given wrapper.
	* @param wrapperId Wrapper id to check.
	* @returns True if relationship is circular, false otherwise.
	*/
	isCycle(wrapperId) {
		return this.waitsOn(wrapperId, /* @__PURE__ */ new Set());
	}
	/**
	* A settled signal is no longer part of any cycle, while its refs can reach
	* the instances of a single request and the wrapper keeps its latest signal
	* for the lifetime of the application.
	*/
	markSettled() {
		this.completed = true;
		this._refs.clear();
	}
	waitsOn(wrapperId, visited) {
		if (this.completed || visited.has(this)) return false;
		visited.add(this);
		for (const [refId, ref] of this._refs) if (refId === wrapperId || ref.settlementSignal?.waitsOn(wrapperId, visited)) return true;
		return false;
	}
};
// node_modules/@nestjs/core/injector/injector.js
/**
* An edge to a dependency, which follows the signal of its load for one
* context. The signal is read lazily, as the load creates it after the edge.
*/
var HostSettlementRef = class {
	id;
	host;
	constructor(id, host) {
		this.id = id;
		this.host = host;
	}
	get settlementSignal() {
		return this.host.settlementSignal;
	}
};
/**
* Durable instances that may reference the placeholder of a provider whose
* deferred load failed, with the error (see `trackDurableDeferredLoad`).
* These instances live in instance wrappers that every injector of an
* application shares (the one of the application, the one of each
* `ModuleRef`, and those of microservices and gateways), so this is shared
* by all injectors too: an instance one of them knows to be built with a
* failed placeholder must not be handed out by another.
*/
const failedInstances = /* @__PURE__ */ new WeakMap();
var Injector = class {
	options;
	logger = new Logger("InjectorLogger");
	classesWithoutMetadata = /* @__PURE__ */ new WeakSet();
	instanceDecorator = (target) => target;
	/**
	* Per-context loads that the provider which started them could not wait
	* for (see `resolveComponentHost`), awaited by `waitForDeferredLoads`.
	*/
	deferredLoads = /* @__PURE__ */ new WeakMap();
	/**
	* Deferred loads that are still running, per durable dependent of the
	* provider being loaded and per context of that dependent (see
	* `trackDurableDeferredLoad`). Like `deferredLoads`, these are kept per
	* injector: a durable provider that resolves another one through its own
	* `ModuleRef` while such a load runs must not wait for it, as the load may
	* be waiting for that provider.
	*/
	durableDeferredLoads = /* @__PURE__ */ new WeakMap();
	failedInstances = failedInstances;
	constructor(options) {
		this.options = options;
		if (options?.instanceDecorator) this.instanceDecorator = makeSafeInstanceDecorator(options.instanceDecorator);
	}
	loadPrototype({ token }, collection, contextId = STATIC_CONTEXT) {
		if (!collection) return;
		const target = collection.get(token);
		const instance = target.createPrototype(contextId);
		if (instance) target.setInstanceByContextId(contextId, { instance });
	}
	async loadInstance(wrapper, collection, moduleRef, resolutionContext = { contextId: STATIC_CONTEXT }) {
		const inquirerId = this.getContextInquirerId(resolutionContext);
		const hostContextId = this.getContextId(resolutionContext.contextId, wrapper);
		const instanceHost = this.getInstanceHost(wrapper, hostContextId, inquirerId);
		if (instanceHost.isPending) {
			const settlementSignal = instanceHost.settlementSignal;
			if (resolutionContext.inquirer && settlementSignal?.isCycle(resolutionContext.inquirer.id)) throw new CircularDependencyException(`"${wrapper.name}"`);
			return instanceHost.donePromise.then((err) => {
				if (err) throw err;
				if (this.failedInstances.has(instanceHost)) throw this.failedInstances.get(instanceHost);
				this.linkDurableDeferredLoads(wrapper, resolutionContext.contextId, hostContextId);
			});
		}
		const settlementSignal = this.applySettlementSignal(instanceHost, wrapper);
		const token = wrapper.token || wrapper.name;
		const { inject } = wrapper;
		const targetWrapper = collection.get(token);
		if (isUndefined(targetWrapper)) throw new RuntimeException();
		if (instanceHost.isResolved) return settlementSignal.complete();
		try {
			const t0 = this.getNowTimestamp();
			const localResolutionContext = this.createResolutionContext(resolutionContext.contextId, wrapper, inquirerId);
			const callback = async (instances, depth = 0) => {
				const properties = await this.resolveProperties(wrapper, moduleRef, inject, localResolutionContext, resolutionContext.inquirer);
				const instance = await this.instantiateClass(instances, wrapper, targetWrapper, wrapper.isTransient ? localResolutionContext : resolutionContext);
				this.applyProperties(instance, properties);
				const propertiesDepth = Math.max(0, ...(wrapper.getPropertiesMetadata() ?? []).map((property) => property.wrapper.hierarchyLevel));
				wrapper.hierarchyLevel = Math.max(depth, propertiesDepth) + 1;
				wrapper.initTime = this.getNowTimestamp() - t0;
				settlementSignal.complete();
			};
			await this.resolveConstructorParams(wrapper, moduleRef, inject, callback, localResolutionContext, resolutionContext.inquirer);
			if (!instanceHost.isResolved) settlementSignal.complete();
		} catch (err) {
			wrapper.removeInstanceByContextId(this.getContextId(resolutionContext.contextId, wrapper), inquirerId);
			settlementSignal.error(err);
			throw err;
		}
	}
	async loadMiddleware(wrapper, collection, moduleRef, contextId = STATIC_CONTEXT, inquirer) {
		const { metatype, token } = wrapper;
		const targetWrapper = collection.get(token);
		if (!isUndefined(targetWrapper.instance)) return;
		targetWrapper.instance = Object.create(metatype.prototype);
		await this.loadInstance(wrapper, collection, moduleRef, this.createResolutionContext(contextId, inquirer || wrapper));
	}
	async loadController(wrapper, moduleRef, contextId = STATIC_CONTEXT) {
		const controllers = moduleRef.controllers;
		await this.loadInstance(wrapper, controllers, moduleRef, this.createResolutionContext(contextId, wrapper));
		if (wrapper.isDependencyTreeStatic()) return this.loadEnhancers(contextId, wrapper, wrapper.getEnhancersMetadata() || []);
		await this.loadEnhancersPerContext(wrapper, contextId, wrapper);
	}
	async loadInjectable(wrapper, moduleRef, contextId = STATIC_CONTEXT, inquirer) {
		const injectables = moduleRef.injectables;
		await this.loadInstance(wrapper, injectables, moduleRef, this.createResolutionContext(contextId, inquirer));
	}
	async loadProvider(wrapper, moduleRef, resolutionContext = { contextId: STATIC_CONTEXT }) {
		if (this.shouldSkipProviderLoading(wrapper, resolutionContext)) {
			if (!resolutionContext.inquirer) await this.lookupSkippedProviderDependencies(wrapper, moduleRef);
			return;
		}
		const providers = moduleRef.providers;
		await this.loadInstance(wrapper, providers, moduleRef, resolutionContext);
		if (resolutionContext.contextId === STATIC_CONTEXT && !resolutionContext.inquirer && wrapper.isDependencyTreeStatic()) {
			const enhancers = wrapper.getEnhancersMetadata() || [];
			return this.loadEnhancers(STATIC_CONTEXT, wrapper, enhancers.filter((item) => item.isTransient));
		}
		await this.loadEnhancersPerContext(wrapper, resolutionContext.contextId, wrapper);
	}
	applySettlementSignal(instancePerContext, host) {
		const settlementSignal = new SettlementSignal();
		instancePerContext.donePromise = settlementSignal.asPromise();
		instancePerContext.isPending = true;
		instancePerContext.settlementSignal = settlementSignal;
		host.settlementSignal = settlementSignal;
		return settlementSignal;
	}
	async resolveConstructorParams(wrapper, moduleRef, inject, callback, resolutionContext = { contextId: STATIC_CONTEXT }, parentInquirer) {
		const metadata = wrapper.getCtorMetadata();
		if (resolutionContext.contextId !== STATIC_CONTEXT && this.hasDenseCtorMetadata(wrapper, inject, metadata)) return callback(await this.loadCtorMetadata(metadata, resolutionContext.contextId, resolutionContext.inquirer, parentInquirer));
		const [dependencies, optionalDependenciesIds] = !isNil(inject) ? this.getFactoryProviderDependencies(wrapper) : this.getClassDependencies(wrapper);
		const paramBarrier = new Barrier(dependencies.length);
		let isResolved = true;
		let depth = 0;
		const resolveParam = async (param, index) => {
			let isFound = false;
			try {
				if (this.isInquirer(param, parentInquirer)) {
					paramBarrier.signal();
					return parentInquirer && parentInquirer.instance;
				}
				if (resolutionContext.inquirer?.isTransient && parentInquirer) resolutionContext.rootInquirer = parentInquirer;
				const nestedResolutionContext = this.getStaticTransientResolutionContext(resolutionContext, parentInquirer);
				const paramWrapper = await this.resolveSingleParam(wrapper, param, {
					index,
					dependencies
				}, moduleRef, nestedResolutionContext, index);
				isFound = true;
				await paramBarrier.signalAndWait();
				const effectiveResolutionContext = this.getEffectiveResolutionContext(paramWrapper, resolutionContext, parentInquirer);
				const paramWrapperWithInstance = await this.resolveComponentHost(moduleRef, paramWrapper, effectiveResolutionContext);
				if (paramWrapperWithInstance.hierarchyLevel > depth) depth = paramWrapperWithInstance.hierarchyLevel;
				const instanceHost = paramWrapperWithInstance.getInstanceByContextId(this.getContextId(effectiveResolutionContext.contextId, paramWrapperWithInstance), effectiveResolutionContext.effectiveInquirerId);
				if (!instanceHost.isResolved && !paramWrapperWithInstance.forwardRef) isResolved = false;
				if (this.shouldInjectDurablePayload(paramWrapperWithInstance, wrapper, parentInquirer, resolutionContext.contextId)) return resolutionContext.contextId.payload;
				return instanceHost?.instance;
			} catch (err) {
				paramBarrier.signal();
				if (!optionalDependenciesIds.includes(index) || this.isLoadOfFoundDependency(isFound, resolutionContext)) throw err;
				return;
			}
		};
		const loads = dependencies.map(resolveParam);
		let instances;
		try {
			instances = await Promise.all(loads);
		} catch (err) {
			this.releaseDetachedWrappersOnSettle(loads, wrapper, parentInquirer);
			throw err;
		}
		this.releaseDetachedWrappers(wrapper, parentInquirer);
		isResolved && await callback(instances, depth);
	}
	getClassDependencies(wrapper) {
		const ctorRef = wrapper.metatype;
		const dependencies = this.reflectConstructorParams(ctorRef);
		const optionalDependenciesIds = this.reflectOptionalParams(ctorRef);
		this.warnOnMissingDecoratorMetadata(ctorRef, dependencies, optionalDependenciesIds);
		return [dependencies, optionalDependenciesIds];
	}
	/**
	* A decorated class that takes constructor parameters has parameter types
	* only if its compiler emits decorator metadata, and tsx and esbuild don't.
	* Without them, a dependency nothing names is `undefined` until the first
	* request that uses it, so this says so while the application starts. It
	* doesn't throw, as a class may tolerate that. An undecorated class has no
	* metadata either way, so it isn't checked.
	*/
	warnOnMissingDecoratorMetadata(type, dependencies, optionalDependenciesIds) {
		if (type.length === 0 || this.classesWithoutMetadata.has(type) || Reflect.hasMetadata("design:paramtypes", type) || Reflect.getOwnMetadataKeys(type).length === 0) return;
		for (let index = 0; index < type.length; index++) if (dependencies[index] === void 0 && !optionalDependenciesIds.includes(index)) {
			this.classesWithoutMetadata.add(type);
			this.logger.warn(MISSING_DECORATOR_METADATA_MESSAGE(type.name, index));
			return;
		}
	}
	getFactoryProviderDependencies(wrapper) {
		const optionalDependenciesIds = [];
		/**
		* Same as the internal utility function `isOptionalFactoryDependency` from `@nestjs/common`.
		* We are duplicating it here because that one is not supposed to be exported.
		*/
		function isOptionalFactoryDependency(value) {
			const token = value?.token;
			if (isNil(token)) return false;
			return !isUndefined(value.optional) && !value.prototype;
		}
		const mapFactoryProviderInjectArray = (item, index) => {
			const token = !isNil(item) && typeof item === "object" && "token" in item ? item.token : item;
			if (isNil(token)) throw new UndefinedDependencyException(wrapper.name, {
				index,
				dependencies: wrapper.inject ?? void 0
			});
			if (typeof item !== "object") return item;
			if (isOptionalFactoryDependency(item)) {
				if (item.optional) optionalDependenciesIds.push(index);
				return item?.token;
			}
			return item;
		};
		const inject = wrapper.inject ?? [];
		return [Array.from(inject, mapFactoryProviderInjectArray), optionalDependenciesIds];
	}
	reflectConstructorParams(type) {
		const paramtypes = [...Reflect.getMetadata("design:paramtypes", type) || []];
		this.reflectSelfParams(type).forEach(({ index, param }) => paramtypes[index] = param);
		return Array.from(paramtypes);
	}
	reflectOptionalParams(type) {
		const ctorOwner = this.getConstructorOwner(type);
		return Reflect.getOwnMetadata("optional:paramtypes", ctorOwner) || [];
	}
	/**
	* Returns the class in the prototype chain that declares the constructor
	* `type` is instantiated with. A subclass without its own constructor
	* inherits both the parent's parameter types and its `@Optional()` flags,
	* while a subclass that redeclares the constructor must not inherit the
	* parent's flags, as its parameters are unrelated to the parent's.
	*/
	getConstructorOwner(type) {
		let current = type;
		while (isFunction(current) && current !== Function.prototype) {
			if (Reflect.hasOwnMetadata("design:paramtypes", current) || Reflect.hasOwnMetadata("optional:paramtypes", current) || Reflect.hasOwnMetadata("self:paramtypes", current)) return current;
			current = Object.getPrototypeOf(current);
		}
		return type;
	}
	reflectSelfParams(type) {
		return Reflect.getMetadata("self:paramtypes", type) || [];
	}
	async resolveSingleParam(wrapper, param, dependencyContext, moduleRef, resolutionContext = { contextId: STATIC_CONTEXT }, keyOrIndex) {
		if (isUndefined(param)) {
			this.logger.log("Nest encountered an undefined dependency. This may be due to a circular import or a missing dependency declaration.");
			throw new UndefinedDependencyException(wrapper.name, dependencyContext, moduleRef);
		}
		const token = this.resolveParamToken(wrapper, param);
		return this.resolveComponentWrapper(moduleRef, token, dependencyContext, wrapper, resolutionContext, keyOrIndex);
	}
	resolveParamToken(wrapper, param) {
		if (typeof param === "object" && "forwardRef" in param) {
			wrapper.forwardRef = true;
			return param.forwardRef();
		}
		return param;
	}
	async resolveComponentWrapper(moduleRef, token, dependencyContext, wrapper, resolutionContext = { contextId: STATIC_CONTEXT }, keyOrIndex) {
		this.printResolvingDependenciesLog(token, resolutionContext.inquirer);
		this.printLookingForProviderLog(token, moduleRef);
		const providers = moduleRef.providers;
		return this.lookupComponent(providers, moduleRef, {
			...dependencyContext,
			name: token
		}, wrapper, resolutionContext, keyOrIndex);
	}
	async resolveComponentHost(moduleRef, instanceWrapper, resolutionContext = { contextId: STATIC_CONTEXT }) {
		const inquirerId = this.getContextInquirerId(resolutionContext);
		const instanceHost = this.getInstanceHost(instanceWrapper, this.getContextId(resolutionContext.contextId, instanceWrapper), inquirerId);
		if (!instanceHost.isResolved && !instanceWrapper.forwardRef) {
			this.insertSettlementRef(resolutionContext, instanceWrapper, instanceHost);
			await this.loadProvider(instanceWrapper, instanceWrapper.host ?? moduleRef, resolutionContext);
		} else if (!instanceHost.isResolved && instanceWrapper.forwardRef && (resolutionContext.contextId !== STATIC_CONTEXT || !!inquirerId)) {
			/**
			* When circular dependency has been detected between
			* either request/transient providers, we have to asynchronously
			* resolve instance host for a specific contextId or inquirer, to ensure
			* that eventual lazily created instance will be merged with the prototype
			* instantiated beforehand.
			*/
			if (instanceHost.donePromise) {
				const deferredLoad = instanceHost.donePromise.then((err) => {
					if (err) throw err;
					if (this.failedInstances.has(instanceHost)) throw this.failedInstances.get(instanceHost);
					return this.loadProvider(instanceWrapper, instanceWrapper.host ?? moduleRef, resolutionContext);
				});
				deferredLoad.catch((err) => {
					instanceHost.settlementSignal?.error(err);
				});
				this.addDeferredLoad(resolutionContext.contextId, deferredLoad);
				this.trackDurableDeferredLoad(instanceWrapper, resolutionContext.contextId, deferredLoad);
			} else {
				/**
				* No load has ever been scheduled for this context (e.g., request-scoped
				* providers are no longer instantiated during static bootstrap, so a fresh
				* durable/request sub-tree host has no inherited `donePromise`).
				* Record the edge before loading it, so that if this load reaches the
				* inquirer while it is still pending, `isCycle()` sees the cycle and throws
				* instead of awaiting a `donePromise` that depends on itself.
				*/
				this.insertSettlementRef(resolutionContext, instanceWrapper, instanceHost);
				await this.loadProvider(instanceWrapper, instanceWrapper.host ?? moduleRef, resolutionContext);
			}
		}
		if (instanceWrapper.async) {
			const host = instanceWrapper.getInstanceByContextId(this.getContextId(resolutionContext.contextId, instanceWrapper), inquirerId);
			host.instance = await host.instance;
			instanceWrapper.setInstanceByContextId(resolutionContext.contextId, host, inquirerId);
		}
		this.linkDurableDeferredLoads(instanceWrapper, resolutionContext.contextId, this.getContextId(resolutionContext.contextId, instanceWrapper));
		return instanceWrapper;
	}
	async lookupComponent(providers, moduleRef, dependencyContext, wrapper, resolutionContext = { contextId: STATIC_CONTEXT }, keyOrIndex) {
		const token = wrapper.token || wrapper.name;
		const { name } = dependencyContext;
		if (wrapper && token === name) throw new UnknownDependenciesException(wrapper.name, dependencyContext, moduleRef, { id: wrapper.id });
		if (name && providers.has(name)) {
			const instanceWrapper = this.getDependencyWrapper(providers.get(name), wrapper);
			this.printFoundInModuleLog(name, moduleRef);
			this.addDependencyMetadata(keyOrIndex, wrapper, instanceWrapper);
			return instanceWrapper;
		}
		return this.lookupComponentInParentModules(dependencyContext, moduleRef, wrapper, resolutionContext, keyOrIndex);
	}
	async lookupComponentInParentModules(dependencyContext, moduleRef, wrapper, resolutionContext = { contextId: STATIC_CONTEXT }, keyOrIndex) {
		const instanceWrapper = await this.lookupComponentInImports(moduleRef, dependencyContext.name, wrapper, /* @__PURE__ */ new Set(), resolutionContext, keyOrIndex);
		if (isNil(instanceWrapper)) throw new UnknownDependenciesException(wrapper.name, dependencyContext, moduleRef, { id: wrapper.id });
		return instanceWrapper;
	}
	async lookupComponentInImports(moduleRef, name, wrapper, moduleRegistry = /* @__PURE__ */ new Set(), resolutionContext = { contextId: STATIC_CONTEXT }, keyOrIndex, isTraversing) {
		return this.lookupComponentInImportsSync(moduleRef, name, wrapper, moduleRegistry, resolutionContext, keyOrIndex, isTraversing);
	}
	/**
	* Recursive part of `lookupComponentInImports`. Kept synchronous so a lookup
	* walks the import graph in one go instead of yielding to other in-flight
	* resolutions at every import level.
	*/
	lookupComponentInImportsSync(moduleRef, name, wrapper, moduleRegistry, resolutionContext, keyOrIndex, isTraversing) {
		let instanceWrapperRef = null;
		const imports = moduleRef.imports || /* @__PURE__ */ new Set();
		for (const relatedModule of imports) {
			if (!relatedModule) continue;
			if (isTraversing && !moduleRef.exports.has(relatedModule.metatype)) continue;
			if (moduleRegistry.has(relatedModule.id)) continue;
			this.printLookingForProviderLog(name, relatedModule);
			moduleRegistry.add(relatedModule.id);
			const { providers, exports } = relatedModule;
			if (!exports.has(name) || !providers.has(name)) {
				const instanceRef = this.lookupComponentInImportsSync(relatedModule, name, wrapper, moduleRegistry, resolutionContext, keyOrIndex, true);
				if (instanceRef) {
					this.addDependencyMetadata(keyOrIndex, wrapper, instanceRef);
					return instanceRef;
				}
				continue;
			}
			this.printFoundInModuleLog(name, relatedModule);
			instanceWrapperRef = this.getDependencyWrapper(providers.get(name), wrapper);
			this.addDependencyMetadata(keyOrIndex, wrapper, instanceWrapperRef);
			break;
		}
		return instanceWrapperRef;
	}
	/**
	* Returns the provider that an alias (`useExisting`) stands for, following
	* a chain of aliases, each looked up the way the alias looks it up when it
	* is loaded. An alias is a default-scoped provider of its own, so injecting
	* it would hand the one instance it got itself to every consumer, which
	* breaks a transient provider behind it. Returns the alias as it is when
	* the provider it stands for is not found, or when the aliases point to
	* each other, so that loading the alias reports it.
	*
	* Synchronous, so that a lookup settles after as many microtask hops
	* whether it finds an alias or not.
	*/
	getAliasedWrapper(alias) {
		const aliases = /* @__PURE__ */ new Set();
		let instanceWrapper = alias;
		while (instanceWrapper.isAlias && instanceWrapper.host) {
			if (aliases.has(instanceWrapper)) return alias;
			aliases.add(instanceWrapper);
			const dependency = instanceWrapper.inject?.[0];
			const token = isObject(dependency) && "forwardRef" in dependency ? dependency.forwardRef() : dependency;
			if (isNil(token)) return alias;
			const { host } = instanceWrapper;
			const aliasedWrapper = host.providers.get(token) ?? this.lookupComponentInImportsSync(host, token, instanceWrapper, /* @__PURE__ */ new Set(), { contextId: STATIC_CONTEXT }, 0);
			if (!aliasedWrapper) return alias;
			instanceWrapper = aliasedWrapper;
		}
		return instanceWrapper;
	}
	/**
	* The wrapper to inject for the one found for a dependency of the given
	* wrapper: the provider an alias stands for (see `getAliasedWrapper`),
	* except to another alias, which loads it itself.
	*/
	getDependencyWrapper(instanceWrapper, wrapper) {
		return instanceWrapper.isAlias && !wrapper.isAlias ? this.getAliasedWrapper(instanceWrapper) : instanceWrapper;
	}
	async resolveProperties(wrapper, moduleRef, inject, resolutionContext = { contextId: STATIC_CONTEXT }, parentInquirer) {
		if (!isNil(inject)) return [];
		const metadata = wrapper.getPropertiesMetadata();
		if (resolutionContext.contextId !== STATIC_CONTEXT && this.hasCompletePropertiesMetadata(wrapper, metadata)) return this.loadPropertiesMetadata(metadata, resolutionContext.contextId, resolutionContext.inquirer, parentInquirer);
		const properties = this.reflectProperties(wrapper.metatype);
		const propertyBarrier = new Barrier(properties.length);
		const loads = properties.map(async (item) => {
			let isFound = false;
			try {
				const dependencyContext = {
					key: item.key,
					name: item.name
				};
				if (this.isInquirer(item.name, parentInquirer)) {
					propertyBarrier.signal();
					return parentInquirer && parentInquirer.instance;
				}
				const nestedResolutionContext = this.getStaticTransientResolutionContext(resolutionContext, parentInquirer);
				const paramWrapper = await this.resolveSingleParam(wrapper, item.name, dependencyContext, moduleRef, nestedResolutionContext, item.key);
				isFound = true;
				await propertyBarrier.signalAndWait();
				const effectivePropertyResolutionContext = this.getEffectiveResolutionContext(paramWrapper, resolutionContext, parentInquirer);
				const paramWrapperWithInstance = await this.resolveComponentHost(moduleRef, paramWrapper, effectivePropertyResolutionContext);
				if (!paramWrapperWithInstance) return;
				const instanceHost = paramWrapperWithInstance.getInstanceByContextId(this.getContextId(effectivePropertyResolutionContext.contextId, paramWrapperWithInstance), effectivePropertyResolutionContext.effectiveInquirerId);
				if (this.shouldInjectDurablePayload(paramWrapperWithInstance, wrapper, parentInquirer, resolutionContext.contextId)) return resolutionContext.contextId.payload;
				return instanceHost.instance;
			} catch (err) {
				propertyBarrier.signal();
				if (!item.isOptional || this.isLoadOfFoundDependency(isFound, resolutionContext)) throw err;
				return;
			}
		});
		let instances;
		try {
			instances = await Promise.all(loads);
		} catch (err) {
			this.releaseDetachedWrappersOnSettle(loads, wrapper, parentInquirer);
			throw err;
		}
		this.releaseDetachedWrappers(wrapper, parentInquirer);
		return properties.map((item, index) => ({
			...item,
			instance: instances[index]
		}));
	}
	reflectProperties(type) {
		const properties = Reflect.getMetadata("self:properties_metadata", type) || [];
		const optionalKeys = Reflect.getMetadata("optional:properties_metadata", type) || [];
		return properties.map((item) => ({
			...item,
			name: item.type,
			isOptional: optionalKeys.includes(item.key)
		}));
	}
	applyProperties(instance, properties) {
		if (!isObject(instance)) return;
		(0, iterare.iterate)(properties).filter((item) => !isNil(item.instance)).forEach((item) => instance[item.key] = item.instance);
	}
	async instantiateClass(instances, wrapper, targetMetatype, resolutionContext = { contextId: STATIC_CONTEXT }) {
		const { metatype, inject } = wrapper;
		const inquirerId = this.getContextInquirerId(resolutionContext);
		const instanceHost = targetMetatype.getInstanceByContextId(this.getContextId(resolutionContext.contextId, targetMetatype), inquirerId);
		const isInContext = this.isInContext(wrapper, resolutionContext);
		if (this.options?.preview && !wrapper.host?.initOnPreview) {
			instanceHost.isResolved = true;
			return instanceHost.instance;
		}
		if (isNil(inject) && isInContext) {
			instanceHost.instance = wrapper.forwardRef ? Object.assign(instanceHost.instance, new metatype(...instances)) : new metatype(...instances);
			instanceHost.instance = this.instanceDecorator(instanceHost.instance);
			instanceHost.isConstructorCalled = true;
		} else if (isInContext) {
			instanceHost.instance = await targetMetatype.metatype(...instances);
			instanceHost.instance = this.instanceDecorator(instanceHost.instance);
			instanceHost.isConstructorCalled = true;
		}
		instanceHost.isResolved = true;
		return instanceHost.instance;
	}
	async loadPerContext(instance, moduleRef, collection, ctx, wrapper) {
		if (!wrapper) {
			const injectionToken = instance.constructor;
			wrapper = collection.get(injectionToken) ?? (0, iterare.iterate)(collection.values()).find((item) => !item.isAlias && item.instance === instance);
		} else wrapper = collection.get(wrapper.token) ?? wrapper;
		await this.loadInstance(wrapper, collection, moduleRef, this.createResolutionContext(ctx, wrapper));
		await this.loadEnhancersPerContext(wrapper, ctx, wrapper);
		await this.waitForDeferredLoads(ctx);
		const host = wrapper.getInstanceByContextId(this.getContextId(ctx, wrapper), wrapper.id);
		return host && host.instance;
	}
	/**
	* Waits for the loads deferred while resolving the given context (see
	* `resolveComponentHost`), including those that the durable instances it
	* uses were built with (see `trackDurableDeferredLoad`), and throws if one
	* of them failed. A failed load is kept, as instances of the context already
	* reference the provider that it failed to instantiate.
	*/
	async waitForDeferredLoads(contextId) {
		const deferredLoads = this.deferredLoads.get(contextId);
		if (!deferredLoads) return;
		for (const deferredLoad of deferredLoads) {
			await deferredLoad;
			deferredLoads.delete(deferredLoad);
		}
	}
	async loadEnhancersPerContext(wrapper, ctx, inquirer, enhancers = wrapper.getEnhancersMetadata() || []) {
		if (ctx === STATIC_CONTEXT) return;
		await this.loadEnhancers(ctx, inquirer, enhancers);
	}
	async loadEnhancers(ctx, inquirer, enhancers) {
		const loadEnhancer = (item) => {
			const hostModule = item.host;
			return this.loadInstance(item, hostModule.injectables, hostModule, this.createResolutionContext(ctx, inquirer));
		};
		await Promise.all(enhancers.map(loadEnhancer));
	}
	async loadCtorMetadata(metadata, contextId, inquirer, parentInquirer) {
		const loads = metadata.map(async (item) => this.resolveScopedComponentHost(item, contextId, inquirer, parentInquirer));
		let hosts;
		try {
			hosts = await Promise.all(loads);
		} catch (err) {
			this.releaseDetachedWrappersOnSettle(loads, inquirer, parentInquirer);
			throw err;
		}
		this.releaseDetachedWrappers(inquirer, parentInquirer);
		return hosts.map((item, index) => {
			const dependency = metadata[index];
			const effectiveInquirerId = this.getEffectiveInquirerId(dependency, this.createResolutionContext(contextId, inquirer), parentInquirer);
			if (this.shouldInjectDurablePayload(item, inquirer, parentInquirer, contextId)) return contextId.payload;
			return item?.getInstanceByContextId(this.getContextId(contextId, item), effectiveInquirerId).instance;
		});
	}
	async loadPropertiesMetadata(metadata, contextId, inquirer, parentInquirer) {
		const loads = metadata.map(async ({ wrapper: item, key }) => ({
			key,
			host: await this.resolveScopedComponentHost(item, contextId, inquirer, parentInquirer)
		}));
		let dependenciesHosts;
		try {
			dependenciesHosts = await Promise.all(loads);
		} catch (err) {
			this.releaseDetachedWrappersOnSettle(loads, inquirer, parentInquirer);
			throw err;
		}
		this.releaseDetachedWrappers(inquirer, parentInquirer);
		return dependenciesHosts.map(({ key, host }, index) => {
			const effectiveInquirerId = this.getEffectiveInquirerId(metadata[index].wrapper, this.createResolutionContext(contextId, inquirer), parentInquirer);
			return {
				key,
				name: key,
				instance: this.shouldInjectDurablePayload(host, inquirer, parentInquirer, contextId) ? contextId.payload : host?.getInstanceByContextId(this.getContextId(contextId, host), effectiveInquirerId).instance
			};
		});
	}
	addDeferredLoad(contextId, deferredLoad) {
		if (contextId === STATIC_CONTEXT) return;
		let deferredLoads = this.deferredLoads.get(contextId);
		if (!deferredLoads) {
			deferredLoads = /* @__PURE__ */ new Set();
			this.deferredLoads.set(contextId, deferredLoads);
		}
		deferredLoads.add(deferredLoad);
	}
	/**
	* In a durable context (see `ContextIdStrategy`), the dependents built with
	* the placeholder of a provider whose load is deferred are shared with the
	* next contexts mapped to it, which do not wait for that load. Until it
	* settles, the contexts that use them wait for it as well (see
	* `linkDurableDeferredLoads`); if it fails, the contexts still waiting for
	* one of them fail, and the next one that uses them builds them again (see
	* `getInstanceHost`).
	*/
	trackDurableDeferredLoad(wrapper, contextId, deferredLoad) {
		if (this.getContextId(contextId, wrapper) === contextId) return;
		const untrackers = [];
		this.forEachDurableDependent(wrapper, contextId, (dependent, hostId) => {
			const loadsPerContext = this.durableDeferredLoads.get(dependent) ?? /* @__PURE__ */ new WeakMap();
			const loads = loadsPerContext.get(hostId) ?? /* @__PURE__ */ new Set();
			loads.add(deferredLoad);
			loadsPerContext.set(hostId, loads);
			this.durableDeferredLoads.set(dependent, loadsPerContext);
			untrackers.push(() => {
				loads.delete(deferredLoad);
				if (loads.size === 0) loadsPerContext.delete(hostId);
			});
		});
		const untrack = () => untrackers.forEach((untrackLoad) => untrackLoad());
		deferredLoad.then(untrack, (err) => {
			this.forEachDurableDependent(wrapper, contextId, (dependent, hostId) => dependent.getExistingInstancesByContextId(hostId).filter((host) => host.isResolved || host.isPending).forEach((host) => this.failedInstances.set(host, err)));
			untrack();
		});
	}
	/**
	* Adds the running loads that the instance of the wrapper in a durable
	* context was built with (see `trackDurableDeferredLoad`) to the loads of
	* the given context.
	*/
	linkDurableDeferredLoads(wrapper, contextId, hostContextId) {
		if (hostContextId === contextId) return;
		this.durableDeferredLoads.get(wrapper)?.get(hostContextId)?.forEach((deferredLoad) => this.addDeferredLoad(contextId, deferredLoad));
	}
	forEachDurableDependent(wrapper, contextId, callback) {
		for (const dependent of wrapper.getDependents()) {
			const hostContextId = this.getContextId(contextId, dependent);
			if (hostContextId !== contextId) callback(dependent, hostContextId);
		}
	}
	/**
	* Returns the instance of the wrapper for the given context, or a new one
	* when it was built with a provider whose deferred load failed (see
	* `trackDurableDeferredLoad`), so that it is built again.
	*/
	getInstanceHost(wrapper, contextId, inquirerId) {
		const instanceHost = wrapper.getInstanceByContextId(contextId, inquirerId);
		if (!instanceHost.isResolved || !this.failedInstances.has(instanceHost)) return instanceHost;
		wrapper.removeInstanceByContextId(contextId, inquirerId);
		return wrapper.getInstanceByContextId(contextId, inquirerId);
	}
	/**
	* Whether an error of an optional dependency comes from loading one that
	* exists (e.g., its constructor threw), rather than from looking it up.
	* `@Optional()` only covers a missing provider, so such an error fails the
	* consumer, as it does when the dependencies come from recorded metadata
	* (see `loadCtorMetadata`). This is limited to the instances built for a
	* context, so that an application that starts with a failing optional
	* transient provider still starts.
	*/
	isLoadOfFoundDependency(isFound, resolutionContext) {
		return isFound && resolutionContext.contextId !== STATIC_CONTEXT;
	}
	/**
	* A wrapper may be detached while a dependency of it is still loading,
	* e.g., when `ModuleRef#create()` rejects on the first error of its
	* dependencies, or when a lazy module fails to load and is removed before
	* its other providers settle (see `NestContainer#removeModules`). Releases
	* what the dependencies kept for it since.
	*/
	releaseDetachedWrappers(wrapper, inquirer) {
		if (wrapper?.isDetached) wrapper.detachFromDependencies();
		if (inquirer?.isDetached) inquirer.detachFromDependencies();
	}
	/**
	* As `releaseDetachedWrappers`, once the given loads settle: when one of
	* the dependencies of a wrapper fails, the others keep loading after its
	* consumers have failed, and may be detached by then.
	*/
	releaseDetachedWrappersOnSettle(loads, wrapper, inquirer) {
		Promise.allSettled(loads).then(() => this.releaseDetachedWrappers(wrapper, inquirer));
	}
	/**
	* Records that the load of the inquirer waits on the given host.
	*/
	insertSettlementRef({ contextId, inquirer }, wrapper, instanceHost) {
		(inquirer?.isTransient ? inquirer.settlementSignal : inquirer?.getInstanceByContextId(this.getContextId(contextId, inquirer)).settlementSignal)?.insertRef(new HostSettlementRef(wrapper.id, instanceHost));
	}
	getInquirerId(inquirer) {
		return inquirer ? inquirer.id : void 0;
	}
	createResolutionContext(contextId, inquirer, effectiveInquirerId, rootInquirer) {
		return {
			contextId,
			inquirer,
			effectiveInquirerId,
			rootInquirer
		};
	}
	getContextInquirerId({ inquirer, effectiveInquirerId }) {
		return effectiveInquirerId ?? this.getInquirerId(inquirer);
	}
	isInContext(wrapper, resolutionContext) {
		return wrapper.isStatic(resolutionContext.contextId, resolutionContext.inquirer, resolutionContext.rootInquirer) || wrapper.isInRequestScope(resolutionContext.contextId, resolutionContext.inquirer) || wrapper.isLazyTransient(resolutionContext.contextId, resolutionContext.inquirer) || wrapper.isExplicitlyRequested(resolutionContext.contextId, resolutionContext.inquirer);
	}
	/**
	* Request-scoped and transient providers are not created at bootstrap, so
	* their dependencies are only looked up here, without creating anything.
	* A missing dependency then fails at bootstrap rather than on first use.
	* Every lookup is awaited before the first failure is thrown.
	*/
	async lookupSkippedProviderDependencies(wrapper, moduleRef) {
		const isFactoryProvider = !isNil(wrapper.inject);
		if (!isFactoryProvider && !isFunction(wrapper.metatype)) return;
		const [dependencies, optionalDependenciesIds] = isFactoryProvider ? this.getFactoryProviderDependencies(wrapper) : this.getClassDependencies(wrapper);
		const properties = isFactoryProvider ? [] : this.reflectProperties(wrapper.metatype);
		const lookup = async (param, dependencyContext, keyOrIndex, isOptional) => {
			try {
				await this.resolveSingleParam(wrapper, param, dependencyContext, moduleRef, { contextId: STATIC_CONTEXT }, keyOrIndex);
			} catch (err) {
				if (!isOptional) throw err;
			}
		};
		const failure = (await Promise.allSettled([...dependencies.map((param, index) => lookup(param, {
			index,
			dependencies
		}, index, optionalDependenciesIds.includes(index))), ...properties.map(({ key, name, isOptional }) => lookup(name, {
			key,
			name
		}, key, !!isOptional))])).find((result) => result.status === "rejected");
		if (failure) throw failure.reason;
	}
	shouldSkipProviderLoading(wrapper, resolutionContext) {
		const isStaticContext = resolutionContext.contextId === STATIC_CONTEXT;
		const isTopLevelStaticTransientOrRequestProvider = !resolutionContext.inquirer && (wrapper.isTransient || wrapper.scope === Scope.REQUEST);
		const isStaticInquirerOutsideResolutionContext = !!resolutionContext.inquirer && !this.isInContext(resolutionContext.inquirer, this.createResolutionContext(resolutionContext.contextId, resolutionContext.inquirer, void 0, resolutionContext.rootInquirer));
		return isStaticContext && (isTopLevelStaticTransientOrRequestProvider || isStaticInquirerOutsideResolutionContext);
	}
	/**
	* For nested TRANSIENT dependencies (TRANSIENT -> TRANSIENT) in non-static contexts,
	* returns parentInquirer to ensure each parent TRANSIENT gets its own instance.
	* This is necessary because in REQUEST/DURABLE scopes, the same TRANSIENT wrapper
	* can be used by multiple parents, causing nested TRANSIENTs to be shared incorrectly.
	* For non-TRANSIENT -> TRANSIENT, returns inquirer (current wrapper being created).
	*/
	getEffectiveInquirer(dependency, resolutionContext, parentInquirer) {
		const { inquirer, contextId, rootInquirer } = resolutionContext;
		if (dependency?.isTransient && inquirer?.isTransient && parentInquirer) {
			if (contextId === STATIC_CONTEXT) return rootInquirer ?? parentInquirer;
			return parentInquirer;
		}
		return inquirer;
	}
	getEffectiveInquirerId(dependency, resolutionContext, parentInquirer) {
		const { contextId, inquirer, effectiveInquirerId } = resolutionContext;
		if (contextId === STATIC_CONTEXT && dependency?.isTransient && inquirer?.isTransient && parentInquirer) return `${effectiveInquirerId ?? this.getInquirerId(parentInquirer)}:${inquirer.id}`;
		const effectiveInquirer = this.getEffectiveInquirer(dependency, resolutionContext, parentInquirer);
		return this.getInquirerId(effectiveInquirer);
	}
	getStaticTransientResolutionContext(resolutionContext, parentInquirer) {
		const { contextId, inquirer, effectiveInquirerId } = resolutionContext;
		if (contextId === STATIC_CONTEXT && inquirer?.isTransient && parentInquirer) {
			const baseInquirerId = effectiveInquirerId ?? this.getInquirerId(parentInquirer);
			return this.createResolutionContext(contextId, inquirer, `${baseInquirerId}:${inquirer.id}`);
		}
		return resolutionContext;
	}
	getEffectiveResolutionContext(dependency, resolutionContext, parentInquirer) {
		const effectiveInquirer = this.getEffectiveInquirer(dependency, resolutionContext, parentInquirer);
		return this.createResolutionContext(resolutionContext.contextId, effectiveInquirer, this.getEffectiveInquirerId(dependency, resolutionContext, parentInquirer), effectiveInquirer === resolutionContext.inquirer ? resolutionContext.rootInquirer : void 0);
	}
	hasDenseCtorMetadata(wrapper, inject, metadata) {
		if (!metadata) return false;
		const expectedDepsLength = !isNil(inject) ? inject.length : wrapper.metatype ? this.reflectConstructorParams(wrapper.metatype).length : 0;
		if (metadata.length !== expectedDepsLength) return false;
		for (let index = 0; index < expectedDepsLength; index++) if (metadata[index] === void 0) return false;
		return true;
	}
	hasCompletePropertiesMetadata(wrapper, metadata) {
		if (!metadata) return false;
		return (wrapper.metatype ? this.reflectProperties(wrapper.metatype) : []).every(({ key }) => metadata.some((item) => item.key === key));
	}
	resolveScopedComponentHost(item, contextId, inquirer, parentInquirer) {
		return this.isInquirerRequest(item, parentInquirer) ? parentInquirer : this.resolveComponentHost(item.host, item, this.getEffectiveResolutionContext(item, this.createResolutionContext(contextId, inquirer), parentInquirer));
	}
	isInquirerRequest(item, parentInquirer) {
		return item.isTransient && item.name === "INQUIRER" && parentInquirer;
	}
	isInquirer(param, parentInquirer) {
		return param === "INQUIRER" && parentInquirer;
	}
	addDependencyMetadata(keyOrIndex, hostWrapper, instanceWrapper) {
		if (isSymbol(keyOrIndex) || isString(keyOrIndex)) hostWrapper.addPropertiesMetadata(keyOrIndex, instanceWrapper);
		else hostWrapper.addCtorMetadata(keyOrIndex, instanceWrapper);
	}
	getTokenName(token) {
		return isFunction(token) ? token.name : token.toString();
	}
	printResolvingDependenciesLog(token, inquirer) {
		if (!isDebugMode()) return;
		const tokenName = this.getTokenName(token);
		const dependentName = (inquirer?.name && inquirer.name.toString?.()) ?? "unknown";
		const isAlias = dependentName === tokenName;
		const messageToPrint = `Resolving dependency ${clc.cyanBright(tokenName)}${clc.green(" in the ")}${clc.yellow(dependentName)}${clc.green(` provider ${isAlias ? "(alias)" : ""}`)}`;
		this.logger.log(messageToPrint);
	}
	printLookingForProviderLog(token, moduleRef) {
		if (!isDebugMode()) return;
		const tokenName = this.getTokenName(token);
		const moduleRefName = moduleRef?.metatype?.name ?? "unknown";
		this.logger.log(`Looking for ${clc.cyanBright(tokenName)}${clc.green(" in ")}${clc.magentaBright(moduleRefName)}`);
	}
	printFoundInModuleLog(token, moduleRef) {
		if (!isDebugMode()) return;
		const tokenName = this.getTokenName(token);
		const moduleRefName = moduleRef?.metatype?.name ?? "unknown";
		this.logger.log(`Found ${clc.cyanBright(tokenName)}${clc.green(" in ")}${clc.magentaBright(moduleRefName)}`);
	}
	getContextId(contextId, instanceWrapper) {
		return contextId.getParent ? contextId.getParent({
			token: instanceWrapper.token,
			isTreeDurable: !instanceWrapper.isTransient && instanceWrapper.isDependencyTreeDurable()
		}) : contextId;
	}
	/**
	* An instance kept in another context than the one being resolved (a
	* durable one, see `ContextIdStrategy`) outlives the request it is built
	* for, and is handed to the next requests mapped to that context. When the
	* strategy supplies a payload, that is its `REQUEST`, never the request
	* that the entry point (a controller that is not durable, a middleware, a
	* message handler, ...) registered as the `REQUEST` of the context.
	*/
	shouldInjectDurablePayload(dependency, dependent, parentInquirer, contextId) {
		if (dependency?.token !== "REQUEST" || isUndefined(contextId.payload)) return false;
		const host = dependent?.isTransient ? parentInquirer : dependent;
		return !!host && this.getContextId(contextId, host) !== contextId;
	}
	getNowTimestamp() {
		return perf_hooks.performance.now();
	}
};
// node_modules/@nestjs/core/injector/instance-links-host.js
var InstanceLinksHost = class {
	container;
	instanceLinks = /* @__PURE__ */ new Map();
	constructor(container) {
		this.container = container;
		this.initialize();
	}
	get(token, options = {}) {
		const instanceLinksForGivenToken = this.instanceLinks.get(token);
		if (!instanceLinksForGivenToken) throw new UnknownElementException(this.getInstanceNameByToken(token));
		if (options.each) return instanceLinksForGivenToken;
		const instanceLink = options.moduleId ? instanceLinksForGivenToken.find((item) => item.moduleId === options.moduleId) : instanceLinksForGivenToken[instanceLinksForGivenToken.length - 1];
		if (!instanceLink) throw new UnknownElementException(this.getInstanceNameByToken(token));
		return instanceLink;
	}
	initialize() {
		this.container.getModules().forEach((moduleRef) => {
			const { providers, injectables, controllers } = moduleRef;
			providers.forEach((wrapper, token) => this.addLink(wrapper, token, moduleRef, "providers"));
			injectables.forEach((wrapper, token) => this.addLink(wrapper, token, moduleRef, "injectables"));
			controllers.forEach((wrapper, token) => this.addLink(wrapper, token, moduleRef, "controllers"));
		});
	}
	addLink(wrapper, token, moduleRef, collectionName) {
		const instanceLink = {
			moduleId: moduleRef.id,
			wrapperRef: wrapper,
			collection: moduleRef[collectionName],
			token
		};
		const existingLinks = this.instanceLinks.get(token);
		if (!existingLinks) this.instanceLinks.set(token, [instanceLink]);
		else existingLinks.push(instanceLink);
	}
	getInstanceNameByToken(token) {
		return isFunction(token) ? token?.name : token;
	}
};
// node_modules/@nestjs/core/inspector/deterministic-uuid-registry.js
var DeterministicUuidRegistry = class {
	static registry = /* @__PURE__ */ new Map();
	/**
	* The next suffix to try for a given string. The ids of the smaller ones
	* are all taken, and stay taken until `clear()`, so they need not be
	* probed again on every call.
	*/
	static nextIncrements = /* @__PURE__ */ new Map();
	static get(str, inc = 0) {
		inc = Math.max(inc, this.nextIncrements.get(str) ?? 0);
		let id = inc ? this.hashCode(`${str}_${inc}`) : this.hashCode(str);
		while (this.registry.has(id)) id = this.hashCode(`${str}_${++inc}`);
		this.registry.set(id, true);
		this.nextIncrements.set(str, inc + 1);
		return id;
	}
	static clear() {
		this.registry.clear();
		this.nextIncrements.clear();
	}
	static hashCode(s) {
		let h = 0;
		for (let i = 0; i < s.length; i++) h = Math.imul(31, h) + s.charCodeAt(i) | 0;
		return h.toString();
	}
};
// node_modules/@nestjs/core/inspector/uuid-factory.js
var UuidFactoryMode;
(function(UuidFactoryMode) {
	UuidFactoryMode["Random"] = "random";
	UuidFactoryMode["Deterministic"] = "deterministic";
})(UuidFactoryMode || (UuidFactoryMode = {}));
var UuidFactory = class {
	static _mode = UuidFactoryMode.Random;
	static set mode(value) {
		this._mode = value;
	}
	static get(key = "") {
		return this._mode === UuidFactoryMode.Deterministic ? DeterministicUuidRegistry.get(key) : randomStringGenerator();
	}
};
// node_modules/@nestjs/core/injector/helpers/provider-classifier.js
function isClassProvider(provider) {
	return Boolean(provider?.useClass);
}
function isFactoryProvider(provider) {
	return Boolean(provider.useFactory);
}
// node_modules/@nestjs/core/injector/instance-wrapper.js
const INSTANCE_METADATA_SYMBOL = Symbol.for("instance_metadata:cache");
const INSTANCE_ID_SYMBOL = Symbol.for("instance_metadata:id");
const dependencyTreeParents = /* @__PURE__ */ new WeakMap();
var InstanceWrapper = class InstanceWrapper {
	name;
	token;
	async;
	host;
	isAlias = false;
	subtype;
	scope = Scope.DEFAULT;
	metatype;
	inject;
	forwardRef;
	durable;
	initTime;
	settlementSignal;
	static logger = new Logger(InstanceWrapper.name);
	values = /* @__PURE__ */ new WeakMap();
	[INSTANCE_METADATA_SYMBOL] = {};
	[INSTANCE_ID_SYMBOL];
	transientMap;
	isTreeStatic;
	isTreeDurable;
	/**
	* Whether either flag was computed since the last reset. Unlike the flags,
	* it is not cleared by `invalidateDependencyTreeParents`, so a wrapper whose
	* flag was only invalidated still passes a reset on to its parents.
	*/
	isTreeIntrospected = false;
	_isDetached = false;
	_hierarchyLevel = 0;
	get hierarchyLevel() {
		return this._hierarchyLevel;
	}
	set hierarchyLevel(level) {
		this._hierarchyLevel = level;
	}
	/**
	* The root inquirer reference. Present only if child instance wrapper
	* is transient and has a parent inquirer.
	*/
	rootInquirer;
	constructor(metadata = {}) {
		this.initialize(metadata);
		if (this.isNewable()) registerClassRef(this.metatype);
		this[INSTANCE_ID_SYMBOL] = metadata[INSTANCE_ID_SYMBOL] ?? this.generateUuid();
	}
	get id() {
		return this[INSTANCE_ID_SYMBOL];
	}
	set instance(value) {
		this.values.set(STATIC_CONTEXT, { instance: value });
	}
	get instance() {
		return this.getInstanceByContextId(STATIC_CONTEXT).instance;
	}
	get isNotMetatype() {
		return !this.metatype || this.isFactory;
	}
	get isFactory() {
		return !!this.metatype && !isNil(this.inject);
	}
	get isTransient() {
		return this.scope === Scope.TRANSIENT;
	}
	getInstanceByContextId(contextId, inquirerId) {
		if (this.scope === Scope.TRANSIENT && inquirerId) return this.getInstanceByInquirerId(contextId, inquirerId);
		const instancePerContext = this.values.get(contextId);
		return instancePerContext ? instancePerContext : contextId !== STATIC_CONTEXT ? this.cloneStaticInstance(contextId) : {
			instance: null,
			isResolved: true,
			isPending: false
		};
	}
	getInstanceByInquirerId(contextId, inquirerId) {
		let collectionPerContext = this.transientMap.get(inquirerId);
		if (!collectionPerContext) {
			collectionPerContext = /* @__PURE__ */ new WeakMap();
			this.transientMap.set(inquirerId, collectionPerContext);
		}
		const instancePerContext = collectionPerContext.get(contextId);
		return instancePerContext ? instancePerContext : this.cloneTransientInstance(contextId, inquirerId);
	}
	setInstanceByContextId(contextId, value, inquirerId) {
		if (this.scope === Scope.TRANSIENT && inquirerId) return this.setInstanceByInquirerId(contextId, inquirerId, value);
		this.values.set(contextId, value);
	}
	setInstanceByInquirerId(contextId, inquirerId, value) {
		let collection = this.transientMap.get(inquirerId);
		if (!collection) {
			collection = /* @__PURE__ */ new WeakMap();
			this.transientMap.set(inquirerId, collection);
		}
		collection.set(contextId, value);
	}
	removeInstanceByContextId(contextId, inquirerId) {
		if (this.scope === Scope.TRANSIENT && inquirerId) return this.removeInstanceByInquirerId(contextId, inquirerId);
		this.values.delete(contextId);
	}
	removeInstanceByInquirerId(contextId, inquirerId) {
		const collection = this.transientMap.get(inquirerId);
		if (!collection) return;
		collection.delete(contextId);
	}
	/**
	* Returns the instances that exist for the given context, including those
	* of every inquirer of a transient provider. Unlike `getInstanceByContextId`,
	* it does not create one.
	*/
	getExistingInstancesByContextId(contextId) {
		return [this.values, ...this.transientMap?.values() ?? []].map((collection) => collection.get(contextId)).filter((instancePerContext) => !isUndefined(instancePerContext));
	}
	addCtorMetadata(index, wrapper) {
		if (!this[INSTANCE_METADATA_SYMBOL].dependencies) this[INSTANCE_METADATA_SYMBOL].dependencies = [];
		if (this[INSTANCE_METADATA_SYMBOL].dependencies[index] === wrapper) return;
		this[INSTANCE_METADATA_SYMBOL].dependencies[index] = wrapper;
		this.registerDependencyTreeParent(wrapper);
		this.resetDependencyTreeState();
	}
	getCtorMetadata() {
		return this[INSTANCE_METADATA_SYMBOL].dependencies;
	}
	addPropertiesMetadata(key, wrapper) {
		if (!this[INSTANCE_METADATA_SYMBOL].properties) this[INSTANCE_METADATA_SYMBOL].properties = [];
		const properties = this[INSTANCE_METADATA_SYMBOL].properties;
		const index = properties.findIndex((item) => item.key === key);
		if (index === -1) properties.push({
			key,
			wrapper
		});
		else properties[index] = {
			key,
			wrapper
		};
		this.registerDependencyTreeParent(wrapper);
		this.resetDependencyTreeState();
	}
	getPropertiesMetadata() {
		return this[INSTANCE_METADATA_SYMBOL].properties;
	}
	addEnhancerMetadata(wrapper) {
		if (!this[INSTANCE_METADATA_SYMBOL].enhancers) this[INSTANCE_METADATA_SYMBOL].enhancers = [];
		this[INSTANCE_METADATA_SYMBOL].enhancers.push(wrapper);
		this.registerDependencyTreeParent(wrapper);
		this.resetDependencyTreeState();
	}
	getEnhancersMetadata() {
		return this[INSTANCE_METADATA_SYMBOL].enhancers;
	}
	isDependencyTreeDurable(lookupRegistry = []) {
		if (!isUndefined(this.isTreeDurable)) return this.isTreeDurable;
		this.isTreeIntrospected = true;
		if (this.scope === Scope.REQUEST) {
			this.isTreeDurable = this.durable === void 0 ? false : this.durable;
			if (this.isTreeDurable) this.printIntrospectedAsDurable();
			return this.isTreeDurable;
		}
		if (this.isDependencyTreeStatic()) return false;
		const isTreeNonDurable = this.introspectDepsAttribute((collection, registry) => collection.some((item) => !item.isDependencyTreeStatic() && !item.isDependencyTreeDurable(registry)), lookupRegistry);
		this.isTreeDurable = !isTreeNonDurable;
		if (this.isTreeDurable) this.printIntrospectedAsDurable();
		else this.invalidateDependencyTreeParents("isTreeDurable");
		return this.isTreeDurable;
	}
	introspectDepsAttribute(callback, lookupRegistry = []) {
		if (lookupRegistry.includes(this[INSTANCE_ID_SYMBOL])) return false;
		lookupRegistry = lookupRegistry.concat(this[INSTANCE_ID_SYMBOL]);
		const { dependencies, properties, enhancers } = this[INSTANCE_METADATA_SYMBOL];
		let introspectionResult = dependencies ? callback(dependencies, lookupRegistry) : false;
		if (introspectionResult || !(properties || enhancers)) return introspectionResult;
		introspectionResult = properties ? callback(properties.map((item) => item.wrapper), lookupRegistry) : false;
		if (introspectionResult || !enhancers) return introspectionResult;
		return enhancers ? callback(enhancers, lookupRegistry) : false;
	}
	isDependencyTreeStatic(lookupRegistry = []) {
		if (!isUndefined(this.isTreeStatic)) return this.isTreeStatic;
		this.isTreeIntrospected = true;
		if (this.scope === Scope.REQUEST) {
			this.isTreeStatic = false;
			this.printIntrospectedAsRequestScoped();
			return this.isTreeStatic;
		}
		this.isTreeStatic = !this.introspectDepsAttribute((collection, registry) => collection.some((item) => !item.isDependencyTreeStatic(registry)), lookupRegistry);
		if (!this.isTreeStatic) {
			this.printIntrospectedAsRequestScoped();
			this.invalidateDependencyTreeParents("isTreeStatic");
		}
		return this.isTreeStatic;
	}
	cloneStaticInstance(contextId) {
		const staticInstance = this.getInstanceByContextId(STATIC_CONTEXT);
		if (this.isDependencyTreeStatic()) return staticInstance;
		const instancePerContext = {
			...staticInstance,
			instance: void 0,
			isResolved: false,
			isPending: false
		};
		if (this.isNewable()) instancePerContext.instance = Object.create(this.metatype.prototype);
		this.setInstanceByContextId(contextId, instancePerContext);
		return instancePerContext;
	}
	cloneTransientInstance(contextId, inquirerId) {
		const instancePerContext = {
			...this.getInstanceByContextId(STATIC_CONTEXT),
			instance: void 0,
			isResolved: false,
			isPending: false
		};
		if (this.isNewable()) instancePerContext.instance = Object.create(this.metatype.prototype);
		this.setInstanceByInquirerId(contextId, inquirerId, instancePerContext);
		return instancePerContext;
	}
	createPrototype(contextId) {
		const host = this.getInstanceByContextId(contextId);
		if (!this.isNewable() || host.isResolved) return;
		return Object.create(this.metatype.prototype);
	}
	isInRequestScope(contextId, inquirer) {
		return !this.isDependencyTreeStatic() && contextId !== STATIC_CONTEXT && (!this.isTransient || this.isTransient && !!inquirer);
	}
	isLazyTransient(contextId, inquirer) {
		const isInquirerRequestScoped = !!(inquirer && !inquirer.isDependencyTreeStatic());
		return this.isDependencyTreeStatic() && contextId !== STATIC_CONTEXT && this.isTransient && isInquirerRequestScoped;
	}
	isExplicitlyRequested(contextId, inquirer) {
		const isSelfRequested = inquirer === this;
		return this.isDependencyTreeStatic() && contextId !== STATIC_CONTEXT && (isSelfRequested || !!(inquirer && inquirer.scope === Scope.TRANSIENT));
	}
	isStatic(contextId, inquirer, rootInquirer) {
		if (!this.isDependencyTreeStatic() || contextId !== STATIC_CONTEXT) return false;
		if (!this.isTransient) return true;
		const isInquirerRequestScoped = inquirer && !inquirer.isDependencyTreeStatic();
		const isStaticTransient = this.isTransient && !isInquirerRequestScoped;
		if (isStaticTransient && inquirer && !inquirer.isTransient) return true;
		if (isStaticTransient && rootInquirer && !rootInquirer.isTransient) return true;
		if (isStaticTransient && inquirer?.isTransient && !rootInquirer) return true;
		return false;
	}
	/**
	* Whether `detachFromDependencies` was called, i.e., the wrapper is no
	* longer in use (e.g., its module was removed from the container, or it
	* served a single `ModuleRef#create()` call).
	*/
	get isDetached() {
		return this._isDetached;
	}
	/**
	* Makes the dependencies of this wrapper (constructor, property and
	* enhancer ones) forget it: that it depends on them, and the transient
	* instances they hold for it. The wrapper stays detached, so that a load of
	* it that is still running does not register it as a dependent again.
	*/
	detachFromDependencies() {
		this._isDetached = true;
		this.getDependencyWrappers().forEach((dependency) => {
			dependencyTreeParents.get(dependency)?.delete(this);
			dependency.removeTransientInstancesOf(this);
		});
	}
	/**
	* Returns the wrappers that depend on this one, directly or through other
	* wrappers (as a constructor, property or enhancer dependency).
	*/
	getDependents() {
		const dependents = /* @__PURE__ */ new Set();
		const wrappers = [this];
		while (wrappers.length > 0) dependencyTreeParents.get(wrappers.pop())?.forEach((parent) => {
			if (!dependents.has(parent)) {
				dependents.add(parent);
				wrappers.push(parent);
			}
		});
		return dependents;
	}
	/**
	* @deprecated The injector no longer reads the root inquirer from the
	* wrapper (see `isStatic`), as it may be overwritten by a concurrent
	* resolution for another consumer.
	*/
	attachRootInquirer(inquirer) {
		if (!this.isTransient) return;
		this.rootInquirer = inquirer.getRootInquirer() ?? inquirer;
	}
	/**
	* @deprecated The injector no longer reads the root inquirer from the
	* wrapper (see `isStatic`), as it may be overwritten by a concurrent
	* resolution for another consumer.
	*/
	getRootInquirer() {
		return this.rootInquirer;
	}
	getStaticTransientInstances() {
		if (!this.transientMap) return [];
		const instances = [...this.transientMap.values()];
		return (0, iterare.iterate)(instances).map((item) => item.get(STATIC_CONTEXT)).filter((item) => {
			return !!(item && item.isConstructorCalled);
		}).toArray();
	}
	mergeWith(provider) {
		if (Object.hasOwn(provider, "useValue")) {
			this.metatype = null;
			this.inject = null;
			this.scope = Scope.DEFAULT;
			this.setInstanceByContextId(STATIC_CONTEXT, {
				instance: provider.useValue,
				isResolved: true,
				isPending: false
			});
		} else if (isClassProvider(provider)) {
			this.inject = null;
			this.metatype = provider.useClass;
			registerClassRef(provider.useClass);
			this.scope = getClassScope(provider.useClass) ?? Scope.DEFAULT;
			this.durable = isDurable(provider.useClass);
			if (this.scope === Scope.TRANSIENT && !this.transientMap) this.transientMap = /* @__PURE__ */ new Map();
			this.resetStaticInstance();
		} else if (isFactoryProvider(provider)) {
			this.metatype = provider.useFactory;
			this.inject = provider.inject || [];
			this.resetStaticInstance();
		}
		this.isAlias = false;
		this.resetDependencyTreeState();
	}
	resetStaticInstance() {
		this.setInstanceByContextId(STATIC_CONTEXT, {
			instance: null,
			isResolved: false,
			isPending: false
		});
	}
	isNewable() {
		return isNil(this.inject) && this.metatype && this.metatype.prototype;
	}
	registerDependencyTreeParent(wrapper) {
		if (this._isDetached) return;
		if (wrapper instanceof InstanceWrapper) {
			const parents = dependencyTreeParents.get(wrapper) ?? /* @__PURE__ */ new Set();
			parents.add(this);
			dependencyTreeParents.set(wrapper, parents);
		}
	}
	getDependencyWrappers() {
		const { dependencies = [], properties = [], enhancers = [] } = this[INSTANCE_METADATA_SYMBOL];
		return [
			...dependencies,
			...properties.map(({ wrapper }) => wrapper),
			...enhancers
		].filter((dependency) => dependency instanceof InstanceWrapper);
	}
	removeTransientInstancesOf(inquirer) {
		if (!this.transientMap) return;
		for (const inquirerId of this.transientMap.keys()) if (inquirerId === inquirer.id || inquirerId.startsWith(`${inquirer.id}:`)) this.transientMap.delete(inquirerId);
		this.getDependencyWrappers().forEach((dependency) => dependency.removeTransientInstancesOf(inquirer));
	}
	resetDependencyTreeState(lookupRegistry = /* @__PURE__ */ new Set()) {
		if (lookupRegistry.has(this[INSTANCE_ID_SYMBOL])) return;
		if (!this.isTreeIntrospected) return;
		lookupRegistry.add(this[INSTANCE_ID_SYMBOL]);
		this.isTreeIntrospected = false;
		this.isTreeStatic = void 0;
		this.isTreeDurable = void 0;
		dependencyTreeParents.get(this)?.forEach((parent) => parent.resetDependencyTreeState(lookupRegistry));
	}
	/**
	* In a circular dependency, the introspection skips a wrapper that is
	* already being introspected, so the parents in between may cache `true`
	* before that wrapper turns out not to be static (or durable). Clears what
	* they cached, so it is computed again with the final answer.
	*/
	invalidateDependencyTreeParents(attribute) {
		dependencyTreeParents.get(this)?.forEach((parent) => {
			if (parent[attribute]) {
				parent[attribute] = void 0;
				parent.invalidateDependencyTreeParents(attribute);
			}
		});
	}
	initialize(metadata) {
		const { instance, isResolved, ...wrapperPartial } = metadata;
		Object.assign(this, wrapperPartial);
		this.setInstanceByContextId(STATIC_CONTEXT, {
			instance,
			isResolved
		});
		this.scope === Scope.TRANSIENT && (this.transientMap = /* @__PURE__ */ new Map());
	}
	printIntrospectedAsRequestScoped() {
		if (!isDebugMode() || this.name === "REQUEST") return;
		if (isString(this.name)) InstanceWrapper.logger.log(`${clc.cyanBright(this.name)}${clc.green(" introspected as ")}${clc.magentaBright("request-scoped")}`);
	}
	printIntrospectedAsDurable() {
		if (!isDebugMode()) return;
		if (isString(this.name)) InstanceWrapper.logger.log(`${clc.cyanBright(this.name)}${clc.green(" introspected as ")}${clc.magentaBright("durable")}`);
	}
	generateUuid() {
		let key = this.name?.toString() ?? this.token?.toString();
		key += this.host?.name ?? "";
		return key ? UuidFactory.get(key) : randomStringGenerator();
	}
};
// node_modules/@nestjs/core/injector/module-ref.js
var ModuleRef = class extends AbstractInstanceResolver {
	container;
	injector;
	_instanceLinksHost;
	get instanceLinksHost() {
		if (!this._instanceLinksHost) this._instanceLinksHost = new InstanceLinksHost(this.container);
		return this._instanceLinksHost;
	}
	constructor(container) {
		super();
		this.container = container;
		const contextOptions = container.contextOptions;
		this.injector = new Injector({
			preview: contextOptions?.preview ?? false,
			snapshot: contextOptions?.snapshot,
			instanceDecorator: contextOptions?.instrument?.instanceDecorator
		});
	}
	introspect(token) {
		const { wrapperRef: wrapper } = this.instanceLinksHost.get(token);
		const wrapperRef = wrapper.isAlias ? this.injector.getAliasedWrapper(wrapper) : wrapper;
		let scope = Scope.DEFAULT;
		if (!wrapperRef.isDependencyTreeStatic()) scope = Scope.REQUEST;
		else if (wrapperRef.isTransient) scope = Scope.TRANSIENT;
		return { scope };
	}
	registerRequestByContextId(request, contextId) {
		this.container.registerRequestProvider(request, contextId);
	}
	async instantiateClass(type, moduleRef, contextId) {
		const wrapper = new InstanceWrapper({
			name: type && type.name,
			metatype: type,
			isResolved: false,
			scope: getClassScope(type),
			durable: isDurable(type),
			host: moduleRef,
			[INSTANCE_ID_SYMBOL]: randomStringGenerator()
		});
		if (type?.prototype) wrapper.setInstanceByContextId(contextId ?? STATIC_CONTEXT, {
			instance: Object.create(type.prototype),
			isResolved: false,
			isPending: false
		});
		return new Promise((resolve, reject) => {
			let isCreated = false;
			const loadInstance = async () => {
				const callback = async (instances) => {
					const properties = await this.injector.resolveProperties(wrapper, moduleRef, void 0, {
						contextId: contextId ?? STATIC_CONTEXT,
						inquirer: wrapper
					});
					if ((contextId ?? STATIC_CONTEXT) === STATIC_CONTEXT && wrapper.introspectDepsAttribute((dependencies) => dependencies.some((item) => !item.isDependencyTreeStatic()))) return;
					await this.injector.waitForDeferredLoads(contextId ?? STATIC_CONTEXT);
					const instance = new type(...instances);
					this.injector.applyProperties(instance, properties);
					isCreated = true;
					resolve(instance);
				};
				await this.injector.resolveConstructorParams(wrapper, moduleRef, void 0, callback, {
					contextId: contextId ?? STATIC_CONTEXT,
					inquirer: wrapper
				});
				if (!isCreated) reject(new RequestScopedCreateException(type.name));
			};
			loadInstance().catch(reject);
		}).finally(() => wrapper.detachFromDependencies());
	}
};
// node_modules/@nestjs/typeorm/dist/data-source-name.registry.js
/**
* Tracks active data source names at runtime in order to prevent multiple
* data sources from being registered under the same name. Registering two
* data sources with the same name is unsupported by TypeORM — the second
* registration silently overrides the first — which is a common source
* of hard-to-debug configuration issues.
*/
var DataSourceNameRegistry = class DataSourceNameRegistry {
	static logger = new Logger(DataSourceNameRegistry.name);
	static registeredNames = /* @__PURE__ */ new Set();
	static register(dataSourceName) {
		if (this.registeredNames.has(dataSourceName)) this.logger.warn(`A data source with the ${dataSourceName} name is already registered. Multiple data sources must be registered with unique names; otherwise, they will override each other. Please assign a unique "name" property to each TypeOrmModule.forRoot()/forRootAsync() registration.`);
		this.registeredNames.add(dataSourceName);
	}
	static unregister(dataSourceName) {
		this.registeredNames.delete(dataSourceName);
	}
	static has(dataSourceName) {
		return this.registeredNames.has(dataSourceName);
	}
	static clear() {
		this.registeredNames.clear();
	}
};
// node_modules/@nestjs/typeorm/dist/typeorm-core.module.js
var __decorate$1 = function(decorators, target, key, desc) {
	var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
	if (typeof Reflect === "object" && typeof Reflect.decorate === "function") r = Reflect.decorate(decorators, target, key, desc);
	else for (var i = decorators.length - 1; i >= 0; i--) if (d = decorators[i]) r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
	return c > 3 && r && Object.defineProperty(target, key, r), r;
};
var __metadata = function(k, v) {
	if (typeof Reflect === "object" && typeof Reflect.metadata === "function") return Reflect.metadata(k, v);
};
var __param = function(paramIndex, decorator) {
	return function(target, key) {
		decorator(target, key, paramIndex);
	};
};
var TypeOrmCoreModule_1;
let TypeOrmCoreModule = TypeOrmCoreModule_1 = class TypeOrmCoreModule {
	dataSourceName;
	moduleRef;
	logger = new Logger("TypeOrmModule");
	constructor(dataSourceName, moduleRef) {
		this.dataSourceName = dataSourceName;
		this.moduleRef = moduleRef;
	}
	static forRoot(options = {}) {
		const dataSourceName = getDataSourceName(options);
		DataSourceNameRegistry.register(dataSourceName);
		const typeOrmModuleOptions = {
			provide: TYPEORM_MODULE_OPTIONS,
			useValue: options
		};
		const dataSourceProvider = {
			provide: getDataSourceToken(dataSourceName),
			useFactory: async () => await this.createDataSourceFactory(options)
		};
		const entityManagerProvider = this.createEntityManagerProvider(options);
		const providers = [
			entityManagerProvider,
			dataSourceProvider,
			typeOrmModuleOptions,
			{
				provide: TYPEORM_DATA_SOURCE_NAME,
				useValue: dataSourceName
			}
		];
		const exports = [entityManagerProvider, dataSourceProvider];
		if (Connection && dataSourceProvider.provide === typeorm.DataSource) {
			providers.push({
				provide: Connection,
				useExisting: typeorm.DataSource
			});
			exports.push(Connection);
		}
		return {
			module: TypeOrmCoreModule_1,
			providers,
			exports
		};
	}
	static forRootAsync(options) {
		const dataSourceName = getDataSourceName(options);
		DataSourceNameRegistry.register(dataSourceName);
		const dataSourceProvider = {
			provide: getDataSourceToken(dataSourceName),
			useFactory: async (typeOrmOptions) => {
				if (options.name) return await this.createDataSourceFactory({
					...typeOrmOptions,
					name: options.name
				}, options.dataSourceFactory);
				return await this.createDataSourceFactory(typeOrmOptions, options.dataSourceFactory);
			},
			inject: [TYPEORM_MODULE_OPTIONS]
		};
		const entityManagerProvider = {
			provide: getEntityManagerToken(dataSourceName),
			useFactory: (dataSource) => dataSource.manager,
			inject: [getDataSourceToken(dataSourceName)]
		};
		const providers = [
			...this.createAsyncProviders(options),
			entityManagerProvider,
			dataSourceProvider,
			{
				provide: TYPEORM_MODULE_ID,
				useValue: generateString()
			},
			{
				provide: TYPEORM_DATA_SOURCE_NAME,
				useValue: dataSourceName
			},
			...options.extraProviders || []
		];
		const exports = [entityManagerProvider, dataSourceProvider];
		if (Connection && dataSourceProvider.provide === typeorm.DataSource) {
			providers.push({
				provide: Connection,
				useExisting: typeorm.DataSource
			});
			exports.push(Connection);
		}
		return {
			module: TypeOrmCoreModule_1,
			imports: options.imports,
			providers,
			exports
		};
	}
	async onApplicationShutdown() {
		try {
			const dataSource = this.moduleRef.get(getDataSourceToken(this.dataSourceName));
			if (dataSource && dataSource.isInitialized) await dataSource.destroy();
		} catch (e) {
			this.logger.error(`Failed to close the "${this.dataSourceName}" data source: ${e?.message}`, e?.stack);
		} finally {
			DataSourceNameRegistry.unregister(this.dataSourceName);
		}
	}
	static createAsyncProviders(options) {
		if (options.useExisting || options.useFactory) return [this.createAsyncOptionsProvider(options)];
		const useClass = options.useClass;
		return [this.createAsyncOptionsProvider(options), {
			provide: useClass,
			useClass
		}];
	}
	static createAsyncOptionsProvider(options) {
		if (options.useFactory) return {
			provide: TYPEORM_MODULE_OPTIONS,
			useFactory: options.useFactory,
			inject: options.inject || []
		};
		const inject = [options.useClass || options.useExisting];
		return {
			provide: TYPEORM_MODULE_OPTIONS,
			useFactory: async (optionsFactory) => await optionsFactory.createTypeOrmOptions(options.name),
			inject
		};
	}
	static createEntityManagerProvider(options) {
		return {
			provide: getEntityManagerToken(options),
			useFactory: (dataSource) => dataSource.manager,
			inject: [getDataSourceToken(options)]
		};
	}
	static async createDataSourceFactory(options, dataSourceFactory) {
		const dataSourceToken = getDataSourceName(options);
		const createTypeormDataSource = dataSourceFactory ?? ((options) => new typeorm.DataSource(options));
		return await (0, rxjs.lastValueFrom)((0, rxjs.defer)(async () => {
			let dataSource;
			if (!options.autoLoadEntities) dataSource = await createTypeormDataSource(options);
			else {
				let entities = options.entities;
				if (Array.isArray(entities)) entities = entities.concat(EntitiesMetadataStorage.getEntitiesByDataSource(dataSourceToken));
				else entities = EntitiesMetadataStorage.getEntitiesByDataSource(dataSourceToken);
				dataSource = await createTypeormDataSource({
					...options,
					entities
				});
			}
			return !dataSource.isInitialized && !options.manualInitialization ? dataSource.initialize() : dataSource;
		}).pipe(handleRetry(options.retryAttempts, options.retryDelay, dataSourceToken, options.verboseRetryLog, options.toRetry)));
	}
};
TypeOrmCoreModule = TypeOrmCoreModule_1 = __decorate$1([
	Global(),
	Module({}),
	__param(0, Inject(TYPEORM_DATA_SOURCE_NAME)),
	__metadata("design:paramtypes", [String, ModuleRef])
], TypeOrmCoreModule);
// node_modules/@nestjs/typeorm/dist/typeorm.providers.js
function createTypeOrmProviders(entities, dataSource) {
	return (entities || []).map((entity) => ({
		provide: getRepositoryToken(entity, dataSource),
		useFactory: (dataSource) => {
			return typeof dataSource.entityMetadatas.find((meta) => meta.target === entity)?.treeType !== "undefined" ? dataSource.getTreeRepository(entity) : dataSource.options.type === "mongodb" ? dataSource.getMongoRepository(entity) : dataSource.getRepository(entity);
		},
		inject: [getDataSourceToken(dataSource)],
		/**
		* Extra property to workaround dynamic modules serialisation issue
		* that occurs when "TypeOrm#forFeature()" method is called with the same number
		* of arguments and all entities share the same class names.
		*/
		targetEntitySchema: (0, typeorm.getMetadataArgsStorage)().tables.find((item) => item.target === entity)
	}));
}
// node_modules/@nestjs/typeorm/dist/typeorm.module.js
var __decorate = function(decorators, target, key, desc) {
	var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
	if (typeof Reflect === "object" && typeof Reflect.decorate === "function") r = Reflect.decorate(decorators, target, key, desc);
	else for (var i = decorators.length - 1; i >= 0; i--) if (d = decorators[i]) r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
	return c > 3 && r && Object.defineProperty(target, key, r), r;
};
var TypeOrmModule_1;
/**
* @publicApi
*/
let TypeOrmModule = TypeOrmModule_1 = class TypeOrmModule {
	/**
	* Registers the TypeORM module with the given options.
	*
	* @param options The TypeORM data source options.
	* @param name Optional data source name. When provided, it overrides
	* `options.name` (if any) so the data source name can be configured
	* separately from the connection options – mirroring `forRootAsync`.
	*/
	static forRoot(options, name) {
		const resolvedOptions = name !== void 0 ? {
			...options ?? {},
			name
		} : options;
		return {
			module: TypeOrmModule_1,
			imports: [TypeOrmCoreModule.forRoot(resolvedOptions)]
		};
	}
	static forFeature(entities = [], dataSource = DEFAULT_DATA_SOURCE_NAME) {
		const providers = createTypeOrmProviders(entities, dataSource);
		EntitiesMetadataStorage.addEntitiesByDataSource(dataSource, [...entities]);
		return {
			module: TypeOrmModule_1,
			providers,
			exports: providers
		};
	}
	static forRootAsync(options) {
		return {
			module: TypeOrmModule_1,
			imports: [TypeOrmCoreModule.forRootAsync(options)]
		};
	}
};
TypeOrmModule = TypeOrmModule_1 = __decorate([Module({})], TypeOrmModule);
// libs/postgres/database/src/distribution.ts
/**
* Selects the tables of the owner role and ignores tables that another role created. Returns no rows if the
* schema is missing, which `/readyz` reports.
*/
const tables = `
  SELECT c.relname AS name, EXISTS (SELECT FROM pg_dist_partition d WHERE d.logicalrelid = c.oid) AS distributed
  FROM pg_class c WHERE c.relnamespace = to_regnamespace('shop') AND c.relkind = 'r' AND c.relname <> 'migrations'
    AND c.relowner = to_regrole('storewright_owner') ORDER BY 1`;
/**
* Throws if the topology does not match how the shop data is stored, because every write would fail. The
* message tells the operator what to do.
*/
async function verifyDistribution(client, { hasWorkerNodes }) {
	const hasCitus = await hasExtension(client);
	if (!hasCitus && hasWorkerNodes) throw new require_settings_error.SettingsError("SHOP_DATABASE_KIND is citus, but the database does not have the citus extension. Unset SHOP_DATABASE_KIND, or create the extension and run \"operator distribute\".");
	if (!hasCitus) return;
	if (await isWorkerNode(client)) throw new require_settings_error.SettingsError("SHOP_DATABASE_URL refers to a worker node of a Citus cluster. Use the address of the coordinator.");
	const { rows } = await client.query(tables);
	const undistributed = rows.filter(({ distributed }) => !distributed).map(({ name }) => name);
	if (!hasWorkerNodes && undistributed.length < rows.length) throw new require_settings_error.SettingsError("the shop data is distributed by Citus: set SHOP_DATABASE_KIND=citus.");
	if (hasWorkerNodes && undistributed.length > 0) throw new require_settings_error.SettingsError(`not distributed: ${undistributed.join(", ")}. Run "operator distribute".`);
	if (hasWorkerNodes && await storesShards(client)) throw new require_settings_error.SettingsError("the coordinator stores shards, which leaks memory in its processes. Run \"SELECT citus_set_node_property('<coordinator>', <port>, 'shouldhaveshards', false)\" and \"operator rebalance\".");
}
/**
* True if the server stores rows of shops. Citus 14.0 plans generic plans of local shards again and keeps each
* plan.
*/
async function storesShards(client) {
	const { rowCount } = await client.query(`
    SELECT FROM pg_dist_placement JOIN pg_dist_shard USING (shardid) JOIN pg_dist_partition USING (logicalrelid)
    WHERE partmethod = 'h' AND groupid = (SELECT groupid FROM pg_dist_local_group) LIMIT 1`);
	return (rowCount ?? 0) > 0;
}
/**
* True on a worker node. Locks, notifications and schema changes work on the coordinator only, although a worker node
* can execute statements.
*/
async function isWorkerNode(client) {
	const { rows } = await client.query("SELECT groupid FROM pg_dist_local_group");
	return rows.some(({ groupid }) => groupid !== 0);
}
async function hasExtension(client) {
	const { rowCount } = await client.query(`SELECT FROM pg_extension WHERE extname = 'citus'`);
	return rowCount === 1;
}
// libs/postgres/database/src/key-check.entity.ts
let KeyCheck = class KeyCheck {};
require_define_resource.__decorate([require_define_resource.CollatedText({ primary: true }), require_define_resource.__decorateMetadata("design:type", String)], KeyCheck.prototype, "name", void 0);
require_define_resource.__decorate([require_define_resource.Bytea(), require_define_resource.__decorateMetadata("design:type", typeof Buffer === "undefined" ? Object : Buffer)], KeyCheck.prototype, "digest", void 0);
KeyCheck = require_define_resource.__decorate([(0, typeorm.Entity)({
	schema: "auth",
	name: "key_checks"
})], KeyCheck);
// libs/postgres/database/src/key-checks.ts
const table = require_define_resource.tableOf(KeyCheck);
const log = new Logger("keys");
const digestOf = (key) => (0, node_crypto.createHmac)("sha256", key).update("storewright key").digest();
/**
* Logs an error if a key is not the one that encrypted the existing data, for example after a restore with
* the keys of another platform. The service still starts, because the old keys may be lost for good.
*/
async function compareKeys(client, { secrets, tokens }) {
	const { rows } = await client.query(`SELECT name, digest FROM ${table}`);
	const noted = new Map(rows.map(({ name, digest }) => [name, digest]));
	const own = new Map([...secrets].map(([id, key]) => [`SECRETS_KEY ${id}`, digestOf(key)]));
	const wrong = whatIsWrong(own, noted);
	if (wrong) log.error(wrong);
	if (!tokens) return;
	if (!wrong) for (const [name, digest] of own) await note(client, name, digest);
	const before = noted.get("TOKEN_KEY");
	const digests = tokens.map(digestOf);
	if (before?.equals(digests[0])) return;
	if (before && !digests.some((each) => before.equals(each))) log.error("TOKEN_KEY has changed. A token exchange whose response was lost cannot be repeated.");
	await note(client, "TOKEN_KEY", digests[0]);
}
/**
* Returns an error message for the keys of SECRETS_KEY, or undefined if they match the stored digests. A new
* key is accepted if a known key is also configured.
*/
function whatIsWrong(own, noted) {
	const other = [...own].find(([name, digest]) => noted.get(name)?.equals(digest) === false);
	if (other) return `${idOf(other[0])} differs from the earlier key with this id. Data encrypted with the earlier key cannot be decrypted.`;
	const known = [...noted.keys()].filter((name) => name.startsWith("SECRETS_KEY "));
	if (known.length === 0 || known.some((name) => own.has(name))) return void 0;
	return `SECRETS_KEY contains none of the earlier keys (${known.map((name) => name.slice(12)).join(", ")}). Data encrypted with them cannot be decrypted.`;
}
const idOf = (name) => name.replace(/ (.*)/, ": \"$1\"");
async function note(client, name, digest) {
	await client.query(`INSERT INTO ${table} (name, digest) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET digest = excluded.digest`, [name, digest]);
}
// libs/postgres/database/src/read-replicas.ts
const POLL_INTERVAL_MS = 500;
/** Timeout in milliseconds for a query of a WAL position. */
const ANSWER_MS = 1e3;
/** Maximum lag that can still be measured. Older positions of the primary are dropped. */
const HISTORY_MS = 36e5;
/**
* Queries the WAL position that covers all acknowledged commits. With synchronous commit they are flushed to
* disk, without it they are only inserted into the WAL.
*/
const writtenStatement = {
	name: "written",
	text: `SELECT ((CASE current_setting('synchronous_commit') WHEN 'off' THEN
          pg_current_wal_insert_lsn() ELSE pg_current_wal_flush_lsn() END)
      - '0/0'::pg_lsn)::text AS position, (SELECT system_identifier FROM pg_control_system())::text AS system`
};
const replayedStatement = {
	name: "replayed",
	text: `SELECT (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text AS position, pg_is_in_recovery() AS follows,
      (SELECT system_identifier FROM pg_control_system())::text AS system`
};
/**
* Replicas of the shop data. Tracks which commits each replica has replayed: the primary's WAL position is
* stored with the time of the query, and a replica that has reached the position has everything that was
* committed before that time.
*/
var ReadReplicas = class {
	constructor(primary, databases, maxLagMs, now = () => performance.now()) {
		this.primary = primary;
		this.maxLagMs = maxLagMs;
		this.now = now;
		this.log = new Logger("replicas");
		this.written = [];
		this.isStopped = false;
		this.turn = 0;
		this.reads = {
			replica: 0,
			written: 0,
			behind: 0,
			failed: 0
		};
		this.replicas = databases.map((database) => ({
			database,
			provenAt: -Infinity,
			isForeign: false,
			isBehind: false
		}));
		this.isUsed = this.replicas.length > 0;
	}
	/** Upper bound of each replica's lag in milliseconds. Infinity means unknown. */
	get lags() {
		return this.replicas.map(({ provenAt }) => this.now() - provenAt);
	}
	async start() {
		if (!this.isUsed) return;
		await this.poll();
		this.schedule();
	}
	async onApplicationShutdown() {
		this.isStopped = true;
		clearTimeout(this.timer);
		await Promise.all(this.replicas.map(({ database }) => database.close()));
	}
	/** True if the lag of every replica is too large. */
	get areBehind() {
		return this.usable(-Infinity).length === 0;
	}
	/**
	* Returns a replica that has all commits before this time and an acceptable lag, or undefined. Rotates
	* between such replicas.
	*/
	after(time) {
		const usable = this.usable(time);
		this.turn += 1;
		return usable[this.turn % usable.length]?.database;
	}
	usable(time) {
		return this.replicas.filter((replica) => replica.provenAt > time && !this.isTooOld(replica));
	}
	isTooOld({ provenAt }) {
		return provenAt < this.now() - this.maxLagMs;
	}
	/** Logs when a replica becomes too far behind and when it has caught up. */
	reportLag() {
		for (const [at, replica] of this.replicas.entries()) {
			const isBehind = !replica.isForeign && this.isTooOld(replica);
			if (isBehind === replica.isBehind) continue;
			replica.isBehind = isBehind;
			const why = `more than ${this.maxLagMs / 1e3} s behind, or it does not respond`;
			this.log.warn(`replica ${at + 1} ${isBehind ? `is not read: it is ${why}` : "is read again"}`);
		}
	}
	/** Queries the positions of all servers. The lag of a replica that does not respond grows. */
	async poll() {
		try {
			const at = this.now();
			const { position, system } = await this.positionOf(this.primary, writtenStatement);
			this.remember({
				at,
				position: BigInt(position)
			});
			await Promise.allSettled(this.replicas.map((replica) => this.pollReplica(replica, system)));
			this.reportLag();
		} catch {}
	}
	/**
	* Stores a position. Drops most positions older than `2 * maxLagMs`, because they only serve to report the
	* lag.
	*/
	remember(latest) {
		this.written.push(latest);
		let last = -Infinity;
		this.written = this.written.filter(({ at }) => {
			const age = latest.at - at;
			const isKept = age <= 2 * this.maxLagMs || age <= HISTORY_MS && at - last >= this.maxLagMs;
			if (isKept) last = at;
			return isKept;
		});
	}
	async pollReplica(replica, system) {
		const position = await this.positionOf(replica.database, replayedStatement);
		const isForeign = position.system !== system || !position.follows;
		if (isForeign !== replica.isForeign) {
			replica.isForeign = isForeign;
			if (isForeign) this.log.warn("a server in SHOP_REPLICA_URLS does not follow the server of SHOP_DATABASE_URL: it is not read");
		}
		if (isForeign) return void (replica.provenAt = -Infinity);
		const replayed = BigInt(position.position);
		const proven = this.written.findLast((written) => written.position <= replayed);
		if (proven) replica.provenAt = Math.max(replica.provenAt, proven.at);
	}
	async positionOf(database, statement) {
		const [row] = await within(ANSWER_MS, "a position", database.query({}, statement));
		return row;
	}
	schedule() {
		if (this.isStopped) return;
		this.timer = setTimeout(() => void this.poll().then(() => this.schedule()), POLL_INTERVAL_MS).unref();
	}
};
// libs/postgres/database/src/shard-group.ts
/** Tables of a set of colocated shards, with the rows of several shops on one node. */
var ShardGroup = class {
	constructor(shard, node, shards) {
		this.shard = shard;
		this.node = node;
		this.shards = shards;
		this.texts = /* @__PURE__ */ new Map();
	}
	/** Names of the shards. */
	get names() {
		return Object.values(this.shards);
	}
	/**
	* Returns the text with shards in place of tables. Returns undefined if the statement may write or lock, reads no
	* table of shops, or reads a table without a shard.
	*/
	textOf(text) {
		if (!this.texts.has(text)) this.texts.set(text, this.translated(text));
		return this.texts.get(text);
	}
	/** Excludes a statement that is not valid with the names of shards. */
	exclude(text) {
		this.texts.set(text, void 0);
	}
	translated(text) {
		if (!startsRead.test(text) || mayWrite.test(text)) return void 0;
		let isKnown = false;
		let isUnknown = false;
		const translated = text.replaceAll(tableName, (path, name) => {
			const shard = this.shards[`shop.${name}`];
			if (shard === void 0) isUnknown = true;
			else isKnown = true;
			return shard ?? path;
		});
		return isKnown && !isUnknown ? translated : void 0;
	}
};
const startsRead = /^\s*(?:SELECT|WITH)\b/i;
const mayWrite = /\b(?:INSERT|UPDATE|DELETE|MERGE|FOR\s+(?:NO\s+KEY|KEY|SHARE)|INTO|set_config|nextval|pg_notify)\b|advisory/i;
/** Matches `shop.meta` and `"shop"."meta"`, but no call of a function. */
const tableName = /(?<![\w".])"?shop"?\."?(\w+)\b"?(?!\s*\()/g;
// libs/postgres/database/src/shard-reads.ts
/** Maximum number of shops whose shards are cached. */
const MAX_SHOPS = 1e5;
/** Time in milliseconds before shards are searched again after a failure. */
const RETRY_MS = 2e3;
/** SQLSTATEs of a shard that has moved: division_by_zero of `guardOf`, and undefined_table. */
const MOVED = ["22012", "42P01"];
/** SQLSTATEs undefined_table and undefined_column, for example of a column that is qualified by its table. */
const INVALID_TEXT = ["42P01", "42703"];
const groupOf = (shop_id) => ({
	name: "shard-group",
	text: `
    SELECT s.shardid::text AS shard, n.nodename || ':' || n.nodeport AS node, (
      SELECT json_object_agg(o.logicalrelid::text, shard_name(o.logicalrelid, o.shardid))::text
      FROM pg_dist_shard o JOIN pg_dist_partition d USING (logicalrelid)
      WHERE d.partmethod = 'n' OR (d.colocationid = a.colocationid AND o.shardminvalue = s.shardminvalue)) AS shards
    FROM (SELECT logicalrelid, colocationid FROM pg_dist_partition WHERE partmethod = 'h' ORDER BY 1 LIMIT 1) a
    JOIN pg_dist_shard s ON s.shardid = get_shard_id_for_distribution_column(a.logicalrelid, $1::uuid)
    JOIN pg_dist_placement p USING (shardid) JOIN pg_dist_node n ON n.groupid = p.groupid AND n.noderole = 'primary'`,
	values: [shop_id]
});
/** Fails unless this node stores the shard. The node updates its catalog in the transaction that moves the shard. */
const guardOf = (shard) => ({
	name: "shard-guard",
	text: "SELECT 1 / count(*) FROM pg_dist_placement JOIN pg_dist_local_group USING (groupid) WHERE shardid = $1",
	values: [shard]
});
/** Selects shards of shops without row-level security. Tables that are complete on every node need none. */
const unprotected = (names) => ({
	name: "shards-unprotected",
	text: `SELECT c.oid::regclass::text AS name FROM pg_class c
    WHERE c.oid = ANY ($1::regclass[]) AND NOT c.relrowsecurity AND EXISTS (
      SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'shop_id' AND NOT a.attisdropped)`,
	values: [names]
});
/**
* Reads rows of a shop from its shards on the worker node, without the planner of Citus. Each read checks on the node
* that the shard has not moved. Everything else uses the coordinator: writes, transactions, statements over all shops,
* and reads while the shard or its node is not known or not reachable.
*/
var ShardReads = class {
	constructor(coordinator, open) {
		this.coordinator = coordinator;
		this.open = open;
		this.log = new Logger("database");
		this.groups = /* @__PURE__ */ new Map();
		this.ofShops = /* @__PURE__ */ new Map();
		this.nodes = /* @__PURE__ */ new Map();
		this.opening = /* @__PURE__ */ new Map();
		this.finding = /* @__PURE__ */ new Map();
		this.retryFrom = -Infinity;
		this.reads = {
			node: 0,
			coordinator: 0,
			moved: 0
		};
	}
	/** Returns undefined if the statement must run on the coordinator. */
	run(context, statement) {
		const { shop_id } = context;
		if (shop_id === void 0) return void 0;
		const group = this.ofShops.get(shop_id);
		if (!group && performance.now() > this.retryFrom) this.find(shop_id);
		const node = group && this.nodes.get(group.node);
		const { text, values } = {
			...statement,
			...statement.onCitus
		};
		const translated = node && group.textOf(text);
		if (translated === void 0) {
			this.reads.coordinator += 1;
			return;
		}
		const { onCitus: _, ...rest } = statement;
		const onShard = {
			...rest,
			text: translated,
			...values && { values }
		};
		return this.runOn(node, group, {
			context,
			text,
			onShard
		});
	}
	async runOn(node, group, { context, text, onShard }) {
		try {
			const result = await node.runAfter(guardOf(group.shard), context, onShard);
			this.reads.node += 1;
			return result;
		} catch (error) {
			const code = sqlState(error) ?? "";
			if (![...MOVED, ...INVALID_TEXT].includes(code) && !isServerUnavailable(error)) throw error;
			this.reads.moved += 1;
			this.ofShops.delete(context.shop_id);
			if (INVALID_TEXT.includes(code)) await this.excludeIfInvalid(group, context.shop_id, text);
			return;
		}
	}
	/** A statement is invalid if it fails although the shard has not moved. */
	async excludeIfInvalid(group, shop_id, text) {
		await this.find(shop_id);
		if (this.ofShops.get(shop_id) !== group) return;
		group.exclude(text);
		this.log.warn(`a statement runs on the coordinator, because it is not valid on a shard: ${text.slice(0, 200)}`);
	}
	/** Finds the shards of a shop and opens their node. Never rejects, because the coordinator serves the shop. */
	find(shop_id) {
		let known = this.finding.get(shop_id);
		if (!known) {
			known = this.findNow(shop_id).catch((error) => this.reportFailure(error)).finally(() => this.finding.delete(shop_id));
			this.finding.set(shop_id, known);
		}
		return known;
	}
	reportFailure(error) {
		this.retryFrom = performance.now() + RETRY_MS;
		this.log.debug(`reads use the coordinator, because a node was not found: ${error.message}`);
	}
	async findNow(shop_id) {
		const [row] = await this.coordinator.query({}, groupOf(shop_id));
		if (!row) return;
		const key = `${row.shard} on ${row.node}`;
		const group = this.groups.get(key) ?? new ShardGroup(row.shard, row.node, JSON.parse(row.shards));
		await this.opened(group.node);
		if (!this.groups.has(key)) await this.verify(group);
		this.groups.set(key, group);
		if (this.ofShops.size >= MAX_SHOPS) this.ofShops.clear();
		this.ofShops.set(shop_id, group);
	}
	opened(node) {
		let known = this.opening.get(node);
		if (!known) {
			known = this.open(node).then((database) => void this.nodes.set(node, database));
			known.catch(() => this.opening.delete(node));
			this.opening.set(node, known);
		}
		return known;
	}
	async verify(group) {
		const rows = await this.nodes.get(group.node).query({}, unprotected(group.names));
		if (rows.length > 0) throw new Error(`shards without row-level security: ${rows.map(({ name }) => name).join(", ")}`);
	}
	async close() {
		await Promise.all([...this.nodes.values()].map((node) => node.close()));
	}
};
// libs/postgres/database/src/database.module.ts
var _DatabaseModule;
let AuthDatabase = class AuthDatabase extends Database {
	onApplicationShutdown() {
		return this.close();
	}
};
AuthDatabase = require_define_resource.__decorate([Injectable()], AuthDatabase);
let ShopDatabase = class ShopDatabase extends Database {
	onApplicationShutdown() {
		return this.close();
	}
};
ShopDatabase = require_define_resource.__decorate([Injectable()], ShopDatabase);
const names = /* @__PURE__ */ new Map([[AuthDatabase, "auth"], [ShopDatabase, "shop"]]);
let DatabaseModule = _DatabaseModule = class DatabaseModule {
	/** `keys` are the service's own keys. They are compared with the keys that encrypted the auth data. */
	static forRoot(database, given, keys) {
		const name = names.get(database);
		const isShop = database === ShopDatabase;
		const options = {
			topology: isShop ? shopTopology() : authTopology(),
			...given
		};
		const provider = {
			provide: database,
			inject: [getDataSourceToken(name)],
			useFactory: async (dataSource) => {
				const opened = new database(dataSource, options);
				await opened.start(async (client) => {
					await refuseBypassingRole(client);
					if (opened instanceof ShopDatabase) await verifyDistribution(client, opened.topology);
					if (keys) await compareKeys(client, keys).catch(ignoreMissingSchema);
				});
				return isShop ? readingFromNodes(opened, options) : opened;
			}
		};
		return {
			module: _DatabaseModule,
			global: true,
			imports: [TypeOrmModule.forRootAsync({
				name,
				useFactory: () => ({
					...dataSourceOptions(options),
					retryAttempts: 0
				}),
				dataSourceFactory: async (sourceOptions) => {
					const dataSource = new typeorm.DataSource(sourceOptions);
					openWithoutConnection(dataSource);
					return dataSource;
				}
			})],
			providers: [provider, ...isShop ? [replicasOf(options)] : []],
			exports: [database, ...isShop ? [ReadReplicas] : []]
		};
	}
};
DatabaseModule = _DatabaseModule = require_define_resource.__decorate([Module({})], DatabaseModule);
/** A database without migrations has no keys to compare. The service starts and is not ready until it is migrated. */
function ignoreMissingSchema(error) {
	if (!/^(?:42P01|3F000|42501)$/.test(sqlState(error) ?? "")) throw error;
}
function replicasOf(options) {
	const { urls, maxLagMs } = options.replicas ?? {
		urls: [],
		maxLagMs: 0
	};
	return {
		provide: ReadReplicas,
		inject: [ShopDatabase],
		useFactory: async (primary) => {
			const replicas = new ReadReplicas(primary, await Promise.all(urls.map((url) => openReplica({
				...options,
				url
			}))), maxLagMs);
			await replicas.start();
			return replicas;
		}
	};
}
function readingFromNodes(opened, options) {
	if (options.readsFromNodes) opened.readFrom(new ShardReads(opened, (node) => openNode(options, node)));
	return opened;
}
/** Opens a worker node, whose shards are tables of plain Postgres. */
function openNode(options, node) {
	const url = Object.assign(new URL(options.url), { host: node }).href;
	return openReplica({
		...options,
		url,
		topology: require_topology.plainTopology
	});
}
/** Opens a replica or a worker node without requiring that it is up. */
async function openReplica(options) {
	const dataSource = new typeorm.DataSource(dataSourceOptions(options));
	openWithoutConnection(dataSource);
	await dataSource.initialize();
	const replica = new Database(dataSource, options);
	await replica.start(refuseBypassingRole);
	return replica;
}
/**
* Row-level security separates tenants, so a service must not run as a role that bypasses it
* (docs/contract.md §8.2).
*/
async function refuseBypassingRole(client) {
	const { rows } = await client.query("SELECT rolname AS name, rolsuper OR rolbypassrls AS bypasses FROM pg_roles WHERE rolname = current_user");
	const [role] = rows;
	if (!role?.bypasses) return;
	throw new require_settings_error.SettingsError(`the database role "${role.name}" can bypass row-level security: connect as storewright_auth or storewright_shop.`);
}
// libs/platform/events/src/notifier.ts
/** Channel of the shop database for new events. The payload is the shop id. */
const eventsChannel = "storewright_events";
const MIN_INTERVAL_MS = 20;
let EventNotifier = class EventNotifier {
	constructor(database) {
		this.database = database;
		this.log = new Logger("events");
		this.shops = /* @__PURE__ */ new Set();
		this.nextAt = 0;
		this.stopped = false;
	}
	/** Schedules an announcement. Several calls for one shop cause only one announcement. */
	notify(shopId) {
		if (this.stopped) return;
		this.shops.add(shopId);
		this.timer ??= setTimeout(() => void this.announce(), Math.max(0, this.nextAt - performance.now())).unref();
	}
	/** Announces pending shops before the database closes. */
	async beforeApplicationShutdown() {
		this.stopped = true;
		clearTimeout(this.timer);
		if (this.shops.size) await this.announce();
	}
	async announce() {
		const shops = [...this.shops];
		this.shops.clear();
		this.timer = void 0;
		this.nextAt = performance.now() + MIN_INTERVAL_MS;
		await this.database.query({}, {
			name: "events-wake",
			text: `WITH hurry AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))
      SELECT pg_notify($1, shop_id) FROM hurry, unnest($2::text[]) AS shop_id`,
			values: [eventsChannel, shops]
		}).catch((error) => this.log.debug(`cannot announce new events: ${error.message}`));
	}
};
EventNotifier = require_define_resource.__decorate([Injectable(), require_define_resource.__decorateMetadata("design:paramtypes", [typeof ShopDatabase === "undefined" ? Object : ShopDatabase])], EventNotifier);
Object.defineProperty(exports, "AuthDatabase", {
	enumerable: true,
	get: function() {
		return AuthDatabase;
	}
});
Object.defineProperty(exports, "DatabaseError", {
	enumerable: true,
	get: function() {
		return DatabaseError;
	}
});
Object.defineProperty(exports, "Inject", {
	enumerable: true,
	get: function() {
		return Inject;
	}
});
Object.defineProperty(exports, "Injectable", {
	enumerable: true,
	get: function() {
		return Injectable;
	}
});
Object.defineProperty(exports, "Logger", {
	enumerable: true,
	get: function() {
		return Logger;
	}
});
Object.defineProperty(exports, "OutdatedLocks", {
	enumerable: true,
	get: function() {
		return OutdatedLocks;
	}
});
Object.defineProperty(exports, "ShopDatabase", {
	enumerable: true,
	get: function() {
		return ShopDatabase;
	}
});
Object.defineProperty(exports, "allInOrder", {
	enumerable: true,
	get: function() {
		return allInOrder;
	}
});
Object.defineProperty(exports, "bind", {
	enumerable: true,
	get: function() {
		return bind;
	}
});
Object.defineProperty(exports, "conditionsBefore", {
	enumerable: true,
	get: function() {
		return conditionsBefore;
	}
});
Object.defineProperty(exports, "dataSourceOptions", {
	enumerable: true,
	get: function() {
		return dataSourceOptions;
	}
});
Object.defineProperty(exports, "eventsChannel", {
	enumerable: true,
	get: function() {
		return eventsChannel;
	}
});
Object.defineProperty(exports, "isRefused", {
	enumerable: true,
	get: function() {
		return isRefused;
	}
});
Object.defineProperty(exports, "isUniqueViolation", {
	enumerable: true,
	get: function() {
		return isUniqueViolation;
	}
});
Object.defineProperty(exports, "matches", {
	enumerable: true,
	get: function() {
		return matches;
	}
});
Object.defineProperty(exports, "sqlState", {
	enumerable: true,
	get: function() {
		return sqlState;
	}
});
Object.defineProperty(exports, "valuesOf", {
	enumerable: true,
	get: function() {
		return valuesOf;
	}
});

//# sourceMappingURL=notifier-udXm7v2x.js.map
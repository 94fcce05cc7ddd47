let node_util = require("node:util");
// tools/bench/src/options.ts
/** Parses `--name value` pairs. Throws `usage` for an unknown name or a missing value. */
function readOptions(words, names, usage) {
	const options = Object.fromEntries(names.map((name) => [name, { type: "string" }]));
	try {
		return (0, node_util.parseArgs)({
			args: [...words],
			options
		}).values;
	} catch {
		throw new Error(usage);
	}
}
Object.defineProperty(exports, "readOptions", {
	enumerable: true,
	get: function() {
		return readOptions;
	}
});

//# sourceMappingURL=options-BxEeKbqK.js.map
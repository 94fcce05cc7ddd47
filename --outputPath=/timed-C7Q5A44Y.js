// tools/bench/src/timed.ts
/** Returns the result of `work` and its duration in milliseconds. */
async function timed(work) {
	const startedAt = performance.now();
	return [await work(), performance.now() - startedAt];
}
Object.defineProperty(exports, "timed", {
	enumerable: true,
	get: function() {
		return timed;
	}
});

//# sourceMappingURL=timed-C7Q5A44Y.js.map
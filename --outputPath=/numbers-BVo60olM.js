// tools/bench/src/numbers.ts
/** Returns the percentile by nearest rank, or 0 without values. */
function percentile(values, percent) {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.max(0, Math.ceil(percent / 100 * sorted.length) - 1)] ?? 0;
}
const median = (values) => percentile(values, 50);
function countByName(names) {
	const counts = /* @__PURE__ */ new Map();
	for (const name of names) counts.set(String(name), (counts.get(String(name)) ?? 0) + 1);
	return new Map([...counts].sort(([one], [other]) => one.localeCompare(other)));
}
/** Formats counts, such as `200 × 400, 503 × 2`. */
function formatCounts(counts) {
	return [...counts].map(([name, count]) => `${name} × ${count}`).join(", ");
}
const formatSeconds = (ms) => `${(ms / 1e3).toFixed(1)} s`;
Object.defineProperty(exports, "countByName", {
	enumerable: true,
	get: function() {
		return countByName;
	}
});
Object.defineProperty(exports, "formatCounts", {
	enumerable: true,
	get: function() {
		return formatCounts;
	}
});
Object.defineProperty(exports, "formatSeconds", {
	enumerable: true,
	get: function() {
		return formatSeconds;
	}
});
Object.defineProperty(exports, "median", {
	enumerable: true,
	get: function() {
		return median;
	}
});
Object.defineProperty(exports, "percentile", {
	enumerable: true,
	get: function() {
		return percentile;
	}
});

//# sourceMappingURL=numbers-BVo60olM.js.map
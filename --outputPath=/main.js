// tools/bench/src/main.ts
/**
* Roles of this program: the npm scripts, and the processes that the scripts start, such as bare servers,
* attackers and receivers. Each role loads only its own modules, because an attack starts a dozen processes.
*/
const roles = {
	"--attack": async () => (await Promise.resolve().then(() => require("./attack-C5Hqmwe7.js"))).runAttack(words),
	"--faults": async () => (await Promise.resolve().then(() => require("./faults-u0nMtZe6.js"))).runFaults(words),
	"--ledger": async () => (await Promise.resolve().then(() => require("./ledger-mKXLlhen.js"))).runLedger(words.slice(1)),
	"--drill": async () => (await Promise.resolve().then(() => require("./drill-DzZpY6bq.js"))).runDrill(words),
	"--simulate": async () => (await Promise.resolve().then(() => require("./simulate-l46U1gbk.js"))).runSimulate(words.slice(1)),
	"--soak": async () => (await Promise.resolve().then(() => require("./soak-DCPH6Xey.js"))).runSoak(words.slice(1)),
	"--flood": async () => (await Promise.resolve().then(() => require("./flood-C3DzpwPM.js"))).runFlood(),
	"--contenders": async () => (await Promise.resolve().then(() => require("./send-K75z1mbh.js")).then((n) => n.send_exports)).runContenders(),
	"--hostile-bodies": async () => (await Promise.resolve().then(() => require("./bodies-uBYWsrGU.js"))).runHostileBodies(),
	"--hostile-connections": async () => (await Promise.resolve().then(() => require("./connections-vTNbPeD9.js"))).runHostileConnections(),
	"--least-server": async () => (await Promise.resolve().then(() => require("./refusals-DYj3RfBg.js"))).runLeastServer(),
	"--observed": async () => (await Promise.resolve().then(() => require("./observed-CmdDrxL2.js"))).runObserved(words.slice(1)),
	"--bare": async () => (await Promise.resolve().then(() => require("./bare-server-DNIwX8fG.js"))).runBareServer(),
	"--bare-exchange": async () => (await Promise.resolve().then(() => require("./bare-exchange-YYNM_nkw.js"))).runBareExchange(),
	"--bare-sender": async () => (await Promise.resolve().then(() => require("./bare-sender-BvIOR6ge.js"))).runBareSender(),
	"--bare-store": async () => (await Promise.resolve().then(() => require("./bare-store-CJo7OlYH.js")).then((n) => n.bare_store_exports)).runBareStore(),
	"--bare-writes": async () => (await Promise.resolve().then(() => require("./bare-writes-CCzffKh2.js"))).runBareWrites(),
	"--receivers": async () => (await Promise.resolve().then(() => require("./receivers-CYCcFJv4.js")).then((n) => n.receivers_exports)).runReceivers()
};
const words = process.argv.slice(2);
const role = roles[words[0] ?? ""];
role ? role() : Promise.resolve().then(() => require("./bench-CR8KYfk0.js")).then(({ runBench }) => runBench(words));

//# sourceMappingURL=main.js.map